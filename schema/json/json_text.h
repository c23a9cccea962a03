// JSON text put together from parts, for the generated JSON Schema.
// Promise: parts that are JSON give JSON; the same parts give the same bytes.
#ifndef GRPCFG_SCHEMA_JSON_JSON_TEXT_H_
#define GRPCFG_SCHEMA_JSON_JSON_TEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

// Keys, not yet quoted, and the JSON texts of their values.
using JsonMembers = std::vector<std::pair<std::string, std::string>>;

// `text` in quotes; it must be UTF-8.
std::string JsonString(absl::string_view text);

// The strings `texts` in brackets.
std::string JsonStrings(absl::Span<const absl::string_view> texts);

std::string JsonObject(const JsonMembers& members);
std::string JsonArray(absl::Span<const std::string> elements);

// `compact`, which must be what the functions above return, for people: what does not fit into a
// line of 100 columns is broken up and indented by two.
std::string PrettyJson(absl::string_view compact);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_TEXT_H_
