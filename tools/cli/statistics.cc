#include "tools/cli/statistics.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"

namespace grpcfg {

void Statistics::Add(const Report& report) {
  std::map<absl::string_view, std::array<size_t, 3>> of_file;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    ++of_file[diagnostic.rule][static_cast<size_t>(diagnostic.severity)];
  }
  for (const Omission& omission : report.omissions) {
    std::array<size_t, 3>& counts = of_file[omission.rule];
    for (size_t i = 0; i < counts.size(); ++i) counts[i] += omission.by_severity[i];
  }
  for (const auto& [rule, counts] : of_file) {
    Counts& total = by_rule_[rule];
    ++total.files;
    for (size_t i = 0; i < counts.size(); ++i) {
      total.by_severity[i] += counts[i];
      all_.by_severity[i] += counts[i];
    }
  }
  all_.files += of_file.empty() ? 0 : 1;
}

void Statistics::AppendRow(absl::string_view rule, const Counts& counts, std::string& out) {
  const auto [notes, warnings, errors] = counts.by_severity;
  absl::StrAppendFormat(&out, "%8d  %8d  %8d  %8d  %8d  %s\n", counts.All(), errors, warnings,
                        notes, counts.files, rule);
}

std::string Statistics::Table() const {
  if (by_rule_.empty()) return "no findings\n";
  std::vector<std::pair<absl::string_view, Counts>> rows(by_rule_.begin(), by_rule_.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.All() > b.second.All(); });
  std::string table = absl::StrFormat("%8s  %8s  %8s  %8s  %8s  %s\n", "findings", "errors",
                                      "warnings", "notes", "files", "rule");
  for (const auto& [rule, counts] : rows) AppendRow(rule, counts, table);
  AppendRow("all rules", all_, table);
  return table;
}

}  // namespace grpcfg
