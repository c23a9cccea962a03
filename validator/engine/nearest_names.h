// Did-you-mean for names that users type: subcommands, flags, targets, formats, rules.
#ifndef GRPCFG_VALIDATOR_ENGINE_NEAREST_NAMES_H_
#define GRPCFG_VALIDATOR_ENGINE_NEAREST_NAMES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

// Those of `names` that `word` most likely stands for, the nearest first: misspelt ones, whatever
// their letter case, then those that contain it. At most five; none if nothing is near.
std::vector<absl::string_view> NearestNames(absl::string_view word,
                                            absl::Span<const absl::string_view> names);

// "did you mean `check`?"; empty if no name is near.
std::string DidYouMean(absl::string_view word, absl::Span<const absl::string_view> names);

// "`chek` is not a subcommand; did you mean `check`?". Where no name is near, what follows the
// semicolon is `otherwise`, or all names if that is empty. `what` has its article.
std::string NotAmong(absl::string_view word, absl::string_view what,
                     absl::Span<const absl::string_view> names, absl::string_view otherwise = {});

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_NEAREST_NAMES_H_
