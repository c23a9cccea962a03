// What each client makes of a config in the end: the entry that each method gets and the values
// that the client uses, and what holds for the whole channel. Promise: pure and total, as Validate
// is; a client that rejects the config has no values.
#ifndef GRPCFG_VALIDATOR_RESOLVE_RESOLVE_H_
#define GRPCFG_VALIDATOR_RESOLVE_RESOLVE_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "validator/engine/report.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/resolve/effective.h"
#include "validator/resolve/effective_values.h"
#include "validator/resolve/method_entries.h"
#include "validator/resolve/missed_fields.h"

namespace grpcfg {

// The finding that gives a client its verdict: the first such.
struct Reason {
  std::string rule;
  std::string message;
};

// True for `rejects`, `breaks-calls` and `unknown`, which people ask about.
constexpr bool NeedsReason(Verdict verdict) {
  return verdict != Verdict::kAccepts && verdict != Verdict::kIgnores;
}

// What one target does with the config as a whole.
struct ResolvedChannel {
  Verdict verdict = Verdict::kAccepts;
  std::optional<Reason> reason;  // see NeedsReason
  EffectiveChannel effective;
  std::vector<EffectiveValue> values;  // all that is in `effective`, then the config of the policy
  std::vector<std::string> ignored;    // fields that stand there and are without effect
  std::vector<Alteration> altered;     // values that are not used as they are written
  std::vector<MissedField> missed;
  std::vector<std::string> notes;
};

// What a target does with the methods that have one entry, whatever their names.
struct ResolvedEntry {
  std::optional<std::string> source;  // the pointer of the entry; none: no entry is for the method
  Span span;                          // where that is
  EffectiveMethod effective;
  std::vector<EffectiveValue> values;  // all that is in `effective`
  std::vector<std::string> ignored;
  std::vector<Alteration> altered;
  std::vector<MissedField> missed;
};

// What one target does with one method: both are of the Resolution, and never null.
struct ResolvedMethod {
  const MethodName* name = nullptr;      // one for all targets
  size_t target = 0;                     // index into the selected targets
  const ResolvedEntry* entry = nullptr;  // those that are equal may be one
};

// It moves, but is not copied: its methods point to its own names and entries.
struct Resolution {
  std::vector<ResolvedMethod> methods;    // every method for the first target and all others
  std::vector<ResolvedChannel> channels;  // one per target
  std::vector<std::unique_ptr<const MethodName>> names;
  std::vector<std::unique_ptr<const ResolvedEntry>> entries;
};

// The config that `reading`, of a client with that verdict, uses; null: it rejects it, or
// `document` is a list of choices.
const ServiceConfig* UsedConfig(const Document& document, const Reading& reading, Verdict verdict);

// Each name that stands in the config, in the order of the text, also where some targets reject it;
// then what is left.
std::vector<MethodName> NamesIn(const Document& document, const Analysis& analysis);

// Resolves `methods`, each once; without any, those of NamesIn. `document` is to be a config: a
// list of choices gives no entries. `analysis` is what Analyse says of `document` for `targets`, of
// Needed::kAll: a Reason is a finding in words. The result owns its text and needs
// neither the document nor the analysis again. `lines`: of the file that holds the document; null:
// it is that itself.
Resolution Resolve(const Document& document, absl::Span<const Target> targets,
                   const Analysis& analysis, absl::Span<const MethodName> methods,
                   const OctetLines* lines = nullptr);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_RESOLVE_RESOLVE_H_
