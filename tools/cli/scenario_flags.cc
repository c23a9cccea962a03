#include "tools/cli/scenario_flags.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "simulator/schedule/pushback.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/workspace/system_error.h"
#include "validator/engine/nearest_names.h"

namespace grpcfg {
namespace {

constexpr size_t kMostPoints = 32;
constexpr double kLongest = 1e9;  // s

absl::Status CurveError(absl::string_view text, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("--outage got ", QuotePath(text), ", ", what,
                                                 "; write points TIME:P such as 0s:1,20s:1,40s:0, "
                                                 "where P is the share of attempts that fail"));
}

// Of `text`, a point of which is `item`.
absl::StatusOr<FailurePoint> ParsePoint(absl::string_view text, absl::string_view item) {
  const auto error = [&](absl::string_view part, absl::string_view what) {
    return CurveError(text, absl::StrCat("where ", QuotePath(part), " is not a ", what));
  };
  const std::vector<absl::string_view> parts = absl::StrSplit(item, ':');
  if (parts.size() != 2) return error(item, "point");
  const absl::StatusOr<double> time = ParseSeconds("--outage", parts[0]);
  if (!time.ok()) return error(parts[0], "time such as 20s");
  const absl::StatusOr<double> probability = ParseProbability("--outage", parts[1]);
  if (!probability.ok()) return error(parts[1], "number from 0 to 1");
  return FailurePoint{.time = *time, .probability = *probability};
}

absl::StatusOr<OutageRequest> ParseCurve(absl::string_view text) {
  std::vector<FailurePoint> points;
  for (const absl::string_view item : absl::StrSplit(text, ',')) {
    const absl::StatusOr<FailurePoint> point = ParsePoint(text, item);
    if (!point.ok()) return point.status();
    if (points.empty() && point->time > 0) return CurveError(text, "which does not start at 0s");
    if (!points.empty() && point->time < points.back().time) {
      return CurveError(text, "whose times go back");
    }
    points.push_back(*point);
  }
  if (points.size() > kMostPoints) return CurveError(text, "which has more than 32 points");
  if (points.back().time <= 0) return CurveError(text, "which has no length");
  if (points.back().time > kLongest) return CurveError(text, "which is longer than 30 years");
  FailureCurve failures(std::move(points));
  if (failures.IntegralTo(failures.end()) <= 0) return CurveError(text, "in which nothing fails");
  const double length = failures.end();
  return OutageRequest{.length = length, .failures = std::move(failures)};
}

}  // namespace

void AddOutageFlag(Command& command, std::optional<std::string>& outage) {
  command
      .AddFlag("--outage", outage,
               "Simulate an outage of length D, or a failure rate that changes linearly between "
               "TIME:P points")
      .ValueName("D|TIME:P,...");
}

absl::StatusOr<OutageRequest> ParseOutage(absl::string_view text) {
  if (text.find_first_of(":,") != absl::string_view::npos) return ParseCurve(text);
  const absl::StatusOr<double> length = ParseSeconds("--outage", text);
  if (!length.ok()) return length.status();
  if (*length <= 0) return absl::InvalidArgumentError("--outage must be above 0");
  return OutageRequest{.length = *length};
}

namespace {

constexpr double kMostSigma = 10;  // of a lognormal latency

absl::StatusOr<double> ParseDeadline(absl::string_view text) {
  return ParseSeconds("--deadline", text);
}

absl::StatusOr<double> ParseFailureProbability(absl::string_view text) {
  return ParseProbability("--failure-probability", text);
}

// A time, or an exponential one.
absl::StatusOr<Latency> ParseLatency(absl::string_view flag, absl::string_view text) {
  const bool is_exponential = absl::ConsumePrefix(&text, "exp:");
  const absl::StatusOr<double> seconds = ParseSeconds(flag, text);
  if (!seconds.ok()) return seconds.status();
  return is_exponential ? Latency{0, *seconds} : Latency{*seconds, 0};
}

absl::Status LawError(absl::string_view flag, absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(
      flag, " got ", QuotePath(text), "; write lognormal:50ms:1 with the median and a sigma up to ",
      kMostSigma, ", or mixture:0.02:20ms:1s with the share of slow attempts and both means"));
}

