#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "schema/fields/config_by_content.h"
#include "schema/json/escape.h"
#include "schema/json/position.h"
#include "tools/cli/check_inputs.h"
#include "tools/cli/command.h"
#include "tools/cli/file_settings.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/new_findings.h"
#include "tools/cli/output.h"
#include "tools/cli/projects.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/scenario_flags.h"
#include "tools/cli/source_input.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/old_versions.h"
#include "tools/workspace/ordered_run.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"
#include "tools/workspace/upward_search.h"
#include "tools/workspace/walk.h"
#include "validator/compare/compare.h"
#include "validator/compare/comparison_printer.h"

namespace grpcfg {
namespace {

// ---- Which versions `diff` compares with each other.

struct VersionPair {
  std::string path;                   // of the new version, or of the old one if there is no other
  std::optional<std::string> before;  // nothing: the file is new
  std::optional<std::string> after;   // nothing: the file was deleted
  std::string old_path = {};          // of the old version, where it is a file of its own
  uint32_t line = 0;                  // of a config inside the file; 0: it is that itself
  bool is_changed = true;             // false: there is nothing to compare
};

// The configs that `paths` name, as their project files choose them. Errors: also what could not be
// looked at: a gate must skip nothing in silence.
absl::StatusOr<std::vector<std::string>> ConfigsOf(const std::vector<std::string>& paths,
                                                   Projects& projects) {
  absl::StatusOr<ConfigFiles> files = ListConfigFiles(paths, [&](const std::string& directory) {
    return projects.WalkOptionsOf(AbsoluteDirectoryPath(directory));
  });
  if (!files.ok()) return files.status();
  if (!files->problems.empty()) return files->problems.front();
  for (const auto* const list : {&files->links_out, &files->notes}) {
    for (const absl::Status& each : *list) WriteError(each);
  }
  return std::move(files->paths);
}

// By what follows the directory.
absl::StatusOr<std::map<std::string, std::string>> ConfigsBelow(const std::string& directory,
                                                                Projects& projects) {
  const absl::StatusOr<std::vector<std::string>> paths = ConfigsOf({directory}, projects);
  if (!paths.ok()) return paths.status();
  std::map<std::string, std::string> by_name;
  for (const std::string& path : *paths) {
    absl::string_view name = path;
    absl::ConsumePrefix(&name, directory);
    absl::ConsumePrefix(&name, "/");
    by_name.emplace(name, path);
  }
  return by_name;
}

absl::StatusOr<std::vector<VersionPair>> PairsOfDirectories(const std::string& before,
                                                            const std::string& after,
                                                            Projects& projects) {
  const auto old_files = ConfigsBelow(before, projects);
  if (!old_files.ok()) return old_files.status();
  const auto new_files = ConfigsBelow(after, projects);
  if (!new_files.ok()) return new_files.status();
  std::map<std::string, VersionPair> pairs;
  for (const auto& [name, path] : *old_files) {
    absl::StatusOr<std::string> text = ReadFile(path);
    if (!text.ok()) return text.status();
    pairs[name] = {path, *std::move(text), std::nullopt, path};
  }
  std::map<std::string, std::string> now = *new_files;
  for (const auto& [name, path] : *old_files) {  // also what is no longer a config
    const std::string place = absl::StrCat(absl::StripSuffix(after, "/"), "/", name);
    if (IsRegularFile(place)) now.emplace(name, place);
  }
  for (const auto& [name, path] : now) {
    absl::StatusOr<std::string> text = ReadFile(path);
    if (!text.ok()) return text.status();
    pairs[name].path = path;
    pairs[name].after = *std::move(text);
  }
  std::vector<VersionPair> found;
  found.reserve(pairs.size());
  for (auto& [name, pair] : pairs) found.push_back(std::move(pair));
  if (found.empty()) return absl::NotFoundError("neither directory has a service config");
  return found;
}

absl::StatusOr<std::vector<VersionPair>> PairsOfPaths(const std::vector<std::string>& paths,
                                                      Projects& projects) {
  if (paths.size() != 2) {
    return absl::InvalidArgumentError(absl::StrCat("expected OLD and NEW, but got ", paths.size(),
                                                   paths.size() == 1 ? " path" : " paths",
                                                   "; --against git:REF compares with a commit"));
  }
  const bool is_old_directory = paths[0] != "-" && IsDirectory(paths[0]);
  const bool is_new_directory = paths[1] != "-" && IsDirectory(paths[1]);
  if (is_old_directory != is_new_directory) {
    return absl::InvalidArgumentError("one of OLD and NEW is a directory, and the other is not");
  }
  if (is_old_directory) return PairsOfDirectories(paths[0], paths[1], projects);
  if (paths[0] == "-" && paths[1] == "-") {
    return absl::InvalidArgumentError("only one of OLD and NEW can be stdin");
  }
  absl::StatusOr<std::string> before = ReadInput(paths[0]);
  if (!before.ok()) return before.status();
  absl::StatusOr<std::string> after = ReadInput(paths[1]);
  if (!after.ok()) return after.status();
  const std::string old_path = paths[0] == "-" ? "" : paths[0];
  return std::vector<VersionPair>{{paths[1], *std::move(before), *std::move(after), old_path}};
}

// Those that are there still, and those that never were; also what did not change, which no report
// may replace.
absl::StatusOr<std::vector<VersionPair>> PairsOfFiles(const std::vector<std::string>& files,
                                                      std::vector<OldVersion> versions) {
  std::vector<VersionPair> pairs;
  for (size_t i = 0; i < files.size(); ++i) {
    if (!versions[i].is_changed) {
      pairs.push_back({.path = files[i], .is_changed = false});
      continue;
    }
    absl::StatusOr<std::string> text = ReadFile(files[i]);
    if (!text.ok()) return text.status();
    pairs.push_back({files[i], std::move(versions[i].text), *std::move(text)});
  }
  return pairs;
}

absl::StatusOr<std::vector<VersionPair>> PairsSince(const std::vector<std::string>& paths,
                                                    const std::string& commit, Projects& projects) {
  absl::StatusOr<DeletedFilesFound> deleted =
      FindDeletedFiles(paths, commit, [&](const std::string& directory) {
        return projects.WalkOptionsOf(AbsoluteDirectoryPath(directory));
      });
  if (!deleted.ok()) return deleted.status();
  std::vector<std::string> there;  // and what never was, which is an error
  for (size_t i = 0; i < paths.size(); ++i) {
    if (!deleted->existed[i] || HasEntry(paths[i])) there.push_back(paths[i]);
  }
  const absl::StatusOr<std::vector<std::string>> files = ConfigsOf(there, projects);
  if (!files.ok()) return files.status();
  absl::StatusOr<OldVersionsFound> found = OldVersions(*files, commit);
  if (!found.ok()) return found.status();
  std::set<std::string> notes(found->notes.begin(), found->notes.end());
  notes.insert(deleted->notes.begin(), deleted->notes.end());
  for (const std::string& note : notes) WriteError(absl::StrCat("note: ", note));
  auto pairs = PairsOfFiles(*files, std::move(found->versions));
  if (!pairs.ok()) return pairs.status();
  for (DeletedFile& file : deleted->files) {
    if (absl::c_binary_search(*files, file.path)) continue;
    VersionPair pair = {file.path, std::move(file.text), std::nullopt};
    if (file.is_there) {
      absl::StatusOr<std::string> text = ReadFile(file.path);
      if (!text.ok()) return text.status();
      pair.after = *std::move(text);
    }
    pairs->push_back(std::move(pair));
  }
  absl::c_sort(*pairs, [](const VersionPair& a, const VersionPair& b) { return a.path < b.path; });
  return pairs;
}

// What is compared: `paths` are OLD and NEW, two files or two directories, whose configs are
// paired by their names; with `against`, a commit, the files and directories whose state then is
// compared with that of now, deleted files included. Errors: one path too few or too many, a
// file beside a directory, and those of ReadInput, ListConfigFiles, OldVersions and
// FindDeletedFiles.
absl::StatusOr<std::vector<VersionPair>> FindVersionPairs(const std::vector<std::string>& paths,
                                                          const std::string& against,
                                                          Projects& projects) {
  if (against.empty()) return PairsOfPaths(paths, projects);
  return PairsSince(paths, against, projects);
}

// ---- The configs inside source files

struct ConfigInFile {
  std::string text;
  uint32_t line = 0;  // 0: the file is a config itself
};

// The configs of one version of a file, by SourceConfig::name.
struct ConfigsOfVersion {
  std::map<std::string, ConfigInFile> configs;
  bool has_others = false;  // known only at run time
};

// Errors: a text that cannot be read.
absl::StatusOr<ConfigsOfVersion> ConfigsIn(const std::string& place, const std::string& text,
                                           absl::string_view kind) {
  const SourceConfigs inside = ConfigsInside(place, text, kind);
  if (!inside.error.empty()) return NotReadable(place, text, inside);
  ConfigsOfVersion found;
  const LineIndex lines(text);
  const auto note = [&](Span range) {
    found.has_others = true;
    WriteError(absl::StrCat("note: not compared, since known only at run time: ", Visible(place),
                            ":", lines.Locate(range.begin).line));
  };
  for (const UnreadConfig& each : inside.unread) note(each.range);
  for (const SourceConfig& each : inside.configs) {
    if (each.json.holes.empty()) {
      found.configs[each.name] = {each.json.text, lines.Locate(each.range.begin).line};
    } else {
      note(each.range);
    }
  }
  return found;
}

// Of one config in each version, what stands in the place of the other; of several, those of the
// same name. In the order of their lines.
std::vector<VersionPair> Paired(ConfigsOfVersion before, ConfigsOfVersion after,
                                const VersionPair& of_file) {
  if (before.configs.size() == 1 && after.configs.size() == 1) {
    auto only = before.configs.extract(before.configs.begin());
    only.key() = after.configs.begin()->first;
    before.configs.insert(std::move(only));
  }
  std::map<std::string, VersionPair> pairs;
  for (auto& [name, config] : before.configs) {
    pairs[name].before = std::move(config.text);
    pairs[name].line = config.line;
  }
  for (auto& [name, config] : after.configs) {
    pairs[name].after = std::move(config.text);
    pairs[name].line = config.line;
  }
  std::vector<VersionPair> found;
  for (auto& [name, pair] : pairs) {
    pair.path = of_file.path;
    pair.old_path = of_file.old_path;
    found.push_back(std::move(pair));
  }
  absl::c_stable_sort(found,
                      [](const VersionPair& a, const VersionPair& b) { return a.line < b.line; });
  return found;
}

// What becomes of each config of a file. A file with none inside stays as it is. Errors: a
// program with none, and those of ConfigsIn.
absl::StatusOr<std::vector<VersionPair>> ConfigPairsOf(const VersionPair& pair,
                                                       const std::string& place,
                                                       absl::string_view kind) {
  const std::string old_text = pair.before.value_or("");
  const std::string new_text = pair.after.value_or("");
  const std::string& old_place = pair.old_path.empty() ? place : pair.old_path;
  absl::StatusOr<ConfigsOfVersion> before = ConfigsIn(old_place, old_text, kind);
  if (!before.ok()) return before.status();
  absl::StatusOr<ConfigsOfVersion> after = ConfigsIn(place, new_text, kind);
  if (!after.ok()) return after.status();
  if (before->configs.empty() && after->configs.empty()) {
    if (before->has_others || after->has_others) return std::vector<VersionPair>();
    if (IsProgram(place, pair.after ? new_text : old_text, kind)) return NoConfigIn(place);
    return std::vector<VersionPair>{pair};
  }
  const auto add_whole = [&](const std::optional<std::string>& text, const std::string& of,
                             ConfigsOfVersion& version) {
    const bool is_config =
        text && version.configs.empty() && !IsProgram(of, *text, kind) && IsConfigByContent(*text);
    if (is_config) version.configs[""] = {*text};
  };
  add_whole(pair.before, old_place, *before);
  add_whole(pair.after, place, *after);
  return Paired(*std::move(before), *std::move(after), pair);
}

// ---- The command

struct DiffFlags : FindingFlags {
  ProjectFlags project;
  ScenarioFlags scenario;
  std::string against;
  std::optional<double> max_amplification;
  std::optional<double> max_peak;
  std::string fit_deadline;  // `p99`; empty: no limit
  std::string fail_on_risk;  // empty: no limit
  bool no_new_findings = false;
  std::vector<std::string> formats;  // NAME or NAME:FILE
};

constexpr Format<void(const ComparisonReport&, std::string&)> kDiffFormats[] = {
    {"text", AppendComparisonText},
    {"json", AppendComparisonJson},
    {"markdown", AppendComparisonMarkdown},
    {"html", AppendComparisonHtml}};

// Of a file that is not there.
constexpr absl::string_view kNoConfig = "{}";

absl::StatusOr<Limits> LimitsOf(const DiffFlags& flags) {
  Limits limits = {.max_amplification = flags.max_amplification,
                   .max_peak = flags.max_peak,
                   .no_new_findings = flags.no_new_findings};
  for (const std::optional<double>& limit : {limits.max_amplification, limits.max_peak}) {
    constexpr double kMost = 1e12;
    // A value that is not a number is neither above nor below.
    if (!limit || (*limit >= 0 && *limit <= kMost)) continue;
    return absl::InvalidArgumentError(
        "--max-amplification and --max-peak take a number from 0 to 1e12");
  }
  for (const ChangeRisk risk : {ChangeRisk::kLow, ChangeRisk::kMedium, ChangeRisk::kHigh}) {
    if (flags.fail_on_risk == RiskName(risk)) limits.fail_on = risk;
  }
  if (flags.fit_deadline.empty()) return limits;
  const absl::StatusOr<double> share = ParsePercentile("--fit-deadline", flags.fit_deadline);
  if (!share.ok()) return share.status();
  limits.fit_deadline = *share;
  return limits;
}

class DiffRun {
 public:
  DiffRun(const DiffFlags& flags, SimulationRequest request)
      : flags_(flags), request_(std::move(request)), projects_(flags.project), table_(flags) {}

