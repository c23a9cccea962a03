// Read: lists of LB policies and their configs.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/fields/field_table.h"
#include "tests/schema/reading.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Names = std::vector<std::string>;

std::string List(absl::string_view list) {
  return absl::StrCat(R"({"loadBalancingConfig": )", list, "}");
}

struct ListRow {
  absl::string_view list;
  std::vector<std::string> blamed;  // by a client that has round_robin, ring_hash and own_policy
};

constexpr absl::string_view kRing = R"({"ring_hash_experimental": {"maxRingSize": "x"}})";

const ListRow kListRows[] = {
    {R"([{"round_robin": {}}])", {}},
    {R"([{"round_robin": {}}, {"round_robin": {}}])", {}},
    // The first that is supported decides: only its config is read.
    {R"([{"ring_hash_experimental": {"maxRingSize": true}}, {"round_robin": {}}])", {"true"}},
    {R"([{"round_robin": {}}, {"ring_hash_experimental": {"maxRingSize": true}}])", {}},
    {R"([{"grpclb": {"childPolicy": true}}, {"round_robin": {}}])", {"\"grpclb\""}},
    {R"([{"never_heard": {"a": 1}}, {"round_robin": {}}])", {"\"never_heard\""}},
    {R"([{"round_robin": {}}, {"never_heard": {}}])", {}},
    // Nobody here knows what a custom policy reads.
    {R"([{"own_policy": {"childPolicy": 5}}])", {}},
    {R"([{"Own_Policy": {}}])", {R"([{"Own_Policy": {}}])"}},
    // None is supported.
    {R"([])", {"[]"}},
    {R"([{"pick_first": {}}])", {R"([{"pick_first": {}}])"}},
    {R"([{"a": {}}, {"Round_Robin": {}}])", {R"([{"a": {}}, {"Round_Robin": {}}])"}},
    // The shape of every entry, used or not.
    {R"({"round_robin": {}})", {R"({"round_robin": {}})"}},
    {R"("round_robin")", {R"("round_robin")"}},
    {R"(["round_robin"])", {R"("round_robin")"}},
    {R"([null, 5, []])", {"null", "5", "[]"}},
    {R"([{"round_robin": {}}, {}])", {"{}"}},
    {R"([{"round_robin": null}])", {"null"}},
    {R"([{"never_heard": null}, {"round_robin": {}}])", {"null"}},
    {R"([{"round_robin": {}}, {"grpclb": []}])", {"[]"}},
    {R"([{"round_robin": {}, "pick_first": {}}])", {"\"pick_first\""}},
    {R"([{"round_robin": {}, "pick_first": null, "a": 1}])", {"\"pick_first\""}},
    {R"([{"round_robin": {}, "round_robin": {}}])", {"\"round_robin\""}},
    {R"([{"round_robin": {"a": 1}}])", {"\"a\""}},
    {"null", {}},
};

TEST(ReadPoliciesTest, TheFirstThatIsSupportedDecides) {
  const LinkedPolicies linked(Names{"round_robin", "ring_hash_experimental", "own_policy"});
  for (const ListRow& row : kListRows) {
    const ReadText read(List(row.list), kSpecAt, linked);
    EXPECT_EQ(read.Blamed(), row.blamed) << row.list;
  }
}

TEST(ReadPoliciesTest, AnUnknownEntryLeavesTheListOpen) {
  const ReadText read(List(R"([{"never_heard": {}}, 5])"));
  EXPECT_THAT(read.Kinds(), ElementsAre(IssueKind::kWrongType, IssueKind::kUnknownPolicy));
}

TEST(ReadPoliciesTest, ChildrenAreListsLikeTheTop) {
  std::string list(kRing);
  for (int level = 0; level < 100; ++level) {
    list = absl::StrCat(R"({"random_subsetting_experimental": {"subsetSize": 1, "childPolicy": [)",
                        list, "]}}");
  }
  const ReadText read(List(absl::StrCat("[", list, "]")));
  EXPECT_THAT(read.Blamed(), ElementsAre("\"x\""));
  ASSERT_EQ(read.reading().load_balancing.ring_hash.size(), 1U);
}

struct ConfigRow {
  absl::string_view policy;
  absl::string_view config;
  std::vector<std::string> blamed = {};
};

constexpr absl::string_view kOutlier = "outlier_detection_experimental";
constexpr absl::string_view kPriority = "priority_experimental";
constexpr absl::string_view kTargets = "weighted_target_experimental";
constexpr absl::string_view kHost = "xds_override_host_experimental";
constexpr absl::string_view kRingHash = "ring_hash_experimental";

