// Words on values of the wrong JSON type, and what was probably meant.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/name_text.h"
#include "rules/status_words.h"
#include "rules/unknown_keys.h"
#include "rules/words.h"
#include "schema/fields/status_code.h"
#include "schema/json/foreign_format.h"
#include "schema/json/number.h"
#include "schema/read/denial.h"
#include "schema/read/suggest.h"
#include "schema/read/synonyms.h"

namespace grpcfg {
namespace {

// The LB policy that `name` is or was meant to be, if it needs no field in its config; else null.
const Field* PlainPolicy(absl::string_view name) {
  const Field* const known = FindField(LoadBalancingConfigMessage(), name);
  const Field* const policy = known == nullptr ? SuggestPolicyOrSynonym(name) : known;
  const bool is_plain =
      policy != nullptr && policy->stage != Stage::kDeprecated && policy->message->required == 0;
  return is_plain ? policy : nullptr;
}

std::string EntryOf(const Field& policy) {
  return absl::StrCat("{\"", policy.json_name, "\": {}}");
}

// The value of an LB policy's name in a list of policies.
void DescribePolicyConfig(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId value = context.issue.node;
  const absl::string_view name = context.tree.Text(value - 1);
  const JsonKind kind = context.tree.kind(value);
  diagnostic.message = absl::StrCat(Quoted(name), " is ", KindName(kind),
                                    "; the config of an LB policy must be an object");
  const bool text = kind == JsonKind::kString;
  const Field* const named = text ? PlainPolicy(context.tree.Text(value)) : nullptr;
  if (named != nullptr) {
    const Span entry = context.tree.span(ParentOf(context.pointers, value - 1).object);
    diagnostic.help.emplace_back("an entry's key is the policy's name");
    diagnostic.fixes.push_back(WriteFix(entry, EntryOf(*named), false));
  } else if (PlainPolicy(name) != nullptr) {
    diagnostic.fixes.push_back(ReplaceFix("write `{}`", context.issue.span, "{}", false));
  }
}

// `"UNAVAILABLE, ABORTED"` or `{"UNAVAILABLE": true}` where a list of codes is wanted; false for
// what is none.
bool OfferCodes(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  if (expected.type != FieldType::kStatusCode || expected.shape != Shape::kList) return false;
  const JsonTree& tree = context.tree;
  const NodeId value = context.issue.node;
  std::vector<absl::string_view> words;
  if (tree.kind(value) == JsonKind::kString) {
    words = SplitCodes(tree.Text(value));
  } else if (tree.kind(value) == JsonKind::kObject) {
    tree.ForEachMember(value, [&](const JsonMember& member) {
      const bool is_off = tree.kind(member.value) == JsonKind::kFalse;
      if (!is_off && words.size() <= kStatusCodeNames.size())
        words.push_back(tree.Text(member.key));
    });
  }
  const std::vector<std::string> codes = CodesOf(words);
  const bool is_one = words.size() == 1 && tree.kind(value) == JsonKind::kString;
  if (codes.empty() || (is_one && codes.front() == InQuotes(words.front()))) return false;
  diagnostic.fixes.push_back(
      WriteFix(context.issue.span, absl::StrCat("[", absl::StrJoin(codes, ", "), "]"), false));
  return true;
}

// The values of an object whose keys are whole numbers, by those: a list, as converters from YAML
// and properties write it. Empty where another key stands there.
absl::btree_map<uint64_t, NodeId> ValuesByIndex(const JsonTree& tree, NodeId object) {
  absl::btree_map<uint64_t, NodeId> values;
  if (tree.kind(object) != JsonKind::kObject) return values;
  bool are_indices = true;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    uint64_t index = 0;
    const absl::string_view key = tree.Text(member.key);
    are_indices = are_indices && absl::SimpleAtoi(key, &index) && key == absl::StrCat(index) &&
                  values.try_emplace(index, member.value).second;
  });
  if (!are_indices) values.clear();
  return values;
}

