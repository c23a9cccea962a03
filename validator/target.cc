#include "validator/target.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace grpcfg {
namespace {

constexpr std::array<KnownTarget, 7> kKnownTargets = {{
    {"spec", "gRPC's own specification: the gRFCs and service_config.proto", SpecProfile,
     "read in the gRFCs and the proto; where they leave a question open, grpcfg decides", false},
    {"core", "C-core: C++, Python, Ruby, PHP and Objective-C", CoreProfile,
     "1.51 and 1.83 compared with the library itself; the others rest on reading its source"},
    {"go", "grpc-go", GoProfile,
     "1.33, 1.64 and 1.81 compared with the library itself; the others rest on reading its source"},
    {"java", "grpc-java, and grpc-kotlin on it", JavaProfile,
     "1.41 compared with the library itself; newer releases rest on reading its source"},
    {"node", "grpc-js, for Node", NodeProfile,
     "1.7, 1.8, 1.9, 1.13 and 1.14 compared with the library itself"},
    {"dotnet", "grpc-dotnet, which has no JSON loader: by reading only", DotnetProfile,
     "rests on reading its source; nothing was run"},
    {"gapic", "Google's client generators, which read a config when they generate code",
     GapicProfile, "compared with protobuf's JSON parser for Go", false},
}};

// What is checked when the user names no target.
constexpr size_t kDefaultTargets = 5;

// Every known target at its newest release.
constexpr absl::string_view kAllTargets = "all";

std::string KnownNames() {
  const auto name = [](std::string* out, const KnownTarget& known) {
    absl::StrAppend(out, known.name);
  };
  return absl::StrCat(absl::StrJoin(kKnownTargets, ", ", name), ", and ", kAllTargets);
}

Target MakeTargetAt(absl::string_view spelling, const Profile& profile, const Release& release) {
  auto at = std::make_shared<const ProfileAt>(profile, release);
  LinkedPolicies policies = at->default_policies;
  return {std::string(spelling), std::move(at), std::move(policies)};
}

const KnownTarget* FindTarget(absl::string_view name) {
  for (const KnownTarget& known : kKnownTargets) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

// True if a release is later than every one that somebody has read.
bool IsNewer(const Release& release, const Profile& profile) {
  const Release& newest = profile.newest;
  const bool names_patch = release.patch != kNewestPatch;
  return std::tuple(release.major, release.minor, names_patch ? release.patch : 0) >
         std::tuple(newest.major, newest.minor, names_patch ? newest.patch : 0);
}

// True if a name in `--lb-policies` can be one: `default` and `all` stand alone.
bool IsPolicyWord(absl::string_view name, bool alone) {
  if (name.empty() || (!alone && (name == "default" || name == "all"))) return false;
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); });
}

absl::Status UnreadRelease(absl::string_view spelling, const KnownTarget& known) {
  const Profile& profile = known.profile();
  const std::string remedy =
      known.has_releases
          ? absl::StrCat("releases are known from `", known.name, "@", ReleaseName(profile.oldest),
                         "` to `", known.name, "@", ReleaseName(profile.newest), "`, and `",
                         known.name, "` is the newest")
          : absl::StrCat("`", known.name, "` has no releases");
  return absl::InvalidArgumentError(absl::StrCat("unknown target `", spelling, "`; ", remedy));
}

absl::StatusOr<Target> ParseTarget(absl::string_view spelling) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(spelling, absl::MaxSplits('@', 1));
  const KnownTarget* const known = FindTarget(parts.first);
  if (known == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("unknown target `", spelling, "`; this version knows: ", KnownNames()));
  }
  const Profile& profile = known->profile();
  if (parts.first.size() == spelling.size()) return MakeTarget(*known);
  const std::optional<Release> release = ParseRelease(parts.second);
  const bool is_read = release && known->has_releases && *release >= profile.oldest;
  if (!is_read) return UnreadRelease(spelling, *known);
  const bool is_newer = IsNewer(*release, profile);
  Target target = MakeTargetAt(spelling, profile, is_newer ? profile.newest : *release);
  target.is_newer = is_newer;
  return target;
}

void AddOnce(Target target, std::vector<Target>& targets) {
  const bool seen = std::any_of(targets.begin(), targets.end(), [&](const Target& other) {
    return other.spelling == target.spelling;
  });
  if (!seen) targets.push_back(std::move(target));
}

}  // namespace

absl::Span<const KnownTarget> KnownTargets() { return kKnownTargets; }

const KnownTarget& KnownTargetOf(const Profile& profile) {
  for (const KnownTarget& known : kKnownTargets) {
    if (&known.profile() == &profile) return known;
  }
  ABSL_HARDENING_ASSERT(false);
  return kKnownTargets[0];
}

Target MakeTarget(const KnownTarget& known) {
  return MakeTargetAt(known.name, known.profile(), known.profile().newest);
}

Target MakeTarget(const KnownTarget& known, const Release& release) {
  const std::string spelling = absl::StrCat(known.name, "@", ReleaseName(release));
  return MakeTargetAt(spelling, known.profile(), release);
}

absl::StatusOr<std::vector<Target>> ParseTargets(absl::string_view list) {
  std::vector<Target> targets;
  for (const absl::string_view part : absl::StrSplit(list, ',')) {
    const absl::string_view name = absl::StripAsciiWhitespace(part);
    if (name == kAllTargets) {
      for (const KnownTarget& known : kKnownTargets) AddOnce(MakeTarget(known), targets);
      continue;
    }
    absl::StatusOr<Target> target = ParseTarget(name);
    if (!target.ok()) return target.status();
    AddOnce(*std::move(target), targets);
  }
  return targets;
}

std::string NoteOnRelease(const Target& target) {
  if (!target.is_newer) return {};
  const Profile& profile = target.profile->profile();
  return absl::StrCat("`", target.spelling, "` is newer than any release that is known: read as `",
                      KnownTargetOf(profile).name, "@", ReleaseName(profile.newest), "`");
}

std::vector<Target> DefaultTargets() {
  std::vector<Target> targets;
  for (size_t i = 0; i < kDefaultTargets; ++i) targets.push_back(MakeTarget(kKnownTargets[i]));
  return targets;
}

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
      target.policies = target.profile->default_policies;
    } else if (lb_policies == "all") {
      target.policies = target.profile->all_policies;
    } else {
      target.policies = LinkedPolicies(names);
    }
  }
  return absl::OkStatus();
}

}  // namespace grpcfg
