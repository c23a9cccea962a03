// What a field takes, in words for the generated pages: its type, its range, where that is written.
#ifndef GRPCFG_TOOLS_DOCGEN_FIELD_WORDS_H_
#define GRPCFG_TOOLS_DOCGEN_FIELD_WORDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/field_table.h"

namespace grpcfg {

// How a message is named: as code, or as a link to the section of its name.
enum class MessageNames : bool { kCode, kLinks };

// `list of durations`.
std::string TypeWords(const Field& field, MessageNames names);

// `2 or more; above 5 is read as 5`; empty if any value of the type will do.
std::string RangeWords(const Field& field);

// A document that references begin with.
struct Source {
  absl::string_view name;
  absl::string_view site;
  absl::string_view path;        // below `site`
  absl::string_view about = {};  // what it is about, if rules rest on it
};

// In the order in which pages list them.
absl::Span<const Source> Sources();

// `reference`, with a link to each gRFC and proto file that it names.
std::string LinkedReference(absl::string_view reference);

// The LB policies that need no config, so that their names alone will do.
std::vector<absl::string_view> PoliciesWithoutConfig();

// The fields of a list of LB policies.
bool IsPolicyList(const Field& field);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_FIELD_WORDS_H_
