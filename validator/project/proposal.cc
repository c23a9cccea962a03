#include "validator/project/proposal.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "schema/json/escape.h"
#include "schema/json/json_writer.h"
#include "schema/json/utf8.h"
#include "tools/workspace/upward_search.h"
#include "validator/engine/counted.h"
#include "validator/project/path_glob.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kUsualEnding = ".json";

// Each is compared with every other file.
constexpr size_t kMostTried = 64;

enum class Numbers : bool { kAsTheyAre, kAny };

std::string Escaped(absl::string_view text, Numbers numbers = Numbers::kAsTheyAre) {
  std::string escaped;
  for (const char c : text) {
    const bool is_any = numbers == Numbers::kAny && absl::ascii_isdigit(c);
    if (is_any && absl::EndsWith(escaped, "*")) continue;
    if (absl::StrContains("*?[\\", c)) escaped += '\\';
    escaped += is_any ? '*' : c;
  }
  return escaped;
}

// What all names end in, from a `.`, `_` or `-` on.
absl::string_view CommonEnding(absl::Span<const std::string> paths) {
  absl::string_view ending = FileNamePart(paths.front());
  for (const std::string& path : paths) {
    while (!absl::EndsWith(path, ending)) ending.remove_prefix(1);
  }
  return ending.substr(std::min(ending.find_first_of("._-"), ending.size()));
}

// The folder that all are in; empty for the one of the project file.
absl::string_view CommonFolder(absl::Span<const std::string> paths) {
  absl::string_view folder = DirectoryPart(paths.front());
  for (const std::string& path : paths) {
    while (!absl::StartsWith(path, folder)) folder = DirectoryAbove(folder);
  }
  return folder;
}

// The files that no glob may match.
class OtherFiles {
 public:
  explicit OtherFiles(absl::Span<const std::string> paths) : paths_(paths) {}

  // True for a glob that can be written and matches none of them.
  bool AreLeftOutBy(const std::string& glob) {
    if (const auto known = tried_.find(glob); known != tried_.end()) return known->second;
    if (!CanBeNamed(glob) || tried_.size() == kMostTried) return false;
    const PathGlob tried(WithoutPlaces({glob}));
    const bool are_out =
        absl::c_none_of(paths_, [&](const std::string& path) { return tried.Holds(path); });
    tried_.emplace(glob, are_out);
    return are_out;
  }

 private:
  absl::Span<const std::string> paths_;
  absl::btree_map<std::string, bool> tried_;
};

// For all of `paths`; empty if none is their own.
std::string CommonGlob(absl::Span<const std::string> paths, OtherFiles& others) {
  const absl::string_view ending = CommonEnding(paths);
  std::string glob = absl::StrCat("**/*", Escaped(ending));
  if (ending.size() > kUsualEnding.size() && others.AreLeftOutBy(glob)) return glob;
  const absl::string_view folder = CommonFolder(paths);
  glob = absl::StrCat("/", Escaped(folder), "**/*", kUsualEnding);
  return !folder.empty() && others.AreLeftOutBy(glob) ? glob : "";
}

// For `path` and files that are called like it, or for it alone.
std::string GlobOf(absl::string_view path, OtherFiles& others) {
  for (const Numbers numbers : {Numbers::kAny, Numbers::kAsTheyAre}) {
    std::string glob = absl::StrCat("**/", Escaped(FileNamePart(path), numbers));
    if (others.AreLeftOutBy(glob)) return glob;
  }
  return absl::StrCat("/", Escaped(path));
}

}  // namespace

bool CanBeNamed(absl::string_view path) {
  return FindInvalidUtf8(path, 0) == absl::string_view::npos;
}

std::vector<std::string> IncludeGlobs(absl::Span<const std::string> chosen,
                                      absl::Span<const std::string> others) {
  OtherFiles left_out(others);
  if (chosen.size() > 1) {
    std::string common = CommonGlob(chosen, left_out);
    if (!common.empty()) return {std::move(common)};
  }
  absl::btree_map<absl::string_view, std::vector<absl::string_view>> folders;
  for (const std::string& path : chosen) folders[DirectoryPart(path)].push_back(path);
  absl::btree_set<std::string> globs;
  for (const auto& [folder, paths] : folders) {
    std::string all = absl::StrCat("/", Escaped(folder), "*", kUsualEnding);
    if (!folder.empty() && paths.size() > 1 && left_out.AreLeftOutBy(all)) {
      globs.insert(std::move(all));
      continue;
    }
    for (const absl::string_view path : paths) {
      if (CanBeNamed(path)) globs.insert(GlobOf(path, left_out));
    }
  }
  return {globs.begin(), globs.end()};
}

