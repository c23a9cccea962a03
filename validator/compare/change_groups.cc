#include "validator/compare/change_groups.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kRest = "*";

// Of the channel, which `*` has.
bool IsOfChannel(const Change& change) {
  constexpr absl::string_view kFields[] = {"verdict", "loadBalancing", "retryThrottling",
                                           "healthCheck", "connectionScaling"};
  return absl::c_any_of(
      kFields, [&](absl::string_view name) { return absl::StartsWith(change.what, name); });
}

const Change* Find(const std::vector<Change>& changes, absl::string_view what) {
  const auto found =
      absl::c_find_if(changes, [&](const Change& each) { return each.what == what; });
  return found == changes.end() ? nullptr : &*found;
}

// True if another change says the same.
bool IsImplied(const Change& change, const std::vector<Change>& changes) {
  const Change* const attempts = Find(changes, "attempts");
  if (attempts == nullptr) return false;
  const bool is_alone = attempts->after == "1";
  const bool is_of_retries = change.what == "peak" || absl::StartsWith(change.what, "lastAttempt.");
  if (is_alone && is_of_retries) return true;
  if (change.what == "amplification.expected") {
    return change.before == attempts->before && change.after == attempts->after;
  }
  return absl::EndsWith(change.what, "Policy.maxAttempts") && change.after == attempts->after;
}

// The targets of each change of one method.
class TargetsOfChanges {
 public:
  void Add(const std::string& target, const std::vector<Change>& changes) {
    for (const Change& change : changes) {
      if (IsImplied(change, changes)) continue;
      const auto same =
          absl::c_find_if(rows_, [&](const Row& row) { return row.change == change; });
      if (same == rows_.end()) {
        rows_.push_back({change, {target}});
      } else {
        same->targets.push_back(target);
      }
    }
  }

  std::vector<TargetChanges> Take() {
    std::vector<TargetChanges> parts;
    for (Row& row : rows_) {
      const auto same = absl::c_find_if(
          parts, [&](const TargetChanges& part) { return part.targets == row.targets; });
      if (same == parts.end()) {
        parts.push_back({row.targets, {std::move(row.change)}});
      } else {
        same->changes.push_back(std::move(row.change));
      }
    }
    for (TargetChanges& part : parts) {
      absl::c_stable_sort(part.changes,
                          [](const Change& a, const Change& b) { return a.risk > b.risk; });
    }
    absl::c_stable_sort(parts, [](const TargetChanges& a, const TargetChanges& b) {
      return a.targets.size() > b.targets.size();
    });
    return parts;
  }

 private:
  struct Row {
    Change change;
    std::vector<std::string> targets;
  };
  std::vector<Row> rows_;
};

class Grouper {
 public:
  // All targets of one method.
  void Add(const std::string& name, absl::Span<const ComparedMethod> targets) {
    TargetsOfChanges of_channel;
    TargetsOfChanges of_calls;
    for (const ComparedMethod& each : targets) {
      std::vector<Change> channel;
      std::vector<Change> calls;
      for (const Change& change : each.changes) {
        (name == kRest && IsOfChannel(change) ? channel : calls).push_back(change);
      }
      of_channel.Add(each.target, channel);
      of_calls.Add(each.target, calls);
    }
    AddGroup({{}, of_channel.Take()});
    AddGroup({{name}, of_calls.Take()});
  }

  std::vector<ChangeGroup> Take() {
    absl::c_stable_sort(
        groups_, [](const ChangeGroup& a, const ChangeGroup& b) { return a.Worst() > b.Worst(); });
    return std::move(groups_);
  }

 private:
  void AddGroup(ChangeGroup group) {
    if (group.parts.empty()) return;
    const auto same = absl::c_find_if(groups_, [&](const ChangeGroup& known) {
      return known.methods.empty() == group.methods.empty() && known.parts == group.parts;
    });
    if (same == groups_.end()) {
      groups_.push_back(std::move(group));
    } else {
      absl::c_move(group.methods, std::back_inserter(same->methods));
    }
  }

  std::vector<ChangeGroup> groups_;
};

}  // namespace

ChangeRisk ChangeGroup::Worst() const {
  ChangeRisk worst = ChangeRisk::kLow;
  for (const TargetChanges& part : parts) {
    for (const Change& change : part.changes) {
      if (!change.reason) worst = std::max(worst, change.risk);
    }
  }
  return worst;
}

std::vector<ChangeGroup> GroupChanges(absl::Span<const ComparedMethod> methods) {
  Grouper grouper;
  for (size_t begin = 0, end = 0; begin < methods.size(); begin = end) {
    while (end < methods.size() && methods[end].name == methods[begin].name) ++end;
    grouper.Add(methods[begin].name, methods.subspan(begin, end - begin));
  }
  return grouper.Take();
}

}  // namespace grpcfg
