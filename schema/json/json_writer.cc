#include "schema/json/json_writer.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "rapidjson/memorystream.h"
#include "rapidjson/prettywriter.h"
#include "rapidjson/reader.h"
#include "rapidjson/writer.h"
#include "schema/json/escape.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr size_t kColumns = 100;
constexpr unsigned kIndent = 2;

// What RapidJSON writes to. Strings and finished JSON are appended past it, so that a comma or a
// colon is one of the layout.
struct Sink {
  using Ch = char;

  void Put(char byte) const {
    out->push_back(byte);
    if (is_spaced && (byte == ',' || byte == ':')) out->push_back(' ');
  }
  void Flush() const {}

  std::string* out;
  bool is_spaced;
};

void AppendCharacter(const Character& character, std::string& out) {
  switch (character.code_point) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (!character.valid) {
    out += "\uFFFD";
  } else if (IsHidden(character.code_point)) {
    AppendJsonEscape(character.code_point, out);
  } else {
    absl::StrAppend(&out, character.bytes);
  }
}

void AppendString(absl::string_view text, std::string& out) {
  const auto is_plain = [](char byte) {
    return byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\';
  };
  out.push_back('"');
  for (const char* at = text.begin();;) {
    const char* const end = std::find_if_not(at, text.end(), is_plain);
    out.append(at, end);
    if (end == text.end()) break;
    const Character character = CharacterAt(text, static_cast<size_t>(end - text.begin()));
    AppendCharacter(character, out);
    at = end + character.bytes.size();
  }
  out.push_back('"');
}

// Writes what RapidJSON reads, which goes on while the functions return true; numbers stay as they
// are spelled.
struct Rewriter : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Rewriter> {
  explicit Rewriter(JsonWriter& to) : writer(to) {}

  bool Null() { return writer.Null(), true; }
  bool Bool(bool value) { return writer.Bool(value), true; }
  bool RawNumber(const char* digits, size_t size, bool /*copy*/) {
    return writer.Json({digits, size}), true;
  }
  bool String(const char* text, size_t size, bool /*copy*/) {
    return writer.String({text, size}), true;
  }
  bool Key(const char* text, size_t size, bool /*copy*/) { return writer.Key({text, size}), true; }
  bool StartObject() { return writer.StartObject(), true; }
  bool EndObject(size_t /*members*/) { return writer.EndObject(), true; }
  bool StartArray() { return writer.StartArray(), true; }
  bool EndArray(size_t /*elements*/) { return writer.EndArray(), true; }

  JsonWriter& writer;
};

}  // namespace

// RapidJSON's two writers of one document: that of lines is one of compact text too, by its base.
class JsonWriter::Rapid {
 public:
  Rapid(std::string& out, JsonLayout layout)
      : out_(out), sink_{&out, layout == JsonLayout::kSpaced}, writer_(sink_), layout_(layout) {
    writer_.SetIndent(' ', kIndent);
  }

  // Calls `write` with the writer of the layout.
  template <typename Write>
  void Emit(const Write& write) {
    const bool has_lines = layout_ == JsonLayout::kLines || layout_ == JsonLayout::kFitted;
    if (has_lines) return write(writer_);
    write(static_cast<rapidjson::Writer<Sink>&>(writer_));
  }

  // What is before a value, which is then appended to the string.
  void EmitPrefix(rapidjson::Type type) {
    Emit([&](auto& writer) { writer.RawValue("", 0, type); });
  }

  void Start() {
    if (layout_ == JsonLayout::kFitted) starts_.push_back(out_.size() - 1);
  }

  void End() {
    if (layout_ != JsonLayout::kFitted) return;
    Fit(starts_.back());
    starts_.pop_back();
  }

  [[nodiscard]] std::string& out() { return out_; }

