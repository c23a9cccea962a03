// The members of `grpcfg diff --format json`. For output_shapes.cc only.
#ifndef GRPCFG_TOOLS_DOCGEN_COMPARISON_SHAPES_H_
#define GRPCFG_TOOLS_DOCGEN_COMPARISON_SHAPES_H_

#include "tools/docgen/output_shapes.h"

namespace grpcfg {

inline constexpr OutputMember kDiff[] = {
    {"methods", "[ChangedMethod]", "A row for each method and target of which something changes."},
    {"new_findings", "[NewFinding]", "Errors and warnings that were not there before."},
    {"refused", "[RefusedFile]", "Files of which nothing is known for some targets."},
    {"exceeded", "[string]", "Why the exit status is 1, a line each."},
    {"summary", "ChangeCounts", ""},
};
inline constexpr OutputMember kChangedMethod[] = {
    {"path", "string", "The file."},
    {"name", "string",
     "`pkg.Service/Method`, `pkg.Service`, or `*` for every other method and the channel."},
    {"old_name", "string", "Its name before, if the version in its package is another one.",
     Occurrence::kSometimes},
    {"target", "string", ""},
    {"changes", "[BehaviourChange]", ""},
};
inline constexpr OutputMember kRefusedFile[] = {
    {"path", "string", ""},
    {"targets", "[string]", "They reject both versions."},
};
inline constexpr OutputMember kBehaviourChange[] = {
    {"what", "string",
     "A member by its path, `verdict`, `coverage`, `attempts`, `amplification.expected`, "
     "`lastAttempt.p99`, `lastAttempt.inTime`, `peak`, `outage.load`, `outage.wave` or "
     "`outage.saved`."},
    {"old", "any", "Its value before; null if it was not there."},
    {"new", "any", "Its value now; null if it is not there any more."},
    {"risk", "string", "`low`, `medium` or `high`."},
    {"why", "string", "Of that risk, in words.", Occurrence::kSometimes},
    {"acknowledged", "string", "The reason that a project file gives for it.",
     Occurrence::kSometimes},
};
inline constexpr OutputMember kNewFinding[] = {
    {"path", "string", ""},
    {"rule", "string", ""},
    {"severity", "Severity", ""},
    {"message", "string", ""},
    {"pointer", "string", ""},
    {"line", "integer", "From 1."},
    {"column", "integer", "From 1, in characters."},
};
inline constexpr OutputMember kChangeCounts[] = {
    {"files", "integer", "That were compared."},
    {"high", "integer", "Changes of each method and target, by their risk."},
    {"medium", "integer", ""},
    {"low", "integer", ""},
    {"acknowledged", "integer", "Those that a project file acknowledges."},
    {"new_findings", "integer", ""},
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_COMPARISON_SHAPES_H_
