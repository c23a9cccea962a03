// The services that a config names, for rules that look them up in descriptors. Rules only.
#ifndef GRPCFG_RULES_NAMED_SERVICES_H_
#define GRPCFG_RULES_NAMED_SERVICES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/service_config.h"
#include "schema/protobuf/api.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// The names of one service, in the order of the text.
struct NamedService {
  absl::string_view service;
  std::vector<const Name*> names = {};
  absl::flat_hash_set<absl::string_view> methods = {};  // of `names`; empty: all of the service
};

// In the order in which the text names them first. They live as long as the reading.
std::vector<NamedService> NamedServices(const Reading& reading);

// True if a name is of that method; of the empty one, if a name is for the whole service.
bool IsNamed(const NamedService& named, absl::string_view method);

// A full name in backticks. They are long, and only whole ones are of use.
std::string Ticked(absl::string_view name);

// How many names ListOf shows.
inline constexpr size_t kMostListed = 10;

// "`a`, `b` and 3 more".
std::string ListOf(absl::Span<const absl::string_view> names);

// Calls function(service, named, name) for each name of a method whose service is in context.api.
template <typename Function>
void ForEachNamedMethod(const CheckContext& context, const Function& function) {
  for (const NamedService& named : NamedServices(context.reading)) {
    const ApiService* const service = context.api->FindService(named.service);
    if (service == nullptr) continue;
    for (const Name* const name : named.names) {
      if (!TextOf((*name)->method).empty()) function(*service, named, *name);
    }
  }
}

// What the examples of these rules are about.
inline constexpr absl::string_view kShopProto = R"(syntax = "proto3";
package shop.v1;
message Request {}
message Reply {}
service Orders {
  rpc Get(Request) returns (Reply);
  rpc List(Request) returns (Reply);
  rpc Find(Request) returns (Reply) { option deprecated = true; }
}
)";

}  // namespace grpcfg

#endif  // GRPCFG_RULES_NAMED_SERVICES_H_
