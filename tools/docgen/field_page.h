// A field as `grpcfg explain FIELD` shows it: what it is, and the rules that are about it; and the
// page of all fields.
#ifndef GRPCFG_TOOLS_DOCGEN_FIELD_PAGE_H_
#define GRPCFG_TOOLS_DOCGEN_FIELD_PAGE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/fields/field_table.h"
#include "tools/docgen/rule_page.h"
#include "validator/engine/rule.h"

namespace grpcfg {

struct FieldPage {
  std::string path;  // `methodConfig[].retryPolicy.maxAttempts`
  const Field* field;
  std::vector<RuleEntry> rules;  // that claim it, or find something on it in their bad example
};

// The fields whose path ends in `name`, which is one or more names with dots between them:
// `maxAttempts`, `retryPolicy.maxAttempts`. None if there is no such field.
std::vector<FieldPage> FindFieldPages(const RuleSet& rules, absl::string_view name);

// The names of all fields, each once.
std::vector<absl::string_view> FieldNames();

std::string FieldsAsText(absl::Span<const FieldPage> pages);
std::string FieldsAsMarkdown(absl::Span<const FieldPage> pages);

// What `grpcfg explain` shows, in the forms of its `--format`.
struct Explanation {
  std::vector<RuleEntry> rules;
  std::vector<FieldPage> fields;
};

std::string ExplanationAsText(const Explanation& explanation);
std::string ExplanationAsMarkdown(const Explanation& explanation);
std::string ExplanationAsJson(const Explanation& explanation);

// ---- The field table as a page for people who are new to service configs.

// The text of docs/fields.md, in GitHub's markdown.
std::string FieldGuide();

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_FIELD_PAGE_H_