 private:
  // Puts the object or list from `begin` on one line if it fits.
  void Fit(size_t begin) {
    const size_t column = begin - (out_.rfind('\n', begin) + 1);  // npos + 1 is 0
    std::string line;
    for (size_t at = begin; at < out_.size(); ++at) {
      if (out_[at] != '\n') {
        line.push_back(out_[at]);
        if (column + line.size() >= kColumns) return;
        continue;
      }
      if (line.back() == ',') line.push_back(' ');
      at = out_.find_first_not_of(' ', at + 1) - 1;
    }
    out_.resize(begin);
    out_ += line;
  }

  std::string& out_;
  Sink sink_;
  rapidjson::PrettyWriter<Sink> writer_;
  JsonLayout layout_;
  std::vector<size_t> starts_;  // of what is open, for kFitted
};

JsonWriter::JsonWriter(std::string& out, JsonLayout layout)
    : rapid_(std::make_unique<Rapid>(out, layout)) {}

JsonWriter::~JsonWriter() = default;

void JsonWriter::StartObject() {
  rapid_->Emit([](auto& writer) { writer.StartObject(); });
  rapid_->Start();
}

void JsonWriter::EndObject() {
  rapid_->Emit([](auto& writer) { writer.EndObject(); });
  rapid_->End();
}

void JsonWriter::StartArray() {
  rapid_->Emit([](auto& writer) { writer.StartArray(); });
  rapid_->Start();
}

void JsonWriter::EndArray() {
  rapid_->Emit([](auto& writer) { writer.EndArray(); });
  rapid_->End();
}

void JsonWriter::Key(absl::string_view key) { String(key); }

void JsonWriter::String(absl::string_view text) {
  rapid_->EmitPrefix(rapidjson::kStringType);
  AppendString(text, rapid_->out());
}

void JsonWriter::Number(double number) {
  if (!std::isfinite(number)) return Null();
  rapid_->Emit([&](auto& writer) { writer.Double(number); });
}

void JsonWriter::Count(uint64_t count) {
  rapid_->Emit([&](auto& writer) { writer.Uint64(count); });
}

void JsonWriter::Bool(bool value) {
  rapid_->Emit([&](auto& writer) { writer.Bool(value); });
}

void JsonWriter::Null() {
  rapid_->Emit([](auto& writer) { writer.Null(); });
}

void JsonWriter::Json(absl::string_view json) {
  rapid_->EmitPrefix(rapidjson::kNumberType);
  rapid_->out().append(json.data(), json.size());
}

void JsonWriter::StartObject(absl::string_view key) {
  Key(key);
  StartObject();
}

void JsonWriter::StartArray(absl::string_view key) {
  Key(key);
  StartArray();
}

void JsonWriter::WriteText(absl::string_view key, absl::string_view text) {
  Key(key);
  String(text);
}

void JsonWriter::WriteNumber(absl::string_view key, std::optional<double> number) {
  Key(key);
  number ? Number(*number) : Null();
}

void JsonWriter::WriteCount(absl::string_view key, std::optional<uint64_t> count) {
  Key(key);
  count ? Count(*count) : Null();
}

void JsonWriter::WriteBool(absl::string_view key, bool value) {
  Key(key);
  Bool(value);
}

void JsonWriter::WriteJson(absl::string_view key, absl::string_view json) {
  Key(key);
  Json(json);
}

void JsonWriter::WriteVersion() { WriteCount("version", kOutputVersion); }

std::string JsonString(absl::string_view text) {
  std::string json;
  AppendString(text, json);
  return json;
}

std::string RelaidJson(absl::string_view json, JsonLayout layout) {
  return WrittenJson(layout, [&](JsonWriter& writer) {
    rapidjson::MemoryStream stream(json.data(), json.size());
    Rewriter rewriter(writer);
    constexpr unsigned kFlags =
        rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
    const bool is_json = !rapidjson::Reader().Parse<kFlags>(stream, rewriter).IsError();
    ABSL_HARDENING_ASSERT(is_json);
  });
}

}  // namespace grpcfg
