// What the commands say of one config to one client is of one reading: `check`, `compat` and
// `batch` give it one verdict, a value that `resolve` calls effective has no finding that it has
// no effect, what `resolve` calls ignored has one, and `simulate` makes as many attempts.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "simulator/report/simulation.h"
#include "tests/expected_file.h"
#include "tests/findings_by_target.h"
#include "tests/rules/fixture_files.h"
#include "tests/validator/random_config.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kTargets =
    "spec,core,core@1.51,go,go@1.33,go@1.40,java,java@1.41,node,node@1.7,node@1.8,node@1.9.0,"
    "dotnet,gapic";

// What these say of a value is about what it acts on.
constexpr absl::string_view kOfOthers[] = {"hedging-not-throttled", "throttling-never-retries"};

// What says something, in an object or a list.
constexpr JsonKind kScalars[] = {JsonKind::kString, JsonKind::kNumber, JsonKind::kTrue,
                                 JsonKind::kFalse};

// Of what they lack altogether these give no finding.
bool IsSilent(const Target& target) {
  const Implementation who = target.profile->implementation();
  return who == Implementation::kDotnet || who == Implementation::kGapic;
}

// The key and the value of a node, and those of the policy that it stands in.
std::vector<Span> PlacesOf(const JsonTree& tree, JsonPointers& pointers, NodeId node) {
  std::vector<Span> places;
  for (size_t level = 0; level < 2 && node != kNoNode && node != JsonTree::kRoot; ++level) {
    const bool is_key = tree.kind(node) == JsonKind::kKey;
    const NodeId key = is_key ? node : tree.KeyOf(node);
    if (key == kNoNode) break;
    places.push_back(tree.span(key));
    places.push_back(tree.span(key + 1));
    node = pointers.ContainerOf(key);
    if (node == kNoNode || tree.KeyOf(node) == kNoNode) break;  // an entry of a list
  }
  return places;
}

class Agreement {
 public:
  Agreement(const Document& document, absl::Span<const Target> targets)
      : document_(document),
        targets_(targets),
        pointers_(document.tree),
        found_(FindingsByTarget(document, targets)),
        resolution_(Resolve(document, targets, Analyse(document, targets, AllRules()), {})) {}

  void Expect() {
    ExpectOneVerdict();
    for (size_t i = 0; i < targets_.size(); ++i) {
      const ResolvedChannel& channel = resolution_.channels[i];
      ExpectEffective(channel.values, i);
      if (document_.kind == DocumentKind::kConfig)
        ExpectIgnored(channel.ignored, JsonTree::kRoot, i);
    }
    for (const ResolvedMethod& method : resolution_.methods) {
      ExpectEffective(method.entry->values, method.target);
      if (method.entry->source) {
        const NodeId entry = document_.tree.NodeAt(method.entry->span);
        ExpectIgnored(method.entry->ignored, entry, method.target);
      }
    }
    ExpectAttempts();
  }

 private:
  void ExpectOneVerdict() {
    const std::vector<Verdict> of_compat =
        ValidateWithFixes(document_, targets_, AllRules()).verdicts;
    const CheckPlan only_verdicts(targets_, AllRules(), nullptr, {.needed = Needed::kVerdicts});
    const std::vector<Verdict> of_batch = Validate(document_, only_verdicts).verdicts;
    for (size_t i = 0; i < targets_.size(); ++i) {
      EXPECT_EQ(found_[i].verdict, of_compat[i]) << Where(i);
      EXPECT_EQ(found_[i].verdict, of_batch[i]) << Where(i);
      EXPECT_EQ(found_[i].verdict, resolution_.channels[i].verdict) << Where(i);
      EXPECT_EQ(FindingsByTarget(document_, targets_.subspan(i, 1))[0].verdict, found_[i].verdict)
          << Where(i);
    }
  }

  // No client uses what it is said to ignore; one that rejects the config uses nothing.
  void ExpectEffective(const std::vector<EffectiveValue>& values, size_t target) {
    const bool rejects = found_[target].verdict == Verdict::kRejects;
    EXPECT_TRUE(!rejects || values.empty()) << Where(target);
    for (const EffectiveValue& value : values) {
      if (value.node == kNoNode) continue;
      const std::vector<Span> places = PlacesOf(document_.tree, pointers_, value.node);
      for (const auto& [rule, begin, end, effect, message] : found_[target].findings) {
        const bool is_here = absl::c_any_of(places, [&, b = begin, e = end](Span each) {
          return each.begin == b && each.end == e;
        });
        const bool has_none = effect == EffectName(Effect::kIgnoresPolicy) ||
                              effect == EffectName(Effect::kRejectsPolicy);
        if (!is_here || !has_none || absl::c_linear_search(kOfOthers, rule)) continue;
        ADD_FAILURE() << Where(target) << value.Path() << " is effective, and " << rule << ": "
                      << message;
      }
    }
  }

  // Of what stands in `object` and has no effect, `check` says so; one finding may speak for many
  // entries. What says nothing, and a name beside the list that wins by the spec, is no loss.
  void ExpectIgnored(const std::vector<std::string>& ignored, NodeId object, size_t target) {
    if (IsSilent(targets_[target])) return;
    const bool is_told = absl::c_any_of(found_[target].findings, [&](const auto& found) {
      return std::get<3>(found) != EffectName(Effect::kAccepts);
    });
    if (is_told) return;
    for (const std::string& path : ignored) {
      if (path == "loadBalancingPolicy" || IsEmpty(object, path)) continue;
      ADD_FAILURE() << Where(target) << path << " is ignored, and no finding says so";
    }
  }

