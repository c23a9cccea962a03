// `grpcfg check --kind` and `--lb-policies` from outside: what a file is, and which LB policies the
// clients have.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// A route lookup whose child policy has these members.
std::string LookupWithChild(absl::string_view members) {
  return absl::StrCat(R"({"loadBalancingConfig": [{"rls_experimental": {
"routeLookupConfig": {"grpcKeybuilders": [{"names": [{"service": "a"}]}], "lookupService": "b",
"cacheSizeBytes": 1}, "childPolicyConfigTargetFieldName": "c",
"childPolicy": [{"outlier_detection_experimental": {)",
                      members, "}}]}}]}");
}

class CheckKindTest : public testing::Test {
 protected:
  CheckKindTest() {
    run_.files.Write("config.json", R"({"loadBalancingConfig": [{"round_robin": {}}]})");
    run_.files.Write("choices.json", R"([{"serviceConfig": {}}])");
    run_.files.Write("list.json", "[]");
    run_.files.Write("value.txt", R"(grpc_config=[{"serviceConfig": {}}])");
    run_.files.Write("blanks.txt", R"(grpc_config = [{"serviceConfig": {}}])");
    run_.files.Write("own.json", R"({"loadBalancingConfig": [{"own": {}}, {"round_robin": {}}]})");
    run_.files.Write("own_only.json", R"({"loadBalancingConfig": [{"own": {}}]})");
    run_.files.Write("old.json", R"({"loadBalancingConfig": [{"xds_experimental": {}}]})");
    run_.files.Write("name.json", R"({"loadBalancingPolicy": "own"})");
    run_.files.Write("child.json", LookupWithChild(R"("interval": "", "interval": "60s")"));
    run_.files.Write("null_child.json", LookupWithChild(R"("interval": null, "interval": "60s")"));
    run_.files.Write("cased_child.json", LookupWithChild(R"("Interval": "", "interval": "60s")"));
    run_.files.Write("outlier.json", R"({"loadBalancingConfig": [{
"xds_cluster_resolver_experimental": {"xdsLbPolicy": [{"round_robin": {}}], "discoveryMechanisms": [
{"cluster": "a", "type": "EDS", "outlierDetection": {"interval": "", "interval": "60s"}}]}}]})");
    run_.files.Write("lookup.json", R"({"loadBalancingConfig": [{"rls_experimental": {
"routeLookupChannelServiceConfig": {"methodConfig": [{}, {"name": [[]], "name": []}]}}}]})");
  }

  GrpcfgRun run_;
};

struct Row {
  absl::string_view arguments;
  int status;
  absl::string_view expected = {};  // on stdout
};

const Row kKindRows[] = {
    // By shape.
    {"config.json choices.json value.txt", 0},
    {"--kind auto config.json choices.json value.txt", 0},
    {"list.json", 1, "the config is an array"},
    {"blanks.txt", 1, "[txt-attribute-missing]"},
    // As told.
    {"--kind config config.json", 0},
    {"--kind config choices.json", 1, "the config is an array"},
    {"--kind config value.txt", 1, "[json-"},
    {"--kind choices choices.json", 0},
    {"--target spec --kind choices list.json", 0, "[choice-list-empty]"},
    {"--kind choices list.json", 1, "[choice-list-empty]"},
    {"--kind choices config.json", 1, "the list of choices is an object"},
    {"--kind txt value.txt", 0},
    {"--kind txt blanks.txt", 1, "[txt-attribute-missing]"},
    {"--kind txt choices.json", 1, "[txt-attribute-missing]"},
    {"--kind txt - <value.txt", 0},
};

const Row kPolicyRows[] = {
    {"--target spec own.json", 0, "[lb-policy-unknown]"},
    {"--target spec own_only.json", 1, "[lb-none-supported]"},
    {"--target spec name.json", 1, "[lb-policy-name-unknown]"},
    {"--target spec old.json", 1, "[lb-none-supported]"},
    {"--target spec --lb-policies default own.json", 0, "[lb-policy-unknown]"},
    {"--target spec --lb-policies all own_only.json", 1, "[lb-none-supported]"},
    {"--target spec --lb-policies all old.json", 0},
    {"--target spec --lb-policies own,round_robin --fail-on warning own.json own_only.json "
     "name.json",
     0},
    {"--target spec --lb-policies own config.json", 1, "[lb-none-supported]"},
    {"--target spec --lb-policies ' own , round_robin ' --fail-on note own.json", 0},
    {"--lb-policies pick_first --target gapic config.json", 0},
    // The lookup writes the config of its child policy again, from the last value of each key.
    {"--target go --lb-policies all child.json", 0, "duplicate key `interval`"},
    {"--target go --lb-policies all null_child.json", 0, "duplicate key `interval`"},
    {"--target go --lb-policies all cased_child.json", 1, "[duration-malformed]"},
    // This one is not written again.
    {"--target go@1.70 --lb-policies xds_cluster_resolver_experimental,round_robin outlier.json", 1,
     "[duration-malformed]"},
    // No call meets the entry without a name before it; every call meets this one.
    {"--target java --lb-policies all lookup.json", 1,
     "lookup.json:2:68: error: an element of `name` is an array"},
};

TEST_F(CheckKindTest, TheKindIsGivenOrDetected) {
  for (const Row& row : kKindRows) {
    const RunResult result = run_.Run(absl::StrCat("$G check ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments << "\n" << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr(std::string(row.expected))) << row.arguments;
  }
}

TEST_F(CheckKindTest, ThePoliciesOfTheClientsAreShown) {
  for (const Row& row : kPolicyRows) {
    const RunResult result = run_.Run(absl::StrCat("$G check ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments << "\n" << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr(std::string(row.expected))) << row.arguments;
  }
}

TEST_F(CheckKindTest, WrongUsageIsReportedAndIsTwo) {
  const Row rows[] = {
      {"--kind json config.json", 2, "--kind"},
      {"--kind '' config.json", 2, "--kind"},
      {"--lb-policies '' config.json", 2, "`default`, `all`"},
      {"--lb-policies own, config.json", 2, "`own,` is not a list of LB policies"},
      {"--lb-policies all,own config.json", 2, "`all,own` is not a list of LB policies"},
      {"--lb-policies 'a b' config.json", 2, "`a b` is not a list of LB policies"},
      {"--lb-policies ,round_robin config.json", 2, "`,round_robin`"},
  };
  for (const Row& row : rows) {
    const RunResult result = run_.Run(absl::StrCat("$G check ", row.arguments));
    EXPECT_EQ(result.status, row.status) << row.arguments;
    EXPECT_THAT(result.out, IsEmpty()) << row.arguments;
    EXPECT_THAT(result.err, StartsWith("grpcfg: ")) << row.arguments;
    EXPECT_THAT(result.err, HasSubstr(std::string(row.expected))) << row.arguments;
  }
}

}  // namespace
}  // namespace grpcfg
