#include "validator/project/suppressions.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "validator/project/faults.h"
#include "validator/project/project_rules.h"

namespace grpcfg {
namespace {

bool IsOver(const Suppression& suppression, Date today) {
  const std::optional<Date> last = ParseDate(TextOf(suppression.until));
  return last && *last < today;
}

ProjectFinding ExpiredFinding(const Suppression& row, SuppressionUse use) {
  const bool is_unused = use == SuppressionUse::kUnused;
  const absl::string_view rest = is_unused ? ", and no longer matches a finding"
                                 : use == SuppressionUse::kUsed
                                     ? "; the finding is still there"
                                     : "; it no longer suppresses anything";
  return {
      .rule = kSuppressionExpired,
      .span = row.until.front().span,
      .pointer = absl::StrCat(row.pointer, "/until"),
      .message = absl::StrCat("the suppression of `", TextOf(row.rule), "` expired on ",
                              TextOf(row.until), rest),
      .notes = {absl::StrCat("its reason was: ", TextOf(row.reason))},
      .help = {is_unused ? "remove it"
                         : "fix what it suppressed and remove it, or set `until` to a later day"}};
}

ProjectFinding UnusedFinding(const Suppression& row) {
  return {.rule = kSuppressionUnused,
          .span = row.rule.front().span,
          .pointer = absl::StrCat(row.pointer, "/rule"),
          .message = absl::StrCat("the suppression of `", TextOf(row.rule),
                                  "` matches no finding; it would hide the next one"),
          .notes = {absl::StrCat("its reason was: ", TextOf(row.reason))},
          .help = {"remove it, or fix its `path`, `pointer` or `method`"}};
}

}  // namespace

Acknowledgements::Acknowledgements(const std::vector<Acknowledgement>& rows, Date today) {
  for (const Acknowledgement& row : rows) {
    const std::optional<Date> last = ParseDate(TextOf(row.until));
    if (last && *last < today) continue;
    const Pattern method = row.method.empty() ? EveryText() : MethodPattern(TextOf(row.method));
    by_.Of(RulePattern(TextOf(row.what))).Of(method).push_back(rows_.size());
    rows_.push_back({row, PathGlob(row.path)});
  }
  by_.Close();
}

std::optional<std::string> Acknowledgements::ReasonFor(const ChangeToKnow& change) const {
  size_t first = rows_.size();
  const auto take_first = [&](const std::vector<size_t>& rows) {
    const auto found = absl::c_find_if(
        rows, [&](size_t row) { return row >= first || rows_[row].path.Holds(change.path); });
    if (found != rows.end()) first = std::min(first, *found);
  };
  by_.ForEach(change.what,
              [&](const auto& by_method) { by_method.ForEach(change.method, take_first); });
  if (first == rows_.size()) return std::nullopt;
  return std::string(TextOf(rows_[first].row.reason));
}

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
  AddGroups();
}

void Suppressions::AddGroups() {
  absl::flat_hash_map<std::vector<std::string>, size_t> by_path;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Suppression& row = rows_[i].row;
    const auto [group, is_new] = by_path.try_emplace(StringsOf(row.path), groups_.size());
    if (is_new) groups_.push_back({PathGlob(row.path)});
    Group& of_path = groups_[group->second];
    SuppressedMethods& methods =
        (rows_[i].is_over ? of_path.over : of_path.in_force)
            .Of(RulePattern(TextOf(row.rule)))
            .Of(row.pointer_pattern.empty() ? EveryText()
                                            : PointerPattern(TextOf(row.pointer_pattern)));
    (row.method.empty() ? methods.all : methods.by_method.Of(MethodPattern(TextOf(row.method))))
        .push_back(i);
  }
  for (Group& group : groups_) {
    group.in_force.Close();
    group.over.Close();
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

Suppressions::OfFile Suppressions::ByPlaceFor(absl::string_view path) const {
  OfFile of_file;
  for (const Group& group : groups_) {
    if (!group.path.Holds(path)) continue;
    of_file.in_force.push_back(&group.in_force);
    of_file.over.push_back(&group.over);
  }
  return of_file;
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
