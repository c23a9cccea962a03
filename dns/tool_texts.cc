#include "dns/tool_texts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "dns/zone_fields.h"
#include "schema/fields/document.h"
#include "source/languages.h"
#include "source/lexer.h"

namespace grpcfg {
namespace {

Structured ScalarOf(DecodedText decoded, Span span) {
  return {.kind = Structured::Kind::kScalar,
          .text = std::move(decoded.text),
          .map = std::move(decoded.map),
          .span = span};
}

// A word that stands as it is.
Structured PlainScalar(absl::string_view text, Span span) {
  DecodedText decoded = {.text = std::string(Slice(text, span))};
  decoded.map.AddPlain(0, span.begin);
  return ScalarOf(std::move(decoded), span);
}

// A key that the text does not have.
Structured Key(absl::string_view name) {
  return {.kind = Structured::Kind::kScalar, .text = std::string(name)};
}

Structured List() { return {.kind = Structured::Kind::kList}; }

Structured Map() { return {.kind = Structured::Kind::kMap}; }

Structured ListOf(std::vector<Structured> elements) {
  return {.kind = Structured::Kind::kList, .elements = std::move(elements)};
}

StructuredText TextWith(Structured root) {
  StructuredText read;
  read.documents.push_back(std::move(root));
  return read;
}

// The domains of `dnscontrol print-ir`, each with the records of one zone.
class Domains {
 public:
  // The records of the zone; of no zone, of what names are below that the reader is given.
  std::vector<Structured>& RecordsOf(Structured zone) {
    const auto [known, is_first] = zones_.emplace(zone.text, list_.elements.size());
    if (is_first) {
      Structured domain = Map();
      domain.members.emplace_back(Key("name"), std::move(zone));
      domain.members.emplace_back(Key("records"), List());
      list_.elements.push_back(std::move(domain));
    }
    return list_.elements[known->second].members.back().second.elements;
  }

  // `others`: what of the text is in no record.
  StructuredText Take(std::vector<Structured> others) {
    Structured root = Map();
    root.members.emplace_back(Key("domains"), std::move(list_));
    root.members.emplace_back(Key("others"), ListOf(std::move(others)));
    return TextWith(std::move(root));
  }

 private:
  Structured list_ = List();
  absl::flat_hash_map<std::string, size_t> zones_;  // by name: the element that it is
};

// ---- Languages whose tokens source/ knows

// The tokens of a text, and what literals among them say.
class TokenReader {
 public:
  TokenReader(absl::string_view text, absl::string_view language)
      : text_(text),
        tokens_(Lex(text, {0, static_cast<uint32_t>(text.size())}, *LanguageNamed(language))) {}

 protected:
  [[nodiscard]] bool IsEnd() const { return at_ >= tokens_.size(); }
  [[nodiscard]] bool Is(absl::string_view mark) const { return IsAt(at_, mark); }
  [[nodiscard]] bool IsAt(size_t at, absl::string_view mark) const {
    return at < tokens_.size() && tokens_[at].kind != Token::Kind::kString &&
           Slice(text_, tokens_[at].span) == mark;
  }
  [[nodiscard]] bool IsKind(Token::Kind kind) const {
    return !IsEnd() && tokens_[at_].kind == kind;
  }
  [[nodiscard]] absl::string_view Word() const { return Slice(text_, tokens_[at_].span); }

  bool Take(absl::string_view mark) {
    const bool is_there = Is(mark);
    at_ += is_there ? 1 : 0;
    return is_there;
  }

  // The literal here, a string or a word.
  Structured TakeLiteral() {
    Token token = tokens_[at_++];
    if (token.kind != Token::Kind::kString) return PlainScalar(text_, token.span);
    const Span span = {token.span.begin, std::max(token.span.end, token.content.end)};
    const Span content = token.content;
    const bool drops_indent = absl::StartsWith(Slice(text_, token.span), "<<-") && !content.empty();
    DecodedText decoded;
    if (drops_indent) token.content = {content.begin - 1, content.end - 1};  // between line ends
    Decode(text_, token, drops_indent ? Trimming::kIndent : Trimming::kNone, decoded);
    if (drops_indent) {
      decoded.text += '\n';
      decoded.map.AddPlain(static_cast<uint32_t>(decoded.text.size()), content.end);
    }
    return ScalarOf(std::move(decoded), span);
  }

