// Files of DNS providers: the forms in which they come, and what is not of their format.
#include "dns/provider_reader.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "dns/check_dns.h"
#include "dns/record_formats.h"
#include "dns/zone_rules.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"
#include "validator/engine/target.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;

std::vector<std::string> TextsOf(const DnsRecords& records) {
  std::vector<std::string> texts;
  for (const DnsRecord& record : records.records) {
    texts.push_back(
        absl::StrCat(records.names[record.owner], ": ", records.ValueOf(record).octets));
  }
  return texts;
}

struct FormRow {
  const char* format;
  const char* text;
  const char* record;
};

constexpr FormRow kForms[] = {
    {"route53",
     R"({"ChangeBatch":{"Changes":[{"ResourceRecordSet":{"Name":"_grpc_config.a.",)"
     R"("Type":"TXT","TTL":60,"ResourceRecords":[{"Value":"\"x\\\"\" \"y\""}]}}]}})",
     "_grpc_config.a.: x\"y"},
    {"route53",
     R"({"ResourceRecordSets":[{"Name":"_grpc_config.a.","Type":"TXT",)"
     R"("ResourceRecords":[{"Value":"\"x\""}]}]})",
     "_grpc_config.a.: x"},
    {"cloudflare",
     R"({"result":[{"type":"TXT","name":"_grpc_config.a","content":"raw \"text\""}]})",
     "_grpc_config.a.: raw \"text\""},
    {"cloudflare", R"([{"type":"TXT","name":"_grpc_config.a","content":"\"x\" \"y\""}])",
     "_grpc_config.a.: xy"},
    {"gcloud",
     "kind: dns#resourceRecordSet\nname: _grpc_config.a.\ntype: TXT\nttl: 60\n"
     "rrdatas:\n- '\"x\" \"y\"'\n",
     "_grpc_config.a.: xy"},
    {"gcloud", R"([{"name":"_grpc_config.a.","type":"TXT","rrdatas":["x y"]}])",
     "_grpc_config.a.: xy"},
    {"azure", R"({"name":"_grpc_config.a","txtRecords":[{"value":["x","y"]}]})",
     "_grpc_config.a.e.: xy"},
    {"octodns", "_grpc_config.a:\n- type: TXT\n  values:\n  - x\\;y\n", "_grpc_config.a.e.: x;y"},
    {"octodns", "_grpc_config.a:\n  type: TXT\n  value: \"x\\\\;\\x41\"\n",
     "_grpc_config.a.e.: x;A"},
    {"dnscontrol-json",
     R"({"domains":[{"name":"b.c","records":[{"type":"TXT","name":"_grpc_config.a",)"
     R"("txtstrings":["x","y"]}]}]})",
     "_grpc_config.a.b.c.: xy"},
    {"terraform-json",
     R"({"planned_values":{"root_module":{"child_modules":[{"resources":[)"
     R"({"type":"aws_route53_record","values":{"name":"_grpc_config.a","type":"TXT",)"
     R"("records":["x\" \"y\\\"z"]}}]}]}}})",
     "_grpc_config.a.: xy\"z"},
    {"terraform-json",
     R"({"resource":{"google_dns_record_set":{"r":{"name":"_grpc_config.a.","type":"TXT",)"
     R"("rrdatas":["\"x\" \"y\""]}}}})",
     "_grpc_config.a.: xy"},
    // A plan that was cut down to its changes.
    {"terraform-json",
     R"({"resource_changes":[{"type":"aws_route53_record","change":{"actions":["update"],)"
     R"("before":{"name":"_grpc_config.a","type":"TXT","records":["w"]},)"
     R"("after":{"name":"_grpc_config.a","type":"TXT","records":["x"]}}},)"
     R"({"type":"aws_route53_record","change":{"actions":["delete"],"after":null}}]})",
     "_grpc_config.a.: x"},
    // Blocks of a configuration may be lists.
    {"terraform-json",
     R"({"resource":[{"aws_route53_record":[{"r":[{"name":"_grpc_config.a","type":"TXT",)"
     R"("records":["x"]}]}]}]})",
     "_grpc_config.a.: x"},
    {"octodns", "base: &base {ttl: 60, type: TXT}\n_grpc_config.a:\n  <<: *base\n  value: x\n",
     "_grpc_config.a.e.: x"},
    {"octodns",
     "b: &b {type: A, value: y}\nt: &t {type: TXT, value: z}\n_grpc_config.a:\n"
     "  <<: [*t, *b]\n  value: x\n",
     "_grpc_config.a.e.: x"},
    {"external-dns",
     "kind: DNSEndpoint\nspec:\n  endpoints:\n  - dnsName: _grpc_config.a\n"
     "    recordType: TXT\n    targets: ['\"x\"']\n",
     "_grpc_config.a.: x"},
    {"raw", "grpc_config=[]\n", "_grpc_config.h.: grpc_config=[]"},
    // What `az network dns record-set txt show` prints, and older SDKs.
    {"azure", R"({"name":"_grpc_config.a","ttl":60,"txtRecords":[{"value":["x"]}]})",
     "_grpc_config.a.e.: x"},
    {"route53",
     "Resources:\n  A:\n    Type: AWS::Route53::RecordSet\n    Properties:\n"
     "      Name: _grpc_config.a.\n      Type: TXT\n      ResourceRecords:\n        - '\"x\"'\n",
     "_grpc_config.a.: x"},
    {"route53",
     R"({"Resources":{"A":{"Type":"AWS::Route53::RecordSetGroup","Properties":{"RecordSets":[)"
     R"({"Name":"_grpc_config.a.","Type":"TXT","ResourceRecords":["\"x\""]}]}}}})",
     "_grpc_config.a.: x"},
    {"terraform",
     "# a\nresource \"google_dns_record_set\" \"a\" {\n  name = \"_grpc_config.a.\"\n"
     "  type = \"TXT\"\n  ttl = 60\n  rrdatas = [\"\\\"x\\\" \\\"y\\\"\"]\n}\n",
     "_grpc_config.a.: xy"},
    {"terraform",
     "resource \"aws_route53_record\" \"a\" {\n  name = \"_grpc_config.a\"\n  type = \"TXT\"\n"
     "  records = [\n    \"x\\\\\\\"$${y}\",\n  ]\n}\n",
     "_grpc_config.a.: x\"${y}"},
    {"terraform",
     "resource \"azurerm_dns_txt_record\" \"a\" {\n  name = \"_grpc_config.a\"\n  record {\n"
     "    value = \"x\"\n  }\n}\nresource \"other\" \"b\" {}\n",
     "_grpc_config.a.: x"},
    {"terraform",
     "resource \"cloudflare_record\" \"a\" {\n  name = \"_grpc_config.a\"\n  type = \"TXT\"\n"
     "  content = <<-EOT\n    x\n  EOT\n}\n",
     "_grpc_config.a.: x\n"},
    {"dnscontrol",
     "D(\"b.c\", REG, DnsProvider(P), A(\"a\", \"192.0.2.1\"),\n"
     "  TXT(\"_grpc_config.a\", 'x\\\\\"\\'' + \"y\", TTL(60)));\n",
     "_grpc_config.a.b.c.: x\\\"'y"},
    {"dnscontrol", "TXT('_grpc_config.a', ['x', 'y']),\n", "_grpc_config.a.e.: xy"},
    {"nsupdate",
     "server 192.0.2.1\nupdate delete _grpc_config.a. TXT\n"
     "update add _grpc_config.a 60 IN TXT \"x\" \"y\"\nsend\n",
     "_grpc_config.a.: xy"},
    {"gcloud-command",
     "gcloud dns record-sets create _grpc_config.a. --zone=z --type=TXT --ttl=60 \\\n"
     "  --rrdatas='^|^\"x,\" \"y\"'\n",
     "_grpc_config.a.: x,y"},
    {"gcloud-command",
     "gcloud dns record-sets transaction add --zone z --name _grpc_config.a. --ttl 60 "
     "--type TXT \"\\\"x\\\"\" # y\n",
     "_grpc_config.a.: x"},
    {"gcloud-command",
     "X=y sudo gcloud --project p beta dns record-sets update --quiet _grpc_config.a. --zone=z "
     "--type=TXT --rrdatas='\"x\"'\n",
     "_grpc_config.a.: x"},
    {"az-command",
     "az network dns record-set txt add-record --only-show-errors -v x -z b.c -n _grpc_config.a\n",
     "_grpc_config.a.b.c.: x"},
    {"az-command",
     "az network dns record-set txt create -g g -z b.c -n _grpc_config.a\n"
     "az network dns record-set txt add-record -g g -z b.c -n _grpc_config.a -v 'x' y\n",
     "_grpc_config.a.b.c.: xy"},
};

