#include "tools/cli/input_flags.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "rules/families.h"
#include "rules/near_methods.h"
#include "schema/protobuf/descriptor_set.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/output.h"
#include "tools/cli/projects.h"
#include "tools/cli/source_input.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"

namespace grpcfg {
namespace {

namespace fs = std::filesystem;

// False for what has no size yet, such as a pipe.
bool IsTooLarge(const fs::path& path) {
  std::error_code failed;
  const auto size = fs::file_size(path, failed);
  return !failed && size > kMaxDescriptorSetBytes;
}

// The files of a compilation, by the names that imports use. There may be as many folders as
// services: what is known of a folder or a name is found out once.
class ImportedFiles {
 public:
  explicit ImportedFiles(std::vector<std::string> folders) : folders_(std::move(folders)) {
    for (std::string& folder : folders_) {
      if (folder.empty()) folder.assign(1, '.');
      absolute_.push_back(AbsoluteDirectoryPath(folder));
    }
  }

  // The name of a file of `--proto`. One that a folder before its own hides from imports has a name
  // of its own, unless it says the same: its services count, too.
  absl::StatusOr<std::string> NameOf(const std::string& file) {
    absl::StatusOr<std::string> name = ImportName(file);
    if (!name.ok() || !IsThere(file)) return name;
    const std::string found = PathOf(*name);
    std::error_code failed;
    if (fs::equivalent(found, file, failed) || ReadRegularFile(found) == ReadRegularFile(file)) {
      return name;
    }
    const std::string absolute = AbsolutePath(file);
    std::string own = NameBelow(AbsoluteDirectoryPath(""), absolute);
    if (own.empty()) own = NameBelow("/", absolute);
    paths_[own] = file;
    return own;
  }

  // The first of the folders that has it counts, as for protoc; empty: none has.
  const std::string& PathOf(const std::string& name) {
    const auto [known, is_new] = paths_.try_emplace(name);
    if (!is_new) return known->second;
    for (const std::string& folder : folders_) {
      const std::string path = absl::StrCat(folder, "/", name);
      if (!IsThere(path)) continue;
      known->second = fs::path(path).lexically_normal();
      break;
    }
    return known->second;
  }

 private:
  // The name of a file below `folder`, both absolute; empty if it is not below it.
  static std::string NameBelow(absl::string_view folder, absl::string_view file) {
    return absl::ConsumePrefix(&file, folder) ? std::string(file) : "";
  }

  // The name by which imports call a file of `--proto`: a path on the disk, or already that name.
  [[nodiscard]] absl::StatusOr<std::string> ImportName(const std::string& file) const;

