#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "schema/json/escape.h"
#include "schema/json/position.h"
#include "schema/json/utf8.h"
#include "validator/engine/effect_summary.h"
#include "validator/report/finding_text.h"
#include "validator/report/paint.h"
#include "validator/report/reporter.h"
#include "validator/report/text_layout.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

// A mark of the table: a word where there is room for one in every column, else a letter.
struct Mark {
  absl::string_view word;
  absl::string_view letter;
  Effect effect;
  absl::string_view paint;
};

// From the worst to the best. An ignored detail and an ignored policy have the same mark.
constexpr std::array<Mark, 10> kMarks = {{
    {"rejects", "R", Effect::kRejectsConfig, kRed},
    {"drops", "D", Effect::kRejectsPolicy, kRed},
    {"BREAKS", "B", Effect::kBreaksCalls, kRed},
    {"ignores", "i", Effect::kIgnoresPolicy, kMagenta},
    {"alters", "a", Effect::kAlters, kCyan},
    {"?", "?", Effect::kUnknown, kCyan},
    {"accepts", "+", Effect::kAccepts, ""},  // a verdict: it may alter or ignore something
    {"dormant", "d", Effect::kAccepts, ""},  // does not count yet
    {"-", "-", Effect::kAccepts, ""},        // never looks at it
    {".", ".", Effect::kAccepts, ""},
}};
constexpr size_t kAcceptsMark = kMarks.size() - 4;
constexpr size_t kDormantMark = kMarks.size() - 3;
constexpr size_t kUnreadMark = kMarks.size() - 2;
constexpr size_t kNothingMark = kMarks.size() - 1;

size_t MarkOf(Effect effect) {
  if (effect == Effect::kIgnoresDetail) effect = Effect::kIgnoresPolicy;
  if (effect == Effect::kAccepts) return kNothingMark;
  size_t at = 0;
  while (kMarks[at].effect != effect) ++at;
  return at;
}

size_t MarkOf(Verdict verdict) {
  return verdict == Verdict::kAccepts ? kAcceptsMark : MarkOf(FactsOf(verdict).effect);
}

// What a client does that has the mark.
absl::string_view MeaningOf(size_t mark) {
  if (mark == kAcceptsMark) return "accepts the config; the rows show what it alters or ignores";
  if (mark == kUnreadMark) return "never reads it, whatever its value";
  if (mark == kDormantMark) return "does nothing with it until another fault is corrected";
  return Describe(kMarks[mark].effect);
}

constexpr size_t kGap = 1;       // before each column
constexpr size_t kColumns = 80;  // of a terminal
constexpr size_t kRowTitle =
    40;  // place and rule, and a blank; longer ones get a line for themselves
constexpr size_t kWordWidth = 7;  // of the widest mark

// The head of a column: the target, its release below.
struct Column {
  std::string name;
  std::string release;
  size_t width = 0;
};

size_t WidthOf(absl::Span<const Column> columns) {
  size_t width = 0;
  for (const Column& column : columns) width += kGap + column.width;
  return width;
}

// How the table of every file of a run is laid out.
struct Layout {
  std::vector<Column> columns;
  bool has_words = true;
  bool has_releases = false;

  [[nodiscard]] absl::string_view Spell(const Mark& mark) const {
    return has_words ? mark.word : mark.letter;
  }
};

Layout MakeLayout(absl::Span<const std::string> targets) {
  Layout layout;
  for (const std::string& target : targets) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(target, absl::MaxSplits('@', 1));
    layout.has_releases = layout.has_releases || !parts.second.empty();
    const size_t head = std::max(parts.first.size(), parts.second.size());
    layout.columns.push_back({parts.first, parts.second, std::max(head, kWordWidth)});
  }
  layout.has_words = kRowTitle + WidthOf(layout.columns) <= kColumns;
  if (layout.has_words) return layout;
  for (Column& column : layout.columns) {
    column.width = std::max(column.name.size(), column.release.size());
  }
  return layout;
}

// The beginning of `text` that fits into `width` columns, as a terminal shows it.
std::string CutTo(size_t width, absl::string_view text) {
  if (VisibleColumns(text) <= width) return Visible(text);
  size_t at = 0;
  for (size_t columns = kEllipsis.size(); at < text.size();) {
    const size_t length = CodePointLength(text, at);
    columns += VisibleColumns(text.substr(at, length));
    if (columns > width) break;
    at += length;
  }
  return absl::StrCat(Visible(text.substr(0, at)), kEllipsis);
}