// Writes the list of an object's values, in the order of its keys. Safe where none is missing.
Fix ListOfValuesFix(const JsonTree& tree, NodeId object,
                    const absl::btree_map<uint64_t, NodeId>& values) {
  const Span span = tree.span(object);
  const uint64_t first = values.begin()->first;
  const bool is_whole = first <= 1 && values.rbegin()->first - first == values.size() - 1;
  Fix fix = {"write its values as a list", is_whole, {}};
  const bool is_in_order =
      std::is_sorted(values.begin(), values.end(),
                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (!is_in_order) {
    std::vector<absl::string_view> texts;
    for (const auto& [index, value] : values) texts.push_back(Slice(tree.text(), tree.span(value)));
    fix.title += ", in the order of its keys";
    fix.otherwise = fix.title;
    fix.edits.push_back({span, absl::StrCat("[", absl::StrJoin(texts, ", "), "]")});
    return fix;
  }
  fix.edits.push_back({OpeningBracket(span), "["});
  tree.ForEachMember(object, [&](const JsonMember& member) {
    fix.edits.push_back({{tree.span(member.key).begin, tree.span(member.value).begin}, ""});
  });
  fix.edits.push_back({{span.end - 1, span.end}, "]"});
  return fix;
}

// `{"ring_hash_experimental": {}, "round_robin": {}}` where a list of LB policies is wanted: an
// entry for each of them. True for any object with several keys, which is no entry.
bool OfferEntriesOfPolicies(const JsonTree& tree, NodeId object, const Field& expected,
                            Diagnostic& diagnostic) {
  const bool has_several =
      expected.message == &LoadBalancingConfigMessage() && tree.kind(object) == JsonKind::kObject &&
      tree.node(object).next > object + 1 && tree.node(object + 2).next < tree.node(object).next;
  if (!has_several) return false;
  const Span span = tree.span(object);
  Fix fix = {.title = "write a list with an entry for each policy, the preferred one first",
             .safe = false,
             .edits = {{OpeningBracket(span), "["}, {{span.end - 1, span.end}, "]"}}};
  bool are_policies = true;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    const absl::string_view key = tree.Text(member.key);
    are_policies = are_policies && tree.kind(member.value) == JsonKind::kObject &&
                   FindField(LoadBalancingConfigMessage(), key) != nullptr;
    const uint32_t begin = tree.span(member.key).begin;
    const uint32_t end = tree.span(member.value).end;
    fix.edits.push_back({{begin, begin}, "{"});
    fix.edits.push_back({{end, end}, "}"});
  });
  if (are_policies) {
    fix.otherwise = fix.title;
    diagnostic.fixes.push_back(std::move(fix));
  } else {
    diagnostic.help.emplace_back(
        "write a list with an entry for each policy, as in `[{\"round_robin\": {}}]`");
  }
  return true;
}

// `{"a.B": {"timeout": "5s"}}` where the entries are wanted: one for each key.
bool OfferEntriesOfKeys(const JsonTree& tree, NodeId object, const Field& expected,
                        Diagnostic& diagnostic) {
  if (expected.message != &MethodConfigMessage()) return false;
  std::vector<TextEdit> edits = EditsToEntries(tree, object);
  if (edits.empty()) return false;
  const Span span = tree.span(object);
  edits.push_back({OpeningBracket(span), "["});
  edits.push_back({{span.end - 1, span.end}, "]"});
  diagnostic.fixes.push_back({.title = "write an entry with `name` for each of its keys",
                              .safe = false,
                              .edits = std::move(edits)});
  return true;
}

// `[{"name": "a", ...}]` where an object with a key for each is wanted.
void OfferKeys(const JsonTree& tree, NodeId list, Diagnostic& diagnostic) {
  const Span span = tree.span(list);
  Fix fix = {.title = "write each of them under its `name`",
             .safe = false,
             .edits = {{{span.begin, span.begin + 1}, "{"}, {{span.end - 1, span.end}, "}"}}};
  bool are_named = tree.node(list).next > list + 1;
  absl::flat_hash_set<absl::string_view> names;
  tree.ForEachElement(list, [&](NodeId element) {
    const absl::string_view name = MemberText(tree, element, "name");
    are_named = are_named && names.insert(name).second && !name.empty();
    if (!are_named) return;
    const NodeId value = MemberOf(tree, element, "name");
    const Span member = {tree.span(tree.KeyOf(value)).begin, tree.span(value).end};
    const uint32_t begin = tree.span(element).begin;
    fix.edits.push_back({{begin, begin}, absl::StrCat(InQuotes(name), ": ")});
    fix.edits.push_back({WithComma(tree.text(), member), ""});
  });
  if (!are_named) {
    diagnostic.help.emplace_back("write an object with a key for each of them");
    return;
  }
  fix.otherwise = fix.title;
  diagnostic.fixes.push_back(std::move(fix));
}

