// RFC 8259 as one function per production: slow, recursive and obviously right. The reference that
// the parsers are compared with.
#ifndef GRPCFG_TESTS_SCHEMA_JSON_REFERENCE_H_
#define GRPCFG_TESTS_SCHEMA_JSON_REFERENCE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

class JsonReference {
 public:
  // Deeper texts are refused, right or wrong: callers must not ask.
  static constexpr int kMaxDepth = 500;

  // True if all of `text` is one JSON value in UTF-8 whose surrogates come in pairs.
  static bool Accepts(absl::string_view text) {
    JsonReference reference(text);
    return reference.Blank() && reference.Value(0) && reference.Blank() && reference.text_.empty();
  }

 private:
  explicit JsonReference(absl::string_view text) : text_(text) {}

  bool Take(absl::string_view token) {
    if (text_.substr(0, token.size()) != token) return false;
    text_.remove_prefix(token.size());
    return true;
  }
  bool TakeOneOf(absl::string_view characters) {
    if (text_.empty() || characters.find(text_[0]) == absl::string_view::npos) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool Blank() {
    while (TakeOneOf(" \t\r\n")) {
    }
    return true;
  }
  bool Digits() {
    bool any = false;
    while (TakeOneOf("0123456789")) any = true;
    return any;
  }
  bool Value(int depth) {
    if (depth > kMaxDepth) return false;
    if (Take("{")) return Members(depth);
    if (Take("[")) return Elements(depth);
    if (Take("\"")) return String();
    return Take("null") || Take("true") || Take("false") || Number();
  }
  bool Elements(int depth) {
    Blank();
    if (Take("]")) return true;
    do {
      Blank();
      if (!Value(depth + 1)) return false;
      Blank();
    } while (Take(","));
    return Take("]");
  }
  bool Members(int depth) {
    Blank();
    if (Take("}")) return true;
    do {
      Blank();
      if (!Take("\"") || !String() || !Blank() || !Take(":") || !Blank()) return false;
      if (!Value(depth + 1)) return false;
      Blank();
    } while (Take(","));
    return Take("}");
  }
  bool Number() {
    Take("-");
    if (!Take("0")) {
      if (!TakeOneOf("123456789")) return false;
      Digits();
    }
    if (Take(".") && !Digits()) return false;
    if (!TakeOneOf("eE")) return true;
    TakeOneOf("+-");
    return Digits();
  }
  bool String() {
    while (!Take("\"")) {
      if (Take("\\")) {
        if (!Escape()) return false;
      } else if (!CodePoint()) {
        return false;
      }
    }
    return true;
  }
  bool Escape() {
    if (TakeOneOf("\"\\/bfnrt")) return true;
    const int unit = Unit();
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF)) return false;
    if (unit < 0xD800 || unit > 0xDBFF) return true;
    if (!Take("\\")) return false;
    const int low = Unit();
    return low >= 0xDC00 && low <= 0xDFFF;
  }
  int Unit() {
    if (!Take("u")) return -1;
    int unit = 0;
    for (int i = 0; i < 4; ++i) {
      if (text_.empty()) return -1;
      const size_t digit = absl::string_view("0123456789abcdefABCDEF").find(text_[0]);
      if (digit == absl::string_view::npos) return -1;
      unit = unit * 16 + static_cast<int>(digit < 16 ? digit : digit - 6);
      text_.remove_prefix(1);
    }
    return unit;
  }
  int Byte() {
    if (text_.empty()) return -1;
    const int byte = static_cast<unsigned char>(text_[0]);
    text_.remove_prefix(1);
    return byte;
  }
  // A code point from U+0020, decoded and compared with the range that its length is for.
  bool CodePoint() {
    const int first = Byte();
    if (first < 0x80) return first >= 0x20;
    const int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC0 || first >= 0xF8) return false;
    int code_point = first & (0x7F >> length);
    for (int i = 1; i < length; ++i) {
      const int next = Byte();
      if (next < 0x80 || next > 0xBF) return false;
      code_point = code_point * 64 + (next - 0x80);
    }
    const int least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    return code_point >= least && code_point <= 0x10FFFF && !surrogate;
  }

  absl::string_view text_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SCHEMA_JSON_REFERENCE_H_
