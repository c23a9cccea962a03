#include "tools/docgen/client_effects.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/fields/field_table.h"
#include "schema/read/read.h"
#include "schema/read/skipped.h"
#include "tools/docgen/rule_page.h"
#include "tools/docgen/target_page.h"
#include "validator/engine/effect_summary.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

// A client at each release at which anything changes, the oldest first; the last one is the newest.
struct ClientReleases {
  const KnownTarget* known;
  std::vector<Target> targets;
};

const std::vector<ClientReleases>& EveryRelease() {
  static const std::vector<ClientReleases> kClients = [] {
    std::vector<ClientReleases> clients;
    for (const KnownTarget& known : KnownTargets()) {
      ClientReleases& client = clients.emplace_back(ClientReleases{&known, {}});
      for (const Release& release : ReleasesNamed(known.profile())) {
        client.targets.push_back(MakeTarget(known, release));
      }
    }
    return clients;
  }();
  return kClients;
}

// What one release does with one thing.
struct Seen {
  Effect effect = Effect::kAccepts;
  absl::string_view evidence = {};
  bool is_read = true;

  [[nodiscard]] bool IsLike(const Seen& other) const {
    return EffectName(effect) == EffectName(other.effect) && is_read == other.is_read;
  }
};

// What all releases of one client do with one thing.
struct Situation {
  std::string condition;  // empty: the bad example
  std::vector<Seen> seen;
};

bool AreAlike(absl::Span<const Seen> a, absl::Span<const Seen> b) {
  return absl::c_equal(a, b, [](const Seen& x, const Seen& y) { return x.IsLike(y); });
}

// The row of the profile on how a client reads a field; null if there is none.
const FieldTrait* FindTrait(const ProfileAt& client, const Message* message, const Field* field) {
  const FieldTrait* found = nullptr;
  for (const MessageTraits& traits : client.profile().field_traits) {
    if (message == nullptr || field == nullptr || traits.message != message->name) continue;
    for (const FieldTrait& trait : traits.fields) {
      const bool is_of_field = trait.field == field->json_name || trait.field == kEveryField;
      if (is_of_field && HoldsAt(trait, client.release())) found = &trait;
    }
  }
  return found;
}

// Where it was read that a client takes any value of a field's type.
absl::string_view WhereTypeIsRead(const ProfileAt& client, const Field& field) {
  const Profile& profile = client.profile();
  switch (field.type) {
    case FieldType::kDuration:
      return profile.durations.At(client.release()).evidence;
    case FieldType::kStatusCode:
      return profile.status_codes.At(client.release()).evidence;
    case FieldType::kPolicyName:
      return profile.policy_names.At(client.release()).evidence;
    case FieldType::kInteger:
    case FieldType::kNumber:
    case FieldType::kUint32:
    case FieldType::kUint64:
    case FieldType::kInt64:
    case FieldType::kFloat:
    case FieldType::kTokenRatio:
      return profile.numbers.At(client.release()).evidence;
    default:
      return profile.fields.At(client.release()).evidence;
  }
}

absl::string_view WhereSkipped(const ProfileAt& client, const Skipped& skipped) {
  if (skipped.message == nullptr) return client.TraitOf(IssueKind::kNoTxtAttribute).evidence;
  if (skipped.field == nullptr) return client.TraitOf(IssueKind::kUnknownField).evidence;
  if (const FieldTrait* const trait = FindTrait(client, skipped.message, skipped.field)) {
    return trait->evidence;
  }
  const bool is_policy = skipped.message == &LoadBalancingConfigMessage();
  return client
      .TraitOf(is_policy ? IssueKind::kUnlinkedPolicy : IssueKind::kUnsupportedField,
               skipped.message, skipped.field)
      .evidence;
}

// A text in which a rule is found, and where.
class Probe {
 public:
  struct Shown {
    std::string condition;  // empty: the bad example
    std::string text;
  };

