#include "validator/report/text_layout.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "schema/json/escape.h"
#include "schema/json/utf8.h"
#include "validator/engine/counted.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

// ---- Which parts of a source are quoted for the labels of a finding, and which columns they mark.
// Promise: reads a few hundred bytes around each label, however long the line.

// A label on the line where it begins.
struct Mark {
  Span span;  // within that line, whole characters; empty: between two characters
  uint32_t line = 0;
  bool primary = false;
  absl::string_view words;
};

// Half-open, from 0.
struct Columns {
  size_t begin = 0;
  size_t end = 0;
};

// A line, or the part of a long line around some labels.
struct Excerpt {
  uint32_t line = 0;
  Span whole;  // the bytes of the line
  Span shown;
  std::vector<Mark> marks;  // in source order

  [[nodiscard]] bool cut_before() const { return shown.begin > whole.begin; }
  [[nodiscard]] bool cut_after() const { return shown.end < whole.end; }
};

// A line up to the first width is shown whole, of others a window of the second. Labels share a
// window if they fit into the third together, or begin within the fourth.
constexpr size_t kWholeColumns = 120;
constexpr size_t kWindowColumns = 100;
constexpr size_t kSharedColumns = 80;
constexpr size_t kNearColumns = 40;

// Combining marks take no column, but a screen full of them is no use either.
constexpr size_t kCharactersPerColumn = 4;

// How far a walk has come.
class Allowance {
 public:
  explicit Allowance(size_t columns)
      : columns_(columns), characters_(columns * kCharactersPerColumn) {}

  // Takes one character; false if it is too much.
  bool Take(absl::string_view character) {
    const size_t columns = VisibleColumns(character);
    if (columns > columns_ || characters_ == 0) return false;
    columns_ -= columns;
    --characters_;
    return true;
  }

 private:
  size_t columns_;
  size_t characters_;
};

// The start of the character before `at`, which must be the start of one itself and not the first.
uint32_t Previous(absl::string_view text, uint32_t at) {
  for (uint32_t length = 2; length <= std::min(at, 4U); ++length) {
    if (CodePointLength(text, at - length) == length) return at - length;
  }
  return at - 1;
}

// The end of what fits into `columns` columns from `from` on.
uint32_t WalkForward(absl::string_view text, Span within, size_t columns) {
  Allowance allowance(columns);
  uint32_t at = within.begin;
  while (at < within.end) {
    const auto length = static_cast<uint32_t>(CodePointLength(text, at));
    if (!allowance.Take(text.substr(at, length))) break;
    at += length;
  }
  return at;
}

// The begin of what fits into `columns` columns before the end of `within`.
uint32_t WalkBack(absl::string_view text, Span within, size_t columns) {
  Allowance allowance(columns);
  uint32_t at = within.end;
  while (at > within.begin) {
    const uint32_t previous = Previous(text, at);
    if (!allowance.Take(text.substr(previous, at - previous))) break;
    at = previous;
  }
  return at;
}

// The start of the character that the byte at `at` belongs to.
uint32_t CharacterStart(absl::string_view text, uint32_t at) {
  if (at >= text.size()) return at;
  for (uint32_t back = 1; back <= std::min(at, 3U); ++back) {
    if (CodePointLength(text, at - back) > back) return at - back;
  }
  return at;
}

Mark MarkOf(const Label& label, absl::string_view text, const LineIndex& lines) {
  const uint32_t line = lines.Locate(label.span.begin).line;
  const Span whole = lines.LineSpan(line);
  // A label on the line break stands at the end of the line.
  const uint32_t begin = CharacterStart(text, std::min(label.span.begin, whole.end));
  uint32_t end = std::clamp(label.span.end, begin, whole.end);
  const uint32_t last = CharacterStart(text, end);
  if (last < end) end = last + static_cast<uint32_t>(CodePointLength(text, last));
  return {.span = {begin, end}, .line = line, .primary = false, .words = label.message};
}

std::vector<Mark> MarksOf(const Diagnostic& diagnostic, absl::string_view text,
                          const LineIndex& lines) {
  std::vector<Mark> marks;
  marks.reserve(1 + diagnostic.secondary.size());
  marks.push_back(MarkOf(diagnostic.primary, text, lines));
  marks.front().primary = true;
  for (const Label& label : diagnostic.secondary) marks.push_back(MarkOf(label, text, lines));
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Mark& a, const Mark& b) { return a.span.begin < b.span.begin; });
  return marks;
}

