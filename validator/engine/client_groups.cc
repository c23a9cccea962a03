#include "validator/engine/client_groups.h"

#include <algorithm>
#include <utility>

namespace grpcfg {

std::vector<Group> GroupByClient(absl::Span<const Target> targets) {
  std::vector<Group> groups;
  for (size_t i = 0; i < targets.size(); ++i) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
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

Readers TakeAlike(const Reading& reading, Readers& groups) {
  Readers alike = {groups.front()};
  Readers others;
  for (const Group* const group : absl::MakeConstSpan(groups).subspan(1)) {
    (ReadsAlike(reading, *group->first->profile) ? alike : others).push_back(group);
  }
  groups = std::move(others);
  return alike;
}

}  // namespace grpcfg
