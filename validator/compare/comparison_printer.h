// What `grpcfg diff` prints. Promise: what is appended is UTF-8 without controls other than line
// breaks; the same report gives the same bytes.
#ifndef GRPCFG_VALIDATOR_COMPARE_COMPARISON_PRINTER_H_
#define GRPCFG_VALIDATOR_COMPARE_COMPARISON_PRINTER_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "validator/compare/comparison.h"
#include "validator/report/reporter.h"

namespace grpcfg {

struct ComparisonReport {
  absl::Span<const ComparedFile> files;
  absl::Span<const std::string> targets;   // as the user spelled them
  absl::Span<const std::string> exceeded;  // limits, a line each
  Color color = Color::kNo;
};

// For people, the riskiest first: methods and targets with the same changes stand together.
void AppendComparisonText(const ComparisonReport& report, std::string& out);

// The methods of that alone, for what compares configs in files of another kind.
void AppendMethodChanges(absl::Span<const ComparedMethod> methods,
                         absl::Span<const std::string> targets, Color color, std::string& out);

// Every change of each method and target.
void AppendComparisonJson(const ComparisonReport& report, std::string& out);

// As the text, for a review comment.
void AppendComparisonMarkdown(const ComparisonReport& report, std::string& out);

// The same as a page that stands alone: no script, nothing that is loaded.
void AppendComparisonHtml(const ComparisonReport& report, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_COMPARISON_PRINTER_H_
