#include "schema/json/escape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "schema/json/byte_vectors.h"
#include "schema/json/display_width.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kTab = "    ";
constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool IsPlain(char byte) { return byte >= 0x20 && byte < 0x7F; }

bool IsPlainByteInJson(char byte) { return IsPlain(byte) && byte != '"' && byte != '\\'; }

// What is looked at together.
#ifdef __SSE2__
using Block = Bytes;

// A bit for each byte that IsPlainByteInJson is not true of, the lowest one for the first.
uint64_t OthersInJson(const char* bytes) {
  const Bytes all = _mm_loadu_si128(reinterpret_cast<const Bytes*>(bytes));
  const Bytes controls = _mm_cmplt_epi8(all, _mm_set1_epi8(' '));  // and those above 0x7F
  const Bytes others = Or(Are(all, 0x7F), Or(Are(all, '"'), Are(all, '\\')));
  return BitsOfTruth(Or(controls, others));
}

// True if it has none.
bool ArePlainInJson(const char* bytes) { return OthersInJson(bytes) == 0; }

// The number of bytes from `at` on that IsPlainByteInJson is true of, of those that blocks reach.
size_t CountPlainInJson(absl::string_view text, size_t at) {
  const size_t begin = at;
  for (; text.size() - at >= sizeof(Block); at += sizeof(Block)) {
    const uint64_t others = OthersInJson(text.data() + at);
    if (others != 0) return at - begin + static_cast<size_t>(std::countr_zero(others));
  }
  if (text.size() < sizeof(Block)) return 0;
  const size_t last = text.size() - sizeof(Block);  // a block that begins before `at`, or there
  const uint64_t others = OthersInJson(text.data() + last) >> (at - last);
  const size_t rest = text.size() - at;
  return at - begin + std::min(rest, static_cast<size_t>(std::countr_zero(others)));
}
#else
using Block = uint64_t;

// True if IsPlainByteInJson is true of each byte.
bool ArePlainInJson(const char* bytes) {
  constexpr uint64_t kEach = 0x0101'0101'0101'0101;
  // The top bit of a byte below `limit`; a byte above it may then be taken for one, too.
  const auto below = [](uint64_t word, uint64_t limit) { return (word - kEach * limit) & ~word; };
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  const uint64_t others = word | below(word, ' ') | below(word ^ kEach * 0x7F, 1) |
                          below(word ^ kEach * '"', 1) | below(word ^ kEach * '\\', 1);
  return (others & (kEach * 0x80)) == 0;
}

// The number of bytes from `at` on that it is true of, by whole blocks.
size_t CountPlainInJson(absl::string_view text, size_t at) {
  const size_t begin = at;
  while (text.size() - at >= sizeof(Block) && ArePlainInJson(text.data() + at)) at += sizeof(Block);
  return at - begin;
}
#endif

// Room for a text in quotes, in whole blocks; most that we write fit. Begins as spaces, which are
// plain.
class ShortJson {
 public:
  static constexpr size_t kMostBytes = 62;

  // `text`: of kMostBytes at most.
  explicit ShortJson(absl::string_view text) : size_(text.size() + 2) {
    bytes_.fill(' ');
    std::copy(text.begin(), text.end(), bytes_.begin() + 1);
  }

  [[nodiscard]] bool IsPlain() const {
    const char* const end = bytes_.data() + size_;
    for (const char* block = bytes_.data(); block < end; block += sizeof(Block)) {
      if (!ArePlainInJson(block)) return false;
    }
    return true;
  }

  void AppendTo(std::string& out) {
    bytes_[0] = '"';
    bytes_[size_ - 1] = '"';
    out.append(bytes_.data(), size_);
  }

 private:
  std::array<char, kMostBytes + 2> bytes_;
  size_t size_;
};

// The bytes from `at` on that `is_plain` is true of, as it is of the first `known` ones.
template <typename Predicate>
absl::string_view RunOf(absl::string_view text, size_t at, size_t known,
                        const Predicate& is_plain) {
  const auto* const begin = text.begin() + at;
  const auto* const end = std::find_if_not(begin + known, text.end(), is_plain);
  return text.substr(at, static_cast<size_t>(end - begin));
}

// Those that are shown as they are and take a column each.
absl::string_view PlainRun(absl::string_view text, size_t at) {
  return RunOf(text, at, 0, IsPlain);
}

absl::string_view PlainRunInJson(absl::string_view text, size_t at) {
  return RunOf(text, at, CountPlainInJson(text, at), IsPlainByteInJson);
}

// Controls (C0, DEL, C1), and format characters that reorder or hide text: soft hyphen, marks and
// overrides of direction, separators of lines, zero width space, byte order mark, tags.
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

void AppendJsonCharacter(const Character& character, std::string& out) {
  const uint32_t code_point = character.code_point;
  if (!character.valid) {
    absl::StrAppend(&out, kReplacement);
  } else if (code_point == '\n' || code_point == '\r' || code_point == '\t') {
    AppendEscaped(character, out);
  } else if (!IsHidden(code_point)) {
    absl::StrAppend(&out, character.bytes);
  } else {
    AppendJsonEscape(code_point, out);
  }
}

void AppendEscapedJson(absl::string_view text, std::string& out) {
  for (size_t at = 0; at < text.size();) {
    const absl::string_view plain = PlainRunInJson(text, at);
    out.append(plain.data(), plain.size());
    at += plain.size();
    if (at == text.size()) return;
    if (IsPlain(text[at])) {
      out.append({'\\', text[at]});
      ++at;
      continue;
    }
    const Character character = CharacterAt(text, at);
    AppendJsonCharacter(character, out);
    at += character.bytes.size();
  }
}

}  // namespace

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

bool IsPlainInJson(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), IsPlainByteInJson);
}

void AppendJsonString(absl::string_view text, std::string& out) {
  if (text.size() <= ShortJson::kMostBytes) {
    ShortJson json(text);
    if (json.IsPlain()) return json.AppendTo(out);
  }
  out.push_back('"');
  AppendEscapedJson(text, out);
  out.push_back('"');
}

}  // namespace grpcfg
