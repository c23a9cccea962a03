#include "schema/read/suggest.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

constexpr size_t kNoLimit = 100;

const Message& MessageNamed(absl::string_view name) {
  for (const Message* const message : AllMessages()) {
    if (message->name == name) return *message;
  }
  ADD_FAILURE() << name;
  return ServiceConfigMessage();
}

TEST(EditDistanceTest, CountsEdits) {
  struct Row {
    absl::string_view a, b;
    size_t distance;
  };
  for (const Row& row : std::vector<Row>{{"", "", 0},
                                         {"", "abc", 3},
                                         {"timeout", "timeout", 0},
                                         {"timout", "timeout", 1},
                                         {"timeuot", "timeout", 1},
                                         {"tiemuot", "timeout", 2},
                                         {"Timeout", "timeout", 1},
                                         {"ca", "abc", 3},  // optimal string alignment
                                         {"kitten", "sitting", 3}}) {
    EXPECT_EQ(EditDistance(row.a, row.b, kNoLimit), row.distance) << row.a << " " << row.b;
  }
}

TEST(EditDistanceTest, StopsAtTheLimit) {
  EXPECT_EQ(EditDistance("abc", "xyz", 3), 3U);
  EXPECT_EQ(EditDistance("abc", "xyz", 2), 3U);
  EXPECT_EQ(EditDistance("abc", "xyz", 0), 1U);
  EXPECT_EQ(EditDistance("abc", "abc", 0), 0U);
  EXPECT_EQ(EditDistance(std::string(1000, 'a'), std::string(1000, 'a'), 5), 6U);
}

// The definition, without tables.
size_t NaiveDistance(absl::string_view a, absl::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const size_t last = a.back() == b.back() ? 0 : 1;
  const absl::string_view a1 = a.substr(0, a.size() - 1);
  const absl::string_view b1 = b.substr(0, b.size() - 1);
  size_t best =
      std::min({NaiveDistance(a1, b) + 1, NaiveDistance(a, b1) + 1, NaiveDistance(a1, b1) + last});
  const bool swapped =
      a.size() > 1 && b.size() > 1 && a.back() == b1.back() && b.back() == a1.back();
  if (swapped) {
    best = std::min(best, NaiveDistance(a.substr(0, a.size() - 2), b.substr(0, b.size() - 2)) + 1);
  }
  return best;
}

class RandomWords {
 public:
  std::string Next() {
    std::string word;
    for (size_t length = random_() % 7; length > 0; --length) {
      word += static_cast<char>('a' + random_() % 3);
    }
    return word;
  }

 private:
  std::mt19937 random_{20240817};
};

TEST(EditDistanceTest, AgreesWithTheDefinition) {
  RandomWords words;
  for (int round = 0; round < 2000; ++round) {
    const std::string a = words.Next();
    const std::string b = words.Next();
    const size_t distance = EditDistance(a, b, kNoLimit);
    ASSERT_EQ(distance, NaiveDistance(a, b)) << a << " " << b;
    ASSERT_EQ(EditDistance(b, a, kNoLimit), distance) << a << " " << b;
    for (size_t limit = 0; limit < 8; ++limit) {
      ASSERT_EQ(EditDistance(a, b, limit), std::min(distance, limit + 1)) << a << " " << b;
    }
  }
}

// A swap is two edits of Levenshtein's, whose distance obeys the triangle; ca, ac, abc shows that
// this one does not.
TEST(EditDistanceTest, ObeysTheTriangleUpToSwaps) {
  RandomWords words;
  for (int round = 0; round < 20'000; ++round) {
    const std::string a = words.Next();
    const std::string b = words.Next();
    const std::string c = words.Next();
    const size_t detour = EditDistance(a, b, kNoLimit) + EditDistance(b, c, kNoLimit);
    ASSERT_LE(EditDistance(a, c, kNoLimit), 2 * detour) << a << " " << b << " " << c;
    ASSERT_EQ(EditDistance(a, b, kNoLimit) == 0, a == b);
  }
  EXPECT_GT(EditDistance("ca", "abc", kNoLimit),
            EditDistance("ca", "ac", kNoLimit) + EditDistance("ac", "abc", kNoLimit));
}

struct SuggestionRow {
  absl::string_view message;
  absl::string_view key;
  SuggestionKind kind = SuggestionKind::kNone;
  absl::string_view field = {};
  absl::string_view of = {};  // message of the field; empty: the same
};