std::string Padded(absl::string_view text, size_t width) {
  return absl::StrFormat("%-*s", static_cast<int>(width), text);
}

std::string PlaceOf(const Diagnostic& diagnostic, const LineIndex& lines) {
  const Position start = lines.Locate(diagnostic.primary.span.begin);
  return absl::StrCat(start.line, ":", start.column);
}

// A finding as the table has it.
struct Finding {
  const Diagnostic* diagnostic;
  std::string place;
  const SuggestedFix* remedy;
};

// A row of the table: findings of one rule of which the same is to be reported.
struct Row {
  std::vector<Finding> findings;
  std::vector<size_t> marks;  // into kMarks

  [[nodiscard]] const Diagnostic& first() const { return *findings.front().diagnostic; }
};

// Finds the row for a finding: one with its words or, if its rule has rows enough, with its marks.
Row* RowFor(const Diagnostic& diagnostic, absl::Span<const size_t> marks, std::vector<Row>& rows) {
  constexpr size_t kMostRows = 5;
  size_t of_rule = 0;
  Row* same_marks = nullptr;
  for (Row& row : rows) {
    if (row.first().rule != diagnostic.rule) continue;
    ++of_rule;
    if (absl::MakeConstSpan(row.marks) != marks) continue;
    same_marks = &row;
    if (row.first().message == diagnostic.message) return &row;
  }
  return of_rule < kMostRows ? nullptr : same_marks;
}

// The worst first, then in the order of the text.
std::vector<Row> RowsOf(const CheckedFile& file, size_t targets) {
  static const SuggestedFix kNone;
  const LineIndex lines(file.text);
  std::vector<Row> rows;
  for (size_t i = 0; i < file.report.diagnostics.size(); ++i) {
    const Diagnostic& diagnostic = file.report.diagnostics[i];
    std::vector<size_t> marks;
    for (const Effect effect : EffectsByTarget(diagnostic, targets)) {
      marks.push_back(MarkOf(effect));
    }
    if (i < file.unread.size()) {
      for (const size_t target : file.unread[i]) {
        if (marks[target] == kNothingMark) marks[target] = kUnreadMark;
      }
    }
    if (!diagnostic.dormant.empty())
      std::replace(marks.begin(), marks.end(), kNothingMark, kDormantMark);
    Row* row = RowFor(diagnostic, marks, rows);
    if (row == nullptr) row = &rows.emplace_back(Row{{}, std::move(marks)});
    row->findings.push_back({&diagnostic, PlaceOf(diagnostic, lines),
                             i < file.remedies.size() ? &file.remedies[i] : &kNone});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.first().severity > b.first().severity;
  });
  return rows;
}

// The first few, and how many more: "1:2, 3:4 and 5 more".
std::string PlacesIn(absl::Span<const absl::string_view> places, size_t most) {
  const size_t shown = std::min(places.size(), most);
  std::string words = absl::StrJoin(places.first(shown), ", ");
  if (shown < places.size()) absl::StrAppend(&words, " and ", places.size() - shown, " more");
  return words;
}

// What is to be done, with the findings that it is for.
struct Advice {
  absl::string_view rule;
  absl::string_view words;
  std::vector<absl::string_view> places = {};
  size_t tried = 0;
};

std::vector<Advice> AdviceOn(absl::Span<const Row> rows) {
  std::vector<Advice> advice;
  for (const Row& row : rows) {
    for (const Finding& finding : row.findings) {
      auto same = std::find_if(advice.begin(), advice.end(), [&](const Advice& other) {
        return other.rule == row.first().rule && other.words == finding.remedy->words;
      });
      if (same == advice.end()) {
        same = advice.insert(advice.end(), {row.first().rule, finding.remedy->words});
      }
      same->places.emplace_back(finding.place);
      same->tried += finding.remedy->is_tried ? 1 : 0;
    }
  }
  return advice;
}

// What a trial has shown.
std::string TrialWords(const Advice& advice) {
  if (advice.tried == 0) return "";
  if (advice.tried == advice.places.size()) return " (right for all of them)";
  return absl::StrCat(" (right for all of them, tried at ", advice.tried, " places)");
}

