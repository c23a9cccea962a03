#include "tools/docgen/rule_example.h"

#include <utility>

#include "absl/base/macros.h"
#include "schema/protobuf/proto_files.h"

namespace grpcfg {

std::unique_ptr<const Api> ApiOf(const Rule& rule) {
  if (rule.proto.empty()) return nullptr;
  absl::StatusOr<Api> api = ReadProtoText(rule.proto);
  ABSL_HARDENING_ASSERT(api.ok());
  return std::make_unique<const Api>(*std::move(api));
}

}  // namespace grpcfg
