// Patterns over paths with the meaning of git's wildmatch: `*` and `?` stay within a component,
// `**` between slashes spans any number of them, `[a-z]`, `[!x]`, `[[:alpha:]]`, `\` escapes.
// Promise: matching takes in the order of pattern length x path length steps, no recursion, no
// allocation, whatever the pattern. Touches no disk; any folder above workspace may include it.
#ifndef GRPCFG_WORKSPACE_GLOB_H_
#define GRPCFG_WORKSPACE_GLOB_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

class Glob {
 public:
  // Takes the text of a pattern. Returns kInvalidArgument for one that git lets match nothing at
  // all: a `[` without its `]`, an unknown class such as `[[:letter:]]`, a lone `\` at the end.
  static absl::StatusOr<Glob> Parse(absl::string_view pattern);

  // Returns whether the whole of `path` matches, byte by byte and with regard to case.
  [[nodiscard]] bool Matches(absl::string_view path) const;

 private:
  friend class GlobParser;

  enum class Op : uint8_t {
    kByte,         // this byte
    kAnyByte,      // `?`
    kSet,          // `[...]`
    kStar,         // any bytes but `/`
    kDirectories,  // `**/`: nothing, or anything that ends in `/`
    kAnything,     // `**` at the end: anything
  };
  struct Token {
    Op op;
    unsigned char byte = 0;  // kByte
    size_t set = 0;          // kSet: index into sets_
  };
  using ByteSet = std::bitset<256>;
  struct Attempt;

  Glob() = default;
  [[nodiscard]] bool MatchesByte(const Token& token, unsigned char byte) const;
  [[nodiscard]] bool Advance(Attempt& attempt, absl::string_view path) const;

  std::vector<Token> tokens_;
  std::vector<ByteSet> sets_;
  std::string suffix_;  // bytes every match ends with: refuses most paths at once
};

}  // namespace grpcfg

#endif  // GRPCFG_WORKSPACE_GLOB_H_
