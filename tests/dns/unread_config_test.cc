// What a provider's file has of service configs that are in no record: whatever the form, somebody
// may serve them.
#include "dns/unread_config.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "dns/provider_reader.h"
#include "dns/zone_rules.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// `CONFIG` stands for the text of a record.
DnsRecords Read(const std::string& format, std::string& text) {
  text = absl::StrReplaceAll(text, {{"CONFIG", "grpc_config=[1]"}});
  return ReadProviderFile(text, format, {.path = "a", .origin = "e."});
}

// What faults are about, each with its rule.
std::vector<std::string> FaultsIn(const std::string& format, std::string text) {
  const DnsRecords records = Read(format, text);
  std::vector<std::string> faults;
  for (const ZoneFault& fault : records.faults) {
    EXPECT_FALSE(WordsOf(fault, "").message.empty());
    faults.push_back(absl::StrCat(ZoneRuleOf(fault.kind).id, " ", Slice(text, fault.span)));
  }
  return faults;
}

std::vector<std::string> RecordsIn(const std::string& format, std::string text) {
  const DnsRecords records = Read(format, text);
  std::vector<std::string> owners;
  for (const DnsRecord& record : records.records) {
    owners.push_back(
        absl::StrCat(records.names[record.owner], " ", records.ValueOf(record).octets));
  }
  return owners;
}

struct UnreadRow {
  const char* what;
  const char* format;
  const char* text;
};

constexpr UnreadRow kConfigs[] = {
    {"a resource of another type", "terraform-json",
     R"({"resource":{"other_record":{"a":{"name":"_grpc_config.a","data":"CONFIG"}}}})"},
    {"a block of another name", "terraform-json",
     R"({"resource":{"azurerm_dns_txt_record":{"a":{"name":"_grpc_config.a",)"
     R"("dynamic":{"record":{"for_each":["CONFIG"],"content":{"value":"${record.value}"}}}}}}})"},
    {"what an expression stands for", "terraform-json",
     R"({"resource":{"aws_route53_record":{"a":{"type":"${local.t}","name":"a",)"
     R"("for_each":{"x":"CONFIG"},"records":["${each.value}"]}}}})"},
    {"a local value", "terraform-json", R"({"resource":{},"locals":{"_record":"CONFIG"}})"},
    {"a module", "terraform-json",
     R"({"resource":{},"module":{"m":{"records":[{"name":"_grpc_config","records":["CONFIG"]}]}}})"},
    {"a root that is a list", "terraform-json",
     R"([{"resource":{"aws_route53_record":{"a":{"name":"a","type":"TXT","records":["CONFIG"]}}}}])"},
    {"a list in a list", "terraform-json",
     R"({"resource":[[{"aws_route53_record":{"a":{"name":"a","records":["CONFIG"]}}}]]})"},
    {"a state", "terraform-json",
     R"({"version":4,"resources":[{"type":"aws_route53_record","instances":[{"attributes":)"
     R"({"name":"_grpc_config.a","type":"TXT","records":["CONFIG"]}}]}]})"},
    {"a resource without a name", "terraform-json",
     R"({"resource":{"aws_route53_record":{"a":{"type":"TXT","records":["CONFIG"]}}}})"},
    {"a template of Azure", "azure",
     R"({"resources":[{"name":"e/_grpc_config.a","properties":{"TXTRecords":[{"value":["CONFIG"]}]}}]})"},
    {"PowerDNS", "cloudflare",
     R"({"rrsets":[{"name":"_grpc_config.a.","type":"TXT","records":[{"content":"CONFIG"}]}]})"},
    {"answers by region", "octodns",
     "_grpc_config.a:\n  type: TXT\n  value: x\n  geo:\n    EU: ['CONFIG']\n"},
    {"a key", "terraform-json", R"({"resource":{},"locals":{"for_each":{"CONFIG":1}}})"},
};

TEST(UnreadConfigTest, EveryTextWithAConfigIsARecordOrAFault) {
  for (const UnreadRow& row : kConfigs) {
    const std::vector<std::string> faults = FaultsIn(row.format, row.text);
    ASSERT_EQ(faults.size(), 1U) << row.what;
    EXPECT_TRUE(absl::StartsWith(faults[0], "dns-config-unread ")) << row.what;
    EXPECT_TRUE(absl::StrContains(faults[0], "grpc_config=[1]")) << row.what;
  }
}

