// What grpc-go 1.57, 1.64, 1.69, 1.76, 1.81 and 1.83 said of configs when they were run with all LB
// policies and the config given to a channel: whether a release rejects it, dies of it or takes it.
// That 1.57 picks for no call where a policy has no config is read, not run.
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kReleases = "go@1.57,go@1.64,go@1.69,go@1.76,go@1.81,go@1.83";

struct GoRow {
  absl::string_view why;
  absl::string_view text;
  absl::string_view letters;  // by each: R rejects, B breaks calls, . takes it
};

const GoRow kRows[] = {
    {"null is no duration",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, )"
     R"("initialBackoff": "1s", "maxBackoff": null, "backoffMultiplier": 1, )"
     R"("retryableStatusCodes": [14]}}]})",
     "RRRRRR"},
    {"in an entry that no call meets, too",
     R"({"methodConfig": [{"retryPolicy": {"initialBackoff": null}}]})", "RRRRRR"},
    {"nor after a duration",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, )"
     R"("initialBackoff": "1s", "maxBackoff": "1s", "maxBackoff": null, )"
     R"("backoffMultiplier": 1, "retryableStatusCodes": [14]}}]})",
     "RRRRRR"},
    {"nor before one",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, )"
     R"("initialBackoff": null, "initialBackoff": "1s", "maxBackoff": "1s", )"
     R"("backoffMultiplier": 1, "retryableStatusCodes": [14]}}]})",
     "RRRRRR"},
    {"of a timeout it is none",
     R"({"methodConfig": [{"name": [{}], "timeout": "1s", "timeout": null}]})", "......"},
    {"a second null leaves no codes",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, )"
     R"("initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1, )"
     R"("retryableStatusCodes": [14], "retryableStatusCodes": null}}]})",
     "...RRR"},
    {"and the same number",
     R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "maxAttempts": )"
     R"(null, "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1, )"
     R"("retryableStatusCodes": [14]}}]})",
     "......"},
    {"a wrong list of policies before null",
     R"({"loadBalancingConfig": [5], "loadBalancingConfig": null})", "R....."},
    {"and before a right one",
     R"({"loadBalancingConfig": [{"pick_first": 5}], "loadBalancingConfig": [{"pick_first": )"
     R"({}}]})",
     "R....."},
    {"pick_first by its other name",
     R"({"loadBalancingConfig": [{"Pick_First_Leaf": {"shuffleAddressList": 5}}, )"
     R"({"round_robin": {}}]})",
     "..R..."},
    {"a period that is null",
     R"({"loadBalancingConfig": [{"weighted_round_robin": {"blackoutPeriod": null}}]})", "RRRRRR"},
    {"and then is not",
     R"({"loadBalancingConfig": [{"weighted_round_robin": {"blackoutPeriod": null, )"
     R"("blackoutPeriod": "1s"}}]})",
     "RRRRRR"},
    {"an interval that is null",
     R"({"loadBalancingConfig": [{"outlier_detection_experimental": {"interval": null, )"
     R"("childPolicy": [{"round_robin": {}}]}}]})",
     "RRRRRR"},
    {"32 bits",
     R"({"loadBalancingConfig": [{"least_request_experimental": {"choiceCount": )"
     R"(4294967296}}, {"round_robin": {}}]})",
     ".RRRRR"},
    {"a pseudo-header",
     R"({"loadBalancingConfig": [{"ring_hash_experimental": {"requestHashHeader": )"
     R"(":path"}}]})",
     "......"},
    {"a wrong header",
     R"({"loadBalancingConfig": [{"ring_hash_experimental": {"requestHashHeader": "a b"}}]})",
     "....RR"},
    {"a header that is no text",
     R"({"loadBalancingConfig": [{"ring_hash_experimental": {"requestHashHeader": 5}}]})",
     "...RRR"},
    {"the default minimum",
     R"({"loadBalancingConfig": [{"ring_hash_experimental": {"min_ring_size": 1, )"
     R"("maxRingSize": 5}}]})",
     "RRRRRR"},
    {"children of grpclb",
     R"({"loadBalancingConfig": [{"grpclb": {"childPolicy": [{"no_such": 5}, null]}}]})", "......"},
    {"that are no list", R"({"loadBalancingConfig": [{"grpclb": {"childPolicy": 5}}]})", "RRRRRR"},
    {"that are no objects", R"({"loadBalancingConfig": [{"grpclb": {"childPolicy": [[]]}}]})",
     "RRRRRR"},
    {"an interface", R"({"loadBalancingConfig": [{"grpclb": {"LoadBalancingConfig": {}}}]})",
     "RRRRRR"},
    {"an interface takes null",
     R"({"loadBalancingConfig": [{"cds_experimental": {"loadBalancingConfig": null}}]})", "......"},
    {"priorities without children",
     R"({"loadBalancingConfig": [{"priority_experimental": {"priorities": ["a"]}}]})", "RRRRRR"},
    {"children without priorities",
     R"({"loadBalancingConfig": [{"priority_experimental": {"children": {"a": {"config": )"
     R"([{"round_robin": {}}]}}}}]})",
     "RRRRRR"},
    {"neither",
     R"({"loadBalancingConfig": [{"priority_experimental": {"children": {}, "priorities": )"
     R"(null}}]})",
     "......"},
    {"null is the child \"\"",
     R"({"loadBalancingConfig": [{"priority_experimental": {"children": {"": {"config": )"
     R"([{"round_robin": {}}]}}, "priorities": [null]}}]})",
     "......"},
    {"which must be there",
     R"({"loadBalancingConfig": [{"priority_experimental": {"children": {"a": {"config": )"
     R"([{"round_robin": {}}]}}, "priorities": ["a", null]}}]})",
     "RRRRRR"},
    {"a child that is null",
     R"({"loadBalancingConfig": [{"priority_experimental": {"children": {"a": null}, )"
     R"("priorities": ["a"]}}]})",
     "BBBBBB"},
    {"a target that is null",
     R"({"loadBalancingConfig": [{"weighted_target_experimental": {"targets": {"a": )"
     R"(null}}}]})",
     "BBBBBB"},
    {"a target of which the last counts",
     R"({"loadBalancingConfig": [{"weighted_target_experimental": {"targets": {"a": {}, )"
     R"("a": {"childPolicy": [{"round_robin": {}}]}}}}]})",
     "......"},
    {"a wrong one before it",
     R"({"loadBalancingConfig": [{"weighted_target_experimental": {"targets": {"a": )"
     R"({"childPolicy": []}, "a": {"childPolicy": [{"round_robin": {}}]}}}}]})",
     "RRRRRR"},
    {"a cluster without a policy",
     R"({"loadBalancingConfig": [{"xds_cluster_manager_experimental": {"children": {"a": )"
     R"({}}}}]})",
     "BBBBBB"},
    {"no clusters", R"({"loadBalancingConfig": [{"xds_cluster_manager_experimental": {}}]})",
     "......"},
    {"nothing without xDS",
     R"({"loadBalancingConfig": [{"xds_cluster_impl_experimental": {"childPolicy": )"
     R"([{"round_robin": {}}]}}]})",
     "......"},
    {"but for a child policy",
     R"({"loadBalancingConfig": [{"xds_cluster_impl_experimental": {}}]})", "BBBBBB"},
    {"whose own is not asked",
     R"({"loadBalancingConfig": [{"xds_cluster_impl_experimental": {"childPolicy": )"
     R"([{"outlier_detection_experimental": {}}]}}]})",
     "......"},
    {"fields that only xDS has now",
     R"({"loadBalancingConfig": [{"xds_cluster_impl_experimental": )"
     R"({"maxConcurrentRequests": "5", "childPolicy": [{"round_robin": {}}]}}]})",
     "RRRR.."},
    {"a server without a name",
     R"({"loadBalancingConfig": [{"xds_cluster_impl_experimental": )"
     R"({"lrsLoadReportingServer": {}, "childPolicy": [{"round_robin": {}}]}}]})",
     "..RR.."},
    {"a policy of localities",
     R"({"loadBalancingConfig": [{"xds_wrr_locality_experimental": {"childPolicy": )"
     R"([{"outlier_detection_experimental": {}}]}}]})",
     "......"},
    {"a second list that is null",
     R"({"loadBalancingConfig": [{"xds_wrr_locality_experimental": {"childPolicy": )"
     R"([{"round_robin": {}}], "childPolicy": null}}]})",
     "RRRRRR"},
    {"a first list that is wrong",
     R"({"loadBalancingConfig": [{"xds_wrr_locality_experimental": {"childPolicy": [], )"
     R"("childPolicy": [{"round_robin": {}}]}}]})",
     "RRRRRR"},
    {"a host is a scheme",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "cacheSizeBytes": 10, )"
     R"("lookupService": "host:443"}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "RRRRRR"},
    {"a number is none",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "cacheSizeBytes": 10, )"
     R"("lookupService": "1.2.3.4:443"}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "......"},
    {"dns",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "cacheSizeBytes": 10, )"
     R"("lookupService": "dns:///host:443"}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "......"},
    {"a name",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "cacheSizeBytes": 10, )"
     R"("lookupService": "host"}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "......"},
    {"xDS",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "cacheSizeBytes": 10, )"
     R"("lookupService": "xds:///host"}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "......"},
    {"an escape that is none",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "cacheSizeBytes": 10, )"
     R"("lookupService": "%zz"}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "RRRRRR"},
    {"a fragment",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "cacheSizeBytes": 10, )"
     R"("lookupService": "a#%zz"}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "RRRRRR"},
    {"a port that is none",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "cacheSizeBytes": 10, )"
     R"("lookupService": "//host:port/x"}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "......"},
    {"a child without a parser",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "lookupService": "l", )"
     R"("cacheSizeBytes": 10}, "childPolicy": [{"round_robin": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "RRRRRR"},
    {"a child that is null",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "lookupService": "l", )"
     R"("cacheSizeBytes": 10}, "childPolicy": [{"pick_first": null}], )"
     R"("childPolicyConfigTargetFieldName": "x"}}]})",
     "BBBBBB"},
    {"a child that is started",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "lookupService": "l", )"
     R"("cacheSizeBytes": 10, "defaultTarget": "d"}, "childPolicy": )"
     R"([{"outlier_detection_experimental": {}}], "childPolicyConfigTargetFieldName": )"
     R"("x"}}]})",
     "BBBBBB"},
    {"a field that is no text",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "lookupService": "l", )"
     R"("cacheSizeBytes": 10}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "shuffleAddressList"}}]})",
     "RRRRRR"},
    {"elements of two lists",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}]}], "lookupService": "l", )"
     R"("cacheSizeBytes": 10}, "childPolicy": [{"pick_first": {}}], )"
     R"("childPolicyConfigTargetFieldName": "x", "childPolicy": [{"grpclb": {}}]}}]})",
     "RRRRRR"},
    {"extra keys",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}], "extraKeys": {"host": "a", )"
     R"("method": "a"}}], "lookupService": "l", "cacheSizeBytes": 10}, "childPolicy": )"
     R"([{"pick_first": {}}], "childPolicyConfigTargetFieldName": "x"}}]})",
     "......"},
    {"a constant key twice",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}], "constantKeys": {"a": "b", "a": )"
     R"("c"}}], "lookupService": "l", "cacheSizeBytes": 10}, "childPolicy": [{"pick_first": )"
     R"({}}], "childPolicyConfigTargetFieldName": "x"}}]})",
     "RRRRRR"},
    {"a method in capitals",
     R"({"loadBalancingConfig": [{"rls_experimental": {"routeLookupConfig": )"
     R"({"grpcKeybuilders": [{"names": [{"service": "s"}, {"service": "s", "METHOD": )"
     R"("m"}]}], "lookupService": "l", "cacheSizeBytes": 10}, "childPolicy": )"
     R"([{"pick_first": {}}], "childPolicyConfigTargetFieldName": "x"}}]})",
     "RRRRRR"},
    {"a policy alone", R"({"loadBalancingPolicy": "outlier_detection_experimental"})", "BBBBBB"},
    {"and one that needs a child", R"({"loadBalancingPolicy": "xds_wrr_locality_experimental"})",
     "BRRRRR"},
    {"and one that needs nothing", R"({"loadBalancingPolicy": "priority_experimental"})", "B....."},
    {"a key of grpc-js alone, twice",
     R"({"methodConfig": [{"Maxrequestbytes": {}, "Maxrequestbytes": 3}]})", "......"},
};

char LetterOf(Verdict verdict) {
  if (verdict == Verdict::kRejects) return 'R';
  return verdict == Verdict::kBreaksCalls ? 'B' : '.';
}

TEST(GoReleasesTest, EachReleaseSaysWhatItSaidWhenRun) {
  std::vector<Target> targets = *ParseTargets(kReleases);
  ASSERT_TRUE(LinkPolicies("all", targets).ok());
  for (const GoRow& row : kRows) {
    const Document document = ParseDocument(row.text, DocumentKind::kConfig);
    std::string letters;
    for (const Verdict verdict : Validate(document, targets, AllRules()).verdicts) {
      letters.push_back(LetterOf(verdict));
    }
    EXPECT_EQ(letters, row.letters) << row.why;
  }
}

}  // namespace
}  // namespace grpcfg
