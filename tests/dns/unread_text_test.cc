// Texts that are not zone files are named in one fault, and zone files never are.
#include "dns/unread_text.h"

#include <string>

#include "dns/zone_reader.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;

DnsRecords ReadAndName(absl::string_view text) {
  DnsRecords zone = ReadZone(text, {.path = "a"});
  NameForeignText(zone);
  return zone;
}

struct Row {
  const char* text;
  const char* detail;
  const char* help;
};

constexpr const char* kForms = "known forms of records are `zone`, `route53`";

TEST(UnreadTextTest, IsNamedInOneFault) {
  const Row rows[] = {
      {"resource \"aws_route53_record\" \"a\" {\n  type = \"TXT\"\n  records = [\"x\"]\n}\n",
       "it is Terraform (HCL)", "`.tf.json`"},
      {"variable \"shop\" {\n}\n", "it is Terraform (HCL)", "`terraform show -json`"},
      {"{\"a\": {\"b\": [1, 2]}}\n", "it is JSON, and in no known form of DNS records", kForms},
      {"[\n  {\"name\": \"TXT\"}\n]\n", "it is JSON, and in no known form of DNS records", kForms},
      {"hosts:\n  - name: shop\n    txt: x\n", "it is YAML, and in no known form of DNS records",
       kForms},
      {"apiVersion: v1\nkind: ConfigMap\ndata: {}\n",
       "it is a Kubernetes manifest, and in no known form of DNS records", kForms},
      {"class A {\n  int a = 1;\n}\n", "it is source code", kForms},
      {"package main\n\nconst a = 1\n", "it is source code", kForms},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n",
       "it is a Git LFS pointer", "`git lfs pull`"},
      {"#!/bin/sh\necho shop\nexit\n", "it is a shell script", kForms},
      {"| a | b |\n| c | d |\n| e | f |\n", "most of its lines are not DNS records", kForms},
  };
  for (const Row& row : rows) {
    const DnsRecords zone = ReadAndName(row.text);
    ASSERT_EQ(zone.faults.size(), 1U) << row.text;
    EXPECT_EQ(zone.faults[0].kind, ZoneFaultKind::kNotReadable) << row.text;
    EXPECT_EQ(zone.faults[0].detail, row.detail);
    EXPECT_THAT(zone.faults[0].help, HasSubstr(row.help));
    EXPECT_FALSE(zone.faults[0].span.empty());
  }
}

TEST(UnreadTextTest, AZoneFileIsNotOne) {
  const char* const texts[] = {
      "",
      "; nothing\n",
      "$ORIGIN e.\n_grpc_config.a TXTT \"x\"\n",
      "_grpc_config.a 300 IN TEXT \"grpc_config=[]\"\n",
      "_grpc_config.a 300 IN TXT \"grpc_config=[{\"\n  nonsense\n",
      "# a comment of another language\na 300 A 192.0.2.1\nb 300 A 192.0.2.2\n",
      "1 PTR shop.\n2 PTR shop.\n{ x\n",
  };
  for (const char* const text : texts) {
    for (const ZoneFault& fault : ReadAndName(text).faults) {
      EXPECT_NE(fault.kind, ZoneFaultKind::kNotReadable) << text;
    }
  }
}

}  // namespace
}  // namespace grpcfg
