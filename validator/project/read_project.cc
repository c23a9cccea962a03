#include "validator/project/read_project.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/json/json_pointers.h"
#include "schema/json/json_tree.h"
#include "tools/workspace/glob.h"
#include "validator/engine/nearest_names.h"
#include "validator/engine/report.h"
#include "validator/engine/rule_selection.h"
#include "validator/engine/target.h"
#include "validator/project/date.h"
#include "validator/project/faults.h"
#include "validator/project/project_fields.h"
#include "validator/project/project_rules.h"
#include "validator/project/suppressions.h"

namespace grpcfg {
namespace {

// ---- What may stand in a text of a project file.

constexpr absl::string_view kFailOnWords[] = {"error", "warning", "note", "never"};

absl::Status CheckFailOn(absl::string_view text) {
  for (const absl::string_view word : kFailOnWords) {
    if (word == text) return absl::OkStatus();
  }
  return absl::InvalidArgumentError(NotAmong(text, "a value of `failOn`", kFailOnWords));
}

absl::Status CheckPolicies(absl::string_view text) {
  std::vector<Target> none;
  return LinkPolicies(text, none);
}

absl::Status CheckPointer(absl::string_view text) {
  if (text.empty() || absl::StartsWith(text, "/") || absl::StartsWith(text, "**")) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("`", text, "` is not a JSON pointer; it begins with a slash: `/", text, "`"));
}

// What ParseGlob takes although no path is like it.
absl::Status CheckGlob(absl::string_view glob) {
  const absl::string_view rest = absl::StripPrefix(glob, "!");
  const std::vector<absl::string_view> parts = absl::StrSplit(rest, '/');
  if (absl::c_linear_search(parts, "..")) {
    return absl::InvalidArgumentError(
        absl::StrCat("`", glob,
                     "` matches nothing: globs match only below the directory of this file; put a "
                     "project file above both"));
  }
  std::vector<absl::string_view> kept;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == parts.size();  // of `/a`, `a/`
    if (parts[i] != "." && (is_end || !parts[i].empty())) kept.push_back(parts[i]);
  }
  if (kept.size() == parts.size()) return ParseGlob(glob).status();
  const std::string intended = absl::StrJoin(kept, "/");
  return absl::InvalidArgumentError(
      absl::StrCat("`", glob, "` matches nothing: a path has no `.` and no `//` in it; write `",
                   intended.empty() ? "*" : intended, "`"));
}

// One that stands alone.
absl::Status CheckOnlyGlob(absl::string_view glob) {
  if (!absl::StartsWith(glob, "!")) return CheckGlob(glob);
  return absl::InvalidArgumentError(absl::StrCat(
      "`", glob, "` matches nothing: there is no earlier glob from which it excludes files"));
}