  Probe(const Rule& rule, const RuleSet& rules, const Api* api, Shown shown)
      : rule_(rule),
        rules_(rules),
        condition_(std::move(shown.condition)),
        text_(std::move(shown.text)),
        document_(ParseDocument(text_, rule.kind)),
        api_(api) {
    FindPlaces(*ParseTargets(rule.targets));
    for (const KnownTarget& known : KnownTargets()) {
      if (places_.empty()) FindPlaces({MakeTarget(known)});
    }
  }

  // Its document views its text.
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  [[nodiscard]] Situation Of(const ClientReleases& client) const {
    Situation situation = {condition_, {}};
    for (const Target& target : client.targets) situation.seen.push_back(Of(target));
    return situation;
  }

  // What the issues of the rule are on.
  [[nodiscard]] const std::vector<Issue>& issues() const { return issues_; }

 private:
  void FindPlaces(const std::vector<Target>& targets) {
    for (const Diagnostic& found : Validate(document_, targets, rules_, api_).diagnostics) {
      if (found.rule == rule_.id) places_.push_back(found);
    }
    if (places_.empty()) return;
    const Reading reading = Read(document_, {*targets[0].profile, targets[0].policies});
    absl::c_copy_if(reading.issues, std::back_inserter(issues_),
                    [&](const Issue& issue) { return rules_.Find(issue) == &rule_; });
  }

  // The rule's own findings; of a client that has none, what another rule has at the same places.
  [[nodiscard]] Seen Of(const Target& target) const {
    const Report report = Validate(document_, {target}, rules_, api_);
    const auto is_own = [&](const Diagnostic& found) { return found.rule == rule_.id; };
    if (absl::c_any_of(report.diagnostics, is_own)) return Worst(report, is_own, target);
    const auto is_there = [&](const Diagnostic& found) {
      return absl::c_any_of(places_, [&](const Diagnostic& place) {
        const bool is_same = place.pointer == found.pointer || rule_.check == nullptr;
        return is_same && place.primary.span.Contains(found.primary.span);
      });
    };
    return Worst(report, is_there, target);
  }

  template <typename Predicate>
  [[nodiscard]] Seen Worst(const Report& report, const Predicate& predicate,
                           const Target& target) const {
    const Diagnostic* worst = nullptr;
    Effect effect = Effect::kAccepts;
    for (const Diagnostic& found : report.diagnostics) {
      if (!predicate(found)) continue;
      if (worst == nullptr) worst = &found;
      for (const TargetEffect& each : found.effects) {
        if (each.effect > effect) worst = &found;
        effect = std::max(effect, each.effect);
      }
    }
    return effect == Effect::kAccepts ? Unmet(target)
                                      : Seen{effect, EvidenceOf(*worst, effect, target)};
  }

  [[nodiscard]] absl::string_view EvidenceOf(const Diagnostic& found, Effect effect,
                                             const Target& target) const {
    const Reading reading = Read(document_, {*target.profile, target.policies});
    const Issue* best = nullptr;
    for (const Issue& issue : reading.issues) {
      const Rule* const rule = rules_.Find(issue);
      if (rule == nullptr || rule->id != found.rule) continue;
      if (best == nullptr || issue.effect == effect) best = &issue;
    }
    if (best != nullptr) {
      return target.profile->TraitOf(best->kind, best->message, best->field).evidence;
    }
    const Rule* const rule = rules_.Named(found.rule);
    return rule == nullptr ? "" : CellOf(*rule, *target.profile).evidence;
  }

  // Of a client that takes it, or never looks at it.
  [[nodiscard]] Seen Unmet(const Target& target) const {
    const ProfileAt& client = *target.profile;
    std::optional<Skipped> skipped;
    const bool is_of_text = absl::c_any_of(issues_, [](const Issue& issue) {
      return IsOfText(issue.kind) || TraitsOf(issue.kind).about == About::kParser;
    });
    for (const Diagnostic& place : places_) {
      if (is_of_text && Meets(client, document_.kind)) break;
      skipped = FindSkipped(document_, {client, target.policies},
                            NodeAtPlace(document_.tree, place.primary.span));
      if (!skipped) break;
    }
    if (skipped) return {Effect::kAccepts, WhereSkipped(client, *skipped), false};
    if (rule_.check != nullptr) {
      const Cell cell = CellOf(rule_, client);
      const bool is_taken = cell.effect == Effect::kAccepts && !cell.evidence.empty();
      if (is_taken) return {cell.effect, cell.evidence};
    }
    return {Effect::kAccepts, WhereTaken(client)};
  }

