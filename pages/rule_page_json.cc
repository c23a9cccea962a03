#include "pages/rule_page.h"
#include "schema/json/json_writer.h"

namespace grpcfg {
namespace {

void WriteEntry(const RuleEntry& entry, IndentedJson& writer) {
  JsonMembers<IndentedJson> members(writer);
  writer.StartObject();
  members.WriteText("id", entry.rule->id);
  members.WriteText("family", entry.family->title);
  members.WriteText("severity", SeverityName(entry.severity));
  members.WriteText("summary", entry.rule->summary);
  members.WriteText("rationale", entry.rule->rationale);
  members.WriteText("frequency", HowOften(*entry.rule));
  members.WriteArray("clients", entry.clients, [&](const ClientEffect& client) {
    writer.StartObject();
    members.WriteText("target", client.target);
    members.WriteText("effect", EffectName(client.effect));
    members.WriteText("evidence", client.evidence);
    writer.EndObject();
  });
  members.WriteText("command", CommandOf(*entry.rule));
  if (!entry.rule->proto.empty()) members.WriteText("proto", entry.rule->proto);
  members.WriteText("bad", entry.rule->bad);
  members.WriteText("good", entry.rule->good);
  members.WriteText("output", entry.output);
  writer.EndObject();
}

}  // namespace

std::string EntriesAsJson(absl::Span<const RuleEntry> entries) {
  std::string out;
  JsonSink sink = {&out};
  IndentedJson writer(sink);
  writer.SetIndent(' ', 2);
  writer.StartObject();
  writer.Key("version");
  writer.Int(1);
  JsonMembers<IndentedJson>(writer).WriteArray(
      "rules", entries, [&](const RuleEntry& entry) { WriteEntry(entry, writer); });
  writer.EndObject();
  out.push_back('\n');
  return out;
}

}  // namespace grpcfg
