// Remedies that are tried out: what is said to be right for all targets is.
#include "validator/report/reporter.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

std::vector<SuggestedFix> RemediesFor(absl::string_view text, absl::string_view target_list) {
  const std::vector<Target> targets = *ParseTargets(target_list);
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const Report report = ValidateWithFixes(document, targets, AllRules());
  return SuggestFixes(report);
}

struct Row {
  absl::string_view name;
  absl::string_view text;
  absl::string_view targets;
  absl::string_view words;
  bool is_tried;
  size_t findings = 1;
};

const Row kRows[] = {
    {"what these clients read right", R"({"methodConfig": [{"name": [{}], "timeout": "2500ms"}]})",
     "spec,go", "write `\"2.5s\"`", true},
    {"seconds, as of most timeouts", R"({"methodConfig": [{"name": [{}], "timeout": 30}]})",
     "spec,go", "write `\"30s\"`", true},
    {"milliseconds, for it would be too long",
     R"({"methodConfig": [{"name": [{}], "timeout": 7000}]})", "spec,go", "write `\"7s\"`", true},
    {"either", R"({"methodConfig": [{"name": [{}], "timeout": "900"}]})", "spec,go",
     R"(it is `"0.9s"` if milliseconds are meant, `"900s"` if seconds)", false},
    {"days", R"({"methodConfig": [{"name": [{}], "timeout": "1.00:00:09"}]})", "spec,go",
     "write `\"86409s\"`", true},
    {"an object with capitals", R"({"methodConfig": [{"name": [{}], "timeout": {"Seconds": 7}}]})",
     "spec,go", "write `\"7s\"`", true},
    {"an object without seconds", R"({"methodConfig": [{"name": [{}], "timeout": {"value": 7}}]})",
     "spec,go", "write one string with the seconds, such as `\"5s\"`", false},
    {"a number of Java", R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.5f}})",
     "spec,core", "write `0.5`", false},
    {"a number with groups",
     R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": 4_096}]})", "spec,core",
     "write `4096`", true},
    {"no number at all", R"({"retryThrottling": {"maxTokens": Infinity, "tokenRatio": 0.5}})",
     "spec,core", "write a number that JSON can express", false},
    {"what is wrong besides the quotes",
     R"({"retryThrottling": {"maxTokens": "5000", "tokenRatio": 0.5}})", "spec",
     "a number must not be in quotes, and must be above 0 and at most 1000", false},
    {"and what Node does too", R"({"methodConfig": [{"name": [{}], "timeout": "2500ms"}]})",
     "spec,node", "write `\"2.500000000s\"`: grpc-js reads decimals right only if there are nine",
     true},
    {"C-core cuts it short, as it does with any",
     R"({"methodConfig": [{"name": [{}], "timeout": "5000ms"}]})", "spec,core", "write `\"5s\"`",
     true},
    {"nothing leads to a timeout that C-core cannot keep",
     R"({"methodConfig": [{"name": [{}], "timeout": "500ms"}]})", "spec,core",
     "`0.5s` is too short for C-core: write whole seconds, 3 or more, or remove it and set "
     "deadlines "
     "in the program",
     false},
    {"which Go can", R"({"methodConfig": [{"name": [{}], "timeout": "500ms"}]})", "spec,go",
     "write `\"0.5s\"`", true},
    {"no value that is nearly it", R"({"methodConfig": [{"name": [{}], "timeout": "1s"}]})",
     "spec,core", "write whole seconds, 3 or more, or remove it and set deadlines in the program",
     false},
    {"a step and what it leaves", R"({"methodConfig": [{"name": [{}], "timeuot": "0.5s"}]})",
     "spec,node",
     "rename it to `timeout` and write `\"0.500000000s\"`: grpc-js reads decimals right only if "
     "there are nine",
     true, 2},
    {"a key", R"({"retryThrotling": {"maxTokens": 10, "tokenRatio": 0.1}})", "spec,core,go",
     "rename it to `retryThrottling`", false, 2},
    {"a key whose value is wrong too", R"({"retryThrotling": {"maxTokens": 0, "tokenRatio": 0.1}})",
     "spec", "did you mean `retryThrottling`?", false, 2},
    {"no fix, but help", R"({"methodConfig": [{"name": [{}], "timeout": "0s"}]})", "java",
     "remove it, or give the time that a call may take", false},
    {"neither", R"({"methodConfig": [{"name": [{}], "waitForReady": true}]})", "node",
     "remove it, or rely on it only in the others", false},
    {"a unit in the key", R"({"methodConfig": [{"name": [{}], "requestTimeoutMillis": 4500}]})",
     "spec,node", R"(write `"timeout": "4.500000000s"`)", true},
    {"and too short", R"({"methodConfig": [{"name": [{}], "timeoutMs": 250}]})", "spec,core",
     "as `timeout` it is `\"0.25s\"`, too short for C-core: write whole seconds, 3 or more, or "
     "remove "
     "it and set deadlines in the program",
     false},
    {"another key for another type", R"({"lbStrategy": "roundrobin"})", "spec,core,go,java,node",
     R"(write `"loadBalancingConfig": [{"round_robin": {}}]`)", true},
    {"a policy that few have", R"({"policy": "ring_hash"})", "spec,core,go,java,node",
     R"(write `"loadBalancingConfig": [{"ring_hash_experimental": {}}, {"round_robin": {}}]`)",
     true},
    {"services under another key",
     R"({"methodConfig": [{"rpcs": ["/a.B/Get", "a.C"], "timeout": "5s"}]})",
     "spec,core,go,java,node",
     R"(write `"name": [{"service": "a.B", "method": "Get"}, {"service": "a.C"}]`)", true},
    {"services as keys of another key",
     R"({"services": {"a.B": {"timeout": "5s"}, "a.C/Get": {"timeout": "6s"}}})",
     "spec,core,go,java,node",
     "rename it to `methodConfig` and write an entry with `name` for each of its keys", true},
    {"methods under another key",
     R"({"methodConfig": [{"name": [{"service": "a.B", "methods": ["Get"]}], "timeout": "5s"}]})",
     "spec,core,go,java,node", R"(write `{"service": "a.B", "method": "Get"}`)", true, 2},
    {"retries as a text",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": {"max_retries": "2",
         "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
         "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     "spec,core,go,java,node", "write `\"maxAttempts\": 3`, which counts the first attempt, too",
     true},
    {"megabytes", R"({"methodConfig": [{"name": [{}], "maxResponseMessageBytes": 16}]})",
     "spec,core,go,java", "write `16777216` if MiB are meant", true},
    {"one or the other", R"({"methodConfig": [{"name": [{}], "maxResponseMessageBytes": 512}]})",
     "spec,core,go,java", "if KiB are meant, it is `524288`; if MiB are, `536870912`", false},
    {"nothing at all", R"({"methodConfig": [{"name": [{}], "maxResponseMessageBytes": 0}]})",
     "spec,core,go,java", "0 is a limit of 0 bytes; to set no limit here, remove it", false},
    {"a number in hexadecimal",
     R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": 0x1F4000}]})",
     "spec,core,go,java", "write `2048000`", true},
    {"the same in quotes",
     R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": "0x1F4000"}]})",
     "spec,core,go,java", "write `2048000`", true},
    {"too many tokens in hexadecimal",
     R"({"retryThrottling": {"maxTokens": 0x3E9, "tokenRatio": 0.5}})", "spec",
     "in decimal it is `1001`", false},
    {"a comma for the point",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
         "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.2s", "maxBackoff": "1s",
                         "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}],
         "retryThrottling": {"maxTokens": 10, "tokenRatio": "0,25"}})",
     "spec,core,go,java,node", "write `0.25`", true},
    {"thousands, perhaps", R"({"retryThrottling": {"maxTokens": 10, "tokenRatio": "1,250"}})",
     "spec", "it must be a number", false},
    {"what a division came to",
     R"({"methodConfig": [{"name": [{}], "timeout": "7.0000000000004s"}]})", "spec,core,go,node",
     "write `\"7s\"`", true},
    {"and what C-core cannot count",
     R"({"methodConfig": [{"name": [{}], "timeout": "6.66666666666667s"}]})", "spec,core",
     "it is `\"6.666666666s\"`, of which C-core counts whole milliseconds", false},
    {"a method after a colon",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock:Count"}], "timeout": "9s"}]})",
     "spec,go", R"(write `{"service": "acme.v1.Stock", "method": "Count"}`)", true},
    {"its service twice",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Stock:Count"}],
         "timeout": "9s"}]})",
     "spec,go", R"(write `{"service": "acme.v1.Stock", "method": "Count"}`)", true},
    {"two services", R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock",
         "method": "Depot:Count"}], "timeout": "9s"}]})",
     "spec,go", "write only the method's name from the .proto file, as in `GetOrder`", false},
    {"a text with a colon",
     R"({"methodConfig": [{"name": ["acme.v1.Stock:Count"], "timeout": "9s"}]})", "spec,go",
     R"(write `{"service": "acme.v1.Stock", "method": "Count"}`)", true},
    {"an address", R"({"methodConfig": [{"name": [{"service": "stock:8080"}], "timeout": "9s"}]})",
     "spec,go", "write the service as in `package.Service`", false},
    {"two entries that complete each other",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock"}], "timeout": "9s"},
         {"waitForReady": true, "name": [{"service": "acme.v1.Stock"}], "timeout": "9s"}]})",
     "spec,go,java", "write one entry with the settings of both", true},
    {"two that contradict each other",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock"}], "timeout": "9s"},
         {"name": [{"service": "acme.v1.Stock"}], "timeout": "8s"}]})",
     "spec,go", "keep one of the two entries", false},
    {"a name of two in the one and of one in the other",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock"}], "timeout": "9s"},
         {"name": [{"service": "acme.v1.Stock"}, {"service": "acme.v1.Depot"}],
          "waitForReady": true}]})",
     "spec,go", "keep the name in one of the two entries", false},
    {"an LB policy of proxies", R"({"loadBalancingConfig": [{"LEAST_CONN": {}}]})",
     "spec,core,go,java,node",
     "write `least_request_experimental` and end the list with `{\"round_robin\": {}}`, which "
     "clients without that policy then use",
     true},
    {"another one", R"({"loadBalancingPolicy": "consistent-hash"})", "spec,core,go,java,node",
     R"(write `"loadBalancingConfig": [{"ring_hash_experimental": {}}, {"round_robin": {}}]`)",
     true},
    {"a policy as Envoy has it, and what it takes where nothing is written",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
         "retryPolicy": {"num_retries": 2, "retry_on": "unavailable",
                         "retry_back_off": {"base_interval": "0.25s"}}}],
         "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     "spec,core,go",
     "write `\"maxAttempts\": 3`, `\"retryableStatusCodes\": [\"UNAVAILABLE\"]` and "
     "`\"initialBackoff\": \"0.25s\", \"maxBackoff\": \"2.5s\", \"backoffMultiplier\": 2`",
     true},
    {"a reference",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
         "retryPolicy": {"$ref": "#/parts/retry"}}],
         "parts": {"retry": {"maxAttempts": 2, "initialBackoff": "0.2s", "maxBackoff": "1s",
                             "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}},
         "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})",
     "spec,core,go", "replace it with what it refers to", true},
    {"a reference to another file",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
         "retryPolicy": {"$ref": "retry.json"}}]})",
     "spec,core,go", "replace it with what it refers to", false},
    {"a switch that is on",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
         "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.2s", "maxBackoff": "1s",
                         "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}],
         "retryThrottling": {"enabled": true, "maxTokens": 10, "tokenRatio": 0.5}})",
     "spec,core,go", "remove it", true},
    {"a list of methods beside the service",
     R"({"methodConfig": [{"timeout": "30s", "service": "acme.v1.Stock",
                           "methods": ["Get", "List"]}]})",
     "spec,go", "write a name for each of its methods in the list `name`", true},
    {"a config in two lists", R"([[{"loadBalancingConfig": [{"round_robin": {}}]}]])",
     "spec,core,go,java,node", "remove the brackets: the config is in a list", true},
    {"an LB policy by another name",
     R"({"loadBalancingConfig": [{"round_robin": {}}], "ringHash": {}})", "spec,core,go,java,node",
     "an element of it is `{\"ring_hash_experimental\": {...}}`", false},
    {"one name under another key",
     R"({"methodConfig": [{"selector": {"service": "a.B"}, "timeout": "5s"}]})",
     "spec,core,go,java,node", "rename it to `name` and put `[` and `]` around it", true},
    {"codes as Envoy has them",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": {"maxAttempts": 3,
         "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
         "retryableStatusCodes": "connect-failure,resource-exhausted,reset"}}]})",
     "spec,core,go,java,node", R"(write `["UNAVAILABLE", "RESOURCE_EXHAUSTED"]`)", true},
    {"codes as keys",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": {"maxAttempts": 3,
         "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
         "retryableStatusCodes": {"UNAVAILABLE": true, "INTERNAL": false}}}]})",
     "spec,core,go,java,node", "write `[\"UNAVAILABLE\"]`", true},
    {"a factor in percent",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": {"maxAttempts": 3,
         "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": "50%",
         "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     "spec,core,go,java,node", "write the factor, `1.5` for 50% more each time", false},
    {"a word of YAML", R"({"methodConfig": [{"name": [{}], "waitForReady": "yes"}]})", "spec,go",
     "write `true`", true},
    {"a word of Python", R"({"methodConfig": [{"name": [{}], "timeout": None}]})",
     "spec,core,go,java,node", "remove the member, which leaves it unset", true},
    {"a duration without quotes", R"({"methodConfig": [{"name": [{}], "timeout": 7s}]})",
     "spec,core,go,java,node", "write `\"7s\"`", true},
    {"too long", R"({"methodConfig": [{"name": [{}], "timeout": "999999999999s"}]})", "spec,go",
     "write the intended duration; calls without a `timeout` have no limit", false},
    {"minutes in the key", R"({"methodConfig": [{"name": [{}], "callTimeoutInMinutes": 3}]})",
     "spec,go", R"(write `"timeout": "180s"`)", true},
    {"microseconds as a text",
     R"({"methodConfig": [{"name": [{}], "request_timeout_us": "4500000"}]})", "spec,node",
     R"(write `"timeout": "4.500000000s"`)", true},
    {"nanoseconds without a unit", R"({"methodConfig": [{"name": [{}], "timeout": 7000000000}]})",
     "spec,go", "write `\"7s\"`", true},
    {"a size with its unit in the key",
     R"({"methodConfig": [{"name": [{}], "max_recv_size_mb": 2}]})", "spec,go",
     "write `\"maxResponseMessageBytes\": 2097152`", true},
    {"and as a text", R"({"methodConfig": [{"name": [{}], "maxRequestBytesKiB": "3"}]})", "spec,go",
     "write `\"maxRequestMessageBytes\": 3072`", true},
    {"no whole number of bytes",
     R"({"methodConfig": [{"name": [{}], "maxRequestMessageMB": 1.5}]})", "spec,go",
     "`maxRequestMessageBytes` is a number of bytes", false},
    {"a delay of an unknown unit",
     R"({"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": {"maxAttempts": 3,
         "base_delay": 30, "maxBackoff": "1s", "backoffMultiplier": 2,
         "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     "spec,core",
     R"(as `initialBackoff` it is `"0.03s"` if milliseconds are meant, `"30s"` if seconds)", false},
    {"another time, perhaps", R"({"methodConfig": [{"name": [{}], "queueTimeout": "9s"}]})",
     "spec,go", "rename it to `timeout` only if it is the time that a whole call may take", false},
    {"a list around a config", R"([{"loadBalancingConfig": [{"round_robin": {}}]}])",
     "spec,core,go,java,node", "remove the brackets: the config is in a list", true},
    {"a list of other things", R"([{"round_robin": {}}])", "spec,core,go,java,node",
     "write one config, an object, without a list around it", false},
    {"a list of choices", R"([{"percentage": 5, "serviceConfig": {}}])", "spec,core,go,java,node",
     "a client needs one config: write the `serviceConfig` of one choice; lists of choices are for "
     "DNS, see `--kind choices`",
     false},
    {"an object around a service",
     R"({"methodConfig": [{"name": [{"service": {"fullName": "a.B"}}]}]})",
     "spec,core,go,java,node", "write the value in it, without an object around it", true},
    {"an object without a service in it",
     R"({"methodConfig": [{"name": [{"service": {"fullName": ""}}]}]})", "spec",
     "it must be a string", false},
    {"an object with another one", R"({"methodConfig": [{"name": [{"service": {"not": "a.B"}}]}]})",
     "spec", "it must be a string", false},
    {"the path of a call", R"({"methodConfig": [{"name": [{"url": "/a.B/Get"}]}]})",
     "spec,core,go,java,node", R"(write `"service": "a.B", "method": "Get"`)", true},
    {"no limit", R"({"methodConfig": [{"name": [{}], "timeout": "Unlimited"}]})", "spec,go",
     "leave `timeout` out: then calls have no limit", false},
    {"brackets that close nothing", R"({"methodConfig": []}]})", "spec,core,go,node", "remove `]}`",
     true},
    {"the end of a statement", "{\"methodConfig\": []};\n", "spec,core,go,node", "remove `;`",
     true},
    {"an LB policy of targets", R"({"lb_policy": "xds"})", "spec,core",
     "remove it: clients use xDS if the target requests it, as in `xds:///shop`", false},
    {"a config in another case, in an object",
     R"({"GrpcServiceConfig": {"LoadBalancingConfig": [{"round_robin": {}}]}})",
     "spec,core,java,node",
     "remove `GrpcServiceConfig` and the braces around it and rename `LoadBalancingConfig` to "
     "`loadBalancingConfig`",
     true, 2},
    {"lists in lists as objects",
     R"({"methodConfig": {"1": {"name": {"1": {"service": "a.B"}}, "timeout": "5s"}}})",
     "spec,core,go,java,node", "write its values as a list and fix the same mistake in it", true,
     2},
    {"a list as an object, in no order",
     R"({"loadBalancingConfig": {"3": {"pick_first": {}}, "2": {"round_robin": {}}}})", "spec,core",
     "write its values as a list, in the order of its keys", true},
    {"a list as an object with a gap",
     R"({"loadBalancingConfig": {"0": {"round_robin": {}}, "7": {"pick_first": {}}}})", "spec,core",
     "write its values as a list", true},
    {"several policies as one object",
     R"({"loadBalancingConfig": {"weighted_round_robin": {}, "pick_first": {}}})", "spec,core,go",
     "write a list with an entry for each policy, the preferred one first", true},
    {"a policy and what is none as one object",
     R"({"loadBalancingConfig": {"pick_first": {}, "timeout": "5s"}})", "spec",
     "write a list with an entry for each policy, as in `[{\"round_robin\": {}}]`", false},
    {"targets by their names in a list",
     R"({"loadBalancingConfig": [{"weighted_target_experimental": {"targets": [
         {"name": "x", "weight": 2, "childPolicy": [{"pick_first": {}}]}]}}]})",
     "spec", "write each of them under its `name`", true},
    {"targets without names in a list",
     R"({"loadBalancingConfig": [{"weighted_target_experimental": {"targets": [
         {"weight": 2, "childPolicy": [{"pick_first": {}}]}]}}]})",
     "spec", "write an object with a key for each of them", false},
    {"off", R"({"retryThrottling": false, "loadBalancingConfig": [{"round_robin": {}}]})",
     "spec,core", "remove it: an absent setting is disabled", true},
    {"on", R"({"methodConfig": [{"name": [{"service": "a.v1.C"}], "retryPolicy": true}]})",
     "spec,core",
     "a retry policy is an object in an entry: `\"retryPolicy\": {\"maxAttempts\": 3, "
     "\"initialBackoff\": \"0.1s\", \"maxBackoff\": \"1s\", \"backoffMultiplier\": 2, "
     "\"retryableStatusCodes\": [\"UNAVAILABLE\"]}`",
     false},
    {"a method with its type",
     R"__({"methodConfig": [{"name": [{"service": "acme.v1.Stock",
         "method": "Count(CountRequest)"}], "timeout": "5s"}]})__",
     "spec,core", "write `\"Count\"`", true},
    {"an LB policy by its name and config",
     R"({"loadBalancingConfig": [{"policy": "pick_first", "config": {}}]})", "spec,core",
     "write `{\"pick_first\": {}}`", true},
    {"entries in an LB policy's entry",
     R"({"loadBalancingConfig": [{"pick_first": {}, "methodConfig": [
         {"name": [{"service": "acme.v1.Stock"}], "timeout": "9s"}]}]})",
     "spec,go,node", "move it to the top level", true},
    {"throttling in an LB policy's config",
     R"({"loadBalancingConfig": [{"pick_first": {"retryThrottling": {"maxTokens": 10,
         "tokenRatio": 0.5}}}], "methodConfig": []})",
     "spec,java", "move it to the top level", false, 2},
    {"hedging under the key of retries",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
         "retryPolicy": {"maxAttempts": 2, "hedgingDelay": "1s",
                         "nonFatalStatusCodes": ["ABORTED"]}}]})",
     "spec,java", "rename `retryPolicy` to `hedgingPolicy`", true},
    {"all the keys of another library as one",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
         "retryPolicy": {"numRetries": 2, "waitDuration": "1s", "maxWait": "2s",
                         "backoffMultiplier": 2, "retryOn": "aborted"}}]})",
     "spec,java",
     "write `\"maxAttempts\": 3`, `\"initialBackoff\": \"1s\"`, `\"maxBackoff\": \"2s\"` and "
     "`\"retryableStatusCodes\": [\"ABORTED\"]`",
     true},
    {"the attempts of Istio are retries",
     R"({"methodConfig": [{"name": [{"service": "acme.v1.Stock", "method": "Get"}],
         "retryPolicy": {"attempts": 2, "initialBackoff": "1s", "maxBackoff": "2s",
                         "perTryTimeout": "1s", "backoffMultiplier": 2,
                         "retryableStatusCodes": ["ABORTED"]}}]})",
     "spec,java", "write `\"maxAttempts\": 3`, which counts the first attempt, too", true, 2},
    {"a policy without its config", R"({"loadBalancingConfig": [{ "round_robin" }]})", "spec,core",
     "insert `: {}` after the name of the policy", false},
    {"a config in a string", R"({"config": "{\"methodConfig\": []}"})", "spec,core",
     "write the contents of the string, without quotes and backslashes, and nothing around it",
     true},
    {"a backoff in a unit of its own",
     R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "retryPolicy": {"maxAttempts": 3,
         "initialBackoff": "1ms", "maxBackoff": "1s", "backoffMultiplier": 2,
         "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     "spec,core",
     "`0.001s` is the same duration; C-core counts whole milliseconds, so write `0.002s` or more",
     false},
    {"no time at all", R"({"methodConfig": [{"name": [{}], "timeout": "0"}]})", "spec,core,go",
     "`0s` is no timeout to C-core, and in the other clients every call fails immediately: remove "
     "it, or give the time that a call may take",
     false},
    {"no time in another unit", R"({"methodConfig": [{"name": [{}], "timeoutMs": 0}]})",
     "spec,core,go",
     "as `timeout` it is `\"0s\"`, no timeout to C-core, and in the other clients every call fails "
     "immediately: remove it, or give the time that a call may take",
     false},
    {"an entry that is no list, and what is wrong in it",
     R"({"methodConfig": {"name": [{"service": "a.v1.B"}], "timeout": "400ms"}})",
     "spec,core,go,java,node", "put `[` and `]` around it", false, 2},
    {"a timeout for each attempt", R"({"methodConfig": [{"name": [{}], "perRetryTimeout": "1s"}]})",
     "spec,core", "`timeout` of the method config covers all attempts together", false},
    {"an entry for nothing", R"({"methodConfig": [{"name": false, "timeout": "9s"}]})",
     "spec,core,go,java,node",
     R"(list the services and methods, as in `[{"service": "package.Service"}]`)", false},
    {"a method that is off",
     R"({"methodConfig": [{"name": [{"service": "a.v1.B", "method": false}], "timeout": "9s"}]})",
     "spec,core,go,java,node", "it must be a string", false, 2},
    {"codes that were encoded twice",
     R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "retryPolicy": {"maxAttempts": 3,
         "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
         "retryableStatusCodes": "[\"INTERNAL\", \"UNAVAILABLE\"]"}}]})",
     "spec,core,go,java,node", "write the contents of the string, without quotes and backslashes",
     true},
    {"a name of HTTP",
     R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "retryPolicy": {"maxAttempts": 3,
         "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
         "retryableStatusCodes": ["BAD_GATEWAY"]}}]})",
     "spec,core,go,java,node", "write `\"UNAVAILABLE\"`", true},
    {"the text of an object's only field", R"({"healthCheckConfig": "shop.v1.Cart",
         "loadBalancingConfig": [{"round_robin": {}}]})",
     "spec,core", R"(write `{"serviceName": "shop.v1.Cart"}`)", true},
    {"the name of a policy in a list", R"({"loadBalancingPolicy": ["pick_first"]})",
     "spec,core,go,java,node", R"(write `"loadBalancingConfig": [{"pick_first": {}}]`)", true},
    {"a service and a method as a pair",
     R"({"methodConfig": [{"name": [["shop.v1.Cart", "Get"]], "timeout": "9s"}]})",
     "spec,core,go,java", R"(write `{"service": "shop.v1.Cart", "method": "Get"}`)", true},
    {"a limit of nothing",
     R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "retryPolicy": {"maxAttempts": 3,
         "initialBackoff": "3s", "maxBackoff": "0s", "backoffMultiplier": 2,
         "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     "spec,core", "1s or more is a usual limit, and one that is not below `initialBackoff`", false},
    {"hedges without a delay",
     R"({"methodConfig": [{"name": [{"service": "a.v1.B", "method": "Get"}],
         "hedgingPolicy": {"maxAttempts": 3}}]})",
     "java",
     "add `hedgingDelay`, a time that few calls exceed, such as the 95th percentile of the "
     "latency: then about 5% of the calls are sent twice",
     false, 2},
    {"a policy that a template fills in", R"({"loadBalancingConfig": [{"{{ .policy }}": {}}]})",
     "spec,core", "fill the template in before a client gets the config", false},
    {"a key of grpc-js",
     R"({"loadBalancingConfig": [{"weighted_round_robin": {"weight_update_period": "3s"}},
                                 {"round_robin": {}}]})",
     "spec,core,node", R"(add `"weightUpdatePeriod": "3s"`, too)", true},
    {"keys of grpc-js",
     R"({"loadBalancingConfig": [{"weighted_round_robin": {"enable_oob_load_report": true,
         "oob_load_reporting_period": "3s"}}, {"round_robin": {}}]})",
     "spec,core,node", R"(add `"enableOobLoadReport": true` and `"oobReportingPeriod": "3s"`, too)",
     true},
    {"one that grpc-js does not read",
     R"({"loadBalancingConfig": [{"weighted_round_robin": {"blackoutPeriod": "3s"}},
                                 {"round_robin": {}}]})",
     "spec,core,node", R"(add `"blackout_period": "3s"`, too)", true},
    {"a key of grpc-java",
     R"({"loadBalancingConfig": [{"outlier_detection_experimental": {"maxEjectionPercentage": 20,
         "childPolicy": [{"round_robin": {}}]}}]})",
     "spec,core,java", R"(add `"maxEjectionPercent": 20`, too)", true},
    {"one that grpc-java does not read",
     R"({"loadBalancingConfig": [{"outlier_detection_experimental": {"maxEjectionPercent": 20,
         "childPolicy": [{"round_robin": {}}]}}]})",
     "spec,core,java", R"(add `"maxEjectionPercentage": 20`, too)", true},
    {"a config in a string under the key of choices",
     R"({"serviceConfig": "{\"methodConfig\": []}"})", "spec,core",
     "write the contents of the string, without quotes and backslashes, and nothing around it",
     true},
    {"a config in a list under that key",
     R"({"serviceConfig": [{"loadBalancingConfig": [{"round_robin": {}}]}]})", "spec,core,go",
     "remove `serviceConfig` and the braces and brackets around it", true},
    {"several of them",
     R"({"serviceConfig": [{"methodConfig": []}, {"loadBalancingConfig": [{"round_robin": {}}]}]})",
     "spec,core,go",
     "the value of `serviceConfig` looks like a list of configs: give a client one of them", false},
    {"choices under it", R"({"serviceConfig": [{"serviceConfig": {"methodConfig": []}}]})",
     "spec,core,go",
     "the value of `serviceConfig` looks like a list of choices: publish it in a TXT record, or "
     "give a client one choice",
     false},
    {"a method under another key, so that its service is named twice",
     R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart"}], "timeout": "9s"},
         {"name": [{"service": "shop.v1.Cart", "rpc": "Get"}], "timeout": "8s"}]})",
     "spec,go,java,node", "correct `rpc`, which stands for `method`: then the names differ", false,
     2},
    {"deep in another config", R"({"spring": {"service-config": {"methodConfig": []}}})",
     "spec,core", "write the value of `service-config` alone", true},
};

