#include "validator/fix/working_fixes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "schema/json/json_pointers.h"
#include "schema/json/nesting.h"
#include "validator/engine/counted.h"
#include "validator/engine/outcome.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"

namespace grpcfg {
namespace {

constexpr size_t kMostAlone = 50;  // fixes of a document
constexpr int kMostSteps = 3;      // a fix, one of what that brings up, and a third
// What takes as long as to read these bytes again. In a text that is not JSON each string may be a
// key that is compared with all fields, although what is found of it is merged with others.
constexpr size_t kBytesPerFinding = 32;
constexpr size_t kBytesPerBrokenFinding = 64;
constexpr size_t kBytesPerBrokenString = 32;
constexpr size_t kLeastBudget = size_t{3} << 19;
constexpr size_t kRereads = 4;
// A name that no descriptor has is compared with those of all services; of many names, the first.
constexpr size_t kBytesPerService = 10;
constexpr size_t kMostCompared = 100;

// A fix on trial, or one that works.
struct Candidate {
  Diagnostic* diagnostic;
  Fix fix;
  std::vector<std::string> help = {};  // reasons for writing it another way
};

// What a client objects to.
bool IsObjection(const Diagnostic& diagnostic) {
  return !diagnostic.effects.empty() && diagnostic.severity > Severity::kNote;
}

// What no fix may bring up.
bool IsFault(const Diagnostic& diagnostic) {
  const bool is_altered = absl::c_any_of(
      diagnostic.effects, [](const TargetEffect& each) { return each.effect == Effect::kAlters; });
  return diagnostic.severity == Severity::kError || (IsObjection(diagnostic) && is_altered);
}

// A rule and where it found something.
using Place = std::pair<absl::string_view, uint32_t>;

// A text after edits, and what is found in it.
struct Trial {
  EditedText edited;
  Report report;
  bool is_worse = false;
  bool wrote_fault = false;
  bool settles = true;
  absl::flat_hash_set<Place> found = {};
  absl::flat_hash_set<absl::string_view> rewritten = {};   // rules of new findings in what it wrote
  absl::flat_hash_set<const Diagnostic*> new_errors = {};  // or that now do harm

