#include "validator/report/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace grpcfg {
namespace {

constexpr size_t kContext = 3;

using Lines = std::vector<absl::string_view>;

// With their ends; the last one may have none.
Lines LinesOf(absl::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

// Lines [begin, end) of the old text, and what stands in their place.
struct Change {
  size_t begin = 0;
  size_t end = 0;
  std::string text = {};

  // How many lines more there are.
  [[nodiscard]] std::ptrdiff_t Growth() const {
    return static_cast<std::ptrdiff_t>(LinesOf(text).size()) -
           static_cast<std::ptrdiff_t>(end - begin);
  }
};

class OldText {
 public:
  explicit OldText(absl::string_view text) : text_(text), lines_(LinesOf(text)) {
    size_t at = 0;
    for (const absl::string_view line : lines_) {
      begins_.push_back(at);
      at += line.size();
    }
    begins_.push_back(at);
  }

  [[nodiscard]] const Lines& lines() const { return lines_; }
  [[nodiscard]] size_t BeginOf(size_t line) const { return begins_[line]; }

  // The line that a byte is in; after the last byte: the one that would follow, or the last one if
  // that goes on.
  [[nodiscard]] size_t LineAt(size_t offset) const {
    const auto next = std::upper_bound(begins_.begin(), begins_.end() - 1, offset);
    const auto line = static_cast<size_t>(next - begins_.begin());
    const bool is_past_end = offset == text_.size() && (line == 0 || text_.back() == '\n');
    return is_past_end ? lines_.size() : line - 1;
  }

  // The bytes [begin, end) after the edits in them.
  [[nodiscard]] std::string After(absl::Span<const TextEdit> edits, size_t begin,
                                  size_t end) const {
    std::string after;
    for (const TextEdit& edit : edits) {
      absl::StrAppend(&after, text_.substr(begin, edit.span.begin - begin), edit.text);
      begin = edit.span.end;
    }
    return absl::StrCat(after, text_.substr(begin, end - begin));
  }

 private:
  absl::string_view text_;
  Lines lines_;
  std::vector<size_t> begins_;  // of each line, and the end
};

// Takes off what stays the same at both ends.
void Trim(const OldText& old, Change& change) {
  const Lines after = LinesOf(change.text);
  size_t first = 0;
  size_t last = after.size();
  while (change.begin < change.end && first < last && after[first] == old.lines()[change.begin]) {
    ++first;
    ++change.begin;
  }
  while (change.begin < change.end && first < last &&
         after[last - 1] == old.lines()[change.end - 1]) {
    --last;
    --change.end;
  }
  change.text = absl::StrJoin(absl::MakeConstSpan(after).subspan(first, last - first), "");
}

// Adds a change of lines; of those that follow each other the old ones are shown first.
void Add(Change change, std::vector<Change>& changes) {
  if (change.begin == change.end && change.text.empty()) return;
  if (!changes.empty() && changes.back().end == change.begin) {
    changes.back().end = change.end;
    changes.back().text += change.text;
  } else {
    changes.push_back(std::move(change));
  }
}

std::vector<Change> ChangesOf(const OldText& old, absl::Span<const TextEdit> edits) {
  std::vector<Change> changes;
  for (size_t first = 0; first < edits.size();) {
    const size_t begin = old.LineAt(edits[first].span.begin);
    size_t end = begin;
    size_t last = first;
    // Edits of the same lines go together.
    while (last < edits.size() && (last == first || old.LineAt(edits[last].span.begin) < end)) {
      const size_t following = old.LineAt(edits[last++].span.end) + 1;
      end = std::min(std::max(end, following), old.lines().size());
    }
    Change change = {
        begin, end,
        old.After(edits.subspan(first, last - first), old.BeginOf(begin), old.BeginOf(end))};
    Trim(old, change);
    Add(std::move(change), changes);
    first = last;
  }
  return changes;
}

// `12,3`: a range of lines as patch expects it. Of none it is the line before.
std::string Range(size_t begin, size_t count) {
  const size_t first = count == 0 ? begin : begin + 1;
  return count == 1 ? absl::StrCat(first) : absl::StrCat(first, ",", count);
}

void AppendLines(char mark, absl::Span<const absl::string_view> lines, std::string& out) {
  for (const absl::string_view line : lines) {
    absl::StrAppend(&out, absl::string_view(&mark, 1), line);
    if (!absl::EndsWith(line, "\n")) out += "\n\\ No newline at end of file\n";
  }
}

// Some changes with what is around them. `growth`: of the text before them.
void AppendHunk(const OldText& old, absl::Span<const Change> changes, std::ptrdiff_t growth,
                std::string& out) {
  const absl::Span<const absl::string_view> lines = old.lines();
  size_t at = changes.front().begin - std::min(kContext, changes.front().begin);
  const size_t end = std::min(lines.size(), changes.back().end + kContext);
  const std::ptrdiff_t before = growth;
  for (const Change& change : changes) growth += change.Growth();
  const auto moved = [](size_t line, std::ptrdiff_t by) {
    return static_cast<size_t>(static_cast<std::ptrdiff_t>(line) + by);
  };
  absl::StrAppend(&out, "@@ -", Range(at, end - at), " +",
                  Range(moved(at, before), moved(end, growth) - moved(at, before)), " @@\n");
  for (const Change& change : changes) {
    AppendLines(' ', lines.subspan(at, change.begin - at), out);
    AppendLines('-', lines.subspan(change.begin, change.end - change.begin), out);
    AppendLines('+', LinesOf(change.text), out);
    at = change.end;
  }
  AppendLines(' ', lines.subspan(at, end - at), out);
}

// As git and patch write it. A tab ends a name with blanks.
std::string HeadName(absl::string_view path) {
  const bool is_plain = std::none_of(path.begin(), path.end(), [](char c) {
    return absl::ascii_iscntrl(static_cast<unsigned char>(c)) || c == '"' || c == '\\';
  });
  if (!is_plain) return absl::StrCat("\"", absl::CEscape(path), "\"");
  return absl::StrCat(path, absl::StrContains(path, ' ') ? "\t" : "");
}

}  // namespace

std::string UnifiedDiff(absl::string_view path, absl::string_view text,
                        absl::Span<const TextEdit> edits) {
  const OldText old(text);
  const std::vector<Change> changes = ChangesOf(old, edits);
  std::string out;
  if (changes.empty()) return out;
  absl::StrAppend(&out, "--- ", HeadName(path), "\n+++ ", HeadName(path), "\n");
  std::ptrdiff_t growth = 0;
  for (size_t first = 0; first < changes.size();) {
    size_t last = first + 1;
    while (last < changes.size() && changes[last].begin - changes[last - 1].end <= 2 * kContext) {
      ++last;
    }
    const auto hunk = absl::MakeConstSpan(changes).subspan(first, last - first);
    AppendHunk(old, hunk, growth, out);
    for (const Change& change : hunk) growth += change.Growth();
    first = last;
  }
  return out;
}

}  // namespace grpcfg
