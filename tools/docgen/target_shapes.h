// The members of `grpcfg targets --format json`. For output_shapes.cc only.
#ifndef GRPCFG_TOOLS_DOCGEN_TARGET_SHAPES_H_
#define GRPCFG_TOOLS_DOCGEN_TARGET_SHAPES_H_

#include "tools/docgen/output_shapes.h"

namespace grpcfg {

inline constexpr OutputMember kTargets[] = {{"targets", "[Target]", ""}};
inline constexpr OutputMember kTarget[] = {
    {"target", "string", ""},
    {"aliases", "[string]", "Other names that are taken for it."},
    {"about", "string", ""},
    {"proof", "string", "What is known from where."},
    {"release", "string?", "That it stands for; null if it has no releases."},
    {"oldest", "string?", "Release that is known."},
    {"newest", "string?", "Release that is known."},
    {"changes_at", "[string]", "Releases that do something else than the one before."},
    {"traits", "[Trait]", "How it reads JSON and behaves."},
    {"lb_policies", "LbPolicies", ""},
    {"fields", "[FieldReading]", "Fields that it reads otherwise than the spec."},
    {"changes", "[Change]", "From release to release."},
};
inline constexpr OutputMember kTrait[] = {
    {"trait", "string", ""},
    {"value", "string", ""},
    {"evidence", "string", ""},
    {"since", "string?", ""},
};
inline constexpr OutputMember kLbPolicies[] = {{"default", "[string]", "Registered by itself."},
                                               {"all", "[string]", "In any package of its own."}};
inline constexpr OutputMember kFieldReading[] = {
    {"path", "string", ""},   {"use", "string", "`used`, `checked-only` or `none`."},
    {"value", "string", ""},  {"evidence", "string", ""},
    {"since", "string?", ""}, {"until", "string?", ""},
};
inline constexpr OutputMember kChange[] = {
    {"release", "string?", ""}, {"what", "[string]", ""}, {"rules", "[string]", ""},
    {"before", "string", ""},   {"after", "string", ""},  {"evidence", "string", ""},
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_TARGET_SHAPES_H_
