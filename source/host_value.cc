#include "source/host_value.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/fields/duration.h"

namespace grpcfg {
namespace {

using absl::string_view;
using Kind = HostValue::Kind;

constexpr size_t kMostTypeTokens = 16;  // `<String, Map<String, Object>>`

// ---- Words of languages and libraries

enum class Maker : uint8_t {
  kNone,
  kMap,      // of `k to v`, `k=v`, or keys and values in turn
  kEntries,  // of pairs
  kList,
  kPass,  // what it is called with, as text or as it is
  kJoin,  // its arguments, one behind the other
  kPrintf,
  kBraces,
};

struct MakerWord {
  string_view name;  // of a function or method; with the name before it where that matters
  Maker maker;
};

constexpr MakerWord kMakers[] = {
    // Kotlin, Java, Groovy, Guava
    {"mapOf", Maker::kMap},
    {"mutableMapOf", Maker::kMap},
    {"hashMapOf", Maker::kMap},
    {"linkedMapOf", Maker::kMap},
    {"Map.of", Maker::kMap},
    {"ImmutableMap.of", Maker::kMap},
    {"ImmutableSortedMap.of", Maker::kMap},
    {"singletonMap", Maker::kMap},
    {"emptyMap", Maker::kMap},
    {"emptyList", Maker::kList},
    {"ofEntries", Maker::kEntries},
    {"entry", Maker::kList},
    {"SimpleEntry", Maker::kList},
    {"SimpleImmutableEntry", Maker::kList},
    {"listOf", Maker::kList},
    {"mutableListOf", Maker::kList},
    {"arrayListOf", Maker::kList},
    {"arrayOf", Maker::kList},
    {"setOf", Maker::kList},
    {"List.of", Maker::kList},
    {"Set.of", Maker::kList},
    {"ImmutableList.of", Maker::kList},
    {"ImmutableSet.of", Maker::kList},
    {"Arrays.asList", Maker::kList},
    {"asList", Maker::kList},
    {"singletonList", Maker::kList},
    {"singleton", Maker::kList},
    {"newArrayList", Maker::kList},
    {"toJson", Maker::kPass},
    {"writeValueAsString", Maker::kPass},
    {"unmodifiableMap", Maker::kPass},
    {"format", Maker::kPrintf},
    // Scala
    {"Map", Maker::kMap},
    {"List", Maker::kList},
    {"Seq", Maker::kList},
    // Python, Starlark
    {"dict", Maker::kMap},
    {"list", Maker::kPass},
    {"dumps", Maker::kPass},
    {"dedent", Maker::kPass},
    // JavaScript, Ruby, PHP, Dart, Swift
    {"stringify", Maker::kPass},
    {"freeze", Maker::kPass},
    {"generate", Maker::kPass},
    {"pretty_generate", Maker::kPass},
    {"dump", Maker::kPass},
    {"json_encode", Maker::kPass},
    {"jsonEncode", Maker::kPass},
    {"encode", Maker::kPass},
    {"array", Maker::kList},
    {"jsonencode", Maker::kPass},
    {"manifestJson", Maker::kPass},
    {"manifestJsonEx", Maker::kPass},
    // Go, C, C++, Rust, C#
    {"string", Maker::kPass},
    {"String", Maker::kPass},
    {"make_pair", Maker::kList},
    {"StrCat", Maker::kJoin},
    {"Marshal", Maker::kPass},
    {"Serialize", Maker::kPass},
    {"SerializeObject", Maker::kPass},
    {"from", Maker::kPass},
    {"Sprintf", Maker::kPrintf},
    {"sprintf", Maker::kPrintf},
    {"snprintf", Maker::kJoin},
    {"StrFormat", Maker::kPrintf},
    {"StringPrintf", Maker::kPrintf},
    {"Substitute", Maker::kJoin},
    {"fmt.format", Maker::kBraces},
    {"std.format", Maker::kBraces},
    {"string.Format", Maker::kBraces},
    {"String.Format", Maker::kBraces},
};

Maker MakerOf(string_view qualifier, string_view name) {
  const std::string whole = absl::StrCat(qualifier, ".", name);
  Maker maker = Maker::kNone;
  for (const MakerWord& word : kMakers) {
    const bool is_whole = absl::StrContains(word.name, '.');
    if (is_whole && word.name == whole) return word.maker;
    if (!is_whole && word.name == name) maker = word.maker;
  }
  return maker;
}

// What is called on a text and leaves it what it is.
Trimming TrimmingOf(string_view method) {
  if (method == "trimMargin" || method == "stripMargin") return Trimming::kMargin;
  const bool drops = method == "trimIndent" || method == "stripIndent" || method == "dedent";
  return drops ? Trimming::kIndent : Trimming::kNone;
}

struct JsonWord {
  string_view word;
  string_view json;
};
constexpr JsonWord kJsonWords[] = {{"true", "true"},   {"false", "false"}, {"True", "true"},
                                   {"False", "false"}, {"null", "null"},   {"None", "null"},
                                   {"nil", "null"},    {"NULL", "null"},   {"undefined", "null"}};

// `DEADLINE_EXCEEDED` for `DeadlineExceeded`.
std::string InCapitals(string_view word) {
  std::string capitals;
  for (size_t i = 0; i < word.size(); ++i) {
    const auto c = static_cast<unsigned char>(word[i]);
    const bool begins = i > 0 && absl::ascii_isupper(c) &&
                        absl::ascii_islower(static_cast<unsigned char>(word[i - 1]));
    if (begins) capitals.push_back('_');
    capitals.push_back(absl::ascii_toupper(c));
  }
  return capitals;
}

// `"0.1s"` for `TimeSpan.FromMilliseconds(100)`; empty for what is not such a length.
std::string SecondsOf(string_view method, const HostValue& count) {
  double number = 0;
  if (count.kind != Kind::kWord || !absl::SimpleAtod(count.json, &number)) return "";
  double factor = 0;
  if (method == "FromSeconds") factor = 1;
  if (method == "FromMilliseconds") factor = 1e-3;
  if (method == "FromMinutes") factor = 60;
  if (method == "FromHours") factor = 3600;
  return factor == 0 ? "" : absl::StrCat("\"", number * factor, "s\"");
}

// The policy of Grpc.Net.Client.Configuration that a class is the config of.
string_view PolicyOfClass(string_view name) {
  return name == "RoundRobinConfig" ? "round_robin" : name == "PickFirstConfig" ? "pick_first" : "";
}

HostValue Word(Span span, std::string json) {
  return {.kind = Kind::kWord, .span = span, .json = std::move(json)};
}

// A number of JSON for one of a program: without `_`, `D`, `f`, `L`. Empty: it has no such form.
std::string NumberOf(string_view written) {
  std::string number = absl::StrReplaceAll(written, {{"_", ""}});
  const bool has_letters = absl::StartsWith(number, "0x") || absl::StartsWith(number, "0b");
  while (!number.empty() && !has_letters &&
         absl::ascii_isalpha(static_cast<unsigned char>(number.back()))) {
    number.pop_back();
  }
  double value = 0;
  const bool is_plain = number.size() < 2 || number[0] != '0' || number[1] == '.';
  return !has_letters && is_plain && absl::SimpleAtod(number, &value) ? number : "";
}

bool IsPair(const HostValue& value) {
  return value.kind == Kind::kList && value.elements.size() == 2 &&
         value.elements[0].kind == Kind::kText;
}

// Members of elements that are pairs, and of keys and values in turn.
void PairUp(HostValue& value, Maker maker) {
  std::vector<HostValue> elements = std::move(value.elements);
  value.elements.clear();
  if (absl::c_all_of(elements, IsPair)) {
    for (HostValue& pair : elements) {
      value.members.emplace_back(std::move(pair.elements[0]), std::move(pair.elements[1]));
    }
  } else if (maker == Maker::kMap && elements.size() % 2 == 0) {
    for (size_t i = 0; i < elements.size(); i += 2) {
      value.members.emplace_back(std::move(elements[i]), std::move(elements[i + 1]));
    }
  } else {
    value.is_open = true;
  }
  value.kind = Kind::kObject;
}

// The two as one text. What is no text is a hole in it.
HostValue Joined(HostValue left, HostValue right) {
  if (left.kind != Kind::kText && right.kind != Kind::kText) {
    return {.span = {left.span.begin, right.span.end}};
  }
  HostValue joined = {.kind = Kind::kText, .span = {left.span.begin, right.span.end}};
  joined.format = std::max(left.format, right.format);
  for (HostValue* const side : {&left, &right}) {
    if (side->kind != Kind::kText) side->parts = {{.source = side->span}};
    absl::c_move(side->parts, std::back_inserter(joined.parts));
  }
  return joined;
}

}  // namespace

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
bool HasLiteral(const HostValue& value) {
  if (value.kind == Kind::kText || value.kind == Kind::kWord) return true;
  if (value.kind == Kind::kObject && value.members.empty()) return !value.is_open;
  const auto is_known = [](const auto& member) { return HasLiteral(member.second); };
  return absl::c_any_of(value.members, is_known) || absl::c_any_of(value.elements, HasLiteral);
}

HostValues::HostValues(string_view text, const Language& language, const std::vector<Token>& tokens)
    : text_(text), language_(language), tokens_(tokens) {
  MatchBrackets();
  FindEnds();
  FindAssignments();
}

void HostValues::MatchBrackets() {
  after_closing_.assign(tokens_.size(), tokens_.size());
  around_.assign(tokens_.size(), tokens_.size());
  opening_.assign(tokens_.size(), 0);
  std::vector<size_t> open;
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (!open.empty()) around_[i] = open.back();
    if (tokens_[i].kind != Token::Kind::kMark) continue;
    const string_view mark = Text(i);
    if (mark == "(" || mark == "[" || mark == "{") open.push_back(i);
    if (mark != ")" && mark != "]" && mark != "}") continue;
    // A bracket of another kind closes what was left open, as in code that is only half there.
    const string_view opening = mark == ")" ? "(" : mark == "]" ? "[" : "{";
    const auto partner = std::find_if(open.rbegin(), open.rend(),
                                      [&](size_t each) { return Text(each) == opening; });
    if (partner == open.rend()) continue;
    after_closing_[*partner] = i + 1;
    opening_[i] = *partner;
    open.erase(std::prev(partner.base()), open.end());
    around_[i] = open.empty() ? tokens_.size() : open.back();
  }
}

