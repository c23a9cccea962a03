// Every rule about DNS records by its own examples, and that findings lie where they should.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "dns/check_dns.h"
#include "dns/provider_reader.h"
#include "dns/serial.h"
#include "dns/zone_reader.h"
#include "dns/zone_rules.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/validator/project/every_rule.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

// But those about answers, whose examples are none of files: see live/check_live_test.cc.
std::vector<const Rule*> EveryDnsRule() {
  std::vector<const Rule*> rules;
  for (const RuleFamily& family : DnsRules()) {
    if (family.rules.data() == AnswerRules().data()) continue;
    for (const Rule& rule : family.rules) rules.push_back(&rule);
  }
  return rules;
}

// A provider that the example of a rule is bad for.
std::optional<ProviderLimit> ProviderFor(absl::string_view rule) {
  if (rule == "dns-provider-quotes") return *FindProviderLimit("vultr");
  if (rule != "dns-provider-limit") return std::nullopt;
  ProviderLimit small = *FindProviderLimit("route53");
  small.most = 30;
  return small;
}

// `before`: the zone as it was; empty: that is not known.
Report CheckText(const std::string& text, absl::string_view targets = "spec,core,go,java,node",
                 const ProviderLimit* provider = nullptr, const std::string& before = {}) {
  const std::vector<Target> selected = *ParseTargets(targets);
  const CheckPlan plan(selected, RulesAndProjectRules());
  DnsRecords records = text.substr(0, 1) == "{"
                           ? ReadProviderFile(text, "route53", {.path = "a.json"})
                           : ReadZone(text, {.path = "a.zone"});
  CheckSerialSince(ReadZone(before, {.path = "a.zone"}), records);
  return CheckDns(records, plan, {.provider = provider})[0].report;
}

// Ours, and errors of others: what is said of configs has its own tests.
std::vector<std::string> RulesIn(const Report& report) {
  std::vector<std::string> rules;
  for (const Diagnostic& found : report.diagnostics) {
    const bool counts = absl::StartsWith(found.rule, "dns-") || found.severity == Severity::kError;
    if (counts && !found.is_common) rules.emplace_back(found.rule);
  }
  rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
  return rules;
}

class DnsRuleTest : public testing::TestWithParam<const Rule*> {};

TEST_P(DnsRuleTest, BadExampleGivesTheFinding) {
  const Rule& rule = *GetParam();
  const std::optional<ProviderLimit> provider = ProviderFor(rule.id);
  const std::string before = rule.id == "dns-serial-not-raised" ? rule.good.Text() : "";
  const Report report =
      CheckText(rule.bad.Text(), "spec,core,go,java,node", provider ? &*provider : nullptr, before);
  std::vector<std::string> rules;
  for (const Diagnostic& found : report.diagnostics) rules.emplace_back(found.rule);
  EXPECT_THAT(rules, Contains(std::string(rule.id)));
  for (const Diagnostic& found : report.diagnostics) {
    if (found.rule != rule.id) continue;
    EXPECT_EQ(found.severity, rule.advice);
    EXPECT_FALSE(found.message.empty());
    EXPECT_NE(found.message.back(), '.') << found.message;
    EXPECT_LE(found.primary.span.end, rule.bad.Text().size());
  }
}

// Some need several records to be bad, or something beside them.
TEST_P(DnsRuleTest, BadExampleGivesNoOther) {
  const Rule& rule = *GetParam();
  for (const absl::string_view several :
       {"dns-generate-limit", "dns-not-deliverable", "dns-provider-limit", "dns-provider-quotes",
        "dns-serial-not-raised", "dns-ttl-differs"}) {
    if (rule.id == several) return;
  }
  const std::vector<std::string> rules = RulesIn(CheckText(rule.bad.Text()));
  if (rule.is_common) {
    EXPECT_THAT(rules, IsEmpty());
  } else {
    EXPECT_THAT(rules, ElementsAre(std::string(rule.id)));
  }
}

