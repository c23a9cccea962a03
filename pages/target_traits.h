// The traits of a profile as entries of a page. For the pages on targets only.
#ifndef GRPCFG_PAGES_TARGET_TRAITS_H_
#define GRPCFG_PAGES_TARGET_TRAITS_H_

#include <string>
#include <vector>

#include "pages/profile_words.h"
#include "pages/target_page.h"
#include "validator/effect_summary.h"

namespace grpcfg {

// Without phases if the timeline is without evidence.
template <typename T>
TraitEntry MakeTrait(absl::string_view id, absl::string_view title, const Timeline<T>& timeline) {
  TraitEntry entry = {id, title, {}};
  for (const Trait<T>* const trait : {&timeline.first, &timeline.second, &timeline.third}) {
    if (trait->evidence.empty()) continue;
    entry.phases.push_back({trait->since, std::string(Describe(trait->value)), trait->evidence});
  }
  return entry;
}

// How the client chooses from a list of choices, and the entry of a method.
void AppendChoiceTraits(const Profile& profile, std::vector<TraitEntry>& traits);

// What it does with a call, as far as it does it at all.
void AppendCallTraits(const Profile& profile, std::vector<TraitEntry>& traits);

}  // namespace grpcfg

#endif  // GRPCFG_PAGES_TARGET_TRAITS_H_
