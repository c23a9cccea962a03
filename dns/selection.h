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
#include "schema/clients/profile_at.h"
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

// ---- What clients draw: the shares of a finite number of resolutions.

// Puts what the first `draws` resolutions come to in place of the exact shares. C-core's are those
// of every process that does not seed rand(): it draws 83, 86, 77, 15, ... with glibc. Of the other
// clients, whose draws cannot be predicted, they are a sample that is always the same.
void DrawShares(const ProfileAt& client, size_t draws, Selection& selection);

// ---- From the TXT records of an answer to the text that a client takes a list of choices from.

// True if the client takes a record for one with a service config.
bool HasAttribute(const TxtValue& record, const ProfileAt& client);

// `grpc_config=` and the list that the client reads of `records`, in the order of the answer.
// Nothing: none of them is for it.
std::optional<std::string> TextForClient(absl::Span<const TxtValue* const> records,
                                         const ProfileAt& client);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_SELECTION_H_
