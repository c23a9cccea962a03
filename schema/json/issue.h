// What a parse or a reading noticed, as data: a kind, a node and spans, never prose. Rules give an
// issue its words; a profile gives it its effect.
#ifndef GRPCFG_SCHEMA_JSON_ISSUE_H_
#define GRPCFG_SCHEMA_JSON_ISSUE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "absl/container/flat_hash_map.h"
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

// More issues of one kind that cost a client the same are of no use, and a hostile text has one per
// byte: further ones are counted only. They change no verdict.
inline constexpr uint32_t kMaxIssuesPerKind = 20'000;

// How many issues of each kind were met.
class IssueCounts {
 public:
  // Counts one more, which costs `effect`; false if it is beyond what is kept.
  bool Take(const Issue& issue, Effect effect) {
    return met_[{issue.kind, effect, issue.elsewhere}]++ < kMaxIssuesPerKind;
  }

  // Those that were met and not kept.
  [[nodiscard]] uint32_t Dropped(IssueKind kind) const {
    uint32_t dropped = 0;
    for (const auto& [like, met] : met_) {
      if (std::get<IssueKind>(like) == kind) dropped += Beyond(met);
    }
    return dropped;
  }

  // Adds what others met and did not keep, of the kinds that are marked.
  void AddDropped(const IssueCounts& others, const std::array<bool, kIssueKindCount>& kinds) {
    for (const auto& [like, met] : others.met_) {
      if (kinds[static_cast<size_t>(std::get<IssueKind>(like))]) met_[like] += Beyond(met);
    }
  }

 private:
  static uint32_t Beyond(uint32_t met) {
    return met > kMaxIssuesPerKind ? met - kMaxIssuesPerKind : 0;
  }

  absl::flat_hash_map<std::tuple<IssueKind, Effect, bool>, uint32_t> met_;  // bool: elsewhere
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_ISSUE_H_
