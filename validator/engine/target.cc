#include "validator/engine/target.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/read/suggest.h"
#include "validator/engine/nearest_names.h"

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
    {"dotnet", "grpc-dotnet, which has no JSON loader; its verdicts come from its source",
     DotnetProfile, "rests on reading its source; nothing was run"},
    {"gapic", "Google's client generators, which read a config when they generate code",
     GapicProfile,
     "compared with protobuf's JSON parser for Go; the generator for Go reads the message sizes, "
     "those for Java and Python only `timeout` and `retryPolicy`",
     false},
}};

// What is checked when the user names no target.
constexpr size_t kDefaultTargets = 5;

// Every known target at its newest release.
constexpr absl::string_view kAllTargets = "all";

struct TargetAlias {
  absl::string_view alias;
  absl::string_view name;
};

// Languages whose client is a target of another name, and what the clients call themselves.
constexpr TargetAlias kAliases[] = {
    {"cpp", "core"},        {"python", "core"},   {"ruby", "core"},          {"php", "core"},
    {"objc", "core"},       {"golang", "go"},     {"kotlin", "java"},        {"js", "node"},
    {"typescript", "node"}, {"csharp", "dotnet"}, {"c++", "core"},           {"grpc-go", "go"},
    {"grpc-java", "java"},  {"grpc-js", "node"},  {"grpc-dotnet", "dotnet"}, {".net", "dotnet"},
};

// What one of `--lb-policies` stands for: the policies that each client registers by itself, or all
// that it has.
constexpr absl::string_view kDefaultPolicies = "default";
constexpr absl::string_view kAllPolicies = "all";

// What may be typed, without releases.
std::vector<absl::string_view> KnownNames() {
  std::vector<absl::string_view> names = {kAllTargets};
  names.reserve(1 + std::size(kKnownTargets) + std::size(kAliases));
  for (const KnownTarget& known : kKnownTargets) names.push_back(known.name);
  for (const TargetAlias& alias : kAliases) names.push_back(alias.alias);
  return names;
}

Target MakeTargetAt(absl::string_view spelling, const Profile& profile, const Release& release) {
  auto at = std::make_shared<const ProfileAt>(profile, release);
  LinkedPolicies policies = at->default_policies;
  return {
      .spelling = std::string(spelling), .profile = std::move(at), .policies = std::move(policies)};
}

const KnownTarget* FindTarget(absl::string_view name_or_alias) {
  absl::string_view name = name_or_alias;
  for (const TargetAlias& alias : kAliases) {
    if (alias.alias == name_or_alias) name = alias.name;
  }
  for (const KnownTarget& known : kKnownTargets) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

// True if a release is later than every release that grpcfg describes.
bool IsNewer(const Release& release, const Profile& profile) {
  const Release& newest = profile.newest;
  const bool names_patch = release.patch != kNewestPatch;
  return std::tuple(release.major, release.minor, names_patch ? release.patch : 0) >
         std::tuple(newest.major, newest.minor, names_patch ? newest.patch : 0);
}

// True if a name in `--lb-policies` can be one: `all` stands alone.
bool IsPolicyWord(absl::string_view name, bool alone) {
  if (name.empty() || (!alone && name == kAllPolicies)) return false;
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); });
}

std::vector<absl::string_view> PolicyWords(absl::string_view lb_policies) {
  std::vector<absl::string_view> words;
  for (const absl::string_view part : absl::StrSplit(lb_policies, ',')) {
    words.push_back(absl::StripAsciiWhitespace(part));
  }
  return words;
}

LinkedPolicies PoliciesOf(const ProfileAt& profile, absl::Span<const absl::string_view> words) {
  const bool has_default = absl::c_linear_search(words, kDefaultPolicies);
  LinkedPolicies policies = has_default ? profile.default_policies : LinkedPolicies();
  for (const absl::string_view word : words) {
    if (word == kAllPolicies) return profile.all_policies;
    if (word != kDefaultPolicies) policies.Add(word);
  }
  return policies;
}

absl::Status UnreadRelease(absl::string_view spelling, const KnownTarget& known) {
  const Profile& profile = known.profile();
  const std::string remedy =
      known.has_releases
          ? absl::StrCat("releases are known from `", known.name, "@", ReleaseName(profile.oldest),
                         "` to `", known.name, "@", ReleaseName(profile.newest), "`, and `",
                         known.name, "` is the newest")
          : absl::StrCat("`", known.name, "` has no releases");
  return absl::InvalidArgumentError(absl::StrCat("unknown release `", spelling, "`; ", remedy));
}

