// Which choice of the TXT records at a name a client takes (gRFC A2), as each client does it.
// Promise: every way that draws and the order of answers can go is in the result, with its share.
#ifndef GRPCFG_DNS_SELECTION_H_
#define GRPCFG_DNS_SELECTION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dns/records.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

enum class SelectionOutcome : uint8_t { kChoice, kNone, kError, kNotRead, kOrderDependent };

// The word of `--format json`.
absl::string_view OutcomeName(SelectionOutcome outcome);

// One way that a selection can go.
struct SelectedShare {
  SelectionOutcome outcome = SelectionOutcome::kNone;
  std::optional<size_t> choice = {};  // the place in the list, from 0
  double share = 1;                   // of all clients, or of all draws
  // Where the order of the answer decides: the record that comes first in it, from 0 as the zone
  // has them. `share` is then of the answers that begin with it, in any order.
  std::optional<size_t> record = {};

  friend bool operator==(const SelectedShare&, const SelectedShare&) = default;
};

struct Selection {
  SelectedShare likeliest;            // or kOrderDependent
  std::vector<SelectedShare> shares;  // in the order of the choices, what fits none last
  std::string reason;                 // for people
};

// The records that a query for one name gives.
struct TxtAnswer {
  absl::string_view owner;  // canonical
  absl::Span<const TxtValue> records;
};

// The client that looks up.
struct SelectionRequest {
  std::string hostname = {};  // of the client; empty: one that no list names
  size_t draws = 0;           // 0: shares are exact
};

// What a client that reads the records at `answer.owner` makes of them, whether or not it looks
// them up by default. `rules` word the reason of an error.
Selection SelectFrom(const TxtAnswer& answer, const Target& target, const SelectionRequest& request,
                     const RuleSet& rules);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_SELECTION_H_
