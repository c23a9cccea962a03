#include <cerrno>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
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
#include "schema/fields/config_by_content.h"
#include "tools/cli/command.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/projects.h"
#include "tools/cli/rule_flags.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/output_file.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk.h"
#include "tools/workspace/write_file.h"
#include "validator/engine/validate.h"
#include "validator/project/clients_in_use.h"
#include "validator/project/proposal.h"
#include "validator/project/read_project.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kBaselineName = ".grpcfg-baseline.json";
constexpr size_t kMostProtoRoots = 8;  // of more, the directory itself may serve

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

// The files below `directory` that the options take. Errors: a directory that cannot be listed.
absl::StatusOr<std::vector<std::string>> FilesOf(const std::string& directory,
                                                 const WalkOptions& options) {
  absl::StatusOr<ConfigFiles> files = ListConfigFiles({ShownPath(directory)}, options);
  if (!files.ok()) return files.status();
  if (!files->is_whole) return files->problems.front();
  return std::move(files->paths);
}

// Calls visit(path, text) for each file that a glob matches, that can be read, and that no other
// project wrote. Paths are from `directory`.
template <typename Visit>
absl::Status ForEachFile(const std::string& directory, std::vector<std::string> globs,
                         const Visit& visit) {
  WalkOptions options;
  options.include = std::move(globs);
  options.exclude = ForeignFolders();
  const auto files = FilesOf(directory, options);
  if (!files.ok()) return files.status();
  for (const std::string& path : *files) {
    const absl::StatusOr<std::string> text = ReadFile(path);
    if (text.ok()) visit(PathFrom(directory, AbsolutePath(path)), *text);
  }
  return absl::OkStatus();
}

// Client generators take what the spec refuses: it is not yet whole.
bool IsForGenerators(const std::string& text) {
  static const std::vector<Target> kTargets = *ParseTargets("spec,gapic");
  const Report report = Validate(ParseDocumentByShape(text), kTargets, AllRules());
  return report.verdicts[0] == Verdict::kRejects && report.verdicts[1] != Verdict::kRejects;
}

void AddConfig(const std::string& path, const std::string& text, RepositoryFacts& facts) {
  ++facts.configs;
  if (absl::EndsWith(path, kEndingOfGenerators)) ++facts.named_for_generators;
  if (IsForGenerators(text)) facts.for_generators.push_back(path);
}

// Errors: a directory that cannot be listed, or that holds no config.
absl::Status FindConfigs(const std::string& directory, RepositoryFacts& facts) {
  const auto files = FilesOf(directory, UsualWalk());
  if (!files.ok()) return files.status();
  for (const std::string& file : *files) {
    const absl::StatusOr<std::string> text = ReadFile(file);
    if (text.ok()) AddConfig(PathFrom(directory, AbsolutePath(file)), *text, facts);
  }
  if (facts.configs > 0) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat(
      QuotePath(ShownPath(directory)), " holds no config: no file name matches `",
      absl::StrJoin(UsualWalk().include, "` or `"),
      "`, and no other .json file has a `methodConfig` or the like; name another directory"));
}

// Where imports start from: a file of `package shop.v1;` mostly is in `shop/v1/` below it. Nothing:
// it is not.
std::optional<std::string> RootOf(absl::string_view path, absl::string_view text) {
  static const re2::RE2 kPackage(R"((?m)(?:^|;)\s*package\s+([A-Za-z0-9_.]+)\s*;)");
  std::string package;
  re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), kPackage, &package);
  const std::string folders = absl::StrCat(absl::StrReplaceAll(package, {{".", "/"}}), "/");
  absl::string_view directory = DirectoryPart(path);
  const bool is_below = absl::EndsWith(absl::StrCat("/", directory), absl::StrCat("/", folders));
  if (!is_below) return std::nullopt;
  directory.remove_suffix(folders.size());
  return directory.empty() ? "." : std::string(directory.substr(0, directory.size() - 1));
}

// `services/*/proto` in place of roots that differ in one name, so that a new service needs no line
// of its own.
void Generalize(absl::btree_set<std::string>& roots) {
  constexpr size_t kFewest = 3;
  absl::btree_map<std::string, std::vector<std::string>> by_glob;
  for (const std::string& root : roots) {
    const std::vector<std::string> names = absl::StrSplit(root, '/');
    for (size_t i = 0; names.size() > 1 && i < names.size(); ++i) {
      std::vector<std::string> glob = names;
      glob[i].assign(1, '*');
      by_glob[absl::StrJoin(glob, "/")].push_back(root);
    }
  }
  for (const auto& [glob, alike] : by_glob) {
    const auto is_left = [&](const std::string& root) { return roots.contains(root); };
    if (alike.size() < kFewest || !absl::c_all_of(alike, is_left)) continue;
    for (const std::string& root : alike) roots.erase(root);
    roots.insert(glob);
  }
}

