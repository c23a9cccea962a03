// Whether a text is well-formed XML of the kind that reports are: elements, attributes in double
// quotes, text and the five entities; neither comments nor sections that are not escaped.
#ifndef GRPCFG_TESTS_STRICT_XML_H_
#define GRPCFG_TESTS_STRICT_XML_H_

#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "schema/json/utf8.h"

namespace grpcfg {

class StrictXml {
 public:
  explicit StrictXml(absl::string_view text) : text_(text) {}

  // True for a declaration, one element and nothing else.
  bool IsWhole() {
    if (!AreCharacters() || !Take("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) return false;
    if (!TakeElement()) return false;
    while (!open_.empty()) {
      if (!TakeText("<")) return false;
      if (!TakeElement()) return false;
    }
    return Take("\n") && text_.empty();
  }

 private:
  bool Take(absl::string_view word) {
    if (!absl::StartsWith(text_, word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  // XML 1.0, production 2.
  [[nodiscard]] bool AreCharacters() const {
    for (size_t at = 0; at < text_.size();) {
      const Character character = CharacterAt(text_, at);
      const uint32_t code_point = character.code_point;
      const bool is_control =
          code_point < 0x20 && code_point != '\n' && code_point != '\r' && code_point != '\t';
      if (!character.valid || is_control || code_point == 0xFFFE || code_point == 0xFFFF) {
        return false;
      }
      at += character.bytes.size();
    }
    return true;
  }

  // Text up to one of `ends`, which stays.
  bool TakeText(absl::string_view ends) {
    while (!text_.empty() && !absl::StrContains(ends, text_[0])) {
      if (text_[0] == '<') return false;
      if (text_[0] != '&') {
        text_.remove_prefix(1);
      } else if (!Take("&amp;") && !Take("&lt;") && !Take("&gt;") && !Take("&quot;")) {
        return false;
      }
    }
    return !text_.empty();
  }

  std::string TakeName() {
    size_t size = 0;
    while (size < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[size])) != 0 || text_[size] == '-')) {
      ++size;
    }
    std::string name(text_.substr(0, size));
    text_.remove_prefix(size);
    return name;
  }

  bool TakeAttributes() {
    std::vector<std::string> names;
    while (Take(" ")) {
      const std::string name = TakeName();
      for (const std::string& other : names) {
        if (other == name) return false;
      }
      names.push_back(name);
      if (name.empty() || !Take("=\"")) return false;
      if (text_.find('"') > text_.find('\n') || !TakeText("\"") || !Take("\"")) return false;
    }
    return true;
  }

  // A tag that begins an element, ends one, or is one.
  bool TakeElement() {
    if (Take("</")) {
      if (open_.empty() || TakeName() != open_.back()) return false;
      open_.pop_back();
      return Take(">");
    }
    if (!Take("<")) return false;
    const std::string name = TakeName();
    if (name.empty() || !TakeAttributes()) return false;
    if (Take("/>")) return !open_.empty();
    open_.push_back(name);
    return Take(">");
  }

  absl::string_view text_;
  std::vector<std::string> open_;
};

inline bool IsStrictXml(absl::string_view text) { return StrictXml(text).IsWhole(); }

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_STRICT_XML_H_
