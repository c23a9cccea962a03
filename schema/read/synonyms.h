// What other libraries, proxies and channel options call the fields of a service config. For
// did-you-mean alone.
#ifndef GRPCFG_SCHEMA_READ_SYNONYMS_H_
#define GRPCFG_SCHEMA_READ_SYNONYMS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/fields/field_table.h"

namespace grpcfg {

// The letters and digits of a key, in lower case.
std::string LettersOf(absl::string_view key);

// A unit at the end of a key: `timeoutMs`, `maxMessageSizeKB`.
struct KeyUnit {
  absl::string_view letters;
  absl::string_view of_duration;  // as in `5ms`; empty for sizes
  uint64_t bytes = 0;             // in one of them; 0 where it is not a whole number
};

// The unit at the end of `key`; null if there is none.
const KeyUnit* UnitOf(absl::string_view key);

struct Meaning {
  const Message* message;
  const Field* field;
};

// What `key` may mean: fields that others call so, or that it is but for case, separators and a
// unit at its end, one of a message at most, in the order of AllMessages().
std::vector<Meaning> MeaningsOf(absl::string_view key);

// The one of them that is a field of `message`; null if there is none.
const Field* FindSynonym(const Message& message, absl::string_view key);

// The LB policy that others call so; null if there is none.
const Field* FindPolicySynonym(absl::string_view name);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SYNONYMS_H_
