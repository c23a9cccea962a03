// What `grpcfg dns diff` prints. Promise: what is appended is UTF-8 without controls other than
// line breaks; the same comparison gives the same bytes.
#ifndef GRPCFG_DNS_PUBLISHED_PUBLISHED_PRINTER_H_
#define GRPCFG_DNS_PUBLISHED_PUBLISHED_PRINTER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dns/published/compare_served.h"
#include "validator/report/reporter.h"

namespace grpcfg {

struct PublishedReport {
  const PublishedComparison& comparison;
  absl::string_view file;                 // as messages name it: `stdin`, or a path in backquotes
  absl::Span<const std::string> targets;  // as the user spelled them
  Color color = Color::kNo;
  bool is_exact = false;    // only the same text is as intended
  bool needs_cuts = false;  // only what is identical is
};

// True if the report counts the answer as one that is as intended.
bool IsAsIntended(const PublishedReport& report, const ComparedAnswer& answer);

// For people: servers that serve the same stand together, the gravest first.
void AppendPublishedText(const PublishedReport& report, std::string& out);

// The same for a comment on a pull request.
void AppendPublishedMarkdown(const PublishedReport& report, std::string& out);

// Each server, each choice, each method and target.
void AppendPublishedJson(const PublishedReport& report, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_PUBLISHED_PUBLISHED_PRINTER_H_
