// What each client makes of a config in the end: entries by name, values as used.
#include "validator/resolve/resolve.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What one target makes of a text; the resolution owns all that it says.
Resolution ResolveFor(absl::string_view target, absl::string_view text,
                      const std::vector<MethodName>& methods = {},
                      DocumentKind kind = DocumentKind::kConfig) {
  const Document document = ParseDocument(text, kind);
  const std::vector<Target> targets = *ParseTargets(target);
  return Resolve(document, targets, Analyse(document, targets, AllRules()), methods);
}

// ---- Names

// A config with an entry for each name.
std::string ConfigOf(const std::vector<absl::string_view>& names) {
  std::string entries;
  for (const absl::string_view name : names) {
    absl::StrAppend(&entries, entries.empty() ? "" : ", ", R"({"name": [)", name,
                    R"(], "timeout": "2s"})");
  }
  return absl::StrCat(R"({"methodConfig": [)", entries, "]}");
}

struct NameRow {
  const char* why;
  const char* target;
  std::vector<absl::string_view> names;  // of one entry each
  const char* method;
  absl::string_view source;  // empty: no entry
};

const NameRow kNameRows[] = {
    {"the method wins",
     "spec",
     {R"({"service": "s"})", R"({"service": "s", "method": "M"})"},
     "s/M",
     "/methodConfig/1"},
    {"a leading slash", "spec", {R"({"service": "s", "method": "M"})"}, "/s/M", "/methodConfig/0"},
    {"then the service", "go", {"{}", R"({"service": "s"})"}, "s/M", "/methodConfig/1"},
    {"then all", "java", {R"({"service": "s"})", "{}"}, "t/M", "/methodConfig/1"},
    {"then none", "core", {R"({"service": "s"})"}, "t/M", ""},
    {"the rest of a service",
     "core",
     {R"({"service": "s", "method": "M"})", "{}"},
     "s",
     "/methodConfig/1"},
    {"the rest of all", "core", {R"({"service": "s"})"}, "*", ""},
    {"letter case counts", "go", {R"({"service": "S"})"}, "s/M", ""},
    {"Go folds keys", "go", {R"({"Service": "s"})"}, "s/M", "/methodConfig/0"},
    {"Java does not", "java", {R"({"Service": "s"})"}, "*", "/methodConfig/0"},
    {"C-core: an empty service is every method",
     "core",
     {R"({"service": "", "method": "M"})"},
     "t/N",
     "/methodConfig/0"},
    {"slashes make one path",
     "core",
     {R"({"service": "a/b", "method": "c"})"},
     "a/b/c",
     "/methodConfig/0"},
    {"wherever they stand",
     "core",
     {R"({"service": "a", "method": "b/c"})"},
     "a/b/c",
     "/methodConfig/0"},
    {"and a service that has one", "java", {R"({"service": "a/b"})"}, "a/b/c", "/methodConfig/0"},
    {"grpc-js takes two parts", "node", {R"({"service": "a/b", "method": "c"})"}, "a/b/c", ""},
    {"of a longer path",
     "node",
     {R"({"service": "a", "method": "b"})"},
     "a/b/c",
     "/methodConfig/0"},
    {"grpc-js 1.8: the first that fits",
     "node@1.8",
     {R"({"service": "s"})", R"({"service": "s", "method": "M"})"},
     "s/M",
     "/methodConfig/0"},
    {".NET: \"\" is a method of its own",
     "dotnet",
     {R"({"service": "s", "method": ""})"},
     "s/M",
     ""},
    {".NET: no method is any", "dotnet", {R"({"service": "s"})"}, "s/M", "/methodConfig/0"},
    {"gapic: nothing is for all methods", "gapic", {"{}"}, "s/M", ""},
    {"a misspelt key is none",
     "core",
     {R"({"service": "s", "metho": "M"})"},
     "s/N",
     "/methodConfig/0"},
};

TEST(ResolveTest, TheEntryThatANameSelects) {
  for (const NameRow& row : kNameRows) {
    const Resolution resolution =
        ResolveFor(row.target, ConfigOf(row.names), {*ParseMethodName(row.method)});
    ASSERT_EQ(resolution.methods.size(), 1U);
    EXPECT_EQ(resolution.methods[0].entry->source.value_or(""), row.source) << row.why;
  }
}

