// Words on values of the wrong JSON type, and what was probably meant.
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/name_text.h"
#include "rules/words.h"
#include "schema/fields/status_code.h"
#include "schema/json/number.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

// The LB policy that `name` is or was meant to be, if it needs no field in its config; else null.
const Field* PlainPolicy(absl::string_view name) {
  const Field* const known = FindField(LoadBalancingConfigMessage(), name);
  const Field* const policy = known == nullptr ? SuggestPolicy(name) : known;
  return policy != nullptr && policy->message->required == 0 ? policy : nullptr;
}

std::string EntryOf(const Field& policy) {
  return absl::StrCat("{\"", policy.json_name, "\": {}}");
}

void DescribeRoot(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view kind = KindName(context.tree.kind(context.issue.node));
  if (context.issue.message != &ChoiceMessage()) {
    diagnostic.message = absl::StrCat("the config is ", kind, "; it must be an object");
    if (context.tree.kind(context.issue.node) == JsonKind::kArray) {
      diagnostic.help.emplace_back(
          "where a config is wanted, write what one choice has as `serviceConfig`; lists of "
          "choices "
          "are for DNS, see `--kind choices`");
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

// `"UNAVAILABLE, ABORTED"` where a list of codes is wanted; false for what is none.
bool OfferCodes(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  const bool is_text = context.tree.kind(context.issue.node) == JsonKind::kString;
  if (expected.type != FieldType::kStatusCode || expected.shape != Shape::kList || !is_text)
    return false;
  std::vector<std::string> codes;
  for (const absl::string_view code : absl::StrSplit(context.tree.Text(context.issue.node),
                                                     absl::ByAnyChar(",| "), absl::SkipEmpty())) {
    if (!absl::c_linear_search(kStatusCodeNames, code)) return false;
    codes.push_back(InQuotes(code));
  }
  if (codes.size() < 2) return false;
  diagnostic.fixes.push_back(
      WriteFix(context.issue.span, absl::StrCat("[", absl::StrJoin(codes, ", "), "]"), false));
  return true;
}

// True if the keys of an object are "0", "1" and so on: a list, as converters from YAML and
// properties write it.
bool HasIndicesAsKeys(const JsonTree& tree, NodeId object) {
  size_t index = 0;
  bool are_indices = tree.kind(object) == JsonKind::kObject;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    are_indices = are_indices && tree.Text(member.key) == absl::StrCat(index++);
  });
  return are_indices && index > 0;
}

// Writes the list of an object's values.
Fix ListOfValuesFix(const JsonTree& tree, NodeId object) {
  const Span span = tree.span(object);
  Fix fix = {"write its values as a list", true, {}};
  fix.edits.push_back({OpeningBracket(span), "["});
  tree.ForEachMember(object, [&](const JsonMember& member) {
    fix.edits.push_back({{tree.span(member.key).begin, tree.span(member.value).begin}, ""});
  });
  fix.edits.push_back({{span.end - 1, span.end}, "]"});
  return fix;
}

// True if a client uses something of the object as one of `message`.
bool HasFieldOf(const Message& message, const JsonTree& tree, NodeId object) {
  bool has_field = false;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    has_field = has_field || FindField(message, tree.Text(member.key)) != nullptr;
  });
  return has_field;
}

// A single element where its list is wanted. `"name": {}` applies to no method, `[{}]` to all. An
// object without a field of the element would be refused no longer, and ignored.
void OfferBrackets(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  const JsonKind kind = context.tree.kind(context.issue.node);
  const bool lone =
      expected.type == FieldType::kMessage ? kind == JsonKind::kObject : kind == JsonKind::kString;
  if (expected.shape != Shape::kList) return;
  const NodeId object = context.issue.node;
  if (kind == JsonKind::kObject && HasIndicesAsKeys(context.tree, object)) {
    diagnostic.fixes.push_back(ListOfValuesFix(context.tree, object));
    return;
  }
  if (!lone) return;
  const bool empty_object =
      kind == JsonKind::kObject && context.tree.node(object).next == object + 1;
  const bool is_element = kind == JsonKind::kString || empty_object ||
                          HasFieldOf(*expected.message, context.tree, object);
  if (!is_element) return;
  diagnostic.fixes.push_back(PutAround(context.issue.span, "[", "]", !empty_object));
}

