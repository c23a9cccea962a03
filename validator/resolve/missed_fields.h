// What an author has written and a client passes over, because it has another name or stands in
// another place than the field that was meant.
#ifndef GRPCFG_VALIDATOR_RESOLVE_MISSED_FIELDS_H_
#define GRPCFG_VALIDATOR_RESOLVE_MISSED_FIELDS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "schema/clients/profile_at.h"
#include "schema/json/json_pointers.h"
#include "schema/json/octet_lines.h"
#include "schema/read/suggest.h"
#include "validator/resolve/effective_values.h"

namespace grpcfg {

struct MissedField {
  std::string path;     // what was meant: `retryPolicy`, `hedgingPolicy.hedgingDelay`
  std::string pointer;  // of what stands there
  Position position;    // of its key
  std::string reason;   // `"retrypolicy" at 6:7 is not a field`; as written, controls included
  friend bool operator==(const MissedField&, const MissedField&) = default;
};

// `no retryPolicy: "retrypolicy" at 6:7 is not a field`, visible (see escape.h).
std::string WordsOf(const MissedField& missed);

// Finds them in one config; each field is reported once for an object. Looks at every object once,
// for all clients. Both arguments must outlive it.
class MissedFields {
 public:
  MissedFields(JsonPointers& pointers, const OctetLines& lines);

  // Those that were meant for methods and that a client of `profile`, which uses `values` for a
  // method, does not have. `entry` is where it has them from; kNoNode: there is no entry.
  std::vector<MissedField> OfMethod(NodeId entry, const std::vector<EffectiveValue>& values,
                                    const ProfileAt& profile);

  // Those that were meant for the config as a whole.
  std::vector<MissedField> OfChannel(const std::vector<EffectiveValue>& values,
                                     const ProfileAt& profile);

 private:
  // A key that no field of its object has.
  struct Suspect {
    std::string path;
    NodeId key;
    SuggestionKind kind;
    std::string reason;  // after the place
  };
  using Suspects = std::vector<Suspect>;
  using Objects = absl::InlinedVector<std::pair<const Message*, NodeId>, 4>;

  static void Add(Suspect suspect, Suspects& suspects);
  void Collect(const Message& message, NodeId object, Suspects& suspects) const;
  void AddObjects(const Field& field, NodeId value, Objects& objects) const;
  void AddWrapped(const Message& message, NodeId key, Suspects& suspects) const;
  void AddSuspect(const Message& message, NodeId key, Suspects& suspects) const;
  MissedField Place(const Suspect& suspect);

  template <typename Predicate>
  std::vector<MissedField> Missed(const Suspects& suspects, const ProfileAt& profile,
                                  const std::vector<EffectiveValue>& values,
                                  const Predicate& matches);

  JsonPointers& pointers_;
  const JsonTree& tree_;
  Suspects of_config_;
  std::vector<NodeId> entries_;
  absl::flat_hash_map<NodeId, Suspects> of_entries_;
  const OctetLines& lines_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_RESOLVE_MISSED_FIELDS_H_