  // The token after the bracket at `at`, or after what has none.
  [[nodiscard]] size_t AfterBracket(size_t at) const {
    size_t depth = 0;
    for (; at < tokens_.size(); ++at) {
      if (IsAt(at, "(") || IsAt(at, "[") || IsAt(at, "{")) ++depth;
      if (IsClosing(at) && depth > 0) --depth;
      if (depth == 0) return at + 1;
    }
    return at;
  }

  [[nodiscard]] bool IsClosing(size_t at) const {
    return IsAt(at, ")") || IsAt(at, "]") || IsAt(at, "}");
  }

  // What the tokens from `begin` to `end` stand for is not known: `${x}`, as in Terraform's JSON.
  [[nodiscard]] Structured Expression(size_t begin, size_t end) const {
    const Span span = {tokens_[begin].span.begin, tokens_[end - 1].span.end};
    DecodedText decoded = {.text = absl::StrCat("${", Slice(text_, span), "}")};
    decoded.map.Add({0, span.begin, 0, 1});
    decoded.map.AddPlain(2, span.begin);
    decoded.map.AddPlain(2 + span.size(), span.end - 1);
    Structured scalar = ScalarOf(std::move(decoded), span);
    scalar.is_expression = true;
    return scalar;
  }

  absl::string_view text_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
};

class HclReader : private TokenReader {
 public:
  explicit HclReader(absl::string_view text) : TokenReader(text, "hcl") {}

  StructuredText Read() { return TextWith(Body(0)); }

 private:
  using Blocks = absl::flat_hash_map<std::string, size_t>;  // by type: the member that has them

  // NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
  Structured Body(size_t level) {
    Structured body = Map();
    Blocks blocks;
    while (!IsEnd() && !Is("}")) {
      if (!IsKind(Token::Kind::kWord) || level > kMostStructuredLevels) {
        at_ = AfterBracket(at_);
        continue;
      }
      Structured key = TakeLiteral();
      if (Take("=")) {
        Structured value = Value(level + 1);
        body.members.emplace_back(std::move(key), std::move(value));
      } else {
        AddBlock(std::move(key), level, blocks, body);
      }
    }
    return body;
  }

  // `type "label" "label" { body }` as a map in a map in a map.
  // NOLINTNEXTLINE(misc-no-recursion): see above
  void AddBlock(Structured type, size_t level, Blocks& blocks, Structured& body) {
    std::vector<Structured> labels;
    while (IsKind(Token::Kind::kString) || IsKind(Token::Kind::kWord)) {
      labels.push_back(TakeLiteral());
    }
    if (!Take("{")) return;
    Structured block = Body(level + 1);
    Take("}");
    for (; !labels.empty(); labels.pop_back()) {
      Structured outer = Map();
      outer.members.emplace_back(std::move(labels.back()), std::move(block));
      block = std::move(outer);
    }
    const auto [known, is_first] = blocks.emplace(type.text, body.members.size());
    if (is_first) body.members.emplace_back(std::move(type), List());
    body.members[known->second].second.elements.push_back(std::move(block));
  }

  // True if an expression may go on with the token at `at`, which is after its first one.
  [[nodiscard]] bool GoesOn(size_t at) const {
    if (at >= tokens_.size() || IsAt(at, ",") || IsClosing(at)) return false;
    const uint32_t end = std::max(tokens_[at - 1].span.end, tokens_[at - 1].content.end);
    const uint32_t begin = tokens_[at].span.begin;
    return begin >= end && !absl::StrContains(Slice(text_, {end, begin}), '\n');
  }