TEST(RemedyTest, Remedies) {
  for (const Row& row : kRows) {
    const std::vector<SuggestedFix> remedies = RemediesFor(row.text, row.targets);
    EXPECT_EQ(remedies.size(), row.findings) << row.name;
    ASSERT_FALSE(remedies.empty()) << row.name;
    EXPECT_EQ(remedies[0].words, row.words) << row.name;
    EXPECT_EQ(remedies[0].is_tried, row.is_tried) << row.name;
  }
}

constexpr absl::string_view kPolicyOfCodes =
    R"("retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s",
                       "backoffMultiplier": 2, "retryableStatusCodes": [$]})";

struct AdviceHelp {
  absl::string_view rule;
  absl::string_view text;  // `@` is the policy, `$` of it its codes
  absl::string_view codes;
  absl::string_view help;
};

const AdviceHelp kAdviceHelp[] = {
    {"retry-deadline-exceeded",
     R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart"}], "timeout": "40s", @}]})",
     R"("DEADLINE_EXCEEDED")",
     "leave the `retryPolicy` out if each attempt was to have its own deadline: a service config "
     "has no field for that"},
    {"retry-deadline-exceeded",
     R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart"}], "timeout": "40s", @}]})",
     R"("ABORTED", "DEADLINE_EXCEEDED")",
     "remove it if each attempt was to have its own deadline: a service config has no field for "
     "that"},
    {"retry-policy-dropped",
     R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart"}], "timeout": "40s", @},
         {"name": [{"service": "shop.v1.Cart", "method": "CreateItem"},
                   {"service": "shop.v1.Cart", "method": "GetItem"}], "timeout": "50s"}]})",
     R"("UNAVAILABLE")",
     "write an entry of its own with the policy, if that is not what you want; in this one it "
     "would also be for `CreateItem`"},
    {"retry-policy-dropped",
     R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart"}], "timeout": "40s", @},
         {"name": [{"service": "shop.v1.Cart", "method": "GetItem"}], "timeout": "50s"}]})",
     R"("UNAVAILABLE")", "repeat the policy in this entry, if that is not what you want"},
    {"entry-settings-dropped",
     R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart"}], "timeout": "40s", @},
         {"name": [{"service": "shop.v1.Cart", "method": "GetItem"},
                   {"service": "shop.v1.Cart", "method": "CreateItem"}], "waitForReady": true}]})",
     R"("UNAVAILABLE")",
     "write an entry of its own with them, if that is not what you want; in this one it would "
     "also be for `CreateItem`"},
    {"throttling-token-ratio-misread",
     R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart"}], "timeout": "40s", @}],
         "retryThrottling": {"maxTokens": 50, "tokenRatio": 20}})",
     R"("UNAVAILABLE")",
     "write a ratio below 1, with its point: `0.1` stops retries above 9% of failures"},
};

