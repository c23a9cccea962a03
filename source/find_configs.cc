#include "source/find_configs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "re2/re2.h"
#include "schema/fields/config_by_content.h"
#include "source/host_value.h"
#include "source/json_of_values.h"
#include "source/markup.h"
#include "source/text_config.h"

namespace grpcfg {
namespace {

using absl::string_view;
using Kind = HostValue::Kind;

// ---- Calls and options that take a config

// In front of a config there is one of these and a comma, a colon, a bracket or the like.
constexpr string_view kCalls[] = {
    "grpc.service_config",       // channel arguments of C-core and grpc-js
    "GRPC_ARG_SERVICE_CONFIG",   // grpc/impl/channel_arg_names.h
    "SetServiceConfigJSON",      // grpcpp/support/channel_arguments.h
    "WithDefaultServiceConfig",  // grpc-go dialoptions.go
    "defaultServiceConfig",      // grpc-java ManagedChannelBuilder
    "default_service_config",    // bb-storage and others
    "ServiceConfig",             // grpc-dotnet GrpcChannelOptions
    "service_config_json",       // flags of grpc's own clients
    "DefaultServiceConfig",      // fields of settings
    "defaultServiceConfigJson",
    "serviceConfig",
    "service_config",
};

// Those that nothing else is called.
constexpr size_t kSureCalls = 5;

const re2::RE2& Anchors() {
  static const re2::RE2 kAnchors(
      "(?i)method[_-]?configs?\\b|load[_-]?balancing[_-]?(?:config|policy)|retry[_-]?throttling|"
      "health[_-]?check[_-]?config|service[_-]?config");
  return kAnchors;
}

re2::StringPiece Piece(string_view text) { return {text.data(), text.size()}; }

// ---- JSON in texts

// `{{` and `}}` are braces, and what else is in braces is put in.
void ReadBraces(DecodedText& decoded) {
  if (!absl::StrContains(decoded.text, "{{")) return;
  DecodedText read;
  const string_view text = decoded.text;
  for (size_t i = 0; i < text.size();) {
    const bool is_doubled = text.substr(i, 2) == "{{" || text.substr(i, 2) == "}}";
    const size_t close = text[i] == '{' && !is_doubled ? text.find('}', i) : string_view::npos;
    const size_t end = close != string_view::npos ? close + 1 : i + (is_doubled ? 2 : 1);
    const Span source =
        decoded.map.SourceOf({static_cast<uint32_t>(i), static_cast<uint32_t>(end)});
    const auto octet = static_cast<uint32_t>(read.text.size());
    read.map.Add({octet, source.begin, 0, source.size()});
    absl::StrAppend(&read.text, text.substr(i, is_doubled ? 1 : end - i));
    if (close != string_view::npos) {
      read.holes.push_back({{octet, static_cast<uint32_t>(read.text.size())}, source});
    }
    i = end;
  }
  const Span end = decoded.map.SourceOf(
      {static_cast<uint32_t>(text.size()), static_cast<uint32_t>(text.size())});
  read.map.AddPlain(static_cast<uint32_t>(read.text.size()), end.begin);
  decoded = std::move(read);
}

// `%s`, `%[1]d`, `%(name)s`.
void FindConversions(DecodedText& decoded) {
  static const re2::RE2 kConversion(
      R"(%(?:\(\w+\)|\[\d+\])?[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z|j)?[a-zA-Z])");
  const re2::StringPiece whole = Piece(decoded.text);
  re2::StringPiece found;
  size_t at = 0;
  while (kConversion.Match(whole, at, whole.size(), re2::RE2::UNANCHORED, &found, 1)) {
    const auto begin = static_cast<uint32_t>(found.data() - whole.data());
    const auto end = static_cast<uint32_t>(begin + found.size());
    decoded.holes.push_back({{begin, end}, decoded.map.SourceOf({begin, end})});
    at = end;
  }
  absl::c_sort(decoded.holes,
               [](const Hole& a, const Hole& b) { return a.place.begin < b.place.begin; });
}

// What the text of a value says, and of which parts.
void DecodeText(string_view text, const HostValue& value, SourceConfig& config) {
  DecodedText& decoded = config.json;
  for (const TextPart& part : value.parts) {
    const auto begin = static_cast<uint32_t>(decoded.text.size());
    if (part.token != nullptr) {
      Decode(text, *part.token, part.trimming, decoded);
      config.parts.push_back({{begin, static_cast<uint32_t>(decoded.text.size())}, *part.token});
      continue;
    }
    decoded.map.Add({begin, part.source.begin, 0, part.source.size()});
    absl::StrAppend(&decoded.text, Slice(text, part.source));
    const auto end = static_cast<uint32_t>(decoded.text.size());
    decoded.map.AddPlain(end, part.source.end);
    decoded.holes.push_back({{begin, end}, part.source});
  }
  if (value.format == Format::kBraces) ReadBraces(decoded);
  if (value.format == Format::kPrintf) FindConversions(decoded);
  if (value.format == Format::kBraces) config.parts.clear();  // their octets have moved
}

// The JSON with null, or nothing inside a string, for each hole: for its shape.
std::string WithoutHoles(const DecodedText& json) {
  std::string plain;
  size_t at = 0;
  for (const Hole& hole : json.holes) {
    if (hole.place.begin < at) continue;
    absl::StrAppend(&plain, string_view(json.text).substr(at, hole.place.begin - at));
    const bool is_in_string = std::count(plain.begin(), plain.end(), '"') % 2 == 1;
    if (!is_in_string) absl::StrAppend(&plain, "null");
    at = hole.place.end;
  }
  absl::StrAppend(&plain, string_view(json.text).substr(at));
  return plain;
}

string_view FormOf(const HostValue& value, const SourceConfig& config) {
  if (value.kind != Kind::kText) return "object";
  if (value.format != Format::kNone) return "format";
  if (!config.json.holes.empty()) return "template";
  return value.parts.size() > 1 ? "strings" : "string";
}

// ---- The configs of one file

// From the first part of a value to the last, wherever names led to.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
void Cover(const HostValue& value, Span& span) {
  span = {std::min(span.begin, value.span.begin), std::max(span.end, value.span.end)};
  for (const auto& [key, member] : value.members) {
    Cover(key, span);
    Cover(member, span);
  }
  for (const HostValue& element : value.elements) Cover(element, span);
}

class Finder {
 public:
  Finder(string_view text, Span within, const Language& language, SourceConfigs& found)
      : text_(text),
        language_(language),
        tokens_(Lex(text, within, language)),
        values_(text, language, tokens_),
        found_(found) {}

