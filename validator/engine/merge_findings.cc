#include "validator/engine/merge_findings.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

// True if `main` says of the value what `other` says of it more vaguely.
bool Supersedes(const Finding& main, const Finding& other) {
  // A check knows the place and not the field, and so does a parser.
  const bool is_same_value = main.field == other.field || other.field == nullptr ||
                             (main.field == nullptr && main.rule->check != nullptr);
  if (!is_same_value) return false;
  return main.rule == other.rule || (main.rule->specificity > other.rule->specificity &&
                                     !(IsSlight(*main.rule) && !IsSlight(*other.rule)));
}

TargetEffect* FindEffect(Finding& found, size_t target) {
  std::vector<TargetEffect>& effects = found.diagnostic.effects;
  const auto at =
      absl::c_find_if(effects, [&](const TargetEffect& each) { return each.target == target; });
  return at == effects.end() ? nullptr : &*at;
}

// Moves what some of its targets make of the value from one finding to another.
void MoveReadAs(const std::vector<size_t>& targets, Finding& from, Finding& to) {
  for (ReadAs& read_as : from.read_as) {
    for (const size_t target : targets) {
      if (std::erase(read_as.targets, target) != 0) NoteReadAs(to, {read_as.value, {target}});
    }
  }
  std::erase_if(from.read_as, [](const ReadAs& each) { return each.targets.empty(); });
}

// Moves the effects of `other` on targets that break the rule of `main` too. Returns whether there
// were any.
bool MoveEffects(Finding& main, Finding& other) {
  std::vector<size_t> moved;
  std::erase_if(other.diagnostic.effects, [&](const TargetEffect& each) {
    TargetEffect* const same = FindEffect(main, each.target);
    if (same == nullptr || (main.is_off && each.effect >= Effect::kBreaksCalls)) return false;
    same->effect = std::max(same->effect, each.effect);
    moved.push_back(each.target);
    return true;
  });
  if (moved.empty()) return false;
  MoveReadAs(moved, other, main);
  main.spec_ignores = main.spec_ignores || other.spec_ignores;
  main.diagnostic.least = std::max(main.diagnostic.least, other.diagnostic.least);
  return true;
}

void MergeInto(Finding& main, Finding& other) {
  other.is_merged = true;
  main.spec_ignores = main.spec_ignores || other.spec_ignores;
  main.diagnostic.least = std::max(main.diagnostic.least, other.diagnostic.least);
  for (const TargetEffect& each : other.diagnostic.effects) {
    TargetEffect* const same = FindEffect(main, each.target);
    if (same == nullptr) {
      main.diagnostic.effects.push_back(each);
    } else {
      same->effect = std::max(same->effect, each.effect);
    }
  }
  for (const ReadAs& read_as : other.read_as) NoteReadAs(main, read_as);
}

// A check and a reading may find the same.
bool SaysTheSame(const Finding& main, const Finding& other) {
  return main.rule == other.rule && main.diagnostic.message == other.diagnostic.message;
}

// Merges the findings at one span.
void Merge(absl::Span<Finding* const> of_span) {
  std::vector<Finding*> by_specificity(of_span.begin(), of_span.end());
  std::stable_sort(by_specificity.begin(), by_specificity.end(),
                   [](const Finding* a, const Finding* b) {
                     return a->rule->specificity > b->rule->specificity;
                   });
  for (size_t i = 1; i < by_specificity.size(); ++i) {
    Finding& other = *by_specificity[i];
    for (size_t j = 0; j < i && !other.diagnostic.effects.empty(); ++j) {
      Finding& main = *by_specificity[j];
      if (main.is_merged || !Supersedes(main, other)) continue;
      if (SaysTheSame(main, other)) {
        MergeInto(main, other);
        other.diagnostic.effects.clear();
      } else if (!MoveEffects(main, other)) {
        continue;
      }
      other.merged_into = &main;
    }
    other.is_merged = other.merged_into != nullptr && other.diagnostic.effects.empty();
    if (!other.is_merged) other.merged_into = nullptr;
  }
}

// A reader skips a longer list of names.
constexpr size_t kMostNamed = 8;

std::string EnumerateFew(const std::vector<std::string>& items, absl::string_view conjunction) {
  if (items.size() <= kMostNamed) return Enumerate(items, conjunction);
  return EnumerateOf(items.size(), {items.begin(), items.begin() + kMostNamed - 1});
}

// False if `items`, which are few, have it.
template <typename Item>
bool AddNew(const Item& item, std::vector<Item>& items) {
  if (absl::c_linear_search(items, item)) return false;
  items.push_back(item);
  return true;
}

// `recurs`: items may come once for each of several objects.
void AddTo(std::vector<std::string>& items, const std::string& item, bool recurs) {
  if (recurs) {
    AddNew(item, items);
  } else {
    items.push_back(item);
  }
}

