// What the text reporter prints of one finding.
#ifndef GRPCFG_TESTS_VALIDATOR_RENDER_FINDING_H_
#define GRPCFG_TESTS_VALIDATOR_RENDER_FINDING_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "validator/report/reporter.h"

namespace grpcfg {

// `diagnostic` as [some-rule] in `a.json`; its message is `wrong` unless it has one.
inline std::string RenderFinding(absl::string_view text, Diagnostic diagnostic,
                                 const ReporterOptions& options = {.targets = {"spec"},
                                                                   .quiet = true}) {
  Report report;
  report.verdicts.resize(options.targets.size(), Verdict::kAccepts);
  report.counts[static_cast<size_t>(diagnostic.severity)] = 1;
  diagnostic.rule = "some-rule";
  if (diagnostic.message.empty()) diagnostic.message = "wrong";
  report.diagnostics.push_back(std::move(diagnostic));
  const std::unique_ptr<Reporter> reporter = MakeTextReporter(options);
  std::string out;
  reporter->AddFile({"a.json", text, report}, out);
  reporter->Finish(out);
  return out;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_VALIDATOR_RENDER_FINDING_H_
