#include "schema/json/json_dialect.h"

#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "schema/json/json_tree.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// RFC 8259 with unique keys, whole surrogate pairs and UTF-8, and what is taken beyond it.
struct DialectRules {
  size_t depth_limit = 0;                               // 0: any depth
  bool (*is_number)(absl::string_view) = IsJsonNumber;  // what looks like a number
  bool more_numbers = false;                            // some of which RFC 8259 has not
  bool duplicate_keys = false;
  bool valueless_keys_repeat = false;  // a key without a value is not compared with others
  bool missing_member_value = false;   // `{"a":}`
  bool comma_after_empty = false;      // `[{},]`
  bool nul_ends = false;               // a NUL byte ends the text
  bool words_in_any_case = false;      // `TRUE`
  bool controls_in_strings = false;
  bool more_escapes = false;  // `\'` and a backslash before a line break
  bool byte_order_mark = false;
  bool text_after_value = false;
  bool lone_surrogates = false;
  bool invalid_utf8 = false;  // in strings
};

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
// followed by a digit is taken for a leading zero, even where the bits have overflowed. Fixed after
// gson 2.14 (PR 3034), which no release of grpc-java brings along.
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

DialectRules GsonRules(JsonDialect dialect) {
  DialectRules rules;
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
DialectRules RulesOf(JsonDialect dialect) {
  DialectRules rules;
  switch (dialect) {
    case JsonDialect::kProtojson:
      rules.is_number = IsProtojsonNumber;
      rules.more_numbers = true;
      break;
    case JsonDialect::kCore:
      rules.comma_after_empty = true;
      rules.valueless_keys_repeat = true;
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

// Judges a text by its tree: each issue in what the parser looks at must be one that it takes.
class TextJudge {
 public:
  TextJudge(const JsonTree& tree, const DialectRules& rules)
      : tree_(tree), text_(tree.text()), rules_(rules) {
    const bool lacks_braces = absl::c_any_of(tree.issues(), [](const Issue& issue) {
      return issue.kind == IssueKind::kJsonMissingBraces;
    });
    // A text that begins with a key is a string to a parser that stops there.
    if (lacks_braces && rules.text_after_value) value_ = JsonTree::kRoot + 1;
    end_ = tree.span(value_).end;
    if (!rules.text_after_value) end_ = rules.nul_ends ? text_.find('\0', end_) : text_.size();
    end_ = std::min(end_, text_.size());
  }

  [[nodiscard]] TextVerdict Judge() const {
    TextVerdict verdict;
    verdict.is_fault.reserve(tree_.issues().size());
    for (const Issue& issue : tree_.issues()) {
      // What is unclosed is so at the end of the text, and was seen where it begins.
      const uint32_t begin =
          (issue.kind == IssueKind::kJsonUnclosed ? issue.related : issue.span).begin;
      const bool is_seen = begin < end_ || end_ == text_.size();
      verdict.is_fault.push_back(is_seen && !IsTaken(issue));
    }
    verdict.is_taken =
        AreNodesTaken() && EndsAfterValue() && !absl::c_linear_search(verdict.is_fault, true);
    return verdict;
  }

 private:
  // The byte after white space from `at` on; a NUL at the end.
  [[nodiscard]] char NextByte(size_t at) const {
    at = text_.find_first_not_of(kBlanks, at);
    return at == absl::string_view::npos ? '\0' : text_[at];
  }

  [[nodiscard]] bool AreNodesTaken() const {
    if (tree_.kind(value_) == JsonKind::kMissing) return false;
    std::vector<NodeId> ends;  // of the containers around a node
    for (NodeId id = value_; id < tree_.node(value_).next; ++id) {
      while (!ends.empty() && ends.back() <= id) ends.pop_back();
      if (IsContainer(tree_.kind(id))) ends.push_back(tree_.node(id).next);
      if (rules_.depth_limit > 0 && ends.size() > rules_.depth_limit) return false;
      if (!IsNodeTaken(id)) return false;
    }
    return true;
  }

  [[nodiscard]] bool IsNodeTaken(NodeId id) const {
    const JsonNode& node = tree_.node(id);
    if (node.kind == JsonKind::kNumber) return rules_.is_number(tree_.Text(id));
    if (node.kind == JsonKind::kInvalid) {
      if (text_[node.begin] == '"') return id == value_;  // its issue says the rest
      // What follows a word that is not a number elsewhere is not reported.
      const char next = NextByte(node.end);
      return rules_.is_number(tree_.Text(id)) &&
             (id == JsonTree::kRoot ? next == '\0' : absl::StrContains(",]}", next));
    }
    return node.kind != JsonKind::kKey || text_[node.begin] == '"';
  }

  // A number, or a word: a literal in letters of another case, or what is a number elsewhere.
  [[nodiscard]] bool IsWordTaken(NodeId word) const {
    if (word == kNoNode) return false;
    const JsonKind kind = tree_.kind(word);
    const bool is_literal = kind != JsonKind::kNumber && kind != JsonKind::kInvalid;
    return is_literal ? rules_.words_in_any_case : IsNodeTaken(word);
  }

  // gson JsonReader.java isLiteral: what may follow a word or a number, whatever comes then.
  [[nodiscard]] bool EndsAfterValue() const {
    const JsonKind kind = tree_.kind(value_);
    const bool is_string = kind == JsonKind::kString || kind == JsonKind::kKey;
    return !rules_.text_after_value || is_string || IsContainer(kind) || end_ == text_.size() ||
           absl::StrContains("{}[]:, \t\f\r\n", text_[end_]);
  }

  [[nodiscard]] bool IsTaken(const Issue& issue) const {
    const uint32_t at = issue.span.begin;
    switch (issue.kind) {
      case IssueKind::kJsonDuplicateKey:
        return rules_.duplicate_keys || (rules_.valueless_keys_repeat && LacksValue(issue.node));
      case IssueKind::kJsonLoneSurrogate:
        return rules_.lone_surrogates;
      case IssueKind::kJsonUtf8:
        return rules_.invalid_utf8;
      case IssueKind::kJsonNumber:
      case IssueKind::kJsonBareWord:
        return IsWordTaken(tree_.NodeAt(issue.span));
      case IssueKind::kJsonMissingValue:
        return rules_.missing_member_value && NextByte(at) == '}';
      case IssueKind::kJsonTrailingComma:
        return rules_.comma_after_empty && FollowsEmptyContainer(at);
      case IssueKind::kJsonControlCharacter:
        return rules_.controls_in_strings;
      case IssueKind::kJsonNul:
        return rules_.controls_in_strings && IsInString(at);
      case IssueKind::kJsonEscape:
        return rules_.more_escapes && absl::StrContains("'\n", text_[at + 1]);
      case IssueKind::kJsonByteOrderMark:
        return rules_.byte_order_mark;
      case IssueKind::kJsonMissingBraces:
        return rules_.text_after_value;
      case IssueKind::kJsonUnclosed:
        return rules_.text_after_value && IsLongString(issue.related.begin);
      default:
        return false;
    }
  }

  // json_reader.cc JsonReader::CreateAndLinkValue: a key without a value is in no object, and not
  // compared with the others. Since 1.55.0 SetKey compares it; that one release is not modelled.
  [[nodiscard]] bool LacksValue(NodeId key) const {
    return tree_.kind(key + 1) == JsonKind::kMissing;
  }

  // The comma at `at` stands between two closing brackets, and nothing but such is before it up to
  // the bracket that opened the innermost container.
  [[nodiscard]] bool FollowsEmptyContainer(uint32_t at) const {
    const size_t before = text_.find_last_not_of(kBlanks, at - 1);
    return absl::StrContains("]}", text_[before]) && absl::StrContains("]}", NextByte(at + 1)) &&
           IsContainer(tree_.kind(tree_.LastBefore(at)));
  }

  // A string that is the value begins at `at`, and ends if not on its line.
  [[nodiscard]] bool IsLongString(uint32_t at) const {
    if (at != tree_.node(value_).begin || text_[at] != '"') return false;
    for (size_t i = at + 1; i < text_.size(); i += text_[i] == '\\' ? 2 : 1) {
      if (text_[i] == '"') return true;
    }
    return false;
  }

  [[nodiscard]] bool IsInString(uint32_t at) const {
    const NodeId node = tree_.LastBefore(at);
    return node != kNoNode && text_[tree_.node(node).begin] == '"' && at < tree_.span(node).end;
  }

  static constexpr absl::string_view kBlanks = " \t\r\n";

  const JsonTree& tree_;
  absl::string_view text_;
  const DialectRules& rules_;
  NodeId value_ = JsonTree::kRoot;
  size_t end_ = 0;  // of what the parser looks at
};

}  // namespace

size_t DepthLimit(JsonDialect dialect) { return RulesOf(dialect).depth_limit; }

bool TakesNumber(JsonDialect dialect, absl::string_view number) {
  return RulesOf(dialect).is_number(number);
}

TextVerdict JudgeText(JsonDialect dialect, const JsonTree& tree) {
  const size_t issues = tree.issues().size();
  if (dialect == JsonDialect::kNone || tree.is_plain()) return {true, std::vector<bool>(issues)};
  if (dialect == JsonDialect::kRfc8259) return {issues == 0, std::vector<bool>(issues, true)};
  return TextJudge(tree, RulesOf(dialect)).Judge();
}

}  // namespace grpcfg
