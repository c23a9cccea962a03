#include "validator/project/suppressions.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "validator/project/faults.h"
#include "validator/project/project_rules.h"

namespace grpcfg {
namespace {

// The ends of those beginnings of a text that what was read of a pattern stands for.
class Ends {
 public:
  explicit Ends(absl::string_view text) : text_(text), at_(text.size() + 1, false) {
    at_[0] = true;
  }

  // False if no end is left.
  bool Take(char c) {
    bool is_left = false;
    for (size_t end = text_.size(); end > 0; --end) {
      at_[end] = at_[end - 1] && text_[end - 1] == c;
      is_left = is_left || at_[end];
    }
    at_[0] = false;
    return is_left;
  }

  void TakeAny(bool stops_at_slash) {
    for (size_t end = 1; end < at_.size(); ++end) {
      const bool goes_on = at_[end - 1] && !(stops_at_slash && text_[end - 1] == '/');
      at_[end] = at_[end] || goes_on;
    }
  }

  [[nodiscard]] bool IsWhole() const { return at_.back(); }

 private:
  absl::string_view text_;
  std::vector<bool> at_;
};

bool Matches(absl::string_view pattern, absl::string_view text, bool stops_at_slash) {
  if (!absl::StrContains(pattern, '*')) return pattern == text;
  Ends ends(text);
  while (!pattern.empty()) {
    if (absl::ConsumePrefix(&pattern, "**")) {
      ends.TakeAny(false);
    } else if (absl::ConsumePrefix(&pattern, "*")) {
      ends.TakeAny(stops_at_slash);
    } else {
      if (!ends.Take(pattern[0])) return false;
      pattern.remove_prefix(1);
    }
  }
  return ends.IsWhole();
}

}  // namespace

bool MatchesPointer(absl::string_view pattern, absl::string_view pointer) {
  return Matches(pattern, pointer, true);
}

bool MatchesMethod(absl::string_view pattern, absl::string_view name) {
  absl::ConsumePrefix(&pattern, "/");
  if (absl::StrContains(pattern, '/') || pattern == "*") return Matches(pattern, name, false);
  return Matches(absl::StrCat(pattern, "/*"), name, false);
}

Acknowledgements::Acknowledgements(const std::vector<Acknowledgement>& rows, Date today) {
  for (const Acknowledgement& row : rows) {
    const std::optional<Date> last = ParseDate(TextOf(row.until));
    if (!last || !(*last < today)) rows_.push_back({row, PathGlob(row.path)});
  }
}

std::optional<std::string> Acknowledgements::ReasonFor(const ChangeToKnow& change) const {
  for (const auto& [row, path] : rows_) {
    const bool is_about = path.Holds(change.path) && NamesRule(TextOf(row.what), change.what) &&
                          (row.method.empty() || MatchesMethod(TextOf(row.method), change.method));
    if (is_about) return std::string(TextOf(row.reason));
  }
  return std::nullopt;
}

namespace {

bool IsOver(const Suppression& suppression, Date today) {
  const std::optional<Date> last = ParseDate(TextOf(suppression.until));
  return last && *last < today;
}

ProjectFinding ExpiredFinding(const Suppression& row, SuppressionUse use) {
  const bool is_unused = use == SuppressionUse::kUnused;
  const absl::string_view rest = is_unused ? ", and matches no finding any more"
                                 : use == SuppressionUse::kUsed
                                     ? "; what it was about is still found"
                                     : "; it suppresses nothing any more";
  return {
      .rule = kSuppressionExpired,
      .span = row.until.front().span,
      .pointer = absl::StrCat(row.pointer, "/until"),
      .message = absl::StrCat("the suppression of `", TextOf(row.rule), "` ended on ",
                              TextOf(row.until), rest),
      .notes = {absl::StrCat("its reason was: ", TextOf(row.reason))},
      .help = {is_unused ? "remove it"
                         : "mend what it was about and remove it, or set `until` to a later day"}};
}

ProjectFinding UnusedFinding(const Suppression& row) {
  return {.rule = kSuppressionUnused,
          .span = row.rule.front().span,
          .pointer = absl::StrCat(row.pointer, "/rule"),
          .message = absl::StrCat("the suppression of `", TextOf(row.rule),
                                  "` matches no finding; it would hide the next one"),
          .notes = {absl::StrCat("its reason was: ", TextOf(row.reason))},
          .help = {"remove it, or mend its `path`, `pointer` or `method`"}};
}

}  // namespace

bool NamesRule(absl::string_view pattern, absl::string_view rule) {
  return absl::ConsumeSuffix(&pattern, "*") ? absl::StartsWith(rule, pattern) : rule == pattern;
}

Suppressions::Suppressions(std::vector<Suppression> suppressions, Date today) {
  rows_.reserve(suppressions.size());
  for (Suppression& suppression : suppressions) {
    PathGlob path(suppression.path);
    const bool is_over = IsOver(suppression, today);
    rows_.push_back({std::move(suppression), std::move(path), is_over});
  }
}

std::vector<size_t> Suppressions::ForFile(absl::string_view path) const {
  return ForFile(path, false);
}

std::vector<size_t> Suppressions::OverForFile(absl::string_view path) const {
  return ForFile(path, true);
}

std::vector<size_t> Suppressions::ForFile(absl::string_view path, bool is_over) const {
  std::vector<size_t> found;
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].is_over == is_over && rows_[i].path.Holds(path)) found.push_back(i);
  }
  return found;
}

bool Suppressions::IsAbout(size_t index, absl::string_view path) const {
  return rows_[index].path.Holds(path);
}

bool Suppressions::Matches(size_t index, const Diagnostic& diagnostic) const {
  const Suppression& row = rows_[index].row;
  if (!NamesRule(TextOf(row.rule), diagnostic.rule)) return false;
  return row.pointer_pattern.empty() ||
         MatchesPointer(TextOf(row.pointer_pattern), diagnostic.pointer);
}

bool Suppressions::IsFor(size_t index, absl::string_view name) const {
  return MatchesMethod(TextOf(rows_[index].row.method), name);
}

bool Suppressions::MatchesAll(size_t index, absl::string_view rule) const {
  const Suppression& row = rows_[index].row;
  return NamesRule(TextOf(row.rule), rule) && row.pointer_pattern.empty() && row.method.empty();
}

void Suppressions::AddFindings(absl::FunctionRef<SuppressionUse(size_t index)> use_of,
                               Report& report) const {
  for (size_t i = 0; i < rows_.size(); ++i) {
    const SuppressionUse use = use_of(i);
    if (use == SuppressionUse::kUnknown) continue;
    if (rows_[i].is_over) {
      AddFinding(ExpiredFinding(rows_[i].row, use), report);
    } else if (use == SuppressionUse::kUnused) {
      AddFinding(UnusedFinding(rows_[i].row), report);
    }
  }
}

}  // namespace grpcfg
