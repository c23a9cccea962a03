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

Target MakeTarget(absl::string_view spelling, const Profile& profile) {
  return {std::string(spelling), &profile, LinkedPolicies(profile.default_policies.value)};
}

const KnownTarget* FindTarget(absl::string_view name) {
  for (const KnownTarget& known : kKnownTargets) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

// True if a name in `--lb-policies` can be one: `default` and `all` stand alone.
bool IsPolicyWord(absl::string_view name, bool alone) {
  if (name.empty() || (!alone && (name == "default" || name == "all"))) return false;
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); });
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
    if (!seen) targets.push_back(MakeTarget(name, known->profile()));
  }
  return targets;
}

std::vector<Target> DefaultTargets() { return {MakeTarget("spec", SpecProfile())}; }

absl::Status LinkPolicies(absl::string_view lb_policies, std::vector<Target>& targets) {
  std::vector<std::string> names;
  for (const absl::string_view part : absl::StrSplit(lb_policies, ',')) {
    names.emplace_back(absl::StripAsciiWhitespace(part));
    const bool alone = names.back() == lb_policies;
    if (IsPolicyWord(names.back(), alone)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("`", lb_policies,
                     "` is no list of LB policies; use `default`, `all`, or names "
                     "without blanks, separated by commas"));
  }
  for (Target& target : targets) {
    if (lb_policies == "default") {
      target.policies = LinkedPolicies(target.profile->default_policies.value);
    } else if (lb_policies == "all") {
      target.policies = LinkedPolicies(target.profile->all_policies.value);
    } else {
      target.policies = LinkedPolicies(names);
    }
  }
  return absl::OkStatus();
}

}  // namespace grpcfg
