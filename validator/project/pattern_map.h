// Values by patterns in which `*` stands for any characters, as suppressions have them for JSON
// pointers and names of methods.
// Promise: a look-up takes as long as its text is, whatever and how many the patterns are.
#ifndef GRPCFG_VALIDATOR_PROJECT_PATTERN_MAP_H_
#define GRPCFG_VALIDATOR_PROJECT_PATTERN_MAP_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/glob.h"

namespace grpcfg {

struct Pattern {
  std::string text;
  std::string regex = {};  // for a GlobSet; empty: it stands for its text alone
};

// What stands for every text.
Pattern EveryText();

// The id of a rule, or the beginning of several and `*`.
Pattern RulePattern(absl::string_view text);

// Of the whole of a JSON pointer: `*` for characters within one part of it, `**` for any
// characters.
Pattern PointerPattern(absl::string_view text);

// Of `pkg.Service/Method`, of `pkg.Service/*` for every other method of a service, or of `*` for
// those of every other service. A pattern without a slash is about whole services.
Pattern MethodPattern(absl::string_view text);

template <typename Value>
class PatternMap {
 public:
  // The value of a pattern, made if there is none.
  Value& Of(const Pattern& pattern) {
    const auto [place, is_new] = places_.try_emplace(pattern.text, values_.size());
    if (is_new) {
      values_.emplace_back();
      if (!pattern.regex.empty()) {
        regexes_.push_back(pattern.regex);
        of_regexes_.push_back(place->second);
      }
    }
    return values_[place->second];
  }

  // To be called after the last Of, and before the first ForEach.
  void Close() {
    set_ = GlobSet(regexes_);
    if constexpr (requires(Value value) { value.Close(); }) {
      for (Value& value : values_) value.Close();
    }
  }

  // Calls `visit`(value) for each pattern that stands for `text`.
  template <typename Visit>
  void ForEach(absl::string_view text, const Visit& visit) const {
    const auto exact = places_.find(text);
    // A text with `*`, as of methods, is equal to patterns, too.
    if (exact != places_.end() && !absl::StrContains(text, '*')) visit(values_[exact->second]);
    for (const int regex : set_.Matches(text)) {
      visit(values_[of_regexes_[static_cast<size_t>(regex)]]);
    }
  }

 private:
  absl::flat_hash_map<std::string, size_t> places_;
  std::vector<Value> values_;
  std::vector<std::string> regexes_;
  std::vector<size_t> of_regexes_;  // the value of each
  GlobSet set_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PATTERN_MAP_H_
