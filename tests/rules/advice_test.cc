// Where advice begins and where it ends: the last value without it and the first one with it.
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

struct AdviceRow {
  const char* why;
  std::string text;
  const char* rule;
  bool is_given;
};

std::string Entry(absl::string_view members) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B"}], )", members, "}]}");
}

std::string Retry(int attempts, absl::string_view backoffs, absl::string_view timeout = "") {
  return Entry(
      absl::StrCat(timeout.empty() ? "" : absl::StrCat(R"("timeout": ")", timeout, R"(", )"),
                   R"("retryPolicy": {"maxAttempts": )", attempts, ", ", backoffs,
                   R"(, "retryableStatusCodes": ["UNAVAILABLE"]})"));
}

std::string Backoffs(absl::string_view initial, absl::string_view max, double multiplier) {
  return absl::StrCat(R"("initialBackoff": ")", initial, R"(", "maxBackoff": ")", max,
                      R"(", "backoffMultiplier": )", multiplier);
}

std::string Hedging(absl::string_view members, absl::string_view timeout) {
  return Entry(absl::StrCat(R"("timeout": ")", timeout, R"(", "hedgingPolicy": {)", members, "}"));
}

std::string Throttled(int attempts, absl::string_view throttling) {
  std::string text = Retry(attempts, Backoffs("0.1s", "1s", 2));
  text.pop_back();
  return absl::StrCat(text, R"(, "retryThrottling": {)", throttling, "}}");
}

std::string Service(absl::string_view name) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{"service": ")", name, R"("}]}]})");
}

// A service is retried, and one of its methods has an entry with a timeout alone.
std::string Dropping(absl::string_view method) {
  std::string text = Retry(2, Backoffs("1s", "1s", 2));
  text.resize(text.size() - 2);
  return absl::StrCat(text, R"(, {"timeout": "5s", "name": [{"service": "a.B", "method": ")",
                      method, R"("}]}]})");
}

const AdviceRow kThrottlingRows[] = {
    {"of 2 tokens a failure leaves half", Throttled(2, R"("maxTokens": 2, "tokenRatio": 0.1)"),
     "throttling-never-retries", true},
    {"of 3 it leaves more", Throttled(2, R"("maxTokens": 3, "tokenRatio": 0.1)"),
     "throttling-never-retries", false},
    {"2 retries need more than 4 tokens", Throttled(3, R"("maxTokens": 4, "tokenRatio": 0.1)"),
     "throttling-tokens-too-few", true},
    {"5 are more", Throttled(3, R"("maxTokens": 5, "tokenRatio": 0.1)"),
     "throttling-tokens-too-few", false},
    {"4 need more than 8", Throttled(5, R"("maxTokens": 8, "tokenRatio": 0.1)"),
     "throttling-tokens-too-few", true},
    {"9 are more", Throttled(5, R"("maxTokens": 9, "tokenRatio": 0.1)"),
     "throttling-tokens-too-few", false},
    {"no more attempts than the clamp", Throttled(100, R"("maxTokens": 9, "tokenRatio": 0.1)"),
     "throttling-tokens-too-few", false},
    {"reported once where none is retried", Throttled(5, R"("maxTokens": 2, "tokenRatio": 0.1)"),
     "throttling-tokens-too-few", false},
    {"half of the attempts", Throttled(3, R"("maxTokens": 10, "tokenRatio": 1.0)"),
     "throttling-ratio-large", true},
    {"less than half", Throttled(3, R"("maxTokens": 10, "tokenRatio": 0.999)"),
     "throttling-ratio-large", false},
    {"wrong throttling is another finding", Throttled(3, R"("maxTokens": 0, "tokenRatio": 0.1)"),
     "throttling-missing", false},
    {"hardly any client throttles hedges",
     Hedging(R"("maxAttempts": 4, "hedgingDelay": "1s")", "9s"), "throttling-missing", false},
    {"retries without throttling", Retry(4, Backoffs("0.1s", "1s", 2)), "throttling-missing", true},
    {"retries that no client makes",
     Entry(R"("retryPolicy": {"maxAttempts": 4, "initialBackoff": "1s", "maxBackoff": "1s",
              "backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED", "GATEWAY_TIMEOUT"]})"),
     "throttling-missing", false},
    {"tokens beside no entry", R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     "throttling-unused", true},
    {"tokens beside an empty list",
     R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}, "methodConfig": []})",
     "throttling-unused", true},
    {"tokens beside what may be entries",
     R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}, "methodConfig": 5})",
     "throttling-unused", false},
    {"tokens without retries", R"({"retryThrottling": {"maxTokens": 1, "tokenRatio": 9.0}})",
     "throttling-never-retries", false},
};