TEST(ProviderReaderTest, ReadsTheFormsOfEachFormat) {
  for (const FormRow& row : kForms) {
    const DnsRecords records =
        ReadProviderFile(row.text, row.format, {.path = "a", .origin = "e.", .host = "h."});
    EXPECT_THAT(TextsOf(records), ElementsAre(row.record)) << row.text;
    EXPECT_TRUE(records.faults.empty()) << row.text;
  }
}

// RFC 1035 has decimal numbers, and Route 53 octal ones.
TEST(ProviderReaderTest, Route53ReadsOctalNumbers) {
  const DnsRecords records = ReadProviderFile(
      R"({"Name":"_grpc_config.a.","Type":"TXT","ResourceRecords":[{"Value":"\"\\101\""}]})",
      "route53", {.path = "a"});
  EXPECT_THAT(TextsOf(records), ElementsAre("_grpc_config.a.: A"));
  ASSERT_EQ(records.faults.size(), 1U);
  EXPECT_EQ(ZoneRuleOf(records.faults[0].kind).id, "dns-octal-escape");
}

// `_grpc_config.a` is an alias of `cfg.e`, which `BAD` is the config of.
constexpr FormRow kAliases[] = {
    {"route53",
     R"({"ResourceRecordSets":[{"Name":"_grpc_config.a.e.","Type":"CNAME","ResourceRecords":[)"
     R"({"Value":"cfg.e"}]},{"Name":"cfg.e.","Type":"TXT","ResourceRecords":[{"Value":"BAD"}]}]})",
     "cfg.e."},
    // The provider's own kind of alias.
    {"route53",
     R"({"ResourceRecordSets":[{"Name":"_grpc_config.a.e.","Type":"TXT","AliasTarget":)"
     R"({"DNSName":"cfg.e."}},{"Name":"cfg.e.","Type":"TXT","ResourceRecords":[{"Value":"BAD"}]}]})",
     "cfg.e."},
    {"cloudflare",
     R"({"result":[{"type":"CNAME","name":"_grpc_config.a.e","content":"cfg.e"},)"
     R"({"type":"TXT","name":"cfg.e","content":"BAD"}]})",
     "cfg.e."},
    {"gcloud",
     "- name: _grpc_config.a.e.\n  type: CNAME\n  rrdatas: [cfg.e.]\n"
     "- name: cfg.e.\n  type: TXT\n  rrdatas: ['BAD']\n",
     "cfg.e."},
    {"gcloud",
     "- name: _grpc_config.a.e.\n  type: CNAME\n  routingPolicy: {wrr: {items: [{rrdatas: "
     "[x.e.]}, {rrdatas: [cfg.e.]}]}}\n- name: cfg.e.\n  type: TXT\n  rrdatas: ['BAD']\n",
     "cfg.e."},
    {"azure",
     R"([{"name":"_grpc_config.a","CNAMERecord":{"cname":"cfg.e"}},)"
     R"({"name":"cfg","TXTRecords":[{"value":["BAD"]}]}])",
     "cfg"},
    {"azure",
     R"({"value":[{"name":"_grpc_config.a","properties":{"cnameRecord":{"cname":"cfg.e."}}},)"
     R"({"name":"cfg","properties":{"txtRecords":[{"value":["BAD"]}]}}]})",
     "cfg"},
    {"octodns", "_grpc_config.a: {type: CNAME, value: cfg.e.}\ncfg: {type: TXT, value: 'BAD'}\n",
     "cfg"},
    {"octodns",
     "_grpc_config.a: {type: CNAME, value: x.d.}\nd.: {type: DNAME, value: f.}\n"
     "x.f.: {type: TXT, value: 'BAD'}\n",
     "x.f."},
    {"dnscontrol-json",
     R"({"domains":[{"name":"e","records":[{"type":"CNAME","name":"_grpc_config.a",)"
     R"("target":"cfg.e."},{"type":"TXT","name":"cfg","target":"BAD"}]}]})",
     "cfg.e."},
    {"terraform-json",
     R"({"resource":{"aws_route53_record":{"a":{"name":"_grpc_config.a","type":"CNAME",)"
     R"("records":["cfg.e"]},"b":{"name":"cfg","type":"TXT","records":["BAD"]}}}})",
     "cfg."},
    {"terraform-json",
     R"({"planned_values":{"root_module":{"resources":[{"type":"aws_route53_record","values":)"
     R"({"name":"_grpc_config.a.e","type":"TXT","alias":[{"name":"cfg.e"}]}},)"
     R"({"type":"aws_route53_record","values":{"name":"cfg.e","type":"TXT","records":["BAD"]}}]}}})",
     "cfg.e."},
    {"terraform-json",
     R"({"resource":{"google_dns_record_set":{"a":{"name":"_grpc_config.a.e.","type":"CNAME",)"
     R"("rrdatas":["cfg.e."]},"b":{"name":"cfg.e.","type":"TXT","rrdatas":["BAD"]}}}})",
     "cfg.e."},
    {"terraform-json",
     R"({"resource":{"azurerm_dns_cname_record":{"a":{"name":"_grpc_config.a","record":"cfg.e"}},)"
     R"("azurerm_dns_txt_record":{"b":{"name":"cfg","record":[{"value":"BAD"}]}}}})",
     "cfg."},
    {"terraform-json",
     R"({"resource":{"cloudflare_record":{"a":{"name":"_grpc_config.a","type":"CNAME",)"
     R"("content":"cfg.${var.zone}"},"b":{"name":"cfg.${var.zone}","type":"TXT",)"
     R"("content":"BAD"}}}})",
     R"(cfg.\$\{var.zone\}.)"},
    {"external-dns",
     "kind: DNSEndpoint\nspec:\n  endpoints:\n  - {dnsName: _grpc_config.a.e, recordType: CNAME, "
     "targets: [cfg.e]}\n  - {dnsName: cfg.e, recordType: TXT, targets: ['BAD']}\n",
     "cfg.e."},
};