// The text may be in another file.
TEST(UnreadConfigTest, ANameWithoutARecordIsAFault) {
  EXPECT_THAT(
      FaultsIn("terraform-json",
               R"({"resource":{"other_txt":{"a":{"name":"_grpc_config.a","data":"${file(f)}"}}}})"),
      ElementsAre("dns-config-unread \"_grpc_config.a\""));
  EXPECT_THAT(
      FaultsIn("route53", R"({"ResourceRecordSets":[{"Name":"_grpc_config.a.","Type":"TXT",)"
                          R"("AliasTarget":{"DNSName":"b."}}]})"),
      ElementsAre("dns-config-unread \"_grpc_config.a.\""));
  EXPECT_THAT(FaultsIn("octodns", "_grpc_config.a: x.yaml\n"),
              ElementsAre("dns-config-unread _grpc_config.a"));
}

// What is beside the records in a text of a tool.
TEST(UnreadConfigTest, SaysWhatACommandOrAScriptDoesElse) {
  const UnreadRow rows[] = {
      {"'CONFIG'", "dnscontrol",
       "var c = 'CONFIG';\nhosts.forEach(function (h) { TXT(nameOf(h), c); });\n"},
      {"'CONFIG'", "dnscontrol",
       "TXT('a', 'x'), OURS({name: '_grpc_config.b', text: 'CONFIG'}),\n"},
      {"> update add _grpc_config.a 60 TXT CONFIG", "nsupdate",
       "> update add _grpc_config.a 60 TXT CONFIG\n"},
      {"'x=CONFIG'", "gcloud-command",
       "gcloud dns record-sets create b. --type=TXT --rrdatas=x\n"
       "gcloud dns record-sets create _grpc_config.a. --type=TXT --routing-policy-type=WRR "
       "--routing-policy-data 'x=CONFIG'\n"},
      {"C='CONFIG'", "gcloud-command",
       "C='CONFIG'\ngcloud dns record-sets create $N --rrdatas=$C\n"},
      {"$'CONFIG", "gcloud-command",
       "gcloud dns record-sets create _grpc_config.a. --type=TXT --rrdatas $'CONFIG'\n"},
      {"CONFIG", "az-command",
       "az network dns record-set txt add-record -n b -v x\n"
       "az network dns record-set txt add-record --val CONFIG --record-set _grpc_config.a\n"},
  };
  for (const UnreadRow& row : rows) {
    const std::string what = absl::StrReplaceAll(row.what, {{"CONFIG", "grpc_config=[1]"}});
    EXPECT_THAT(FaultsIn(row.format, row.text),
                ElementsAre(absl::StrCat("dns-config-unread ", what)))
        << row.text;
  }
}

// A plan that is cut down to its changes.
TEST(UnreadConfigTest, SaysThatAPlanDoesNotHaveATextYet) {
  EXPECT_THAT(
      FaultsIn("terraform-json",
               R"({"format_version":"1.2","resource_changes":[{"type":"aws_route53_record",)"
               R"("change":{"after":{"type":"TXT","name":"_grpc_config.a"}}}]})"),
      ElementsAre("dns-config-unread \"_grpc_config.a\""));
}

TEST(UnreadConfigTest, WhatYamlIncludesIsAFault) {
  EXPECT_THAT(FaultsIn("octodns", "_grpc_config.a: !include x.yaml\nb: !include y.yaml\n"),
              ElementsAre("dns-include-failed x.yaml", "dns-include-failed y.yaml"));
}

TEST(UnreadConfigTest, OfAKeyThatStandsTwiceTheLastIsRead) {
  const char* const text = "_grpc_config.a:\n  type: TXT\n  value: x\n  ttl: 1\n  value: CONFIG\n";
  EXPECT_THAT(FaultsIn("octodns", text), ElementsAre("dns-config-unread value"));
  EXPECT_THAT(RecordsIn("octodns", text), ElementsAre("_grpc_config.a.e. grpc_config=[1]"));
}

