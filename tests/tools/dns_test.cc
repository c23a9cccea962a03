// `grpcfg dns`: what it prints, and with which status.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/dns/zone_cases.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kGood[] = R"($ORIGIN e.
$TTL 300
_grpc_config.a TXT "grpc_config=[{\"serviceConfig\":{}}]"
)";

class DnsTest : public testing::Test {
 protected:
  void SetUp() override {
    run_.files.Write("good.zone", kGood);
    run_.files.Write("bad.zone", absl::StrCat(kGood, "_grpc_config.b TXT \"grpc_config=[]\"\n"));
    run_.files.Write("a.json", R"({"loadBalancingConfig": [{"round_robin": {}}]})");
  }

  GrpcfgRun run_;
};

TEST_F(DnsTest, ChecksZoneFiles) {
  ExpectRows(run_, {{"dns check good.zone --quiet", 0, "", ""},
                    {"dns check bad.zone --format concise", 1,
                     "bad.zone:4:33: error: the list has no choice, so no client gets a config "
                     "[dns-no-fallback]\n",
                     ""},
                    {"dns check bad.zone --format concise --disable dns-no-fallback", 0, "", ""},
                    {"dns check nowhere.zone", 2, "", nullptr},
                    {"dns check good.zone --provider nobody", 2, "", nullptr}});
  EXPECT_EQ(run_.Run("$G dns check good.zone --origin a..b").status, 2);
}

