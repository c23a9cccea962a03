// Which choice clients take: against what real ones did, and against the cases of the gRPC project.
#include "dns/selection.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/host_selection.h"
#include "dns/provider_reader.h"
#include "dns/zone_reader.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/rules/shared_data.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;

// A record whose text is one string.
TxtValue Value(const std::string& text) {
  TxtValue value;
  value.octets = text;
  value.string_sizes = {static_cast<uint32_t>(text.size())};
  return value;
}

// "choice 0 x 0.5, error x 0.5".
std::string Words(const Selection& selection) {
  std::string words;
  for (const SelectedShare& share : selection.shares) {
    absl::StrAppend(&words, words.empty() ? "" : ", ", OutcomeName(share.outcome),
                    share.choice ? absl::StrCat(" ", *share.choice) : "", " x ", share.share);
  }
  return words;
}

Selection Select(const std::vector<TxtValue>& records, absl::string_view target,
                 const SelectionRequest& request = {}) {
  return SelectFrom({"_grpc_config.a.", records}, ParseTargets(target)->front(), request,
                    AllRules());
}

struct SelectionRow {
  const char* target;
  const char* list;  // after `grpc_config=`
  const char* expected;
  const char* hostname = "";
};

TEST(SelectionTest, EveryWayHasItsShare) {
  constexpr char kTwo[] =
      R"([{"percentage":10,"serviceConfig":{}},{"percentage":20,"serviceConfig":{}}])";
  constexpr char kHosts[] =
      R"([{"clientHostname":["a","b"],"serviceConfig":{}},{"serviceConfig":{}}])";
  for (const SelectionRow& row : {
           SelectionRow{"go", kTwo, "choice 0 x 0.1, choice 1 x 0.18, error x 0.72"},
           {"java", kTwo, "choice 0 x 0.1, choice 1 x 0.18, none x 0.72"},
           {"node", kTwo, "choice 0 x 0.1, choice 1 x 0.1, error x 0.8"},
           {"core", kTwo, "choice 0 x 0.11, choice 1 x 0.1869, none x 0.7031"},
           {"core@1.51", kTwo, "choice 0 x 0.11, choice 1 x 0.1869, none x 0.7031"},
           {"spec", kTwo, "choice 0 x 0.1, choice 1 x 0.18, none x 0.72"},
           {"go", kHosts, "choice 1 x 1"},
           {"go", kHosts, "choice 0 x 1", "b"},
           {"java", kHosts, "choice 0 x 1", "a"},
           {"core", kHosts, "choice 1 x 1", "A"},
           {"go", R"([{"clientLanguage":["go"],"serviceConfig":{}}])", "error x 1"},
           {"go", R"([{"clientLanguage":["GO"],"serviceConfig":{}}])", "choice 0 x 1"},
           {"core", R"([{"clientLanguage":["C++"],"serviceConfig":{}}])", "none x 1"},
           {"java", R"([{"percentage":50,"serviceConfig":{}},{"percentage":"x"}])",
            "choice 0 x 0.5, error x 0.5"},
           {"go", R"([{"percentage":50,"serviceConfig":{}},{"percentage":"x"}])", "error x 1"},
           {"go", "[{]", "error x 1"},
       }) {
    const std::string text = absl::StrCat("grpc_config=", row.list);
    EXPECT_EQ(Words(Select({Value(text)}, row.target, {row.hostname})), row.expected)
        << row.target << " " << row.list;
  }
}

TEST(SelectionTest, ClientsWithoutTxtRecordsHaveNoSelection) {
  for (const char* const target : {"dotnet", "gapic"}) {
    EXPECT_EQ(Select({Value("grpc_config=[]")}, target).likeliest.outcome,
              SelectionOutcome::kNotRead);
  }
}

TEST(SelectionTest, TheOrderOfRecordsDecides) {
  const std::vector<TxtValue> two = {Value(R"(grpc_config=[{"serviceConfig":{}}])"), Value("v=1")};
  EXPECT_EQ(Select(two, "go").likeliest.outcome, SelectionOutcome::kOrderDependent);
  EXPECT_EQ(Select(two, "core").likeliest.outcome, SelectionOutcome::kChoice);
}

