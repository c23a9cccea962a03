// A resolution for people and for programs.
// Promise: what is appended to `out` is UTF-8 without controls other than line breaks.
#ifndef GRPCFG_VALIDATOR_REPORT_RESOLVE_PRINTER_H_
#define GRPCFG_VALIDATOR_REPORT_RESOLVE_PRINTER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/octet_lines.h"
#include "validator/resolve/resolve.h"
#include "validator/resolve/why.h"

namespace grpcfg {

// What was resolved, and for which clients.
struct ResolvedText {
  absl::string_view path;            // of the file
  const OctetLines& lines;           // of the file that it was read from
  std::vector<std::string> targets;  // as the user spelled them
  const Resolution& resolution;
  absl::Span<const Why> whys = {};  // one per method, if they are requested
};

// What `grpcfg resolve --format text` prints: targets that do the same stand together.
void AppendResolvedText(const ResolvedText& resolved, std::string& out);

// What `grpcfg resolve --format json` prints.
void AppendResolvedJson(const ResolvedText& resolved, std::string& out);

// The same values on one line and without `version`, for output of another frame.
std::string ResolvedValuesJson(const ResolvedText& resolved);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_RESOLVE_PRINTER_H_
