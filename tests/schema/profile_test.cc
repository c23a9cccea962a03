#include "schema/clients/profile_at.h"

#include <vector>

#include "gtest/gtest.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

const ProfileAt kSpec{SpecProfile()};
const ProfileAt kGapic{GapicProfile()};

const Field& FieldNamed(absl::string_view message_name, absl::string_view name) {
  for (const Message* const message : AllMessages()) {
    if (message->name == message_name) return *FindField(*message, name);
  }
  ADD_FAILURE() << message_name;
  return AllMessages()[0]->fields[0];
}

TEST(ProfileTest, EveryEffectHasEvidence) {
  for (const Profile* const profile : {&SpecProfile(), &CoreProfile(), &GoProfile(), &JavaProfile(),
                                       &NodeProfile(), &DotnetProfile(), &GapicProfile()}) {
    for (const Release& release : {profile->oldest, profile->newest}) {
      const ProfileAt at(*profile, release);
      for (size_t kind = 0; kind < kIssueKindCount; ++kind) {
        const Trait<Effect> trait = at.TraitOf(static_cast<IssueKind>(kind));
        const bool of_text = IsOfText(static_cast<IssueKind>(kind));
        // Nobody can say what the JSON parser of a .NET application does.
        const bool unread = profile == &DotnetProfile() && of_text;
        EXPECT_EQ(trait.value == Effect::kUnknown, unread) << kind;
        EXPECT_FALSE(trait.evidence.empty()) << kind;
      }
    }
  }
}

TEST(ProfileTest, RowsOnAFieldDecideOnIt) {
  size_t rows = 0;
  for (const Profile* const profile : {&SpecProfile(), &CoreProfile(), &GoProfile(), &JavaProfile(),
                                       &NodeProfile(), &DotnetProfile(), &GapicProfile()}) {
    for (const Release& release : {profile->oldest, profile->newest}) {
      const ProfileAt at(*profile, release);
      for (const IssueEffect& row : profile->issues) {
        if (row.message.empty() || row.field.empty() || !HoldsAt(row, release)) continue;
        const Field& field = FieldNamed(row.message, row.field);
        const Trait<Effect> trait = at.TraitOf(row.kind, FindMessage(row.message), &field);
        EXPECT_EQ(trait.value, row.effect) << row.message << " " << row.field;
        EXPECT_EQ(trait.evidence, row.evidence) << row.message << " " << row.field;
        ++rows;
      }
    }
  }
  EXPECT_GT(rows, 10U);
}

struct FieldRow {
  IssueKind kind;
  absl::string_view message;
  absl::string_view field;
  Effect spec;
  Effect gapic;
};

const FieldRow kFieldRows[] = {
    // Generators look at types, not at bounds.
    {IssueKind::kTooSmall, "RetryPolicy", "maxAttempts", Effect::kRejectsConfig, Effect::kAccepts},
    {IssueKind::kTooSmall, "RetryPolicy", "maxBackoff", Effect::kRejectsConfig, Effect::kAccepts},
    {IssueKind::kClamped, "RetryPolicy", "maxAttempts", Effect::kAlters, Effect::kAccepts},
    {IssueKind::kTruncated, "RetryThrottlingPolicy", "tokenRatio", Effect::kAlters,
     Effect::kAccepts},
    {IssueKind::kTooLarge, "MethodConfig", "maxRequestMessageBytes", Effect::kRejectsConfig,
     Effect::kRejectsConfig},
    // protobuf's JSON mapping has numbers in quotes, but no such names of an enum.
    {IssueKind::kQuotedNumber, "RetryPolicy", "maxAttempts", Effect::kRejectsConfig,
     Effect::kAccepts},
    {IssueKind::kQuotedNumber, "RetryPolicy", "retryableStatusCodes", Effect::kRejectsConfig,
     Effect::kRejectsConfig},
    {IssueKind::kWrongType, "RetryPolicy", "maxAttempts", Effect::kRejectsConfig,
     Effect::kRejectsConfig},
};

TEST(ProfileTest, AFieldThatIsNotLookedAtIsAccepted) {
  for (const FieldRow& row : kFieldRows) {
    const Field& field = FieldNamed(row.message, row.field);
    const Trait<Effect> spec = kSpec.TraitOf(row.kind, nullptr, &field);
    const Trait<Effect> gapic = kGapic.TraitOf(row.kind, nullptr, &field);
    EXPECT_EQ(spec.value, row.spec) << row.field;
    EXPECT_EQ(gapic.value, row.gapic) << row.field;
    EXPECT_FALSE(spec.evidence.empty()) << row.field;
    EXPECT_FALSE(gapic.evidence.empty()) << row.field;
  }
}

TEST(ProfileTest, FaultsOfTheTextHaveEvidenceOfTheirOwn) {
  EXPECT_EQ(kSpec.TraitOf(IssueKind::kJsonComment).evidence,
            SpecProfile().text_issues.phases().front().evidence);
  EXPECT_EQ(kSpec.TraitOf(IssueKind::kWrongType).evidence,
            SpecProfile().other_issues.phases().front().evidence);
}

}  // namespace
}  // namespace grpcfg
