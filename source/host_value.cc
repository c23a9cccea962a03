#include "source/host_value.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "source/host_words.h"

namespace grpcfg {
namespace {

using absl::string_view;
using Kind = HostValue::Kind;

constexpr size_t kMostTypeTokens = 16;  // `<String, Map<String, Object>>`
constexpr size_t kBytesOfValue = 32;    // what a name stands for is written at each of its uses
constexpr size_t kMostStepsBack = 64;   // from a bracket to where its value begins

// Words that stand before a value, but do not belong to it.
constexpr string_view kWordsBeforeValues[] = {"return", "in", "else", "to"};

// The only argument of a call, a number as JSON; empty: it is another one, or not alone.
string_view OnlyNumber(const HostValue& arguments) {
  const bool is_one = arguments.elements.size() == 1 && arguments.members.empty();
  return is_one && arguments.elements[0].kind == Kind::kWord ? arguments.elements[0].json
                                                             : string_view();
}

// ---- What is made of words and values

HostValue Word(Span span, std::string json) {
  return {.kind = Kind::kWord, .span = span, .json = std::move(json)};
}

// `{"round_robin": {}}`
HostValue ConfigOf(string_view policy, Span span) {
  HostValue key = Word(span, absl::StrCat("\"", policy, "\""));
  HostValue empty = {.kind = Kind::kObject, .span = span};
  return {.kind = Kind::kObject, .members = {{std::move(key), std::move(empty)}}};
}

// What a constant of a library stands for; a hole if it is not one of these.
HostValue ConstantOf(string_view qualifier, string_view name, Span span) {
  if (qualifier == "StatusCode" || qualifier == "Code" || qualifier == "Status") {
    return Word(span, absl::StrCat("\"", InCapitals(name), "\""));
  }
  if (qualifier == "MethodName" && name == "Default") return {.kind = Kind::kObject, .span = span};
  if (qualifier == "int" && name == "MaxValue") return Word(span, "2147483647");
  return {};
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

// The two as one text. A value that is not a text is a hole in it.
HostValue Joined(HostValue left, HostValue right) {
  if (left.kind != Kind::kText && right.kind != Kind::kText) {
    return {.span = {left.span.begin, right.span.end}};
  }
  for (HostValue* const side : {&left, &right}) {
    if (side->kind == Kind::kText) continue;
    *side = {.kind = Kind::kText, .span = side->span, .parts = {{.source = side->span}}};
  }
  left.span.end = right.span.end;
  left.format = std::max(left.format, right.format);
  absl::c_move(right.parts, std::back_inserter(left.parts));
  return left;
}

HostValue JoinedAll(std::vector<HostValue> values) {
  HostValue joined;
  for (HostValue& each : values) {
    const bool is_first = &each == &values.front();
    joined = is_first ? std::move(each) : Joined(std::move(joined), std::move(each));
  }
  return joined;
}

// The first of the values that is known; a hole if none is.
HostValue FirstKnown(std::vector<HostValue> values) {
  for (HostValue& each : values) {
    if (each.kind != Kind::kHole) return std::move(each);
  }
  return {};
}

// The first of the values that is a text, which others are put into; a hole if none is.
HostValue FirstText(std::vector<HostValue> values, Format format) {
  for (HostValue& each : values) {
    if (each.kind != Kind::kText) continue;
    each.format = format;
    return std::move(each);
  }
  return {};
}

// What a function makes of its arguments, a list with the keywords as members.
HostValue Make(Maker maker, HostValue arguments) {
  const bool has_keywords = !arguments.members.empty();
  switch (maker) {
    case Maker::kNone:
      break;
    case Maker::kMap:
    case Maker::kEntries:
      if (!has_keywords || !arguments.elements.empty()) PairUp(arguments, maker);
      arguments.kind = Kind::kObject;
      return arguments;
    case Maker::kList:
      if (has_keywords) arguments.kind = Kind::kObject;  // `array()` of PHP
      return arguments;
    case Maker::kPass:
      if (has_keywords && arguments.elements.empty()) {
        arguments.kind = Kind::kObject;
        return arguments;
      }
      return FirstKnown(std::move(arguments.elements));
    case Maker::kJoin:
      return JoinedAll(std::move(arguments.elements));
    case Maker::kPrintf:
      return FirstText(std::move(arguments.elements), Format::kPrintf);
    case Maker::kBraces:
      return FirstText(std::move(arguments.elements), Format::kBraces);
  }
  // `new HashMap<>()`, `make(map[string]any)`: what is put there is found by the name.
  return {};
}

// Anything may be added to all of it, and to what is inside.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
void Open(HostValue& value) {
  value.is_open = value.kind == Kind::kObject || value.kind == Kind::kList;
  for (auto& [key, member] : value.members) Open(member);
  for (HostValue& element : value.elements) Open(element);
}

// Methods that add to an object or a list, or set its members.
constexpr string_view kAdders[] = {"add",    "Add",   "append", "push",   "put",    "set",
                                   "update", "merge", "putAll", "addAll", "extend", "AddRange"};

// What a text is after a method was called on it.
void CallOnText(string_view method, HostValue& text) {
  const Trimming trimming = TrimmingOf(method);
  for (TextPart& part : text.parts) part.trimming = std::max(part.trimming, trimming);
  if (method == "format") text.format = Format::kBraces;
  if (method == "formatted") text.format = Format::kPrintf;
}

}  // namespace

string_view KeyText(string_view text, const HostValue& key) {
  if (key.kind == Kind::kWord) return Slice(text, key.span);
  if (key.parts.size() != 1 || key.parts[0].token == nullptr) return "";
  return Slice(text, key.parts[0].token->content);
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
bool HasLiteral(const HostValue& value) {
  if (value.kind == Kind::kText || value.kind == Kind::kWord) return true;
  if (value.kind == Kind::kObject) return !value.members.empty() || !value.is_open;
  return absl::c_any_of(value.elements, HasLiteral);
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
bool HasHole(const HostValue& value) {
  if (value.kind == Kind::kHole || value.is_open) return true;
  for (const auto& [key, member] : value.members) {
    if (HasHole(member)) return true;
  }
  return absl::c_any_of(value.elements, HasHole);
}

HostValues::HostValues(string_view text, const Language& language, const std::vector<Token>& tokens)
    : text_(text), language_(language), tokens_(tokens) {
  MatchBrackets();
  FindEnds();
  FindAssignments();
}

// ---- Brackets, ends and assignments of the whole file

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
    const bool is_end = IsAny(i, {",", ";", ")", "]", "}"});
    const bool opens = IsAny(i, {"(", "[", "{"});
    after_expression_[i] = is_end ? i : after_expression_[opens ? AfterClosing(i) : i + 1];
  }
}

void HostValues::FindAssignments() {
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (IsWord(i)) FindAssignment(i);
  }
}

// The token after the type that follows the colon of `x: dict[str, Any] = v`; `colon` if none does.
size_t HostValues::AfterTypeOf(size_t colon) const {
  size_t at = colon + 1;
  // After the colon of `if x:` there is another line.
  if (!IsWord(at) || absl::StrContains(Slice(text_, From(colon, at + 1)), '\n')) return colon;
  while (at - colon < kMostTypeTokens && (IsWord(at) || IsAny(at, {".", "[", "<", "|", "?"}))) {
    at = Is(at, "[") ? AfterClosing(at) : Is(at, "<") ? AfterTypes(at) : at + 1;
  }
  return at;
}

HostValues::Path HostValues::PathOf(size_t name) const {
  Path path = {.end = name + 1, .size = 0, .key = 0, .has_key = false};
  while (path.size < kMostHostLevels) {
    const size_t at = path.end;
    const bool is_index = Is(at, "[");
    const bool is_member = IsAny(at, {".", "->"}) && IsWord(at + 1) && !Is(at + 2, "(");
    if (!is_index && !is_member) break;
    path.end = is_index ? AfterClosing(at) : at + 2;
    path.key = at + 1;
    path.has_key = is_member || (IsString(at + 1) && path.end == at + 3);
    ++path.size;
  }
  return path;
}

HostValues::Part HostValues::PartAt(const Path& path, size_t name) {
  const bool is_array = path.size == 1 && !path.has_key && path.end <= name + 4;
  if (path.size == 0 || is_array) return Part::kWhole;
  return path.size == 1 && path.has_key ? Part::kMember : Part::kInside;
}

// `x = v`, `x := v`, `x[] = v`, `x: T = v`, `x["k"] = v`, `x.k = v`, `x.put("k", v)`, `x.add(v)`,
// `x.k[0].l = v`, `x.k.add(v)`.
void HostValues::FindAssignment(size_t name) {
  const auto add = [&](Part part, size_t key, size_t value) {
    assignments_[Text(name)].push_back({part, name, key, value});
    if (part == Part::kWhole) names_[value] = name;
  };
  if (Is(name + 1, ":=")) return add(Part::kWhole, 0, name + 2);
  if (Is(name + 1, ":")) {
    const size_t after = AfterTypeOf(name + 1);
    if (Is(after, "=")) add(Part::kWhole, 0, after + 1);
    return;
  }
  const Path path = PathOf(name);
  if (Is(path.end, "=")) return add(PartAt(path, name), path.key, path.end + 1);
  const size_t method = path.end + 1;
  if (!IsAny(path.end, {".", "->"}) || !Is(method + 1, "(")) return;
  if (path.size == 0 && IsPut(method)) return add(Part::kMember, method + 2, method + 4);
  if (!absl::c_linear_search(kAdders, Text(method))) return;
  const bool is_element = path.size == 0 && IsAny(method, {"add", "Add", "append", "push"});
  add(is_element ? Part::kElement : Part::kInside, 0, method + 2);
}

// ---- Tokens

string_view HostValues::Text(size_t token) const {
  return token < tokens_.size() ? Slice(text_, tokens_[token].span) : string_view();
}

bool HostValues::Is(size_t token, string_view text) const {
  return token < tokens_.size() && tokens_[token].kind != Token::Kind::kString &&
         Text(token) == text;
}

bool HostValues::IsAny(size_t token, std::initializer_list<string_view> texts) const {
  return absl::c_any_of(texts, [&](string_view text) { return Is(token, text); });
}

bool HostValues::IsString(size_t token) const {
  return token < tokens_.size() && tokens_[token].kind == Token::Kind::kString;
}

bool HostValues::IsWord(size_t token) const {
  return token < tokens_.size() && tokens_[token].kind == Token::Kind::kWord;
}

bool HostValues::IsJoin(size_t token) const {
  if (token >= tokens_.size() || tokens_[token].kind != Token::Kind::kMark) return false;
  return absl::c_any_of(absl::StrSplit(language_.joins, ' '),
                        [&](string_view join) { return join == Text(token); });
}

// A macro of C and C++ that is a string, or the string after it.
bool HostValues::IsBetweenStrings(size_t token) const {
  if (language_.name != "cpp" || token == 0) return false;
  return (IsWord(token) && IsString(token - 1) && IsString(token + 1)) ||
         (IsString(token) && IsWord(token - 1));
}

// Between a key and its value.
bool HostValues::IsSeparator(size_t token) const {
  return IsAny(token, {":", "=>", "=", "to", "->", ":="});
}

Span HostValues::From(size_t begin, size_t end) const {
  const size_t last = std::max(begin + 1, end) - 1;
  return {tokens_[begin].span.begin, tokens_[std::min(last, tokens_.size() - 1)].span.end};
}

// ---- Where a value begins

// The name before the dot before a name; empty if there is none.
string_view HostValues::Qualifier(size_t name) const {
  return name > 1 && Is(name - 1, ".") ? Text(name - 2) : "";
}

// The bracket that opens types, `[string]` or `<String, Object>`, which `close` closes; the token
// after `close` if none is near.
size_t HostValues::BeginOfTypes(size_t close) const {
  const string_view opening = Is(close, "]") ? "[" : "<";
  size_t open = close;
  while (open > 0 && close - open < kMostTypeTokens && !Is(open, opening)) --open;
  return Is(open, opening) ? open : close + 1;
}

// True if the word before `begin` belongs to the value with the bracket `open`.
bool HostValues::HasNameBefore(size_t begin, size_t open) const {
  const string_view word = Text(begin - 1);
  if (absl::c_linear_search(kWordsBeforeValues, word)) return false;
  return begin == open || word == "new" || IsAny(begin, {"(", ".", "::", "[", "<"});
}

// From `begin` to the part before it of the value with the bracket `open`; `begin` if none is
// there.
size_t HostValues::StepBack(size_t begin, size_t open) const {
  const size_t before = begin - 1;
  if (Is(begin, "{") && begin > 2 && Is(before, "}") && Is(begin - 3, "interface")) {
    return begin - 3;
  }
  if (Is(begin, ".") && Is(before, ")")) return opening_[before];  // `builder().put(`
  if (IsAny(before, {".", "::"})) return before;
  if (IsWord(before)) return HasNameBefore(begin, open) ? before : begin;
  // Types: `map[string]any{`, `[]Config{`, `new Map<String, Object>(`, `mapOf<String, Any>(`; but
  // `a * (`, `a[0](` and `a[0][` are none.
  const bool has_types = begin != open || Is(begin, "{") || (Is(begin, "(") && Is(before, ">"));
  if (!has_types) return begin;
  if (IsAny(before, {"]", ">"})) return BeginOfTypes(before);
  return IsAny(before, {"*", "&"}) ? before : begin;
}

// Without the calls around it.
size_t HostValues::BeginOfOperand(size_t open) const {
  size_t begin = open;
  for (size_t steps = 0; begin > 0 && steps < kMostStepsBack; ++steps) {
    const size_t earlier = StepBack(begin, open);
    if (earlier == begin) break;
    begin = earlier;
  }
  return begin;
}

size_t HostValues::BeginOf(size_t open) const {
  size_t begin = BeginOfOperand(open);
  // `JSON.stringify({...})`: with the call around it.
  while (begin > 1 && Is(begin - 1, "(") && IsWord(begin - 2) &&
         MakerOf(Qualifier(begin - 2), Text(begin - 2)) == Maker::kPass) {
    begin = BeginOfOperand(begin - 1);
  }
  return begin;
}

HostValue HostValues::At(size_t begin) {
  size_t at = begin;
  HostValue value = Value(at, 0);
  const auto name = names_.find(begin);
  if (name == names_.end() || value.kind != Kind::kObject) return value;
  const Assignment whole = {Part::kWhole, name->second, 0, begin};
  ReadParts(whole, tokens_.size(), 0, value);
  return value;
}

HostValue HostValues::OfName(size_t name) { return Variable(name, tokens_.size(), 0); }

size_t HostValues::BeginOfText(size_t token) const {
  const size_t open = Around(token);
  if (open + 1 != token || !Is(open, "(")) return token;
  const Maker maker = MakerOf(Qualifier(open - 1), Text(open - 1));
  const bool makes_text = maker == Maker::kPass || maker == Maker::kJoin ||
                          maker == Maker::kPrintf || maker == Maker::kBraces;
  return makes_text ? BeginOf(open) : token;
}

// ---- Values, from the token `at` to the one after them

// To the comma or bracket after an expression.
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
  while (IsAny(at, {"&", "*", "::", "new", "await", "const"})) ++at;
  // `new[] {...}` of C#.
  if (at > begin && Is(at, "[") && Is(AfterClosing(at), "{")) at = AfterClosing(at);
  // `(double) x`
  const bool is_cast = Is(at, "(") && IsWord(at + 1) && Is(at + 2, ")");
  if (is_cast && at + 3 < tokens_.size() && tokens_[at + 3].kind != Token::Kind::kMark) at += 3;
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
  } else if (IsWordList(at)) {
    value = WordList(at);
  } else {
    return Hole(begin, at);
  }
  if (value.span.begin == first) value.span.begin = tokens_[begin].span.begin;
  while (ReadSuffix(at, level, value)) {
  }
  return value;
}

