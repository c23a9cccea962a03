// Settings that no client reads where they stand, or by that name: an error that names what was
// meant, so that no gate lets them pass.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/effect_summary.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kName = R"("name": [{"service": "shop.v1.Orders"}])";
constexpr absl::string_view kTimeout = R"("timeout": "20s")";
constexpr absl::string_view kPolicy =
    R"("maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
       "retryableStatusCodes": ["UNAVAILABLE"])";

enum class Place { kTop, kEntry, kEntryWithoutTimeout, kRetryPolicy, kHedgingPolicy };

std::string TextWith(Place place, absl::string_view member) {
  const auto config = [&](absl::string_view top, absl::string_view entry) {
    return absl::StrCat("{", top, R"("methodConfig": [{)", kName, ", ", entry, "}]}");
  };
  switch (place) {
    case Place::kTop:
      return config(absl::StrCat(member, ", "), kTimeout);
    case Place::kEntry:
      return config("", absl::StrCat(kTimeout, ", ", member));
    case Place::kEntryWithoutTimeout:
      return config("", absl::StrCat(R"("retryPolicy": {)", kPolicy, "}, ", member));
    case Place::kRetryPolicy:
      return config("", absl::StrCat(R"("retryPolicy": {)", kPolicy, ", ", member, "}"));
    case Place::kHedgingPolicy:
      return config("", absl::StrCat(R"("hedgingPolicy": {"maxAttempts": 3, )", member, "}"));
  }
  return "";
}

struct Row {
  Place place;
  absl::string_view member;
  absl::string_view words;  // of the message
};