// A gate that has read nothing has not passed anything.
TEST_F(DnsTest, NothingToCheckIsNoPass) {
  run_.files.Write("addresses.zone", "$ORIGIN e.\n@ 300 SOA a b 1 2 3 4 5\nshop 300 A 192.0.2.1\n");
  run_.files.Write("empty.zone", "");
  run_.files.Write("other.json", R"({"dependencies": {"a": "1"}})");
  run_.files.Write("a.tf", "resource \"aws_route53_record\" \"a\" {\n  type = \"TXT\"\n}\n");
  for (const char* const arguments :
       {"addresses.zone", "empty.zone", "good.zone --input-format octodns --disable dns-file-*",
        "other.json --input-format route53", "addresses.zone empty.zone --fail-on never",
        "a.tf --disable dns-file-unreadable", "good.zone --target node",
        "good.zone --target dotnet"}) {
    const RunResult result = run_.Run(absl::StrCat("$G dns check ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(": no DNS record has a service config"));
    const RunResult allowed = run_.Run(absl::StrCat("$G dns check --allow-empty ", arguments));
    EXPECT_EQ(allowed.status, 0) << arguments;
  }
  // What is in no known form is named, and was not checked.
  run_.files.Write("b.tf", "variable \"a\" {\n}\n");
  for (const char* const arguments : {"b.tf", "b.tf --allow-empty", "other.json", "a.json"}) {
    const RunResult result = run_.Run(absl::StrCat("$G dns check --format concise ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.out, HasSubstr("the file is not read: it is ")) << arguments;
  }
  EXPECT_THAT(run_.Run("$G dns check b.tf").out, HasSubstr("`terraform show -json`"));
  EXPECT_THAT(run_.Run("$G dns check a.json").out, HasSubstr("`grpcfg check`"));
  // Each file that is named counts, whatever the others have.
  for (const char* const command :
       {"dns check good.zone addresses.zone", "check good.zone addresses.zone",
        "check addresses.zone", "check - <addresses.zone", "dns check bad.zone addresses.zone"}) {
    const RunResult result = run_.Run(absl::StrCat("$G ", command));
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("nothing to check in ")) << command;
    EXPECT_THAT(result.err, HasSubstr("--allow-empty")) << command;
  }
  EXPECT_EQ(run_.Run("$G dns check --allow-empty good.zone addresses.zone").status, 0);
  // What a directory has beside configs is no mistake.
  run_.files.Write(".grpcfg.json", R"({"include": ["*.zone", "*.json"]})");
  (void)run_.Run("mkdir walked; cp .grpcfg.json good.zone addresses.zone a.json walked");
  EXPECT_EQ(run_.Run("$G check walked").status, 0);
  EXPECT_EQ(run_.Run("$G check a.tf").status, 1);
  EXPECT_EQ(run_.Run("$G dns select a.tf --name a.e").status, 2);
}

TEST_F(DnsTest, SaysHowManyRecordsWereChecked) {
  EXPECT_THAT(run_.Run("$G dns check bad.zone").out,
              HasSubstr("\n2 TXT records at `_grpc_config`\n"));
  EXPECT_THAT(run_.Run("$G dns check good.zone bad.zone --format json").out,
              testing::AllOf(HasSubstr(R"("records": 1)"), HasSubstr(R"("records": 2)")));
}

TEST_F(DnsTest, FailsWhereAnExpectedRecordIsMissing) {
  run_.files.Write("alias.zone", absl::StrCat(kGood, "_grpc_config.w CNAME _grpc_config.a\n"));
  ExpectRows(run_, {{"dns check good.zone --quiet --expect a.e", 0, "", ""},
                    {"dns check alias.zone --quiet --expect a.e --expect W.e.", 0, "", ""},
                    {"dns check good.zone --quiet --expect a.e --expect b.e", 1, "",
                     "grpcfg: --expect: no file has a service config at `_grpc_config.b.e`; if a "
                     "file has relative names, pass --origin\n"},
                    {"dns check good.zone --expect 192.0.2.1", 2, "", nullptr},
                    {"dns check good.zone --expect _grpc_config.a.e", 2, "", nullptr}});
  EXPECT_EQ(run_.Run("$G dns check good.zone bad.zone --disable 'dns-no-*' --expect b.e").status,
            0);
}

// What a pipeline would paste: with the verdict, and not at all if it is a bad one.
TEST_F(DnsTest, EncodeRefusesWhatClientsReject) {
  run_.files.Write("rejected.json", R"({"methodConfig": [{"name": [{}], "timeout": "5000ms"}]})");
  const RunResult refused = run_.Run("$G dns encode rejected.json --name a.e");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.out, IsEmpty());
  EXPECT_THAT(refused.err, HasSubstr("rejects: spec, core, go, java, node\n"));
  EXPECT_THAT(refused.err, HasSubstr("[duration-malformed]"));
  EXPECT_THAT(refused.err, HasSubstr("--force"));
  const RunResult forced = run_.Run("$G dns encode rejected.json --name a.e --force");
  EXPECT_EQ(forced.status, 0);
  EXPECT_THAT(forced.out, HasSubstr("5000ms"));
  EXPECT_THAT(forced.err, HasSubstr("rejects: spec"));
  EXPECT_THAT(run_.Run("$G dns encode a.json --name a.e").err,
              HasSubstr("accepts: spec, core, go, java, node\n"));
}

// The limits of the format that is written, and of the one that is read.
TEST_F(DnsTest, AFormatHasTheLimitsOfItsProvider) {
  run_.files.Write("long.json",
                   absl::StrCat(R"({"methodConfig": [{"name": [{"service": ")",
                                std::string(5'000, 'x'), R"("}], "timeout": "5s"}]})"));
  const char* const encode = "$G dns encode long.json --name a.e --quiet --output-format ";
  for (const char* const format : {"route53", "cloudflare", "azure", "terraform-json", "terraform",
                                   "az-command", "terraform --provider cloudflare"}) {
    const RunResult result = run_.Run(absl::StrCat(encode, format));
    EXPECT_EQ(result.status, 1) << format;
    EXPECT_THAT(result.err, HasSubstr(" takes at most 40")) << format;
  }
  for (const char* const format : {"zone", "gcloud", "raw", "terraform --provider gcloud"}) {
    EXPECT_EQ(run_.Run(absl::StrCat(encode, format)).status, 0) << format;
  }
  EXPECT_THAT(run_.Run(absl::StrCat(encode, "route53 --force | $G dns check -")).out,
              HasSubstr("[dns-provider-limit]"));
}

// What the remedy of a Terraform file says is read.
TEST_F(DnsTest, ReadsTheJsonOfTerraform) {
  run_.files.Write("a.tf.json",
                   R"({"resource": {"google_dns_record_set": {"a": {"name": "_grpc_config.a.e.",)"
                   R"("type": "TXT", "rrdatas": ["\"grpc_config=[]\""]}}}})");
  run_.files.Write("shown.json",
                   R"({"format_version": "1.0", "values": {"root_module": {"resources": [)"
                   R"({"address": "google_dns_record_set.a", "type": "google_dns_record_set",)"
                   R"("values": {"name": "_grpc_config.a.e.", "type": "TXT",)"
                   R"("rrdatas": ["\"grpc_config=[]\""]}}]}}})");
  for (const char* const file : {"a.tf.json", "shown.json"}) {
    EXPECT_THAT(run_.Run(absl::StrCat("$G dns check --format concise ", file)).out,
                HasSubstr("the list has no choice"))
        << file;
  }
}