TEST(ResolveTest, NamesInTheOrderOfTheTextThenTheRest) {
  const Resolution resolution = ResolveFor("spec,go", R"({"methodConfig": [
        {"name": [{"service": "b", "method": "M"}, {}, {"service": "a"}]},
        {"name": [{"Service": "c/d"}]}]})");
  std::vector<std::string> names;
  for (const ResolvedMethod& method : resolution.methods) {
    names.push_back(absl::StrCat(SpellMethodName(*method.name), " ", method.target));
  }
  EXPECT_THAT(names, ElementsAre("b/M 0", "b/M 1", "a 0", "a 1", "c/d/ 0", "c/d/ 1", "* 0", "* 1"));
}

TEST(ResolveTest, AServiceCalledAsteriskIsNotTheRest) {
  const Resolution resolution = ResolveFor("spec", ConfigOf({R"({"service": "*"})"}));
  EXPECT_EQ(SpellMethodName(*resolution.methods.front().name), "*/");
}

// ---- Values

struct ValueRow {
  const char* why;
  const char* target;
  const char* members;  // of an entry for all methods
  const char* path;
  absl::string_view json;  // empty: the client has no such value
};

constexpr char kRetry[] = R"("retryPolicy": {"maxAttempts": 9, "initialBackoff": "0.0015s",
    "maxBackoff": "4000000s", "backoffMultiplier": 1.6, "retryableStatusCodes": [14, "ABORTED"]})";
constexpr char kNames[] = R"("retryPolicy": {"maxAttempts": 2, "initialBackoff": "0s",
    "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]})";
constexpr char kHedging[] = R"("hedgingPolicy": {"maxAttempts": 7, "hedgingDelay": "0s"})";
constexpr char kBoth[] = R"("hedgingPolicy": {"maxAttempts": 2, "hedgingDelay": "1s"},
    "retryPolicy": {"maxAttempts": 2, "initialBackoff": "1.5s", "maxBackoff": "1s",
    "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]})";

constexpr char kOrder[] = R"("retryPolicy": {"maxAttempts": 2, "initialBackoff": "1.5s",
    "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]})";
constexpr char kNullCode[] = R"("retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s",
    "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": [null]})";