// A list around the one value that is wanted.
void OfferWithoutBrackets(const IssueContext& context, const Field& expected,
                          Diagnostic& diagnostic) {
  const NodeId list = context.issue.node;
  if (expected.shape == Shape::kList || context.tree.kind(list) != JsonKind::kArray) return;
  if (expected.shape == Shape::kMap) return OfferKeys(context.tree, list, diagnostic);
  const NodeId only = list + 1;
  const NodeId end = context.tree.node(list).next;
  if (end == only) return;
  if (context.tree.node(only).next != end) {
    const bool is_pair = expected.json_name == "name" && end == only + 2 &&
                         IsFullName(context.tree.Text(only)) &&
                         IsFullName(context.tree.Text(only + 1));
    if (is_pair) {
      diagnostic.fixes.push_back(
          WriteNameFix(context.issue.span, context.tree.Text(only), context.tree.Text(only + 1)));
      return;
    }
    diagnostic.help.emplace_back("write only one of them");
    return;
  }
  if (context.tree.kind(only) == JsonKind::kArray) return;
  const Span outer = context.tree.span(list);
  const Span inner = context.tree.span(only);
  diagnostic.fixes.push_back(UnwrapFix("remove the brackets around it", outer, inner));
}

// `"method": ["A", "B"]`: a name for each of them.
void OfferNames(const IssueContext& context, Diagnostic& diagnostic) {
  constexpr size_t kMostNames = 50;
  const JsonTree& tree = context.tree;
  const NodeId list = context.issue.node;
  const NodeId name = ParentOf(context.pointers, list - 1).object;
  const bool is_method = context.issue.field->json_name == "method";
  const absl::string_view service = MemberText(tree, name, "service");
  std::vector<absl::string_view> texts;
  bool are_plain = !is_method || IsFullName(service);
  tree.ForEachElement(list, [&](NodeId element) {
    const absl::string_view text = tree.Text(element);
    are_plain = are_plain && tree.kind(element) == JsonKind::kString && IsFullName(text);
    if (are_plain && texts.size() <= kMostNames) texts.push_back(text);
  });
  size_t members = 0;
  tree.ForEachMember(name, [&](const JsonMember&) { ++members; });
  const bool is_whole = are_plain && members == (is_method ? 2 : 1);
  diagnostic.help.emplace_back(is_method ? "give each method a name of its own in the list"
                                         : "give each service a name of its own in the list");
  if (!is_whole || texts.empty() || texts.size() > kMostNames) return;
  diagnostic.fixes.push_back(WriteFix(
      tree.span(name), NamesText(is_method ? service : absl::string_view(), texts), false));
}

// JSON in a string, as of a config that was encoded twice.
void OfferDecoded(const IssueContext& context, JsonKind wanted, Diagnostic& diagnostic) {
  const absl::string_view text = context.tree.Text(context.issue.node);
  const absl::string_view inside = absl::StripAsciiWhitespace(text);
  const char open = wanted == JsonKind::kArray ? '[' : '{';
  if (inside.empty() || (inside[0] != open && inside[0] != '{')) return;
  Fix fix = DecodedFix(context.tree, context.issue.node);
  if (fix.edits.empty()) return;
  diagnostic.notes.emplace_back("the string holds JSON, which was encoded twice");
  diagnostic.fixes.push_back(std::move(fix));
}

// "4MB" where bytes are wanted.
void OfferBytes(const IssueContext& context, Diagnostic& diagnostic) {
  constexpr uint64_t kMost = uint64_t{1} << 20U;
  const std::string text =
      absl::AsciiStrToLower(absl::StripAsciiWhitespace(context.tree.Text(context.issue.node)));
  absl::string_view unit = text;
  absl::string_view digits =
      unit.substr(0, std::min(unit.find_first_not_of("0123456789"), unit.size()));
  unit = absl::StripAsciiWhitespace(unit.substr(digits.size()));
  absl::ConsumeSuffix(&unit, "ytes");
  absl::ConsumeSuffix(&unit, "b");
  uint64_t count = 0;
  if (!absl::SimpleAtoi(digits, &count) || count > kMost) return;
  const bool is_binary = absl::ConsumeSuffix(&unit, "i");
  const size_t power = unit.empty() ? 0 : absl::string_view("kmg").find(unit) + 1;
  if (unit.size() > 1 || (unit.size() == 1 && power == 0)) return;
  if (power == 0 && is_binary) return;
  uint64_t decimal = count;
  uint64_t binary = count;
  for (size_t i = 0; i < power; ++i) {
    decimal *= 1000;
    binary *= 1024;
  }
  if (is_binary || decimal == binary) {
    diagnostic.fixes.push_back(WriteFix(context.issue.span, absl::StrCat(binary), false));
    return;
  }
  diagnostic.help.push_back(absl::StrCat("write the number of bytes, ", binary, " or ", decimal));
}

