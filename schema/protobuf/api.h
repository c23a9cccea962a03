// The services that a config's names are about, as their protobuf descriptors describe them. Data
// alone: nothing here knows protobuf. rules/descriptors reports names that no descriptor has.
#ifndef GRPCFG_SCHEMA_PROTOBUF_API_H_
#define GRPCFG_SCHEMA_PROTOBUF_API_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace grpcfg {

// google/protobuf/descriptor.proto, MethodOptions.IdempotencyLevel.
enum class IdempotencyLevel : uint8_t { kUnknown, kNoSideEffects, kIdempotent };

// The verb of google.api.http (google/api/http.proto, HttpRule.pattern).
enum class HttpVerb : uint8_t { kNone, kGet, kPut, kPost, kDelete, kPatch, kCustom };

// Top-level fields of a method's request, and the IDs in a list of requests (AIP-233).
struct RequestFields {
  std::string request_id_field = {};     // annotated UUID4 by google.api.field_info, else
                                         // `request_id`, `idempotency_key` or the like; empty: none
  bool is_request_id_annotated = false;  // by google.api.field_info
  bool has_etag = false;
  bool has_update_mask = false;
  bool has_new_id = false;  // a text `book_id` beside the message `book` (AIP-133)
  // Whether a field that is an operation to perform, as in `repeated BookOperation operations`, may
  // be a `create`; nothing if there is no such field.
  std::optional<bool> operations_create = {};
};

// A method, and what its descriptor says of calling it twice.
struct ApiMethod : RequestFields {
  std::string name;                    // without its service
  IdempotencyLevel idempotency_level;  // kUnknown: not declared
  HttpVerb http_verb;
  bool is_custom;  // the path of google.api.http ends in `:verb` (AIP-136)
  bool client_streaming;
  bool server_streaming;
  bool returns_operation;  // a message `Operation`, of google.longrunning or of another package
  bool deprecated;
};

struct ApiService {
  std::string name;  // full, without a leading dot
  bool deprecated = false;
  std::vector<ApiMethod> methods;  // by name
};

// Of all descriptors that were loaded.
struct Api {
  std::vector<ApiService> services;   // by name, each once
  std::vector<std::string> packages;  // of every file, with services or not; by name, each once
  // Of files that could not be read: which services they declare is unknown.
  std::vector<std::string> unread_packages = {};

  // The service of that full name; null if there is none. Exact spelling.
  [[nodiscard]] const ApiService* FindService(absl::string_view name) const;

  // True if a file of that package is here; the package of a file without one is empty.
  [[nodiscard]] bool HasPackage(absl::string_view name) const;

  // True if there may be services of that package which are not here.
  [[nodiscard]] bool IsUnread(absl::string_view package) const;
};

// The method of that name; null if there is none. Exact spelling.
const ApiMethod* FindMethod(const ApiService& service, absl::string_view name);

// The part of a service's full name before the last dot; empty if there is no dot.
absl::string_view PackageOf(absl::string_view service);

// The part after it.
absl::string_view ShortNameOf(absl::string_view service);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_PROTOBUF_API_H_