const ValueRow kValueRows[] = {
    {"exact", "spec", R"("timeout": "1.123456789s")", "timeout", R"("1.123456789s")"},
    {"whole milliseconds", "core", R"("timeout": "1.123456789s")", "timeout", R"("1.123s")"},
    {"under a millisecond is none", "core", R"("timeout": "0.0009s")", "timeout", ""},
    {"0 is none", "core", R"("timeout": "0s")", "timeout", ""},
    {"the sign of -0 is lost", "core", R"("timeout": "-0.5s")", "timeout", R"("0.5s")"},
    {"below 0 is none", "go", R"("timeout": "-1s")", "timeout", ""},
    {"0 ends every call", "go", R"("timeout": "0s")", "timeout", R"("0s")"},
    {"292 years", "go", R"("timeout": "315576000000s")", "timeout", R"("9223372036.854775807s")"},
    {"below 0 ends every call", "java", R"("timeout": "-1s")", "timeout", R"("-1s")"},
    {"decimals are nanoseconds", "node", R"("timeout": "0.5s")", "timeout", R"("0.000000005s")"},
    {"whole seconds are right", "node", R"("timeout": "2s")", "timeout", R"("2s")"},
    {"it has none", "dotnet", R"("timeout": "2s")", "timeout", ""},
    {"whole milliseconds", "gapic", R"("timeout": "1.2345s")", "timeout", R"("1.234s")"},
    {"applied", "java", R"("waitForReady": false)", "waitForReady", "false"},
    {"never applied", "node", R"("waitForReady": true)", "waitForReady", ""},
    {"not in generated code", "gapic", R"("waitForReady": true)", "waitForReady", ""},
    {"a quoted number", "core", R"("maxRequestMessageBytes": "7")", "maxRequestMessageBytes", "7"},
    {"below 0", "go", R"("maxResponseMessageBytes": -1)", "maxResponseMessageBytes", "-1"},
    {"unknown", "node", R"("maxRequestMessageBytes": 7)", "maxRequestMessageBytes", ""},
    {"five at most", "go", kRetry, "retryPolicy.maxAttempts", "5"},
    {"five at most", "node", kRetry, "retryPolicy.maxAttempts", "5"},
    {"not in generated code", "gapic", kRetry, "retryPolicy.maxAttempts", ""},
    {"exact", "java", kRetry, "retryPolicy.initialBackoff", R"("0.0015s")"},
    {"to the even millisecond", "dotnet", kRetry, "retryPolicy.initialBackoff", R"("0.002s")"},
    {"a bound, no timer", "node", kRetry, "retryPolicy.maxBackoff", R"("4000000s")"},
    {"numbers and names", "go", kRetry, "retryPolicy.retryableStatusCodes",
     R"(["ABORTED", "UNAVAILABLE"])"},
    {"a float, as written", "core", R"("retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s",
     "maxBackoff": "1s", "backoffMultiplier": 1.6, "retryableStatusCodes": ["ABORTED"]})",
     "retryPolicy.backoffMultiplier", "1.6"},
    {"taken although it is 0", "node", kNames, "retryPolicy.initialBackoff", R"("0s")"},
    {"the policy is dropped", "go@1.69", kNames, "retryPolicy.maxAttempts", ""},
    {"five at most", "java", kHedging, "hedgingPolicy.maxAttempts", "5"},
    {"no codes are none", "node", kHedging, "hedgingPolicy.nonFatalStatusCodes", "[]"},
    {"no delay is 0", "node", R"("hedgingPolicy": {"maxAttempts": 2})",
     "hedgingPolicy.hedgingDelay", R"("0s")"},
    {"no timer is so long", "node", R"("hedgingPolicy": {"maxAttempts": 2,
     "hedgingDelay": "4000000s"})",
     "hedgingPolicy.hedgingDelay", R"("0.001s")"},
    {"no hedging", "go", kBoth, "hedgingPolicy.maxAttempts", ""},
    {"retries beside it", "core", kBoth, "retryPolicy.maxBackoff", R"("1s")"},
    {"capped since 1.70", "core", kOrder, "retryPolicy.initialBackoff", R"("1s")"},
    {"not before", "core@1.69", kOrder, "retryPolicy.initialBackoff", R"("1.5s")"},
    {"capped", "go", kOrder, "retryPolicy.initialBackoff", R"("1s")"},
    {"not capped", "spec", kOrder, "retryPolicy.initialBackoff", R"("1.5s")"},
    {"not capped", "java", kOrder, "retryPolicy.initialBackoff", R"("1.5s")"},
    {"null is OK", "go", kNullCode, "retryPolicy.retryableStatusCodes", R"(["OK"])"},
};

std::string ValueAt(const std::vector<EffectiveValue>& values, absl::string_view path) {
  for (const EffectiveValue& value : values) {
    if (value.Path() == path) return value.json;
  }
  return "";
}

TEST(ResolveTest, ValuesAsTheClientUsesThem) {
  for (const ValueRow& row : kValueRows) {
    // gapic knows no entry for all methods.
    const std::string text =
        absl::StrCat(R"({"methodConfig": [{"name": [{"service": "s"}], )", row.members, "}]}");
    const Resolution resolution = ResolveFor(row.target, text, {{"s", ""}});
    const std::string json = ValueAt(ValuesOf(resolution.methods[0].entry->effective), row.path);
    EXPECT_EQ(json, row.json) << row.target << ", " << row.path << ": " << row.why;
  }
}

TEST(ResolveTest, GapicLooksUpEachFieldByItself) {
  const Resolution resolution = ResolveFor("gapic", R"({"methodConfig": [
      {"name": [{"service": "s"}], "timeout": "2s", "maxRequestMessageBytes": 5},
      {"name": [{"service": "s", "method": "M"}], "maxRequestMessageBytes": 6}]})",
                                           {{"s", "M"}});
  const EffectiveMethod& used = resolution.methods[0].entry->effective;
  EXPECT_EQ(resolution.methods[0].entry->source, "/methodConfig/1");
  EXPECT_EQ(used.timeout.value, (Duration{.seconds = 2}));
  EXPECT_EQ(used.max_request_message_bytes.value, 6);
}

// ---- Channels

struct ChannelRow {
  const char* why;
  const char* target;
  const char* text;
  const char* path;
  absl::string_view json;
};