void HostValues::FindEnds() {
  after_expression_.assign(tokens_.size() + 1, tokens_.size());
  for (size_t i = tokens_.size(); i-- > 0;) {
    const bool is_end = Is(i, ",") || Is(i, ";") || Is(i, ")") || Is(i, "]") || Is(i, "}");
    const bool opens = Is(i, "(") || Is(i, "[") || Is(i, "{");
    after_expression_[i] = is_end ? i : after_expression_[opens ? AfterClosing(i) : i + 1];
  }
}

void HostValues::FindAssignments() {
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (IsWord(i)) FindAssignment(i);
  }
}

// `x = v`, `x := v`, `x[] = v`, `x: T = v`, `x["k"] = v`, `x.put("k", v)`, `x.add(v)`.
void HostValues::FindAssignment(size_t name) {
  const size_t none = tokens_.size();
  const auto add = [&](size_t key, size_t value, bool is_element) {
    assignments_[Text(name)].push_back({name, key, value, is_element});
  };
  size_t next = name + 1;
  if (Is(next, "=") || Is(next, ":=")) return add(none, next + 1, false);
  if (Is(next, ":") && IsWord(next + 1) && Is(next + 2, "=")) return add(none, next + 3, false);
  if (Is(next, "[")) {
    const size_t after = AfterClosing(next);
    const bool has_key = IsString(next + 1) && after == next + 3;
    const bool is_array = after == next + 2 || (after == next + 3 && !has_key);
    if (after < none && Is(after, "=") && has_key) return add(next + 1, after + 1, false);
    if (after < none && Is(after, "=") && is_array) return add(none, after + 1, false);
  }
  if (!Is(next, ".") || !IsWord(next + 1) || !Is(next + 2, "(")) return;
  const string_view method = Text(next + 1);
  if (IsPut(next + 1)) return add(next + 3, next + 5, false);
  if (method == "add" || method == "append" || method == "push") add(none, next + 3, true);
}

