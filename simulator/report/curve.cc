#include "simulator/report/curve.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

constexpr size_t kRows = 5;

// One row of the curve, `row` counted from below; `height` is that of all rows.
std::string RowOf(const std::vector<double>& rates, size_t row, double height) {
  constexpr std::array<absl::string_view, 9> kBlocks = {" ", "▁", "▂", "▃", "▄",
                                                        "▅", "▆", "▇", "█"};
  constexpr double kEighths = 8;
  std::string line;
  for (const double rate : rates) {
    const double filled = rate / height * kRows - static_cast<double>(row);
    const auto eighths = static_cast<size_t>(std::lround(std::clamp(filled, 0.0, 1.0) * kEighths));
    absl::StrAppend(&line, kBlocks[eighths]);
  }
  line.resize(line.find_last_not_of(' ') + 1);
  return line;
}

// At most 9 characters.
std::string LabelOf(double height) {
  constexpr size_t kWidth = 9;
  const std::string label = SpellRate(height);
  return label.size() <= kWidth ? label : absl::StrFormat("%.3g", height);
}

}  // namespace

size_t CurveColumns(size_t columns) {
  constexpr size_t kBeside = 30;  // labels before the curve, and the time behind its axis
  constexpr size_t kMostColumns = 72;
  return std::min(kMostColumns, columns - kBeside);
}

std::string SpellRate(double rate) { return absl::StrFormat("%.6g", TrueDigits(rate)); }

void AppendCurve(const std::vector<double>& heights, absl::string_view unit, absl::string_view end,
                 std::string& out) {
  const double highest = *std::max_element(heights.begin(), heights.end());
  if (highest <= 0) return;
  for (size_t row = kRows; row-- > 0;) {
    const double top = highest * static_cast<double>(row + 1) / kRows;
    absl::StrAppendFormat(&out, "    %9s |%s\n", LabelOf(top), RowOf(heights, row, highest));
  }
  absl::StrAppendFormat(&out, "    %9s +%s %s\n", unit, std::string(heights.size(), '-'), end);
}

}  // namespace grpcfg
