#include "validator/compare/change_risk.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/json/json_writer.h"

namespace grpcfg {
namespace {

constexpr ChangeRisk kLow = ChangeRisk::kLow;
constexpr ChangeRisk kMedium = ChangeRisk::kMedium;
constexpr ChangeRisk kHigh = ChangeRisk::kHigh;

enum class Direction { kGrows, kShrinks, kAppears, kGoes, kOther };

struct Judgement {
  ChangeRisk risk = kLow;
  absl::string_view why = {};
};

// What it means that a value goes one way or the other; `attempts` speaks for `maxAttempts`.
struct RiskRow {
  absl::string_view what;
  Judgement grows;
  Judgement shrinks;
  Judgement appears;
  Judgement goes;
  Judgement other;
};

constexpr Judgement kLook = {kMedium};
constexpr Judgement kFine = {kLow};
constexpr Judgement kLoad = {kHigh, "if all attempts fail, each call makes more of them"};
constexpr Judgement kSlower = {kMedium, "calls that take longer now fail"};
constexpr Judgement kCrowd = {kMedium, "retries of many clients come closer together"};
constexpr Judgement kSooner = {kMedium, "retries come sooner"};

constexpr RiskRow kRows[] = {
    {"attempts", kLoad, kFine, kLoad, kFine, kLook},
    {"amplification.expected", kLoad, kFine, kLoad, kFine, kLook},
    {"callFails", {kMedium, "fewer calls succeed"}, kFine, kFine, kFine, kLook},
    {"lastAttempt.p99", kFine, kFine, kFine, kFine, kFine},
    {"lastAttempt.inTime", kFine, {kMedium, "the deadline cuts off attempts"}, kFine, kFine, kLook},
    {"peak", kCrowd, kFine, kFine, kFine, kCrowd},
    {"outage.load", {kHigh, "servers that are down get more"}, kFine, kLook, kFine, kLook},
    {"outage.wave", {kMedium, "servers that come back get more"}, kFine, kLook, kFine, kLook},
    {"outage.saved", kFine, {kMedium, "fewer calls outlive an outage"}, kFine, kLook, kLook},
    {"coverage", kLook, kLook, kFine, {kHigh, "these calls no longer get any settings"}, kLook},
    {"timeout",
     kFine,
     kSlower,
     {kMedium, "calls that take longer now fail"},
     {kMedium, "calls no longer have a deadline of their own"},
     kLook},
    {"waitForReady",
     kLook,
     kLook,
     kLook,
     kLook,
     {kMedium, "calls wait or fail while there is no connection"}},
    {"maxRequestMessageBytes", kFine, {kMedium, "larger requests now fail"}, kLook, kFine, kLook},
    {"maxResponseMessageBytes", kFine, {kMedium, "larger responses now fail"}, kLook, kFine, kLook},
    {"retryPolicy", kLook, kLook, kFine, {kMedium, "calls are no longer retried"}, kLook},
    {"retryPolicy.initialBackoff", kFine, kSooner, kLook, kLook, kLook},
    {"retryPolicy.maxBackoff", kFine, kSooner, kLook, kLook, kLook},
    {"retryPolicy.backoffMultiplier", kFine, kSooner, kLook, kLook, kLook},
    {"retryPolicy.maxAttempts", kFine, kFine, kFine, kFine, kFine},
    {"retryPolicy.retryableStatusCodes",
     {kMedium, "more failures are retried"},
     {kMedium, "some failures are no longer retried"},
     kLook,
     kLook,
     {kMedium, "other failures are retried"}},
    {"hedgingPolicy",
     kLook,
     kLook,
     {kHigh, "calls are sent several times, even if nothing fails"},
     {kMedium, "calls are no longer hedged"},
     kLook},
    {"hedgingPolicy.hedgingDelay", kFine, {kMedium, "hedges are sent sooner"}, kLook, kLook, kLook},
    {"hedgingPolicy.maxAttempts", kFine, kFine, kFine, kFine, kFine},
    {"retryThrottling", kLook, kLook, kFine, {kHigh, "nothing stops retries in an outage"}, kLook},
    {"retryThrottling.maxTokens",
     {kMedium, "retries stop later in an outage"},
     kFine,
     kFine,
     kLook,
     kLook},
    {"retryThrottling.tokenRatio",
     {kMedium, "retries begin again sooner after an outage"},
     kFine,
     kFine,
     kLook,
     kLook},
    {"", kLook, kLook, kLook, kLook, kLook},
};

// A number, or a duration in seconds.
std::optional<double> NumberOf(absl::string_view json) {
  if (json == "true" || json == "false") return std::nullopt;
  absl::ConsumePrefix(&json, "\"");
  absl::ConsumeSuffix(&json, "\"");
  absl::ConsumeSuffix(&json, "s");
  double number = 0;
  if (!absl::SimpleAtod(json, &number)) return std::nullopt;
  return number;
}

// The elements of a list of words, sorted.
std::vector<absl::string_view> WordsIn(absl::string_view json) {
  absl::ConsumePrefix(&json, "[");
  absl::ConsumeSuffix(&json, "]");
  std::vector<absl::string_view> words = absl::StrSplit(json, ',', absl::SkipWhitespace());
  for (absl::string_view& word : words) word = absl::StripAsciiWhitespace(word);
  std::sort(words.begin(), words.end());
  return words;
}

Direction DirectionOfLists(absl::string_view before, absl::string_view after) {
  const std::vector<absl::string_view> old_words = WordsIn(before);
  const std::vector<absl::string_view> new_words = WordsIn(after);
  const auto includes = [](const auto& all, const auto& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  if (includes(new_words, old_words)) return Direction::kGrows;
  return includes(old_words, new_words) ? Direction::kShrinks : Direction::kOther;
}

Direction DirectionOf(absl::string_view before, absl::string_view after) {
  const bool was_there = before != "null" && before != "false";
  const bool is_there = after != "null" && after != "false";
  if (was_there != is_there) return is_there ? Direction::kAppears : Direction::kGoes;
  const bool are_lists = absl::StartsWith(before, "[") && absl::StartsWith(after, "[");
  if (are_lists) return DirectionOfLists(before, after);
  const std::optional<double> old_number = NumberOf(before);
  const std::optional<double> new_number = NumberOf(after);
  if (!old_number || !new_number) return Direction::kOther;
  return *new_number > *old_number ? Direction::kGrows : Direction::kShrinks;
}

// By how bad they are.
constexpr std::array<Verdict, 4> kByGravity = {Verdict::kAccepts, Verdict::kIgnores,
                                               Verdict::kBreaksCalls, Verdict::kRejects};

// One that is not known counts as good as any.
size_t GravityOf(absl::string_view json) {
  const auto* const found =
      std::find_if(kByGravity.begin(), kByGravity.end(),
                   [&](Verdict verdict) { return json == QuotedVerdict(verdict); });
  return found == kByGravity.end() ? 0 : static_cast<size_t>(found - kByGravity.begin());
}

Judgement JudgeVerdict(absl::string_view before, absl::string_view after) {
  const size_t gravity = GravityOf(after);
  // Calls of a client that refused the config were at least made.
  const bool is_worse = gravity > GravityOf(before) || kByGravity[gravity] == Verdict::kBreaksCalls;
  if (!is_worse) return {kLow};
  switch (kByGravity[gravity]) {
    case Verdict::kRejects:
      return {kHigh, "the client now rejects the config"};
    case Verdict::kBreaksCalls:
      return {kHigh, "calls now fail or hang"};
    default:
      return {kMedium, "part of the config no longer has an effect"};
  }
}

// A load that grows by little is not a danger.
ChangeRisk RiskOfLoad(absl::string_view before, absl::string_view after) {
  constexpr double kLittle = 1.1;
  constexpr double kMuch = 1.5;
  const double from = NumberOf(before).value_or(0);
  const double to = NumberOf(after).value_or(0);
  if (from <= 0 || to > kMuch * from) return kHigh;
  return to > kLittle * from ? kMedium : kLow;
}

Judgement JudgementOf(absl::string_view what, absl::string_view before, absl::string_view after) {
  if (what == "verdict") return JudgeVerdict(before, after);
  const bool is_load = what == "amplification.expected" || what == "outage.load";
  if (is_load && DirectionOf(before, after) == Direction::kGrows) {
    const ChangeRisk risk = RiskOfLoad(before, after);
    if (risk == kLow) return kFine;
    return {risk,
            what == "outage.load" ? "servers that are down get more" : "calls make more attempts"};
  }
  const RiskRow& row = *std::find_if(std::begin(kRows), std::end(kRows) - 1,
                                     [&](const RiskRow& each) { return each.what == what; });
  switch (DirectionOf(before, after)) {
    case Direction::kGrows:
      return row.grows;
    case Direction::kShrinks:
      return row.shrinks;
    case Direction::kAppears:
      return row.appears;
    case Direction::kGoes:
      return row.goes;
    case Direction::kOther:
      return row.other;
  }
  return row.other;
}

}  // namespace

absl::string_view RiskName(ChangeRisk risk) {
  constexpr absl::string_view kNames[] = {"low", "medium", "high"};
  return kNames[static_cast<size_t>(risk)];
}

std::string QuotedVerdict(Verdict verdict) { return JsonString(VerdictName(verdict)); }

Change JudgedChange(std::string what, std::string before, std::string after) {
  const Judgement judgement = JudgementOf(what, before, after);
  return {std::move(what), std::move(before), std::move(after), judgement.risk, judgement.why};
}

}  // namespace grpcfg
