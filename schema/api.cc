#include "schema/api.h"

#include <algorithm>

namespace grpcfg {
namespace {

// The element of a list in the order of names; null if none has this one.
template <typename Named>
const Named* FindNamed(const std::vector<Named>& list, absl::string_view name) {
  const auto found = std::lower_bound(
      list.begin(), list.end(), name,
      [](const Named& each, absl::string_view wanted) { return each.name < wanted; });
  return found != list.end() && found->name == name ? &*found : nullptr;
}

}  // namespace

const ApiService* Api::FindService(absl::string_view name) const {
  return FindNamed(services, name);
}

const ApiMethod* FindMethod(const ApiService& service, absl::string_view name) {
  return FindNamed(service.methods, name);
}

}  // namespace grpcfg
