#include "schema/json/json_writer.h"
#include "schema/json/position.h"
#include "validator/report/resolve_printer.h"

namespace grpcfg {
namespace {

// The members of the document, written with either writer.
template <typename Writer>
class ResolvedMembers : private MemberWriter<Writer> {
 public:
  ResolvedMembers(Writer& writer, const ResolvedText& resolved)
      : MemberWriter<Writer>(writer), writer_(writer), resolved_(resolved), lines_(resolved.text) {}

  void WriteMembers() {
    size_t index = 0;
    WriteArray("methods", resolved_.resolution.methods,
               [&](const ResolvedMethod& method) { WriteMethod(method, index++); });
    writer_.Key("channel");
    writer_.StartArray();
    for (size_t i = 0; i < resolved_.targets.size(); ++i) WriteChannel(i);
    writer_.EndArray();
  }

 private:
  using MemberWriter<Writer>::WriteArray;
  using MemberWriter<Writer>::WriteString;
  using MemberWriter<Writer>::WriteText;

  void WriteMethod(const ResolvedMethod& method, size_t index) {
    const ResolvedChannel& channel = resolved_.resolution.channels[method.target];
    writer_.StartObject();
    WriteText("name", SpellMethodName(method.name));
    WriteText("target", resolved_.targets[method.target]);
    WriteVerdict(channel);
    WriteEntry(method);
    writer_.Key("effective");
    writer_.StartObject();
    WriteValues(method.values);
    writer_.EndObject();
    WriteDifferences(method.ignored, method.altered);
    if (method.effective.timeout_range) WriteRange(*method.effective.timeout_range);
    if (!resolved_.whys.empty()) WriteWhy(method, resolved_.whys[index]);
    writer_.EndObject();
  }

  void WriteWhy(const ResolvedMethod& method, const Why& why) {
    writer_.Key("why");
    writer_.StartObject();
    WriteText("matched", MatchName(why.by));
    WriteText("name", why.name);
    WriteArray("hidden", why.hidden, [&](const HiddenEntry& hidden) {
      writer_.StartObject();
      WriteText("source", hidden.source);
      WritePosition("entry", lines_.Locate(hidden.entry.begin));
      WriteText("name", hidden.name);
      writer_.EndObject();
    });
    WriteArray("missed", method.missed, [&](const MissedField& missed) {
      writer_.StartObject();
      WriteText("field", missed.path);
      WriteText("pointer", missed.pointer);
      WritePosition("position", missed.position);
      WriteText("reason", missed.reason);
      writer_.EndObject();
    });
    WriteArray("ignored", why.ignored, [&](const IgnoredField& ignored) {
      writer_.StartObject();
      WriteText("field", ignored.path);
      WriteText("reason", ignored.reason);
      WriteText("rule", ignored.rule);
      writer_.EndObject();
    });
    WriteArray("near", why.near, [&](const std::string& name) { WriteString(name); });
    writer_.EndObject();
  }

  void WritePosition(absl::string_view key, const Position& place) {
    writer_.Key(key);
    std::string position;
    AppendPosition(place, position);
    writer_.Value(position, rapidjson::kObjectType);
  }

  void WriteRange(const TimeoutRange& range) {
    writer_.Key("timeout_range");
    writer_.StartObject();
    WriteText("min", SpellDuration(range.min));
    WriteText("max", SpellDuration(range.max));
    writer_.EndObject();
  }

  void WriteChannel(size_t target) {
    const ResolvedChannel& channel = resolved_.resolution.channels[target];
    writer_.StartObject();
    WriteText("target", resolved_.targets[target]);
    WriteVerdict(channel);
    WriteValues(ValuesOf(channel));
    WriteDifferences(channel.ignored, channel.altered);
    WriteArray("notes", channel.notes, [&](const std::string& note) { WriteString(note); });
    writer_.EndObject();
  }

  void WriteVerdict(const ResolvedChannel& channel) {
    WriteText("verdict", VerdictName(channel.verdict));
    if (!channel.reason) return;
    writer_.Key("reason");
    writer_.StartObject();
    WriteText("rule", channel.reason->rule);
    WriteText("message", channel.reason->message);
    writer_.EndObject();
  }

  // Which it is, and where.
  void WriteEntry(const ResolvedMethod& method) {
    writer_.Key("source");
    method.source ? WriteString(*method.source) : NoValue();
    if (method.source) return WritePosition("entry", lines_.Locate(method.entry.begin));
    writer_.Key("entry");
    NoValue();
  }

  void NoValue() { writer_.Null(); }

  // Those of a policy in an object of their own.
  void WriteValues(const std::vector<EffectiveValue>& values) {
    absl::string_view policy;
    for (const EffectiveValue& value : values) {
      if (value.policy != policy) {
        if (!policy.empty()) writer_.EndObject();
        policy = value.policy;
        WriteString(policy);
        writer_.StartObject();
      }
      WriteString(value.field);
      WriteRaw(value.json);
    }
    if (!policy.empty()) writer_.EndObject();
  }

  void WriteDifferences(const std::vector<std::string>& ignored,
                        const std::vector<Alteration>& altered) {
    WriteArray("ignored", ignored, [&](const std::string& path) { WriteString(path); });
    writer_.Key("altered");
    writer_.StartObject();
    for (const Alteration& alteration : altered) {
      WriteString(alteration.path);
      writer_.StartObject();
      writer_.Key("written");
      WriteRaw(alteration.written);
      writer_.Key("used");
      WriteRaw(alteration.used);
      writer_.EndObject();
    }
    writer_.EndObject();
  }

  void WriteRaw(absl::string_view json) { writer_.Value(json, rapidjson::kStringType); }

  Writer& writer_;
  const ResolvedText& resolved_;
  const LineIndex lines_;
};

}  // namespace

void AppendResolvedJson(const ResolvedText& resolved, std::string& out) {
  JsonSink sink{&out};
  IndentedJson writer(sink);
  writer.SetIndent(' ', 2);
  writer.StartObject();
  MemberWriter<IndentedJson>(writer).WriteVersion();
  ResolvedMembers<IndentedJson>(writer, resolved).WriteMembers();
  writer.EndObject();
  out.push_back('\n');
}

void AppendResolvedValues(const ResolvedText& resolved, std::string& out) {
  JsonSink sink{&out};
  CompactJson writer(sink);
  writer.StartObject();
  ResolvedMembers<CompactJson>(writer, resolved).WriteMembers();
  writer.EndObject();
}

}  // namespace grpcfg