// Each way is reported by the record that comes first, and those of one record are all of its
// answers.
TEST(SelectionTest, SharesAreOfTheAnswersThatBeginWithARecord) {
  const std::vector<TxtValue> two = {
      Value(R"(grpc_config=[{"percentage":10,"serviceConfig":{}},{"serviceConfig":{}}])"),
      Value(R"(grpc_config=[{"serviceConfig":{"methodConfig":[]}}])")};
  constexpr SelectionOutcome kChoice = SelectionOutcome::kChoice;
  EXPECT_THAT(Select(two, "node").shares,
              ElementsAre(SelectedShare{kChoice, 0, 0.1, 0}, SelectedShare{kChoice, 1, 0.9, 0},
                          SelectedShare{kChoice, 0, 1, 1}));
  const std::vector<TxtValue> three = {two[0], two[1], Value("v=1")};
  double all = 0;
  for (const SelectedShare& share : Select(three, "java").shares) all += share.share;
  EXPECT_NEAR(all, 3, 1e-12);
}

// The zone that real clients looked up, written by the generator beside their answers.
class RealClientsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v python3 >/dev/null") != 0) GTEST_SKIP() << "no python3";
    FILE* const pipe = popen("python3 tests/data/dns/gen_zone.py", "r");
    ASSERT_NE(pipe, nullptr);
    char bytes[4096];
    for (size_t read = 0; (read = fread(bytes, 1, sizeof(bytes), pipe)) > 0;) {
      text_.append(bytes, read);
    }
    ASSERT_EQ(pclose(pipe), 0);
    zone_ = ReadZone(text_, {.path = "example.test.zone"});
    outcomes_ = ReadJson(DataPath("dns/client_outcomes.json"));
  }

  std::string text_;
  DnsRecords zone_;
  rapidjson::Document outcomes_;
};

// The outcomes of one client for one name, of all draws together.
std::set<std::string> OutcomesIn(const rapidjson::Value& recorded) {
  std::set<std::string> outcomes;
  const auto add = [&](const rapidjson::Value& list) {
    for (const auto& each : list.GetArray()) {
      const absl::string_view word = each.GetString();
      outcomes.insert(absl::StartsWith(word, "chosen") ? "choice"
                      : word == "resolution_failed"    ? "none"
                                                       : std::string(word));
    }
  };
  if (recorded.IsArray()) add(recorded);
  if (recorded.IsObject()) {
    const auto& draws = recorded["by_draw"];
    for (auto draw = draws.MemberBegin(); draw != draws.MemberEnd(); ++draw) add(draw->value);
  }
  return outcomes;
}

TEST_F(RealClientsTest, DoWhatTheirProfilesSay) {
  constexpr std::pair<const char*, const char*> kClients[] = {
      {"c_core", "core@1.51.1"}, {"go", "go@1.33"}, {"node", "node"}, {"java", "java"}};
  const SelectionRequest no_host;
  size_t compared = 0;
  const auto& outcomes = outcomes_["outcomes"];
  for (auto each = outcomes.MemberBegin(); each != outcomes.MemberEnd(); ++each) {
    const auto& name = *each;
    const std::string host = absl::StrCat(name.name.GetString(), ".example.test.");
    for (const auto& [client, target] : kClients) {
      if (!name.value.HasMember(client)) continue;
      const std::vector<Target> targets = *ParseTargets(target);
      const HostSelection selected = SelectForHost(zone_, {host, targets, no_host, AllRules()});
      std::set<std::string> possible;
      for (const SelectedShare& share : selected.selections[0].shares) {
        possible.insert(std::string(OutcomeName(share.outcome)));
      }
      std::set<std::string> seen = OutcomesIn(name.value[client]);
      // Of all draws of grpc-js exactly 0 alone takes a percentage of 0.
      if (host == "pct-0.example.test." && absl::string_view(target) == "node")
        seen.erase("choice");
      EXPECT_THAT(possible, testing::IsSupersetOf(seen)) << host << " " << target;
      ++compared;
      const SelectionOutcome likeliest = selected.selections[0].likeliest.outcome;
      if (seen.size() == 1) {
        EXPECT_EQ(
            OutcomeName(likeliest == SelectionOutcome::kOrderDependent ? SelectionOutcome::kChoice
                                                                       : likeliest),
            *seen.begin())
            << host << " " << target;
      }
    }
  }
  EXPECT_GE(compared, 160U);
}

