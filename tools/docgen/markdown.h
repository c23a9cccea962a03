// Tables of pages in Markdown.
#ifndef GRPCFG_TOOLS_DOCGEN_MARKDOWN_H_
#define GRPCFG_TOOLS_DOCGEN_MARKDOWN_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/effect.h"

namespace grpcfg {

// The effects that a legend explains, the mildest first.
inline constexpr Effect kEffectsOfLegend[] = {
    Effect::kAccepts,       Effect::kAlters,        Effect::kIgnoresPolicy, Effect::kBreaksCalls,
    Effect::kRejectsPolicy, Effect::kRejectsConfig, Effect::kUnknown};

// The two lines above the rows.
void AppendTableHead(absl::Span<const absl::string_view> titles, std::string& out);

// One line, in whose cells a bar does not end the cell.
void AppendTableRow(absl::Span<const absl::string_view> cells, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_MARKDOWN_H_