  std::vector<std::string> folders_;
  std::vector<std::string> absolute_;         // the same
  std::map<std::string, std::string> paths_;  // by name
};

absl::StatusOr<std::string> ImportedFiles::ImportName(const std::string& file) const {
  const bool is_file = IsThere(file);
  const std::string absolute = AbsolutePath(file);
  for (const std::string& folder : absolute_) {
    std::string name = NameBelow(folder, absolute);
    if (!name.empty() && is_file) return name;
  }
  for (const std::string& folder : folders_) {
    if (fs::path(file).is_relative() && IsThere(absl::StrCat(folder, "/", file))) return file;
  }
  const std::string where =
      absl::StrJoin(folders_, ", ",
                    [](std::string* out, const std::string& folder) { *out += QuotePath(folder); });
  if (IsDirectory(file)) {
    return absl::InvalidArgumentError(absl::StrCat(
        QuotePath(file), " is a directory; name the .proto files in it, each with --proto"));
  }
  if (!is_file) {
    return absl::NotFoundError(absl::StrCat("cannot find ", QuotePath(file), ", nor is it below ",
                                            where, "; check the path, or pass --proto-path"));
  }
  return absl::InvalidArgumentError(absl::StrCat(QuotePath(file), " is not below ", where,
                                                 "; pass its import root with --proto-path"));
}

// The files of `--proto` as a set. Adds the paths of all that it is made of to those of `loaded`.
absl::StatusOr<DescriptorSet> ParseProtos(const ApiFlags& flags, LoadedApi& loaded) {
  ImportedFiles files(flags.proto_paths.empty() ? std::vector<std::string>{"."}
                                                : flags.proto_paths);
  std::vector<std::string> names;
  for (const std::string& file : flags.protos) {
    absl::StatusOr<std::string> name = files.NameOf(file);
    if (!name.ok()) return name.status();
    names.push_back(*std::move(name));
  }
  const auto read = [&](const std::string& name) -> absl::StatusOr<std::string> {
    const std::string path = files.PathOf(name);
    if (path.empty()) return absl::NotFoundError(name);
    if (!flags.within.empty() && !IsWithinRepository(path, flags.within)) {
      return absl::FailedPreconditionError(absl::StrCat(QuotePath(path), " ", kOutOfRepository));
    }
    loaded.files.push_back(path);
    return ReadRegularFile(path);
  };
  absl::StatusOr<ParsedProtos> parsed = ParseProtoFiles(names, read);
  if (!parsed.ok()) return parsed.status();
  loaded.faults = parsed->faults;
  loaded.unread_packages = std::move(parsed->unread_packages);
  for (const ProtoCopy& copy : parsed->copies) {
    loaded.copies.push_back({files.PathOf(copy.used), files.PathOf(copy.left_out)});
  }
  return DescriptorSet{"--proto", std::move(parsed->set)};
}

// All that the flags name as one.
absl::StatusOr<LoadedApi> ReadApi(const ApiFlags& flags) {
  if (flags.protos.empty() && !flags.proto_paths.empty()) {
    return absl::InvalidArgumentError(
        "--proto-path alone names no file; name the .proto files with --proto");
  }
  LoadedApi loaded = {.api = nullptr, .files = flags.descriptor_sets};
  std::vector<DescriptorSet> sets;
  for (const std::string& path : flags.descriptor_sets) {
    if (IsTooLarge(path)) return DescriptorSetTooLarge(QuotePath(path));
    absl::StatusOr<std::string> bytes = ReadFile(path);
    if (!bytes.ok()) return bytes.status();
    sets.push_back({QuotePath(path), *std::move(bytes)});
  }
  if (!flags.protos.empty()) {
    absl::StatusOr<DescriptorSet> parsed = ParseProtos(flags, loaded);
    if (!parsed.ok()) return parsed.status();
    if (!parsed->bytes.empty()) sets.push_back(*std::move(parsed));
  }
  if (sets.empty()) return loaded;
  absl::StatusOr<Api> api = ReadDescriptorSets(sets);
  if (!api.ok()) return api.status();
  api->unread_packages = loaded.unread_packages;
  loaded.api = std::make_shared<const Api>(*std::move(api));
  return loaded;
}

}  // namespace

void AddApiFlags(Command& command, ApiFlags& flags) {
  command.BeginGroup("Services");
  const auto add = [&](const char* name, std::vector<std::string>& values, const char* type,
                       const char* help) {
    return command.AddFlag(name, values, help).ValueName(type);
  };
  add("--descriptor-set", flags.descriptor_sets, "FILE",
      "Check names against a descriptor set (`protoc --descriptor_set_out`)");
  add("--proto", flags.protos, "FILE.proto", "Check names against the services of a .proto file");
  add("--proto-path", flags.proto_paths, "DIR", "Resolve imports of --proto from this directory")
      .Default("the current directory");
}

absl::StatusOr<LoadedApi> LoadApi(const ApiFlags& flags) {
  absl::StatusOr<LoadedApi> loaded = LoadApiInPart(flags);
  if (loaded.ok() && !loaded->faults.ok()) return InLines(loaded->faults);
  if (loaded.ok() && !loaded->copies.empty()) {
    return InLines(absl::InvalidArgumentError(WordsOn(loaded->copies)));
  }
  return loaded;
}

absl::StatusOr<LoadedApi> LoadApiInPart(const ApiFlags& flags) {
  absl::StatusOr<LoadedApi> loaded = ReadApi(flags);
  if (!loaded.ok()) return InLines(loaded.status());
  return loaded;
}

namespace {

constexpr size_t kMostOfService = 3;  // names that are near only by their service

bool IsDeclared(const Api* api, const MethodName& name) {
  const ApiService* const service = api == nullptr ? nullptr : api->FindService(name.service);
  return service != nullptr &&
         (name.method.empty() || FindMethod(*service, name.method) != nullptr);
}

std::vector<std::string> NearNames(const Api& of_config, const Api* api, const MethodName& name) {
  const RequestedName requested = {name.service, name.method};
  std::vector<std::string> near = NearMethods(of_config, requested);
  if (near.empty() && api != nullptr) near = NearMethods(*api, requested);
  return near;
}

// True if the name of a service is that of another one and a method after a dot.
bool IsBelowService(const Api& of_config, const Api* api, const MethodName& name) {
  const size_t dot = name.service.rfind('.');
  if (!name.method.empty() || dot == std::string::npos) return false;
  const std::string above = name.service.substr(0, dot);
  return of_config.FindService(above) != nullptr ||
         (api != nullptr && api->FindService(above) != nullptr);
}

Api ServicesOf(const std::vector<MethodName>& names) {
  std::vector<RequestedName> requested;
  requested.reserve(names.size());
  for (const MethodName& name : names) requested.push_back({name.service, name.method});
  return ApiOf(requested);
}

// Those of `resolution`, which Resolve made of `document` and `analysis`. `api`: null without
// descriptors.
std::vector<UnknownMethod> FindUnknownMethods(const Document& document, const Analysis& analysis,
                                              const Resolution& resolution, const Api* api) {
  const size_t targets = resolution.channels.size();
  const bool is_taken = std::any_of(
      resolution.channels.begin(), resolution.channels.end(),
      [](const ResolvedChannel& channel) { return channel.verdict != Verdict::kRejects; });
  std::vector<UnknownMethod> unknown;
  if (!is_taken) return unknown;
  const Api of_config = ServicesOf(NamesIn(document, analysis));
  for (size_t first = 0; first < resolution.methods.size(); first += targets) {
    const auto methods = absl::MakeConstSpan(resolution.methods).subspan(first, targets);
    const MethodName& name = *methods[0].name;
    const bool is_covered =
        std::any_of(methods.begin(), methods.end(),
                    [](const ResolvedMethod& method) { return method.entry->source.has_value(); });
    if (name.service.empty() || IsDeclared(api, name)) continue;
    if (is_covered && (IsDeclared(&of_config, name) || !IsBelowService(of_config, api, name))) {
      continue;
    }
    unknown.push_back({SpellMethodName(name), is_covered, NearNames(of_config, api, name)});
  }
  return unknown;
}

// True if a service in the config is the path of the method, with or without a slash before it.
bool HasPathAsService(const std::vector<MethodName>& written, const MethodName& name) {
  return std::any_of(written.begin(), written.end(), [&](const MethodName& each) {
    return !name.method.empty() && absl::StripPrefix(each.service, "/") == SpellMethodName(name);
  });
}

// For each of `resolution.methods`: the names of the config, or else of the descriptors, that it
// may stand for, or of the same service. None for one that an entry names.
std::vector<std::vector<std::string>> FindNearNames(const Document& document,
                                                    const Analysis& analysis,
                                                    const Resolution& resolution, const Api* api) {
  const std::vector<MethodName> written = NamesIn(document, analysis);
  const Api of_config = ServicesOf(written);
  std::vector<std::vector<std::string>> near;
  for (const ResolvedMethod& method : resolution.methods) {
    const MethodName& name = *method.name;
    std::vector<std::string>& names = near.emplace_back();
    if (HasPathAsService(written, name)) {
      names.push_back(absl::StrCat(R"("service": ")", SpellMethodName(name), "\""));
      continue;
    }
    const ApiService* const service = of_config.FindService(name.service);
    if (service != nullptr && (name.method.empty() || FindMethod(*service, name.method) != nullptr))
      continue;
    names = NearNames(of_config, api, name);
    if (service == nullptr || !names.empty()) continue;
    for (const ApiMethod& other : service->methods) {
      if (names.size() < kMostOfService)
        names.push_back(SpellMethodName({service->name, other.name}));
    }
  }
  return near;
}

}  // namespace

