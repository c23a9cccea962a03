// What a rule's examples are checked against beside the targets.
#ifndef GRPCFG_TOOLS_DOCGEN_RULE_EXAMPLE_H_
#define GRPCFG_TOOLS_DOCGEN_RULE_EXAMPLE_H_

#include <memory>

#include "schema/protobuf/api.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// The services of the rule's `proto`, which must be right; null if it has none.
std::unique_ptr<const Api> ApiOf(const Rule& rule);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_RULE_EXAMPLE_H_