const Row kLost[] = {
    // What sends a second request while the first is under way.
    {Place::kEntry, R"("backupPolicy": {"maxAttempts": 4, "hedgingDelay": "2s"})",
     "`hedgingPolicy`"},
    {Place::kEntry, R"("backupCalls": {"delay": "0.3s", "attempts": 2})", "`hedgingPolicy`"},
    {Place::kEntry, R"("speculativeExecution": {"delay": "0.3s"})", "`hedgingPolicy`"},
    {Place::kEntry, R"("backup": {"retryPolicy": {"maxAttempts": 3}})", "`retryPolicy`"},
    {Place::kEntry, R"("legacyRetry": {"maxAttempts": 3, "initialBackoff": "1s"})",
     "`retryPolicy`"},
    // A number of what the entry limits.
    {Place::kEntryWithoutTimeout, R"("duration": 8)", "`timeout`"},
    {Place::kEntryWithoutTimeout, R"("millis": 800)", "`timeout`"},
    {Place::kEntryWithoutTimeout, R"("seconds": "8")", "`timeout`"},
    {Place::kEntry, R"("maxSize": 1048576)", "`maxRequestMessageBytes`"},
    {Place::kEntry, R"("bytes": 1048576)", "`maxResponseMessageBytes`"},
    // Switches that no client has.
    {Place::kEntry, R"("disabled": true)", "the entry still applies"},
    {Place::kEntry, R"("active": false)", "the entry still applies"},
    {Place::kRetryPolicy, R"("enabled": false)", "the policy still applies"},
    {Place::kTop, R"("skip": true)", "the config still applies"},
    // By the names that others have.
    {Place::kEntry, R"("retry": {"maxAttempts": 3})", "`retryPolicy`"},
    {Place::kEntry, R"("retries": 3)", "`retryPolicy`"},
    {Place::kEntry, R"("maxRetries": 3)", "`retryPolicy`"},
    {Place::kEntry, R"("numRetries": 5)", "`retryPolicy`"},
    {Place::kTop, R"("numRetries": 5)", "`retryPolicy` in `methodConfig[]`"},
    {Place::kEntryWithoutTimeout, R"("deadline": "5s")", "`timeout`"},
    {Place::kEntryWithoutTimeout, R"("timeoutMs": 5000)", "`timeout`"},
    {Place::kTop, R"("loadBalancing": "round_robin")", "`loadBalancingConfig`"},
    {Place::kTop, R"("lbPolicy": "round_robin")", "`loadBalancingConfig`"},
    {Place::kTop, R"("loadBalancingStrategy": "round_robin")", "`loadBalancingConfig`"},
    {Place::kTop, R"("healthCheck": {"serviceName": "a"})", "`healthCheckConfig`"},
    {Place::kTop, R"("outlierDetection": {"interval": "10s"})", "`loadBalancingConfig`"},
    {Place::kEntry, R"("maxReceiveMessageLength": 4194304)", "`maxResponseMessageBytes`"},
    {Place::kEntry, R"("max_send_message_length": 4194304)", "`maxRequestMessageBytes`"},
    {Place::kTop, R"("grpc.max_receive_message_length": 9)", "`maxResponseMessageBytes` in"},
    {Place::kRetryPolicy, R"("maxRetries": 5)", "`maxAttempts`"},
    {Place::kRetryPolicy, R"("attempts": 5)", "`maxAttempts`"},
    {Place::kRetryPolicy, R"("multiplier": 3)", "`backoffMultiplier`"},
    {Place::kRetryPolicy, R"("baseInterval": "2s")", "`initialBackoff`"},
    {Place::kRetryPolicy, R"("statusCodes": ["ABORTED"])", "`retryableStatusCodes`"},
    {Place::kRetryPolicy, R"("retryOn": "unavailable")", "`retryableStatusCodes`"},
    {Place::kRetryPolicy, R"("nonFatalStatusCodes": ["ABORTED"])", "`retryableStatusCodes`"},
    {Place::kHedgingPolicy, R"("retryableStatusCodes": ["ABORTED"])", "`nonFatalStatusCodes`"},
    {Place::kTop, R"("methodConfg": [{"name": [{"service": "a.C"}], "timeout": "5s"}])",
     "`methodConfig`"},
    {Place::kRetryPolicy, R"("maxAttemps": 4)", "`maxAttempts`"},
    {Place::kEntry, R"("statusCodes": ["ABORTED"])",
     "`retryableStatusCodes` in `methodConfig[].retryPolicy`"},
    {Place::kEntry, R"("retry_on": "unavailable")", "`retryableStatusCodes` in"},
    {Place::kEntry, R"("attempts": 3)", "`maxAttempts` in"},
    {Place::kEntry, R"("methods": ["Get", "List"])", "`name`"},
    // In the wrong place.
    {Place::kTop, R"("timeout": "5s")", "belongs in `methodConfig[]`"},
    {Place::kTop, R"("retryPolicy": {"maxAttempts": 3})", "belongs in `methodConfig[]`"},
    {Place::kTop, R"("RetryPolicy": {"maxAttempts": 3})", "`retryPolicy` in `methodConfig[]`"},
    {Place::kTop, R"("defaultTimeout": "5s")", "`timeout` in `methodConfig[]`"},
    {Place::kRetryPolicy, R"("timeout": "5s")", "belongs in `methodConfig[]`"},
    {Place::kRetryPolicy, R"("totalTimeout": "5s")", "`timeout` in `methodConfig[]`"},
    {Place::kEntry, R"("retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1})",
     "belongs at the top level"},
    // By what they hold.
    {Place::kEntry, R"("resilience": {"maxAttempts": 3, "initialBackoff": "0.1s"})",
     "`retryPolicy`"},
    {Place::kEntry, R"("onFailure": {"attempts": 3, "retryOn": "unavailable"})", "`retryPolicy`"},
    {Place::kTop, R"("resilience": {"maxAttempts": 3, "initialBackoff": "0.1s"})",
     "`retryPolicy` in `methodConfig[]`"},
    {Place::kTop, R"("limits": {"maxTokens": 10, "tokenRatio": 0.1})", "`retryThrottling`"},
    {Place::kTop, R"("rules": [{"name": [{}], "timeout": "5s"}])", "`methodConfig`"},
    {Place::kTop, R"("strategy": [{"round_robin": {}}])", "`loadBalancingConfig`"},
    {Place::kTop, R"("strategy": "round_robin")", "`loadBalancingConfig`"},
    {Place::kEntryWithoutTimeout, R"("callLimit": "5s")", "`timeout`"},
    {Place::kRetryPolicy, R"("also": ["ABORTED"])", "`retryableStatusCodes`"},
    {Place::kTop, R"("shop.v1.Carts": {"timeout": "5s"})", "a `methodConfig` entry"},
    {Place::kTop, R"("extra": {"loadBalancingConfig": [{"round_robin": {}}]})",
     "ignore `loadBalancingConfig` in it"},
    {Place::kEntryWithoutTimeout, R"("limits": {"timeout": "5s"})", "ignore `timeout` in it"},
    {Place::kEntry, R"("flags": {"waitForReady": true})", "ignore `waitForReady` in it"},
    {Place::kEntry, R"("policy": {"onUnavailable": {"maxRetries": 2}})", "ignore `maxRetries`"},
    {Place::kEntry, R"("recover": {"retry": {"count": 3}})", "ignore `retry` in it"},
    {Place::kTop, R"("profile": {"slow": [{"deadlineMs": 100}]})", "ignore `deadlineMs` in it"},
    {Place::kRetryPolicy, R"("growth": {"baseInterval": "1s", "maxInterval": "9s"})",
     "`baseInterval` and `maxInterval` in it"},
    {Place::kEntry, R"("waitforready": true)", "`waitForReady`"},
    {Place::kRetryPolicy, R"("waitForReady": true)", "belongs in `methodConfig[]`"},
    {Place::kTop, R"("waitForReady": false)", "belongs in `methodConfig[]`"},
    // Sizes.
    {Place::kEntry, R"("maxRequestBytes": 1024)", "`maxRequestMessageBytes`"},
    {Place::kEntry, R"("maxResponseBytes": 1024)", "`maxResponseMessageBytes`"},
    {Place::kEntry, R"("max_recv_bytes": 1024)", "`maxResponseMessageBytes`"},
    {Place::kEntry, R"("sendLimit": 1024)", "`maxRequestMessageBytes`"},
    {Place::kTop, R"("payloadLimit": 1024)", "sizes of messages"},
    // The opposite of what it resembles.
    {Place::kRetryPolicy, R"("nonRetryableStatusCodes": ["ABORTED"])",
     "the opposite of `retryableStatusCodes`"},
    {Place::kRetryPolicy, R"("dontRetryOn": ["ABORTED"])", "the opposite of"},
    {Place::kRetryPolicy, R"("forbidden_codes": ["ABORTED"])", "the opposite of"},
    {Place::kRetryPolicy, R"("minAttempts": 2)", "the opposite of `maxAttempts`"},
    {Place::kHedgingPolicy, R"("fatalStatusCodes": ["ABORTED"])",
     "the opposite of `nonFatalStatusCodes`"},
    {Place::kEntry, R"("neverWaitForReady": true)", "the opposite of `waitForReady`"},
    {Place::kEntry, R"("retryPolicyDisabled": true)", "the opposite of `retryPolicy`"},
    {Place::kEntry, R"("omitMethods": ["Get"])", "the opposite of `name`"},
    {Place::kEntry, R"("except": ["Get"])", "the opposite of `name`"},
    {Place::kEntry, R"("ignored_services": [{"service": "a.B"}])", "the opposite of `name`"},
    {Place::kTop, R"("withoutHealthCheckConfig": {"serviceName": "a"})",
     "the opposite of `healthCheckConfig`"},
    {Place::kTop, R"("disableRetries": true)", "the opposite of `retryPolicy` in"},
    // What no service config has.
    {Place::kEntry, R"("rateLimit": 100)", "the program or a proxy"},
    {Place::kEntry, R"("perTryTimeout": "2s")", "a timeout for each attempt"},
    {Place::kRetryPolicy, R"("perTryTimeout": "2s")", "a timeout for each attempt"},
    {Place::kTop, R"("circuitBreaker": {"maxRequests": 5})", "circuit breaker"},
    {Place::kTop, R"("keepaliveTime": "30s")", "an option of the channel"},
    {Place::kTop, R"("idleTimeout": "30s")", "an option of the channel"},
    {Place::kEntry, R"("serverSideTimeoutLimit": "30s")", "the only timeout"},
    {Place::kEntry, R"("fail_fast": false)", "`\"waitForReady\": true`"},
    {Place::kTop, R"("enableRetries": true)", "the program can disable them"},
    {Place::kTop, R"("compression": "gzip")", "an option of the channel"},
    {Place::kTop, R"("deterministicSubsetting": {"subsetSize": 4})", "`random_subsetting"},
    {Place::kTop, R"("stickyCalls": {"cookie": "shop"})", "`ring_hash_experimental`"},
    {Place::kEntry, R"("consistentHashing": "x-user")", "`ring_hash_experimental`"},
    {Place::kTop, R"("channelArgs": {"grpc.keepalive_timeout_ms": 5})", "in it"},
    {Place::kEntry, R"("bounds": {"maxConcurrentCalls": 5})", "ignore `maxConcurrentCalls` in it"},
    {Place::kEntry, R"("callLimits": {"timeout": "5s"})", "ignore `timeout` in it"},
    {Place::kEntry, R"("callLimits": 5)", "the program or a proxy"},
};

