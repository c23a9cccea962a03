// libFuzzer target for comparisons: two configs with a line of dashes between them. Nothing changes
// between a config and itself; what is compared has names and values that can be printed, and is
// the other way round where the two change places, but for clients that refuse one of them; every
// format is a text without controls.
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "rules/families.h"
#include "tests/fuzz/text_invariants.h"
#include "tests/strict_json.h"
#include "validator/compare/compare.h"
#include "validator/compare/comparison_printer.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kBetween = "\n---\n";

std::vector<ComparedMethod> CompareTexts(absl::string_view before, absl::string_view after) {
  static const std::vector<Target> kTargets = *ParseTargets("spec,core,go,java,node,dotnet");
  const Document old_document = ParseDocument(before, DocumentKind::kConfig);
  const Document new_document = ParseDocument(after, DocumentKind::kConfig);
  const Analysis old_analysis = Analyse(old_document, kTargets, AllRules());
  const Analysis new_analysis = Analyse(new_document, kTargets, AllRules());
  return Compare({old_document, old_analysis}, {new_document, new_analysis}, kTargets, {});
}

void CheckFormats(std::vector<ComparedMethod> methods) {
  const std::vector<ComparedFile> files = {{.path = "a.json", .methods = std::move(methods)}};
  const std::vector<std::string> targets = {"spec", "core"};
  const std::vector<std::string> exceeded =
      Exceeded({.max_amplification = 2, .fit_deadline = 0.99}, files);
  const ComparisonReport report = {files, targets, exceeded};
  for (auto* const append :
       {AppendComparisonText, AppendComparisonMarkdown, AppendComparisonHtml}) {
    std::string out;
    append(report, out);
    CheckPrinted(out);
  }
  std::string json;
  AppendComparisonJson(report, json);
  Require(IsStrictJson(json));
}

// The targets that refuse one version alone: one that refused the old version is compared as if it
// had none, one that refuses the new version in its verdict alone.
std::set<std::string> RefusersOf(absl::Span<const ComparedMethod> methods) {
  constexpr absl::string_view kRejects = "\"rejects\"";
  std::set<std::string> refusers;
  for (const ComparedMethod& method : methods) {
    for (const Change& change : method.changes) {
      const bool is_refused = change.before == kRejects || change.after == kRejects;
      if (change.what == "verdict" && is_refused) refusers.insert(method.target);
    }
  }
  return refusers;
}

// How many changes each target has that refuses neither version.
std::map<std::string, size_t> CountsOf(absl::Span<const ComparedMethod> methods) {
  const std::set<std::string> refusers = RefusersOf(methods);
  std::map<std::string, size_t> counts;
  for (const ComparedMethod& method : methods) {
    if (!refusers.contains(method.target)) counts[method.target] += method.changes.size();
  }
  return counts;
}

void CheckBoth(absl::string_view one, absl::string_view other) {
  Require(CompareTexts(one, one).empty());
  std::vector<ComparedMethod> there = CompareTexts(one, other);
  const std::vector<ComparedMethod> back = CompareTexts(other, one);
  Require(RefusersOf(there) == RefusersOf(back));
  Require(CountsOf(there) == CountsOf(back));
  CheckFormats(std::move(there));
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::pair<absl::string_view, absl::string_view> both =
      absl::StrSplit(text, absl::MaxSplits(grpcfg::kBetween, 1));
  grpcfg::CheckBoth(both.first, both.second.empty() ? "{}" : both.second);
  return 0;
}
