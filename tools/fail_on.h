// The flag `--fail-on`: from which severity on the exit status is 1.
#ifndef GRPCFG_TOOLS_FAIL_ON_H_
#define GRPCFG_TOOLS_FAIL_ON_H_

#include <optional>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/string_view.h"
#include "validator/diagnostic.h"

namespace grpcfg {

// Adds it to a command.
void AddFailOnFlag(CLI::App& command, std::string& fail_on);

// kFindings if the worst finding reaches what the user chose, else kClean.
int StatusOf(absl::string_view fail_on, std::optional<Severity> worst);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_FAIL_ON_H_