constexpr const char* kHealthWithoutName =
    R"({"loadBalancingConfig": [{"round_robin": {}}], "healthCheckConfig": {}})";
constexpr const char* kHealthOfPickFirst =
    R"({"loadBalancingConfig": [{"pick_first": {}}], "healthCheckConfig": {"serviceName": "s"}})";

const ChannelRow kChannelRows[] = {
    {"pick_first", "spec", "{}", "loadBalancing", R"("pick_first")"},
    {"in any case", "java", R"({"loadBalancingPolicy": "ROUND_ROBIN"})", "loadBalancing",
     R"("round_robin")"},
    {"since 1.82 not", "go", R"({"loadBalancingPolicy": "ROUND_ROBIN"})", "loadBalancing",
     R"("pick_first")"},
    {"never used", "node", R"({"loadBalancingPolicy": "round_robin"})", "loadBalancing",
     R"("pick_first")"},
    {"the list wins", "core",
     R"({"loadBalancingPolicy": "pick_first", "loadBalancingConfig": [{"round_robin": {}}]})",
     "loadBalancing", R"("round_robin")"},
    {"the first that is there", "go",
     R"({"loadBalancingConfig": [{"x": {}}, {"round_robin": {}}, {"pick_first": {}}]})",
     "loadBalancing", R"("round_robin")"},
    {"the first that parses", "node",
     R"({"loadBalancingConfig": [{"weighted_round_robin": {"blackout_period": "1"}},
         {"outlier_detection": {"child_policy": [{"pick_first": {}}]}}, {"round_robin": {}}]})",
     "loadBalancing", R"("round_robin")"},
    {"a child that parses", "node",
     R"({"loadBalancingConfig": [{"outlier_detection": {"child_policy": [{"x": {}},
         {"round_robin": {}}]}}]})",
     "loadBalancing", R"("outlier_detection")"},
    {"thousandths without a point", "core", R"({"retryThrottling": {"maxTokens": 1,
     "tokenRatio": 1}})",
     "retryThrottling.tokenRatio", "0.001"},
    {"32 bits with a sign", "core", R"({"retryThrottling": {"maxTokens": 1,
     "tokenRatio": 2147483.648}})",
     "retryThrottling.tokenRatio", "-2147483.648"},
    {"the list counts, whatever the name", "go",
     R"({"loadBalancingPolicy": "nope", "loadBalancingConfig": [{"round_robin": {}}]})",
     "loadBalancing", R"("round_robin")"},
    {"three decimals", "core", R"({"retryThrottling": {"maxTokens": 1, "tokenRatio": 0.5466}})",
     "retryThrottling.tokenRatio", "0.546"},
    {"rounded to three", "node", R"({"retryThrottling": {"maxTokens": 1, "tokenRatio": 0.5466}})",
     "retryThrottling.tokenRatio", "0.547"},
    {"float arithmetic", "java", R"({"retryThrottling": {"maxTokens": 1, "tokenRatio": 0.251}})",
     "retryThrottling.tokenRatio", "0.25"},
    {"as it is", "go", R"({"methodConfig": [], "retryThrottling": {"maxTokens": 0.5,
     "tokenRatio": 0.00001}})",
     "retryThrottling.tokenRatio", "1e-05"},
    {"not looked at", "go", R"({"retryThrottling": {"maxTokens": -1}})",
     "retryThrottling.maxTokens", "-1"},
    {"a thousandth is lost", "dotnet", R"({"retryThrottling": {"maxTokens": 1,
     "tokenRatio": 1.001}})",
     "retryThrottling.tokenRatio", "1"},
    {"missing is 0", "dotnet", R"({"retryThrottling": {"tokenRatio": 1}})",
     "retryThrottling.maxTokens", "0"},
    {"a service to ask for", "java", R"({"healthCheckConfig": {"serviceName": "s"}})",
     "healthCheckConfig.serviceName", R"("s")"},
    {"off without a name", "core", R"({"healthCheckConfig": {}})", "healthCheckConfig.serviceName",
     ""},
    {"on without a name", "go", kHealthWithoutName, "healthCheckConfig.serviceName", R"("")"},
    {"not of the default policy", "go", R"({"healthCheckConfig": {"serviceName": "s"}})",
     "healthCheckConfig.serviceName", ""},
    {"not of pick_first", "java", kHealthOfPickFirst, "healthCheckConfig.serviceName", ""},
    {"not of pick_first", "core", kHealthOfPickFirst, "healthCheckConfig.serviceName", ""},
    {"no health checks", "node", R"({"healthCheckConfig": {"serviceName": "s"}})",
     "healthCheckConfig.serviceName", ""},
    {"ten at most", "core", R"({"connectionScaling": {"maxConnectionsPerSubchannel": 99}})",
     "connectionScaling.maxConnectionsPerSubchannel", "10"},
    {"not before 1.84", "core@1.51",
     R"({"connectionScaling": {"maxConnectionsPerSubchannel": 99}})",
     "connectionScaling.maxConnectionsPerSubchannel", ""},
};