TEST_F(DnsTest, CheckTakesZoneFilesToo) {
  const RunResult result = run_.Run("$G check bad.zone --format concise");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, run_.Run("$G dns check bad.zone --format concise").out);
  EXPECT_EQ(
      result.err,
      "grpcfg: note: `bad.zone` is a zone file: its DNS records are checked as by `grpcfg dns "
      "check`\n");
  EXPECT_THAT(run_.Run("$G check bad.zone --quiet").err, IsEmpty());
}

// Before any query: what a file has must be sure.
TEST_F(DnsTest, DiffRefusesWhatIsNotSure) {
  run_.files.Write("included.zone", absl::StrCat(kGood, "$INCLUDE nowhere.zone\n"));
  run_.files.Write("open.zone", "$ORIGIN e.\n_grpc_config.b 300 TXT \"grpc_config=[\n");
  run_.files.Write("relative.zone", "_grpc_config.b 300 TXT \"grpc_config=[]\"\n");
  run_.files.Write("alias.zone", "$ORIGIN e.\n_grpc_config.b 300 CNAME x.other.\n");
  run_.files.Write("list.json", "[1]");
  const auto says = [&](const std::string& command, const std::string& words) {
    const RunResult result = run_.Run(absl::StrCat("$G dns diff ", command));
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_THAT(result.out, IsEmpty()) << command;
    EXPECT_THAT(result.err, HasSubstr(words)) << command;
  };
  says("good.zone b.e", "`good.zone` has no config for `b.e`; pass --absent if none is intended");
  says("good.zone a.e --absent", "but --absent is set");
  for (const char* const absent : {"", " --absent"}) {
    says(absl::StrCat("included.zone b.e", absent), "`grpcfg dns check` says what is wrong");
    says(absl::StrCat("open.zone b.e", absent), "`grpcfg dns check` says what is wrong");
    says(absl::StrCat("relative.zone b.e", absent), "set it with --origin");
    says(absl::StrCat("alias.zone b.e", absent), "is an alias of a name without a TXT");
  }
  says("list.json a.e", "`list.json`: a choice of the list is not a JSON object");
  says("- a.e </dev/null", "stdin");
  says("good.zone", "a file and a host are taken");
  says("good.zone 192.0.2.1", "is an address");
  says("good.zone '*.e'", "is a wildcard");
  // Nothing listens there.
  const RunResult unanswered =
      run_.Run("$G dns diff good.zone a.e --server 127.0.0.1:1 --timeout 100ms");
  EXPECT_EQ(unanswered.status, 2);
  EXPECT_THAT(unanswered.out, HasSubstr("not known: nothing listens at 127.0.0.1:1"));
}

// A file beside the zone is included, one outside of it is not.
TEST_F(DnsTest, IncludesStayInside) {
  run_.files.Write("zones/a.zone", "$ORIGIN e.\n$TTL 300\n$INCLUDE b.zone\n$INCLUDE ../bad.zone\n");
  run_.files.Write("zones/b.zone", "_grpc_config.c TXT \"grpc_config=[]\"\n");
  const RunResult result = run_.Run("$G dns check zones/a.zone --format concise");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("zones/b.zone:1:33: error: the list has no choice"));
  EXPECT_THAT(result.out, HasSubstr("zones/a.zone:4:10: error: `../bad.zone` is not included"));
  const RunResult wide = run_.Run("$G dns check zones/a.zone --include-root . --format concise");
  EXPECT_THAT(wide.out, HasSubstr("bad.zone:4:33: error"));
}