Verdict VerdictOn(const DnsRecords& records, absl::string_view target = "core") {
  const std::vector<Target> targets = *ParseTargets(target);
  return CheckDns(records, CheckPlan(targets, RulesAndProjectRules()))[0].report.verdicts[0];
}

TEST(ProviderReaderTest, AnAliasLeadsToItsConfig) {
  for (const FormRow& row : kAliases) {
    const std::string bad = absl::StrReplaceAll(row.text, {{"BAD", "grpc_config=[1]"}});
    const DnsRecords records = ReadProviderFile(bad, row.format, {.path = "a"});
    EXPECT_TRUE(records.faults.empty()) << row.text;
    EXPECT_EQ(VerdictOn(records), Verdict::kRejects) << row.text;
    EXPECT_EQ(records.names[records.records.back().owner], row.record) << row.text;
    const std::string other = absl::StrReplaceAll(bad, {{"CNAME", "NS"}, {"_config.a", ".a"}});
    EXPECT_NE(VerdictOn(ReadProviderFile(other, row.format, {.path = "a"})), Verdict::kRejects);
  }
}

// And what else is there, of which grpc-go may take any.
TEST(ProviderReaderTest, WhatStandsBesideTheConfigBehindAnAliasCounts) {
  const DnsRecords records = ReadProviderFile(
      "_grpc_config.a: {type: CNAME, value: b.e.}\nb: {type: TXT, values: [v=spf1 -all, "
      "'grpc_config=[{\"serviceConfig\":{}}]']}\n",
      "octodns", {.path = "a"});
  EXPECT_EQ(VerdictOn(records, "go"), Verdict::kRejects);
}

