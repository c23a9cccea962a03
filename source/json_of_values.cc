#include "source/json_of_values.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_writer.h"

namespace grpcfg {
namespace {

using absl::string_view;
using Kind = HostValue::Kind;

// Keys of Grpc.Net.Client.Configuration, which is written in its own words.
std::string KeyOf(string_view word, const Language& language) {
  if (language.name != "csharp" || word.empty() ||
      !absl::ascii_isupper(static_cast<unsigned char>(word[0]))) {
    return std::string(word);
  }
  if (word == "MethodConfigs") return "methodConfig";
  if (word == "LoadBalancingConfigs") return "loadBalancingConfig";
  if (word == "Names") return "name";
  std::string key(word);
  key[0] = absl::ascii_tolower(static_cast<unsigned char>(key[0]));
  return key;
}

// Writes values as JSON, with the place of each part.
class JsonOfValues {
 public:
  JsonOfValues(string_view text, SourceConfig& config) : text_(text), config_(config) {}

  // NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
  void Write(const HostValue& value) {
    switch (value.kind) {
      case Kind::kHole:
        return WriteHole(value.span);
      case Kind::kWord:
        return WriteWord(value.json, value.span);
      case Kind::kText:
        return WriteString(value);
      case Kind::kObject:
        return WriteObject(value);
      case Kind::kList:
        WriteAt("[", OpeningBracket(value.span));
        for (size_t i = 0; i < value.elements.size(); ++i) {
          if (i > 0) WriteAt(",", {value.elements[i].span.begin, value.elements[i].span.begin});
          Write(value.elements[i]);
        }
        if (value.is_open) WriteRest(value, value.elements.empty());
        return WriteAt("]", {std::max(value.span.end, 1U) - 1, value.span.end});
    }
  }

 private:
  [[nodiscard]] uint32_t Octet() const { return static_cast<uint32_t>(config_.json.text.size()); }

  // All of `json` stands at `span`.
  void WriteAt(string_view json, Span span) {
    config_.json.map.Add({Octet(), span.begin, 0, span.size()});
    absl::StrAppend(&config_.json.text, json);
    config_.json.map.AddPlain(Octet(), span.end);
  }

  void WriteHole(Span span) {
    const uint32_t begin = Octet();
    WriteAt(Slice(text_, span), span);
    config_.json.holes.push_back({{begin, Octet()}, span});
  }

  // A value or key that is written without quotes at `span`.
  void WriteWord(string_view json, Span span) {
    const uint32_t begin = Octet();
    WriteAt(json, span);
    if (span.empty()) return;  // a null of YAML that is not written
    const Token token = {.kind = Token::Kind::kWord, .span = span};
    config_.parts.push_back({{begin, Octet()}, token, true});
  }

  // Members or elements that are not known.
  void WriteRest(const HostValue& value, bool is_first) {
    const Span end = {std::max(value.span.end, 1U) - 1, std::max(value.span.end, 1U) - 1};
    if (!is_first) WriteAt(",", end);
    const uint32_t begin = Octet();
    WriteAt("...", end);
    config_.json.holes.push_back({{begin, Octet()}, end});
  }

  void WriteString(const HostValue& value) {
    DecodedText said;
    for (const TextPart& part : value.parts) {
      if (part.token == nullptr) return WriteHole(value.span);
      Decode(text_, *part.token, part.trimming, said);
    }
    if (!said.holes.empty() || value.format != Format::kNone) return WriteHole(value.span);
    const uint32_t begin = Octet();
    WriteAt(JsonString(said.text), value.span);
    if (value.parts.size() == 1) {
      config_.parts.push_back({{begin, Octet()}, *value.parts[0].token, true});
    }
  }

  void WriteKey(const HostValue& key) {
    if (key.kind == Kind::kText) return WriteString(key);
    const bool is_quoted = absl::StartsWith(key.json, "\"");
    WriteWord(is_quoted ? key.json : JsonString(KeyOf(key.json, *config_.language)), key.span);
  }

  // NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
  void WriteObject(const HostValue& value) {
    WriteAt("{", OpeningBracket(value.span));
    bool is_first = true;
    for (const auto& [key, member] : value.members) {
      if (!std::exchange(is_first, false)) WriteAt(",", {key.span.begin, key.span.begin});
      WriteKey(key);
      WriteAt(":", {key.span.end, key.span.end});
      Write(member);
    }
    if (value.is_open) WriteRest(value, value.members.empty());
    WriteAt("}", {std::max(value.span.end, 1U) - 1, value.span.end});
  }

  string_view text_;
  SourceConfig& config_;
};

}  // namespace

void WriteJson(string_view text, const HostValue& value, SourceConfig& config) {
  JsonOfValues(text, config).Write(value);
}

}  // namespace grpcfg
