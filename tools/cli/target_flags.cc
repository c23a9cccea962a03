#include "tools/cli/target_flags.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/cli/command.h"
#include "tools/cli/output.h"

namespace grpcfg {

std::vector<std::string> TargetNames() {
  std::vector<std::string> names;
  for (const KnownTarget& known : KnownTargets()) {
    names.emplace_back(known.name);
    for (const absl::string_view alias : AliasesOf(known)) names.emplace_back(alias);
  }
  names.emplace_back("all");
  return names;
}

void AddTargetFlags(Command& command, TargetFlags& flags) {
  command.BeginGroup("Clients");
  command.AddFlag("--target", flags.targets, "Check for these clients; `grpcfg targets` lists them")
      .ValueName("T[,T...]")
      .Offer(TargetNames());
  command
      .AddFlag(
          "--lb-policies", flags.lb_policies,
          "Assume clients with these LB policies: default, all, or names; `default,NAME` adds one")
      .ValueName("P[,P...]")
      .NoteIn(flags.has_lb_policies)
      .ShowDefault();
}

void NoteReleases(const std::vector<Target>& targets) {
  for (const Target& target : targets) {
    const std::string note = NoteOnRelease(target);
    if (!note.empty()) WriteError(absl::StrCat("note: ", note));
  }
}

absl::StatusOr<std::vector<Target>> TargetsFor(const TargetFlags& flags) {
  const std::string list = flags.targets.empty() ? flags.usual : absl::StrJoin(flags.targets, ",");
  const bool is_default = flags.targets.empty() && flags.usual.empty();
  absl::StatusOr<std::vector<Target>> targets = is_default ? DefaultTargets() : ParseTargets(list);
  if (!targets.ok()) return targets;
  const absl::Status linked = LinkPolicies(flags.lb_policies, *targets);
  if (!linked.ok()) return linked;
  return targets;
}

absl::StatusOr<std::vector<Target>> SelectTargets(const TargetFlags& flags) {
  absl::StatusOr<std::vector<Target>> targets = TargetsFor(flags);
  if (!targets.ok()) return targets;
  NoteReleases(*targets);
  for (const std::string& question : QuestionPolicies(flags.lb_policies)) {
    WriteError(absl::StrCat("warning: --lb-policies: ", question));
  }
  return targets;
}

}  // namespace grpcfg
