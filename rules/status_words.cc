#include "rules/status_words.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/words.h"
#include "schema/fields/status_code.h"

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
    {"GATEWAY_ERROR", "UNAVAILABLE"},
    {"CONNECT_FAILURE", "UNAVAILABLE"},
    {"REFUSED_STREAM", "UNAVAILABLE"},
    {"RESET", "UNAVAILABLE"},
    {"RESET_BEFORE_REQUEST", "UNAVAILABLE"},
    {"RETRIABLE_4XX", "UNAVAILABLE"},
    {"TIMEOUT", "DEADLINE_EXCEEDED", false},
    {"TIMED_OUT", "DEADLINE_EXCEEDED", false},
};

}  // namespace

MeantCode CodeOf(absl::string_view text) {
  const std::string upper = absl::StrReplaceAll(
      absl::AsciiStrToUpper(absl::StripAsciiWhitespace(text)), {{"-", "_"}, {" ", "_"}});
  const auto* const name = absl::c_find(kStatusCodeNames, absl::string_view(upper));
  if (name != std::end(kStatusCodeNames)) return {*name};
  absl::string_view word = upper;
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

}  // namespace grpcfg
