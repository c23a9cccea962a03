// Scalars as a client reads them where that is not the spec's way. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_CLIENT_SCALARS_H_
#define GRPCFG_SCHEMA_READ_CLIENT_SCALARS_H_

#include "schema/fields/bind.h"
#include "schema/read/read_state.h"

namespace grpcfg {

class ClientScalars {
 public:
  explicit ClientScalars(ReadState& state)
      : state_(state), tree_(state.tree), client_(state.client) {}

  // Each fills `value` and returns whether it is valid.
  bool ReadClientInteger(const Place& place, Scalar& value);
  bool ReadClientNumber(const Place& place, Scalar& value);
  bool ReadClientTokenRatio(const Place& place, Scalar& value);
  bool ReadClientCode(const Place& place, Scalar& value);
  bool NoteClientDuration(const Place& place, Scalar& value);
  bool ReadNodeTimeoutObject(const Place& place, Scalar& value);

 private:
  bool ReadClientTokens(const Place& place, Scalar& value);
  void NoteTokens(const Place& place, double exact, double count);
  [[nodiscard]] Duration UsedDuration(const Place& place, const Duration& value) const;
  void NoteClientTimeout(const Place& place, const Duration& value);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_CLIENT_SCALARS_H_
