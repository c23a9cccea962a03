#include <string>
#include <vector>

#include "schema/json/json_writer.h"
#include "schema/json/position.h"
#include "validator/report/json_reporter.h"
#include "validator/report/resolve_printer.h"

namespace grpcfg {
namespace {

// The members of the document.
class ResolvedMembers {
 public:
  ResolvedMembers(JsonWriter& writer, const ResolvedText& resolved)
      : writer_(writer), resolved_(resolved) {}

  void WriteMembers() {
    const Resolution& all = resolved_.resolution;
    size_t index = 0;
    writer_.WriteArray("methods", all.methods,
                       [&](const ResolvedMethod& method) { WriteMethod(method, index++); });
    writer_.StartArray("channel");
    for (size_t i = 0; i < resolved_.targets.size(); ++i) WriteChannel(i);
    writer_.EndArray();
  }

 private:
  void WriteMethod(const ResolvedMethod& method, size_t index) {
    writer_.StartObject();
    writer_.WriteText("name", SpellMethodName(*method.name));
    writer_.WriteText("target", resolved_.targets[method.target]);
    WriteVerdict(resolved_.resolution.channels[method.target]);
    WriteEntry(*method.entry);
    if (!resolved_.whys.empty()) WriteWhy(method, resolved_.whys[index]);
    writer_.EndObject();
  }

  void WriteWhy(const ResolvedMethod& method, const Why& why) {
    writer_.StartObject("why");
    writer_.WriteText("matched", MatchName(why.by));
    writer_.WriteText("name", why.name);
    writer_.WriteArray("hidden", why.hidden, [&](const HiddenEntry& hidden) {
      writer_.StartObject();
      writer_.WriteText("source", hidden.source);
      WritePlace("entry", resolved_.lines.Locate(hidden.entry.begin));
      writer_.WriteText("name", hidden.name);
      writer_.EndObject();
    });
    writer_.WriteArray("missed", method.entry->missed, [&](const MissedField& missed) {
      writer_.StartObject();
      writer_.WriteText("field", missed.path);
      writer_.WriteText("pointer", missed.pointer);
      WritePlace("position", missed.position);
      writer_.WriteText("reason", missed.reason);
      writer_.EndObject();
    });
    writer_.WriteArray("ignored", why.ignored, [&](const IgnoredField& ignored) {
      writer_.StartObject();
      writer_.WriteText("field", ignored.path);
      writer_.WriteText("reason", ignored.reason);
      writer_.WriteText("rule", ignored.rule);
      writer_.EndObject();
    });
    writer_.WriteTexts("near", why.near);
    writer_.EndObject();
  }

  // On one line in either layout.
  void WritePlace(absl::string_view key, const Position& place) {
    writer_.WriteJson(key, WrittenJson(JsonLayout::kCompact,
                                       [&](JsonWriter& writer) { WritePosition(place, writer); }));
  }

  void WriteRange(const TimeoutRange& range) {
    writer_.StartObject("timeout_range");
    writer_.WriteText("min", SpellDuration(range.min));
    writer_.WriteText("max", SpellDuration(range.max));
    writer_.EndObject();
  }

  void WriteChannel(size_t target) {
    const ResolvedChannel& channel = resolved_.resolution.channels[target];
    writer_.StartObject();
    writer_.WriteText("target", resolved_.targets[target]);
    WriteVerdict(channel);
    WriteValues(channel.values);
    WriteDifferences(channel.ignored, channel.altered);
    writer_.WriteTexts("notes", channel.notes);
    writer_.EndObject();
  }

  void WriteVerdict(const ResolvedChannel& channel) {
    writer_.WriteText("verdict", VerdictName(channel.verdict));
    if (!channel.reason) return;
    writer_.StartObject("reason");
    writer_.WriteText("rule", channel.reason->rule);
    writer_.WriteText("message", channel.reason->message);
    writer_.EndObject();
  }

  // Which it is, and where, and what it gives.
  void WriteEntry(const ResolvedEntry& entry) {
    if (entry.source) {
      writer_.WriteText("source", *entry.source);
      WritePlace("entry", resolved_.lines.Locate(entry.span.begin));
    } else {
      writer_.WriteJson("source", "null");
      writer_.WriteJson("entry", "null");
    }
    writer_.StartObject("effective");
    WriteValues(entry.values);
    writer_.EndObject();
    WriteDifferences(entry.ignored, entry.altered);
    if (entry.effective.timeout_range) WriteRange(*entry.effective.timeout_range);
  }

  // Those of a policy in an object of their own.
  void WriteValues(const std::vector<EffectiveValue>& values) {
    absl::string_view policy;
    for (const EffectiveValue& value : values) {
      if (value.policy != policy) {
        if (!policy.empty()) writer_.EndObject();
        policy = value.policy;
        writer_.StartObject(policy);
      }
      writer_.WriteJson(value.field, value.json);
    }
    if (!policy.empty()) writer_.EndObject();
  }

  void WriteDifferences(const std::vector<std::string>& ignored,
                        const std::vector<Alteration>& altered) {
    writer_.WriteTexts("ignored", ignored);
    writer_.StartObject("altered");
    for (const Alteration& alteration : altered) {
      writer_.StartObject(alteration.path);
      writer_.WriteJson("written", alteration.written);
      writer_.WriteJson("used", alteration.used);
      writer_.EndObject();
    }
    writer_.EndObject();
  }

  JsonWriter& writer_;
  const ResolvedText& resolved_;
};

}  // namespace

void AppendResolvedJson(const ResolvedText& resolved, std::string& out) {
  JsonWriter writer(out, JsonLayout::kLines);
  writer.StartObject();
  writer.WriteVersion();
  ResolvedMembers(writer, resolved).WriteMembers();
  writer.EndObject();
  out.push_back('\n');
}

std::string ResolvedValuesJson(const ResolvedText& resolved) {
  return WrittenJson(JsonLayout::kCompact, [&](JsonWriter& writer) {
    writer.StartObject();
    ResolvedMembers(writer, resolved).WriteMembers();
    writer.EndObject();
  });
}

}  // namespace grpcfg
