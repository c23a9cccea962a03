#include "rules/name_mistakes.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/suggest.h"

namespace grpcfg {
namespace {

// The services and methods of google/cloud/location/locations.proto, google/iam/v1/iam_policy.proto
// and google/longrunning/operations.proto.
struct Mixin {
  absl::string_view service;
  absl::string_view method;
};

constexpr Mixin kMixins[] = {
    {"google.cloud.location.Locations", "GetLocation"},
    {"google.cloud.location.Locations", "ListLocations"},
    {"google.iam.v1.IAMPolicy", "GetIamPolicy"},
    {"google.iam.v1.IAMPolicy", "SetIamPolicy"},
    {"google.iam.v1.IAMPolicy", "TestIamPermissions"},
    {"google.longrunning.Operations", "CancelOperation"},
    {"google.longrunning.Operations", "DeleteOperation"},
    {"google.longrunning.Operations", "GetOperation"},
    {"google.longrunning.Operations", "ListOperations"},
    {"google.longrunning.Operations", "WaitOperation"},
};

bool IsNameCharacter(char c) {
  return c == '_' || absl::ascii_isalnum(static_cast<unsigned char>(c));
}

// Without what no name begins or ends with.
absl::string_view Trimmed(absl::string_view name) {
  while (!name.empty() && !IsNameCharacter(name.front())) name.remove_prefix(1);
  while (!name.empty() && !IsNameCharacter(name.back())) name.remove_suffix(1);
  return name;
}

// Edits, counted only where two long names differ.
size_t DistanceOf(absl::string_view a, absl::string_view b, size_t limit) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  return EditDistance(a, b, limit);
}

// A quarter of the letters may be wrong, but only few.
bool IsNear(absl::string_view a, absl::string_view b, size_t most) {
  const size_t limit = std::min(most, std::max<size_t>(1, b.size() / 4));
  return DistanceOf(a, b, limit) <= limit;
}

// `v1`, `v2beta`, `v1p1beta1`, `v1main`.
bool IsVersion(absl::string_view part) {
  return part.size() > 1 && part[0] == 'v' &&
         absl::ascii_isdigit(static_cast<unsigned char>(part[1]));
}

// `shop.v1.Orders` -> `shop`, `Orders`.
std::vector<absl::string_view> PartsWithoutVersion(absl::string_view service) {
  std::vector<absl::string_view> parts = absl::StrSplit(service, '.');
  parts.erase(std::remove_if(parts.begin(), parts.end(), IsVersion), parts.end());
  return parts;
}

// True if a service's own name is another one of its package, nearly.
bool IsMisspeltService(absl::string_view written, absl::string_view service) {
  constexpr size_t kMostInShortName = 3;
  constexpr size_t kMostInAll = 2;
  constexpr absl::string_view kSuffix = "Service";
  if (DistanceOf(written, service, kMostInAll) <= kMostInAll) return true;
  const absl::string_view a = ShortNameOf(written);
  const absl::string_view b = ShortNameOf(service);
  return PackageOf(written) == PackageOf(service) &&
         (absl::StripSuffix(a, kSuffix) == absl::StripSuffix(b, kSuffix) ||
          IsNear(a, b, kMostInShortName));
}

using Parts = std::vector<absl::string_view>;

// True if `name` has all of `some` in this order.
bool HasAll(const Parts& name, const Parts& some) {
  size_t met = 0;
  for (const absl::string_view part : name) {
    if (met < some.size() && part == some[met]) ++met;
  }
  return met == some.size();
}

NameMistake CompareServices(absl::string_view written, absl::string_view service,
                            const Parts& written_parts) {
  if (Trimmed(written) == service) return NameMistake::kStray;
  if (absl::EqualsIgnoreCase(written, service)) return NameMistake::kLetterCase;
  if (PackageOf(service) == written) return NameMistake::kPackage;
  const Parts parts = PartsWithoutVersion(service);
  if (parts == written_parts) return NameMistake::kOtherVersion;
  if (IsMisspeltService(written, service)) return NameMistake::kMisspelt;
  const bool is_akin = ShortNameOf(written) == ShortNameOf(service) &&
                       (HasAll(parts, written_parts) || HasAll(written_parts, parts));
  return is_akin ? NameMistake::kOtherPackage : NameMistake::kNone;
}

size_t CommonPrefix(absl::string_view a, absl::string_view b) {
  const auto* const end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<size_t>(end - a.begin());
}

// Those with most in common first; else they stay in their order.
void SortByNearness(absl::string_view written, std::vector<absl::string_view>& names) {
  std::stable_sort(names.begin(), names.end(), [&](absl::string_view a, absl::string_view b) {
    return CommonPrefix(written, a) > CommonPrefix(written, b);
  });
}

// `List` of `ListOrders`.
absl::string_view VerbOf(absl::string_view method) {
  const auto* const end =
      std::find_if(method.begin() + (method.empty() ? 0 : 1), method.end(),
                   [](char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); });
  return method.substr(0, static_cast<size_t>(end - method.begin()));
}

