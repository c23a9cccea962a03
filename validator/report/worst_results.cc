#include "validator/report/worst_results.h"

#include <iterator>

#include "absl/algorithm/container.h"

namespace grpcfg {

bool WorstResults::Takes(Severity severity) const {
  if (kept_ < most_) return true;
  for (size_t milder = 0; milder < static_cast<size_t>(severity); ++milder) {
    if (!results_[milder].empty()) return true;
  }
  return false;
}

void WorstResults::Add(Severity severity, std::string result) {
  const auto grade = static_cast<size_t>(severity);
  if (!Takes(severity)) {
    ++left_out_[grade];
    return;
  }
  if (kept_ == most_) {
    auto* const mildest =
        absl::c_find_if(results_, [](const std::vector<Numbered>& some) { return !some.empty(); });
    mildest->pop_back();
    ++left_out_[static_cast<size_t>(std::distance(results_.begin(), mildest))];
    --kept_;
  }
  results_[grade].emplace_back(added_++, std::move(result));
  ++kept_;
}

std::vector<std::string> WorstResults::Take() && {
  std::vector<Numbered> all;
  all.reserve(kept_);
  for (std::vector<Numbered>& some : results_) absl::c_move(some, std::back_inserter(all));
  absl::c_sort(all);
  std::vector<std::string> results;
  results.reserve(all.size());
  for (Numbered& each : all) results.push_back(std::move(each.second));
  return results;
}

}  // namespace grpcfg
