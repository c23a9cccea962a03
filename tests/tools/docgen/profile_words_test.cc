// Every value of every enum of a profile has words of its own.

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "tools/docgen/target_page.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

// Values count from 0 without a gap; those that only differ in code that does not show may share
// their words.
template <typename Enum>
void ExpectWords(Enum last, size_t shared = 0) {
  std::set<std::string> words;
  for (uint8_t value = 0; value <= static_cast<uint8_t>(last); ++value) {
    const std::string of_value(Describe(static_cast<Enum>(value)));
    EXPECT_FALSE(of_value.empty()) << int{value};
    EXPECT_NE(of_value.back(), '.') << of_value;
    words.insert(of_value);
  }
  EXPECT_EQ(words.size() + shared, size_t{static_cast<uint8_t>(last)} + 1);
  // What has no words does not compile, so this is really the last one.
  const auto next = static_cast<Enum>(static_cast<uint8_t>(last) + 1);
  EXPECT_EQ(Describe(next), "");
}

TEST(ProfileWordsTest, EveryValueHasWords) {
  ExpectWords(JsonDialect::kNone);
  ExpectWords(KeySpelling::kFolded);
  ExpectWords(Duplicates::kMerged);
  ExpectWords(NumberGrammar::kDotnet);
  ExpectWords(DurationGrammar::kDotnet);
  ExpectWords(CodeGrammar::kDotnet, 1);
  ExpectWords(Bounds::kProtoType);
  ExpectWords(FieldSet::kProto);
  ExpectWords(NullReading::kNamed);
  ExpectWords(PolicyChoice::kEveryOne);
  ExpectWords(PolicyNames::kProtoEnum);
  ExpectWords(NameRules::kDotnet, 2);
  ExpectWords(Use::kUnknown);
  ExpectWords(FieldReader::kChoiceConfig);
  ExpectWords(Effect::kRejectsConfig, 1);
}

TEST(ProfileWordsTest, EveryValueOfHowAClientChoosesHasWords) {
  ExpectWords(NameMatch::kEachField);
  ExpectWords(ChoiceScope::kNothing);
  ExpectWords(PercentageReading::kDouble);
  ExpectWords(EmptyCriterion::kNoClient);
  EXPECT_EQ(Describe(OwnLanguage{}), "none of its own");
  EXPECT_EQ(Describe(OwnLanguage{"GO"}), "`GO`, exactly");
  EXPECT_EQ(Describe(OwnLanguage{"java", true}), "`java`, in any letter case");
}

TEST(ProfileWordsTest, EveryValueOfTheEndOfAnAttemptHasWords) {
  ExpectWords(PushbackGrammar::kNumberAtStart);
  ExpectWords(UnsentRetry::kByTransport);
  ExpectWords(RefusedRetry::kNever);
  ExpectWords(CommittedDebit::kAsOthersIfKept);
  ExpectWords(HedgeDebit::kListedButLast);
  ExpectWords(RepeatedCount::kOfLatest);
  EXPECT_EQ(Describe(RetryChecks{RetryCheck::kCommitted, RetryCheck::kCode, RetryCheck::kTokens,
                                 RetryCheck::kAttempts, RetryCheck::kPushback}),
            "the call is committed, the status code is not listed, too few tokens, the attempts "
            "are used up, the pushback says stop");
  EXPECT_EQ(Describe(RetryBuffer{}), "left to the client");
  EXPECT_EQ(Describe(RetryBuffer{256 << 10, 0, "an option"}),
            "256 KiB for each call; other numbers with an option");
  EXPECT_EQ(Describe(RetryBuffer{1 << 20, 16 << 20, "two options"}),
            "1 MiB for each call, 16 MiB for each channel; other numbers with two options");
}

TEST(ProfileWordsTest, EveryValueOfACallHasWords) {
  ExpectWords(Support::kFull);
  ExpectWords(FirstDelay::kCapped);
  ExpectWords(DelayStep::kRoundedMillisecondsBelow);
  ExpectWords(AfterPushback::kGoesOnFromThere);
  ExpectWords(MalformedPushback::kFailsAndStops);
  ExpectWords(ZeroDelay::kHangs);
  ExpectWords(PushbackCodes::kEvery);
  ExpectWords(TokenArithmetic::kInverted);
  ExpectWords(TokenCredit::kHeaders);
  ExpectWords(TokenDebit::kStoppedOfEvery);
  ExpectWords(ThrottleCheck::kAfterDelayHanging);
  ExpectWords(ThrottleScope::kChannelFixed);
  ExpectWords(DefaultThrottling::kIgnored);
  ExpectWords(HedgeThrottling::kNever);
  ExpectWords(HedgeAfterFailure::kAfterDelay);
  ExpectWords(HedgeAfterPushback::kImmediately);
  ExpectWords(HedgeAfterStop::kImmediately);
  ExpectWords(WaitForReadyChoice::kNotApplied);
  ExpectWords(TxtName::kHost);
  ExpectWords(TxtRecords::kAllLists);
}

TEST(ProfileWordsTest, NumbersAndOptionsOfACallAreInItsWords) {
  EXPECT_EQ(Describe(kJitterOf2024), "the backoff times any number from 0.8 to 1.2");
  EXPECT_EQ(Describe(Jitter{0.8, 1.2, false}),
            "the backoff times any number from 0.8 to 1.2; the first delay is the backoff itself");
  EXPECT_EQ(Describe(AttemptLimit{}), "5, and nothing changes it");
  EXPECT_EQ(Describe(AttemptLimit{5, "MaxRetryAttempts"}),
            "5; another number with MaxRetryAttempts");
  EXPECT_EQ(Describe(TxtLookup{}), "left to the client");
  EXPECT_EQ(Describe(TxtLookup{TxtLookup::Default::kOn, ""}), "queried, and nothing stops it");
  EXPECT_EQ(Describe(TxtLookup{TxtLookup::Default::kOn, "x=1"}), "queried; not with x=1");
  EXPECT_EQ(Describe(TxtLookup{TxtLookup::Default::kOff, "x=0"}), "not queried; only with x=0");
  EXPECT_EQ(Describe(TxtLookup{TxtLookup::Default::kNever, ""}), "never queried");
}

struct TraitRow {
  FieldTrait trait;
  absl::string_view words;
};

const TraitRow kTraitRows[] = {
    {{.field = "maxTokens", .evidence = "", .bound = Above(0)}, "1 or more"},
    {{.field = "maxTokens", .evidence = "", .bound = Bound{}}, "any value"},
    {{.field = "maxTokens",
      .evidence = "",
      .presence = Presence::kOptional,
      .null = NullReading::kUnset},
     "required; null counts as no value"},  // of the reading, not of the trait
    {{.field = "maxTokens", .evidence = "", .use = Use::kUnknown}, "used"},
    {{.field = "maxTokens", .evidence = "", .checked_with = "tokenRatio"}, "always checked"},
};

TEST(ProfileWordsTest, ATraitSaysWhichPartsOfAReadingAreShown) {
  FieldReading reading = {.required = true};
  const Message& message = ServiceConfigMessage();
  const Field& throttling = *FindField(message, "retryThrottling");
  const Field& field = *FindField(*throttling.message, "maxTokens");
  for (const TraitRow& row : kTraitRows) {
    const Bound bound = row.trait.bound.value_or(Bound());
    reading.bound = &bound;
    EXPECT_EQ(Describe(row.trait, field, reading), row.words);
  }
}

}  // namespace
}  // namespace grpcfg
