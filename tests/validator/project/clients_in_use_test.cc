#include "validator/project/clients_in_use.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "validator/engine/target.h"

namespace grpcfg {
namespace {

std::string Found(absl::string_view path, absl::string_view text) {
  return absl::StrJoin(ClientsIn(path, text), "; ",
                       [](std::string* out, const ClientInUse& client) {
                         absl::StrAppend(out, client.target, " (", client.words, ")",
                                         client.remark.empty() ? "" : " ", client.remark);
                       });
}

struct BuildFileRow {
  absl::string_view reason;
  absl::string_view path;
  absl::string_view text;
  absl::string_view expected;
};

constexpr BuildFileRow kBuildFiles[] = {
    {"Go builds the release of go.mod", "a/go.mod",
     "module a\nrequire (\n\tgoogle.golang.org/grpc v1.64.0\n)\n",
     "go@1.64 (google.golang.org/grpc v1.64)"},
    {"one that is older than any known", "go.mod", "require google.golang.org/grpc v1.2.0\n",
     "go@1.2 (google.golang.org/grpc v1.2) `go@1.2` is older than any release that is known: read "
     "as `go@OLDEST`"},
    {"one that is newer than any known", "go.mod", "require google.golang.org/grpc v1.999.0\n",
     "go@1.999 (google.golang.org/grpc v1.999) `go@1.999` is newer than any release that is known: "
     "read as `go@NEWEST`"},
    {"what others import", "go.mod", "require google.golang.org/grpc v1.64.0 // indirect\n", ""},
    {"what others import, before another one", "go.mod",
     "\tgoogle.golang.org/grpc v1.64.0 // indirect; of x\n\tgoogle.golang.org/grpc v1.65.0\n",
     "go@1.65 (google.golang.org/grpc v1.65)"},
    {"another module that begins so", "go.mod", "require google.golang.org/grpc/cmd v1.64.0\n", ""},
    {"npm takes newer ones than a caret says", "package.json",
     R"({"dependencies": {"@grpc/grpc-js": "^1.9.0"}})", R"(node ("@grpc/grpc-js"))"},
    {"an exact release", "package.json", R"({"dependencies": {"@grpc/grpc-js": "1.9.14"}})",
     R"(node@1.9 ("@grpc/grpc-js": "1.9))"},
    {"a property of Maven", "pom.xml", "<grpc.version>1.58.0</grpc.version>",
     "java@1.58 (<grpc.version>1.58)"},
    {"a dependency without a release", "x/pom.xml", "<groupId>io.grpc</groupId>",
     "java (<groupId>io.grpc</groupId>)"},
    {"Gradle", "build.gradle.kts", R"(implementation("io.grpc:grpc-netty:1.60.1"))",
     "java@1.60 (io.grpc:grpc-netty:1.60)"},
    {"NuGet", "Shop/Shop.csproj",
     R"(<PackageReference Include="Grpc.Net.Client" Version="2.81.0"/>)",
     R"(dotnet@2.81 (Grpc.Net.Client" Version="2.81))"},
    {"Python wraps C-core", "dev-requirements.txt", "flask\ngrpcio==1.62.1\n",
     "core@1.62 (grpcio==1.62)"},
    {"a lower bound is no release", "requirements.txt", "grpcio>=1.62\n", "core (grpcio)"},
    {"tools are no library", "requirements.txt", "grpcio-tools==1.62.1\n", "core (grpcio)"},
    {"CMake", "CMakeLists.txt", "find_package( gRPC CONFIG REQUIRED)", "core (find_package( gRPC)"},
    {"two lines become one", "MODULE.bazel", "bazel_dep(name = \"grpc\",\n version = \"1.63.0\")",
     R"(core@1.63 (name = "grpc", version = "1.63))"},
    {"a file of no build tool", "go.sum", "google.golang.org/grpc v1.64.0 h1:x", ""},
    {"nothing of gRPC", "go.mod", "module a\n", ""},
};

TEST(ClientsInUseTest, BuildFilesNameLibraries) {
  const Profile& go = ParseTargets("go")->front().profile->profile();
  for (const BuildFileRow& row : kBuildFiles) {
    const std::string expected = absl::StrReplaceAll(
        row.expected, {{"OLDEST", ReleaseName(go.oldest)}, {"NEWEST", ReleaseName(go.newest)}});
    EXPECT_EQ(Found(row.path, row.text), expected) << row.reason;
  }
}

TEST(ClientsInUseTest, EachGlobIsNamedOnce) {
  const std::vector<std::string> globs = BuildFileGlobs();
  for (const std::string& glob : globs) {
    EXPECT_EQ(std::count(globs.begin(), globs.end(), glob), 1) << glob;
  }
}

}  // namespace
}  // namespace grpcfg
