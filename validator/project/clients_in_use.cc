#include "validator/project/clients_in_use.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "tools/workspace/upward_search.h"
#include "validator/engine/target.h"

namespace grpcfg {
namespace {

// A file of a build tool that names a gRPC library. The expression's group, if it takes part, is
// the release that is built, and not only the oldest that will do.
struct BuildFile {
  absl::string_view name;  // of the file; a `*` in front stands for its beginning
  absl::string_view target;
  absl::string_view library;  // an expression; what it matches is what the file says
  // After it on its line: it does not count. Empty: there is no such thing.
  absl::string_view unless = {};
};

// Go takes the lowest release that a go.mod allows, so that `v1.64.0` is what is built. Of npm, a
// release without `^` or `~` is. What is `// indirect` in a go.mod no package of that module
// imports (go.dev/ref/mod): configs here are for code that others wrote, or for none. Python, Ruby
// and PHP wrap C-core, whose releases theirs follow.
constexpr BuildFile kBuildFiles[] = {
    {"go.mod", "go", R"(google\.golang\.org/grpc v(\d+\.\d+))", "// indirect"},
    {"pom.xml", "java", R"(<grpc[.-]?version>(\d+\.\d+))"},
    {"pom.xml", "java", R"(<groupId>io\.grpc</groupId>)"},
    {"build.gradle", "java", R"(io\.grpc:grpc-[a-z0-9-]+(?::(\d+\.\d+))?)"},
    {"build.gradle.kts", "java", R"(io\.grpc:grpc-[a-z0-9-]+(?::(\d+\.\d+))?)"},
    {"libs.versions.toml", "java", R"(io\.grpc:grpc-[a-z0-9-]+)"},
    {"package.json", "node", R"("@grpc/grpc-js"(?:\s*:\s*"(\d+\.\d+))?)"},
    {"*.csproj", "dotnet", R"(Grpc\.Net\.Client"(?:\s+Version="(\d+\.\d+))?)"},
    {"*.csproj", "dotnet", R"(Grpc\.AspNetCore")"},
    {"Directory.Packages.props", "dotnet", R"(Grpc\.Net\.Client"(?:\s+Version="(\d+\.\d+))?)"},
    {"*requirements.txt", "core", R"((?m)^grpcio(?:\s*==\s*(\d+\.\d+))?)"},
    {"pyproject.toml", "core", R"(["']?\bgrpcio\b)"},
    {"setup.py", "core", R"(["']grpcio\b)"},
    {"setup.cfg", "core", R"((?m)^\s*grpcio\b)"},
    {"Pipfile", "core", R"((?m)^grpcio\b)"},
    {"Gemfile", "core", R"(gem ["']grpc["'](?:,\s*["'](\d+\.\d+))?)"},
    {"*.gemspec", "core", R"(dependency\(?\s*["']grpc["'])"},
    {"composer.json", "core", R"("grpc/grpc")"},
    {"CMakeLists.txt", "core", R"((?i)find_package\(\s*grpc\b|\bgRPC::grpc\+\+)"},
    {"MODULE.bazel", "core", R"(name\s*=\s*"grpc"(?:,\s*version\s*=\s*"(\d+\.\d+))?)"},
    {"WORKSPACE", "core", R"(com_github_grpc_grpc)"},
    {"conanfile.txt", "core", R"((?m)^grpc/(\d+\.\d+))"},
    {"conanfile.py", "core", R"(["']grpc/(\d+\.\d+))"},
    {"vcpkg.json", "core", R"("grpc")"},
};

bool IsOf(const BuildFile& row, absl::string_view path) {
  const bool is_ending = absl::StartsWith(row.name, "*");
  return is_ending ? absl::EndsWith(path, row.name.substr(1)) : FileNamePart(path) == row.name;
}

// Sets the target and the remark for `name` at `release`, which may be empty.
void SetTarget(absl::string_view name, absl::string_view release, ClientInUse& client) {
  client.target = std::string(name);
  if (release.empty()) return;
  const std::string exact = absl::StrCat(name, "@", release);
  const absl::StatusOr<std::vector<Target>> targets = ParseTargets(exact);
  if (!targets.ok()) return;
  client.target = exact;
  client.remark = NoteOnRelease(targets->front());
}

// What a file says, as one line of a comment.
std::string OneLine(absl::string_view words) {
  std::string line(words);
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); }, ' ');
  absl::RemoveExtraAsciiWhitespace(&line);
  return line;
}

// Where a file names a library.
struct Mention {
  absl::string_view words;
  absl::string_view release;  // empty: not given
};

// The first that counts.
std::optional<Mention> FindMention(const BuildFile& row, absl::string_view text) {
  const re2::RE2 library(absl::StrCat("(", row.library, ")"));
  const bool has_release = library.NumberOfCapturingGroups() > 1;
  re2::StringPiece rest(text.data(), text.size());
  re2::StringPiece words;
  re2::StringPiece release;
  while (has_release ? re2::RE2::FindAndConsume(&rest, library, &words, &release)
                     : re2::RE2::FindAndConsume(&rest, library, &words)) {
    const absl::string_view after(rest.data(), rest.size());
    const bool counts =
        row.unless.empty() || !absl::StrContains(after.substr(0, after.find('\n')), row.unless);
    if (counts) return Mention{{words.data(), words.size()}, {release.data(), release.size()}};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> BuildFileGlobs() {
  std::vector<std::string> globs;
  for (const BuildFile& row : kBuildFiles) globs.emplace_back(row.name);
  globs.erase(std::unique(globs.begin(), globs.end()), globs.end());
  return globs;
}

std::vector<ClientInUse> ClientsIn(absl::string_view path, absl::string_view text) {
  std::vector<ClientInUse> found;
  for (const BuildFile& row : kBuildFiles) {
    const auto is_known = [&](const ClientInUse& each) {
      return absl::StartsWith(each.target, row.target);
    };
    if (!IsOf(row, path) || std::any_of(found.begin(), found.end(), is_known)) continue;
    const std::optional<Mention> mention = FindMention(row, text);
    if (!mention) continue;
    ClientInUse& client = found.emplace_back();
    client.file = std::string(path);
    client.words = OneLine(mention->words);
    SetTarget(row.target, mention->release, client);
  }
  return found;
}

}  // namespace grpcfg
