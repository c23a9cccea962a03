// What other libraries, proxies and channel options call the fields of a service config. For
// did-you-mean alone.
#ifndef GRPCFG_SCHEMA_READ_SYNONYMS_H_
#define GRPCFG_SCHEMA_READ_SYNONYMS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/field_table.h"

namespace grpcfg {

// The letters and digits of a key, in lower case.
std::string LettersOf(absl::string_view key);

struct Meaning {
  const Message* message;
  const Field* field;
};

// What `key` may mean: fields that others call so, or that it is but for case and separators, one
// of a message at most, in the order of AllMessages().
absl::Span<const Meaning> MeaningsOf(absl::string_view key);

// The field of `message` that others call `key`, or that it is but for case and separators; null if
// there is none.
const Field* FindSynonym(const Message& message, absl::string_view key);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_SYNONYMS_H_
