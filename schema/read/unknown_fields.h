// Keys that a message does not have. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_UNKNOWN_FIELDS_H_
#define GRPCFG_SCHEMA_READ_UNKNOWN_FIELDS_H_

#include "schema/read/read_state.h"
#include "schema/read/unknown_keys.h"

namespace grpcfg {

class FieldPresence;

class UnknownFields {
 public:
  UnknownFields(ReadState& state, const FieldPresence& presence)
      : state_(state),
        tree_(state.tree),
        client_(state.client),
        reading_(state.reading),
        presence_(presence) {}

  // What each key was probably meant to be.
  void Suggest(const Message& message, UnknownKeys& unknown);
  // Reports them, or all of one other message as one.
  void ReportUnknown(const Pending& pending, const Slots& slots, UnknownKeys& unknown);
  // True for a key that stands twice, which is a fault of the text: that it is unknown is said
  // once.
  [[nodiscard]] bool IsRepeated(const UnknownKeys& keys, NodeId key) const;
  // True if the key is `field` spelled wrong: then the key is the fault and not the missing field.
  [[nodiscard]] static bool Respells(const Message& message, const UnknownKey& unknown,
                                     const Field& field);

 private:
  // Each takes as long as the reading of some twenty fields, and a hostile text asks for millions:
  // further unknown keys are taken for what they are.
  static constexpr size_t kMaxSuggestions = 2000;

  [[nodiscard]] const Message* FindMessageOfKeys(const Message& message,
                                                 const UnknownKeys& keys) const;
  void RaiseByLosses(const Pending& pending, const Slots& slots);
  void StandInForLists(const Pending& pending, const Slots& slots, NodeId key) const;
  void StandIn(const Pending& pending, const Field& field, NodeId key) const;
  [[nodiscard]] bool LosesService(const Message& message, const Slots& slots,
                                  const Field& field) const;
  [[nodiscard]] Effect LossOf(const Pending& pending, const Slots& slots, const Field& field) const;
  void ReportUnknownKey(const Pending& pending, const Slots& slots, const UnknownKey& unknown);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  Reading& reading_;
  const FieldPresence& presence_;
  size_t suggestions_left_ = kMaxSuggestions;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_UNKNOWN_FIELDS_H_
