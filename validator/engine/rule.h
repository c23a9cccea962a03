// What a rule is: a row of facts and one function. Families of rows live in rules/; the engine gets
// them as an argument.
#ifndef GRPCFG_VALIDATOR_ENGINE_RULE_H_
#define GRPCFG_VALIDATOR_ENGINE_RULE_H_

#include <algorithm>
#include <any>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/profile_at.h"
#include "schema/json/effect.h"
#include "schema/json/issue.h"
#include "schema/json/json_pointers.h"
#include "schema/json/json_tree.h"
#include "schema/protobuf/api.h"
#include "schema/read/read.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/rule_selection.h"

namespace grpcfg {

// A kind of issue that a rule puts into words.
struct Claim {
  IssueKind kind;
  absl::string_view message = {};  // of the field table; empty: any
  absl::string_view field = {};    // JSON name; empty: any
};

// The claims of a rule, written in its row.
class Claims {
 public:
  constexpr Claims() = default;
  constexpr Claims(std::initializer_list<Claim> claims) : size_(claims.size()) {
    std::copy(claims.begin(), claims.end(), claims_.begin());
  }

  [[nodiscard]] constexpr const Claim* begin() const { return claims_.data(); }
  [[nodiscard]] constexpr const Claim* end() const { return claims_.data() + size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }

 private:
  static constexpr size_t kMost = 4;

  std::array<Claim, kMost> claims_ = {};
  size_t size_ = 0;
};

// A text that shows a rule: written out, or another one with a fragment replaced, so that what many
// of them share stands once.
class ExampleText {
 public:
  constexpr ExampleText() = default;
  constexpr ExampleText(const char* text) : base_(text) {}        // NOLINT(google-explicit-*)
  constexpr ExampleText(absl::string_view text) : base_(text) {}  // NOLINT(google-explicit-*)

  // `fragment` must stand in `base` exactly once.
  constexpr ExampleText(absl::string_view base, absl::string_view fragment, absl::string_view by)
      : base_(base), fragment_(fragment), by_(by) {}

  [[nodiscard]] std::string Text() const;

  // True if there is a text, and the fragment stands in it once.
  [[nodiscard]] constexpr bool IsWhole() const {
    size_t found = 0;
    for (size_t at = 0; at + fragment_.size() <= base_.size(); ++at) {
      found += base_.substr(at, fragment_.size()) == fragment_ ? 1 : 0;
    }
    return !base_.empty() && (fragment_.empty() ? by_.empty() : found == 1);
  }

 private:
  absl::string_view base_ = {};
  absl::string_view fragment_ = {};
  absl::string_view by_ = {};
};

// What an implementation does where that follows from the bound value alone.
struct Cell {
  Effect effect = Effect::kUnknown;
  absl::string_view evidence = {};  // file and function, or gRFC section
};

struct Verdicts {
  Cell spec = {};
  Cell core = {};
  Cell go = {};
  Cell java = {};
  Cell node = {};
  Cell dotnet = {};
  Cell gapic = {};
};

// Where it was read that each client accepts it.
struct VerdictSources {
  absl::string_view spec, core, go, java, node, dotnet, gapic;
};

constexpr Verdicts AllAccept(const VerdictSources& sources) {
  return {.spec = {Effect::kAccepts, sources.spec},
          .core = {Effect::kAccepts, sources.core},
          .go = {Effect::kAccepts, sources.go},
          .java = {Effect::kAccepts, sources.java},
          .node = {Effect::kAccepts, sources.node},
          .dotnet = {Effect::kAccepts, sources.dotnet},
          .gapic = {Effect::kAccepts, sources.gapic}};
}

// A few rules, written in a row.
class RuleIds {
 public:
  constexpr RuleIds() = default;
  constexpr RuleIds(std::initializer_list<absl::string_view> ids) : size_(ids.size()) {
    std::copy(ids.begin(), ids.end(), ids_.begin());
  }

  [[nodiscard]] constexpr const absl::string_view* begin() const { return ids_.data(); }
  [[nodiscard]] constexpr const absl::string_view* end() const { return ids_.data() + size_; }

 private:
  static constexpr size_t kMost = 4;

  std::array<absl::string_view, kMost> ids_ = {};
  size_t size_ = 0;
};

struct Rule;

// What a rule's describe function works on.
struct IssueContext {
  const Rule& rule;  // that claims the issue
  const JsonTree& tree;
  const Issue& issue;
  JsonPointers& pointers;
  const ProfileAt& client;        // that the issue was met for
  absl::string_view lb_policies;  // linked into it, as they were given: "default"
  NodeId together = kNoNode;      // what Rule::together_in gave, for a describe function

