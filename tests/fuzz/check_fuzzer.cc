// libFuzzer target for the whole check: parse, validate for both targets, print in every format. No
// crash; every place lies in the text; every finding has words; no verdict is bad without an error;
// what is JSON or XML is that.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "rules/families.h"
#include "schema/json/utf8.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/strict_json.h"
#include "tests/strict_xml.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"
#include "validator/project/finding_place.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

std::string Print(const std::unique_ptr<Reporter>& reporter, const CheckedFile& file) {
  std::string out;
  reporter->AddFile(file, out);
  reporter->Finish(out);
  return out;
}

// What is reported of a rule does not depend on the text.
RuleFacts NoFacts(absl::string_view /*rule*/) { return {}; }

void CheckOutputs(absl::string_view text, const Document& document, const Report& report) {
  const ReporterOptions options = {.targets = {"spec", "gapic"}, .facts_of = NoFacts};
  const std::vector<std::string> fingerprints = FingerprintsOf(document, AllRules(), report);
  Require(std::set<std::string>(fingerprints.begin(), fingerprints.end()).size() ==
          report.diagnostics.size());
  // The text is a path, too.
  const CheckedFile file = {
      .path = text, .text = text, .report = report, .fingerprints = fingerprints};
  for (const auto& reporter : {MakeSarifReporter(options), MakeGitlabReporter(options)}) {
    Require(IsStrictJson(Print(reporter, file)));
  }
  for (const auto& reporter : {MakeJunitReporter(options), MakeCheckstyleReporter(options)}) {
    Require(IsStrictXml(Print(reporter, file)));
  }
  for (const auto& reporter : {MakeJsonReporter(options), MakeJsonLinesReporter(options)}) {
    const std::string out = Print(reporter, file);
    Require(ParseJson(out).issues().empty());
  }
  for (const auto& reporter :
       {MakeTextReporter(options), MakeConciseReporter(options), MakeGithubReporter(options)}) {
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
  const grpcfg::Document document = grpcfg::ParseDocumentByShape(text);
  const grpcfg::Report report = grpcfg::ValidateWithFixes(document, kTargets, grpcfg::AllRules());
  grpcfg::CheckReport(report, text);
  grpcfg::CheckOutputs(text, document, report);
  return 0;
}
