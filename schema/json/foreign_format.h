// Texts that are right in another format than JSON, by how they begin.
// Promise: no text whose first token is one of JSON is taken for such a format.
#ifndef GRPCFG_SCHEMA_JSON_FOREIGN_FORMAT_H_
#define GRPCFG_SCHEMA_JSON_FOREIGN_FORMAT_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

struct ForeignFormat {
  absl::string_view name;     // after "this is "
  absl::string_view before;   // RE2, of bytes: what it may begin with
  absl::string_view pattern;  // the same: what must follow that
  absl::string_view help;     // what to do with such a text
  bool is_zone_file = false;
};

// Every format that is known.
absl::Span<const ForeignFormat> ForeignFormats();

// The format that the first 4 KiB of `text` are in; null if that is JSON, broken or not, or nothing
// that is known.
const ForeignFormat* FindForeignFormat(absl::string_view text);

// True if that is a DNS zone file.
bool IsZoneFile(absl::string_view text);

// The tree of a text that is not JSON at all: no value, and one issue on the first word.
JsonTree TreeOfForeignText(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_FOREIGN_FORMAT_H_
