// Values that are written in a program: literals of objects, lists, texts and numbers, in whatever
// language, and what is put together of them.
// Promise: what is not a literal is a hole, never a guess; no deeper and no larger than the limits
// below, whatever the text.
#ifndef GRPCFG_SOURCE_HOST_VALUE_H_
#define GRPCFG_SOURCE_HOST_VALUE_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "source/lexer.h"

namespace grpcfg {

inline constexpr size_t kMostHostLevels = 48;
inline constexpr size_t kMostHostValues = 50'000;  // of one file

// How a text marks what is put into it.
enum class Format : uint8_t {
  kNone,
  kPrintf,  // `%s`, `%(name)s`
  kBraces,  // `{}`, `{name}`; `{{` is a brace
};

// A string, or an expression between strings.
struct TextPart {
  const Token* token = nullptr;  // null: an expression
  Span source = {};
  Trimming trimming = Trimming::kNone;
};

// Trees are no deeper than kMostHostLevels.
struct HostValue {  // NOLINT(misc-no-recursion)
  enum class Kind : uint8_t { kHole, kText, kWord, kObject, kList };
  Kind kind = Kind::kHole;
  Span span = {};
  std::vector<TextPart> parts = {};  // of kText
  Format format = Format::kNone;     // of kText
  std::string json = {};             // of kWord: a number, a word or a string of JSON
  std::vector<std::pair<HostValue, HostValue>> members = {};  // keys are texts or words
  std::vector<HostValue> elements = {};
  bool is_open = false;  // of kObject and kList: it has others, too, that are not known
};

// What the key of a member in `text` says; empty if that is put together.
absl::string_view KeyText(absl::string_view text, const HostValue& key);

// True if some part of it, however deep, is known: a text, a word, or a key.
bool HasLiteral(const HostValue& value);

// True if some part of it, however deep, is not known.
bool HasHole(const HostValue& value);

// Reads values at tokens of one file, and follows names to what was assigned to them there.
class HostValues {
 public:
  // All of them must outlive it.
  HostValues(absl::string_view text, const Language& language, const std::vector<Token>& tokens);

  // The value that begins with the token `begin`, with all that is put there later if a name stands
  // for it.
  HostValue At(size_t begin);

  // What the name `name` stands for with all that is put there before it stands for something else.
  HostValue OfName(size_t name);

  // The token with which the text begins whose first string is `token`: a call that formats it.
  [[nodiscard]] size_t BeginOfText(size_t token) const;

  // The token after the bracket that closes that at `open`; the number of tokens if none does.
  [[nodiscard]] size_t AfterClosing(size_t open) const { return after_closing_[open]; }

  // The token with the innermost bracket around `token`; the number of tokens if there is none.
  [[nodiscard]] size_t Around(size_t token) const { return around_[token]; }

  // The token with which the value begins whose bracket is `open`: the name of a call, `new`, a
  // type.
  [[nodiscard]] size_t BeginOf(size_t open) const;

  [[nodiscard]] absl::string_view Text(size_t token) const;
  [[nodiscard]] bool Is(size_t token, absl::string_view text) const;

 private:
  // What is assigned to a name, or put there.
  enum class Part : uint8_t {
    kWhole,
    kMember,
    kElement,
    kInside,  // somewhere inside what it stands for
  };

  // Something that a name stands for, or gets.
  struct Assignment {
    Part part;
    size_t token;  // of the name
    size_t key;    // of kMember
    size_t value;  // with which the value begins; not of kInside
  };

  // The parts of a name, as in `x.a["b"]`.
  struct Path {
    size_t end;    // after it
    size_t size;   // in parts
    size_t key;    // the last part, if it is a word or a string
    bool has_key;  // false: the last part is another index, or none
  };

  // Where the members of an object are, by what their keys say.
  using Places = absl::flat_hash_map<absl::string_view, size_t>;

  // A name with the one before it, as in `Map.of`.
  struct Name {
    size_t token;
    absl::string_view qualifier;
  };

  void MatchBrackets();
  void FindEnds();
  void FindAssignments();
  void FindAssignment(size_t name);
  [[nodiscard]] size_t AfterTypeOf(size_t colon) const;
  [[nodiscard]] Path PathOf(size_t name) const;
  // What `=` after the path sets.
  static Part PartAt(const Path& path, size_t name);

  [[nodiscard]] absl::string_view Qualifier(size_t name) const;
  [[nodiscard]] size_t BeginOfTypes(size_t close) const;
  [[nodiscard]] bool HasNameBefore(size_t begin, size_t open) const;
  [[nodiscard]] size_t StepBack(size_t begin, size_t open) const;
  [[nodiscard]] size_t BeginOfOperand(size_t open) const;

  HostValue Value(size_t& at, size_t level);
  HostValue Operand(size_t& at, size_t level);
  HostValue Strings(size_t& at);
  HostValue Number(size_t& at);
  HostValue Key(size_t& at);
  [[nodiscard]] bool IsWordList(size_t at) const;
  HostValue WordList(size_t& at);
  Name ReadName(size_t& at) const;
  void SkipBracesOfType(size_t& at) const;
  void SkipTypes(size_t name, size_t& at) const;
  HostValue Named(size_t& at, size_t level);
  HostValue Call(const Name& name, size_t& at, size_t level);
  [[nodiscard]] size_t BracesOfList(size_t open) const;
  HostValue Brackets(size_t& at, size_t level);
  void ReadMemberOf(const Assignment& part, size_t level, Places& places, HostValue& into);
  void ReadParts(const Assignment& whole, size_t until, size_t level, HostValue& into);
  HostValue Variable(size_t name, size_t until, size_t level);
  [[nodiscard]] size_t AfterTypes(size_t open) const;
  void ReadMembers(size_t open, size_t level, HostValue& into);
  bool ReadMember(size_t& at, size_t level, HostValue& into);
  void MakeHole(size_t begin, size_t end, HostValue& into) const;
  bool ReadSuffix(size_t& at, size_t level, HostValue& value);
  void ReadMethod(size_t& at, size_t level, HostValue& value);
  [[nodiscard]] bool IsPut(size_t method) const;
  void ReadPut(size_t method, size_t level, HostValue& into);
  void SkipExpression(size_t& at) const;
  [[nodiscard]] HostValue Hole(size_t begin, size_t& at) const;
  [[nodiscard]] bool IsAny(size_t token, std::initializer_list<absl::string_view> texts) const;
  [[nodiscard]] bool IsString(size_t token) const;
  [[nodiscard]] bool IsWord(size_t token) const;
  [[nodiscard]] bool IsJoin(size_t token) const;
  [[nodiscard]] bool IsBetweenStrings(size_t token) const;
  [[nodiscard]] bool IsSeparator(size_t token) const;
  [[nodiscard]] Span From(size_t begin, size_t end) const;

  absl::string_view text_;
  const Language& language_;
  const std::vector<Token>& tokens_;
  std::vector<size_t> after_closing_;
  std::vector<size_t> around_;
  std::vector<size_t> opening_;
  std::vector<size_t> after_expression_;
  absl::flat_hash_map<absl::string_view, std::vector<Assignment>> assignments_;
  absl::flat_hash_map<size_t, size_t>
      names_;  // of wholes, by the token that their value begins with
  size_t values_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_HOST_VALUE_H_
