// The fast way into a JsonTree: RapidJSON on texts that have neither escapes nor faults, which is
// nearly every config.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "rapidjson/reader.h"
#include "schema/json/json_tree.h"
#include "schema/json/json_tree_builder.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

// Numbers are kept as they are spelled.
constexpr unsigned kParseFlags =
    rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag;

// RapidJSON recurses, which is a tenth faster than its kParseIterativeFlag and would crash at
// 100,000 levels: a text that is deeper than any config takes the other way.
constexpr size_t kMaxRecursion = 200;

// Most configs are smaller: their copy needs no allocation.
constexpr size_t kStackBytes = 8192;

// RapidJSON's SSE2 scans read whole 16-byte blocks, so past the terminating NUL.
constexpr size_t kPadding = 32;

// Without an exponent, and too short to be beyond anything: the least that gson refuses has 21
// digits.
bool IsPlainNumber(absl::string_view number) {
  constexpr size_t kLongest = 21;
  return number.size() < kLongest &&
         std::none_of(number.begin(), number.end(), [](char c) { return c == 'e' || c == 'E'; });
}

// Writes RapidJSON's events into a tree. In situ, strings and numbers are pointers into the copy
// that is parsed, so their offsets need no look at the stream; brackets and literals do: Tell() is
// then past them.
class TreeHandler {
 public:
  TreeHandler(JsonTreeBuilder& builder, rapidjson::InsituStringStream& stream)
      : builder_(builder), stream_(stream) {}

  bool Null() { return Literal(JsonKind::kNull, 4); }
  bool Bool(bool value) {
    return value ? Literal(JsonKind::kTrue, 4) : Literal(JsonKind::kFalse, 5);
  }
  bool RawNumber(const char* digits, rapidjson::SizeType length, bool /*copy*/) {
    const uint32_t begin = OffsetOf(digits);
    is_plain_ = is_plain_ && IsPlainNumber({digits, length});
    builder_.AddToken(JsonKind::kNumber, begin, begin + length);
    return true;
  }
  bool String(const char* text, rapidjson::SizeType length, bool /*copy*/) {
    const uint32_t begin = OffsetOf(text) - 1;
    builder_.AddToken(JsonKind::kString, begin, begin + length + 2);
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType length, bool /*copy*/) {
    const uint32_t begin = OffsetOf(text) - 1;
    builder_.AddToken(JsonKind::kKey, begin, begin + length + 2);
    return true;
  }
  bool StartObject() { return Open(JsonKind::kObject); }
  bool StartArray() { return Open(JsonKind::kArray); }
  bool EndObject(rapidjson::SizeType /*count*/) { return Close(); }
  bool EndArray(rapidjson::SizeType /*count*/) { return Close(); }

  [[nodiscard]] bool is_plain() const { return is_plain_; }

  // Never called with kParseNumbersAsStringsFlag, but RapidJSON asks for them.
  static bool Int(int /*value*/) { return false; }
  static bool Uint(unsigned /*value*/) { return false; }
  static bool Int64(int64_t /*value*/) { return false; }
  static bool Uint64(uint64_t /*value*/) { return false; }
  static bool Double(double /*value*/) { return false; }

 private:
  uint32_t OffsetOf(const char* at) const { return static_cast<uint32_t>(at - stream_.head_); }
  [[nodiscard]] uint32_t Tell() const { return static_cast<uint32_t>(stream_.Tell()); }

  bool Literal(JsonKind kind, uint32_t length) {
    builder_.AddToken(kind, Tell() - length, Tell());
    return true;
  }
  bool Open(JsonKind kind) {
    builder_.Open(kind, Tell() - 1);
    return builder_.depth() <= kMaxRecursion;
  }
  bool Close() {
    builder_.Close(Tell());
    return true;
  }

  JsonTreeBuilder& builder_;
  rapidjson::InsituStringStream& stream_;
  bool is_plain_ = true;
};

// 1 for a byte that RapidJSON takes for something else: it ends a text at a NUL, reads escapes that
// are no characters, and its SSE2 scan of strings lets 0x1a to 0x1f pass (1.1.0 compares with
// 0x19). Without a branch, so that compilers make vector instructions of it.
uint8_t Misleads(char c) {
  const auto byte = static_cast<uint8_t>(c);
  const auto control = static_cast<uint8_t>(byte - 0x1A);
  return static_cast<uint8_t>(byte == 0) | static_cast<uint8_t>(byte == '\\') |
         static_cast<uint8_t>(control < 6);
}

// Copies `text` to where RapidJSON will work on it. False if RapidJSON would not read it right.
// Block by block, so that each is in the cache when it is copied.
bool CopyPlain(absl::string_view text, char* copy) {
  constexpr size_t kBlock = size_t{32} << 10;
  uint8_t any = 0;
  for (size_t begin = 0; begin < text.size(); begin += kBlock) {
    const absl::string_view block = text.substr(begin, kBlock);
    uint8_t misleads = 0;
    for (const char c : block) {
      misleads |= Misleads(c);
      any |= static_cast<uint8_t>(c);
    }
    if (misleads != 0) return false;
    std::memcpy(copy + begin, block.data(), block.size());
  }
  return any < 0x80 || FindInvalidUtf8(text, 0) == absl::string_view::npos;
}

}  // namespace

JsonTree ParseJson(absl::string_view text, size_t begin) {
  std::array<char, kStackBytes> small;
  const size_t size = text.size() + kPadding;
  const auto free_large = [size](char* block) { FreeLarge(block, size); };
  std::unique_ptr<char, decltype(free_large)> large(nullptr, free_large);
  if (size > small.size()) large.reset(static_cast<char*>(AllocateLarge(size)));
  char* const copy = large == nullptr ? small.data() : large.get();
  if (begin == text.size() || !CopyPlain(text, copy)) return ParseJsonTolerantly(text, begin);
  std::memset(copy + text.size(), 0, kPadding);
  rapidjson::InsituStringStream stream(copy);
  stream.src_ = stream.dst_ = copy + begin;
  JsonTreeBuilder builder(text, begin);
  TreeHandler handler(builder, stream);
  rapidjson::Reader reader;
  if (reader.Parse<kParseFlags>(stream, handler).IsError()) {
    return ParseJsonTolerantly(text, begin);
  }
  builder.SetPlain(handler.is_plain() && builder.issues().empty());
  return std::move(builder).Take();
}

}  // namespace grpcfg