class CompatTextReporter final : public Reporter {
 public:
  explicit CompatTextReporter(ReporterOptions options)
      : options_(std::move(options)), layout_(MakeLayout(options_.targets)) {}

  void AddFile(const CheckedFile& file, std::string& out) override {
    Painter painter(options_.color, out);
    if (std::exchange(has_files_, true)) out += '\n';
    if (!file.targets.empty()) layout_ = MakeLayout(file.targets);
    has_words_ = has_words_ && layout_.has_words;
    const std::vector<Row> rows = RowsOf(file, layout_.columns.size());
    const std::string path = Visible(file.path);
    painter.Paint(kBold, path);
    out += '\n';
    AppendTables(file.report, rows, painter);
    for (const Omission& omission : file.report.omissions) AppendOmission(path, omission, painter);
    if (rows.empty()) {
      out += "nothing found: every target accepts it as written\n";
    } else {
      AppendAdvice(rows, painter);
    }
  }

  void Finish(std::string& out) override {
    out += '\n';
    for (size_t i = 0; i < kMarks.size(); ++i) {
      if (!used_[i]) continue;
      const Mark& mark = kMarks[i];
      const absl::string_view effect = MeaningOf(i);
      const bool is_clear = has_words_ || mark.word == mark.letter;
      const std::string title = absl::StrCat(
          Padded(has_words_ ? mark.word : mark.letter, has_words_ ? kWordWidth : 1), "  ");
      std::string words;
      AppendWrapped(
          absl::StrCat("the client ", is_clear ? "" : mark.word, is_clear ? "" : ": ", effect),
          title.size(), words, kColumns);
      absl::StrAppend(&out, title, absl::string_view(words).substr(title.size()));
    }
  }

 private:
  // As many tables as it takes for lines of kColumns; messages stand in the first one.
  void AppendTables(const Report& report, absl::Span<const Row> rows, Painter& painter) {
    size_t place_width = 0;
    size_t rule_width = 0;
    for (const Row& row : rows) {
      place_width = std::max(place_width, row.findings.front().place.size());
      rule_width = std::max(rule_width, row.first().rule.size());
    }
    const Titles titles = {place_width, rule_width};
    const absl::Span<const Column> columns = layout_.columns;
    for (size_t begin = 0; begin < columns.size();) {
      size_t end = begin + 1;
      while (end < columns.size() &&
             titles.width() + WidthOf(columns.subspan(begin, end + 1 - begin)) <= kColumns) {
        ++end;
      }
      if (begin > 0) painter.out() += '\n';
      AppendTable({begin, end, titles}, report, rows, painter);
      begin = end;
    }
  }

  // How wide the parts of a row's title are.
  struct Titles {
    size_t place;
    size_t rule;
    [[nodiscard]] size_t width() const {
      return std::min(std::max(place + 2 + rule + 1, sizeof("verdict") - 1), kRowTitle);
    }
  };

  // The columns of one table.
  struct Part {
    size_t begin;
    size_t end;
    Titles titles;
  };

  void AppendTable(const Part& part, const Report& report, absl::Span<const Row> rows,
                   Painter& painter) {
    AppendHead(part, &Column::name, painter.out());
    if (layout_.has_releases) AppendHead(part, &Column::release, painter.out());
    std::vector<size_t> verdicts;
    for (const Verdict verdict : report.verdicts) verdicts.push_back(MarkOf(verdict));
    painter.Paint(kBold, Padded("verdict", part.titles.width()));
    AppendMarks(part, verdicts, painter);
    for (const Row& row : rows) {
      const std::string place = Padded(row.findings.front().place, part.titles.place + 2);
      painter.out() += place;
      painter.Paint(PaintOf(row.first().severity), row.first().rule);
      const size_t title = place.size() + row.first().rule.size();
      const bool has_room = title < part.titles.width();
      if (!has_room) painter.out() += '\n';
      painter.out().append(part.titles.width() - (has_room ? title : 0), ' ');
      AppendMarks(part, row.marks, painter);
      if (part.begin == 0) AppendMessage(place.size(), row, painter.out());
    }
  }

