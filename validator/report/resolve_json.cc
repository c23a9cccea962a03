#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
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
    const Resolution& all = resolved_.resolution;
    of_targets_.reserve(std::min(all.methods.size(), all.entries.size() * all.channels.size()));
    size_t index = 0;
    WriteArray("methods", all.methods,
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
    writer_.StartObject();
    WriteName(method);
    WriteTarget(method);
    if (!resolved_.whys.empty()) WriteWhy(method, resolved_.whys[index]);
    writer_.EndObject();
  }

  // It is the other targets', too.
  void WriteName(const ResolvedMethod& method) {
    if (method.target != 0) return writer_.Repeat(name_);
    name_.begin = writer_.size();
    WriteText("name", SpellMethodName(*method.name));
    name_.end = writer_.size();
  }

  // What stands for a target and an entry already, for another name, is only repeated, as is what
  // stands for the target or for the entry alone.
  void WriteTarget(const ResolvedMethod& method) {
    const std::pair<const ResolvedEntry*, size_t> key = {method.entry, method.target};
    WriteOnce(of_targets_, key, [&] {
      WriteOnce(of_verdicts_, key.second, [&] {
        WriteText("target", resolved_.targets[method.target]);
        WriteVerdict(resolved_.resolution.channels[method.target]);
      });
      WriteOnce(of_entries_, key.first, [&] { WriteEntry(*key.first); });
    });
  }

  template <typename Key, typename Write>
  void WriteOnce(absl::flat_hash_map<Key, WrittenMembers>& written, const Key& key,
                 const Write& write) {
    const auto [known, is_new] = written.try_emplace(key, writer_.size());
    if (!is_new) return writer_.Repeat(known->second);
    write();
    known->second.end = writer_.size();
  }

  void WriteWhy(const ResolvedMethod& method, const Why& why) {
    writer_.Key("why");
    writer_.StartObject();
    WriteText("matched", MatchName(why.by));
    WriteText("name", why.name);
    WriteArray("hidden", why.hidden, [&](const HiddenEntry& hidden) {
      writer_.StartObject();
      WriteText("source", hidden.source);
      writer_.Key("entry");
      WritePosition(lines_.Locate(hidden.entry.begin));
      WriteText("name", hidden.name);
      writer_.EndObject();
    });
    WriteArray("missed", method.entry->missed, [&](const MissedField& missed) {
      writer_.StartObject();
      WriteText("field", missed.path);
      WriteText("pointer", missed.pointer);
      writer_.Key("position");
      WritePosition(missed.position);
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

  void WritePosition(const Position& place) {
    writer_.Appended(rapidjson::kObjectType, [&](std::string& out) { AppendPosition(place, out); });
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
    WriteOnce(of_channels_, FirstAlike(channel), [&] {
      WriteValues(channel.values);
      WriteDifferences(channel.ignored, channel.altered);
      WriteArray("notes", channel.notes, [&](const std::string& note) { WriteString(note); });
    });
    writer_.EndObject();
  }

  // The index of the first target of whose channel the same is written, name and verdict aside.
  [[nodiscard]] size_t FirstAlike(const ResolvedChannel& channel) const {
    const std::vector<ResolvedChannel>& all = resolved_.resolution.channels;
    const auto first = std::find_if(all.begin(), all.end(), [&](const ResolvedChannel& each) {
      return each.values == channel.values && each.ignored == channel.ignored &&
             each.altered == channel.altered && each.notes == channel.notes;
    });
    return static_cast<size_t>(first - all.begin());
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

  // Which it is, and where, and what it gives.
  void WriteEntry(const ResolvedEntry& entry) {
    writer_.Key("source");
    entry.source ? WriteString(*entry.source) : NoValue();
    writer_.Key("entry");
    entry.source ? WritePosition(lines_.Locate(entry.span.begin)) : NoValue();
    writer_.Key("effective");
    writer_.StartObject();
    WriteValues(entry.values);
    writer_.EndObject();
    WriteDifferences(entry.ignored, entry.altered);
    if (entry.effective.timeout_range) WriteRange(*entry.effective.timeout_range);
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
  WrittenMembers name_{0};  // of the method that is written
  absl::flat_hash_map<std::pair<const ResolvedEntry*, size_t>, WrittenMembers> of_targets_;
  absl::flat_hash_map<size_t, WrittenMembers> of_verdicts_;  // by target
  absl::flat_hash_map<size_t, WrittenMembers> of_channels_;  // by the first target
  absl::flat_hash_map<const ResolvedEntry*, WrittenMembers> of_entries_;
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