// In an object that has nothing but settings any key was meant as one; what it was is known of a
// few.
constexpr absl::string_view kOfPolicies[] = {
    R"({"loadBalancingConfig": [{"round_robin": {"weights": [1, 2]}}]})",
    R"({"loadBalancingConfig": [{"pick_first": {"shuffle": true}}]})",
    R"({"loadBalancingConfig": [{"least_request_experimental": {"slowStart": "5s"}},
                                {"round_robin": {}}]})",
    R"({"loadBalancingConfig": [{"weighted_round_robin": {"period": "5s"}}, {"round_robin": {}}]})",
    R"({"loadBalancingConfig": [{"outlier_detection_experimental": {"window": "5s",
        "childPolicy": [{"round_robin": {}}]}}, {"round_robin": {}}]})",
    R"({"loadBalancingConfig": [{"round_robin": {}}],
        "healthCheckConfig": {"serviceName": "a", "period": "5s"}})",
    R"({"connectionScaling": {"maxConnectionsPerSubchannel": 2, "least": 1}})",
    R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1, "window": "10s"}})"};

TEST(LostSettingsTest, AreErrorsInObjectsOfSettings) {
  for (const absl::string_view text : kOfPolicies) {
    const Report report = Validate(ParseDocument(text, DocumentKind::kConfig),
                                   *ParseTargets("spec,core,go,java,node"), AllRules());
    const auto found =
        std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                     [](const Diagnostic& each) { return each.rule == "field-unknown"; });
    ASSERT_NE(found, report.diagnostics.end()) << text;
    EXPECT_EQ(found->severity, Severity::kError) << text;
    const std::string effects = DescribeEffects(*found, {"spec", "core", "go", "java", "node"});
    EXPECT_FALSE(absl::StrContains(effects, "accepted")) << effects;
  }
}