  // Errors: those of its flags, its files and its project files.
  absl::Status Compare() {
    absl::Status loaded = table_.LoadFlags();
    if (!loaded.ok()) return loaded;
    absl::StatusOr<std::vector<VersionPair>> pairs =
        FindVersionPairs(flags_.paths, flags_.against, projects_);
    if (!pairs.ok()) return pairs.status();
    inputs_ = projects_.Paths();
    for (const VersionPair& pair : *pairs) {
      if (!pair.is_changed) {
        inputs_.push_back(pair.path);
        continue;
      }
      const absl::StatusOr<std::vector<VersionPair>> configs =
          ConfigPairsOf(pair, PlaceOf(pair.path, flags_), flags_.kind);
      if (!configs.ok()) return configs.status();
      for (const VersionPair& each : *configs) {
        absl::Status compared = ComparePair(each);
        if (!compared.ok()) return compared;
      }
    }
    if (targets_.empty()) targets_ = table_.OfFlags().spellings;
    return absl::OkStatus();
  }

  [[nodiscard]] const std::vector<ComparedFile>& files() const { return files_; }
  // All that was read.
  [[nodiscard]] const std::vector<std::string>& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<std::string>& targets() const { return targets_; }

 private:
  absl::Status ComparePair(const VersionPair& pair) {
    const absl::StatusOr<const FileSettings*> loaded =
        table_.ForFile(projects_, PlaceOf(pair.path, flags_));
    if (!loaded.ok()) return loaded.status();
    const FileSettings& settings = **loaded;
    const InputFile read = {.path = pair.path, .settings = &settings};
    absl::c_move(FilesReadFor({&read, 1}), std::back_inserter(inputs_));
    if (!pair.old_path.empty()) inputs_.push_back(pair.old_path);
    const std::string old_text = pair.before.value_or(std::string(kNoConfig));
    const std::string new_text = pair.after.value_or(std::string(kNoConfig));
    const Document before = ParseInput(old_text, flags_.kind);
    const Document after = ParseInput(new_text, flags_.kind);
    if (before.kind != DocumentKind::kConfig || after.kind != DocumentKind::kConfig) {
      return absl::InvalidArgumentError(
          absl::StrCat(QuotePath(pair.path),
                       " is a list of choices for DNS; compare the `serviceConfig` of one of them, "
                       "or pass --kind config if it is not one"));
    }
    const CheckPlan plan(settings.targets, settings.rules, settings.services.api.get());
    ComparedFile file = CompareConfigs(before, after, plan, request_);
    file.path = PlaceOf(pair.path, flags_);
    if (pair.after) file.new_findings = FindingsBrought(before, after, plan);
    file.is_new = !pair.before;
    file.is_deleted = !pair.after;
    if (settings.project != nullptr) Acknowledge(*settings.project, file);
    if (pair.line > 0) absl::StrAppend(&file.path, ":", pair.line);
    files_.push_back(std::move(file));
    for (const std::string& spelling : settings.spellings) {
      if (!absl::c_linear_search(targets_, spelling)) targets_.push_back(spelling);
    }
    return absl::OkStatus();
  }

