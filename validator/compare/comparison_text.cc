#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "schema/json/escape.h"
#include "validator/compare/change_groups.h"
#include "validator/compare/change_words.h"
#include "validator/compare/comparison_printer.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kReset = "\x1b[0m";

absl::string_view ColorOf(ChangeRisk risk) {
  constexpr std::array<absl::string_view, 3> kColors = {"", "\x1b[33m", "\x1b[1;31m"};
  return kColors[static_cast<size_t>(risk)];
}

struct Row {
  const Change* change;
  std::string label;
  std::string values;  // "3 -> 5"
};

void AppendPadded(absl::string_view cell, size_t width, std::string& out) {
  absl::StrAppend(&out, cell, std::string(width - std::min(cell.size(), width) + 2, ' '));
}

class TextPrinter {
 public:
  TextPrinter(const ComparisonReport& report, std::string& out) : report_(report), out_(out) {}

  void Print() {
    for (const ComparedFile& file : report_.files) PrintFile(file);
    for (const std::string& line : report_.exceeded)
      absl::StrAppend(&out_, "not allowed: ", line, "\n");
    absl::StrAppend(&out_, SummaryOf(report_.files), "\n");
  }

  void PrintMethods(absl::Span<const ComparedMethod> methods) {
    for (const ChangeGroup& group : GroupChanges(methods)) {
      for (const TargetChanges& part : group.parts) PrintPart(group, part);
    }
  }

 private:
  void PrintFile(const ComparedFile& file) {
    const std::vector<std::string> notes = NotesOn(file, report_.targets.size());
    if (file.methods.empty() && file.new_findings.empty() && notes.empty()) return;
    absl::StrAppend(&out_, Visible(file.path),
                    file.is_new ? " (new)" : (file.is_deleted ? " (removed)" : ""), "\n");
    for (const std::string& note : notes) absl::StrAppend(&out_, "note: ", note, "\n");
    PrintMethods(file.methods);
    for (const NewFinding& found : file.new_findings) {
      absl::StrAppend(&out_, "new: ", Visible(file.path), ":", found.line, ":", found.column, ": ",
                      found.severity, ": ", Visible(found.message), " [", found.rule, "]\n");
    }
    out_ += '\n';
  }

  void PrintPart(const ChangeGroup& group, const TargetChanges& part) {
    absl::StrAppend(&out_, HeadingOf(group, part, report_.targets.size()), "\n");
    std::vector<Row> rows;
    std::array<size_t, 2> widths = {};
    for (const Change& change : part.changes) {
      const std::string before = ValueWords(change, change.before);
      const std::string after = ValueWords(change, change.after);
      // A change too small to show is explained by its cause.
      if (before == after && part.changes.size() > 1) continue;
      rows.push_back({&change, LabelOf(change), absl::StrCat(before, " -> ", after)});
      widths[0] = std::max(widths[0], rows.back().label.size());
      constexpr size_t kWidest = 40;  // what is wider pushes its own line only
      widths[1] = std::max(widths[1], std::min(rows.back().values.size(), kWidest));
    }
    for (const Row& row : rows) PrintRow(row, widths);
  }

  void PrintRow(const Row& row, const std::array<size_t, 2>& widths) {
    const Change& change = *row.change;
    const bool is_colored = report_.color == Color::kYes && !ColorOf(change.risk).empty();
    out_ += "  ";
    if (is_colored) absl::StrAppend(&out_, ColorOf(change.risk));
    constexpr size_t kRiskWidth = 6;
    AppendPadded(RiskName(change.risk), kRiskWidth, out_);
    if (is_colored) absl::StrAppend(&out_, kReset);
    AppendPadded(row.label, widths[0], out_);
    const std::string words = change.reason
                                  ? absl::StrCat("acknowledged: ", Visible(*change.reason))
                                  : std::string(change.why);
    if (words.empty()) {
      absl::StrAppend(&out_, row.values, "\n");
    } else {
      AppendPadded(row.values, widths[1], out_);
      absl::StrAppend(&out_, words, "\n");
    }
  }

  const ComparisonReport report_;
  std::string& out_;
};

}  // namespace

void AppendComparisonText(const ComparisonReport& report, std::string& out) {
  TextPrinter(report, out).Print();
}

void AppendMethodChanges(absl::Span<const ComparedMethod> methods,
                         absl::Span<const std::string> targets, Color color, std::string& out) {
  TextPrinter({.files = {}, .targets = targets, .exceeded = {}, .color = color}, out)
      .PrintMethods(methods);
}

}  // namespace grpcfg
