// What holds of every report, for the fuzz targets.
#ifndef GRPCFG_TESTS_FUZZ_REPORT_INVARIANTS_H_
#define GRPCFG_TESTS_FUZZ_REPORT_INVARIANTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/string_view.h"
#include "validator/engine/report.h"

namespace grpcfg {

// Ends a target where something does not hold, and says where that is asked.
inline void Require(bool holds, int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "line %d: that should hold\n", line);
  std::abort();
}

inline bool IsInside(Span span, absl::string_view text) {
  return span.begin <= span.end && span.end <= text.size();
}

// Every place lies in `text`; every finding has words.
inline void CheckDiagnostic(const Diagnostic& diagnostic, absl::string_view text) {
  Require(!diagnostic.message.empty() && !diagnostic.rule.empty());
  Require(diagnostic.pointer.empty() || diagnostic.pointer[0] == '/');
  Require(IsInside(diagnostic.primary.span, text));
  for (const Label& label : diagnostic.secondary) Require(IsInside(label.span, text));
  for (const Fix& fix : diagnostic.fixes) {
    for (const TextEdit& edit : fix.edits) Require(IsInside(edit.span, text));
  }
}

// True for a finding that says why calls of that target fail, as an error.
inline bool ReportsWhyCallsFail(const Diagnostic& diagnostic, size_t target) {
  const auto is_fatal = [&](const TargetEffect& each) {
    const bool fails = each.effect == Effect::kRejectsConfig || each.effect == Effect::kBreaksCalls;
    return each.target == target && fails;
  };
  return diagnostic.severity == Severity::kError &&
         std::any_of(diagnostic.effects.begin(), diagnostic.effects.end(), is_fatal);
}

// A target that rejects a document or lets its calls fail never does so without an error.
inline void CheckVerdicts(const Report& report) {
  for (size_t i = 0; i < report.verdicts.size(); ++i) {
    if (report.verdicts[i] < Verdict::kBreaksCalls) continue;
    Require(report.Count(Severity::kError) > 0);
    // Where a rule has too many findings, those that are listed may be of other targets.
    const bool is_reported = std::any_of(
        report.diagnostics.begin(), report.diagnostics.end(),
        [&](const Diagnostic& diagnostic) { return ReportsWhyCallsFail(diagnostic, i); });
    Require(is_reported || !report.omissions.empty());
  }
}

// All of that, of every finding in `text`.
inline void CheckReport(const Report& report, absl::string_view text) {
  for (const Diagnostic& diagnostic : report.diagnostics) CheckDiagnostic(diagnostic, text);
  CheckVerdicts(report);
}

// A number that depends on every byte, and on nothing else: by it an input chooses what it is
// checked for, where all of it would take too long.
inline size_t HashOf(absl::string_view text) {
  constexpr uint64_t kBasis = 0xcbf29ce484222325;
  constexpr uint64_t kPrime = 0x100000001b3;
  uint64_t hash = kBasis;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash ^ (hash >> 32U);
}

// A part of such a number that is below `bound`; what is left is in `choice`.
inline size_t TakeBelow(size_t bound, size_t& choice) {
  const size_t taken = choice % bound;
  choice /= bound;
  return taken;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_FUZZ_REPORT_INVARIANTS_H_
