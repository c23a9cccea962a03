#include "schema/json/json_writer.h"
#include "tools/docgen/field_page.h"
#include "tools/docgen/field_words.h"
#include "tools/docgen/rule_page.h"

namespace grpcfg {
namespace {

void WriteEntry(const RuleEntry& entry, IndentedJson& writer) {
  MemberWriter<IndentedJson> members(writer);
  writer.StartObject();
  members.WriteText("id", entry.rule->id);
  members.WriteText("family", entry.family->title);
  members.WriteText("severity", SeverityName(entry.severity));
  members.WriteText("summary", entry.rule->summary);
  members.WriteText("rationale", entry.rule->rationale);
  members.WriteText("frequency", HowOften(*entry.rule));
  writer.Key("enabled");
  writer.Bool(entry.rule->on_by_default);
  members.WriteText("stability", entry.rule->is_preview ? "preview" : "stable");
  members.WriteArray("clients", entry.clients, [&](const ClientEffect& client) {
    writer.StartObject();
    members.WriteText("target", client.target);
    members.WriteText("effect", EffectName(client.effect));
    members.WriteText("evidence", client.evidence);
    writer.EndObject();
  });
  members.WriteText("command", CommandOf(*entry.rule));
  if (!entry.rule->proto.empty()) members.WriteText("proto", entry.rule->proto);
  members.WriteText("bad", entry.rule->bad.Text());
  members.WriteText("good", entry.rule->good.Text());
  members.WriteText("output", entry.output);
  writer.EndObject();
}

void WriteField(const FieldPage& page, IndentedJson& writer) {
  MemberWriter<IndentedJson> members(writer);
  const bool is_required = page.field->presence == Presence::kRequired;
  writer.StartObject();
  members.WriteText("path", page.path);
  members.WriteText("type", TypeWords(*page.field, MessageNames::kCode));
  members.WriteText("presence", is_required ? "required" : "optional");
  members.WriteText("range", RangeWords(*page.field));
  members.WriteText("about", page.field->doc);
  members.WriteText("reference", page.field->reference);
  members.WriteArray("rules", page.rules,
                     [&](const RuleEntry& entry) { writer.String(entry.rule->id); });
  writer.EndObject();
}

}  // namespace

std::string EntriesAsJson(absl::Span<const RuleEntry> entries) {
  return ExplanationAsJson({{entries.begin(), entries.end()}, {}});
}

std::string ExplanationAsJson(const Explanation& explanation) {
  std::string out;
  JsonSink sink = {&out};
  IndentedJson writer(sink);
  MemberWriter<IndentedJson> members(writer);
  writer.SetIndent(' ', 2);
  writer.StartObject();
  members.WriteVersion();
  members.WriteArray("rules", explanation.rules,
                     [&](const RuleEntry& entry) { WriteEntry(entry, writer); });
  if (!explanation.fields.empty()) {
    members.WriteArray("fields", explanation.fields,
                       [&](const FieldPage& page) { WriteField(page, writer); });
  }
  writer.EndObject();
  out.push_back('\n');
  return out;
}

}  // namespace grpcfg