// BIND and NSD look below their directory, and Knot beside the zone.
TEST_F(DnsTest, AnIncludedFileThatServersDifferOnIsAFinding) {
  run_.files.Write("zones/a.zone", "$ORIGIN e.\n$TTL 300\n$INCLUDE b.zone\n");
  run_.files.Write("zones/b.zone",
                   "_grpc_config.c TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n");
  const char* const check = "$G dns check zones/a.zone --format concise ";
  EXPECT_THAT(run_.Run(check).out, testing::Not(HasSubstr("dns-zone-portability")));
  EXPECT_THAT(run_.Run(absl::StrCat(check, "--include-root .")).out,
              HasSubstr("zones/a.zone:3:10: warning: `b.zone` is beside this file, and below "
                        "`--include-root` is none [dns-zone-portability]"));
  run_.files.Write("b.zone", "");
  EXPECT_THAT(run_.Run(absl::StrCat(check, "--include-root .")).out, HasSubstr("is another one"));
  EXPECT_THAT(run_.Run(absl::StrCat(check, "--include-root zones")).out,
              testing::Not(HasSubstr("dns-zone-portability")));
}

// Secondaries transfer a zone by its serial.
TEST_F(DnsTest, AForgottenSerialIsFoundAndRaised) {
  const auto zone = [](int serial, absl::string_view timeout) {
    return absl::StrCat("$ORIGIN e.\n@ 300 SOA a b ", serial, " 2 3 4 5\n_grpc_config.a 300 TXT ",
                        R"("grpc_config=[{\"serviceConfig\":{\"methodConfig\":[{\"name\":[{}],)",
                        R"(\"timeout\":\")", timeout, R"(\"}]}}]")", "\n");
  };
  run_.files.Write("old.zone", zone(7, "5s"));
  run_.files.Write("new.zone", zone(7, "6s"));
  const char* const check = "$G dns check new.zone --format concise --serial-since old.zone";
  const RunResult late = run_.Run(check);
  EXPECT_EQ(late.status, 1);
  EXPECT_THAT(late.out, HasSubstr("new.zone:2:15: error: the serial 7 does not come after 7"));
  const RunResult raised =
      run_.Run("$G dns encode a.json --name a.e --bump-serial new.zone --quiet");
  EXPECT_EQ(raised.status, 0);
  EXPECT_EQ(run_.Run("cat new.zone").out, zone(8, "6s"));
  EXPECT_EQ(run_.Run(check).status, 0);
  EXPECT_EQ(run_.Run("$G dns check new.zone --serial-since good.zone").status, 2);
  EXPECT_EQ(run_.Run("$G dns check new.zone --serial-since nowhere").status, 2);
  EXPECT_EQ(run_.Run("$G dns encode a.json --name a.e --bump-serial good.zone").status, 2);
}

// A file that includes itself, and one that is included at two names, are each one file.
TEST_F(DnsTest, AFileIsReportedOnce) {
  run_.files.Write("loop.zone", "$ORIGIN e.\n$TTL 300\n$INCLUDE ./inner.zone\n");
  run_.files.Write("inner.zone", "$INCLUDE loop.zone\n_grpc_config TXT \"grpc_config=[]\"\n");
  const RunResult loop = run_.Run("$G dns check ./loop.zone --format concise");
  EXPECT_THAT(loop.out, HasSubstr("inner.zone:1:10: error: `loop.zone` is not included: the file "
                                  "would include itself without end [dns-include-failed]\n"));
  run_.files.Write("twice.zone", "$ORIGIN e.\n$INCLUDE part.zone a\n$INCLUDE part.zone b\n");
  run_.files.Write("part.zone", "$TTL 300\n_grpc_config TXT \"grpc_config=[]\"\n");
  const RunResult twice = run_.Run("$G dns check twice.zone");
  EXPECT_THAT(twice.out, HasSubstr("\n2 files checked"));
  EXPECT_THAT(twice.out, HasSubstr("the same in 1 more record\n"));
  run_.files.Write("none.zone", "$ORIGIN e.\n$TTL 300\n$INCLUDE nowhere.zone\n");
  EXPECT_THAT(run_.Run("$G dns check none.zone").out, HasSubstr("there is no such file"));
}

// A file that says nothing of its zone has another name than the one that is requested.
TEST_F(DnsTest, SelectSaysWhatNamesAreBelow) {
  const char* const select =
      "$G dns encode a.json --name a.e --quiet --output-format octodns | "
      "$G dns select - --name a.e --target go ";
  EXPECT_THAT(run_.Run(select).out, HasSubstr("note: the file has relative names but no zone"));
  EXPECT_THAT(run_.Run(absl::StrCat(select, "--origin a.e")).out, HasSubstr("go      choice 0"));
}

// What clients never ask for is not written, and limits are said.
TEST_F(DnsTest, RefusesMeaninglessValues) {
  for (const char* const arguments :
       {"encode a.json --name 192.0.2.1", "encode a.json --name ::1", "encode a.json --name '*.e'",
        "encode a.json --name ''", "encode a.json --name _grpc_config.e",
        "encode a.json --name a.e --provider-limit 9", "select good.zone --name _grpc_config.a.e",
        "select good.zone --name a.e --draws 0",
        "select good.zone --name a.e --draws 99999999999999999999",
        "check good.zone --provider-limit 9"}) {
    const RunResult result = run_.Run(absl::StrCat("$G dns ", arguments));
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_THAT(result.err, testing::Not(IsEmpty())) << arguments;
  }
  EXPECT_THAT(run_.Run("$G dns encode a.json --name localhost").err, HasSubstr("gRFC A10"));
}

// What is written is clean for every client, also for those that never ask.
// But for what Java needs to read it.
TEST_F(DnsTest, WhatIsEncodedIsCleanForAll) {
  const char* const encode = "$G dns encode a.json --name a.e --quiet ";
  EXPECT_THAT(run_.Run(absl::StrCat(encode, "| $G dns check --target all -")).out,
              HasSubstr(": 1 note\n"));
  EXPECT_THAT(run_.Run(absl::StrCat(encode, "--output-format raw | $G check --target all -")).out,
              HasSubstr(": 1 note\n"));
}

// On what servers differ a finding says who does what. A part of a zone is no zone to any of them.
TEST_F(DnsTest, ReportsWhatEachServerDoes) {
  size_t differ = 0;
  for (const ZoneCase& each : ZoneCases()) {
    if (each.by_bind == each.by_zscanner) continue;
    ++differ;
    if (!absl::StrContains(each.text, " SOA ")) continue;
    run_.files.Write("differs.zone", each.text);
    const RunResult result = run_.Run("$G dns check --origin example.test. differs.zone");
    EXPECT_THAT(result.out, testing::AllOf(HasSubstr("BIND"), HasSubstr("NSD"), HasSubstr("Knot")))
        << each.id;
  }
  EXPECT_EQ(differ, 18U);
}

TEST_F(DnsTest, SelectsAsJson) {
  const RunResult result =
      run_.Run("$G dns select good.zone --name a.e --target go,dotnet --format json");
  EXPECT_EQ(result.status, 0);
  for (const char* const part :
       {R"("version": 1)", R"("name": "a.e")", R"("target": "go")", R"("outcome": "choice")",
        R"("choice": 0)", R"("share": 1.0)", R"("outcome": "not-read")", R"("choice": null)"}) {
    EXPECT_THAT(result.out, HasSubstr(part));
  }
  EXPECT_EQ(run_.Run("$G dns select good.zone").status, 2);
}

// 192.0.2.0/24 is for documentation (RFC 5737): none of these gets as far as a socket.
TEST_F(DnsTest, LiveSaysWhatItCannotAsk) {
  run_.files.Write("names", "# ours\n\na..e\n");
  ExpectRows(run_, {{"dns live --server 192.0.2.1", 2, "",
                     "grpcfg: no name is given; write a host, or --names-from FILE\n"},
                    {"dns live a.e --server ns.e", 2, "",
                     "grpcfg: --server: `ns.e` is not the address of a name server; write "
                     "192.0.2.1, 192.0.2.1:5353 or [2001:db8::1]:5353\n"},
                    {"dns live _grpc_config.a.e --server 192.0.2.1", 2, "",
                     "grpcfg: `_grpc_config.a.e`: name the host, without `_grpc_config.`\n"},
                    {"dns live a.e --server 192.0.2.1 --timeout 0s", 2, "",
                     "grpcfg: --timeout: `0s` is not a time to wait; write `2s` or `500ms`\n"},
                    {"dns live --names-from names --server 192.0.2.1", 2, "", nullptr},
                    {"dns live --names-from nowhere --server 192.0.2.1", 2, "", nullptr}});
}

// Nothing listens at port 1 of loopback: what is known is reported, and that it is not all.
TEST_F(DnsTest, LiveReportsWhoIsNotHeard) {
  const RunResult result =
      run_.Run("$G dns live a.e --server 127.0.0.1:1 --timeout 300ms --format concise");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, HasSubstr("a.e:1:3: error: "));
  EXPECT_THAT(result.out, HasSubstr("[dns-no-answer]"));
  EXPECT_EQ(result.err,
            "grpcfg: 1 of 1 names: some servers did not answer; results are incomplete\n");
}

TEST_F(DnsTest, EncodesWhatIsClean) {
  for (const char* const format :
       {"zone", "route53", "cloudflare", "gcloud", "azure", "octodns", "dnscontrol-json",
        "terraform-json", "external-dns", "raw", "terraform", "dnscontrol", "nsupdate",
        "gcloud-command", "az-command"}) {
    const RunResult result = run_.Run(absl::StrCat(
        "$G dns encode a.json --name a.e --quiet --output-format ", format,
        " | tee record | $G dns check - --quiet --fail-on warning --input-format ", format));
    EXPECT_EQ(result.status, 0) << format << "\n" << result.out;
    EXPECT_THAT(result.err, IsEmpty()) << format;
    EXPECT_EQ(run_.Run("$G dns check record --quiet --fail-on warning").status, 0) << format;
  }
}

TEST_F(DnsTest, EncodeReportsSizesAndRefuses) {
  const RunResult fits = run_.Run("$G dns encode a.json --name a.e --provider route53");
  EXPECT_EQ(fits.status, 0);
  EXPECT_THAT(fits.err, HasSubstr("UDP without EDNS, 512: fits, "));
  EXPECT_THAT(fits.err, HasSubstr("route53: fits, "));
  run_.files.Write("big.json", absl::StrCat(R"({"x": ")", std::string(70'000, 'x'), "\"}"));
  ExpectRows(run_,
             {{"dns encode big.json --name a.e", 1, "", nullptr},
              {"dns encode a.json --name a.e --provider vultr", 1, "", nullptr},
              {"dns encode a.json --name _grpc_config.a.e", 2, "", nullptr},
              {"dns encode a.json --name a.e --choice lang=cobol", 2, "", nullptr},
              {"dns encode good.zone --name a.e", 2, "", nullptr},
              {"dns encode a.json --name a.e --output-format terraform "
               "--provider dnsimple",
               2, "",
               "grpcfg: --provider: no Terraform resource of `dnsimple` is written, only those "
               "of route53, gcloud, azure, cloudflare\n"},
              {"dns encode a.json", 2, "", nullptr}});
}

