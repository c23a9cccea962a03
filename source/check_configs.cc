#include "source/check_configs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "schema/fields/full_name.h"
#include "schema/json/foreign_format.h"
#include "schema/json/json_pointers.h"
#include "source/filled_config.h"
#include "validator/engine/method_places.h"
#include "validator/engine/validate.h"
#include "validator/fix/edited_text.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

bool Touches(Span span, const std::vector<Span>& others) {
  return absl::c_any_of(others, [&](Span other) {
    return span.begin < other.end && other.begin < std::max(span.end, span.begin + 1);
  });
}

// ---- Edits of JSON as edits of the file

class EditsInSource {
 public:
  EditsInSource(absl::string_view text, const SourceConfig& config)
      : text_(text), config_(config) {}

  // Nothing: some edit has no place in the file.
  [[nodiscard]] std::optional<std::vector<TextEdit>> Of(const std::vector<TextEdit>& edits) const {
    std::vector<TextEdit> in_source;
    for (const TextEdit& edit : edits) {
      std::optional<TextEdit> moved = Of(edit);
      if (!moved) return std::nullopt;
      in_source.push_back(*std::move(moved));
    }
    return in_source;
  }

 private:
  [[nodiscard]] std::optional<TextEdit> Of(const TextEdit& edit) const {
    const auto part = absl::c_find_if(config_.parts, [&](const WrittenPart& each) {
      return each.is_whole ? each.place == edit.span : each.place.Contains(edit.span);
    });
    if (part == config_.parts.end()) return std::nullopt;
    for (const Hole& hole : config_.json.holes) {
      if (edit.span.begin < hole.place.end && hole.place.begin < edit.span.end) return std::nullopt;
    }
    if (part->is_whole) return OfWhole(*part, edit.text);
    const bool is_yaml = config_.language->name == "yaml";
    if (is_yaml && absl::StrContains(edit.text, '\n')) return std::nullopt;
    std::optional<std::string> written = Encode(part->token, edit.text);
    if (!written) return std::nullopt;
    return TextEdit{.span = config_.json.map.SourceOf(edit.span), .text = *std::move(written)};
  }

  // A value or a key, `json`, in place of another.
  [[nodiscard]] std::optional<TextEdit> OfWhole(const WrittenPart& part,
                                                absl::string_view json) const {
    const JsonTree tree = ParseJson(json);
    if (tree.size() != 1 || !tree.issues().empty()) return std::nullopt;
    const Span span = part.token.span;
    if (tree.kind(JsonTree::kRoot) != JsonKind::kString) {
      // The maps that grpc-java takes have all numbers as doubles.
      const bool is_double = config_.language->client == "java" &&
                             tree.kind(JsonTree::kRoot) == JsonKind::kNumber &&
                             !absl::StrContains(json, '.');
      return TextEdit{.span = span, .text = absl::StrCat(json, is_double ? ".0" : "")};
    }
    const absl::string_view meant = tree.Text(JsonTree::kRoot);
    if (part.token.kind == Token::Kind::kString) {
      std::optional<std::string> written = Encode(part.token, meant);
      if (!written) return std::nullopt;
      return TextEdit{.span = part.token.content, .text = *std::move(written)};
    }
    const bool was_word = IsFullName(Slice(text_, span)) && !absl::StrContains(meant, '.');
    if (was_word && IsFullName(meant) && config_.language->name != "csharp") {
      return TextEdit{.span = span, .text = std::string(meant)};
    }
    if (config_.language->name != "yaml") return std::nullopt;
    return TextEdit{.span = span, .text = InYaml(Slice(text_, span), meant, json)};
  }

  // A text in the quotes that `old` has; without any where it needs none.
  static std::string InYaml(absl::string_view old, absl::string_view meant,
                            absl::string_view json) {
    const auto is_plain = [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || absl::StrContains("._/", c);
    };
    const bool has_quotes = absl::StartsWith(old, "'") || absl::StartsWith(old, "\"");
    const bool is_safe = !meant.empty() && absl::c_all_of(meant, is_plain);
    if (is_safe && absl::StartsWith(old, "'")) return absl::StrCat("'", meant, "'");
    const bool is_word = is_safe && absl::c_any_of(meant, absl::ascii_isalpha) &&
                         !IsJson(ParseJson(meant)) && meant.size() > kLongestWord;
    return !has_quotes && is_word ? std::string(meant) : std::string(json);
  }

