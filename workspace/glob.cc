#include "workspace/glob.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

struct ByteClass {
  absl::string_view name;
  bool (*contains)(unsigned char);
};

// git's wildmatch.c asks its own ASCII ctype, whose space has neither \v nor \f.
bool IsGitSpace(unsigned char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

constexpr ByteClass kByteClasses[] = {
    {"alnum", absl::ascii_isalnum}, {"alpha", absl::ascii_isalpha},
    {"blank", absl::ascii_isblank}, {"cntrl", absl::ascii_iscntrl},
    {"digit", absl::ascii_isdigit}, {"graph", absl::ascii_isgraph},
    {"lower", absl::ascii_islower}, {"print", absl::ascii_isprint},
    {"punct", absl::ascii_ispunct}, {"space", IsGitSpace},
    {"upper", absl::ascii_isupper}, {"xdigit", absl::ascii_isxdigit},
};

const ByteClass* FindByteClass(absl::string_view name) {
  for (const ByteClass& byte_class : kByteClasses) {
    if (byte_class.name == name) return &byte_class;
  }
  return nullptr;
}

}  // namespace

// Reads a pattern from left to right. Invariant: the tokens so far mean pattern_[0, at_).
class GlobParser {
 public:
  explicit GlobParser(absl::string_view pattern) : pattern_(pattern) {}

  absl::StatusOr<Glob> Parse() && {
    while (at_ < pattern_.size()) {
      if (absl::Status status = ParseToken(); !status.ok()) return status;
    }
    for (const Glob::Token& token : glob_.tokens_) {
      if (token.op == Glob::Op::kByte) {
        glob_.suffix_.push_back(static_cast<char>(token.byte));
      } else {
        glob_.suffix_.clear();
      }
    }
    return std::move(glob_);
  }

 private:
  using Op = Glob::Op;

  [[nodiscard]] bool AtEnd() const { return at_ >= pattern_.size(); }
  // Whether `text` comes next.
  [[nodiscard]] bool SeesNext(absl::string_view text) const {
    return absl::StartsWith(pattern_.substr(at_), text);
  }
  unsigned char Take() { return static_cast<unsigned char>(pattern_[at_++]); }
  void Add(Op op) { glob_.tokens_.push_back({.op = op}); }

  [[nodiscard]] absl::Status Malformed(absl::string_view fault) const {
    return absl::InvalidArgumentError(absl::StrCat("glob ", QuotePath(pattern_), " ", fault));
  }
  [[nodiscard]] absl::Status Unterminated() const {
    return Malformed("has a `[` without its `]`; write `\\[` for the character itself");
  }

  absl::Status ParseToken() {
    const unsigned char byte = Take();
    switch (byte) {
      case '?':
        Add(Op::kAnyByte);
        return absl::OkStatus();
      case '*':
        ParseStars();
        return absl::OkStatus();
      case '[':
        return ParseSet();
      case '\\':
        if (AtEnd()) return Malformed(R"(ends in a lone `\`; write `\\` for the character itself)");
        glob_.tokens_.push_back({.op = Op::kByte, .byte = Take()});
        return absl::OkStatus();
      default:
        glob_.tokens_.push_back({.op = Op::kByte, .byte = byte});
        return absl::OkStatus();
    }
  }

  // The first star is taken. `**` is special only as a whole component; else it is a plain star.
  void ParseStars() {
    const size_t first = at_ - 1;
    while (SeesNext("*")) ++at_;
    const bool is_double = at_ - first > 1;
    const bool starts_component = first == 0 || pattern_[first - 1] == '/';
    if (is_double && starts_component && SeesNext("/")) {
      ++at_;
      Add(Op::kDirectories);
    } else if (is_double && starts_component && (AtEnd() || SeesNext("\\/"))) {
      // wildmatch.c: before an escaped slash the directories are not optional.
      Add(Op::kAnything);
    } else {
      Add(Op::kStar);
    }
  }

  // The `[` is taken. A `]` in first place is a member.
  absl::Status ParseSet() {
    Glob::ByteSet set;
    const bool negated = SeesNext("!") || SeesNext("^");
    if (negated) ++at_;
    previous_.reset();
    do {
      if (AtEnd()) return Unterminated();
      if (absl::Status status = ParseMember(set); !status.ok()) return status;
    } while (!SeesNext("]"));
    ++at_;
    if (negated) set.flip();
    set.reset('/');
    glob_.tokens_.push_back({.op = Op::kSet, .set = glob_.sets_.size()});
    glob_.sets_.push_back(set);
    return absl::OkStatus();
  }

