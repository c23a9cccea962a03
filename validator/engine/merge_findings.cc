#include "validator/engine/merge_findings.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "validator/engine/together.h"

namespace grpcfg {
namespace {

bool IsRefused(const Finding& found) {
  return absl::c_any_of(found.diagnostic.effects, [](const TargetEffect& each) {
    return each.effect >= Effect::kBreaksCalls;
  });
}

// True if one place's finding says why the targets of the other one mind it too.
bool Supersedes(const Finding& main, const Finding& other) {
  const bool both_minded = !main.diagnostic.effects.empty() && !other.diagnostic.effects.empty();
  if (!both_minded) return false;  // advice says nothing of targets
  // A check knows the place and not the field, and so does a parser.
  const bool is_same_value = main.field == other.field || other.field == nullptr ||
                             (main.field == nullptr && main.rule->check != nullptr);
  if (!is_same_value || main.is_merged || (main.is_off && IsRefused(other))) return false;
  return main.rule == other.rule || (main.rule->specificity > other.rule->specificity &&
                                     !(IsSlight(*main.rule) && !IsSlight(*other.rule)));
}

void MergeInto(Finding& main, Finding& other) {
  other.is_merged = true;
  main.spec_ignores = main.spec_ignores || other.spec_ignores;
  main.diagnostic.least = std::max(main.diagnostic.least, other.diagnostic.least);
  std::vector<TargetEffect>& effects = main.diagnostic.effects;
  for (const TargetEffect& each : other.diagnostic.effects) {
    const auto same =
        std::find_if(effects.begin(), effects.end(),
                     [&](const TargetEffect& of_main) { return of_main.target == each.target; });
    if (same == effects.end()) {
      effects.push_back(each);
    } else {
      same->effect = std::max(same->effect, each.effect);
    }
  }
  for (const ReadAs& read_as : other.read_as) NoteReadAs(main, read_as);
}

// The most specific of the findings at one span takes in those that say the same more
// vaguely.
void Merge(absl::Span<Finding* const> of_span) {
  std::vector<Finding*> by_specificity(of_span.begin(), of_span.end());
  std::stable_sort(by_specificity.begin(), by_specificity.end(),
                   [](const Finding* a, const Finding* b) {
                     return a->rule->specificity > b->rule->specificity;
                   });
  for (size_t i = 1; i < by_specificity.size(); ++i) {
    const auto end = by_specificity.begin() + static_cast<std::ptrdiff_t>(i);
    const auto main = std::find_if(by_specificity.begin(), end, [&](const Finding* each) {
      return Supersedes(*each, *by_specificity[i]);
    });
    if (main == end) continue;
    MergeInto(**main, *by_specificity[i]);
    by_specificity[i]->told_by = *main;
  }
}

// Losses are told alike, whatever is lost: a name, a timeout, a policy.
bool AreToldTogether(const Finding& first, const Finding& other) {
  const Diagnostic& a = first.diagnostic;
  const Diagnostic& b = other.diagnostic;
  if (other.is_merged || first.together != other.together || first.rule != other.rule) return false;
  if (a.known != b.known || !b.together) return false;
  if (a.together->message != b.together->message || a.notes != b.notes) return false;
  const auto told = [](Effect effect) {
    return effect == Effect::kIgnoresDetail ? Effect::kIgnoresPolicy : effect;
  };
  return absl::c_is_permutation(a.effects, b.effects, [&](const auto& one, const auto& two) {
    return one.target == two.target && told(one.effect) == told(two.effect);
  });
}

// One that underlines all the places of `all` tells them, if it tells the first one.
void TellWhereUnderlined(Finding& by, absl::Span<Finding* const> all) {
  absl::flat_hash_set<uint32_t> underlined;
  for (const Label& label : by.diagnostic.secondary) underlined.insert(label.span.begin);
  for (Finding* const other : all) {
    const bool is_told = by.diagnostic.known == other->diagnostic.known &&
                         underlined.contains(other->diagnostic.primary.span.begin);
    if (is_told && !other->is_merged) MergeInto(by, *other);
  }
}

// The first of `all`, which are of one rule in one object, tells those that say the same.
void TellFirst(Finding& first, absl::Span<Finding* const> all) {
  std::vector<Finding*> parts;
  absl::c_copy_if(all, std::back_inserter(parts),
                  [&](const Finding* other) { return AreToldTogether(first, *other); });
  if (parts.size() < 2) return;
  std::vector<Diagnostic*> words(parts.size());
  absl::c_transform(parts, words.begin(), [](Finding* part) { return &part->diagnostic; });
  TellTogether(words);
  for (Finding* const part : parts) {
    if (part != &first) MergeInto(first, *part);
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
  // Stable: what one object lacks is told in the order of the field table.
  std::stable_sort(sorted.begin(), sorted.end(), [](const Finding* a, const Finding* b) {
    const Span& a_span = a->diagnostic.primary.span;
    const Span& b_span = b->diagnostic.primary.span;
    return std::tie(a_span.begin, a_span.end, a->rule->id) <
           std::tie(b_span.begin, b_span.end, b->rule->id);
  });
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    const Span span = sorted[begin]->diagnostic.primary.span;
    while (end < sorted.size() && sorted[end]->diagnostic.primary.span == span) ++end;
    if (end - begin > 1) Merge(absl::MakeConstSpan(sorted).subspan(begin, end - begin));
  }
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

void TellTogether(absl::Span<Finding* const> findings) {
  std::vector<Finding*> with_words;
  absl::c_copy_if(findings, std::back_inserter(with_words), [](const Finding* found) {
    return found->together != kNoNode && found->diagnostic.together.has_value();
  });
  // One alone tells itself, unless another one does.
  const bool is_alone = with_words.size() == 1 && with_words.front()->told_by == nullptr;
  if (with_words.empty() || is_alone) return;
  absl::flat_hash_map<std::pair<const Rule*, NodeId>, std::vector<Finding*>> by_object;
  for (Finding* const found : with_words) {
    by_object[{found->rule, found->together}].push_back(found);
  }
  // All of these first: what is told together underlines more.
  for (auto& [object, all] : by_object) {
    if (all.front()->told_by != nullptr) TellWhereUnderlined(*all.front()->told_by, all);
  }
  for (auto& [object, all] : by_object) {
    for (Finding* const first : all) {
      if (!first->is_merged) TellFirst(*first, all);
    }
  }
}

}  // namespace grpcfg