string_view HostValues::Text(size_t token) const {
  return token < tokens_.size() ? Slice(text_, tokens_[token].span) : string_view();
}

bool HostValues::Is(size_t token, string_view text) const {
  return token < tokens_.size() && tokens_[token].kind != Token::Kind::kString &&
         Text(token) == text;
}

bool HostValues::IsString(size_t token) const {
  return token < tokens_.size() && tokens_[token].kind == Token::Kind::kString;
}

bool HostValues::IsWord(size_t token) const {
  return token < tokens_.size() && tokens_[token].kind == Token::Kind::kWord;
}

bool HostValues::IsJoin(size_t token) const {
  if (token >= tokens_.size() || tokens_[token].kind != Token::Kind::kMark) return false;
  return absl::c_linear_search(
      std::vector<string_view>(absl::StrSplit(language_.joins, ' ', absl::SkipEmpty())),
      Text(token));
}

// A macro of C and C++ that is a string, or the string behind it.
bool HostValues::IsBetweenStrings(size_t token) const {
  if (language_.name != "cpp" || token == 0) return false;
  return (IsWord(token) && IsString(token - 1) && IsString(token + 1)) ||
         (IsString(token) && IsWord(token - 1));
}

// Between a key and its value.
bool HostValues::IsSeparator(size_t token) const {
  return Is(token, ":") || Is(token, "=>") || Is(token, "=") || Is(token, "to") ||
         Is(token, "->") || Is(token, ":=");
}

