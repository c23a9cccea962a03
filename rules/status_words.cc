#include "rules/status_words.h"

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/words.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"
#include "schema/read/denial.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

struct CodeWord {
  absl::string_view word;
  absl::string_view code;
  bool is_of_http = true;
};

// grpc/grpc doc/http-grpc-status-mapping.md; Envoy's `retry_on` has words for some.
constexpr CodeWord kCodeWords[] = {
    {"400", "INTERNAL"},
    {"401", "UNAUTHENTICATED"},
    {"403", "PERMISSION_DENIED"},
    {"404", "UNIMPLEMENTED"},
    {"429", "UNAVAILABLE"},
    {"500", "INTERNAL"},
    {"502", "UNAVAILABLE"},
    {"503", "UNAVAILABLE"},
    {"504", "UNAVAILABLE"},
    {"5XX", "UNAVAILABLE"},
    {"BAD_GATEWAY", "UNAVAILABLE"},
    {"GATEWAY_TIMEOUT", "UNAVAILABLE"},
    {"GATEWAY_ERROR", "UNAVAILABLE"},
    {"CONNECT_FAILURE", "UNAVAILABLE"},
    {"REFUSED_STREAM", "UNAVAILABLE"},
    {"RESET", "UNAVAILABLE"},
    {"RESET_BEFORE_REQUEST", "UNAVAILABLE"},
    {"RETRIABLE_4XX", "UNAVAILABLE"},
    {"TIMEOUT", "DEADLINE_EXCEEDED", false},
    {"TIMED_OUT", "DEADLINE_EXCEEDED", false},
    {"SERVICE_UNAVAILABLE", "UNAVAILABLE", false},
    {"CONNECTION_REFUSED", "UNAVAILABLE", false},
    {"TOO_MANY_REQUESTS", "RESOURCE_EXHAUSTED", false},
    {"RATE_LIMITED", "RESOURCE_EXHAUSTED", false},
    {"INTERNAL_ERROR", "INTERNAL", false},
    {"INTERNAL_SERVER_ERROR", "INTERNAL", false},
    {"UNAUTHORIZED", "UNAUTHENTICATED", false},
};

// The only status code whose name starts with `prefix`; empty for a few letters.
absl::string_view CodeOfPrefix(absl::string_view prefix) {
  constexpr size_t kShortest = 4;
  absl::string_view only;
  for (const absl::string_view name : kStatusCodeNames) {
    if (prefix.size() < kShortest || !absl::StartsWith(name, prefix)) continue;
    if (!only.empty()) return {};
    only = name;
  }
  return only;
}

// The status code that `text` most likely means: `StatusCode.UNAVAILABLE`, `ABORT`, or the nearest
// name; empty if more than a third of it is wrong.
absl::string_view NearestCode(absl::string_view text) {
  text.remove_prefix(text.rfind('.') + 1);  // nothing without a point: npos + 1 is 0
  const std::string upper = absl::AsciiStrToUpper(absl::StripAsciiWhitespace(text));
  absl::string_view nearest = CodeOfPrefix(upper);
  if (!nearest.empty()) return nearest;
  size_t least = upper.size() / 3 + 1;
  for (const absl::string_view name : kStatusCodeNames) {
    const size_t distance = EditDistance(upper, name, least);
    if (distance >= least || DenialOf(upper, name) != Denial::kNone) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

// True if the list of an issue's element has `code`, by its name or as what an earlier one means.
// Each element asks that, and there are 17 codes: what stands behind many others is not looked at.
bool IsInList(const IssueContext& context, absl::string_view code) {
  constexpr size_t kMostLookedAt = 64;
  const JsonTree& tree = context.tree;
  const NodeId list = context.pointers.ContainerOf(context.issue.node);
  NodeId element = list + 1;
  for (size_t i = 0; i < kMostLookedAt && element < tree.node(list).next; ++i) {
    const absl::string_view text = tree.Text(element);
    if (text == code && element != context.issue.node) return true;
    const bool is_number = tree.kind(element) == JsonKind::kNumber;
    if (element < context.issue.node && code == (is_number ? CodeOfNumber(text) : MeantBy(text))) {
      return true;
    }
    element = tree.node(element).next;
  }
  return false;
}

}  // namespace

MeantCode CodeOf(absl::string_view text) {
  const std::string upper = absl::StrReplaceAll(
      absl::AsciiStrToUpper(absl::StripAsciiWhitespace(text)), {{"-", "_"}, {" ", "_"}});
  absl::string_view word = upper;
  absl::ConsumePrefix(&word, "GRPC_STATUS_");
  const auto* const name = absl::c_find(kStatusCodeNames, word);
  if (name != std::end(kStatusCodeNames)) return {*name};
  absl::ConsumeSuffix(&word, ".0");
  if (!CodeOfNumber(word).empty()) return {CodeOfNumber(word)};
  if (absl::ConsumePrefix(&word, "HTTP")) absl::ConsumePrefix(&word, "_");
  const auto* const row =
      absl::c_find_if(kCodeWords, [&](const CodeWord& each) { return each.word == word; });
  return row == std::end(kCodeWords) ? MeantCode() : MeantCode{row->code, row->is_of_http};
}

std::vector<std::string> CodesOf(absl::Span<const absl::string_view> words) {
  std::vector<std::string> codes;
  for (const absl::string_view word : words) {
    const absl::string_view code = CodeOf(word).code;
    if (code.empty()) return {};
    const std::string quoted = InQuotes(code);
    if (!absl::c_linear_search(codes, quoted)) codes.push_back(quoted);
  }
  return codes;
}

std::vector<absl::string_view> SplitCodes(absl::string_view text) {
  return absl::StrSplit(text, absl::ByAnyChar(",|; "), absl::SkipEmpty());
}

absl::string_view CodeOfNumber(absl::string_view number) {
  if (!IsIntegerLiteral(number)) return {};
  const int64_t value = SaturatingInteger(number);
  const bool is_code = value >= 0 && static_cast<uint64_t>(value) < std::size(kStatusCodeNames);
  return is_code ? kStatusCodeNames[static_cast<size_t>(value)] : absl::string_view();
}

absl::string_view MeantBy(absl::string_view text) {
  const absl::string_view code = CodeOf(text).code;
  return code.empty() ? NearestCode(text) : code;
}

Fix RemoveRepeated(const JsonTree& tree, Span element, absl::string_view code) {
  return RemoveFix(absl::StrCat("remove it: the list has `", code, "` already"),
                   WithComma(tree.text(), element));
}

Fix CodeFix(const IssueContext& context, absl::string_view code, bool safe) {
  if (!IsInList(context, code)) return WriteFix(context.issue.span, InQuotes(code), safe);
  Fix fix = RemoveRepeated(context.tree, context.issue.span, code);
  fix.safe = safe;
  return fix;
}

}  // namespace grpcfg