// The part of the line `whole` that is shown for labels on `marked`.
Span WindowAround(Span marked, Span whole, absl::string_view text) {
  const Span seen = {marked.begin, WalkForward(text, {marked.begin, marked.end}, kSharedColumns)};
  const size_t spare = kWindowColumns - VisibleColumns(Slice(text, seen));
  uint32_t begin = WalkBack(text, {whole.begin, marked.begin}, spare / 2);
  const uint32_t end = WalkForward(text, {begin, whole.end}, kWindowColumns);
  if (end == whole.end) {
    begin = std::min(begin, WalkBack(text, {whole.begin, whole.end}, kWindowColumns));
  }
  return {begin, end};
}

// How many of `marks`, at least one, are shown in one window.
size_t CountShared(absl::Span<const Mark> marks, Span whole, absl::string_view text) {
  const Span rest = {marks.front().span.begin, whole.end};
  const uint32_t shared = WalkForward(text, rest, kSharedColumns);
  const uint32_t near = WalkForward(text, rest, kNearColumns);
  const auto fits = [&](const Mark& mark) {
    return mark.span.end <= shared || mark.span.begin < near;
  };
  const auto* const end = std::find_if_not(marks.begin() + 1, marks.end(), fits);
  return static_cast<size_t>(end - marks.begin());
}

Span Around(absl::Span<const Mark> marks) {
  Span around = marks.front().span;
  for (const Mark& mark : marks) around.end = std::max(around.end, mark.span.end);
  return around;
}

// One excerpt of the line of `marks`, or several if it is long and they are distant.
void AppendExcerpts(absl::Span<const Mark> marks, absl::string_view text, Excerpt unmarked,
                    std::vector<Excerpt>& excerpts) {
  const Span whole = unmarked.whole;
  const bool fits = !unmarked.cut_after();
  while (!marks.empty()) {
    const size_t count = fits ? marks.size() : CountShared(marks, whole, text);
    const absl::Span<const Mark> together = marks.first(count);
    if (!fits) unmarked.shown = WindowAround(Around(together), whole, text);
    unmarked.marks.assign(together.begin(), together.end());
    excerpts.push_back(unmarked);
    marks.remove_prefix(count);
  }
}

// A line without labels.
Excerpt UnmarkedExcerpt(uint32_t line, absl::string_view text, const LineIndex& lines) {
  const Span whole = lines.LineSpan(line);
  Span shown = whole;
  if (WalkForward(text, whole, kWholeColumns) < whole.end) {
    shown.end = WalkForward(text, whole, kWindowColumns);
  }
  return {.line = line, .whole = whole, .shown = shown, .marks = {}};
}

// What to quote for the labels of `diagnostic`, in source order.
std::vector<Excerpt> ExcerptsFor(const Diagnostic& diagnostic, absl::string_view text,
                                 const LineIndex& lines) {
  const std::vector<Mark> marks = MarksOf(diagnostic, text, lines);
  std::vector<Excerpt> excerpts;
  for (auto first = marks.begin(); first != marks.end();) {
    const auto last = std::find_if(first, marks.end(),
                                   [&](const Mark& mark) { return mark.line != first->line; });
    const absl::Span<const Mark> of_line(&*first, static_cast<size_t>(last - first));
    AppendExcerpts(of_line, text, UnmarkedExcerpt(first->line, text, lines), excerpts);
    first = last;
  }
  return excerpts;
}

// Where `mark` stands below `excerpt` as it is shown; at least one column.
Columns ColumnsOf(const Mark& mark, const Excerpt& excerpt, absl::string_view text) {
  const Span shown = excerpt.shown;
  const auto column_of = [&](uint32_t offset) {
    const size_t before = excerpt.cut_before() ? kEllipsis.size() : 0;
    return before + VisibleColumns(Slice(text, {shown.begin, std::min(offset, shown.end)}));
  };
  Columns columns = {column_of(mark.span.begin), column_of(mark.span.end)};
  // A label that goes on after the cut is marked through it.
  if (mark.span.end > shown.end) columns.end += kEllipsis.size();
  columns.end = std::max(columns.end, columns.begin + 1);
  return columns;
}

// ---- Lines and marks

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

void AppendHeadline(const QuotedFile& file, const Diagnostic& diagnostic, absl::string_view message,
                    Painter& painter) {
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
  AppendVisible(message, out);
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
