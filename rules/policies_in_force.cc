#include "rules/policies_in_force.h"

#include <algorithm>

#include "rules/words.h"

namespace grpcfg {

std::vector<const ListedCode*> CodesAmong(const RetryPolicy& retry, CodeSet set) {
  std::vector<const ListedCode*> found;
  if (!retry.retryable_status_codes.value) return found;
  for (const ListedCode& code : *retry.retryable_status_codes.value) {
    if (!code.value || (set >> code.value->number & 1U) == 0) continue;
    set &= ~(1U << code.value->number);
    found.push_back(&code);
  }
  return found;
}

std::string NamesOf(const std::vector<const ListedCode*>& codes) {
  std::vector<std::string> names;
  for (const ListedCode* const code : codes) {
    names.push_back(Quoted(kStatusCodeNames[static_cast<size_t>(code->value->number)]));
  }
  return Enumerate(names);
}

bool IsInForce(const CheckContext& context, const MethodConfig& entry, Span policy) {
  if (!entry.name.value || entry.name.value->empty()) return false;
  const std::vector<Issue>& issues = context.reading.issues;
  // A missing field is noted at the key.
  auto issue =
      std::lower_bound(issues.begin(), issues.end(), context.KeyOf(policy).begin,
                       [](const Issue& each, uint32_t begin) { return each.span.begin < begin; });
  for (; issue != issues.end() && issue->span.begin < policy.end; ++issue) {
    if (issue->effect >= Effect::kRejectsPolicy) return false;
  }
  return true;
}

}  // namespace grpcfg
