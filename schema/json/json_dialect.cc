#include "schema/json/json_dialect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "schema/json/json_scan.h"
#include "schema/json/json_tree.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

constexpr size_t kGoDepth = 10'000;  // encoding/json scanner.go maxNestingDepth
constexpr size_t kCoreDepth = 255;   // json_reader.cc GRPC_JSON_MAX_DEPTH
constexpr size_t kJavaStack =
    2000;  // run: 2,000 levels pass on a stack of the usual size, 3,000 do not
constexpr size_t kGsonDepth = 255;  // gson 2.12 JsonReader.java DEFAULT_NESTING_LIMIT

size_t DigitsAt(absl::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[end]))) ++end;
  return end - at;
}

// json_reader.cc, states VALUE_NUMBER to VALUE_NUMBER_EPM: a minus is a digit, a zero takes no
// exponent, and an exponent may be a mere sign.
bool IsCoreNumber(absl::string_view text) {
  if (text.empty() || (text[0] != '-' && !absl::ascii_isdigit(static_cast<unsigned char>(text[0]))))
    return false;
  const bool zero = text[0] == '0';
  size_t at = zero ? 1 : 1 + DigitsAt(text, 1);
  if (at < text.size() && text[at] == '.') {
    const size_t decimals = DigitsAt(text, at + 1);
    if (decimals == 0) return false;
    at += 1 + decimals;
  } else if (zero) {
    return at == text.size();
  }
  if (at == text.size()) return true;
  if (absl::ascii_tolower(static_cast<unsigned char>(text[at])) != 'e' || ++at == text.size()) {
    return false;
  }
  if (text[at] == '+' || text[at] == '-') ++at;
  return at + DigitsAt(text, at) == text.size();
}

// JsonReader.java peekNumber: what stands before the point is added up in 64 bits, and a sum of 0
// with a digit behind it is taken for a leading zero, even where the bits have run over. Mended
// after gson 2.14 (PR 3034), which no release of grpc-java brings along.
bool WrapsToZero(absl::string_view text) {
  uint64_t sum = 1;
  const size_t begin = absl::StartsWith(text, "-") ? 1 : 0;
  const size_t digits = DigitsAt(text, begin);
  for (size_t i = begin; i < begin + digits; ++i) {
    if (sum == 0) return true;
    sum = (i == begin ? 0 : sum * 10) + static_cast<uint64_t>(text[i] - '0');
  }
  return false;
}

// JsonReader.java peekNumber and nextDouble: as long as its buffer, and no infinity.
bool IsGsonNumber(absl::string_view text) {
  constexpr size_t kBuffer = 1024;
  double value = 0;
  return IsJsonNumber(text) && text.size() < kBuffer && !WrapsToZero(text) &&
         absl::SimpleAtod(text, &value) && std::isfinite(value);
}

JsonScanRules RulesOf(JsonDialect dialect) {
  JsonScanRules rules;
  rules.depth_limit = DepthLimit(dialect);
  rules.is_number = [dialect](absl::string_view text) { return TakesNumber(dialect, text); };
  switch (dialect) {
    case JsonDialect::kRfc8259:
    case JsonDialect::kProtojson:
    case JsonDialect::kNone:
      break;
    case JsonDialect::kCore:
      rules.comma_after_empty = true;
      [[fallthrough]];
    case JsonDialect::kCoreStrictCommas:
      rules.nul_ends = true;
      [[fallthrough]];
    case JsonDialect::kCoreWholeText:
      rules.missing_member_value = true;
      break;
    case JsonDialect::kGson:
    case JsonDialect::kGsonUnlimited:
    case JsonDialect::kGsonDuplicates:
      rules.words_in_any_case = true;
      rules.controls_in_strings = true;
      rules.more_escapes = true;
      rules.byte_order_mark = true;
      rules.text_after_value = true;
      [[fallthrough]];
    case JsonDialect::kGo:
    case JsonDialect::kJavaScript:
      rules.lone_surrogates = true;
      rules.invalid_utf8 = true;
      break;
  }
  return rules;
}

