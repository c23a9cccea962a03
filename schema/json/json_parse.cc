// The usual way into a JsonTree: RapidJSON reads a text that is JSON without escapes, which is
// nearly every config. Any other text is read anew by the tolerant parser.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "rapidjson/reader.h"
#include "schema/json/json_tree.h"
#include "schema/json/json_tree_builder.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

// Deeper than any config. Some clients refuse such a text.
constexpr size_t kMaxPlainDepth = 200;

// The text as RapidJSON's stream. It decodes in place, and what it would write are the bytes that
// stand there, as long as there are no escapes: so nothing is written, and nothing copied.
class TextStream {
 public:
  using Ch = char;

  TextStream(absl::string_view text, size_t begin)
      : begin_(text.data()), at_(begin_ + begin), end_(begin_ + text.size()) {}

  [[nodiscard]] char Peek() const { return at_ == end_ ? '\0' : *at_; }
  char Take() { return *at_++; }
  [[nodiscard]] size_t Tell() const { return static_cast<size_t>(at_ - begin_); }

  [[nodiscard]] char* PutBegin() const { return const_cast<char*>(at_); }
  void Put(char /*byte*/) {}
  size_t PutEnd(const char* begin) const { return static_cast<size_t>(at_ - begin); }

 private:
  const char* begin_;
  const char* at_;
  const char* end_;
};

// Writes RapidJSON's events into a tree. The stream is then at a bracket, and past any other token.
class TreeHandler {
 public:
  TreeHandler(absl::string_view text, size_t begin, const TextStream& stream)
      : builder_(text, begin), stream_(stream) {}

  bool Null() { return Literal(JsonKind::kNull, 4); }
  bool Bool(bool value) {
    return value ? Literal(JsonKind::kTrue, 4) : Literal(JsonKind::kFalse, 5);
  }
  bool RawNumber(const char* /*digits*/, uint32_t length, bool /*copy*/) {
    const uint32_t begin = At() - length;
    const absl::string_view number = builder_.text().substr(begin, length);
    // Of larger numbers, some are beyond some client: the least that gson refuses has 21 digits.
    constexpr size_t kLongest = 20;
    are_numbers_plain_ = are_numbers_plain_ && length <= kLongest &&
                         number.find_first_of("eE") == absl::string_view::npos;
    return Add(JsonKind::kNumber, begin, length);
  }
  bool String(const char* text, uint32_t length, bool /*copy*/) {
    return Add(JsonKind::kString, OffsetOf(text) - 1, length + 2);
  }
  bool Key(const char* text, uint32_t length, bool /*copy*/) {
    return Add(JsonKind::kKey, OffsetOf(text) - 1, length + 2);
  }
  bool StartObject() { return Open(JsonKind::kObject); }
  bool StartArray() { return Open(JsonKind::kArray); }
  bool EndObject(uint32_t /*count*/) { return Close(); }
  bool EndArray(uint32_t /*count*/) { return Close(); }

  // RapidJSON compiles calls of these, and makes none where numbers are strings.
  static bool Int(int /*value*/) { return false; }
  static bool Uint(unsigned /*value*/) { return false; }
  static bool Int64(int64_t /*value*/) { return false; }
  static bool Uint64(uint64_t /*value*/) { return false; }
  static bool Double(double /*value*/) { return false; }

  JsonTree Take() && {
    builder_.SetPlain(are_numbers_plain_ && builder_.issues().empty());
    return std::move(builder_).Take();
  }

 private:
  [[nodiscard]] uint32_t At() const { return static_cast<uint32_t>(stream_.Tell()); }
  [[nodiscard]] uint32_t OffsetOf(const char* at) const {
    return static_cast<uint32_t>(at - builder_.text().data());
  }

  bool Add(JsonKind kind, uint32_t begin, uint32_t length) {
    builder_.AddToken(kind, begin, begin + length);
    return true;
  }
  bool Literal(JsonKind kind, uint32_t length) { return Add(kind, At() - length, length); }
  bool Open(JsonKind kind) {
    builder_.Open(kind, At());
    return builder_.depth() <= kMaxPlainDepth;
  }
  bool Close() {
    builder_.Close(At() + 1);
    return true;
  }

  JsonTreeBuilder builder_;
  const TextStream& stream_;
  bool are_numbers_plain_ = true;
};

// Nothing if the text has a fault, or what RapidJSON does not report: an escape, too much depth.
std::optional<JsonTree> ParsePlain(absl::string_view text, size_t begin) {
  // RapidJSON recurses by default, and would validate UTF-8 at two fifths of its time.
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseInsituFlag |
                              rapidjson::kParseNumbersAsStringsFlag;
  if (text.find('\\', begin) != absl::string_view::npos) return std::nullopt;
  if (!IsAscii(text) && FindInvalidUtf8(text, begin) != absl::string_view::npos) {
    return std::nullopt;
  }
  TextStream stream(text, begin);
  TreeHandler handler(text, begin, stream);
  const bool is_read = !rapidjson::Reader().Parse<kFlags>(stream, handler).IsError();
  // To RapidJSON a text ends at a NUL.
  if (!is_read || stream.Tell() != text.size()) return std::nullopt;
  return std::move(handler).Take();
}

}  // namespace

JsonTree ParseJson(absl::string_view text, size_t begin) {
  std::optional<JsonTree> plain = ParsePlain(text, begin);
  return plain ? *std::move(plain) : ParseJsonTolerantly(text, begin);
}

}  // namespace grpcfg