  // A literal, a list or a map of such, or an expression up to the end of its line.
  // NOLINTNEXTLINE(misc-no-recursion): see above
  Structured Value(size_t level) {
    if (IsEnd() || IsClosing(at_)) return {};
    const size_t begin = at_;
    const size_t after = AfterBracket(at_);
    const bool is_literal = !GoesOn(after) && level <= kMostStructuredLevels;
    const bool is_plain =
        IsKind(Token::Kind::kString) || IsKind(Token::Kind::kNumber) || Is("true") || Is("false");
    if (is_literal && is_plain) return TakeLiteral();
    const bool is_made = IsAt(begin + 1, "for");
    if (is_literal && !is_made && Take("[")) return Elements(level);
    if (is_literal && !is_made && Take("{")) return Members(level);
    at_ = after;
    while (GoesOn(at_)) at_ = AfterBracket(at_);
    return Expression(begin, at_);
  }

  // NOLINTNEXTLINE(misc-no-recursion): see above
  Structured Elements(size_t level) {
    Structured list = List();
    while (!IsEnd() && !IsClosing(at_)) {
      list.elements.push_back(Value(level + 1));
      Take(",");
    }
    Take("]");
    return list;
  }

  // NOLINTNEXTLINE(misc-no-recursion): see above
  Structured Members(size_t level) {
    Structured map = Map();
    while (!IsEnd() && !IsClosing(at_)) {
      const size_t key = at_;
      at_ = AfterBracket(at_);
      const size_t after = at_;
      if (!Take("=") && !Take(":")) continue;
      at_ = key;
      Structured name = IsAt(key, "(") ? Expression(key, after) : TakeLiteral();
      at_ = after + 1;
      map.members.emplace_back(std::move(name), Value(level + 1));
      Take(",");
    }
    Take("}");
    return map;
  }
};

class DnsconfigReader : private TokenReader {
 public:
  explicit DnsconfigReader(absl::string_view text) : TokenReader(text, "javascript") {}

  StructuredText Read() {
    std::vector<Structured> others;
    while (!IsEnd()) {
      const bool is_call = IsKind(Token::Kind::kWord) && IsAt(at_ + 1, "(");
      const bool is_zone = is_call && (Is("D") || Is("D_EXTEND"));
      if (is_zone || (is_call && FindRecordType(Word()))) {
        ReadCall(is_zone);
      } else if (IsKind(Token::Kind::kString)) {
        others.push_back(TakeLiteral());
      } else {
        ++at_;
      }
    }
    return domains_.Take(std::move(others));
  }

 private:
  // Leaves `at_` at what may be another call.
  void ReadCall(bool is_zone) {
    const size_t type = at_;
    at_ += 2;
    Structured name = Argument();
    if (is_zone) {
      zone_ = std::move(name);
      // Its second name, as in `example.test!inside`, is not a part of the zone.
      zone_.text = zone_.text.substr(0, zone_.text.find('!'));
    } else if (Take(",")) {
      Structured record = Map();
      record.members.emplace_back(Key("type"), PlainScalar(text_, tokens_[type].span));
      record.members.emplace_back(Key("name"), std::move(name));
      record.members.emplace_back(Key("target"), Argument());
      const size_t end = AfterBracket(type + 1);
      for (size_t at = at_; at + 2 < end; ++at) {
        if (!IsAt(at, "TTL")) continue;
        at_ = at + 2;
        record.members.emplace_back(Key("ttl"), TakeLiteral());
      }
      domains_.RecordsOf(zone_).push_back(std::move(record));
      at_ = end;
    }
  }

  // A text, a list of texts that are one, or an expression up to a comma.
  Structured Argument() {
    const size_t begin = at_;
    const bool is_list = Take("[");
    const absl::string_view join = is_list ? "," : "+";
    DecodedText decoded;
    Span span = {};
    while (IsKind(Token::Kind::kString)) {
      const Span token = tokens_[at_].span;
      Decode(text_, tokens_[at_++], Trimming::kNone, decoded);
      span = {span.empty() ? token.begin : span.begin, token.end};
      if (!Take(join)) break;
    }
    if (is_list) Take("]");
    const bool is_whole = !span.empty() && decoded.holes.empty() && (Is(",") || IsClosing(at_));
    if (is_whole) return ScalarOf(std::move(decoded), span);
    at_ = begin;
    while (!IsEnd() && !Is(",") && !IsClosing(at_)) at_ = AfterBracket(at_);
    return at_ == begin ? Structured() : Expression(begin, at_);
  }