TEST(RemedyTest, HelpOfAdvice) {
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node");
  for (const AdviceHelp& row : kAdviceHelp) {
    const std::string policy = absl::StrReplaceAll(kPolicyOfCodes, {{"$", row.codes}});
    const std::string text = absl::StrReplaceAll(row.text, {{"@", policy}});
    const Report report =
        ValidateWithFixes(ParseDocument(text, DocumentKind::kConfig), targets, AllRules());
    const auto found = std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                                    [&](const Diagnostic& each) { return each.rule == row.rule; });
    ASSERT_NE(found, report.diagnostics.end()) << text;
    EXPECT_EQ(found->help, std::vector<std::string>{std::string(row.help)}) << text;
    EXPECT_TRUE(found->fixes.empty()) << text;
  }
}

TEST(RemedyTest, AnExperimentIsRemoved) {
  const Report report = ValidateWithFixes(
      ParseDocument(R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "retryPolicy": {
          "maxAttempts": 3, "initialBackoff": "0.1s", "perAttemptRecvTimeout": 7,
          "maxBackoff": "1s", "backoffMultiplier": 2,
          "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
                    DocumentKind::kConfig),
      *ParseTargets("spec,java"), AllRules());
  const auto found = std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                                  [](const Diagnostic& each) { return each.rule == "field-type"; });
  ASSERT_NE(found, report.diagnostics.end());
  ASSERT_EQ(found->fixes.size(), 1U);
  EXPECT_EQ(found->fixes[0].title, "remove it: it has no effect");
}

