#include "rules/name_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "rules/words.h"
#include "schema/json/foreign_format.h"
#include "schema/protobuf/api.h"

namespace grpcfg {
namespace {

bool IsUpper(char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); }

// `*`, `**`, `*.*`.
bool IsOnlyWildcards(absl::string_view text) {
  return absl::StrContains(text, '*') && text.find_first_not_of("*.") == absl::string_view::npos;
}

// `shop:50051`, `dns:///shop`.
bool IsAddress(absl::string_view text) {
  const absl::string_view behind = text.substr(text.rfind(':') + 1);
  return absl::StartsWith(behind, "/") ||
         (!behind.empty() && absl::ascii_isdigit(static_cast<unsigned char>(behind[0])));
}

}  // namespace

bool IsVersion(absl::string_view part) {
  return part.size() > 1 && part[0] == 'v' &&
         absl::ascii_isdigit(static_cast<unsigned char>(part[1])) &&
         std::none_of(part.begin(), part.end(), IsUpper);
}

// `v1beta1Orders`.
bool BeginsWithVersion(absl::string_view part) {
  const auto* const capital = std::find_if(part.begin(), part.end(), IsUpper);
  return capital != part.end() &&
         IsVersion(part.substr(0, static_cast<size_t>(capital - part.begin())));
}

std::vector<absl::string_view> NamesInOne(absl::string_view text) {
  std::vector<absl::string_view> names =
      absl::StrSplit(text, absl::ByAnyChar(",|; "), absl::SkipEmpty());
  const bool are_names = names.size() > 1 && text.find_first_of(",|;") != absl::string_view::npos &&
                         std::all_of(names.begin(), names.end(), IsFullName);
  if (!are_names) names.clear();
  return names;
}

MethodOfService MethodAfterColon(absl::string_view text) {
  const size_t at = std::min(text.find_first_of(":#"), text.size());
  const absl::string_view service = text.substr(0, at);
  const absl::string_view method = text.substr(std::min(at + 1, text.size()));
  const bool is_both = IsFullName(service) && IsFullName(method) && !IsAddress(text) &&
                       !absl::StrContains(method, '.');
  return is_both ? MethodOfService{service, method} : MethodOfService();
}

absl::string_view WhyNever(absl::string_view text) {
  if (text.empty() || IsFullName(text)) return "";
  if (HasPlaceholder(text)) return "is an unfilled template";
  if (!NamesInOne(text).empty()) return "is several names in one";
  const auto is_space = [](char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); };
  if (std::any_of(text.begin(), text.end(), is_space)) return "has white space in it";
  if (absl::StrContains(text, '*')) return "has a `*`, which is not a wildcard here";
  if (text.find_first_of("()") != absl::string_view::npos) return "has parentheses";
  if (absl::StrContains(text, "::")) return "has `::` where names have dots";
  if (absl::StrContains(text, ':')) {
    return IsAddress(text) ? "is an address, not a service" : "has a colon";
  }
  if (absl::StartsWith(text, ".")) return "begins with a dot";
  if (absl::EndsWith(text, ".")) return "ends with a dot";
  if (absl::StrContains(text, "..")) return "has two dots in a row";
  return absl::StrContains(text, '/') ? "" : "has characters that no name in a .proto file has";
}

std::string InAscii(absl::string_view text) {
  // Of Cyrillic and of Greek; the last ones have no width.
  static constexpr auto kAlike = std::to_array<std::pair<absl::string_view, absl::string_view>>({
      {"\u0410", "A"}, {"\u0412", "B"}, {"\u0415", "E"}, {"\u041a", "K"}, {"\u041c", "M"},
      {"\u041d", "H"}, {"\u041e", "O"}, {"\u0420", "P"}, {"\u0421", "C"}, {"\u0422", "T"},
      {"\u0423", "Y"}, {"\u0425", "X"}, {"\u0406", "I"}, {"\u0408", "J"}, {"\u0405", "S"},
      {"\u0430", "a"}, {"\u0435", "e"}, {"\u043e", "o"}, {"\u0440", "p"}, {"\u0441", "c"},
      {"\u0443", "y"}, {"\u0445", "x"}, {"\u0456", "i"}, {"\u0458", "j"}, {"\u0455", "s"},
      {"\u0391", "A"}, {"\u0392", "B"}, {"\u0395", "E"}, {"\u0396", "Z"}, {"\u0397", "H"},
      {"\u0399", "I"}, {"\u039a", "K"}, {"\u039c", "M"}, {"\u039d", "N"}, {"\u039f", "O"},
      {"\u03a1", "P"}, {"\u03a4", "T"}, {"\u03a5", "Y"}, {"\u03a7", "X"}, {"\u03bf", "o"},
      {"\u00ad", ""},  {"\u200b", ""},  {"\u200c", ""},  {"\u200d", ""},  {"\u200e", ""},
      {"\u200f", ""},  {"\u2060", ""},  {"\ufeff", ""},
  });
  return absl::StrReplaceAll(text, kAlike);
}

