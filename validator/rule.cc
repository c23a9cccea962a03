#include "validator/rule.h"

#include "schema/field_table.h"

namespace grpcfg {
namespace {

bool Matches(absl::string_view wanted, absl::string_view actual) {
  return wanted.empty() || wanted == actual;
}

// 0: the claim is about something else; else the more the narrower it is.
int Precision(const Claim& claim, const Issue& issue) {
  if (claim.kind != issue.kind) return 0;
  const absl::string_view field = issue.field == nullptr ? "" : issue.field->json_name;
  const absl::string_view message = issue.message == nullptr ? "" : issue.message->name;
  if (!Matches(claim.field, field) || !Matches(claim.message, message)) return 0;
  return 1 + (claim.message.empty() ? 0 : 1) + (claim.field.empty() ? 0 : 2);
}

}  // namespace

const Rule* FindRule(RuleFamilies families, const Issue& issue) {
  const Rule* best = nullptr;
  int best_precision = 0;
  for (const absl::Span<const Rule> family : families) {
    for (const Rule& rule : family) {
      for (const Claim& claim : rule.claims) {
        const int precision = Precision(claim, issue);
        if (precision <= best_precision) continue;
        best = &rule;
        best_precision = precision;
      }
    }
  }
  return best;
}

const Cell& CellOf(const Verdicts& verdicts, Implementation implementation) {
  static constexpr Cell kUnread = {};
  switch (implementation) {
    case Implementation::kSpec:
      return verdicts.spec;
    case Implementation::kGapic:
      return verdicts.gapic;
    case Implementation::kCore:
    case Implementation::kGo:
    case Implementation::kJava:
    case Implementation::kNode:
    case Implementation::kDotnet:
      return kUnread;
  }
  return kUnread;
}

}  // namespace grpcfg
