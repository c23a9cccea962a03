// The values of a profile in short words for people: one table per enum. Every table is a switch
// without a default, so that a value without words does not compile.
#ifndef GRPCFG_VALIDATOR_PROFILE_WORDS_H_
#define GRPCFG_VALIDATOR_PROFILE_WORDS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "schema/profile_at.h"

namespace grpcfg {

// A few words without a full stop, "the last one counts"; empty for what is no value of the enum.
absl::string_view WordsOf(JsonDialect dialect);
absl::string_view WordsOf(KeySpelling keys);
absl::string_view WordsOf(Duplicates duplicates);
absl::string_view WordsOf(NumberGrammar numbers);
absl::string_view WordsOf(DurationGrammar durations);
absl::string_view WordsOf(CodeGrammar codes);
absl::string_view WordsOf(Bounds bounds);
absl::string_view WordsOf(FieldSet fields);
absl::string_view WordsOf(NullReading nulls);
absl::string_view WordsOf(PolicyChoice choice);
absl::string_view WordsOf(PolicyNames names);
absl::string_view WordsOf(NameRules names);
absl::string_view WordsOf(Use use);
absl::string_view WordsOf(FieldReader reader);
absl::string_view WordsOf(NameMatch match);
absl::string_view WordsOf(ChoiceScope scope);
absl::string_view WordsOf(PercentageReading percentage);
absl::string_view WordsOf(EmptyCriterion criterion);
std::string WordsOf(const OwnLanguage& language);

// What a client does with a call.
absl::string_view WordsOf(Support support);
absl::string_view WordsOf(FirstDelay delay);
absl::string_view WordsOf(DelayStep step);
absl::string_view WordsOf(AfterPushback after);
absl::string_view WordsOf(MalformedPushback pushback);
absl::string_view WordsOf(ZeroDelay delay);
absl::string_view WordsOf(PushbackCodes codes);
absl::string_view WordsOf(PushbackGrammar grammar);
absl::string_view WordsOf(UnsentRetry retry);
absl::string_view WordsOf(RefusedRetry retry);
absl::string_view WordsOf(CommittedDebit debit);
absl::string_view WordsOf(HedgeDebit debit);
absl::string_view WordsOf(RepeatedCount count);
std::string WordsOf(const RetryChecks& checks);
std::string WordsOf(const RetryBuffer& buffer);
absl::string_view WordsOf(TokenArithmetic tokens);
absl::string_view WordsOf(TokenCredit credit);
absl::string_view WordsOf(TokenDebit debit);
absl::string_view WordsOf(ThrottleCheck check);
absl::string_view WordsOf(ThrottleScope scope);
absl::string_view WordsOf(DefaultThrottling throttling);
absl::string_view WordsOf(HedgeThrottling throttling);
absl::string_view WordsOf(HedgeAfterFailure after);
absl::string_view WordsOf(HedgeAfterPushback after);
absl::string_view WordsOf(HedgeAfterStop after);
absl::string_view WordsOf(WaitForReadyChoice choice);
absl::string_view WordsOf(TimeoutClock clock);
absl::string_view WordsOf(TxtName name);
absl::string_view WordsOf(TxtRecords records);
std::string WordsOf(const Jitter& jitter);
std::string WordsOf(const AttemptLimit& limit);
std::string WordsOf(const TxtLookup& lookup);

// What a client does, as the end of a sentence: "refuses the whole config".
absl::string_view WordsOf(Effect effect);

// The names of the policies at a release, or which of all they are.
std::string WordsOf(const PolicyList& list, const Release& release);

// How a field is read, as far as `trait` speaks of it: "required; null is refused".
std::string WordsOf(const FieldTrait& trait, const Field& field, const FieldReading& reading);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROFILE_WORDS_H_