TEST(ResolveTest, ChannelsAsTheClientUsesThem) {
  for (const ChannelRow& row : kChannelRows) {
    const Resolution resolution = ResolveFor(row.target, row.text);
    const std::string json = ValueAt(ValuesOf(resolution.channels[0].effective), row.path);
    EXPECT_EQ(json, row.json) << row.target << ", " << row.path << ": " << row.why;
  }
}

// ---- What is said beside the values

std::vector<std::string> Altered(const std::vector<Alteration>& altered) {
  std::vector<std::string> lines;
  lines.reserve(altered.size());
  for (const Alteration& one : altered) {
    lines.push_back(absl::StrCat(one.path, " ", one.written, " -> ", one.used));
  }
  return lines;
}

TEST(ResolveTest, WhatIsIgnoredAndAltered) {
  const Resolution resolution = ResolveFor("node", R"({"methodConfig": [{"name": [{}],
      "timeout": "1.50s", "waitForReady": true, "maxRequestMessageBytes": null, "x": 1,
      "retryPolicy": {"maxAttempts": 6, "initialBackoff": "1.50s", "maxBackoff": "1s",
        "backoffMultiplier": 2.0, "retryableStatusCodes": [14], "perAttemptRecvTimeout": "1s"}}],
      "loadBalancingPolicy": "round_robin",
      "retryThrottling": {"maxTokens": 1e1, "tokenRatio": 0.5466}})");
  EXPECT_THAT(resolution.methods[0].entry->ignored,
              ElementsAre("waitForReady", "retryPolicy.perAttemptRecvTimeout"));
  EXPECT_THAT(Altered(resolution.methods[0].entry->altered),
              ElementsAre(R"(timeout "1.50s" -> "1.00000005s")", "retryPolicy.maxAttempts 6 -> 5"));
  EXPECT_THAT(resolution.channels[0].ignored, ElementsAre("loadBalancingPolicy"));
  EXPECT_THAT(Altered(resolution.channels[0].altered),
              ElementsAre("retryThrottling.tokenRatio 0.5466 -> 0.547"));
}

TEST(ResolveTest, ARejectedConfigHasNoValues) {
  const Resolution resolution =
      ResolveFor("go", R"({"methodConfig": [{"name": [{"service": "s"}], "timeout": "1"}]})");
  ASSERT_EQ(resolution.methods.size(), 2U);
  EXPECT_FALSE(resolution.methods[0].entry->source.has_value());
  EXPECT_THAT(ValuesOf(resolution.methods[0].entry->effective), IsEmpty());
  EXPECT_THAT(ValuesOf(resolution.channels[0].effective), IsEmpty());
  EXPECT_EQ(resolution.channels[0].verdict, Verdict::kRejects);
  ASSERT_TRUE(resolution.channels[0].reason.has_value());
  EXPECT_EQ(resolution.channels[0].reason->rule, "duration-malformed");
}

TEST(ResolveTest, BrokenCallsHaveTheirValuesAndAReason) {
  const Resolution resolution = ResolveFor(
      "node", R"({"methodConfig": [{"name": [{}], "timeout": "0.5s", "waitForReady": true}]})");
  EXPECT_EQ(resolution.channels[0].verdict, Verdict::kBreaksCalls);
  EXPECT_EQ(resolution.channels[0].reason->rule, "timeout-ends-every-call");
  EXPECT_EQ(resolution.methods[0].entry->effective.timeout.value, (Duration{.nanos = 5}));
}