TEST(LostSettingsTest, AreNotCommentsInThem) {
  const Report report =
      Validate(ParseDocument(R"({"loadBalancingConfig": [{"round_robin": {"_why": "even"}}]})",
                             DocumentKind::kConfig),
               *ParseTargets("spec,core,go,java,node"), AllRules());
  EXPECT_EQ(report.Count(Severity::kError), 0U);
}

Report Check(absl::string_view text) {
  return Validate(ParseDocument(text, DocumentKind::kConfig),
                  *ParseTargets("spec,core,go,java,node"), AllRules());
}

TEST(LostSettingsTest, AreErrorsThatNameWhatWasMeant) {
  for (const Row& row : kLost) {
    const Report report = Check(TextWith(row.place, row.member));
    EXPECT_TRUE(std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                            [&](const Diagnostic& each) {
                              return each.rule == "field-unknown" &&
                                     each.severity == Severity::kError &&
                                     absl::StrContains(each.message, row.words);
                            }))
        << row.member;
  }
}

// Switched off by their names: a warning says so, and nothing brings them back.
const Row kSwitchedOff[] = {
    {Place::kEntry, R"("oldRetryPolicy": {"maxAttempts": 3})", ""},
    {Place::kEntry, R"("retryPolicyDraft": {"maxAttempts": 3})", ""},
    {Place::kEntry, R"("unused": {"retryPolicy": {"maxAttempts": 3}})", ""},
    {Place::kEntryWithoutTimeout, R"("todo_timeout": "5s")", ""},
    {Place::kEntryWithoutTimeout, R"("unusedDeadline": 5)", ""},
    {Place::kTop, R"("disabledMethodConfig": [{"name": [{"service": "a.C"}], "timeout": "5s"}])",
     ""},
    {Place::kTop, R"("oldRateLimit": 5)", ""},
    {Place::kRetryPolicy, R"("removedMaxRetries": 2)", ""},
};

