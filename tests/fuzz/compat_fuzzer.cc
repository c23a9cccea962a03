// libFuzzer target for compat and for the fixes that it tries out. The table is text, in lines of
// at most 100 columns; a remedy per finding. A fix leaves what parsed parsing, and takes its
// finding away; what is called safe, or was tried out, makes no target's verdict worse.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "rules/families.h"
#include "schema/json/escape.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/fuzz/text_invariants.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

std::vector<std::vector<Target>> TargetLists() {
  std::vector<std::vector<Target>> lists;
  for (const absl::string_view list :
       {"spec", "spec,core,go,java,node", "gapic,go@1.33,java", "core@1.51,node@1.8",
        "spec,core,core@1.56,go,go@1.69,java,java@1.41,node,dotnet"}) {
    lists.push_back(*ParseTargets(list));
  }
  return lists;
}

std::string Table(const CheckedFile& file, const ReporterOptions& options) {
  const auto reporter = MakeCompatTextReporter(options);
  std::string out;
  reporter->AddFile(file, out);
  reporter->Finish(out);
  return out;
}

void CheckTable(const CheckedFile& file, absl::Span<const Target> targets) {
  constexpr size_t kMostColumns = 100;
  const std::string plain = Table(file, {.targets = SpellingsOf(targets)});
  CheckPrinted(plain);
  for (const absl::string_view line : absl::StrSplit(plain, '\n')) {
    // Neither a quotation nor a word is broken.
    const absl::string_view words = absl::StripLeadingAsciiWhitespace(line);
    const bool is_quoted = absl::StartsWith(words, "`") || absl::StartsWith(words, "(`");
    const bool is_word = !absl::StrContains(words, ' ');
    Require(VisibleColumns(line) <= kMostColumns || is_quoted || is_word);
  }
  std::string painted = Table(file, {.targets = SpellingsOf(targets), .color = Color::kYes});
  for (size_t begin = 0; (begin = painted.find("\x1b[", begin)) != std::string::npos;) {
    painted.erase(begin, painted.find('m', begin) + 1 - begin);
  }
  Require(painted == plain);
}

// The text with all edits, which do not overlap.
std::string Apply(const Fix& fix, absl::string_view text) {
  std::vector<TextEdit> edits = fix.edits;
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
    return a.span.begin < b.span.begin;
  });
  std::string fixed;
  uint32_t at = 0;
  for (const TextEdit& edit : edits) {
    Require(edit.span.begin >= at);
    absl::StrAppend(&fixed, text.substr(at, edit.span.begin - at), edit.text);
    at = edit.span.end;
  }
  absl::StrAppend(&fixed, text.substr(at));
  return fixed;
}

// What a run is about.
struct Checked {
  const Document& document;
  const Report& report;
  absl::Span<const Target> targets;
};

enum class Where : uint8_t { kThere, kAnywhere };

size_t FindingsLike(const Diagnostic& diagnostic, const Report& report, Where where) {
  return static_cast<size_t>(std::count_if(
      report.diagnostics.begin(), report.diagnostics.end(), [&](const Diagnostic& other) {
        const bool is_there = where == Where::kAnywhere || other.pointer == diagnostic.pointer;
        return is_there && other.rule == diagnostic.rule && other.message == diagnostic.message;
      }));
}

// What is after an element that a fix removes takes its place.
Where WhereFixed(const Fix& fix) {
  const bool removes = std::any_of(fix.edits.begin(), fix.edits.end(),
                                   [](const TextEdit& edit) { return edit.text.empty(); });
  return removes ? Where::kAnywhere : Where::kThere;
}

void CheckFix(const Checked& checked, const Diagnostic& diagnostic, const Fix& fix, bool is_tried) {
  const JsonTree& tree = checked.document.tree;
  const std::string text = Apply(fix, tree.text());
  Require(!fix.title.empty() && !fix.edits.empty() && text != tree.text());
  const Document fixed = ParseDocument(text, checked.document.kind);
  Require(!tree.issues().empty() || fixed.tree.issues().empty());
  const Report report = ValidateWithFixes(fixed, checked.targets, AllRules());
  CheckReport(report, text);
  // After a fault of syntax the parser may find another one.
  if (!tree.issues().empty() || !report.omissions.empty()) return;
  const Where where = WhereFixed(fix);
  Require(FindingsLike(diagnostic, report, where) <
          FindingsLike(diagnostic, checked.report, where));
  if (!fix.safe && !is_tried) return;
  for (size_t i = 0; i < checked.targets.size(); ++i) {
    Require(report.verdicts[i] <= checked.report.verdicts[i]);
  }
}

void CheckCompat(absl::string_view text) {
  static const std::vector<std::vector<Target>> kLists = TargetLists();
  size_t choice = HashOf(text);
  const std::vector<Target>& targets = kLists[TakeBelow(kLists.size(), choice)];
  const Document document = ParseDocumentByShape(text);
  const Report report = ValidateWithFixes(document, targets, AllRules());
  CheckReport(report, text);
  const std::vector<SuggestedFix> remedies = SuggestFixes(report);
  Require(remedies.size() == report.diagnostics.size());
  CheckTable({"a.json", text, report, remedies}, targets);
  if (report.diagnostics.empty()) return;
  const size_t index = choice % report.diagnostics.size();
  const Diagnostic& diagnostic = report.diagnostics[index];
  for (const Fix& fix : diagnostic.fixes) {
    const bool is_tried = remedies[index].is_tried && remedies[index].words == fix.title;
    CheckFix({document, report, targets}, diagnostic, fix, is_tried);
  }
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  grpcfg::CheckCompat(absl::string_view(reinterpret_cast<const char*>(bytes), size));
  return 0;
}
