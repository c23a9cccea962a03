// The manual page, grpcfg(1).
#ifndef GRPCFG_TOOLS_CLI_MANUAL_PAGE_H_
#define GRPCFG_TOOLS_CLI_MANUAL_PAGE_H_

#include <string>

#include "tools/cli/command.h"

namespace grpcfg {

// All commands of `program` with their flags and examples, in the language of man(7).
std::string ManualPage(const Command& program);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_MANUAL_PAGE_H_
