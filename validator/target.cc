#include "validator/target.h"

#include <algorithm>
#include <array>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace grpcfg {
namespace {

constexpr std::array<KnownTarget, 2> kKnownTargets = {{
    {"spec", "gRPC's own specification: the gRFCs and service_config.proto", SpecProfile},
    {"gapic", "Google's client generators, which read a config when they generate code",
     GapicProfile},
}};

std::string KnownNames() {
  return absl::StrJoin(kKnownTargets, ", ", [](std::string* out, const KnownTarget& known) {
    absl::StrAppend(out, known.name);
  });
}

const KnownTarget* FindTarget(absl::string_view name) {
  for (const KnownTarget& known : kKnownTargets) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

}  // namespace

absl::Span<const KnownTarget> KnownTargets() { return kKnownTargets; }

absl::StatusOr<std::vector<Target>> ParseTargets(absl::string_view list) {
  std::vector<Target> targets;
  for (const absl::string_view part : absl::StrSplit(list, ',')) {
    const absl::string_view name = absl::StripAsciiWhitespace(part);
    const KnownTarget* const known = FindTarget(name);
    if (known == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("unknown target `", name, "`; this version knows: ", KnownNames()));
    }
    const bool seen = std::any_of(targets.begin(), targets.end(),
                                  [&](const Target& target) { return target.spelling == name; });
    if (!seen) targets.push_back({std::string(name), &known->profile()});
  }
  return targets;
}

std::vector<Target> DefaultTargets() { return {{"spec", &SpecProfile()}}; }

}  // namespace grpcfg