// A single element where its list is wanted. `"name": {}` applies to no method, `[{}]` to all. An
// object without a field of the element would be refused no longer, and ignored.
void OfferBrackets(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  const JsonKind kind = context.tree.kind(context.issue.node);
  const bool lone =
      expected.type == FieldType::kMessage ? kind == JsonKind::kObject : kind == JsonKind::kString;
  if (expected.shape != Shape::kList) return;
  const NodeId object = context.issue.node;
  const absl::btree_map<uint64_t, NodeId> by_index = ValuesByIndex(context.tree, object);
  if (!by_index.empty()) {
    diagnostic.fixes.push_back(ListOfValuesFix(context.tree, object, by_index));
    return;
  }
  if (OfferEntriesOfPolicies(context.tree, object, expected, diagnostic)) return;
  const NodeId inner = OnlyValueUnder(context.tree, object, expected.json_name);
  if (inner != kNoNode && context.tree.kind(inner) == JsonKind::kArray) {
    diagnostic.fixes.push_back(UnwrapFix(
        absl::StrCat("remove the second `", expected.json_name, "` and the braces around it"),
        context.issue.span, context.tree.span(inner)));
    return;
  }
  if (kind == JsonKind::kObject && OfferEntriesOfKeys(context.tree, object, expected, diagnostic)) {
    return;
  }
  if (!lone) return;
  const bool empty_object =
      kind == JsonKind::kObject && context.tree.node(object).next == object + 1;
  const bool is_element = kind == JsonKind::kString || empty_object ||
                          HasFieldOf(*expected.message, context.tree, object);
  if (!is_element) return;
  const bool is_known =
      expected.type != FieldType::kStatusCode || !CodeOf(context.tree.Text(object)).code.empty();
  const absl::string_view word = context.tree.Text(object);
  if (expected.json_name == "clientLanguage" && SpellingOfLanguage(word) != word) {
    diagnostic.fixes.push_back(WriteFix(
        context.issue.span, absl::StrCat("[", InQuotes(SpellingOfLanguage(word)), "]"), false));
    return;
  }
  diagnostic.fixes.push_back(PutAround(context.issue.span, "[", "]", !empty_object && is_known));
  if (!empty_object) diagnostic.fixes.back().otherwise = diagnostic.fixes.back().title;
}

// `{"seconds": 5, "nanos": 0}`, as protobuf has a Duration in memory, also by other languages'
// names.
void OfferDuration(const IssueContext& context, Diagnostic& diagnostic) {
  constexpr int64_t kMost = 1'000'000'000;
  Duration duration;
  bool is_duration = true;
  context.tree.ForEachMember(context.issue.node, [&](const JsonMember& member) {
    const std::string key = LettersOf(context.tree.Text(member.key));
    int64_t count = -1;
    const bool is_count =
        absl::SimpleAtoi(context.tree.Text(member.value), &count) && count >= 0 && count < kMost;
    const bool is_nanos = key == "nanos" || key == "nanoseconds";
    is_duration = is_duration && is_count && (key == "seconds" || is_nanos);
    if (key == "seconds") duration.seconds = count;
    if (is_nanos) duration.nanos = static_cast<int32_t>(count);
  });
  const bool is_longer = duration.seconds > 0 || duration.nanos > 0;
  if (!is_duration || !is_longer) {
    diagnostic.help.emplace_back("write one string with the seconds, such as `\"5s\"`");
    return;
  }
  Fix fix = WriteFix(context.issue.span, InQuotes(SpellDuration(duration)), false);
  fix.otherwise =
      absl::StrCat("as a string it is `", InQuotes(SpellDuration(duration)),
                   "`, which is too short: write one string with the seconds, such as `\"5s\"`");
  diagnostic.fixes.push_back(std::move(fix));
}

// `{"name": "Get"}` where a method is wanted: an object around the one value.
void OfferOnlyValue(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId object = context.issue.node;
  const bool has_member =
      tree.kind(object) == JsonKind::kObject && tree.node(object).next > object + 1;
  if (!has_member || expected.shape != Shape::kOne) return;
  const NodeId value = object + 2;
  const bool is_only = tree.node(value).next == tree.node(object).next;
  const bool is_value = is_only && !IsContainer(tree.kind(value)) && !tree.Text(value).empty() &&
                        FitsType(tree, value, expected);
  if (!is_value || DenialOf(tree.Text(object + 1), "") != Denial::kNone) return;
  diagnostic.fixes.push_back(UnwrapFix("write the value in it, without an object around it",
                                       context.issue.span, tree.span(value)));
}

