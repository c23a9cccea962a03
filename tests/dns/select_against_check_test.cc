// What a client gets and refuses is never passed by the check, whatever name serves it: zones made
// at random of hosts, wildcards and aliases.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dns/check_dns.h"
#include "dns/domain_name.h"
#include "dns/owner_records.h"
#include "dns/selection.h"
#include "dns/zone_reader.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"

namespace grpcfg {
namespace {

constexpr const char* kOwners[] = {
    "_grpc_config.a",  "_grpc_config.b", "_grpc_config.c.d", "a", "b", "c.d", "*", "*.d", "cfg",
    "_grpc_config.x.d"};

constexpr const char* kRecords[] = {
    R"(TXT "grpc_config=[{\"serviceConfig\":{}}]")",
    R"(TXT "grpc_config=[{bad")",
    R"(TXT "grpc_config=[{\"serviceConfig\":{\"methodConfig\":1}}]")",
    R"(TXT "grpc_" "config=[{bad")",
    R"(TXT "v=spf1 -all")",
    "A 192.0.2.1",
    "CNAME cfg",
    "CNAME a",
    "CNAME _grpc_config.b",
    "CNAME x.d",
};

constexpr const char* kHosts[] = {"a.e.", "b.e.", "c.d.e.", "x.d.e.", "y.e."};

std::string RandomZone(std::mt19937& random) {
  std::string text = "$ORIGIN e.\n$TTL 300\n@ SOA ns1 admin 1 2 3 4 5\n";
  for (size_t left = random() % 6 + 1; left > 0; --left) {
    absl::StrAppend(&text, kOwners[random() % std::size(kOwners)], " ",
                    kRecords[random() % std::size(kRecords)], "\n");
  }
  return text;
}

// True if the client gets something at its name of the host that it refuses, in some order.
bool Refuses(const ZoneLookup& lookup, const std::string& host, const Target& target,
             const RuleSet& rules) {
  const bool is_prefixed = target.profile->calls.txt_name == TxtName::kPrefixed;
  const OwnerRecords records =
      lookup.At(is_prefixed ? absl::StrCat(kConfigLabel, ".", host) : host);
  const Selection selected = SelectFrom({records.owner, records.values}, target, {}, rules);
  return std::any_of(
      selected.shares.begin(), selected.shares.end(),
      [](const SelectedShare& share) { return share.outcome == SelectionOutcome::kError; });
}

TEST(SelectAgainstCheckTest, WhatAClientRefusesIsNotPassed) {
  const std::vector<Target> targets = *ParseTargets("core,go,java,node");
  const CheckPlan plan(targets, RulesAndProjectRules());
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same zones each time
  size_t refused = 0;
  for (int i = 0; i < 1500; ++i) {
    const std::string text = RandomZone(random);
    const DnsRecords zone = ReadZone(text, {.path = "a.zone"});
    const ZoneLookup lookup(zone);
    const Report report = CheckDns(zone, plan)[0].report;
    for (size_t target = 0; target < targets.size(); ++target) {
      for (const char* const host : kHosts) {
        if (!Refuses(lookup, host, targets[target], plan.rules)) continue;
        ++refused;
        ASSERT_EQ(report.verdicts[target], Verdict::kRejects)
            << host << " " << targets[target].spelling << "\n"
            << text;
        ASSERT_GT(report.Count(Severity::kError), 0U) << host << "\n" << text;
      }
    }
  }
  EXPECT_GT(refused, 1000U);
}

}  // namespace
}  // namespace grpcfg
