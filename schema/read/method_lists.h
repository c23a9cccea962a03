// Lists of method configs that one client has read, for the clients that read them alike, whatever
// else of the document each reads in its own way: most of a text is method configs. The same for
// readings of the text with other timeouts, in which fixes are tried.
// Promise: a reading that takes such a list is the one that its client would have made alone.
#ifndef GRPCFG_SCHEMA_READ_METHOD_LISTS_H_
#define GRPCFG_SCHEMA_READ_METHOD_LISTS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/service_config.h"
#include "schema/json/arena.h"
#include "schema/read/read.h"

namespace grpcfg {

// One in which its reader found nothing wrong.
struct MethodList {
  List<MethodConfig> entries;
  // As in a Reading, but for `node_timeouts`.
  uint8_t readers = kAllReaders;
  FieldKeys not_by_all = {};
  // Timeouts that are usual to everyone but grpc-js, in the order of the text; all, if anyone reads
  // the list alike.
  std::vector<NodeId> node_timeouts = {};
  // Timeouts that were edited since, in the same order: the entries have them as they were, and
  // whoever takes the list reads them anew.
  std::vector<NodeId> edited_timeouts = {};
  bool has_odd_names = false;              // see Reading
  std::shared_ptr<Arena> arena = nullptr;  // in which it lives
};

// Those of one document, by their nodes in its tree.
class MethodLists {
 public:
  // The list at `node`; null if none is kept that `client` reads alike.
  [[nodiscard]] const MethodList* Find(NodeId node, const ProfileAt& client) const;

  // Keeps the list at `node`, unless there is one, or there are very many.
  void Add(NodeId node, MethodList&& list);

  // Forgets what none of `clients` reads alike, and gives its memory back.
  void KeepFor(absl::Span<const ProfileAt* const> clients);

  [[nodiscard]] bool empty() const { return lists_.empty(); }

  // True if one of `clients` reads one of them alike.
  [[nodiscard]] bool HasFor(absl::Span<const ProfileAt* const> clients) const;

  // Those that can be lent after edits, in which nothing but timeouts was edited. `tree`: that of
  // the edited text, which has all nodes of the one that was read; the values at `edited`, which
  // are scalars and in order, are others.
  [[nodiscard]] MethodLists After(absl::Span<const NodeId> edited, const JsonTree& tree) const;

 private:
  absl::flat_hash_map<NodeId, MethodList> lists_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_METHOD_LISTS_H_
