#include "tools/resolve.h"

#include <algorithm>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "schema/document.h"
#include "tools/exit_status.h"
#include "tools/output.h"
#include "validator/resolve.h"
#include "validator/resolve_printer.h"
#include "workspace/read_file.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

absl::StatusOr<std::vector<MethodName>> SelectMethods(const ResolveFlags& flags) {
  std::vector<MethodName> methods;
  for (const std::string& text : flags.methods) {
    absl::StatusOr<MethodName> method = ParseMethodName(text);
    if (!method.ok()) return method.status();
    methods.push_back(*std::move(method));
  }
  return methods;
}

absl::StatusOr<std::string> ReadInput(const std::string& path) {
  if (path == "-") return ReadStdin();
  std::string text;
  const absl::Status status = ReadFileInto(path, text);
  if (!status.ok()) return status;
  return text;
}

// What holds for a client of a list of choices depends on the host and on a draw.
absl::Status CheckIsConfig(const Document& document, absl::string_view path) {
  if (document.kind == DocumentKind::kConfig) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(QuotePath(path),
                   " is a list of choices for DNS; resolve the `serviceConfig` of one of them, or "
                   "say --kind config if it is none"));
}

absl::Status Resolve(const ResolveFlags& flags, std::string& out, bool& is_taken) {
  const absl::StatusOr<std::vector<Target>> targets = SelectTargets(flags.target);
  if (!targets.ok()) return targets.status();
  const absl::StatusOr<std::vector<MethodName>> methods = SelectMethods(flags);
  if (!methods.ok()) return methods.status();
  const absl::StatusOr<std::string> text = ReadInput(flags.paths[0]);
  if (!text.ok()) return text.status();
  const absl::string_view path = flags.paths[0] == "-" ? flags.stdin_filename : flags.paths[0];
  const std::optional<DocumentKind> kind = FindDocumentKind(flags.kind);
  const Document document = kind ? ParseDocument(*text, *kind) : ParseDocumentByShape(*text);
  absl::Status is_config = CheckIsConfig(document, path);
  if (!is_config.ok()) return is_config;
  const Resolution resolution = Resolve(document, *targets, AllRules(), *methods);
  ResolvedText resolved = {path, *text, {}, resolution};
  for (const Target& target : *targets) resolved.targets.push_back(target.spelling);
  flags.format == "json" ? AppendResolvedJson(resolved, out) : AppendResolvedText(resolved, out);
  is_taken = std::none_of(
      resolution.channels.begin(), resolution.channels.end(),
      [](const ResolvedChannel& channel) { return channel.verdict >= Verdict::kBreaksCalls; });
  return absl::OkStatus();
}

}  // namespace

CLI::App* AddResolveCommand(CLI::App& app, ResolveFlags& flags) {
  CLI::App* const resolve =
      app.add_subcommand("resolve", "Show the config of each method as each client uses it");
  resolve->add_option("PATH", flags.paths, "A file or - for stdin")->required();
  resolve
      ->add_option("--method", flags.methods,
                   "pkg.Service/Method, pkg.Service or * (default: each name in the config)")
      ->type_name("M")
      ->allow_extra_args(false);
  AddTargetFlags(*resolve, flags.target);
  resolve->add_option("--kind", flags.kind, "What the file is: only a service config has methods")
      ->check(CLI::IsMember({"config", "choices", "txt", "auto"}))
      ->capture_default_str();
  resolve->add_option("--format", flags.format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  resolve->add_option("--stdin-filename", flags.stdin_filename, "What to call stdin");
  return resolve;
}

int RunResolve(const ResolveFlags& flags) {
  if (flags.paths.size() != 1) {
    WriteError(absl::StrCat("`resolve` takes one file, but got ", flags.paths.size()));
    return kCouldNotRun;
  }
  std::string out;
  bool is_taken = false;
  const absl::Status status = Resolve(flags, out, is_taken);
  if (!status.ok()) {
    WriteError(status.message());
    return kCouldNotRun;
  }
  if (!Print(out, "resolution")) return kCouldNotRun;
  return is_taken ? kClean : kFindings;
}

}  // namespace grpcfg
