// RFC 6901 over a JsonTree, the other way round than JsonTree::Pointer: for tests, and naive.
#ifndef GRPCFG_TESTS_VALIDATOR_POINTER_RESOLVER_H_
#define GRPCFG_TESTS_VALIDATOR_POINTER_RESOLVER_H_

#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// The values that one step leads to: several where duplicate key.
inline std::vector<NodeId> Step(const JsonTree& tree, NodeId from, absl::string_view step) {
  std::vector<NodeId> found;
  const std::string token = absl::StrReplaceAll(step, {{"~1", "/"}, {"~0", "~"}});
  if (tree.kind(from) == JsonKind::kObject) {
    tree.ForEachMember(from, [&](const JsonMember& member) {
      if (tree.Text(member.key) == token) found.push_back(member.value);
    });
  } else if (tree.kind(from) == JsonKind::kArray) {
    uint32_t index = 0;
    uint32_t at = 0;
    tree.ForEachElement(from, [&](NodeId element) {
      if (absl::SimpleAtoi(token, &index) && at++ == index) found.push_back(element);
    });
  }
  return found;
}

// All values that `pointer` may mean; none if it leads nowhere.
inline std::vector<NodeId> Resolve(const JsonTree& tree, absl::string_view pointer) {
  std::vector<NodeId> here = {JsonTree::kRoot};
  if (pointer.empty()) return here;
  for (const absl::string_view step : absl::StrSplit(pointer.substr(1), '/')) {
    std::vector<NodeId> next;
    for (const NodeId node : here) {
      for (const NodeId child : Step(tree, node, step)) next.push_back(child);
    }
    here = next;
  }
  return pointer[0] == '/' ? here : std::vector<NodeId>();
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_VALIDATOR_POINTER_RESOLVER_H_