bool NoteUnknownMethods(const std::vector<UnknownMethod>& unknown, const Api* api) {
  for (const UnknownMethod& method : unknown) {
    std::string words =
        method.is_covered
            ? absl::StrCat("`", method.name,
                           "` is taken for a service, which only the entry for all methods covers")
            : absl::StrCat("no entry covers `", method.name, "`",
                           api == nullptr ? "" : ", and no descriptor declares it");
    if (!method.near.empty()) {
      absl::StrAppend(&words, "; did you mean `", absl::StrJoin(method.near, "` or `"), "`?");
    }
    WriteError(words);
  }
  return !unknown.empty();
}

namespace {

void AddKindFlag(Command& command, const std::string& what, std::string& kind) {
  command.BeginGroup("Input");
  command.AddFlag("--kind", kind, what)
      .ValueName("KIND")
      .OneOf("a kind of input", {"config", "choices", "txt", "auto"})
      .ShowDefault();
}

absl::StatusOr<std::vector<MethodName>> ParseMethods(const std::vector<std::string>& texts) {
  std::vector<MethodName> methods;
  for (const std::string& text : texts) {
    absl::StatusOr<MethodName> method = ParseMethodName(text);
    if (!method.ok()) return method.status();
    methods.push_back(*std::move(method));
  }
  return methods;
}

// Adds the near names to what explains methods that no entry names.
void AddNearNames(std::vector<std::vector<std::string>> near, std::vector<Why>& whys) {
  for (size_t i = 0; i < whys.size(); ++i) {
    const bool is_named = whys[i].by == MatchedBy::kMethod || whys[i].by == MatchedBy::kService;
    if (!is_named) whys[i].near = std::move(near[i]);
  }
}

}  // namespace

