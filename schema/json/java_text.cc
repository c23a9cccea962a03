#include "schema/json/java_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/json/number.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

// The zeros of all decimal digits up to U+FFFF but ASCII's, each followed by its other nine:
// General_Category Nd of Unicode 15, as Character.digit has them in a JDK 17.
constexpr std::array<uint32_t, 36> kZeros = {
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
    0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90,
    0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10};

// The value of a digit, or -1.
int DigitOf(uint32_t code_point) {
  const auto* const after = std::upper_bound(kZeros.begin(), kZeros.end(), code_point);
  if (after == kZeros.begin()) return -1;
  const uint32_t digit = code_point - *std::prev(after);
  return digit <= 9 ? static_cast<int>(digit) : -1;
}

// java.net.URI, "Character classes for parsing".
constexpr absl::string_view kMarks = "-_.!~*'()";
constexpr absl::string_view kOfUri = ";/?:@&=+$,[]";
constexpr absl::string_view kOfPath = ":@&=+$,;/";
constexpr absl::string_view kOfRegistryName = "$,;:@&=+";
constexpr absl::string_view kOfUserInfo = ";:&=+$,";

bool IsHex(char c) { return absl::ascii_isxdigit(static_cast<unsigned char>(c)); }
bool IsAlnum(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)); }

// Character.isSpaceChar and isISOControl beyond ASCII.
bool IsBlank(uint32_t code_point) {
  constexpr std::array<uint32_t, 7> kSpaces = {0xA0,   0x1680, 0x2028, 0x2029,
                                               0x202F, 0x205F, 0x3000};
  return code_point < kSpaces[0] || (code_point >= 0x2000 && code_point <= 0x200A) ||
         std::find(kSpaces.begin(), kSpaces.end(), code_point) != kSpaces.end();
}

// How many bytes at the start of `text` are one character of a part with `more`: letters, digits,
// marks, pairs after `%`, visible characters beyond ASCII, and those of `more`. 0: none.
size_t LengthOfOne(absl::string_view text, absl::string_view more) {
  constexpr size_t kEscape = 3;
  if (IsAlnum(text[0]) || absl::StrContains(kMarks, text[0]) || absl::StrContains(more, text[0])) {
    return 1;
  }
  if (text[0] == '%') {
    return text.size() >= kEscape && IsHex(text[1]) && IsHex(text[2]) ? kEscape : 0;
  }
  if (absl::ascii_isascii(static_cast<unsigned char>(text[0]))) return 0;
  const Character character = CharacterAt(text, 0);
  // What is not UTF-8 is U+FFFD to Java.
  return character.valid && IsBlank(character.code_point) ? 0 : character.bytes.size();
}

bool IsMadeOf(absl::string_view text, absl::string_view more) {
  while (!text.empty()) {
    const size_t length = LengthOfOne(text, more);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool IsScheme(absl::string_view text) {
  return !text.empty() && absl::ascii_isalpha(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsAlnum(c) || absl::StrContains("+-.", c); });
}

bool IsIpv4(absl::string_view text) {
  constexpr int kMostOfByte = 255;
  const std::vector<absl::string_view> bytes = absl::StrSplit(text, '.');
  return bytes.size() == 4 && absl::c_all_of(bytes, [](absl::string_view byte) {
           int value = 0;
           return IsDigits(byte) && absl::SimpleAtoi(byte, &value) && value <= kMostOfByte;
         });
}

constexpr size_t kGroups = 8;  // of an IPv6 address

// How many groups of an IPv6 address `text` is; more than there are if it is none.
size_t CountGroups(absl::string_view text) {
  constexpr size_t kMostDigits = 4;
  if (text.empty()) return 0;
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ':');
  size_t count = parts.size();
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool is_tail = i + 1 == parts.size() && IsIpv4(parts[i]);
    const bool is_group = !parts[i].empty() && parts[i].size() <= kMostDigits &&
                          std::all_of(parts[i].begin(), parts[i].end(), IsHex);
    if (!is_tail && !is_group) return kGroups + 1;
    if (is_tail) ++count;
  }
  return count;
}

