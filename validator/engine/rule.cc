#include "validator/engine/rule.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

bool Matches(absl::string_view wanted, absl::string_view actual) {
  return wanted.empty() || wanted == actual;
}

// Of a claim of the issue's kind. 0: it is about something else; else the more the narrower it is.
int Precision(const Claim& claim, const Issue& issue) {
  const absl::string_view field = issue.field == nullptr ? "" : issue.field->json_name;
  const absl::string_view message = issue.message == nullptr ? "" : issue.message->name;
  if (!Matches(claim.field, field) || !Matches(claim.message, message)) return 0;
  return 1 + (claim.message.empty() ? 0 : 1) + (claim.field.empty() ? 0 : 2);
}

// By Implementation.
constexpr Cell Verdicts::*kColumns[] = {&Verdicts::spec,  &Verdicts::gapic, &Verdicts::core,
                                        &Verdicts::go,    &Verdicts::java,  &Verdicts::node,
                                        &Verdicts::dotnet};
static_assert(std::size(kColumns) == static_cast<size_t>(Implementation::kDotnet) + 1);

}  // namespace

std::string ExampleText::Text() const {
  const size_t at = base_.find(fragment_);
  return absl::StrCat(base_.substr(0, at), by_, base_.substr(at + fragment_.size()));
}

RuleSet::RuleSet(absl::Span<const RuleFamily> families) : families_(families) {
  FindChecks();
  SortClaims();
}

void RuleSet::SortClaims() {
  ForEach([&](const Rule& rule) {
    for (const Claim& claim : rule.claims) {
      claims_[static_cast<size_t>(claim.kind)].push_back({&rule, &claim});
    }
  });
}

RuleSet RuleSet::With(RuleSelection selection) const {
  RuleSet selected = *this;
  selected.selection_ = std::move(selection);
  selected.FindChecks();
  return selected;
}

void RuleSet::FindChecks() {
  checks_.clear();
  for (const RuleFamily& family : families_) {
    for (const Rule& rule : family.rules) {
      if (rule.check == nullptr) continue;
      if (selection_.IsOn(rule) || !IsOnlyAdvice(rule)) checks_.push_back(&rule);
    }
  }
}

void RuleSet::ForEach(absl::FunctionRef<void(const Rule& rule)> visit) const {
  for (const RuleFamily& family : families_) {
    for (const Rule& rule : family.rules) visit(rule);
  }
}

std::vector<absl::string_view> RuleSet::Ids() const {
  std::vector<absl::string_view> ids;
  ForEach([&](const Rule& rule) { ids.push_back(rule.id); });
  return ids;
}

const Rule* RuleSet::Named(absl::string_view id) const {
  const Rule* named = nullptr;
  ForEach([&](const Rule& rule) {
    if (rule.id == id) named = &rule;
  });
  return named;
}

const Rule* RuleSet::Find(const Issue& issue) const {
  const Rule* best = nullptr;
  int best_precision = 0;
  for (const Claimed& claimed : claims_[static_cast<size_t>(issue.kind)]) {
    const int precision = Precision(*claimed.claim, issue);
    if (precision <= best_precision) continue;
    best = claimed.rule;
    best_precision = precision;
  }
  return best;
}

Bound IssueContext::BoundOfField() const {
  Bound bound = *client.Of(*issue.message, *issue.field).bound;
  const Bound& of_spec = issue.field->bound;
  if (bound.low_kind == Bound::Low::kNone) {
    bound.low_kind = of_spec.low_kind;
    bound.low = of_spec.low;
  }
  if (!bound.has_high) {
    bound.has_high = of_spec.has_high;
    bound.high = of_spec.high;
  }
  return bound;
}

void SetWords(Diagnostic words, Diagnostic& finding) {
  finding.message = std::move(words.message);
  finding.notes = std::move(words.notes);
  finding.help = std::move(words.help);
  finding.fixes = std::move(words.fixes);
  finding.secondary = std::move(words.secondary);
  finding.once = words.once;
  finding.trial = std::move(words.trial);
  finding.explains = std::move(words.explains);
}

NodeId CheckContext::KeyOf(NodeId value) const {
  const NodeId key = value == kNoNode ? kNoNode : tree.KeyOf(value);
  return key == kNoNode ? value : key;
}

bool IsOfText(const Rule& rule) {
  return !rule.claims.empty() &&
         absl::c_all_of(rule.claims, [](const Claim& claim) { return IsOfText(claim.kind); });
}

bool IsOnlyAdvice(const Rule& rule) {
  return rule.verdict == nullptr &&
         std::all_of(std::begin(kColumns), std::end(kColumns), [&](Cell Verdicts::*column) {
           return (rule.verdicts.*column).effect == Effect::kAccepts;
         });
}

Cell CellOf(const Verdicts& verdicts, Implementation implementation) {
  return verdicts.*kColumns[static_cast<size_t>(implementation)];
}

Cell CellOf(const Rule& rule, const ProfileAt& profile) {
  return rule.verdict != nullptr ? rule.verdict(profile)
                                 : CellOf(rule.verdicts, profile.implementation());
}

}  // namespace grpcfg