// `lognormal:50ms:1`.
absl::StatusOr<LatencyLaw> ParseLognormal(absl::string_view flag, absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ':');
  double sigma = 0;
  const bool is_sigma = parts.size() == 3 && absl::SimpleAtod(parts[2], &sigma) && sigma > 0;
  if (!is_sigma || sigma > kMostSigma) return LawError(flag, text);
  const absl::StatusOr<double> median = ParseSeconds(flag, parts[1]);
  if (!median.ok()) return median.status();
  if (*median <= 0) return LawError(flag, text);
  return LatencyLaw({{.median = *median, .sigma = sigma}});
}

// `mixture:0.02:20ms:1s`.
absl::StatusOr<LatencyLaw> ParseMixture(absl::string_view flag, absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ':');
  double share = 0;
  const bool is_share = parts.size() == 4 && absl::SimpleAtod(parts[1], &share) && share >= 0;
  if (!is_share || share > 1) return LawError(flag, text);
  const absl::StatusOr<double> fast = ParseSeconds(flag, parts[2]);
  const absl::StatusOr<double> slow = ParseSeconds(flag, parts[3]);
  if (!fast.ok()) return fast.status();
  if (!slow.ok()) return slow.status();
  return LatencyLaw(
      {{.share = 1 - share, .latency = {0, *fast}}, {.share = share, .latency = {0, *slow}}});
}

bool IsLaw(absl::string_view text) {
  return absl::StartsWith(text, "lognormal:") || absl::StartsWith(text, "mixture:");
}

absl::StatusOr<LatencyLaw> ParseAnyLaw(absl::string_view flag, absl::string_view text) {
  if (absl::StartsWith(text, "lognormal:")) return ParseLognormal(flag, text);
  if (absl::StartsWith(text, "mixture:")) return ParseMixture(flag, text);
  const absl::StatusOr<Latency> latency = ParseLatency(flag, text);
  if (!latency.ok()) return latency.status();
  return LatencyLaw({{.latency = *latency}});
}

// --latency and --failure-latency. Laws without closed forms are of hedges.
absl::Status SetLatency(const ScenarioFlags& flags, SimulationRequest& request) {
  if (!flags.latency) {
    return flags.failure_latency ? absl::InvalidArgumentError("--failure-latency needs a --latency")
                                 : absl::OkStatus();
  }
  if (!IsLaw(*flags.latency)) {
    const absl::StatusOr<Latency> latency = ParseLatency("--latency", *flags.latency);
    if (!latency.ok()) return latency.status();
    request.latency = *latency;
    if (!flags.failure_latency) return absl::OkStatus();
  }
  absl::StatusOr<LatencyLaw> law = ParseAnyLaw("--latency", *flags.latency);
  if (!law.ok()) return law.status();
  request.fleet.latency = *std::move(law);
  if (!flags.failure_latency) return absl::OkStatus();
  absl::StatusOr<LatencyLaw> of_failures = ParseAnyLaw("--failure-latency", *flags.failure_latency);
  if (!of_failures.ok()) return of_failures.status();
  request.fleet.failure_latency = *std::move(of_failures);
  return absl::OkStatus();
}

// `500ms,-,1s`: one after each failure, each a signed 32-bit number of milliseconds.
absl::StatusOr<std::vector<Pushback>> ParsePushbacks(absl::string_view text) {
  constexpr double kMostMs = std::numeric_limits<int32_t>::max();
  std::vector<Pushback> pushbacks;
  for (const absl::string_view item : absl::StrSplit(text, ',')) {
    if (item == "-") {
      pushbacks.emplace_back();
      continue;
    }
    const absl::StatusOr<double> seconds = ParseSeconds("--pushback", item);
    if (!seconds.ok()) return seconds.status();
    const std::optional<double> ms = WholeMsOf(*seconds);
    if (!ms || *ms > kMostMs) {
      return absl::InvalidArgumentError(
          absl::StrCat("--pushback got ", QuotePath(item),
                       "; the trailer has whole milliseconds, 2147483647 at most"));
    }
    pushbacks.emplace_back(*seconds);
  }
  return pushbacks;
}

absl::StatusOr<std::shared_ptr<const std::vector<Response>>> ParseTrace(absl::string_view text) {
  absl::StatusOr<std::vector<Response>> responses = ParseResponses(text);
  if (!responses.ok()) return responses.status();
  return std::make_shared<const std::vector<Response>>(*std::move(responses));
}

