// The one writer of JSON: RapidJSON's for the layout and the numbers, our own escapes for strings.
// Promise: whatever the bytes of a string, the text is JSON in UTF-8 without anything that a
// terminal would obey or hide (see escape.h); a byte that is not UTF-8 becomes U+FFFD.
#ifndef GRPCFG_SCHEMA_JSON_JSON_WRITER_H_
#define GRPCFG_SCHEMA_JSON_JSON_WRITER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// The version of our documents. Members are only ever added to it.
inline constexpr int kOutputVersion = 1;

enum class JsonLayout : uint8_t {
  kCompact,  // on one line, without blanks
  kSpaced,   // on one line, with a blank after each comma and colon
  kLines,    // each member and element on a line, indented by two
  kFitted,   // kSpaced for what ends before column 100, kLines for what holds it
};

// Writes one value to the end of a string: in an object keys and values by turns. What stands on
// one line in a document of lines is written by a writer of its own and added with Json().
class JsonWriter {
 public:
  // `out` must outlive the writer. For kFitted nothing else may change it meanwhile; else it may
  // be emptied between two calls.
  explicit JsonWriter(std::string& out, JsonLayout layout = JsonLayout::kCompact);
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;
  ~JsonWriter();

  void StartObject();
  void EndObject();
  void StartArray();
  void EndArray();

  void Key(absl::string_view key);
  void String(absl::string_view text);
  void Number(double number);  // null for what is not finite
  void Count(uint64_t count);
  void Bool(bool value);
  void Null();
  void Json(absl::string_view json);  // a value that is JSON already

  // Members of the object that is open.
  void StartObject(absl::string_view key);
  void StartArray(absl::string_view key);
  void WriteText(absl::string_view key, absl::string_view text);
  void WriteNumber(absl::string_view key, std::optional<double> number);  // null for none
  void WriteCount(absl::string_view key, std::optional<uint64_t> count);  // null for none
  void WriteBool(absl::string_view key, bool value);
  void WriteJson(absl::string_view key, absl::string_view json);

  // The first member of our documents: see docs/json.md.
  void WriteVersion();

  // Calls `write_element`(element) for each.
  template <typename Elements, typename WriteElement>
  void WriteArray(const Elements& elements, const WriteElement& write_element) {
    StartArray();
    for (const auto& element : elements) write_element(element);
    EndArray();
  }

  template <typename Elements, typename WriteElement>
  void WriteArray(absl::string_view key, const Elements& elements,
                  const WriteElement& write_element) {
    Key(key);
    WriteArray(elements, write_element);
  }

  // A list of strings.
  template <typename Texts>
  void WriteTexts(absl::string_view key, const Texts& texts) {
    WriteArray(key, texts, [&](absl::string_view text) { String(text); });
  }

 private:
  class Rapid;

  std::unique_ptr<Rapid> rapid_;
};

// `text` in quotes.
std::string JsonString(absl::string_view text);

// The value that `write`(writer) writes.
template <typename Write>
std::string WrittenJson(JsonLayout layout, const Write& write) {
  std::string json;
  JsonWriter writer(json, layout);
  write(writer);
  return json;
}

// `json`, which must be JSON with numbers that a double holds, in another layout.
std::string RelaidJson(absl::string_view json, JsonLayout layout);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_WRITER_H_