  [[nodiscard]] absl::string_view WhereTaken(const ProfileAt& client) const {
    for (const Issue& issue : issues_) {
      const Trait<Effect> trait = client.TraitOf(issue.kind, issue.message, issue.field);
      if (trait.value == Effect::kAccepts && !trait.evidence.empty()) return trait.evidence;
      if (issue.kind == IssueKind::kNull) {
        return client.profile().nulls.At(client.release()).evidence;
      }
      if (IsOfText(issue.kind)) return client.profile().json.At(client.release()).evidence;
    }
    for (const Issue& issue : issues_) {
      const FieldTrait* const trait = FindTrait(client, issue.message, issue.field);
      if (trait != nullptr) return trait->evidence;
      if (issue.field != nullptr) return WhereTypeIsRead(client, *issue.field);
    }
    return client.profile().fields.At(client.release()).evidence;
  }

  const Rule& rule_;
  const RuleSet& rules_;
  const std::string condition_;
  const std::string text_;
  const Document document_;
  const Api* api_;
  std::vector<Diagnostic> places_;  // of the rule, for a client that meets it
  std::vector<Issue> issues_;       // of the rule, read by that client
};

// ---- What a profile says of other fields than those of the examples.

struct Subject {
  IssueKind kind;
  const Message* message;
  const Field* field;
};

// `methodConfig[].timeout`.
std::string PathOf(const Subject& subject) {
  const std::string path = PathOf(*subject.message);
  return absl::StrCat("`", path, path.empty() ? "" : ".", subject.field->json_name, "`");
}

// True if a value of the field can be such an issue.
bool CanBe(IssueKind kind, const Field& field) {
  switch (kind) {
    case IssueKind::kClamped:
      return field.bound.clamp != 0;
    case IssueKind::kRaised:
      return field.bound.floor_ms != 0;
    case IssueKind::kTooSmall:
      return field.bound.low_kind != Bound::Low::kNone;
    case IssueKind::kTooLarge:
      return field.bound.has_high;
    case IssueKind::kEmptyList:
      return field.non_empty && field.shape != Shape::kOne;
    case IssueKind::kMissingField:
      return field.presence == Presence::kRequired;
    default:
      return true;
  }
}

// What a row of a profile on one message is on: its field, or each that has no row of its own.
std::vector<Subject> SubjectsOf(const IssueEffect& row) {
  const Message* const message = FindMessage(row.message);
  std::vector<Subject> subjects;
  for (const Field& field : message->fields) {
    const bool is_of_row =
        row.field.empty() ? CanBe(row.kind, field) : row.field == field.json_name;
    if (is_of_row) subjects.push_back({row.kind, message, &field});
  }
  return subjects;
}

// The fields on which the rule claims issues and of which the client's profile has a row, those of
// the examples excepted.
std::vector<Subject> SubjectsOf(const Rule& rule, const RuleSet& rules, const Profile& profile,
                                absl::Span<const Issue> shown) {
  std::vector<Subject> subjects;
  const auto add = [&](const Subject& subject) {
    const Issue issue = {.kind = subject.kind, .message = subject.message, .field = subject.field};
    const auto is_of_field = [&](const auto& other) {
      return other.message == subject.message && other.field == subject.field;
    };
    const bool is_known =
        absl::c_any_of(subjects, is_of_field) || absl::c_any_of(shown, is_of_field);
    if (rules.Find(issue) == &rule && !is_known) subjects.push_back(subject);
  };
  for (const IssueEffect& row : profile.issues) {
    if (!row.message.empty()) absl::c_for_each(SubjectsOf(row), add);
  }
  for (const MessageTraits& traits : profile.field_traits) {
    const Message* const message = FindMessage(traits.message);
    for (const FieldTrait& trait : traits.fields) {
      const Field* const field = FindField(*message, trait.field);
      const bool is_unused = trait.use && *trait.use != Use::kApplied && field != nullptr &&
                             field->stage == Stage::kCurrent && !message->of_policy;
      if (is_unused) add({IssueKind::kUnsupportedField, message, field});
    }
  }
  return subjects;
}

