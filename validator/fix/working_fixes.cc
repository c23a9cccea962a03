#include "validator/fix/working_fixes.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "schema/json/foreign_format.h"
#include "validator/engine/counted.h"
#include "validator/engine/outcome.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"

namespace grpcfg {
namespace {

constexpr size_t kMostAlone = 50;  // fixes of a document
constexpr size_t kFew = 10;        // fixes that are not halved
constexpr int kMostSteps = 3;      // a fix, one of what that brings up, and a third
constexpr int kMostRounds = 4;     // of fixes until a text is JSON
constexpr size_t kMaxRereads = 20;
// A short text is read again more often: that takes no time.
constexpr size_t kMinBudget = size_t{256} << 10;
constexpr size_t kMaxBudget = size_t{16} << 20;
constexpr size_t kBytesPerFinding = 32;

// A fix on trial, or one that works.
struct Candidate {
  Diagnostic* diagnostic;
  Fix fix;
  std::vector<std::string> help = {};  // reasons for writing it another way
  Outcome outcome = {};                // after it
};

// What a client objects to.
bool IsObjection(const Diagnostic& diagnostic) {
  return !diagnostic.effects.empty() && diagnostic.severity > Severity::kNote;
}

// What no fix may write.
bool IsFault(const Diagnostic& diagnostic) {
  const bool is_altered = absl::c_any_of(
      diagnostic.effects, [](const TargetEffect& each) { return each.effect == Effect::kAlters; });
  return diagnostic.severity == Severity::kError || (IsObjection(diagnostic) && is_altered);
}

// A rule and where it found something.
using Place = std::pair<absl::string_view, uint32_t>;

// A text after edits, and what was found in it and before.
class Trial {
 public:
  Trial(EditedText edited, bool is_json, Report report, const Report& before);
  Trial(const Trial&) = delete;  // it points into itself
  Trial& operator=(const Trial&) = delete;

  [[nodiscard]] const EditedText& edited() const { return edited_; }
  [[nodiscard]] const Report& report() const { return report_; }

  // True if the text is JSON, and a client takes it.
  [[nodiscard]] bool IsTaken() const {
    return is_json_ && absl::c_any_of(report_.verdicts,
                                      [](Verdict verdict) { return verdict != Verdict::kRejects; });
  }
  [[nodiscard]] bool WroteFault() const {
    return absl::c_any_of(written_, [](const Diagnostic* found) { return IsFault(*found); });
  }
  [[nodiscard]] bool DoesHarm() const {
    return WroteFault() || IsWorse(OutcomeOf(report_), OutcomeOf(before_));
  }
  [[nodiscard]] bool IsFixed(const Diagnostic& diagnostic) const;
  [[nodiscard]] bool Settles(absl::Span<const Candidate> fixed) const;

  // True of an error that was not there before, or that makes the verdict of a target worse.
  [[nodiscard]] bool IsNewError(const Diagnostic& found) const;

