// Where it was read what a client makes of an issue: the row of its profile that decides.
#ifndef GRPCFG_TOOLS_DOCGEN_COMPAT_EVIDENCE_H_
#define GRPCFG_TOOLS_DOCGEN_COMPAT_EVIDENCE_H_

#include "absl/strings/string_view.h"
#include "schema/clients/profile_at.h"
#include "schema/json/issue.h"

namespace grpcfg {

// The row of effects, if there is one for this kind of issue; else how the client reads the field,
// or values of its kind. `issue` is one of the client, or of another that minds more.
absl::string_view EvidenceOn(const ProfileAt& profile, const Issue& issue);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_COMPAT_EVIDENCE_H_
