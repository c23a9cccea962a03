// Texts of strangers in Markdown, as GitHub and GitLab show it (CommonMark 0.31, GFM).
#ifndef GRPCFG_VALIDATOR_REPORT_MARKDOWN_TEXT_H_
#define GRPCFG_VALIDATOR_REPORT_MARKDOWN_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// `text`, which has no line breaks, so that nothing in it is taken for Markdown, a link or HTML.
std::string MarkdownText(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_MARKDOWN_TEXT_H_
