// The flags of the subcommands that take documents: which files, of which kind, for which clients.
#ifndef GRPCFG_TOOLS_CLI_INPUT_FLAGS_H_
#define GRPCFG_TOOLS_CLI_INPUT_FLAGS_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "schema/protobuf/api.h"
#include "schema/protobuf/proto_files.h"
#include "tools/cli/projects.h"
#include "tools/cli/rule_flags.h"
#include "tools/cli/source_input.h"
#include "tools/cli/target_flags.h"
#include "validator/report/reporter.h"
#include "validator/resolve/resolve.h"
#include "validator/resolve/why.h"

namespace grpcfg {

class Command;

// ---- The flags that say which services the names are about: `--descriptor-set`, `--proto-path`,
// `--proto`.

struct ApiFlags {
  std::vector<std::string> descriptor_sets;
  std::vector<std::string> proto_paths;  // none: the current directory
  std::vector<std::string> protos;
  // Of a project file: its directory, out of whose repository no file is imported; empty: any is.
  std::string within = {};
};

// Adds the flags to a command.
void AddApiFlags(Command& command, ApiFlags& flags);

struct LoadedApi {
  std::shared_ptr<const Api> api;      // null: nothing was named
  std::vector<std::string> files;      // that it was read from, also those that others import
  absl::Status faults = {};            // of .proto files that do not compile; OK: all do
  std::vector<ProtoCopy> copies = {};  // by their paths
  std::vector<std::string> unread_packages = {};  // see ParsedProtos
};

// The services of all that the flags name. Errors: whatever cannot be read or compiled, with thing,
// cause and remedy, in several lines.
absl::StatusOr<LoadedApi> LoadApi(const ApiFlags& flags);

// The same with what can be had of .proto files that do not compile.
absl::StatusOr<LoadedApi> LoadApiInPart(const ApiFlags& flags);

// ---- What a command reads, and for which clients

// As the user gave them.
struct InputFlags {
  std::vector<std::string> paths;  // `-` is stdin
  TargetFlags target;
  ApiFlags api;
  std::string kind = "auto";
  std::string stdin_filename = "<stdin>";
};

// The clients and rules of a check, and the services that the names in documents are about.
struct PlanParts {
  std::vector<Target> targets;
  RuleSet rules;
  LoadedApi services;
};

// Errors: see SelectTargets, LoadApi and ChosenRules.
absl::StatusOr<PlanParts> LoadPlanParts(const TargetFlags& target, const ApiFlags& api,
                                        const RuleChoices& rules);

// The text of a file, or of stdin for `-`; unless `quiet`, a note says that a terminal is waited
// for. Errors: NotFound and others, see ReadFile.
absl::StatusOr<std::string> ReadInput(const std::string& path, bool quiet = false);

// Where an input lies, and what reports call it: `path`, or for `-` the name of stdin.
const std::string& PlaceOf(const std::string& path, const InputFlags& flags);

// Errors: InvalidArgument unless there is one path.
absl::Status CheckOnePath(absl::Span<const std::string> paths);

// `kind` as `--kind` has it: for `auto` the text's shape decides. `text` must outlive the document.
Document ParseInput(absl::string_view text, absl::string_view kind);

// ---- Of `check` and `compat`, which report findings

struct FindingFlags : InputFlags {
  size_t max_findings = kMaxFindingsPerRule;
  RuleChoices rules;
  std::string fail_on = "error";
  bool has_fail_on = false;  // the user set it
  std::string color = "auto";
};

// Adds PATH, described by `what`, and the flags for the kind of the files and for the clients.
void AddInputFlags(Command& command, const std::string& what, InputFlags& flags);

// Adds --fail-on, --color, --max-findings and the flags of RuleChoices.
void AddReportFlags(Command& command, FindingFlags& flags);
// Adds those and --stdin-filename.
void AddFindingFlags(Command& command, FindingFlags& flags);

// Adds --stdin-filename.
void AddStdinFilenameFlag(Command& command, std::string& name);
// Adds --max-findings.
void AddMaxFindingsFlag(Command& command, size_t& most);
// Adds --color, see WantsColor.
void AddColorFlag(Command& command, std::string& color);

ReporterOptions OptionsFor(const std::vector<Target>& targets, absl::string_view color);

// The gravest severity that was found; none: nothing was.
std::optional<Severity> WorstOf(const Report& report);

// The severity that the word of --fail-on stands for; nothing: `never`.
std::optional<Severity> FailsFrom(absl::string_view fail_on);

// kFindings if the worst finding reaches what the user chose with --fail-on, else kClean.
int StatusOf(absl::string_view fail_on, std::optional<Severity> worst);

// ---- Of `resolve` and `simulate`, which are about one config

struct ConfigFlags : InputFlags {
  ProjectFlags project;
  std::vector<std::string> methods;
  bool why = false;  // of `resolve`
};

// Adds PATH, --method, --kind, --stdin-filename and the flags of ApiFlags, TargetFlags and
// ProjectFlags.
void AddConfigFlags(Command& command, ConfigFlags& flags);

// A method that `--method` requests, that no entry covers, for any target that takes the config,
// and that no descriptor declares. Or one that is written as a service, `a.B.C` for `a.B/C`, and
// that the entry for all methods covers as such.
struct UnknownMethod {
  std::string name;
  bool is_covered = false;
  std::vector<std::string> near;  // names of the config, or else of the descriptors
};

struct ResolvedInput {
  std::string path;  // as reports call it
  ConfigText config;
  Resolution resolution = {};               // see Resolve
  std::vector<Why> whys = {};               // of its methods, if the flags request them
  std::vector<UnknownMethod> unknown = {};  // among those that the flags name
};

// What each target makes of what the flags name. `api` as for Analyse. Errors: InvalidArgument for
// several paths, for what is not a method, and for a list of choices: what holds for a client of it
// depends on the host and on a draw; NotFound and others for a file that cannot be read.
absl::StatusOr<ResolvedInput> ResolveInput(const ConfigFlags& flags,
                                           absl::Span<const Target> targets, const Api* api);

// The same of `config` in place of what the file has.
absl::StatusOr<ResolvedInput> ResolveText(const ConfigFlags& flags, ConfigText config,
                                          absl::Span<const Target> targets, const Api* api);

// Names the unknown methods on stderr, with likely corrections. True if there are any: the command
// then ends with kFindings.
bool NoteUnknownMethods(const std::vector<UnknownMethod>& unknown, const Api* api);

// False if a target rejects the config, or lets calls break.
bool IsTaken(const Resolution& resolution);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_INPUT_FLAGS_H_
