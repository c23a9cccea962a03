#include "tools/targets.h"

#include "absl/strings/str_join.h"
#include "pages/compat_page.h"
#include "pages/target_page.h"
#include "rules/families.h"
#include "tools/exit_status.h"
#include "tools/output.h"
#include "tools/target_flags.h"

namespace grpcfg {
namespace {

std::string Render(const TargetsFlags& flags, const std::vector<TargetEntry>& entries) {
  if (flags.format == "json") return TargetsAsJson(entries);
  return flags.targets.empty() ? TargetListAsText(entries) : TargetsAsText(entries);
}

}  // namespace

CLI::App* AddTargetsCommand(CLI::App& app, TargetsFlags& flags) {
  CLI::App* const targets =
      app.add_subcommand("targets", "List the clients that are known, and how each reads a config");
  targets->add_option("TARGET", flags.targets, "Such as go or core@1.51; all if none is given")
      ->type_name("T[,T...]");
  targets
      ->add_option("--format", flags.format,
                   "text; json: all that is known of them; markdown: what a portable config must "
                   "avoid, for all of them")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();
  return targets;
}

int RunTargets(const TargetsFlags& flags) {
  if (flags.format == "markdown") {
    if (flags.targets.empty())
      return Print(CompatPageAsMarkdown(AllRules())) ? kClean : kCouldNotRun;
    WriteError("`--format markdown` is one page on all targets; leave the names out");
    return kCouldNotRun;
  }
  if (flags.targets.empty()) {
    return Print(Render(flags, EveryTargetEntry(AllRules()))) ? kClean : kCouldNotRun;
  }
  const absl::StatusOr<std::vector<Target>> targets =
      ParseTargets(absl::StrJoin(flags.targets, ","));
  if (!targets.ok()) {
    WriteError(targets.status().message());
    return kCouldNotRun;
  }
  NoteReleases(*targets);
  std::vector<TargetEntry> entries;
  for (const Target& target : *targets) entries.push_back(MakeTargetEntry(target, AllRules()));
  return Print(Render(flags, entries)) ? kClean : kCouldNotRun;
}

}  // namespace grpcfg
