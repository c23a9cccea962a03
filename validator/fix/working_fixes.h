// Fixes that work: what rules offer is tried on the document before it is shown.
//
// A fix works if, in the text after it, its finding is absent, no target's verdict is worse, there
// are no more errors than before, and what it wrote is neither an error nor read as another
// value. A verdict that is or was unknown is never worse. If it brings up faults that have fixes,
// it takes those along: a key is renamed, and the value below it is written right. Fixes that work
// are tried together in the end: of two that do harm together, or that edit the same bytes, the
// later one is dropped.
// Every trial parses and checks the whole edited text again.
#ifndef GRPCFG_VALIDATOR_FIX_WORKING_FIXES_H_
#define GRPCFG_VALIDATOR_FIX_WORKING_FIXES_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/protobuf/api.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

// Of a longer text no fix is tried.
inline constexpr size_t kMaxTriedBytes = size_t{4} << 20;

// How many bytes may still be read again to try fixes of a text: 20 times its size, at least
// 256 KiB and at most 16 MiB, and none of one that is longer than kMaxTriedBytes.
class TrialBudget {
 public:
  explicit TrialBudget(size_t text_size);

  // False if reading `size` bytes again would leave less than `reserve`.
  bool Take(size_t size, size_t reserve);

  // Takes what `findings` in a text of `size` bytes cost beyond its bytes, as far as that leaves
  // `reserve`: where faults are dense, they take the time.
  void TakeFindings(size_t findings, size_t size, size_t reserve);

  [[nodiscard]] size_t left() const { return left_; }
  // True if something was refused.
  [[nodiscard]] bool is_spent() const { return is_spent_; }

 private:
  size_t left_;
  bool is_spent_ = false;
};

// Which fixes are wanted. Safe ones change what a client does only for the better.
enum class FixChoice : uint8_t { kSafe, kAll };

// Which fixes are tried, and how much may be read for that.
struct TrialLimits {
  FixChoice choice;
  TrialBudget& budget;
};

// Keeps those fixes in `report`, the report on `document` with the fixes that rules offer, that are
// of the choice and work for all that it was checked for; of the others Fix::otherwise becomes a
// help. At most 50 fixes are tried each alone; those that were not tried go too.
void KeepWorkingFixes(const Document& document, const CheckPlan& plan, Report& report);
void KeepWorkingFixes(const Document& document, const CheckPlan& plan, const TrialLimits& limits,
                      Report& report);

// The report on a document, with those fixes that work.
Report ValidateWithFixes(const Document& document, const CheckPlan& plan);
Report ValidateWithFixes(const Document& document, absl::Span<const Target> targets,
                         const RuleSet& rules, const Api* api = nullptr);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_FIX_WORKING_FIXES_H_
