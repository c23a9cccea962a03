#include "schema/json/json_writer.h"
#include "tools/docgen/target_page.h"

namespace grpcfg {
namespace {

// The names of Use.
constexpr absl::string_view kUses[] = {"used", "checked-only", "none"};

class Writer : private MemberWriter<IndentedJson> {
 public:
  explicit Writer(IndentedJson& writer) : MemberWriter(writer), writer_(writer) {}

  void WriteEntries(absl::Span<const TargetEntry> entries) {
    writer_.StartObject();
    WriteVersion();
    WriteArray("targets", entries, [&](const TargetEntry& entry) { WriteEntry(entry); });
    writer_.EndObject();
  }

 private:
  // Null where there is none.
  void WriteRelease(const char* key, const Release& release) {
    writer_.Key(key);
    if (release == Release() || release == kNoRelease) {
      writer_.Null();
    } else {
      WriteString(ReleaseName(release));
    }
  }

  void WriteEntry(const TargetEntry& entry) {
    const Profile& profile = entry.known->profile();
    writer_.StartObject();
    WriteText("target", entry.spelling);
    WriteText("about", entry.known->about);
    WriteArray("aliases", AliasesOf(*entry.known),
               [&](absl::string_view alias) { WriteString(alias); });
    WriteText("proof", entry.known->proof);
    WriteRelease("release", entry.release);
    WriteRelease("oldest", profile.oldest);
    WriteRelease("newest", profile.newest);
    WriteArray("changes_at", ReleasesOfChange(entry),
               [&](const Release& release) { WriteString(ReleaseName(release)); });
    WriteArray("traits", entry.traits,
               [&](const TraitEntry& trait) { WriteTrait(trait, entry.release); });
    writer_.Key("lb_policies");
    writer_.StartObject();
    WritePolicies("default", profile.default_policies, entry.release);
    WritePolicies("all", profile.all_policies, entry.release);
    writer_.EndObject();
    WriteArray("fields", entry.fields, [&](const FieldEntry& field) { WriteField(field); });
    WriteArray("changes", entry.changes, [&](const ReleaseChange& change) { WriteChange(change); });
    writer_.EndObject();
  }

  void WritePolicies(const char* key, const Timeline<PolicyList>& timeline,
                     const Release& release) {
    const PolicyList& list = timeline.At(release).value;
    const LinkedPolicies policies(list, release);
    writer_.Key(key);
    writer_.StartArray();
    for (const Field& policy : LoadBalancingConfigMessage().fields) {
      if (policies.Has(&policy, policy.json_name)) WriteString(policy.json_name);
    }
    for (const ListedPolicy& policy : list.listed) {
      if (policies.HasCustom(policy.name)) WriteString(policy.name);
    }
    writer_.EndArray();
  }

  void WriteTrait(const TraitEntry& trait, const Release& release) {
    const TraitPhase& phase = trait.At(release);
    writer_.StartObject();
    WriteText("trait", trait.id);
    WriteText("value", phase.words);
    WriteText("evidence", phase.evidence);
    WriteRelease("since", phase.since);
    writer_.EndObject();
  }

  void WriteField(const FieldEntry& field) {
    writer_.StartObject();
    WriteText("path", field.path);
    WriteText("use", kUses[static_cast<size_t>(field.use)]);
    WriteText("value", field.words);
    WriteText("evidence", field.evidence);
    WriteRelease("since", field.since);
    WriteRelease("until", field.until);
    writer_.EndObject();
  }

  void WriteChange(const ReleaseChange& change) {
    writer_.StartObject();
    WriteRelease("release", change.release);
    WriteArray("what", change.what, [&](const std::string& what) { WriteString(what); });
    WriteArray("rules", change.rules, [&](absl::string_view rule) { WriteString(rule); });
    WriteText("before", change.before);
    WriteText("after", change.after);
    WriteText("evidence", change.evidence);
    writer_.EndObject();
  }

  IndentedJson& writer_;
};

}  // namespace

std::string TargetsAsJson(absl::Span<const TargetEntry> entries) {
  std::string out;
  JsonSink sink = {&out};
  IndentedJson writer(sink);
  writer.SetIndent(' ', 2);
  Writer(writer).WriteEntries(entries);
  out.push_back('\n');
  return out;
}

}  // namespace grpcfg
