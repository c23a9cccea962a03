// A whole TXT value (gRFC A2, Encoding in DNS TXT Records): its attribute and its bytes. What
// follows the attribute is read like any list of choices.
#include "schema/read/reader.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

uint32_t Size(absl::string_view text) { return static_cast<uint32_t>(text.size()); }

// The bytes in which the author probably meant the attribute: `GRPC_CONFIG = `, or one with the
// quotes of a zone file. Else the first byte.
Span IntendedAttribute(absl::string_view text) {
  const std::optional<absl::string_view> after = AfterTxtName(text);
  if (!after) return {0, std::min(Size(text), 1U)};
  absl::string_view rest = *after;
  while (absl::ConsumePrefix(&rest, " ") || absl::ConsumePrefix(&rest, "\t")) continue;
  if (!absl::ConsumePrefix(&rest, "=")) absl::ConsumePrefix(&rest, ":");
  return {0, Size(text) - Size(rest)};
}

// The faults of a text in its order.
std::vector<Span> FaultsOf(const JsonTree& tree) {
  std::vector<Span> faults;
  for (const Issue& issue : tree.issues()) faults.push_back(issue.span);
  std::sort(faults.begin(), faults.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  return faults;
}

}  // namespace

void CheckTxt(ReadState& state) {
  const absl::string_view text = state.tree.text();
  const Place root = {&ChoiceMessage(), nullptr, JsonTree::kRoot};
  if (!state.document.has_attribute) {
    return state.Report(IssueKind::kNoTxtAttribute, root, IntendedAttribute(text));
  }
  if (IsAscii(text)) return;
  const auto is_ascii = [](char c) { return absl::ascii_isascii(static_cast<unsigned char>(c)); };
  const std::vector<Span> faults = FaultsOf(state.tree);
  auto fault = faults.begin();
  for (const auto* at = text.begin(); at != text.end();) {
    const auto* const begin = std::find_if_not(at, text.end(), is_ascii);
    const auto* const end = std::find_if(begin, text.end(), is_ascii);
    at = end;
    const Span run = {static_cast<uint32_t>(begin - text.begin()),
                      static_cast<uint32_t>(end - text.begin())};
    while (fault != faults.end() && fault->end <= run.begin) ++fault;
    // A byte order mark or a typographic quote is a fault already.
    const bool faulty = fault != faults.end() && fault->begin < run.end;
    if (!run.empty() && !faulty) state.Report(IssueKind::kTxtNotAscii, root, run);
  }
}

}  // namespace grpcfg
