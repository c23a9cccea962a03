// What the readings of a document lend each other, and those of the same text with other timeouts,
// in which fixes are tried.
// Promise: what is found is the same without it, if both are checked for the same CheckedFor. It
// views the document that was read, which must outlive whatever took of it.
#ifndef GRPCFG_VALIDATOR_ENGINE_LENT_H_
#define GRPCFG_VALIDATOR_ENGINE_LENT_H_

#include <vector>

#include "absl/types/span.h"
#include "schema/json/json_tree.h"
#include "schema/read/method_lists.h"
#include "validator/engine/found_places.h"

namespace grpcfg {

struct Lent {
  // What of it is good for the text after edits, if that has the nodes of `before`
  // (EditedDocument::has_same_nodes); see MethodLists::After.
  [[nodiscard]] Lent After(const JsonTree& before, absl::Span<const Replaced> replaced,
                           const JsonTree& after) const {
    if (lists.empty()) return {};
    std::vector<NodeId> edited;
    for (const Replaced& each : replaced) edited.push_back(before.NodeAt(each.before));
    Lent lent = {.lists = lists.After(edited, after)};
    // Without the lists nobody has the method configs in which the places were found.
    if (!lent.lists.empty()) lent.places = places;
    return lent;
  }

  MethodLists lists = {};
  PlacesByMethods places = {};
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_LENT_H_
