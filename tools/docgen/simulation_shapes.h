// The members of `grpcfg simulate --format json`. For output_shapes.cc only.
#ifndef GRPCFG_TOOLS_DOCGEN_SIMULATION_SHAPES_H_
#define GRPCFG_TOOLS_DOCGEN_SIMULATION_SHAPES_H_

#include "tools/docgen/output_shapes.h"

namespace grpcfg {

inline constexpr OutputMember kSimulation[] = {
    {"schedules", "[Schedule]", "By method, then by target."}};
inline constexpr OutputMember kSchedule[] = {
    {"name", "string", "Of the method, or of an algorithm."},
    {"target", "string", ""},
    {"rule", "string", "Of the jitter: `a6-2024`."},
    {"policy", "string", "Which policy the method has."},
    {"deadline", "number?", "In seconds, as all times; null without one."},
    {"deadline_range", "Spread", "Where the deadline differs from process to process.",
     Occurrence::kSometimes},
    {"attempts_max", "integer?", "Null where nothing is computed."},
    {"attempts", "[Attempt]", ""},
    {"amplification", "Amplification", "Attempts per call.", Occurrence::kSometimes},
    {"expected_attempts", "number", "With the given failure probability.", Occurrence::kSometimes},
    {"p_call_fails", "number", "Share of the calls.", Occurrence::kSometimes},
    {"p_deadline_exceeded", "number", "Share of the calls that the deadline ends.",
     Occurrence::kSometimes},
    {"total_wait", "Moments", "When the last attempt starts, whatever the deadline.",
     Occurrence::kSometimes},
    {"hedging", "Hedging", "Of hedges, with `--latency`.", Occurrence::kSometimes},
    {"herd", "Herd", "With `--clients`, where calls are retried.", Occurrence::kSometimes},
    {"outage", "Outage", "With `--outage`.", Occurrence::kSometimes},
    {"throttle", "Throttle", "Of retries, with `retryThrottling`.", Occurrence::kSometimes},
    {"layers", "[Layers]", "With `--layers`: of one layer, of two, and so on.",
     Occurrence::kSometimes},
    {"overload", "Overload", "With `--overload`.", Occurrence::kSometimes},
    {"trace", "Trace", "With `--trace`.", Occurrence::kSometimes},
    {"notes", "[string]", ""},
};
inline constexpr OutputMember kHerd[] = {
    {"clients", "number", "They fail at the same moment, and at every retry."},
    {"bin_s", "number", "As `--bin` says, unless that makes more than 10,000 bins."},
    {"attempts_per_bin", "[number]",
     "Retries of all, from 0 on; the last one has all that is later."},
    {"peak_per_s", "number?", "The highest rate of retries; null if all come at once."},
    {"time_of_peak_s", "number", "The first moment at which it is so high."},
    {"waves", "[Wave]", "Local maxima of the rate."},
    {"silences_s", "[[number]]", "Two times each, between which nobody retries."},
};
inline constexpr OutputMember kWave[] = {
    {"from_s", "number", "From when on the rate is so high."},
    {"to_s", "number", ""},
    {"rate_per_s", "number", ""},
};
inline constexpr OutputMember kSpread[] = {
    {"min", "number?", ""}, {"mean", "number?", ""}, {"max", "number?", "Null if it has no end."}};
inline constexpr OutputMember kMoments[] = {{"stddev", "number?", ""}};
inline constexpr OutputMember kStart[] = {
    {"p1", "number?", "1 % start before it."},
    {"p5", "number?", ""},
    {"p10", "number?", ""},
    {"p25", "number?", ""},
    {"p50", "number?", ""},
    {"p75", "number?", ""},
    {"p90", "number?", ""},
    {"p95", "number?", ""},
    {"p99", "number?", ""},
    {"p99.9", "number?", ""},
};
inline constexpr OutputMember kAttempt[] = {
    {"attempt", "integer", "From 1."},
    {"delay", "Spread", "Before it, after the one before has failed."},
    {"start", "Start", "Since the call began, if all attempts before it fail."},
    {"reached_by_deadline", "number", "Share of those that start before the deadline."},
};
inline constexpr OutputMember kAmplification[] = {
    {"worst", "number", "If every attempt fails and there is no deadline."},
    {"worst_by_deadline", "number", "The same with the deadline, as the text format says it."},
    {"expected", "number", "With the given failure probability and the deadline."},
};
inline constexpr OutputMember kHedging[] = {
    {"hedging_delay", "number", ""},
    {"p_send_attempt", "[number]", "Share of the calls that send each attempt."},
    {"success_only", "HedgedCalls", "Where every attempt succeeds."},
    {"total_outage", "HedgedOutage", "Where every attempt fails after a fixed latency.",
     Occurrence::kSometimes},
    {"with_failures", "HedgeSample", "Where some fail, if no exact value is known.",
     Occurrence::kSometimes},
};
inline constexpr OutputMember kHedgeSample[] = {
    {"method", "string", "`monte_carlo`."},
    {"samples", "integer", "Calls that were followed."},
    {"seed", "integer", ""},
    {"maxAttempts", "integer", ""},
    {"hedgingDelay", "number", ""},
    {"p_attempt_fails_non_fatally", "number", ""},
    {"expected_sends", "SampledMean", "Of a call."},
    {"p_call_fails", "SampledMean", ""},
    {"mean_time_to_result", "SampledMean", "A success, or the last failure."},
    {"p_result_after", "{SampledMean}", "Share of the calls that take longer, by the time."},
};
inline constexpr OutputMember kSampledMean[] = {{"value", "number", ""},
                                                {"se", "number", "Its standard error."}};
inline constexpr OutputMember kHedgedCalls[] = {
    {"p_send_attempt", "[number]", ""},
    {"expected_sends", "number", ""},
    {"extra_load", "number", "`expected_sends` above 1."},
    {"hedged", "ResultTime", "When the result is there."},
    {"unhedged", "ResultTime", "The same without hedges."},
};
inline constexpr OutputMember kResultTime[] = {
    {"mean", "number?", ""},
    {"p50", "number?", ""},
    {"p90", "number?", ""},
    {"p95", "number?", ""},
    {"p99", "number?", ""},
    {"p99.9", "number?", ""},
    {"0.5", "number?", "The same as `p50`, and so on, for older programs."},
    {"0.9", "number?", ""},
    {"0.95", "number?", ""},
    {"0.99", "number?", ""},
    {"0.999", "number?", ""},
};
inline constexpr OutputMember kHedgedOutage[] = {
    {"fail_latency", "number", ""},
    {"send_times_spec", "[number]", "Where a failure sends the next hedge.",
     Occurrence::kSometimes},
    {"call_fails_at_spec", "number", "", Occurrence::kSometimes},
    {"send_times_timer_only", "[number]", "Where only the delay does.", Occurrence::kSometimes},
    {"call_fails_at_timer_only", "number", "", Occurrence::kSometimes},
};
inline constexpr OutputMember kTrace[] = {
    {"steps", "[Step]", "Attempts in the order in which they end."},
    {"is_unfinished", "boolean", "The answers ended before the call did."},
    {"maxTokens", "number", "Of `retryThrottling`, as are those below.", Occurrence::kSometimes},
    {"tokenRatio", "number", "", Occurrence::kSometimes},
    {"outcomes", "string", "A letter per attempt: success or failure.", Occurrence::kSometimes},
    {"decisions_milli", "string", "For clients that count thousandths of tokens.",
     Occurrence::kSometimes},
    {"tokens_after_milli", "[number]", "", Occurrence::kSometimes},
    {"decisions_float64", "string", "For clients that count in floating point.",
     Occurrence::kSometimes},
    {"tokens_after_float64", "[number]", "", Occurrence::kSometimes},
};
inline constexpr OutputMember kStep[] = {
    {"call", "integer", "From 1."},
    {"attempt", "integer", "From 1."},
    {"is_transparent", "boolean", "A transparent retry, which does not count."},
    {"previous_rpc_attempts", "integer", "As the client tells the server."},
    {"sent", "Spread", ""},
    {"ended", "Spread", ""},
    {"response", "string", "As `--trace` gave it."},
    {"code", "integer?", "Number of the status code."},
    {"tokens", "number?", "Left afterwards."},
    {"is_throttled", "boolean", ""},
    {"decision", "string", "What the client does next."},
    {"delay", "Spread", "Before it does.", Occurrence::kSometimes},
    {"may_exceed_deadline", "boolean", ""},
};
inline constexpr OutputMember kOutage[] = {
    {"outage", "number", "How long it lasts."},
    {"call_rate", "number", "Calls per second of all clients."},
    {"p_fail_during", "number",
     "Of an attempt in it; later ones succeed. The mean over time, where it changes."},
    {"failure_curve", "[FailurePoint]", "How it changes: straight lines from point to point.",
     Occurrence::kSometimes},
    {"synchronized", "SynchronizedOutage", ""},
    {"totals", "OutageTotals", ""},
    {"poisson_load", "OutageLoad", ""},
};
inline constexpr OutputMember kFailurePoint[] = {
    {"t", "number", "Since the begin of the outage."},
    {"p", "number", "That an attempt that starts then fails."},
};
inline constexpr OutputMember kSynchronizedOutage[] = {
    {"outage", "number", ""},
    {"p_success_by_attempt", "{number}", "That it is the one that succeeds, from `2` on."},
    {"p_exhausted", "number", "No attempt succeeds."},
    {"expected_attempts", "number", ""},
    {"mean_wait_after_recovery_given_success", "number?",
     "From the end of the outage to a success after it; null if there is none."},
};
inline constexpr OutputMember kOutageTotals[] = {
    {"outage", "number", ""},
    {"attempts_during_outage", "number", "That start during it."},
    {"attempts_by_number_during_outage", "[number]", "First attempts, second ones, and so on."},
    {"retries_after_recovery", "number", "That start after it."},
    {"calls_failed", "number", ""},
    {"calls_saved_by_retries", "number", "Whose first attempt failed, and a retry succeeded."},
};
inline constexpr OutputMember kOutageLoad[] = {
    {"outage", "number", ""},
    {"p_fail_during", "number", ""},
    {"t", "[number]", "Since its begin."},
    {"attempts_per_call_rate", "[number]",
     "Attempts that start then, per call that does; with a `failure_curve` over a step about it."},
};
inline constexpr OutputMember kThrottle[] = {
    {"closed_forms", "ThrottleLimits", ""},
    {"serial_client_stationary", "ThrottleInTheLongRun",
     "With a failure probability between 0 and 1.", Occurrence::kSometimes},
    {"fleet_outage", "ThrottleSample",
     "With `--outage`, unless there are too many calls to follow.", Occurrence::kSometimes},
};
inline constexpr OutputMember kThrottleLimits[] = {
    {"maxTokens", "number", ""},
    {"tokenRatio", "number", "As the client uses it."},
    {"maxAttempts", "number", "Without those that start too late."},
    {"failure_fraction_threshold", "number", "Of attempts: above it tokens run out."},
    {"failures_until_retries_off", "number", "From a full bucket."},
    {"max_retries_sent_per_client_in_a_total_outage", "number", ""},
    {"retries_of_a_lone_failing_call", "number", "On a full bucket."},
    {"every_retry_possible_for_a_lone_call", "boolean", ""},
    {"any_retry_possible", "boolean", ""},
    {"successes_from_empty_until_above_half", "number?", "Null: never."},
    {"successes_from_empty_until_a_failure_is_retried", "number?", "Null: never."},
    {"steady_state_amplification_limit_at_threshold", "number", "Attempts per call."},
};
inline constexpr OutputMember kThrottleInTheLongRun[] = {
    {"maxTokens", "number", ""},
    {"tokenRatio", "number", ""},
    {"maxAttempts", "number", "Without those that start too late."},
    {"p", "number", "That an attempt fails."},
    {"attempts_per_call", "number", ""},
    {"attempts_per_call_without_throttle", "number", ""},
    {"fraction_of_wanted_retries_denied", "number", ""},
    {"p_call_fails", "number", ""},
    {"mean_tokens", "number", "Before an attempt."},
};
inline constexpr OutputMember kThrottleSample[] = {
    {"method", "string", "`monte_carlo`."},
    {"clients", "integer", "That were followed."},
    {"seed", "integer", ""},
    {"calls_per_second_per_client", "number", ""},
    {"outage", "number", ""},
    {"bin_edges", "[number]", "Since its begin."},
    {"attempts_per_client_per_bin", "[number]", ""},
    {"standard_error", "[number]", "Of each."},
    {"retries_per_client", "number", "Up to the last edge."},
    {"retries_per_client_se", "number", "Its standard error."},
    {"retries_per_client_during_outage", "number", ""},
    {"retries_per_client_during_outage_se", "number", ""},
    {"calls_saved_per_client", "number", "Whose first attempt failed, and a retry succeeded."},
    {"calls_saved_per_client_se", "number", ""},
};
inline constexpr OutputMember kLayers[] = {
    {"maxAttempts", "integer", "Of each layer, without those that start too late."},
    {"layers", "integer", ""},
    {"worst_case", "number", "Attempts at the server per call at the top, if all fail."},
    {"expected_independent", "{number}",
     "The mean, by the probability that an attempt fails, such as `0.1`."},
    {"top_level_failure", "{number}", "Probability that the call at the top fails."},
};
inline constexpr OutputMember kOverload[] = {
    {"maxAttempts", "integer", "Without those that start too late."},
    {"offered_calls_over_capacity", "number", ""},
    {"p_attempt_fails", "number", ""},
    {"attempts_per_call", "number", ""},
    {"attempts_over_capacity", "number", ""},
    {"p_call_fails", "number", ""},
    {"metastable_from", "number",
     "Calls over the capacity from which on an outage would sustain itself by retries, if a failed "
     "attempt cost as much as one that succeeds."},
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_SIMULATION_SHAPES_H_
