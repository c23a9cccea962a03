#include "validator/compare/limits.h"

#include <cmath>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "schema/json/escape.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

bool IsAcknowledged(const ComparedMethod& method, absl::string_view what) {
  return absl::c_any_of(method.changes, [&](const Change& change) {
    return change.reason && (change.what == what || change.what == "attempts");
  });
}

std::string PeakWords(double peak) {
  if (std::isinf(peak)) return "all clients retry at once";
  return absl::StrCat(TrueDigits(peak), peak == 1 ? " retry" : " retries",
                      " per second and client");
}

// ", and 4 are allowed".
std::string AllowedWords(double limit) {
  return absl::StrCat(", and ", limit, limit == 1 ? " is" : " are", " allowed");
}

class LimitCheck {
 public:
  explicit LimitCheck(const Limits& limits) : limits_(limits) {}

  std::vector<std::string> Run(absl::Span<const ComparedFile> files) {
    for (const ComparedFile& file : files) {
      for (const ComparedMethod& method : file.methods) {
        CheckVerdict(file, method);
        CheckSchedule(file, method);
      }
      if (limits_.no_new_findings && !file.new_findings.empty()) {
        exceeded_.push_back(absl::StrCat(Visible(file.path), ": --no-new-findings: there are ",
                                         file.new_findings.size()));
      }
    }
    return std::move(exceeded_);
  }

 private:
  void CheckVerdict(const ComparedFile& file, const ComparedMethod& method) {
    for (const Change& change : method.changes) {
      const bool counts =
          change.what == "verdict" && change.risk == ChangeRisk::kHigh && !change.reason;
      if (!counts) continue;
      exceeded_.push_back(
          absl::StrCat(Visible(file.path), ": ", Visible(method.target), ": ", change.why));
    }
  }

  void CheckSchedule(const ComparedFile& file, const ComparedMethod& method) {
    const Schedule& schedule = method.after.schedule;
    if (schedule.attempts.empty()) return;
    const std::string where =
        absl::StrCat(Visible(file.path), ": ", Visible(method.name), ", ", Visible(method.target));
    constexpr double kRounding = 1e-9;
    const bool is_loud = limits_.max_amplification &&
                         schedule.expected_attempts > *limits_.max_amplification + kRounding;
    if (is_loud && !IsAcknowledged(method, "amplification.expected")) {
      exceeded_.push_back(
          absl::StrCat(where, ": --max-amplification: ", TrueDigits(schedule.expected_attempts),
                       schedule.expected_attempts == 1 ? " attempt" : " attempts", " per call",
                       AllowedWords(*limits_.max_amplification)));
    }
    const bool has_peak = limits_.max_peak && method.after.herd &&
                          method.after.herd->peak > *limits_.max_peak + kRounding;
    if (has_peak && !IsAcknowledged(method, "peak")) {
      exceeded_.push_back(absl::StrCat(where, ": --max-peak: ", PeakWords(method.after.herd->peak),
                                       AllowedWords(*limits_.max_peak)));
    }
    const double in_time = schedule.attempts.back().reached_by_deadline;
    const bool is_cut = limits_.fit_deadline && in_time + kRounding < *limits_.fit_deadline;
    if (is_cut && !IsAcknowledged(method, "lastAttempt.inTime")) {
      exceeded_.push_back(absl::StrCat(where,
                                       ": --fit-deadline: the last attempt starts in time in ",
                                       SpellShare(in_time), " of the calls that get to it"));
    }
  }

  const Limits& limits_;
  std::vector<std::string> exceeded_;
};

}  // namespace

std::vector<std::string> Exceeded(const Limits& limits, absl::Span<const ComparedFile> files) {
  return LimitCheck(limits).Run(files);
}

}  // namespace grpcfg
