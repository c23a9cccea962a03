#include "validator/report/text_layout.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "schema/json/escape.h"
#include "validator/engine/counted.h"
#include "validator/report/excerpt.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

// Lines that a finding marks without words beside its own; more would bury the next finding.
constexpr size_t kMostRepeated = 5;

bool IsRepetition(const Excerpt& excerpt) {
  return std::all_of(excerpt.marks.begin(), excerpt.marks.end(),
                     [](const Mark& mark) { return !mark.primary && mark.words.empty(); });
}

constexpr size_t kMinGutter = 4;  // room for the ellipsis of a gap

// A mark in its columns.
struct Marker {
  Columns columns;
  bool primary;
  absl::string_view words;
};

absl::string_view PaintOf(const Marker& marker) { return marker.primary ? kGreen : kCyan; }

std::vector<Marker> MarkersOf(const Excerpt& excerpt, absl::string_view text) {
  std::vector<Marker> markers;
  markers.reserve(excerpt.marks.size());
  for (const Mark& mark : excerpt.marks) {
    markers.push_back({ColumnsOf(mark, excerpt, text), mark.primary, mark.words});
  }
  return markers;
}

// The carets and dashes of one line; where two spans overlap, the primary one is seen.
std::string Underline(absl::Span<const Marker> markers) {
  std::string cells;
  for (const bool primary : {false, true}) {
    for (const Marker& marker : markers) {
      if (marker.primary != primary) continue;
      const auto [begin, end] = marker.columns;
      cells.resize(std::max(cells.size(), end), ' ');
      cells.replace(begin, end - begin, end - begin, primary ? '^' : '-');
    }
  }
  return cells;
}

void PaintUnderline(absl::string_view cells, Painter& painter) {
  while (!cells.empty()) {
    const size_t run = std::min(cells.find_first_not_of(cells.front()), cells.size());
    if (cells.front() == ' ') {
      painter.out().append(run, ' ');
    } else {
      painter.Paint(cells.front() == '^' ? kGreen : kCyan, cells.substr(0, run));
    }
    cells.remove_prefix(run);
  }
}

void PaintWords(const Marker& marker, Painter& painter) {
  painter.Start(PaintOf(marker));
  AppendVisible(marker.words, painter.out());
  painter.Stop();
}

// The marker whose words stand to the right of the underline: one that reaches its end. Of several
// the primary one, which hides the others there, or the one that begins last; null if none has
// words.
const Marker* WordsAtEnd(absl::Span<const Marker> markers, size_t end) {
  const Marker* at_end = nullptr;
  for (const Marker& marker : markers) {
    if (marker.words.empty() || marker.columns.end != end) continue;
    if (at_end == nullptr || marker.primary ||
        (!at_end->primary && marker.columns.begin > at_end->columns.begin)) {
      at_end = &marker;
    }
  }
  return at_end;
}

// One line below the underline: the words of the last of `hanging`, and a bar for each before it,
// whose words follow on later lines.
void AppendHangingLine(absl::Span<const Marker> hanging, Painter& painter) {
  size_t column = 0;
  const Marker& last = hanging.back();
  for (const Marker& marker : hanging.first(hanging.size() - 1)) {
    if (marker.columns.begin < column || marker.columns.begin == last.columns.begin) continue;
    painter.out().append(marker.columns.begin - column, ' ');
    painter.Paint(PaintOf(marker), "|");
    column = marker.columns.begin + 1;
  }
  painter.out().append(last.columns.begin - column, ' ');
  PaintWords(last, painter);
}

// The quoted lines of one finding.
class Quotation {
 public:
  // `last_line` is the greatest number that will be written.
  Quotation(const QuotedFile& file, uint32_t last_line, Painter& painter)
      : file_(file), painter_(painter), gutter_(kMinGutter) {
    gutter_ = std::max(gutter_, absl::StrCat(last_line).size());
  }

  [[nodiscard]] size_t gutter() const { return gutter_; }

  void AppendSourceLine(const Excerpt& excerpt) {
    std::string& out = painter_.out();
    AppendGutter(absl::StrCat(excerpt.line));
    if (excerpt.cut_before()) absl::StrAppend(&out, kEllipsis);
    AppendVisibleSource(Slice(file_.text, excerpt.shown), out);
    if (excerpt.cut_after()) absl::StrAppend(&out, kEllipsis);
    out.erase(out.find_last_not_of(' ') + 1);
    out.push_back('\n');
  }

