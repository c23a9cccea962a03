// The parser that reads on after every fault and names each as what it is. One loop, no
// recursion; every step takes a byte or moves to a state that will.
#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "schema/json/json_lexer.h"
#include "schema/json/json_tree.h"
#include "schema/json/json_tree_builder.h"

namespace grpcfg {
namespace {

// What may come next in the innermost container.
enum class State : uint8_t {
  kElementOrEnd,  // right after `[`
  kElement,       // after a comma
  kAfterElement,
  kKeyOrEnd,  // right after `{`, or where a comma is missing
  kKey,       // after a comma
  kColon,
  kMemberValue,
  kAfterMember,
};

class TolerantParser {
 public:
  TolerantParser(absl::string_view text, uint32_t begin)
      : builder_(text, begin), lexer_(builder_, begin) {}

  JsonTree Parse() &&;

 private:
  void ParseRoot();
  void AddMissingRoot();
  void ReportTextAfterRoot();
  void Step();
  bool StepEndOrComma(State first, State after_comma);
  void StepElement();
  void StepAfterElement();
  void StepKey();
  void StepMissingKey(char c);
  void StepColon();
  void StepMemberValue();
  void StepAfterMember();
  bool ReadValue();
  void OpenContainer(JsonKind kind);
  void CloseBracket(char bracket);
  void CloseInnermost(uint32_t end);
  void CloseAllAtEnd();
  [[nodiscard]] bool IsExtraBracket() const;
  bool LostBracketBeforeKey();
  [[nodiscard]] bool LostBracketBeforeElement() const;
  void CloseWithoutBracket(State next);
  void AddMissingValue();
  void ReportMissingComma();
  void TakeComma(State next);
  void TakeSemicolon(State next);
  void SkipJunk();
  [[nodiscard]] Span Here() const { return {lexer_.at(), lexer_.at() + 1}; }
  [[nodiscard]] bool InObject() const { return builder_.innermost_kind() == JsonKind::kObject; }
  size_t& open_of(JsonKind kind) {
    return kind == JsonKind::kObject ? open_objects_ : open_arrays_;
  }

