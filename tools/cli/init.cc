#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "re2/re2.h"
#include "rules/families.h"
#include "tools/cli/command.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/projects.h"
#include "tools/cli/rule_flags.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/repository.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk.h"
#include "tools/workspace/write_file.h"
#include "validator/engine/validate.h"
#include "validator/project/clients_in_use.h"
#include "validator/project/config_by_content.h"
#include "validator/project/include_globs.h"
#include "validator/project/path_glob.h"
#include "validator/project/proposal.h"
#include "validator/project/read_project.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kBaselineName = ".grpcfg-baseline.json";

struct InitFlags {
  std::vector<std::string> paths = {"."};
  bool baseline = false;
  bool write = false;
};

// What others wrote says nothing about the clients of this repository.
const std::vector<std::string>& ForeignFolders() {
  static const std::vector<std::string> kFolders = {"node_modules/", "third_party/", "vendor/"};
  return kFolders;
}

// What is below one directory. Paths are from there.
class Survey {
 public:
  explicit Survey(const std::string& directory) : directory_(AbsoluteDirectoryPath(directory)) {}

  // Errors: a directory that cannot be listed, or that holds no config.
  absl::StatusOr<RepositoryFacts> Run();

 private:
  // Calls visit(path, text) for each file that a glob matches and that can be read.
  template <typename Visit>
  absl::Status ForEachFile(const WalkOptions& options, const Visit& visit);

  absl::Status FindConfigs(RepositoryFacts& facts);
  absl::Status FindUnusualConfigs(RepositoryFacts& facts);
  absl::Status SortByContent(absl::btree_map<std::string, std::string>& configs,
                             std::vector<std::string>& others);
  absl::Status FindClients(RepositoryFacts& facts);
  absl::Status FindProtos(RepositoryFacts& facts);

  std::string directory_;
  absl::flat_hash_set<std::string> usual_;  // configs by their names
};

template <typename Visit>
absl::Status Survey::ForEachFile(const WalkOptions& options, const Visit& visit) {
  const absl::StatusOr<ConfigFiles> files = ListConfigFiles({ShownPath(directory_)}, options);
  if (!files.ok()) return files.status();
  for (const std::string& path : files->paths) {
    const absl::StatusOr<std::string> text = ReadFile(path);
    if (text.ok()) visit(PathFrom(directory_, AbsolutePath(path)), *text);
  }
  return absl::OkStatus();
}

// Client generators take what the spec refuses: it is not yet whole.
bool IsForGenerators(const std::string& text) {
  static const std::vector<Target> kTargets = *ParseTargets("spec,gapic");
  static const CheckedFor kAsked(kTargets, AllRules(), nullptr, {.needed = Needed::kVerdicts});
  const Report report = ValidateUntried(ParseDocumentByShape(text), kAsked, Needed::kVerdicts);
  return report.verdicts[0] == Verdict::kRejects && report.verdicts[1] != Verdict::kRejects;
}

void AddConfig(std::string path, const std::string& text, RepositoryFacts& facts) {
  ++facts.configs;
  FolderFacts& folder = facts.folders[std::string(DirectoryPart(path))];
  ++folder.configs;
  const bool is_named = absl::EndsWith(path, kEndingOfGenerators);
  if (is_named) ++facts.named_for_generators;
  if (!IsForGenerators(text)) return;
  ++folder.for_generators;
  if (is_named) ++folder.named_for_generators;
  facts.generator_configs.push_back(std::move(path));
}

// Those of the unusual configs that no glob finds.
void TakeOutNameless(RepositoryFacts& facts) {
  const PathGlob included(WithoutPlaces(facts.unusual_globs));
  std::erase_if(facts.unusual_configs, [&](const std::string& path) {
    if (CanBeNamed(path) || (!facts.unusual_globs.empty() && included.Holds(path))) return false;
    facts.nameless_configs.push_back(path);
    return true;
  });
}

absl::Status Survey::FindConfigs(RepositoryFacts& facts) {
  const WalkOptions usual;
  facts.usual_globs = usual.include;
  absl::Status found = ForEachFile(usual, [&](std::string path, const std::string& text) {
    usual_.insert(path);
    AddConfig(std::move(path), text, facts);
  });
  if (found.ok()) found = FindUnusualConfigs(facts);
  if (!found.ok() || facts.configs > 0 || !facts.nameless_configs.empty()) return found;
  return absl::NotFoundError(
      absl::StrCat(QuotePath(ShownPath(directory_)), " holds no config: no file is called as `",
                   absl::StrJoin(usual.include, "` or `"),
                   "`, and no other .json file has a `methodConfig` or the like; name another "
                   "directory"));
}

