// What a client gets and refuses is never passed by the check, whatever name serves it, nor hidden
// by a baseline if it did not before: zones made at random of hosts, wildcards and aliases.
#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "dns/check_dns.h"
#include "dns/domain_name.h"
#include "dns/owner_records.h"
#include "dns/selection.h"
#include "dns/zone_reader.h"
#include "gtest/gtest.h"
#include "schema/json/foreign_format.h"
#include "tests/validator/project/every_rule.h"
#include "validator/project/known_findings.h"

namespace grpcfg {
namespace {

constexpr const char* kOwners[] = {"_grpc_config.a",
                                   "_grpc_config.b",
                                   "_grpc_config.c.d",
                                   "a",
                                   "b",
                                   "c.d",
                                   "*",
                                   "*.d",
                                   "cfg",
                                   "_grpc_config.x.d",
                                   "d",
                                   "x.f"};

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
    "DNAME f",
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

// Of a zone that the file does not say.
TEST(ZoneLookupTest, FindsARelativeNameByItsWholeName) {
  const struct {
    const char* lines;
    const char* owner;
  } rows[] = {
      {"_grpc_config.a CNAME cfg.e.f.\ncfg TXT x\ncfg TXT grpc_config=[]\n", "cfg"},
      {"_grpc_config.a CNAME x.cfg.e.\ncfg TXT grpc_config=[]\n", ""},
      {"_grpc_config.a CNAME x.cfg.e.\nx.cfg TXT grpc_config=[]\nx TXT grpc_config=[]\n", "x.cfg"},
      // To another zone, under the same name.
      {"_grpc_config.a CNAME _grpc_config.a.f.\n", ""},
      {"$ORIGIN e.\n_grpc_config.a CNAME cfg.f.\ncfg TXT grpc_config=[]\n", ""},
  };
  for (const auto& row : rows) {
    const DnsRecords zone = ReadZone(row.lines, {.path = "a.zone"});
    const std::string name = zone.origin ? "_grpc_config.a.e." : "_grpc_config.a";
    const ZoneLookup::AliasEnd end = ZoneLookup(zone).Follow(name);
    EXPECT_EQ(end.records.owner, row.owner) << row.lines;
    EXPECT_FALSE(end.is_loop) << row.lines;
  }
}

TEST(ZoneLookupTest, FollowsADnameForAllBelowIt) {
  const std::string head =
      "$ORIGIN e.\n$TTL 300\n@ SOA ns1 admin 1 2 3 4 5\n_grpc_config.b TXT x\n";
  const struct {
    const char* lines;
    const char* name;
    const char* owner;
  } rows[] = {
      {"c DNAME b", "_grpc_config.c.e.", "_grpc_config.b.e."},
      {"c DNAME b\n_grpc_config.c TXT y", "_grpc_config.c.e.", "_grpc_config.b.e."},
      {"c DNAME b\nx.c DNAME d", "_grpc_config.x.c.e.", ""},
      {"d DNAME c\nc DNAME b", "_grpc_config.d.e.", "_grpc_config.b.e."},
      {"d TYPE39 b", "_grpc_config.d.e.", "_grpc_config.b.e."},
      {"_grpc_config.c DNAME _grpc_config.b", "_grpc_config.c.e.", "_grpc_config.c.e."},
      {"c DNAME d\n*.d CNAME _grpc_config.b", "_grpc_config.c.e.", "_grpc_config.b.e."},
      {"c DNAME x.c", "_grpc_config.c.e.", ""},
      {". DNAME b", "_grpc_config.c.e.", ""},
      {"b.f. DNAME .", "_grpc_config.b.e.b.f.", "_grpc_config.b.e."},
  };
  for (const auto& row : rows) {
    const std::string text = absl::StrCat(head, row.lines, "\n");
    const DnsRecords zone = ReadZone(text, {.path = "a.zone"});
    EXPECT_EQ(ZoneLookup(zone).At(row.name).owner, row.owner) << row.lines;
  }
}

// grpc-go takes one record of several, by chance.
TEST(SelectAgainstCheckTest, WhatStandsBesideTheConfigBehindAnAliasCounts) {
  const std::vector<Target> targets = *ParseTargets("go");
  const CheckPlan plan(targets, RulesAndProjectRules());
  const DnsRecords zone = ReadZone(
      "$ORIGIN e.\n$TTL 300\n_grpc_config.a CNAME b\n_grpc_config.c CNAME d\n"
      "b TXT \"v=spf1 -all\"\nd TXT \"v=spf1 -all\"\n"
      R"(b TXT "grpc_config=[{\"serviceConfig\":{}}]")"
      "\n",
      {.path = "a.zone"});
  EXPECT_EQ(CheckDns(zone, plan)[0].report.verdicts[0], Verdict::kRejects);
  EXPECT_EQ(ZoneLookup(zone).At("_grpc_config.a.e.").txt.size(), 2U);
}

// ---- Pairs of zones, of which a baseline of the first is in force for the second.

constexpr const char* kPairOwners[] = {
    "_grpc_config.a",
    "_grpc_config.b",
    "_grpc_config.c.d",
    "_grpc_config.x.d",
    "a",
    "b",
    "d",
    "c.d",
    "cfg",
    "*",
    "*.d",
};

constexpr const char* kPairRecords[] = {
    R"(TXT "grpc_config=[{\"serviceConfig\":{}}]")",
    R"(TXT "grpc_config=[{bad")",
    R"(TXT "grpc_config=[{\"serviceConfig\":{\"methodConfig\":1}}]")",
    "A 192.0.2.1",
    "CNAME cfg",
    "CNAME _grpc_config.a",
    "CNAME _grpc_config.b",
    "CNAME c.d",
    "DNAME b",
    "DNAME d",
};

// What each owner has; null: the zone does not have it.
using PairZone = std::array<const char*, std::size(kPairOwners)>;

void Change(PairZone& zone, std::mt19937& random) {
  const size_t record = random() % (std::size(kPairRecords) * 3 / 2);
  zone[random() % zone.size()] = record < std::size(kPairRecords) ? kPairRecords[record] : nullptr;
}

std::string TextOf(const PairZone& zone) {
  std::string text = "$ORIGIN e.\n$TTL 300\n@ SOA ns1 admin 1 2 3 4 5\n";
  for (size_t i = 0; i < zone.size(); ++i) {
    if (zone[i] != nullptr) absl::StrAppend(&text, kPairOwners[i], " ", zone[i], "\n");
  }
  return text;
}

// True if the zone has records at the name, at its host, or, for a name below a DNAME, there.
bool IsNamed(const DnsRecords& zone, const std::string& name) {
  const auto is_at = [&](uint32_t owner) {
    return zone.names[owner] == name || absl::StrCat(kConfigLabel, ".", zone.names[owner]) == name;
  };
  return absl::c_any_of(zone.other_owners, is_at) ||
         absl::c_any_of(zone.records, [&](const DnsRecord& record) {
           const absl::string_view owner = zone.names[record.owner];
           if (is_at(record.owner)) return true;
           if (record.type != RecordType::kDname || !IsAtOrBelow(name, owner)) return false;
           const std::string moved = Moved(name, owner, zone.names[record.target]);
           return absl::c_any_of(zone.records, [&](const DnsRecord& each) {
             return zone.names[each.owner] == moved;
           });
         });
}

// The report of a run, with what became of its findings.
JudgedReport JudgedBy(const DnsRecords& zone, const CheckPlan& plan, const Baseline& baseline,
                      bool keeps_new) {
  std::vector<std::string> names;
  for (const auto& [document, verdict] : baseline.verdicts()) {
    if (!document.record.empty()) names.push_back(document.record);
  }
  JudgedReport judged = {CheckDns(zone, plan, {.known_names = &names})[0].report, {}};
  const Document document = {.tree = TreeOfForeignText(zone.sources[0].text)};
  judged.known = MarkKnown(document, plan.rules,
                           {.baseline = &baseline,
                            .baseline_path = "a.zone",
                            .targets = SpellingsOf(plan.targets),
                            .keeps_new = keeps_new},
                           judged.report);
  TakeOutKnown(judged.report);
  return judged;
}

TEST(SelectAgainstCheckTest, NoBaselineHidesWhatAClientComesToRefuse) {
  const std::vector<Target> targets = *ParseTargets("core,go,java,node");
  const CheckPlan plan(targets, RulesAndProjectRules());
  std::mt19937 random(11);  // NOLINT(cert-msc51-cpp): the same zones each time
  size_t refused = 0;
  for (int i = 0; i < 800; ++i) {
    PairZone records = {};
    for (size_t left = random() % 8 + 1; left > 0; --left) Change(records, random);
    const std::string old_text = TextOf(records);
    for (size_t left = random() % 2 + 1; left > 0; --left) Change(records, random);
    const std::string text = TextOf(records);
    const DnsRecords before = ReadZone(old_text, {.path = "a.zone"});
    const DnsRecords after = ReadZone(text, {.path = "a.zone"});
    const ZoneLookup lookup_before(before);
    const ZoneLookup lookup_after(after);
    KnownInFile first = JudgedBy(before, plan, Baseline(), false).known;
    const Baseline baseline(std::move(first.findings), std::move(first.verdicts));
    ASSERT_EQ(JudgedBy(before, plan, baseline, true).report.diagnostics.size(), 0U) << old_text;
    const Report report = JudgedBy(after, plan, baseline, true).report;
    for (const Target& target : targets) {
      for (const char* const host : kHosts) {
        const bool is_prefixed = target.profile->calls.txt_name == TxtName::kPrefixed;
        const std::string name = is_prefixed ? absl::StrCat(kConfigLabel, ".", host) : host;
        if (!IsNamed(before, name) && !IsNamed(after, name)) continue;
        const bool is_worse = !Refuses(lookup_before, host, target, plan.rules) &&
                              Refuses(lookup_after, host, target, plan.rules);
        if (!is_worse) continue;
        ++refused;
        ASSERT_GT(report.Count(Severity::kError), 0U) << host << " " << target.spelling << "\n"
                                                      << old_text << "\n"
                                                      << text;
      }
    }
  }
  EXPECT_GT(refused, 150U);
}

}  // namespace
}  // namespace grpcfg