HostValue HostValues::Strings(size_t& at) {
  const bool is_document = tokens_[at].form->delimiter == Delimiter::kHereDoc;
  HostValue value = {.kind = Kind::kText,
                     .span = is_document ? tokens_[at].content : tokens_[at].span};
  do {
    const Span source = is_document ? tokens_[at].content : tokens_[at].span;
    value.parts.push_back({.token = &tokens_[at], .source = source});
    value.span.end = std::max(value.span.end, source.end);
    ++at;
  } while (language_.joins_adjacent && IsString(at));
  return value;
}

// A string or a word.
HostValue HostValues::Key(size_t& at) {
  if (IsString(at)) return Strings(at);
  HostValue key = Word(tokens_[at].span, std::string(Text(at)));
  ++at;
  return key;
}

// `%w[A B]` of Ruby.
bool HostValues::IsWordList(size_t at) const {
  return language_.name == "ruby" && Is(at, "%") && IsAny(at + 1, {"w", "i"}) &&
         IsAny(at + 2, {"(", "[", "{"});
}

HostValue HostValues::WordList(size_t& at) {
  const size_t begin = at;
  at = AfterClosing(begin + 2);
  HostValue list = {.kind = Kind::kList, .span = From(begin, at)};
  for (size_t word = begin + 3; word + 1 < at; ++word) {
    if (!IsWord(word)) return {.span = list.span};
    list.elements.push_back(Word(tokens_[word].span, absl::StrCat("\"", Text(word), "\"")));
  }
  return list;
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

// What is called on a value, from the dot on.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
void HostValues::ReadMethod(size_t& at, size_t level, HostValue& value) {
  const size_t method = at + 1;
  at += 2;
  if (IsPut(method) && value.kind == Kind::kObject) ReadPut(method, level, value);
  if (value.kind == Kind::kText) CallOnText(Text(method), value);
  if (Is(at, "(")) at = AfterClosing(at);
}

// False: no further call or operator follows the value.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
bool HostValues::ReadSuffix(size_t& at, size_t level, HostValue& value) {
  const size_t begin = at;
  if (value.kind == Kind::kText && Is(at, "%")) {  // Python, Ruby
    ++at;
    Value(at, level + 1);
    value.format = Format::kPrintf;
  } else if (IsJoin(at)) {
    return false;  // `.` of PHP
  } else if (IsAny(at, {".", "?."}) && IsWord(at + 1)) {
    ReadMethod(at, level, value);
  } else if (Is(at, "!") && !Is(at + 1, "=")) {  // it is not null
    ++at;
  } else if (IsAny(at, {"as", "satisfies"}) && IsWord(at + 1)) {
    at += 2;
  }
  return at != begin;
}

// The token after `<...>`.
size_t HostValues::AfterTypes(size_t open) const {
  size_t after = open;
  while (after < tokens_.size() && after - open < kMostTypeTokens && !Is(after, ">")) ++after;
  while (Is(after, ">")) ++after;
  return after;
}

// `a.b.C`
HostValues::Name HostValues::ReadName(size_t& at) const {
  Name name = {.token = at, .qualifier = ""};
  ++at;
  while (IsAny(at, {".", "::", "->"})) {
    if (Is(at, ".") && Is(at + 1, "<")) at = AfterTypes(at + 1) - 1;  // `Map.<String, Object>of(`
    if (!IsWord(at + 1)) break;
    // `Status.Code.UNAVAILABLE.name()` is the status.
    const bool is_status =
        absl::EndsWith(name.qualifier, "Code") || Text(name.token) == "StatusCode";
    if (is_status && IsAny(at + 1, {"name", "toString"})) break;
    if (name.qualifier == "Status" && IsAny(at + 1, {"code", "getCode"})) break;
    name = {.token = at + 1, .qualifier = Text(name.token)};
    at += 2;
  }
  return name;
}

// To the last braces of `interface{}{`: those of a value, not of its type.
void HostValues::SkipBracesOfType(size_t& at) const {
  if (Is(at, "{") && Is(at + 1, "}") && Is(at + 2, "{")) at += 2;
}

// To the bracket after the types that follow a name.
void HostValues::SkipTypes(size_t name, size_t& at) const {
  if (Is(at, "[") && Text(name) == "map") {  // of Go
    at = AfterClosing(at);
    while (IsWord(at) || IsAny(at, {"[", "]", "."})) ++at;
    SkipBracesOfType(at);
  } else if (Is(at, "<")) {
    const size_t after = AfterTypes(at);
    if (IsAny(after, {"(", "{", "["})) at = after;  // else `<` compares
  }
}

// `a.b.C`, `f(x)`, `Type{...}`, `map[string]any{...}`.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Named(size_t& at, size_t level) {
  const size_t begin = at;
  if (const string_view json = JsonOf(Text(begin)); !json.empty() && !Is(begin + 1, ".")) {
    ++at;
    return Word(tokens_[begin].span, std::string(json));
  }
  const Name name = ReadName(at);
  SkipTypes(name.token, at);
  if (Is(at, "(")) {
    HostValue called = Call(name, at, level);
    called.span = From(begin, at);
    return called;
  }
  const bool is_new = Is(begin - 1, "new");
  if (is_new && Is(at, "[")) at = AfterClosing(at);  // `new String[] {...}`
  const bool may_be_made =
      is_new || language_.name == "go" || language_.name == "cpp" || Text(name.token) == "buildMap";
  if (may_be_made && Is(at, "{")) {
    HostValue made = Brackets(at, level);
    made.span = From(begin, at);
    return made;
  }
  const Span span = From(begin, at);
  HostValue meant = name.qualifier.empty() ? Variable(name.token, name.token, level)
                                           : ConstantOf(name.qualifier, Text(name.token), span);
  if (meant.kind == Kind::kHole) return {.span = span};
  values_ += meant.span.size() / kBytesOfValue;
  return meant;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Call(const Name& name, size_t& at, size_t level) {
  const size_t open = at;
  at = AfterClosing(open);
  const string_view method = Text(name.token);
  if (method == "builder" && Is(at, ".")) return {.kind = Kind::kObject};
  HostValue arguments = {.kind = Kind::kList};
  ReadMembers(open, level + 1, arguments);
  if (name.qualifier == "TimeSpan") {
    if (const std::string seconds = SecondsOf(method, OnlyNumber(arguments)); !seconds.empty()) {
      return Word({}, seconds);
    }
  }
  if (const string_view policy = PolicyOfClass(method); !policy.empty()) {
    return ConfigOf(policy, tokens_[name.token].span);
  }
  if (Is(at, "{") && (Is(name.token - 1, "new") || language_.name == "csharp")) {
    return Brackets(at, level);  // `new Config() { ... }`
  }
  return Make(MakerOf(name.qualifier, method), std::move(arguments));
}

// The braces after `[]string` in Go; `open` if there are none.
size_t HostValues::BracesOfList(size_t open) const {
  if (language_.name != "go" || !Is(open, "[") || !Is(open + 1, "]")) return open;
  size_t at = open + 2;
  while (IsWord(at) || IsAny(at, {".", "*", "["})) at = Is(at, "[") ? AfterClosing(at) : at + 1;
  SkipBracesOfType(at);
  return Is(at, "{") ? at : open;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Brackets(size_t& at, size_t level) {
  const size_t open = at;
  if (const size_t braces = BracesOfList(open); braces != open) {
    at = braces;
    HostValue list = Brackets(at, level);
    list.span = From(open, at);
    if (list.members.empty()) list.kind = Kind::kList;
    return list;
  }
  at = AfterClosing(open);
  HostValue value = {.kind = Kind::kList, .span = From(open, at)};
  ReadMembers(open, level + 1, value);
  const bool has_braces = Is(open, "{");
  if (!value.members.empty() || (has_braces && value.elements.empty())) {
    value.kind = Kind::kObject;
    if (language_.name != "ruby" || has_braces) return value;
    const Span span = value.span;
    return {.kind = Kind::kList, .span = span, .elements = {std::move(value)}};  // `[a: 1]`
  }
  const bool is_group = Is(open, "(") && !value.is_open && !Is(at - 2, ",");  // no tuple
  const bool is_block = has_braces && Is(open + 1, "{") && IsPut(open + 2);   // `{{ put(...); }}`
  if (value.elements.size() == 1 && (is_group || is_block)) return std::move(value.elements[0]);
  if (has_braces && absl::c_all_of(value.elements, IsPair)) {
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
    HostValue key = Key(at);
    at = separator + 1;
    HostValue value = Value(at, level);
    into.members.emplace_back(std::move(key), std::move(value));
    return true;
  }
  const bool is_script = language_.client == "node" && into.kind == Kind::kList;
  if (is_script && IsWord(at) && (Is(at + 1, ",") || Is(at + 1, "}")) && !into.members.empty()) {
    HostValue value = Variable(at, at, level);  // `{retryPolicy}`
    HostValue key = Key(at);
    into.members.emplace_back(std::move(key), std::move(value));
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

// ---- What names stand for

// Adds a member, or makes it a hole if it has one so called: in branches it may be either.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
void HostValues::ReadMemberOf(const Assignment& part, size_t level, Places& places,
                              HostValue& into) {
  size_t at = part.value;
  HostValue value = Value(at, level);
  into.kind = Kind::kObject;
  size_t next = part.key;
  HostValue key = Key(next);
  const auto [place, is_new] = places.try_emplace(KeyText(text_, key), into.members.size());
  if (is_new) {
    into.members.emplace_back(std::move(key), std::move(value));
  } else {
    into.members[place->second].second = {.span = value.span};
  }
}

// Adds what is put there before `until`, and before something else is assigned to the name.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
void HostValues::ReadParts(const Assignment& whole, size_t until, size_t level, HostValue& into) {
  const std::vector<Assignment>& all = assignments_[Text(whole.token)];  // in the order of the text
  auto each = std::partition_point(all.begin(), all.end(), [&](const Assignment& assignment) {
    return assignment.token <= whole.token;
  });
  Places places;
  for (size_t i = 0; i < into.members.size(); ++i) {
    places.try_emplace(KeyText(text_, into.members[i].first), i);
  }
  for (; each != all.end() && each->token < until && each->part != Part::kWhole; ++each) {
    if (into.kind == Kind::kHole && each->part != Part::kInside) {
      into.span = From(whole.value, after_expression_[each->value]);
    }
    if (each->part == Part::kInside) {
      Open(into);
    } else if (each->part == Part::kMember) {
      ReadMemberOf(*each, level, places, into);
    } else {
      size_t at = each->value;
      into.kind = Kind::kList;
      into.elements.push_back(Value(at, level));
    }
  }
}

// What was assigned to a name last before it, or at all, with what was put there before `until` and
// before something else was assigned.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostHostLevels
HostValue HostValues::Variable(size_t name, size_t until, size_t level) {
  const Span use = tokens_[name].span;
  const auto found = assignments_.find(Text(name));
  if (found == assignments_.end()) return {.span = use};
  // The last one before it, or else the first one after it; they are in the order of the text.
  const Assignment* whole = nullptr;
  const auto is_whole = [](const Assignment& each) { return each.part == Part::kWhole; };
  const std::vector<Assignment>& all = found->second;
  for (const Assignment& each : all) {
    if (!is_whole(each) || each.token == name) continue;
    if (whole == nullptr || each.token < name) whole = &each;
  }
  if (whole == nullptr || whole->value == name) return {.span = use};  // `x = x`
  size_t at = whole->value;
  HostValue value = Value(at, level + 1);
  // In branches it may be another; a whole config is mostly the one before it.
  const bool is_one = absl::c_count_if(all, is_whole) == 1;
  const bool is_part = value.kind == Kind::kWord || (value.kind == Kind::kText && level > 0);
  if (value.json == "null" || (is_part && !is_one)) return {.span = use};
  ReadParts(*whole, until, level + 1, value);
  return value;
}

}  // namespace grpcfg
