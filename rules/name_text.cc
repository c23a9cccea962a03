#include "rules/name_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "rules/words.h"

namespace grpcfg {

bool IsVersion(absl::string_view part) {
  return part.size() > 1 && part[0] == 'v' &&
         absl::ascii_isdigit(static_cast<unsigned char>(part[1]));
}

bool IsPlain(absl::string_view text) {
  bool is_in_word = false;
  for (const char c : text) {
    const bool is_word = IsIdentifierByte(c);
    if (!is_word && (c != '.' || !is_in_word)) return false;
    is_in_word = is_word;
  }
  return is_in_word;
}

absl::string_view WhyNever(absl::string_view text) {
  if (IsPlain(text)) return "";
  const auto is_space = [](char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); };
  if (std::any_of(text.begin(), text.end(), is_space)) return "has white space in it";
  if (absl::StrContains(text, '*')) return "has a `*`, which is not a wildcard here";
  if (absl::StrContains(text, ':')) return "is an address and no service";
  if (absl::StartsWith(text, ".")) return "begins with a dot";
  if (absl::EndsWith(text, ".")) return "ends with a dot";
  if (absl::StrContains(text, "..")) return "has two dots in a row";
  return "";
}

void AddRemedyForWildcard(bool is_method, Span name, Diagnostic& diagnostic) {
  if (is_method) {
    diagnostic.help.emplace_back("leave `method` out: a name without it is for all methods");
    return;
  }
  Fix fix = ReplaceFix("write `{}` for every method of every service", name, "{}", false);
  fix.otherwise = "name each service by itself";
  diagnostic.fixes.push_back(std::move(fix));
}

void AddRemedyForSlash(absl::string_view text, Span name, Diagnostic& diagnostic) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/', absl::SkipEmpty());
  const bool is_path = parts.size() > 2 || absl::StrContains(text, ':');
  if (is_path) {
    diagnostic.help.emplace_back(
        "a service has the name of its .proto file, `package.Service`, and no path");
  } else if (parts.size() < 2) {
    diagnostic.help.emplace_back(
        "write the service as in `package.Service` and the method by its name, without slashes");
  } else {
    diagnostic.fixes.push_back(WriteNameFix(name, parts[0], parts[1]));
  }
}

}  // namespace grpcfg
