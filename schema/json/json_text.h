// JSON text put together from parts, for the generated JSON Schemas.
// Promise: parts that are JSON give JSON; the same parts give the same bytes.
#ifndef GRPCFG_SCHEMA_JSON_JSON_TEXT_H_
#define GRPCFG_SCHEMA_JSON_JSON_TEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/json_writer.h"

namespace grpcfg {

// Keys, not yet quoted, and the JSON texts of their values.
using JsonMembers = std::vector<std::pair<std::string, std::string>>;

std::string JsonObject(const JsonMembers& members);
std::string JsonArray(absl::Span<const std::string> elements);
std::string JsonStrings(absl::Span<const absl::string_view> texts);

// A document for people.
std::string PrettyJson(absl::string_view json);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_TEXT_H_
