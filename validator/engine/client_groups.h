// Targets that read a config alike, so that it is read and checked once for all of them.
#ifndef GRPCFG_VALIDATOR_ENGINE_CLIENT_GROUPS_H_
#define GRPCFG_VALIDATOR_ENGINE_CLIENT_GROUPS_H_

#include <cstddef>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "schema/read/read.h"
#include "validator/engine/target.h"

namespace grpcfg {

// Targets of one client at one release, with the same LB policies.
struct Group {
  const Target* first;
  absl::InlinedVector<size_t, 8> targets;  // by their places among all
};

std::vector<Group> GroupByClient(absl::Span<const Target> targets);

using Readers = absl::InlinedVector<const Group*, 8>;

// Takes out of `groups` the first one, which read `reading`, and those that would read the same.
Readers TakeAlike(const Reading& reading, Readers& groups);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_CLIENT_GROUPS_H_
