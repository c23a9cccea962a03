// Why a method has the values that it has, for `grpcfg resolve --why`.
#ifndef GRPCFG_VALIDATOR_RESOLVE_WHY_H_
#define GRPCFG_VALIDATOR_RESOLVE_WHY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "validator/resolve/resolve.h"

namespace grpcfg {

// By what an entry was found.
enum class MatchedBy : uint8_t { kNothing, kMethod, kService, kAll };

// The word of `--format json`: `nothing`, `method`, `service`, `all`.
absl::string_view MatchName(MatchedBy by);

// An entry that the name fits too, and that gives the method nothing.
struct HiddenEntry {
  std::string source;  // its pointer
  Span entry;
  std::string name;  // by which it fits
};

// A field that is in the entry and has no effect.
struct IgnoredField {
  std::string path;    // as in ResolvedMethod::ignored
  std::string reason;  // empty: not known
  std::string rule;    // that says so; empty: none does
};

struct Why {
  MatchedBy by = MatchedBy::kNothing;
  std::string name = {};  // the one of the entry that fits
  std::vector<HiddenEntry> hidden = {};
  std::vector<IgnoredField> ignored = {};
  std::vector<std::string> near = {};  // names that may be meant; filled in by those who know more
};

// One for each of `resolution.methods`, which Resolve made of the same arguments; of a target that
// rejects the config an empty one.
std::vector<Why> Explain(const Document& document, absl::Span<const Target> targets,
                         const Analysis& analysis, const Resolution& resolution);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_RESOLVE_WHY_H_