// One fix that does what those of all parts do; none where a part has none.
std::vector<Fix> FixOfAll(absl::Span<Diagnostic* const> parts, std::string title) {
  Fix all = {std::move(title), true, {}};
  for (const Diagnostic* const part : parts) {
    if (part->fixes.empty()) return {};
    const Fix& fix = part->fixes.front();
    all.otherwise = fix.otherwise;
    all.safe = all.safe && fix.safe;
    all.edits.insert(all.edits.end(), fix.edits.begin(), fix.edits.end());
  }
  return {std::move(all)};
}

// Gives the first of `parts`, which are two or more with `together`, the words, the labels and the
// fix of all of them. Their effects stay their own.
void GroupWords(absl::Span<Diagnostic* const> parts) {
  Diagnostic& first = *parts.front();
  const bool recurs = !first.together->message_of_many.empty();
  std::vector<std::string> subjects;
  std::vector<std::string> remedies;
  std::vector<Span> spans;
  for (const Diagnostic* const part : parts) {
    AddTo(subjects, part->together->subject, recurs);
    AddTo(remedies, part->together->remedy, recurs);
    const bool is_new = AddNew(part->primary.span, spans);
    if (is_new && spans.size() > 1) first.secondary.push_back(part->primary);
    for (const std::string& key : part->lacks) AddNew(key, first.lacks);
  }
  absl::c_sort(first.lacks);
  const std::vector<std::pair<absl::string_view, std::string>> places = {
      {"{subjects}", EnumerateFew(subjects, "and")},
      {"{alternatives}", EnumerateFew(subjects, "or")},
      {"{remedies}", EnumerateFew(remedies, "and")},
      {"{count}", absl::StrCat(spans.size())}};
  const Together& words = *first.together;
  const bool is_many = recurs && spans.size() > 1;
  first.message = absl::StrReplaceAll(is_many ? words.message_of_many : words.message, places);
  if (!words.help.empty()) first.help.front() = absl::StrReplaceAll(words.help, places);
  if (!first.fixes.empty()) {
    first.fixes = FixOfAll(parts, absl::StrReplaceAll(words.fix, places));
  }
}

// Losses are reported the same, whatever is lost: a name, a timeout, a policy.
bool MayBeGrouped(const Finding& first, const Finding& other) {
  const Diagnostic& a = first.diagnostic;
  const Diagnostic& b = other.diagnostic;
  if (other.is_merged || first.together != other.together || first.rule != other.rule) return false;
  if (a.known != b.known || !b.together) return false;
  if (a.together->message != b.together->message || a.notes != b.notes) return false;
  const auto loss = [](Effect effect) {
    return effect == Effect::kIgnoresDetail ? Effect::kIgnoresPolicy : effect;
  };
  return absl::c_is_permutation(a.effects, b.effects, [&](const auto& one, const auto& two) {
    return one.target == two.target && loss(one.effect) == loss(two.effect);
  });
}

// One that underlines all the places of `all` takes them in, if it took in the first one.
void GroupUnderlined(Finding& by, absl::Span<Finding* const> all) {
  absl::flat_hash_set<uint32_t> underlined;
  for (const Label& label : by.diagnostic.secondary) underlined.insert(label.span.begin);
  for (Finding* const other : all) {
    const bool is_in = by.diagnostic.known == other->diagnostic.known &&
                       underlined.contains(other->diagnostic.primary.span.begin);
    if (is_in && !other->is_merged) MergeInto(by, *other);
  }
}

// Groups those of `all`, which are of one rule in one object, that say the same as the first.
void GroupWithFirst(Finding& first, absl::Span<Finding* const> all) {
  std::vector<Finding*> parts;
  absl::c_copy_if(all, std::back_inserter(parts),
                  [&](const Finding* other) { return MayBeGrouped(first, *other); });
  if (parts.size() < 2) return;
  std::vector<Diagnostic*> words(parts.size());
  absl::c_transform(parts, words.begin(), [](Finding* part) { return &part->diagnostic; });
  GroupWords(words);
  for (Finding* const part : parts) {
    if (part != &first) MergeInto(first, *part);
  }
}

// Makes the findings on one place that come of one cause one finding.
void TakeIn(absl::Span<Finding* const> of_span) {
  for (Finding* const main : of_span) {
    for (Finding* const other : of_span) {
      const bool is_in = !main->is_merged && !other->is_merged && main != other &&
                         main->diagnostic.known == other->diagnostic.known &&
                         absl::c_linear_search(main->rule->takes_in, other->rule->id);
      if (!is_in) continue;
      MergeInto(*main, *other);
      std::vector<std::string>& notes = main->diagnostic.notes;
      for (const std::string& note : other->diagnostic.notes) AddNew(note, notes);
      const bool has_remedy = !main->diagnostic.help.empty() || !main->diagnostic.fixes.empty();
      if (!has_remedy) main->diagnostic.help = other->diagnostic.help;
    }
  }
}

// True if a target meets a graver effect by `other` than by `main`, of those above `least`.
bool IsGraver(Finding& main, const Finding& other, Effect least) {
  return absl::c_any_of(other.diagnostic.effects, [&](const TargetEffect& each) {
    const TargetEffect* const same = FindEffect(main, each.target);
    return each.effect > least && (same == nullptr || same->effect < each.effect);
  });
}

