// The parser of our own: reads on after every fault and names each as what it is. One loop, no
// recursion; every step takes a byte or moves to a state that will.
#include <array>

#include "schema/json_lexer.h"
#include "schema/json_tree.h"
#include "schema/json_tree_builder.h"

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
  explicit TolerantParser(absl::string_view text) : builder_(text), lexer_(builder_) {}

  JsonTree Parse() &&;

 private:
  void ParseRoot();
  void Step();
  void StepElement();
  void StepAfterElement();
  void StepKey();
  void StepColon();
  void StepMemberValue();
  void StepAfterMember();
  bool ReadValue();
  void OpenContainer(char bracket);
  void CloseBracket(char bracket);
  void CloseInnermost(uint32_t end);
  void CloseAllAtEnd();
  void AddMissingKey();
  void AddMissingValue(bool report);
  void ReportMissingComma();
  void TakeComma(State next);
  Span Here() const { return {lexer_.at(), lexer_.at() + 1}; }
  bool InObject() const { return builder_.node(builder_.innermost()).kind == JsonKind::kObject; }

  JsonTreeBuilder builder_;
  JsonLexer lexer_;
  State state_ = State::kElement;
  Span comma_;                       // the last one, while a value or key must follow it
  NodeId last_ = kNoNode;            // the last complete value or key, for labels
  std::array<size_t, 2> open_ = {};  // containers open: arrays, objects
  bool implicit_root_ = false;       // the root object has no braces
  bool colon_missing_ = false;
};

JsonTree TolerantParser::Parse() && {
  if (lexer_.SkipByteOrderMark()) {
    lexer_.SkipBlank();
    while (!lexer_.AtEnd() && builder_.size() == 0) {
      ParseRoot();
      lexer_.SkipBlank();
    }
  }
  while (builder_.depth() > 0) {
    lexer_.SkipBlank();
    if (lexer_.AtEnd()) {
      CloseAllAtEnd();
    } else {
      Step();
    }
  }
  if (builder_.size() == 0) {
    if (builder_.issues().empty()) builder_.AddIssue(IssueKind::kJsonEmpty, {0, lexer_.size()});
    builder_.AddToken(JsonKind::kMissing, lexer_.size(), lexer_.size());
    return std::move(builder_).Take();
  }
  lexer_.SkipBlank();
  if (!lexer_.AtEnd() && !lexer_.saw_nul()) {
    builder_.AddIssue(IssueKind::kJsonTextAfterValue, {lexer_.at(), lexer_.size()});
  }
  return std::move(builder_).Take();
}

// One value, or members whose braces were forgotten, or one unexpected byte.
void TolerantParser::ParseRoot() {
  if (lexer_.StartsString() && lexer_.StringIsKey()) {
    implicit_root_ = true;
    builder_.AddIssue(IssueKind::kJsonMissingBraces, Here());
    builder_.Open(JsonKind::kObject, lexer_.at());
    ++open_[1];
    state_ = State::kKeyOrEnd;
    return;
  }
  if (!ReadValue()) lexer_.SkipUnexpected();
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
}

void TolerantParser::StepElement() {
  const char c = lexer_.Peek();
  if (c == ']' || c == '}') {
    if (state_ == State::kElement) builder_.AddIssue(IssueKind::kJsonTrailingComma, comma_);
    return CloseBracket(c);
  }
  if (c == ',') {
    builder_.AddIssue(IssueKind::kJsonTrailingComma, Here());
    return TakeComma(State::kElementOrEnd);
  }
  state_ = State::kAfterElement;
  if (ReadValue()) return;
  state_ = State::kElementOrEnd;
  lexer_.SkipUnexpected();
}

void TolerantParser::StepAfterElement() {
  const char c = lexer_.Peek();
  if (c == ',') return TakeComma(State::kElement);
  if (c == ']' || c == '}') return CloseBracket(c);
  state_ = State::kElementOrEnd;
  if (c == ':') return lexer_.SkipUnexpected();
  ReportMissingComma();
}

void TolerantParser::StepKey() {
  const char c = lexer_.Peek();
  if (c == '}' || c == ']') {
    if (state_ == State::kKey) builder_.AddIssue(IssueKind::kJsonTrailingComma, comma_);
    return CloseBracket(c);
  }
  if (c == ',') {
    builder_.AddIssue(IssueKind::kJsonTrailingComma, Here());
    return TakeComma(State::kKeyOrEnd);
  }
  if (lexer_.StartsString()) {
    last_ = lexer_.ReadString(JsonKind::kKey);
    state_ = State::kColon;
  } else if (lexer_.StartsWord()) {
    last_ = lexer_.ReadBareKey();
    state_ = State::kColon;
  } else if (c == ':' || c == '{' || c == '[') {
    builder_.AddIssue(IssueKind::kJsonUnexpected, Here());
    AddMissingKey();
    state_ = c == ':' ? State::kColon : State::kMemberValue;
  } else {
    lexer_.SkipUnexpected();
  }
}

