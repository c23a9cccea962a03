// What was found in a text before it was edited, by where it stands now.
#ifndef GRPCFG_VALIDATOR_ENGINE_FINDINGS_BEFORE_H_
#define GRPCFG_VALIDATOR_ENGINE_FINDINGS_BEFORE_H_

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "validator/engine/edited_text.h"
#include "validator/engine/report.h"

namespace grpcfg {

class FindingsBefore {
 public:
  // `before`: of the text that `edited` was. Both must live as long.
  FindingsBefore(const Report& before, const EditedText& edited)
      : before_(before), edited_(edited) {}

  // True if the rule of `found`, which is in the edited text, found one as grave at its place.
  // Most edits bring up nothing that anyone asks about, so the places are sought with the first.
  bool Have(const Diagnostic& found) {
    if (gravest_.empty()) Seek();
    const auto known = gravest_.find({found.rule, found.primary.span.begin});
    return known != gravest_.end() && known->second >= found.severity;
  }

 private:
  void Seek() {
    for (const Diagnostic& each : before_.diagnostics) {
      Severity& gravest = gravest_[{each.rule, edited_.Moved(each.primary.span.begin)}];
      gravest = std::max(gravest, each.severity);
    }
  }

  const Report& before_;
  const EditedText& edited_;
  absl::flat_hash_map<std::pair<absl::string_view, uint32_t>, Severity> gravest_;  // of a rule
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_FINDINGS_BEFORE_H_