 private:
  EditedText edited_;
  bool is_json_;
  Report report_;
  const Report& before_;
  absl::flat_hash_map<Place, const Diagnostic*> found_;
  std::vector<const Diagnostic*> written_;      // those of them that are in what the edits wrote
  absl::flat_hash_map<Place, Severity> known_;  // the worst before, by where it stands now
};

Trial::Trial(EditedText edited, bool is_json, Report report, const Report& before)
    : edited_(std::move(edited)), is_json_(is_json), report_(std::move(report)), before_(before) {
  for (const Diagnostic& found : report_.diagnostics) {
    found_.emplace(Place(found.rule, found.primary.span.begin), &found);
    if (edited_.Wrote(found.primary.span)) written_.push_back(&found);
  }
  for (const Diagnostic& each : before_.diagnostics) {
    Severity& worst = known_[{each.rule, edited_.Moved(each.primary.span.begin)}];
    worst = std::max(worst, each.severity);
  }
}

// True if no finding of its rule stands where it stood or in what was written, but for others that
// were there.
bool Trial::IsFixed(const Diagnostic& diagnostic) const {
  const Span place = diagnostic.primary.span;
  const auto is_it = [&](const Diagnostic* found) {
    return found->rule == diagnostic.rule &&
           absl::c_none_of(before_.diagnostics, [&](const Diagnostic& other) {
             return other.primary.span != place && other.rule == found->rule &&
                    other.severity >= found->severity &&
                    edited_.Moved(other.primary.span.begin) == found->primary.span.begin;
           });
  };
  const auto there = found_.find({diagnostic.rule, edited_.Moved(place.begin)});
  return (there == found_.end() || !is_it(there->second)) && absl::c_none_of(written_, is_it);
}

// The number of faults tells whether one was traded for another.
bool Trial::Settles(absl::Span<const Candidate> fixed) const {
  const auto faults = [](const Report& report) {
    return report.Count(Severity::kError) + report.Count(Severity::kWarning);
  };
  const auto resolved = static_cast<size_t>(absl::c_count_if(
      fixed, [](const Candidate& each) { return each.diagnostic->severity > Severity::kNote; }));
  return faults(report_) + resolved <= faults(before_) &&
         absl::c_none_of(written_, [](const Diagnostic* found) { return IsObjection(*found); });
}

bool Trial::IsNewError(const Diagnostic& found) const {
  if (found.severity < Severity::kError) return false;
  const bool harms = absl::c_any_of(found.effects, [&](const TargetEffect& each) {
    const Verdict verdict = report_.verdicts[each.target];
    return IsWorse(verdict, before_.verdicts[each.target]) &&
           each.effect >= FactsOf(verdict).effect;
  });
  const auto known = known_.find({found.rule, found.primary.span.begin});
  return harms || known == known_.end() || known->second < found.severity;
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
  std::vector<TextEdit> edits;
};

// Of two that edit the same bytes, the first.
Followers FindFollowers(const Trial& trial) {
  Followers followers;
  for (const Diagnostic& found : trial.report().diagnostics) {
    const bool is_written = IsObjection(found) && trial.edited().Wrote(found.primary.span);
    if (found.fixes.empty() || !(is_written || trial.IsNewError(found))) continue;
    if (IsUndoneBy(found.fixes.front(), trial.edited())) continue;
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
                            followers.edits.front().span == edited.written().front();
  if (is_rewritten) {
    chain.title = fix.title = followers.findings.front()->fixes.front().title;
    chain.candidate.help = followers.findings.front()->help;
    return;
  }
  chain.followers += followers.findings.size();
  fix.title = chain.followers == 1 ? absl::StrCat(chain.title, " and ",
                                                  TitleOfOther(edited, *followers.findings.front()))
                                   : absl::StrCat(chain.title, " and fix the ", chain.followers,
                                                  " mistakes that come to light");
}

absl::flat_hash_set<std::pair<uint32_t, uint32_t>> PlacesOfFaults(const JsonTree& tree) {
  absl::flat_hash_set<std::pair<uint32_t, uint32_t>> places;
  for (const Issue& issue : tree.issues()) {
    if (IsFaultOfJson(issue.kind)) places.emplace(issue.span.begin, issue.span.end);
  }
  return places;
}

// Of one document.
class FixTrials {
 public:
  FixTrials(const Document& document, const CheckPlan& plan, const TrialLimits& limits,
            const Report& before)
      : document_(document),
        plan_(plan),
        choice_(limits.choice),
        budget_(limits.budget),
        reserve_(limits.budget.left() / 4),
        before_(before) {}

  // Tries fixes none of which has to do with another: all of them, and where that fails, each half,
  // and of few each alone.
  void TryTogether(absl::Span<const Candidate> candidates);
  void TryAlone(const Candidate& candidate);

  // Of the fixes that work alone those that work together.
  std::vector<Candidate> KeepTogether();

  // False for a text that is no JSON if the fixes, and what is offered after them, do not make one
  // of it that a client takes: what a text that stays broken was meant to be is not known.
  bool LeadsToJson(const std::vector<Candidate>& working);

 private:
  std::optional<Trial> Try(const std::vector<TextEdit>& edits);
  [[nodiscard]] bool IsChosen(const Fix& fix) const {
    return choice_ == FixChoice::kAll || fix.safe;
  }
  // True if all of them work together, which they then do alone too; adds them to those that work.
  bool AllWork(absl::Span<const Candidate> candidates);
  bool IsRightUnderItsKey(const Candidate& candidate);

  const Document& document_;
  const CheckPlan& plan_;
  const FixChoice choice_;
  TrialBudget& budget_;
  size_t reserve_;  // for what is tried in the end
  const Report& before_;
  size_t alone_ = 0;
  size_t trials_ = 0;
  std::vector<Candidate> working_;  // each alone
};

// Nothing if too much was tried, or if edits overlap.
std::optional<Trial> FixTrials::Try(const std::vector<TextEdit>& edits) {
  std::optional<std::vector<TextEdit>> sorted = MergeEdits(edits);
  const absl::string_view text = document_.tree.text();
  if (!sorted || !budget_.Take(text.size(), reserve_)) return std::nullopt;
  EditedText edited(text, *std::move(sorted));
  ++trials_;
  const Document document = ParseEdited(edited.text(), document_);
  Report report = Validate(document, plan_);
  budget_.TakeFindings(report.diagnostics.size(), edited.text().size(), reserve_);
  return std::optional<Trial>(std::in_place, std::move(edited), IsJson(document.tree),
                              std::move(report), before_);
}

bool FixTrials::AllWork(absl::Span<const Candidate> candidates) {
  std::vector<TextEdit> edits;
  for (const Candidate& each : candidates) absl::c_copy(each.fix.edits, std::back_inserter(edits));
  const std::optional<Trial> trial = Try(edits);
  const bool all_work =
      trial && !trial->DoesHarm() &&
      absl::c_none_of(trial->report().diagnostics,
                      [&](const Diagnostic& found) { return trial->IsNewError(found); }) &&
      absl::c_all_of(candidates,
                     [&](const Candidate& each) { return trial->IsFixed(*each.diagnostic); });
  // Which of them does not settle its finding is sought where they are few.
  const bool settles = all_work && trial->Settles(candidates);
  if (!all_work || (!settles && candidates.size() <= kFew)) return false;
  for (const Candidate& each : candidates) {
    working_.push_back(each);
    working_.back().fix.settles = settles;
    working_.back().outcome = OutcomeOf(trial->report());
  }
  return true;
}

// The largest parts first: where the budget ends, few fixes are left.
void FixTrials::TryTogether(absl::Span<const Candidate> candidates) {
  std::deque<absl::Span<const Candidate>> parts = {candidates};
  for (; !parts.empty(); parts.pop_front()) {
    const absl::Span<const Candidate> part = parts.front();
    if (part.size() > 1 && AllWork(part)) continue;
    if (part.size() <= kFew) {
      for (const Candidate& each : part) TryAlone(each);
      continue;
    }
    const size_t half = part.size() / 2;
    parts.push_back(part.subspan(0, half));
    parts.push_back(part.subspan(half));
  }
}

// What is read under a misspelt key must be right under the right one too. True where there is
// none.
bool FixTrials::IsRightUnderItsKey(const Candidate& candidate) {
  if (!candidate.diagnostic->effects.empty()) return true;
  for (const Diagnostic& around : before_.diagnostics) {
    const bool is_around = !around.fixes.empty() && !around.pointer.empty() &&
                           absl::StartsWith(candidate.diagnostic->pointer, around.pointer + "/");
    std::vector<TextEdit> edits;
    if (!is_around || !AddEdits(candidate.fix, edits) || !AddEdits(around.fixes.front(), edits)) {
      continue;
    }
    const std::optional<Trial> trial = Try(edits);
    if (trial && trial->WroteFault()) return false;
  }
  return true;
}

void FixTrials::TryAlone(const Candidate& candidate) {
  if (++alone_ > kMostAlone || !IsRightUnderItsKey(candidate)) return;
  std::optional<Candidate> best;
  Chain chain = {candidate, candidate.fix.title};
  for (int step = 0; step < kMostSteps; ++step) {
    const std::optional<Trial> trial = Try(chain.candidate.fix.edits);
    if (!trial) break;
    if (IsChosen(chain.candidate.fix) && !trial->DoesHarm() &&
        trial->IsFixed(*candidate.diagnostic)) {
      best = chain.candidate;
      best->fix.settles = trial->Settles({&chain.candidate, 1});
      best->outcome = OutcomeOf(trial->report());
    }
    const Followers followers = FindFollowers(*trial);
    if (followers.findings.empty()) break;
    Follow(trial->edited(), followers, chain);
  }
  if (best) working_.push_back(*std::move(best));
}

// As good as after the best of them alone.
Outcome BestOf(absl::Span<const Candidate> working) {
  Outcome best = working.front().outcome;
  for (const Candidate& each : working) {
    best.errors = std::min(best.errors, each.outcome.errors);
    for (size_t i = 0; i < best.verdicts.size(); ++i) {
      best.verdicts[i] = std::min(best.verdicts[i], each.outcome.verdicts[i]);
    }
  }
  return best;
}

// First those that leave fewer errors, then safe ones, then those of graver findings.
std::vector<Candidate> FixTrials::KeepTogether() {
  if (working_.size() < 2 || trials_ < 2) return std::move(working_);
  std::stable_sort(working_.begin(), working_.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.outcome.errors, b.fix.safe, b.diagnostic->severity) <
           std::tuple(b.outcome.errors, a.fix.safe, a.diagnostic->severity);
  });
  std::vector<TextEdit> edits;
  std::erase_if(working_, [&](const Candidate& each) { return !AddEdits(each.fix, edits); });
  reserve_ = 0;
  const std::optional<Trial> all = Try(edits);
  if (all && !IsWorse(OutcomeOf(all->report()), BestOf(working_))) return std::move(working_);
  edits.clear();
  Outcome outcome = OutcomeOf(before_);
  std::erase_if(working_, [&](const Candidate& each) {
    std::vector<TextEdit> next = edits;
    AddEdits(each.fix, next);
    const std::optional<Trial> trial = Try(next);
    if (!trial || IsWorse(OutcomeOf(trial->report()), outcome)) return true;
    outcome = OutcomeOf(trial->report());
    edits = std::move(next);
    return false;
  });
  return std::move(working_);
}

bool FixTrials::LeadsToJson(const std::vector<Candidate>& working) {
  if (working.empty() || IsJson(document_.tree)) return true;
  std::vector<TextEdit> edits;
  for (const Candidate& each : working) AddEdits(each.fix, edits);
  reserve_ = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::optional<Trial> trial = Try(edits);
    if (!trial) break;
    if (trial->IsTaken() && !trial->WroteFault()) return true;
    std::vector<TextEdit> next;
    for (const Diagnostic& found : trial->report().diagnostics) {
      const bool is_made = !found.fixes.empty() && IsChosen(found.fixes.front());
      if (is_made) AddEdits(found.fixes.front(), next);
    }
    if (next.empty()) break;
    edits = trial->edited().With(next);
  }
  return false;
}