  [[nodiscard]] bool IsEmpty(NodeId object, const std::string& path) const {
    const JsonTree& tree = document_.tree;
    bool is_empty = false;
    tree.ForEachMember(object, [&](const JsonMember& member) {
      const bool is_container = tree.kind(member.value) == JsonKind::kObject ||
                                tree.kind(member.value) == JsonKind::kArray;
      if (!is_container || tree.Text(member.key) != path) return;
      is_empty = absl::c_none_of(absl::MakeConstSpan(kScalars), [&](JsonKind kind) {
        for (NodeId node = member.value; node < tree.node(member.value).next; ++node) {
          if (tree.kind(node) == kind) return true;
        }
        return false;
      });
    });
    return is_empty;
  }

  void ExpectAttempts() {
    for (const SimulatedMethod& simulated : Simulate(resolution_, targets_, {})) {
      const bool retries = simulated.policy == SimulatedPolicy::kRetry;
      const bool hedges = simulated.policy == SimulatedPolicy::kHedging;
      const auto method = absl::c_find_if(resolution_.methods, [&](const ResolvedMethod& each) {
        return targets_[each.target].spelling == simulated.target &&
               SpellMethodName(*each.name) == simulated.name;
      });
      ASSERT_NE(method, resolution_.methods.end());
      const EffectiveMethod& effective = method->entry->effective;
      if (retries) {
        EXPECT_EQ(simulated.call.retry->attempts,
                  static_cast<size_t>(*effective.retry_policy->max_attempts.value))
            << Where(method->target);
      } else if (hedges) {
        EXPECT_EQ(simulated.call.hedging->attempts,
                  static_cast<size_t>(*effective.hedging_policy->max_attempts.value))
            << Where(method->target);
      } else if (simulated.policy == SimulatedPolicy::kNone) {
        EXPECT_FALSE(effective.retry_policy || effective.hedging_policy) << Where(method->target);
      }
    }
  }

  [[nodiscard]] std::string Where(size_t target) const {
    return absl::StrCat("`", targets_[target].spelling, "`, ", document_.tree.text(), ": ");
  }

  const Document& document_;
  absl::Span<const Target> targets_;
  JsonPointers pointers_;
  std::vector<OfTarget> found_;
  Resolution resolution_;
};

void ExpectAgreement(const Document& document) {
  static const std::vector<Target> kAll = *ParseTargets(kTargets);
  Agreement(document, kAll).Expect();
}

TEST(AgreementTest, OnFixtures) {
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    const std::string text = ReadWhole(path);
    if (text.size() < 20'000) ExpectAgreement(ParseFixture(path, text));
  }
}

TEST(AgreementTest, OnWhatOnceDiffered) {
  constexpr absl::string_view kRetry =
      R"("retryPolicy": {"maxAttempts": 9, "initialBackoff": "1s", "maxBackoff": "1s",
          "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]})";
  for (const absl::string_view name :
       {R"({"service": ""})", R"({"service": "", "method": ""})",
        R"({"service": "a", "method": ""})", R"({"service": "", "method": "M"})",
        R"({"method": "M"})", "{}"}) {
    ExpectAgreement(ParseDocument(
        absl::StrCat(R"({"methodConfig": [{"name": [)", name, "], ", kRetry,
                     R"(}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})"),
        DocumentKind::kConfig));
  }
  for (const absl::string_view policy :
       {"", R"("loadBalancingConfig": [{"pick_first": {}}],)",
        R"("loadBalancingPolicy": "grpclb",)", R"("loadBalancingConfig": [{"round_robin": {}}],)",
        R"("loadBalancingConfig": [],)", R"("loadBalancingPolicy": "pick_first",)"}) {
    ExpectAgreement(
        ParseDocument(absl::StrCat("{", policy, R"("healthCheckConfig": {"serviceName": "a.B"}})"),
                      DocumentKind::kConfig));
  }
  for (const absl::string_view ages :
       {R"("maxAge": "60s", "staleAge": "60s")", R"("maxAge": "600s", "staleAge": "700s")",
        R"("maxAge": "400s", "staleAge": "60s")"}) {
    ExpectAgreement(
        ParseDocument(absl::StrCat(
                          R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": {
                "grpcKeybuilders": [{"names": [{"service": "s"}]}], "lookupService": "a",
                "cacheSizeBytes": 10, )",
                          ages, R"(}, "childPolicy": [{"cds_experimental": {}}],
                "childPolicyConfigTargetFieldName": "cluster"}}]})"),
                      DocumentKind::kConfig));
  }
}

TEST(AgreementTest, OnRandomConfigs) {
  constexpr uint32_t kConfigs = 400;
  for (uint32_t seed = 1; seed <= kConfigs; ++seed) {
    ExpectAgreement(ParseDocument(RandomConfig(seed).Next().Text(), DocumentKind::kConfig));
  }
}

}  // namespace
}  // namespace grpcfg