const AdviceRow kScheduleRows[] = {
    {"a fifth less is just the timeout", Retry(2, Backoffs("5s", "9s", 2), "4s"),
     "retry-after-timeout", true},
    {"a fifth less is before it", Retry(2, Backoffs("4.99s", "9s", 2), "4s"), "retry-after-timeout",
     false},
    {"no timeout", Retry(2, Backoffs("5s", "9s", 2)), "retry-after-timeout", false},
    {"starts at 0, 1, 3 and 7", Retry(4, Backoffs("1s", "9s", 2), "7s"), "attempts-cut-by-timeout",
     true},
    {"all of them", Retry(4, Backoffs("1s", "9s", 2), "7.000000001s"), "attempts-cut-by-timeout",
     false},
    {"capped: 0, 1, 3 and 5", Retry(4, Backoffs("1s", "2s", 2), "6s"), "attempts-cut-by-timeout",
     false},
    {"reported once where no retry has time", Retry(4, Backoffs("5s", "9s", 2), "4s"),
     "attempts-cut-by-timeout", false},
    {"hedges at 0, 1 and 2", Hedging(R"("maxAttempts": 3, "hedgingDelay": "1s")", "2s"),
     "attempts-cut-by-timeout", true},
    {"the first hedge with the timeout", Hedging(R"("maxAttempts": 3, "hedgingDelay": "2s")", "2s"),
     "hedging-after-timeout", true},
    {"and before it", Hedging(R"("maxAttempts": 3, "hedgingDelay": "1.9s")", "2s"),
     "hedging-after-timeout", false},
    {"one delay has nothing to grow", Retry(2, Backoffs("1s", "9s", 1)), "retry-backoff-constant",
     false},
    {"two have", Retry(3, Backoffs("1s", "9s", 1)), "retry-backoff-constant", true},
    {"4s at most, 4.8 with jitter", Retry(4, Backoffs("1s", "4.9s", 2)),
     "retry-max-backoff-unreached", true},
    {"jitter reaches it", Retry(4, Backoffs("1s", "4.8s", 2)), "retry-max-backoff-unreached",
     false},
    {"two attempts have one delay", Retry(2, Backoffs("1s", "60s", 2)),
     "retry-max-backoff-unreached", false},
    {"two fifths of 25ms are 10ms", Retry(3, Backoffs("0.025s", "1s", 2)), "retry-pulses", false},
    {"less", Retry(3, Backoffs("0.024s", "1s", 2)), "retry-pulses", true},
    {"a single attempt at once is none",
     Hedging(R"("maxAttempts": 2, "hedgingDelay": "0.1s")", "2s"), "hedging-at-once", false},
    {"an entry that no call meets",
     R"({"methodConfig": [{"name": [], "hedgingPolicy": {"maxAttempts": 2}}]})", "hedging-at-once",
     false},
};

const AdviceRow kNameRows[] = {
    {"a service", Service("grpc.health.v1.Health"), "name-unlikely", false},
    {"digits and underscores", Service("_a1.b_2.C_3"), "name-not-protobuf", false},
    {"a service that begins small", Service("a.b.helloService"), "name-unlikely", false},
    {"a package", Service("a.b.hello_service"), "name-unlikely", true},
    {"a version", Service("google.cloud.v1beta1"), "name-unlikely", true},
    {"no version", Service("a.b.V1"), "name-unlikely", false},
    {"a file", Service("orders.proto"), "name-unlikely", true},
    {"two dots", Service("a..B"), "name-not-protobuf", true},
    {"a dot alone", Service("."), "name-not-protobuf", true},
    {"blanks alone", Service(" "), "name-not-protobuf", true},
    {"reported once", Service(" a"), "name-unlikely", false},
    {"a path is name-never-matches", Service("a/ b"), "name-not-protobuf", false},
    {"a digit first", Service("shop.2v.Orders"), "name-unlikely", true},
    {"a digit later", Service("shop.v2.Orders2"), "name-unlikely", false},
    {"a generated client", Service("shop.v1.OrdersAsyncClient"), "name-unlikely", true},
    {"of a service without a package", Service("OrdersBlockingStub"), "name-unlikely", true},
    {"a service of clients", Service("shop.v1.Client"), "name-unlikely", false},
    {"an outer class", Service("shop.v1.OrdersOuterClass"), "name-unlikely", true},
    {"several services", Service("a.B,a.C"), "name-not-protobuf", true},
    {"as in C++", Service("::shop::v1::Orders"), "name-not-protobuf", true},
    {"a template", Service("${ORDERS_SERVICE}"), "name-not-protobuf", true},
    {"a name of documentation", Service("your.package.Orders"), "name-is-example", true},
    {"the same without a package of its own", Service("shop.v1.YourService"), "name-is-example",
     true},
    {"a package that begins so", Service("yours.v1.Orders"), "name-is-example", false},
    {"no package", Service("B"), "name-without-package", true},
    {"not where it is another finding", Service("b-c"), "name-without-package", false},
};

