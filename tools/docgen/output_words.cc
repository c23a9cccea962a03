#include <iterator>

#include "absl/strings/str_cat.h"
#include "tools/docgen/markdown.h"
#include "tools/docgen/output_shapes.h"
#include "validator/engine/effect_summary.h"
#include "validator/engine/report.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kSeverityMeanings[] = {
    "Good to know; most good configs have some.",
    "Probably not what you want, for some client or on a bad day.",
    "A client rejects the config, calls break, or a policy has no effect."};

// By Verdict.
constexpr absl::string_view kVerdictMeanings[] = {
    "The client takes the config; it may alter or ignore details, which findings name.",
    "Nobody has tried or read yet what the client does with a part that matters.",
    "The client takes the config, but a policy, an entry or all of it has no effect.",
    "The client takes the config; then calls fail or hang, and no error names the config.",
    "The client refuses the config with an error."};

static_assert(std::size(kSeverityMeanings) == std::size(kSeverityNames));
static_assert(std::size(kVerdictMeanings) == std::size(kVerdictFacts));

}  // namespace

std::vector<OutputWords> AllOutputWords() {
  std::vector<OutputWords> all = {{"Verdict", "What a target does with a config.", {}},
                                  {"Effect", "What one finding means for a target.", {}},
                                  {"Severity", "How much a finding matters.", {}}};
  for (size_t i = 0; i < std::size(kVerdictFacts); ++i) {
    all[0].words.emplace_back(kVerdictFacts[i].name, kVerdictMeanings[i]);
  }
  for (const Effect effect : kEffectsOfLegend) {
    all[1].words.emplace_back(EffectName(effect),
                              absl::StrCat("The client ", Describe(effect), "."));
  }
  for (size_t i = 0; i < std::size(kSeverityNames); ++i) {
    all[2].words.emplace_back(kSeverityNames[i], kSeverityMeanings[i]);
  }
  return all;
}

}  // namespace grpcfg