const ConfigRow kConfigRows[] = {
    {"pick_first", R"({"shuffleAddressList": true})"},
    {"pick_first", R"({"shuffleAddressList": null})"},
    {"pick_first", R"({"shuffleAddressList": "true"})", {"\"true\""}},
    {"pick_first", R"({"shuffle_address_list": true})", {"\"shuffle_address_list\""}},
    // Required fields: absent, null, spelled wrong, in another place.
    {kOutlier, "{}", {"\"outlier_detection_experimental\""}},
    {kOutlier, R"({"childPolicy": null})", {"null"}},
    {kOutlier, R"({"child_policy": []})", {"\"child_policy\""}},
    {kOutlier, R"({"childPolicies": []})", {"\"childPolicies\""}},
    {kOutlier, R"({"config": [{"round_robin": {}}]})", {"\"config\""}},
    {kOutlier, R"({"round_robin": {}})", {"\"round_robin\""}},
    {kOutlier, R"({"childPolicy": [{"round_robin": {}}], "maxEjectionPercent": 101})", {"101"}},
    {kOutlier, R"({"childPolicy": [{"round_robin": {}}], "maxEjectionPercent": "1e2"})"},
    {kOutlier, R"({"childPolicy": [{"round_robin": {}}], "interval": "-1s"})", {"\"-1s\""}},
    {kOutlier,
     R"({"childPolicy": [{"round_robin": {}}], "successRateEjection": {"stdevFactor": -1}})",
     {"-1"}},
    // Maps: an entry that is null is no entry.
    {kPriority, R"({"children": {}, "priorities": []})"},
    {kPriority, R"({"children": {"a": null}, "priorities": []})", {"null"}},
    {kPriority, R"({"children": {"a": {}}, "priorities": []})", {"\"a\""}},
    {kPriority,
     R"({"children": {"a": {"childPolicy": []}}, "priorities": []})",
     {"\"childPolicy\""}},
    {kPriority, R"({"children": [], "priorities": "a"})", {"[]", "\"a\""}},
    {kPriority,
     R"({"children": {"children": {"config": []}}, "priorities": [null]})",
     {"[]", "null"}},
    {kTargets, R"({"targets": {"a": {"weight": 0, "childPolicy": [{"round_robin": {}}]}}})"},
    {kTargets,
     R"({"targets": {"a": {"weight": null, "childPolicy": [{"round_robin": {}}]}}})",
     {"null"}},
    {"xds_cluster_manager_experimental", R"({"children": {}})", {"{}"}},
    // Enum words.
    {kHost,
     R"({"overrideHostStatus": ["HEALTHY", 3, 2, -1], "childPolicy": [{"round_robin": {}}]})"},
    {kHost,
     R"({"overrideHostStatus": ["healthy", "", 1.5], "childPolicy": [{"round_robin": {}}]})",
     {"\"healthy\"", "\"\"", "1.5"}},
    // Names of headers.
    {kRingHash, R"({"requestHashHeader": ""})"},
    {kRingHash, R"({"requestHashHeader": "X-User_id.2"})"},
    {kRingHash, R"({"requestHashHeader": "x-binary"})"},
    {kRingHash, R"({"requestHashHeader": "x-BIN"})", {"\"x-BIN\""}},
    {kRingHash, R"({"requestHashHeader": "x user"})", {"\"x user\""}},
    {kRingHash, R"({"requestHashHeader": ":path"})", {"\":path\""}},
    // Numbers by protobuf's JSON mapping, up to the limits of their types.
    {kRingHash, R"({"minRingSize": "1024", "maxRingSize": 4.096e3})"},
    {kRingHash, R"({"maxRingSize": 8388609})", {"8388609"}},
    {"least_request_experimental",
     R"({"choiceCount": 18446744073709551616})",
     {"18446744073709551616"}},
    {"least_request_experimental", R"({"choiceCount": 1})", {"1"}},
    {"weighted_round_robin", R"({"errorUtilizationPenalty": -0.1})", {"-0.1"}},
    {"weighted_round_robin", R"({"errorUtilizationPenalty": 1e39})", {"1e39"}},
    {"weighted_round_robin", R"({"errorUtilizationPenalty": "Infinity"})"},
};

