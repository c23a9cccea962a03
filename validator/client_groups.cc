#include "validator/client_groups.h"

#include <algorithm>

namespace grpcfg {

Groups GroupByClient(absl::Span<const Target> targets) {
  Groups groups;
  for (size_t i = 0; i < targets.size(); ++i) {
    auto* const found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return &group.first->profile->profile() == &targets[i].profile->profile() &&
             group.first->profile->release() == targets[i].profile->release() &&
             group.first->policies == targets[i].policies;
    });
    if (found != groups.end()) {
      found->targets.push_back(i);
    } else {
      groups.push_back({&targets[i], {i}});
    }
  }
  return groups;
}

Groups TakeAlike(const Reading& reading, Groups& groups) {
  auto* const others = std::stable_partition(
      groups.begin() + 1, groups.end(),
      [&](const Group& group) { return ReadsAlike(reading, *group.first->profile); });
  Groups alike(groups.begin(), others);
  groups.erase(groups.begin(), others);
  return alike;
}

}  // namespace grpcfg