absl::Status CheckDate(absl::string_view text) {
  if (ParseDate(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("`", text, "` is not a date; write it as `2027-01-31`"));
}

absl::Status CheckVerdict(absl::string_view text) {
  if (VerdictNamed(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("`", text, "` is not a verdict; the verdicts are ",
                                                 FactsOf(ProjectType::kVerdict).words));
}

// Suppressions are about configs.
absl::Status CheckSuppressedRule(absl::string_view text, const RuleSet& rules) {
  absl::Status known = SelectRules({.disabled = {std::string(text)}}, rules).status();
  if (!known.ok()) return known;
  bool is_of_configs = false;
  rules.ForEach([&](const Rule& rule) {
    is_of_configs |= !IsProjectRule(rule.id) && NamesRule(text, rule.id);
  });
  if (is_of_configs) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("`", text,
                   "` applies to the project file and its baseline, but suppressions apply to "
                   "configs; set its level in `severity`"));
}

// Ok, or what is wrong with `text` as one value of `type`, in the words of a finding. `rules`:
// those that it may name.
absl::Status CheckValue(ProjectType type, absl::string_view text, const RuleSet& rules) {
  const bool may_be_empty = type == ProjectType::kPointer;
  if (!may_be_empty && absl::StripAsciiWhitespace(text).empty()) {
    return absl::InvalidArgumentError("the text is empty");
  }
  switch (type) {
    case ProjectType::kTargets:
      return ParseTargets(text).status();
    case ProjectType::kPolicies:
      return CheckPolicies(text);
    case ProjectType::kRule:
      return CheckSuppressedRule(text, rules);
    case ProjectType::kRules:
      return SelectRules({.disabled = {std::string(text)}}, rules).status();
    case ProjectType::kFailOn:
      return CheckFailOn(text);
    case ProjectType::kGlob:
      return CheckOnlyGlob(text);
    case ProjectType::kGlobs:
      return CheckGlob(text);
    case ProjectType::kPointer:
      return CheckPointer(text);
    case ProjectType::kDate:
      return CheckDate(text);
    case ProjectType::kVerdict:
      return CheckVerdict(text);
    default:
      return absl::OkStatus();
  }
}

// The same for `RULE=LEVEL`, once the rule is known to be one.
absl::Status CheckSeverity(absl::string_view text, const RuleSet& rules) {
  return SelectRules({.severities = {std::string(text)}}, rules).status();
}

// ---- Members

// A key that is near gets the whole answer; one that is not a list of what there is.
template <typename Object>
std::string UnknownMember(absl::string_view key, absl::Span<const ProjectRow<Object>> rows) {
  std::vector<absl::string_view> names;
  names.reserve(rows.size());
  for (const ProjectRow<Object>& row : rows) names.push_back(row.field.name);
  const std::string near = DidYouMean(key, names);
  if (!near.empty()) return absl::StrCat("unknown member `", key, "`; ", near);
  return absl::StrCat("unknown member `", key, "`; there are `", absl::StrJoin(names, "`, `"), "`");
}

// Reads objects by their tables. Invariant: `faults` has a finding for whatever is not read.
class ObjectReader {
 public:
  ObjectReader(const JsonTree& tree, const RuleSet& rules, Report& faults)
      : tree_(tree), rules_(rules), faults_(faults), pointers_(tree) {}

  template <typename Object>
  void ReadObject(NodeId node, absl::Span<const ProjectRow<Object>> rows, Object& object) {
    if (IsNothing(tree_.kind(node))) return;  // the text's own fault
    if (tree_.kind(node) != JsonKind::kObject) {
      return AddFault(node, "an object is required here, with braces");
    }
    object.span = OpeningBracket(tree_.span(node));
    object.pointer = pointers_.Of(node);
    std::vector<bool> seen(rows.size(), false);
    tree_.ForEachMember(node, [&](const JsonMember& member) {
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const ProjectRow<Object>& each) {
        return each.field.name == tree_.Text(member.key);
      });
      if (row == rows.end())
        return AddFault(member.key, UnknownMember(tree_.Text(member.key), rows));
      seen[static_cast<size_t>(row - rows.begin())] = true;
      ReadMember(*row, member.value, object);
    });
    for (size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].field.is_required && !seen[i]) AddMissing(rows[i].field, node);
    }
  }

 private:
  template <typename Object>
  void ReadMember(const ProjectRow<Object>& row, NodeId value, Object& object) {
    if (IsNothing(tree_.kind(value)) || row.field.type == ProjectType::kAny) return;
    if (row.field.type == ProjectType::kObjects) return ReadObjects(row.field, value, object);
    if (row.field.type == ProjectType::kSeverities) {
      return ReadSeverities(row.field, value, object.*row.texts);
    }
    const bool is_list = FactsOf(row.field.type).is_list;
    if (!is_list || tree_.kind(value) != JsonKind::kArray) {
      return ReadText(row.field, value, object.*row.texts);
    }
    tree_.ForEachElement(value,
                         [&](NodeId element) { ReadText(row.field, element, object.*row.texts); });
    if (tree_.CountElements(value) == 0 && !row.field.empty_list.empty()) {
      AddFault(value, std::string(row.field.empty_list));
    }
  }

  void ReadObjects(const ProjectField& field, NodeId value, ProjectFile& file) {
    if (field.name == kOverrides) return ReadList(value, OverrideRows(), file.overrides);
    if (field.name == kAcknowledged) {
      return ReadList(value, AcknowledgementRows(), file.acknowledged);
    }
    ReadList(value, SuppressionRows(), file.suppressions);
  }
  void ReadObjects(const ProjectField& field, NodeId value, BaselineFile& file) {
    if (field.name != kVerdicts) return ReadList(value, BaselineEntryRows(), file.findings);
    file.has_verdicts = true;
    ReadList(value, BaselineVerdictRows(), file.verdicts);
  }
  template <typename Object>
  void ReadObjects(const ProjectField& /*field*/, NodeId /*value*/, Object& /*object*/) {}

  template <typename Object>
  void ReadList(NodeId value, absl::Span<const ProjectRow<Object>> rows,
                std::vector<Object>& objects) {
    if (tree_.kind(value) != JsonKind::kArray) {
      return AddFault(value, "a list of objects is required here, in brackets");
    }
    tree_.ForEachElement(value,
                         [&](NodeId each) { ReadObject(each, rows, objects.emplace_back()); });
  }

  void ReadSeverities(const ProjectField& field, NodeId value, LocatedTexts& texts) {
    if (tree_.kind(value) != JsonKind::kObject) return AddWrongType(field, value);
    tree_.ForEachMember(value, [&](const JsonMember& member) {
      const absl::string_view rule = tree_.Text(member.key);
      const absl::Status known = CheckValue(ProjectType::kRules, rule, rules_);
      if (!known.ok()) return AddFault(member.key, std::string(known.message()));
      if (IsNothing(tree_.kind(member.value))) return;
      const std::string choice = absl::StrCat(rule, "=", tree_.Text(member.value));
      const absl::Status severity = CheckSeverity(choice, rules_);
      if (!severity.ok()) return AddFault(member.value, std::string(severity.message()));
      texts.push_back({choice, tree_.span(member.key)});
    });
  }

  // One value, of a list or alone.
  void ReadText(const ProjectField& field, NodeId value, LocatedTexts& texts) {
    const JsonKind kind = tree_.kind(value);
    if (IsNothing(kind) || tree_.node(value).deviant) return;
    const bool is_number = field.type == ProjectType::kVersion || field.type == ProjectType::kCount;
    if (kind != (is_number ? JsonKind::kNumber : JsonKind::kString)) {
      return AddWrongType(field, value);
    }
    if (is_number && !IsNumberOf(field, value)) return AddWrongType(field, value);
    const absl::Status status = CheckValue(field.type, tree_.Text(value), rules_);
    if (!status.ok()) return AddFault(value, std::string(status.message()));
    texts.push_back({std::string(tree_.Text(value)), tree_.span(value)});
  }

  [[nodiscard]] bool IsNumberOf(const ProjectField& field, NodeId value) const {
    uint32_t number = 0;
    const bool is_known = absl::SimpleAtoi(tree_.Text(value), &number) && number > 0;
    return is_known && (field.type == ProjectType::kCount || number == 1);
  }

  void AddWrongType(const ProjectField& field, NodeId value) {
    AddFault(value, absl::StrCat("`", field.name, "` must be ", FactsOf(field.type).words));
  }

  void AddMissing(const ProjectField& field, NodeId object) {
    AddFinding({.rule = kProjectFileInvalid,
                .span = OpeningBracket(tree_.span(object)),
                .pointer = pointers_.Of(object),
                .message = absl::StrCat("`", field.name, "` is required")},
               faults_);
  }

  void AddFault(NodeId node, std::string message) {
    AddFinding({.rule = kProjectFileInvalid,
                .span = tree_.span(node),
                .pointer = pointers_.Of(node),
                .message = std::move(message)},
               faults_);
  }

  const JsonTree& tree_;
  const RuleSet& rules_;
  Report& faults_;
  JsonPointers pointers_;
};