absl::StatusOr<PlanParts> LoadPlanParts(const TargetFlags& target, const ApiFlags& api,
                                        const RuleChoices& rules) {
  absl::StatusOr<RuleSet> chosen = ChosenRules(rules);
  if (!chosen.ok()) return chosen.status();
  absl::StatusOr<std::vector<Target>> targets = SelectTargets(target);
  if (!targets.ok()) return targets.status();
  absl::StatusOr<LoadedApi> services = LoadApi(api);
  if (!services.ok()) return services.status();
  return PlanParts{*std::move(targets), *std::move(chosen), *std::move(services)};
}

absl::StatusOr<std::string> ReadInput(const std::string& path, bool quiet) {
  if (path != "-") return ReadFile(path);
  if (!quiet) NoteTerminalInput();
  return ReadStdin();
}

const std::string& PlaceOf(const std::string& path, const InputFlags& flags) {
  return path == "-" ? flags.stdin_filename : path;
}

absl::Status CheckOnePath(absl::Span<const std::string> paths) {
  if (paths.empty()) return absl::InvalidArgumentError("PATH is required; - is stdin");
  if (paths.size() == 1) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("expected one file, but got ", paths.size()));
}

Document ParseInput(absl::string_view text, absl::string_view kind) {
  const std::optional<DocumentKind> known = FindDocumentKind(kind);
  return known ? ParseDocument(text, *known) : ParseDocumentByShape(text);
}

void AddInputFlags(Command& command, const std::string& what, InputFlags& flags) {
  command.AddFlag("PATH", flags.paths, what).Required();
  AddTargetFlags(command, flags.target);
  AddApiFlags(command, flags.api);
  AddKindFlag(command,
              "Read the input as this: config, a service config; choices, a list as in gRFC A2; "
              "txt, TXT values",
              flags.kind);
}

void AddStdinFilenameFlag(Command& command, std::string& name) {
  command.BeginGroup("Input");
  command.AddFlag("--stdin-filename", name, "Report stdin under this name")
      .ValueName("NAME")
      .Check(NotEmpty());
}

void AddReportFlags(Command& command, FindingFlags& flags) {
  command.BeginGroup("Rules");
  command
      .AddFlag("--fail-on", flags.fail_on,
               "Exit with 1 for findings of at least this severity: error, warning, note or never")
      .ValueName("LEVEL")
      .OneOf("a severity", {"error", "warning", "note", "never"})
      .NoteIn(flags.has_fail_on)
      .ShowDefault();
  AddRuleFlags(command, flags.rules);
  AddColorFlag(command, flags.color);
  AddMaxFindingsFlag(command, flags.max_findings);
}

void AddFindingFlags(Command& command, FindingFlags& flags) {
  AddReportFlags(command, flags);
  AddStdinFilenameFlag(command, flags.stdin_filename);
}

void AddColorFlag(Command& command, std::string& color) {
  command.BeginGroup("Output");
  command.AddFlag("--color", color, "Colour text output: auto, always or never")
      .ValueName("WHEN")
      .OneOf("a value of --color", {"auto", "always", "never"})
      .ShowDefault();
}