// The text of an object's only field where the object is wanted: `{"serviceName": "a.B"}`.
void OfferOnlyField(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  const bool has_one = expected.message != nullptr && expected.shape == Shape::kOne &&
                       expected.message->fields.size() == 1 &&
                       expected.message->fields[0].type == FieldType::kString;
  if (!has_one || context.tree.kind(context.issue.node) != JsonKind::kString) return;
  diagnostic.fixes.push_back(
      WriteFix(context.issue.span,
               absl::StrCat("{", InQuotes(expected.message->fields[0].json_name), ": ",
                            context.Source(), "}"),
               false));
}

// LB policies with their configs where the name of one is wanted: under the key for those.
void OfferConfigsOfPolicies(const IssueContext& context, Diagnostic& diagnostic) {
  constexpr absl::string_view kList = "loadBalancingConfig";
  constexpr absl::string_view kHelp =
      "policies with their configs belong in the list `loadBalancingConfig`";
  const JsonTree& tree = context.tree;
  const NodeId value = context.issue.node;
  const NodeId key = tree.KeyOf(value);
  const bool is_list = tree.kind(value) == JsonKind::kArray;
  const NodeId entry = is_list ? value + 1 : value;
  const bool has_name =
      is_list && tree.node(value).next == entry + 1 && tree.kind(entry) == JsonKind::kString;
  if (const Field* const named = has_name ? PlainPolicy(tree.Text(entry)) : nullptr;
      named != nullptr && key != kNoNode) {
    diagnostic.fixes.push_back(WriteFix({tree.span(key).begin, tree.span(value).end},
                                        absl::StrCat(InQuotes(kList), ": ", ListOfPolicy(*named)),
                                        false));
    diagnostic.fixes.back().otherwise = std::string(kHelp);
    return;
  }
  const bool is_entry = tree.node(value).next > entry && tree.kind(entry) == JsonKind::kObject &&
                        tree.node(entry).next > entry + 1 &&
                        tree.node(entry + 2).next == tree.node(entry).next;
  const bool has_place =
      key != kNoNode && !HasMember(tree, ParentOf(context.pointers, key).object, kList);
  if (!has_place || !is_entry) {
    diagnostic.help.emplace_back(kHelp);
    return;
  }
  Fix fix = {.title = absl::StrCat("rename it to `", kList, "`",
                                   is_list ? "" : " and put `[` and `]` around its value"),
             .edits = {{tree.span(key), InQuotes(kList)}},
             .otherwise = std::string(kHelp)};
  if (!is_list) {
    const Span span = tree.span(value);
    fix.edits.push_back({{span.begin, span.begin}, "["});
    fix.edits.push_back({{span.end, span.end}, "]"});
  }
  diagnostic.fixes.push_back(std::move(fix));
}

// The name of a policy where an entry or a list of entries is wanted.
void OfferEntry(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  if (expected.message != &LoadBalancingConfigMessage()) return;
  if (context.tree.kind(context.issue.node) != JsonKind::kString) return;
  const absl::string_view name = context.tree.Text(context.issue.node);
  const Field* const policy = PlainPolicy(name);
  if (policy == nullptr) {
    if (!absl::EqualsIgnoreCase(name, "xds")) return;
    diagnostic.help.emplace_back(
        "remove it: clients use xDS if the target requests it, as in `xds:///shop`");
    return;
  }
  diagnostic.fixes.push_back(
      WriteFix(context.issue.span,
               expected.shape == Shape::kList ? ListOfPolicy(*policy) : EntryOf(*policy), false));
}

// "5%" where 5 is meant.
void OfferPercentage(const IssueContext& context, Diagnostic& diagnostic) {
  absl::string_view text = context.tree.Text(context.issue.node);
  if (context.tree.kind(context.issue.node) != JsonKind::kString) return;
  if (!absl::ConsumeSuffix(&text, "%") || !IsIntegerLiteral(text)) return;
  diagnostic.fixes.push_back(WriteFix(context.issue.span, std::string(text), false));
}

// `0.1` for "0,1"; empty for any other text. A comma before three digits may separate thousands.
std::string WithoutComma(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(',', 1));
  const bool is_decimal = IsIntegerLiteral(parts.first) && IsDigits(parts.second) &&
                          (parts.second.size() != 3 || parts.first == "0");
  return is_decimal ? absl::StrCat(parts.first, ".", parts.second) : "";
}

