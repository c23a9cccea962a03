// The fast way into a JsonTree, for texts that have neither escapes nor faults, which is nearly
// every config: by an index of the tokens, which are then told by their first byte. Whatever is not
// as it should be is left to the tolerant parser.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/base/attributes.h"
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
      const bool is_object = builder_.innermost_kind() == JsonKind::kObject;
      if (!(is_object ? Members() : Elements())) return false;
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

  // Reads what is left of an object: to its end, or into the first container in it.
  bool Members() {
    return ReadUpTo('}', [this](uint32_t at) { return TextMember(at) || Member(at); });
  }

  // The same of an array.
  bool Elements() {
    return ReadUpTo(']', [this](uint32_t at) { return Value(at); });
  }

  template <typename ReadOne>
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool ReadUpTo(char closing, const ReadOne& read_one) {
    const size_t depth = builder_.depth();
    for (bool has_value = has_value_;; has_value = true) {
      uint32_t at = index_.Next();
      if (At(at) == closing) return Close(at);
      if (has_value && !PassComma(at)) return false;
      if (!read_one(at)) return false;
      if (builder_.depth() != depth) return true;
    }
  }

  // From a comma at `at` to what is behind it. False: there is none.
  bool PassComma(uint32_t& at) {
    if (At(at) != ',') return false;
    at = index_.Next();
    return true;
  }

  bool Close(uint32_t at) {
    builder_.Close(at + 1, *keys_of_innermost_ == kMayBeTwice);
    --keys_of_innermost_;
    has_value_ = true;
    return true;
  }

  // Most members are two strings, whose places stand in a row. False: this is none of them, and
  // nothing is read.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool TextMember(uint32_t at) {
    enum Place : uint8_t { kEndOfKey, kColon, kValue, kEndOfValue, kPlaces };
    if (!index_.HasAhead(kPlaces) || At(at) != '"') return false;
    const uint32_t* const places = index_.ahead();
    const char* const bytes = text_.data();
    if (bytes[places[kColon]] != ':' || bytes[places[kValue]] != '"') return false;
    AddKey(at, places[kEndOfKey] + 1);
    builder_.AddInside(JsonKind::kString, places[kValue], places[kEndOfValue] + 1);
    index_.Pass(kPlaces);
    return true;
  }

  bool Member(uint32_t at) {
    if (At(at) != '"') return false;
    const uint32_t end = index_.Next();
    const uint32_t colon = index_.Next();
    if (At(colon) != ':') return false;
    AddKey(at, end + 1);
    return Value(index_.Next());
  }

  ABSL_ATTRIBUTE_ALWAYS_INLINE void AddKey(uint32_t begin, uint32_t end) {
    builder_.AddInside(JsonKind::kKey, begin, end);
    uint64_t& keys = *keys_of_innermost_;
    const uint64_t bit = JsonTreeBuilder::KeyBit(text_.data() + begin, end - begin);
    keys = (keys & bit) == 0 ? keys | bit : kMayBeTwice;
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
    *++keys_of_innermost_ = 0;
    return true;
  }

  bool Add(JsonKind kind, uint32_t begin, uint32_t end) {
    builder_.AddInside(kind, begin, end);
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
  bool has_value_ = false;  // the innermost container, when ReadUpTo begins
  // The bits of the keys of each open object, by depth. Each is set when its object is opened: to
  // set all of them takes longer than to parse a short text.
  std::array<uint64_t, kMaxDepth + 1> keys_;
  uint64_t* keys_of_innermost_ = keys_.data();
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