// Errors: a directory that cannot be listed.
absl::Status FindProtos(const std::string& directory, RepositoryFacts& facts) {
  absl::btree_set<std::string> roots;
  std::vector<std::string> others;  // files of which no root is known
  absl::Status found =
      ForEachFile(directory, {"*.proto"}, [&](const std::string& path, absl::string_view text) {
        std::optional<std::string> root = RootOf(path, text);
        if (root) {
          roots.insert(*std::move(root));
        } else {
          others.push_back(path);
        }
      });
  const auto has_root = [&](const std::string& path) {
    return absl::c_any_of(roots, [&](const std::string& root) {
      return absl::StartsWith(path, absl::StrCat(root, "/"));
    });
  };
  if (!absl::c_all_of(others, has_root)) roots.insert(".");
  Generalize(roots);
  if (roots.size() > kMostProtoRoots) roots = {"."};
  facts.proto_roots.assign(roots.begin(), roots.end());
  // Files are imported by their names in the others.
  const auto whole = absl::c_find(facts.proto_roots, ".");
  if (whole != facts.proto_roots.end()) std::rotate(whole, whole + 1, facts.proto_roots.end());
  return found;
}

absl::Status FindClients(const std::string& directory, RepositoryFacts& facts) {
  return ForEachFile(directory, BuildFileGlobs(),
                     [&](const std::string& path, const std::string& text) {
                       absl::c_move(ClientsIn(path, text), std::back_inserter(facts.clients));
                     });
}