const SuggestionRow kSuggestionRows[] = {
    {"RetryPolicy", "MaxAttempts", SuggestionKind::kLetterCase, "maxAttempts"},
    {"RetryPolicy", "MAXATTEMPTS", SuggestionKind::kLetterCase, "maxAttempts"},
    {"RetryPolicy", "max_attempts", SuggestionKind::kSnakeCase, "maxAttempts"},
    {"RetryPolicy", "maxAttemps", SuggestionKind::kMisspelt, "maxAttempts"},
    {"RetryPolicy", "maxAtempts", SuggestionKind::kMisspelt, "maxAttempts"},
    {"RetryPolicy", "initalBackoff", SuggestionKind::kMisspelt, "initialBackoff"},
    {"RetryPolicy", "backoffMultipler", SuggestionKind::kMisspelt, "backoffMultiplier"},
    {"RetryPolicy", "retryableStatusCode", SuggestionKind::kMisspelt, "retryableStatusCodes"},
    {"RetryPolicy", "hedgingDelay", SuggestionKind::kMisplaced, "hedgingDelay", "HedgingPolicy"},
    {"MethodConfig", "timout", SuggestionKind::kMisspelt, "timeout"},
    {"MethodConfig", "names", SuggestionKind::kMisspelt, "name"},
    {"MethodConfig", "wait_for_ready", SuggestionKind::kSnakeCase, "waitForReady"},
    {"MethodConfig", "retryThrottling", SuggestionKind::kMisplaced, "retryThrottling",
     "ServiceConfig"},
    {"MethodConfig", "service", SuggestionKind::kMisplaced, "service", "Name"},
    {"MethodConfig", "tmeot"},  // two letters of seven
    {"MethodConfig", "retyPolcy", SuggestionKind::kMisspelt, "retryPolicy"},
    {"MethodConfig", "deadline", SuggestionKind::kSynonym, "timeout"},
    {"MethodConfig", "_comment"},
    {"MethodConfig", ""},
    {"ServiceConfig", "methodConfigs", SuggestionKind::kMisspelt, "methodConfig"},
    {"ServiceConfig", "method_config", SuggestionKind::kSnakeCase, "methodConfig"},
    {"ServiceConfig", "retryPolicy", SuggestionKind::kMisplaced, "retryPolicy", "MethodConfig"},
    {"ServiceConfig", "LoadBalancingPolicy", SuggestionKind::kLetterCase, "loadBalancingPolicy"},
    {"ServiceConfig", "maxTokens", SuggestionKind::kMisplaced, "maxTokens",
     "RetryThrottlingPolicy"},
    {"ServiceConfig", "$schema"},
    {"Name", "methods", SuggestionKind::kMisspelt, "method"},
    {"Name", "Service", SuggestionKind::kLetterCase, "service"},
    {"RetryThrottlingPolicy", "maxToken", SuggestionKind::kMisspelt, "maxTokens"},
    // The list of another policy means this one's, and a policy belongs in the list.
    {"PriorityChild", "childPolicy", SuggestionKind::kMisspelt, "config"},
    {"WeightedTarget", "childPolicies", SuggestionKind::kMisspelt, "childPolicy"},
    {"WeightedTarget", "config", SuggestionKind::kMisspelt, "childPolicy"},
    {"MethodConfig", "retry", SuggestionKind::kSynonym, "retryPolicy"},
    {"MethodConfig", "timeout_ms", SuggestionKind::kSynonym, "timeout"},
    {"MethodConfig", "maxReceiveMessageLength", SuggestionKind::kSynonym,
     "maxResponseMessageBytes"},
    {"RetryPolicy", "num_retries", SuggestionKind::kSynonym, "maxAttempts"},
    {"RetryPolicy", "retryOn", SuggestionKind::kSynonym, "retryableStatusCodes"},
    {"RetryPolicy", "nonFatalStatusCodes", SuggestionKind::kSynonym, "retryableStatusCodes"},
    {"HedgingPolicy", "retryableStatusCodes", SuggestionKind::kSynonym, "nonFatalStatusCodes"},
    {"ServiceConfig", "lbPolicy", SuggestionKind::kSynonym, "loadBalancingConfig"},
    {"ServiceConfig", "health-check", SuggestionKind::kSynonym, "healthCheckConfig"},
    {"MethodConfig", "retryOn", SuggestionKind::kSynonym, "retryableStatusCodes", "RetryPolicy"},
    {"ServiceConfig", "RetryPolicy", SuggestionKind::kSynonym, "retryPolicy", "MethodConfig"},
    {"ServiceConfig", "grpc.lb_policy_name", SuggestionKind::kSynonym, "loadBalancingConfig"},
    {"ServiceConfig", "outlierDetection", SuggestionKind::kListElement, "loadBalancingConfig"},
    {"Name", "name", SuggestionKind::kSynonym, "service"},
    {"MethodConfig", "methods", SuggestionKind::kSynonym, "name"},
    {"MethodConfig", "_retryPolicy"},
    {"MethodConfig", "x-timeout"},
    {"WeightedTarget", "round_robin", SuggestionKind::kListElement, "childPolicy"},
    {"ServiceConfig", "pick_first", SuggestionKind::kListElement, "loadBalancingConfig"},
    {"RoundRobinConfig", "shuffleAddressList", SuggestionKind::kMisplaced, "shuffleAddressList",
     "PickFirstConfig"},
    {"RoundRobinConfig", "timeout", SuggestionKind::kMisplaced, "timeout", "MethodConfig"},
    // With a unit.
    {"MethodConfig", "deadlineInMinutes", SuggestionKind::kSynonym, "timeout"},
    {"RetryPolicy", "max_backoff_us", SuggestionKind::kSynonym, "maxBackoff"},
    {"MethodConfig", "maxResponseMessageMiB", SuggestionKind::kSynonym, "maxResponseMessageBytes"},
    {"MethodConfig", "max_send_size_kb", SuggestionKind::kSynonym, "maxRequestMessageBytes"},
    {"MethodConfig", "waitForReadySeconds"},
    {"MethodConfig", "timeoutKb"},
    // Names that deny what they resemble.
    {"RetryPolicy", "nonRetryableStatusCodes"},
    {"RetryPolicy", "unretryableStatusCodes"},
    {"RetryPolicy", "minAttempts"},
    {"HedgingPolicy", "fatalCodes"},
    {"HedgingPolicy", "nonfatalStatusCode", SuggestionKind::kMisspelt, "nonFatalStatusCodes"},
    {"RetryThrottlingPolicy", "minTokens"},
    {"MethodConfig", "waitForNotReady"},
    {"MethodConfig", "minRequestMessageBytes"},
    {"PickFirstConfig", "noShuffleAddressList"},
    {"ServiceConfig", "not_round_robin"},
};