  static constexpr size_t kLongestWord = 3;  // `y`, `no`, `off`, `1e3`

  absl::string_view text_;
  const SourceConfig& config_;
};

// ---- One config

// Where the JSON of a config stands.
void MovePlaces(const OctetMap& map, Diagnostic& finding) {
  finding.primary.span = map.SourceOf(finding.primary.span);
  for (Label& label : finding.secondary) label.span = map.SourceOf(label.span);
}

void MoveFixes(const EditsInSource& source, Diagnostic& finding) {
  std::vector<Fix> fixes = std::move(finding.fixes);
  finding.fixes.clear();
  for (Fix& fix : fixes) {
    std::optional<std::vector<TextEdit>> edits = source.Of(fix.edits);
    if (edits) {
      fix.edits = *std::move(edits);
      finding.fixes.push_back(std::move(fix));
    } else {
      finding.help.push_back(std::move(fix.title));
    }
  }
}

Report CheckWhole(absl::string_view text, const SourceConfig& config, const CheckPlan& plan) {
  const Document document = ParseDocumentByShape(config.json.text);
  Report report = Validate(document, plan);
  KeepWorkingFixes(document, plan, report);
  KeepPlaces(document, config.name, report);
  const EditsInSource source(text, config);
  for (Diagnostic& finding : report.diagnostics) {
    MoveFixes(source, finding);
    MovePlaces(config.json.map, finding);
  }
  return report;
}

// What is true of a config with one filling, by rule, place and words.
using Truth = std::tuple<absl::string_view, uint32_t, uint32_t, std::string>;

Truth TruthOf(const Diagnostic& finding) {
  const Span& span = finding.primary.span;
  return {finding.rule, span.begin, span.end, finding.message};
}

// Fixes are tried as if the fillings were the values, and only described.
Report CheckFilled(const FilledConfig& filled, const CheckPlan& plan, absl::string_view name) {
  const Document document = ParseDocumentByShape(filled.text);
  Report report = Validate(document, plan);
  KeepWorkingFixes(document, plan, report);
  KeepPlaces(document, name, report);
  JsonPointers pointers(document.tree);
  std::set<std::string> open;  // objects of which not all members are known
  for (const Span member : filled.members) {
    const NodeId node = document.tree.LastBefore(member.end);
    if (node != kNoNode) open.insert(pointers.Of(pointers.ContainerOf(node)));
  }
  std::erase_if(report.diagnostics, [&](const Diagnostic& finding) {
    const auto touches = [&](const Label& label) { return Touches(label.span, filled.filled); };
    return touches(finding.primary) || absl::c_any_of(finding.secondary, touches) ||
           open.contains(finding.pointer);
  });
  for (Diagnostic& finding : report.diagnostics) {
    for (Fix& fix : finding.fixes) finding.help.push_back(std::move(fix.title));
    finding.fixes.clear();
    MovePlaces(filled.map, finding);
  }
  return report;
}

Report CheckWithHoles(const SourceConfig& config, const CheckPlan& plan) {
  Report report = CheckFilled(Fill(config, Filling::kSmaller), plan, config.name);
  const Report other = CheckFilled(Fill(config, Filling::kLarger), plan, config.name);
  std::set<Truth> truths;
  for (const Diagnostic& finding : other.diagnostics) truths.insert(TruthOf(finding));
  std::erase_if(report.diagnostics,
                [&](const Diagnostic& finding) { return !truths.contains(TruthOf(finding)); });
  report.omissions.clear();
  for (size_t i = 0; i < report.verdicts.size(); ++i) {
    // A verdict that no finding shows any longer comes from a hole.
    Verdict shown = Verdict::kAccepts;
    for (const Diagnostic& finding : report.diagnostics) {
      for (const TargetEffect& effect : finding.effects) {
        if (effect.target == i) shown = std::max(shown, VerdictOf(effect.effect));
      }
    }
    report.verdicts[i] = std::min({report.verdicts[i], other.verdicts[i], shown});
  }
  return report;
}

// ---- All of them