// A config of 300 entries with these members; `$` stands for the number of the entry.
std::string ManyEntries(absl::string_view members) {
  std::string entries;
  for (int i = 0; i < 300; ++i) {
    absl::StrAppend(&entries, i == 0 ? "" : ",", "{",
                    absl::StrReplaceAll(members, {{"$", absl::StrCat(i)}}), "}");
  }
  return absl::StrCat(R"({"methodConfig": [)", entries, "]}");
}

TEST(RemedyTest, AllAreTriedInOneGo) {
  for (const absl::string_view members :
       {R"("name": {"service": "pkg.S$"}, "timeout": "5s")",
        R"("name": [{"service": "pkg.S$"}], "timeout": "2.5s")",
        R"("name": [{"service": "pkg.S$", "metod": "M"}], "timeout": "5s")"}) {
    const std::vector<SuggestedFix> remedies = RemediesFor(ManyEntries(members), "node");
    ASSERT_EQ(remedies.size(), 300U);
    EXPECT_TRUE(remedies[0].is_tried);
    EXPECT_TRUE(remedies[299].is_tried);
  }
}

TEST(RemedyTest, CodesAreWrittenOnce) {
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node");
  const CheckPlan plan(targets, AllRules());
  const struct {
    absl::string_view codes;
    absl::string_view fixed;
  } rows[] = {
      {R"([503, 504, "UNAVAILABLE"])", R"(["UNAVAILABLE"])"},
      {R"([429, 502])", R"(["UNAVAILABLE"])"},
      {R"(["gateway-error", "HTTP 503"])", R"(["UNAVAILABLE"])"},
      {R"(["UNAVAILABEL", "reset", 503])", R"(["UNAVAILABLE"])"},
      {R"(["timed-out", "INTERNAL"])", R"(["DEADLINE_EXCEEDED", "INTERNAL"])"},
      {R"(["INTERNAL;reset"])", R"(["INTERNAL", "UNAVAILABLE"])"},
      {R"([{"status": "ABORTED"}])", R"(["ABORTED"])"},
      {R"(["NOT_INTERNAL"])", R"(["NOT_INTERNAL"])"},
      {R"(["SERVICE_UNAVAILABLE", "GRPC_STATUS_ABORTED"])", R"(["UNAVAILABLE", "ABORTED"])"},
      {R"(["TOO_MANY_REQUESTS", "INTERNAL_SERVER_ERROR", "UNAUTHORIZED"])",
       R"(["RESOURCE_EXHAUSTED", "INTERNAL", "UNAUTHENTICATED"])"},
      {R"([14.0])", R"(["UNAVAILABLE"])"},
      {R"("14,4")", R"(["UNAVAILABLE", "DEADLINE_EXCEEDED"])"},
  };
  for (const auto& row : rows) {
    const std::string text = absl::StrCat(
        R"({"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "20s", "retryPolicy": {
            "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
            "retryableStatusCodes": )",
        row.codes, "}}]}");
    const FixedDocument fixed =
        FixDocument(ParseDocument(text, DocumentKind::kConfig), plan, FixChoice::kAll);
    EXPECT_TRUE(absl::StrContains(fixed.text, absl::StrCat(row.fixed, "}}]}"))) << fixed.text;
  }
}