const AdviceRow kOtherRows[] = {
    {"an empty config is none", "{}", "config-without-effect", false},
    {"one field that is known", R"({"x": 1, "methodConfig": []})", "config-without-effect", false},
    {"none", R"({"x": 1, "y": 2})", "config-without-effect", true},
    {"one that is misspelt", R"({"methodConfigs": []})", "config-without-effect", false},
    {"one that belongs elsewhere, and says so", R"({"retryPolicy": {}})", "config-without-effect",
     false},
    {"a detail that does", R"({"timeout": "1s"})", "config-without-effect", true},
    {"in a choice", R"([{"serviceConfig": {"x": 1}}])", "config-without-effect", true},
    {"the last of the list", R"({"loadBalancingConfig": [{"grpclb": {}}, {"round_robin": {}}]})",
     "lb-entry-never-used", false},
    {"round_robin checks health",
     R"({"loadBalancingPolicy": "round_robin", "healthCheckConfig": {"serviceName": "a"}})",
     "health-check-default-policy", false},
    {"pick_first by its old name does not",
     R"({"loadBalancingPolicy": "pick_first", "healthCheckConfig": {"serviceName": "a"}})",
     "health-check-pick-first", true},
    {"a service without an entry of its own keeps the default",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2,
         "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 2,
         "retryableStatusCodes": ["ABORTED"]}}]})",
     "retry-policy-dropped", false},
    {"a method that reads is better retried", Dropping("BatchGetOrders"), "retry-policy-dropped",
     true},
    {"one that creates is not", Dropping("CreateOrder"), "retry-policy-dropped", false},
    {"nor one that nothing is known of", Dropping("Provision"), "retry-policy-dropped", false},
};

// A wide entry, and a narrower one with members of its own.
std::string Replacing(absl::string_view wide_name, absl::string_view wide, absl::string_view name,
                      absl::string_view own) {
  return absl::StrCat(R"({"methodConfig": [{"name": [)", wide_name, "], ", wide, R"(}, {"name": [)",
                      name, "]", own.empty() ? "" : ", ", own, "}]}");
}

constexpr absl::string_view kService = R"({"service": "a.B"})";
constexpr absl::string_view kMethod = R"({"service": "a.B", "method": "Get"})";
constexpr absl::string_view kWatch = R"({"service": "a.B", "method": "WatchAll"})";

const AdviceRow kReplacedRows[] = {
    {"a timeout of the service",
     Replacing(kService, R"("timeout": "9s")", kMethod, R"("waitForReady": true)"),
     "entry-settings-dropped", true},
    {"a timeout of the default entry",
     Replacing("{}", R"("timeout": "9s")", kService, R"("waitForReady": true)"),
     "entry-settings-dropped", true},
    {"of the default, for a method of no entry",
     Replacing("{}", R"("timeout": "9s")", kMethod, R"("waitForReady": true)"),
     "entry-settings-dropped", true},
    {"a size",
     Replacing(kService, R"("maxResponseMessageBytes": 9000)", kMethod, R"("timeout": "9s")"),
     "entry-settings-dropped", true},
    {"another timeout is one",
     Replacing(kService, R"("timeout": "9s")", kMethod, R"("timeout": "8s")"),
     "entry-settings-dropped", false},
    {"a misspelt one is another finding",
     Replacing(kService, R"("timeout": "9s")", kMethod, R"("waitForReady": true, "timeuot": "8s")"),
     "entry-settings-dropped", false},
    {"what waits not by its service's entry either",
     Replacing(kService, R"("waitForReady": false)", kMethod, R"("timeout": "8s")"),
     "entry-settings-dropped", false},
    {"an entry to be without settings", Replacing(kService, R"("timeout": "9s")", kMethod, ""),
     "entry-settings-dropped", false},
    {"a stream has no timeout",
     Replacing(kService, R"("timeout": "9s")", kWatch, R"("waitForReady": true)"),
     "entry-settings-dropped", false},
    {"another service",
     Replacing(R"({"service": "a.C"})", R"("timeout": "9s")", kMethod, R"("waitForReady": true)"),
     "entry-settings-dropped", false},
    {"the wider of two in one entry",
     R"({"methodConfig": [{"name": [{"service": "a.B"}, {"service": "a.B", "method": "Get"}],
         "timeout": "9s"}]})",
     "entry-settings-dropped", false},
    {"a policy alone is another finding", Dropping("Get"), "entry-settings-dropped", false},
};

