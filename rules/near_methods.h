// The method that was meant when one is requested that no entry of a config covers.
#ifndef GRPCFG_RULES_NEAR_METHODS_H_
#define GRPCFG_RULES_NEAR_METHODS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/protobuf/api.h"

namespace grpcfg {

// A name as it stands in a config; `method` is empty for a whole service.
struct RequestedName {
  absl::string_view service;
  absl::string_view method;
};

// The services and methods that `names` are about. A service without methods is named as a whole.
Api ApiOf(absl::Span<const RequestedName> names);

// The methods, or services if it asks for one, of `api` that are nearest to `requested`, which it
// does not have: `pkg.Service/Method`, the nearest first. Few; none if nothing is near.
std::vector<std::string> NearMethods(const Api& api, const RequestedName& requested);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_NEAR_METHODS_H_
