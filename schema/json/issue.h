// What a parse or a reading noticed, as data: a kind, a node and spans, never prose. Rules give an
// issue its words; a profile gives it its effect.
#ifndef GRPCFG_SCHEMA_JSON_ISSUE_H_
#define GRPCFG_SCHEMA_JSON_ISSUE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/json/effect.h"
#include "schema/json/issue_kind.h"
#include "schema/json/position.h"

namespace grpcfg {

struct Field;
struct Message;

// A node's place in its JsonTree.
using NodeId = uint32_t;
inline constexpr NodeId kNoNode = 0xFFFFFFFFU;

// Nobody reads more issues of one kind, and a hostile text has one per byte: further ones are
// counted only.
inline constexpr uint32_t kMaxIssuesPerKind = 20'000;

// How many issues of each kind were met.
class IssueCounts {
 public:
  // Counts one more; false if it is beyond what is kept.
  bool Take(IssueKind kind) { return met_[static_cast<size_t>(kind)]++ < kMaxIssuesPerKind; }

  // Those that were met and not kept.
  [[nodiscard]] uint32_t Dropped(IssueKind kind) const {
    const uint32_t met = met_[static_cast<size_t>(kind)];
    return met > kMaxIssuesPerKind ? met - kMaxIssuesPerKind : 0;
  }

  // Adds what others met and did not keep, of the kinds that are marked.
  void AddDropped(const IssueCounts& others, const std::array<bool, kIssueKindCount>& kinds) {
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
      if (kinds[kind]) met_[kind] += others.Dropped(static_cast<IssueKind>(kind));
    }
  }

 private:
  std::array<uint32_t, kIssueKindCount> met_ = {};
};

struct Issue {
  IssueKind kind = IssueKind::kJsonUnexpected;
  Effect effect = Effect::kAccepts;  // set by a reading; a tree knows no clients
  NodeId node = kNoNode;
  Span span = {};                    // the narrowest wrong token
  Span related = {};                 // see the kind; empty if it has none
  const Message* message = nullptr;  // that `field` belongs to; for an unknown key: where it stands
  const Field* field = nullptr;      // the field that `node` is a value of; null in a tree
  absl::string_view read_as = {};    // what the client makes of the value, for people
  bool elsewhere = false;  // of a list of choices: met only on other hosts or with other draws
  bool informs = false;    // under a key that the client does not know, as if it did: no effect yet
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_ISSUE_H_