std::string Sized(absl::string_view size) {
  return Entry(absl::StrCat(R"("maxResponseMessageBytes": )", size));
}

const AdviceRow kSizeRows[] = {
    {"no message at all", Sized("0"), "message-size-too-small", true},
    {"KiB or MiB", Sized("1023"), "message-size-too-small", true},
    {"in quotes, as protobuf writes it", Sized(R"("4")"), "message-size-too-small", true},
    {"the least that is one", Sized("1024"), "message-size-too-small", false},
    {"unlimited, as others write it, is another finding", Sized("-1"), "message-size-too-small",
     false},
};

struct ClientRow {
  const char* why;
  std::string text;
  const char* rule;
  const char* targets;
  bool is_given;
};

const ClientRow kClientRows[] = {
    {"generators do not throttle", Retry(4, Backoffs("0.1s", "1s", 2)), "throttling-missing",
     "gapic", false},
    {"one of the targets does", Retry(4, Backoffs("0.1s", "1s", 2)), "throttling-missing",
     "gapic,go", true},
    {"full jitter begins at 0", Retry(2, Backoffs("10s", "10s", 2), "5s"), "retry-after-timeout",
     "go@1.64,dotnet", false},
    {"the newer one does not", Retry(2, Backoffs("10s", "10s", 2), "5s"), "retry-after-timeout",
     "go@1.64,go", true},
    {"some clients cap the first delay", Retry(2, Backoffs("10s", "1s", 2), "5s"),
     "retry-after-timeout", "go", false},
    {"full jitter spreads over all of it", Retry(2, Backoffs("0.01s", "1s", 2)), "retry-pulses",
     "go@1.64", false},
    {"C-core sends no hedges", Hedging(R"("maxAttempts": 3, "hedgingDelay": "0s")", "5s"),
     "hedging-at-once", "core", false},
    {"Java does", Hedging(R"("maxAttempts": 3, "hedgingDelay": "0s")", "5s"), "hedging-at-once",
     "core,java", true},
};

bool IsGiven(absl::string_view text, const std::vector<Target>& targets, absl::string_view rule) {
  static const RuleSet kEveryRule = AllRules().With(SelectEveryRule(AllRules()));
  const Report report = Validate(ParseDocumentByShape(text), targets, kEveryRule);
  return absl::c_any_of(report.diagnostics,
                        [&](const Diagnostic& each) { return each.rule == rule; });
}

bool IsGiven(const AdviceRow& row) { return IsGiven(row.text, DefaultTargets(), row.rule); }

// Advice is about what a client does, and concerns no client that does it differently.
TEST(AdviceTest, ConcernsThoseWhoDoSo) {
  for (const ClientRow& row : kClientRows) {
    EXPECT_EQ(IsGiven(row.text, *ParseTargets(row.targets), row.rule), row.is_given) << row.why;
  }
}

// The policy with the most attempts may be a hedging one.
TEST(AdviceTest, RetriesThatNeverHappenBesideHedges) {
  const std::string text = R"({"methodConfig": [
    {"name": [{"service": "a.B"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s",
      "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}},
    {"name": [{"service": "a.C"}], "hedgingPolicy": {"maxAttempts": 4, "hedgingDelay": "1s"}}],
    "retryThrottling": {"maxTokens": 2, "tokenRatio": 0.1}})";
  EXPECT_TRUE(IsGiven(text, DefaultTargets(), "throttling-never-retries"));
}

TEST(AdviceTest, Throttling) {
  for (const AdviceRow& row : kThrottlingRows) EXPECT_EQ(IsGiven(row), row.is_given) << row.why;
}

TEST(AdviceTest, Schedules) {
  for (const AdviceRow& row : kScheduleRows) EXPECT_EQ(IsGiven(row), row.is_given) << row.why;
}

TEST(AdviceTest, Names) {
  for (const AdviceRow& row : kNameRows) EXPECT_EQ(IsGiven(row), row.is_given) << row.why;
}

TEST(AdviceTest, EntriesThatReplaceWiderOnes) {
  for (const AdviceRow& row : kReplacedRows) EXPECT_EQ(IsGiven(row), row.is_given) << row.why;
}

TEST(AdviceTest, MessageSizes) {
  for (const AdviceRow& row : kSizeRows) EXPECT_EQ(IsGiven(row), row.is_given) << row.why;
}

TEST(AdviceTest, WithoutEffect) {
  for (const AdviceRow& row : kOtherRows) EXPECT_EQ(IsGiven(row), row.is_given) << row.why;
}

}  // namespace
}  // namespace grpcfg
