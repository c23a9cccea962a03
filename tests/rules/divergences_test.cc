// Where clients, releases or linked LB policies part ways on one config: the effect on each, as the
// rows of the profiles and rules have it.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"

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

std::string Lookup(absl::string_view members) {
  return RouteLookup(
      absl::StrCat(R"("grpcKeybuilders": [{"names": [{"service": "s"}]}], )", members));
}

std::string KeyBuilder(absl::string_view members) {
  return RouteLookup(absl::StrCat(R"("grpcKeybuilders": [{"names": [{"service": "s"}], )", members,
                                  R"(}], "lookupService": "a", "cacheSizeBytes": 10)"));
}

std::string Policy(absl::string_view name, absl::string_view members) {
  return absl::StrCat(R"({"loadBalancingConfig": [{")", name, R"(": {)", members, "}}]}");
}

std::string Rls(absl::string_view child, absl::string_view more = R"("x": 1)") {
  return Policy("rls_experimental", absl::StrCat(R"("routeLookupConfig": {"grpcKeybuilders": [
      {"names": [{"service": "s"}]}], "lookupService": "a", "cacheSizeBytes": 10},
      "childPolicyConfigTargetFieldName": "cluster", "childPolicy": )",
                                                 child, ", ", more));
}

std::string OutlierDetection(absl::string_view members) {
  return Policy("outlier_detection_experimental",
                absl::StrCat(members, R"(, "childPolicy": [{"round_robin": {}}])"));
}

std::string SuccessRate(absl::string_view members) {
  return OutlierDetection(absl::StrCat(R"("successRateEjection": {)", members, "}"));
}

std::string Subsetting(absl::string_view size) {
  return Policy("random_subsetting_experimental",
                absl::StrCat(R"("childPolicy": [{"round_robin": {}}], "subsetSize": )", size));
}

std::string Ring(absl::string_view members) { return Policy("ring_hash_experimental", members); }

std::string LeastRequest(absl::string_view count) {
  return Policy("least_request_experimental", absl::StrCat(R"("choiceCount": )", count));
}