  Domains domains_;
  Structured zone_ = Key("");
};

// ---- Lines of commands

// Without the first word of `rest`, which it returns.
Span TakeWord(absl::string_view text, Span& rest) {
  const absl::string_view left = Slice(text, rest);
  const size_t begin = std::min(left.find_first_not_of(" \t\r"), left.size());
  const size_t end = std::min(left.find_first_of(" \t\r", begin), left.size());
  const Span word = {rest.begin + static_cast<uint32_t>(begin),
                     rest.begin + static_cast<uint32_t>(end)};
  rest.begin = word.end;
  return word;
}

// A record set as `gcloud dns record-sets list` has it.
Structured RecordSet(Structured name, Structured type, Structured ttl,
                     std::vector<Structured> values) {
  Structured set = Map();
  set.members.emplace_back(Key("name"), std::move(name));
  set.members.emplace_back(Key("type"), std::move(type));
  set.members.emplace_back(Key("ttl"), std::move(ttl));
  set.members.emplace_back(Key("rrdatas"), List());
  set.members.back().second.elements = std::move(values);
  return set;
}

// `add NAME [TTL] [CLASS] TYPE DATA`; of a line that adds no record its text, unless it takes one
// away or asks for one.
void AddUpdate(absl::string_view text, Span line, std::vector<Structured>& sets) {
  const Span whole = line;
  Span word = TakeWord(text, line);
  if (absl::EqualsIgnoreCase(Slice(text, word), "update")) word = TakeWord(text, line);
  const std::string command = absl::AsciiStrToLower(Slice(text, word));
  if (command != "add") {
    const bool is_other = command != "del" && command != "delete" && command != "prereq" &&
                          !absl::StartsWith(command, ";");
    if (is_other) sets.push_back(PlainScalar(text, whole));
    return;
  }
  Structured name = PlainScalar(text, TakeWord(text, line));
  Structured ttl;
  for (word = TakeWord(text, line); !word.empty(); word = TakeWord(text, line)) {
    const absl::string_view written = Slice(text, word);
    if (absl::ascii_isdigit(static_cast<unsigned char>(written[0]))) {
      ttl = PlainScalar(text, word);
    } else if (!FindRecordClass(written)) {
      break;
    }
  }
  const absl::string_view data = Slice(text, line);
  line.begin += static_cast<uint32_t>(data.size() - absl::StripLeadingAsciiWhitespace(data).size());
  sets.push_back(RecordSet(std::move(name), PlainScalar(text, word), std::move(ttl),
                           {PlainScalar(text, line)}));
}

// The words of a shell's text, up to the end of each command.
class ShellReader {
 public:
  explicit ShellReader(absl::string_view text) : text_(text) {}

  // The words of the next command; none: there is none.
  std::vector<Structured> Command() {
    std::vector<Structured> words;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (absl::StartsWith(text_.substr(at_), "\\\n")) {
        at_ += 2;
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (absl::StrContains("\n;&|()", c)) {
        ++at_;
        if (!words.empty()) return words;
      } else {
        words.push_back(Word());
      }
    }
    return words;
  }

 private:
  Structured Word() {
    const size_t begin = at_;
    char quote = '\0';
    decoded_ = {};
    is_expression_ = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const bool is_end = quote == '\0' && absl::StrContains(" \t\r\n;&|()", c);
      if (is_end) break;
      if (quote == '\0' && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = '\0';
      } else {
        AddOctet(quote);
      }
    }
    decoded_.map.AddPlain(static_cast<uint32_t>(decoded_.text.size()), static_cast<uint32_t>(at_));
    Structured word = ScalarOf(std::exchange(decoded_, {}),
                               {static_cast<uint32_t>(begin), static_cast<uint32_t>(at_)});
    word.is_expression = is_expression_;
    return word;
  }

