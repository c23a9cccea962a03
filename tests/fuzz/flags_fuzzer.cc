// libFuzzer target for the small languages of flags; the first byte chooses one. Lists of targets:
// each once, and what a target is called parses to it again; releases, durations, methods and lists
// of policies: as a naive reading has them; scenarios: within their bounds, or an error with words.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/cli/scenario_flags.h"
#include "validator/engine/target.h"
#include "validator/resolve/method_entries.h"

namespace grpcfg {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsSame(const Target& a, const Target& b) {
  return a.spelling == b.spelling && a.is_known == b.is_known && a.policies == b.policies &&
         &a.profile->profile() == &b.profile->profile() &&
         a.profile->release() == b.profile->release();
}

// The name that programs make of a release. Only a first patch has none: it is called as the minor.
void CheckName(const Target& target) {
  const KnownTarget& known = KnownTargetOf(target.profile->profile());
  if (!known.has_releases) return;
  const Release release = target.profile->release();
  const auto again = ParseTargets(MakeTarget(known, release).spelling);
  Require(again.ok() && again->size() == 1);
  Release parsed = again->front().profile->release();
  if (release.patch == 0) parsed.patch = 0;
  Require(parsed == release && again->front().is_known);
}

void CheckTargets(absl::string_view list) {
  const auto targets = ParseTargets(list);
  if (!targets.ok()) return Require(!targets.status().message().empty());
  Require(!targets->empty());
  for (size_t i = 0; i < targets->size(); ++i) {
    const Target& target = (*targets)[i];
    for (size_t j = 0; j < i; ++j) Require((*targets)[j].spelling != target.spelling);
    const auto alone = ParseTargets(target.spelling);
    Require(alone.ok() && alone->size() == 1 && IsSame(alone->front(), target));
    Require(NoteOnRelease(target).empty() == target.is_known);
    Release newest = target.profile->profile().newest;
    newest.patch = kNewestPatch;
    Require(target.profile->release() <= newest);
    CheckName(target);
  }
  const auto again = ParseTargets(absl::StrJoin(SpellingsOf(*targets), " , "));
  Require(again.ok() &&
          std::equal(again->begin(), again->end(), targets->begin(), targets->end(), IsSame));
}

// Digits without a leading zero, 9999 at most; empty for any other text.
std::optional<uint16_t> NaivePart(absl::string_view text) {
  constexpr size_t kMostDigits = 4;
  const bool is_number = std::all_of(text.begin(), text.end(), IsDigit) && !text.empty() &&
                         text.size() <= kMostDigits && (text.size() == 1 || text[0] != '0');
  if (!is_number) return std::nullopt;
  uint16_t number = 0;
  for (const char c : text) number = static_cast<uint16_t>(number * 10 + (c - '0'));
  return number;
}

void CheckRelease(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '.');
  std::vector<uint16_t> numbers;
  for (const absl::string_view part : parts) {
    const std::optional<uint16_t> number = NaivePart(part);
    if (number) numbers.push_back(*number);
  }
  const bool is_release =
      numbers.size() == parts.size() && (numbers.size() == 2 || numbers.size() == 3);
  const std::optional<Release> release = ParseRelease(text);
  Require(release.has_value() == is_release);
  if (!release) return;
  if (numbers.size() == 2) numbers.push_back(kNewestPatch);
  Require(*release == Release{numbers[0], numbers[1], numbers[2]} && *release < kNoRelease);
  if (release->patch != 0) Require(ParseRelease(ReleaseName(*release)) == release);
}

void CheckMethod(absl::string_view text) {
  const auto name = ParseMethodName(text);
  if (!name.ok()) return Require(!name.status().message().empty());
  Require(name->service.empty() == (text == "*"));
  Require(name->method.find('/') == std::string::npos);
  const auto again = ParseMethodName(SpellMethodName(*name));
  Require(again.ok() && *again == *name);
}