Seen SeenOf(const Subject& subject, const Target& target) {
  const ProfileAt& client = *target.profile;
  const bool is_unlinked = subject.message == &LoadBalancingConfigMessage() &&
                           !target.policies.Has(subject.field, subject.field->json_name);
  const bool is_unknown = subject.kind != IssueKind::kUnsupportedField &&
                          client.Of(*subject.message, *subject.field).use == Use::kUnknown;
  if (is_unlinked || is_unknown) {
    const Skipped skipped = {subject.message, subject.field};
    return {Effect::kAccepts, WhereSkipped(client, skipped), false};
  }
  const Trait<Effect> trait = client.TraitOf(subject.kind, subject.message, subject.field);
  return {trait.value, trait.evidence};
}

// ---- From what was seen to lines.

// What of the releases from `first` to before `end` is true: "since 1.64", "before 1.64".
std::string ReleaseCondition(const ClientReleases& client, size_t first, size_t end) {
  const auto name = [&](size_t at) { return ReleaseName(client.targets[at].profile->release()); };
  const bool is_first = first == 0;
  const bool is_last = end == client.targets.size();
  if (is_first && is_last) return "";
  if (is_last) return absl::StrCat("since ", name(first));
  if (is_first) return absl::StrCat("before ", name(end));
  return absl::StrCat("from ", name(first), " to before ", name(end));
}

// One line for each run of releases that do the same, the newest first.
void AddLines(const ClientReleases& client, const Situation& situation,
              std::vector<ClientEffect>& lines) {
  for (size_t end = situation.seen.size(); end > 0;) {
    const Seen& newest = situation.seen[end - 1];
    size_t first = end - 1;
    while (first > 0 && situation.seen[first - 1].IsLike(newest)) --first;
    const std::string releases = ReleaseCondition(client, first, end);
    const absl::string_view comma = situation.condition.empty() || releases.empty() ? "" : ", ";
    lines.push_back({client.known->name, absl::StrCat(situation.condition, comma, releases),
                     newest.effect, newest.evidence, newest.is_read});
    end = first;
  }
}

// The situations in which something else happens than with the example; those in which the same
// happens are one.
std::vector<Situation> MergeAlike(std::vector<Situation> situations) {
  std::vector<Situation> merged;
  std::vector<std::vector<std::string>> conditions;
  for (Situation& situation : situations) {
    const auto same = absl::c_find_if(
        merged, [&](const Situation& other) { return AreAlike(other.seen, situation.seen); });
    const auto at = static_cast<size_t>(same - merged.begin());
    if (same == merged.end()) {
      conditions.push_back({situation.condition});
      merged.push_back(std::move(situation));
    } else if (at > 0) {
      conditions[at].push_back(situation.condition);
    }
  }
  for (size_t i = 1; i < merged.size(); ++i) {
    const std::string all = absl::StrJoin(conditions[i], ", ");
    merged[i].condition = absl::StrCat(absl::StartsWith(all, "beside") ? "" : "for ", all);
  }
  if (merged.size() > 1) merged[0].condition = "in the example";
  return merged;
}