TEST(LostSettingsTest, AreSwitchedOffByTheirNames) {
  for (const Row& row : kSwitchedOff) {
    const Report report = Check(TextWith(row.place, row.member));
    const auto found = std::find_if(
        report.diagnostics.begin(), report.diagnostics.end(), [](const Diagnostic& each) {
          return absl::StrContains(each.message, "by its name it is switched off");
        });
    ASSERT_NE(found, report.diagnostics.end()) << row.member;
    EXPECT_EQ(found->severity, Severity::kWarning) << row.member;
    EXPECT_TRUE(found->fixes.empty()) << row.member;
  }
}

// A switch that is on says nothing against what stands there.
const Row kSwitchedOn[] = {
    {Place::kEntry, R"("enabled": true)", ""},
    {Place::kEntry, R"("disabled": false)", ""},
};

TEST(LostSettingsTest, AreNotSwitchesThatAreOn) {
  for (const Row& row : kSwitchedOn) {
    for (const Diagnostic& each : Check(TextWith(row.place, row.member)).diagnostics) {
      EXPECT_NE(each.severity, Severity::kError) << row.member;
    }
  }
}

// What may be another setting is named, and not written in its place.
const Row kUnclear[] = {
    {Place::kRetryPolicy, R"("unretryableStatusCodes": ["ABORTED"])", "the opposite"},
    {Place::kEntry, R"("minResponseMessageBytes": 4)", "the opposite"},
    {Place::kEntry, R"("maxResponseMessageBits": 4)", "`maxResponseMessageBytes`"},
    {Place::kEntryWithoutTimeout, R"("waitForReadyTimeout": "5s")", "`timeout`"},
    {Place::kEntryWithoutTimeout, R"("serverTimeout": "5s")", "`timeout`"},
    {Place::kEntryWithoutTimeout, R"("ttl": "5s")", "`timeout`"},
    {Place::kEntryWithoutTimeout, R"("objective": "5s")", "`timeout`"},
    {Place::kEntryWithoutTimeout, R"("deadline": 700)", "`timeout`"},
};

TEST(LostSettingsTest, AreNotFixedWhereUnclear) {
  for (const Row& row : kUnclear) {
    bool found = false;
    for (const Diagnostic& each : Check(TextWith(row.place, row.member)).diagnostics) {
      if (each.rule != "field-unknown") continue;
      found = found || absl::StrContains(each.message, row.words);
      EXPECT_TRUE(each.fixes.empty()) << row.member;
    }
    EXPECT_TRUE(found) << row.member;
  }
}

