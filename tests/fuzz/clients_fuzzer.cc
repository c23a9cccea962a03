// libFuzzer target for what each client reads: every implementation, old and new, with either set
// of LB policies. No crash; every place lies in the text; a target gets the same verdict alone as
// among others, whose reading it may share; and the values that it goes on with can be printed.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "rules/families.h"
#include "schema/utf8.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/target_effects.h"
#include "validator/resolve.h"
#include "validator/resolve_printer.h"
#include "validator/validate.h"

namespace grpcfg {
namespace {

std::vector<Target> Clients(absl::string_view lb_policies) {
  std::vector<Target> targets = *ParseTargets(
      "all,core@1.51,core@1.56,go@1.33,go@1.56,go@1.69,java@1.41,java@1.60,node@1.7,node@1.8,"
      "node@1.9,node@1.13");
  Require(LinkPolicies(lb_policies, targets).ok());
  return targets;
}

void CheckClients(absl::string_view text, const std::vector<Target>& targets) {
  const Document document = ParseDocumentByShape(text);
  const Report all = Validate(document, targets, AllRules());
  for (const Diagnostic& diagnostic : all.diagnostics) CheckDiagnostic(diagnostic, text);
  for (size_t i = 0; i < targets.size(); ++i) {
    const Report alone = Validate(document, absl::MakeConstSpan(targets).subspan(i, 1), AllRules());
    Require(alone.verdicts[0] == all.verdicts[i]);
    const bool is_whole = all.omissions.empty() && alone.omissions.empty();
    Require(!is_whole || EffectsOn(0, alone) == EffectsOn(i, all));
  }
  if (document.kind != DocumentKind::kConfig) return;
  const Resolution resolution = Resolve(document, targets, AllRules(), {});
  Require(resolution.channels.size() == targets.size());
  ResolvedText resolved = {"a.json", text, {}, resolution};
  for (const Target& target : targets) resolved.targets.push_back(target.spelling);
  std::string for_people;
  AppendResolvedText(resolved, for_people);
  Require(!for_people.empty() && FindInvalidUtf8(for_people, 0) == std::string::npos);
  std::string json;
  AppendResolvedJson(resolved, json);
  Require(ParseJson(json).issues().empty());
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const std::vector<grpcfg::Target> kDefault = grpcfg::Clients("default");
  static const std::vector<grpcfg::Target> kAll = grpcfg::Clients("all");
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  grpcfg::CheckClients(text, size % 2 == 0 ? kDefault : kAll);
  return 0;
}