// octoDNS escapes quotes for many providers, and not what is before them.
TEST_F(DnsTest, EncodeSaysWhatOctodnsDoesWithBackslashes) {
  const char* const encode = "$G dns encode a.json --name a.e --force --output-format octodns";
  EXPECT_THAT(run_.Run(encode).err, Not(HasSubstr("backslashes")));
  run_.files.Write("a.json", R"({"x": "\\"})");
  EXPECT_THAT(run_.Run(encode).err, HasSubstr("note: the config has backslashes, which octoDNS"));
}

TEST_F(DnsTest, NamesItsCommands) {
  EXPECT_THAT(run_.Run("$G dns").err, HasSubstr("subcommand"));
  EXPECT_THAT(run_.Run("$G help dns select").out, HasSubstr("grpcfg dns select"));
  EXPECT_THAT(run_.Run("$G dns select --nam x").err, HasSubstr("`grpcfg dns select`"));
}

// Whichever command: what it reads stays as it is.
TEST_F(DnsTest, NoOutputReplacesAnInput) {
  run_.files.Write("main.zone", absl::StrCat(kGood, "$INCLUDE more.zone\n"));
  run_.files.Write("more.zone",
                   "_grpc_config.c TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n");
  run_.files.Write(".grpcfg.json", R"({"protos": ["a.proto"]})");
  run_.files.Write("a.proto", "syntax = \"proto3\";\n");
  run_.files.Write("names", "a.e\n");
  run_.files.Write("was.zone", "$ORIGIN e.\n@ 60 SOA a b 1 2 3 4 5\n");
  run_.files.Write("b.json", "{}");
  run_.files.Write("client.py",
                   "x = '{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"5s\"}]}'\n");
  (void)run_.Run(
      "mkdir old new; cp a.json old/x_service_config.json; "
      "cp b.json new/x_service_config.json");
  const char* const all = "cat *.zone *.json *.proto *.py names .grpcfg.json old/* new/* | cksum";
  const std::string before = run_.Run(all).out;
  for (const char* const command :
       {"dns check main.zone --format json:more.zone",
        "dns check main.zone >>more.zone",
        "check main.zone --format json:more.zone",
        "dns check more.zone --origin e. >>more.zone",
        "dns check more.zone --origin e. --serial-since was.zone >>was.zone",
        "dns select main.zone --name a.e --format json:more.zone",
        "dns select main.zone --name a.e >>more.zone",
        "dns diff main.zone a.e --server 127.0.0.1:1 --format json:more.zone",
        "diff a.json b.json --format json:.grpcfg.json",
        "diff a.json b.json >>.grpcfg.json",
        "diff old new --format json:old/x_service_config.json",
        "dns live --names-from names --server 127.0.0.1:1 --format json:.grpcfg.json",
        "dns live --names-from names --server 127.0.0.1:1 --format json:a.proto",
        "dns live --names-from names --server 127.0.0.1:1 >>names",
        "dns live - --server 127.0.0.1:1 --format json:names <names",
        "batch <b.json >>b.json",
        "batch --proto a.proto <b.json >>a.proto",
        "dns encode a.json --name h.e >>a.json",
        "dns encode a.json --name h.e --choice lang=go,config=b.json >>b.json",
        "extract client.py >>client.py",
        "extract --language python - <client.py >>client.py",
        "resolve client.py:1 --format json:client.py",
        "resolve client.py:1 >>client.py",
        "simulate client.py:1 --format html:client.py",
        "simulate client.py >>client.py",
        "fix - <b.json >>.grpcfg.json",
        "fix --diff b.json >>a.proto"}) {
    const RunResult result = run_.Run(absl::StrCat("$G ", command));
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("it is the same file as the input")) << command;
    EXPECT_EQ(run_.Run(all).out, before) << command;
  }
}

