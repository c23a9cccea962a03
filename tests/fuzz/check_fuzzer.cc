// libFuzzer target for the whole check: parse, validate for both targets, print in every format. No
// crash; every place lies in the text; every finding has words; no verdict is bad without an error;
// the JSON output is JSON.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "rules/families.h"
#include "schema/json/utf8.h"
#include "tests/fuzz/report_invariants.h"
#include "validator/report/reporter.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

std::string Print(const std::unique_ptr<Reporter>& reporter, const CheckedFile& file) {
  std::string out;
  reporter->AddFile(file, out);
  reporter->Finish(out);
  return out;
}

void CheckOutputs(absl::string_view text, const Report& report) {
  const ReporterOptions options = {.targets = {"spec", "gapic"}};
  const CheckedFile file = {.path = "a.json", .text = text, .report = report};
  for (const auto& reporter : {MakeJsonReporter(options), MakeJsonLinesReporter(options)}) {
    const std::string out = Print(reporter, file);
    Require(ParseJson(out).issues().empty());
  }
  for (const auto& reporter : {MakeTextReporter(options), MakeConciseReporter(options)}) {
    const std::string out = Print(reporter, file);
    for (const char c : out) Require(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
    Require(FindInvalidUtf8(out, 0) == std::string::npos);
  }
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const std::vector<grpcfg::Target> kTargets = *grpcfg::ParseTargets("spec,gapic");
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  const grpcfg::Report report =
      grpcfg::Validate(grpcfg::ParseDocumentByShape(text), kTargets, grpcfg::AllRules());
  grpcfg::CheckReport(report, text);
  grpcfg::CheckOutputs(text, report);
  return 0;
}
