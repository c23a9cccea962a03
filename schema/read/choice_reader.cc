// Lists of choices (gRFC A2, Canarying Changes) as clients read them: what each looks at, and which
// choice it takes. A verdict is about a client on a host that no list names, whose draw takes every
// percentage above 0; what other clients of its implementation meet is marked as such.
#include "schema/read/choice_reader.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "schema/read/reader.h"

namespace grpcfg {
namespace {

// The place of a choice's member in the order in which a client looks at them.
constexpr size_t kConfigStage = 3;

size_t StageOf(const Issue& issue, ChoiceScope scope) {
  const bool of_member = issue.message == &ChoiceMessage() && issue.field != nullptr &&
                         issue.kind != IssueKind::kUnexpectedField;
  if (!of_member || issue.field->json_name == "clientLanguage") return 0;
  const bool host_first = scope == ChoiceScope::kWhatFits;
  if (issue.field->json_name == "clientHostname") return host_first ? 1 : 2;
  if (issue.field->json_name == "percentage") return host_first ? 2 : 1;
  return kConfigStage;
}

bool StopsAtMisfit(ChoiceScope scope) {
  return scope == ChoiceScope::kWhatFits || scope == ChoiceScope::kUpToTaken;
}

bool StopsAtTaken(ChoiceScope scope) {
  return scope == ChoiceScope::kUpToTaken || scope == ChoiceScope::kWholeUpToTaken;
}

bool IsEmpty(const Located<List<Located<absl::string_view>>>& list) {
  return list.value && list.value->empty();
}

// `configs` must be in the order of the text.
bool IsInOne(const std::vector<Span>& configs, Span span) {
  const auto after = std::upper_bound(
      configs.begin(), configs.end(), span,
      [](const Span& wanted, const Span& config) { return wanted.begin < config.begin; });
  return after != configs.begin() && std::prev(after)->Contains(span);
}

}  // namespace

bool Reading::IsElsewhere(Span span) const { return IsInOne(elsewhere, span); }

bool Reading::IsOnlyChecked(Span span) const { return IsInOne(only_checked, span); }

void ChoiceReader::ReadChoices() {
  const NodeId root = JsonTree::kRoot;
  reading_.choices.node = root;
  if (IsNothing(state_.KindOf(root))) return;
  if (state_.KindOf(root) != JsonKind::kArray) {
    state_.WrongType({&ChoiceMessage(), nullptr, root, kNoNode});
    return;
  }
  reading_.choices.value.emplace(*reading_.arena, tree_.CountElements(root));
  choice_configs_.reserve(reading_.choices.value->capacity());
  reading_.configs.reserve(reading_.choices.value->capacity());
  ChoiceWalk walk;
  tree_.ForEachElement(root, [&](NodeId element) { ReadChoice(element, walk); });
  // What a verdict is about comes first: of some kinds only the first issue is kept.
  ReadConfigs(Part::kDecides);
  ReportNoneTaken(walk);
  const size_t first = reading_.issues.size();
  ReadConfigs(Part::kElsewhere);
  for (size_t i = first; i < reading_.issues.size(); ++i) reading_.issues[i].elsewhere = true;
  std::sort(reading_.only_checked.begin(), reading_.only_checked.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
}

// A list that is empty, or refused anyway, is another matter.
void ChoiceReader::ReportNoneTaken(const ChoiceWalk& walk) {
  const bool selects = client_.choices.scope != ChoiceScope::kEverything;
  if (!selects || walk.taken || reading_.choices.value->empty()) return;
  const bool refused =
      std::any_of(reading_.issues.begin(), reading_.issues.end(), [](const Issue& issue) {
        return issue.effect == Effect::kRejectsConfig && !issue.elsewhere;
      });
  const NodeId root = JsonTree::kRoot;
  if (refused) return;
  state_.Report(IssueKind::kNoChoiceTaken, {&ChoiceMessage(), nullptr, root, kNoNode},
                tree_.span(root));
}

void ChoiceReader::ReadChoice(NodeId element, ChoiceWalk& walk) {
  List<Choice>& choices = *reading_.choices.value;
  const bool is_object = state_.KindOf(element) == JsonKind::kObject;
  const bool is_row = !choices.empty() && choices[choices.size() - 1]->unclear;
  if (!is_object && is_row) return ReadNoChoice(element, walk);  // one of them tells as much
  Choice& place = choices.Add();
  place.node = state_.WrittenNode(element);
  ChoiceFields choice;
  if (!is_object) {
    choice.unclear = true;
    *place.Open(*reading_.arena) = choice;
    return ReadNoChoice(element, walk);
  }
  const ChoiceStart start = {reading_.issues.size(), choice_configs_.size(), reading_.issue_counts};
  state_.share = 1;
  messages_.ReadPending({element, &ChoiceMessage(), &choice});
  for (const NodeId config : messages_.TakeChoiceConfigs()) choice_configs_.push_back({config});
  choice.share = state_.share;
  if (client_.choices.scope != ChoiceScope::kEverything) Select(choice, start, walk);
  const bool has_members = tree_.node(element).next > element + 1;
  if (has_members || choice.unclear || choice.fate != ChoiceFate::kNever) {
    *place.Open(*reading_.arena) = choice;
  }
}

// encoding/json decode.go literalStore: null leaves the zero value, which has no config.
void ChoiceReader::ReadNoChoice(NodeId element, const ChoiceWalk& walk) {
  const ChoiceScope scope = client_.choices.scope;
  const JsonKind kind = state_.KindOf(element);
  const bool is_zero = kind == JsonKind::kNull && scope == ChoiceScope::kEveryCriterion;
  const bool is_unread = scope == ChoiceScope::kWholeUpToTaken && walk.closed;
  if (is_zero || is_unread || IsNothing(kind)) return;
  const size_t first = reading_.issues.size();
  state_.WrongType({&ChoiceMessage(), nullptr, element, kNoNode});
  const bool elsewhere = scope == ChoiceScope::kWholeUpToTaken && walk.taken;
  if (elsewhere && reading_.issues.size() > first) reading_.issues.back().elsewhere = true;
}

void ChoiceReader::Select(ChoiceFields& choice, const ChoiceStart& start, ChoiceWalk& walk) {
  const Fit fit = FitOf(choice, choice_configs_.size() > start.config);
  // An empty list is for everyone to the checks, which know the spec alone.
  choice.unclear = choice.unclear || (!fit.language && IsEmpty(choice.client_language)) ||
                   (!fit.some_host && IsEmpty(choice.client_hostname));
  KeepIssues(start, fit, walk);
  const Part contents = PartOfContents(fit, walk);
  const Part use = UseOf(fit, walk);
  for (size_t i = start.config; i < choice_configs_.size(); ++i) {
    const bool apart = client_.choices.scope != ChoiceScope::kEveryCriterion;
    choice_configs_[i].shape = apart ? PartOf(kConfigStage, fit, walk) : contents;
    choice_configs_[i].contents = contents;
    choice_configs_[i].use = use;
  }
  if (use == Part::kUnread) return;
  choice.fate = use == Part::kDecides ? ChoiceFate::kTaken : ChoiceFate::kElsewhere;
  walk.taken = walk.taken || use == Part::kDecides;
  walk.closed = fit.host && choice.share >= 1;
}

ChoiceReader::Fit ChoiceReader::FitOf(const ChoiceFields& choice, bool has_config) {
  const auto& hosts = choice.client_hostname;
  const bool any_host = FitsAll(hosts, "clientHostname");
  return {.language = FitsLanguage(choice.client_language),
          .host = any_host,
          .some_host = any_host || (hosts.value && !hosts.value->empty()),
          .share = choice.share > 0,
          .has_config = has_config};
}

// A list that could not be read has a place and no value, and so has one that is not there: that
// of its null, or of an unknown key that may stand for it.
bool ChoiceReader::HasNoList(NodeId list) const {
  return list == kNoNode || tree_.kind(list) == JsonKind::kKey ||
         absl::EqualsIgnoreCase(Slice(tree_.text(), tree_.span(list)), "null");
}

// True for a list that no client has to be in.
bool ChoiceReader::FitsAll(const Located<List<Located<absl::string_view>>>& list,
                           absl::string_view field) {
  if (!list.value && HasNoList(list.node)) return true;
  if (!IsEmpty(list)) return false;
  if (client_.choices.empty == EmptyCriterion::kEveryone) return true;
  const Field* const row = FindField(ChoiceMessage(), field);
  const NodeId node = list.node;
  state_.Report(IssueKind::kEmptyCriterion, {&ChoiceMessage(), row, node, node - 1},
                tree_.span(node));
  return false;
}

bool ChoiceReader::FitsLanguage(const Located<List<Located<absl::string_view>>>& list) {
  if (FitsAll(list, "clientLanguage")) return true;
  if (!list.value) return false;
  const OwnLanguage& own = client_.choices.language;
  NodeId other_case = kNoNode;
  for (const Located<absl::string_view>& word : *list.value) {
    if (!word.value || !absl::EqualsIgnoreCase(*word.value, own.word)) continue;
    if (own.any_case || *word.value == own.word) return true;
    if (other_case == kNoNode) other_case = word.node;
  }
  if (other_case == kNoNode) return false;
  const Field* const row = FindField(ChoiceMessage(), "clientLanguage");
  const Place place = {&ChoiceMessage(), row, other_case, kNoNode};
  state_.Report(IssueKind::kLanguageLetterCase, place, tree_.span(other_case));
  return false;
}

// The last stage of a choice that the client looks at; `elsewhere`: on a host that the choice
// names.
size_t ChoiceReader::ReachOf(const Fit& fit, bool elsewhere) const {
  if (!StopsAtMisfit(client_.choices.scope)) return kConfigStage;
  if (!fit.language) return 0;
  const bool host_first = client_.choices.scope == ChoiceScope::kWhatFits;
  const bool host = elsewhere ? fit.some_host : fit.host;
  if (!(host_first ? host : fit.share)) return 1;
  return (host_first ? fit.share : host) ? kConfigStage : 2;
}

// Which clients take a choice, if all that they look at is right.
ChoiceReader::Part ChoiceReader::UseOf(const Fit& fit, const ChoiceWalk& walk) {
  const bool possible = fit.language && fit.some_host && fit.share && fit.has_config;
  if (!possible || walk.closed) return Part::kUnread;
  return fit.host && !walk.taken ? Part::kDecides : Part::kElsewhere;
}

// What a member of a choice is to a verdict.
ChoiceReader::Part ChoiceReader::PartOf(size_t stage, const Fit& fit,
                                        const ChoiceWalk& walk) const {
  const bool stops = StopsAtTaken(client_.choices.scope);
  if ((stops && walk.closed) || stage > ReachOf(fit, true)) return Part::kUnread;
  const bool passed = stops && walk.taken;
  return passed || stage > ReachOf(fit, false) ? Part::kElsewhere : Part::kDecides;
}

ChoiceReader::Part ChoiceReader::PartOfContents(const Fit& fit, const ChoiceWalk& walk) const {
  const bool is_whole = client_.choices.scope == ChoiceScope::kWholeUpToTaken;
  return is_whole ? PartOf(kConfigStage, fit, walk) : UseOf(fit, walk);
}

// Drops the issues on what the client does not look at.
void ChoiceReader::KeepIssues(const ChoiceStart& start, const Fit& fit, const ChoiceWalk& walk) {
  std::vector<Issue>& issues = reading_.issues;
  const auto begin = issues.begin() + static_cast<std::ptrdiff_t>(start.issue);
  const auto part_of = [&](const Issue& issue) {
    return PartOf(StageOf(issue, client_.choices.scope), fit, walk);
  };
  for (auto issue = begin; issue != issues.end(); ++issue) {
    issue->elsewhere = part_of(*issue) == Part::kElsewhere;
  }
  const size_t before = issues.size();
  DropIssues(start.issue, [&](const Issue& issue) { return part_of(issue) == Part::kUnread; });
  if (issues.size() == before) return;
  reading_.issue_counts = start.counts;
  for (size_t i = start.issue; i < issues.size(); ++i) reading_.issue_counts.Take(issues[i].kind);
}

// Drops the issues from `first` on. What is said once for all places is to be said again.
void ChoiceReader::DropIssues(size_t first, absl::FunctionRef<bool(const Issue&)> is_dropped) {
  std::vector<Issue>& issues = reading_.issues;
  const auto begin = issues.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = std::remove_if(begin, issues.end(), is_dropped);
  if (end == issues.end()) return;
  issues.erase(end, issues.end());
  state_.ForgetPlaces();
}

// A config that the client checks and then does not use can be refused, and nothing else.
void ChoiceReader::ForgetUnused(size_t first, Part use) {
  const bool only_checked = client_.choices.scope == ChoiceScope::kWholeUpToTaken;
  if (!only_checked || use == Part::kDecides) return;
  const auto stays = [](const Issue& issue) { return issue.effect == Effect::kRejectsConfig; };
  if (use == Part::kUnread) {
    return DropIssues(first, [&](const Issue& issue) { return !stays(issue); });
  }
  for (size_t i = first; i < reading_.issues.size(); ++i) {
    if (!stays(reading_.issues[i])) reading_.issues[i].elsewhere = true;
  }
}

void ChoiceReader::ReadConfigs(Part part) {
  for (const ChoiceConfig& config : choice_configs_) {
    // What is no object is a matter of shape, and at the latest one of contents.
    const bool is_object = state_.KindOf(config.node) == JsonKind::kObject;
    const Part own = is_object ? config.contents : std::max(config.shape, config.contents);
    if (own != part) continue;
    const size_t first = reading_.issues.size();
    ReadChoiceConfig(config);
    messages_.FinishConfigs();
    ForgetUnused(first, config.use);
  }
}

void ChoiceReader::ReadChoiceConfig(const ChoiceConfig& config) {
  const Place place = {&ChoiceMessage(), FindField(ChoiceMessage(), "serviceConfig"), config.node,
                       config.node - 1};
  const JsonKind kind = state_.KindOf(place.node);
  const Span span = tree_.span(place.node);
  if (kind == JsonKind::kObject) {
    if (config.contents == Part::kElsewhere) reading_.elsewhere.push_back(span);
    if (config.use != Part::kDecides) reading_.only_checked.push_back(span);
    return state_.waiting.push_back(
        {place.node, &ServiceConfigMessage(), state_.AddConfig(place.node)});
  }
  if (IsNothing(kind)) return;
  const Trait<Effect>& of_array = client_.profile().array_root.At(client_.release());
  const Effect effect = kind == JsonKind::kArray
                            ? of_array.value
                            : client_.EffectOf(IssueKind::kWrongType, place.message, place.field);
  state_.ReportAs(effect, {.kind = IssueKind::kWrongType,
                           .node = place.node,
                           .span = span,
                           .message = place.message,
                           .field = place.field});
}

}  // namespace grpcfg