void AddMaxFindingsFlag(Command& command, size_t& most) {
  const auto read_all = [](std::string& count) {
    if (count == "all") count = absl::StrCat(std::numeric_limits<uint32_t>::max());
    uint32_t number = 0;
    return absl::SimpleAtoi(count, &number)
               ? ""
               : absl::StrCat("`", count, "` is not a count; write a number or `all`");
  };
  command
      .AddFlag("--max-findings", most,
               absl::StrCat("List at most N findings per rule and file, or all (default: ",
                            kMaxFindingsPerRule, ")"))
      .Rewrite(read_all)
      .ValueName("N|all");
}

ReporterOptions OptionsFor(const std::vector<Target>& targets, absl::string_view color) {
  return {.targets = SpellingsOf(targets),
          .checked_for = NamesWithReleases(targets),
          .color = WantsColor(color) ? Color::kYes : Color::kNo};
}

std::optional<Severity> WorstOf(const Report& report) {
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    if (report.Count(severity) > 0) return severity;
  }
  return std::nullopt;
}

std::optional<Severity> FailsFrom(absl::string_view fail_on) {
  for (const Severity severity : {Severity::kNote, Severity::kWarning, Severity::kError}) {
    if (SeverityName(severity) == fail_on) return severity;
  }
  return std::nullopt;
}

int StatusOf(absl::string_view fail_on, std::optional<Severity> worst) {
  const std::optional<Severity> least = FailsFrom(fail_on);
  return least && worst >= least ? kFindings : kClean;
}

void AddConfigFlags(Command& command, ConfigFlags& flags) {
  command.AddFlag("PATH", flags.paths, "A file, a directory with one config, or - for stdin")
      .Required();
  command.AddFlag("--method", flags.methods, "pkg.Service/Method, pkg.Service or *")
      .ValueName("M")
      .Default("each name of the config");
  AddApiFlags(command, flags.api);
  AddKindFlag(command, "Read the input as config, choices or txt; only a config has methods",
              flags.kind);
  AddStdinFilenameFlag(command, flags.stdin_filename);
  AddTargetFlags(command, flags.target);
  AddProjectFlags(command, flags.project);
}

absl::StatusOr<ResolvedInput> ResolveInput(const ConfigFlags& flags,
                                           absl::Span<const Target> targets, const Api* api) {
  const absl::Status is_one = CheckOnePath(flags.paths);
  if (!is_one.ok()) return is_one;
  absl::StatusOr<ConfigText> config =
      ReadConfig(flags.paths[0], PlaceOf(flags.paths[0], flags), flags.kind);
  if (!config.ok()) return config.status();
  return ResolveText(flags, *std::move(config), targets, api);
}

absl::StatusOr<ResolvedInput> ResolveText(const ConfigFlags& flags, ConfigText config,
                                          absl::Span<const Target> targets, const Api* api) {
  const absl::StatusOr<std::vector<MethodName>> methods = ParseMethods(flags.methods);
  if (!methods.ok()) return methods.status();
  ResolvedInput input = {.path = PlaceOf(flags.paths[0], flags), .config = std::move(config)};
  const Document document = ParseInput(input.config.text, flags.kind);
  if (document.kind != DocumentKind::kConfig) {
    return absl::InvalidArgumentError(
        absl::StrCat(QuotePath(input.path),
                     " is a list of choices for DNS; take the `serviceConfig` of one of them, or "
                     "pass --kind config if it is not one"));
  }
  const Analysis analysis = Analyse(document, targets, AllRules(), api);
  const OctetLines lines = LinesOf(input.config);
  input.resolution = Resolve(document, targets, analysis, *methods, &lines);
  if (flags.why) input.whys = Explain(document, targets, analysis, input.resolution);
  if (methods->empty()) return input;
  input.unknown = FindUnknownMethods(document, analysis, input.resolution, api);
  if (flags.why) AddNearNames(FindNearNames(document, analysis, input.resolution, api), input.whys);
  return input;
}

bool IsTaken(const Resolution& resolution) {
  return absl::c_all_of(resolution.channels, [](const ResolvedChannel& channel) {
    return channel.verdict < Verdict::kBreaksCalls;
  });
}

}  // namespace grpcfg