  void AddOctet(char quote) {
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    const bool is_escape = text_[at_] == '\\' && quote != '\'' && next != '\0' &&
                           (quote == '\0' || absl::StrContains("\\\"$`\n", next));
    const bool is_expanded = IsName(next) || (quote == '\0' && next == '\'');
    is_expression_ |= quote != '\'' && (text_[at_] == '`' || (text_[at_] == '$' && is_expanded));
    const uint32_t size = is_escape ? 2 : 1;
    const auto byte = static_cast<uint32_t>(at_);
    at_ += is_escape ? 1 : 0;
    if (is_escape && text_[at_] == '\n') return;
    decoded_.map.Add({static_cast<uint32_t>(decoded_.text.size()), byte, size, size});
    decoded_.text.push_back(text_[at_]);
  }

  static bool IsName(char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '{' || c == '(';
  }

  absl::string_view text_;
  size_t at_ = 0;
  DecodedText decoded_;
  bool is_expression_ = false;
};

// The part of a scalar from octet `begin` to `end`.
Structured PartOf(const Structured& scalar, size_t begin, size_t end) {
  const Span octets = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  DecodedText decoded = {.text = scalar.text.substr(begin, end - begin)};
  decoded.map.AddFrom(scalar.map, {octets.begin, octets.end + 1}, 0);
  Structured part = ScalarOf(std::move(decoded), scalar.map.SourceOf(octets));
  part.is_expression = scalar.is_expression;
  return part;
}

Structured Joined(const std::vector<Structured>& parts) {
  DecodedText decoded;
  bool is_expression = false;
  for (const Structured& part : parts) {
    decoded.map.AddFrom(part.map, {0, static_cast<uint32_t>(part.text.size())},
                        static_cast<uint32_t>(decoded.text.size()));
    decoded.text += part.text;
    is_expression |= part.is_expression;
  }
  decoded.map.AddPlain(static_cast<uint32_t>(decoded.text.size()), parts.back().span.end);
  Structured joined =
      ScalarOf(std::move(decoded), {parts.front().span.begin, parts.back().span.end});
  joined.is_expression = is_expression;
  return joined;
}

// The arguments of a command: `--flag=value`, `--flag value`, and the words that are not flags.
struct Arguments {
  std::vector<std::pair<std::string, Structured>> flags = {};
  std::vector<Structured> words = {};

  // The value of one of the flags; nothing if it is not given.
  [[nodiscard]] Structured Of(absl::string_view flag, absl::string_view letter = {}) const {
    for (const auto& [name, value] : flags) {
      if (name == flag || (!letter.empty() && name == letter)) return value;
    }
    return {};
  }
};

bool HasNoValue(absl::string_view flag) {
  return flag == "-q" || flag == "--quiet" || flag == "--only-show-errors" || flag == "--verbose" ||
         flag == "--debug";
}

// From the word of the tool on, which others may precede, as `sudo` or variables.
Arguments ArgumentsOf(const std::vector<Structured>& command, absl::string_view tool) {
  Arguments arguments;
  const auto first =
      absl::c_find_if(command, [&](const Structured& word) { return word.text == tool; });
  for (auto i = static_cast<size_t>(first - command.begin()); i < command.size(); ++i) {
    const std::string& word = command[i].text;
    if (HasNoValue(word)) continue;
    // Of which stage of gcloud.
    if (arguments.words.size() == 1 && (word == "alpha" || word == "beta")) continue;
    if (!absl::StartsWith(word, "-")) {
      arguments.words.push_back(command[i]);
      continue;
    }
    const size_t equals = absl::StartsWith(word, "--") ? word.find('=') : std::string::npos;
    if (equals != std::string::npos) {
      arguments.flags.emplace_back(word.substr(0, equals),
                                   PartOf(command[i], equals + 1, word.size()));
    } else if (i + 1 < command.size() && !absl::StartsWith(command[i + 1].text, "-")) {
      arguments.flags.emplace_back(word, command[++i]);
    }
  }
  return arguments;
}

// True if the words of the command begin with those of `name`.
bool IsCommand(const Arguments& arguments, const std::vector<absl::string_view>& name) {
  if (arguments.words.size() < name.size()) return false;
  return std::equal(
      name.begin(), name.end(), arguments.words.begin(),
      [](absl::string_view part, const Structured& word) { return word.text == part; });
}

// The words of a command that was not read, in which a config may be.
Structured NotRead(std::vector<Structured> command) {
  const bool takes_away = absl::c_any_of(command, [](const Structured& word) {
    return word.text == "remove" || word.text == "remove-record" || word.text == "delete";
  });
  // What is searched for, as by grep, is no config.
  std::erase_if(command, [&](const Structured& word) {
    return takes_away || absl::EndsWith(word.text, kTxtAttribute);
  });
  return ListOf(std::move(command));
}

// The texts of `--rrdatas`, cut at commas, or at what stands between two `^` at the start.
std::vector<Structured> CutAsGcloud(const Structured& list) {
  std::string comma = ",";
  size_t at = 0;
  if (absl::StartsWith(list.text, "^")) {
    const size_t end = list.text.find('^', 1);
    if (end != std::string::npos) {
      comma = list.text.substr(1, end - 1);
      at = end + 1;
    }
  }
  std::vector<Structured> texts;
  while (at <= list.text.size()) {
    const size_t end = comma.empty() ? std::string::npos : list.text.find(comma, at);
    texts.push_back(PartOf(list, at, std::min(end, list.text.size())));
    if (end == std::string::npos) break;
    at = end + comma.size();
  }
  return texts;
}

}  // namespace

