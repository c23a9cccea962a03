// The retry policies that some call meets, and their codes. For rules that judge what a policy
// does, which is nothing where a client refuses it.
#ifndef GRPCFG_RULES_POLICIES_IN_FORCE_H_
#define GRPCFG_RULES_POLICIES_IN_FORCE_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "schema/service_config.h"
#include "schema/status_code.h"
#include "validator/rule.h"

namespace grpcfg {

// A bit for each status code.
using CodeSet = uint32_t;

inline constexpr CodeSet kEveryCode = ~CodeSet{0};

constexpr CodeSet SetOfCodes(std::initializer_list<absl::string_view> names) {
  CodeSet set = 0;
  for (const absl::string_view name : names) {
    for (size_t code = 0; code < kStatusCodeNames.size(); ++code) {
      if (kStatusCodeNames[code] == name) set |= 1U << code;
    }
  }
  return set;
}

using ListedCode = Located<StatusCode>;

// Those codes of the list that are in the set, each once.
std::vector<const ListedCode*> CodesAmong(const RetryPolicy& retry, CodeSet set);

// "`NOT_FOUND` and `ABORTED`".
std::string NamesOf(const std::vector<const ListedCode*>& codes);

// True if calls meet the entry, and nothing of `policy`, which is in it, is refused.
bool IsInForce(const CheckContext& context, const MethodConfig& entry, Span policy);

// Calls function(entry, codes) for every retry policy in force that has one of `set`; `codes` are
// those that are in it.
template <typename Function>
void ForEachRetryOn(CodeSet set, const CheckContext& context, const ServiceConfig& config,
                    const Function& function) {
  if (!config.method_config.value) return;
  for (const MethodConfig& entry : *config.method_config.value) {
    if (entry.retry_policy == nullptr) continue;
    const std::vector<const ListedCode*> codes = CodesAmong(*entry.retry_policy, set);
    if (codes.empty() || !IsInForce(context, entry, entry.retry_policy->span)) continue;
    function(entry, codes);
  }
}

}  // namespace grpcfg

#endif  // GRPCFG_RULES_POLICIES_IN_FORCE_H_