// The files without a usual name: configs, by path with their texts, and the paths of others, which
// no glob may find. Of what somebody else wrote the names are enough.
absl::Status Survey::SortByContent(absl::btree_map<std::string, std::string>& configs,
                                   std::vector<std::string>& others) {
  WalkOptions options;
  options.include = {"*.json"};
  const absl::StatusOr<ConfigFiles> files = ListConfigFiles({ShownPath(directory_)}, options);
  if (!files.ok()) return files.status();
  const PathGlob foreign(WithoutPlaces(ForeignFolders()));
  for (const std::string& found : files->paths) {
    std::string path = PathFrom(directory_, AbsolutePath(found));
    if (usual_.contains(path)) continue;
    absl::StatusOr<std::string> text = foreign.Holds(path) ? "" : ReadFile(found);
    if (!text.ok()) continue;
    if (IsConfigByContent(*text)) {
      configs.emplace(std::move(path), *std::move(text));
    } else {
      others.push_back(std::move(path));
    }
  }
  return absl::OkStatus();
}

// Those that only what is in them shows. Where others have the usual names, more than a few globs
// tell of test data; then `include` has none of them.
absl::Status Survey::FindUnusualConfigs(RepositoryFacts& facts) {
  absl::btree_map<std::string, std::string> texts;
  std::vector<std::string> others;
  absl::Status sorted = SortByContent(texts, others);
  if (!sorted.ok()) return sorted;
  for (const auto& [path, text] : texts) facts.unusual_configs.push_back(path);
  facts.unusual_globs = IncludeGlobs(facts.unusual_configs, others);
  if (facts.configs > 0 && facts.unusual_globs.size() > kMostIncludeGlobs) {
    facts.unusual_globs.clear();
  }
  TakeOutNameless(facts);
  const bool are_taken = !facts.unusual_globs.empty() || facts.configs == 0;
  for (const std::string& path : facts.unusual_configs) {
    if (are_taken) AddConfig(path, texts[path], facts);
  }
  absl::c_sort(facts.generator_configs);
  return sorted;
}

absl::Status Survey::FindClients(RepositoryFacts& facts) {
  WalkOptions options;
  options.include = BuildFileGlobs();
  options.exclude = ForeignFolders();
  return ForEachFile(options, [&](absl::string_view path, absl::string_view text) {
    for (ClientInUse& client : ClientsIn(path, text)) facts.clients.push_back(std::move(client));
  });
}

// Where imports start from: a file of `package shop.v1;` mostly is in `shop/v1/` below it.
std::string RootOf(absl::string_view path, absl::string_view text) {
  static const re2::RE2 kPackage(R"((?m)^\s*package\s+([A-Za-z0-9_.]+)\s*;)");
  std::string package;
  re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), kPackage, &package);
  const std::string folders = absl::StrCat(absl::StrReplaceAll(package, {{".", "/"}}), "/");
  absl::string_view directory = DirectoryPart(path);
  const bool is_below = absl::EndsWith(absl::StrCat("/", directory), absl::StrCat("/", folders));
  if (!is_below) return ".";
  directory.remove_suffix(folders.size());
  return directory.empty() ? "." : std::string(directory.substr(0, directory.size() - 1));
}

absl::Status Survey::FindProtos(RepositoryFacts& facts) {
  WalkOptions options;
  options.include = {"*.proto"};
  options.exclude = ForeignFolders();
  absl::btree_set<std::string> roots;
  absl::Status found = ForEachFile(options, [&](absl::string_view path, absl::string_view text) {
    ++facts.protos;
    roots.insert(RootOf(path, text));
  });
  if (roots.contains(".")) roots = {"."};
  facts.proto_roots.assign(roots.begin(), roots.end());
  return found;
}

absl::StatusOr<RepositoryFacts> Survey::Run() {
  RepositoryFacts facts;
  for (const auto step : {&Survey::FindConfigs, &Survey::FindClients, &Survey::FindProtos}) {
    const absl::Status done = (this->*step)(facts);
    if (!done.ok()) return done;
  }
  return facts;
}

// What is proposed, as `check` finds it.
Project ProposedProject(const std::string& directory, const std::string& text) {
  ReadResult<ProjectFile> read = ReadProject(text, EveryRule());
  return {.path = std::string(kProjectFileName),
          .directory = AbsoluteDirectoryPath(directory),
          .text = text,
          .file = std::move(read.content),
          .suppressions = Suppressions({}, {}),
          .acknowledgements = Acknowledgements({}, {})};
}

// Errors: services that cannot be read.
absl::Status TryProposal(const Project& project) {
  const FindingFlags flags;
  SettingsTable settings(flags);
  absl::Status usable = settings.LoadFlags();
  usable.Update(settings.For(&project).status());
  return usable;
}

// Errors: `check` would find no file in `directory`.
absl::Status CheckFindsFiles(const std::string& directory, const Project& project) {
  const absl::StatusOr<ConfigFiles> files = ListConfigFiles({directory}, project.Walk());
  if (!files.ok() || !files->paths.empty()) return files.status();
  return absl::FailedPreconditionError(absl::StrCat(
      "nothing in ", QuotePath(directory),
      " would be checked under this project file: no glob "
      "finds its configs; rename them, as `orders_service_config.json`, and run again"));
}

