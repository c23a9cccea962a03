// Where clients, releases or linked LB policies part ways on one config: the effect on each, as the
// rows of the profiles and rules have it.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

struct DivergenceRow {
  const char* why;
  const char* targets;
  std::string text;
  const char* rule;
  const char* effects;  // of the targets that do not accept it, in their order
};

std::string Retry(absl::string_view members) {
  return absl::StrCat(R"({"methodConfig": [{"name": [{}], "retryPolicy": {)", members,
                      R"(, "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
}

std::string RouteLookup(absl::string_view lookup) {
  return absl::StrCat(R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": {)",
                      lookup, R"(}, "childPolicy": [{"cds_experimental": {}}],
      "childPolicyConfigTargetFieldName": "cluster"}}]})");
}

// A route lookup that has all that it needs, and `members`.
std::string WholeLookup(absl::string_view members) {
  return RouteLookup(absl::StrCat(R"("grpcKeybuilders": [{"names": [{"service": "s"}]}],
      "lookupService": "rls.example.com")",
                                  members.empty() ? "" : ", ", members));
}

const std::string kOrder = Retry(
    R"("maxAttempts": 3, "initialBackoff": "5s", "maxBackoff": "1s", "backoffMultiplier": 2)");
const std::string kVanishing = Retry(
    R"("maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1e-10)");

