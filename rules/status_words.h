// What texts mean where a status code is wanted. Rules only.
#ifndef GRPCFG_RULES_STATUS_WORDS_H_
#define GRPCFG_RULES_STATUS_WORDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/rule.h"

namespace grpcfg {

struct MeantCode {
  absl::string_view code;   // empty if the text means none
  bool is_of_http = false;  // it is a status of HTTP, or a word of Envoy for some of them
};

// The status code that `text` is but for case and dashes, or that other words and HTTP have for it.
MeantCode CodeOf(absl::string_view text);

// The codes that `words` mean, in quotes, each once; none if a word means none.
std::vector<std::string> CodesOf(absl::Span<const absl::string_view> words);

// The words of `UNAVAILABLE, ABORTED` and the like.
std::vector<absl::string_view> SplitCodes(absl::string_view text);

// The code that `number` is, as it is written; empty for none.
absl::string_view CodeOfNumber(absl::string_view number);

// The code that `text` most likely means: as by CodeOf, or the nearest name; empty for none.
absl::string_view MeantBy(absl::string_view text);

// Takes an element out of a list that has `code` already.
Fix RemoveRepeated(const JsonTree& tree, Span element, absl::string_view code);

// Writes `code` in place of an issue's element, or takes that out where its list has the code.
Fix CodeFix(const IssueContext& context, absl::string_view code, bool safe);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_STATUS_WORDS_H_
