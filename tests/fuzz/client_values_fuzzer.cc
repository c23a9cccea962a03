// libFuzzer target for the scalars of clients: every grammar of durations, numbers and status
// codes, and every JSON dialect. A duration that is taken has parts of one sign, in range, and is
// spelled back; what a client reads of a number is of the requested type; the text
// alone decides whether a dialect takes it.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "schema/clients/client_duration.h"
#include "schema/clients/client_number.h"
#include "schema/fields/document.h"
#include "schema/json/json_dialect.h"
#include "tests/fuzz/report_invariants.h"

namespace grpcfg {
namespace {

void CheckDuration(absl::string_view text, DurationGrammar grammar) {
  constexpr int32_t kNanosPerSecond = 1'000'000'000;
  const DurationResult result = ParseClientDuration(text, grammar);
  if (result.error != DurationError::kNone) return;
  const Duration& value = result.value;
  Require(value.nanos > -kNanosPerSecond && value.nanos < kNanosPerSecond);
  Require(value.seconds == 0 || value.nanos == 0 || (value.seconds < 0) == (value.nanos < 0));
  Require(!SpellDuration(value).empty());
  if (grammar == DurationGrammar::kNode) NodeTimeout(text);
}

void CheckInteger(NumberGrammar grammar, IntegerType type, const Token& token) {
  const std::optional<int64_t> number = ParseClientInteger(grammar, type, token);
  if (!number || grammar == NumberGrammar::kJavaScript) return;  // which has doubles alone
  if (type == IntegerType::kInt32) Require(*number == static_cast<int32_t>(*number));
  if (type == IntegerType::kUint32) Require(*number == static_cast<uint32_t>(*number));
  if (type == IntegerType::kUint64) Require(*number >= 0);
}

void CheckToken(const Token& token) {
  for (const NumberGrammar grammar :
       {NumberGrammar::kAbslText, NumberGrammar::kGoLiteral, NumberGrammar::kGson,
        NumberGrammar::kGsonOrQuoted, NumberGrammar::kJavaScript, NumberGrammar::kDotnet}) {
    for (const IntegerType type : {IntegerType::kInt32, IntegerType::kInt64}) {
      CheckInteger(grammar, type, token);
    }
    ParseClientNumber(grammar, token);
  }
  CheckInteger(NumberGrammar::kAbslText, IntegerType::kUint32, token);
  CheckInteger(NumberGrammar::kAbslText, IntegerType::kUint64, token);
  CheckInteger(NumberGrammar::kGoLiteral, IntegerType::kUint32, token);
  CheckInteger(NumberGrammar::kGoLiteral, IntegerType::kUint64, token);
  for (const CodeGrammar grammar :
       {CodeGrammar::kExactName, CodeGrammar::kGoName, CodeGrammar::kGson, CodeGrammar::kJavaScript,
        CodeGrammar::kDotnet}) {
    ParseClientCode(grammar, token);
  }
  ParseCoreTokenRatio(token);
}

void CheckDialects(absl::string_view text) {
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const JsonTree& tree = document.tree;
  const bool is_strict = JudgeText(JsonDialect::kRfc8259, tree).is_taken;
  Require(is_strict == tree.issues().empty());
  Require(JudgeText(JsonDialect::kNone, tree).is_taken);
  for (const JsonDialect dialect :
       {JsonDialect::kProtojson, JsonDialect::kCore, JsonDialect::kCoreStrictCommas,
        JsonDialect::kCoreWholeText, JsonDialect::kGo, JsonDialect::kGson,
        JsonDialect::kGsonUnlimited, JsonDialect::kGsonDuplicates, JsonDialect::kJavaScript}) {
    // A strict text can fail in its numbers and its depth alone, and JavaScript has no limits.
    const TextVerdict verdict = JudgeText(dialect, tree);
    Require(verdict.is_fault.size() == tree.issues().size());
    if (verdict.is_taken || !is_strict) continue;
    Require(dialect != JsonDialect::kJavaScript);
  }
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const grpcfg::DurationGrammar grammar :
       {grpcfg::DurationGrammar::kCore, grpcfg::DurationGrammar::kGo,
        grpcfg::DurationGrammar::kGoSeconds32, grpcfg::DurationGrammar::kJava,
        grpcfg::DurationGrammar::kNode, grpcfg::DurationGrammar::kDotnet}) {
    grpcfg::CheckDuration(text, grammar);
    grpcfg::CheckDuration(absl::StrCat(text, "s"), grammar);
  }
  const std::string quoted = absl::StrCat("\"", text, "\"");
  grpcfg::CheckToken({grpcfg::JsonKind::kString, text, quoted});
  grpcfg::CheckToken({grpcfg::JsonKind::kNumber, text, text});
  grpcfg::CheckDialects(text);
  return 0;
}
