// Lists of choices (gRFC A2, Canarying Changes) as clients read them: what each looks at, and which
// choice it takes. A verdict is about a client on a host that no list names, whose draw takes every
// percentage above 0; what other clients of its implementation meet is marked as such.
#include "schema/read/reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/match.h"

namespace grpcfg {
namespace {

// The place of a choice's member in the order in which a client looks at them.
constexpr size_t kConfigStage = 3;

enum class Part : uint8_t { kUnread, kElsewhere, kDecides };  // of a verdict

// Which clients a choice is for. `some_host`: clients on other hosts.
struct Fit {
  bool language = false;
  bool host = false;
  bool some_host = false;
  bool share = false;  // some draw takes it
  bool has_config = false;
};

struct ChoiceConfig {
  NodeId node = kNoNode;
  Part shape = Part::kDecides;
  Part contents = Part::kDecides;
  Part use = Part::kDecides;  // once it was found right
};

// How far a list of choices has been walked.
struct ChoiceWalk {
  bool taken = false;                 // the client that a verdict is about has its choice
  bool closed = false;                // every client of its language has one
  size_t drawn = 0;                   // choices that depended on a draw of the chooser
  std::vector<ChoiceConfig> configs;  // of all choices
};

// `parts` must be in the order of the text, none of them in another.
bool IsInOne(const std::vector<Span>& parts, Span span) {
  const auto after = std::upper_bound(
      parts.begin(), parts.end(), span,
      [](const Span& wanted, const Span& part) { return wanted.begin < part.begin; });
  return after != parts.begin() && std::prev(after)->Contains(span);
}

// encoding/json decode.go literalStore: null leaves the zero value, which has no config.
void ReadNoChoice(ReadState& state, NodeId element, const ChoiceWalk& walk) {
  const ChoiceScope scope = state.client.choices.scope;
  const JsonKind kind = state.KindOf(element);
  const bool is_zero = kind == JsonKind::kNull && scope == ChoiceScope::kEveryCriterion;
  const bool is_unread = scope == ChoiceScope::kWholeUpToTaken && walk.closed;
  if (is_zero || is_unread || IsNothing(kind)) return;
  const size_t first = state.reading.issues.size();
  state.WrongType({&ChoiceMessage(), nullptr, element});
  const bool elsewhere = scope == ChoiceScope::kWholeUpToTaken && walk.taken;
  if (elsewhere && state.reading.issues.size() > first)
    state.reading.issues.back().elsewhere = true;
}

// A list that could not be read has a place and no value, and so has one that is not there: that
// of its null, or of an unknown key that may stand for it.
bool HasNoList(const ReadState& state, NodeId list) {
  return list == kNoNode || state.tree.kind(list) == JsonKind::kKey ||
         absl::EqualsIgnoreCase(Slice(state.tree.text(), state.tree.span(list)), "null");
}

bool IsEmpty(const Located<List<Located<absl::string_view>>>& list) {
  return list.value && list.value->empty();
}

// True for a list that no client has to be in.
bool FitsAll(ReadState& state, const Located<List<Located<absl::string_view>>>& list,
             absl::string_view field) {
  if (!list.value && HasNoList(state, list.node)) return true;
  if (!IsEmpty(list)) return false;
  if (state.client.choices.empty == EmptyCriterion::kEveryone) return true;
  const Field* const row = FindField(ChoiceMessage(), field);
  const NodeId node = list.node;
  return state.Fault(IssueKind::kEmptyCriterion, {&ChoiceMessage(), row, node, node - 1});
}

bool FitsLanguage(ReadState& state, const Located<List<Located<absl::string_view>>>& list) {
  if (FitsAll(state, list, "clientLanguage")) return true;
  if (!list.value) return false;
  const OwnLanguage& own = state.client.choices.language;
  NodeId other_case = kNoNode;
  for (const Located<absl::string_view>& word : *list.value) {
    if (!word.value || !absl::EqualsIgnoreCase(*word.value, own.word)) continue;
    if (own.any_case || *word.value == own.word) return true;
    if (other_case == kNoNode) other_case = word.node;
  }
  if (other_case == kNoNode) return false;
  const Field* const row = FindField(ChoiceMessage(), "clientLanguage");
  return state.Fault(IssueKind::kLanguageLetterCase, {&ChoiceMessage(), row, other_case});
}

// The spec reads all choices, and takes one only where the caller asks which.
bool Selects(const ReadState& state) {
  return state.chooser != nullptr || state.client.choices.scope != ChoiceScope::kEverything;
}

// What fits one client alone.
void FitChooser(const Chooser& chooser, const ChoiceFields& choice, Fit& fit, ChoiceWalk& walk) {
  const auto& hosts = choice.client_hostname;
  const auto is_own = [&](const auto& host) { return host.value == chooser.hostname; };
  const bool is_named = hosts.value && !chooser.hostname.empty() &&
                        std::any_of(hosts.value->begin(), hosts.value->end(), is_own);
  fit.host = fit.some_host = fit.host || is_named;
  const bool draws = fit.language && fit.host && choice.share > 0 && choice.share < 1;
  if (draws) fit.share = walk.drawn++ >= chooser.passes;
}

Fit FitOf(ReadState& state, const ChoiceFields& choice, bool has_config, ChoiceWalk& walk) {
  const auto& hosts = choice.client_hostname;
  const bool any_host = FitsAll(state, hosts, "clientHostname");
  Fit fit = {.language = FitsLanguage(state, choice.client_language),
             .host = any_host,
             .some_host = any_host || (hosts.value && !hosts.value->empty()),
             .share = choice.share > 0,
             .has_config = has_config};
  if (state.chooser != nullptr) FitChooser(*state.chooser, choice, fit, walk);
  return fit;
}

bool StopsAtTaken(ChoiceScope scope) {
  return scope == ChoiceScope::kUpToTaken || scope == ChoiceScope::kWholeUpToTaken;
}

bool StopsAtMisfit(ChoiceScope scope) {
  return scope == ChoiceScope::kWhatFits || scope == ChoiceScope::kUpToTaken;
}

// The last stage of a choice that the client looks at; `elsewhere`: on a host that the choice
// names.
size_t ReachOf(const ReadState& state, const Fit& fit, bool elsewhere) {
  if (!StopsAtMisfit(state.client.choices.scope)) return kConfigStage;
  if (!fit.language) return 0;
  const bool host_first = state.client.choices.scope == ChoiceScope::kWhatFits;
  const bool host = elsewhere ? fit.some_host : fit.host;
  if (!(host_first ? host : fit.share)) return 1;
  return (host_first ? fit.share : host) ? kConfigStage : 2;
}

// What a member of a choice is to a verdict.
Part PartOf(const ReadState& state, size_t stage, const Fit& fit, const ChoiceWalk& walk) {
  const bool stops = StopsAtTaken(state.client.choices.scope);
  if ((stops && walk.closed) || stage > ReachOf(state, fit, true)) return Part::kUnread;
  const bool passed = stops && walk.taken;
  return passed || stage > ReachOf(state, fit, false) ? Part::kElsewhere : Part::kDecides;
}

size_t StageOf(const Issue& issue, ChoiceScope scope) {
  const bool of_member = issue.message == &ChoiceMessage() && issue.field != nullptr &&
                         issue.kind != IssueKind::kUnexpectedField;
  if (!of_member || issue.field->json_name == "clientLanguage") return 0;
  const bool host_first = scope == ChoiceScope::kWhatFits;
  if (issue.field->json_name == "clientHostname") return host_first ? 1 : 2;
  if (issue.field->json_name == "percentage") return host_first ? 2 : 1;
  return kConfigStage;
}

// What was found in one choice, apart from the rest until it is known which of it the client looks
// at.
struct OwnIssues {
  std::vector<Issue> issues;
  IssueCounts counts;
  absl::flat_hash_map<const Field*, size_t> unused;  // see ReadState

