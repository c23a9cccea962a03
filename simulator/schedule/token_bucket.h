// The tokens of retryThrottling (gRFC A6, Throttling Retry Attempts and Hedged RPCs), in the
// arithmetic of a client. Promise: the same tokens and decisions as the client's own code.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_TOKEN_BUCKET_H_
#define GRPCFG_SIMULATOR_SCHEDULE_TOKEN_BUCKET_H_

#include "schema/clients/call_traits.h"

namespace grpcfg {

// Of a retryThrottling, as the client goes on with it (see Tokens in
// schema/fields/service_config.h).
struct Throttling {
  double max_tokens = 0;
  double token_ratio = 0;
};

// Starts full.
class TokenBucket {
 public:
  TokenBucket(const Throttling& throttling, TokenArithmetic arithmetic);

  void AddFailure();
  void AddSuccess();

  // More than half of the tokens are there.
  [[nodiscard]] bool AllowsRetry() const { return tokens_ > threshold_; }

  [[nodiscard]] double tokens() const { return tokens_ / unit_; }

 private:
  bool is_inverted_;
  double unit_;  // of what is counted, in a token: 1,000 thousandths, or 1
  double max_;
  double threshold_;
  double ratio_;
  double tokens_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_TOKEN_BUCKET_H_
