// The values of a profile that are no enums, in short words for people.
#ifndef GRPCFG_TOOLS_DOCGEN_PROFILE_WORDS_H_
#define GRPCFG_TOOLS_DOCGEN_PROFILE_WORDS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "schema/clients/profile_at.h"

namespace grpcfg {

// A few words without a full stop, "`GO`, exactly". Those of enums stand below their values, in
// schema/clients/*_traits.h.
std::string Describe(const OwnLanguage& language);
std::string Describe(const Jitter& jitter);
std::string Describe(const AttemptLimit& limit);
std::string Describe(const RetryChecks& checks);
std::string Describe(const RetryBuffer& buffer);
std::string Describe(const EnvironmentSetting& setting);
std::string Describe(const TxtLookup& lookup);

// The names of the policies at a release, or which of all they are.
std::string Describe(const PolicyList& list, const Release& release);

// How a field is read, as far as `trait` speaks of it: "required; null is refused".
std::string Describe(const FieldTrait& trait, const Field& field, const FieldReading& reading);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_PROFILE_WORDS_H_