TEST(ReadPoliciesTest, Configs) {
  for (const ConfigRow& row : kConfigRows) {
    const ReadText read(List(absl::StrCat(R"([{")", row.policy, R"(": )", row.config, "}]")));
    EXPECT_EQ(read.Blamed(), row.blamed) << row.policy << " " << row.config;
  }
}

struct NameRow {
  absl::string_view name;
  std::vector<IssueKind> kinds;
};

const NameRow kNameRows[] = {
    {R"("")", {}},
    {"null", {}},
    {R"("round_robin")", {}},
    {R"("ROUND_ROBIN")", {}},
    {R"("Pick_First")", {}},
    {R"("own_policy")", {}},
    {R"("OWN_POLICY")", {}},
    {R"("round-robin")", {IssueKind::kUnknownPolicyName}},
    {R"("ring_hash_experimental")", {IssueKind::kUnknownPolicyName}},
    {R"("outlier_detection_experimental")", {IssueKind::kPolicyNeedsConfig}},
    {"5", {IssueKind::kWrongType}},
};

TEST(ReadPoliciesTest, LoadBalancingPolicyIsANameInAnyCase) {
  const LinkedPolicies linked(
      Names{"pick_first", "round_robin", "outlier_detection_experimental", "own_policy"});
  for (const NameRow& row : kNameRows) {
    const std::string text = absl::StrCat(R"({"loadBalancingPolicy": )", row.name, "}");
    EXPECT_EQ(ReadText(text, kSpecAt, linked).Kinds(), row.kinds) << text;
  }
}

TEST(ReadPoliciesTest, LoadBalancingPolicyIsAnEnumInTheProto) {
  for (const absl::string_view name : {R"("ROUND_ROBIN")", R"("UNSPECIFIED")", "1", "7", "null"}) {
    const std::string text = absl::StrCat(R"({"loadBalancingPolicy": )", name, "}");
    EXPECT_THAT(ReadText(text, GapicProfile()).issues(), IsEmpty()) << text;
  }
  const ReadText large(R"({"loadBalancingPolicy": 2147483648})", GapicProfile());
  EXPECT_THAT(large.Kinds(), ElementsAre(IssueKind::kTooLarge));
  for (const absl::string_view name : {R"("round_robin")", R"("")", R"("grpclb")"}) {
    const std::string text = absl::StrCat(R"({"loadBalancingPolicy": )", name, "}");
    EXPECT_THAT(ReadText(text, GapicProfile()).Kinds(), ElementsAre(IssueKind::kUnknownWord))
        << text;
  }
}

std::string Rls(absl::string_view members) {
  return List(absl::StrCat(R"([{"rls_experimental": {"routeLookupConfig": {
    "grpcKeybuilders": [{"names": [{"service": "a"}]}], "lookupService": "b", "cacheSizeBytes": 1},
    "childPolicyConfigTargetFieldName": "cluster", )",
                           members, "}}]"));
}

// RLS writes the target into the field that it names, at any place in the child's config.
TEST(ReadPoliciesTest, RlsSuppliesOneField) {
  EXPECT_THAT(ReadText(Rls(R"("childPolicy": [{"cds_experimental": {}}])")).issues(), IsEmpty());
  EXPECT_THAT(ReadText(Rls(R"("childPolicy": [{"lrs_experimental": {}}, {"grpclb": {}}])")).Kinds(),
              ElementsAre(IssueKind::kUnlinkedPolicy));
  const ReadText other(Rls(R"("childPolicy": [{"xds_cluster_impl_experimental": {}}])"));
  ASSERT_EQ(other.issues().size(), 1U);
  EXPECT_EQ(other.issues()[0].field->json_name, "childPolicy");
  const ReadText deeper(Rls(
      R"("childPolicy": [{"xds_wrr_locality_experimental": {"childPolicy": [{"cds_experimental": {}}]}}])"));
  EXPECT_THAT(deeper.Kinds(), ElementsAre(IssueKind::kMissingField));
}

// Which field that is nobody knows as long as its name is wrong.
TEST(ReadPoliciesTest, RlsWithoutTheNameSuppliesAnyText) {
  for (const absl::string_view name : {"null", R"("")", "5"}) {
    std::string text = Rls(R"("childPolicy": [{"xds_cluster_impl_experimental": {}}])");
    const size_t at = text.find(R"("cluster")");
    text.replace(at, absl::string_view(R"("cluster")").size(), std::string(name));
    const ReadText read(text);
    ASSERT_EQ(read.issues().size(), 2U) << text;
    EXPECT_EQ(read.Blamed()[0], name);
    EXPECT_EQ(read.Blamed()[1], "\"xds_cluster_impl_experimental\"");  // no childPolicy
  }
}