// "10%" or "0,1" where 0.1 is meant; of a factor 10% may be 0.1 or 1.1.
void OfferRatio(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  constexpr double kPercent = 100;
  absl::string_view text = context.tree.Text(context.issue.node);
  double percent = 0;
  const std::string with_point = WithoutComma(text);
  if (!with_point.empty()) {
    diagnostic.fixes.push_back(WriteFix(context.issue.span, with_point, false));
    return;
  }
  if (!absl::ConsumeSuffix(&text, "%") || !absl::SimpleAtod(text, &percent)) return;
  if (expected.type == FieldType::kNumber) {
    diagnostic.help.push_back(absl::StrCat("write the factor, `", 1 + percent / kPercent, "` for ",
                                           text, "% more each time"));
    return;
  }
  if (percent < 1 || percent > kPercent) return;
  diagnostic.fixes.push_back(
      WriteFix(context.issue.span, WithPoint(absl::StrCat(percent / kPercent)), false));
}

// "true", "on" or 1 where true is meant.
void OfferBool(const IssueContext& context, Diagnostic& diagnostic) {
  const std::string word = absl::AsciiStrToLower(context.tree.Text(context.issue.node));
  const bool is_true = word == "true" || word == "on" || word == "yes" || word == "1";
  const bool is_false = word == "false" || word == "off" || word == "no" || word == "0";
  if (!is_true && !is_false) return;
  diagnostic.fixes.push_back(
      WriteFix(context.issue.span, is_true ? "true" : "false", word == "true" || word == "false"));
}

// `{"service": "a.B", "method": "C"}` for `a.B/C`; empty where the text is no name.
std::string NameIn(absl::string_view text) {
  const MethodOfService colon = MethodAfterColon(text);
  if (!colon.service.empty()) return NameText(colon.service, colon.method);
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/', absl::SkipEmpty());
  const bool are_plain = !parts.empty() && parts.size() <= 2 && absl::c_all_of(parts, IsFullName);
  if (!are_plain) return "";
  const std::string whole = parts.size() == 1 ? "" : ServiceWithSlash(parts[0], parts[1]);
  if (!whole.empty()) return NameText(whole, "");
  return absl::StrCat(R"({"service": ")", parts[0],
                      parts.size() == 1 ? "" : absl::StrCat(R"(", "method": ")", parts[1]), "\"}");
}

// The text of a name, or of the only one, where an object is wanted.
void OfferName(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  const bool is_element = expected.shape == Shape::kOne;
  const std::string name = NameIn(context.tree.Text(context.issue.node));
  if (name.empty()) return;
  diagnostic.fixes.push_back(
      WriteFix(context.issue.span, is_element ? name : absl::StrCat("[", name, "]"), false));
  if (!is_element) return;
  diagnostic.together = {.subject = Quoted(context.Source()),
                         .remedy = absl::StrCat("`", name, "`"),
                         .message = "{subjects} in `name` are strings; each must be an object",
                         .fix = "write {remedies}"};
}

// True for a string in place of a name, or of the list of names.
bool IsNameText(const IssueContext& context) {
  const Issue& issue = context.issue;
  return issue.field != nullptr && issue.field->json_name == "name" &&
         issue.message->name == "MethodConfig" &&
         context.tree.kind(issue.node) == JsonKind::kString;
}

// A config in a list, and the list of choices that DNS has.
void OfferConfigInList(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  NodeId list = context.issue.node;
  const auto has_list_alone = [&] {
    const NodeId end = tree.node(list).next;
    return end > list + 1 && tree.kind(list + 1) == JsonKind::kArray &&
           tree.node(list + 1).next == end;
  };
  while (has_list_alone()) ++list;
  size_t count = 0;
  bool are_choices = false;
  tree.ForEachElement(list, [&](NodeId entry) {
    ++count;
    are_choices = are_choices || MemberOf(tree, entry, "serviceConfig") != kNoNode;
  });
  if (are_choices) {
    diagnostic.help.emplace_back(
        "a client needs one config: write the `serviceConfig` of one choice; lists of choices are "
        "for DNS, see `--kind choices`");
    return;
  }
  if (count != 1 || !HasFieldOf(ServiceConfigMessage(), tree, list + 1)) {
    diagnostic.help.emplace_back("write one config, an object, without a list around it");
    return;
  }
  diagnostic.fixes.push_back(UnwrapFix("remove the brackets: the config is in a list",
                                       context.issue.span, tree.span(list + 1)));
}

// An element that is no entry leaves a list of LB policies without any, if it is alone.
void ExplainListOfPolicies(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId element = context.issue.node;
  const NodeId list = context.pointers.ContainerOf(element);
  const bool is_alone =
      element == list + 1 && context.tree.node(element).next == context.tree.node(list).next;
  if (is_alone) diagnostic.explains = {context.tree.span(list)};
}

