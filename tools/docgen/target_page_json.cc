#include "schema/json/json_writer.h"
#include "tools/docgen/target_page.h"

namespace grpcfg {
namespace {

// The names of Use.
constexpr absl::string_view kUses[] = {"used", "checked-only", "none"};

class Writer {
 public:
  explicit Writer(std::string& out) : writer_(out, JsonLayout::kLines) {}

  void WriteEntries(absl::Span<const TargetEntry> entries) {
    writer_.StartObject();
    writer_.WriteVersion();
    writer_.WriteArray("targets", entries, [&](const TargetEntry& entry) { WriteEntry(entry); });
    writer_.EndObject();
  }

 private:
  // Null where there is none.
  void WriteRelease(const char* key, const Release& release) {
    writer_.Key(key);
    if (release == Release() || release == kNoRelease) {
      writer_.Null();
    } else {
      writer_.String(ReleaseName(release));
    }
  }

  void WriteEntry(const TargetEntry& entry) {
    const Profile& profile = entry.known->profile();
    writer_.StartObject();
    writer_.WriteText("target", entry.spelling);
    writer_.WriteText("about", entry.known->about);
    writer_.WriteTexts("aliases", AliasesOf(*entry.known));
    writer_.WriteText("proof", entry.known->proof);
    WriteRelease("release", entry.release);
    WriteRelease("oldest", profile.oldest);
    WriteRelease("newest", profile.newest);
    writer_.WriteArray("changes_at", ReleasesOfChange(entry),
                       [&](const Release& release) { writer_.String(ReleaseName(release)); });
    writer_.WriteArray("traits", entry.traits,
                       [&](const TraitEntry& trait) { WriteTrait(trait, entry.release); });
    writer_.StartObject("lb_policies");
    WritePolicies("default", profile.default_policies, entry.release);
    WritePolicies("all", profile.all_policies, entry.release);
    writer_.EndObject();
    writer_.WriteArray("fields", entry.fields, [&](const FieldEntry& field) { WriteField(field); });
    writer_.WriteArray("changes", entry.changes,
                       [&](const ReleaseChange& change) { WriteChange(change); });
    writer_.EndObject();
  }

  void WritePolicies(const char* key, const Timeline<PolicyList>& timeline,
                     const Release& release) {
    const PolicyList& list = timeline.At(release).value;
    const LinkedPolicies policies(list, release);
    writer_.StartArray(key);
    for (const Field& policy : LoadBalancingConfigMessage().fields) {
      if (policies.Has(&policy, policy.json_name)) writer_.String(policy.json_name);
    }
    for (const ListedPolicy& policy : list.listed) {
      if (policies.HasCustom(policy.name)) writer_.String(policy.name);
    }
    writer_.EndArray();
  }

  void WriteTrait(const TraitEntry& trait, const Release& release) {
    const TraitPhase& phase = trait.At(release);
    writer_.StartObject();
    writer_.WriteText("trait", trait.id);
    writer_.WriteText("value", phase.words);
    writer_.WriteText("evidence", phase.evidence);
    WriteRelease("since", phase.since);
    writer_.EndObject();
  }

  void WriteField(const FieldEntry& field) {
    writer_.StartObject();
    writer_.WriteText("path", field.path);
    writer_.WriteText("use", kUses[static_cast<size_t>(field.use)]);
    writer_.WriteText("value", field.words);
    writer_.WriteText("evidence", field.evidence);
    WriteRelease("since", field.since);
    WriteRelease("until", field.until);
    writer_.EndObject();
  }

  void WriteChange(const ReleaseChange& change) {
    writer_.StartObject();
    WriteRelease("release", change.release);
    writer_.WriteTexts("what", change.what);
    writer_.WriteTexts("rules", change.rules);
    writer_.WriteText("before", change.before);
    writer_.WriteText("after", change.after);
    writer_.WriteText("evidence", change.evidence);
    writer_.EndObject();
  }

  JsonWriter writer_;
};

}  // namespace

std::string TargetsAsJson(absl::Span<const TargetEntry> entries) {
  std::string out;
  Writer(out).WriteEntries(entries);
  out.push_back('\n');
  return out;
}

}  // namespace grpcfg
