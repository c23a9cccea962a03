#include "rules/name_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace grpcfg {

bool IsVersion(absl::string_view part) {
  return part.size() > 1 && part[0] == 'v' &&
         absl::ascii_isdigit(static_cast<unsigned char>(part[1]));
}

bool IsPlain(absl::string_view text) {
  char before = '.';
  for (const char c : text) {
    if (IsForeign(c) || (c == '.' && before == '.')) return false;
    before = c;
  }
  return before != '.';
}

absl::string_view WhyNever(absl::string_view text) {
  if (IsPlain(text)) return "";
  const auto is_space = [](char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); };
  if (std::any_of(text.begin(), text.end(), is_space)) return "has white space in it";
  if (absl::StrContains(text, '*')) return "has a `*`, which is no wildcard here";
  if (absl::StrContains(text, ':')) return "is an address and no service";
  if (absl::StartsWith(text, ".")) return "begins with a dot";
  if (absl::EndsWith(text, ".")) return "ends with a dot";
  if (absl::StrContains(text, "..")) return "has two dots in a row";
  return "";
}

absl::string_view RemedyForWildcard(bool is_method) {
  return is_method ? "leave `method` out: a name without it is for all methods"
                   : "write `{}` for every method of every service";
}

std::string RemedyForMethod(absl::string_view service, absl::string_view method) {
  return absl::StrCat(R"(write `"service": ")", service, R"(", "method": ")", method, R"("`)");
}

std::string RemedyForSlash(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/', absl::SkipEmpty());
  const bool is_path = parts.size() > 2 || absl::StrContains(text, ':');
  if (is_path) return "a service has the name of its .proto file, `package.Service`, and no path";
  if (parts.size() < 2) {
    return "write the service as in `package.Service` and the method by its name, without slashes";
  }
  return RemedyForMethod(parts[0], parts[1]);
}

}  // namespace grpcfg
