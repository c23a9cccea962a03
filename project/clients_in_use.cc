#include "project/clients_in_use.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "validator/target.h"

namespace grpcfg {
namespace {

// A file of a build tool that names a gRPC library. The expression's group, if it takes part, is
// the release that is built, and not only the oldest that will do.
struct BuildFile {
  absl::string_view name;  // of the file; a `*` in front stands for its beginning
  absl::string_view target;
  absl::string_view library;  // an expression; what it matches is what the file says
};

// Go takes the lowest release that a go.mod allows, so that `v1.64.0` is what is built. Of npm, a
// release without `^` or `~` is. Python, Ruby and PHP wrap C-core, whose releases theirs follow.
constexpr BuildFile kBuildFiles[] = {
    {"go.mod", "go", R"(google\.golang\.org/grpc v(\d+\.\d+))"},
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

absl::string_view NameOf(absl::string_view path) { return path.substr(path.rfind('/') + 1); }

bool IsOf(const BuildFile& row, absl::string_view path) {
  const bool is_ending = absl::StartsWith(row.name, "*");
  return is_ending ? absl::EndsWith(path, row.name.substr(1)) : NameOf(path) == row.name;
}

// `go@1.64` if grpcfg knows that release, else `go`.
std::string TargetOf(absl::string_view name, absl::string_view release) {
  const std::string exact = absl::StrCat(name, "@", release);
  return release.empty() || !ParseTargets(exact).ok() ? std::string(name) : exact;
}

// What a file says, as one line of a comment.
std::string OneLine(absl::string_view told) {
  std::string line(told);
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); }, ' ');
  absl::RemoveExtraAsciiWhitespace(&line);
  return line;
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
    const re2::RE2 library(absl::StrCat("(", row.library, ")"));
    re2::StringPiece told;
    re2::StringPiece release;
    const bool has_release = library.NumberOfCapturingGroups() > 1;
    const re2::StringPiece whole(text.data(), text.size());
    const bool matches = has_release ? re2::RE2::PartialMatch(whole, library, &told, &release)
                                     : re2::RE2::PartialMatch(whole, library, &told);
    if (!matches) continue;
    found.push_back({TargetOf(row.target, {release.data(), release.size()}), std::string(path),
                     OneLine({told.data(), told.size()})});
  }
  return found;
}

}  // namespace grpcfg
