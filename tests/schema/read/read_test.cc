// Read: typed values, their places, and the states absent, malformed and null.
#include "schema/read/read.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/schema/reading.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr absl::string_view kFullConfig = R"({
  "methodConfig": [
    {
      "name": [{"service": "acme.orders.v1.OrderService", "method": "GetOrder"}],
      "waitForReady": true,
      "timeout": "-1.5s",
      "maxRequestMessageBytes": 4294967295,
      "maxResponseMessageBytes": "1024",
      "retryPolicy": {
        "maxAttempts": 4,
        "initialBackoff": "0.1s",
        "maxBackoff": "315576000000.999999999s",
        "backoffMultiplier": 1.5,
        "retryableStatusCodes": ["UNAVAILABLE", 4, "ok"]
      }
    },
    {
      "name": [],
      "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0s", "nonFatalStatusCodes": []}
    }
  ],
  "retryThrottling": {"maxTokens": 1000, "tokenRatio": 0.1}
})";

TEST(ReadTest, ReadsMethodConfigsWithTypes) {
  const ReadText read{std::string(kFullConfig)};
  ASSERT_EQ(read.config().method_config.value->size(), 2U);
  const MethodConfig& method = read.method(0);
  ASSERT_EQ(method->name.value->size(), 1U);
  EXPECT_EQ(method->name.value.value()[0]->service.value, "acme.orders.v1.OrderService");
  EXPECT_EQ(method->name.value.value()[0]->method.value, "GetOrder");
  EXPECT_EQ(method->wait_for_ready.value, true);
  EXPECT_EQ(method->timeout.value, (Duration{-1, -500'000'000}));
  EXPECT_EQ(method->max_request_message_bytes.value, 4294967295U);
  EXPECT_EQ(method->max_response_message_bytes.value, 1024U);
  EXPECT_EQ(method->hedging_policy, nullptr);
}

