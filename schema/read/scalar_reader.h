// One scalar: a token, and how the client reads the field, become a value or an issue. For the
// reader alone.
#ifndef GRPCFG_SCHEMA_READ_SCALAR_READER_H_
#define GRPCFG_SCHEMA_READ_SCALAR_READER_H_

#include "schema/fields/bind.h"
#include "schema/read/client_scalars.h"
#include "schema/read/read_state.h"

namespace grpcfg {

class ScalarReader {
 public:
  explicit ScalarReader(ReadState& state)
      : state_(state), tree_(state.tree), client_(state.client), client_scalars_(state) {}

  // Reads it by the type of its field. Fills `value` and returns whether it is valid.
  bool ReadScalarValue(const Place& place, Scalar& value);
  bool ReadString(const Place& place, Scalar& value);
  bool ReadProtoInteger(const Place& place, Scalar& value);

 private:
  [[nodiscard]] bool TakesTarget(FieldReader reader, absl::string_view text) const;
  bool ReadNoString(const Place& place, Scalar& value);
  bool ReadBool(const Place& place, Scalar& value);
  bool ReadDuration(const Place& place, Scalar& value);
  bool ReadNanoseconds(const Place& place, Scalar& value);
  bool CheckDuration(const Place& place, Duration& value);
  [[nodiscard]] bool IsClampLifted(const Place& place) const;
  bool NumberSpelling(const Place& place, absl::string_view& spelling);
  bool ProtojsonSpelling(const Place& place, absl::string_view& spelling);
  bool ReadInteger(const Place& place, Scalar& value);
  bool ReadBareInteger(const Place& place, Scalar& value);
  [[nodiscard]] bool IsSpecialFloat(const Place& place) const;
  bool ReadProtoFloat(const Place& place, Scalar& value);
  bool ReadNumber(const Place& place, Scalar& value);
  bool ReadFloat(const Place& place, Scalar& value);
  bool ReadTokenRatio(const Place& place, Scalar& value);
  bool ReadStatusCode(const Place& place, Scalar& value);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  ClientScalars client_scalars_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SCALAR_READER_H_
