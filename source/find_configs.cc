#include "source/find_configs.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "re2/re2.h"
#include "schema/fields/config_by_content.h"
#include "source/filled_config.h"
#include "source/host_value.h"
#include "source/json_of_values.h"
#include "source/markup.h"
#include "source/text_config.h"

namespace grpcfg {
namespace {

using absl::string_view;
using Kind = HostValue::Kind;

// ---- Calls and options that take a config

struct Call {
  string_view word;
  bool is_sure;         // nothing else is called so
  bool is_read = true;  // what it is handed can be seen in most programs
};

// In front of a config there is one of these and a comma, a colon, a bracket or the like.
constexpr Call kCalls[] = {
    {"grpc.service_config", true},          // channel arguments of C-core and grpc-js
    {"GRPC_ARG_SERVICE_CONFIG", true},      // grpc/impl/channel_arg_names.h
    {"SetServiceConfigJSON", true},         // grpcpp/support/channel_arguments.h
    {"WithDefaultServiceConfig", true},     // grpc-go dialoptions.go
    {"defaultServiceConfig", true, false},  // grpc-java ManagedChannelBuilder
    {"ParseServiceConfig", true, false},    // grpc-go resolver.ClientConn
    {"parseServiceConfig", true, false},    // grpc-java NameResolver.ServiceConfigParser
    {"default_service_config", false},      // bb-storage and others
    {"ServiceConfig", false},               // grpc-dotnet GrpcChannelOptions
    {"service_config_json", false},         // flags of grpc's own clients
    {"DefaultServiceConfig", false},        // fields of settings
    {"defaultServiceConfigJson", false},
    {"serviceConfig", false},
    {"service_config", false},
};

const re2::RE2& Anchors() {
  static const re2::RE2 kAnchors(
      "(?i)method[_-]?configs?\\b|load[_-]?balancing[_-]?(?:config|policy)|retry[_-]?throttling|"
      "health[_-]?check[_-]?config|service[_-]?config");
  return kAnchors;
}

re2::StringPiece Piece(string_view text) { return {text.data(), text.size()}; }

// One with more says nothing.
constexpr size_t kMostHoles = 500;

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

// True if braces are doubled in `text`, as no JSON begins.
bool HasDoubledBraces(string_view text) {
  text = absl::StripLeadingAsciiWhitespace(text);
  absl::ConsumePrefix(&text, "[");
  return absl::StartsWith(text, "{{") && absl::StrContains(text, "}}");
}

// False if brackets are open at the end: more of it is written elsewhere.
bool IsClosed(string_view json) {
  size_t open = 0;
  bool is_in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') is_in_string = !is_in_string;
    if (is_in_string && json[i] == '\\') ++i;
    if (is_in_string) continue;
    if (json[i] == '{' || json[i] == '[') ++open;
    if ((json[i] == '}' || json[i] == ']') && open > 0) --open;
  }
  return open == 0 && !is_in_string;
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
  if (value.format == Format::kBraces || HasDoubledBraces(decoded.text)) {
    ReadBraces(decoded);
    config.parts.clear();  // their octets have moved
  }
  FindPlaceholders(decoded);
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

// How much is known of the parts of a value that only configs have.
enum class Parts : uint8_t { kNone, kUnknown, kKnown };

// `key` has a value that configs have there.
bool IsPart(string_view text, string_view key, const HostValue& value) {
  if (!IsKeyOfConfig(key)) return false;
  const bool is_list = IsListOfConfig(key);
  if (value.kind == Kind::kList) return is_list;
  // A list that was forgotten, and no object of another system, has objects of a config.
  return value.kind == Kind::kObject && absl::c_any_of(value.members, [&](const auto& member) {
           return IsFieldOfPart(key, KeyText(text, member.first)) &&
                  (!is_list || member.second.kind == Kind::kObject);
         });
}

Parts PartsOf(string_view text, const HostValue& value) {
  Parts parts = Parts::kNone;
  for (const auto& [key, member] : value.members) {
    if (!IsPart(text, KeyText(text, key), member)) continue;
    if (HasLiteral(member)) return Parts::kKnown;
    if (HasHole(member)) parts = Parts::kUnknown;
  }
  return parts;
}

// What is read once, for all configs of it.
struct Program {
  string_view text;
  const Language& language;
  std::vector<Token> tokens;
};

class Finder {
 public:
  Finder(const Program& program, HostValues& values, SourceConfigs& found)
      : text_(program.text),
        language_(program.language),
        tokens_(program.tokens),
        values_(values),
        found_(found) {}