// What is there is judged for all who may ask for it.
TEST(ProviderReaderTest, ANameThatIsAnExpressionIsAnyName) {
  for (const char* const name :
       {"${var.name}", "${var.name}.e", R"(x-${join(\"..\", [])})", "%{ if a }b%{ endif }",
        "${0123456789012345678901234567890123456789012345678901234567890123456789}"}) {
    const std::string text =
        absl::StrCat(R"({"resource":{"aws_route53_record":{"a":{"type":"TXT","name":")", name,
                     R"(","records":["grpc_config=[1]"]}}}})");
    const DnsRecords records = ReadProviderFile(text, "terraform-json", {.path = "a"});
    EXPECT_TRUE(records.faults.empty()) << name;
    EXPECT_EQ(VerdictOn(records), Verdict::kRejects) << name;
  }
}

TEST(ProviderReaderTest, ANameThatAPlanDoesNotKnowIsAnyName) {
  const DnsRecords records = ReadProviderFile(
      R"({"planned_values":{"root_module":{"resources":[{"type":"aws_route53_record",)"
      R"("address":"aws_route53_record.a[0]","values":{"type":"TXT","records":["grpc_config=[1]"]}}]}}})",
      "terraform-json", {.path = "a"});
  EXPECT_TRUE(records.faults.empty());
  EXPECT_EQ(VerdictOn(records), Verdict::kRejects);
}