// Sets `value` to what `parse` makes of a flag, if that was given.
template <typename Value, typename Parse>
absl::Status Fill(const std::optional<std::string>& text, const Parse& parse, Value& value) {
  if (!text) return absl::OkStatus();
  auto parsed = parse(*text);
  if (!parsed.ok()) return parsed.status();
  value = *std::move(parsed);
  return absl::OkStatus();
}

// What a trace says itself, or has no place for.
absl::Status CheckFitsTrace(const ScenarioFlags& flags, const SimulationRequest& request) {
  if (!flags.trace) return absl::OkStatus();
  if (flags.pushback) {
    return absl::InvalidArgumentError(
        "--trace and --pushback cannot be combined; write `pushback:50ms` in the trace");
  }
  if (!flags.compared.empty()) {
    return absl::InvalidArgumentError(
        "--trace and --compare cannot be combined: only clients have traces");
  }
  const std::pair<absl::string_view, bool> fleets[] = {{"--outage", flags.outage.has_value()},
                                                       {"--clients", flags.clients.has_value()},
                                                       {"--layers", flags.layers.has_value()},
                                                       {"--overload", flags.overload.has_value()}};
  for (const auto& [flag, is_given] : fleets) {
    if (!is_given) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--trace and ", flag, " cannot be combined: a trace follows single calls"));
  }
  const bool is_exponential = request.latency && request.latency->exponential_mean > 0;
  if (is_exponential || request.fleet.latency) {
    return absl::InvalidArgumentError("--trace needs a fixed --latency, such as 20ms");
  }
  return absl::OkStatus();
}

constexpr double kMost = 1e12;  // of clients, and of calls per second

// A whole number from `least` to `most`, which doubles hold exactly.
absl::StatusOr<double> ParseCount(absl::string_view flag, const std::string& text, double least,
                                  double most) {
  double count = 0;
  const bool is_decimal = text.find_first_not_of("0123456789.eE+") == std::string::npos;
  const bool is_count = is_decimal && absl::SimpleAtod(text, &count) && std::floor(count) == count;
  if (is_count && count >= least && count <= most) return count;
  return absl::InvalidArgumentError(absl::StrCat(
      flag, " got ", QuotePath(text), "; write a whole number from ", least, " to ", most));
}

absl::StatusOr<double> ParseFactor(absl::string_view flag, const std::string& text) {
  constexpr double kLeast = 1e-12;
  double factor = 0;
  const bool is_decimal = text.find_first_not_of("0123456789.eE+-") == std::string::npos;
  const bool is_number = is_decimal && absl::SimpleAtod(text, &factor);
  if (is_number && factor >= kLeast && factor <= kMost) return factor;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, " got ", QuotePath(text), "; write a number from 1e-12 to 1e12"));
}

// A time that is not 0.
absl::StatusOr<double> ParseLength(absl::string_view flag, const std::string& text) {
  absl::StatusOr<double> seconds = ParseSeconds(flag, text);
  if (!seconds.ok() || *seconds > 0) return seconds;
  return absl::InvalidArgumentError(absl::StrCat(flag, " must be above 0"));
}

absl::Status SetOutage(const ScenarioFlags& flags, FleetRequest& request) {
  if (!flags.outage) {
    return flags.rate ? absl::InvalidArgumentError("--rate needs --outage") : absl::OkStatus();
  }
  absl::StatusOr<OutageRequest> outage = ParseOutage(*flags.outage);
  if (!outage.ok()) return outage.status();
  if (outage->failures && flags.failure_probability) {
    return absl::InvalidArgumentError(
        "--failure-probability cannot be combined with points of --outage, which set the share of "
        "failures");
  }
  request.outage = *std::move(outage);
  if (!flags.rate) return absl::OkStatus();
  const absl::StatusOr<double> rate = ParseFactor("--rate", *flags.rate);
  if (rate.ok()) request.outage->rate = *rate;
  return rate.status();
}

