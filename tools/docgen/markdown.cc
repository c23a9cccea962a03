#include "tools/docgen/markdown.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace grpcfg {

void AppendTableHead(absl::Span<const absl::string_view> titles, std::string& out) {
  AppendTableRow(titles, out);
  out.push_back('|');
  for (size_t i = 0; i < titles.size(); ++i) absl::StrAppend(&out, "---|");
  out.push_back('\n');
}

void AppendTableRow(absl::Span<const absl::string_view> cells, std::string& out) {
  out.push_back('|');
  for (const absl::string_view cell : cells) {
    absl::StrAppend(&out, " ", absl::StrReplaceAll(cell, {{"|", "\\|"}}), " |");
  }
  out.push_back('\n');
}

}  // namespace grpcfg
