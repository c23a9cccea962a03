#include "validator/project/finding_place.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/json/escape.h"
#include "schema/json/stable_hash.h"

namespace grpcfg {

std::vector<std::string> FingerprintsOf(const Document& document, const RuleSet& rules,
                                        const Report& report) {
  if (report.diagnostics.empty()) return {};
  const MethodPlaces places(document);
  const ChoicePlaces choices(document);
  const absl::flat_hash_set<absl::string_view> common = CommonRules(rules);
  absl::flat_hash_map<std::string, size_t> occurrences;
  std::vector<std::string> fingerprints;
  fingerprints.reserve(report.diagnostics.size());
  for (const Diagnostic& finding : report.diagnostics) {
    std::vector<std::string> key = {std::string(finding.rule)};
    if (!common.contains(finding.rule)) {
      const absl::Span<const std::string> names = NamesAt(places, finding).all;
      key.push_back(names.empty() ? "" : names.front());
      key.push_back(PointerWithoutIndices(finding.pointer));
      key.push_back(TextOfFinding(document.tree.text(), finding));
      key.push_back(RecordAndChoice(choices, finding));
      if (key.back().empty()) key.pop_back();  // of most
    }
    const std::string whole = absl::StrJoin(key, "\n");
    fingerprints.push_back(absl::StrFormat("%016x:%d", StableHash(whole), ++occurrences[whole]));
  }
  return fingerprints;
}

namespace {

constexpr size_t kMostBytes = 80;  // of a text
constexpr size_t kKeptBytes = 60;  // of one that is longer

bool IsIndex(absl::string_view part) {
  return !part.empty() && absl::c_all_of(part, [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
}

std::string Shortened(std::string text) {
  if (text.size() <= kMostBytes) return text;
  size_t end = kKeptBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return absl::StrFormat("%s... (%016x)", text.substr(0, end), StableHash(text));
}

// A string in single quotes, which is not JSON, as it is once that is fixed.
std::string InDoubleQuotes(absl::string_view written) {
  absl::string_view text = written;
  const bool is_single = text.size() > 1 && absl::ConsumePrefix(&text, "'") &&
                         absl::ConsumeSuffix(&text, "'") &&
                         text.find_first_of("\"'\\") == absl::string_view::npos;
  return is_single ? absl::StrCat("\"", text, "\"") : std::string(written);
}

// An object or a list without blanks, its keys sorted, so that it is the same text however it is
// laid out. Other values, and what is long, as it is written.
std::string NormalizedLayout(absl::string_view written) {
  constexpr size_t kMostNormalized = 1024;
  const bool is_container = absl::StartsWith(written, "{") || absl::StartsWith(written, "[");
  if (!is_container || written.size() > kMostNormalized) return InDoubleQuotes(written);
  const JsonTree tree = ParseJson(written);
  std::vector<std::string> texts(tree.size());
  // What is in a node has a higher id.
  for (auto id = static_cast<NodeId>(tree.size()); id-- > 0;) {
    std::vector<std::string> parts;
    if (tree.kind(id) == JsonKind::kObject) {
      tree.ForEachMember(id, [&](const JsonMember& member) {
        parts.push_back(absl::StrCat(texts[member.key], ":", texts[member.value]));
      });
      absl::c_sort(parts);
      texts[id] = absl::StrCat("{", absl::StrJoin(parts, ","), "}");
    } else if (tree.kind(id) == JsonKind::kArray) {
      tree.ForEachElement(id, [&](NodeId element) { parts.push_back(texts[element]); });
      texts[id] = absl::StrCat("[", absl::StrJoin(parts, ","), "]");
    } else {
      texts[id] = InDoubleQuotes(Slice(tree.text(), tree.span(id)));
    }
  }
  return texts.front();
}

}  // namespace

MethodPlaces::Names NamesAt(const MethodPlaces& places, const Diagnostic& finding) {
  if (finding.record.empty()) return places.NamesAt(finding.primary.span);
  return {finding.methods, finding.methods};
}

absl::flat_hash_set<absl::string_view> CommonRules(const RuleSet& rules) {
  absl::flat_hash_set<absl::string_view> common;
  rules.ForEach([&](const Rule& rule) {
    if (rule.is_common) common.insert(rule.id);
  });
  return common;
}

std::string PointerWithoutIndices(absl::string_view pointer) {
  return Visible(absl::StrJoin(absl::StrSplit(pointer, '/'), "/",
                               [](std::string* out, absl::string_view part) {
                                 absl::StrAppend(out, IsIndex(part) ? "*" : part);
                               }));
}

std::string RecordAndChoice(const ChoicePlaces& choices, const Diagnostic& finding) {
  if (finding.record.empty()) return choices.ConditionsAt(finding.primary.span);
  const absl::string_view separator = finding.choice.empty() ? "" : " ";
  return absl::StrCat(Visible(finding.record), separator, finding.choice);
}

std::string TextOfFinding(absl::string_view text, const Diagnostic& finding) {
  const auto slice = [&](Span span) { return Visible(NormalizedLayout(Slice(text, span))); };
  std::vector<std::string> others;
  for (const Label& label : finding.secondary) {
    // Findings that are reported together have their places there, without words.
    if (label.message.empty()) others.push_back(slice(label.span));
  }
  absl::c_sort(others);
  others.insert(others.begin(), slice(finding.primary.span));
  const std::string all = absl::StrJoin(others, ", ");
  if (finding.lacks.empty()) return Shortened(all);
  return Shortened(absl::StrCat(all, " without ", absl::StrJoin(finding.lacks, ", ")));
}

}  // namespace grpcfg
