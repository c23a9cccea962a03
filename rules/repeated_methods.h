// The methods that a policy executes several times, and what is said of them. For rules on retries
// and hedging only.
#ifndef GRPCFG_RULES_REPEATED_METHODS_H_
#define GRPCFG_RULES_REPEATED_METHODS_H_

#include <string>
#include <vector>

#include "rules/entry_methods.h"
#include "rules/method_safety.h"
#include "validator/rule.h"

namespace grpcfg {

// Of the methods of an entry, one that a rule is about.
struct Judged {
  EntryMethod method;
  MethodSafety safety;
};

// Descriptors tell of it, and not that it may be repeated.
bool IsNotKnownToRepeat(const Judged& judged);

// No descriptor tells of it, and by its name it may not be repeated.
bool IsNotIdempotentByName(const Judged& judged);

// Either of them.
bool IsUnsafe(const Judged& judged);

// True if one of them is not idempotent by its name.
bool HasNotIdempotentByName(const std::vector<Judged>& judged);

// The descriptors or the name say that it may not be repeated.
bool IsNotIdempotent(const Judged& judged);

// No descriptor tells of it, and its name, if it is one method at all, does not tell either.
bool IsUntold(const Judged& judged);

MethodSafety SafetyOf(const EntryMethod& method);

template <typename Predicate>
std::vector<Judged> Judge(const std::vector<EntryMethod>& methods, const Predicate& is_meant) {
  std::vector<Judged> judged;
  for (const EntryMethod& method : methods) {
    const Judged each = {method, SafetyOf(method)};
    if (is_meant(each)) judged.push_back(each);
  }
  return judged;
}

// "`A/B`", "`A/B` and every method of `C`", "`A/B`, `A/C`, `A/D` and 9 more".
std::string ListOf(const std::vector<Judged>& judged);

// What the first few are judged by, as notes.
void AddEvidence(const std::vector<Judged>& judged, Diagnostic& words);

// The name that selects it, as a further place.
void AddName(const CheckContext& context, const Judged& judged, Diagnostic& words);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_REPEATED_METHODS_H_