  [[nodiscard]] bool DoesHarm() const { return is_worse || wrote_fault; }
};

// True if no finding of its rule stands where it stood, nor a new one in what was written.
bool IsGone(const Diagnostic& diagnostic, const Trial& trial) {
  const uint32_t place = trial.edited.Moved(diagnostic.primary.span.begin);
  return !trial.found.contains({diagnostic.rule, place}) &&
         !trial.rewritten.contains(diagnostic.rule);
}

absl::string_view WithoutQuotes(absl::string_view text) {
  constexpr absl::string_view kQuotes = "\"'`";
  const size_t first = text.find_first_not_of(kQuotes);
  if (first == absl::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kQuotes) + 1 - first);
}

// What is found in a text before edits, by where it stands after them.
struct Known {
  Severity worst = Severity::kNote;
  absl::string_view source = {};  // without quotes
};

// Compares what is found with what was found before, in `text`. What only got other quotes may be
// as wrong as it was.
void Judge(absl::string_view text, const Report& before, Trial& trial) {
  trial.is_worse = IsWorse(OutcomeOf(trial.report), OutcomeOf(before));
  absl::flat_hash_map<Place, Known> known;
  for (const Diagnostic& each : before.diagnostics) {
    const Span span = each.primary.span;
    Known& one = known[{each.rule, trial.edited.Moved(span.begin)}];
    one = {std::max(one.worst, each.severity), WithoutQuotes(Slice(text, span))};
  }
  for (const Diagnostic& found : trial.report.diagnostics) {
    const Span span = found.primary.span;
    const auto was = known.find({found.rule, span.begin});
    const bool is_new = was == known.end() || was->second.worst < found.severity;
    const bool is_kept =
        !is_new && was->second.source == WithoutQuotes(Slice(trial.edited.text(), span));
    const bool is_written = trial.edited.Wrote(span);
    trial.found.insert({found.rule, span.begin});
    if (is_new && is_written) trial.rewritten.insert(found.rule);
    const bool harms = absl::c_any_of(found.effects, [&](const TargetEffect& each) {
      const Verdict verdict = trial.report.verdicts[each.target];
      return IsWorse(verdict, before.verdicts[each.target]) &&
             each.effect >= FactsOf(verdict).effect;
    });
    if (found.severity == Severity::kError && (is_new || harms)) trial.new_errors.insert(&found);
    trial.wrote_fault |= is_written && !is_kept && IsFault(found);
    const bool remains = is_written && IsObjection(found);
    trial.settles &= !remains && !(is_new && found.severity > Severity::kNote);
  }
}

// True if the fix takes away what the edits wrote, which then need not have been written.
bool IsUndoneBy(const Fix& fix, const EditedText& edited) {
  return absl::c_any_of(fix.edits, [&](const TextEdit& edit) {
    return edit.text.empty() && absl::c_any_of(edited.written(), [&](const Span& written) {
             return !written.empty() && edit.span.Contains(written);
           });
  });
}

// Findings that edits brought up and that have a fix themselves, and the edits of those fixes.
struct Followers {
  std::vector<const Diagnostic*> findings;
  EditSet edits;
};

// Of two that edit the same bytes, the first.
Followers FindFollowers(const Trial& trial) {
  Followers followers;
  for (const Diagnostic& found : trial.report.diagnostics) {
    const bool is_written = IsObjection(found) && trial.edited.Wrote(found.primary.span);
    if (found.fixes.empty() || !(is_written || trial.new_errors.contains(&found))) continue;
    if (IsUndoneBy(found.fixes.front(), trial.edited)) continue;
    if (AddEdits(found.fixes.front(), followers.edits)) followers.findings.push_back(&found);
  }
  return followers;
}

// The title of a fix of `found`, which is on another key than the sentence is about.
std::string TitleOfOther(const EditedText& edited, const Diagnostic& found) {
  constexpr absl::string_view kRename = "rename it to ";
  const std::string& title = found.fixes.front().title;
  if (!absl::StartsWith(title, kRename)) return title;
  absl::string_view key = Slice(edited.text(), found.primary.span);
  if (absl::ConsumePrefix(&key, "\"")) absl::ConsumeSuffix(&key, "\"");
  return absl::StrCat("rename `", key, "` to ", title.substr(kRename.size()));
}

// A fix that may take others along.
struct Chain {
  Candidate candidate;
  std::string title;  // of what it begins with
  size_t followers = 0;
};

// Makes of the chain its fix and then the fixes of what that brings up.
void Follow(const EditedText& edited, const Followers& followers, Chain& chain) {
  Fix& fix = chain.candidate.fix;
  fix.edits = edited.With(followers.edits);
  fix.safe = fix.safe && absl::c_all_of(followers.findings, [](const Diagnostic* each) {
               return each->fixes.front().safe;
             });
  const bool is_rewritten = followers.edits.size() == 1 && edited.written().size() == 1 &&
                            followers.edits.begin()->span == edited.written().front();
  if (is_rewritten) {
    chain.title = fix.title = followers.findings.front()->fixes.front().title;
    chain.candidate.help = followers.findings.front()->help;
    return;
  }
  chain.followers += followers.findings.size();
  if (chain.followers > 1) {
    fix.title =
        absl::StrCat(chain.title, " and fix the ", chain.followers, " mistakes that come to light");
    return;
  }
  const std::string other = TitleOfOther(edited, *followers.findings.front());
  fix.title = absl::StrCat(chain.title, " and ",
                           other == chain.title ? "fix the same mistake in it" : other);
}

// True if what `pointer` points to is `around`, or in it.
bool IsWithin(absl::string_view pointer, absl::string_view around) {
  return absl::ConsumePrefix(&pointer, around) && (pointer.empty() || pointer[0] == '/');
}

// The entry of `methodConfig` that `pointer` is in; `pointer` itself if it is in none.
absl::string_view EntryAround(absl::string_view pointer) {
  constexpr absl::string_view kEntries = "/methodConfig/";
  const size_t entries = pointer.find(kEntries);
  if (entries == absl::string_view::npos) return pointer;
  return pointer.substr(0, pointer.find('/', entries + kEntries.size()));
}

// True if `candidate` is about the value of the key that `around` is about, or what is in it.
bool IsBelow(const Candidate& candidate, const Candidate& around) {
  return around.diagnostic->primary.span.begin < candidate.diagnostic->primary.span.begin &&
         IsWithin(candidate.diagnostic->pointer, around.diagnostic->pointer);
}

// True if the fix may bring to light what `next`, the next one in the text, is about.
bool Uncovers(const Candidate& around, const Candidate& next) {
  const bool is_ignored = absl::c_any_of(around.diagnostic->effects, [](const TargetEffect& each) {
    return each.effect == Effect::kIgnoresDetail || each.effect == Effect::kIgnoresPolicy;
  });
  const bool surrounds = absl::c_any_of(around.fix.edits, [&](const TextEdit& edit) {
    return edit.span.begin > next.diagnostic->primary.span.begin;
  });
  return is_ignored && (surrounds || IsBelow(next, around));
}

// True for a key that becomes one of other letter case, as only grpc-go reads it.
bool IsOfLetterCase(const JsonTree& tree, const TextEdit& edit) {
  const absl::string_view replaced = Slice(tree.text(), edit.span);
  if (replaced == edit.text || !absl::EqualsIgnoreCase(replaced, edit.text)) return false;
  const NodeId node = tree.NodeAt(edit.span);
  return node != kNoNode && tree.kind(node) == JsonKind::kKey;
}

// True if the finding is at that place, alone or with others.
bool IsOn(const Diagnostic& diagnostic, Span place) {
  return diagnostic.primary.span == place ||
         absl::c_any_of(diagnostic.secondary,
                        [&](const Label& label) { return label.span == place; });
}

// Of one document.
class FixTrials {
 public:
  FixTrials(const Document& document, const CheckPlan& plan, const TrialLimits& limits,
            const Report& before, std::vector<Candidate> revealing)
      : document_(document),
        plan_(plan),
        limits_(limits),
        before_(before),
        revealing_(std::move(revealing)),
        outcome_(OutcomeOf(before)) {}

