// What an implementation does otherwise from one release to the next: its profile at both compared.
#ifndef GRPCFG_TOOLS_DOCGEN_TARGET_CHANGES_H_
#define GRPCFG_TOOLS_DOCGEN_TARGET_CHANGES_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tools/docgen/target_page.h"

namespace grpcfg {

// The field that a row of a profile is on; of kEveryField one that has no row of its own.
const Field& FieldOf(const Message& message, const FieldTrait& trait);

// `methodConfig[].timeout`; `loadBalancingConfig[].grpclb.*` for kEveryField.
std::string PathOf(const Message& message, const FieldTrait& trait);

// `traits` are those of the profile. The oldest change comes first.
std::vector<ReleaseChange> ChangesOf(const Profile& profile, absl::Span<const TraitEntry> traits,
                                     const RuleSet& rules);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_TARGET_CHANGES_H_
