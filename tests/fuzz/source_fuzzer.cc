// libFuzzer target for configs in source code: the first byte chooses the language, and of any text
// all places lie inside it and in order, and what `fix` writes is found again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "rules/families.h"
#include "source/check_configs.h"
#include "source/find_configs.h"
#include "source/languages.h"
#include "tests/fuzz/report_invariants.h"
#include "validator/fix/edited_text.h"

namespace grpcfg {
namespace {

void CheckPlaces(absl::string_view text, const SourceConfigs& found) {
  uint32_t begin = 0;
  for (const SourceConfig& config : found.configs) {
    Require(IsInside(config.range, text) && begin <= config.range.begin);
    begin = config.range.begin;
    const auto octets = static_cast<uint32_t>(config.json.text.size());
    for (uint32_t octet = 0; octet < octets; ++octet) {
      Require(IsInside(config.json.map.SourceOf({octet, octet + 1}), text));
    }
    Require(IsInside(config.json.map.SourceOf({octets, octets}), text));
    for (const Hole& hole : config.json.holes) {
      Require(IsInside(hole.source, text) && IsInside(hole.place, config.json.text));
    }
    for (const WrittenPart& part : config.parts) {
      Require(IsInside(part.token.span, text) && part.place.end <= octets);
    }
  }
  for (const UnreadConfig& unread : found.unread) Require(IsInside(unread.range, text));
}

void CheckSource(absl::string_view text, const Language& language, const CheckPlan& plan) {
  const SourceConfigs found = FindConfigs(text, language);
  CheckPlaces(text, found);
  for (const Diagnostic& finding : CheckConfigs(text, found, plan).diagnostics) {
    Require(IsInside(finding.primary.span, text));
    for (const Label& label : finding.secondary) Require(IsInside(label.span, text));
    for (const Fix& fix : finding.fixes) {
      for (const TextEdit& edit : fix.edits) Require(IsInside(edit.span, text));
    }
  }
  const FixedDocument fixed =
      FixConfigs(text, language, {plan, FixChoice::kAll, [](absl::string_view, Report&) {}});
  Require(EditedText(text, fixed.edits).text() == fixed.text);
  CheckPlaces(fixed.text, FindConfigs(fixed.text, language));
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const std::vector<grpcfg::Target> kTargets =
      *grpcfg::ParseTargets("spec,core,go,java,node");
  static const grpcfg::CheckPlan kPlan = {kTargets, grpcfg::AllRules()};
  constexpr size_t kLongest = 2048;  // each round of fixes is a check of all of it
  if (size == 0 || size > kLongest) return 0;
  const absl::Span<const grpcfg::Language> languages = grpcfg::Languages();
  // `A` is the first language, so that seeds can be read.
  const grpcfg::Language& language =
      languages[static_cast<uint8_t>(bytes[0] - 'A') % languages.size()];
  const absl::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  grpcfg::CheckSource(text, language, kPlan);
  return 0;
}