  // Of `offered`, in the order of the text, those that work together: all of them, or those that
  // work alone and do no harm to the ones before.
  std::vector<Candidate> FindWorking(std::vector<Candidate> offered);

 private:
  std::optional<Trial> Try(const EditSet& edits);
  bool Add(absl::Span<const Candidate> candidates, bool are_apart);
  std::optional<Candidate> TryAlone(const Candidate& candidate);
  [[nodiscard]] bool IsBelowFault(const Candidate& candidate, JsonPointers& pointers) const;
  void DropHalves(absl::Span<const Candidate> offered);
  bool FailsWith(const Fix& other, const Candidate& candidate);
  bool HoldsUnder(absl::Span<const Candidate> offered, const Candidate& candidate);
  bool HoldsInEffect(const Candidate& candidate);

  const Document& document_;
  const CheckPlan& plan_;
  const TrialLimits limits_;
  const Report& before_;
  const std::vector<Candidate> revealing_;  // what brings something into effect, chosen or not
  std::vector<Candidate> working_;          // together
  EditSet edits_;                           // of all of them
  Outcome outcome_;                         // after these
};

// Nothing if too much was tried.
std::optional<Trial> FixTrials::Try(const EditSet& edits) {
  if (limits_.budget == 0) return std::nullopt;
  EditedText edited(document_.tree.text(), {edits.begin(), edits.end()});
  Report report = Validate(ParseEdited(edited.text(), document_), plan_);
  SpendOn(report, edited.text(), plan_, limits_.budget);
  Trial trial = {std::move(edited), std::move(report)};
  Judge(document_.tree.text(), before_, trial);
  return trial;
}

// Adds them to those that work, if all of these do then. `are_apart`: and if no new error comes up,
// so that each works alone too.
bool FixTrials::Add(absl::Span<const Candidate> candidates, bool are_apart) {
  EditSet edits = edits_;
  for (const Candidate& each : candidates) {
    if (!AddEdits(each.fix, edits)) return false;
  }
  const std::optional<Trial> trial = Try(edits);
  if (!trial || trial->DoesHarm() || IsWorse(OutcomeOf(trial->report), outcome_)) return false;
  if (are_apart && !trial->new_errors.empty()) return false;
  const auto is_gone = [&](const Candidate& each) { return IsGone(*each.diagnostic, *trial); };
  if (!absl::c_all_of(working_, is_gone) || !absl::c_all_of(candidates, is_gone)) return false;
  for (const Candidate& each : candidates) {
    working_.push_back(each);
    working_.back().fix.settles |= trial->settles;
  }
  edits_ = std::move(edits);
  outcome_ = OutcomeOf(trial->report);
  return true;
}

// With the fixes of what it brings up, if it does not work without them.
std::optional<Candidate> FixTrials::TryAlone(const Candidate& candidate) {
  std::optional<Candidate> best;
  Chain chain = {candidate, candidate.fix.title};
  // Nothing follows from a bracket that may be the wrong one.
  const int most_steps = FindBrokenNesting(document_.tree) == nullptr ? kMostSteps : 1;
  for (int step = 0; step < most_steps; ++step) {
    EditSet edits;
    const bool is_whole = AddEdits(chain.candidate.fix, edits);
    const std::optional<Trial> trial = is_whole ? Try(edits) : std::nullopt;
    if (!trial) break;
    const bool is_chosen = limits_.choice == FixChoice::kAll || chain.candidate.fix.safe;
    if (is_chosen && !trial->DoesHarm() && IsGone(*candidate.diagnostic, *trial)) {
      best = chain.candidate;
      best->fix.settles = trial->settles;
    }
    const Followers followers = FindFollowers(*trial);
    if (followers.findings.empty()) break;
    Follow(trial->edited, followers, chain);
  }
  return best;
}

// True if a fix is harm once another one is made, which brings what it is about into effect.
bool FixTrials::FailsWith(const Fix& other, const Candidate& candidate) {
  EditSet edits;
  const bool is_whole =
      limits_.budget > 0 && AddEdits(other, edits) && AddEdits(candidate.fix, edits);
  if (!is_whole) return false;
  const std::optional<Trial> trial = Try(edits);
  return trial && trial->wrote_fault;
}

// What no client reads yet must be right once it does. True of all else.
bool FixTrials::HoldsUnder(absl::Span<const Candidate> offered, const Candidate& candidate) {
  if (!candidate.diagnostic->effects.empty()) return true;
  return absl::c_none_of(offered, [&](const Candidate& other) {
    return IsBelow(candidate, other) && FailsWith(other.fix, candidate);
  });
}

// A safe fix in an entry that has no effect must be right once it has one: once it has a name, or a
// key beside it is corrected. True of all else.
bool FixTrials::HoldsInEffect(const Candidate& candidate) {
  const Diagnostic& dormant = *candidate.diagnostic;
  const bool is_read = absl::c_any_of(dormant.effects, [](const TargetEffect& each) {
    return each.effect > Effect::kIgnoresPolicy;
  });
  if (!candidate.fix.safe || is_read || revealing_.empty()) return true;
  const absl::string_view entry = EntryAround(dormant.pointer);
  return absl::c_none_of(revealing_, [&](const Candidate& other) {
    const Diagnostic& cover = *other.diagnostic;
    return &cover != &dormant && IsWithin(cover.pointer, entry) && FailsWith(other.fix, candidate);
  });
}

// True for a key below one that is at fault, which no fix that works corrects.
bool FixTrials::IsBelowFault(const Candidate& candidate, JsonPointers& pointers) const {
  const Diagnostic& below = *candidate.diagnostic;
  if (!below.effects.empty() || below.once != kKeyIsCorrected) return false;
  const JsonTree& tree = document_.tree;
  const NodeId node = tree.NodeAt(below.primary.span);
  if (node == kNoNode) return false;
  for (NodeId at = pointers.ContainerOf(node); at != kNoNode; at = pointers.ContainerOf(at)) {
    if (tree.KeyOf(at) == kNoNode) continue;
    const Span key = tree.span(tree.KeyOf(at));
    const bool is_at_fault = absl::c_any_of(before_.diagnostics, [&](const Diagnostic& each) {
      return IsOn(each, key) && each.once == kKeyIsCorrected;
    });
    const bool is_corrected = absl::c_any_of(working_, [&](const Candidate& each) {
      return absl::c_any_of(each.fix.edits, [&](const TextEdit& edit) {
        return edit.span.Contains(key) || edit.span.begin >= tree.span(at).end;
      });
    });
    if (is_at_fault && !is_corrected) return true;
  }
  return false;
}

// Half of a config renamed is worse than none: keys that differ in letter case alone are corrected
// all together, and one that no client reads only with the key above it.
void FixTrials::DropHalves(absl::Span<const Candidate> offered) {
  const auto is_of_case = [&](const TextEdit& edit) {
    return IsOfLetterCase(document_.tree, edit);
  };
  const bool is_half = absl::c_any_of(offered, [&](const Candidate& each) {
    return absl::c_any_of(each.fix.edits, [&](const TextEdit& edit) {
      return is_of_case(edit) && !edits_.contains(edit);
    });
  });
  if (is_half) {
    std::erase_if(working_, [&](const Candidate& each) {
      return absl::c_any_of(each.fix.edits, is_of_case);
    });
  }
  JsonPointers pointers(document_.tree);
  std::vector<Candidate> whole;
  absl::c_copy_if(working_, std::back_inserter(whole),
                  [&](const Candidate& each) { return !IsBelowFault(each, pointers); });
  working_ = std::move(whole);
}

std::vector<Candidate> FixTrials::FindWorking(std::vector<Candidate> offered) {
  std::vector<Candidate> together;
  std::vector<Candidate> alone;
  EditSet edits;  // of two fixes of the same bytes, the safe one
  for (const Candidate& each : offered) {
    if (each.fix.safe) AddEdits(each.fix, edits);
  }
  for (size_t i = 0; i < offered.size(); ++i) {
    if (!HoldsInEffect(offered[i])) continue;
    const bool uncovers = i + 1 < offered.size() && Uncovers(offered[i], offered[i + 1]);
    const bool is_read = !offered[i].diagnostic->effects.empty();
    const bool is_apart = is_read && !uncovers && AddEdits(offered[i].fix, edits);
    (is_apart ? together : alone).push_back(offered[i]);
  }
  const bool are_working = together.empty() || Add(together, true);
  if (!are_working) absl::c_move(together, std::back_inserter(alone));
  absl::c_stable_sort(alone, [](const Candidate& a, const Candidate& b) {
    return std::tuple(b.fix.safe, b.diagnostic->severity) <
           std::tuple(a.fix.safe, a.diagnostic->severity);
  });
  if (alone.size() > kMostAlone) alone.resize(kMostAlone);
  for (const Candidate& each : alone) {
    if (!HoldsUnder(offered, each)) continue;
    if (const std::optional<Candidate> works = TryAlone(each)) Add({&*works, 1}, false);
  }
  DropHalves(offered);
  return std::move(working_);
}

using Pointers = absl::btree_set<absl::string_view>;

// Pointers of no config.
constexpr size_t kLongestPointer = 512;

// True if one of them points to what `pointer` points to, or around it; of one that is too long, if
// there is any.
bool HasAround(const Pointers& pointers, absl::string_view pointer) {
  if (pointer.size() > kLongestPointer) return !pointers.empty();
  for (;;) {
    const auto after = pointers.upper_bound(pointer);
    if (after == pointers.begin()) return false;
    const absl::string_view before = *std::prev(after);
    if (IsWithin(pointer, before)) return true;
    const auto* const part = absl::c_mismatch(pointer, before).first;
    const size_t slash = pointer.rfind('/', static_cast<size_t>(part - pointer.begin()));
    if (slash == absl::string_view::npos) return false;
    pointer = pointer.substr(0, slash);
  }
}

// The pointers of keys that stand twice.
Pointers RepeatedKeys(const RuleSet& rules, const Report& report) {
  const Rule* const of_repeated = rules.Find({.kind = IssueKind::kJsonDuplicateKey});
  Pointers keys;
  for (const Diagnostic& each : report.diagnostics) {
    if (of_repeated != nullptr && each.rule == of_repeated->id) keys.insert(each.pointer);
  }
  return keys;
}

// True if `pointer` is of something below one of `keys`.
bool IsBelowOneOf(const Pointers& keys, absl::string_view pointer) {
  const size_t slash = pointer.rfind('/');
  return slash != absl::string_view::npos && HasAround(keys, pointer.substr(0, slash));
}

// Places at which targets ignore more than a detail, which no safe fix corrects.
class SilentLosses {
 public:
  explicit SilentLosses(absl::Span<const Diagnostic> diagnostics) {
    for (const Diagnostic& each : diagnostics) {
      const bool is_corrected = absl::c_any_of(each.fixes, [](const Fix& fix) { return fix.safe; });
      if (each.severity == Severity::kError && !is_corrected) Add(each);
    }
  }

