#include "rules/name_mistakes.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/name_text.h"
#include "rules/named_services.h"
#include "rules/words.h"
#include "schema/read/suggest.h"

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

// Without what no name begins or ends with.
absl::string_view Trimmed(absl::string_view name) {
  while (!name.empty() && !IsIdentifierByte(name.front())) name.remove_prefix(1);
  while (!name.empty() && !IsIdentifierByte(name.back())) name.remove_suffix(1);
  return name;
}

// True if nothing differs but bytes of `written` that no name has, wherever they stand.
bool IsSameButStray(absl::string_view written, absl::string_view name) {
  for (const char byte : Trimmed(written)) {
    if (!IsIdentifierByte(byte) && byte != '.') continue;
    if (!absl::ConsumePrefix(&name, absl::string_view(&byte, 1))) return false;
  }
  return name.empty();
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

// Takes the first part of a name that is no version; the end of the name is empty.
absl::string_view TakePart(absl::string_view& rest) {
  absl::string_view part;
  do {
    const size_t dot = std::min(rest.find('.'), rest.size());
    part = rest.substr(0, dot);
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  } while (IsVersion(part));
  return part;
}

// True for `shop.v1.Orders` and `shop.v2beta.Orders`. No copies: this is computed for every
// service.
bool IsSameButVersion(absl::string_view a, absl::string_view b) {
  while (!a.empty() || !b.empty()) {
    if (TakePart(a) != TakePart(b)) return false;
  }
  return true;
}

// True if only capitals and underscores differ: `get_order`, `GetOrder`.
bool IsSameWords(absl::string_view a, absl::string_view b) {
  while (true) {
    while (absl::ConsumePrefix(&a, "_")) continue;
    while (absl::ConsumePrefix(&b, "_")) continue;
    if (a.empty() || b.empty()) return a.empty() && b.empty();
    if (!absl::EqualsIgnoreCase(a.substr(0, 1), b.substr(0, 1))) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
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
  constexpr absl::string_view kJavaSuffix = "Grpc";  // of the class that grpc-java generates
  if (DistanceOf(written, service, kMostInAll) <= kMostInAll) return true;
  const absl::string_view a = ShortNameOf(written);
  const absl::string_view b = ShortNameOf(service);
  return PackageOf(written) == PackageOf(service) &&
         (absl::StripSuffix(absl::StripSuffix(a, kJavaSuffix), kSuffix) ==
              absl::StripSuffix(b, kSuffix) ||
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

// True if parts of the package are missing or too many.
bool IsOfOtherPackage(absl::string_view written, absl::string_view service) {
  if (ShortNameOf(written) != ShortNameOf(service)) return false;
  const Parts a = PartsWithoutVersion(written);
  const Parts b = PartsWithoutVersion(service);
  return HasAll(a, b) || HasAll(b, a);
}

NameMistake CompareServices(absl::string_view written, absl::string_view service) {
  if (IsSameButStray(written, service)) return NameMistake::kStray;
  if (absl::EqualsIgnoreCase(written, service)) return NameMistake::kLetterCase;
  if (IsSameWords(written, service)) return NameMistake::kOtherStyle;
  if (PackageOf(service) == written) return NameMistake::kPackage;
  if (IsSameButVersion(written, service)) return NameMistake::kOtherVersion;
  if (IsMisspeltService(written, service)) return NameMistake::kMisspelt;
  return IsOfOtherPackage(written, service) ? NameMistake::kOtherPackage : NameMistake::kNone;
}

size_t CommonPrefix(absl::string_view a, absl::string_view b) {
  const auto* const end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<size_t>(end - a.begin());
}

size_t CommonSuffix(absl::string_view a, absl::string_view b) {
  const auto end = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first;
  return static_cast<size_t>(end - a.rbegin());
}

// Those first of which likeness(name) is largest, as many as are shown; of equal ones the first.
template <typename Likeness>
void BringForward(std::vector<absl::string_view>& names, const Likeness& likeness) {
  struct Rank {
    size_t likeness;
    size_t place;
  };
  std::vector<Rank> ranks;
  ranks.reserve(names.size());
  for (const absl::string_view name : names) ranks.push_back({likeness(name), ranks.size()});
  const auto shown = static_cast<std::ptrdiff_t>(std::min(ranks.size(), kMostListed));
  std::partial_sort(ranks.begin(), ranks.begin() + shown, ranks.end(),
                    [](const Rank& a, const Rank& b) {
                      return a.likeness != b.likeness ? a.likeness > b.likeness : a.place < b.place;
                    });
  std::vector<absl::string_view> sorted;
  sorted.reserve(names.size());
  for (const Rank& rank : ranks) sorted.push_back(names[rank.place]);
  names = std::move(sorted);
}

// Those with most in common first.
void SortByNearness(absl::string_view written, std::vector<absl::string_view>& names) {
  BringForward(names, [&](absl::string_view name) { return CommonPrefix(written, name); });
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

// What is written, and whether methods of the service begin with its verb.
struct WrittenMethod {
  absl::string_view text;
  absl::string_view verb;
  bool is_verb;
};

// `Set` is not a misspelt `Get`, nor `GetOwner` a misspelt `GetOrder`: either the verb is right and
// few letters of the thing are wrong, or the thing is right and the verb no word.
bool IsMisspeltMethod(const WrittenMethod& written, absl::string_view method) {
  constexpr size_t kMost = 2;
  constexpr size_t kShortestVerb = 4;
  const absl::string_view verb = written.verb;
  const absl::string_view thing = written.text.substr(verb.size());
  const absl::string_view right_verb = VerbOf(method);
  const absl::string_view right_thing = method.substr(right_verb.size());
  if (verb == right_verb) {
    const size_t limit = std::min(kMost, std::max(thing.size(), right_thing.size()) / 4);
    return DistanceOf(thing, right_thing, limit) <= limit;
  }
  return thing == right_thing && verb.size() >= kShortestVerb && !written.is_verb &&
         DistanceOf(verb, right_verb, 1) <= 1;
}

NameMistake CompareMethods(const WrittenMethod& written, absl::string_view method) {
  if (IsSameButStray(written.text, method)) return NameMistake::kStray;
  if (absl::EqualsIgnoreCase(written.text, method)) return NameMistake::kLetterCase;
  if (IsSameWords(written.text, method)) return NameMistake::kOtherStyle;
  return IsMisspeltMethod(written, method) ? NameMistake::kMisspelt : NameMistake::kNone;
}

// Keeps the names of the most certain mistake that was met.
void AddTo(NameGuess& guess, NameMistake mistake, absl::string_view name) {
  if (mistake == NameMistake::kNone || mistake > guess.mistake) return;
  if (mistake < guess.mistake) guess.names.clear();
  guess.mistake = mistake;
  guess.names.push_back(name);
}

// `shop.v1.Orders/GetOrder`, with a slash or a dot.
struct Path {
  absl::string_view service;  // empty if there is neither
  absl::string_view method;
};

Path PathOf(absl::string_view written) {
  const absl::string_view path = Trimmed(written);
  const size_t end = path.find_last_of("/.");
  if (end == absl::string_view::npos) return {{}, path};
  return {path.substr(0, end), path.substr(end + 1)};
}

// A method that is written as a path.
NameGuess GuessPath(const Api& api, const ApiService& service, const Path& path) {
  const bool is_own = path.service == service.name || path.service == ShortNameOf(service.name);
  const ApiService* const intended = is_own ? &service : api.FindService(path.service);
  const ApiMethod* const method =
      intended == nullptr ? nullptr : FindMethod(*intended, path.method);
  if (method == nullptr) return {};
  if (is_own) return {NameMistake::kPath, {method->name}};
  return {NameMistake::kSibling, {intended->name}};
}

// ---- Words

// What is said before the names that were meant, in the order of NameMistake.
constexpr absl::string_view kReasons[] = {
    "; without the stray character it is ",
    "; that is a path, with the ",
    "; letter case counts, and there is ",
    "; capitals and underscores count, and there is ",
    "; that is a package, with ",
    "; only the version differs from ",
    "; the nearest is ",
    "; there is one of that name in another package, ",
    "; another service has it, ",
};
static_assert(std::size(kReasons) == static_cast<size_t>(NameMistake::kNone));

}  // namespace

NameGuess GuessService(const Api& api, absl::string_view service) {
  const Path path = PathOf(service);
  if (const ApiService* const intended = api.FindService(path.service); intended != nullptr) {
    const ApiMethod* const method = FindMethod(*intended, path.method);
    if (method != nullptr) return {NameMistake::kPath, {intended->name}, method->name};
  }
  NameGuess guess;
  for (const ApiService& other : api.services) {
    AddTo(guess, CompareServices(service, other.name), other.name);
  }
  SortByNearness(service, guess.names);
  return guess;
}

NameGuess GuessMethod(const Api& api, const ApiService& service, absl::string_view method) {
  if (absl::StrContains(method, '*')) return {};  // none is meant, but several
  NameGuess guess = GuessPath(api, service, PathOf(method));
  if (guess.mistake != NameMistake::kNone) return guess;
  const absl::string_view verb = VerbOf(method);
  const WrittenMethod written = {method, verb, HasVerb(service, verb)};
  for (const ApiMethod& other : service.methods) {
    AddTo(guess, CompareMethods(written, other.name), other.name);
  }
  if (guess.mistake != NameMistake::kNone) return guess;
  for (const ApiService& other : api.services) {
    if (FindMethod(other, method) == nullptr) continue;
    if (IsSameButVersion(other.name, service.name)) {
      AddTo(guess, NameMistake::kOtherVersion, other.name);
    } else if (PackageOf(other.name) == PackageOf(service.name)) {
      AddTo(guess, NameMistake::kSibling, other.name);
    }
  }
  SortByNearness(service.name, guess.names);
  return guess;
}

void SortByLikeness(absl::string_view written, std::vector<absl::string_view>& names) {
  BringForward(names, [&](absl::string_view name) {
    return CommonPrefix(written, name) + CommonSuffix(written, name);
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

std::string ReasonFor(const Guessed& name) {
  const NameGuess& guess = name.guess;
  if (guess.mistake < NameMistake::kNone) {
    const bool is_path = guess.mistake == NameMistake::kPath;
    const bool are_several = guess.mistake == NameMistake::kOtherPackage && guess.names.size() > 1;
    if (are_several) return absl::StrCat("; services of that name: ", ListOf(guess.names));
    return absl::StrCat(kReasons[static_cast<size_t>(guess.mistake)],
                        !is_path         ? ""
                        : name.is_method ? "method "
                                         : "service ",
                        ListOf(guess.names));
  }
  if (HasSlash(name.written)) return "; no service or method has a slash";
  const absl::string_view why = WhyNever(name.written);
  if (!why.empty()) return absl::StrCat("; it ", why);
  return guess.mistake == NameMistake::kNone ? "; no name is similar" : "";
}

void AddRemedy(const Guessed& name, const std::vector<WrongName>& places, Diagnostic& diagnostic) {
  const NameGuess& guess = name.guess;
  const bool is_nothing = guess.mistake >= NameMistake::kNone;
  if (is_nothing && HasSlash(name.written)) {
    return AddRemedyForSlash(places.front(), diagnostic);
  }
  if (is_nothing && absl::StrContains(name.written, '*')) {
    return AddRemedyForWildcard(places.front(), diagnostic);
  }
  constexpr absl::string_view kWithoutGuess = "write the intended name, or remove this one";
  if (guess.names.size() != 1) {
    diagnostic.help.emplace_back(kWithoutGuess);
    return;
  }
  Fix fix = {absl::StrCat("write ", Ticked(guess.names[0])), false, {}, std::string(kWithoutGuess)};
  for (const WrongName& place : places) {
    if (guess.method.empty()) {
      fix.edits.push_back({place.part, InQuotes(guess.names[0])});
      continue;
    }
    Fix whole = WriteNameFix(place.name, guess.names[0], guess.method);
    fix.title = whole.title;
    fix.edits.push_back(std::move(whole.edits.front()));
  }
  diagnostic.fixes.push_back(std::move(fix));
}

}  // namespace grpcfg