const DivergenceRow kRows[] = {
    {"the first delay is capped since 1.70", "core@1.69,core@1.70", kOrder, "retry-backoff-order",
     "core@1.70 alters; "},
    {"in Go always", "spec,go@1.33,go,java,node,dotnet", kOrder, "retry-backoff-order",
     "go@1.33 alters; go alters; "},
    {"Int63n(0), where retries are on", "go@1.40,go@1.41,go@1.68,go@1.69", kVanishing,
     "retry-backoff-vanishes", "go@1.41 breaks-calls; go@1.68 breaks-calls; "},
    {"longer than any timer", "node",
     Retry(R"("maxAttempts": 3, "initialBackoff": "315576000001s", "maxBackoff": "1s",
           "backoffMultiplier": 2)"),
     "value-misread", "node alters; "},
    {"wraps in 32 bits", "node",
     R"({"methodConfig": [{"name": [{}], "timeout": "315576000001s"}]})", "timeout-misread",
     "node alters; "},
    {"with jitter, too long for a timer since 1.14", "node@1.13,node@1.14",
     Retry(R"("maxAttempts": 2, "initialBackoff": "2000000s", "maxBackoff": "2000000s",
           "backoffMultiplier": 2)"),
     "value-misread", "node@1.14 alters; "},
    {"two attempts have one delay", "node",
     Retry(R"("maxAttempts": 2, "initialBackoff": "1s", "maxBackoff": "3000000s",
           "backoffMultiplier": 9000000)"),
     "value-misread", ""},
    {"three have two", "node",
     Retry(R"("maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "3000000s",
           "backoffMultiplier": 9000000)"),
     "value-misread", "node alters; "},
    {"Node's own keys", "node,core",
     R"({"loadBalancingConfig": [{"weighted_round_robin": {"blackoutPeriod": "1s"}}]})",
     "field-unsupported", "node ignores; "},
    {"a slash that only paths have", "spec,core,go,java,node,node@1.8,dotnet,gapic",
     R"({"methodConfig": [{"name": [{"service": "a/b"}]}]})", "name-never-matches",
     "node ignores; node@1.8 ignores; gapic ignores; "},
    {"default enforcement", "spec,core,go@1.50,go,java",
     R"({"loadBalancingConfig": [{"outlier_detection_experimental": {
           "failurePercentageEjection": {}, "childPolicy": [{"round_robin": {}}]}}]})",
     "outlier-detection-enforcement", "go@1.50 alters; go alters; "},
    {"Go's protojson: either spelling", "core,go",
     RouteLookup(R"("grpc_keybuilders": [{"names": [{"service": "s"}]}],
           "lookup_service": "rls.example.com", "cache_size_bytes": 10)"),
     "field-missing", ""},
    {"and a number in quotes", "go", WholeLookup(R"("cacheSizeBytes": "10")"), "", ""},
    {"and with a point", "go", WholeLookup(R"("cacheSizeBytes": 10.0)"), "number-malformed", ""},
    {"but no other letter case", "go",
     RouteLookup(R"("GrpcKeybuilders": [{"names": [{"service": "s"}]}],
           "lookupService": "rls.example.com", "cacheSizeBytes": 10)"),
     "field-unknown", "go rejects-config; "},
    {"and no key twice", "go", WholeLookup(R"("cacheSizeBytes": 10, "cacheSizeBytes": 10)"),
     "json-duplicate-key", "go rejects-config; "},
    {"in either spelling", "go", WholeLookup(R"("cacheSizeBytes": 10, "cache_size_bytes": 10)"),
     "json-duplicate-key", "go rejects-config; "},
    {"and no half of a pair", "go",
     WholeLookup(R"("cacheSizeBytes": 10, "defaultTarget": "\ud800")"), "json-lone-surrogate",
     "go rejects-config; "},
    {"unlike the object itself", "go",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": {"lookupService": 5},
           "routeLookupConfig": {"grpcKeybuilders": [{"names": [{"service": "s"}]}],
           "lookupService": "rls.example.com", "cacheSizeBytes": 10},
           "childPolicy": [{"cds_experimental": {}}],
           "childPolicyConfigTargetFieldName": "cluster"}}]})",
     "json-duplicate-key", "go alters; "},
    {"caps of the cache: 5 MiB, and 40 in Go", "spec,core,go,java",
     WholeLookup(R"("cacheSizeBytes": 6000000)"), "value-misread", "core alters; java alters; "},
    {"above all of them", "spec,core,go,java", WholeLookup(R"("cacheSizeBytes": 50000000)"),
     "value-misread", "core alters; go alters; java alters; "},
    {"five minutes", "spec,core,go", WholeLookup(R"("maxAge": "600s", "cacheSizeBytes": 10)"),
     "value-clamped", "spec alters; core alters; go alters; "},
    {"unless staleAge is there, since 1.72", "spec,core@1.71,core@1.72,go@1.71,go@1.72",
     WholeLookup(R"("maxAge": "600s", "staleAge": "60s", "cacheSizeBytes": 10)"), "value-clamped",
     "core@1.71 alters; go@1.71 alters; "},
    {"staleAge counts in C-core if its key is there, since nulls are absent",
     "core@1.51,core@1.56,go", WholeLookup(R"("staleAge": null, "cacheSizeBytes": 10)"),
     "rls-stale-age", "core@1.51 rejects-config; core@1.56 rejects-config; "},
    {"and so does maxAge", "core",
     WholeLookup(R"("maxAge": null, "staleAge": "60s", "cacheSizeBytes": 10)"), "rls-stale-age",
     ""},
    {"the default maximum was the largest before 1.52", "spec,core@1.51,core@1.52,go",
     R"({"loadBalancingConfig": [{"ring_hash_experimental": {"minRingSize": 5000}}]})",
     "ring-hash-size-order", "spec rejects-config; core@1.52 rejects-config; go rejects-config; "},
    {"and there was no cap", "core@1.51,core@1.52",
     R"({"loadBalancingConfig": [{"ring_hash_experimental": {"maxRingSize": 5000}}]})",
     "value-clamped", "core@1.52 alters; "},
    {"a misspelt size is not there", "core",
     R"({"loadBalancingConfig": [{"ring_hash_experimental": {
           "min_ring_size": 1, "maxRingSize": 1}}]})",
     "ring-hash-size-order", "core rejects-config; "},
    {"clusters may be none since 1.52", "core@1.51,core@1.52",
     R"({"loadBalancingConfig": [{"xds_cluster_manager_experimental": {"children": {}}}]})",
     "list-empty", "core@1.51 rejects-config; "},
    {"a NUL ended names before 1.71", "core@1.70,core@1.71",
     R"({"loadBalancingConfig": [{"round_robin\u0000": {}}]})", "lb-none-supported",
     "core@1.71 rejects-config; "},
    {"and texts before 1.80", "core@1.78,core@1.80", std::string("{}\0{", 4), "json-nul",
     "core@1.80 rejects-config; "},
    {"decimals with a sign of their own", "core,go,node",
     R"({"methodConfig": [{"name": [{}], "timeout": "0.-5s"}]})", "timeout-negative",
     "core breaks-calls; go ignores; "},
    {"a backoff below 0 is none", "core",
     Retry(R"("maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "0.-5s",
           "backoffMultiplier": 2)"),
     "retry-backoff-hangs", "core breaks-calls; "},
    {"a retry after 0 ms is lost since 1.72", "spec,core@1.71,core@1.72,go,java,node,dotnet",
     Retry(R"("maxAttempts": 3, "initialBackoff": "0.001s", "maxBackoff": "1s",
           "backoffMultiplier": 2)"),
     "retry-backoff-hangs", "core@1.72 breaks-calls; "},
    {"what stands in a policy that .NET does not use", "dotnet,core",
     R"({"loadBalancingConfig": [{"xds": 5}, {"pick_first": null}]})", "field-type",
     "core rejects-config; core rejects-config; "},
    {"and in the one that it uses", "dotnet", R"({"loadBalancingConfig": [{"pick_first": 5}]})",
     "field-type", "dotnet rejects-config; "},
    {"Go's checks", "go", WholeLookup(R"("cacheSizeBytes": 0)"), "number-out-of-range",
     "go rejects-config; "},
    {"hedges and tokens", "spec,core,go,java,node,dotnet,gapic",
     R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {
           "maxAttempts": 3, "hedgingDelay": "1s"}}],
         "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     "hedging-not-throttled", "java alters; node ignores; "},
    {"is not told where nobody minds", "spec,core,go",
     R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {
           "maxAttempts": 3, "hedgingDelay": "1s"}}],
         "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     "hedging-not-throttled", ""},
    {"the LB policy may be chosen in code", "spec,core,go,java,node,dotnet",
     R"({"healthCheckConfig": {"serviceName": "a"}})", "health-check-default-policy",
     "spec ignores; go ignores; node ignores; dotnet ignores; "},
    {"generators refuse what they do not know", "spec,go,dotnet,gapic", R"({"x": 1})",
     "config-without-effect", "spec ignores; go ignores; dotnet ignores; gapic rejects-config; "},
    {"the name beside a list", "core,go,go@1.33",
     R"({"loadBalancingPolicy": "nope", "loadBalancingConfig": [{"round_robin": {}}]})",
     "lb-policy-name-unknown", "core rejects-config; "},
};

// What `rule` says of a text, and nothing where it does not object.
std::string EffectsIn(const DivergenceRow& row) {
  std::vector<Target> targets = *ParseTargets(row.targets);
  if (!LinkPolicies("all", targets).ok()) return "no policies";
  const Document document = ParseDocument(row.text, DocumentKind::kConfig);
  const Report report = Validate(document, targets, AllRules());
  std::string effects;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (row.rule[0] != '\0' && diagnostic.rule != row.rule) continue;
    for (const TargetEffect& one : diagnostic.effects) {
      absl::StrAppend(&effects, targets[one.target].spelling, " ", EffectName(one.effect), "; ");
    }
  }
  return effects;
}

TEST(DivergencesTest, EachClientHasItsOwnEffect) {
  for (const DivergenceRow& row : kRows) EXPECT_EQ(EffectsIn(row), row.effects) << row.why;
}

}  // namespace
}  // namespace grpcfg