TEST(ReadTest, ReadsPoliciesWithTypes) {
  const ReadText read{std::string(kFullConfig)};
  const RetryPolicy& retry = *read.method(0)->retry_policy;
  EXPECT_EQ(retry.max_attempts.value, 4);
  EXPECT_EQ(retry.initial_backoff.value, (Duration{0, 100'000'000}));
  EXPECT_EQ(retry.max_backoff.value, (Duration{315'576'000'000, 999'999'999}));
  EXPECT_EQ(retry.backoff_multiplier.value, 1.5);
  ASSERT_EQ(retry.retryable_status_codes.value->size(), 3U);
  EXPECT_EQ(retry.retryable_status_codes.value.value()[0].value->number, 14);
  EXPECT_EQ(retry.retryable_status_codes.value.value()[1].value->number, 4);
  EXPECT_EQ(retry.retryable_status_codes.value.value()[2].value->number, 0);
  const HedgingPolicy& hedging = *read.method(1)->hedging_policy;
  EXPECT_EQ(hedging.max_attempts.value, 3);
  EXPECT_EQ(hedging.hedging_delay.value, Duration());
  EXPECT_THAT(*hedging.non_fatal_status_codes.value, IsEmpty());
  EXPECT_EQ(read.config().retry_throttling->max_tokens.value->count, 1000);
  EXPECT_EQ(read.config().retry_throttling->token_ratio.value->count, 0.1);
}

TEST(ReadTest, KnowsThePlaceOfEachValue) {
  const ReadText read{std::string(kFullConfig)};
  EXPECT_EQ(read.Source(read.config().node), kFullConfig);
  const MethodConfig& method = read.method(0);
  EXPECT_EQ(read.Source(method->timeout.node), "\"-1.5s\"");
  EXPECT_EQ(read.Source(method->wait_for_ready.node), "true");
  EXPECT_EQ(read.Source(method->name.value.value()[0]->service.node),
            "\"acme.orders.v1.OrderService\"");
  EXPECT_EQ(read.Source(method->retry_policy->max_attempts.node), "4");
  const auto& codes = method->retry_policy->retryable_status_codes;
  EXPECT_EQ(read.Source(codes.node), "[\"UNAVAILABLE\", 4, \"ok\"]");
  EXPECT_EQ(read.Source(codes.value.value()[1].node), "4");
  EXPECT_EQ(read.Source(read.config().retry_throttling->token_ratio.node), "0.1");
}

TEST(ReadTest, TheFullConfigHasOneIssue) {
  const ReadText read{std::string(kFullConfig)};
  EXPECT_THAT(read.Kinds(), ElementsAre(IssueKind::kNoName));
  EXPECT_THAT(read.Blamed(), ElementsAre("[]"));
}

TEST(ReadTest, AbsentAndNullHaveNoNode) {
  const ReadText read(Entry(R"("timeout": null, "retryPolicy": null)"));
  EXPECT_FALSE(read.method(0)->timeout.IsWritten());
  EXPECT_FALSE(read.method(0)->timeout.value);
  EXPECT_FALSE(read.method(0)->wait_for_ready.IsWritten());
  EXPECT_EQ(read.method(0)->retry_policy, nullptr);
  EXPECT_EQ(read.config().retry_throttling, nullptr);
  EXPECT_THAT(read.issues(), IsEmpty());
}

TEST(ReadTest, MalformedHasANodeAndNoValue) {
  const ReadText read(Entry(R"("timeout": "5", "waitForReady": 1, "maxRequestMessageBytes": -1)"));
  const MethodConfig& method = read.method(0);
  EXPECT_EQ(read.Source(method->timeout.node), "\"5\"");
  EXPECT_FALSE(method->timeout.value);
  EXPECT_EQ(read.Source(method->wait_for_ready.node), "1");
  EXPECT_FALSE(method->wait_for_ready.value);
  EXPECT_EQ(read.Source(method->max_request_message_bytes.node), "-1");
  EXPECT_FALSE(method->max_request_message_bytes.value);
  EXPECT_THAT(read.Blamed(), ElementsAre("\"5\"", "1", "-1"));
}

TEST(ReadTest, AListThatIsNoneIsMalformed) {
  const ReadText read(R"({"methodConfig": {}})");
  EXPECT_EQ(read.Source(read.config().method_config.node), "{}");
  EXPECT_FALSE(read.config().method_config.value);
  EXPECT_THAT(read.Kinds(), ElementsAre(IssueKind::kWrongType));
}

TEST(ReadTest, OfMalformedElementsInARowTheFirstIsKept) {
  const ReadText read(RetryPolicyWith("2", "1", R"(["OK", "NO", null, 17, "1", 16])"));
  const auto& codes = *read.method(0)->retry_policy->retryable_status_codes.value;
  ASSERT_EQ(codes.size(), 3U);
  EXPECT_TRUE(codes[0].value);
  EXPECT_FALSE(codes[1].value);
  EXPECT_EQ(read.Source(codes[1].node), "\"NO\"");
  EXPECT_EQ(codes[2].value->number, 16);
  EXPECT_THAT(read.Blamed(), ElementsAre("\"NO\"", "null", "17", "\"1\""));
}

// A number that only some clients take for a code is there as they take it.
TEST(ReadTest, ANegativeCodeIsAValue) {
  Located<StatusCode> code;
  EXPECT_FALSE(code.value);
  code.value = StatusCode{-1};
  ASSERT_TRUE(code.value);
  EXPECT_EQ(code.value->number, -1);
}

TEST(ReadTest, AFaultyTokenIsNotJudgedTwice) {
  const ReadText read(Entry(R"("timeout": 'x', "maxRequestMessageBytes": 0x10)"));
  EXPECT_FALSE(read.method(0)->max_request_message_bytes.value);
  for (const Issue& issue : read.issues()) {
    EXPECT_TRUE(issue.kind <= IssueKind::kJsonDuplicateKey || read.Source(issue.span) != "0x10");
  }
}

TEST(ReadTest, OfDuplicatesTheLastCounts) {
  const ReadText read(Entry(R"("timeout": "1s", "timeout": "2s", "timeout": "3s")"));
  EXPECT_EQ(read.method(0)->timeout.value, (Duration{3, 0}));
  EXPECT_THAT(read.Kinds(),
              ElementsAre(IssueKind::kJsonDuplicateKey, IssueKind::kJsonDuplicateKey));
  const ReadText nulled(Entry(R"("timeout": "1s", "timeout": null)"));
  EXPECT_EQ(nulled.method(0)->timeout.value, (Duration{1, 0})) << "null is no value";
}

// Whatever is kept, each value that stands there is checked.
TEST(ReadTest, EveryDuplicateIsJudged) {
  const ReadText read(R"({"retryThrottling": {"maxTokens": 0, "maxTokens": 5, "tokenRatio": 1},
      "methodConfig": [{"name": [{}], "timeout": "x"}], "methodConfig": []})");
  EXPECT_THAT(read.Blamed(),
              testing::UnorderedElementsAre("\"maxTokens\"", "0", "\"x\"", "\"methodConfig\""));
}

TEST(ReadTest, OneofIsJudgedByWhatIsThere) {
  const std::string retry = R"("retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s",
      "maxBackoff": "1s", "backoffMultiplier": 1, "retryableStatusCodes": [14]})";
  const ReadText both(Entry(R"("hedgingPolicy": {"maxAttempts": 2}, )" + retry));
  ASSERT_THAT(both.Kinds(), ElementsAre(IssueKind::kConflict));
  EXPECT_EQ(both.Source(both.issues()[0].span), "\"retryPolicy\"") << "the second key";
  EXPECT_EQ(both.Source(both.issues()[0].related), "\"hedgingPolicy\"");
  const ReadText null_beside(Entry(R"("hedgingPolicy": null, )" + retry));
  EXPECT_THAT(null_beside.issues(), IsEmpty());
}

