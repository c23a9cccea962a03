#include "schema/json/nesting.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace grpcfg {
namespace {

bool BreaksNesting(const JsonTree& tree, const Issue& issue) {
  const absl::string_view source = Slice(tree.text(), issue.span);
  const auto first = static_cast<unsigned char>(source.empty() ? ' ' : source[0]);
  switch (issue.kind) {
    case IssueKind::kJsonMismatchedBracket:
    case IssueKind::kJsonUnclosed:
      return true;
    case IssueKind::kJsonTextAfterValue:
      return absl::StrContains("}],", source.substr(0, 1));
    case IssueKind::kJsonUnexpected:  // not of what only looks like a blank or a comma
      return absl::ascii_isgraph(first) && first != ';';
    default:
      return false;
  }
}

}  // namespace

const Issue* FindBrokenNesting(const JsonTree& tree) {
  const Issue* first = nullptr;
  for (const Issue& issue : tree.issues()) {
    const bool is_before = first == nullptr || issue.span.begin < first->span.begin;
    if (is_before && BreaksNesting(tree, issue)) first = &issue;
  }
  return first;
}

}  // namespace grpcfg