void DescribeRoot(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view kind = KindName(context.tree.kind(context.issue.node));
  if (context.issue.message != &ChoiceMessage()) {
    diagnostic.message = absl::StrCat("the config is ", kind, "; it must be an object");
    OfferDecoded(context, JsonKind::kObject, diagnostic);
    if (context.tree.kind(context.issue.node) == JsonKind::kArray) {
      OfferConfigInList(context, diagnostic);
    }
    return;
  }
  if (context.issue.node != JsonTree::kRoot) {
    diagnostic.message = absl::StrCat("a choice is ", kind, "; it must be an object");
    return;
  }
  diagnostic.message =
      absl::StrCat("the list of choices is ", kind, "; it must be an array of objects");
  if (context.tree.kind(context.issue.node) != JsonKind::kObject) {
    diagnostic.help.emplace_back("a list of choices is `[{\"serviceConfig\": {...}}]`");
    return;
  }
  bool is_choice = false;
  context.tree.ForEachMember(context.issue.node, [&](const JsonMember& member) {
    const absl::string_view key = context.tree.Text(member.key);
    is_choice = is_choice || FindField(ChoiceMessage(), key) != nullptr;
  });
  const absl::string_view before = is_choice ? "[" : "[{\"serviceConfig\": ";
  const absl::string_view after = is_choice ? "]" : "}]";
  diagnostic.fixes.push_back(PutAround(context.issue.span, before, after, false));
}

// The value with its key, if it has one.
void OfferToRemove(const IssueContext& context, std::string title, Diagnostic& diagnostic) {
  const NodeId node = context.issue.node;
  const NodeId key = context.tree.KeyOf(node);
  const Span member = {context.tree.span(key == kNoNode ? node : key).begin,
                       context.issue.span.end};
  diagnostic.fixes.push_back(RemoveFix(std::move(title), WithComma(context.tree.text(), member)));
  diagnostic.fixes.back().safe = false;
}

// `false` where a value of another type belongs: the field is not intended there. Without a part of
// its names an entry would be for nothing, or for more.
bool OfferRemoval(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId key = context.tree.KeyOf(context.issue.node);
  const bool is_off = context.tree.kind(context.issue.node) == JsonKind::kFalse && key != kNoNode;
  const Message& message = *context.issue.message;
  const bool is_of_name =
      !message.of_policy && (message.name == "Name" || context.issue.field->json_name == "name");
  if (!is_off || is_of_name) return false;
  OfferToRemove(context, "remove it: an absent setting is disabled", diagnostic);
  diagnostic.fixes.back().otherwise = diagnostic.fixes.back().title;
  return true;
}

// The value that another notation of it means, for some types.
void OfferValue(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  const JsonKind kind = context.tree.kind(context.issue.node);
  if (absl::EndsWith(expected.json_name, "Bytes")) OfferBytes(context, diagnostic);
  switch (expected.type) {
    case FieldType::kDuration:
      if (kind == JsonKind::kNumber) SuggestDuration(context, diagnostic);  // 5 for "5s"
      if (kind == JsonKind::kObject) OfferDuration(context, diagnostic);
      return;
    case FieldType::kUint32:
    case FieldType::kInteger:
      return OfferPercentage(context, diagnostic);
    case FieldType::kTokenRatio:
    case FieldType::kNumber:
      return OfferRatio(context, expected, diagnostic);
    case FieldType::kBool:
      return OfferBool(context, diagnostic);
    case FieldType::kMessage:
      return OfferDecoded(context,
                          expected.shape == Shape::kList ? JsonKind::kArray : JsonKind::kObject,
                          diagnostic);
    case FieldType::kStatusCode:
      if (expected.shape == Shape::kList) {
        return OfferDecoded(context, JsonKind::kArray, diagnostic);
      }
      return OfferOnlyValue(context, expected, diagnostic);
    case FieldType::kString:
      return OfferOnlyValue(context, expected, diagnostic);
    default:
      return;
  }
}

// `"name": 5` and `"retryPolicy": true`.
void AddHelpOnPlainValue(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonKind kind = context.tree.kind(context.issue.node);
  const absl::string_view field = context.issue.field->json_name;
  if (field == "name" && kind != JsonKind::kString && !IsContainer(kind) && IsInEntry(context)) {
    diagnostic.help.emplace_back(
        R"(list the services and methods, as in `[{"service": "package.Service"}]`)");
  }
  if (field == "retryPolicy" && kind == JsonKind::kTrue) {
    diagnostic.help.push_back(ExampleOfPolicy(3));
  }
}

}  // namespace

