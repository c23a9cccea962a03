#include "schema/clients/call_traits.h"

#include "schema/clients/profile.h"

namespace grpcfg {

CallReading CallTraits::At(const Release& release) const {
  return {.retries = retries.At(release).value,
          .jitter = jitter.At(release).value,
          .first_delay = first_delay.At(release).value,
          .delay_step = delay_step.At(release).value,
          .after_pushback = after_pushback.At(release).value,
          .pushback_grammar = ends.pushback_grammar.At(release).value,
          .malformed_pushback = malformed_pushback.At(release).value,
          .zero_delay = zero_delay.At(release).value,
          .pushback_codes = pushback_codes.At(release).value,
          .retry_checks = ends.retry_checks.At(release).value,
          .unsent_retry = ends.unsent_retry.At(release).value,
          .refused_retry = ends.refused_retry.At(release).value,
          .retry_buffer = ends.retry_buffer.At(release).value,
          .attempt_limit = attempt_limit.At(release).value,
          .tokens = tokens.At(release).value,
          .token_credit = token_credit.At(release).value,
          .token_debit = token_debit.At(release).value,
          .committed_debit = ends.committed_debit.At(release).value,
          .throttle_check = throttle_check.At(release).value,
          .throttle_scope = throttle_scope.At(release).value,
          .default_throttling = default_throttling.At(release).value,
          .hedging = hedging.At(release).value,
          .hedge_throttling = hedge_throttling.At(release).value,
          .hedge_debit = ends.hedge_debit.At(release).value,
          .repeated_count = ends.repeated_count.At(release).value,
          .hedge_after_failure = hedge_after_failure.At(release).value,
          .hedge_after_pushback = hedge_after_pushback.At(release).value,
          .hedge_after_stop = hedge_after_stop.At(release).value,
          .wait_for_ready = wait_for_ready.At(release).value,
          .timeout_clock = timeout_clock.At(release).value,
          .txt_lookup = txt_lookup.At(release).value,
          .txt_name = txt_name.At(release).value,
          .txt_records = txt_records.At(release).value};
}

}  // namespace grpcfg