  static void AppendMessage(size_t indent, const Row& row, std::string& out) {
    constexpr size_t kMostPlaces = 6;
    constexpr size_t kMostLines = 2;
    const auto append = [&](absl::string_view words) {
      AppendWrapped(CutTo(kMostLines * (kColumns - indent), words), indent, out, kColumns);
    };
    append(absl::StrCat(SeverityName(row.first().severity), ": ", OneLine(row.first())));
    std::vector<absl::string_view> places;
    for (const Finding& finding : row.findings) places.emplace_back(finding.place);
    const auto more = absl::MakeConstSpan(places).subspan(1);
    if (!more.empty()) append(absl::StrCat("also at ", PlacesIn(more, kMostPlaces)));
  }

  void AppendHead(const Part& part, std::string Column::*line, std::string& out) const {
    std::string head(part.titles.width(), ' ');
    for (size_t i = part.begin; i < part.end; ++i) {
      const Column& column = layout_.columns[i];
      absl::StrAppend(&head, " ", Padded(column.*line, column.width));
    }
    head.resize(head.find_last_not_of(' ') + 1);
    absl::StrAppend(&out, head, "\n");
  }

  void AppendMarks(const Part& part, absl::Span<const size_t> marks, Painter& painter) {
    size_t blanks = kGap;
    for (size_t i = part.begin; i < part.end; ++i) {
      const absl::string_view paint = kMarks[marks[i]].paint;
      const absl::string_view mark = layout_.Spell(kMarks[marks[i]]);
      used_[marks[i]] = true;
      painter.out().append(blanks, ' ');
      if (paint.empty()) {
        absl::StrAppend(&painter.out(), mark);
      } else {
        painter.Paint(paint, mark);
      }
      blanks = kGap + layout_.columns[i].width - mark.size();
    }
    painter.out() += '\n';
  }

  static void AppendAdvice(absl::Span<const Row> rows, Painter& painter) {
    constexpr size_t kMostPlaces = 5;
    painter.out() += "what to do:\n";
    for (const Advice& advice : AdviceOn(rows)) {
      if (advice.words.empty()) continue;
      std::string words = absl::StrCat(PlacesIn(advice.places, kMostPlaces), ": ");
      AppendVisible(advice.words, words);
      absl::StrAppend(&words, TrialWords(advice));
      AppendWrapped(words, 2, painter.out(), kColumns);
    }
  }

  const ReporterOptions options_;
  Layout layout_;          // of the file that was added last
  bool has_words_ = true;  // in every table
  std::array<bool, kMarks.size()> used_ = {};
  bool has_files_ = false;
};

// What is left to say of a finding without help: what its message requires, or what its effects
// leave to choose.
absl::string_view RequirementOf(const Diagnostic& diagnostic) {
  constexpr absl::string_view kBefore = "; ";
  const absl::string_view message = diagnostic.message;
  const size_t at = message.rfind(kBefore);
  if (at != absl::string_view::npos) return message.substr(at + kBefore.size());
  const Effect worst = std::max_element(diagnostic.effects.begin(), diagnostic.effects.end(),
                                        [](const TargetEffect& a, const TargetEffect& b) {
                                          return a.effect < b.effect;
                                        })
                           ->effect;
  if (worst == Effect::kAlters) return "write a value that all of them read as written";
  if (worst <= Effect::kIgnoresPolicy) return "remove it, or rely on it only in the others";
  return "remove it, or write what all of them accept";
}

}  // namespace

std::vector<SuggestedFix> SuggestFixes(const Report& report) {
  std::vector<SuggestedFix> remedies;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    SuggestedFix& remedy = remedies.emplace_back();
    const Fix* const fix = diagnostic.fixes.empty() ? nullptr : &diagnostic.fixes.front();
    remedy.is_tried = fix != nullptr && fix->settles;
    const bool has_help = !remedy.is_tried && !diagnostic.help.empty();
    remedy.words = has_help                      ? absl::StrJoin(diagnostic.help, "; ")
                   : fix != nullptr              ? fix->title
                   : !diagnostic.dormant.empty() ? diagnostic.dormant
                   : diagnostic.effects.empty()  ? "nothing: all of them accept it"
                                                 : std::string(RequirementOf(diagnostic));
  }
  return remedies;
}

std::unique_ptr<Reporter> MakeCompatTextReporter(const ReporterOptions& options) {
  return std::make_unique<CompatTextReporter>(options);
}

}  // namespace grpcfg