TextEdit TrialName(NodeId node, Span span) { return {span, InQuotes(absl::StrCat("trial", node))}; }

void AddRemedyForWildcard(const WrongName& wrong, Diagnostic& diagnostic) {
  constexpr absl::string_view kEachMethod = "name each method by itself";
  constexpr absl::string_view kEachService = "name each service by itself";
  if (wrong.is_method && IsOnlyWildcards(wrong.method) && IsFullName(wrong.service)) {
    Fix fix = WriteFix(wrong.name, absl::StrCat(R"({"service": ")", wrong.service, R"("})"), false);
    absl::StrAppend(&fix.title, " for all its methods");
    fix.otherwise = absl::StrCat(kEachMethod, ", or the service alone");
    diagnostic.fixes.push_back(std::move(fix));
  } else if (!wrong.is_method && IsOnlyWildcards(wrong.service) && wrong.method.empty()) {
    Fix fix = ReplaceFix("write `{}` for every method of every service", wrong.name, "{}", false);
    fix.otherwise = absl::StrCat(kEachService, ", or all of them by `{}`");
    diagnostic.fixes.push_back(std::move(fix));
  } else {
    diagnostic.help.emplace_back(wrong.is_method ? kEachMethod : kEachService);
  }
}

namespace {

constexpr absl::string_view kPathHelp =
    "a service is named as in its .proto file, `package.Service`, without a path";
constexpr absl::string_view kSlashHelp =
    "write the service as in `package.Service` and the method by its name, without slashes";

// The name that `wrong` is in one piece, as a service and a method; the latter may be empty.
struct WholeName {
  std::string service;
  absl::string_view method;
};

// The longer one of two spellings of a service, with and without its package; empty if they are two
// services.
absl::string_view Longer(absl::string_view a, absl::string_view b) {
  if (a == b || ShortNameOf(a) == b) return a;
  return ShortNameOf(b) == a ? b : absl::string_view();
}

// What is meant by the `parts` between the slashes; no service where that is anybody's guess. What
// the other part of the name says must not be lost.
WholeName IntendedName(const WrongName& wrong, absl::Span<const absl::string_view> parts) {
  const absl::string_view first = parts.front();
  const absl::string_view last = parts.back();
  if (parts.size() == 1 && wrong.is_method) return {std::string(wrong.service), last};
  if (parts.size() == 1) return {std::string(first), wrong.method};
  if (wrong.is_method) return {std::string(Longer(first, wrong.service)), last};
  std::string whole = ServiceWithSlash(first, last);
  if (!whole.empty()) return {std::move(whole), wrong.method};
  return wrong.method.empty() || wrong.method == last ? WholeName{std::string(first), last}
                                                      : WholeName{};
}

Fix WriteWhole(const WrongName& wrong, const WholeName& intended, bool is_in_one_part) {
  if (is_in_one_part) {
    return WriteFix(wrong.part, InQuotes(wrong.is_method ? intended.method : intended.service),
                    false);
  }
  return WriteNameFix(wrong.name, intended.service, intended.method);
}

}  // namespace

void AddRemedyForSlash(const WrongName& wrong, Diagnostic& diagnostic) {
  const absl::string_view text = wrong.is_method ? wrong.method : wrong.service;
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/', absl::SkipEmpty());
  if (parts.size() > 2 || absl::StrContains(text, ':')) {
    diagnostic.help.emplace_back(kPathHelp);
    return;
  }
  const WholeName intended = parts.empty() ? WholeName() : IntendedName(wrong, parts);
  const bool is_name =
      IsFullName(intended.service) && (intended.method.empty() || IsFullName(intended.method));
  if (!is_name) {
    diagnostic.help.emplace_back(kSlashHelp);
    return;
  }
  const bool is_in_one_part =
      parts.size() == 1 || (!wrong.is_method && intended.method == wrong.method);
  diagnostic.fixes.push_back(WriteWhole(wrong, intended, is_in_one_part));
  diagnostic.fixes.back().otherwise = std::string(kSlashHelp);
}

}  // namespace grpcfg
