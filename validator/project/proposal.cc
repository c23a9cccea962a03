#include "validator/project/proposal.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "schema/json/escape.h"
#include "tools/workspace/upward_search.h"
#include "validator/engine/counted.h"
#include "validator/project/include_globs.h"

namespace grpcfg {
namespace {

// Of files that say the same, or are alike, so many are named.
constexpr size_t kMostNamed = 3;

// Of configs for generators most leave nothing out that a client needs: where all have the names of
// such, this many others of each that does are for generators too.
constexpr size_t kOthersForOne = 9;

// A member of the file, with its reason.
struct ProposedLine {
  std::vector<std::string> reason;  // lines of a comment
  absl::string_view key = {};       // empty: a reason why there is none
  std::string value = {};           // as JSON
};

// On one line, or of many texts one on each.
std::string JsonList(absl::Span<const std::string> texts) {
  const bool is_long = texts.size() > kMostIncludeGlobs + 2;  // with the usual ones
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1) list += is_long ? "," : ", ";
    if (is_long) list += "\n    ";
    AppendJsonString(text, list);
  }
  return list + (is_long ? "\n  ]" : "]");
}

// An element of `overrides` for files and folders.
std::string OverrideOf(absl::Span<const std::string> paths) {
  std::vector<std::string> globs;
  globs.reserve(paths.size());
  for (const std::string& path : paths) globs.push_back(GlobOf(path));
  return absl::StrCat(R"({"path": )", JsonList(globs), R"(, "targets": ["gapic"]})");
}

// Adds a line for each of the first files, and one for the others.
void AddNames(absl::Span<const std::string> files, std::vector<std::string>& reason) {
  const size_t named = std::min(files.size(), kMostNamed);
  for (const std::string& file : files.first(named)) {
    reason.push_back(absl::StrCat("  ", Visible(file)));
  }
  const size_t others = files.size() - named;
  if (others > 0) reason.push_back(absl::StrCat("  and ", Counted(others, "other")));
}

// Two of three.
bool AreMost(const FolderFacts& facts) { return facts.configs * 2 <= facts.for_generators * 3; }

ProposedLine TargetsOfGenerators(const RepositoryFacts& facts) {
  ProposedLine line = {
      {"Configs for client generators, which fill in what they leave out, as `maxAttempts`:",
       absl::StrCat(facts.generator_configs.size(), " of ", facts.configs,
                    " are refused by clients, and taken by generators.")},
      "targets",
      R"(["gapic"])"};
  if (!AreMost({facts.configs, facts.generator_configs.size()})) {
    line.reason.emplace_back("All are named as googleapis names those of its generators.");
  }
  AddNames(facts.generator_configs, line.reason);
  return line;
}

// The targets that build files name, each once, with up to kMostNamed lines that say where.
ProposedLine TargetsOfClients(const RepositoryFacts& facts) {
  ProposedLine line = {{"The clients that build files name. `spec` stands for those of others."},
                       "targets"};
  std::vector<std::string> targets = {"spec"};
  std::vector<size_t> named = {0};
  for (const ClientInUse& client : facts.clients) {
    const auto known = absl::c_find(targets, client.target);
    const auto index = static_cast<size_t>(known - targets.begin());
    if (known == targets.end()) {
      targets.push_back(client.target);
      named.push_back(0);
    }
    if (named[index]++ >= kMostNamed) continue;
    line.reason.push_back(absl::StrFormat("  %-8s %s: %s", client.target, Visible(client.file),
                                          Visible(client.told)));
    if (!client.remark.empty()) {
      line.reason.push_back(absl::StrFormat("  %-8s %s", "", client.remark));
    }
  }
  line.value = JsonList(targets);
  return line;
}

ProposedLine TargetsLine(const RepositoryFacts& facts) {
  if (AreForGenerators(facts)) return TargetsOfGenerators(facts);
  if (!facts.clients.empty()) return TargetsOfClients(facts);
  return {{"No build file names a gRPC client, so configs are checked for spec, core, go, java and",
           "node, each in its newest release. `targets` has other ones: `grpcfg targets`."}};
}