void TolerantParser::AddMissingKey() {
  last_ = builder_.AddToken(JsonKind::kKey, lexer_.at(), lexer_.at());
  builder_.MarkDeviant(last_);
}

void TolerantParser::StepColon() {
  const char c = lexer_.Peek();
  state_ = State::kMemberValue;
  colon_missing_ = c != ':';
  if (c == ':') return lexer_.Advance();
  const JsonNode& key = builder_.node(last_);
  builder_.AddIssue(IssueKind::kJsonMissingColon, Here(), {key.begin, key.end});
  if (c == '=') lexer_.Advance();
}

void TolerantParser::StepMemberValue() {
  const char c = lexer_.Peek();
  if (c == ',' || c == '}' || c == ']') return AddMissingValue(!colon_missing_);
  state_ = State::kAfterMember;
  if (ReadValue()) return;
  state_ = State::kMemberValue;
  lexer_.SkipUnexpected();
}

void TolerantParser::AddMissingValue(bool report) {
  if (report) {
    const JsonNode& key = builder_.node(last_);
    const Span span = lexer_.AtEnd() ? Span{lexer_.at(), lexer_.at()} : Here();
    builder_.AddIssue(IssueKind::kJsonMissingValue, span, {key.begin, key.end});
  }
  last_ = builder_.AddToken(JsonKind::kMissing, lexer_.at(), lexer_.at());
  state_ = State::kAfterMember;
}

void TolerantParser::StepAfterMember() {
  const char c = lexer_.Peek();
  if (c == ',') return TakeComma(State::kKey);
  if (c == '}' || c == ']') return CloseBracket(c);
  if (c == ':') return lexer_.SkipUnexpected();
  state_ = State::kKeyOrEnd;
  ReportMissingComma();
}

void TolerantParser::ReportMissingComma() {
  const JsonNode& before = builder_.node(last_);
  builder_.AddIssue(IssueKind::kJsonMissingComma, Here(), {before.begin, before.end});
}

// False if nothing that could be a value starts here. A container is opened, any other value read.
bool TolerantParser::ReadValue() {
  const char c = lexer_.Peek();
  if (c == '{' || c == '[') {
    OpenContainer(c);
  } else if (lexer_.StartsString()) {
    last_ = lexer_.ReadString(JsonKind::kString);
  } else if (lexer_.StartsWord()) {
    last_ = lexer_.ReadWord();
  } else {
    return false;
  }
  return true;
}

void TolerantParser::OpenContainer(char bracket) {
  const bool object = bracket == '{';
  builder_.Open(object ? JsonKind::kObject : JsonKind::kArray, lexer_.at());
  ++open_[object ? 1 : 0];
  state_ = object ? State::kKeyOrEnd : State::kElementOrEnd;
  lexer_.Advance();
}

void TolerantParser::CloseInnermost(uint32_t end) {
  last_ = builder_.innermost();
  --open_[InObject() ? 1 : 0];
  builder_.Close(end);
  if (builder_.depth() > 0) state_ = InObject() ? State::kAfterMember : State::kAfterElement;
}

// Closes the innermost container, and before it those in it that have lost their own bracket.
void TolerantParser::CloseBracket(char bracket) {
  const bool object = bracket == '}';
  if (InObject() != object) {
    const JsonNode& innermost = builder_.node(builder_.innermost());
    builder_.AddIssue(IssueKind::kJsonMismatchedBracket, Here(),
                      {innermost.begin, innermost.begin + 1});
    if (open_[object ? 1 : 0] > 0) {
      while (InObject() != object) CloseInnermost(lexer_.at());
    }
  }
  lexer_.Advance();
  CloseInnermost(lexer_.at());
}

void TolerantParser::CloseAllAtEnd() {
  const bool value_due = state_ == State::kColon || state_ == State::kMemberValue;
  const bool only_root = builder_.depth() == 1 && implicit_root_;
  if (value_due) AddMissingValue(only_root && !lexer_.saw_unclosed());
  const JsonNode& innermost = builder_.node(builder_.innermost());
  if (!only_root && !lexer_.saw_unclosed()) {
    builder_.AddIssue(IssueKind::kJsonUnclosed, {lexer_.at(), lexer_.at()},
                      {innermost.begin, innermost.begin + 1});
  }
  while (builder_.depth() > 0) CloseInnermost(lexer_.at());
}

}  // namespace

JsonTree ParseJsonTolerantly(absl::string_view text) { return TolerantParser(text).Parse(); }

}  // namespace grpcfg