// The bytes around all edits of a fix. While a fault of JSON is there, little else has an effect.
Span HullOf(const Fix& fix) {
  Span hull = fix.edits.front().span;
  for (const TextEdit& edit : fix.edits) {
    hull = {std::min(hull.begin, edit.span.begin), std::max(hull.end, edit.span.end)};
  }
  return hull;
}

// The bytes that a fix changes the meaning of, if that depends on nothing around it: the hull of
// its edits, and of a key also the value. Nothing if it does more than write scalars and keys.
std::optional<Span> ScopeOf(const JsonTree& tree, const Diagnostic& diagnostic) {
  // Of LB policies one stands for another.
  const bool is_of_methods = absl::StartsWith(diagnostic.pointer, "/methodConfig/") ||
                             absl::StartsWith(diagnostic.pointer, "/retryThrottling/");
  if (!is_of_methods) return std::nullopt;
  Span scope = HullOf(diagnostic.fixes.front());
  for (const TextEdit& edit : diagnostic.fixes.front().edits) {
    const NodeId node = tree.NodeAt(edit.span);
    const bool is_scalar = !edit.text.empty() && edit.text[0] != '{' && edit.text[0] != '[';
    if (node == kNoNode || !is_scalar || edit.text == "\"name\"") return std::nullopt;
    const NodeId last = tree.kind(node) == JsonKind::kKey ? node + 1 : node;
    scope.end = std::max(scope.end, tree.span(last).end);
  }
  return scope;
}