TEST(SuggestFieldTest, SuggestsWhatWasIntended) {
  for (const SuggestionRow& row : kSuggestionRows) {
    const Suggestion suggestion = SuggestField(MessageNamed(row.message), row.key);
    EXPECT_EQ(suggestion.kind, row.kind) << row.message << " " << row.key;
    if (suggestion.kind == SuggestionKind::kNone || row.kind == SuggestionKind::kNone) continue;
    EXPECT_TRUE(suggestion.field->json_name == row.field) << row.message << " " << row.key;
    EXPECT_EQ(suggestion.message->name, row.of.empty() ? row.message : row.of) << row.key;
  }
}

struct ValueRow {
  absl::string_view message;
  absl::string_view value;
  absl::string_view field = {};  // empty: none
  absl::string_view of = {};     // message of the field; empty: the same
};

const ValueRow kValueRows[] = {
    {"MethodConfig", R"({"maxAttempts": 3})", "retryPolicy"},
    {"MethodConfig", R"({"attempts": 3, "retryOn": "5xx"})", "retryPolicy"},
    {"MethodConfig", R"({"attempts": 3})"},
    {"ServiceConfig", R"({"maxAttempts": 3})", "retryPolicy", "MethodConfig"},
    {"ServiceConfig", R"({"maxTokens": 3, "tokenRatio": 1})", "retryThrottling"},
    {"ServiceConfig", R"([{"name": [{}]}])", "methodConfig"},
    {"ServiceConfig", R"({"name": "orders"})"},
    {"ServiceConfig", R"({"name": "orders", "service": "b"})"},
    {"ServiceConfig", R"([{"round_robin": {}}])", "loadBalancingConfig"},
    {"ServiceConfig", R"(["round_robin"])", "loadBalancingConfig"},
    {"ServiceConfig", R"("RoundRobin")", "loadBalancingConfig"},
    {"ServiceConfig", R"("priority")"},
    {"ServiceConfig", R"("5s")"},
    {"MethodConfig", R"("5s")", "timeout"},
    {"MethodConfig", R"([{"service": "a.B"}])", "name"},
    {"MethodConfig", R"(["ABORTED"])", "retryableStatusCodes", "RetryPolicy"},
    {"RetryPolicy", R"(["ABORTED"])", "retryableStatusCodes"},
    {"RetryPolicy", R"(["ABORTED", "x"])"},
    {"MethodConfig", "[]"},
    {"MethodConfig", "{}"},
    {"MethodConfig", "3"},
};

