#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "rules/families.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/subcommands.h"
#include "tools/cli/target_flags.h"
#include "tools/docgen/compat_table.h"
#include "tools/docgen/target_page.h"

namespace grpcfg {
namespace {

using Names = std::vector<std::string>;  // each a list with commas; none: all targets

absl::StatusOr<std::vector<TargetEntry>> EntriesOf(const Names& names) {
  if (names.empty()) return EveryTargetEntry(AllRules());
  const absl::StatusOr<std::vector<Target>> targets = ParseTargets(absl::StrJoin(names, ","));
  if (!targets.ok()) return targets.status();
  NoteReleases(*targets);
  std::vector<TargetEntry> entries;
  for (const Target& target : *targets) entries.push_back(MakeTargetEntry(target, AllRules()));
  return entries;
}

// The requested targets.
struct TargetsPage {
  bool is_all;
  std::vector<TargetEntry> entries;
};

std::string AsText(const TargetsPage& page) {
  return page.is_all ? TargetListAsText(page.entries) : TargetsAsText(page.entries);
}

std::string AsJson(const TargetsPage& page) { return TargetsAsJson(page.entries); }

std::string AsMarkdown(const TargetsPage& /*all*/) { return CompatAsMarkdown(AllRules()); }

constexpr Format<std::string(const TargetsPage&)> kTargetsFormats[] = {
    {"text", AsText}, {"json", AsJson}, {"markdown", AsMarkdown}};

absl::StatusOr<int> RunTargets(const Names& names, const std::vector<std::string>& formats) {
  const bool has_markdown = absl::c_any_of(
      formats, [](absl::string_view format) { return absl::StartsWith(format, "markdown"); });
  if (has_markdown && !names.empty()) {
    return absl::InvalidArgumentError(
        "`--format markdown` writes one page on all targets; leave the names out");
  }
  absl::StatusOr<std::vector<TargetEntry>> entries = EntriesOf(names);
  if (!entries.ok()) return entries.status();
  return PrintPage(formats, kTargetsFormats, TargetsPage{names.empty(), *std::move(entries)});
}

}  // namespace

Subcommand AddTargetsCommand(Command& app) {
  const auto names = std::make_shared<Names>();
  const auto formats = std::make_shared<std::vector<std::string>>();
  Command targets =
      app.AddCommand("targets", "List the known clients, and how each reads a config");
  targets.AddFlag("TARGET", *names, "Such as go, python or core@1.51; none: all")
      .ValueName("T[,T...]")
      .Offer(TargetNames());
  AddFormatsFlag(targets, *formats, NamesOf(kTargetsFormats),
                 "text; json: everything known about them; markdown: what a portable config "
                 "must avoid, for all targets");
  AddExamples(targets, {{"grpcfg targets", "grpcfg targets go@1.64 python"}});
  return {targets, [=] { return RunTargets(*names, *formats); }, names.get()};
}

}  // namespace grpcfg
