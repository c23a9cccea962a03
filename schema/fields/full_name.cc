#include "schema/fields/full_name.h"

namespace grpcfg {

bool IsFullName(absl::string_view text) {
  bool is_in_word = false;
  for (const char c : text) {
    const bool is_word = IsIdentifierByte(c);
    if (!is_word && (c != '.' || !is_in_word)) return false;
    is_in_word = is_word;
  }
  return is_in_word;
}

bool IsNeverCalled(absl::string_view text) {
  if (text.empty() || IsFullName(text)) return false;
  return text.find_first_of(" \t\n\v\f\r*():/") != absl::string_view::npos || text.front() == '.' ||
         text.back() == '.' || text.find("..") != absl::string_view::npos;
}

}  // namespace grpcfg