  // The underline and the words of the labels, without collisions: the last at the end of the
  // underline, the others below their markers, from right to left.
  void AppendMarkers(absl::Span<const Marker> markers) {
    const std::string cells = Underline(markers);
    const Marker* const at_end = WordsAtEnd(markers, cells.size());
    AppendGutter("");
    PaintUnderline(cells, painter_);
    if (at_end != nullptr) {
      painter_.out().push_back(' ');
      PaintWords(*at_end, painter_);
    }
    painter_.out().push_back('\n');

    std::vector<Marker> hanging;
    for (const Marker& marker : markers) {
      if (&marker != at_end && !marker.words.empty()) hanging.push_back(marker);
    }
    for (; !hanging.empty(); hanging.pop_back()) {
      AppendGutter("");
      AppendHangingLine(hanging, painter_);
      painter_.out().push_back('\n');
    }
  }

  // What stands for the lines between two excerpts: nothing, a single line itself, or an ellipsis.
  void AppendGap(uint32_t line_before, uint32_t line_after) {
    const uint32_t lines = line_after - line_before;
    if (lines == 2) {
      AppendSourceLine(UnmarkedExcerpt(line_before + 1, file_.text, file_.lines));
    } else if (lines > 2) {
      painter_.out().append(gutter_ - kEllipsis.size(), ' ');
      absl::StrAppend(&painter_.out(), kEllipsis, "\n");
    }
  }

  // What stands for lines that are not quoted.
  void AppendMore(size_t lines) {
    painter_.out().append(gutter_ - kEllipsis.size(), ' ');
    absl::StrAppend(&painter_.out(), kEllipsis, " and ", Counted(lines, "more line"), "\n");
  }

 private:
  // `  12 | `.
  void AppendGutter(absl::string_view number) {
    painter_.out().append(gutter_ - number.size(), ' ');
    absl::StrAppend(&painter_.out(), number, " | ");
  }

  const QuotedFile& file_;
  Painter& painter_;
  size_t gutter_;
};

}  // namespace

void AppendHeadline(const QuotedFile& file, const Diagnostic& diagnostic, Painter& painter) {
  const Position at = file.lines.Locate(diagnostic.primary.span.begin);
  std::string& out = painter.out();
  painter.Start(kBold);
  absl::StrAppend(&out, file.path, ":", at.line, ":", at.column, ":");
  painter.Stop();
  out.push_back(' ');
  painter.Start(PaintOf(diagnostic.severity));
  absl::StrAppend(&out, SeverityName(diagnostic.severity), ":");
  painter.Stop();
  out.push_back(' ');
  painter.Start(kBold);
  AppendVisible(diagnostic.message, out);
  painter.Stop();
  absl::StrAppend(&out, " [", diagnostic.rule, "]\n");
}

std::string OmissionWords(const Omission& omission) {
  const size_t count = omission.Count();
  std::vector<std::string> parts;
  for (size_t severity = omission.by_severity.size(); severity-- > 0;) {
    const size_t of_severity = omission.by_severity[severity];
    if (of_severity == 0 || of_severity == count) continue;
    parts.push_back(Counted(of_severity, SeverityName(static_cast<Severity>(severity))));
  }
  return absl::StrCat(Counted(count, "more finding"), " of [", omission.rule, "] ",
                      count == 1 ? "is" : "are", " not listed (--max-findings)",
                      parts.empty() ? "" : ": ", absl::StrJoin(parts, ", "));
}

void AppendOmission(absl::string_view path, const Omission& omission, Painter& painter) {
  painter.Start(kBold);
  absl::StrAppend(&painter.out(), path, ":");
  painter.Stop();
  painter.out().push_back(' ');
  painter.Paint(kCyan, "note:");
  absl::StrAppend(&painter.out(), " ", OmissionWords(omission), "\n");
}

size_t AppendQuotation(const QuotedFile& file, const Diagnostic& diagnostic, Painter& painter) {
  const std::vector<Excerpt> excerpts = ExcerptsFor(diagnostic, file.text, file.lines);
  Quotation quotation(file, excerpts.back().line, painter);
  uint32_t line_before = excerpts.front().line;
  size_t repeated = 0;
  for (const Excerpt& excerpt : excerpts) {
    if (IsRepetition(excerpt) && ++repeated > kMostRepeated) continue;
    quotation.AppendGap(line_before, excerpt.line);
    quotation.AppendSourceLine(excerpt);
    quotation.AppendMarkers(MarkersOf(excerpt, file.text));
    line_before = excerpt.line;
  }
  if (repeated > kMostRepeated) quotation.AppendMore(repeated - kMostRepeated);
  return quotation.gutter();
}

}  // namespace grpcfg
