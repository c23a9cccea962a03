// What a rule is: a row of facts and one function. Families of rows live in rules/; the engine gets
// them as an argument.
#ifndef GRPCFG_VALIDATOR_RULE_H_
#define GRPCFG_VALIDATOR_RULE_H_

#include <algorithm>
#include <array>
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
#include "validator/diagnostic.h"

namespace grpcfg {

// A kind of issue that a rule puts into words.
struct Claim {
  IssueKind kind;
  absl::string_view message = {};  // of the field table; empty: any
  absl::string_view field = {};    // JSON name; empty: any
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

// What a rule's describe function works on.
struct IssueContext {
  const JsonTree& tree;
  const Issue& issue;
  JsonPointers& pointers;
  const ProfileAt& client;  // that the issue was met for

  // The bound that the client has for the field of the issue, or that of the field table for what
  // it does not bound. Only for an issue on a field.
  [[nodiscard]] Bound BoundOfField() const;

  // The bytes of the value, key or container that the issue is on, as they stand in the text.
  [[nodiscard]] absl::string_view Source() const { return Slice(tree.text(), issue.span); }
};

// What a rule's check function works on. It calls `add` for each place it objects to, with a
// diagnostic that needs no more than words: the engine sets rule, pointer, severity and effects.
struct CheckContext {
  const JsonTree& tree;
  const Reading& reading;
  const Api* api;  // null: no descriptors were given
  absl::FunctionRef<void(NodeId place, Diagnostic diagnostic)> add;

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
  absl::string_view text;
  absl::string_view targets = "spec";  // that object to it
};

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): rows read best in this order.
struct Rule {
  absl::string_view id;                       // kebab-case, for ever
  absl::string_view summary;                  // one line
  absl::string_view rationale;                // why it matters at run time, and what to do
  Severity advice = Severity::kWarning;       // where every selected target is content
  DocumentKind kind = DocumentKind::kConfig;  // of both examples
  absl::string_view targets = "spec";         // for which they are checked
  // One fault of a value may be another one to each client. Of several findings on it the one of
  // the most specific rule is reported, with what the others say of the targets. 0: yields to none.
  int specificity = 0;
  bool names_targets = false;     // the message ends where " in go, java" follows
  bool is_common = false;         // true of many good configs: told once for a whole document
  bool only_if_affected = false;  // no finding where every selected target is content
  // Verdict by reading: the profiles say what each client does; `describe` gives the words.
  absl::Span<const Claim> claims = {};
  void (*describe)(const IssueContext& context, Diagnostic& diagnostic) = nullptr;
  // Verdict by row: `check` finds the places, `verdicts` says what each client does, or where a
  // trait of its profile says so already, `verdict`.
  void (*check)(const CheckContext& context) = nullptr;
  bool (*concerns)(const ProfileAt& profile) = nullptr;  // whom a check is about; null: everyone
  Verdicts verdicts = {};
  Cell (*verdict)(const ProfileAt& profile) = nullptr;
  absl::string_view bad;         // a config that gives exactly this finding, once
  absl::string_view good;        // the same, mended: no finding at all
  absl::string_view proto = {};  // the .proto file that both are about, if the rule needs one
  // What the table of clients shows in place of `bad`, a row each; empty where `bad` says it all.
  absl::Span<const Case> cases = {};
};

// Rules on one part of a config.
struct RuleFamily {
  absl::string_view title;
  absl::string_view about;  // for readers who are new to gRPC: what that part does
  absl::Span<const Rule> rules;
};

// The families of rules in the order of the spec, with what the engine asks of them for every
// document found once: which rules have a check, and which claim an issue.
class RuleSet {
 public:
  // `families` must live as long as the set.
  explicit RuleSet(absl::Span<const RuleFamily> families);

  [[nodiscard]] absl::Span<const RuleFamily> families() const { return families_; }
  [[nodiscard]] absl::Span<const Rule* const> checks() const { return checks_; }

  // The rule that claims an issue: the most specific claim wins. Null if there is none, which the
  // tests exclude.
  [[nodiscard]] const Rule* Find(const Issue& issue) const;

 private:
  struct Claimed {
    const Rule* rule;
    const Claim* claim;
  };

  absl::Span<const RuleFamily> families_;
  std::vector<const Rule*> checks_;
  std::array<std::vector<Claimed>, kIssueKindCount> claims_;  // by kind
};

// What the row says of a client.
Cell CellOf(const Rule& rule, const ProfileAt& profile);

constexpr bool IsKebabCase(absl::string_view id) {
  for (size_t i = 0; i < id.size(); ++i) {
    const bool word = (id[i] >= 'a' && id[i] <= 'z') || (id[i] >= '0' && id[i] <= '9');
    const bool hyphen = id[i] == '-' && i > 0 && i + 1 < id.size() && id[i - 1] != '-';
    if (!word && !hyphen) return false;
  }
  return !id.empty();
}

constexpr bool RowIsWhole(const Rule& rule) {
  const bool by_reading = !rule.claims.empty() && rule.describe != nullptr;
  const bool by_row = rule.check != nullptr;
  return (by_reading || by_row) && IsKebabCase(rule.id) && !rule.summary.empty() &&
         !rule.rationale.empty() && !rule.bad.empty() && !rule.good.empty();
}

// For a static_assert beside each family: whole rows, by their ids, none twice.
constexpr bool RowsAreWhole(absl::Span<const Rule> rules) {
  const auto out_of_order = [](const Rule& a, const Rule& b) { return a.id >= b.id; };
  return std::all_of(rules.begin(), rules.end(), RowIsWhole) &&
         std::adjacent_find(rules.begin(), rules.end(), out_of_order) == rules.end();
}

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_RULE_H_
