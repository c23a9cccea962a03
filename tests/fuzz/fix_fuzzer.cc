// libFuzzer target for fixes: of any text, what `fix` makes is not worse for any client, is nothing
// but the edits, and leaves nothing to do for a second run unless it says so. Texts of odd length
// get only safe fixes.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "rules/families.h"
#include "tests/fuzz/report_invariants.h"
#include "validator/engine/outcome.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"
#include "validator/fix/fix_document.h"
#include "validator/report/unified_diff.h"

namespace grpcfg {
namespace {

void CheckEdits(absl::string_view text, const FixedDocument& fixed) {
  uint32_t at = 0;
  for (const TextEdit& edit : fixed.edits) {
    Require(IsInside(edit.span, text) && at <= edit.span.begin);
    Require(Slice(text, edit.span) != edit.text);
    at = edit.span.end;
  }
  Require(EditedText(text, fixed.edits).text() == fixed.text);
  Require(UnifiedDiff("a.json", text, fixed.edits).empty() == fixed.edits.empty());
}

void CheckFixed(absl::string_view text, const CheckPlan& plan, FixChoice choice) {
  const Document document = ParseDocumentByShape(text);
  const FixedDocument fixed = FixDocument(document, plan, choice);
  CheckEdits(text, fixed);
  Require(fixed.obstacle == FixObstacle::kNone || fixed.edits.empty());
  if (fixed.edits.empty()) return;
  // By the report that users see: what is reported together there counts once, and the text may
  // look like a document of another kind.
  const auto outcome_of = [&](const Document& of) { return OutcomeOf(Validate(of, plan)); };
  const Document after = ParseDocumentByShape(fixed.text);
  Require(!IsWorse(outcome_of(after), outcome_of(document)));
  if (fixed.has_more) return;
  const FixedDocument again = FixDocument(after, plan, choice);
  Require(again.edits.empty() && again.unsafe_left == fixed.unsafe_left);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const std::vector<grpcfg::Target> kTargets =
      *grpcfg::ParseTargets("spec,core,go,java,node");
  static const grpcfg::CheckPlan kPlan = {kTargets, grpcfg::AllRules()};
  constexpr size_t kLongest = 1024;  // each trial is a check of all of it
  if (size > kLongest) return 0;
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  grpcfg::CheckFixed(text, kPlan,
                     size % 2 == 1 ? grpcfg::FixChoice::kSafe : grpcfg::FixChoice::kAll);
  return 0;
}
