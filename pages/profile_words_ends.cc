// What clients do when an attempt has ended, in words.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pages/profile_words.h"

namespace grpcfg {
namespace {

absl::string_view NameOf(RetryCheck check) {
  switch (check) {
    case RetryCheck::kCommitted:
      return "the call is committed";
    case RetryCheck::kPushback:
      return "the pushback says stop";
    case RetryCheck::kCode:
      return "the status code is not listed";
    case RetryCheck::kTokens:
      return "too few tokens";
    case RetryCheck::kAttempts:
      return "the attempts are used up";
  }
  return "";
}

// "256 KiB", "1 MiB": of whole ones.
std::string SizeOf(int64_t bytes) {
  constexpr int64_t kKibibyte = 1024;
  constexpr int64_t kMebibyte = 1024 * kKibibyte;
  return bytes % kMebibyte == 0 ? absl::StrCat(bytes / kMebibyte, " MiB")
                                : absl::StrCat(bytes / kKibibyte, " KiB");
}

}  // namespace

absl::string_view Describe(PushbackGrammar grammar) {
  switch (grammar) {
    case PushbackGrammar::kInt32Bare:
      return "an integer of 32 bits without a plus sign and leading zeros";
    case PushbackGrammar::kInt32:
      return "an integer of 32 bits";
    case PushbackGrammar::kInt32Spaced:
      return "an integer of 32 bits, spaces around it allowed";
    case PushbackGrammar::kInt64:
      return "an integer of 64 bits";
    case PushbackGrammar::kInt64Spaced:
      return "an integer of 64 bits, spaces around it allowed";
    case PushbackGrammar::kNumberAtStart:
      return "the integer with which the text starts";
  }
  return "";
}

std::string Describe(const RetryChecks& checks) {
  const auto append = [](std::string* out, RetryCheck check) {
    absl::StrAppend(out, NameOf(check));
  };
  return absl::StrJoin(checks, ", ", append);
}

absl::string_view Describe(UnsentRetry retry) {
  switch (retry) {
    case UnsentRetry::kUnlimited:
      return "sent again without a limit";
    case UnsentRetry::kUpTo1000:
      return "sent again up to 1000 times in a call, which then fails with INTERNAL";
    case UnsentRetry::kUpTo10000:
      return "sent again up to 10000 times in a call, which then fails with INTERNAL";
    case UnsentRetry::kAsRefused:
      return "like one that the server refused";
    case UnsentRetry::kByTransport:
      return "sent again up to 3 times by the HTTP layer, then a failure";
  }
  return "";
}

absl::string_view Describe(RefusedRetry retry) {
  switch (retry) {
    case RefusedRetry::kOncePerCall:
      return "sent again once in a call";
    case RefusedRetry::kFirstSent:
      return "sent again if it is the first that the call sends";
    case RefusedRetry::kUntilProcessed:
      return "sent again once in a call, if no attempt has failed before";
    case RefusedRetry::kByTransport:
      return "sent again up to 3 times by the HTTP layer, then a failure";
    case RefusedRetry::kNever:
      return "a failure";
  }
  return "";
}

std::string Describe(const RetryBuffer& buffer) {
  if (buffer.per_call == 0) return "left to the client";
  std::string words = absl::StrCat(SizeOf(buffer.per_call), " for each call");
  if (buffer.per_channel != 0) {
    absl::StrAppend(&words, ", ", SizeOf(buffer.per_channel), " for each channel");
  }
  absl::StrAppend(&words, "; other numbers with ", buffer.option);
  return words;
}

absl::string_view Describe(CommittedDebit debit) {
  switch (debit) {
    case CommittedDebit::kNone:
      return "takes none";
    case CommittedDebit::kAsOthers:
      return "takes one like any other";
    case CommittedDebit::kAsOthersIfKept:
      return "takes one like any other; a call whose first request is too large to be kept moves "
             "none";
  }
  return "";
}

absl::string_view Describe(HedgeDebit debit) {
  switch (debit) {
    case HedgeDebit::kListed:
      return "one that ends with a listed status code";
    case HedgeDebit::kListedOrStopped:
      return "one that ends with a listed status code, or whose pushback says stop";
    case HedgeDebit::kListedButLast:
      return "one that ends with a listed status code, but not the last one of the call";
  }
  return "";
}

absl::string_view Describe(RepeatedCount count) {
  switch (count) {
    case RepeatedCount::kOfAttempt:
      return "as before";
    case RepeatedCount::kOfLatest:
      return "that of the hedge that was sent last";
  }
  return "";
}

}  // namespace grpcfg