void SortByPlace(Report& faults) {
  std::stable_sort(faults.diagnostics.begin(), faults.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return a.primary.span.begin < b.primary.span.begin;
                   });
}

template <typename Content>
ReadResult<Content> ReadContent(absl::string_view text, OwnFile of, const RuleSet& rules,
                                absl::Span<const ProjectRow<Content>> rows) {
  ReadResult<Content> result;
  const JsonTree tree = ParseJson(text);
  if (!tree.issues().empty()) result.faults = JsonFaults(text, of, rules);
  if (HasConflict(text)) return result;
  ObjectReader(tree, rules, result.faults).ReadObject(JsonTree::kRoot, rows, result.content);
  SortByPlace(result.faults);
  return result;
}

// Each finding is compared with each pattern, so that there must be an end to them.
void AddTooManyPatterns(const ProjectFile& file, Report& faults) {
  constexpr size_t kMostPatterns = 1000;
  absl::flat_hash_set<absl::string_view> patterns;
  const auto add = [&](const LocatedTexts& texts) {
    for (const LocatedText& each : texts) {
      const bool is_new = absl::StrContains(each.text, '*') && patterns.insert(each.text).second;
      if (!is_new || patterns.size() != kMostPatterns + 1) continue;
      AddFinding(
          {.rule = kProjectFileInvalid,
           .span = each.span,
           .message = "there are more than 1,000 patterns with `*` for pointers and methods; "
                      "write a baseline for so many findings"},
          faults);
      SortByPlace(faults);
    }
  };
  for (const Suppression& each : file.suppressions) {
    add(each.pointer_pattern);
    add(each.method);
  }
  for (const Acknowledgement& each : file.acknowledged) add(each.method);
}

}  // namespace

void AddAbsoluteGlobs(absl::string_view directory, const ProjectFile& file, Report& faults) {
  const auto add = [&](const LocatedTexts& globs) {
    for (const LocatedText& glob : globs) {
      absl::string_view below = glob.text;
      if (!absl::ConsumePrefix(&below, directory)) continue;
      AddFinding({.rule = kProjectFileInvalid,
                  .span = glob.span,
                  .message = absl::StrCat(
                      "globs are relative to the directory of this file, not to `/`; write `/",
                      below, "`")},
                 faults);
    }
  };
  add(file.include);
  add(file.exclude);
  for (const ProjectOverride& each : file.overrides) add(each.paths);
  for (const Suppression& each : file.suppressions) add(each.path);
  for (const Acknowledgement& each : file.acknowledged) add(each.path);
  SortByPlace(faults);
}

ReadResult<ProjectFile> ReadProject(absl::string_view text, const RuleSet& rules) {
  ReadResult<ProjectFile> read = ReadContent(text, OwnFile::kProject, rules, ProjectRows());
  AddTooManyPatterns(read.content, read.faults);
  return read;
}

ReadResult<BaselineFile> ReadBaseline(absl::string_view text, const RuleSet& rules) {
  return ReadContent(text, OwnFile::kBaseline, rules, BaselineRows());
}

}  // namespace grpcfg