TEST(ReadTest, EachMissingFieldIsAnIssueOnTheKey) {
  const ReadText read(Entry(R"("retryPolicy": {"maxBackoff": null})"));
  EXPECT_THAT(read.Blamed(), ElementsAre("\"retryPolicy\"", "\"retryPolicy\"", "\"retryPolicy\"",
                                         "\"retryPolicy\"", "null"));
  for (const Issue& issue : read.issues()) EXPECT_EQ(issue.kind, IssueKind::kMissingField);
}

TEST(ReadTest, MaxAttemptsHasNoUpperBound) {
  const ReadText read(RetryPolicyWith("100000000000000000000000000", "1"));
  EXPECT_THAT(read.Kinds(), ElementsAre(IssueKind::kClamped));
  EXPECT_EQ(read.method(0)->retry_policy->max_attempts.value, std::numeric_limits<int64_t>::max());
}

TEST(ReadTest, MultiplierOfAnySizeIsAccepted) {
  const ReadText huge(RetryPolicyWith("2", "1e400"));
  EXPECT_THAT(huge.issues(), IsEmpty());
  EXPECT_TRUE(std::isinf(*huge.method(0)->retry_policy->backoff_multiplier.value));
  const ReadText tiny(RetryPolicyWith("2", "1e-400"));
  EXPECT_THAT(tiny.issues(), IsEmpty());
  EXPECT_TRUE(tiny.method(0)->retry_policy->backoff_multiplier.value);
  for (const char* const zero : {"0", "-0", "0.0e5", "-1e-400", "-1"}) {
    EXPECT_THAT(ReadText(RetryPolicyWith("2", zero)).Kinds(), ElementsAre(IssueKind::kTooSmall))
        << zero;
  }
}

TEST(ReadTest, AnyDepthOfUnknownFieldsIsRead) {
  constexpr size_t kLevels = 1'000'000;
  std::string text = R"({"x": )";
  for (size_t i = 0; i < kLevels; ++i) text += R"({"x":)";
  text += "1" + std::string(kLevels, '}') + "}";
  const ReadText read(text);
  EXPECT_THAT(read.Kinds(), ElementsAre(IssueKind::kUnknownField));
}

