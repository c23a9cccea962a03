#include "tools/cli/api_flags.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/protobuf/descriptor_set.h"
#include "schema/protobuf/proto_files.h"
#include "tools/cli/command.h"
#include "tools/cli/output.h"
#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

namespace fs = std::filesystem;

bool IsFile(const fs::path& path) {
  std::error_code absent;  // or unreadable: the folder that is looked in next may have it
  return fs::exists(path, absent) && !fs::is_directory(path, absent);
}

// False for what has no size yet, such as a pipe.
bool IsTooLarge(const fs::path& path) {
  std::error_code failed;
  const auto size = fs::file_size(path, failed);
  return !failed && size > kMaxDescriptorSetBytes;
}

// The name of `file` below `folder`; empty if it is not below it.
std::string NameBelow(const fs::path& folder, const fs::path& file) {
  std::error_code failed;
  const fs::path name = fs::absolute(file, failed)
                            .lexically_normal()
                            .lexically_relative(fs::absolute(folder, failed).lexically_normal());
  const bool is_below = !name.empty() && name != "." && *name.begin() != "..";
  return is_below ? name.string() : "";
}

// The name by which imports call a file of `--proto`: a path on the disk, or already that name.
absl::StatusOr<std::string> ImportName(const std::string& file,
                                       absl::Span<const std::string> folders) {
  for (const std::string& folder : folders) {
    const std::string name = NameBelow(folder, file);
    if (!name.empty() && IsFile(file)) return name;
  }
  for (const std::string& folder : folders) {
    if (fs::path(file).is_relative() && IsFile(fs::path(folder) / file)) return file;
  }
  const std::string where =
      absl::StrJoin(folders, ", ",
                    [](std::string* out, const std::string& folder) { *out += QuotePath(folder); });
  if (std::error_code absent; fs::is_directory(file, absent)) {
    return absl::InvalidArgumentError(absl::StrCat(
        QuotePath(file), " is a directory; name the .proto files in it, each with --proto"));
  }
  if (!IsFile(file)) {
    return absl::NotFoundError(absl::StrCat("cannot find ", QuotePath(file), ", nor is it below ",
                                            where, "; check the path, or give --proto-path"));
  }
  return absl::InvalidArgumentError(
      absl::StrCat(QuotePath(file), " is not below ", where,
                   "; give the folder that its imports start from with --proto-path"));
}

// The first of the folders that has the file counts, as for protoc. Adds its path to `files`.
absl::StatusOr<std::string> ReadImport(const std::string& name,
                                       absl::Span<const std::string> folders,
                                       std::vector<std::string>& files) {
  for (const std::string& folder : folders) {
    const fs::path path = fs::path(folder) / name;
    if (!IsFile(path)) continue;
    files.push_back(path);
    return ReadFile(path);
  }
  return absl::NotFoundError(name);
}

// The files of `--proto` as a set. Adds the paths of all that it is made of to `files`.
absl::StatusOr<DescriptorSet> CompileProtos(const ApiFlags& flags,
                                            std::vector<std::string>& files) {
  std::vector<std::string> folders = flags.proto_paths;
  if (folders.empty()) folders.emplace_back(".");
  std::vector<std::string> names;
  for (const std::string& file : flags.protos) {
    absl::StatusOr<std::string> name = ImportName(file, folders);
    if (!name.ok()) return name.status();
    names.push_back(*std::move(name));
  }
  absl::StatusOr<std::string> bytes = CompileProtoFiles(
      names, [&](const std::string& name) { return ReadImport(name, folders, files); });
  if (!bytes.ok()) return bytes.status();
  return DescriptorSet{"--proto", *std::move(bytes)};
}

// All that the flags name as one.
absl::StatusOr<LoadedApi> ReadApi(const ApiFlags& flags) {
  if (flags.protos.empty() && !flags.proto_paths.empty()) {
    return absl::InvalidArgumentError(
        "--proto-path alone names no file; say with --proto which .proto files are meant");
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
    absl::StatusOr<DescriptorSet> compiled = CompileProtos(flags, loaded.files);
    if (!compiled.ok()) return compiled.status();
    sets.push_back(*std::move(compiled));
  }
  if (sets.empty()) return loaded;
  absl::StatusOr<Api> api = ReadDescriptorSets(sets);
  if (!api.ok()) return api.status();
  loaded.api = std::make_shared<const Api>(*std::move(api));
  return loaded;
}

}  // namespace

void AddApiFlags(Command& command, ApiFlags& flags) {
  const auto add = [&](const char* name, std::vector<std::string>& values, const char* type,
                       const char* help) {
    return command.AddFlag(name, values, help).ValueName(type);
  };
  add("--descriptor-set", flags.descriptor_sets, "FILE",
      "Look names up in these services, of `protoc --descriptor_set_out`");
  add("--proto", flags.protos, "FILE.proto", "Look names up in the services of this .proto file");
  add("--proto-path", flags.proto_paths, "DIR", "Where the imports of --proto start from")
      .Default("the current directory");
}

absl::StatusOr<LoadedApi> LoadApi(const ApiFlags& flags) {
  absl::StatusOr<LoadedApi> loaded = ReadApi(flags);
  if (!loaded.ok()) return InLines(loaded.status());
  return loaded;
}

}  // namespace grpcfg
