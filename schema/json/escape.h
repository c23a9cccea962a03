// Text of the input as it is shown: what a terminal would obey or hide instead of showing is
// escaped visibly (`\x1b`, `\u202e`, `\u{e0001}`, and `\xff` for a byte that is not UTF-8).
// Promise: for whatever bytes, the result is UTF-8 on one line without any control.
#ifndef GRPCFG_SCHEMA_JSON_ESCAPE_H_
#define GRPCFG_SCHEMA_JSON_ESCAPE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// Words, paths: a tab is escaped like a line break.
void AppendVisible(absl::string_view text, std::string& out);
std::string Visible(absl::string_view text);

// Quoted source: a tab is as wide as four spaces, wherever it stands.
void AppendVisibleSource(absl::string_view text, std::string& out);

// The columns of AppendVisibleSource's result.
size_t VisibleColumns(absl::string_view text);

// Controls (C0, DEL, C1), and format characters that reorder or hide text: soft hyphen, marks and
// overrides of direction, separators of lines, zero width space, byte order mark, tags.
bool IsHidden(uint32_t code_point);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_ESCAPE_H_