  // The bound that the client has for the field of the issue, or that of the field table for what
  // it does not bound. Only for an issue on a field.
  [[nodiscard]] Bound BoundOfField() const;

  // The bytes of the value, key or container that the issue is on, as they stand in the text.
  [[nodiscard]] absl::string_view Source() const { return Slice(tree.text(), issue.span); }
};

// Moves the words of a check (see CheckContext) to the finding that they are on.
void SetWords(Diagnostic words, Diagnostic& finding);

// What a rule's check function works on. It calls `Add` for each place it objects to, with words
// (message, notes, help, fixes, secondary): the engine sets rule, primary, pointer, severity and
// effects.
struct CheckContext {
  const JsonTree& tree;
  const Reading& reading;
  const Api* api;  // null: no descriptors were given
  // Begins a finding; gives where its words go, or null if it has them from another client's
  // reading, or is counted only.
  absl::FunctionRef<Diagnostic*(NodeId place)> begin;
  // What the first of several checks works out about the reading for all of them; empty at first.
  std::any& shared;

  // A finding at `place` with the words that `make` gives, which is called only if they are needed.
  template <std::invocable Make>
  void Add(NodeId place, const Make& make) const {
    if (Diagnostic* const begun = begin(place)) SetWords(make(), *begun);
  }
  void Add(NodeId place, Diagnostic words) const {
    if (Diagnostic* const begun = begin(place)) SetWords(std::move(words), *begun);
  }

  // The key of the member whose value `value` is; the value itself if it is an element.
  [[nodiscard]] NodeId KeyOf(NodeId value) const;

  // Places for labels: of a node, and of its key.
  [[nodiscard]] Span SpanOf(NodeId node) const { return tree.span(node); }
  [[nodiscard]] Span KeySpan(NodeId value) const { return tree.span(KeyOf(value)); }

  // The bytes of a value as they stand in the text.
  [[nodiscard]] absl::string_view Source(NodeId node) const {
    return Slice(tree.text(), tree.span(node));
  }
};

// A config that breaks a rule on which clients differ by the field or its value.
struct Case {
  absl::string_view what;  // "`timeout` of `\"0s\"`"
  ExampleText text;
  absl::string_view targets = "spec";  // that object to it
};

// Which clients end the message of a rule.
enum class NamesTargets : uint8_t {
  kNo,
  kAffected,     // " in C-core and grpc-go": those that do not take the value
  kThatMisread,  // ", which grpc-js reads as 5 ns"
};

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): rows read best in this order.
struct Rule {
  absl::string_view id;                       // kebab-case, for ever
  absl::string_view summary;                  // one line
  absl::string_view rationale;                // why it matters at run time, and what to do
  Severity advice = Severity::kWarning;       // where every selected target accepts it
  DocumentKind kind = DocumentKind::kConfig;  // of both examples
  absl::string_view targets = "spec";         // for which they are checked
  // One fault of a value may be another one to each client. Of several findings on it the one of
  // the most specific rule is reported, with what the others say of the targets. 0: yields to none.
  int specificity = 0;
  // Rules that find the same cause in other clients, or what follows from it: their findings on the
  // same place become part of one of this rule.
  RuleIds takes_in = {};
  NamesTargets names_targets = NamesTargets::kNo;
  bool is_common = false;         // true of many good configs: reported once for a document
  bool folds_notes = false;       // so are its notes, which stay one for each place
  bool only_if_affected = false;  // no finding where every selected target accepts it
  bool on_by_default = true;      // false: reported only if a RuleSelection requests it
  bool is_preview = false;        // a judgement that may still change; else stable
  // Verdict by reading: the profiles say what each client does; `describe` gives the words.
  Claims claims = {};
  void (*describe)(const IssueContext& context, Diagnostic& diagnostic) = nullptr;
  // What a finding is at the least, whichever client honours what the spec does not.
  Severity (*least)(const IssueContext& context) = nullptr;
  // The object or list whose findings are reported as one where the same clients object; kNoNode:
  // the issue's is reported alone. Then `describe` fills in `together`.
  NodeId (*together_in)(const IssueContext& context) = nullptr;
  // What a describe function says that several rules share.
  absl::string_view words = {};          // the message, with places for what the issue is on
  absl::string_view help = {};           // what to do; empty: nothing to add
  absl::string_view help_once = {};      // of such a help only the first in a document is reported
  absl::string_view related_words = {};  // on the issue's related place; empty: it is not shown
  // Verdict by row: `check` finds the places, `verdicts` says what each client does, or where a
  // trait of its profile says so already, `verdict`.
  void (*check)(const CheckContext& context) = nullptr;
  bool (*concerns)(const ProfileAt& profile) = nullptr;  // the clients of a check; null: all
  Verdicts verdicts = {};
  Cell (*verdict)(const ProfileAt& profile) = nullptr;
  ExampleText bad;               // a config that gives exactly this finding, once
  ExampleText good;              // the same, fixed: no finding at all
  absl::string_view proto = {};  // the .proto file that both are about, if the rule needs one
  // What the table of clients shows in place of `bad`, a row each; empty where `bad` says it all.
  absl::Span<const Case> cases = {};
};