TEST_F(DnsTest, APipeIsNotIncluded) {
  run_.files.Write("main.zone", absl::StrCat(kGood, "$INCLUDE fifo\n"));
  EXPECT_EQ(run_.Run("mkfifo fifo; timeout 10 $G dns check main.zone").status, 1);
}

// Time in proportion to the text: what takes a second here would take minutes in its square.
TEST_F(DnsTest, ManyRecordsAndManyStringsTakeNoLonger) {
  constexpr int kMany = 200000;
  std::string records(kGood);
  std::string strings = "_grpc_config.s.e. 300 TXT";
  std::string values = "---\n_grpc_config.a:\n  type: TXT\n  ttl: 300\n  values:\n";
  for (int i = 0; i < kMany; ++i) {
    absl::StrAppend(&records, "_grpc_config.a TXT \"v", i, "\"\n");
    absl::StrAppend(&strings, " \"", i, "\"");
    absl::StrAppend(&values, "    - \"v", i, "\"\n");
  }
  run_.files.Write("records.zone", records);
  run_.files.Write("strings.zone", strings + "\n");
  run_.files.Write("values.yaml", values);
  for (const char* const file :
       {"records.zone", "strings.zone", "--input-format octodns --origin e. values.yaml"}) {
    EXPECT_LE(run_.Run(absl::StrCat("ulimit -t 20; $G dns check -q ", file)).status, 2) << file;
  }
}

}  // namespace
}  // namespace grpcfg