  [[nodiscard]] bool empty() const { return places_.empty(); }

  // True if there is one for the target in `entry`, or around it.
  [[nodiscard]] bool Meet(size_t target, absl::string_view entry) const {
    const auto found = places_.find(target);
    return found != places_.end() && MeetAny(found->second, entry);
  }

 private:
  void Add(const Diagnostic& diagnostic) {
    for (const TargetEffect& each : diagnostic.effects) {
      if (each.effect == Effect::kIgnoresPolicy) places_[each.target].insert(diagnostic.pointer);
    }
  }

  static bool MeetAny(const Pointers& places, absl::string_view entry) {
    const std::string below = absl::StrCat(entry, "/");
    const auto first = places.lower_bound(below);
    return (first != places.end() && absl::StartsWith(*first, below)) || HasAround(places, entry);
  }

  absl::flat_hash_map<size_t, Pointers> places_;  // by target
};

// What a client refuses aloud must not end as something that it takes and of which it ignores the
// entry: no such fix is safe.
void MarkSilencing(Report& report) {
  const SilentLosses losses(report.diagnostics);
  for (Diagnostic& each : report.diagnostics) {
    if (losses.empty() || each.fixes.empty()) continue;
    const absl::string_view entry = EntryAround(each.pointer);
    const bool silences = absl::c_any_of(each.effects, [&](const TargetEffect& of) {
      return of.effect == Effect::kRejectsConfig && losses.Meet(of.target, entry);
    });
    if (!silences) continue;
    for (Fix& fix : each.fixes) fix.safe = false;
  }
}

// What brings into effect what findings cover.
std::vector<Candidate> RevealingFixes(Report& report) {
  std::vector<Candidate> revealing;
  for (Diagnostic& each : report.diagnostics) {
    if (!each.trial.empty()) {
      revealing.push_back({&each, {.edits = each.trial}});
    } else if (!each.once.empty() && !each.fixes.empty()) {
      revealing.push_back({&each, each.fixes.front()});
    }
  }
  return revealing;
}

// Takes the fixes out of `report`. Below a key that stands twice they are only help if they change
// what clients do: Go merges the two values, so that a change may be to another entry.
std::vector<Candidate> TakeCandidates(const RuleSet& rules, FixChoice choice, Report& report) {
  std::vector<Candidate> candidates;
  const Pointers repeated = RepeatedKeys(rules, report);
  for (Diagnostic& diagnostic : report.diagnostics) {
    for (Fix& fix : std::exchange(diagnostic.fixes, {})) {
      const bool is_chosen = choice == FixChoice::kAll || fix.safe;
      if (!is_chosen) continue;
      if (!fix.safe && IsBelowOneOf(repeated, diagnostic.pointer)) {
        diagnostic.help.push_back(WordsOf(fix));
      } else {
        candidates.push_back({&diagnostic, std::move(fix)});
      }
    }
  }
  return candidates;
}

}  // namespace

