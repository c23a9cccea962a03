#include "schema/fields/full_name.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "schema/json/foreign_format.h"

namespace grpcfg {
namespace {

bool IsUpper(char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); }

bool BeginsWord(absl::string_view name, size_t i) {
  if (name[i] >= 'a') return false;  // as most are
  if (!IsUpper(name[i])) return name[i] == '_';
  const bool ends_acronym =
      i + 1 < name.size() && absl::ascii_islower(static_cast<unsigned char>(name[i + 1]));
  return !IsUpper(name[i - 1]) || ends_acronym;
}

}  // namespace

bool IsFullName(absl::string_view text) {
  char before = '.';
  for (const char c : text) {
    if (!IsIdentifierByte(c) && (c != '.' || before == '.')) return false;
    before = c;
  }
  return before != '.';
}

bool IsNeverCalled(absl::string_view text) {
  if (text.empty() || IsFullName(text)) return false;
  return text.find_first_of(" \t\n\v\f\r*():/") != absl::string_view::npos || !HasPlaceholder(text);
}

absl::string_view TakeWord(absl::string_view& rest) {
  while (absl::StartsWith(rest, "_")) rest.remove_prefix(1);
  size_t end = std::min<size_t>(rest.size(), 1);
  while (end < rest.size() && !BeginsWord(rest, end)) ++end;
  const absl::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

}  // namespace grpcfg
