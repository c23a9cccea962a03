#include "simulator/schedule/trace.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "schema/fields/duration.h"
#include "simulator/schedule/pushback.h"
#include "simulator/schedule/trace_channel.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kItems =
    "write a status code such as `UNAVAILABLE` or `14`, `pushback:50ms`, `headers`, `over-buffer`, "
    "`not-sent`, `refused` or `silent`";

// A message quotes so much of what the user wrote.
constexpr size_t kMostQuoted = 60;

std::string Quoted(absl::string_view text) {
  const bool is_long = text.size() > kMostQuoted;
  return absl::StrCat("`", absl::CHexEscape(text.substr(0, kMostQuoted)), is_long ? "..." : "",
                      "`");
}

// `50ms`, `1.5s`, `5m`; empty for any other text.
std::optional<double> ParseSeconds(absl::string_view text) {
  absl::Duration duration;
  const bool has_unit =
      !text.empty() && absl::ascii_isdigit(text.front()) && absl::ascii_isalpha(text.back());
  if (!has_unit || !absl::ParseDuration(text, &duration)) return std::nullopt;
  const double seconds = absl::ToDoubleSeconds(duration);
  return seconds <= static_cast<double>(kMaxDurationSeconds) ? std::optional(seconds)
                                                             : std::nullopt;
}

std::optional<int> ParseCode(absl::string_view text) {
  int number = 0;
  if (absl::SimpleAtoi(text, &number)) {
    const bool is_code = number >= 0 && number <= kMaxStatusCode;
    return is_code ? std::optional<int>(number) : std::nullopt;
  }
  return FindStatusCode(text, LetterCase::kIgnored);
}

// The trailer's text for what follows `pushback:`.
absl::StatusOr<std::string> PushbackText(absl::string_view text) {
  const std::optional<double> seconds = ParseSeconds(text);
  if (!seconds) return std::string(text);
  const std::optional<double> ms = WholeMsOf(*seconds);
  if (!ms) {
    return absl::InvalidArgumentError(
        "a pushback has whole milliseconds; write it without a unit "
        "to send it as it is");
  }
  return absl::StrCat(static_cast<int64_t>(*ms));
}

// False: it is there twice, or is another fate beside one.
absl::StatusOr<bool> AddItem(absl::string_view item, Response& response) {
  constexpr absl::string_view kPushback = "pushback:";
  constexpr std::pair<absl::string_view, Fate> kFates[] = {
      {"not-sent", Fate::kNotSent}, {"refused", Fate::kRefused}, {"silent", Fate::kSilent}};
  for (const auto& [name, fate] : kFates) {
    if (!absl::EqualsIgnoreCase(item, name)) continue;
    return std::exchange(response.fate, fate) == Fate::kAnswered;
  }
  if (absl::EqualsIgnoreCase(item, "headers")) return !std::exchange(response.headers, true);
  if (absl::EqualsIgnoreCase(item, "over-buffer")) {
    return !std::exchange(response.over_buffer, true);
  }
  if (absl::StartsWithIgnoreCase(item, kPushback)) {
    absl::StatusOr<std::string> text = PushbackText(item.substr(kPushback.size()));
    if (!text.ok()) return text.status();
    return !std::exchange(response.pushback, *std::move(text)).has_value();
  }
  const std::optional<int> code = ParseCode(item);
  if (!code) return absl::InvalidArgumentError(std::string(kItems));
  return !std::exchange(response.code, code).has_value();
}

// What no server can do; empty if all of it fits together.
absl::string_view Contradiction(const Response& response) {
  const bool is_ok = response.code == 0;
  if (response.fate == Fate::kAnswered) {
    return is_ok && response.pushback ? "OK takes no pushback" : "";
  }
  if (response.fate == Fate::kNotSent && response.over_buffer) {
    return "an attempt that is not sent does not fill the buffer; remove one of them";
  }
  const bool is_silent = response.fate == Fate::kSilent;
  const bool has_end = is_silent ? response.code || response.latency : is_ok;
  if (!response.headers && !response.pushback && !has_end) return "";
  if (is_silent) return "a silent server gives no answer; remove `silent`";
  return response.fate == Fate::kNotSent
             ? "an attempt that is not sent has no answer; remove `not-sent`"
             : "a refused attempt has no other answer; remove `refused`";
}

