// Strings that must be certain words. For the reader alone.
#ifndef GRPCFG_SCHEMA_READ_WORD_READER_H_
#define GRPCFG_SCHEMA_READ_WORD_READER_H_

#include "schema/fields/bind.h"
#include "schema/read/read_state.h"

namespace grpcfg {

class ScalarReader;

class WordReader {
 public:
  WordReader(ReadState& state, ScalarReader& scalars)
      : state_(state), tree_(state.tree), client_(state.client), scalars_(scalars) {}

  // An enum, the name of an LB policy or of a header, by the type of the field. Fills `value` and
  // returns whether it is valid.
  bool Read(const Place& place, Scalar& value);

 private:
  bool ReadWord(const Place& place);
  bool ReadPolicyName(const Place& place, Scalar& value);
  bool ReadHeaderName(const Place& place, Scalar& value);
  [[nodiscard]] bool IsLinked(absl::string_view name, const Field*& policy) const;
  [[nodiscard]] Effect EffectWithoutConfig(const Field& policy) const;

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
  ScalarReader& scalars_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_WORD_READER_H_