// What the examples of a family are.
enum class RulesAbout : uint8_t { kConfigs, kRecords, kFilesNoClientReads };

// Rules on one part of a config.
struct RuleFamily {
  absl::string_view title;
  absl::string_view about;  // for readers who are new to gRPC: what that part does
  absl::Span<const Rule> rules;
  RulesAbout kind = RulesAbout::kConfigs;
};

// The families of rules in the order of the spec. It finds once what the engine needs for every
// document: which rules have a check, and which claim an issue.
class RuleSet {
 public:
  // `families` must live as long as the set.
  explicit RuleSet(absl::Span<const RuleFamily> families);

  // The same rules, reported as `selection` has it.
  [[nodiscard]] RuleSet With(RuleSelection selection) const;

  [[nodiscard]] absl::Span<const RuleFamily> families() const { return families_; }
  // Those that have a check whose findings are reported, or decide verdicts.
  [[nodiscard]] absl::Span<const Rule* const> checks() const { return checks_; }
  [[nodiscard]] const RuleSelection& selection() const { return selection_; }

  void ForEach(absl::FunctionRef<void(const Rule& rule)> visit) const;
  [[nodiscard]] std::vector<absl::string_view> Ids() const;
  [[nodiscard]] const Rule* Named(absl::string_view id) const;  // null if there is none

  // The rule that claims an issue: the most specific claim wins. Null if there is none, which the
  // tests exclude.
  [[nodiscard]] const Rule* Find(const Issue& issue) const;

 private:
  struct Claimed {
    const Rule* rule;
    const Claim* claim;
  };

  void FindChecks();
  void SortClaims();

  absl::Span<const RuleFamily> families_;
  RuleSelection selection_;
  std::vector<const Rule*> checks_;
  // By IssueKind, each in the order of the rules.
  std::array<std::vector<Claimed>, kIssueKindCount> claims_;
};

// True if what the rule claims is all about the text as JSON, not about what that says.
bool IsOfText(const Rule& rule);

// True if every client accepts what a check finds.
bool IsOnlyAdvice(const Rule& rule);

// What the row says of a client.
Cell CellOf(const Verdicts& verdicts, Implementation implementation);
Cell CellOf(const Rule& rule, const ProfileAt& profile);

constexpr bool IsKebabCase(absl::string_view id) {
  for (size_t i = 0; i < id.size(); ++i) {
    const bool word = (id[i] >= 'a' && id[i] <= 'z') || (id[i] >= '0' && id[i] <= '9');
    const bool hyphen = id[i] == '-' && i > 0 && i + 1 < id.size() && id[i - 1] != '-';
    if (!word && !hyphen) return false;
  }
  return !id.empty();
}

constexpr bool TextIsWhole(const Rule& rule) {
  return IsKebabCase(rule.id) && !rule.summary.empty() && !rule.rationale.empty() &&
         rule.bad.IsWhole() && rule.good.IsWhole() &&
         std::all_of(rule.cases.begin(), rule.cases.end(),
                     [](const Case& shown) { return shown.text.IsWhole(); });
}

// For a static_assert beside a family that something else than its rows checks: whole texts, by
// their ids, none twice.
constexpr bool TextsAreWhole(absl::Span<const Rule> rules) {
  const auto out_of_order = [](const Rule& a, const Rule& b) { return a.id >= b.id; };
  return std::all_of(rules.begin(), rules.end(), TextIsWhole) &&
         std::adjacent_find(rules.begin(), rules.end(), out_of_order) == rules.end();
}

// For a static_assert beside each other family: the same, and each row has its function.
constexpr bool RowsAreWhole(absl::Span<const Rule> rules) {
  return TextsAreWhole(rules) && std::all_of(rules.begin(), rules.end(), [](const Rule& rule) {
           const bool by_reading = !rule.claims.empty() && rule.describe != nullptr;
           return by_reading || rule.check != nullptr;
         });
}

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_RULE_H_
