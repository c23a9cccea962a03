// Services as descriptors would describe them, written out by hand.
#ifndef GRPCFG_TESTS_RULES_DESCRIBED_API_H_
#define GRPCFG_TESTS_RULES_DESCRIBED_API_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/protobuf/api.h"

namespace grpcfg {

// What is not said of a method is absent.
struct Facts {
  absl::string_view name;
  IdempotencyLevel level = IdempotencyLevel::kUnknown;
  HttpVerb verb = HttpVerb::kNone;
  absl::string_view request_id = {};
  bool is_annotated = false;
  bool has_etag = false;
  bool has_update_mask = false;
  bool has_new_id = false;
  bool client_streaming = false;
  bool server_streaming = false;
  bool returns_operation = false;
  bool is_custom = false;
  std::optional<bool> operations_create = {};
};

inline ApiMethod Describe(const Facts& facts) {
  ApiMethod method = {};
  method.name = std::string(facts.name);
  method.idempotency_level = facts.level;
  method.http_verb = facts.verb;
  method.request_id_field = std::string(facts.request_id);
  method.is_request_id_annotated = facts.is_annotated;
  method.has_etag = facts.has_etag;
  method.has_update_mask = facts.has_update_mask;
  method.has_new_id = facts.has_new_id;
  method.client_streaming = facts.client_streaming;
  method.server_streaming = facts.server_streaming;
  method.returns_operation = facts.returns_operation;
  method.is_custom = facts.is_custom;
  method.operations_create = facts.operations_create;
  return method;
}

// Services and methods are in the order of their names.
inline ApiService DescribeService(absl::string_view name, const std::vector<Facts>& methods) {
  ApiService service;
  service.name = std::string(name);
  for (const Facts& each : methods) service.methods.push_back(Describe(each));
  return service;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_RULES_DESCRIBED_API_H_