bool TakesDuplicates(JsonDialect dialect) {
  return dialect == JsonDialect::kGo || dialect == JsonDialect::kJavaScript ||
         dialect == JsonDialect::kGsonDuplicates || dialect == JsonDialect::kNone;
}

bool IsGson(JsonDialect dialect) {
  return dialect == JsonDialect::kGson || dialect == JsonDialect::kGsonUnlimited ||
         dialect == JsonDialect::kGsonDuplicates;
}

bool IsCore(JsonDialect dialect) {
  return dialect == JsonDialect::kCore || dialect == JsonDialect::kCoreStrictCommas ||
         dialect == JsonDialect::kCoreWholeText;
}

// json_reader.cc JsonReader::ReadChar, until 1.78.
bool EndsAtNul(JsonDialect dialect) {
  return IsCore(dialect) && dialect != JsonDialect::kCoreWholeText;
}

// json_reader.cc JsonReader::CreateAndLinkValue, before 1.56: a key without a value is in no
// object, and not compared with the others.
bool LacksValue(const JsonTree& tree, Span key) {
  const NodeId node = tree.NodeAt(key);
  return node != kNoNode && tree.kind(node) == JsonKind::kKey &&
         tree.kind(node + 1) == JsonKind::kMissing;
}

}  // namespace

size_t DepthLimit(JsonDialect dialect) {
  if (IsCore(dialect)) return kCoreDepth;
  if (dialect == JsonDialect::kGo) return kGoDepth;
  if (dialect == JsonDialect::kGson) return kGsonDepth;
  return IsGson(dialect) ? kJavaStack : 0;
}

bool TakesNumber(JsonDialect dialect, absl::string_view number) {
  if (IsCore(dialect)) return IsCoreNumber(number);
  if (dialect == JsonDialect::kProtojson) {
    return !number.empty() && ProtojsonNumber(number, false).size() == number.size();
  }
  return IsGson(dialect) ? IsGsonNumber(number) : IsJsonNumber(number);
}

bool TakesText(JsonDialect dialect, const JsonTree& tree) {
  if (dialect == JsonDialect::kNone || tree.is_plain()) return true;
  const std::vector<Issue>& issues = tree.issues();
  if (dialect == JsonDialect::kRfc8259) return issues.empty();
  const JsonScan scan = ScanJson(tree.text(), tree.begin(), RulesOf(dialect));
  if (!scan.is_taken) return false;
  return TakesDuplicates(dialect) ||
         std::none_of(issues.begin(), issues.end(), [&](const Issue& issue) {
           return issue.kind == IssueKind::kJsonDuplicateKey && issue.span.begin < scan.end &&
                  !(dialect == JsonDialect::kCore && LacksValue(tree, issue.span));
         });
}

bool MayTake(JsonDialect dialect, IssueKind kind) {
  switch (kind) {
    case IssueKind::kJsonDuplicateKey:
      return TakesDuplicates(dialect);
    case IssueKind::kJsonLoneSurrogate:
    case IssueKind::kJsonUtf8:
      return dialect != JsonDialect::kRfc8259 && dialect != JsonDialect::kProtojson &&
             !IsCore(dialect);
    case IssueKind::kJsonNumber:
      return IsCore(dialect) || dialect == JsonDialect::kProtojson || dialect == JsonDialect::kNone;
    case IssueKind::kJsonMissingValue:
      return IsCore(dialect) || dialect == JsonDialect::kNone;
    case IssueKind::kJsonNul:
      return EndsAtNul(dialect) || dialect == JsonDialect::kNone;
    case IssueKind::kJsonTrailingComma:
      return dialect == JsonDialect::kCore || dialect == JsonDialect::kNone;
    case IssueKind::kJsonTextAfterValue:
      return IsGson(dialect) || EndsAtNul(dialect) || dialect == JsonDialect::kNone;
    case IssueKind::kJsonBareWord:
    case IssueKind::kJsonControlCharacter:
    case IssueKind::kJsonEscape:
    case IssueKind::kJsonByteOrderMark:
      return IsGson(dialect) || dialect == JsonDialect::kNone;
    default:
      return dialect == JsonDialect::kNone;
  }
}

}  // namespace grpcfg