TEST(ReadPoliciesTest, DiscoveryMechanismsSupplyTheChildOfOutlierDetection) {
  const LinkedPolicies& every = kSpecAt.all_policies;
  const std::string text = List(R"([{"xds_cluster_resolver_experimental": {"discoveryMechanisms": [
      {"outlierDetection": {"interval": "1s", "maxEjectionPercent": 200}}]}}])");
  EXPECT_THAT(ReadText(text, kSpecAt, every).Blamed(), ElementsAre("200"));
}

TEST(ReadPoliciesTest, TheServiceConfigOfRlsIsReadLikeAnyOther) {
  const ReadText read(Rls(R"("childPolicy": [{"round_robin": {}}],
    "routeLookupChannelServiceConfig": {
      "loadBalancingConfig": [{"round_robbin": {}}],
      "methodConfig": [{"name": [{"service": "a"}, {"service": "a"}, {"method": "m"}]},
                       {"name": [], "timeout": "1"}]})"));
  EXPECT_EQ(read.reading().configs.size(), 2U);
  EXPECT_THAT(read.Kinds(), testing::UnorderedElementsAre(
                                IssueKind::kNoSupportedPolicy, IssueKind::kDuplicateName,
                                IssueKind::kMethodWithoutService, IssueKind::kNoName,
                                IssueKind::kMalformedDuration));
}

// Names are unique in one config, not over both.
TEST(ReadPoliciesTest, NamesAreComparedWithinOneConfig) {
  std::string text = Rls(R"("childPolicy": [{"round_robin": {}}],
    "routeLookupChannelServiceConfig": {"methodConfig": [{"name": [{"service": "a"}]}]})");
  text.insert(text.size() - 1, R"(, "methodConfig": [{"name": [{"service": "a"}]}])");
  EXPECT_THAT(ReadText(text).issues(), IsEmpty());
}

struct ProtoRow {
  absl::string_view list;
  bool accepted;  // by protobuf's JSON parser
};

const ProtoRow kProtoRows[] = {
    {R"([{}])", true},
    {R"([{"round_robin": null}])", true},
    {R"([{"round_robin": {}, "pick_first": null}])", true},
    {R"([{"round_robin": {}, "pick_first": {}}])", false},
    {R"([{"round_robin": {}}, {"pick_first": {"a": 1}}])", false},
    {R"([{"pick_first": {"shuffle_address_list": true}}])", true},
    {R"([{"outlier_detection": {}}, {"rls": {}}])", true},
    {R"([{"xds": {"childPolicy": []}}])", true},
    {R"([{"xds_override_host_experimental": {}}])", false},
    {R"([{"override_host_experimental": {"overrideHostStatus": [7]}}])", true},
    {R"([{"priority_experimental": {"children": {"a": {}}}}])", true},
    {R"([{"priority_experimental": {"children": {"a": null}}}])", false},
    {R"([null])", false},
    {R"([{"ring_hash_experimental": {"minRingSize": 18446744073709551615}}])", true},
    {R"([{"ring_hash_experimental": {"minRingSize": 18446744073709551616}}])", false},
    {R"([{"rls_experimental": {"routeLookupConfig": {"cacheSizeBytes": -9223372036854775808}}}])",
     true},
    {R"([{"rls_experimental": {"routeLookupConfig": {"cacheSizeBytes": 9223372036854775808}}}])",
     false},
    // What rounds to a float is one, and what does not is none.
    {R"([{"weighted_round_robin": {"errorUtilizationPenalty":
         340282356779733661637539395458142568447}}])",
     true},
    {R"([{"weighted_round_robin": {"errorUtilizationPenalty":
         340282356779733661637539395458142568448}}])",
     false},
    {R"([{"rls_experimental": {"routeLookupConfig": {"cacheSizeBytes": "1000e"}}}])", false},
    {R"([{"rls_experimental": {"routeLookupConfig": {"cacheSizeBytes": "1000e,"}}}])", true},
};

TEST(ReadPoliciesTest, TheProtoReadsEveryEntryAndRequiresNothing) {
  for (const ProtoRow& row : kProtoRows) {
    const ReadText read(List(row.list), GapicProfile());
    EXPECT_EQ(read.issues().empty(), row.accepted) << row.list;
  }
}

}  // namespace
}  // namespace grpcfg