// A message on one line: the first of several, or the first two if that one ends in a colon.
std::string OneLineOf(absl::string_view message) {
  std::vector<absl::string_view> lines = absl::StrSplit(message, absl::MaxSplits('\n', 2));
  const bool is_begin = lines.size() > 1 && absl::EndsWith(lines[0], ":");
  lines.resize(is_begin ? 2 : 1);
  lines.back() = absl::StripAsciiWhitespace(lines.back());
  return absl::StrJoin(lines, " ");
}

// Errors: no directory is there.
absl::Status CheckDirectory(const std::string& directory) {
  if (IsDirectory(directory)) return absl::OkStatus();
  if (!IsThere(directory)) {
    return SystemError(ENOENT, absl::StrCat("cannot look into ", QuotePath(directory)));
  }
  return absl::InvalidArgumentError(
      absl::StrCat(QuotePath(directory), " is a file; name the directory that it is for"));
}

// Errors: a project file above is in force for `directory`, which has none.
absl::Status CheckAbove(const std::string& directory) {
  const std::string absolute = AbsoluteDirectoryPath(directory);
  const std::optional<std::string> found =
      UpwardSearch(std::string(kProjectFileName)).Find(absolute);
  if (!found || DirectoryPart(*found) == absolute) return absl::OkStatus();
  const std::string shown = PathFrom(AbsoluteDirectoryPath(""), *found);
  return absl::AlreadyExistsError(absl::StrCat(
      QuotePath(shown), " is in force for ", QuotePath(directory),
      ", and one there would take its place; add `overrides` to it, or write that one on purpose: "
      "`grpcfg init ",
      directory, " >", absl::StripSuffix(directory, "/"), "/", kProjectFileName, "`"));
}

// Says that what is above `directory` was not looked at, if it is part of a repository.
void NoteRepository(const std::string& directory) {
  const std::string absolute = AbsoluteDirectoryPath(directory);
  const std::optional<std::string> top = FindRepositoryTop(absolute);
  if (!top || *top == absolute) return;
  const std::string shown = PathFrom(AbsoluteDirectoryPath(""), *top);
  WriteError(absl::StrCat("note: only what is in ", QuotePath(directory),
                          " was looked at; for the whole repository: `grpcfg init ",
                          absl::StripSuffix(shown.empty() ? "." : shown, "/"), "`"));
}

absl::Status WriteProposal(const std::string& path, const InitFlags& flags,
                           const std::string& text) {
  if (HasEntry(path)) {
    return absl::AlreadyExistsError(absl::StrCat(
        QuotePath(path), " is there already and stays as it is; edit it, or remove it first"));
  }
  absl::Status written = CreateFile(path, text);
  if (!written.ok()) return written;
  WriteError(absl::StrCat("note: wrote ", QuotePath(path), "; next: `grpcfg check ",
                          flags.baseline ? "--write-baseline " : "", flags.paths.front(), "`"));
  return written;
}

absl::StatusOr<int> RunInit(const InitFlags& flags) {
  const std::string& directory = flags.paths.front();
  const absl::Status is_there = CheckDirectory(directory);
  if (!is_there.ok()) return is_there;
  absl::StatusOr<RepositoryFacts> facts = Survey(directory).Run();
  if (!facts.ok()) return facts.status();
  if (flags.baseline) facts->baseline = kBaselineName;
  std::string text = ProposeProject(*facts);
  const absl::Status tried = TryProposal(ProposedProject(directory, text));
  if (!tried.ok()) {
    facts->proto_fault = OneLineOf(tried.message());
    text = ProposeProject(*facts);
  }
  absl::StatusOr<int> printed = Print(text, "proposal");
  if (!printed.ok()) return printed;
  absl::Status usable = CheckFindsFiles(directory, ProposedProject(directory, text));
  usable.Update(CheckAbove(directory));
  if (!flags.write) {
    if (usable.ok()) NoteRepository(directory);
    if (!usable.ok()) WriteError(absl::StrCat("note: ", usable.message()));
    return printed;
  }
  if (!usable.ok()) return usable;
  NoteRepository(directory);
  const std::string path =
      ShownPath(absl::StrCat(AbsoluteDirectoryPath(directory), kProjectFileName));
  const absl::Status written = WriteProposal(path, flags, text);
  if (!written.ok()) return written;
  return printed;
}

}  // namespace

Subcommand AddInitCommand(Command& app) {
  const auto flags = std::make_shared<InitFlags>();
  Command* const init =
      app.add_subcommand("init", "Propose a project file for the configs of a repository");
  init->add_option("PATH", flags->paths, "The directory that it is for")
      ->expected(1)
      ->default_str("the current one");
  init->add_flag("--baseline", flags->baseline,
                 "With a baseline, so that what is there today is not reported");
  init->add_flag("--write", flags->write, "Write what is shown, unless there is one already");
  AddExamples(*init, {{"grpcfg init", "grpcfg init --baseline", "grpcfg init configs/"}});
  return {init, [=] { return RunInit(*flags); }, &flags->paths};
}

}  // namespace grpcfg
