#include "validator/engine/method_places.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "schema/json/stable_hash.h"
#include "validator/engine/choice_places.h"

namespace grpcfg {
namespace {

constexpr size_t kMostNames = 64;  // of an entry, each for itself

// Calls `visit` for each value called `name` in `object`, if it is one.
template <typename Visit>
void ForEachCalled(const JsonTree& tree, NodeId object, absl::string_view name,
                   const Visit& visit) {
  if (tree.kind(object) != JsonKind::kObject) return;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    if (tree.Text(member.key) == name) visit(member.value);
  });
}

// The last text called `name`; empty if there is none.
absl::string_view TextCalled(const JsonTree& tree, NodeId object, absl::string_view name) {
  absl::string_view text;
  ForEachCalled(tree, object, name, [&](NodeId value) {
    if (tree.kind(value) == JsonKind::kString) text = tree.Text(value);
  });
  return text;
}

std::string NameOf(const JsonTree& tree, NodeId name) {
  const absl::string_view service = TextCalled(tree, name, "service");
  const absl::string_view method = TextCalled(tree, name, "method");
  if (service.empty() && method.empty()) return "*";
  return Visible(absl::StrCat(service, "/", method.empty() ? "*" : method));
}

std::string DigestOf(absl::Span<const std::string> names) {
  return absl::StrFormat("%d names (%016x)", names.size(), StableHash(absl::StrJoin(names, ",")));
}

}  // namespace

MethodPlaces::MethodPlaces(const Document& document) {
  const JsonTree& tree = document.tree;
  if (tree.size() == 0) return;
  if (document.kind == DocumentKind::kConfig) AddEntriesOf(tree, JsonTree::kRoot);
  const bool has_choices = document.kind != DocumentKind::kConfig;
  if (!has_choices || tree.kind(JsonTree::kRoot) != JsonKind::kArray) return;
  tree.ForEachElement(JsonTree::kRoot, [&](NodeId choice) {
    ForEachCalled(tree, choice, "serviceConfig",
                  [&](NodeId config) { AddEntriesOf(tree, config); });
  });
}

void MethodPlaces::AddEntriesOf(const JsonTree& tree, NodeId config) {
  ForEachCalled(tree, config, "methodConfig", [&](NodeId entries) {
    if (tree.kind(entries) != JsonKind::kArray) return;
    tree.ForEachElement(entries, [&](NodeId entry) { AddEntry(tree, entry); });
  });
}

void MethodPlaces::AddEntry(const JsonTree& tree, NodeId entry) {
  Entry added = {tree.span(entry), {}, {}};
  ForEachCalled(tree, entry, "name", [&](NodeId names) {
    if (tree.kind(names) != JsonKind::kArray) return;
    tree.ForEachElement(names, [&](NodeId name) {
      if (tree.kind(name) != JsonKind::kObject) return;
      added.name_spans.push_back(tree.span(name));
      added.name_texts.push_back(NameOf(tree, name));
    });
  });
  added.all = added.name_texts;
  absl::c_sort(added.all);
  added.all.erase(std::unique(added.all.begin(), added.all.end()), added.all.end());
  if (added.all.size() > kMostNames) added.digest = {DigestOf(added.all)};
  entries_.push_back(std::move(added));
}

MethodPlaces::Names MethodPlaces::NamesAt(Span span) const {
  const auto is_before = [](uint32_t begin, Span each) { return begin < each.begin; };
  const auto next = std::upper_bound(
      entries_.begin(), entries_.end(), span.begin,
      [&](uint32_t begin, const Entry& entry) { return is_before(begin, entry.span); });
  if (next == entries_.begin()) return {};
  const Entry& entry = *std::prev(next);
  if (span.begin >= entry.span.end) return {};
  const auto after = absl::c_upper_bound(entry.name_spans, span.begin, is_before);
  if (after != entry.name_spans.begin() && std::prev(after)->Contains(span)) {
    const auto index = static_cast<size_t>(std::prev(after) - entry.name_spans.begin());
    const auto name = absl::MakeConstSpan(entry.name_texts).subspan(index, 1);
    return {name, name};
  }
  if (entry.digest.empty()) return {entry.all, entry.all};
  return {entry.all, entry.digest};
}

void KeepPlaces(const Document& document, absl::string_view record, Report& report) {
  if (report.diagnostics.empty()) return;
  const ChoicePlaces choices(document);
  const MethodPlaces methods(document);
  for (Diagnostic& finding : report.diagnostics) {
    const Span span = finding.primary.span;
    const absl::Span<const std::string> names = methods.NamesAt(span).short_form;
    finding.record = std::string(record);
    finding.choice = choices.ConditionsAt(span);
    finding.choices_before = choices.ConditionsBefore(span);
    finding.methods = {names.begin(), names.end()};
  }
}

}  // namespace grpcfg