struct Scoped {
  Span scope;
  Diagnostic* diagnostic;
};

using FindingSet = absl::flat_hash_set<const Diagnostic*>;

// Sorts `scoped` by where they begin.
FindingSet FindOverlapping(std::vector<Scoped>& scoped) {
  absl::c_stable_sort(
      scoped, [](const Scoped& a, const Scoped& b) { return a.scope.begin < b.scope.begin; });
  FindingSet overlapping;
  const Scoped* widest = nullptr;
  for (const Scoped& each : scoped) {
    if (widest != nullptr && each.scope.begin <= widest->scope.end) {
      overlapping.insert({each.diagnostic, widest->diagnostic});
    }
    if (widest == nullptr || each.scope.end > widest->scope.end) widest = &each;
  }
  return overlapping;
}

// Those that are left if as many as are apart are taken away. Sorts `scoped` by where they end.
FindingSet FindInTheWay(std::vector<Scoped>& scoped) {
  absl::c_stable_sort(scoped,
                      [](const Scoped& a, const Scoped& b) { return a.scope.end < b.scope.end; });
  FindingSet in_the_way;
  std::optional<uint32_t> end;
  for (const Scoped& each : scoped) {
    if (end && each.scope.begin <= *end) {
      in_the_way.insert(each.diagnostic);
    } else {
      end = each.scope.end;
    }
  }
  return in_the_way;
}