bool HasVerb(const ApiService& service, absl::string_view verb) {
  return std::any_of(service.methods.begin(), service.methods.end(),
                     [&](const ApiMethod& method) { return VerbOf(method.name) == verb; });
}

// `Set` is not a misspelt `Get`, nor `GetOwner` a misspelt `GetOrder`: either the verb is right and
// few letters of the thing are wrong, or the thing is right and the verb no word.
bool IsMisspeltMethod(const ApiService& service, absl::string_view written,
                      absl::string_view method) {
  constexpr size_t kMost = 2;
  constexpr size_t kShortestVerb = 4;
  const absl::string_view verb = VerbOf(written);
  const absl::string_view thing = written.substr(verb.size());
  const absl::string_view right_verb = VerbOf(method);
  const absl::string_view right_thing = method.substr(right_verb.size());
  if (verb == right_verb) {
    const size_t limit = std::min(kMost, std::max(thing.size(), right_thing.size()) / 4);
    return DistanceOf(thing, right_thing, limit) <= limit;
  }
  return thing == right_thing && verb.size() >= kShortestVerb && !HasVerb(service, verb) &&
         DistanceOf(verb, right_verb, 1) <= 1;
}

NameMistake CompareMethods(const ApiService& service, absl::string_view written,
                           absl::string_view method) {
  if (Trimmed(written) == method) return NameMistake::kStray;
  if (absl::EqualsIgnoreCase(written, method)) return NameMistake::kLetterCase;
  return IsMisspeltMethod(service, written, method) ? NameMistake::kMisspelt : NameMistake::kNone;
}

// Keeps the names of the most certain mistake that was met.
void AddTo(NameGuess& guess, NameMistake mistake, absl::string_view name) {
  if (mistake == NameMistake::kNone || mistake > guess.mistake) return;
  if (mistake < guess.mistake) guess.names.clear();
  guess.mistake = mistake;
  guess.names.push_back(name);
}

}  // namespace

NameGuess GuessService(const Api& api, absl::string_view service) {
  const std::vector<absl::string_view> parts = PartsWithoutVersion(service);
  NameGuess guess;
  for (const ApiService& other : api.services) {
    AddTo(guess, CompareServices(service, other.name, parts), other.name);
  }
  SortByNearness(service, guess.names);
  return guess;
}

NameGuess GuessMethod(const Api& api, const ApiService& service, absl::string_view method) {
  NameGuess guess;
  for (const ApiMethod& other : service.methods) {
    AddTo(guess, CompareMethods(service, method, other.name), other.name);
  }
  if (guess.mistake != NameMistake::kNone) return guess;
  const std::vector<absl::string_view> parts = PartsWithoutVersion(service.name);
  for (const ApiService& other : api.services) {
    if (FindMethod(other, method) == nullptr) continue;
    if (PartsWithoutVersion(other.name) == parts) {
      AddTo(guess, NameMistake::kOtherVersion, other.name);
    } else if (PackageOf(other.name) == PackageOf(service.name)) {
      AddTo(guess, NameMistake::kSibling, other.name);
    }
  }
  SortByNearness(service.name, guess.names);
  return guess;
}

void SortByLikeness(absl::string_view written, std::vector<absl::string_view>& names) {
  const std::string reversed(written.rbegin(), written.rend());
  const auto likeness = [&](absl::string_view name) {
    return CommonPrefix(written, name) +
           CommonPrefix(reversed, std::string(name.rbegin(), name.rend()));
  };
  std::stable_sort(names.begin(), names.end(), [&](absl::string_view a, absl::string_view b) {
    return likeness(a) > likeness(b);
  });
}

absl::string_view MixinOf(absl::string_view method) {
  for (const Mixin& mixin : kMixins) {
    if (mixin.method == method) return mixin.service;
  }
  return {};
}

bool IsMixinService(absl::string_view service) {
  return std::any_of(std::begin(kMixins), std::end(kMixins),
                     [&](const Mixin& mixin) { return mixin.service == service; });
}

}  // namespace grpcfg