TEST(ResolveTest, TheConfigOfTheLbPolicy) {
  const auto used = [](const char* target, absl::string_view path) {
    const std::string text = R"({"loadBalancingConfig": [{"ring_hash_experimental":
        {"minRingSize": 9000, "maxRingSize": 9000, "requestHashHeader": "a"}}]})";
    return ValueAt(ResolveFor(target, text).channels[0].values, path);
  };
  EXPECT_EQ(used("core@1.51", "loadBalancingConfig.minRingSize"), "9000");
  EXPECT_EQ(used("core", "loadBalancingConfig.minRingSize"), "4096");
  EXPECT_EQ(used("spec", "loadBalancingConfig.requestHashHeader"), R"("a")");
  EXPECT_EQ(used("core", "loadBalancingConfig.requestHashHeader"), "");  // it has no such field
  const Resolution clamped = ResolveFor("spec", R"({"loadBalancingConfig": [
      {"least_request_experimental": {"choiceCount": 20}}]})");
  EXPECT_THAT(Altered(clamped.channels[0].altered),
              ElementsAre("loadBalancingConfig.choiceCount 20 -> 10"));
}

TEST(ResolveTest, AMethodThatIsNamedTwiceIsResolvedOnce) {
  const Resolution resolution = ResolveFor("go", "{}", {{"s", "M"}, {"s", ""}, {"s", "M"}});
  EXPECT_EQ(resolution.methods.size(), 2U);
}

TEST(ResolveTest, OldGoMakesNoRetriesByItself) {
  constexpr absl::string_view kText =
      R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3,
        "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1,
        "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10,
        "tokenRatio": 0.1}})";
  const Resolution old = ResolveFor("go@1.40", kText);
  EXPECT_THAT(old.channels[0].notes, ElementsAre("retries are made only with GRPC_GO_RETRY=on"));
  EXPECT_THAT(old.channels[0].ignored, ElementsAre("retryThrottling"));
  EXPECT_THAT(old.methods[0].entry->ignored, ElementsAre("retryPolicy"));
  const Resolution now = ResolveFor("go@1.41", kText);
  EXPECT_THAT(now.channels[0].notes, IsEmpty());
  EXPECT_THAT(now.methods[0].entry->ignored, IsEmpty());
  EXPECT_THAT(ResolveFor("go@1.40", "{}").channels[0].notes, IsEmpty());
}

TEST(ResolveTest, WhatAnAttemptTimeoutNeeds) {
  constexpr absl::string_view kText =
      R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3,
        "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1,
        "retryableStatusCodes": ["UNAVAILABLE"], "perAttemptRecvTimeout": "1s"}}]})";
  const Resolution core = ResolveFor("core", kText);
  EXPECT_THAT(core.channels[0].notes, ElementsAre("`perAttemptRecvTimeout` is read only with "
                                                  "grpc.experimental.enable_hedging=1"));
  EXPECT_THAT(core.methods[0].entry->ignored, ElementsAre("retryPolicy.perAttemptRecvTimeout"));
  EXPECT_THAT(ResolveFor("go", kText).channels[0].notes, IsEmpty());
}

TEST(ResolveTest, WhatHealthChecksNeed) {
  constexpr absl::string_view kText =
      R"({"loadBalancingConfig": [{"round_robin": {}}], "healthCheckConfig": {"serviceName": "s"}})";
  EXPECT_THAT(
      ResolveFor("go", kText).channels[0].notes,
      ElementsAre("health is checked only with import _ \"google.golang.org/grpc/health\""));
  EXPECT_THAT(ResolveFor("java", kText).channels[0].notes,
              ElementsAre("health is checked only with io.grpc:grpc-services"));
  EXPECT_THAT(ResolveFor("core", kText).channels[0].notes, IsEmpty());
  EXPECT_THAT(
      ResolveFor("core", R"({"healthCheckConfig": {"serviceName": "s"}})").channels[0].notes,
      ElementsAre("health is checked only if the program chooses another LB policy"));
}

TEST(ResolveTest, AListOfChoicesHasNoEntries) {
  const Resolution resolution =
      ResolveFor("spec", R"([{"serviceConfig": {"methodConfig": [{"name": [{}]}]}}])", {},
                 DocumentKind::kChoices);
  ASSERT_EQ(resolution.methods.size(), 1U);
  EXPECT_FALSE(resolution.methods[0].entry->source.has_value());
}

}  // namespace
}  // namespace grpcfg