absl::StatusOr<RepositoryFacts> FactsOf(const std::string& directory) {
  RepositoryFacts facts;
  for (const auto find : {FindConfigs, FindClients, FindProtos}) {
    const absl::Status found = find(AbsoluteDirectoryPath(directory), facts);
    if (!found.ok()) return found;
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

// A message on one line: the first of several, or the first two if that one ends in a colon.
std::string OneLineOf(absl::string_view message) {
  std::vector<absl::string_view> lines = absl::StrSplit(message, absl::MaxSplits('\n', 2));
  const bool is_begin = lines.size() > 1 && absl::EndsWith(lines[0], ":");
  lines.resize(is_begin ? 2 : 1);
  lines.back() = absl::StripAsciiWhitespace(lines.back());
  return absl::StrJoin(lines, " ");
}

// The services that it names. Errors: those that cannot be read.
absl::StatusOr<LoadedApi> TryProposal(const std::string& directory, const RepositoryFacts& facts) {
  const Project project = ProposedProject(directory, ProposeProject(facts));
  const FindingFlags flags;
  SettingsTable settings(flags, /*reports=*/true);
  const absl::Status usable = settings.LoadFlags();
  if (!usable.ok()) return usable;
  const absl::StatusOr<const FileSettings*> loaded = settings.For(&project);
  if (!loaded.ok()) return loaded.status();
  return (*loaded)->services;
}

// Adds globs that match the files `used` below `folder` and none of `left_out`: of a folder without
// any of these, all that is in it.
// NOLINTNEXTLINE(misc-no-recursion): no deeper than a path, which the system bounds
void AddGlobs(const std::string& folder, const absl::btree_set<std::string>& used,
              const absl::btree_set<std::string>& left_out, std::vector<std::string>& globs) {
  const auto is_below = [&](const std::string& file) { return absl::StartsWith(file, folder); };
  const auto is_in = [&](const std::string& file) {
    return is_below(file) && file.find('/', folder.size()) == std::string::npos;
  };
  if (absl::c_none_of(left_out, is_below)) {
    globs.push_back(absl::StrCat(folder, "**/*.proto"));
    return;
  }
  const bool is_mixed = absl::c_any_of(left_out, is_in);
  if (!is_mixed && absl::c_any_of(used, is_in)) globs.push_back(absl::StrCat(folder, "*.proto"));
  absl::btree_set<std::string> folders;
  for (const std::string& file : used) {
    if (is_mixed && is_in(file)) globs.push_back(file);
    if (!is_below(file) || is_in(file)) continue;
    folders.insert(file.substr(0, file.find('/', folder.size()) + 1));
  }
  for (const std::string& each : folders) AddGlobs(each, used, left_out, globs);
}

// Names the files of `loaded` that count, and not their copies.
void LeaveOutCopies(const std::string& directory, const LoadedApi& loaded, RepositoryFacts& facts) {
  const std::string base = AbsoluteDirectoryPath(directory);
  absl::btree_set<std::string> used;
  absl::btree_set<std::string> left_out;
  for (const std::string& file : loaded.files) used.insert(PathFrom(base, AbsolutePath(file)));
  for (const ProtoCopy& copy : loaded.copies) {
    left_out.insert(PathFrom(base, AbsolutePath(copy.left_out)));
  }
  for (const std::string& file : left_out) used.erase(file);
  AddGlobs("", used, left_out, facts.protos);
  std::erase_if(facts.proto_roots, [&](const std::string& root) {
    return root != "." && !absl::StrContains(root, '*') &&
           absl::c_none_of(used, [&](const std::string& file) {
             return absl::StartsWith(file, absl::StrCat(root, "/"));
           });
  });
}

// Takes out of the facts what makes the services that they name incomplete, or says why it cannot.
// Returns the files that were read.
std::vector<std::string> SettleProtos(const std::string& directory, RepositoryFacts& facts) {
  absl::StatusOr<LoadedApi> loaded = TryProposal(directory, facts);
  if (loaded.ok() && !loaded->copies.empty()) {
    RepositoryFacts settled = facts;
    LeaveOutCopies(directory, *loaded, settled);
    const bool is_long = settled.protos.size() > kMostProtoRoots;
    if (!is_long) loaded = TryProposal(directory, facts = settled);
    const bool is_vague = facts.proto_roots == std::vector<std::string>{"."};
    if (loaded.ok() && !loaded->copies.empty() && is_vague) {
      loaded = absl::InvalidArgumentError(WordsOn(loaded->copies));
    }
  }
  if (loaded.ok()) return std::move(loaded->files);
  facts.proto_fault = OneLineOf(loaded.status().message());
  return {};
}

// Errors: `check` would find no file in `directory`.
absl::Status CheckFindsFiles(const std::string& directory,
                             const absl::StatusOr<ConfigFiles>& files) {
  if (!files.ok() || !files->paths.empty()) return files.status();
  return absl::FailedPreconditionError(absl::StrCat(
      "nothing in ", QuotePath(directory),
      " would be checked under this project file: no glob "
      "finds its configs; rename them, as `orders_service_config.json`, and run again"));
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
  return absl::AlreadyExistsError(
      absl::StrCat(QuotePath(shown), " applies to ", QuotePath(directory),
                   ", and a new one there would replace it; add `overrides` to it, or create the "
                   "new one explicitly: `grpcfg init ",
                   directory, " >", absl::StripSuffix(directory, "/"), "/", kProjectFileName, "`"));
}

// Says that what is above `directory` was not looked at, if it is part of a repository.
void NoteRepository(const std::string& directory) {
  const std::string absolute = AbsoluteDirectoryPath(directory);
  const std::optional<std::string> top = FindRepositoryTop(absolute);
  if (!top || *top == absolute) return;
  const std::string shown = PathFrom(AbsoluteDirectoryPath(""), *top);
  WriteError(absl::StrCat("note: only ", QuotePath(directory),
                          " was searched; for the whole repository: `grpcfg init ",
                          absl::StripSuffix(shown.empty() ? "." : shown, "/"), "`"));
}

// Writes the proposal, and the baseline that it names. Errors: a project file that is there
// already; what cannot be written or checked.
absl::StatusOr<int> WriteProposal(const std::string& path, const InitFlags& flags,
                                  const std::string& text) {
  if (HasEntry(path)) {
    return absl::AlreadyExistsError(absl::StrCat(
        QuotePath(path), " already exists and was not changed; edit it, or remove it first"));
  }
  const absl::Status written = CreateFile(path, text);
  if (!written.ok()) return written;
  if (flags.baseline) {
    absl::StatusOr<int> checked = WriteBaselineOf(flags.paths.front());
    if (!checked.ok() || *checked == kCouldNotRun) return checked;
  }
  WriteError(absl::StrCat("note: wrote ", QuotePath(path),
                          flags.baseline ? " and its baseline" : "", "; next: `grpcfg check ",
                          flags.paths.front(), "`"));
  return kClean;
}

absl::StatusOr<int> RunInit(const InitFlags& flags) {
  const std::string& directory = flags.paths.front();
  const absl::Status is_there = CheckDirectory(directory);
  if (!is_there.ok()) return is_there;
  absl::StatusOr<RepositoryFacts> facts = FactsOf(directory);
  if (!facts.ok()) return facts.status();
  const absl::Status is_known = WasCurrentDirectoryKnown();
  if (!is_known.ok()) return is_known;
  if (flags.baseline) facts->baseline = kBaselineName;
  std::vector<std::string> inputs = SettleProtos(directory, *facts);
  const std::string text = ProposeProject(*facts);
  const absl::StatusOr<ConfigFiles> files =
      ListConfigFiles({directory}, ProposedProject(directory, text).Walk());
  if (files.ok()) absl::c_copy(files->paths, std::back_inserter(inputs));
  const std::string to_stdout;
  const absl::Status output = CheckOutputs({to_stdout}, inputs);
  if (!output.ok()) return output;
  absl::StatusOr<int> printed = Print(text, "proposal");
  if (!printed.ok()) return printed;
  absl::Status usable = CheckFindsFiles(directory, files);
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
  return WriteProposal(path, flags, text);
}

}  // namespace

Subcommand AddInitCommand(Command& app) {
  const auto flags = std::make_shared<InitFlags>();
  Command init = app.AddCommand("init", "Propose a project file for the configs of a repository");
  init.AddFlag("PATH", flags->paths, "The directory to configure")
      .TakesOne()
      .Default("the current one");
  init.AddFlag("--baseline", flags->baseline,
               "Also propose a baseline, which hides today's findings");
  init.AddFlag("--write", flags->write,
               "Write the project file and its baseline, unless the file exists");
  AddExamples(init, {{"grpcfg init", "grpcfg init --baseline", "grpcfg init configs/"}});
  return {init, [=] { return RunInit(*flags); }, &flags->paths};
}

}  // namespace grpcfg
