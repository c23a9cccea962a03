// The section on what clients do with a call.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pages/compat_page.h"

namespace grpcfg {
namespace {

// Clients that do the same.
struct Behaviour {
  std::string words;
  std::vector<absl::string_view> clients;
};

const TraitEntry* FindTrait(const TargetEntry& target, absl::string_view id) {
  for (const TraitEntry& trait : target.traits) {
    if (trait.id == id) return &trait;
  }
  return nullptr;
}

std::vector<Behaviour> BehavioursOf(absl::Span<const TargetEntry> targets, absl::string_view id) {
  std::vector<Behaviour> behaviours;
  for (const TargetEntry& target : targets) {
    const TraitEntry* const trait = FindTrait(target, id);
    if (trait == nullptr) continue;
    const std::string& words = trait->At(target.release).words;
    const auto same = std::find_if(behaviours.begin(), behaviours.end(),
                                   [&](const Behaviour& each) { return each.words == words; });
    if (same == behaviours.end()) {
      behaviours.emplace_back(Behaviour{words, {target.spelling}});
    } else {
      same->clients.emplace_back(target.spelling);
    }
  }
  return behaviours;
}

}  // namespace

void AppendCallSection(absl::Span<const TargetEntry> targets, std::string& out) {
  absl::StrAppend(&out, R"(
## What clients do with a call

At their newest releases, as far as they differ; where that was read is told by `grpcfg targets`.

| | what | who |
|---|---|---|
)");
  // The spec, which is the first target, has every trait that clients differ on.
  for (const TraitEntry& trait : targets.front().traits) {
    if (!trait.is_of_calls) continue;
    const std::vector<Behaviour> behaviours = BehavioursOf(targets, trait.id);
    if (behaviours.size() < 2) continue;
    absl::string_view title = trait.title;
    for (const Behaviour& behaviour : behaviours) {
      absl::StrAppend(&out, "| ", title, " | ", InTable(behaviour.words), " | ",
                      absl::StrJoin(behaviour.clients, ", "), " |\n");
      title = "";
    }
  }
}

}  // namespace grpcfg