  void Run() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      at_ = tokens_[i].span.begin;
      if (at_ < end_) continue;  // inside a config that is found
      const Token::Kind kind = tokens_[i].kind;
      if (kind != Token::Kind::kString && kind != Token::Kind::kWord) continue;
      const string_view word = kind == Token::Kind::kString ? Slice(text_, tokens_[i].content)
                                                            : Slice(text_, tokens_[i].span);
      if (TryCall(i, word) || TryKey(i, word)) continue;
      if (kind == Token::Kind::kString) TryText(i, word);
    }
    if (found_.configs.empty() && found_.unread.empty() && elsewhere_) {
      found_.unread.push_back(*std::move(elsewhere_));
    }
  }

 private:
  // A config that is handed over.
  bool TryCall(size_t token, string_view word) {
    const auto* const call =
        absl::c_find_if(kCalls, [&](const Call& each) { return each.word == word; });
    if (call == std::end(kCalls)) return false;
    const bool is_index = values_.Is(token + 1, "]") && values_.Is(token + 2, "=");
    size_t value = token + (is_index ? 2 : 1);
    if (!values_.Is(value, "(") && !values_.Is(value, ",") && !values_.Is(value, ":") &&
        !values_.Is(value, "=>") && !values_.Is(value, "=")) {
      return false;
    }
    ++value;
    if (value >= tokens_.size() || values_.Is(value, ")")) return false;
    const HostValue handed = values_.At(value);
    const bool is_empty = handed.kind == Kind::kObject && handed.members.empty();
    if (is_empty && handed.span.begin < at_) return false;  // what a parameter is by default
    const bool is_known = handed.kind == Kind::kObject ? HasMember(handed) : HasLiteral(handed);
    return is_known ? Add(handed, call->is_sure) : NoteUnread(*call, token, handed);
  }

  // False: what is handed over may hold a config further inside.
  bool NoteUnread(const Call& call, size_t token, const HostValue& handed) {
    const bool is_hole = handed.kind == Kind::kHole;
    if (!call.is_sure || !HasHole(handed) || IsDeclared(token)) return false;
    UnreadConfig unread = {handed.span, std::string(call.word)};
    if (!is_hole || call.is_read) {
      AddUnread(std::move(unread));
    } else if (language_.client == "java" && values_.Is(token - 1, ".") &&
               values_.Is(token + 1, "(")) {
      elsewhere_ = std::move(unread);
    }
    return !is_hole;
  }

  // Where it is made and where it is handed over it is one.
  void AddUnread(UnreadConfig unread) {
    if (unread_.insert(unread.range.begin).second) found_.unread.push_back(std::move(unread));
  }

  // `void SetServiceConfigJSON(`, `ChannelArguments::SetServiceConfigJSON(`: no call.
  [[nodiscard]] bool IsDeclared(size_t token) const {
    if (token == 0 || !values_.Is(token + 1, "(")) return false;
    return values_.Is(token - 1, "::") ||
           (tokens_[token - 1].kind == Token::Kind::kWord && !values_.Is(token - 1, "return"));
  }

  // An object with a member that only configs have.
  bool TryKey(size_t token, string_view word) {
    if (!IsKeyOfConfig(word)) return false;
    const bool is_index = token > 0 && values_.Is(token - 1, "[") && values_.Is(token + 1, "]");
    const size_t next = token + (is_index ? 2 : 1);
    const bool is_string = tokens_[token].kind == Token::Kind::kString;
    const bool is_key = values_.Is(next, ":") || values_.Is(next, "=>") || values_.Is(next, "to") ||
                        values_.Is(next, "->") || (is_string && values_.Is(next, ",")) ||
                        (values_.Is(next, "=") && (!is_string || is_index));
    if (!is_key) return false;
    const size_t open = values_.Around(token);
    if (open == tokens_.size()) return false;
    // `put("methodConfig", ...)` and pairs: what has them is one further out.
    const size_t begin = values_.BeginOf(open);
    HostValue value = values_.At(begin);
    // `x.put("methodConfig", ...)`, `x["methodConfig"] = ...`
    if (value.kind != Kind::kObject && begin < open) value = values_.OfName(begin);
    if (value.kind != Kind::kObject && values_.Around(open) != tokens_.size()) {
      value = values_.At(values_.BeginOf(values_.Around(open)));
    }
    switch (PartsOf(text_, value)) {
      case Parts::kNone:
        return false;
      case Parts::kUnknown:
        AddUnread({value.span, std::string(word)});
        return true;
      case Parts::kKnown:
        return Add(value, false);
    }
    return false;
  }