bool IsIpv6Address(absl::string_view text) {
  const size_t gap = text.find("::");
  if (gap == absl::string_view::npos) return CountGroups(text) == kGroups;
  const absl::string_view before = text.substr(0, gap);
  return !absl::StrContains(before, '.') &&
         CountGroups(before) + CountGroups(text.substr(gap + 2)) < kGroups;
}

// The text between brackets: an address, with or without a scope after it.
bool IsIpv6(absl::string_view text) {
  const size_t percent = std::min(text.find('%'), text.size());
  const absl::string_view scope = text.substr(percent);
  const bool is_scope = std::all_of(scope.begin() + (scope.empty() ? 0 : 1), scope.end(),
                                    [](char c) { return IsAlnum(c) || c == '_' || c == '.'; });
  return scope.size() != 1 && is_scope && IsIpv6Address(text.substr(0, percent));
}

// parseServer, where a bracket is in the text, so that it can be no other host than an address.
bool IsServer(absl::string_view text) {
  const size_t at = text.find('@');
  if (at != absl::string_view::npos) {
    if (!IsMadeOf(text.substr(0, at), kOfUserInfo)) return false;
    text.remove_prefix(at + 1);
  }
  const size_t end = text.find(']');
  if (!absl::ConsumePrefix(&text, "[") || end == absl::string_view::npos) return false;
  if (!IsIpv6(text.substr(0, end - 1))) return false;
  text.remove_prefix(end);
  if (text.empty() || text == ":") return true;
  int port = 0;
  return absl::ConsumePrefix(&text, ":") && IsDigits(text) && absl::SimpleAtoi(text, &port);
}

// parseAuthority: a text that is not a server may be the name of a registry.
bool IsAuthority(absl::string_view text) {
  return IsMadeOf(text, kOfRegistryName) || IsServer(text);
}

// Cuts `text` before the first of `ends`, and gives what stands before it.
absl::string_view TakeUpTo(absl::string_view& text, absl::string_view ends) {
  const absl::string_view part = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(part.size());
  return part;
}

// parseHierarchical: `//`, an authority that may be empty before something else, and a path.
bool TakeHierarchy(absl::string_view& text) {
  if (absl::ConsumePrefix(&text, "//")) {
    const absl::string_view authority = TakeUpTo(text, "/?#");
    if (authority.empty() ? text.empty() : !IsAuthority(authority)) return false;
  }
  if (!IsMadeOf(TakeUpTo(text, "?#"), kOfPath)) return false;
  return !absl::ConsumePrefix(&text, "?") || IsMadeOf(TakeUpTo(text, "#"), kOfUri);
}

bool TakeOpaque(absl::string_view& text) {
  const absl::string_view part = TakeUpTo(text, "#");
  return !part.empty() && IsMadeOf(part, kOfUri);
}

}  // namespace

std::string WithAsciiDigits(absl::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const Character character = CharacterAt(text, 0);
    const int digit = character.valid ? DigitOf(character.code_point) : -1;
    digit < 0 ? absl::StrAppend(&plain, character.bytes) : absl::StrAppend(&plain, digit);
    text.remove_prefix(character.bytes.size());
  }
  return plain;
}

bool IsJavaUri(absl::string_view text) {
  const size_t first = text.find_first_of("/?#:");
  if (first != absl::string_view::npos && text[first] == ':') {
    if (!IsScheme(text.substr(0, first))) return false;
    text.remove_prefix(first + 1);
    const bool is_opaque = !absl::StartsWith(text, "/");
    if (is_opaque ? !TakeOpaque(text) : !TakeHierarchy(text)) return false;
  } else if (!TakeHierarchy(text)) {
    return false;
  }
  return !absl::ConsumePrefix(&text, "#") ? text.empty() : IsMadeOf(text, kOfUri);
}

}  // namespace grpcfg