void CheckPolicies(absl::string_view list) {
  static const std::vector<Target> kTargets = *ParseTargets("all");
  std::vector<Target> targets = kTargets;
  const bool is_linked = LinkPolicies(list, targets).ok();
  const absl::string_view word = absl::StripAsciiWhitespace(list);
  const bool is_word = word == "default" || word == "all";
  bool are_names = true;
  std::vector<std::string> names;
  for (const absl::string_view part : absl::StrSplit(list, ',')) {
    names.emplace_back(absl::StripAsciiWhitespace(part));
    const std::string& name = names.back();
    const bool has_blank = std::any_of(name.begin(), name.end(),
                                       [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
    are_names = are_names && !name.empty() && !has_blank && name != "all";
  }
  const bool has_default = std::find(names.begin(), names.end(), "default") != names.end();
  names.erase(std::remove(names.begin(), names.end(), "default"), names.end());
  Require(is_linked == (is_word || are_names));
  for (size_t i = 0; i < targets.size(); ++i) {
    const bool is_own = !is_linked || word == "default";
    if (is_own) Require(targets[i].policies == kTargets[i].policies);
    if (word == "all") Require(targets[i].policies == kTargets[i].profile->all_policies);
    LinkedPolicies linked = has_default ? kTargets[i].policies : LinkedPolicies();
    for (const std::string& name : names) linked.Add(name);
    if (is_linked && !is_word) Require(targets[i].policies == linked);
  }
}

// Numbers with a unit each, after a sign, as a sum of doubles: `1h2.5s`. Empty if it is not that.
class NaiveDuration {
 public:
  explicit NaiveDuration(absl::string_view text) : text_(text) {}

  std::optional<double> Seconds() {
    const bool is_negative = !text_.empty() && text_[0] == '-';
    if (is_negative || (!text_.empty() && text_[0] == '+')) text_.remove_prefix(1);
    if (text_ == "0") return 0;
    double seconds = 0;
    do {
      const std::optional<double> number = Number();
      const std::optional<double> unit = Unit();
      if (!number || !unit) return std::nullopt;
      seconds += *number * *unit;
    } while (!text_.empty());
    return is_negative ? -seconds : seconds;
  }

  // Of a number; of minutes and hours Abseil takes more than 15 for something infinite.
  [[nodiscard]] bool has_many_decimals() const { return most_decimals_ > 15; }

 private:
  [[nodiscard]] bool HasDigit() const { return !text_.empty() && IsDigit(text_[0]); }

  int TakeDigit() {
    const int digit = text_[0] - '0';
    text_.remove_prefix(1);
    return digit;
  }

  std::optional<double> Number() {
    constexpr uint64_t kTooLarge = uint64_t{1} << 63;
    size_t digits = 0;
    size_t decimals = 0;
    uint64_t whole = 0;
    for (; HasDigit(); ++digits) {
      const int digit = TakeDigit();
      whole = whole > kTooLarge / 10 ? kTooLarge : whole * 10 + static_cast<uint64_t>(digit);
    }
    if (whole >= kTooLarge) return std::nullopt;
    auto number = static_cast<double>(whole);
    if (!text_.empty() && text_[0] == '.') {
      text_.remove_prefix(1);
      for (double place = 0.1; HasDigit(); ++decimals, place /= 10) number += place * TakeDigit();
    }
    most_decimals_ = std::max(most_decimals_, decimals);
    if (digits + decimals == 0) return std::nullopt;
    return number;
  }

  std::optional<double> Unit() {
    constexpr std::array<std::pair<absl::string_view, double>, 6> kUnits = {
        {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}}};
    for (const auto& [name, seconds] : kUnits) {
      if (text_.substr(0, name.size()) != name) continue;
      text_.remove_prefix(name.size());
      return seconds;
    }
    return std::nullopt;
  }

  absl::string_view text_;
  size_t most_decimals_ = 0;
};

void CheckDuration(absl::string_view text) {
  constexpr double kLongest = 9.2e18;  // near the seconds that an absl::Duration can have
  constexpr double kTick = 1e-9;
  NaiveDuration naive(text);
  const std::optional<double> expected = naive.Seconds();
  const auto seconds = ParseSeconds("--deadline", text);
  if (seconds.ok()) {
    Require(*seconds >= 0 && std::isfinite(*seconds) && expected);
    Require(std::abs(*seconds - *expected) <= kTick * (1 + std::abs(*expected)) * 10);
    return;
  }
  Require(seconds.status().message().substr(0, 15) == "--deadline got ");
  Require(!expected || *expected < 0 || *expected > kLongest || naive.has_many_decimals());
}

std::optional<std::string> FlagIn(const std::vector<std::string>& lines, size_t index) {
  if (index >= lines.size() || lines[index].empty()) return std::nullopt;
  return lines[index];
}

void CheckFleet(const ScenarioFlags& flags, const FleetRequest& request) {
  Require(request.fleet.has_value() == flags.clients.has_value());
  if (request.fleet) Require(request.fleet->clients >= 1 && request.fleet->clients <= 1e12);
  Require((request.bin > 0) == flags.bin.has_value());
  Require(request.outage.has_value() == flags.outage.has_value());
  if (request.outage) Require(request.outage->length > 0 && request.outage->rate > 0);
  Require((request.layers > 0) == flags.layers.has_value());
  Require(request.overload.has_value() == flags.overload.has_value());
  if (request.overload) Require(*request.overload > 0 && *request.overload <= 1e12);
}

// A flag per line; an empty line is a flag that is not given.
void CheckScenario(absl::string_view text) {
  const std::vector<std::string> lines = absl::StrSplit(text, '\n');
  ScenarioFlags flags;
  flags.deadline = FlagIn(lines, 0);
  flags.latency = FlagIn(lines, 1);
  flags.failure_probability = FlagIn(lines, 2);
  flags.pushback = FlagIn(lines, 3);
  flags.trace = FlagIn(lines, 4);
  if (const auto compared = FlagIn(lines, 5)) flags.compared = {*compared};
  flags.clients = FlagIn(lines, 6);
  flags.bin = FlagIn(lines, 7);
  flags.outage = FlagIn(lines, 8);
  flags.rate = FlagIn(lines, 9);
  flags.layers = FlagIn(lines, 10);
  flags.overload = FlagIn(lines, 11);
  flags.seed = FlagIn(lines, 12);
  flags.failure_latency = FlagIn(lines, 13);
  const auto request = ParseScenario(flags);
  if (!request.ok()) return Require(!request.status().message().empty());
  Require(request->deadline.has_value() == flags.deadline.has_value());
  const bool has_latency = request->latency || request->fleet.latency;
  Require(has_latency == flags.latency.has_value());
  if (request->latency) Require(request->latency->fixed >= 0);
  if (request->latency) Require(request->latency->exponential_mean >= 0);
  Require(request->failure_probability >= 0 && request->failure_probability <= 1);
  CheckFleet(flags, request->fleet);
  for (const Pushback& pushback : request->pushbacks) {
    if (!pushback) continue;
    const double ms = *pushback * 1000;
    Require(*pushback >= 0 && ms <= 2147483647 && std::abs(ms - std::round(ms)) < 1e-6 * (1 + ms));
  }
  for (const Algorithm* const algorithm : request->compared) Require(algorithm != nullptr);
  Require((request->responses != nullptr) == flags.trace.has_value());
  if (request->responses) Require(request->responses->size() <= kMaxResponses);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  constexpr std::array<void (*)(absl::string_view), 6> kChecks = {
      grpcfg::CheckTargets,  grpcfg::CheckRelease,  grpcfg::CheckMethod,
      grpcfg::CheckPolicies, grpcfg::CheckDuration, grpcfg::CheckScenario};
  if (size == 0) return 0;
  kChecks[bytes[0] % kChecks.size()]({reinterpret_cast<const char*>(bytes + 1), size - 1});
  return 0;
}