  void Swap(ReadState& state) {
    std::swap(issues, state.reading.issues);
    std::swap(counts, state.reading.issue_counts);
    std::swap(unused, state.unused);
  }
};

// Adds to the reading what is not unread, which `part_of` an issue says.
void AddSeen(ReadState& state, const OwnIssues& found,
             absl::FunctionRef<Part(const Issue&)> part_of) {
  std::array<bool, kIssueKindCount> is_seen = {};
  for (const Issue& issue : found.issues) {
    const Part part = part_of(issue);
    if (part == Part::kUnread) continue;
    is_seen[static_cast<size_t>(issue.kind)] = true;
    Issue seen = issue;
    seen.elsewhere = issue.elsewhere || part == Part::kElsewhere;
    if (issue.kind == IssueKind::kUnsupportedField || issue.kind == IssueKind::kExperimentalField) {
      state.AddUnused(seen);
    } else {
      state.ReportAs(seen.effect, seen);
    }
  }
  state.reading.issue_counts.AddDropped(found.counts, is_seen);
}

// Which clients take a choice, if all that they look at is right.
Part UseOf(const Fit& fit, const ChoiceWalk& walk) {
  const bool possible = fit.language && fit.some_host && fit.share && fit.has_config;
  if (!possible || walk.closed) return Part::kUnread;
  return fit.host && !walk.taken ? Part::kDecides : Part::kElsewhere;
}

Part PartOfContents(const ReadState& state, const Fit& fit, const ChoiceWalk& walk) {
  const bool is_whole = state.client.choices.scope == ChoiceScope::kWholeUpToTaken;
  return is_whole ? PartOf(state, kConfigStage, fit, walk) : UseOf(fit, walk);
}

// What the configs of a choice are, and whether it is taken.
ChoiceConfig Select(const ReadState& state, ChoiceFields& choice, const Fit& fit,
                    ChoiceWalk& walk) {
  // An empty list is for everyone to the checks, which know the spec alone.
  choice.unclear = choice.unclear || (!fit.language && IsEmpty(choice.client_language)) ||
                   (!fit.some_host && IsEmpty(choice.client_hostname));
  ChoiceConfig config = {.contents = PartOfContents(state, fit, walk), .use = UseOf(fit, walk)};
  const bool apart = state.client.choices.scope != ChoiceScope::kEveryCriterion;
  config.shape = apart ? PartOf(state, kConfigStage, fit, walk) : config.contents;
  if (config.use == Part::kUnread) return config;
  choice.fate = config.use == Part::kDecides ? ChoiceFate::kTaken : ChoiceFate::kElsewhere;
  walk.taken = walk.taken || config.use == Part::kDecides;
  walk.closed = fit.host && (choice.share >= 1 || state.chooser != nullptr);
  return config;
}

void ReadChoice(ReadState& state, NodeId element, ChoiceWalk& walk) {
  List<Choice>& choices = *state.reading.choices.value;
  const bool is_object = state.KindOf(element) == JsonKind::kObject;
  const bool is_row = !choices.empty() && choices[choices.size() - 1]->unclear;
  if (!is_object && is_row) return ReadNoChoice(state, element, walk);  // one of them says as much
  Choice& place = choices.Add();
  place.node = state.WrittenNode(element);
  ChoiceFields choice;
  if (!is_object) {
    choice.unclear = true;
    *place.Open(*state.reading.arena) = choice;
    return ReadNoChoice(state, element, walk);
  }
  const bool selects = Selects(state);
  OwnIssues found;
  found.Swap(state);
  state.share = 1;
  ReadPending(state, {element, &ChoiceMessage(), &choice});
  choice.share = state.share;
  const bool is_spec = state.client.choices.percentage == PercentageReading::kBounded;
  if (is_spec && choice.percentage.value) {
    choice.share = static_cast<double>(*choice.percentage.value) / 100.0;
  }
  const Fit fit = selects ? FitOf(state, choice, !state.choice_configs.empty(), walk) : Fit();
  found.Swap(state);
  AddSeen(state, found, [&](const Issue& issue) {
    // A client draws for no choice of another language.
    const bool draws = !selects || fit.language || issue.kind != IssueKind::kOneMorePercent;
    return draws ? PartOf(state, StageOf(issue, state.client.choices.scope), fit, walk)
                 : Part::kUnread;
  });
  ChoiceConfig config;
  if (selects) config = Select(state, choice, fit, walk);
  for (const NodeId node : std::exchange(state.choice_configs, {})) {
    config.node = node;
    walk.configs.push_back(config);
  }
  const bool has_members = state.tree.node(element).next > element + 1;
  if (has_members || choice.unclear || choice.fate != ChoiceFate::kNever) {
    *place.Open(*state.reading.arena) = choice;
  }
}

void ReadChoiceConfig(ReadState& state, const ChoiceConfig& config) {
  const Place place = {&ChoiceMessage(), FindField(ChoiceMessage(), "serviceConfig"), config.node,
                       config.node - 1};
  const JsonKind kind = state.KindOf(place.node);
  if (IsNothing(kind)) return;
  if (kind == JsonKind::kArray) {
    const Effect effect = state.client.profile().array_root.At(state.client.release()).value;
    return state.ReportAs(effect, IssueKind::kWrongType, place);
  }
  if (kind != JsonKind::kObject) {
    const Effect effect = state.client.EffectOf(IssueKind::kWrongType, place.message, place.field);
    return state.ReportAs(effect, IssueKind::kWrongType, place);
  }
  const Span span = state.tree.span(place.node);
  if (config.contents == Part::kElsewhere) state.reading.elsewhere.push_back(span);
  if (config.use != Part::kDecides) state.reading.only_checked.push_back(span);
  state.waiting.push_back({place.node, &ServiceConfigMessage(), state.AddConfig(place.node)});
}

// A config that the client checks and then does not use can be refused, and nothing else.
void CheckUnused(ReadState& state, const ChoiceConfig& config) {
  OwnIssues found;
  found.Swap(state);
  ReadChoiceConfig(state, config);
  FinishConfigs(state);
  found.Swap(state);
  AddSeen(state, found, [&](const Issue& issue) {
    return issue.effect == Effect::kRejectsConfig ? Part::kDecides : config.use;
  });
}

void ReadConfigs(ReadState& state, const ChoiceWalk& walk, Part part) {
  const bool all_checked = state.client.choices.scope == ChoiceScope::kWholeUpToTaken;
  for (const ChoiceConfig& config : walk.configs) {
    // A value other than an object is a matter of shape, and at the latest one of contents.
    const bool is_object = state.KindOf(config.node) == JsonKind::kObject;
    const Part own = is_object ? config.contents : std::max(config.shape, config.contents);
    if (own != part) continue;
    if (all_checked && config.use != Part::kDecides) {
      CheckUnused(state, config);
      continue;
    }
    ReadChoiceConfig(state, config);
    FinishConfigs(state);
  }
}

// A list that is empty, or refused anyway, is another matter.
void ReportNoneTaken(ReadState& state, const ChoiceWalk& walk) {
  if (!Selects(state) || walk.taken || state.reading.choices.value->empty()) return;
  const bool refused =
      std::any_of(state.reading.issues.begin(), state.reading.issues.end(), [](const Issue& issue) {
        return issue.effect == Effect::kRejectsConfig && !issue.elsewhere;
      });
  if (refused) return;
  state.Report(IssueKind::kNoChoiceTaken, {&ChoiceMessage(), nullptr, JsonTree::kRoot});
}

}  // namespace

bool Reading::IsElsewhere(Span span) const { return IsInOne(elsewhere, span); }

bool Reading::IsLate(Span span) const { return IsInOne(late, span); }

bool Reading::IsOnlyChecked(Span span) const { return IsInOne(only_checked, span); }

void ReadChoices(ReadState& state) {
  const NodeId root = JsonTree::kRoot;
  state.reading.choices.node = root;
  if (IsNothing(state.KindOf(root))) return;
  if (state.KindOf(root) != JsonKind::kArray) {
    return state.Report(IssueKind::kWrongType, {&ChoiceMessage(), nullptr, root});
  }
  state.reading.choices.value.emplace(*state.reading.arena, state.tree.CountElements(root));
  state.reading.configs.reserve(state.reading.choices.value->capacity());
  ChoiceWalk walk;
  walk.configs.reserve(state.reading.choices.value->capacity());
  state.tree.ForEachElement(root, [&](NodeId element) { ReadChoice(state, element, walk); });
  // What a verdict is about comes first: of some kinds only the first issue is kept.
  ReadConfigs(state, walk, Part::kDecides);
  ReportNoneTaken(state, walk);
  const size_t first = state.reading.issues.size();
  ReadConfigs(state, walk, Part::kElsewhere);
  for (size_t i = first; i < state.reading.issues.size(); ++i)
    state.reading.issues[i].elsewhere = true;
  std::sort(state.reading.only_checked.begin(), state.reading.only_checked.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
}

}  // namespace grpcfg
