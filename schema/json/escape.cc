#include "schema/json/escape.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "schema/json/display_width.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kTab = "    ";

bool IsPlain(char byte) { return byte >= 0x20 && byte < 0x7F; }

// The bytes from `at` on that are shown as they are and take a column each.
absl::string_view PlainRun(absl::string_view text, size_t at) {
  const auto* const begin = text.begin() + at;
  const auto* const end = std::find_if_not(begin, text.end(), IsPlain);
  return text.substr(at, static_cast<size_t>(end - begin));
}

void AppendEscaped(const Character& character, std::string& out) {
  const uint32_t code_point = character.code_point;
  if (code_point == '\n') {
    out += "\\n";
  } else if (code_point == '\r') {
    out += "\\r";
  } else if (code_point == '\t') {
    out += "\\t";
  } else if (code_point < 0x80 || !character.valid) {
    absl::StrAppend(&out, "\\x", absl::Hex(code_point, absl::kZeroPad2));
  } else if (code_point < 0x10000) {
    absl::StrAppend(&out, "\\u", absl::Hex(code_point, absl::kZeroPad4));
  } else {
    absl::StrAppend(&out, "\\u{", absl::Hex(code_point), "}");
  }
}

void AppendCharacter(const Character& character, std::string& out) {
  if (!character.valid || IsHidden(character.code_point)) {
    AppendEscaped(character, out);
  } else {
    out.append(character.bytes.data(), character.bytes.size());
  }
}

size_t Columns(const Character& character) {
  if (character.valid && character.code_point == '\t') return kTab.size();
  if (character.valid && !IsHidden(character.code_point)) {
    return DisplayWidth(character.code_point);
  }
  std::string escaped;
  AppendEscaped(character, escaped);
  return escaped.size();
}

}  // namespace

bool IsHidden(uint32_t code_point) {
  struct Range {
    uint32_t first;
    uint32_t last;
  };
  static constexpr Range kHidden[] = {
      {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},
      {0x180E, 0x180E}, {0x200B, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202E},
      {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
  };
  return std::any_of(std::begin(kHidden), std::end(kHidden), [&](const Range& range) {
    return range.first <= code_point && code_point <= range.last;
  });
}

std::string Visible(absl::string_view text) {
  std::string visible;
  AppendVisible(text, visible);
  return visible;
}

void AppendVisible(absl::string_view text, std::string& out) {
  for (size_t at = 0; at < text.size();) {
    const absl::string_view plain = PlainRun(text, at);
    out.append(plain.data(), plain.size());
    at += plain.size();
    if (at == text.size()) return;
    const Character character = CharacterAt(text, at);
    AppendCharacter(character, out);
    at += character.bytes.size();
  }
}

void AppendVisibleSource(absl::string_view text, std::string& out) {
  for (size_t at = 0; at < text.size();) {
    const size_t tab = std::min(text.find('\t', at), text.size());
    AppendVisible(text.substr(at, tab - at), out);
    if (tab < text.size()) absl::StrAppend(&out, kTab);
    at = tab + 1;
  }
}

size_t VisibleColumns(absl::string_view text) {
  size_t columns = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t plain = PlainRun(text, at).size();
    columns += plain;
    at += plain;
    if (at == text.size()) break;
    const Character character = CharacterAt(text, at);
    columns += Columns(character);
    at += character.bytes.size();
  }
  return columns;
}

}  // namespace grpcfg