// Calls function(finding) for those that are in `place`, until it is true. Returns whether it was.
template <typename Function>
bool AnyIn(absl::Span<Finding* const> sorted, Span place, const Function& function) {
  auto at = std::lower_bound(sorted.begin(), sorted.end(), place.begin,
                             [](const Finding* found, uint32_t begin) {
                               return found->diagnostic.primary.span.begin < begin;
                             });
  for (; at != sorted.end() && (*at)->diagnostic.primary.span.begin < place.end; ++at) {
    if (place.Contains((*at)->diagnostic.primary.span) && function(**at)) return true;
  }
  return false;
}

bool MayTakeIn(const Finding& main, const Finding& other) {
  return &main != &other && !main.is_merged && !other.is_merged &&
         main.diagnostic.known == other.diagnostic.known;
}

// Calls function(findings) for each place that has several.
template <typename Function>
void ForEachSharedPlace(absl::Span<Finding* const> sorted, const Function& function) {
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    const Span span = sorted[begin]->diagnostic.primary.span;
    while (end < sorted.size() && sorted[end]->diagnostic.primary.span == span) ++end;
    if (end - begin > 1) function(sorted.subspan(begin, end - begin));
  }
}

}  // namespace

bool IsSlight(const Rule& rule) {
  return rule.verdicts.spec.effect == Effect::kAlters || rule.is_common ||
         std::any_of(rule.claims.begin(), rule.claims.end(),
                     [](const Claim& claim) { return HasTrait(claim.kind, kSlight); });
}

void NoteReadAs(Finding& found, const ReadAs& read_as) {
  for (ReadAs& same : found.read_as) {
    if (same.value != read_as.value) continue;
    same.targets.insert(same.targets.end(), read_as.targets.begin(), read_as.targets.end());
    return;
  }
  found.read_as.push_back(read_as);
}

std::vector<Finding*> MergeFindings(absl::Span<Finding> findings) {
  std::vector<Finding*> sorted;
  sorted.reserve(findings.size());
  for (Finding& found : findings) sorted.push_back(&found);
  // Stable: what one object lacks is reported in the order of the field table.
  std::stable_sort(sorted.begin(), sorted.end(), [](const Finding* a, const Finding* b) {
    const Span& a_span = a->diagnostic.primary.span;
    const Span& b_span = b->diagnostic.primary.span;
    return std::tie(a_span.begin, a_span.end, a->rule->id) <
           std::tie(b_span.begin, b_span.end, b->rule->id);
  });
  ForEachSharedPlace(absl::MakeConstSpan(sorted), Merge);
  return sorted;
}

void FoldIntoOne(absl::Span<Finding* const> of_rule) {
  const auto is_new = [](const Finding* each) { return each->diagnostic.known == Known::kNo; };
  const auto* const first = absl::c_find_if(of_rule, is_new);
  Finding& main = first == of_rule.end() ? *of_rule.front() : **first;
  for (Finding* const other : of_rule) {
    if (other == &main) continue;
    if (is_new(&main) == is_new(other)) {
      MergeInto(main, *other);
    } else {
      other->is_merged = true;
    }
  }
}

void TakeInExplained(absl::Span<Finding* const> sorted) {
  for (Finding* const main : sorted) {
    for (const Span place : main->diagnostic.explains) {
      AnyIn(sorted, place, [&](Finding& other) {
        const bool is_in =
            MayTakeIn(*main, other) && !IsGraver(*main, other, Effect::kIgnoresPolicy);
        if (is_in) MergeInto(*main, other);
        return false;
      });
    }
  }
  for (Finding* const other : sorted) {
    if (other->diagnostic.explained_in.empty()) continue;
    AnyIn(sorted, other->diagnostic.explained_in, [&](Finding& main) {
      const bool is_in = MayTakeIn(main, *other) && !IsGraver(main, *other, Effect::kAccepts);
      if (is_in) MergeInto(main, *other);
      return is_in;
    });
  }
}

void GroupFindings(absl::Span<Finding* const> findings) {
  ForEachSharedPlace(findings, TakeIn);
  std::vector<Finding*> with_words;
  absl::c_copy_if(findings, std::back_inserter(with_words), [](const Finding* found) {
    return found->together != kNoNode && found->diagnostic.together.has_value();
  });
  // One alone needs no group, unless another one took it in.
  const bool is_alone = with_words.size() == 1 && with_words.front()->merged_into == nullptr;
  if (with_words.empty() || is_alone) return;
  absl::flat_hash_map<std::pair<const Rule*, NodeId>, std::vector<Finding*>> by_object;
  for (Finding* const found : with_words) {
    by_object[{found->rule, found->together}].push_back(found);
  }
  // All of these first: a group underlines more.
  for (auto& [object, all] : by_object) {
    if (all.front()->merged_into != nullptr) GroupUnderlined(*all.front()->merged_into, all);
  }
  for (auto& [object, all] : by_object) {
    for (Finding* const first : all) {
      if (!first->is_merged) GroupWithFirst(*first, all);
    }
  }
}

}  // namespace grpcfg
