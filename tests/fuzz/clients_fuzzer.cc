// libFuzzer target for what each client reads: every implementation, old and new, with either set
// of LB policies. No crash; every place lies in the text; what a target has of verdicts, rules,
// words and effects is the same alone as among others, in either order; and the values that it goes
// on with can be printed.
// The text chooses a pair of targets and which half is checked: under mutation each has its turn.
// All targets together, several times as slow, have it seldom.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "rules/families.h"
#include "schema/json/utf8.h"
#include "tests/findings_by_target.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/resolved_alone.h"
#include "validator/engine/validate.h"
#include "validator/report/resolve_printer.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

std::vector<Target> Clients(absl::string_view lb_policies) {
  std::vector<Target> targets = *ParseTargets(
      "all,core@1.51,core@1.56,go@1.33,go@1.56,go@1.69,java@1.41,java@1.60,node@1.7,node@1.8,"
      "node@1.9,node@1.13");
  Require(LinkPolicies(lb_policies, targets).ok());
  return targets;
}

// Two of `targets`, which `choice` chooses, in their order; seldom all.
std::vector<Target> SomeOf(const std::vector<Target>& targets, size_t choice) {
  constexpr size_t kSeldom = 64;
  if (choice % kSeldom == 0) return targets;
  choice /= kSeldom;
  const size_t last = 1 + choice % (targets.size() - 1);
  return {targets[choice / targets.size() % last], targets[last]};
}

void CheckAlone(const Document& document, const std::vector<Target>& targets, size_t index) {
  const absl::Span<const Target> alone = absl::MakeConstSpan(targets).subspan(index, 1);
  const OfTarget own = FindingsByTarget(document, alone)[0];
  Require(own == FindingsByTarget(document, targets)[index]);
  const std::vector<Target> backwards(targets.rbegin(), targets.rend());
  Require(own == FindingsByTarget(document, backwards)[targets.size() - 1 - index]);
}

void CheckResolution(const Document& document, const std::vector<Target>& targets, size_t index) {
  const Resolution resolution =
      Resolve(document, targets, Analyse(document, targets, AllRules()), {});
  Require(resolution.channels.size() == targets.size());
  const OctetMap none;
  const OctetLines lines(document.tree.text(), none);
  const ResolvedText resolved = {"a.json", lines, SpellingsOf(targets), resolution};
  std::string for_people;
  AppendResolvedText(resolved, for_people);
  Require(!for_people.empty() && FindInvalidUtf8(for_people, 0) == std::string::npos);
  std::string json;
  AppendResolvedJson(resolved, json);
  Require(ParseJson(json).issues().empty());
  const auto [among_others, alone] = ResolvedBothWays(document, targets, resolution, index);
  Require(among_others == alone);
}

void CheckClients(absl::string_view text, const std::vector<Target>& targets, size_t choice) {
  const Document document = ParseDocumentByShape(text);
  const Report all = Validate(document, targets, AllRules());
  CheckReport(all, text);
  const bool is_resolved = choice % 2 == 0 && document.kind == DocumentKind::kConfig;
  const size_t index = choice / 2 % targets.size();
  if (is_resolved) return CheckResolution(document, targets, index);
  CheckAlone(document, targets, index);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const std::vector<grpcfg::Target> kDefault = grpcfg::Clients("default");
  static const std::vector<grpcfg::Target> kAll = grpcfg::Clients("all");
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  size_t choice = grpcfg::HashOf(text);
  const std::vector<grpcfg::Target>& linked = grpcfg::TakeBelow(2, choice) == 0 ? kDefault : kAll;
  const size_t check = grpcfg::TakeBelow(64, choice);
  grpcfg::CheckClients(text, grpcfg::SomeOf(linked, choice), check);
  return 0;
}
