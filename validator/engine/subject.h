// What checks are about, as far as many documents have nothing of it: then those are not run.
#ifndef GRPCFG_VALIDATOR_ENGINE_SUBJECT_H_
#define GRPCFG_VALIDATOR_ENGINE_SUBJECT_H_

#include <cstdint>

#include "schema/protobuf/api.h"
#include "schema/read/read.h"

namespace grpcfg {

enum class Subject : uint8_t {
  kAny,
  kDescriptors,    // which were given
  kChoices,        // a list of them
  kRetries,        // a retry policy
  kHedging,        // a hedging policy
  kThrottling,     // of retries
  kPolicyConfigs,  // the typed config of an LB policy, see LoadBalancing
};

// Those that there are.
class Subjects {
 public:
  // In `reading`. `api`: null if no descriptors were given.
  Subjects(const Reading& reading, const Api* api);

  [[nodiscard]] bool Have(Subject subject) const {
    return (bits_ >> static_cast<unsigned>(subject) & 1) != 0;
  }

 private:
  void Put(Subject subject, bool is_there) {
    bits_ |= static_cast<uint32_t>(is_there) << static_cast<unsigned>(subject);
  }

  uint32_t bits_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_SUBJECT_H_