  void TryText(size_t token, string_view content) {
    // After line breaks and margins.
    while (absl::ConsumePrefix(&content, "\\n") || absl::ConsumePrefix(&content, "|") ||
           (!content.empty() && absl::ascii_isspace(static_cast<unsigned char>(content[0])))) {
      content = absl::StripLeadingAsciiWhitespace(content);
    }
    if (!BeginsJson(content.substr(FlagBefore(content)))) return;
    const HostValue value = values_.At(values_.BeginOfText(token));
    if (value.kind == Kind::kText) Add(value, false);
  }

  // True if some member of an object is known by more than its key.
  static bool HasMember(const HostValue& object) {
    return (object.members.empty() && !object.is_open) ||
           absl::c_any_of(object.members,
                          [](const auto& member) { return HasLiteral(member.second); });
  }

  // `is_sure`: it is one whatever is in it.
  bool Add(const HostValue& value, bool is_sure) {
    SourceConfig config = {.language = &language_, .range = value.span};
    bool is_of_flag = false;
    if (value.kind == Kind::kText) {
      config.range = RangeOf(value);
      DecodeText(text_, value, config);
      const size_t flag = FlagBefore(config.json.text);
      is_of_flag = IsFlagForConfig(string_view(config.json.text).substr(0, flag));
      DropBefore(flag, config);
      if (!BeginsJson(config.json.text)) return false;
    } else {
      if (value.kind != Kind::kObject) return false;
      config.is_object = true;
      Cover(value, config.range);
      WriteJson(text_, value, config);
    }
    if (config.json.holes.size() > kMostHoles) return false;
    config.form = FormOf(value, config);
    is_sure = is_sure || is_of_flag;
    if (!is_sure) {
      const std::string filled = Fill(config, Filling::kSmaller).text;
      if (!IsConfigByContent(filled) || !IsClosed(filled)) return false;
    }
    // One that a name stands for may be further on.
    if (AddConfig(std::move(config), found_) && value.span.begin <= at_) {
      end_ = std::max(end_, value.span.end);
    }
    return true;
  }

  // Where a text stands, with its quotes and what is called on it, or where a name of it leads to.
  static Span RangeOf(const HostValue& text) {
    Span parts = text.parts.front().source;
    for (const TextPart& part : text.parts) {
      parts = {std::min(parts.begin, part.source.begin), std::max(parts.end, part.source.end)};
    }
    return text.span.Contains(parts) ? text.span : parts;
  }

  string_view text_;
  const Language& language_;
  const std::vector<Token>& tokens_;
  HostValues& values_;
  SourceConfigs& found_;
  uint32_t at_ = 0;                             // the token that is looked at
  uint32_t end_ = 0;                            // of the last config
  absl::flat_hash_set<uint32_t> unread_ = {};   // where they begin
  std::optional<UnreadConfig> elsewhere_ = {};  // handed over, and mostly seen where it is made
};

void FindIn(string_view text, Span within, const Language& language, SourceConfigs& found) {
  const Program program = {text, language, Lex(text, within, language)};
  HostValues values(text, language, program.tokens);
  Finder(program, values, found).Run();
}

// How many bytes before a config name it.
constexpr size_t kMostNameBytes = 80;

void NameConfigs(string_view text, std::vector<SourceConfig>& configs) {
  absl::flat_hash_map<std::string, size_t> counts;
  for (SourceConfig& config : configs) {
    string_view before = text.substr(0, config.range.begin);
    before.remove_prefix(before.size() - std::min(before.size(), kMostNameBytes));
    before.remove_prefix(before.find_last_of("\r\n") + 1);
    before = absl::StripAsciiWhitespace(before);
    config.name = std::string(before.empty() ? "config" : before);
    const size_t count = ++counts[config.name];
    if (count > 1) absl::StrAppend(&config.name, " (", count, ")");
  }
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
  NameConfigs(text, found.configs);
  return found;
}

}  // namespace grpcfg