namespace {

// Of configs for generators most leave nothing out that a client needs: where all have the names of
// such, this many others of each that does are for generators too.
constexpr size_t kOthersForOne = 9;

// A member of the file, with its reason.
struct ProposedLine {
  std::vector<std::string> reason;  // lines of a comment
  absl::string_view key = {};       // empty: a reason why there is none
  std::string value = {};           // as JSON
};

std::string JsonList(absl::Span<const std::string> texts) {
  return WrittenJson(JsonLayout::kSpaced, [&](JsonWriter& writer) {
    writer.WriteArray(texts, [&](const std::string& text) { writer.String(text); });
  });
}

// The targets that build files name, each once, with the first file that does.
ProposedLine TargetsOfClients(const RepositoryFacts& facts) {
  ProposedLine line = {{"`spec` stands for the clients of others."}, "targets"};
  std::vector<std::string> targets = {"spec"};
  for (const ClientInUse& client : facts.clients) {
    if (absl::c_linear_search(targets, client.target)) continue;
    targets.push_back(client.target);
    line.reason.push_back(absl::StrCat(client.target, ": ", Visible(client.file), " has ",
                                       Visible(client.words), client.remark.empty() ? "" : "; ",
                                       client.remark));
  }
  line.value = JsonList(targets);
  return line;
}

ProposedLine TargetsLine(const RepositoryFacts& facts) {
  if (AreForGenerators(facts)) {
    return {{absl::StrCat("For client generators, which fill in what is left out: of ",
                          Counted(facts.configs, "config"), " clients refuse ",
                          facts.for_generators.size(), ".")},
            "targets",
            R"(["gapic"])"};
  }
  if (!facts.clients.empty()) return TargetsOfClients(facts);
  return {{"No build file names a gRPC client, so configs are checked for spec, core, go, java and",
           "node, each in its newest release. `targets` has other ones: `grpcfg targets`."}};
}

// What is a config by its content, but not by its name.
ProposedLine IncludeLine(const RepositoryFacts& facts) {
  ProposedLine line = {{absl::StrCat(Counted(facts.unusual, "file"),
                                     facts.unusual == 1 ? " is a config" : " are configs",
                                     " by content, but not by name.")}};
  if (facts.unusual_globs.empty()) {
    line.reason.emplace_back("`include` may name them; then the usual names belong there, too.");
    return line;
  }
  std::vector<std::string> globs = facts.usual_globs;
  globs.insert(globs.end(), facts.unusual_globs.begin(), facts.unusual_globs.end());
  line.key = "include";
  line.value = JsonList(globs);
  return line;
}

bool HasClient(const RepositoryFacts& facts, absl::string_view folder) {
  return absl::c_any_of(facts.clients, [&](const ClientInUse& client) {
    return absl::StartsWith(client.file, folder);
  });
}

// True if their name tells those for generators: what a client in the same folder refuses is a
// fault.
bool AreNamedForGenerators(const RepositoryFacts& facts) {
  return absl::c_all_of(facts.for_generators, [&](const std::string& path) {
    return absl::EndsWith(path, kEndingOfGenerators) && !HasClient(facts, DirectoryPart(path));
  });
}

// Some configs that may be for client generators, or lack what clients need.
ProposedLine GeneratorsLine(const RepositoryFacts& facts) {
  const size_t count = facts.for_generators.size();
  ProposedLine line = {{absl::StrCat(Counted(count, "config"), count == 1 ? " is" : " are",
                                     " refused by clients, and taken by client generators.")}};
  std::string overrides =
      absl::StrCat(R"([{"path": ["**/*)", kEndingOfGenerators, R"("], "targets": ["gapic"]}])");
  if (AreNamedForGenerators(facts)) {
    line.key = "overrides";
    line.value = std::move(overrides);
  } else {
    line.reason.push_back(absl::StrCat("For such: \"overrides\": ", overrides));
  }
  return line;
}

ProposedLine ProtosLine(const RepositoryFacts& facts) {
  const std::string roots = JsonList(facts.proto_roots);
  if (facts.proto_fault.empty()) {
    return {{"Names of services are looked up in the .proto files."}, "protoPath", roots};
  }
  return {{absl::StrCat("Names of services are not looked up: ", Visible(facts.proto_fault)),
           absl::StrCat("Once that is fixed: \"protoPath\": ", roots)}};
}

std::vector<ProposedLine> LinesOf(const RepositoryFacts& facts) {
  std::vector<ProposedLine> lines = {TargetsLine(facts)};
  if (facts.unusual > 0) lines.push_back(IncludeLine(facts));
  if (!AreForGenerators(facts) && !facts.for_generators.empty()) {
    lines.push_back(GeneratorsLine(facts));
  }
  if (!facts.proto_roots.empty()) lines.push_back(ProtosLine(facts));
  if (!facts.baseline.empty()) {
    lines.push_back({{"What was found on the first day is not reported again; what is new is."},
                     "baseline",
                     JsonString(facts.baseline)});
  }
  lines.push_back({{"Errors fail the run: what a client refuses, and policies that are lost."},
                   "failOn",
                   R"("error")"});
  return lines;
}

}  // namespace

bool AreForGenerators(const RepositoryFacts& facts) {
  const size_t ours = facts.for_generators.size();
  if (!facts.clients.empty() || ours == 0) return false;
  if (facts.configs * 2 <= ours * 3) return true;
  return facts.named_for_generators == facts.configs && facts.configs <= ours * (kOthersForOne + 1);
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