// What `fix --unsafe` makes of a mistake whose obvious remedy would lose something.
TEST(RemedyTest, NothingIsLost) {
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node");
  const CheckPlan plan(targets, AllRules());
  const struct {
    absl::string_view text;
    absl::string_view fixed;
  } rows[] = {
      {R"({"methodConfig": [{"name": [{"service": "shop.v1/Cart"}], "timeout": "9s"}]})",
       R"({"service": "shop.v1.Cart"})"},
      {R"({"methodConfig": [{"name": [{"service": "type.googleapis.com/shop.v1.Cart"}],
          "timeout": "9s"}]})",
       R"({"service": "shop.v1.Cart"})"},
      {R"({"service": "shop.v1.Cart", "method": "Get", "timeout": "9s", "waitForReady": true})",
       R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart", "method": "Get"}], )"
       R"("timeout": "9s", "waitForReady": true}]})"},
      {R"({"timeout": "9s", "service": "shop.v1.Cart"})",
       R"({"methodConfig": [{"name": [{"service": "shop.v1.Cart"}], "timeout": "9s"}]})"},
      {R"({"name": "prod", "methodConfig": [{"name": [{"service": "a.v1.B"}], "timeout": "9s"}]})",
       R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "timeout": "9s"}]})"},
      {R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "timeout": "9s"}],)"
       R"( "methodConfig": [{"name": [{"service": "a.v1.C"}], "timeout": "8s"}]})",
       R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "timeout": "9s"}, )"
       R"({"name": [{"service": "a.v1.C"}], "timeout": "8s"}]})"},
      {R"({"methodConfig": [{"name": [{"service": "a.v1.B"}]}, {"timeout": "9s"}]})",
       R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "timeout": "9s"}]})"},
      {R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "retryPolicy": {"enabled": false}}]})",
       R"({"methodConfig": [{"name": [{"service": "a.v1.B"}]}]})"},
      {R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "timeout": None}]})",
       R"({"methodConfig": [{"name": [{"service": "a.v1.B"}]}]})"},
      {R"({"grpc.service_config": "{\"methodConfig\":[]}"})", R"({"methodConfig":[]})"},
      {R"({"options": [["grpc.service_config", "{\"methodConfig\":[]}"]]})",
       R"({"methodConfig":[]})"},
      {R"({"methodConfig": [{"name": [{"package": "shop.v1", "service": "Cart"}],
          "timeout": "9s"}]})",
       R"([{"service": "shop.v1.Cart"}])"},
      {R"({"loadBalancingPolicy": {"round_robin": {}}})",
       R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
      {R"({"loadBalancingPolicy": "round_robin", "loadBalancingConfig": []})",
       R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
  };
  for (const auto& row : rows) {
    const FixedDocument fixed =
        FixDocument(ParseDocument(row.text, DocumentKind::kConfig), plan, FixChoice::kAll);
    EXPECT_TRUE(absl::StrContains(fixed.text, row.fixed)) << row.text << "\n" << fixed.text;
  }
}