absl::StatusOr<Target> ParseTarget(absl::string_view spelling) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(spelling, absl::MaxSplits('@', 1));
  const KnownTarget* const known = FindTarget(parts.first);
  if (known == nullptr) {
    return absl::InvalidArgumentError(NotAmong(parts.first, "a target", KnownNames()));
  }
  const Profile& profile = known->profile();
  if (parts.first.size() == spelling.size()) return MakeTargetAt(spelling, profile, profile.newest);
  const std::optional<Release> release = ParseRelease(absl::StripPrefix(parts.second, "v"));
  if (!release || !known->has_releases) return UnreadRelease(spelling, *known);
  const Release read_as =
      std::max(IsNewer(*release, profile) ? profile.newest : *release, profile.oldest);
  Target target = MakeTargetAt(spelling, profile, read_as);
  target.is_known = read_as == *release;
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

std::vector<absl::string_view> AliasesOf(const KnownTarget& known) {
  std::vector<absl::string_view> aliases;
  for (const TargetAlias& alias : kAliases) {
    if (alias.name == known.name) aliases.push_back(alias.alias);
  }
  return aliases;
}

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
  if (target.is_known) return {};
  const Profile& profile = target.profile->profile();
  const Release& release = target.profile->release();
  return absl::StrCat("`", target.spelling, "` is ", release == profile.oldest ? "older" : "newer",
                      " than any release that is known: read as `", KnownTargetOf(profile).name,
                      "@", ReleaseName(release), "`");
}

std::vector<std::string> SpellingsOf(absl::Span<const Target> targets) {
  std::vector<std::string> spellings;
  spellings.reserve(targets.size());
  for (const Target& target : targets) spellings.push_back(target.spelling);
  return spellings;
}

std::string NamesWithReleases(absl::Span<const Target> targets) {
  return absl::StrJoin(targets, ", ", [](std::string* out, const Target& target) {
    const absl::string_view spelling = target.spelling;
    absl::StrAppend(out, spelling.substr(0, spelling.find('@')));
    const Profile& profile = target.profile->profile();
    if (!KnownTargetOf(profile).has_releases) return;
    absl::StrAppend(out, " ", ReleaseName(target.profile->release()));
  });
}

std::vector<Target> DefaultTargets() {
  std::vector<Target> targets;
  for (size_t i = 0; i < kDefaultTargets; ++i) targets.push_back(MakeTarget(kKnownTargets[i]));
  return targets;
}

absl::Status LinkPolicies(absl::string_view lb_policies, std::vector<Target>& targets) {
  const std::vector<absl::string_view> words = PolicyWords(lb_policies);
  for (const absl::string_view word : words) {
    if (IsPolicyWord(word, words.size() == 1)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("`", lb_policies,
                     "` is not a list of LB policies; use `default`, `all`, or names without "
                     "blanks, separated by commas, such as `default,my_policy`"));
  }
  for (Target& target : targets) {
    target.policies = PoliciesOf(*target.profile, words);
    target.lb_policies = absl::StrJoin(words, ",");
  }
  return absl::OkStatus();
}

std::vector<std::string> UnknownPolicies(absl::string_view lb_policies) {
  std::vector<std::string> unknown;
  for (const absl::string_view word : PolicyWords(lb_policies)) {
    const bool is_known = word == kDefaultPolicies || word == kAllPolicies ||
                          FindField(LoadBalancingConfigMessage(), word) != nullptr;
    if (!is_known && SuggestPolicy(word) == nullptr) unknown.emplace_back(word);
  }
  return unknown;
}

std::vector<std::string> QuestionPolicies(absl::string_view lb_policies) {
  std::vector<std::string> questions;
  for (const absl::string_view word : PolicyWords(lb_policies)) {
    const bool is_word = word == kDefaultPolicies || word == kAllPolicies;
    const Field* const nearest = is_word ? nullptr : SuggestPolicy(word);
    if (nearest == nullptr) continue;
    questions.push_back(absl::StrCat("`", word,
                                     "` is not an LB policy of any client; did you mean `",
                                     nearest->json_name, "`?"));
  }
  return questions;
}

}  // namespace grpcfg
