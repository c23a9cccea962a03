#include "schema/json/json_text.h"

#include "absl/strings/str_cat.h"

namespace grpcfg {

std::string JsonObject(const JsonMembers& members) {
  return WrittenJson(JsonLayout::kCompact, [&](JsonWriter& writer) {
    writer.StartObject();
    for (const auto& [key, json] : members) writer.WriteJson(key, json);
    writer.EndObject();
  });
}

std::string JsonArray(absl::Span<const std::string> elements) {
  return WrittenJson(JsonLayout::kCompact, [&](JsonWriter& writer) {
    writer.WriteArray(elements, [&](const std::string& json) { writer.Json(json); });
  });
}

std::string JsonStrings(absl::Span<const absl::string_view> texts) {
  return WrittenJson(JsonLayout::kCompact, [&](JsonWriter& writer) {
    writer.WriteArray(texts, [&](absl::string_view text) { writer.String(text); });
  });
}

std::string PrettyJson(absl::string_view json) {
  return absl::StrCat(RelaidJson(json, JsonLayout::kFitted), "\n");
}

}  // namespace grpcfg
