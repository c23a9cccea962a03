// The policies that some call meets, and their codes. For rules that judge what a policy does, or
// will do as soon as what is refused in it is fixed.
#ifndef GRPCFG_RULES_POLICIES_IN_FORCE_H_
#define GRPCFG_RULES_POLICIES_IN_FORCE_H_

#include <cstdint>
#include <initializer_list>
#include <string>

#include "absl/container/inlined_vector.h"
#include "rules/words.h"
#include "schema/fields/service_config.h"
#include "schema/fields/status_code.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// They mean the same answer to the same call (google/rpc/code.proto, AIP-194).
inline constexpr StatusCodeSet kFinalCodes = {
    "INVALID_ARGUMENT",    "NOT_FOUND",    "ALREADY_EXISTS", "PERMISSION_DENIED",
    "FAILED_PRECONDITION", "OUT_OF_RANGE", "UNIMPLEMENTED",  "UNAUTHENTICATED"};

using ListedCode = Located<StatusCode>;

using Codes = absl::InlinedVector<const ListedCode*, 4>;

// Those codes of the list that are in the set, each once.
Codes CodesAmong(const Located<List<ListedCode>>& codes, StatusCodeSet set);

// True if there are any.
bool HasCodeAmong(const Located<List<ListedCode>>& codes, StatusCodeSet set);

// "`NOT_FOUND` and `ABORTED`".
std::string NamesOf(const Codes& codes);

// Marks those after the first, on which a finding is.
void AddFurtherCodes(const CheckContext& context, const Codes& codes, Diagnostic& words);

// Calls function(entry, codes) for every retry policy that calls meet and that has one of `set`;
// `codes` are those that are in it. Whatever else the policy lacks: it will not for long.
template <typename Function>
void ForEachRetryOn(StatusCodeSet set, const ServiceConfig& config, const Function& function) {
  for (const MethodConfig& entry : ElementsOf(config.method_config)) {
    if (entry->retry_policy == nullptr) continue;
    const Codes codes = CodesAmong(entry->retry_policy->retryable_status_codes, set);
    if (!codes.empty() && IsMet(entry)) function(entry, codes);
  }
}

// The same for every service config.
template <typename Function>
void ForEachRetryOn(StatusCodeSet set, const Reading& reading, const Function& function) {
  for (const ServiceConfig* const config : reading.configs) ForEachRetryOn(set, *config, function);
}

// Calls function(entry, hedging) for every hedging policy that calls meet.
template <typename Function>
void ForEachHedging(const ServiceConfig& config, const Function& function) {
  for (const MethodConfig& entry : ElementsOf(config.method_config)) {
    if (entry->hedging_policy != nullptr && IsMet(entry)) function(entry, *entry->hedging_policy);
  }
}

// Calls function(codes) for every hedging policy that calls meet and that goes on after one of
// `set`; `codes` are those that are in it.
template <typename Function>
void ForEachHedgingOn(StatusCodeSet set, const Reading& reading, const Function& function) {
  for (const ServiceConfig* const config : reading.configs) {
    ForEachHedging(*config, [&](const MethodConfig&, const HedgingPolicy& hedging) {
      const Codes codes = CodesAmong(hedging.non_fatal_status_codes, set);
      if (!codes.empty()) function(codes);
    });
  }
}

}  // namespace grpcfg

#endif  // GRPCFG_RULES_POLICIES_IN_FORCE_H_
