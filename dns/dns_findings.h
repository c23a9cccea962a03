// Collects findings on DNS records: by file, with the severity that the user chose, and at most a
// limited number for each rule.
#ifndef GRPCFG_DNS_DNS_FINDINGS_H_
#define GRPCFG_DNS_DNS_FINDINGS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "dns/records.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/report.h"

namespace grpcfg {

class DnsFindings {
 public:
  // Both must live as long.
  DnsFindings(const DnsRecords& zone, const CheckPlan& plan);

  [[nodiscard]] const DnsRecords& zone() const { return zone_; }
  [[nodiscard]] const CheckPlan& plan() const { return plan_; }

  // A finding of one of DnsRules() at a span of a source. Of `words` the rule, the severity, the
  // effects (those of the rule's row, if there are none) and the places are filled in; its labels
  // lie in the same source.
  void Add(absl::string_view rule, DnsRecords::Place place, Diagnostic words);

  // What the targets do, as the rule's row says.
  [[nodiscard]] std::vector<TargetEffect> EffectsOf(absl::string_view rule) const;

  // The same, and it decides the verdicts of the targets that it concerns.
  void AddDeciding(absl::string_view rule, DnsRecords::Place place, Diagnostic words);

  // A finding as it stands, at a place in a file. One that is there already, of another record that
  // the same line of $GENERATE made, or of a file that is included twice, is only counted.
  void AddKept(uint32_t file, Diagnostic diagnostic);

  // What targets do with a record in that source; `name` is that of the record, or empty.
  void AddVerdicts(uint32_t source, absl::string_view name, absl::Span<const Verdict> verdicts);

  // Findings that are not listed.
  void AddOmission(uint32_t source, const Omission& omission);

  // Adds what another one has of the same records.
  void Merge(DnsFindings&& other);

  // A report for each source that is a file, by their places; of a file that is included twice,
  // one.
  std::vector<std::pair<uint32_t, Report>> Finish() &&;

 private:
  struct OfRule {
    std::array<size_t, 3> listed = {};  // by Severity
    std::array<size_t, 3> omitted = {};
  };
  // What is reported of which place: the rule, the span and the message.
  using FindingKey = std::tuple<absl::string_view, uint32_t, uint32_t, std::string>;
  struct OfFile {
    Report report;
    std::map<absl::string_view, OfRule> rules;
    std::map<FindingKey, size_t> reported;  // into the diagnostics
    std::vector<size_t> more;               // records of which each of them is true, too
  };

  // A finding that is true of `more` records besides.
  void AddRepeated(uint32_t file, Diagnostic diagnostic, size_t more);

  const DnsRecords& zone_;
  const CheckPlan& plan_;
  std::vector<uint32_t> file_of_;  // for each source that is a file: the first that is the same
  std::map<uint32_t, OfFile> files_;
};

}  // namespace grpcfg

#endif  // GRPCFG_DNS_DNS_FINDINGS_H_