StructuredText ReadHcl(absl::string_view text) { return HclReader(text).Read(); }

StructuredText ReadDnsconfig(absl::string_view text) { return DnsconfigReader(text).Read(); }

StructuredText ReadNsupdate(absl::string_view text) {
  Structured sets = List();
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    AddUpdate(text, {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, sets.elements);
    begin = end + 1;
  }
  return TextWith(std::move(sets));
}

StructuredText ReadGcloudCommands(absl::string_view text) {
  Structured sets = List();
  ShellReader shell(text);
  for (std::vector<Structured> words = shell.Command(); !words.empty(); words = shell.Command()) {
    const Arguments arguments = ArgumentsOf(words, "gcloud");
    const std::vector<Structured>& given = arguments.words;
    const bool is_set = IsCommand(arguments, {"gcloud", "dns", "record-sets", "create"}) ||
                        IsCommand(arguments, {"gcloud", "dns", "record-sets", "update"});
    const Structured list = arguments.Of("--rrdatas");
    if (IsCommand(arguments, {"gcloud", "dns", "record-sets", "transaction", "add"})) {
      sets.elements.push_back(RecordSet(arguments.Of("--name"), arguments.Of("--type"),
                                        arguments.Of("--ttl"), {given.begin() + 5, given.end()}));
    } else if (is_set && given.size() > 4 && list.IsScalar()) {
      sets.elements.push_back(
          RecordSet(given[4], arguments.Of("--type"), arguments.Of("--ttl"), CutAsGcloud(list)));
    } else {
      sets.elements.push_back(NotRead(std::move(words)));
    }
  }
  return TextWith(std::move(sets));
}

StructuredText ReadAzCommands(absl::string_view text) {
  Domains domains;
  std::vector<Structured> others;
  ShellReader shell(text);
  for (std::vector<Structured> words = shell.Command(); !words.empty(); words = shell.Command()) {
    const Arguments arguments = ArgumentsOf(words, "az");
    const bool is_record =
        IsCommand(arguments, {"az", "network", "dns", "record-set", "txt", "add-record"}) ||
        IsCommand(arguments, {"az", "network", "private-dns", "record-set", "txt", "add-record"});
    // `--value` takes several words, which are one text.
    std::vector<Structured> strings = {arguments.Of("--value", "-v")};
    if (!is_record || !strings.front().IsScalar()) {
      others.push_back(NotRead(std::move(words)));
      continue;
    }
    Structured record = Map();
    record.members.emplace_back(Key("type"), Key("TXT"));
    record.members.emplace_back(Key("name"), arguments.Of("--record-set-name", "-n"));
    for (const Structured& word : arguments.words) {
      if (word.span.begin >= strings.back().span.end) strings.push_back(word);
    }
    record.members.emplace_back(Key("target"), Joined(strings));
    domains.RecordsOf(arguments.Of("--zone-name", "-z")).push_back(std::move(record));
  }
  return domains.Take(std::move(others));
}

}  // namespace grpcfg