std::string CommonFolder(absl::Span<const std::string> paths) {
  absl::string_view common = DirectoryPart(paths.front());
  for (const std::string& path : paths) {
    while (!absl::StartsWith(path, common)) {
      common.remove_suffix(1);
      common = DirectoryPart(common);
    }
  }
  return std::string(common);
}

// True if what is in a folder tells that it is for generators. One config alone may be a mistake,
// unless it has the name of such.
bool AreForGenerators(const FolderFacts& facts) {
  const bool is_clear = facts.for_generators > 1 || facts.named_for_generators > 0;
  return facts.for_generators > 0 && is_clear && AreMost(facts);
}

bool HasClient(const RepositoryFacts& facts, absl::string_view folder) {
  return absl::c_any_of(facts.clients, [&](const ClientInUse& client) {
    return absl::StartsWith(client.file, folder);
  });
}

// True if all that is in `folder`, or in folders in it, is for generators.
bool AreAll(const RepositoryFacts& facts, absl::string_view folder) {
  return !folder.empty() && !HasClient(facts, folder) &&
         absl::c_all_of(facts.folders, [&](const auto& each) {
           return !absl::StartsWith(each.first, folder) ||
                  each.second.configs == each.second.for_generators;
         });
}

bool Covers(absl::string_view path, absl::string_view config) {
  return path == config || (absl::EndsWith(path, "/") && absl::StartsWith(config, path));
}

ProposedLine OverridesLine(absl::Span<const std::string> configs,
                           absl::Span<const std::string> paths) {
  ProposedLine line = {{"These configs are for client generators, which fill in what is left out:"},
                       "overrides"};
  AddNames(configs, line.reason);
  line.value = absl::StrCat("[", OverrideOf(paths), "]");
  return line;
}

// What is a config by its content, but not by its name.
ProposedLine IncludeLine(const RepositoryFacts& facts) {
  const size_t count = facts.unusual_configs.size();
  ProposedLine line = {
      {absl::StrCat(Counted(count, "file"), count == 1 ? " is a config" : " are configs",
                    " by content, but not by name:")},
      "include"};
  AddNames(facts.unusual_configs, line.reason);
  if (facts.unusual_globs.empty()) {
    line.key = {};
    line.reason.emplace_back("If these are to be checked, with the usual names before them:");
    line.reason.push_back(absl::StrCat(
        R"(  "include": [)",
        absl::StripSuffix(absl::StripPrefix(JsonList(facts.usual_globs), "["), "]"), ", ...]"));
    return line;
  }
  line.reason.emplace_back("The first globs are the usual ones, in whose place this stands.");
  std::vector<std::string> globs = facts.usual_globs;
  globs.insert(globs.end(), facts.unusual_globs.begin(), facts.unusual_globs.end());
  line.value = JsonList(globs);
  return line;
}

// What no line of the file can be about.
ProposedLine NamelessLine(const RepositoryFacts& facts) {
  const size_t count = facts.nameless_configs.size();
  ProposedLine line = {
      {absl::StrCat(Counted(count, "file"), count == 1 ? " is a config" : " are configs",
                    " by content, but no glob finds a name that is not UTF-8; rename ",
                    count == 1 ? "it:" : "them:")}};
  AddNames(facts.nameless_configs, line.reason);
  return line;
}

// Some configs that may be for client generators, or lack what clients need: who knows is asked.
ProposedLine GeneratorsLine(absl::Span<const std::string> configs) {
  ProposedLine line = {{absl::StrCat(Counted(configs.size(), "config"),
                                     " that clients refuse, and client generators take:")}};
  AddNames(configs, line.reason);
  line.reason.emplace_back("If these are for generators only:");
  const std::string override =
      configs.size() > kMostNamed ? R"({"path": ..., "targets": ["gapic"]})" : OverrideOf(configs);
  line.reason.push_back(absl::StrCat(R"(  "overrides": [)", override, "]"));
  return line;
}