// `{"seconds": 5, "nanos": 0}`, as protobuf has a Duration in memory.
void OfferDuration(const IssueContext& context, Diagnostic& diagnostic) {
  constexpr int64_t kMost = 1'000'000'000;
  Duration duration;
  bool is_duration = true;
  context.tree.ForEachMember(context.issue.node, [&](const JsonMember& member) {
    const absl::string_view key = context.tree.Text(member.key);
    int64_t count = -1;
    const bool is_count =
        absl::SimpleAtoi(context.tree.Text(member.value), &count) && count >= 0 && count < kMost;
    is_duration = is_duration && is_count && (key == "seconds" || key == "nanos");
    if (key == "seconds") duration.seconds = count;
    if (key == "nanos") duration.nanos = static_cast<int32_t>(count);
  });
  const bool is_longer = duration.seconds > 0 || duration.nanos > 0;
  if (!is_duration || !is_longer) return;
  diagnostic.fixes.push_back(
      WriteFix(context.issue.span, InQuotes(SpellDuration(duration)), false));
}

// The name of a policy where an entry or a list of entries is wanted.
void OfferEntry(const IssueContext& context, const Field& expected, Diagnostic& diagnostic) {
  if (expected.message != &LoadBalancingConfigMessage()) return;
  if (context.tree.kind(context.issue.node) != JsonKind::kString) return;
  const Field* const policy = PlainPolicy(context.tree.Text(context.issue.node));
  if (policy == nullptr) return;
  const bool list = expected.shape == Shape::kList;
  const std::string entry = absl::StrCat(list ? "[" : "", EntryOf(*policy), list ? "]" : "");
  diagnostic.fixes.push_back(WriteFix(context.issue.span, entry, false));
}

// "5%" where 5 is meant.
void OfferPercentage(const IssueContext& context, Diagnostic& diagnostic) {
  absl::string_view text = context.tree.Text(context.issue.node);
  if (context.tree.kind(context.issue.node) != JsonKind::kString) return;
  if (!absl::ConsumeSuffix(&text, "%") || !IsIntegerLiteral(text)) return;
  diagnostic.fixes.push_back(WriteFix(context.issue.span, std::string(text), false));
}

// "true" where true is meant.
void OfferBool(const IssueContext& context, Diagnostic& diagnostic) {
  const std::string word = absl::AsciiStrToLower(context.tree.Text(context.issue.node));
  if (word != "true" && word != "false") return;
  diagnostic.fixes.push_back(WriteFix(context.issue.span, word, true));
}

// `{"service": "a.B", "method": "C"}` for `a.B/C`; empty where the text is no name.
std::string NameIn(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/', absl::SkipEmpty());
  const bool are_plain = !parts.empty() && parts.size() <= 2 && absl::c_all_of(parts, IsFullName);
  if (!are_plain) return "";
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

}  // namespace

NodeId ListOfNames(const IssueContext& context) {
  return IsNameText(context) && IsElement(context)
             ? context.pointers.ContainerOf(context.issue.node)
             : kNoNode;
}

void DescribeWrongType(const IssueContext& context, Diagnostic& diagnostic) {
  const Issue& issue = context.issue;
  if (issue.message == &LoadBalancingConfigMessage()) {
    return DescribePolicyConfig(context, diagnostic);
  }
  if (issue.field == nullptr) return DescribeRoot(context, diagnostic);
  const JsonKind kind = context.tree.kind(issue.node);
  Field expected = *issue.field;
  if (IsElement(context)) expected.shape = Shape::kOne;
  diagnostic.message =
      absl::StrCat(PlaceName(context), " is ", KindName(kind), "; it must be ", TypeName(expected));
  if (expected.type == FieldType::kDuration && kind == JsonKind::kNumber) {
    SuggestDuration(context, diagnostic);  // `5` where `"5s"` is meant
  }
  if (expected.type == FieldType::kDuration && kind == JsonKind::kObject) {
    OfferDuration(context, diagnostic);
  }
  if (expected.type == FieldType::kUint32 || expected.type == FieldType::kInteger) {
    OfferPercentage(context, diagnostic);
  }
  if (expected.type == FieldType::kPolicyName && IsContainer(kind)) {
    diagnostic.help.emplace_back("policies with their configs belong in `loadBalancingConfig`");
  }
  if (expected.type == FieldType::kBool && kind == JsonKind::kString)
    OfferBool(context, diagnostic);
  if (IsNameText(context)) return OfferName(context, expected, diagnostic);
  if (!OfferCodes(context, expected, diagnostic)) OfferBrackets(context, expected, diagnostic);
  OfferEntry(context, expected, diagnostic);
}

}  // namespace grpcfg
