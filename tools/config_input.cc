#include "tools/config_input.h"

#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "schema/fields/document.h"
#include "workspace/read_file.h"
#include "workspace/system_error.h"

namespace grpcfg {

void AddConfigFlags(CLI::App& command, ConfigFlags& flags) {
  command.add_option("PATH", flags.paths, "A file or - for stdin")->required();
  command
      .add_option("--method", flags.methods,
                  "pkg.Service/Method, pkg.Service or * (default: each name in the config)")
      ->type_name("M")
      ->allow_extra_args(false);
  AddApiFlags(command, flags.api);
  command.add_option("--kind", flags.kind, "What the file is: only a service config has methods")
      ->check(CLI::IsMember({"config", "choices", "txt", "auto"}))
      ->capture_default_str();
  command.add_option("--stdin-filename", flags.stdin_filename, "What to call stdin");
}

absl::StatusOr<std::string> ReadInput(const std::string& path) {
  if (path == "-") return ReadStdin();
  std::string text;
  const absl::Status read = ReadFileInto(path, text);
  if (!read.ok()) return read;
  return text;
}

absl::StatusOr<ConfigInput> ReadConfigInput(const ConfigFlags& flags) {
  if (flags.paths.empty()) return absl::InvalidArgumentError("PATH is required; - is stdin");
  if (flags.paths.size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("one file is taken, but got ", flags.paths.size()));
  }
  ConfigInput input;
  for (const std::string& text : flags.methods) {
    absl::StatusOr<MethodName> method = ParseMethodName(text);
    if (!method.ok()) return method.status();
    input.methods.push_back(*std::move(method));
  }
  const std::string& path = flags.paths[0];
  absl::StatusOr<std::string> text = ReadInput(path);
  if (!text.ok()) return text.status();
  input.path = path == "-" ? flags.stdin_filename : path;
  input.text = *std::move(text);
  return input;
}

absl::StatusOr<Resolution> ResolveConfig(const ConfigInput& input, const ConfigFlags& flags,
                                         absl::Span<const Target> targets, const Api* api) {
  const std::optional<DocumentKind> kind = FindDocumentKind(flags.kind);
  const Document document =
      kind ? ParseDocument(input.text, *kind) : ParseDocumentByShape(input.text);
  if (document.kind != DocumentKind::kConfig) {
    return absl::InvalidArgumentError(absl::StrCat(
        QuotePath(input.path),
        " is a list of choices for DNS; take the `serviceConfig` of one of them, or say "
        "--kind config if it is none"));
  }
  const Analysis analysis = Analyse(document, targets, AllRules(), api);
  return Resolve(document, targets, analysis, input.methods);
}

}  // namespace grpcfg