Span HostValues::From(size_t begin, size_t end) const {
  const size_t last = std::max(begin + 1, end) - 1;
  return {tokens_[begin].span.begin, tokens_[std::min(last, tokens_.size() - 1)].span.end};
}

size_t HostValues::BeginOf(size_t open) const {
  size_t begin = open;
  for (size_t steps = 0; begin > 0 && steps < 64; ++steps) {
    const size_t before = begin - 1;
    if (Is(begin, "{") && begin > 2 && Is(before, "}") && Is(begin - 3, "interface")) {
      begin -= 3;
      continue;
    }
    if (Is(begin, ".") && Is(before, ")")) {  // `builder().put(`
      begin = opening_[before];
      continue;
    }
    const bool is_name = IsWord(before) && Text(before) != "return" && Text(before) != "in" &&
                         Text(before) != "else" && Text(before) != "to";
    // Types: `map[string]any{`, `[]Config{`, `new Map<String, Object>(`.
    const bool is_type = Is(before, "]") || Is(before, ">") || Is(before, "*") || Is(before, "&");
    const bool is_dot = Is(before, ".") || Is(before, "::");
    const bool has_types = Is(before, ">") && Is(begin, "(");  // `mapOf<String, Any>(`
    if (!is_name && !is_dot && !(is_type && (Is(begin, "{") || has_types || begin != open))) break;
    if (is_name && begin != open && !Is(begin, "(") && !Is(begin, ".") && !Is(begin, "::") &&
        !Is(begin, "[") && !Is(begin, "<") && Text(before) != "new") {
      break;
    }
    if (Is(before, "]") || Is(before, ">")) {
      const string_view opening = Is(before, "]") ? "[" : "<";
      size_t partner = before;
      while (partner > 0 && before - partner < 16 && !Is(partner, opening)) --partner;
      if (!Is(partner, opening)) break;
      begin = partner;
      continue;
    }
    begin = before;
  }
  // `JSON.stringify({...})`: with the call around it.
  if (begin > 1 && Is(begin - 1, "(") && IsWord(begin - 2)) {
    const bool has_qualifier = begin > 3 && Is(begin - 3, ".");
    const Maker maker = MakerOf(has_qualifier ? Text(begin - 4) : "", Text(begin - 2));
    if (maker == Maker::kPass) return BeginOf(begin - 1);
  }
  return begin;
}

HostValue HostValues::At(size_t begin) {
  size_t at = begin;
  return Value(at, 0);
}

HostValue HostValues::OfName(size_t name) { return Variable(name, tokens_.size(), 0); }

size_t HostValues::BeginOfText(size_t token) const {
  const size_t open = Around(token);
  if (open + 1 != token || !Is(open, "(")) return token;
  const size_t begin = BeginOf(open);
  const bool has_qualifier = open > 2 && Is(open - 2, ".");
  const Maker maker = MakerOf(has_qualifier ? Text(open - 3) : "", Text(open - 1));
  const bool makes_text = maker == Maker::kPass || maker == Maker::kJoin ||
                          maker == Maker::kPrintf || maker == Maker::kBraces;
  return makes_text ? begin : token;
}

// To the comma or bracket behind an expression.
void HostValues::SkipExpression(size_t& at) const { at = after_expression_[at]; }

