// rules/COMPATIBILITY.md: what a portable config must avoid, client by client. Made from the rules,
// their examples and the profiles.
#ifndef GRPCFG_TOOLS_DOCGEN_COMPAT_PAGE_H_
#define GRPCFG_TOOLS_DOCGEN_COMPAT_PAGE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/docgen/compat_probe.h"
#include "tools/docgen/target_page.h"

namespace grpcfg {

// The whole page.
std::string CompatPageAsMarkdown(const RuleSet& rules);

// An effect as one word of a table: `rejects`.
absl::string_view EffectMark(Effect effect);

// The sections on fields, on LB policies, on calls and on releases, each with its heading.
void AppendFieldSection(absl::Span<const TargetEntry> targets, std::string& out);
void AppendPolicySection(absl::Span<const TargetEntry> targets, std::string& out);
void AppendCallSection(absl::Span<const TargetEntry> targets, std::string& out);
void AppendReleaseSection(absl::Span<const TargetEntry> targets, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_COMPAT_PAGE_H_
