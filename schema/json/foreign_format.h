// Texts that are in another format than JSON: by how they begin, or by marks of a language in what
// would be JSON without them, as templates and merge conflicts have them.
// Promise: no right JSON is taken for such a format, and no text for one of the first kind whose
// first token is one of JSON.
#ifndef GRPCFG_SCHEMA_JSON_FOREIGN_FORMAT_H_
#define GRPCFG_SCHEMA_JSON_FOREIGN_FORMAT_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/json_tree.h"

namespace grpcfg {

// What else than a service config such a text may be for.
enum class ForeignKind : uint8_t { kOther, kPacked, kZoneFile, kYaml, kTerraform };

struct ForeignFormat {
  absl::string_view name;     // after "this is "
  absl::string_view before;   // RE2, of bytes: what it may begin with
  absl::string_view pattern;  // the same: what must follow that
  absl::string_view help;     // what to do with such a text
  ForeignKind kind = ForeignKind::kOther;
};

// Every format that is known by its beginning.
absl::Span<const ForeignFormat> ForeignFormats();

// True if the text is JSON (RFC 8259), without comments and a byte order mark.
bool IsJson(const JsonTree& tree);

// A language that is mixed into JSON.
struct MixedFormat {
  absl::string_view name;  // after "this is "
  // RE2, of bytes: what JSON has not where a value or a key may stand. A group in it is the mark.
  absl::string_view mark;
  absl::string_view sign;  // the same: what the text must also have somewhere; empty: nothing
  absl::string_view help;  // what to do with such a text
};

// True if a string has a part in it that a program was to fill in: `{{ .x }}`, `${X}`, `@X@`.
bool HasPlaceholder(absl::string_view text);

// Every one that is known, the more special before the more general.
absl::Span<const MixedFormat> MixedFormats();

struct MixedMark {
  Span span = {};
  const MixedFormat* format = nullptr;
};

// The first mark of a language in which `tree` has a fault of JSON; null if there is none.
MixedMark FindMixedFormat(const JsonTree& tree);

// The first mark of a merge conflict that is whole, as of Git; empty if there is none.
Span FindConflict(absl::string_view text);

// The name of the format that the text of `tree` is in, or that is mixed into it, and what to do.
struct NamedFormat {
  absl::string_view name;
  absl::string_view help;
};
NamedFormat FormatOf(const JsonTree& tree);

// The format that the first 4 KiB of `text` are in; null if that is JSON, broken or not, or nothing
// that is known.
const ForeignFormat* FindForeignFormat(absl::string_view text);

// True if that is a DNS zone file.
bool IsZoneFile(absl::string_view text);

// The tree of a text that is not JSON at all: no value, and one issue on the first word.
JsonTree TreeOfForeignText(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_FOREIGN_FORMAT_H_