TEST_P(DnsRuleTest, GoodExampleGivesNone) {
  EXPECT_THAT(RulesIn(CheckText(GetParam()->good.Text())), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Rules, DnsRuleTest, testing::ValuesIn(EveryDnsRule()),
                         [](const testing::TestParamInfo<const Rule*>& info) {
                           std::string name;
                           for (const char c : info.param->id) name += c == '-' ? '_' : c;
                           return name;
                         });

TEST(DnsRulesTest, EveryFaultHasARuleAndWords) {
  for (int kind = 0; kind <= static_cast<int>(ZoneFaultKind::kOutOfZone); ++kind) {
    const ZoneFault fault = {static_cast<ZoneFaultKind>(kind), 0, {}, "detail"};
    EXPECT_FALSE(ZoneRuleOf(fault.kind).id.empty()) << kind;
    EXPECT_FALSE(WordsOf(fault, "source").message.empty()) << kind;
  }
}

constexpr absl::string_view kHead = "$ORIGIN e.\n$TTL 300\n";

// What is underlined of the first finding of `rule` in a zone; "" for none.
std::string Underlined(const std::string& text, absl::string_view rule) {
  for (const Diagnostic& found : CheckText(text).diagnostics) {
    if (found.rule == rule) return std::string(Slice(text, found.primary.span));
  }
  return "";
}

struct PlaceRow {
  const char* rule;
  const char* record;
  const char* underlined;
};

TEST(CheckDnsTest, FindingsLieInTheZoneFile) {
  for (
      const PlaceRow& row : {
          PlaceRow{"duration-malformed",
                   R"("grpc_config=[{\"serviceConfig\":{\"methodConfig\":[{\"name\":[{}],)"
                   "\"\n  "
                   R"("\"timeout\":\"5000ms\"}]}}]")",
                   R"(\"5000ms\")"},
          {"duration-malformed",
           R"("grpc_config=[{\"serviceConfig\":{\"methodConfig\":[{\"name\":[{}],\"timeout\":\"50")"
           "\n  "
           R"("00ms\"}]}}]")",
           "\\\"50\"\n  \"00ms\\\""},
          {"choice-unexpected-field",
           R"("grpc_config=[{\"parcentage\":1,\"serviceConfig\":{}},{\"serviceConfig\":{}}]")",
           R"(\"parcentage\")"},
          {"field-unknown", R"(grpc_config=[{\034serviceConfig\034:{\034methodConfg\034:[]}}])",
           R"(\034methodConfg\034)"},
          {"dns-no-fallback", R"("grpc_config=[{\"percentage\":1,\"serviceConfig\":{}}]")",
           R"([{\"percentage\":1,\"serviceConfig\":{}}])"},
          {"dns-attribute-form", R"("GRPC_CONFIG=[{\"serviceConfig\":{}}]")", "GRPC_CONFIG="},
      }) {
    const std::string text = absl::StrCat(kHead, "_grpc_config.a TXT ( ", row.record, " )\n");
    EXPECT_EQ(Underlined(text, row.rule), row.underlined) << row.record;
  }
}

TEST(CheckDnsTest, VerdictsAreTheWorstOfAllRecords) {
  const std::string good = "_grpc_config.a TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n";
  const std::string go_only =
      "_grpc_config.b TXT \"grpc_config=[{\\\"clientLanguage\\\":[\\\"java\\\"],"
      "\\\"serviceConfig\\\":{}}]\"\n";
  EXPECT_THAT(CheckText(absl::StrCat(kHead, good)).verdicts, testing::Each(Verdict::kAccepts));
  EXPECT_THAT(CheckText(absl::StrCat(kHead, good, go_only)).verdicts,
              ElementsAre(Verdict::kAccepts, Verdict::kAccepts, Verdict::kRejects,
                          Verdict::kAccepts, Verdict::kAccepts));
  EXPECT_THAT(CheckText(absl::StrCat(kHead, go_only), "dotnet,gapic").verdicts,
              testing::Each(Verdict::kAccepts));
}

TEST(CheckDnsTest, SeveralThreadsFindTheSame) {
  std::string text(kHead);
  for (int i = 0; i < 9000; ++i) {
    absl::StrAppend(&text, "_grpc_config.h", i, R"( TXT "grpc_config=[{\"percentage\":)", i % 100,
                    ",\\\"serviceConfig\\\":{}}]\"\n");
  }
  const std::vector<Target> targets = DefaultTargets();
  const CheckPlan plan(targets, RulesAndProjectRules());
  const DnsRecords zone = ReadZone(text, {.path = "a.zone"});
  const Report one = CheckDns(zone, plan)[0].report;
  const Report four = CheckDns(zone, plan, {.jobs = 4})[0].report;
  EXPECT_EQ(one.verdicts, four.verdicts);
  EXPECT_EQ(one.counts, four.counts);
  ASSERT_EQ(one.diagnostics.size(), four.diagnostics.size());
  for (size_t i = 0; i < one.diagnostics.size(); ++i) {
    EXPECT_EQ(one.diagnostics[i].message, four.diagnostics[i].message);
    EXPECT_EQ(one.diagnostics[i].primary.span, four.diagnostics[i].primary.span);
  }
}

// A name that no client asks at, and one that only the origin shows to be wrong.
// A zone that lists its hosts has a record at most of them, of whatever type.
TEST(CheckDnsTest, HostsThatTheZoneDoesNotHave) {
  const auto rules = [](absl::string_view lines) {
    return RulesIn(CheckText(absl::StrCat(
        "$ORIGIN e.\n$TTL 300\n@ SOA ns1 admin 1 2 3 4 5\n", lines,
        "\n$GENERATE 1-1000 _grpc_config.$ TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n")));
  };
  const std::string config = R"(_grpc_config.sohp TXT "grpc_config=[{\"serviceConfig\":{}}]")";
  const std::string list = "\n$GENERATE 1-1000 $ A 192.0.2.1\n";
  EXPECT_THAT(rules(absl::StrCat("shop A 192.0.2.1\n", config, list)),
              Contains("dns-host-unknown"));
  EXPECT_THAT(rules(absl::StrCat("shop A 192.0.2.1\nsohp A 192.0.2.1\n", config, list)),
              Not(Contains("dns-host-unknown")));
  EXPECT_THAT(rules(absl::StrCat("shop A 192.0.2.1\n", config)), Not(Contains("dns-host-unknown")))
      << "its hosts are listed elsewhere";
}

TEST(CheckDnsTest, HostsThatNoClientLooksUp) {
  const std::string config = " TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n";
  const auto rules_at = [&](absl::string_view owner) {
    return RulesIn(CheckText(absl::StrCat(kHead, owner, config)));
  };
  EXPECT_THAT(rules_at("_grpc_config.*"), ElementsAre("dns-name-misplaced"));
  EXPECT_THAT(rules_at("_grpc_config.192.0.2.1."), ElementsAre("dns-name-misplaced"));
  EXPECT_THAT(rules_at("_grpc_config.a.e"), ElementsAre("dns-name-doubled"));
  EXPECT_THAT(rules_at("_grpc_config.a.e."), IsEmpty());
  EXPECT_THAT(rules_at("_grpc_config.192.0.2.1.host"), IsEmpty());
}

// For grpc-js a config stands at the host itself, beside the one for all others, and is checked for
// grpc-js alone.
TEST(CheckDnsTest, AConfigAtTheHostIsForThoseThatAskThere) {
  const auto record = [](absl::string_view owner, absl::string_view list) {
    return absl::StrCat(owner, " TXT \"grpc_config=", list, "\"\n");
  };
  constexpr absl::string_view kList = R"([{\"serviceConfig\":{}}])";
  constexpr absl::string_view kForNoClient = R"([{\"percentage\":0,\"serviceConfig\":{}}])";
  constexpr absl::string_view kForGoOnly =
      R"([{\"percentage\":50.5,\"serviceConfig\":{}},{\"serviceConfig\":{}}])";
  const std::string prefixed = absl::StrCat(kHead, record("_grpc_config.a", kList));
  EXPECT_THAT(RulesIn(CheckText(absl::StrCat(prefixed, record("a", kList)))), IsEmpty());
  EXPECT_THAT(RulesIn(CheckText(absl::StrCat(kHead, record("a", kList)), "node")), IsEmpty());
  EXPECT_THAT(RulesIn(CheckText(absl::StrCat(kHead, record("a", kList)))),
              ElementsAre("dns-name-misplaced"));
  EXPECT_THAT(RulesIn(CheckText(absl::StrCat(prefixed, record("a", kForNoClient)))),
              ElementsAre("dns-no-fallback"));
  EXPECT_THAT(CheckText(absl::StrCat(prefixed, record("a", kForGoOnly)), "go").verdicts,
              ElementsAre(Verdict::kAccepts));
}

// The first finding of a rule; its id is empty if there is none.
Diagnostic FindingOf(absl::string_view rule, const std::string& text,
                     absl::string_view targets = "spec,core,go,java,node") {
  for (const Diagnostic& found : CheckText(text, targets).diagnostics) {
    if (found.rule == rule) return found;
  }
  return {};
}

std::vector<size_t> TargetsOf(const Diagnostic& found) {
  std::vector<size_t> targets;
  for (const TargetEffect& effect : found.effects) targets.push_back(effect.target);
  return targets;
}

constexpr size_t kNode = 4;  // of the default targets

// At `_grpc_config.` grpc-js does not ask, and at the host it alone does.
TEST(CheckDnsTest, ClientsAreJudgedWhereTheyAsk) {
  const auto zone = [](absl::string_view owners, absl::string_view list) {
    std::string text(kHead);
    for (const absl::string_view owner : absl::StrSplit(owners, ' ')) {
      absl::StrAppend(&text, owner, " TXT \"grpc_config=", list, "\"\n");
    }
    return text;
  };
  constexpr absl::string_view kNoFallback = R"([{\"percentage\":10,\"serviceConfig\":{}}])";
  constexpr absl::string_view kBad =
      R"([{\"serviceConfig\":{\"methodConfig\":[{\"name\":[{}],\"timeout\":\"5x\"}]}}])";
  EXPECT_THAT(TargetsOf(FindingOf("dns-no-fallback", zone("_grpc_config.a", kNoFallback))),
              ElementsAre(2));
  EXPECT_EQ(FindingOf("dns-no-fallback", zone("_grpc_config.a", kNoFallback), "core,node").rule,
            "");
  EXPECT_THAT(TargetsOf(FindingOf("duration-malformed", zone("_grpc_config.a", kBad))),
              ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(FindingOf("duration-malformed", zone("_grpc_config.a", kBad)).not_reading,
              ElementsAre(kNode));
  // One that stands at the host only, and is wrong for those that find it.
  const Report report = CheckText(zone("a", kBad));
  EXPECT_THAT(RulesIn(report), ElementsAre("dns-name-misplaced", "duration-malformed"));
  EXPECT_THAT(report.verdicts, ElementsAre(Verdict::kAccepts, Verdict::kAccepts, Verdict::kAccepts,
                                           Verdict::kAccepts, Verdict::kRejects));
  EXPECT_THAT(TargetsOf(FindingOf("duration-malformed", zone("a", kBad))), ElementsAre(kNode));
  EXPECT_THAT(TargetsOf(FindingOf("dns-name-misplaced", zone("a", kBad))), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(FindingOf("dns-name-misplaced", zone("a", kBad)).notes,
              ElementsAre("read by node only; others ask at `_grpc_config.` and the host"));
  EXPECT_THAT(RulesIn(CheckText(zone("a", kBad), "go")), ElementsAre("dns-name-misplaced"));
  const std::string unescaped =
      absl::StrCat(kHead, R"(a TXT "grpc_config=[{"serviceConfig":{}}]")");
  EXPECT_THAT(TargetsOf(FindingOf("dns-quotes-lost", unescaped)), ElementsAre(kNode));
  EXPECT_THAT(CheckText(unescaped, "go").verdicts, ElementsAre(Verdict::kAccepts));
  // Lost quotes at the host are nothing that others read.
  const std::string lost = absl::StrCat(kHead, "a TXT \"grpc_config=[{serviceConfig:{}}]\"\n");
  EXPECT_THAT(TargetsOf(FindingOf("dns-quotes-lost", lost)), ElementsAre(kNode));
}

// A wildcard and an alias give a record to those who ask elsewhere.
TEST(CheckDnsTest, ChecksWhatIsServedAtAnotherName) {
  const std::string bad = R"( TXT "grpc_config=[{bad")";
  const std::string good = R"( TXT "grpc_config=[{\"serviceConfig\":{}}]")";
  const auto zone = [](const std::string& lines) {
    return absl::StrCat("$ORIGIN e.\n$TTL 300\n@ SOA ns1 admin 1 2 3 4 5\n", lines, "\n");
  };
  EXPECT_THAT(CheckText(zone("*.shop" + bad)).verdicts, Each(Verdict::kRejects));
  EXPECT_THAT(RulesIn(CheckText(zone("*.shop TXT \"v=spf1\""))), IsEmpty());
  EXPECT_THAT(RulesIn(CheckText(zone("_grpc_config.a CNAME cfg\ncfg" + good))), IsEmpty());
  const Report aliased = CheckText(zone("_grpc_config.a CNAME b\nb CNAME cfg\ncfg" + bad));
  EXPECT_THAT(aliased.verdicts, Each(Verdict::kRejects));
  EXPECT_THAT(RulesIn(aliased), Not(Contains("dns-name-misplaced")));
  EXPECT_THAT(RulesIn(CheckText(zone("* CNAME cfg\ncfg" + bad))), Contains("json-unclosed"));
  const char* const dead_ends[] = {
      "_grpc_config.a CNAME cfg",
      "_grpc_config.a CNAME cfg\ncfg A 192.0.2.1",
      "_grpc_config.a CNAME cfg\ncfg TXT \"v=spf1\"",
      "_grpc_config.a CNAME cfg\n* TXT \"v=spf1\"",
      "_grpc_config.a CNAME b\nb CNAME _grpc_config.a",
      "_grpc_config.a CNAME _grpc_config.a",
      "*.m CNAME x.m",
      "_grpc_config.a CNAME _grpc_config.b.c\nc DNAME d",
  };
  for (const char* const lines : dead_ends) {
    EXPECT_THAT(RulesIn(CheckText(zone(lines))), ElementsAre("dns-alias-dead-end")) << lines;
  }
  for (const char* const lines : {"m DNAME n\nn DNAME m", "m DNAME x.n\nx.n DNAME m"}) {
    EXPECT_THAT(RulesIn(CheckText(zone(lines))), ElementsAre("dns-alias-dead-end")) << lines;
  }
  EXPECT_THAT(RulesIn(CheckText(zone("m DNAME n\nn A 192.0.2.1"))), IsEmpty());
  // Others than clients of gRPC ask for what most wildcards lead to.
  EXPECT_THAT(RulesIn(CheckText(zone("*.m CNAME x.m\nx.m A 192.0.2.1"))), IsEmpty());
  EXPECT_THAT(RulesIn(CheckText("$ORIGIN e.\n$TTL 300\n*.m CNAME x.m\n")), IsEmpty())
      << "a part of a zone";
  EXPECT_THAT(RulesIn(CheckText(zone(absl::StrCat("_grpc_config.a CNAME _grpc_config.b.c\n",
                                                  "c DNAME d\n_grpc_config.b.d", good)))),
              IsEmpty());
  // What another zone has is not known.
  EXPECT_THAT(RulesIn(CheckText(zone("_grpc_config.a CNAME cfg.other."))), IsEmpty());
  EXPECT_THAT(RulesIn(CheckText(zone("_grpc_config.a CNAME cfg.b\nb NS ns1"))), IsEmpty());
  EXPECT_THAT(RulesIn(CheckText(absl::StrCat(kHead, "_grpc_config.a CNAME cfg\n"))), IsEmpty());
}

// Also where none of several is a config.
TEST(CheckDnsTest, OtherRecordsInPlaceOfAConfigAreErrors) {
  const std::string one = absl::StrCat(kHead, "_grpc_config.a TXT \"v=1\"\n");
  const std::string two = absl::StrCat(one, "_grpc_config.a TXT \"GRPC=[]\"\n");
  EXPECT_THAT(RulesIn(CheckText(one)), ElementsAre("dns-attribute-form"));
  EXPECT_THAT(RulesIn(CheckText(two)), ElementsAre("dns-attribute-form"));
}

// Of a line of $GENERATE each record has the same fault at the same place.
TEST(CheckDnsTest, WhatIsTrueOfManyRecordsIsReportedOnce) {
  const Report report = CheckText(absl::StrCat(
      kHead, "$GENERATE 1-1000 _grpc_config.h$ TXT \"grpc_config=[{\\\"a\\\":1}]\"\n"));
  std::vector<std::string> unknown;
  for (const Diagnostic& found : report.diagnostics) {
    if (found.rule == "choice-unexpected-field") unknown.push_back(found.notes.back());
  }
  EXPECT_THAT(unknown, ElementsAre("the same in 999 more records"));
}

TEST(CheckDnsTest, ClientsWithoutTxtLookupsAreNotAffected) {
  const std::string good = "_grpc_config.a TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n";
  EXPECT_THAT(CheckText(absl::StrCat(kHead, good), "dotnet,gapic").diagnostics, IsEmpty());
}

TEST(CheckDnsTest, ARecordThatStandsTwiceIsOne) {
  const std::string record = "_grpc_config.a TXT \"grpc_config=[{\\\"serviceConfig\\\":{}}]\"\n";
  EXPECT_THAT(RulesIn(CheckText(absl::StrCat(kHead, record, record))), IsEmpty());
}

// One that holds more than any message, and one that holds as much as BIND serves at that host.
TEST(CheckDnsTest, WhatNoServerDeliversIsAnError) {
  const auto zone = [](size_t octets) {
    std::string text = absl::StrCat(kHead, "_grpc_config.h TXT (\n");
    std::string value = R"(grpc_config=[{\"serviceConfig\":{}})";
    const size_t escapes = 2;
    for (size_t left = octets - (value.size() - escapes) - 1; left > 0;) {
      const size_t part = std::min<size_t>(left, 200);
      absl::StrAppend(&text, "\"", value, "\"\n");
      value = std::string(part, ' ');
      left -= part;
    }
    return absl::StrCat(text, "\"", value, "]\" )\n");
  };
  EXPECT_THAT(RulesIn(CheckText(zone(120'000))), Contains("dns-not-deliverable"));
  EXPECT_THAT(RulesIn(CheckText(zone(60'000))), Not(Contains("dns-not-deliverable")));
}

// Whichever command checks it: the rule is one of the engine's, not of a run over files.
TEST(DnsRulesTest, AListThatNoRecordHoldsIsIgnored) {
  const std::vector<Target> targets = *ParseTargets("core,java,dotnet");
  const auto verdicts = [&](size_t octets) {
    constexpr absl::string_view kHead = R"([{"clientHostname":[")";
    constexpr absl::string_view kTail = R"("],"serviceConfig":{}},{"serviceConfig":{}}])";
    const size_t left = octets - kTxtAttribute.size() - kHead.size() - kTail.size();
    const std::string text = absl::StrCat(kHead, std::string(left, 'h'), kTail);
    // A list may have blanks, which are not published; a value is published as it is.
    const std::string spaced = absl::StrReplaceAll(text, {{",", " ,\n"}});
    const auto of = [&](const std::string& list, DocumentKind kind, Needed needed) {
      const Document document = ParseDocument(list, kind);
      return Validate(document,
                      CheckPlan(targets, RulesAndProjectRules(), nullptr, {.needed = needed}))
          .verdicts;
    };
    std::vector<Verdict> all = of(spaced, DocumentKind::kChoices, Needed::kAll);
    EXPECT_EQ(of(text, DocumentKind::kChoices, Needed::kVerdicts), all);
    EXPECT_EQ(of(absl::StrCat(kTxtAttribute, text), DocumentKind::kTxt, Needed::kVerdicts), all);
    return all;
  };
  constexpr size_t kMost = 65279;
  EXPECT_THAT(verdicts(kMost), Each(Verdict::kAccepts));
  EXPECT_THAT(verdicts(kMost + 1),
              ElementsAre(Verdict::kIgnores, Verdict::kIgnores, Verdict::kAccepts));
}

}  // namespace
}  // namespace grpcfg