// Cut at each `+` but a sign: in `pushback:+5` it is one.
std::vector<absl::string_view> SplitItems(absl::string_view items) {
  std::vector<absl::string_view> parts;
  size_t begin = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    const bool is_sign =
        i > 0 && items[i - 1] == ':' && i + 1 < items.size() && absl::ascii_isdigit(items[i + 1]);
    if (items[i] != '+' || is_sign) continue;
    parts.push_back(items.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(items.substr(begin));
  return parts;
}

absl::Status AddItems(absl::string_view items, Response& response) {
  for (const absl::string_view raw : SplitItems(items)) {
    const absl::string_view item = absl::StripAsciiWhitespace(raw);
    const absl::StatusOr<bool> is_new = AddItem(item, response);
    if (!is_new.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(Quoted(item), " is not a response; ", is_new.status().message()));
    }
    if (!*is_new) {
      return absl::InvalidArgumentError(
          absl::StrCat(Quoted(item), " is one too many in ", Quoted(items),
                       "; put a comma between the answers to two attempts"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Response> ParseResponse(absl::string_view text) {
  Response response = {.text = std::string(text)};
  const size_t at = text.rfind('@');
  if (at != absl::string_view::npos) {
    const absl::string_view latency = absl::StripAsciiWhitespace(text.substr(at + 1));
    response.latency = ParseSeconds(latency);
    if (!response.latency) {
      return absl::InvalidArgumentError(
          absl::StrCat(Quoted(latency), " in ", Quoted(text),
                       " is not a time; write one such as `200ms` or `1.5s`"));
    }
  }
  const absl::Status added = AddItems(text.substr(0, at), response);
  if (!added.ok()) return added;
  const absl::string_view contradiction = Contradiction(response);
  if (contradiction.empty()) return response;
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(text), " contradicts itself: ", contradiction));
}

}  // namespace

absl::StatusOr<std::vector<Response>> ParseResponses(absl::string_view list) {
  std::vector<Response> responses;
  for (const absl::string_view raw : absl::StrSplit(list, ',')) {
    if (responses.size() == kMaxResponses) {
      return absl::InvalidArgumentError(
          absl::StrCat("more than ", kMaxResponses, " responses; trace fewer of them"));
    }
    absl::StatusOr<Response> response = ParseResponse(absl::StripAsciiWhitespace(raw));
    if (!response.ok()) return response.status();
    responses.push_back(*std::move(response));
  }
  return responses;
}

namespace {

// In the order of Decision.
constexpr std::array<absl::string_view, 21> kNames = {
    "retry",          "retry-at-pushback", "transparent-retry",
    "hedge-at-once",  "hedge-at-delay",    "hedge-at-pushback",
    "others-go-on",   "no-more-hedges",    "cancelled",
    "success",        "no-policy",         "fatal",
    "committed",      "pushback-stops",    "throttled",
    "throttled-open", "attempts-used-up",  "transparent-retries-used-up",
    "retry-lost",     "deadline",          "no-answer",
};
static_assert(kNames.size() == static_cast<size_t>(Decision::kNoAnswer) + 1);

}  // namespace

TimeRange DeadlineRange(double latest, double spread) {
  const double immediate = std::clamp(spread - latest, 0.0, spread);  // of the spread
  const double in_time = spread - immediate;
  const double last = std::max(0.0, latest);
  const double mean = spread > 0 ? (last - in_time / 2) * in_time / spread : last;
  return {std::max(0.0, latest - spread), mean, last};
}

absl::string_view NameOf(Decision decision) { return kNames[static_cast<size_t>(decision)]; }

bool EndsCall(Decision decision) { return decision >= Decision::kSuccess; }

Trace TraceOf(const CallPolicy& policy, const CallReading& client,
              absl::Span<const Response> responses, const TraceSetting& setting) {
  Trace trace;
  const Support support = policy.hedging ? client.hedging : client.retries;
  const CallPolicy in_force = support == Support::kFull ? policy : CallPolicy();
  TraceChannel channel(in_force, client, responses, setting);
  for (size_t call = 1; channel.HasResponse(); ++call) {
    const size_t first = trace.steps.size();
    const bool is_finished = in_force.hedging ? TraceHedgedCall(channel, trace.steps)
                                              : TraceRetriedCall(channel, trace.steps);
    for (size_t step = first; step < trace.steps.size(); ++step) trace.steps[step].call = call;
    trace.is_unfinished = !is_finished;
  }
  return trace;
}

std::vector<const Step*> TokenSteps(const Trace& trace) {
  std::vector<const Step*> touching;
  for (const Step& step : trace.steps) {
    if (step.token_use != TokenUse::kNone) touching.push_back(&step);
  }
  std::stable_sort(touching.begin(), touching.end(), [](const Step* a, const Step* b) {
    return std::tie(a->call, a->ended.mean) < std::tie(b->call, b->ended.mean);
  });
  return touching;
}

std::string TokenLetters(const Trace& trace) {
  std::string letters;
  for (const Step* const step : TokenSteps(trace)) {
    const char of_failure = step->is_throttled ? 'x' : 'R';
    letters.push_back(step->token_use == TokenUse::kCredit ? '.' : of_failure);
  }
  return letters;
}

}  // namespace grpcfg
