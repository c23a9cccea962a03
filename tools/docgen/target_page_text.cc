#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/docgen/target_page.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr size_t kIndent = 2;

void AppendReleaseName(std::string* out, const Release& release) {
  absl::StrAppend(out, ReleaseName(release));
}

// "also cpp, python"; empty for a target without other names.
std::string AliasWords(const KnownTarget& known) {
  const std::vector<absl::string_view> aliases = AliasesOf(known);
  return aliases.empty() ? "" : absl::StrCat("also ", absl::StrJoin(aliases, ", "));
}

// `releases 1.51 to 1.84; something changes at 1.57, 1.84`.
std::string ReleasesWords(const TargetEntry& entry) {
  if (!entry.known->has_releases) return "no releases";
  const Profile& profile = entry.known->profile();
  const std::vector<Release> changes = ReleasesOfChange(entry);
  const absl::string_view noun = profile.oldest == profile.newest ? "release " : "releases ";
  return absl::StrCat(noun, ReleaseRange(*entry.known),
                      changes.empty()
                          ? ""
                          : absl::StrCat("; something changes at ",
                                         absl::StrJoin(changes, ", ", AppendReleaseName)));
}

// `title`, and at the same column `words` and then `evidence` in brackets.
void AppendFact(absl::string_view title, absl::string_view words, absl::string_view evidence,
                std::string& out) {
  absl::StrAppend(&out, "  ", title, "\n");
  AppendWrapped(words, 2 * kIndent, out);
  if (!evidence.empty()) AppendWrapped(absl::StrCat("[", evidence, "]"), 3 * kIndent, out);
}

void AppendTraits(const TargetEntry& entry, bool of_calls, absl::string_view title,
                  std::string& out) {
  const auto is_match = [&](const TraitEntry& trait) { return trait.is_of_calls == of_calls; };
  if (std::none_of(entry.traits.begin(), entry.traits.end(), is_match)) return;
  absl::StrAppend(&out, "\n", title, "\n");
  for (const TraitEntry& trait : entry.traits) {
    if (!is_match(trait)) continue;
    const TraitPhase& phase = trait.At(entry.release);
    const std::string since =
        phase.since == Release() ? "" : absl::StrCat(" (since ", ReleaseName(phase.since), ")");
    AppendFact(absl::StrCat(trait.title, since), phase.words, phase.evidence, out);
  }
}

void AppendFields(const TargetEntry& entry, bool used, absl::string_view title, std::string& out) {
  const auto is_match = [&](const FieldEntry& field) {
    return (field.use == Use::kApplied) == used;
  };
  if (std::none_of(entry.fields.begin(), entry.fields.end(), is_match)) return;
  absl::StrAppend(&out, "\n", title, "\n");
  for (const FieldEntry& field : entry.fields) {
    if (!is_match(field)) continue;
    // Fields that are read in the same way are listed together.
    std::vector<absl::string_view> paths;
    for (const FieldEntry& other : entry.fields) {
      const bool same = other.words == field.words && other.evidence == field.evidence;
      if (same && is_match(other)) paths.emplace_back(other.path);
    }
    if (paths.front() != field.path) continue;
    AppendFact(absl::StrJoin(paths, "\n  "), field.words, field.evidence, out);
  }
}

void AppendChanges(const TargetEntry& entry, std::string& out) {
  if (entry.changes.empty()) return;
  absl::StrAppend(&out, "\nWhat changes from release to release\n");
  Release release;
  for (const ReleaseChange& change : entry.changes) {
    if (change.release != release) {
      absl::StrAppend(&out, "  ", entry.known->name, " ", ReleaseName(change.release), "\n");
    }
    release = change.release;
    const std::string indent(2 * kIndent, ' ');
    for (const std::string& what : change.what) absl::StrAppend(&out, indent, what, "\n");
    for (const absl::string_view rule : change.rules) {
      absl::StrAppend(&out, indent, "[", rule, "]\n");
    }
    AppendWrapped(absl::StrCat("before: ", change.before), 3 * kIndent, out);
    AppendWrapped(absl::StrCat("now: ", change.after), 3 * kIndent, out);
    AppendWrapped(absl::StrCat("[", change.evidence, "]"), 4 * kIndent, out);
  }
}

void AppendEntry(const TargetEntry& entry, std::string& out) {
  absl::StrAppend(&out, entry.spelling, "\n");
  AppendWrapped(entry.known->about, kIndent, out);
  AppendWrapped(AliasWords(*entry.known), kIndent, out);
  std::string releases = ReleasesWords(entry);
  if (entry.known->has_releases) {
    absl::StrAppend(&releases, "; shown: ", ReleaseName(entry.release));
  }
  AppendWrapped(releases, kIndent, out);
  AppendWrapped(entry.known->proof, kIndent, out);
  AppendTraits(entry, false, "How it reads a config", out);
  AppendFields(entry, false, "Fields that have no effect in it", out);
  AppendFields(entry, true, "Fields that it reads in its own way", out);
  AppendTraits(entry, true, "What it does with a call", out);
  AppendChanges(entry, out);
}

}  // namespace

std::string TargetListAsText(absl::Span<const TargetEntry> entries) {
  size_t width = 0;
  for (const TargetEntry& entry : entries) width = std::max(width, entry.spelling.size() + 2);
  std::string out;
  for (const TargetEntry& entry : entries) {
    absl::StrAppend(&out, entry.spelling, std::string(width - entry.spelling.size(), ' '),
                    entry.known->about, "\n");
    AppendWrapped(AliasWords(*entry.known), width, out);
    AppendWrapped(ReleasesWords(entry), width, out);
  }
  absl::StrAppend(&out,
                  "\n`grpcfg targets go` or `go@1.64` shows how that client reads a config; "
                  "the\n`--target` flag of ",
                  "the other commands takes these names.\n");
  return out;
}

std::string TargetsAsText(absl::Span<const TargetEntry> entries) {
  return absl::StrJoin(entries, "\n\n", [](std::string* out, const TargetEntry& entry) {
    AppendEntry(entry, *out);
  });
}

}  // namespace grpcfg
