#include "simulator/schedule/token_bucket.h"

#include <algorithm>
#include <cmath>

namespace grpcfg {
namespace {

constexpr double kThousand = 1000;

// Thousandths are kept in doubles, which hold them exactly; numbers that are counted in them
// already must not lose one to the rounding of a product.
double Cut(double thousandths) {
  constexpr double kRounding = 1e-6;
  return std::floor(thousandths + kRounding);
}

bool CountsThousandths(TokenArithmetic arithmetic) {
  return arithmetic == TokenArithmetic::kThousandths ||
         arithmetic == TokenArithmetic::kThousandthsOfFloat;
}

double Counted(double number, TokenArithmetic arithmetic) {
  if (arithmetic == TokenArithmetic::kDouble) return number;
  const bool is_rounded =
      arithmetic == TokenArithmetic::kDoubleRounded || arithmetic == TokenArithmetic::kInverted;
  const double thousandths = is_rounded ? std::round(number * kThousand) : Cut(number * kThousand);
  return CountsThousandths(arithmetic) ? thousandths : thousandths / kThousand;
}

}  // namespace

TokenBucket::TokenBucket(const Throttling& throttling, TokenArithmetic arithmetic)
    : is_inverted_(arithmetic == TokenArithmetic::kInverted),
      unit_(CountsThousandths(arithmetic) ? kThousand : 1),
      max_(Counted(throttling.max_tokens, arithmetic)),
      threshold_(unit_ == 1 ? max_ / 2 : std::floor(max_ / 2)),
      ratio_(Counted(throttling.token_ratio, arithmetic)),
      tokens_(max_) {}

// grpc-js 1.13.0 retrying-call.ts RetryThrottler: min where max is meant, and the other way round.
void TokenBucket::AddFailure() {
  tokens_ = is_inverted_ ? std::min(tokens_ - 1, 0.0) : std::max(tokens_ - unit_, 0.0);
}

// C-core may have a ratio below 0, see ParseCoreTokenRatio.
void TokenBucket::AddSuccess() {
  tokens_ = is_inverted_ ? std::max(tokens_ + ratio_, max_)
                         : std::clamp(tokens_ + ratio_, 0.0, std::max(max_, 0.0));
}

}  // namespace grpcfg
