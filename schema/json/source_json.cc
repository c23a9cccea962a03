#include "schema/json/source_json.h"

#include "schema/json/escape.h"
#include "schema/json/number.h"

namespace grpcfg {
std::string SourceJson(JsonKind kind, absl::string_view text) {
  switch (kind) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kFalse:
      return "false";
    case JsonKind::kTrue:
      return "true";
    case JsonKind::kNumber:
      // Many readers refuse a number that no double holds.
      if (IsDoubleNumber(text)) return std::string(text);
      break;
    default:
      break;
  }
  std::string json;
  AppendJsonString(text, json);
  return json;
}

std::string SourceJson(const JsonTree& tree, NodeId node) {
  return SourceJson(tree.kind(node), tree.Text(node));
}

}  // namespace grpcfg
