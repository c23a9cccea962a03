// What a finding means for each of the selected targets.
#ifndef GRPCFG_VALIDATOR_ENGINE_EFFECT_SUMMARY_H_
#define GRPCFG_VALIDATOR_ENGINE_EFFECT_SUMMARY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/effect.h"
#include "validator/engine/report.h"

namespace grpcfg {

// What a client does, as the end of a sentence: "refuses the whole config".
absl::string_view Describe(Effect effect);

using EffectList = absl::InlinedVector<Effect, 8>;  // by target; few runs have more

// One effect for each of `count` targets: the worst, should a finding strike a target twice.
EffectList EffectsByTarget(const Diagnostic& diagnostic, size_t count);

// Who does not read what is below a key of a document, for its key is not known to them; and who
// has no use for the rest of the document, for it rejects all of it or breaks calls.
class Unread {
 public:
  Unread() = default;
  explicit Unread(const Report& report);

  // True if `target` does not read what the finding is on: a key around it is none to it, or a
  // value is of the wrong type.
  [[nodiscard]] bool IsIn(const Diagnostic& diagnostic, size_t target) const;

  // True if no report should say that `target` accepts a part of the document.
  [[nodiscard]] bool IsLost(size_t target) const;

 private:
  struct Ignored {
    absl::string_view rule;
    size_t target;
  };

  [[nodiscard]] bool Has(absl::string_view pointer, absl::Span<const absl::string_view> rules,
                         size_t target) const;

  std::vector<Verdict> verdicts_;                                   // by target; empty: not known
  absl::flat_hash_map<std::string, std::vector<Ignored>> targets_;  // by the pointer of the key
};

// `rejected by core, go; accepted by spec`. Empty if there is no effect on any.
std::string DescribeEffects(const Diagnostic& diagnostic, absl::Span<const std::string> targets,
                            const Unread& unread = Unread());

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_EFFECT_SUMMARY_H_
