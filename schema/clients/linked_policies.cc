#include "schema/clients/linked_policies.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "schema/fields/field_table.h"

namespace grpcfg {
namespace {

// `row` is one of LoadBalancingConfigMessage().
size_t IndexOf(const Field* row) {
  return static_cast<size_t>(row - LoadBalancingConfigMessage().fields.data());
}

}  // namespace

LinkedPolicies::LinkedPolicies(const PolicyList& list, const Release& release) {
  for (const ListedPolicy& policy : list.listed) {
    if (HoldsAt(policy, release)) Add(policy.name);
  }
  if (list.scope == PolicyList::Scope::kListed) return;
  const absl::Span<const Field> policies = LoadBalancingConfigMessage().fields;
  for (size_t i = 0; i < policies.size(); ++i) {
    const bool current = policies[i].stage == Stage::kCurrent;
    if (current || list.scope == PolicyList::Scope::kEvery) rows_ |= uint32_t{1} << i;
  }
}

LinkedPolicies::LinkedPolicies(absl::Span<const std::string> names) {
  for (const std::string& name : names) Add(name);
}

void LinkedPolicies::Add(absl::string_view name) {
  const Field* const row = FindField(LoadBalancingConfigMessage(), name);
  if (row == nullptr) {
    custom_.emplace_back(name);
  } else {
    rows_ |= uint32_t{1} << IndexOf(row);
  }
}

bool LinkedPolicies::HasCustom(absl::string_view name) const {
  return std::find(custom_.begin(), custom_.end(), name) != custom_.end();
}

bool LinkedPolicies::Has(const Field* row, absl::string_view name) const {
  return row == nullptr ? HasCustom(name) : HasRow(IndexOf(row));
}

std::string LowerPolicyName(absl::string_view name) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(name), {{"\u212A", "k"}});
}

}  // namespace grpcfg
