// The values of a profile in short words for people: one table per enum. Every table is a switch
// without a default, so that a value without words does not compile.
#ifndef GRPCFG_PAGES_PROFILE_WORDS_H_
#define GRPCFG_PAGES_PROFILE_WORDS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "schema/clients/profile_at.h"

namespace grpcfg {

// A few words without a full stop, "the last one counts"; empty for what is no value of the enum.
absl::string_view Describe(JsonDialect dialect);
absl::string_view Describe(KeySpelling keys);
absl::string_view Describe(Duplicates duplicates);
absl::string_view Describe(NumberGrammar numbers);
absl::string_view Describe(DurationGrammar durations);
absl::string_view Describe(CodeGrammar codes);
absl::string_view Describe(Bounds bounds);
absl::string_view Describe(FieldSet fields);
absl::string_view Describe(NullReading nulls);
absl::string_view Describe(PolicyChoice choice);
absl::string_view Describe(PolicyNames names);
absl::string_view Describe(NameRules names);
absl::string_view Describe(Use use);
absl::string_view Describe(FieldReader reader);
absl::string_view Describe(NameMatch match);
absl::string_view Describe(ChoiceScope scope);
absl::string_view Describe(PercentageReading percentage);
absl::string_view Describe(EmptyCriterion criterion);
std::string Describe(const OwnLanguage& language);

// What a client does with a call.
absl::string_view Describe(Support support);
absl::string_view Describe(FirstDelay delay);
absl::string_view Describe(DelayStep step);
absl::string_view Describe(AfterPushback after);
absl::string_view Describe(MalformedPushback pushback);
absl::string_view Describe(ZeroDelay delay);
absl::string_view Describe(PushbackCodes codes);
absl::string_view Describe(PushbackGrammar grammar);
absl::string_view Describe(UnsentRetry retry);
absl::string_view Describe(RefusedRetry retry);
absl::string_view Describe(CommittedDebit debit);
absl::string_view Describe(HedgeDebit debit);
absl::string_view Describe(RepeatedCount count);
std::string Describe(const RetryChecks& checks);
std::string Describe(const RetryBuffer& buffer);
absl::string_view Describe(TokenArithmetic tokens);
absl::string_view Describe(TokenCredit credit);
absl::string_view Describe(TokenDebit debit);
absl::string_view Describe(ThrottleCheck check);
absl::string_view Describe(ThrottleScope scope);
absl::string_view Describe(DefaultThrottling throttling);
absl::string_view Describe(HedgeThrottling throttling);
absl::string_view Describe(HedgeAfterFailure after);
absl::string_view Describe(HedgeAfterPushback after);
absl::string_view Describe(HedgeAfterStop after);
absl::string_view Describe(WaitForReadyChoice choice);
absl::string_view Describe(TimeoutClock clock);
absl::string_view Describe(TxtName name);
absl::string_view Describe(TxtRecords records);
std::string Describe(const Jitter& jitter);
std::string Describe(const AttemptLimit& limit);
std::string Describe(const TxtLookup& lookup);

// The names of the policies at a release, or which of all they are.
std::string Describe(const PolicyList& list, const Release& release);

// How a field is read, as far as `trait` speaks of it: "required; null is refused".
std::string Describe(const FieldTrait& trait, const Field& field, const FieldReading& reading);

}  // namespace grpcfg

#endif  // GRPCFG_PAGES_PROFILE_WORDS_H_
