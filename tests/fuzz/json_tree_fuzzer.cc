// Any bytes: both parsers give whole trees, equal ones; and find a fault exactly where the
// reference does.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
  if (tree.size() > 0) {
    grpcfg::JsonPointers pointers(tree);
    static_cast<void>(pointers.Of(static_cast<grpcfg::NodeId>(tree.size() - 1)));
    static_cast<void>(pointers.Of(static_cast<grpcfg::NodeId>(tree.size() / 2)));
  }
  return 0;
}
