// How JSON is written: RapidJSON's writers for the layout, our own escapes for the strings.
// Promise: whatever the bytes of a string, the text is JSON in UTF-8 without controls.
#ifndef GRPCFG_SCHEMA_JSON_JSON_WRITER_H_
#define GRPCFG_SCHEMA_JSON_JSON_WRITER_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "absl/base/macros.h"
#include "absl/strings/string_view.h"
#include "rapidjson/prettywriter.h"
#include "rapidjson/writer.h"
#include "schema/json/escape.h"

namespace grpcfg {

// What RapidJSON writes to: the end of whatever string is given next.
struct JsonSink {
  using Ch = char;

  void Put(char byte) const { out->push_back(byte); }
  void Flush() const {}

  std::string* out = nullptr;
};

// Where members of an object stand in what was written: each with the comma before it, if it has
// one.
struct WrittenMembers {
  explicit WrittenMembers(size_t at) : begin(at), end(at) {}

  size_t begin;
  size_t end;
};

// One of RapidJSON's writers, which goes byte by byte and passes invalid UTF-8 and the controls
// above U+007E through: here texts are appended whole, with escapes of our own; keys that are
// literals have none.
template <typename Layout>
class JsonText : public Layout {
 public:
  explicit JsonText(JsonSink& sink) : Layout(sink) {}

  void Key(absl::string_view name) { String(name); }

  // A literal, which must have nothing to escape.
  template <size_t kBytes>
  void Key(const char (&name)[kBytes]) {
    AppendKey(name, "");
  }

  // The same with a string that is its value.
  template <size_t kBytes>
  void Member(const char (&name)[kBytes], absl::string_view text) {
    if constexpr (kIsIndented) {
      AppendKey(name, ": ");
    } else {
      AppendKey(name, ":");
    }
    AppendJsonString(text, *this->os_->out);
    ++count();
  }

  void String(absl::string_view text) {
    Layout::RawValue("", 0, rapidjson::kStringType);
    AppendJsonString(text, *this->os_->out);
  }

  // A value that is JSON already.
  void Value(absl::string_view json, rapidjson::Type type) {
    Layout::RawValue("", 0, type);
    this->os_->out->append(json.data(), json.size());
  }

  // One that `append`(text) writes to the end of the text.
  template <typename Append>
  void Appended(rapidjson::Type type, const Append& append) {
    Layout::RawValue("", 0, type);
    append(*this->os_->out);
  }

  // The bytes so far.
  [[nodiscard]] size_t size() const { return this->os_->out->size(); }

  // The same members once more, in an object that is as deep; they are its first ones if they were
  // before.
  void Repeat(const WrittenMembers& members) {
    std::string& out = *this->os_->out;
    out.append(out, members.begin, members.end - members.begin);
    count() += 2;  // what is next is a key behind another member
  }

 private:
  static constexpr bool kIsIndented = std::is_base_of_v<rapidjson::PrettyWriter<JsonSink>, Layout>;

  // The keys and values of the innermost object or list so far.
  size_t& count() { return this->level_stack_.template Top<typename Layout::Level>()->valueCount; }

  // In one go with the comma before it, unless there are blanks too.
  template <size_t kName, size_t kBehind>
  void AppendKey(const char (&name)[kName], const char (&behind)[kBehind]) {
    ABSL_ASSERT(IsPlainInJson(absl::string_view(name, kName - 1)));
    std::array<char, kName + kBehind + 1> text;  // a comma, and quotes in place of the final zeros
    char* end = text.data();
    *end++ = ',';
    *end++ = '"';
    end = std::copy_n(name, kName - 1, end);
    *end++ = '"';
    std::copy_n(behind, kBehind - 1, end);
    bool has_comma = false;
    if constexpr (kIsIndented) {
      Layout::RawValue("", 0, rapidjson::kStringType);
    } else {
      has_comma = count()++ > 0;
    }
    const size_t begin = has_comma ? 0 : 1;
    this->os_->out->append(text.data() + begin, text.size() - begin);
  }
};

// Of a value that is JSON already, without blanks before it.
inline rapidjson::Type JsonTypeOf(absl::string_view json) {
  switch (json[0]) {
    case '"':
      return rapidjson::kStringType;
    case '[':
      return rapidjson::kArrayType;
    case '{':
      return rapidjson::kObjectType;
    case 'n':
      return rapidjson::kNullType;
    case 't':
      return rapidjson::kTrueType;
    case 'f':
      return rapidjson::kFalseType;
    default:
      return rapidjson::kNumberType;
  }
}

// What our documents say of themselves. Members are only ever added to it.
inline constexpr int kOutputVersion = 1;

using CompactJson = JsonText<rapidjson::Writer<JsonSink>>;
using IndentedJson = JsonText<rapidjson::PrettyWriter<JsonSink>>;

// Strings, members and lists, written with either writer.
template <typename Writer>
class MemberWriter {
 public:
  explicit MemberWriter(Writer& writer) : writer_(writer) {}

  // The first member of a document: see docs/json.md.
  void WriteVersion() {
    writer_.Key("version");
    writer_.Int(kOutputVersion);
  }

  void WriteString(absl::string_view text) { writer_.String(text); }

  void WriteText(absl::string_view key, absl::string_view value) {
    WriteString(key);
    WriteString(value);
  }

  template <size_t kBytes>
  void WriteText(const char (&key)[kBytes], absl::string_view value) {
    writer_.Member(key, value);
  }

  // Null for what has no end, which is no number of JSON, and for what is not there.
  void WriteNumber(absl::string_view key, std::optional<double> number) {
    writer_.Key(key);
    number&& std::isfinite(*number) ? writer_.Double(*number) : writer_.Null();
  }

  // Null for what is not there.
  void WriteCount(absl::string_view key, std::optional<uint64_t> count) {
    writer_.Key(key);
    count ? writer_.Uint64(*count) : writer_.Null();
  }

  // A value that is JSON already, without blanks before it.
  void WriteJson(absl::string_view key, absl::string_view json) {
    writer_.Key(key);
    writer_.Value(json, JsonTypeOf(json));
  }

  template <size_t kBytes, typename Elements, typename WriteElement>
  void WriteArray(const char (&key)[kBytes], const Elements& elements,
                  const WriteElement& write_element) {
    writer_.Key(key);
    if (elements.empty()) return writer_.Value("[]", rapidjson::kArrayType);
    WriteArray(elements, write_element);
  }

  template <typename Elements, typename WriteElement>
  void WriteArray(const Elements& elements, const WriteElement& write_element) {
    writer_.StartArray();
    for (const auto& element : elements) write_element(element);
    writer_.EndArray();
  }

 private:
  Writer& writer_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_WRITER_H_
