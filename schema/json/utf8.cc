#include "schema/json/utf8.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

uint32_t Byte(absl::string_view text, size_t at) { return static_cast<unsigned char>(text[at]); }

bool IsContinuation(absl::string_view text, size_t at) {
  return at < text.size() && (Byte(text, at) & 0xC0) == 0x80;
}

// RFC 3629, section 4: the second byte's range depends on the first byte.
bool SecondByteFits(uint32_t first, uint32_t second) {
  switch (first) {
    case 0xE0:
      return second >= 0xA0;  // shorter forms exist
    case 0xED:
      return second < 0xA0;  // surrogates
    case 0xF0:
      return second >= 0x90;  // shorter forms exist
    case 0xF4:
      return second < 0x90;  // above U+10FFFF
    default:
      return true;
  }
}

}  // namespace

bool IsAscii(absl::string_view text) {
  // The whole text is looked at before it is read: eight bytes at a time.
  constexpr uint64_t kHighBits = 0x8080'8080'8080'8080;
  uint64_t bytes = 0;
  for (; text.size() >= sizeof(bytes); text.remove_prefix(sizeof(bytes))) {
    std::memcpy(&bytes, text.data(), sizeof(bytes));
    if ((bytes & kHighBits) != 0) return false;
  }
  return std::all_of(text.begin(), text.end(), absl::ascii_isascii);
}

size_t Utf8SequenceLength(absl::string_view text, size_t at) {
  const uint32_t first = Byte(text, at);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  if (!IsContinuation(text, at + 1) || !SecondByteFits(first, Byte(text, at + 1))) return 0;
  if (first < 0xE0) return 2;
  if (!IsContinuation(text, at + 2)) return 0;
  if (first < 0xF0) return 3;
  return IsContinuation(text, at + 3) ? 4 : 0;
}

Character CharacterAt(absl::string_view text, size_t at) {
  const size_t length = Utf8SequenceLength(text, at);
  const uint32_t first = Byte(text, at);
  if (length <= 1) return {first, length == 1, text.substr(at, 1)};
  uint32_t code_point = first & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; ++i) code_point = code_point << 6 | (Byte(text, at + i) & 0x3F);
  return {code_point, true, text.substr(at, length)};
}

size_t FindInvalidUtf8(absl::string_view text, size_t from) {
  for (size_t at = from; at < text.size();) {
    const size_t length = Utf8SequenceLength(text, at);
    if (length == 0) return at;
    at += length;
  }
  return absl::string_view::npos;
}

absl::string_view WholePrefix(absl::string_view text, size_t most) {
  if (text.size() <= most) return text;
  constexpr size_t kLongest = 4;
  for (size_t at = most - std::min(most, kLongest - 1); at < most; ++at) {
    if (at + CodePointLength(text, at) > most) return text.substr(0, at);
  }
  return text.substr(0, most);
}

void AppendUtf8(uint32_t code_point, std::string& out) {
  const auto tail = [&](int shift) {
    out.push_back(static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)));
  };
  if (code_point < 0x80) {
    out.push_back(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    out.push_back(static_cast<char>(0xC0 | (code_point >> 6)));
    tail(0);
  } else if (code_point < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | (code_point >> 12)));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xF0 | (code_point >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

void AppendJsonEscape(uint32_t code_point, std::string& out) {
  const auto append_unit = [&](uint32_t unit) {
    absl::StrAppend(&out, "\\u", absl::Hex(unit, absl::kZeroPad4));
  };
  if (code_point < 0x10000) return append_unit(code_point);
  append_unit(0xD800 + ((code_point - 0x10000) >> 10));
  append_unit(0xDC00 + ((code_point - 0x10000) & 0x3FF));
}

int HexUnit(absl::string_view text) {
  constexpr size_t kDigits = 4;
  unsigned unit = 0;
  const char* const end = text.data() + std::min(kDigits, text.size());
  const bool is_read = std::from_chars(text.data(), end, unit, 16).ptr == text.data() + kDigits;
  return is_read ? static_cast<int>(unit) : -1;
}

}  // namespace grpcfg
