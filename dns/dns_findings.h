// What is said of DNS records while it is collected: by the file that it is in, with the severity
// that somebody chose, and no more of one rule than anyone can read.
#ifndef GRPCFG_DNS_DNS_FINDINGS_H_
#define GRPCFG_DNS_DNS_FINDINGS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/strings/string_view.h"
#include "dns/records.h"
#include "validator/checked_for.h"
#include "validator/report.h"

namespace grpcfg {

class DnsFindings {
 public:
  // Both must live as long.
  DnsFindings(const DnsRecords& zone, const CheckedFor& asked);

  [[nodiscard]] const DnsRecords& zone() const { return zone_; }
  [[nodiscard]] const CheckedFor& asked() const { return asked_; }

  // A finding of one of DnsRules() at a span of a source. Of `words` the rule, the severity, the
  // effects (those of the rule's row, if there are none) and the places are filled in; its labels
  // lie in the same source.
  void Add(absl::string_view rule, DnsRecords::Place place, Diagnostic words);

  // The same, and it decides the verdicts of the targets that it concerns.
  void AddDeciding(absl::string_view rule, DnsRecords::Place place, Diagnostic words);

  // A finding as it stands, at a place in a file.
  void AddKept(uint32_t file, Diagnostic diagnostic);

  // What targets do with a record in that source.
  void AddVerdicts(uint32_t source, absl::Span<const Verdict> verdicts);

  // Findings that are not listed.
  void AddOmission(uint32_t source, const Omission& omission);

  // Adds what another one has of the same records.
  void Merge(DnsFindings&& other);

  // A report for each source that is a file, by their places.
  std::vector<Report> Finish() &&;

 private:
  struct OfRule {
    std::array<size_t, 3> listed = {};  // by Severity
    std::array<size_t, 3> omitted = {};
  };
  struct OfFile {
    Report report;
    std::map<absl::string_view, OfRule> rules;
  };

  [[nodiscard]] std::vector<TargetEffect> EffectsOf(const Rule& rule) const;

  const DnsRecords& zone_;
  const CheckedFor& asked_;
  std::map<uint32_t, OfFile> files_;
};

}  // namespace grpcfg

#endif  // GRPCFG_DNS_DNS_FINDINGS_H_