absl::Status SetLayersAndOverload(const ScenarioFlags& flags, FleetRequest& request) {
  constexpr double kMostLayers = 10;
  if (flags.layers) {
    const auto layers = ParseCount("--layers", *flags.layers, 1, kMostLayers);
    if (!layers.ok()) return layers.status();
    request.layers = static_cast<size_t>(*layers);
  }
  if (!flags.overload) return absl::OkStatus();
  const auto overload = ParseFactor("--overload", *flags.overload);
  if (overload.ok()) request.overload = *overload;
  return overload.status();
}

absl::Status SetSeed(const ScenarioFlags& flags, FleetRequest& request) {
  if (!flags.seed || absl::SimpleAtoi(*flags.seed, &request.seed)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--seed got ", QuotePath(*flags.seed),
                                                 "; write a whole number of at most 64 bits"));
}

absl::Status SetBin(const ScenarioFlags& flags, FleetRequest& request) {
  if (!flags.bin) return absl::OkStatus();
  if (!flags.clients && !flags.outage) {
    return absl::InvalidArgumentError("--bin needs --clients or --outage");
  }
  const absl::StatusOr<double> bin = ParseLength("--bin", *flags.bin);
  if (bin.ok()) request.bin = *bin;
  return bin.status();
}

absl::Status SetFleet(const ScenarioFlags& flags, FleetRequest& request) {
  if (flags.clients) {
    const absl::StatusOr<double> clients = ParseCount("--clients", *flags.clients, 1, kMost);
    if (!clients.ok()) return clients.status();
    request.fleet = Fleet{*clients};
  }
  request.without_throttling = flags.without_throttling;
  for (const auto set : {SetOutage, SetBin, SetLayersAndOverload, SetSeed}) {
    absl::Status status = set(flags, request);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// Adds --clients, --bin, --outage, --rate, --layers, --overload and --seed.
void AddFleetFlags(Command& command, ScenarioFlags& flags) {
  AddLoadFlags(command, flags);
  command.AddFlag("--bin", flags.bin, "Count retries per interval of this length").ValueName("D");
  AddOutageFlag(command, flags.outage);
  command
      .AddFlag("--layers", flags.layers,
               "Show retry amplification through up to N layers of services")
      .ValueName("N");
  command.AddFlag("--overload", flags.overload, "Simulate load at X times the server's capacity")
      .ValueName("X");
  command.AddFlag("--without-throttling", flags.without_throttling,
                  "Ignore the config's retryThrottling");
  command
      .AddFlag("--seed", flags.seed,
               "Seed the sampling of clients with retryThrottling in an --outage (default: 1)")
      .ValueName("S");
}

}  // namespace

void AddLoadFlags(Command& command, ScenarioFlags& flags) {
  command.BeginGroup("Outages");
  command.AddFlag("--clients", flags.clients, "Simulate N clients that fail at the same moment")
      .ValueName("N");
  command
      .AddFlag("--rate", flags.rate,
               "Set the calls per second of each client in an --outage (default: 1)")
      .ValueName("R");
}

void AddCallFlags(Command& command, ScenarioFlags& flags) {
  command.BeginGroup("Calls");
  command
      .AddFlag("--rule", flags.rule,
               "Use this jitter instead of the target's own: a6-2017 or a6-2024")
      .ValueName("RULE")
      .OneOf("a jitter rule", {"a6-2017", "a6-2024"});
  command
      .AddFlag("--deadline", flags.deadline, "Set the deadline of each call, in place of `timeout`")
      .ValueName("D");
  command
      .AddFlag("--latency", flags.latency,
               "Set how long an attempt takes: D, or exp:D, exponential with mean D; for hedges "
               "also lognormal:MEDIAN:SIGMA or mixture:SHARE:D:D, of two exponentials")
      .ValueName("D|exp:D|LAW");
  command
      .AddFlag("--failure-latency", flags.failure_latency,
               "Set how long a failing hedge takes, if that differs from --latency")
      .ValueName("D|exp:D|LAW");
  command
      .AddFlag(
          "--failure-probability", flags.failure_probability,
          "Set the probability, 0 to 1, that an attempt fails with a retryable status (default: 1)")
      .ValueName("P");
}

void AddScenarioFlags(Command& command, ScenarioFlags& flags) {
  AddCallFlags(command, flags);
  command
      .AddFlag("--pushback", flags.pushback,
               "Set the delay that the server requests after each failure; - for none")
      .ValueName("D|-[,D|-...]");
  command
      .AddFlag(
          "--trace", flags.trace,
          "Show what the client does when attempts get these responses: codes, pushback:50ms, "
          "headers, not-sent, refused, over-buffer or silent, joined by +; @20ms is how long the "
          "response takes")
      .ValueName("RESPONSE[,RESPONSE...]");
  AddFleetFlags(command, flags);
  command
      .AddFlag("--compare", flags.compared,
               "Compare each retry policy with a published backoff algorithm")
      .ValueName("NAME[,NAME...]");
}

absl::StatusOr<SimulationRequest> ParseScenario(const ScenarioFlags& flags) {
  SimulationRequest request;
  if (flags.rule) request.jitter = *flags.rule == "a6-2017" ? kJitterOf2017 : kJitterOf2024;
  const absl::Status statuses[] = {
      Fill(flags.failure_probability, ParseFailureProbability, request.failure_probability),
      Fill(flags.deadline, ParseDeadline, request.deadline),
      SetLatency(flags, request),
      Fill(flags.pushback, ParsePushbacks, request.pushbacks),
      Fill(flags.trace, ParseTrace, request.responses),
      CheckFitsTrace(flags, request),
      SetFleet(flags, request.fleet),
  };
  for (const absl::Status& status : statuses) {
    if (!status.ok()) return status;
  }
  absl::StatusOr<std::vector<const Algorithm*>> compared = ParseAlgorithms(flags.compared);
  if (!compared.ok()) return compared.status();
  request.compared = *std::move(compared);
  return request;
}

absl::StatusOr<std::vector<const Algorithm*>> ParseAlgorithms(
    const std::vector<std::string>& lists) {
  std::vector<const Algorithm*> algorithms;
  for (const std::string& list : lists) {
    for (const absl::string_view name : absl::StrSplit(list, ',')) {
      algorithms.push_back(FindAlgorithm(name));
      if (algorithms.back() != nullptr) continue;
      std::vector<absl::string_view> known;
      for (const Algorithm& algorithm : Algorithms()) known.push_back(algorithm.name);
      return absl::InvalidArgumentError(NotAmong(name, "an algorithm", known));
    }
  }
  return algorithms;
}

namespace {

absl::Status ParameterError(const Algorithm& algorithm, absl::string_view what) {
  absl::string_view form =
      ":ATTEMPTS[,INITIAL[,MAX[,MULTIPLIER]]], such as full-jitter:5,0.1s,1s,2";
  if (algorithm.defaults.initial <= 0) form = ":ATTEMPTS, such as ethernet:8";
  if (!algorithm.defaults.table.empty()) form = ":MS,MS,..., such as ms-table:0,10,10,100";
  return absl::InvalidArgumentError(absl::StrCat(
      "--algorithm ", algorithm.name, " got ", QuotePath(what), "; write ", algorithm.name, form));
}

// Milliseconds before each try, the first one included; two more tries show that the last entry
// goes on.
absl::Status SetTable(absl::Span<const absl::string_view> texts, ChosenAlgorithm& chosen) {
  constexpr int64_t kMostMs = 86'400'000;
  constexpr size_t kMore = 2;
  auto table = std::make_shared<std::vector<int64_t>>();
  for (const absl::string_view text : texts) {
    int64_t ms = 0;
    const bool is_ms = absl::SimpleAtoi(text, &ms) && ms >= 0 && ms <= kMostMs;
    if (!is_ms) return ParameterError(*chosen.algorithm, text);
    table->push_back(ms);
  }
  chosen.numbers.attempts = table->size() + kMore;
  chosen.numbers.table = *table;
  chosen.table = std::move(table);
  if (chosen.numbers.attempts <= chosen.algorithm->most_attempts) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--algorithm ms-table takes ", chosen.algorithm->most_attempts - kMore, " entries at most"));
}

absl::Status SetNumbers(absl::Span<const absl::string_view> texts, ChosenAlgorithm& chosen) {
  constexpr size_t kMostNumbers = 4;
  const Algorithm& algorithm = *chosen.algorithm;
  Backoff& numbers = chosen.numbers;
  if (texts.size() > kMostNumbers) return ParameterError(algorithm, texts.back());
  const bool is_count = absl::SimpleAtoi(texts[0], &numbers.attempts) && numbers.attempts >= 1 &&
                        numbers.attempts <= algorithm.most_attempts;
  if (!is_count) {
    return absl::InvalidArgumentError(absl::StrCat("--algorithm ", algorithm.name, " takes 1 to ",
                                                   algorithm.most_attempts, " attempts"));
  }
  const bool has_backoff = algorithm.defaults.initial > 0;
  if (texts.size() > 1 && !has_backoff) return ParameterError(algorithm, texts[1]);
  double* const seconds[] = {&numbers.initial, &numbers.max};
  for (size_t i = 1; i < texts.size() && i <= std::size(seconds); ++i) {
    const absl::StatusOr<double> parsed = ParseSeconds("--algorithm", texts[i]);
    if (!parsed.ok() || *parsed <= 0) return ParameterError(algorithm, texts[i]);
    *seconds[i - 1] = *parsed;
  }
  if (texts.size() < kMostNumbers) return absl::OkStatus();
  const bool is_factor = absl::SimpleAtod(texts.back(), &numbers.multiplier) &&
                         numbers.multiplier > 0 && numbers.multiplier <= kMost;
  return is_factor ? absl::OkStatus() : ParameterError(algorithm, texts.back());
}

}  // namespace

absl::StatusOr<std::vector<ChosenAlgorithm>> ParseChosenAlgorithms(
    const std::vector<std::string>& lists) {
  std::vector<ChosenAlgorithm> chosen;
  for (const std::string& list : lists) {
    const std::vector<absl::string_view> items = absl::StrSplit(list, ',');
    for (size_t i = 0; i < items.size();) {
      const std::pair<absl::string_view, absl::string_view> parts =
          absl::StrSplit(items[i], absl::MaxSplits(':', 1));
      const absl::StatusOr<std::vector<const Algorithm*>> algorithm =
          ParseAlgorithms({std::string(parts.first)});
      if (!algorithm.ok()) return algorithm.status();
      chosen.push_back({algorithm->front(), algorithm->front()->defaults});
      std::vector<absl::string_view> texts = {parts.second};
      // A text that begins with a digit is not a name.
      while (++i < items.size() && !items[i].empty() && absl::ascii_isdigit(items[i][0])) {
        texts.push_back(items[i]);
      }
      if (texts.size() == 1 && texts[0].empty()) continue;
      const absl::Status status = algorithm->front()->defaults.table.empty()
                                      ? SetNumbers(texts, chosen.back())
                                      : SetTable(texts, chosen.back());
      if (!status.ok()) return status;
    }
  }
  return chosen;
}

std::string AlgorithmNames() {
  return absl::StrJoin(Algorithms(), ", ", [](std::string* out, const Algorithm& algorithm) {
    absl::StrAppend(out, algorithm.name);
  });
}

absl::StatusOr<double> ParseSeconds(absl::string_view flag, absl::string_view text) {
  absl::Duration duration;
  const bool is_read = absl::ParseDuration(text, &duration);
  if (is_read && duration >= absl::ZeroDuration() && duration < absl::InfiniteDuration()) {
    return absl::ToDoubleSeconds(duration);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      flag, " got ", QuotePath(text), "; write a duration of 0 or more such as 20ms, 0.7s or 5m"));
}

absl::StatusOr<double> ParseProbability(absl::string_view flag, absl::string_view text) {
  double probability = 0;
  const bool is_decimal = text.find_first_not_of("0123456789.eE+-") == absl::string_view::npos;
  const bool is_number = is_decimal && absl::SimpleAtod(text, &probability);
  if (is_number && probability >= 0 && probability <= 1) return probability;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, " got ", QuotePath(text), "; write a number from 0 to 1"));
}

absl::StatusOr<double> ParsePercentile(absl::string_view flag, absl::string_view text) {
  constexpr double kPercent = 100;
  double percent = 0;
  const bool is_percentile = text.size() > 1 && text[0] == 'p' &&
                             absl::SimpleAtod(text.substr(1), &percent) && percent > 0 &&
                             percent <= kPercent;
  if (is_percentile) return percent / kPercent;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, ": `", text, "` is not a percentile such as `p99`"));
}

}  // namespace grpcfg
