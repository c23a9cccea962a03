#include <array>
#include <charconv>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "schema/json/escape.h"
#include "simulation/simulation_printer.h"
#include "simulation/simulation_words.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kColumns =
    "name,target,rule,policy,deadline,attempt,delay_min,delay_mean,delay_max,start_min,start_mean,"
    "start_max,start_stddev";

// As RFC 4180 quotes it, on one line.
std::string Field(absl::string_view text) {
  std::string visible = Visible(text);
  const bool is_plain = visible.find_first_of("\",") == std::string::npos;
  return is_plain ? visible
                  : absl::StrCat("\"", absl::StrReplaceAll(visible, {{"\"", "\"\""}}), "\"");
}

// The shortest that reads back as its true digits; empty for what has no end.
std::string Number(double number) {
  constexpr size_t kLongest = 32;
  if (!std::isfinite(number)) return "";
  std::array<char, kLongest> digits;
  const char* const end =
      std::to_chars(digits.data(), digits.data() + digits.size(), TrueDigits(number)).ptr;
  return {digits.data(), static_cast<size_t>(end - digits.data())};
}

void AppendRow(const SimulatedMethod& method, size_t index, std::string& out) {
  const AttemptSchedule& attempt = method.schedule.attempts[index];
  absl::StrAppend(&out, Field(method.name), ",", Field(method.target), ",", method.rule, ",",
                  PolicyName(method.policy), ",");
  absl::StrAppend(&out, Number(method.deadline), ",", index + 1);
  for (const double number : {attempt.delay.low, attempt.delay_mean, attempt.delay.high,
                              attempt.min, attempt.mean, attempt.max, attempt.standard_deviation}) {
    absl::StrAppend(&out, ",", Number(number));
  }
  for (const double percentile : attempt.percentiles) {
    absl::StrAppend(&out, ",", Number(percentile));
  }
  absl::StrAppend(&out, ",", Number(attempt.reached_by_deadline), "\n");
}

}  // namespace

void AppendSimulationCsv(absl::Span<const SimulatedMethod> methods, std::string& out) {
  constexpr double kPercent = 100;
  absl::StrAppend(&out, kColumns);
  for (const double share : kPercentiles) absl::StrAppend(&out, ",start_p", share * kPercent);
  absl::StrAppend(&out, ",reached_by_deadline\n");
  for (const SimulatedMethod& method : methods) {
    for (size_t i = 0; i < method.schedule.attempts.size(); ++i) AppendRow(method, i, out);
  }
}

}  // namespace grpcfg
