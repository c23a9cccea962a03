#include "project/proposal.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "project/include_globs.h"
#include "schema/json/escape.h"
#include "validator/counted.h"
#include "workspace/upward_search.h"

namespace grpcfg {
namespace {

// Of files that say the same, or are alike, so many are named.
constexpr size_t kMostNamed = 3;

// Whoever has one config for a generator among this many others has configs for generators: most of
// those leave nothing out that a client needs.
constexpr size_t kOthersForOne = 9;

// A member of the file, with its reason.
struct ProposedLine {
  std::vector<std::string> reason;  // lines of a comment
  absl::string_view key = {};       // empty: a reason why there is none
  std::string value = {};           // as JSON
};

std::string JsonList(absl::Span<const std::string> texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1) list += ", ";
    AppendJsonString(text, list);
  }
  return list + "]";
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

ProposedLine TargetsOfGenerators(const RepositoryFacts& facts) {
  ProposedLine line = {
      {"Configs for client generators, which fill in what they leave out, as `maxAttempts`:",
       absl::StrCat(facts.generator_configs.size(), " of ", facts.configs,
                    " are refused by clients, and taken by generators.")},
      "targets",
      R"(["gapic"])"};
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

// True if what is in `folder` is so often for generators that all of it is, and no client of the
// repository is there.
bool IsForGenerators(const RepositoryFacts& facts, absl::string_view folder) {
  FolderFacts all;
  for (const auto& [name, each] : facts.folders) {
    if (!absl::StartsWith(name, folder)) continue;
    all.configs += each.configs;
    all.for_generators += each.for_generators;
  }
  const bool has_client = absl::c_any_of(facts.clients, [&](const ClientInUse& client) {
    return absl::StartsWith(client.file, folder);
  });
  return !folder.empty() && !has_client && all.configs <= all.for_generators * (kOthersForOne + 1);
}

ProposedLine OverridesLine(const RepositoryFacts& facts, absl::Span<const std::string> folders) {
  ProposedLine line = {
      {"In these folders configs are for client generators, which fill in what is left out:"},
      "overrides"};
  AddNames(facts.generator_configs, line.reason);
  std::vector<std::string> globs;
  globs.reserve(folders.size());
  for (const std::string& folder : folders) globs.push_back(GlobOf(folder));
  line.value = absl::StrCat(R"([{"path": )", JsonList(globs), R"(, "targets": ["gapic"]}])");
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

// Some configs that may be for client generators, or lack what clients need: who knows is asked.
ProposedLine GeneratorsLine(const RepositoryFacts& facts) {
  ProposedLine line = {{absl::StrCat(Counted(facts.generator_configs.size(), "config"),
                                     " that clients refuse, and client generators take:")}};
  AddNames(facts.generator_configs, line.reason);
  line.reason.emplace_back("If they are for generators only:");
  line.reason.emplace_back(R"(  "overrides": [{"path": ..., "targets": ["gapic"]}])");
  return line;
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
  if (!AreForGenerators(facts) && !facts.generator_configs.empty()) {
    const std::vector<std::string> folders = FoldersForGenerators(facts);
    lines.push_back(folders.empty() ? GeneratorsLine(facts) : OverridesLine(facts, folders));
  }
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
  if (!facts.clients.empty()) return false;
  const size_t ours = facts.generator_configs.size();
  return ours > 0 && facts.configs <= ours * (kOthersForOne + 1);
}

std::vector<std::string> FoldersForGenerators(const RepositoryFacts& facts) {
  std::vector<std::string> folders;
  for (const auto& [folder, each] : facts.folders) {
    if (each.for_generators > 0) folders.push_back(folder);
  }
  if (folders.size() > kMostNamed) folders = {CommonFolder(folders)};
  const bool are_apart = absl::c_all_of(
      folders, [&](const std::string& folder) { return IsForGenerators(facts, folder); });
  return are_apart ? folders : std::vector<std::string>();
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