// What is said of configs that clients refuse and generators take.
void AddGenerators(const RepositoryFacts& facts, std::vector<ProposedLine>& lines) {
  const std::vector<std::string> paths = PathsForGenerators(facts);
  std::vector<std::string> told;
  std::vector<std::string> unknown;
  for (const std::string& config : facts.generator_configs) {
    const bool is_told =
        absl::c_any_of(paths, [&](const std::string& path) { return Covers(path, config); });
    (is_told ? told : unknown).push_back(config);
  }
  if (!unknown.empty()) lines.push_back(GeneratorsLine(unknown));
  if (!paths.empty()) lines.push_back(OverridesLine(told, paths));
}

ProposedLine ProtosLine(const RepositoryFacts& facts) {
  const std::string roots = JsonList(facts.proto_roots);
  if (facts.proto_fault.empty()) {
    return {{absl::StrCat("Names of services are looked up in ",
                          Counted(facts.protos, ".proto file"), ".")},
            "protoPath",
            roots};
  }
  return {{absl::StrCat("Names of services are not looked up: ", Visible(facts.proto_fault)),
           absl::StrCat("Once that is mended: \"protoPath\": ", roots)}};
}

std::vector<ProposedLine> LinesOf(const RepositoryFacts& facts) {
  std::vector<ProposedLine> lines = {TargetsLine(facts)};
  if (!facts.unusual_configs.empty()) lines.push_back(IncludeLine(facts));
  if (!facts.nameless_configs.empty()) lines.push_back(NamelessLine(facts));
  if (!AreForGenerators(facts)) AddGenerators(facts, lines);
  if (!facts.proto_roots.empty()) lines.push_back(ProtosLine(facts));
  if (!facts.baseline.empty()) {
    ProposedLine line = {{"What was found on the first day is not reported again; what is new is."},
                         "baseline"};
    AppendJsonString(facts.baseline, line.value);
    lines.push_back(std::move(line));
  }
  lines.push_back({{"Errors fail the run: what a client refuses, and policies that are lost."},
                   "failOn",
                   R"("error")"});
  return lines;
}

}  // namespace

bool AreForGenerators(const RepositoryFacts& facts) {
  const size_t ours = facts.generator_configs.size();
  if (!facts.clients.empty() || ours == 0) return false;
  if (AreMost({facts.configs, ours})) return true;
  return facts.named_for_generators == facts.configs && facts.configs <= ours * (kOthersForOne + 1);
}

std::vector<std::string> PathsForGenerators(const RepositoryFacts& facts) {
  std::vector<std::string> paths;
  for (const auto& [folder, each] : facts.folders) {
    if (!AreForGenerators(each) || HasClient(facts, folder)) continue;
    const bool is_covered = !paths.empty() && Covers(paths.back(), folder);
    if (is_covered) continue;
    if (AreAll(facts, folder) && CanBeNamed(folder)) {
      paths.push_back(folder);
      continue;
    }
    absl::c_copy_if(facts.generator_configs, std::back_inserter(paths),
                    [&, &folder = folder](const std::string& path) {
                      return DirectoryPart(path) == folder && CanBeNamed(path);
                    });
  }
  if (paths.size() <= kMostNamed) return paths;
  std::string common = CommonFolder(paths);
  if (AreAll(facts, common)) return {std::move(common)};
  return paths.size() <= kMostIncludeGlobs ? paths : std::vector<std::string>();
}

std::string ProposeProject(const RepositoryFacts& facts) {
  std::string text = "{\n";
  const std::vector<ProposedLine> lines = LinesOf(facts);
  for (const ProposedLine& line : lines) {
    if (&line != lines.data()) text += "\n";
    for (const std::string& reason : line.reason) absl::StrAppend(&text, "  // ", reason, "\n");
    const bool is_last = &line == &lines.back();
    if (!line.key.empty()) {
      absl::StrAppend(&text, "  \"", line.key, "\": ", line.value, is_last ? "\n" : ",\n");
    }
  }
  return text + "}\n";
}

}  // namespace grpcfg