// Nothing of what it would mean is lost.
const Row kKept[] = {
    {Place::kTop, R"("$schema": "service_config.json")", ""},
    {Place::kTop, R"("x-team": "orders")", ""},
    {Place::kEntry, R"("x_retry_doc": {"a": "b"})", ""},
    {Place::kTop, R"("version": 1)", ""},
    {Place::kTop, R"("metadata": {"name": "orders", "version": "3"})", ""},
    {Place::kTop, R"("owner": {"name": "orders"})", ""},
    {Place::kTop, R"("env": "priority")", ""},
    {Place::kEntry, R"("_owner": "orders")", ""},
    {Place::kEntry, R"("_retryPolicy": {"maxAttempts": 3})", ""},
    {Place::kEntry, R"("//": "the timeout is that of the gateway")", ""},
    {Place::kEntry, R"("comment": "5s")", ""},
    {Place::kEntry, R"("sla": "5s")", ""},
    {Place::kEntry, R"("logBytes": true)", ""},
    {Place::kEntry, R"("tags": {"latency": "p99", "ttl": "5s"})", ""},
    {Place::kTop, R"("monitoring": {"interval": "60s", "board": {"name": "orders"}})", ""},
    {Place::kTop, R"("metadata": {"annotations": {"retrieved": "2024"}})", ""},
    {Place::kRetryPolicy, R"("multiplier": 2)", ""},
};

TEST(LostSettingsTest, AreNotWhatIsForPeople) {
  for (const Row& row : kKept) {
    const Report report = Check(TextWith(row.place, row.member));
    for (const Diagnostic& each : report.diagnostics) {
      EXPECT_NE(each.severity, Severity::kError) << row.member << ": " << each.message;
    }
  }
}

// However many other keys stand before it: no bound of what is listed decides a verdict.
TEST(LostSettingsTest, AreNotHiddenByOthers) {
  for (const int others : {1'999, 2'000, 25'000}) {
    std::string members;
    for (int i = 0; i < others; ++i) absl::StrAppend(&members, "\"_owner", i, "\": 0, ");
    absl::StrAppend(&members, R"("retryPolcy": {)", kPolicy, "}");
    const Report report = Check(TextWith(Place::kEntry, members));
    EXPECT_GT(report.Count(Severity::kError), 0U) << others;
    EXPECT_EQ(report.verdicts[0], Verdict::kIgnores) << others;
  }
}

// In each of many entries, where one is described by what the reader took it for.
TEST(LostSettingsTest, AreDescribedInEachOfManyEntries) {
  std::string entries;
  for (int i = 0; i < 3'000; ++i) {
    absl::StrAppend(&entries, i == 0 ? "" : ", ", R"({"name": [{"service": "a.B)", i,
                    R"("}], "retrypolcy": {}, "timeot": "5s"})");
  }
  const Report report = Check(absl::StrCat(R"({"methodConfig": [)", entries, "]}"));
  EXPECT_GT(report.Count(Severity::kError), 0U);
}

// A fix for every method says what the policy then does to each.
TEST(LostSettingsTest, SayWhatEveryMethodGets) {
  for (const absl::string_view text :
       {R"({"hedgingPolicy": {"maxAttempts": 2, "hedgingDelay": "3s"}})",
        R"({"timeout": "9s", "retryPolicy": {"maxAttempts": 2}})",
        R"({"maxAttempts": 2, "hedgingDelay": "3s"})"}) {
    const Report report = Check(text);
    EXPECT_TRUE(std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                            [](const Diagnostic& each) {
                              return std::any_of(each.notes.begin(), each.notes.end(),
                                                 [](const std::string& note) {
                                                   return absl::StrContains(note, "every method");
                                                 });
                            }))
        << text;
  }
}

}  // namespace
}  // namespace grpcfg
