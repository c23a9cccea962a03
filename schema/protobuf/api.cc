#include "schema/protobuf/api.h"

#include <algorithm>
#include <cstddef>

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

bool Api::HasPackage(absl::string_view name) const {
  return std::binary_search(packages.begin(), packages.end(), name,
                            [](absl::string_view a, absl::string_view b) { return a < b; });
}

bool Api::IsUnread(absl::string_view package) const {
  return std::find(unread_packages.begin(), unread_packages.end(), package) !=
         unread_packages.end();
}

const ApiMethod* FindMethod(const ApiService& service, absl::string_view name) {
  return FindNamed(service.methods, name);
}

absl::string_view PackageOf(absl::string_view service) {
  const size_t dot = service.rfind('.');
  return dot == absl::string_view::npos ? absl::string_view() : service.substr(0, dot);
}

absl::string_view ShortNameOf(absl::string_view service) {
  return service.substr(service.rfind('.') + 1);  // npos + 1 is 0: all of it
}

}  // namespace grpcfg