TEST(SelectionTest, AgreesWithTheNamingCasesOfGrpc) {
  const std::filesystem::path path = SharedPath("corpus/wild_dns/naming_cases.json");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
  const rapidjson::Document cases = ReadJson(path);
  size_t compared = 0;
  for (const auto& each : cases["cases"].GetArray()) {
    std::vector<TxtValue> records;
    for (const auto& record : each["records"].GetArray()) {
      if (absl::string_view(record["type"].GetString()) != "TXT") continue;
      TxtValue value;
      for (const auto& part : record["char_strings"].GetArray()) {
        value.octets += part.GetString();
        value.string_sizes.push_back(part.GetStringLength());
      }
      records.push_back(std::move(value));
    }
    const absl::string_view outcome = each["expect"]["outcome"].GetString();
    if (outcome == "not_looked_up") continue;
    const SelectionOutcome expected = outcome == "chosen"  ? SelectionOutcome::kChoice
                                      : outcome == "error" ? SelectionOutcome::kError
                                                           : SelectionOutcome::kNone;
    EXPECT_EQ(Select(records, "core@1.51.1").likeliest.outcome, expected) << each["id"].GetString();
    ++compared;
  }
  EXPECT_GE(compared, 12U);
}

// A host of the zone, through what DNS has to offer.
TEST(HostSelectionTest, FollowsAliasesAndWildcards) {
  const std::string text = R"($ORIGIN e.
_grpc_config.a TXT "grpc_config=[{\"serviceConfig\":{}}]"
_grpc_config.b CNAME _grpc_config.a
b CNAME a
c CNAME a
*.w TXT "grpc_config=[{\"serviceConfig\":{}}]"
known.w A 192.0.2.1
below.between.w MX 10 a
told.w TXT "v=spf1 -all"
*.nearer.w A 192.0.2.1
)";
  const DnsRecords zone = ReadZone(text, {.path = "a.zone"});
  const std::vector<Target> targets = *ParseTargets("go");
  const SelectionRequest no_host;
  const auto outcome = [&](absl::string_view host) {
    return std::string(OutcomeName(
        SelectForHost(zone, {host, targets, no_host, AllRules()}).selections[0].likeliest.outcome));
  };
  EXPECT_THAT((std::vector<std::string>{outcome("a.e."), outcome("b.e."), outcome("c.e."),
                                        outcome("x.w.e."), outcome("x.e.")}),
              ElementsAre("choice", "choice", "none", "choice", "none"));
  // Where the zone has the host, or a name below it, no wildcard stands for it (RFC 4592 3.3.1).
  for (const absl::string_view host :
       {"known.w.e.", "between.w.e.", "told.w.e.", "x.nearer.w.e."}) {
    EXPECT_EQ(outcome(host), "none") << host;
  }
}

// The same of a provider's file.
TEST(HostSelectionTest, NoWildcardStandsForWhatAProviderHas) {
  const std::string text = R"({"ResourceRecordSets": [
    {"Name": "known.e.", "Type": "A", "ResourceRecords": [{"Value": "192.0.2.1"}]},
    {"Name": "*.e.", "Type": "TXT", "ResourceRecords": [
      {"Value": "\"grpc_config=[{\\\"serviceConfig\\\":{}}]\""}]}]})";
  const DnsRecords zone = ReadProviderFile(text, "route53", {.path = "a.json"});
  const std::vector<Target> targets = *ParseTargets("go");
  const SelectionRequest no_host;
  const auto outcome = [&](absl::string_view host) {
    return SelectForHost(zone, {host, targets, no_host, AllRules()})
        .selections[0]
        .likeliest.outcome;
  };
  EXPECT_EQ(outcome("known.e."), SelectionOutcome::kNone);
  EXPECT_EQ(outcome("x.e."), SelectionOutcome::kChoice);
}

}  // namespace
}  // namespace grpcfg
