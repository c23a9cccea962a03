// A program that checks one config with grpcfg as a library.
#include <cstdio>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "validator/engine/target.h"
#include "validator/engine/validate.h"
#include "validator/report/reporter.h"

int main() {
  const std::string text = R"({"methodConfig": [{"name": [{}], "timeout": "1 s"}]})";
  const auto targets = grpcfg::ParseTargets("spec,go@1.64");
  if (!targets.ok()) return 2;
  const grpcfg::Report report = grpcfg::Validate(
      grpcfg::ParseDocument(text, grpcfg::DocumentKind::kConfig), *targets, grpcfg::AllRules());
  const auto reporter = grpcfg::MakeConciseReporter({.targets = {"spec", "go@1.64"}});
  std::string out;
  reporter->AddFile({.path = "config.json", .text = text, .report = report}, out);
  reporter->Finish(out);
  std::fputs(out.c_str(), stdout);
  return report.Count(grpcfg::Severity::kError) > 0 ? 1 : 0;
}
