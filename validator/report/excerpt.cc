#include "validator/report/excerpt.h"

#include <algorithm>

#include "absl/types/span.h"
#include "schema/json/escape.h"
#include "schema/json/utf8.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

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

}  // namespace

Excerpt UnmarkedExcerpt(uint32_t line, absl::string_view text, const LineIndex& lines) {
  const Span whole = lines.LineSpan(line);
  Span shown = whole;
  if (WalkForward(text, whole, kWholeColumns) < whole.end) {
    shown.end = WalkForward(text, whole, kWindowColumns);
  }
  return {.line = line, .whole = whole, .shown = shown, .marks = {}};
}

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

}  // namespace grpcfg
