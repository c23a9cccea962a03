// Any bytes: both parsers give whole trees, equal ones; and find a fault exactly where the
// reference does.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "schema/json/json_pointers.h"
#include "schema/json/json_tree.h"
#include "tests/schema/json_invariants.h"
#include "tests/schema/json_reference.h"

namespace {

void Expect(bool holds, absl::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

// An upper bound of the depth of `text`.
int CountBrackets(absl::string_view text) {
  int count = 0;
  for (const char c : text) count += c == '[' || c == '{' ? 1 : 0;
  return count;
}

// The last scalar of `tree` becomes another one.
void CheckWith(const grpcfg::JsonTree& tree) {
  constexpr absl::string_view kNow = "\"of any length\"";
  for (auto id = static_cast<grpcfg::NodeId>(tree.size()); id-- > 0;) {
    if (tree.kind(id) >= grpcfg::JsonKind::kArray) continue;
    const grpcfg::Span before = tree.span(id);
    std::string text(tree.text());
    text.replace(before.begin, before.size(), kNow.data(), kNow.size());
    const auto end = static_cast<uint32_t>(before.begin + kNow.size());
    const grpcfg::Replaced replaced = {before, {before.begin, end}};
    const std::optional<grpcfg::JsonTree> with = tree.With({&replaced, 1}, text);
    Expect(with.has_value() == tree.is_plain(), "one plain scalar for another one is enough");
    if (!with) return;
    const std::string difference = grpcfg::FindDifference(*with, grpcfg::ParseJson(text));
    return Expect(difference.empty(), difference);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  const grpcfg::JsonTree tree = grpcfg::ParseJson(text);
  Expect(grpcfg::FindBrokenInvariant(tree).empty(), grpcfg::FindBrokenInvariant(tree));
  const grpcfg::JsonTree tolerant = grpcfg::ParseJsonTolerantly(text);
  Expect(grpcfg::FindDifference(tree, tolerant).empty(), grpcfg::FindDifference(tree, tolerant));
  if (CountBrackets(text) < grpcfg::JsonReference::kMaxDepth) {
    Expect(grpcfg::JsonReference::Accepts(text) == grpcfg::OnlyDuplicates(tree),
           "the reference thinks otherwise");
  }
  CheckWith(tree);
  if (tree.size() > 0) {
    grpcfg::JsonPointers pointers(tree);
    static_cast<void>(pointers.Of(static_cast<grpcfg::NodeId>(tree.size() - 1)));
    static_cast<void>(pointers.Of(static_cast<grpcfg::NodeId>(tree.size() / 2)));
  }
  return 0;
}
