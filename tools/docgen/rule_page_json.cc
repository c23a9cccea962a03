#include "schema/json/json_writer.h"
#include "tools/docgen/field_page.h"
#include "tools/docgen/field_words.h"
#include "tools/docgen/rule_page.h"

namespace grpcfg {
namespace {

void WriteEntry(const RuleEntry& entry, JsonWriter& writer) {
  writer.StartObject();
  writer.WriteText("id", entry.rule->id);
  writer.WriteText("family", entry.family->title);
  writer.WriteText("severity", SeverityName(entry.severity));
  writer.WriteText("summary", entry.rule->summary);
  writer.WriteText("rationale", entry.rule->rationale);
  writer.WriteText("frequency", HowOften(*entry.rule));
  writer.WriteBool("enabled", entry.rule->on_by_default);
  writer.WriteText("stability", entry.rule->is_preview ? "preview" : "stable");
  writer.WriteArray("clients", entry.clients, [&](const ClientEffect& client) {
    writer.StartObject();
    writer.WriteText("target", client.target);
    writer.WriteText("condition", client.condition);
    writer.WriteText("effect", EffectName(client.effect));
    writer.WriteBool("reads", client.is_read);
    writer.WriteText("evidence", client.evidence);
    writer.EndObject();
  });
  writer.WriteText("command", CommandOf(*entry.rule));
  if (!entry.rule->proto.empty()) writer.WriteText("proto", entry.rule->proto);
  writer.WriteText("bad", entry.rule->bad.Text());
  writer.WriteText("good", entry.rule->good.Text());
  writer.WriteText("output", entry.output);
  writer.EndObject();
}

void WriteField(const FieldPage& page, JsonWriter& writer) {
  const bool is_required = page.field->presence == Presence::kRequired;
  writer.StartObject();
  writer.WriteText("path", page.path);
  writer.WriteText("type", TypeWords(*page.field, MessageNames::kCode));
  writer.WriteText("presence", is_required ? "required" : "optional");
  writer.WriteText("range", RangeWords(*page.field));
  writer.WriteText("about", page.field->doc);
  writer.WriteText("reference", page.field->reference);
  writer.WriteArray("rules", page.rules,
                    [&](const RuleEntry& entry) { writer.String(entry.rule->id); });
  writer.EndObject();
}

}  // namespace

std::string EntriesAsJson(absl::Span<const RuleEntry> entries) {
  return ExplanationAsJson({{entries.begin(), entries.end()}, {}});
}

std::string ExplanationAsJson(const Explanation& explanation) {
  std::string out;
  JsonWriter writer(out, JsonLayout::kLines);
  writer.StartObject();
  writer.WriteVersion();
  writer.WriteArray("rules", explanation.rules,
                    [&](const RuleEntry& entry) { WriteEntry(entry, writer); });
  if (!explanation.fields.empty()) {
    writer.WriteArray("fields", explanation.fields,
                      [&](const FieldPage& page) { WriteField(page, writer); });
  }
  writer.EndObject();
  out.push_back('\n');
  return out;
}

}  // namespace grpcfg