// Moves those that overlap with others to `alone`, or the fewest of them if they are too many.
void MoveOverlapping(std::vector<Scoped>& scoped, std::vector<Diagnostic*>& alone) {
  FindingSet moved = FindOverlapping(scoped);
  if (moved.size() > kMostAlone) moved = FindInTheWay(scoped);
  std::erase_if(scoped, [&](const Scoped& each) {
    const bool is_moved = moved.contains(each.diagnostic);
    if (is_moved) alone.push_back(each.diagnostic);
    return is_moved;
  });
}

std::vector<Candidate> CandidatesOf(const std::vector<Scoped>& scoped) {
  std::vector<Candidate> candidates;
  candidates.reserve(scoped.size());
  for (const Scoped& each : scoped) {
    candidates.push_back({each.diagnostic, each.diagnostic->fixes.front()});
  }
  return candidates;
}

// Findings with fixes, by how these are tried.
struct SortedFindings {
  std::vector<Scoped> in_json;
  std::vector<Scoped> in_values;
  // Names are compared with each other, and what affects no client yet depends on the key around.
  std::vector<Scoped> dependent;
  std::vector<Diagnostic*> alone;
};

SortedFindings SortFindings(const JsonTree& tree, Report& report) {
  const auto json_faults = PlacesOfFaults(tree);
  SortedFindings sorted;
  for (Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.fixes.empty()) continue;
    const Span place = diagnostic.primary.span;
    const bool is_one = diagnostic.fixes.size() == 1;
    const bool is_read = !diagnostic.effects.empty();
    if (is_one && is_read && json_faults.contains({place.begin, place.end})) {
      sorted.in_json.push_back({HullOf(diagnostic.fixes.front()), &diagnostic});
    } else if (const auto scope = is_one ? ScopeOf(tree, diagnostic) : std::nullopt) {
      const bool is_name = absl::StrContains(diagnostic.pointer, "/name");
      (is_name || !is_read ? sorted.dependent : sorted.in_values).push_back({*scope, &diagnostic});
    } else {
      sorted.alone.push_back(&diagnostic);
    }
  }
  if (sorted.dependent.size() <= kMostAlone) {
    for (const Scoped& each : sorted.dependent) sorted.alone.push_back(each.diagnostic);
    sorted.dependent.clear();
  }
  return sorted;
}