  // Adds the reasons of those changes that the project file acknowledges.
  static void Acknowledge(const Project& project, ComparedFile& file) {
    const std::string path = PathFrom(project.directory, AbsolutePath(file.path));
    for (ComparedMethod& method : file.methods) {
      const bool is_service = method.name != "*" && !absl::StrContains(method.name, '/');
      const std::string name = absl::StrCat(method.name, is_service ? "/*" : "");
      for (Change& change : method.changes) {
        change.reason = project.acknowledgements.ReasonFor({path, name, change.what});
      }
    }
  }

  const DiffFlags& flags_;
  const SimulationRequest request_;
  Projects projects_;
  SettingsTable table_;
  std::vector<ComparedFile> files_;
  std::vector<std::string> inputs_;
  std::vector<std::string> targets_;
};

absl::StatusOr<int> RunDiff(const DiffFlags& flags) {
  const auto formats = ParseFormats(flags.formats, NamesOf(kDiffFormats));
  if (!formats.ok()) return formats.status();
  const absl::StatusOr<Limits> limits = LimitsOf(flags);
  if (!limits.ok()) return limits.status();
  absl::StatusOr<SimulationRequest> request = ParseScenario(flags.scenario);
  if (!request.ok()) return request.status();
  request->fleet.jobs = UsableCores();
  DiffRun run(flags, *std::move(request));
  const absl::Status compared = run.Compare();
  if (!compared.ok()) return compared;
  std::vector<std::string> inputs = flags.paths;
  absl::c_copy(run.inputs(), std::back_inserter(inputs));
  const absl::Status outputs = CheckOutputs(*formats, inputs);
  if (!outputs.ok()) return outputs;
  const std::vector<std::string> exceeded = Exceeded(*limits, run.files());
  const absl::Status written =
      WriteReports(*formats, "comparison", [&](const ReportFormat& format, std::string& out) {
        const bool is_colored = format.file.empty() && WantsColor(flags.color);
        FindFormat(kDiffFormats, format.name)(
            {run.files(), run.targets(), exceeded, is_colored ? Color::kYes : Color::kNo}, out);
      });
  if (!written.ok()) return written;
  return exceeded.empty() ? kClean : kFindings;
}

void AddLimitFlags(Command& command, DiffFlags& flags) {
  command.BeginGroup("Gates");
  command
      .AddFlag("--max-amplification", flags.max_amplification,
               "Fail if a changed method makes more than X attempts per call during an outage")
      .ValueName("X");
  command
      .AddFlag(
          "--max-peak", flags.max_peak,
          "Fail if clients that fail simultaneously make more than X retries per second and client")
      .ValueName("X");
  command
      .AddFlag("--fit-deadline", flags.fit_deadline,
               "Fail if fewer than NN% of the last attempts of a changed method are answered "
               "before the deadline")
      .ValueName("pNN");
  command
      .AddFlag("--fail-on", flags.fail_on_risk,
               "Fail on changes of at least this risk: low, medium or high")
      .ValueName("RISK")
      .OneOf("a risk", {"low", "medium", "high"});
  command.AddFlag("--no-new-findings", flags.no_new_findings, "Fail on new errors and warnings");
}

}  // namespace

Subcommand AddDiffCommand(Command& app) {
  const auto flags = std::make_shared<DiffFlags>();
  Command diff = app.AddCommand("diff", "Compare two versions of a config: what changes for calls");
  AddInputFlags(diff, "OLD and NEW, two files or two directories; - is stdin", *flags);
  diff.AddFlag("--against", flags->against, "Compare each PATH with its version in a commit")
      .ValueName("[git:]REF")
      .Rewrite(CommitName());
  AddLimitFlags(diff, *flags);
  AddCallFlags(diff, flags->scenario);
  AddOutageFlag(diff, flags->scenario.outage);
  AddLoadFlags(diff, flags->scenario);
  AddProjectFlags(diff, flags->project);
  AddStdinFilenameFlag(diff, flags->stdin_filename);
  AddFormatsFlag(diff, flags->formats, NamesOf(kDiffFormats));
  AddColorFlag(diff, flags->color);
  AddExamples(diff, {{"grpcfg diff old.json orders.json",
                      "grpcfg diff --against git:main configs --max-amplification 3"}});
  return {diff, [=] { return RunDiff(*flags); }, &flags->paths};
}

}  // namespace grpcfg
