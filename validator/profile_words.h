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

// What a client does, as the end of a sentence: "refuses the whole config".
absl::string_view WordsOf(Effect effect);

// The names of the policies at a release, or which of all they are.
std::string WordsOf(const PolicyList& list, const Release& release);

// How a field is read, as far as `trait` speaks of it: "required; null is refused".
std::string WordsOf(const FieldTrait& trait, const Field& field, const FieldReading& reading);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROFILE_WORDS_H_