// What a safe fix must leave as it is.
TEST(RemedyTest, SafeFixesLeaveWhatTheyWouldLose) {
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node");
  const CheckPlan plan(targets, AllRules());
  for (const absl::string_view text :
       {R"({"loadBalancingPolicy": "round_robin", "loadBalancingConfig": []})",
        R"({"methodConfig": [{"name": [{"service": "a.v1.B"}], "retryPolicy": {"maxAttempts": 3,
            "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
            "retryableStatusCodes": "14,99"}}]})"}) {
    const FixedDocument fixed =
        FixDocument(ParseDocument(text, DocumentKind::kConfig), plan, FixChoice::kSafe);
    EXPECT_EQ(fixed.text, text);
  }
}

TEST(RemedyTest, BackoffsInAnObjectOfTheirOwn) {
  const std::vector<Target> targets = *ParseTargets("spec,core,go,java,node");
  const FixedDocument fixed =
      FixDocument(ParseDocument(R"({"methodConfig": [{"name": [{"service": "a.B"}],
          "timeout": "20s", "retryPolicy": {"maxAttempts": 3,
            "backoff": {"base": "0.2s", "max": "2s", "factor": 3},
            "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
                                DocumentKind::kConfig),
                  CheckPlan(targets, AllRules()), FixChoice::kAll);
  EXPECT_TRUE(absl::StrContains(
      fixed.text, R"("initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 3,)"))
      << fixed.text;
}

TEST(RemedyTest, OneForEachFindingInTheirOrder) {
  const std::vector<SuggestedFix> remedies = RemediesFor(
      R"({"methodConfig": [{"name": [{}], "timeout": "5000ms", "waitForReady": "no"}]})", "spec");
  ASSERT_EQ(remedies.size(), 2U);
  EXPECT_TRUE(remedies[0].is_tried);
}

TEST(RemedyTest, BackslashesOfAZoneFileInPlainYaml) {
  const Document document =
      ParseDocument(R"(\"grpc_config=[{\"serviceConfig\":{}}]\")", DocumentKind::kTxt);
  const Report report = Validate(document, *ParseTargets("core"), AllRules());
  ASSERT_FALSE(report.diagnostics.empty());
  ASSERT_FALSE(report.diagnostics[0].help.empty());
  EXPECT_EQ(report.diagnostics[0].help[0], "remove the quotes and backslashes of the zone file");
}

TEST(RemedyTest, LongTextsAreNotTriedOut) {
  const std::string blanks(5'000'000, ' ');
  const std::vector<SuggestedFix> remedies =
      RemediesFor(R"({"methodConfig": [{"name": [{}], "timeout": "5000ms"}]})" + blanks, "spec");
  ASSERT_EQ(remedies.size(), 1U);
  EXPECT_FALSE(remedies[0].is_tried);
}

}  // namespace
}  // namespace grpcfg
