#include "schema/json/source_json.h"

#include <cmath>

#include "absl/strings/numbers.h"
#include "schema/json/escape.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// Many readers refuse a number that no double holds.
bool IsNumber(absl::string_view text) {
  double number = 0;
  return IsJsonNumber(text) && absl::SimpleAtod(text, &number) && std::isfinite(number);
}

}  // namespace

std::string SourceJson(JsonKind kind, absl::string_view text) {
  switch (kind) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kFalse:
      return "false";
    case JsonKind::kTrue:
      return "true";
    case JsonKind::kNumber:
      if (IsNumber(text)) return std::string(text);
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
