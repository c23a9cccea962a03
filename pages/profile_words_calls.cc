// What clients do with a call, in words.
#include "absl/strings/str_cat.h"
#include "pages/profile_words.h"

namespace grpcfg {

absl::string_view Describe(Support support) {
  switch (support) {
    case Support::kNone:
      return "none: the policy has no effect";
    case Support::kFull:
      return "as the policy says";
  }
  return "";
}

std::string Describe(const Jitter& jitter) {
  std::string words =
      absl::StrCat("the backoff times any number from ", jitter.low, " to ", jitter.high);
  if (!jitter.on_first) absl::StrAppend(&words, "; the first delay is the backoff itself");
  return words;
}

absl::string_view Describe(FirstDelay delay) {
  switch (delay) {
    case FirstDelay::kUncapped:
      return "of `initialBackoff`, even if `maxBackoff` is less";
    case FirstDelay::kCapped:
      return "of `initialBackoff` or `maxBackoff`, whichever is less";
  }
  return "";
}

absl::string_view Describe(DelayStep step) {
  switch (step) {
    case DelayStep::kReal:
      return "real numbers";
    case DelayStep::kNanosecondsAtEnd:
      return "whole nanoseconds, the rest is cut off";
    case DelayStep::kNanosecondsEachStep:
      return "whole nanoseconds, the rest is cut off after each multiplication";
    case DelayStep::kMillisecondsEachStep:
      return "whole milliseconds, the rest is cut off after each multiplication";
    case DelayStep::kMillisecondsOfTimer:
      return "whole milliseconds from 1 to 2147483647, which is 24.8 days; a longer one is 1 ms";
    case DelayStep::kRoundedMilliseconds:
      return "rounded to whole milliseconds before the jitter";
    case DelayStep::kRoundedMillisecondsBelow:
      return "whole milliseconds: the backoff is rounded, and the delay is a number below it";
  }
  return "";
}

absl::string_view Describe(AfterPushback after) {
  switch (after) {
    case AfterPushback::kStartsOver:
      return "starts over at `initialBackoff`";
    case AfterPushback::kGoesOnFromThere:
      return "the delay that the server asked for, times `backoffMultiplier`: after 0 always 0";
  }
  return "";
}

absl::string_view Describe(MalformedPushback pushback) {
  switch (pushback) {
    case MalformedPushback::kStops:
      return "means no retry, like a negative one";
    case MalformedPushback::kRetriesAtOnce:
      return "means a retry after 1 ms; a negative one means none";
    case MalformedPushback::kFailsAttempt:
      return "fails the attempt with INTERNAL; a negative one means no retry";
    case MalformedPushback::kFailsAndStops:
      return "fails the attempt with INTERNAL, without a retry; a negative one means no retry";
  }
  return "";
}

absl::string_view Describe(ZeroDelay delay) {
  switch (delay) {
    case ZeroDelay::kAtOnce:
      return "sent at once";
    case ZeroDelay::kHangs:
      return "never sent, and the call never ends, not even at its deadline";
  }
  return "";
}

absl::string_view Describe(PushbackCodes codes) {
  switch (codes) {
    case PushbackCodes::kListed:
      return "leads to a retry with a listed status code only";
    case PushbackCodes::kEvery:
      return "leads to a retry with any status code";
  }
  return "";
}

std::string Describe(const AttemptLimit& limit) {
  return absl::StrCat(limit.limit,
                      limit.option.empty() ? ", and nothing changes it" : "; another number with ",
                      limit.option);
}

absl::string_view Describe(TokenArithmetic tokens) {
  switch (tokens) {
    case TokenArithmetic::kThousandths:
      return "thousandths, further decimals are cut off";
    case TokenArithmetic::kThousandthsOfFloat:
      return "thousandths, cut from a float: of 0.251 it keeps 250";
    case TokenArithmetic::kDouble:
      return "floating point, with all decimals";
    case TokenArithmetic::kDoubleRounded:
      return "floating point; the numbers of the config are rounded to three decimals";
    case TokenArithmetic::kDoubleCut:
      return "floating point; `tokenRatio` is cut to three decimals";
    case TokenArithmetic::kInverted:
      return "inverted: one failure takes all tokens, one success brings them all back";
  }
  return "";
}

absl::string_view Describe(TokenCredit credit) {
  switch (credit) {
    case TokenCredit::kEveryCall:
      return "every call that ends with OK";
    case TokenCredit::kPolicyCalls:
      return "calls that end with OK, of methods with a policy";
    case TokenCredit::kHeaders:
      return "every call whose response headers arrive, however it ends";
  }
  return "";
}

absl::string_view Describe(TokenDebit debit) {
  switch (debit) {
    case TokenDebit::kListed:
      return "an attempt that ends with a listed status code";
    case TokenDebit::kStopped:
      return "an attempt that ends with a listed status code, or whose pushback says stop";
    case TokenDebit::kStoppedOfEvery:
      return "an attempt that ends with a listed status code, or whose pushback says stop, "
             "even of a method without a policy";
  }
  return "";
}

absl::string_view Describe(ThrottleCheck check) {
  switch (check) {
    case ThrottleCheck::kAtFailure:
      return "when an attempt fails that takes a token";
    case ThrottleCheck::kAtEveryFailure:
      return "when an attempt fails, even one that takes no token";
    case ThrottleCheck::kAfterDelay:
      return "when the delay is over, so that a call without a retry has waited for it in vain";
    case ThrottleCheck::kAfterDelayHanging:
      return "when the delay is over; a call that then gets no retry never ends";
  }
  return "";
}

absl::string_view Describe(ThrottleScope scope) {
  switch (scope) {
    case ThrottleScope::kServerName:
      return "one count for each server name";
    case ThrottleScope::kServerNameRescaled:
      return "one count for all channels of the process to a server; a new config keeps the share";
    case ThrottleScope::kChannelRescaled:
      return "one count for each channel; a new config keeps the share";
    case ThrottleScope::kChannelRefilled:
      return "one count for each channel; another config fills it";
    case ThrottleScope::kChannelAlwaysRefilled:
      return "one count for each channel; every answer of the resolver fills it";
    case ThrottleScope::kChannelFixed:
      return "one count for each channel, whose config never changes";
  }
  return "";
}

absl::string_view Describe(DefaultThrottling throttling) {
  switch (throttling) {
    case DefaultThrottling::kApplied:
      return "applied";
    case DefaultThrottling::kIgnored:
      return "ignored: only a config from the resolver throttles";
  }
  return "";
}

absl::string_view Describe(HedgeThrottling throttling) {
  switch (throttling) {
    case HedgeThrottling::kNoMore:
      return "no more hedges are sent; those under way go on";
    case HedgeThrottling::kFailureCounts:
      return "an attempt that fails ends the call, and those under way are cancelled";
    case HedgeThrottling::kNever:
      return "hedges are sent all the same";
  }
  return "";
}

absl::string_view Describe(HedgeAfterFailure after) {
  switch (after) {
    case HedgeAfterFailure::kAtOnce:
      return "sent at once";
    case HedgeAfterFailure::kAfterDelay:
      return "sent when `hedgingDelay` is over";
  }
  return "";
}

absl::string_view Describe(HedgeAfterPushback after) {
  switch (after) {
    case HedgeAfterPushback::kAsAsked:
      return "sent when the server asks for it";
    case HedgeAfterPushback::kAsAskedBesideTimer:
      return "sent when the server asks for it, and another one when `hedgingDelay` is over";
    case HedgeAfterPushback::kAtOnce:
      return "sent at once";
  }
  return "";
}

absl::string_view Describe(HedgeAfterStop after) {
  switch (after) {
    case HedgeAfterStop::kNoMore:
      return "no more are sent; those under way go on";
    case HedgeAfterStop::kFailureCounts:
      return "the attempt ends the call, and those under way are cancelled";
    case HedgeAfterStop::kAtOnce:
      return "sent at once";
  }
  return "";
}

absl::string_view Describe(WaitForReadyChoice choice) {
  switch (choice) {
    case WaitForReadyChoice::kCallWins:
      return "that of the call wins";
    case WaitForReadyChoice::kConfigWins:
      return "that of the config wins";
    case WaitForReadyChoice::kNotApplied:
      return "that of the call; the config's is not applied";
  }
  return "";
}

absl::string_view Describe(TimeoutClock clock) {
  switch (clock) {
    case TimeoutClock::kCall:
      return "is counted from the call";
    case TimeoutClock::kSecondBefore:
      return "is counted from 1 to 2 s before the call, so that one of 1s or less ends every call";
  }
  return "";
}

std::string Describe(const TxtLookup& lookup) {
  switch (lookup.by_default) {
    case TxtLookup::Default::kUnsaid:
      return "left to the client";
    case TxtLookup::Default::kOn:
      return absl::StrCat("asked for",
                          lookup.option.empty() ? ", and nothing stops it" : "; not with ",
                          lookup.option);
    case TxtLookup::Default::kOff:
      return absl::StrCat("not asked for; only with ", lookup.option);
    case TxtLookup::Default::kNever:
      return "never asked for";
  }
  return "";
}

absl::string_view Describe(TxtName name) {
  switch (name) {
    case TxtName::kPrefixed:
      return "`_grpc_config.` and the host";
    case TxtName::kHost:
      return "the host itself, without `_grpc_config.`";
  }
  return "";
}

absl::string_view Describe(TxtRecords records) {
  switch (records) {
    case TxtRecords::kUnsaid:
      return "nothing is said of several";
    case TxtRecords::kFirstWithAttribute:
      return "the first that starts with `grpc_config=`";
    case TxtRecords::kAllAsOneText:
      return "all together as one text, which must start with `grpc_config=`";
    case TxtRecords::kAllLists:
      return "all that start with `grpc_config=`, their lists one behind the other";
  }
  return "";
}

}  // namespace grpcfg