  absl::Status ParseMember(Glob::ByteSet& set) {
    if (SeesNext("[:")) return ParseClass(set);
    const bool is_range =
        previous_ && SeesNext("-") && at_ + 1 < pattern_.size() && pattern_[at_ + 1] != ']';
    if (is_range) ++at_;
    unsigned char byte = Take();
    if (byte == '\\') {
      if (AtEnd()) return Unterminated();
      byte = Take();
    }
    const unsigned first = is_range ? *previous_ : byte;
    for (unsigned member = first; member <= byte; ++member) set.set(member);
    previous_ = byte;
    if (is_range) previous_.reset();
    return absl::OkStatus();
  }

  absl::Status ParseClass(Glob::ByteSet& set) {
    const absl::string_view rest = pattern_.substr(at_ + 2);
    const size_t length = rest.find(']');
    if (length == absl::string_view::npos) return Unterminated();
    if (length == 0 || rest[length - 1] != ':') {  // no class after all, `[` is a member
      previous_ = Take();
      set.set('[');
      return absl::OkStatus();
    }
    const absl::string_view name = rest.substr(0, length - 1);
    const ByteClass* byte_class = FindByteClass(name);
    if (byte_class == nullptr) {
      return Malformed(
          absl::StrCat("has the unknown class `[:", name, ":]`; use one such as `[:alpha:]`"));
    }
    for (unsigned byte = 0; byte < set.size(); ++byte) {
      if (byte_class->contains(static_cast<unsigned char>(byte))) set.set(byte);
    }
    at_ += 2 + length + 1;
    previous_.reset();
    return absl::OkStatus();
  }

  absl::string_view pattern_;
  size_t at_ = 0;
  std::optional<unsigned char> previous_;  // member a `-` may start a range from
  Glob glob_;
};

absl::StatusOr<Glob> Glob::Parse(absl::string_view pattern) { return GlobParser(pattern).Parse(); }

// Where the match stands, and where it may resume. The last star and the last `**` are enough:
// a `**` ends at the start of a component and what follows it spans a fixed number of components,
// so the leftmost place for it leaves the most text to the rest.
struct Glob::Attempt {
  struct Place {
    size_t token;
    size_t byte;
  };
  Place now = {0, 0};
  std::optional<Place> star;         // after a kStar, with the bytes it takes so far
  std::optional<Place> directories;  // after a kDirectories or kAnything, likewise

  // Lets the last star take one more byte, else the last `**` one more component.
  bool Resume(absl::string_view path, const std::vector<Token>& tokens) {
    if (star && star->byte < path.size() && path[star->byte] != '/') {
      ++star->byte;
      now = *star;
      return true;
    }
    if (!directories || directories->byte >= path.size()) return false;
    size_t next = directories->byte;
    if (tokens[directories->token - 1].op == Op::kDirectories) {
      next = path.find('/', next);
      if (next == absl::string_view::npos) return false;
    }
    directories->byte = next + 1;
    now = *directories;
    star.reset();
    return true;
  }
};

bool Glob::MatchesByte(const Token& token, unsigned char byte) const {
  if (token.op == Op::kByte) return token.byte == byte;
  if (token.op == Op::kSet) return sets_[token.set].test(byte);
  return byte != '/';
}

// One step forward; false if the next token does not fit the next byte.
bool Glob::Advance(Attempt& attempt, absl::string_view path) const {
  const Token& token = tokens_[attempt.now.token];
  if (token.op == Op::kStar || token.op == Op::kDirectories || token.op == Op::kAnything) {
    ++attempt.now.token;
    if (token.op != Op::kStar) attempt.directories = attempt.now;
    attempt.star.reset();
    if (token.op == Op::kStar) attempt.star = attempt.now;
    return true;
  }
  if (attempt.now.byte == path.size()) return false;
  const auto byte = static_cast<unsigned char>(path[attempt.now.byte]);
  if (!MatchesByte(token, byte)) return false;
  // The component is matched to its end; an earlier star could only end it at the same slash.
  if (byte == '/') attempt.star.reset();
  ++attempt.now.token;
  ++attempt.now.byte;
  return true;
}

bool Glob::Matches(absl::string_view path) const {
  if (!absl::EndsWith(path, suffix_)) return false;
  Attempt attempt;
  while (true) {
    const bool at_end = attempt.now.token == tokens_.size();
    if (at_end && attempt.now.byte == path.size()) return true;
    if (!at_end && Advance(attempt, path)) continue;
    if (!attempt.Resume(path, tokens_)) return false;
  }
}

}  // namespace grpcfg
