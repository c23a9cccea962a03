#include "tools/workspace/glob.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "re2/stringpiece.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

struct ByteClass {
  absl::string_view name;
  bool (*contains)(unsigned char);
};

// git's wildmatch.c uses its own ASCII ctype, whose space has neither \v nor \f.
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

// The regular expressions that share one automaton, in characters: re2 keeps more for a longer one,
// so long lists are cut into several.
constexpr size_t kMostCharacters = 1 << 16;

using ByteSet = std::bitset<256>;

// `[\x61-\x63]`; a class of no byte matches nothing.
std::string RegexOf(const ByteSet& set) {
  std::string regex = set.none() ? R"([^\x00-\xff)" : "[";
  for (size_t first = 0; first < set.size(); ++first) {
    size_t last = first;
    while (last < set.size() && set.test(last)) ++last;
    if (last == first) continue;
    absl::StrAppendFormat(&regex, R"(\x%02x-\x%02x)", first, last - 1);
    first = last;
  }
  return regex + "]";
}

// Reads a pattern from left to right. Invariant: `regex_` means pattern_[0, at_).
class GlobParser {
 public:
  explicit GlobParser(absl::string_view pattern) : pattern_(pattern) {}

  absl::StatusOr<std::string> Parse() && {
    while (!AtEnd()) {
      if (absl::Status status = ParseToken(); !status.ok()) return status;
    }
    if (regex_.size() > kMostCharacters) return Malformed("is too long; no path is");
    return std::move(regex_);
  }

 private:
  [[nodiscard]] bool AtEnd() const { return at_ >= pattern_.size(); }
  // Whether `text` comes next.
  [[nodiscard]] bool SeesNext(absl::string_view text) const {
    return absl::StartsWith(pattern_.substr(at_), text);
  }
  unsigned char Take() { return static_cast<unsigned char>(pattern_[at_++]); }
  void AddByte(char byte) { regex_ += RE2::QuoteMeta(re2::StringPiece(&byte, 1)); }

  [[nodiscard]] absl::Status Malformed(absl::string_view fault) const {
    return absl::InvalidArgumentError(absl::StrCat("glob ", QuotePath(pattern_), " ", fault));
  }
  [[nodiscard]] absl::Status Unterminated() const {
    return Malformed("has a `[` without its `]`; write `\\[` for the character itself");
  }

  absl::Status ParseToken() {
    const char byte = pattern_[at_++];
    switch (byte) {
      case '?':
        regex_ += "[^/]";
        return absl::OkStatus();
      case '*':
        ParseStars();
        return absl::OkStatus();
      case '[':
        return ParseSet();
      case '\\':
        if (AtEnd()) return Malformed(R"(ends in a lone `\`; write `\\` for the character itself)");
        AddByte(pattern_[at_++]);
        return absl::OkStatus();
      default:
        AddByte(byte);
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
      absl::StrAppend(&regex_, kAnyDirectories);
    } else if (is_double && starts_component && (AtEnd() || SeesNext("\\/"))) {
      // wildmatch.c: before an escaped slash the directories are not optional.
      regex_ += ".*";
    } else {
      regex_ += "[^/]*";
    }
  }

  // The `[` is taken. A `]` in first place is a member.
  absl::Status ParseSet() {
    ByteSet set;
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
    regex_ += RegexOf(set);
    return absl::OkStatus();
  }

  absl::Status ParseMember(ByteSet& set) {
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

  absl::Status ParseClass(ByteSet& set) {
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
  std::string regex_;
};

constexpr int64_t kMostMemory = 64 << 20;  // of an automaton, in bytes; enough for kMostCharacters

RE2::Options BytesOfPaths() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_dot_nl(true);
  options.set_log_errors(false);
  options.set_max_mem(kMostMemory);
  return options;
}

// What re2 promises for regular expressions of GlobToRegex.
void Require([[maybe_unused]] bool holds) { ABSL_HARDENING_ASSERT(holds); }

}  // namespace

absl::StatusOr<std::string> GlobToRegex(absl::string_view pattern) {
  return GlobParser(pattern).Parse();
}

GlobSet::GlobSet(absl::Span<const std::string> regexes) {
  size_t characters = 0;
  for (size_t index = 0; index < regexes.size(); ++index) {
    characters += regexes[index].size();
    if (parts_.empty() || characters > kMostCharacters) {
      parts_.push_back({static_cast<int>(index), RE2::Set(BytesOfPaths(), RE2::ANCHOR_BOTH)});
      characters = regexes[index].size();
    }
    Require(parts_.back().set.Add(regexes[index], nullptr) >= 0);
  }
  for (Part& part : parts_) Require(part.set.Compile());
}

std::vector<int> GlobSet::Matches(absl::string_view path) const {
  std::vector<int> matches;
  std::vector<int> of_part;
  for (const Part& part : parts_) {
    RE2::Set::ErrorInfo error = {};
    part.set.Match({path.data(), path.size()}, &of_part, &error);
    Require(error.kind == RE2::Set::kNoError);
    for (const int index : of_part) matches.push_back(part.first + index);
  }
  return matches;
}

absl::StatusOr<Glob> ParseGlob(absl::string_view text) {
  const bool negated = absl::ConsumePrefix(&text, "!");
  const bool directory_only = absl::ConsumeSuffix(&text, "/");
  const bool at_any_depth = !absl::StrContains(text, '/');
  absl::ConsumePrefix(&text, "/");
  if (text.empty()) {
    return absl::InvalidArgumentError("the glob is empty; write `**` to match everything");
  }
  const absl::StatusOr<std::string> regex = GlobToRegex(text);
  if (!regex.ok()) return regex.status();
  return Glob{.regex = absl::StrCat(at_any_depth ? kAnyDirectories : "", *regex),
              .negated = negated,
              .directory_only = directory_only};
}

GlobList::GlobList(std::vector<Glob> globs) : globs_(std::move(globs)) {
  std::vector<std::string> regexes;
  regexes.reserve(globs_.size());
  for (Glob& glob : globs_) regexes.push_back(std::move(glob.regex));
  set_ = GlobSet(regexes);
}

bool GlobList::Matches(absl::string_view path, bool is_directory) const {
  int last = -1;
  for (const int index : set_.Matches(path)) {
    if (is_directory || !globs_[index].directory_only) last = std::max(last, index);
  }
  return last >= 0 && !globs_[last].negated;
}

}  // namespace grpcfg