// Where there are too many, those of errors are tried.
void TryAll(SortedFindings sorted, FixTrials& trials) {
  for (std::vector<Scoped>* const together :
       {&sorted.in_json, &sorted.in_values, &sorted.dependent}) {
    MoveOverlapping(*together, sorted.alone);
    trials.TryTogether(CandidatesOf(*together));
  }
  absl::c_stable_sort(sorted.alone, [](const Diagnostic* a, const Diagnostic* b) {
    return std::tuple(b->severity, a->primary.span.begin) <
           std::tuple(a->severity, b->primary.span.begin);
  });
  for (Diagnostic* const diagnostic : sorted.alone) {
    for (const Fix& fix : diagnostic->fixes) trials.TryAlone({diagnostic, fix});
  }
}

// Gives each finding the fixes that work in place of those that were offered, or what is to be done
// instead. `in_words`: as help only, for a text that has to become JSON first.
void Offer(std::vector<Candidate> working, bool in_words, Report& report) {
  absl::flat_hash_map<const Diagnostic*, std::vector<Candidate*>> by_diagnostic;
  for (Candidate& each : working) by_diagnostic[each.diagnostic].push_back(&each);
  for (Diagnostic& diagnostic : report.diagnostics) {
    const std::vector<Fix> offered = std::exchange(diagnostic.fixes, {});
    const std::vector<Candidate*>& chosen = by_diagnostic[&diagnostic];
    for (Candidate* const each : chosen) {
      absl::c_move(each->help, std::back_inserter(diagnostic.help));
      if (in_words) {
        diagnostic.help.push_back(WordsOf(each->fix));
      } else {
        diagnostic.fixes.push_back(std::move(each->fix));
      }
    }
    for (const Fix& fix : offered) {
      if (chosen.empty() && !fix.otherwise.empty()) diagnostic.help.push_back(fix.otherwise);
    }
  }
}

}  // namespace

TrialBudget::TrialBudget(size_t text_size)
    : left_(text_size > kMaxTriedBytes
                ? 0
                : std::clamp(kMaxRereads * text_size, kMinBudget, kMaxBudget)) {}

bool TrialBudget::Take(size_t size, size_t reserve) {
  is_spent_ = is_spent_ || left_ < size + reserve;
  if (left_ < size + reserve) return false;
  left_ -= size;
  return true;
}

void TrialBudget::TakeFindings(size_t findings, size_t size, size_t reserve) {
  const size_t cost = findings * kBytesPerFinding;
  if (cost > size && left_ > reserve) left_ -= std::min(cost - size, left_ - reserve);
}

void KeepWorkingFixes(const Document& document, const CheckPlan& plan, const TrialLimits& limits,
                      Report& report) {
  bool has_fixes = false;
  for (Diagnostic& diagnostic : report.diagnostics) {
    std::erase_if(diagnostic.fixes,
                  [&](const Fix& fix) { return limits.choice == FixChoice::kSafe && !fix.safe; });
    has_fixes = has_fixes || !diagnostic.fixes.empty();
  }
  if (!has_fixes) return;
  FixTrials trials(document, plan, limits, report);
  TryAll(SortFindings(document.tree, report), trials);
  std::vector<Candidate> working = trials.KeepTogether();
  const bool leads_to_json = trials.LeadsToJson(working);
  Offer(std::move(working), !leads_to_json, report);
}

void KeepWorkingFixes(const Document& document, const CheckPlan& plan, Report& report) {
  TrialBudget budget(document.tree.text().size());
  KeepWorkingFixes(document, plan, {FixChoice::kAll, budget}, report);
}

Report ValidateWithFixes(const Document& document, const CheckPlan& plan) {
  Report report = Validate(document, plan);
  KeepWorkingFixes(document, plan, report);
  return report;
}

Report ValidateWithFixes(const Document& document, absl::Span<const Target> targets,
                         const RuleSet& rules, const Api* api) {
  return ValidateWithFixes(document, CheckPlan(targets, rules, api));
}

}  // namespace grpcfg
