// Prose in lines that fit a terminal or an editor.
#ifndef GRPCFG_VALIDATOR_REPORT_WRAP_H_
#define GRPCFG_VALIDATOR_REPORT_WRAP_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

inline constexpr size_t kLineWidth = 100;

// Stands for what is cut off a text.
inline constexpr absl::string_view kEllipsis = "...";

// Appends `text`, broken at spaces into lines of at most `columns` after `indent` spaces, each with
// its line feed. What stands in backticks, or from one to the end of a text that was cut off, is
// one word, which begins with them or with a parenthesis before them; a word that fits no line has
// one of its own. `text` is ASCII.
void AppendWrapped(absl::string_view text, size_t indent, std::string& out,
                   size_t columns = kLineWidth);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_WRAP_H_