HostValue HostValues::Hole(size_t begin, size_t& at) const {
  SkipExpression(at);
  if (begin >= tokens_.size()) return {};
  return {.span = From(begin, at)};
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Value(size_t& at, size_t level) {
  const size_t begin = at;
  if (level > kMostHostLevels || ++values_ > kMostHostValues) return Hole(begin, at);
  HostValue value = Operand(at, level);
  while (IsJoin(at) || IsBetweenStrings(at)) {
    if (IsJoin(at)) ++at;
    value = Joined(std::move(value), Operand(at, level));
  }
  return value;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Operand(size_t& at, size_t level) {
  const size_t begin = at;
  while (Is(at, "&") || Is(at, "*") || Is(at, "new") || Is(at, "await") || Is(at, "const")) ++at;
  // `new[] {...}` of C#.
  if (at > begin && Is(at, "[") && Is(AfterClosing(at), "{")) at = AfterClosing(at);
  if (at >= tokens_.size()) return {};
  const uint32_t first = tokens_[at].span.begin;
  HostValue value;
  if (IsString(at)) {
    value = Strings(at);
  } else if (tokens_[at].kind == Token::Kind::kNumber || Is(at, "-")) {
    value = Number(at);
  } else if (IsWord(at)) {
    value = Named(at, level);
  } else if (Is(at, "{") || Is(at, "[") || Is(at, "(")) {
    value = Brackets(at, level);
  } else {
    return Hole(begin, at);
  }
  if (value.span.begin == first) value.span.begin = tokens_[begin].span.begin;
  ReadSuffixes(at, level, value);
  return value;
}

HostValue HostValues::Strings(size_t& at) {
  const bool is_document = tokens_[at].form->delimiter == Delimiter::kHereDoc;
  HostValue value = {.kind = Kind::kText,
                     .span = is_document ? tokens_[at].content : tokens_[at].span};
  do {
    value.parts.push_back({.token = &tokens_[at], .source = tokens_[at].span});
    if (!is_document) value.span.end = tokens_[at].span.end;
    ++at;
  } while (language_.joins_adjacent && IsString(at));
  return value;
}

HostValue HostValues::Number(size_t& at) {
  const size_t begin = at;
  const bool is_negative = Is(at, "-");
  if (is_negative) ++at;
  const std::string read =
      at < tokens_.size() && tokens_[at].kind == Token::Kind::kNumber ? NumberOf(Text(at)) : "";
  string_view number = read;
  if (number.empty()) return Hole(begin, at);
  // What is handed over as a number is 3, however it is written; Python and Ruby print `3.0`.
  if (language_.client != "core") absl::ConsumeSuffix(&number, ".0");
  ++at;
  return Word(From(begin, at), absl::StrCat(is_negative ? "-" : "", number));
}

// `put("k", v)`
bool HostValues::IsPut(size_t method) const {
  return (Is(method, "put") || Is(method, "Add") || Is(method, "putIfAbsent")) &&
         Is(method + 1, "(") && IsString(method + 2) && Is(method + 3, ",");
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
void HostValues::ReadPut(size_t method, size_t level, HostValue& into) {
  size_t key = method + 2;
  size_t value = method + 4;
  HostValue name = Strings(key);
  into.members.emplace_back(std::move(name), Value(value, level + 1));
  into.span.end = From(method, AfterClosing(method + 1)).end;
}

// What is called on a value or done to it behind it.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
void HostValues::ReadSuffixes(size_t& at, size_t level, HostValue& value) {
  for (;;) {
    if (value.kind == Kind::kText && Is(at, "%")) {  // Python, Ruby
      ++at;
      Value(at, level + 1);
      value.format = Format::kPrintf;
      continue;
    }
    if (IsJoin(at)) return;  // `.` of PHP
    if ((Is(at, ".") || Is(at, "?.")) && IsWord(at + 1)) {
      const string_view method = Text(at + 1);
      if (IsPut(at + 1) && value.kind == Kind::kObject) {
        ReadPut(at + 1, level, value);
        at = AfterClosing(at + 2);
        continue;
      }
      if (value.kind == Kind::kText) {
        const Trimming trimming = TrimmingOf(method);
        for (TextPart& part : value.parts) part.trimming = std::max(part.trimming, trimming);
        if (method == "format") value.format = Format::kBraces;
        if (method == "formatted") value.format = Format::kPrintf;
      }
      at += 2;
      if (Is(at, "(")) at = AfterClosing(at);
      continue;
    }
    if (Is(at, "!") && !Is(at + 1, "=")) {
      ++at;
      continue;
    }
    if ((Is(at, "as") || Is(at, "satisfies")) && IsWord(at + 1)) {
      at += 2;
      continue;
    }
    return;
  }
}

// The token behind `<...>`.
size_t HostValues::AfterTypes(size_t open) const {
  size_t after = open;
  while (after < tokens_.size() && after - open < kMostTypeTokens && !Is(after, ">")) ++after;
  while (Is(after, ">")) ++after;
  return after;
}

// `a.b.C`, `f(x)`, `Type{...}`, `map[string]any{...}`.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Named(size_t& at, size_t level) {
  const size_t begin = at;
  size_t name = at;
  string_view qualifier;
  ++at;
  for (const JsonWord& word : kJsonWords) {
    if (Text(begin) == word.word && !Is(at, ".")) {
      return Word(tokens_[begin].span, std::string(word.json));
    }
  }
  while (Is(at, ".") || Is(at, "::") || Is(at, "->")) {
    if (Is(at, ".") && Is(at + 1, "<")) at = AfterTypes(at + 1) - 1;  // `Map.<String, Object>of(`
    if (!IsWord(at + 1)) break;
    const bool is_on_text = Text(at + 1) == "name" || Text(at + 1) == "toString";
    const bool is_status = absl::EndsWith(qualifier, "Code") || Text(name) == "StatusCode";
    if (is_on_text && is_status) break;
    qualifier = Text(name);
    name = at + 1;
    at += 2;
  }
  if (Is(at, "[") && Text(name) == "map") {  // of Go
    at = AfterClosing(at);
    while (at < tokens_.size() && !Is(at, "{") &&
           (IsWord(at) || Is(at, "[") || Is(at, "]") || Is(at, ".")))
      ++at;
    if (Is(at, "[")) at = AfterClosing(at);
    while (IsWord(at) || Is(at, ".")) ++at;
    if (Is(at, "{") && Is(at + 1, "}") && Is(at + 2, "{")) at += 2;  // `interface{}`
  } else if (Is(at, "<")) {
    const size_t after = AfterTypes(at);
    if (Is(after, "(") || Is(after, "{") || Is(after, "[")) at = after;
  }
  if (Is(at, "(")) {
    HostValue called = Call(qualifier, name, at, level);
    called.span = From(begin, at);
    return called;
  }
  const bool is_made =
      Is(at, "{") && (language_.name == "go" || language_.name == "cpp" ||
                      Is(begin > 0 ? begin - 1 : begin, "new") || Text(name) == "buildMap");
  if (is_made || (Is(at, "[") && Is(begin > 0 ? begin - 1 : begin, "new"))) {
    if (Is(at, "[")) at = AfterClosing(at);
    if (Is(at, "{")) {
      HostValue made = Brackets(at, level);
      made.span = From(begin, at);
      return made;
    }
  }
  const Span span = From(begin, at);
  const string_view last = Text(name);
  if (qualifier == "StatusCode" || qualifier == "Code") {
    return Word(span, absl::StrCat("\"", InCapitals(last), "\""));
  }
  if (qualifier == "MethodName" && last == "Default") return {.kind = Kind::kObject, .span = span};
  if (last == "MaxValue" && qualifier == "int") return Word(span, "2147483647");
  if (qualifier.empty()) {
    HostValue meant = Variable(name, name, level);
    if (meant.kind != Kind::kHole) return meant;
  }
  return {.span = span};
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Call(string_view qualifier, size_t name, size_t& at, size_t level) {
  const size_t open = at;
  at = AfterClosing(open);
  const string_view method = Text(name);
  if (method == "builder" && Is(at, ".")) return {.kind = Kind::kObject};
  HostValue called = {.kind = Kind::kList};
  ReadMembers(open, level + 1, called);
  const bool has_one = called.elements.size() == 1 && called.members.empty();
  if (const std::string seconds =
          qualifier == "TimeSpan" && has_one ? SecondsOf(method, called.elements[0]) : "";
      !seconds.empty()) {
    return Word({}, seconds);
  }
  if (const string_view policy = PolicyOfClass(method); !policy.empty()) {
    HostValue key = Word(tokens_[name].span, absl::StrCat("\"", policy, "\""));
    HostValue empty = {.kind = Kind::kObject, .span = tokens_[name].span};
    return {.kind = Kind::kObject, .members = {{std::move(key), std::move(empty)}}};
  }
  if (Is(at, "{") && (Is(name - 1, "new") || language_.name == "csharp")) {
    return Brackets(at, level);  // `new Config() { ... }`
  }
  switch (const Maker maker = MakerOf(qualifier, method)) {
    case Maker::kNone:
      break;
    case Maker::kMap:
    case Maker::kEntries:
      if (called.members.empty() || !called.elements.empty()) PairUp(called, maker);
      called.kind = Kind::kObject;
      return called;
    case Maker::kList:
      if (!called.members.empty()) called.kind = Kind::kObject;  // `array()` of PHP
      return called;
    case Maker::kPass:
      if (called.elements.empty() && !called.members.empty()) {  // of keywords
        called.kind = Kind::kObject;
        return called;
      }
      [[fallthrough]];
    case Maker::kPrintf:
    case Maker::kBraces:
      for (HostValue& each : called.elements) {
        if (each.kind == Kind::kHole) continue;
        if (maker != Maker::kPass && each.kind != Kind::kText) continue;
        if (maker == Maker::kPrintf) each.format = Format::kPrintf;
        if (maker == Maker::kBraces) each.format = Format::kBraces;
        return std::move(each);
      }
      break;
    case Maker::kJoin: {
      HostValue joined;
      for (HostValue& each : called.elements) {
        const bool is_first = &each == &called.elements.front();
        joined = is_first ? std::move(each) : Joined(std::move(joined), std::move(each));
      }
      return joined;
    }
  }
  // `new HashMap<>()`, `make(map[string]any)`: what is put there is found by the name.
  return {};
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Brackets(size_t& at, size_t level) {
  const size_t open = at;
  const size_t after = AfterClosing(open);
  if (Is(open, "[") && Is(open + 1, "]") && !Is(after, ",")) {  // `[]string{...}` of Go
    size_t type = after;
    while (IsWord(type) || Is(type, ".") || Is(type, "*") || Is(type, "[")) {
      type = Is(type, "[") ? AfterClosing(type) : type + 1;
    }
    if (Is(type, "{") && Is(type + 1, "}") && Is(type + 2, "{")) type += 2;
    if (language_.name == "go" && Is(type, "{")) {
      at = type;
      HostValue list = Brackets(at, level);
      list.span = From(open, at);
      if (list.members.empty()) list.kind = Kind::kList;
      return list;
    }
  }
  at = after;
  HostValue value = {.kind = Kind::kList, .span = From(open, after)};
  ReadMembers(open, level + 1, value);
  const bool is_object = !value.members.empty() || (Is(open, "{") && value.elements.empty());
  if (is_object) {
    value.kind = Kind::kObject;
  } else if (Is(open, "(") && value.elements.size() == 1 && !value.is_open && !Is(after - 2, ",")) {
    HostValue inner = std::move(value.elements[0]);
    return inner;
  } else if (Is(open, "{") && Is(open + 1, "{") && IsPut(open + 2) && value.elements.size() == 1) {
    return std::move(value.elements[0]);
  } else if (Is(open, "{") && !value.elements.empty() && absl::c_all_of(value.elements, IsPair)) {
    PairUp(value, Maker::kEntries);  // of C++ and C#
  }
  return value;
}

// What was read last between two tokens is not all that stands there.
void HostValues::MakeHole(size_t begin, size_t end, HostValue& into) const {
  const uint32_t from = tokens_[begin].span.begin;
  const bool is_member = !into.members.empty() && into.members.back().first.span.begin >= from;
  if (!is_member && into.elements.empty()) return;
  HostValue& value = is_member ? into.members.back().second : into.elements.back();
  const uint32_t first =
      is_member ? std::max(value.span.begin, into.members.back().first.span.end) : from;
  value = {.span = {first, From(begin, end).end}};
}

// All that stands in the brackets at `open`.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
void HostValues::ReadMembers(size_t open, size_t level, HostValue& into) {
  const size_t end = std::min(AfterClosing(open), tokens_.size());
  size_t at = open + 1;
  while (at + 1 < end) {
    if (Is(at, ",") || Is(at, ";")) {
      ++at;
      continue;
    }
    const size_t before = at;
    const bool is_read = ReadMember(at, level, into);
    if (!is_read) into.is_open = true;
    if (Is(at, "for")) {  // a comprehension
      into.is_open = true;
      SkipExpression(at);
    } else if (at < end && !Is(at, ",") && !Is(at, ";") && !Is(at, "}") && !Is(at, "]") &&
               !Is(at, ")") && language_.name != "hcl" && language_.name != "textproto") {
      SkipExpression(at);  // an operator that is not read
      if (is_read) MakeHole(before, at, into);
    }
    if (at == before) ++at;
  }
}

// False: what stands there is not read, and may be any member.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
bool HostValues::ReadMember(size_t& at, size_t level, HostValue& into) {
  if (Is(at, "...") || Is(at, "**") || Is(at, "*")) {
    SkipExpression(at);
    return false;
  }
  const size_t begin = at;
  const bool is_indexer = Is(at, "[") && IsString(at + 1) && Is(at + 2, "]") && Is(at + 3, "=");
  if (is_indexer) ++at;  // `["key"] = value` of C#
  const bool is_key = (IsString(at) || IsWord(at)) && !Is(at, "new");
  const size_t separator = is_indexer ? at + 2 : at + 1;
  if (is_key && IsSeparator(separator)) {
    HostValue key = IsString(at) ? Strings(at) : Word(tokens_[at].span, "");
    if (key.kind == Kind::kWord) key.json = std::string(Text(begin));
    at = separator + 1;
    HostValue value = Value(at, level);
    into.members.emplace_back(std::move(key), std::move(value));
    return true;
  }
  const bool is_script = language_.client == "node" && into.kind == Kind::kList;
  if (is_script && IsWord(at) && (Is(at + 1, ",") || Is(at + 1, "}")) && !into.members.empty()) {
    HostValue key = Word(tokens_[at].span, std::string(Text(at)));  // `{retryPolicy}`
    into.members.emplace_back(std::move(key), Variable(at, at, level));
    ++at;
    return true;
  }
  if (Is(at, "[") && Is(AfterClosing(at), ":")) {  // a key that is computed
    SkipExpression(at);
    return false;
  }
  if (IsPut(at)) {  // in a block of Java or Kotlin
    ReadPut(at, level, into);
    at = AfterClosing(at + 1);
    return true;
  }
  at = begin;
  into.elements.push_back(Value(at, level));
  return true;
}

// What was assigned to a name last before it, or at all, with what was put there before `until` and
// before something else was assigned.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Variable(size_t name, size_t until, size_t level) {
  const Span use = tokens_[name].span;
  const auto found = assignments_.find(Text(name));
  if (found == assignments_.end()) return {.span = use};
  const size_t none = tokens_.size();
  const auto is_whole = [&](const Assignment& each) {
    return each.key == none && !each.is_element;
  };
  const Assignment* whole = nullptr;
  for (const Assignment& each : found->second) {
    if (is_whole(each) && each.token > name) until = std::min(until, each.token);
    if (is_whole(each) && each.token != name && (whole == nullptr || each.token < name)) {
      whole = &each;
    }
  }
  if (whole == nullptr) return {.span = use};
  size_t at = whole->value;
  if (at <= name && name < at + 1) return {.span = use};  // `x = x`
  HostValue value = Value(at, level + 1);
  // In branches it may be another; a whole config is mostly the one before it.
  const bool is_one = absl::c_count_if(found->second, is_whole) == 1;
  const bool is_part = value.kind == Kind::kWord || (value.kind == Kind::kText && level > 0);
  if (value.json == "null" || (is_part && !is_one)) return {.span = use};
  for (const Assignment& each : found->second) {
    const bool is_after = each.token > whole->token && each.token < until;
    if (!is_after || is_whole(each)) continue;
    size_t begin = each.value;
    HostValue part = Value(begin, level + 1);
    if (value.kind == Kind::kHole) value.span = From(whole->value, begin);
    if (each.is_element) {
      value.kind = Kind::kList;
      value.elements.push_back(std::move(part));
    } else {
      size_t key = each.key;
      value.kind = Kind::kObject;
      value.members.emplace_back(Strings(key), std::move(part));
    }
  }
  return value;
}

}  // namespace grpcfg
