// The engine: from a document to what is said of it, and to what each client reads in it.
//
// Targets of one implementation, release and set of LB policies are one client. Until no client is
// left, the first one reads the document (Read), and those that would read the same values share
// its reading (Reading::readers). Then, on each reading:
// - An issue goes to the rule that claims it (RuleSet::Find), whose describe function words it once
//   for all. The effect is Issue::effect for the client that read and ProfileAt::EffectOf for those
//   that share; a client that accepts it has no finding. An issue without a rule is passed over.
//   A field that a sharing client does not use (Reading::not_by_all) is a kUnsupportedField issue
//   of that client (AddUnused).
// - A rule with a check runs once for the clients that it concerns, also where they reject the
//   config. The effect on each is its cell in the rule's row (CellOf), with these exceptions
//   (CauseOf): rejects-config becomes breaks-calls in what is read only when a call needs it
//   (Reading::late), and breaks-calls becomes ignores in a method config without names.
//   In Reading::elsewhere it decides no verdict, in Reading::only_checked only if it rejects.
// Clients that do not share a reading may still read the same method configs: those are read once
// (MethodLists), and rules that look at nothing else run once on them (PlacesByMethods). Trials of
// fixes that edit timeouts take both from the readings of the text before (Lent).
// Findings merges what is said of one place, and gives verdicts and severities. If a policy is
// ignored and the spec is no target, the document is read once more as the spec, for severities
// only (NoteWhatSpecIgnores).
#ifndef GRPCFG_VALIDATOR_ENGINE_VALIDATE_H_
#define GRPCFG_VALIDATOR_ENGINE_VALIDATE_H_

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/protobuf/api.h"
#include "schema/read/read.h"
#include "validator/engine/checked_for.h"
#include "validator/engine/lent.h"
#include "validator/engine/report.h"
#include "validator/engine/rule.h"
#include "validator/engine/target.h"

namespace grpcfg {

// Checks one document against every rule for every target. Cannot fail: whatever is wrong with the
// document is in the report. Its fixes hold, see validator/engine/advice.h.
Report Validate(const Document& document, const CheckedFor& asked);
Report Validate(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                const Api* api = nullptr);

// What is needed of the same, with all fixes that rules offer, untried. What `lent` has, of the
// text before edits, is taken, and what readings of this document lend to others is added to it:
// nothing where one client alone reads it, or of a text that is too long for trials. Null: nobody
// asks.
Report ValidateUntried(const Document& document, const CheckedFor& asked, Needed needed,
                       Lent* lent = nullptr);

// The same where some findings are known: `judge` says of each what is known of it, before any are
// told together. Those that are known stay in the report, marked and without fixes, so that trials
// of the other fixes find them where they were; they are told together with each other only. What
// is reported once for a document is judged at each of its places.
Report ValidateUntried(const Document& document, const CheckedFor& asked, JudgeFinding judge);

struct Analysis {
  Report report;
  std::vector<std::shared_ptr<const Reading>>
      readings;  // one per target; who reads alike shares one
};

// The same, untried too, for those who use what was read, which stays in memory. `document` must
// outlive the result, and so must the one that `lent` is of.
Analysis Analyse(const Document& document, const CheckedFor& asked, Lent* lent = nullptr);
Analysis Analyse(const Document& document, absl::Span<const Target> targets, const RuleSet& rules,
                 const Api* api = nullptr);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_VALIDATE_H_