void Merge(Report part, Report& whole) {
  for (Diagnostic& finding : part.diagnostics) whole.diagnostics.push_back(std::move(finding));
  for (const Omission& omission : part.omissions) {
    const auto same = absl::c_find_if(
        whole.omissions, [&](const Omission& each) { return each.rule == omission.rule; });
    if (same == whole.omissions.end()) {
      whole.omissions.push_back(omission);
      continue;
    }
    for (size_t i = 0; i < omission.by_severity.size(); ++i) {
      same->by_severity[i] += omission.by_severity[i];
    }
  }
  for (size_t i = 0; i < whole.verdicts.size(); ++i) {
    whole.verdicts[i] = std::max(whole.verdicts[i], part.verdicts[i]);
  }
}

void CountFindings(Report& report) {
  report.counts = {};
  for (const Diagnostic& finding : report.diagnostics) {
    ++report.counts[static_cast<size_t>(finding.severity)];
  }
  for (const Omission& omission : report.omissions) {
    for (size_t i = 0; i < omission.by_severity.size(); ++i) {
      report.counts[i] += omission.by_severity[i];
    }
  }
}

// True if a merge conflict is in the value of a program: which of its parts count is not known. In
// a text it is found there.
bool HasConflict(absl::string_view text, const SourceConfigs& configs) {
  const Span conflict = FindConflict(text);
  return !conflict.empty() && absl::c_any_of(configs.configs, [&](const SourceConfig& each) {
    return each.is_object && each.range.Contains(conflict);
  });
}

constexpr size_t kMostRounds = 10;

bool IsChosen(const Diagnostic& finding, const Fix& fix, FixChoice choice) {
  return finding.known == Known::kNo && (fix.safe || choice == FixChoice::kAll);
}

// Adds the edits of the first fix of each finding that is chosen.
void ChooseFixes(const Report& report, FixChoice choice, EditSet& edits,
                 std::vector<absl::string_view>& made) {
  for (const Diagnostic& finding : report.diagnostics) {
    const auto fix = absl::c_find_if(
        finding.fixes, [&](const Fix& each) { return IsChosen(finding, each, choice); });
    if (fix != finding.fixes.end() && AddEdits(*fix, edits)) made.push_back(finding.rule);
  }
}

}  // namespace

Report CheckConfigs(absl::string_view text, const SourceConfigs& configs, const CheckPlan& plan) {
  if (HasConflict(text, configs)) return Validate({.tree = TreeOfForeignText(text)}, plan);
  Report report;
  report.verdicts.assign(plan.targets.size(), Verdict::kAccepts);
  for (const SourceConfig& config : configs.configs) {
    Report part =
        config.json.holes.empty() ? CheckWhole(text, config, plan) : CheckWithHoles(config, plan);
    const bool is_accepted =
        absl::c_all_of(part.verdicts, [](Verdict verdict) { return verdict == Verdict::kAccepts; });
    if (!is_accepted) report.verdicts_of_records[config.name] = part.verdicts;
    Merge(std::move(part), report);
  }
  absl::c_stable_sort(report.diagnostics, StandsBefore);
  absl::c_sort(report.omissions,
               [](const Omission& a, const Omission& b) { return a.rule < b.rule; });
  CountFindings(report);
  return report;
}

FixedDocument FixConfigs(absl::string_view text, const Language& language, const FixPlan& plan) {
  FixedDocument fixed = {.text = std::string(text)};
  for (size_t round = 0;; ++round) {
    Report report = CheckConfigs(fixed.text, FindConfigs(fixed.text, language), plan.check);
    plan.mark(fixed.text, report);
    EditSet edits;
    std::vector<absl::string_view> made;
    ChooseFixes(report, plan.choice, edits, made);
    fixed.has_more = !edits.empty();
    if (edits.empty() || round == kMostRounds) {
      fixed.unsafe_left = absl::c_count_if(report.diagnostics, [&](const Diagnostic& finding) {
        return finding.known == Known::kNo && !finding.fixes.empty() &&
               absl::c_none_of(finding.fixes, [](const Fix& fix) { return fix.safe; });
      });
      return fixed;
    }
    fixed.edits = EditedText(text, fixed.edits).With(edits);
    fixed.text = EditedText(text, fixed.edits).text();
    fixed.made.insert(fixed.made.end(), made.begin(), made.end());
  }
}

}  // namespace grpcfg