// One edit for each escape, so that what is in the string keeps its place.
Fix DecodedFix(const JsonTree& tree, NodeId string) {
  Fix fix = {.title = "write the contents of the string, without quotes and backslashes",
             .otherwise = string == JsonTree::kRoot ? "encode the config only once"
                                                    : "write the value itself, not in a string"};
  if (tree.kind(string) != JsonKind::kString || !IsJson(ParseJson(tree.Text(string)))) return fix;
  const Span span = tree.span(string);
  const absl::string_view source = Slice(tree.text(), span);
  fix.edits.push_back({{span.begin, span.begin + 1}, ""});
  for (uint32_t at = 1; at + 1 < source.size(); ++at) {
    if (source[at] != '\\') continue;
    const bool is_blank = absl::StrContains("nrt", source.substr(at + 1, 1));
    const bool is_plain = absl::StrContains("\"\\/", source.substr(at + 1, 1));
    if (!is_blank && !is_plain) return {};  // one that is part of a string in the string
    const uint32_t begin = span.begin + at;
    fix.edits.push_back({{begin, begin + (is_blank ? 2 : 1)}, is_blank ? " " : ""});
    ++at;
  }
  fix.edits.push_back({{span.end - 1, span.end}, ""});
  return fix;
}

bool FitsType(const JsonTree& tree, NodeId value, const Field& field) {
  const JsonKind kind = tree.kind(value);
  if (kind == JsonKind::kNull || IsNothing(kind)) return true;
  if (!FitsContainer(kind, field)) return false;
  if (IsContainer(kind)) return true;
  switch (field.type) {
    case FieldType::kJsonValue:
      return true;
    case FieldType::kBool:
      return kind == JsonKind::kTrue || kind == JsonKind::kFalse;
    case FieldType::kString:
    case FieldType::kDuration:
    case FieldType::kPolicyName:
    case FieldType::kHeaderName:
      return kind == JsonKind::kString;
    case FieldType::kStatusCode:
      return kind == JsonKind::kString || kind == JsonKind::kNumber;
    default:  // what is wrong with a number in quotes has words of its own
      return kind == JsonKind::kNumber ||
             (kind == JsonKind::kString && IsJsonNumber(tree.Text(value)));
  }
}

NodeId ListOfNames(const IssueContext& context) {
  return IsNameText(context) && IsElement(context)
             ? context.pointers.ContainerOf(context.issue.node)
             : kNoNode;
}

void DescribeWrongType(const IssueContext& context, Diagnostic& diagnostic) {
  const Issue& issue = context.issue;
  diagnostic.once = "the value has the right type";
  if (issue.message == &LoadBalancingConfigMessage()) {
    return DescribePolicyConfig(context, diagnostic);
  }
  if (issue.field == nullptr) return DescribeRoot(context, diagnostic);
  if (DescribeTemplate(context, diagnostic)) return;
  const JsonKind kind = context.tree.kind(issue.node);
  Field expected = *issue.field;
  if (IsElement(context)) expected.shape = Shape::kOne;
  diagnostic.message =
      absl::StrCat(PlaceName(context), " is ", KindName(kind), "; it must be ", TypeName(expected));
  if (expected.message == &LoadBalancingConfigMessage() && IsElement(context)) {
    ExplainListOfPolicies(context, diagnostic);
  }
  if (OfferRemoval(context, diagnostic)) return;
  if (issue.field->stage == Stage::kExperimental) {
    return OfferToRemove(context, "remove it: it has no effect", diagnostic);
  }
  OfferValue(context, expected, diagnostic);
  AddHelpOnPlainValue(context, diagnostic);
  if (issue.message->name == "Name" && !issue.message->of_policy && kind == JsonKind::kArray) {
    return OfferNames(context, diagnostic);
  }
  if (expected.type == FieldType::kPolicyName && IsContainer(kind)) {
    return OfferConfigsOfPolicies(context, diagnostic);
  }
  OfferWithoutBrackets(context, expected, diagnostic);
  OfferOnlyField(context, expected, diagnostic);
  if (IsNameText(context)) return OfferName(context, expected, diagnostic);
  if (!diagnostic.fixes.empty()) return;
  if (!OfferCodes(context, expected, diagnostic)) OfferBrackets(context, expected, diagnostic);
  OfferEntry(context, expected, diagnostic);
}

}  // namespace grpcfg
