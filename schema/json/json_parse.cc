// The fast way into a JsonTree, for texts that have neither escapes nor faults, which is nearly
// every config: by an index of the tokens, which are then told by their first byte. Whatever is not
// as it should be is left to the tolerant parser.
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "schema/json/json_index.h"
#include "schema/json/json_tree.h"
#include "schema/json/json_tree_builder.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

class PlainParser {
 public:
  PlainParser(absl::string_view text, size_t begin)
      : text_(text), index_(text, begin), builder_(text, begin) {}

  // True if the text is plain JSON.
  bool Parse(size_t begin) {
    if (!Value(index_.Next())) return false;
    while (builder_.depth() > 0) {
      if (!Step()) return false;
    }
    if (index_.Next() != text_.size() || !index_.is_plain()) return false;
    return index_.is_ascii() || FindInvalidUtf8(text_, begin) == absl::string_view::npos;
  }

  JsonTree Take() && {
    builder_.SetPlain(are_numbers_plain_ && builder_.issues().empty());
    return std::move(builder_).Take();
  }

 private:
  // Deeper than any config: parsers may refuse it, so it is not plain.
  static constexpr size_t kMaxDepth = 200;

  // All bits: two keys of an object share one.
  static constexpr uint64_t kMayBeTwice = ~uint64_t{0};

  // A NUL behind the end.
  [[nodiscard]] char At(size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  // A member or an element of the innermost container, or its end.
  bool Step() {
    uint32_t at = index_.Next();
    if (At(at) == '}' || At(at) == ']') return Close(at);
    if (has_value_) {
      if (At(at) != ',') return false;
      at = index_.Next();
    }
    return builder_.innermost_kind() == JsonKind::kObject ? Member(at) : Value(at);
  }

  bool Close(uint32_t at) {
    const bool is_object = builder_.innermost_kind() == JsonKind::kObject;
    if (is_object != (text_[at] == '}')) return false;
    builder_.Close(at + 1, keys_[builder_.depth()] == kMayBeTwice);
    has_value_ = true;
    return true;
  }

  // Most values are strings, which Value need not tell from others.
  bool Member(uint32_t at) {
    if (At(at) != '"') return false;
    const auto [end, colon, value] = index_.NextThree();
    if (value == text_.size() || text_[colon] != ':') return false;
    builder_.AddToken(JsonKind::kKey, at, end + 1);
    uint64_t& keys = keys_[builder_.depth()];
    const uint64_t bit = JsonTreeBuilder::KeyBit(text_.data() + at, end + 1 - at);
    keys = (keys & bit) == 0 ? keys | bit : kMayBeTwice;
    return text_[value] == '"' ? String(value) : Value(value);
  }

  bool Value(uint32_t at) {
    switch (At(at)) {
      case '"':
        return String(at);
      case '{':
        return Open(JsonKind::kObject, at);
      case '[':
        return Open(JsonKind::kArray, at);
      case 't':
        return Word(JsonKind::kTrue, at, "true");
      case 'f':
        return Word(JsonKind::kFalse, at, "false");
      case 'n':
        return Word(JsonKind::kNull, at, "null");
      default:
        return Number(at);
    }
  }

  bool Open(JsonKind kind, uint32_t at) {
    builder_.Open(kind, at);
    has_value_ = false;
    if (builder_.depth() > kMaxDepth) return false;
    keys_[builder_.depth()] = 0;
    return true;
  }

  bool Add(JsonKind kind, uint32_t begin, uint32_t end) {
    builder_.AddToken(kind, begin, end);
    has_value_ = true;
    return true;
  }

  bool String(uint32_t at) {
    const uint32_t end = index_.Next();
    return end < text_.size() && Add(JsonKind::kString, at, end + 1);
  }

  bool Word(JsonKind kind, uint32_t at, absl::string_view word) {
    const size_t end = at + word.size();
    return text_.substr(at, word.size()) == word && EndsScalar(end) &&
           Add(kind, at, static_cast<uint32_t>(end));
  }

  bool Number(uint32_t at) {
    const size_t begin = at + (At(at) == '-' ? 1 : 0);
    size_t end = At(begin) == '0' ? begin + 1 : PastDigits(begin);
    if (end == begin) return false;
    if (At(end) == '.' && !Passes(end, end + 1)) return false;
    const bool has_exponent = At(end) == 'e' || At(end) == 'E';
    const bool has_sign = has_exponent && (At(end + 1) == '+' || At(end + 1) == '-');
    if (has_exponent && !Passes(end, end + (has_sign ? 2 : 1))) return false;
    // Others may be beyond some parser: the least that gson refuses has 21 digits.
    constexpr size_t kShortest = 21;
    are_numbers_plain_ = are_numbers_plain_ && !has_exponent && end - at < kShortest;
    return EndsScalar(end) && Add(JsonKind::kNumber, at, static_cast<uint32_t>(end));
  }

  // Sets `end` behind the digits at `digits`. False if there are none.
  [[nodiscard]] bool Passes(size_t& end, size_t digits) const {
    end = PastDigits(digits);
    return end > digits;
  }

  [[nodiscard]] size_t PastDigits(size_t at) const {
    while (absl::ascii_isdigit(static_cast<unsigned char>(At(at)))) ++at;
    return at;
  }

  // True if a number or a word that ends there is all that stands there.
  [[nodiscard]] bool EndsScalar(size_t end) const {
    return end == text_.size() || absl::StrContains(",}] \n\r\t", text_[end]);
  }

  absl::string_view text_;
  JsonIndex index_;
  JsonTreeBuilder builder_;
  bool has_value_ = false;  // of the innermost container
  // The bits of the keys of each open object, by depth. Each is set when its object is opened: to
  // set all of them takes longer than to parse a short text.
  std::array<uint64_t, kMaxDepth + 1> keys_;
  bool are_numbers_plain_ = true;
};

std::optional<JsonTree> ParsePlain(absl::string_view text, size_t begin) {
  PlainParser parser(text, begin);
  if (!parser.Parse(begin)) return std::nullopt;
  return std::move(parser).Take();
}

}  // namespace

JsonTree ParseJson(absl::string_view text, size_t begin) {
  std::optional<JsonTree> plain = ParsePlain(text, begin);
  return plain ? *std::move(plain) : ParseJsonTolerantly(text, begin);
}

}  // namespace grpcfg
