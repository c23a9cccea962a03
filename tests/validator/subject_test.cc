#include "validator/engine/subject.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/document.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;

std::set<Subject> SubjectsIn(const std::string& text, const Api* api = nullptr) {
  const ProfileAt spec(SpecProfile());
  const Document document = ParseDocumentByShape(text);
  const Subjects subjects(Read(document, {spec, spec.default_policies}), api);
  std::set<Subject> found;
  for (const Subject subject :
       {Subject::kAny, Subject::kDescriptors, Subject::kChoices, Subject::kRetries,
        Subject::kHedging, Subject::kThrottling, Subject::kPolicyConfigs}) {
    if (subjects.Have(subject)) found.insert(subject);
  }
  return found;
}

TEST(SubjectTest, AreThoseThatThereAre) {
  EXPECT_THAT(SubjectsIn("{}"), ElementsAre(Subject::kAny));
  EXPECT_THAT(SubjectsIn(R"({"methodConfig": [{"name": [{}], "retryPolicy": {}}]})"),
              ElementsAre(Subject::kAny, Subject::kRetries));
  EXPECT_THAT(SubjectsIn(R"({"retryThrottling": {"maxTokens": 10}})"),
              ElementsAre(Subject::kAny, Subject::kThrottling));
  const Api api;
  EXPECT_THAT(SubjectsIn("{}", &api), ElementsAre(Subject::kAny, Subject::kDescriptors));
  EXPECT_THAT(SubjectsIn(R"([{"serviceConfig": {}}])"),
              ElementsAre(Subject::kAny, Subject::kChoices));
  EXPECT_THAT(SubjectsIn(R"({"methodConfig": [{"name": [{}]}, {"name": [{"service": "a"}],
                             "hedgingPolicy": {"maxAttempts": 2}}]})"),
              ElementsAre(Subject::kAny, Subject::kHedging));
  for (const absl::string_view policy :
       {R"({"ring_hash_experimental": {"minRingSize": 2}})",
        R"({"priority_experimental": {"priorities": ["a"], "children": {"a": {}}}})",
        R"({"outlier_detection_experimental": {"childPolicy": [{"round_robin": {}}]}})",
        R"({"rls_experimental": {"routeLookupConfig": {}}})"}) {
    EXPECT_THAT(SubjectsIn(absl::StrCat(R"({"loadBalancingConfig": [)", policy, "]}")),
                ElementsAre(Subject::kAny, Subject::kPolicyConfigs))
        << policy;
  }
}

}  // namespace
}  // namespace grpcfg
