// How JSON is written: RapidJSON's writers for the layout, our own escapes for the strings.
// Promise: whatever the bytes of a string, the text is JSON in UTF-8 without controls.
#ifndef GRPCFG_VALIDATOR_JSON_WRITER_H_
#define GRPCFG_VALIDATOR_JSON_WRITER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "rapidjson/prettywriter.h"
#include "rapidjson/writer.h"
#include "schema/position.h"
#include "validator/escape.h"

namespace grpcfg {

// What RapidJSON writes to: the end of whatever string is given next.
struct JsonSink {
  using Ch = char;

  void Put(char byte) const { out->push_back(byte); }
  void Flush() const {}

  std::string* out = nullptr;
};

using CompactJson = rapidjson::Writer<JsonSink>;
using IndentedJson = rapidjson::PrettyWriter<JsonSink>;

// A place in a text as an object, with either writer.
template <typename Writer>
void WritePosition(Position position, Writer& writer) {
  writer.StartObject();
  writer.Key("offset");
  writer.Uint(position.offset);
  writer.Key("line");
  writer.Uint(position.line);
  writer.Key("column");
  writer.Uint(position.column);
  writer.EndObject();
}

// Strings, members and lists, written with either writer.
template <typename Writer>
class JsonMembers {
 public:
  explicit JsonMembers(Writer& writer) : writer_(writer) {}

  // RapidJSON would pass invalid UTF-8 and the controls above U+007E through.
  void WriteString(absl::string_view text) {
    scratch_.clear();
    AppendJsonString(text, scratch_);
    writer_.RawValue(scratch_.data(), scratch_.size(), rapidjson::kStringType);
  }

  void WriteText(absl::string_view key, absl::string_view value) {
    WriteString(key);
    WriteString(value);
  }

  template <typename Elements, typename WriteElement>
  void WriteArray(const char* key, const Elements& elements, const WriteElement& write_element) {
    writer_.Key(key);
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
  std::string scratch_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_JSON_WRITER_H_