struct RatioRow {
  absl::string_view spelling;
  int64_t milli;
  std::vector<IssueKind> issues;
};

// gRFC A6: decimals beyond the third are ignored; -1: no value.
const RatioRow kRatioRows[] = {
    {"0.5466", 546, {IssueKind::kTruncated}},
    {"0.1999999", 199, {IssueKind::kTruncated}},
    {"0.1", 100, {}},
    {"0.001", 1, {}},
    {"0.1000", 100, {}},
    {"0.0001", -1, {IssueKind::kTruncatedToZero}},
    {"0.00099999", -1, {IssueKind::kTruncatedToZero}},
    {"1e-4", -1, {IssueKind::kTruncatedToZero}},
    {"1e-400", -1, {IssueKind::kTruncatedToZero}},
    {"1e-1", 100, {}},
    {"1", 1000, {}},
    {"1.0", 1000, {}},
    {"1E0", 1000, {}},
    {"0.123e2", 12'300, {}},
    {"1e300", std::numeric_limits<int64_t>::max(), {}},
    {"4294967.296", 4'294'967'296, {}},
    {"0", -1, {IssueKind::kTooSmall}},
    {"-0.0", -1, {IssueKind::kTooSmall}},
    {"0e9", -1, {IssueKind::kTooSmall}},
    {"-0.1", -1, {IssueKind::kTooSmall}},
    {"-0.0001", -1, {IssueKind::kTooSmall}},
    {"\"0.1\"", -1, {IssueKind::kQuotedNumber}},
    {"true", -1, {IssueKind::kWrongType}},
};

TEST(ReadTest, TokenRatioKeepsThreeDecimals) {
  for (const RatioRow& row : kRatioRows) {
    const ReadText read(absl::StrCat(R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": )",
                                     row.spelling, "}}"));
    EXPECT_EQ(read.Kinds(), row.issues) << row.spelling;
    const auto& ratio = read.config().retry_throttling->token_ratio;
    const double count = static_cast<double>(row.milli) / (row.milli < 0 ? 1 : 1000);
    EXPECT_EQ(ratio.value ? ratio.value->count : -1, count) << row.spelling;
    EXPECT_EQ(read.Source(ratio.node), row.spelling);
  }
}

struct IntegerRow {
  absl::string_view spelling;
  std::vector<IssueKind> spec;
  std::vector<IssueKind> gapic;
};

// `maxAttempts`: A6's integer for the spec, a uint32 of protobuf's JSON mapping for gapic.
const IntegerRow kIntegerRows[] = {
    {"2", {}, {}},
    {"5", {}, {}},
    {"6", {IssueKind::kClamped}, {}},
    {"1", {IssueKind::kTooSmall}, {}},
    {"0", {IssueKind::kTooSmall}, {}},
    {"-0", {IssueKind::kTooSmall}, {}},
    {"-1", {IssueKind::kTooSmall}, {IssueKind::kTooSmall}},
    {"4294967295", {IssueKind::kClamped}, {}},
    {"4294967296", {IssueKind::kClamped}, {IssueKind::kTooLarge}},
    {"3.0", {IssueKind::kMalformedNumber}, {}},
    {"3e0", {IssueKind::kMalformedNumber}, {}},
    {"3.5", {IssueKind::kMalformedNumber}, {IssueKind::kMalformedNumber}},
    {"\"3\"", {IssueKind::kQuotedNumber}, {}},
    {"\"3.0\"", {IssueKind::kQuotedNumber}, {}},
    {"\"+3\"", {IssueKind::kQuotedNumber}, {IssueKind::kMalformedNumber}},
    {"\"x\"", {IssueKind::kWrongType}, {IssueKind::kWrongType}},
    {"\"\"", {IssueKind::kWrongType}, {IssueKind::kWrongType}},
    {"true", {IssueKind::kWrongType}, {IssueKind::kWrongType}},
    {"[2]", {IssueKind::kWrongType}, {IssueKind::kWrongType}},
};

TEST(ReadTest, IntegersFollowTheProfile) {
  for (const IntegerRow& row : kIntegerRows) {
    const std::string text = RetryPolicyWith(row.spelling, "1");
    EXPECT_EQ(ReadText(text).Kinds(), row.spec) << row.spelling;
    EXPECT_EQ(ReadText(text, GapicProfile()).Kinds(), row.gapic) << row.spelling;
  }
}

// Message sizes: protobuf's JSON mapping for everybody.
TEST(ReadTest, MessageSizesTakeEverySpelling) {
  for (const char* const spelling :
       {"0", "4294967295", "\"4294967295\"", "1e3", "1.0", "\"1e3\"", "100e-2"}) {
    const std::string text = Entry(absl::StrCat(R"("maxRequestMessageBytes": )", spelling));
    EXPECT_THAT(ReadText(text).issues(), IsEmpty()) << spelling;
    EXPECT_TRUE(ReadText(text).method(0)->max_request_message_bytes.value) << spelling;
  }
  for (const char* const spelling :
       {"-1", "4294967296", "1.5", "\"-1\"", "\" 1\"", "\"0x10\"", "1e400", "\"\"", "true"}) {
    const std::string text = Entry(absl::StrCat(R"("maxRequestMessageBytes": )", spelling));
    EXPECT_EQ(ReadText(text).issues().size(), 1U) << spelling;
    EXPECT_FALSE(ReadText(text).method(0)->max_request_message_bytes.value) << spelling;
  }
}

TEST(ReadTest, StatusCodesFollowTheProfile) {
  const std::string text =
      RetryPolicyWith("2", "1", R"(["unavailable", 17, -1, "UNAVAILABLE", 2147483648])");
  const ReadText spec(text);
  EXPECT_THAT(spec.Blamed(), ElementsAre("17", "-1", "2147483648"));
  const ReadText gapic(text, GapicProfile());
  EXPECT_THAT(gapic.Blamed(), ElementsAre("\"unavailable\"", "2147483648")) << "an open enum";
}

TEST(ReadTest, GapicReadsProtoJson) {
  const std::string text = R"({"method_config": [{"name": [{}], "retry_policy": {
      "max_attempts": "3", "backoff_multiplier": "1.3", "initial_backoff": "0s"}}],
      "retry_throttling": {"max_tokens": 100000}})";
  const ReadText gapic(text, GapicProfile());
  EXPECT_THAT(gapic.issues(), IsEmpty());
  EXPECT_EQ(gapic.method(0)->retry_policy->max_attempts.value, 3);
  EXPECT_EQ(gapic.method(0)->retry_policy->backoff_multiplier.value, 1.3);
  EXPECT_EQ(gapic.config().retry_throttling->max_tokens.value->count, 100'000);
  const ReadText spec(text);
  std::vector<IssueKind> kinds;
  for (const Issue& issue : spec.issues()) {
    if (!issue.informs) kinds.push_back(issue.kind);
  }
  EXPECT_THAT(kinds, ElementsAre(IssueKind::kUnknownField, IssueKind::kUnknownField));
  EXPECT_FALSE(spec.config().method_config.value);
}

TEST(ReadTest, GapicRejectsUnknownFields) {
  const ReadText gapic(R"({"methodConfigs": [], "$schema": "x"})", GapicProfile());
  ASSERT_EQ(gapic.issues().size(), 2U);
  for (const Issue& issue : gapic.issues()) EXPECT_EQ(issue.effect, Effect::kRejectsConfig);
}

TEST(ReadTest, GapicTakesWhatProtojsonTakes) {
  const std::string config = Entry(R"("timeout": ".5s", "retryPolicy": {"maxAttempts": 4,
      "initialBackoff": "+1s", "maxBackoff": "1.s", "backoffMultiplier": "NaN",
      "retryableStatusCodes": [14.0]})");
  EXPECT_THAT(ReadText(config, GapicProfile()).issues(), IsEmpty());
  EXPECT_EQ(ReadText(config, SpecProfile()).issues().size(), 5U);
}

}  // namespace
}  // namespace grpcfg