TEST(ProviderReaderTest, FindsTheFormatOfWhatIsWritten) {
  for (const RecordFormat& format : RecordFormats()) {
    if (format.name == "zone" || format.name == "raw") continue;
    const std::string written = format.write({.owner = "_grpc_config.a.e.",
                                              .zone = "e.",
                                              .text = R"(grpc_config=[{"serviceConfig":{}}])"});
    const absl::string_view found = FindProviderFormat(written);
    EXPECT_EQ(found.empty() ? FindToolFormat(written) : found, format.name);
  }
  EXPECT_EQ(FindProviderFormat(R"({"methodConfig": []})"), "");
  EXPECT_EQ(FindProviderFormat(R"({"kind":"DNSEndpoint","spec":{"endpoints":[]}})"),
            "external-dns");
  EXPECT_EQ(FindProviderFormat("# The zone\n# of ours\nname: a.\ntype: TXT\nrrdatas: ['x']\n"),
            "gcloud");
  EXPECT_EQ(FindProviderFormat("a:\n  type: 'TXT'\n  value: x\n"), "octodns");
  EXPECT_EQ(FindProviderFormat("# Records\n\nAs in:\n\n```\ntype: TXT\nvalue: x\n```\n"), "");
  const char* const script =
      "gcloud --project p dns record-sets create a. --type=TXT --rrdatas=x\n";
  EXPECT_EQ(FindProviderFormat(script), "");
  EXPECT_EQ(FindToolFormat(script), "gcloud-command");
}

TEST(ProviderReaderTest, AnotherLanguageIsNoFormat) {
  EXPECT_EQ(FindProviderFormat("resource \"google_dns_record_set\" \"x\" {\n  type = \"TXT\"\n"
                               "  rrdatas = [\"\"]\n}\n"),
            "");
}

// A format that the user names, and that is another one.
TEST(ProviderReaderTest, SaysThatAFileIsInAnotherForm) {
  const struct {
    const char* format;
    const char* text;
    const char* detail;
  } rows[] = {
      {"route53", R"([{"type":"TXT","name":"_grpc_config.a","content":"x"}])",
       "it has no record in the form of `route53`, and looks like `cloudflare`"},
      {"octodns", "_grpc_config.a. TXT \"grpc_config=[]\"\n", "it is a DNS zone file"},
      {"gcloud", "resource \"a\" \"b\" {\n}\n", "it is Terraform (HCL)"},
      {"cloudflare", "locals {\n}\n", "it is Terraform (HCL)"},
  };
  for (const auto& row : rows) {
    const DnsRecords records = ReadProviderFile(row.text, row.format, {.path = "a"});
    ASSERT_EQ(records.faults.size(), 1U) << row.text;
    EXPECT_EQ(records.faults[0].detail, row.detail);
    EXPECT_FALSE(records.faults[0].help.empty());
  }
}

