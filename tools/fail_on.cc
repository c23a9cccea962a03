#include "tools/fail_on.h"

#include "tools/exit_status.h"

namespace grpcfg {
namespace {

std::optional<Severity> ThresholdOf(absl::string_view fail_on) {
  if (fail_on == "error") return Severity::kError;
  if (fail_on == "warning") return Severity::kWarning;
  if (fail_on == "note") return Severity::kNote;
  return std::nullopt;  // never
}

}  // namespace

void AddFailOnFlag(CLI::App& command, std::string& fail_on) {
  command.add_option("--fail-on", fail_on, "Least severity that makes the exit status 1")
      ->check(CLI::IsMember({"error", "warning", "note", "never"}))
      ->capture_default_str();
}

int StatusOf(absl::string_view fail_on, std::optional<Severity> worst) {
  const std::optional<Severity> threshold = ThresholdOf(fail_on);
  return threshold && worst && *worst >= *threshold ? kFindings : kClean;
}

}  // namespace grpcfg