  void Run() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].span.begin < end_) continue;  // inside a config that is found
      const Token::Kind kind = tokens_[i].kind;
      if (kind != Token::Kind::kString && kind != Token::Kind::kWord) continue;
      const string_view word = kind == Token::Kind::kString ? Slice(text_, tokens_[i].content)
                                                            : Slice(text_, tokens_[i].span);
      if (TryCall(i, word) || TryKey(i, word)) continue;
      if (kind == Token::Kind::kString) TryText(i, word);
    }
  }

 private:
  // A config that is handed over.
  bool TryCall(size_t token, string_view word) {
    const auto call = absl::c_find(kCalls, word);
    if (call == std::end(kCalls)) return false;
    const bool is_sure = call - std::begin(kCalls) < static_cast<ptrdiff_t>(kSureCalls);
    size_t value = token + 1;
    if (!values_.Is(value, "(") && !values_.Is(value, ",") && !values_.Is(value, ":") &&
        !values_.Is(value, "=>") && !values_.Is(value, "=")) {
      return false;
    }
    ++value;
    if (value >= tokens_.size()) return false;
    const HostValue handed = values_.At(value);
    if (handed.kind == Kind::kHole) {
      if (is_sure && word != "defaultServiceConfig") {
        found_.unread.push_back({handed.span, std::string(word)});
      }
      return false;
    }
    return Add(handed, is_sure);
  }

  // An object with a member that only configs have.
  bool TryKey(size_t token, string_view word) {
    if (!IsKeyOfConfig(word)) return false;
    const size_t next = token + 1;
    const bool is_string = tokens_[token].kind == Token::Kind::kString;
    const bool is_key = values_.Is(next, ":") || values_.Is(next, "=>") || values_.Is(next, "to") ||
                        values_.Is(next, "->") || (is_string && values_.Is(next, ",")) ||
                        (values_.Is(next, "=") && !is_string);
    if (!is_key) return false;
    const size_t open = values_.Around(token);
    if (open == tokens_.size()) return false;
    // `put("methodConfig", ...)` and pairs: what has them is one further out.
    size_t begin = values_.BeginOf(open);
    HostValue value = values_.At(begin);
    if (value.kind != Kind::kObject && values_.Around(open) != tokens_.size()) {
      value = values_.At(values_.BeginOf(values_.Around(open)));
    }
    return value.kind == Kind::kObject && Add(value, false);
  }

  void TryText(size_t token, string_view content) {
    if (!BeginsJson(content.substr(FlagBefore(content))) && !absl::StartsWith(content, "\\n"))
      return;
    const HostValue value = values_.At(token);
    if (value.kind == Kind::kText) Add(value, false);
  }

  // `is_sure`: it is one whatever is in it.
  bool Add(const HostValue& value, bool is_sure) {
    SourceConfig config = {.language = &language_, .range = value.span};
    bool is_of_flag = false;
    if (value.kind == Kind::kText) {
      DecodeText(text_, value, config);
      const size_t flag = FlagBefore(config.json.text);
      is_of_flag = IsFlagForConfig(string_view(config.json.text).substr(0, flag));
      DropBefore(flag, config);
      if (!BeginsJson(config.json.text)) return false;
    } else {
      if (value.kind != Kind::kObject || !HasLiteral(value)) return false;
      config.is_object = true;
      Cover(value, config.range);
      WriteJson(text_, value, config);
    }
    config.form = FormOf(value, config);
    is_sure = is_sure || is_of_flag;
    if (!is_sure && !IsConfigByContent(WithoutHoles(config.json))) return false;
    const bool is_known = absl::c_any_of(found_.configs, [&](const SourceConfig& each) {
      return each.range.begin < config.range.end && config.range.begin < each.range.end;
    });
    if (is_known) return true;
    end_ = std::max(end_, config.range.end);
    found_.configs.push_back(std::move(config));
    return true;
  }

  string_view text_;
  const Language& language_;
  const std::vector<Token> tokens_;
  HostValues values_;
  SourceConfigs& found_;
  uint32_t end_ = 0;  // of the last config
};

void FindIn(string_view text, Span within, const Language& language, SourceConfigs& found) {
  Finder(text, within, language, found).Run();
}

}  // namespace

bool MayHaveConfigs(string_view text) { return re2::RE2::PartialMatch(Piece(text), Anchors()); }

SourceConfigs FindConfigs(string_view text, const Language& language) {
  SourceConfigs found;
  if (!MayHaveConfigs(text)) return found;
  const Span whole = {0, static_cast<uint32_t>(text.size())};
  if (language.name == "markdown") {
    FindInMarkdown(text, FindIn, found);
  } else if (language.name == "yaml") {
    FindInYaml(text, language, found);
  } else {
    FindIn(text, whole, language, found);
  }
  absl::c_sort(found.configs, [](const SourceConfig& a, const SourceConfig& b) {
    return a.range.begin < b.range.begin;
  });
  return found;
}

}  // namespace grpcfg