  JsonTreeBuilder builder_;
  JsonLexer lexer_;
  State state_ = State::kElement;
  Span comma_;             // the last one, while a value or key must follow it
  NodeId last_ = kNoNode;  // the last complete value or key, for labels
  uint32_t junk_end_ = 0;  // of the junk skipped last
  size_t open_arrays_ = 0;
  size_t open_objects_ = 0;
  bool implicit_root_ = false;  // the root object has no braces
  bool excused_ = false;        // an issue says already why the next token does not fit
  bool array_has_colon_ = false;
};

JsonTree TolerantParser::Parse() && {
  if (lexer_.SkipByteOrderMark()) {
    lexer_.SkipBlank();
    while (!lexer_.AtEnd() && builder_.size() == 0) ParseRoot();
  }
  while (builder_.depth() > 0) {
    lexer_.SkipBlank();
    lexer_.AtEnd() ? CloseAllAtEnd() : Step();
  }
  builder_.size() > 0 ? ReportTextAfterRoot() : AddMissingRoot();
  return std::move(builder_).Take();
}

void TolerantParser::AddMissingRoot() {
  const auto leaves_a_value = [](const Issue& issue) {
    return issue.kind == IssueKind::kJsonComment || issue.kind == IssueKind::kJsonByteOrderMark;
  };
  if (absl::c_all_of(builder_.issues(), leaves_a_value)) {
    builder_.AddIssue(IssueKind::kJsonEmpty, {lexer_.size(), lexer_.size()});
  }
  builder_.AddToken(JsonKind::kMissing, lexer_.size(), lexer_.size());
}

// One value, or members whose braces were forgotten, or unexpected bytes.
void TolerantParser::ParseRoot() {
  if (lexer_.StartsString() && lexer_.TokenIsKey()) {
    implicit_root_ = true;
    builder_.AddIssue(IssueKind::kJsonMissingBraces, Here());
    return OpenContainer(JsonKind::kObject);
  }
  if (ReadValue()) return;
  lexer_.SkipUnexpected();
  lexer_.SkipBlank();
}

// A text that starts with a bare word is not JSON at all, and a NUL explains what follows it.
void TolerantParser::ReportTextAfterRoot() {
  const bool nul_before = lexer_.saw_nul();
  lexer_.SkipBlank();
  const bool nul_here = lexer_.saw_nul() && !nul_before;
  if (lexer_.AtEnd() || nul_here || builder_.node(JsonTree::kRoot).kind == JsonKind::kInvalid) {
    return;
  }
  const size_t last = builder_.text().find_last_not_of(absl::string_view(" \t\r\n\0", 5));
  builder_.AddIssue(IssueKind::kJsonTextAfterValue, {lexer_.at(), static_cast<uint32_t>(last) + 1});
}

void TolerantParser::Step() {
  switch (state_) {
    case State::kElementOrEnd:
    case State::kElement:
      return StepElement();
    case State::kAfterElement:
      return StepAfterElement();
    case State::kKeyOrEnd:
    case State::kKey:
      return StepKey();
    case State::kColon:
      return StepColon();
    case State::kMemberValue:
      return StepMemberValue();
    case State::kAfterMember:
      return StepAfterMember();
  }
}

void TolerantParser::TakeComma(State next) {
  comma_ = Here();
  lexer_.Advance();
  state_ = next;
  excused_ = false;
}

// Taken for the comma that it stands for.
void TolerantParser::TakeSemicolon(State next) {
  lexer_.SkipUnexpected();
  state_ = next;
  excused_ = true;
}

// Skips a token that fits nowhere; the first of several in a row is reported. A quote at the end of
// a bare word begins no string.
void TolerantParser::SkipJunk() {
  const uint32_t begin = lexer_.at();
  const JsonNode& before = builder_.node(last_);
  if (before.kind == JsonKind::kInvalid && before.end == begin && lexer_.Peek() == '"') {
    lexer_.Advance();
  } else {
    lexer_.SkipToken();
  }
  junk_end_ = lexer_.at();
  if (!excused_) builder_.AddIssue(IssueKind::kJsonUnexpected, {begin, junk_end_});
  excused_ = true;
}

// Where an element or key may stand; `after_comma` if it must.
bool TolerantParser::StepEndOrComma(State first, State after_comma) {
  const char c = lexer_.Peek();
  if (c == ']' || c == '}') {
    if (state_ == after_comma) builder_.AddIssue(IssueKind::kJsonTrailingComma, comma_);
    CloseBracket(c);
    return true;
  }
  if (c != ',') return false;
  builder_.AddIssue(IssueKind::kJsonTrailingComma, Here());
  TakeComma(first);
  return true;
}

void TolerantParser::StepElement() {
  if (StepEndOrComma(State::kElementOrEnd, State::kElement)) return;
  if (LostBracketBeforeKey()) return CloseWithoutBracket(State::kKeyOrEnd);
  state_ = State::kAfterElement;
  excused_ = false;
  if (ReadValue()) {
    excused_ = builder_.node(last_).kind == JsonKind::kInvalid;
    return;
  }
  state_ = State::kElementOrEnd;
  lexer_.SkipUnexpected();
}

void TolerantParser::StepAfterElement() {
  const char c = lexer_.Peek();
  if (c == ',') return TakeComma(State::kElement);
  if (c == ']' || c == '}') return CloseBracket(c);
  if (c == ';') return TakeSemicolon(State::kElementOrEnd);
  if (c == ':') {
    state_ = State::kElementOrEnd;
    array_has_colon_ = true;
    return lexer_.SkipUnexpected();
  }
  if (LostBracketBeforeKey()) return CloseWithoutBracket(State::kKeyOrEnd);
  // `"a"b"`: the end of a string that has a quote in it. `a"`: one that lost its first quote.
  const bool touches = lexer_.at() == std::max(junk_end_, builder_.node(last_).end);
  if (touches && (excused_ || lexer_.StartsWord()) && c != '{' && c != '[') return SkipJunk();
  state_ = State::kElementOrEnd;
  ReportMissingComma();
}

void TolerantParser::StepKey() {
  if (StepEndOrComma(State::kKeyOrEnd, State::kKey)) return;
  if (LostBracketBeforeElement()) return CloseWithoutBracket(State::kElementOrEnd);
  if (absl::StrContains(":{[", lexer_.Peek())) {
    StepMissingKey(lexer_.Peek());
  } else if (lexer_.StartsString()) {
    last_ = lexer_.ReadString(JsonKind::kKey);
    state_ = State::kColon;
  } else if (!lexer_.StartsWord()) {
    lexer_.SkipUnexpected();
    state_ = State::kKeyOrEnd;
  } else if (absl::StrContains(",}]", lexer_.PeekAfterWord())) {
    SkipJunk();
    state_ = State::kAfterMember;
  } else {
    last_ = lexer_.ReadBareKey();
    state_ = State::kColon;
  }
}

// `{{`, `{[`, `{:`. As each takes two nodes, a bracket that is deeper than this is passed over.
void TolerantParser::StepMissingKey(char c) {
  constexpr size_t kDeepest = 10'000;
  if (!excused_) builder_.AddIssue(IssueKind::kJsonUnexpected, Here());
  excused_ = true;
  if (c != ':' && builder_.depth() > kDeepest) return lexer_.Advance();
  last_ = builder_.AddMissingKey(lexer_.at());
  state_ = c == ':' ? State::kColon : State::kMemberValue;
}

void TolerantParser::StepColon() {
  const char c = lexer_.Peek();
  state_ = State::kMemberValue;
  excused_ = false;
  if (c == ':') return lexer_.Advance();
  const JsonNode& key = builder_.node(last_);
  builder_.AddIssue(IssueKind::kJsonMissingColon, Here(), {key.begin, key.end});
  excused_ = true;
  if (c == '=' || c == ';') {
    lexer_.Advance(lexer_.PeekAfter() == '>' ? 2 : 1);
  } else if (lexer_.TokenIsKey()) {
    AddMissingValue();  // `{"a" "b":1}`
  }
}

void TolerantParser::StepMemberValue() {
  const char c = lexer_.Peek();
  if (c == ',' || c == '}' || c == ']') return AddMissingValue();
  state_ = State::kAfterMember;
  if (ReadValue()) {
    // What follows a bare word or an unclosed string was often meant to be in it.
    excused_ = builder_.node(last_).kind == JsonKind::kInvalid;
    return;
  }
  state_ = State::kMemberValue;
  lexer_.SkipUnexpected();
  excused_ = true;
}

void TolerantParser::AddMissingValue() {
  const JsonNode& key = builder_.node(last_);
  const Span span = lexer_.AtEnd() ? Span{lexer_.at(), lexer_.at()} : Here();
  if (!excused_) builder_.AddIssue(IssueKind::kJsonMissingValue, span, {key.begin, key.end});
  last_ = builder_.AddToken(JsonKind::kMissing, lexer_.at(), lexer_.at());
  state_ = State::kAfterMember;
}

void TolerantParser::StepAfterMember() {
  const char c = lexer_.Peek();
  if (c == ',') return TakeComma(State::kKey);
  if (c == '}' || c == ']') return CloseBracket(c);
  if (c == ';') return TakeSemicolon(State::kKeyOrEnd);
  const bool is_bracket = c == '{' || c == '[';
  if (!is_bracket && !lexer_.TokenIsKey()) return SkipJunk();
  if (!is_bracket && !excused_) ReportMissingComma();
  state_ = State::kKeyOrEnd;
}

void TolerantParser::ReportMissingComma() {
  const JsonNode& before = builder_.node(last_);
  builder_.AddIssue(IssueKind::kJsonMissingComma, Here(), {before.begin, before.end});
}

// False if nothing that could be a value starts here. A container is opened, any other value read.
bool TolerantParser::ReadValue() {
  const char c = lexer_.Peek();
  if (c == '{' || c == '[') {
    OpenContainer(c == '{' ? JsonKind::kObject : JsonKind::kArray);
    lexer_.Advance();
  } else if (lexer_.StartsString()) {
    last_ = lexer_.ReadString(JsonKind::kString);
  } else if (lexer_.StartsWord()) {
    last_ = lexer_.ReadWord();
  } else {
    return false;
  }
  return true;
}

void TolerantParser::OpenContainer(JsonKind kind) {
  builder_.Open(kind, lexer_.at());
  last_ = builder_.innermost();
  ++open_of(kind);
  state_ = kind == JsonKind::kObject ? State::kKeyOrEnd : State::kElementOrEnd;
  excused_ = array_has_colon_ = false;
}

void TolerantParser::CloseInnermost(uint32_t end) {
  last_ = builder_.innermost();
  --open_of(builder_.node(last_).kind);
  builder_.Close(end);
  excused_ = array_has_colon_ = false;
  if (builder_.depth() > 0) state_ = InObject() ? State::kAfterMember : State::kAfterElement;
}

// `{"a":[1,2,"b":3}`: a key can only belong to the object around this array.
bool TolerantParser::LostBracketBeforeKey() {
  if (builder_.depth() < 2 || array_has_colon_ || last_ == builder_.innermost()) return false;
  return builder_.node(builder_.around_innermost()).kind == JsonKind::kObject &&
         lexer_.StartsString() && lexer_.TokenIsKey();
}

// `[{"a":1,{"b":2}]`: an object without a key can only belong to the array around this object.
bool TolerantParser::LostBracketBeforeElement() const {
  if (builder_.depth() < 2 || lexer_.Peek() != '{' || last_ == builder_.innermost()) return false;
  return builder_.node(builder_.around_innermost()).kind == JsonKind::kArray;
}

void TolerantParser::CloseWithoutBracket(State next) {
  const uint32_t begin = builder_.node(builder_.innermost()).begin;
  const uint32_t end = builder_.node(last_).end;
  builder_.AddIssue(IssueKind::kJsonUnclosed, {end, end}, {begin, begin + 1});
  CloseInnermost(end);
  state_ = next;
}

// The root goes on after the bracket here, which closes nothing: `{"a":[]],"b":1}`.
bool TolerantParser::IsExtraBracket() const {
  if (builder_.depth() > 1 || implicit_root_) return false;
  const char next = lexer_.PeekAfterBlank();
  return next == ',' || next == (InObject() ? '}' : ']');
}

// Closes the innermost container, and before it those in it that have lost their own bracket.
void TolerantParser::CloseBracket(char bracket) {
  const JsonKind kind = bracket == '}' ? JsonKind::kObject : JsonKind::kArray;
  const JsonNode& innermost = builder_.node(builder_.innermost());
  if (innermost.kind != kind) {
    builder_.AddIssue(IssueKind::kJsonMismatchedBracket, Here(),
                      {innermost.begin, innermost.begin + 1U});
    if (open_of(kind) > 0) {
      while (builder_.innermost_kind() != kind) CloseInnermost(lexer_.at());
    } else if (IsExtraBracket()) {
      state_ = InObject() ? State::kAfterMember : State::kAfterElement;
      return lexer_.Advance();
    }
  }
  lexer_.Advance();
  CloseInnermost(lexer_.at());
}

void TolerantParser::CloseAllAtEnd() {
  const bool value_due = state_ == State::kColon || state_ == State::kMemberValue;
  const bool only_root = builder_.depth() == 1 && implicit_root_;
  excused_ = excused_ || !only_root || lexer_.saw_unclosed();
  if (value_due) AddMissingValue();
  const JsonNode& innermost = builder_.node(builder_.innermost());
  if (!only_root && !lexer_.saw_unclosed()) {
    builder_.AddIssue(IssueKind::kJsonUnclosed, {lexer_.at(), lexer_.at()},
                      {innermost.begin, innermost.begin + 1U});
  }
  while (builder_.depth() > 0) CloseInnermost(lexer_.at());
}

}  // namespace

JsonTree ParseJsonTolerantly(absl::string_view text, size_t begin) {
  return TolerantParser(text, static_cast<uint32_t>(begin)).Parse();
}

}  // namespace grpcfg