TEST(UnreadConfigTest, WhatIsNotServedIsNoFault) {
  const UnreadRow rows[] = {
      {"comments", "terraform-json",
       R"({"//":"CONFIG","resource":{"cloudflare_record":{"//":"CONFIG","a":{"type":"TXT",)"
       R"("name":"_grpc_config.a","content":"CONFIG","comment":"see CONFIG"}}}})"},
      {"comments of YAML", "octodns",
       "# CONFIG\n_grpc_config.a: {type: TXT, value: x}  # CONFIG\n"},
      {"an alias", "octodns", "_grpc_config.a:\n  type: CNAME\n  value: _grpc_config.b.e.\n"},
      {"what was, and what it comes from", "terraform-json",
       R"({"format_version":"1.2","variables":{"a":{"value":"CONFIG"}},"planned_values":{)"
       R"("outputs":{"a":{"value":"CONFIG"}},"root_module":{}},)"
       R"("resource_changes":[{"change":{"before":{"name":"_grpc_config.a","records":["CONFIG"]}}}],)"
       R"("prior_state":{"values":["CONFIG"]},"configuration":{"a":"CONFIG"}})"},
      {"what is deleted", "gcloud",
       "additions: []\ndeletions:\n- {name: _grpc_config.a., type: TXT, rrdatas: ['CONFIG']}\n"},
      {"what a batch deletes", "route53",
       R"({"Changes":[{"Action":"DELETE","ResourceRecordSet":{"Name":"_grpc_config.a.",)"
       R"("Type":"TXT","ResourceRecords":[{"Value":"CONFIG"}]}}]})"},
      {"what commands take away, or look for", "gcloud-command",
       "gcloud dns record-sets create b. --type=TXT --rrdatas=x\n"
       "gcloud dns record-sets transaction remove CONFIG --name=a. --type=TXT\n"
       "dig TXT a | grep -q 'grpc_config='\n# CONFIG\n"},
      {"the same of az", "az-command",
       "az network dns record-set txt add-record -n b -v x\n"
       "az network dns record-set txt remove-record -v CONFIG -n a\n"},
      {"the same of nsupdate", "nsupdate",
       "; CONFIG\nupdate delete a. TXT CONFIG\nprereq yxrrset a. TXT CONFIG\n"},
      {"what was applied last", "external-dns",
       "kind: DNSEndpoint\nmetadata: {annotations: {last: 'CONFIG'}}\nspec: {endpoints: []}\n"},
      {"another name of a record", "azure",
       R"([{"name":"_grpc_config.a","fqdn":"_grpc_config.a.e.","type":"Microsoft.Network/dnszones/TXT",)"
       R"("TXTRecords":[{"value":["CONFIG"]}]}])"},
      {"the same text joined", "dnscontrol-json",
       R"({"domains":[{"name":"e","records":[{"type":"TXT","name":"_grpc_config.a",)"
       R"("target":"CONFIG","txtstrings":["CONFIG"]}]}]})"},
      {"an anchor and its alias", "octodns",
       "_grpc_config.a: &a\n  type: TXT\n  value: CONFIG\n_grpc_config.b:\n  <<: *a\n"},
      {"a resource of another type", "terraform-json",
       R"({"resource":{"azurerm_dns_cname_record":{"a_grpc_config":{"name":"_grpc_config.a",)"
       R"("record":"_grpc_config.b"}}}})"},
  };
  for (const UnreadRow& row : rows) {
    EXPECT_THAT(FaultsIn(row.format, row.text), IsEmpty()) << row.what;
  }
}

// Forms in which there are records, too.
TEST(UnreadConfigTest, ReadsWhatIsServed) {
  const char* const a = "_grpc_config.a. grpc_config=[1]";
  const UnreadRow rows[] = {
      {"cloudflare_record before 4.39", "terraform-json",
       R"({"resource":{"cloudflare_record":{"a":{"type":"TXT","name":"_grpc_config.a",)"
       R"("value":"CONFIG"}}}})"},
      {"and since", "terraform-json",
       R"({"resource":{"cloudflare_record":{"a":{"type":"TXT","name":"_grpc_config.a",)"
       R"("value":"CONFIG","content":"CONFIG"}}}})"},
      {"CloudFormation", "route53",
       R"({"Resources":{"a":{"Type":"AWS::Route53::RecordSet","Properties":)"
       R"({"Name":"_grpc_config.a","Type":"TXT","ResourceRecords":["CONFIG"]}}}})"},
      {"a batch", "cloudflare",
       R"({"posts":[{"type":"TXT","name":"_grpc_config.a","content":"CONFIG"}]})"},
      {"changes of a batch", "cloudflare",
       R"({"patches":[{"type":"TXT","name":"_grpc_config.a","content":"CONFIG"}]})"},
      {"a routing policy of Terraform", "terraform-json",
       R"({"resource":{"google_dns_record_set":{"a":{"type":"TXT","name":"_grpc_config.a.",)"
       R"("routing_policy":{"wrr":[{"rrdatas":["CONFIG"]},{"rrdatas":["CONFIG"]}]}}}}})"},
      {"a routing policy of gcloud", "gcloud",
       R"([{"type":"TXT","name":"_grpc_config.a.","routingPolicy":{"geo":{"items":[)"
       R"({"rrdatas":["CONFIG"]}]}}}])"},
  };
  for (const UnreadRow& row : rows) {
    EXPECT_THAT(RecordsIn(row.format, row.text), ElementsAre(a)) << row.what;
    EXPECT_THAT(FaultsIn(row.format, row.text), IsEmpty()) << row.what;
  }
}