size_t TrialBudget(size_t text_size) {
  return text_size > kMaxTriedBytes ? 0 : kLeastBudget + kRereads * text_size;
}

void SpendOn(const Report& report, absl::string_view text, const CheckPlan& plan, size_t& budget) {
  size_t findings = 0;
  for (const size_t count : report.counts) findings += count;
  for (const Diagnostic& each : report.diagnostics) findings += each.secondary.size();
  size_t bytes = text.size() + findings * kBytesPerFinding;
  const bool is_broken =
      absl::c_any_of(report.diagnostics, [](const Diagnostic& each) { return each.is_of_text; });
  if (is_broken) {
    const auto strings = static_cast<size_t>(absl::c_count(text, '"') / 2);
    bytes = text.size() + strings * kBytesPerBrokenString + findings * kBytesPerBrokenFinding;
  }
  const size_t services = plan.api == nullptr ? 0 : plan.api->services.size();
  bytes += std::min(findings, kMostCompared) * services * kBytesPerService;
  budget -= std::min(budget, bytes);
}

void TryFixes(const Document& document, const CheckPlan& plan, const TrialLimits& limits,
              Report& report) {
  MarkSilencing(report);
  std::vector<Candidate> revealing = RevealingFixes(report);
  std::vector<Candidate> candidates = TakeCandidates(plan.rules, limits.choice, report);
  if (candidates.empty()) return;
  FixTrials trials(document, plan, limits, report, std::move(revealing));
  EditSet of_text;  // of fixes that make JSON
  for (Candidate& each : trials.FindWorking(candidates)) {
    if (each.diagnostic->is_of_text) AddEdits(each.fix, of_text);
    each.diagnostic->fixes.push_back(std::move(each.fix));
    absl::c_move(each.help, std::back_inserter(each.diagnostic->help));
  }
  for (const auto& [diagnostic, fix, help] : candidates) {
    if (!diagnostic->fixes.empty()) continue;
    const bool waits =
        absl::c_any_of(fix.edits, [&](const TextEdit& edit) { return Collides(edit, of_text); });
    const std::string words = waits && fix.otherwise.empty() ? WordsOf(fix) : fix.otherwise;
    if (!words.empty()) diagnostic->help.push_back(words);
  }
}

}  // namespace grpcfg
