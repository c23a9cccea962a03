// The formats of `grpcfg check`, the default first, and what each of them needs of a run.
#ifndef GRPCFG_TOOLS_CLI_CHECK_FORMATS_H_
#define GRPCFG_TOOLS_CLI_CHECK_FORMATS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/document.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/sinks.h"
#include "validator/report/reporter.h"

namespace grpcfg {

inline constexpr Format<MakeReporter> kCheckFormats[] = {
    {"text", MakeTextReporter},
    {"concise", MakeConciseReporter},
    {"json", MakeJsonReporter},
    {"jsonl", MakeJsonLinesReporter},
    {"sarif", MakeSarifReporter},
    {"github", MakeGithubReporter},
    {"gitlab", MakeGitlabReporter},
    {"junit", MakeJunitReporter},
    {"checkstyle", MakeCheckstyleReporter},
    {"markdown", MakeMarkdownReporter},
};

// In all of these `formats` are as the user gave them; without any it is text.

// True if all of them are for people, who read a page and no data: text and concise.
bool AreForPeople(absl::Span<const std::string> formats);

// True if one of them identifies findings by fingerprints.
bool NeedsFingerprints(absl::Span<const std::string> formats);

// What those for other programs say of the program and its rules, and, where one of `formats` is
// for them, of the current directory.
void AddProgramTo(absl::Span<const std::string> formats, ReporterOptions& options);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_CHECK_FORMATS_H_
