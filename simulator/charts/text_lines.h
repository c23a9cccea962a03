// Texts of pictures in lines that fit. What font a reader has nobody knows: letters are taken for
// as wide as those of the widest fonts in use.
#ifndef GRPCFG_SIMULATOR_CHARTS_TEXT_LINES_H_
#define GRPCFG_SIMULATOR_CHARTS_TEXT_LINES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

// In units of an SvgPage, at most.
double WidthOf(absl::string_view text);

// `text`, which is UTF-8, broken at spaces, and within a word that is longer than `width`. One line
// at least.
std::vector<std::string> LinesOf(absl::string_view text, double width);

// `name: what`, which is broken behind the name if it does not fit one line. `what` may be empty.
std::vector<std::string> LabelLines(const std::string& name, const std::string& what, double width);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_CHARTS_TEXT_LINES_H_