TEST(UnreadConfigTest, SaysThatAListingWasCut) {
  const UnreadRow rows[] = {
      {"true", "route53",
       R"({"ResourceRecordSets":[{"Name":"a.","Type":"A"}],"IsTruncated":true})"},
      {"\"t\"", "route53", R"({"ResourceRecordSets":[{"Name":"a.","Type":"A"}],"NextToken":"t"})"},
      {"3", "cloudflare",
       R"({"result":[{"type":"A","name":"a"}],"result_info":{"page":3,"total_pages":3}})"},
      {"\"t\"", "gcloud", R"({"rrsets":[{"type":"A","name":"a."}],"nextPageToken":"t"})"},
      {"\"t\"", "azure", R"({"value":[{"name":"a"}],"nextLink":"t"})"},
      {"t", "external-dns",
       "kind: DNSEndpointList\nmetadata: {continue: t}\nitems: [{spec: {endpoints: [{dnsName: a, "
       "recordType: A}]}}]\n"},
  };
  for (const UnreadRow& row : rows) {
    EXPECT_THAT(FaultsIn(row.format, row.text),
                ElementsAre(absl::StrCat("dns-config-unread ", row.what)))
        << row.text;
  }
  const UnreadRow whole[] = {
      {"", "route53",
       R"({"ResourceRecordSets":[{"Name":"a.","Type":"A"}],"IsTruncated":false,"NextToken":null})"},
      {"", "cloudflare",
       R"({"result":[{"type":"A","name":"a"}],"result_info":{"page":1,"total_pages":1}})"},
      {"", "azure", R"({"value":[{"name":"a"}],"nextLink":""})"},
      {"", "octodns", "nextLink: {type: A, value: b}\ncontinue: {type: A, value: b}\n"},
  };
  for (const UnreadRow& row : whole) {
    EXPECT_THAT(FaultsIn(row.format, row.text), IsEmpty()) << row.text;
  }
}

// Where clients ask, and then go on to a name that is not known.
TEST(UnreadConfigTest, SaysThatAnAliasLeadsToAnExpression) {
  const std::string before =
      R"({"resource":{"aws_route53_record":{"a":{"type":"CNAME","name":"OWNER","records":["TARGET"]}}}})";
  const auto faults = [&](absl::string_view name, absl::string_view target) {
    return FaultsIn("terraform-json",
                    absl::StrReplaceAll(before, {{"OWNER", name}, {"TARGET", target}}));
  };
  EXPECT_THAT(faults("_grpc_config.a", "${b.name}"),
              ElementsAre("dns-config-unread \"${b.name}\""));
  EXPECT_THAT(faults("${a}", "${b.name}"), ElementsAre("dns-config-unread \"${b.name}\""));
  EXPECT_THAT(faults("a", "${b.name}"), IsEmpty());
  EXPECT_THAT(faults("_grpc_config.a", "b.${c}"), IsEmpty());
  // And one of which a plan does not say the name.
  EXPECT_THAT(
      FaultsIn("terraform-json",
               R"({"planned_values":{"root_module":{"resources":[{"type":"aws_route53_record",)"
               R"("values":{"name":"_grpc_config.a","type":"CNAME"}}]}}})"),
      ElementsAre("dns-config-unread \"_grpc_config.a\""));
}

// A tag and an anchor are no part of a text.
TEST(UnreadConfigTest, FaultsLieInTheText) {
  EXPECT_THAT(FaultsIn("octodns", "a: !!str &x 'CONFIG'\n"),
              ElementsAre("dns-config-unread 'grpc_config=[1]'"));
}

}  // namespace
}  // namespace grpcfg
