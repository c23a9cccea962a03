// Source files as `check` and `fix` take them: which hold configs, and for which client.
#ifndef GRPCFG_TOOLS_CLI_SOURCE_INPUT_H_
#define GRPCFG_TOOLS_CLI_SOURCE_INPUT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "schema/json/octet_lines.h"
#include "source/find_configs.h"

namespace grpcfg {

// Globs of the files that may have a config inside.
std::vector<std::string> GlobsOfSources();

// True if a text is a config by its content, or a source file that has one, also one that is made
// when the program runs, or that cannot be read. What others wrote or a program made is passed
// over: `vendor`, `node_modules`, "DO NOT EDIT", minified scripts.
bool HoldsConfig(absl::string_view path, absl::string_view text);

// The client that programs in the language of the file use; empty: any.
absl::string_view ClientOfSource(absl::string_view path);

// True for a program, which cannot be a config itself. YAML and Terraform may be meant as one, or
// as DNS records: checked as JSON, they are reported as what they are.
bool IsProgram(absl::string_view path, absl::string_view text, absl::string_view kind);

// Says that a program has no config inside.
absl::Status NoConfigIn(absl::string_view path);

// Says why `text` could not be read: SourceConfigs::error.
absl::Status NotReadable(absl::string_view path, absl::string_view text,
                         const SourceConfigs& inside);

// The configs inside a file; none of one that is not in a language that is read, or where `kind`
// says that the file is a config itself.
SourceConfigs ConfigsInside(absl::string_view path, absl::string_view text, absl::string_view kind);

// The file that `client.go:12` means a line of; any other path as it is.
std::string FileOfPath(const std::string& path);

struct ConfigText {
  std::string text;
  std::string file = {};  // the text of the file that it is inside; empty: it is that itself
  OctetMap map = {};      // where its octets stand there
};

// Positions in the file.
OctetLines LinesOf(const ConfigText& config);

// The text of one config: of a file that is one, or of that inside a source file, the only one or
// at a line, `client.go:12`. `place`: what the file is called, if `path` is `-`. Errors: see
// ReadInput; InvalidArgument for a source file with none, with several where no line says which, or
// with one of which parts are not known.
absl::StatusOr<ConfigText> ReadConfig(const std::string& path, const std::string& place,
                                      absl::string_view kind);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_SOURCE_INPUT_H_