// The example and the cases of a rule, each text once.
std::deque<Probe> ProbesOf(const Rule& rule, const RuleSet& rules, const Api* api) {
  constexpr absl::string_view kBeside = "beside a `methodConfig`";
  std::deque<Probe> probes;
  std::vector<std::string> texts;
  const auto add = [&](const Case& shown) {
    for (const std::string& text : TextsOf(shown)) {
      if (absl::c_linear_search(texts, text)) continue;
      texts.push_back(text);
      const bool is_alone = text == shown.text.Text();
      const absl::string_view blank = is_alone || shown.what.empty() ? "" : " ";
      std::string condition = absl::StrCat(shown.what, blank, is_alone ? "" : kBeside);
      probes.emplace_back(rule, rules, api, Probe::Shown{std::move(condition), text});
    }
  };
  add({.what = {}, .text = rule.bad});
  for (const Case& shown : rule.cases) add(shown);
  return probes;
}

}  // namespace

std::string EffectWords(const ClientEffect& client) {
  return std::string(client.is_read ? Describe(client.effect) : "never reads it");
}

std::vector<ClientEffect> ClientEffectsOf(const Rule& rule, const RuleSet& rules) {
  const std::unique_ptr<const Api> api = ApiOf(rule);
  const std::deque<Probe> probes = ProbesOf(rule, rules, api.get());
  std::vector<Issue> shown;
  for (const Probe& probe : probes) absl::c_copy(probe.issues(), std::back_inserter(shown));
  std::vector<ClientEffect> lines;
  for (const ClientReleases& client : EveryRelease()) {
    std::vector<Situation> situations;
    situations.reserve(probes.size());
    for (const Probe& probe : probes) situations.push_back(probe.Of(client));
    for (const Subject& subject : SubjectsOf(rule, rules, client.known->profile(), shown)) {
      Situation situation = {PathOf(subject), {}};
      for (const Target& target : client.targets) {
        situation.seen.push_back(SeenOf(subject, target));
      }
      const auto is_read = [](const Seen& seen) { return seen.is_read; };
      if (absl::c_any_of(situation.seen, is_read)) situations.push_back(std::move(situation));
    }
    for (const Situation& situation : MergeAlike(std::move(situations))) {
      AddLines(client, situation, lines);
    }
  }
  return lines;
}

std::vector<ClientEffect> ClientEffectsOfRow(const Rule& rule, const RuleFamily& family) {
  const bool is_read = family.kind != RulesAbout::kFilesNoClientReads;
  std::vector<ClientEffect> lines;
  for (const KnownTarget& target : KnownTargets()) {
    const Cell cell = is_read ? CellOf(rule.verdicts, target.profile().implementation)
                              : Cell{Effect::kAccepts, "no client reads such a file"};
    lines.push_back({target.name, "", cell.effect, cell.evidence, is_read});
  }
  return lines;
}

bool IsShared(const ClientEffect& line) {
  const bool says_nothing = line.effect == Effect::kUnknown && line.evidence.empty();
  return line.condition.empty() && (says_nothing || line.effect == Effect::kAccepts);
}

std::vector<SharedLine> SharedLinesOf(absl::Span<const ClientEffect> lines) {
  std::vector<SharedLine> shared = {{"accepted by ", "`accepts`"},
                                    {"never read by ", "never reads it"},
                                    {"unknown for ", "`unknown`"}};
  for (const ClientEffect& line : lines) {
    if (!IsShared(line)) continue;
    SharedLine& of_line = shared[line.effect == Effect::kUnknown ? 2 : line.is_read ? 0 : 1];
    of_line.targets.push_back(line.target);
    if (line.evidence.empty() || absl::c_linear_search(of_line.sources, line.evidence)) continue;
    of_line.sources.push_back(line.evidence);
  }
  std::erase_if(shared, [](const SharedLine& line) { return line.targets.empty(); });
  return shared;
}

std::vector<std::string> TextsOf(const Case& shown) {
  const std::string text = shown.text.Text();
  const bool has_methods = absl::StrContains(text, "methodConfig");
  if (has_methods || !absl::StartsWith(text, "{\"")) return {text};
  return {text, absl::StrCat("{\"methodConfig\": [], ", text.substr(1))};
}

}  // namespace grpcfg