std::string Grpclb(absl::string_view members) { return Policy("grpclb", members); }

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
     "duration-out-of-range", "node alters; "},
    {"wraps in 32 bits", "node",
     R"({"methodConfig": [{"name": [{}], "timeout": "315576000001s"}]})", "duration-out-of-range",
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
    {"a slash that only paths have", "spec,core,node,dotnet",
     R"({"methodConfig": [{"name": [{"service": "a/b"}]}]})", "name-never-matches",
     "spec ignores; core ignores; node ignores; dotnet ignores; "},
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
    {"and five minutes are not more", "spec,core,go",
     WholeLookup(R"("maxAge": "300s", "cacheSizeBytes": 10)"), "value-clamped", ""},
    {"unless staleAge is there, since 1.72", "spec,core@1.71,core@1.72,go@1.71,go@1.72",
     WholeLookup(R"("maxAge": "600s", "staleAge": "60s", "cacheSizeBytes": 10)"), "value-clamped",
     "core@1.71 alters; go@1.71 alters; "},
    {"staleAge counts in C-core if its key is there, since nulls are absent",
     "core@1.51,core@1.56,go", WholeLookup(R"("staleAge": null, "cacheSizeBytes": 10)"),
     "rls-stale-age", "core@1.56 rejects-config; "},
    {"an older one refuses the null itself", "core@1.51,core@1.56,go",
     WholeLookup(R"("staleAge": null, "cacheSizeBytes": 10)"), "field-null",
     "core@1.51 rejects-config; "},
    {"answers that are never stale", "spec,core@1.51,core,go",
     WholeLookup(R"("maxAge": "60s", "staleAge": "61s", "cacheSizeBytes": 10)"),
     "rls-stale-age-late", "core@1.51 ignores; core ignores; go ignores; "},
    {"stale after five minutes, and with the newest dropped later", "spec,core@1.51,core",
     WholeLookup(R"("maxAge": "600s", "staleAge": "700s", "cacheSizeBytes": 10)"),
     "rls-stale-age-late", "core@1.51 ignores; "},
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
    {"a list that route lookup fills with a text", "core,go",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": {
           "grpcKeybuilders": [{"names": [{"service": "s"}]}], "lookupService": "a",
           "cacheSizeBytes": 10}, "childPolicyConfigTargetFieldName": "priorities",
           "childPolicy": [{"priority_experimental": {"children": {"a": {
             "config": [{"round_robin": {}}]}}, "priorities": ["a"]}}]}}]})",
     "field-type", "core rejects-config; go rejects-config; "},
    {"Go's checks", "go", WholeLookup(R"("cacheSizeBytes": 0)"), "number-out-of-range",
     "go rejects-config; "},
    // grpc-java's providers.
    {"the parser's sum runs over to 0", "spec,go,java@1.41,java", R"({"x": 184467440737095516160})",
     "json-number-refused", "java@1.41 rejects-config; java rejects-config; "},
    {"one digit less, or another sum", "java",
     R"({"x": 18446744073709551616, "y": 184467440737095516170.5, "z": 0.184467440737095516160})",
     "json-number-refused", ""},
    {"digits of other scripts, since 1.43", "java@1.42,java@1.43",
     R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": "\u0661\u17E2"}]})",
     "field-type", "java@1.42 rejects-config; "},
    {"but not in doubles", "java",
     R"({"retryThrottling": {"maxTokens": "\u0661", "tokenRatio": 1}})", "field-type",
     "java rejects-config; "},
    {"a shuffle is read since 1.58.1", "java@1.58.0,java@1.58.1",
     R"({"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": 1}}]})", "field-type",
     "java@1.58.1 rejects-config; "},
    {"any factor", "spec,go,java@1.49,java", SuccessRate(R"("stdevFactor": -1)"),
     "number-out-of-range", "spec rejects-config; go rejects-config; "},
    {"and no percentage above 100", "java", SuccessRate(R"("enforcementPercentage": 101)"),
     "number-out-of-range", "java rejects-config; "},
    {"Java's own key", "spec,java@1.49,java", OutlierDetection(R"("maxEjectionPercentage": "x")"),
     "field-type", "java@1.49 rejects-config; java rejects-config; "},
    {"as large as a list can be", "spec,go,java", Subsetting("4294967296"), "number-out-of-range",
     "spec rejects-config; go rejects-config; java alters; "},
    {"and no larger", "java", Subsetting("4294967296"), "number-out-of-range", "java alters; "},
    {"nor empty", "java", Subsetting("0"), "number-out-of-range", "java rejects-config; "},
    {"8M entries until 1.51, and cut to 4K since", "java@1.51,java@1.52",
     Ring(R"("minRingSize": 1, "maxRingSize": 8388609)"), "number-out-of-range",
     "java@1.51 rejects-config; "},
    {"compared as they are cut", "java@1.51,java@1.52",
     Ring(R"("minRingSize": 6000, "maxRingSize": 5000)"), "ring-hash-size-order",
     "java@1.51 rejects-config; "},
    {"with 8M or 4K if absent", "spec,java@1.51,java@1.52", Ring(R"("minRingSize": 5000)"),
     "ring-hash-size-order", "spec rejects-config; "},
    {"none", "java", Ring(R"("minRingSize": 0)"), "number-out-of-range", "java rejects-config; "},
    {"the header is for an experiment", "java", Ring(R"("requestHashHeader": ":path")"),
     "field-unsupported", "java ignores; "},
    {"and not looked at", "java", Ring(R"("requestHashHeader": ":path")"),
     "ring-hash-header-invalid", ""},
    {"an int", "java", LeastRequest("4294967296"), "value-unportable", "java rejects-config; "},
    {"of which ten are compared", "java", LeastRequest("11"), "value-clamped", "java alters; "},
    {"a cluster has a name", "spec,java", Policy("cds_experimental", R"("cluster": "")"),
     "text-empty", "java rejects-config; "},
    {"another key", "java@1.74,java@1.75",
     Policy("cds_experimental", R"("cluster": "a", "is_dynamic": 1)"), "field-type",
     "java@1.75 rejects-config; "},
    {"the name before 1.44", "java@1.43,java@1.44", Policy("ring_hash", R"("minRingSize": 0)"),
     "number-out-of-range", "java@1.43 rejects-config; "},
    {"and that of the first releases of another", "java@1.55,java@1.56",
     Policy("weighted_round_robin_experimental", R"("blackoutPeriod": 1)"), "field-type",
     "java@1.55 rejects-config; "},
    {"not without a child", "java", Policy("wrr_locality_experimental", ""), "field-missing",
     "java rejects-config; "},
    {"not from a service config", "java@1.78,java@1.79",
     Policy("cluster_resolver_experimental", ""), "lb-policy-not-linked",
     "java@1.78 rejects-config; "},
    {"nor this one, ever", "java", Policy("cluster_impl_experimental", ""), "lb-policy-not-linked",
     "java rejects-config; "},
    {"grpclb has two policies", "java", Grpclb(R"("childPolicy": [{"grpclb": {}}])"),
     "lb-none-supported", "java rejects-config; "},
    {"in whatever place", "java",
     Grpclb(R"("childPolicy": [{"outlier_detection_experimental": {}}, {"pick_first": {}}])"),
     "field-missing", ""},
    {"without their configs", "java",
     Grpclb(R"("childPolicy": [{"pick_first": {"shuffleAddressList": 1}}])"), "field-type", ""},
    {"or none", "java", Grpclb(R"("childPolicy": [])"), "", ""},
    {"a fallback after a millisecond", "java@1.45,java@1.46",
     Grpclb(R"("initialFallbackTimeout": "0.0009s")"), "number-out-of-range",
     "java@1.46 rejects-config; "},
    {"a host that begins with a digit is no URI", "core,java",
     Lookup(R"("lookupService": "10.0.0.1:443", "cacheSizeBytes": 10)"), "value-unportable",
     "java rejects-config; "},
    {"with a scheme it is", "java",
     Lookup(R"("lookupService": "dns:///10.0.0.1:443", "cacheSizeBytes": 10)"), "", ""},
    {"a lookup takes time", "java", WholeLookup(R"("lookupServiceTimeout": "0s")"),
     "number-out-of-range", "java rejects-config; "},
    {"ages of either sign", "spec,java", WholeLookup(R"("maxAge": "-1s")"), "number-out-of-range",
     "spec rejects-config; "},
    {"an empty default is none", "spec,java", WholeLookup(R"("defaultTarget": "")"), "text-empty",
     "spec rejects-config; "},
    {"targets that are not requested", "java", WholeLookup(R"("validTargets": 5)"), "",
     "java ignores; "},
    {"the key before 1.45.1", "java@1.45.0,java@1.45.1", WholeLookup(""), "",
     "java@1.45.0 rejects-config; "},
    {"constants that are no strings", "java", KeyBuilder(R"("constantKeys": {"a": 1})"),
     "field-type", "java breaks-calls; "},
    {"or none at all", "java", KeyBuilder(R"("constantKeys": {"a": null})"), "field-type",
     "java rejects-config; "},
    {"an extra key may be null", "java", KeyBuilder(R"("extraKeys": {"host": null})"), "", ""},
    {"an empty constant key since 1.50", "core,java@1.49,java@1.50",
     KeyBuilder(R"("constantKeys": {"": "a"})"), "rls-key-empty",
     "core rejects-config; java@1.50 rejects-config; "},
    {"a key twice", "spec,core,go,java",
     KeyBuilder(R"("headers": [{"key": "a", "names": ["b"]}], "constantKeys": {"a": "c"})"),
     "rls-key-duplicate",
     "spec rejects-config; core rejects-config; go rejects-config; java rejects-config; "},
    {"once as an extra key", "spec,core,go,java",
     KeyBuilder(R"("extraKeys": {"host": "a"}, "constantKeys": {"a": "c"})"),
     "rls-extra-key-duplicate",
     "spec rejects-config; core rejects-config; go rejects-config; java breaks-calls; "},
    {"twice as an extra key", "spec,core,go,java",
     KeyBuilder(R"("extraKeys": {"host": "a", "method": "a"})"), "rls-extra-keys-alike",
     "spec rejects-config; core rejects-config; go alters; java breaks-calls; "},
    {"Java's names of extra keys", "spec,core,go,java",
     KeyBuilder(R"("constantKeys": {"method": "a"})"), "rls-key-reserved", "java rejects-config; "},
    {"a child that each target parses", "spec,java",
     Rls(R"([{"outlier_detection_experimental": {}}])"), "field-missing",
     "spec rejects-config; java breaks-calls; "},
    {"empty entries before it", "spec,java", Rls(R"([{}, {"round_robin": {}}])"), "lb-entry-empty",
     "spec rejects-config; "},
    {"whatever follows it", "spec,java", Rls(R"([{"round_robin": {}}, {"a": 1, "b": 2}])"),
     "lb-entry-several-policies", "spec rejects-config; "},
    {"if it is a map", "java", Rls(R"([{"round_robin": {}}, null])"), "field-type",
     "java rejects-config; "},
    {"as it is itself", "java", Rls(R"([{"nope": 5}, {"round_robin": 5}])"), "field-type",
     "java rejects-config; "},
    {"the config of the lookup's channel", "spec,java",
     Rls(R"([{"round_robin": {}}])", R"("routeLookupChannelServiceConfig": {"methodConfig": 5})"),
     "field-type", "spec rejects-config; java breaks-calls; "},
    {"hedges and tokens", "spec,core,go,java,node,dotnet,gapic",
     R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {
           "maxAttempts": 3, "hedgingDelay": "1s"}}],
         "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     "hedging-not-throttled", "java alters; node ignores; "},
    {"is not reported where it has no effect", "spec,core,go",
     R"({"methodConfig": [{"name": [{}], "hedgingPolicy": {
           "maxAttempts": 3, "hedgingDelay": "1s"}}],
         "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     "hedging-not-throttled", ""},
    {"the LB policy may be chosen in code", "spec,core,go,java,node,dotnet",
     R"({"healthCheckConfig": {"serviceName": "a"}})", "health-check-default-policy",
     "spec ignores; go ignores; node ignores; "},
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
