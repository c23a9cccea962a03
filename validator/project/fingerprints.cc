#include "validator/project/fingerprints.h"

#include <cstddef>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "schema/json/stable_hash.h"
#include "validator/project/finding_place.h"

namespace grpcfg {

std::vector<std::string> FingerprintsOf(const Document& document, const RuleSet& rules,
                                        const Report& report) {
  if (report.diagnostics.empty()) return {};
  const MethodPlaces places(document);
  const absl::flat_hash_set<absl::string_view> common = CommonRules(rules);
  absl::flat_hash_map<std::string, size_t> occurrences;
  std::vector<std::string> fingerprints;
  fingerprints.reserve(report.diagnostics.size());
  for (const Diagnostic& finding : report.diagnostics) {
    std::vector<std::string> key = {std::string(finding.rule)};
    if (!common.contains(finding.rule)) {
      const absl::Span<const std::string> names = places.NamesAt(finding.primary.span).all;
      key.push_back(names.empty() ? "" : names.front());
      key.push_back(PointerWithoutIndices(finding.pointer));
      key.push_back(TextOfFinding(document.tree.text(), finding));
    }
    const std::string whole = absl::StrJoin(key, "\n");
    fingerprints.push_back(absl::StrFormat("%016x:%d", StableHash(whole), ++occurrences[whole]));
  }
  return fingerprints;
}

}  // namespace grpcfg