TEST(SuggestByValueTest, SuggestsWhatTheValueIs) {
  for (const ValueRow& row : kValueRows) {
    const std::string text = absl::StrCat(R"({"mine": )", row.value, "}");
    const Suggestion suggestion =
        SuggestMember(MessageNamed(row.message), ParseJson(text), JsonTree::kRoot + 1);
    EXPECT_EQ(suggestion.kind, row.field.empty() ? SuggestionKind::kNone : SuggestionKind::kValue)
        << row.message << " " << row.value;
    if (suggestion.kind == SuggestionKind::kNone || row.field.empty()) continue;
    EXPECT_TRUE(suggestion.field->json_name == row.field) << row.message << " " << row.value;
    EXPECT_EQ(suggestion.message->name, row.of.empty() ? row.message : row.of) << row.value;
  }
}

TEST(SuggestByValueTest, NothingForNamesThatDenyIt) {
  for (const absl::string_view key : {"noRetries", "oldPolicy", "policy_unused", "DRAFT"}) {
    const std::string text = absl::StrCat(R"({")", key, R"(": {"maxAttempts": 3}})");
    const JsonTree tree = ParseJson(text);
    const NodeId node = JsonTree::kRoot + 1;
    EXPECT_EQ(SuggestMember(MethodConfigMessage(), tree, node).kind, SuggestionKind::kNone) << key;
    EXPECT_EQ(FindDenied(MethodConfigMessage(), tree, node).field,
              FindField(MethodConfigMessage(), "retryPolicy"))
        << key;
  }
}

TEST(SuggestFieldTest, SaysWhereSeveralMessagesHaveTheField) {
  EXPECT_TRUE(SuggestField(MessageNamed("RoundRobinConfig"), "childPolicy").elsewhere);
  EXPECT_FALSE(SuggestField(MessageNamed("RoundRobinConfig"), "shuffleAddressList").elsewhere);
}

struct PolicyRow {
  absl::string_view name;
  absl::string_view intended;  // empty: none
};

const PolicyRow kPolicyRows[] = {
    {"RoundRobin", "round_robin"},
    {"ROUND_ROBIN", "round_robin"},
    {"round-robin", "round_robin"},
    {"roundrobin", "round_robin"},
    {"round_robbin", "round_robin"},
    {"round_robin_experimental", "round_robin"},
    {"pickFirst", "pick_first"},
    {"weightedRoundRobin", "weighted_round_robin"},
    {"least_request", "least_request_experimental"},
    {"ring_hash", "ring_hash_experimental"},
    {"outlier_detection", "outlier_detection_experimental"},
    {"override_host", "override_host_experimental"},
    {"xds_override_host", "xds_override_host_experimental"},
    {"grpc_lb", "grpclb"},
    {"RLS", "rls_experimental"},
    // Known already, deprecated ones too; and what is like nothing.
    {"round_robin", ""},
    {"xds", ""},
    {"no_round_robin", ""},
    {"oldRoundRobin", ""},
    {"eds_experimental", ""},
    {"XDS", ""},
    {"p2c", ""},
    {"acme_zone_aware", ""},
    {"experimental", ""},
    {"", ""},
    {"___", ""},
};

TEST(SuggestPolicyTest, SuggestsWhatWasIntended) {
  for (const PolicyRow& row : kPolicyRows) {
    const Field* const intended = SuggestPolicy(row.name);
    EXPECT_EQ(intended == nullptr ? "" : intended->json_name, row.intended) << row.name;
  }
  EXPECT_EQ(SuggestPolicy(std::string(1'000'000, 'r')), nullptr);
}

TEST(SuggestFieldTest, LongKeysMeanNothing) {
  EXPECT_EQ(SuggestField(ServiceConfigMessage(), std::string(1'000'000, 'm')).kind,
            SuggestionKind::kNone);
}

}  // namespace
}  // namespace grpcfg
