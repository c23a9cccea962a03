// Configs in files that are not programs: the blocks of Markdown, the texts and maps of YAML.
#ifndef GRPCFG_SOURCE_MARKUP_H_
#define GRPCFG_SOURCE_MARKUP_H_

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "source/find_configs.h"
#include "source/languages.h"

namespace grpcfg {

// Finds the configs in a part of a text that is a program.
using FindInProgram = absl::FunctionRef<void(absl::string_view text, Span within,
                                             const Language& language, SourceConfigs& found)>;

// Those in blocks between fences: of JSON as they stand, of a language by `find`.
void FindInMarkdown(absl::string_view text, FindInProgram find, SourceConfigs& found);

// Texts that are JSON, also after a flag as in the `args` of Kubernetes, and maps with a key of a
// config. A template of Helm has none; of another text that is not YAML, and has a line that begins
// with such a key, the error is kept.
void FindInYaml(absl::string_view text, const Language& language, SourceConfigs& found);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_MARKUP_H_
