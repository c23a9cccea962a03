#include "rules/attempts.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "rules/policies_in_force.h"
#include "schema/clients/nominal_backoff.h"
#include "schema/fields/duration.h"

namespace grpcfg {
namespace {

// False if the policy lacks what its delays are made of.
bool HasDelays(const RetryPolicy& retry) {
  return retry.initial_backoff.value && retry.max_backoff.value && retry.backoff_multiplier.value &&
         retry.max_attempts.value;
}

}  // namespace

std::string SpellSeconds(double seconds) {
  constexpr double kThreeDigits = 1000;
  if (seconds >= kThreeDigits) return absl::StrFormat("%.0fs", seconds);
  return absl::StrFormat("%.3gs", seconds);
}

int64_t AttemptsOf(const RetryPolicy& retry) {
  const auto& codes = retry.retryable_status_codes.value;
  const bool is_whole = HasDelays(retry) && codes && !codes->empty();
  return is_whole ? AttemptsOf(retry.max_attempts) : 1;
}

int64_t AttemptsOf(const MethodConfig& method) {
  if (method->retry_policy != nullptr) return AttemptsOf(*method->retry_policy);
  if (method->hedging_policy != nullptr) return AttemptsOf(method->hedging_policy->max_attempts);
  return 1;
}

Starts NominalStarts(const RetryPolicy& retry) {
  if (!HasDelays(retry)) return {};
  const NominalBackoff backoff = {SecondsOf(*retry.initial_backoff.value),
                                  SecondsOf(*retry.max_backoff.value),
                                  *retry.backoff_multiplier.value};
  Starts starts = {0};
  for (size_t n = 0; static_cast<int64_t>(n) + 1 < AttemptsOf(retry.max_attempts); ++n) {
    starts.push_back(starts.back() + (n == 0 ? backoff.initial : backoff.At(n)));
  }
  return starts;
}

bool MakesAttempts(const ProfileAt& profile) {
  return !profile.profile().calls.retries.At(profile.release()).evidence.empty();
}

bool DrawsAround(const ProfileAt& profile) {
  return MakesAttempts(profile) && profile.calls.jitter.low > 0;
}

bool Hedges(const ProfileAt& profile) {
  return MakesAttempts(profile) && profile.calls.hedging == Support::kFull;
}

bool HasVanishingDelay(const RetryPolicy& retry) {
  constexpr double kNanosecond = 1e-9;
  const bool is_whole =
      retry.max_attempts.value && retry.initial_backoff.value && retry.backoff_multiplier.value;
  if (!is_whole) return false;
  const auto steps = static_cast<double>(AttemptsOf(retry.max_attempts) - 2);
  const double initial = SecondsOf(*retry.initial_backoff.value);
  return initial >= kNanosecond &&
         initial * std::pow(*retry.backoff_multiplier.value, steps) < kNanosecond;
}

bool Pulses(const RetryPolicy& retry) {
  // With a shorter backoff the first retries of clients that failed together lie within 10 ms:
  // 1,000 clients make 100,000 attempts per second.
  constexpr double kShortestBackoff = 0.025;
  if (!retry.initial_backoff.value) return false;
  const double initial = SecondsOf(*retry.initial_backoff.value);
  // One of 0 is another rule's: see retry-backoff-not-positive.
  if (initial >= kShortestBackoff || initial <= 0) return false;
  // Only a server that is gone fails all its clients at the same moment.
  return HasCodeAmong(retry.retryable_status_codes, {"UNAVAILABLE"});
}

bool HasZeroDelay(const RetryPolicy& retry) {
  constexpr double kRounding = 1e-6;
  const auto whole_ms = [](double ms) { return std::floor(ms + kRounding); };
  if (!HasDelays(retry)) return false;
  const NominalBackoff backoff = {whole_ms(SecondsOf(*retry.initial_backoff.value) * kMsPerSecond),
                                  whole_ms(SecondsOf(*retry.max_backoff.value) * kMsPerSecond),
                                  *retry.backoff_multiplier.value};
  double ms = std::min(backoff.initial, backoff.max);
  for (int64_t n = 1; n < AttemptsOf(retry.max_attempts); ++n) {
    if (whole_ms(ms * kShortestDelay) < 1) return true;
    ms = whole_ms(backoff.After(ms));
  }
  return false;
}

}  // namespace grpcfg