// Whatever stands for it, it is not known, and not a text with lost quotes.
TEST(ProviderReaderTest, ATextThatIsAnExpressionIsNotChecked) {
  const struct {
    const char* format;
    const char* text;
  } rows[] = {
      {"terraform-json",
       R"({"resource":{"google_dns_record_set":{"a":{"type":"TXT","name":"_grpc_config.a.",)"
       R"("rrdatas":["${jsonencode(local.a)}"]}}}})"},
      {"terraform-json",
       R"({"resource":{"aws_route53_record":{"a":{"type":"TXT","name":"_grpc_config.a",)"
       R"("records":["grpc_config=${replace(jsonencode(local.a), \"\\\"\", \"\\\\\\\"\")}"]}}}})"},
      {"terraform",
       "resource \"aws_route53_record\" \"a\" {\n  type = \"TXT\"\n  name = \"_grpc_config.a\"\n"
       "  records = [\"grpc_config=${jsonencode(local.a)}\"]\n}\n"},
      {"terraform",
       "resource \"aws_route53_record\" \"a\" {\n  type = \"TXT\"\n  name = \"_grpc_config.a\"\n"
       "  records = [local.a]\n}\n"},
      {"dnscontrol", "TXT(\"_grpc_config.a\", JSON.stringify(a)),\n"},
      {"az-command",
       "az network dns record-set txt add-record -z e -n _grpc_config.a -v \"$TEXT\"\n"},
  };
  for (const auto& row : rows) {
    const DnsRecords records = ReadProviderFile(row.text, row.format, {.path = "a"});
    ASSERT_EQ(records.faults.size(), 1U) << row.text;
    EXPECT_EQ(records.faults[0].kind, ZoneFaultKind::kValueUnread) << row.text;
    EXPECT_TRUE(records.records.empty()) << row.text;
  }
}

// One cause is one error, with what is served.
TEST(ProviderReaderTest, LostQuotesAreOneFault) {
  const DnsRecords records = ReadProviderFile(
      R"({"resource":{"aws_route53_record":{"a":{"type":"TXT","name":"_grpc_config.a",)"
      R"("records":["grpc_config=[{\"serviceConfig\":{\"loadBalancingPolicy\":\"x\"}}]"]}}}})",
      "terraform-json", {.path = "a"});
  ASSERT_EQ(records.faults.size(), 1U);
  EXPECT_EQ(records.faults[0].kind, ZoneFaultKind::kQuoteInWord);
  EXPECT_EQ(records.faults[0].detail, "grpc_config=[{serviceConfig:{loadBalancingPolicy:x}}]");
}

// Each ends as one fault, or as nothing.
TEST(ProviderReaderTest, HostileTextsEnd) {
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string last = absl::StrCat("*a", i - 1);
    absl::StrAppend(&bomb, "a", i, ": &a", i, " [", last, ",", last, ",", last, ",", last, ",",
                    last, ",", last, ",", last, ",", last, ",", last, ",", last, "]\n");
  }
  const std::string deep(100'000, '[');
  const std::string deep_map(100'000, '{');
  for (const RecordFormat& format : RecordFormats()) {
    if (format.name == "zone") continue;
    for (const std::string& text :
         {std::string(), std::string("nonsense"), std::string(1, '\0'), std::string("\xFF\xFE"),
          deep, deep_map, bomb, std::string("- - - - -"), std::string("a: *b\n"), std::string("[]"),
          std::string("{}"), std::string("null"), std::string("&a [*a]")}) {
      const DnsRecords records = ReadProviderFile(text, format.name, {.path = "a"});
      EXPECT_LE(records.faults.size(), 1U) << format.name;
    }
  }
}

TEST(ProviderReaderTest, WhatIsNotReadIsReported) {
  const DnsRecords records = ReadProviderFile("{\"a\":}", "route53", {.path = "a"});
  ASSERT_EQ(records.faults.size(), 1U);
  EXPECT_EQ(ZoneRuleOf(records.faults[0].kind).id, "dns-file-unreadable");
}

}  // namespace
}  // namespace grpcfg
