#include "schema/json/json_dialect.h"

#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/strip.h"
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

// json_reader.cc, states VALUE_NUMBER to VALUE_NUMBER_EPM: a minus is a digit, a zero takes no
// exponent, and an exponent may be a mere sign.
bool IsCoreNumber(absl::string_view text) {
  const bool is_zero = absl::ConsumePrefix(&text, "0");
  const bool is_negative = !is_zero && absl::ConsumePrefix(&text, "-");
  if (!is_zero && ConsumeDigits(text).empty() && !is_negative) return false;
  const bool has_point = absl::ConsumePrefix(&text, ".");
  if (has_point && ConsumeDigits(text).empty()) return false;
  if (text.empty()) return true;
  if (is_zero && !has_point) return false;
  if (!absl::ConsumePrefix(&text, "e") && !absl::ConsumePrefix(&text, "E")) return false;
  if (text.empty()) return false;
  if (!absl::ConsumePrefix(&text, "+")) absl::ConsumePrefix(&text, "-");
  ConsumeDigits(text);
  return text.empty();
}

// JsonReader.java peekNumber: what stands before the point is added up in 64 bits, and a sum of 0
// with a digit behind it is taken for a leading zero, even where the bits have run over. Mended
// after gson 2.14 (PR 3034), which no release of grpc-java brings along.
bool WrapsToZero(absl::string_view text) {
  absl::ConsumePrefix(&text, "-");
  const absl::string_view digits = ConsumeDigits(text);
  uint64_t sum = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && sum == 0) return true;
    sum = sum * 10 + static_cast<uint64_t>(digits[i] - '0');
  }
  return false;
}

// JsonReader.java peekNumber and nextDouble: as long as its buffer, and no infinity.
bool IsGsonNumber(absl::string_view text) {
  constexpr size_t kBuffer = 1024;
  return text.size() < kBuffer && !WrapsToZero(text) && IsDoubleNumber(text);
}

bool IsProtojsonNumber(absl::string_view text) {
  return !text.empty() && ProtojsonNumber(text, false).size() == text.size();
}

JsonScanRules GsonRules(JsonDialect dialect) {
  JsonScanRules rules;
  rules.depth_limit = dialect == JsonDialect::kGson ? kGsonDepth : kJavaStack;
  rules.is_number = IsGsonNumber;
  rules.duplicate_keys = dialect == JsonDialect::kGsonDuplicates;
  rules.words_in_any_case = true;
  rules.controls_in_strings = true;
  rules.more_escapes = true;
  rules.byte_order_mark = true;
  rules.text_after_value = true;
  rules.lone_surrogates = true;
  rules.invalid_utf8 = true;
  return rules;
}

// Each dialect falls through to what it has in common with those after it.
JsonScanRules RulesOf(JsonDialect dialect) {
  JsonScanRules rules;
  switch (dialect) {
    case JsonDialect::kProtojson:
      rules.is_number = IsProtojsonNumber;
      rules.more_numbers = true;
      break;
    case JsonDialect::kCore:
      rules.comma_after_empty = true;
      [[fallthrough]];
    case JsonDialect::kCoreStrictCommas:
      rules.nul_ends = true;  // json_reader.cc JsonReader::ReadChar, until 1.78
      [[fallthrough]];
    case JsonDialect::kCoreWholeText:
      rules.depth_limit = kCoreDepth;
      rules.is_number = IsCoreNumber;
      rules.more_numbers = true;
      rules.missing_member_value = true;
      break;
    case JsonDialect::kGson:
    case JsonDialect::kGsonUnlimited:
    case JsonDialect::kGsonDuplicates:
      return GsonRules(dialect);
    case JsonDialect::kGo:
      rules.depth_limit = kGoDepth;
      [[fallthrough]];
    case JsonDialect::kJavaScript:
      rules.duplicate_keys = true;
      rules.lone_surrogates = true;
      rules.invalid_utf8 = true;
      break;
    case JsonDialect::kRfc8259:
    case JsonDialect::kNone:
      break;
  }
  return rules;
}

// The rules by which an issue of a kind may pass.
struct Room {
  IssueKind kind;
  bool JsonScanRules::*rule;
};
constexpr Room kRooms[] = {
    {IssueKind::kJsonDuplicateKey, &JsonScanRules::duplicate_keys},
    {IssueKind::kJsonLoneSurrogate, &JsonScanRules::lone_surrogates},
    {IssueKind::kJsonUtf8, &JsonScanRules::invalid_utf8},
    {IssueKind::kJsonNumber, &JsonScanRules::more_numbers},
    {IssueKind::kJsonMissingValue, &JsonScanRules::missing_member_value},
    {IssueKind::kJsonNul, &JsonScanRules::nul_ends},
    {IssueKind::kJsonTrailingComma, &JsonScanRules::comma_after_empty},
    {IssueKind::kJsonTextAfterValue, &JsonScanRules::text_after_value},
    {IssueKind::kJsonTextAfterValue, &JsonScanRules::nul_ends},
    {IssueKind::kJsonBareWord, &JsonScanRules::words_in_any_case},
    {IssueKind::kJsonControlCharacter, &JsonScanRules::controls_in_strings},
    {IssueKind::kJsonEscape, &JsonScanRules::more_escapes},
    {IssueKind::kJsonByteOrderMark, &JsonScanRules::byte_order_mark},
};

// json_reader.cc JsonReader::CreateAndLinkValue, before 1.56: a key without a value is in no
// object, and not compared with the others.
bool LacksValue(const JsonTree& tree, Span key) {
  const NodeId node = tree.NodeAt(key);
  return node != kNoNode && tree.kind(node) == JsonKind::kKey &&
         tree.kind(node + 1) == JsonKind::kMissing;
}

}  // namespace

size_t DepthLimit(JsonDialect dialect) { return RulesOf(dialect).depth_limit; }

bool TakesNumber(JsonDialect dialect, absl::string_view number) {
  return RulesOf(dialect).is_number(number);
}

bool TakesText(JsonDialect dialect, const JsonTree& tree) {
  if (dialect == JsonDialect::kNone || tree.is_plain()) return true;
  const std::vector<Issue>& issues = tree.issues();
  if (dialect == JsonDialect::kRfc8259) return issues.empty();
  const JsonScanRules rules = RulesOf(dialect);
  const JsonScan scan = ScanJson(tree.text(), tree.begin(), rules);
  if (!scan.is_taken) return false;
  return rules.duplicate_keys || absl::c_none_of(issues, [&](const Issue& issue) {
           return issue.kind == IssueKind::kJsonDuplicateKey && issue.span.begin < scan.end &&
                  !(dialect == JsonDialect::kCore && LacksValue(tree, issue.span));
         });
}

bool MayTake(JsonDialect dialect, IssueKind kind) {
  const JsonScanRules rules = RulesOf(dialect);
  return dialect == JsonDialect::kNone || absl::c_any_of(kRooms, [&](const Room& room) {
           return room.kind == kind && rules.*room.rule;
         });
}

}  // namespace grpcfg
