// Words on keys that no field of their object has, and what was probably meant.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/strings/substitute.h"
#include "rules/unknown_keys.h"
#include "rules/words.h"
#include "schema/clients/own_keys.h"
#include "schema/fields/full_name.h"
#include "schema/json/foreign_format.h"
#include "schema/json/number.h"
#include "schema/read/suggest.h"
#include "schema/read/synonyms.h"
#include "validator/engine/client_names.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

std::string FieldsOf(const Message& message) {
  std::vector<std::string> names;
  for (const Field& field : message.fields) {
    if (field.stage == Stage::kCurrent) names.push_back(absl::StrCat("`", field.json_name, "`"));
  }
  return Enumerate(names);
}

// True for the key of a name (MethodConfig.Name), which says what an entry is for.
bool IsInName(const Message& message) { return !message.of_policy && message.name == "Name"; }

// True if a key before this one in its object would get the same name: a fix of both would make a
// duplicate. Also where too many keys stand before it to tell.
bool IsTaken(const IssueContext& context, const Field& name) {
  constexpr int kMostKeys = 64;
  int keys = 0;
  bool taken = false;
  const NodeId object = ParentOf(context.pointers, context.issue.node).object;
  context.tree.ForEachMember(object, [&](const JsonMember& member) {
    if (member.key >= context.issue.node || ++keys > kMostKeys) return;
    const absl::string_view key = context.tree.Text(member.key);
    const Field* const field = FindField(*context.issue.message, key);
    if (field != nullptr && field->stage == Stage::kForeign) return;
    taken = taken || field == &name ||
            SuggestMember(*context.issue.message, context.tree, member.key).field == &name;
  });
  return taken || keys > kMostKeys;
}

// True for `maxRetries` and the like in place of `maxAttempts`, and for the `attempts` of Istio
// (networking.v1 HTTPRetry: the number of retries).
bool CountsRetries(const IssueContext& context) {
  if (context.issue.field->json_name != "maxAttempts") return false;
  const JsonTree& tree = context.tree;
  const NodeId key = context.issue.node;
  const NodeId object = ParentOf(context.pointers, key).object;
  const bool is_of_istio =
      LettersOf(tree.Text(key)) == "attempts" &&
      (HasMember(tree, object, "perTryTimeout") ||
       (tree.KeyOf(object) != kNoNode && tree.Text(tree.KeyOf(object)) == "retries"));
  return is_of_istio || absl::StrContains(absl::AsciiStrToLower(tree.Text(key)), "retr");
}

absl::string_view SourceOf(const IssueContext& context, NodeId node) {
  return Slice(context.tree.text(), context.tree.span(node));
}

// Writes the member that was meant in place of the key and its value.
Fix WriteMemberFix(const IssueContext& context, std::string value) {
  const NodeId key = context.issue.node;
  const std::string name = InQuotes(context.issue.field->json_name);
  return {absl::StrCat("write `", name, ": ", value, "`"),
          false,
          {{context.tree.span(key), name}, {context.tree.span(key + 1), value}}};
}

// Writes the list `name` in place of a service, or a method with its service, under another key, or
// of a list of them.
bool OfferName(const IssueContext& context, Diagnostic& diagnostic) {
  constexpr size_t kMostNames = 50;
  const JsonTree& tree = context.tree;
  const NodeId value = context.issue.node + 1;
  std::vector<NodeId> texts = {value};
  if (tree.kind(value) == JsonKind::kArray) {
    texts.clear();
    tree.ForEachElement(value, [&](NodeId element) { texts.push_back(element); });
  }
  std::vector<std::string> names;
  for (const NodeId text : texts) {
    const KeyOfName name = NameInKey(tree.Text(text));
    const bool is_name = tree.kind(text) == JsonKind::kString && !name.service.empty();
    if (!is_name || names.size() == kMostNames) return false;
    names.push_back(NameText(name.service, name.method));
  }
  if (names.empty()) return false;
  diagnostic.fixes.push_back(
      WriteMemberFix(context, absl::StrCat("[", absl::StrJoin(names, ", "), "]")));
  return true;
}

constexpr absl::string_view kCountsFirst = "`maxAttempts` counts the first attempt, too";

// Writes `maxAttempts` in place of a number of retries.
void OfferAttempts(const IssueContext& context, Diagnostic& diagnostic) {
  int retries = 0;
  const bool is_count = absl::SimpleAtoi(context.tree.Text(context.issue.node + 1), &retries) &&
                        retries >= 1 && retries < 1000;
  if (!is_count) {
    diagnostic.notes.emplace_back(kCountsFirst);
    return;
  }
  diagnostic.fixes.push_back(WriteMemberFix(context, absl::StrCat(retries + 1)));
  diagnostic.fixes.back().title += ", which counts the first attempt, too";
}

// Writes a number as the duration that it is by the unit at the end of the key; without one, says
// what it may be.
void OfferDurationByUnit(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view name = context.issue.field->json_name;
  const absl::string_view count = context.tree.Text(context.issue.node + 1);
  const KeyUnit* const unit = UnitOf(context.tree.Text(context.issue.node));
  if (unit == nullptr) {
    const auto seconds = CorrectedDuration(count);
    const auto milliseconds = CorrectedDuration(absl::StrCat(count, "ms"));
    diagnostic.help.push_back(!seconds || !milliseconds
                                  ? "write a number of seconds as a string, such as `\"5s\"`"
                                  : absl::StrCat("as `", name, "` it is `", InQuotes(*milliseconds),
                                                 "` if milliseconds are meant, `",
                                                 InQuotes(*seconds), "` if seconds"));
    return;
  }
  const auto corrected = CorrectedDuration(absl::StrCat(count, unit->of_duration));
  if (!corrected) return;
  const Duration duration = ParseDuration(*corrected).value;
  const bool is_timeout = name == "timeout";
  diagnostic.fixes.push_back(
      WriteMemberFix(context, InQuotes(is_timeout ? WithNineDecimals(duration) : *corrected)));
  const std::string too_short = is_timeout ? WhyTooShort(duration) : std::string();
  diagnostic.fixes.back().otherwise = absl::StrCat("as `", name, "` it is `", InQuotes(*corrected),
                                                   "`", too_short.empty() ? "" : ", ", too_short);
}

// Writes a size in bytes, by the unit at the end of the key.
void OfferBytesByUnit(const IssueContext& context, const KeyUnit& unit, Diagnostic& diagnostic) {
  uint64_t count = 0;
  uint64_t bytes = 0;
  const bool is_whole = unit.bytes != 0 &&
                        absl::SimpleAtoi(context.tree.Text(context.issue.node + 1), &count) &&
                        !__builtin_mul_overflow(count, unit.bytes, &bytes);
  if (is_whole) {
    diagnostic.fixes.push_back(WriteMemberFix(context, absl::StrCat(bytes)));
    return;
  }
  diagnostic.help.push_back(
      absl::StrCat("`", context.issue.field->json_name, "` is a number of bytes"));
}

// Writes a number in the unit of the field; false for one whose key has no other.
bool OfferInUnit(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId value = context.issue.node + 1;
  const Field& field = *context.issue.field;
  const KeyUnit* const unit = UnitOf(context.tree.Text(context.issue.node));
  const bool is_number = context.tree.kind(value) == JsonKind::kNumber;
  const bool is_counted = is_number || (context.tree.kind(value) == JsonKind::kString &&
                                        IsJsonNumber(context.tree.Text(value)));
  if (field.type == FieldType::kDuration && (is_number || (is_counted && unit != nullptr))) {
    OfferDurationByUnit(context, diagnostic);
    return true;
  }
  const bool is_size = unit != nullptr && unit->of_duration.empty() && is_counted &&
                       absl::EndsWith(field.json_name, "Bytes");
  if (is_size) OfferBytesByUnit(context, *unit, diagnostic);
  return is_size;
}

constexpr absl::string_view kOff[] = {"disabled", "disable", "isdisabled", "inactive", "off",
                                      "skip",     "skipped", "ignore",     "ignored"};
constexpr absl::string_view kOn[] = {"enabled", "enable", "isenabled", "active", "isactive", "on"};

// True for a switch that is `on` by the one words, or by the opposite of the others.
bool IsSwitch(const JsonTree& tree, NodeId key, absl::Span<const absl::string_view> on,
              absl::Span<const absl::string_view> off) {
  const std::string letters = LettersOf(tree.Text(key));
  const JsonKind kind = tree.kind(key + 1);
  return (kind == JsonKind::kTrue && absl::c_linear_search(on, letters)) ||
         (kind == JsonKind::kFalse && absl::c_linear_search(off, letters));
}

}  // namespace

bool SwitchesOff(const JsonTree& tree, NodeId key) { return IsSwitch(tree, key, kOff, kOn); }

std::string ExampleOfPolicy(int attempts) {
  return absl::StrCat(
      R"(a retry policy is an object in an entry: `"retryPolicy": {"maxAttempts": )", attempts,
      R"(, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, )"
      R"("retryableStatusCodes": ["UNAVAILABLE"]}`)");
}

namespace {

// What a number of retries stands for, as far as one can say.
void HelpWithPolicy(const IssueContext& context, Diagnostic& diagnostic) {
  const bool is_policy = context.issue.field->json_name == "retryPolicy";
  if (!is_policy || IsContainer(context.tree.kind(context.issue.node + 1))) return;
  int retries = 0;
  const absl::string_view value =
      Slice(context.tree.text(), context.tree.span(context.issue.node + 1));
  const bool is_count = absl::SimpleAtoi(value, &retries) && retries >= 1;
  if (is_count) {
    diagnostic.notes.push_back(absl::StrCat(kCountsFirst, retries > 4 ? ", and is 5 at most" : ""));
  }
  diagnostic.help.push_back(ExampleOfPolicy(is_count ? std::min(retries, 4) + 1 : 3));
}

// Writes an object with the fields of an entry as the entry for every method, which it most likely
// is: `"default": {"timeout": "5s"}`.
bool OfferAsEntry(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId value = context.issue.node + 1;
  const bool may_be_entry = context.issue.field->message == &MethodConfigMessage() &&
                            tree.kind(value) == JsonKind::kObject &&
                            !HasMember(tree, value, "name");
  bool has_field = false;
  if (may_be_entry) {
    tree.ForEachMember(value, [&](const JsonMember& member) {
      has_field = has_field ||
                  SuggestField(MethodConfigMessage(), tree.Text(member.key)).field != nullptr ||
                  FindField(MethodConfigMessage(), tree.Text(member.key)) != nullptr;
    });
  }
  if (!has_field) return false;
  const Span span = tree.span(value);
  diagnostic.fixes.push_back({.title = "write it as the entry of `methodConfig` for every method",
                              .safe = false,
                              .edits = {{{tree.span(context.issue.node).begin, span.begin + 1},
                                         R"("methodConfig": [{"name": [{}], )"},
                                        {{span.end, span.end}, "]"}}});
  return true;
}

// The value of the field that a key stands for, spelled right beside it; kNoNode if it is not
// there.
NodeId ValueBeside(const IssueContext& context) {
  return MemberOf(context.tree, ParentOf(context.pointers, context.issue.node).object,
                  context.issue.field->json_name);
}

// True if the same field stands beside the key with the same value, so that nothing is lost.
bool IsRepeated(const IssueContext& context) {
  const NodeId beside = ValueBeside(context);
  return beside != kNoNode &&
         SourceOf(context, beside) == SourceOf(context, context.issue.node + 1);
}

// What becomes of two values whose keys differ in case alone (encoding/json decode.go object: Go
// decodes one after the other into the same field).
void DescribeCasePair(const IssueContext& context, NodeId beside, Diagnostic& diagnostic) {
  diagnostic.secondary.push_back({context.tree.span(beside - 1), "which is here"});
  if (IsRepeated(context)) return;
  const NodeId own = context.issue.node + 1;
  const absl::string_view name = context.issue.field->json_name;
  const std::string value = Quoted(SourceOf(context, own));
  const std::string other = Quoted(SourceOf(context, beside));
  const bool has_parts = IsContainer(context.tree.kind(own));
  diagnostic.message = absl::StrCat(
      "unknown field ", Quoted(context.tree.Text(context.issue.node)), " beside `", name, "`; ",
      has_parts
          ? absl::StrCat("Go reads both, and the later one wins; the others read only `", name, "`")
      : own > beside ? absl::StrCat("Go takes the later, ", value, "; the others take ", other)
                     : absl::StrCat("Go takes the later, ", other, ", as the others do"));
  diagnostic.help.push_back(absl::StrCat("keep the intended value, as `", name, "`"));
}

// The field of `message` that is `name` under the key `around`: `initial` under `backoff`, too.
const Field* FieldUnder(const Message& message, absl::string_view around, absl::string_view name) {
  const Field* const own = FindField(message, name);
  const Field* const synonym = own == nullptr ? FindSynonym(message, name) : own;
  return synonym == nullptr ? FindSynonym(message, absl::StrCat(name, around)) : synonym;
}

// The base interval of Envoy's `retry_back_off` (route.v3.RetryPolicy.RetryBackOff); empty where
// it is none.
absl::string_view BaseIntervalOf(const JsonTree& tree, NodeId key) {
  if (LettersOf(tree.Text(key)) != "retrybackoff") return "";
  const absl::string_view base = MemberText(tree, key + 1, "base_interval");
  return base.empty() ? MemberText(tree, key + 1, "baseInterval") : base;
}

// What Envoy takes for a field that its `retry_back_off` does not have: intervals double, up to ten
// times the first one. Empty for any other field.
std::string TakenByEnvoy(const Field& field, absl::string_view base_interval) {
  constexpr int32_t kTimes = 10;
  const DurationResult base = ParseDuration(base_interval);
  if (base.error != DurationError::kNone) return "";
  if (field.json_name == "backoffMultiplier") return "2";
  if (field.json_name != "maxBackoff" || base.value.seconds >= kNanosPerSecond) return "";
  const int64_t nanos = (base.value.seconds * kNanosPerSecond + base.value.nanos) * kTimes;
  return InQuotes(SpellDuration({.seconds = nanos / kNanosPerSecond,
                                 .nanos = static_cast<int32_t>(nanos % kNanosPerSecond)}));
}

// Writes the members of an object without it, by the names that they have there, if all of them
// have their place around it.
bool OfferWithoutObject(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId key = context.issue.node;
  const NodeId object = ParentOf(context.pointers, key).object;
  if (tree.kind(key + 1) != JsonKind::kObject) return false;
  const Span value = tree.span(key + 1);
  Fix fix = {
      .title = absl::StrCat("write its members without ", Quoted(tree.Text(key)), " around it"),
      .edits = {{{tree.span(key).begin, value.begin + 1}, ""}}};
  bool have_place = true;
  std::vector<const Field*> fields;
  tree.ForEachMember(key + 1, [&](const JsonMember& member) {
    const absl::string_view name = tree.Text(member.key);
    const Field* const own = FindField(*context.issue.message, name);
    const Field* const field = FieldUnder(*context.issue.message, tree.Text(key), name);
    have_place = have_place && field != nullptr && !HasMember(tree, object, field->json_name) &&
                 !absl::c_linear_search(fields, field);
    if (!have_place) return;
    fields.push_back(field);
    if (own == nullptr) fix.edits.push_back({tree.span(member.key), InQuotes(field->json_name)});
  });
  if (!have_place || fields.empty()) return false;
  std::string more;
  for (const Field& field : context.issue.message->fields) {
    const bool is_there =
        HasMember(tree, object, field.json_name) || absl::c_linear_search(fields, &field);
    const std::string taken =
        is_there ? std::string() : TakenByEnvoy(field, BaseIntervalOf(tree, key));
    if (taken.empty()) continue;
    absl::StrAppend(&more, ", ", InQuotes(field.json_name), ": ", taken);
    fields.push_back(&field);
  }
  fix.edits.push_back({{value.end - 1, value.end}, more});
  std::vector<std::string> names;
  names.reserve(fields.size());
  for (const Field* const field : fields) names.push_back(Quoted(field->json_name));
  fix.otherwise = absl::StrCat("write ", Enumerate(names), " without ", Quoted(tree.Text(key)),
                               " around ", names.size() > 1 ? "them" : "it");
  diagnostic.fixes.push_back(std::move(fix));
  return true;
}

// Writes the field with the value that one of another type stands for; where that is not clear,
// says what the field takes.
void OfferConverted(const IssueContext& context, Diagnostic& diagnostic) {
  const Field& field = *context.issue.field;
  if (field.type != FieldType::kMessage && OfferWithoutObject(context, diagnostic)) return;
  Issue of_value = context.issue;
  of_value.kind = IssueKind::kWrongType;
  of_value.node = context.issue.node + 1;
  of_value.span = context.tree.span(of_value.node);
  Diagnostic words;
  DescribeWrongType(
      {context.rule, context.tree, of_value, context.pointers, context.client, context.lb_policies},
      words);
  if (words.fixes.empty()) {
    if (diagnostic.help.empty()) diagnostic.help = std::move(words.help);
    if (!diagnostic.help.empty()) return;
    diagnostic.help.push_back(absl::StrCat("`", field.json_name, "` is ", TypeName(field)));
    return;
  }
  Fix fix = std::move(words.fixes.front());
  const bool is_whole = fix.edits.size() == 1 && fix.edits.front().span == of_value.span;
  if (fix.edits.front().span.Contains(context.issue.span)) {  // the object around it
    diagnostic.fixes.push_back(std::move(fix));
  } else if (is_whole) {
    const std::string& text = fix.edits.front().text;
    diagnostic.fixes.push_back(WriteMemberFix(context, text));
    diagnostic.fixes.back().otherwise =
        absl::StrCat("as `", field.json_name, "` it is `", text, "`");
  } else {
    fix.title = absl::StrCat("rename it to `", field.json_name, "` and ", fix.title);
    fix.safe = false;
    fix.edits.push_back({context.issue.span, InQuotes(field.json_name)});
    if (fix.otherwise.empty()) fix.otherwise = fix.title;
    diagnostic.fixes.push_back(std::move(fix));
  }
}

constexpr absl::string_view kMethodsAreNames =
    R"(write each as `{"service": "package.Service", "method": "Method"}` in the list `name`)";

// True for methods in an entry: without their service they are no names.
bool IsOfMethods(const IssueContext& context) {
  const std::string letters = LettersOf(context.tree.Text(context.issue.node));
  return context.issue.field->json_name == "name" && IsInEntry(context) &&
         (absl::StrContains(letters, "method") || absl::StrContains(letters, "rpc"));
}

// For a key that stands beside its field.
void DescribeBesideField(const IssueContext& context, Diagnostic& diagnostic) {
  const Field& field = *context.issue.field;
  diagnostic.secondary.push_back({context.issue.related, "which is here"});
  diagnostic.help.push_back(
      IsOfMethods(context) ? std::string(kMethodsAreNames)
      : field.shape == Shape::kList
          ? absl::StrCat("add the intended values to the list `", field.json_name, "`")
          : absl::StrCat("keep the intended value, as `", field.json_name, "`"));
}

// Offers what is more than another name: true if there is something, or nothing can be offered.
bool OfferMoreThanName(const IssueContext& context, SuggestionKind kind, Diagnostic& diagnostic) {
  const Field& field = *context.issue.field;
  const NodeId value = context.issue.node + 1;
  if (IsTaken(context, field) || OfferAsEntry(context, diagnostic)) return true;
  const bool is_of_names = field.json_name == "name" && IsInEntry(context);
  if (is_of_names && OfferName(context, diagnostic)) return true;
  if (IsOfMethods(context)) {
    diagnostic.help.emplace_back(kMethodsAreNames);
  } else if (CountsRetries(context)) {
    OfferAttempts(context, diagnostic);
  } else if ((kind == SuggestionKind::kSynonym || kind == SuggestionKind::kValue) &&
             OfferInUnit(context, diagnostic)) {
    return true;
  } else if (kind == SuggestionKind::kValue && field.type == FieldType::kDuration) {
    diagnostic.help.push_back(absl::StrCat("rename it to `", field.json_name,
                                           "` only if it is the time that a whole "
                                           "call may take"));
  } else if (!FitsType(context.tree, value, field)) {
    OfferConverted(context, diagnostic);
  } else {
    return false;
  }
  return true;
}

// True for a key of a retry or hedging policy, of which other libraries have each field by another
// name.
bool IsInPolicy(const Message& message) {
  return message.name == "RetryPolicy" || message.name == "HedgingPolicy";
}

// Words for all the keys of a policy of another library as one, each with what it is here.
void GroupInPolicy(const IssueContext& context, Diagnostic& diagnostic) {
  if (!IsInPolicy(*context.issue.message) || diagnostic.fixes.empty()) return;
  std::vector<TextEdit> edits = diagnostic.fixes.front().edits;
  absl::c_stable_sort(edits, [](const TextEdit& a, const TextEdit& b) {
    return a.span.begin > b.span.begin;  // so that the places of the others stay
  });
  const Span member = {context.issue.span.begin, context.tree.span(context.issue.node + 1).end};
  std::string written(Slice(context.tree.text(), member));
  for (const TextEdit& edit : edits) {
    if (!member.Contains(edit.span)) return;
    written.replace(edit.span.begin - member.begin, edit.span.end - edit.span.begin, edit.text);
  }
  diagnostic.together = {.subject = Quoted(context.tree.Text(context.issue.node)),
                         .remedy = absl::StrCat("`", absl::StripAsciiWhitespace(written), "`"),
                         .message = "unknown fields {subjects}; did you mean {remedies}?",
                         .fix = "write {remedies}"};
}

void DescribeRespelling(const IssueContext& context, const Suggestion& suggestion,
                        Diagnostic& diagnostic) {
  const absl::string_view key = context.tree.Text(context.issue.node);
  const absl::string_view name = suggestion.field->json_name;
  diagnostic.message = absl::StrCat("unknown field ", Quoted(key), "; did you mean `", name, "`?");
  if (suggestion.kind == SuggestionKind::kLetterCase) {
    diagnostic.notes.emplace_back("field names are compared letter by letter; only Go folds case");
    const NodeId beside = ValueBeside(context);
    if (beside != kNoNode) return DescribeCasePair(context, beside, diagnostic);
  } else if (suggestion.kind == SuggestionKind::kSnakeCase) {
    diagnostic.notes.emplace_back("gRPC clients know the lowerCamelCase name only");
  }
  if (!context.issue.related.empty()) return DescribeBesideField(context, diagnostic);
  HelpWithPolicy(context, diagnostic);
  if (OfferMoreThanName(context, suggestion.kind, diagnostic)) {
    return GroupInPolicy(context, diagnostic);
  }
  // Never safe: from then on clients obey the field.
  diagnostic.fixes.push_back(ReplaceFix(absl::StrCat("rename it to `", name, "`"),
                                        context.issue.span, InQuotes(name), false));
  diagnostic.together = {.subject = Quoted(key),
                         .remedy = absl::StrCat("`", name, "`"),
                         .message = "unknown fields {subjects}; did you mean {remedies}?",
                         .fix = "rename {subjects} to {remedies}"};
  const bool is_another = suggestion.kind != SuggestionKind::kLetterCase &&
                          suggestion.kind != SuggestionKind::kSnakeCase;
  if (is_another) GroupInPolicy(context, diagnostic);
  if (!IsInEntry(context)) return;
  diagnostic.together->message_of_many =
      "no such field: {subjects} (in {count} places); did you mean {remedies}?";
}

// What a name selects whose keys are spelled wrong: more than was meant.
void DescribeLostName(const IssueContext& context, Diagnostic& diagnostic) {
  const bool is_lost = IsInName(*context.issue.message) && context.issue.related.empty();
  if (!is_lost) return;
  const NodeId name = ParentOf(context.pointers, context.issue.node).object;
  const absl::string_view service = MemberText(context.tree, name, "service");
  const bool has_method = !MemberText(context.tree, name, "method").empty();
  if (service.empty()) {
    diagnostic.notes.emplace_back(has_method
                                      ? "without `service` a name with a `method` is invalid"
                                      : "without `service` the name is the default for EVERY "
                                        "method");
  } else if (!has_method && context.issue.field == FindField(*context.issue.message, "method")) {
    diagnostic.notes.push_back(
        absl::StrCat("without `method` the name is for EVERY method of ", Quoted(service)));
  }
}

std::string BelongsWhere(const Message& message, const Suggestion& suggestion) {
  if (message.of_policy && suggestion.elsewhere) return "is a field of other LB policies";
  if (message.of_policy && suggestion.message == &LoadBalancingConfigMessage()) {
    return "belongs in a list of LB policies";
  }
  return absl::StrCat("belongs ", WhereIs(*suggestion.message));
}

std::string HelpWithFields(const Message& message) {
  const std::string fields = FieldsOf(message);
  if (&message == &LoadBalancingConfigMessage()) {  // too many to list
    return "the LB policies are those of LoadBalancingConfig in service_config.proto";
  }
  if (fields.empty()) return absl::StrCat("there are no fields ", WhereIs(message));
  const bool one = !absl::StrContains(fields, " and ");
  return absl::StrCat(one ? "the only field " : "the fields ", WhereIs(message),
                      one ? " is " : " are ", fields);
}

// True for an object of a config that has nothing but settings, so that any key in it is one.
bool HasSettingsOnly(const Message& message) {
  return message.of_policy ||
         (&message != &ServiceConfigMessage() && message.name != "MethodConfig" && !message.closed);
}

// A key of which is said no more than which there are.
void DescribeByFields(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.help.push_back(HelpWithFields(*context.issue.message));
  diagnostic.together = {.subject = Quoted(context.tree.Text(context.issue.node)),
                         .message = "unknown fields {subjects}"};
}

// What a setting that no service config has is reported as.
void DescribeForeign(const IssueContext& context, const ForeignSetting& foreign,
                     Diagnostic& diagnostic) {
  const bool is_of_retries =
      foreign.words == kAboutRetries && HasSettingsOnly(*context.issue.message);
  if (is_of_retries) return DescribeByFields(context, diagnostic);
  diagnostic.message += absl::StrCat("; ", foreign.words);
}

// True for what stands below an object that no client reads and would be a setting in its place.
// Short words that others have for a field mean other things, too: `ttl`, `delay`.
Suggestion SettingOf(absl::string_view key) {
  constexpr size_t kLongestOfManyMeanings = 5;
  const std::string letters = LettersOf(key);
  const bool has_meaning =
      letters.size() > kLongestOfManyMeanings || absl::StartsWith(letters, "retr");
  for (const Message* const message : AllMessages()) {
    const bool is_sought = !message->of_policy && !IsComment(key) && message != &ChoiceMessage() &&
                           message->name != "Name" && message->name != "HealthCheckConfig";
    if (!is_sought) continue;
    const Field* const own = FindField(*message, key);
    const bool is_root = message == &ServiceConfigMessage();
    const Field* const field = own == nullptr && has_meaning ? FindSynonym(*message, key) : own;
    const bool is_of_entries =
        is_root && own == nullptr && field != nullptr && field->json_name != "loadBalancingConfig";
    if (field == nullptr || is_of_entries || field->json_name == "name") continue;
    return {.kind = own == nullptr ? SuggestionKind::kSynonym : SuggestionKind::kMisplaced,
            .field = field,
            .message = message};
  }
  return {};
}

// A member of an object that no client reads, as deep as it stands, which is a setting in its
// place, or of another library.
struct HeldSetting {
  NodeId key = kNoNode;
  Suggestion meant = {};
  const ForeignSetting* foreign = nullptr;
};

// A key that a client does not have, and that no policy's name stands for.
const ForeignSetting* ForeignSettingOf(const IssueContext& context) {
  return context.issue.message->of_policy
             ? nullptr
             : FindForeignSetting(context.tree.Text(context.issue.node));
}

// The first ones below the value of an unknown key. Where a config has no field of its own all of
// it is without effect, which is another finding.
std::vector<HeldSetting> FindHeldSettings(const IssueContext& context) {
  constexpr NodeId kMostNodes = 200;
  constexpr size_t kMostHeld = 4;
  const JsonTree& tree = context.tree;
  const NodeId own = context.issue.node;
  const Message& message = *context.issue.message;
  if (message.of_policy || message.closed || IsComment(tree.Text(own))) return {};
  const NodeId value = own + 1;
  if (!IsContainer(tree.kind(value))) return {};
  const NodeId end = std::min(tree.node(value).next, value + kMostNodes);
  std::vector<HeldSetting> held;
  NodeId node = value + 1;
  while (node < end && held.size() < kMostHeld) {
    const bool is_key = tree.kind(node) == JsonKind::kKey;
    const Suggestion meant = is_key ? SettingOf(tree.Text(node)) : Suggestion();
    const ForeignSetting* const foreign =
        is_key && meant.field == nullptr ? FindForeignSetting(tree.Text(node)) : nullptr;
    const bool is_held = meant.field != nullptr || foreign != nullptr;
    const bool is_new = is_held && absl::c_none_of(held, [&](const HeldSetting& each) {
                          return tree.Text(each.key) == tree.Text(node);
                        });
    if (is_new) held.push_back({node, meant, foreign});
    node = is_held ? tree.node(node + 1).next : node + 1;
  }
  if (held.empty() || &message != &ServiceConfigMessage()) return held;
  if (!HasFieldOf(message, tree, ParentOf(context.pointers, own).object)) held.clear();
  return held;
}

// Says what of an object that no client reads was meant as settings.
void DescribeHeld(const IssueContext& context, absl::Span<const HeldSetting> settings,
                  Diagnostic& diagnostic) {
  std::vector<std::string> names;
  for (const HeldSetting& held : settings) {
    names.push_back(Quoted(context.tree.Text(held.key)));
    diagnostic.secondary.push_back({context.tree.span(held.key), ""});
  }
  diagnostic.message += absl::StrCat("; clients ignore ", Enumerate(names), " in it");
  const bool is_here = settings[0].meant.message == context.issue.message;
  if (is_here && OfferWithoutObject(context, diagnostic)) return;
  for (size_t i = 0; i < settings.size(); ++i) {
    if (settings[i].foreign != nullptr) {
      diagnostic.help.push_back(absl::StrCat(names[i], ": ", settings[i].foreign->words));
      continue;
    }
    const Suggestion& meant = settings[i].meant;
    const bool is_synonym = meant.kind == SuggestionKind::kSynonym;
    diagnostic.help.push_back(absl::StrCat(
        names[i],
        is_synonym ? absl::StrCat(" is `", meant.field->json_name, "` ") : std::string(" belongs "),
        WhereIs(*meant.message)));
    const bool is_policy = meant.field->json_name == "retryPolicy" &&
                           !IsContainer(context.tree.kind(settings[i].key + 1));
    if (is_policy) diagnostic.help.push_back(ExampleOfPolicy(3));
  }
}

// A field of another message, by another name or by its value.
void DescribeFieldElsewhere(const IssueContext& context, const Suggestion& suggestion,
                            Diagnostic& diagnostic) {
  const NodeId key = context.issue.node;
  diagnostic.message =
      absl::StrCat("unknown field ", Quoted(context.tree.Text(key)), "; did you mean `",
                   suggestion.field->json_name, "` ", WhereIs(*suggestion.message), "?");
  const bool is_container = IsContainer(context.tree.kind(key + 1));
  if (is_container || suggestion.field->type == FieldType::kDuration) {
    OfferPlace(context, suggestion, diagnostic);
  }
  HelpWithPolicy(context, diagnostic);
  if (diagnostic.help.empty() && diagnostic.fixes.empty()) {
    diagnostic.help.push_back(HelpWithFields(*suggestion.message));
  }
}

// A service or a method as the key of what is for it.
bool DescribeNameAsKey(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId key = context.issue.node;
  const Message& message = *context.issue.message;
  const bool is_name = (&message == &ServiceConfigMessage() || IsInEntry(context)) &&
                       tree.kind(key + 1) == JsonKind::kObject &&
                       !NameInKey(tree.Text(key)).service.empty();
  if (!is_name) return false;
  diagnostic.message = absl::StrCat("unknown field ", Quoted(tree.Text(key)),
                                    "; `name` of a `methodConfig` entry lists the services and "
                                    "methods that the entry applies to");
  const NodeId object = ParentOf(context.pointers, key).object;
  std::vector<TextEdit> edits = EditsToEntries(tree, object);
  const bool is_first = object + 1 == key && &message == &ServiceConfigMessage();
  if (!is_first || edits.empty()) return true;
  edits.front().text.insert(0, "\"methodConfig\": [");
  NodeId last = key;
  tree.ForEachMember(object, [&](const JsonMember& member) { last = member.value; });
  const uint32_t end = tree.span(last).end;
  edits.push_back({{end, end}, "]"});
  diagnostic.fixes.push_back({.title = "write an entry of `methodConfig` for each of them",
                              .safe = false,
                              .edits = std::move(edits),
                              .otherwise = "write an entry of `methodConfig` for each of them"});
  return true;
}

// `"fullMethod": "a.B/Get"` in a name: the service and the method.
bool OfferPathAsName(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId key = context.issue.node;
  if (!IsInName(*context.issue.message) || tree.kind(key + 1) != JsonKind::kString) return false;
  const KeyOfName name = NameInKey(tree.Text(key + 1));
  const NodeId object = ParentOf(context.pointers, key).object;
  const bool is_path = !name.method.empty() && !HasMember(tree, object, "service") &&
                       !HasMember(tree, object, "method");
  if (!is_path) return false;
  diagnostic.fixes.push_back(WriteFix(
      {tree.span(key).begin, tree.span(key + 1).end},
      absl::StrCat(R"("service": ")", name.service, R"(", "method": ")", name.method, "\""),
      false));
  return true;
}

// `"package": "shop.v1", "service": "Cart"`: the package is part of the service.
bool DescribePackage(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId key = context.issue.node;
  if (!IsInName(*context.issue.message) || tree.Text(key) != "package") return false;
  const NodeId service = MemberOf(tree, ParentOf(context.pointers, key).object, "service");
  const absl::string_view package = tree.Text(key + 1);
  const bool is_package = tree.kind(key + 1) == JsonKind::kString && IsFullName(package) &&
                          service != kNoNode && tree.kind(service) == JsonKind::kString &&
                          IsFullName(tree.Text(service));
  if (!is_package) return false;
  const std::string whole = absl::StrContains(tree.Text(service), '.')
                                ? std::string(tree.Text(service))
                                : absl::StrCat(package, ".", tree.Text(service));
  diagnostic.message = "unknown field `package`; `service` is the full name, with the package";
  diagnostic.explains = {tree.span(service)};
  const Span member = {tree.span(key).begin, tree.span(key + 1).end};
  diagnostic.fixes.push_back(
      {.title = absl::StrCat("write `\"service\": ", InQuotes(whole), "` and remove `package`"),
       .safe = false,
       .edits = {{tree.span(service), InQuotes(whole)}, {WithComma(tree.text(), member), ""}}});
  diagnostic.fixes.back().otherwise = diagnostic.fixes.back().title;
  return true;
}

// A field of one client alone. False: what it stands for is yet to be said.
bool DescribeOwnField(const IssueContext& context, const Field& other, Diagnostic& diagnostic) {
  const std::string is_own = absl::StrCat("it is ", absl::StripSuffix(other.doc, "."));
  const bool is_foreign = other.stage == Stage::kForeign;
  const bool stands_for_another =
      is_foreign && !context.issue.message->of_policy && context.issue.field != nullptr;
  if (stands_for_another) {
    diagnostic.notes.push_back(is_own);
    return false;
  }
  diagnostic.message = absl::StrCat("unknown field ", Quoted(context.tree.Text(context.issue.node)),
                                    "; service_config.proto does not have it");
  if (is_foreign) diagnostic.help.push_back(is_own);
  return true;
}

// What a field of one LB policy stands for in another one.
absl::string_view OfOtherPolicy(absl::string_view key) {
  if (key == "outlierDetection") {
    return "outlier detection is an LB policy of its own, `outlier_detection_experimental`, which "
           "has the other policy as its `childPolicy`";
  }
  if (key == "weight") {
    return "clients give addresses weights by the load that they report, in `weighted_round_robin`";
  }
  return "";
}

// A field of another message, spelled right.
void DescribeMisplacedField(const IssueContext& context, const Suggestion& suggestion,
                            Diagnostic& diagnostic) {
  const Message& message = *context.issue.message;
  const NodeId key = context.issue.node;
  if (&message == &ServiceConfigMessage() && IsLabel(context.tree, key)) {
    diagnostic.message = "`name` at the top level is a label that no client reads";
    const Span member = {context.tree.span(key).begin, context.tree.span(key + 1).end};
    diagnostic.fixes.push_back(RemoveFix("remove it", WithComma(context.tree.text(), member)));
    diagnostic.fixes.back().safe = false;
    diagnostic.fixes.back().otherwise = "remove it";
    return;
  }
  const absl::string_view words = message.of_policy ? OfOtherPolicy(context.tree.Text(key)) : "";
  diagnostic.message = absl::StrCat(
      "`", context.tree.Text(key), "` has no effect ", WhereIs(message), "; ",
      words.empty() ? absl::StrCat("it ", BelongsWhere(message, suggestion)) : std::string(words));
  if (!words.empty()) return;
  OfferPlace(context, suggestion, diagnostic);
  const bool has_remedy = !diagnostic.fixes.empty() || !diagnostic.help.empty();
  if (has_remedy || suggestion.message->name != "RetryPolicy") return;
  diagnostic.help.push_back(ExampleOfPolicy(3));
}

// What the name of a key says against a field; nothing of what is for people anyway. A setting that
// switches another one off is its opposite.
DeniedField DeniedBy(const IssueContext& context) {
  const NodeId key = context.issue.node;
  DeniedField denied = FindDenied(*context.issue.message, context.tree, key);
  const JsonKind kind = context.tree.kind(key + 1);
  const bool switches = kind == JsonKind::kTrue || kind == JsonKind::kFalse;
  if (denied.denial != Denial::kSwitchedOff) return denied;
  if (denied.field != nullptr && switches) denied.denial = Denial::kOpposite;
  const bool is_setting = denied.field != nullptr ||
                          (!switches && ForeignSettingOf(context) != nullptr) ||
                          !FindHeldSettings(context).empty();
  return is_setting ? denied : DeniedField();
}

// What a switch was to switch off is in force.
void DescribeSwitch(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& message = *context.issue.message;
  const absl::string_view what = &message == &ServiceConfigMessage() ? "config"
                                 : message.name == "MethodConfig"    ? "entry"
                                 : IsInName(message)                 ? "name"
                                                                     : "policy";
  diagnostic.message += absl::StrCat("; no client reads it, so the ", what, " still applies");
  const std::string title = absl::StrCat("to disable the ", what, ", remove it");
  const JsonTree& tree = context.tree;
  const NodeId object = ParentOf(context.pointers, context.issue.node).object;
  const NodeId key = tree.KeyOf(object);
  if (!IsInPolicy(message) || key == kNoNode) {
    diagnostic.help.push_back(title);
    return;
  }
  const Span member = {tree.span(key).begin, tree.span(object).end};
  diagnostic.fixes.push_back(RemoveFix(title, WithComma(tree.text(), member)));
  diagnostic.fixes.back().safe = false;
  diagnostic.fixes.back().otherwise = title;
}

// True for `"enabled": true` in an object that has nothing but settings. Said of it: what is there
// is on.
bool DescribeSwitchedOn(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId key = context.issue.node;
  const bool is_on =
      HasSettingsOnly(*context.issue.message) && IsSwitch(context.tree, key, kOn, kOff);
  if (!is_on) return false;
  diagnostic.message += "; no client reads it, and a setting that is present is enabled";
  const Span member = {context.tree.span(key).begin, context.tree.span(key + 1).end};
  diagnostic.fixes.push_back(RemoveFix("remove it", WithComma(context.tree.text(), member)));
  diagnostic.fixes.back().safe = false;
  diagnostic.fixes.back().otherwise = "remove it";
  return true;
}

// What to do instead of naming the opposite of a field.
std::string InsteadOfOpposite(const IssueContext& context, const DeniedField& denied) {
  const Field& field = *denied.field;
  if (field.type == FieldType::kStatusCode) {
    return absl::StrCat("`", field.json_name,
                        "` lists the intended status codes; leave the others out of it");
  }
  if (field.json_name == "name") {
    return "write a separate entry for the excluded methods: an entry with `method` overrides one "
           "with only `service`";
  }
  const bool is_bound = DenialOf(context.tree.Text(context.issue.node), "") == Denial::kNone;
  return is_bound ? HelpWithFields(*denied.message)
                  : absl::StrCat("to disable it, leave `", field.json_name, "` out");
}

// A key whose name denies what it resembles: it is not read, and it is better so.
void DescribeDenied(const IssueContext& context, const DeniedField& denied,
                    Diagnostic& diagnostic) {
  const absl::string_view key = context.tree.Text(context.issue.node);
  if (denied.denial == Denial::kSwitchedOff) {
    diagnostic.message = absl::StrCat("unknown field ", Quoted(key),
                                      "; by its name it is switched off, and no client reads it");
    return;
  }
  const std::string where = denied.message == context.issue.message
                                ? std::string()
                                : absl::StrCat(" ", WhereIs(*denied.message));
  diagnostic.message =
      absl::StrCat("unknown field ", Quoted(key), "; by its name it is the opposite of `",
                   denied.field->json_name, "`", where, ", and no client reads it");
  diagnostic.help.push_back(InsteadOfOpposite(context, denied));
}

// A key that is near no field.
void DescribeStrangeKey(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view key = context.tree.Text(context.issue.node);
  diagnostic.message = absl::StrCat("unknown field ", Quoted(key));
  if (IsComment(key)) {
    diagnostic.message += ", which no client reads";
    diagnostic.is_aside = true;
    return;
  }
  if (SwitchesOff(context.tree, context.issue.node)) return DescribeSwitch(context, diagnostic);
  if (DescribeSwitchedOn(context, diagnostic)) return;
  const DeniedField denied = DeniedBy(context);
  if (denied.denial != Denial::kNone) return DescribeDenied(context, denied, diagnostic);
  if (OfferPathAsName(context, diagnostic)) return;
  const ForeignSetting* const foreign = ForeignSettingOf(context);
  const bool may_hold = foreign == nullptr || foreign->is_group;
  const std::vector<HeldSetting> held =
      may_hold ? FindHeldSettings(context) : std::vector<HeldSetting>();
  if (!held.empty()) return DescribeHeld(context, held, diagnostic);
  if (foreign != nullptr) return DescribeForeign(context, *foreign, diagnostic);
  DescribeByFields(context, diagnostic);
}

// The name of the LB policy that a key stands for, or the key.
absl::string_view PolicyNamed(absl::string_view key) {
  const Field* const policy = SuggestPolicy(key);
  return policy == nullptr ? key : policy->json_name;
}

// A key under which one client reads the field, and no other.
void DescribeOwnKey(const IssueContext& context, const OwnKey& own, Diagnostic& diagnostic) {
  const std::string key = Quoted(context.tree.Text(context.issue.node));
  const absl::string_view client = LibraryName(own.implementation);
  diagnostic.message = absl::StrCat("unknown field ", key, "; only ", client,
                                    " reads it, the others read `", own.field, "`");
  diagnostic.together = {
      .subject = key,
      .message = absl::StrCat("unknown fields {subjects}, which only ", client, " reads")};
  AddBesideKey(context, own.field, diagnostic);
}

void DescribeUnknownKey(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& message = *context.issue.message;
  const absl::string_view key = context.tree.Text(context.issue.node);
  const Field* const other = FindField(message, key);
  if (const OwnKey* const own = FindOwnKey(message, key); own != nullptr) {
    return DescribeOwnKey(context, *own, diagnostic);
  }
  if (other == nullptr && !IsComment(key) && HasPlaceholder(key)) {
    diagnostic.message = absl::StrCat("the key ", Quoted(key), " is an unfilled template");
    diagnostic.help.emplace_back(kFillIn);
    return;
  }
  if (other != nullptr && DescribeOwnField(context, *other, diagnostic)) return;
  if (DescribeNameAsKey(context, diagnostic) || DescribePackage(context, diagnostic)) return;
  Suggestion suggestion = SuggestMember(message, context.tree, context.issue.node);
  // As the reader found, its value says nothing beside the others.
  if (context.issue.field == nullptr) suggestion = {};
  diagnostic.is_read_by_none = other == nullptr && suggestion.kind != SuggestionKind::kLetterCase &&
                               suggestion.kind != SuggestionKind::kSnakeCase;
  switch (suggestion.kind) {
    case SuggestionKind::kLetterCase:
    case SuggestionKind::kSnakeCase:
    case SuggestionKind::kMisspelt:
    case SuggestionKind::kSynonym:
    case SuggestionKind::kValue:
      if (suggestion.message != &message) {
        return DescribeFieldElsewhere(context, suggestion, diagnostic);
      }
      DescribeRespelling(context, suggestion, diagnostic);
      if (other != nullptr) diagnostic.together.reset();
      return;
    case SuggestionKind::kMisplaced:
      return DescribeMisplacedField(context, suggestion, diagnostic);
    case SuggestionKind::kListElement:
      diagnostic.message =
          absl::StrCat("`", key, "` has no effect ", WhereIs(message), "; it belongs in the list `",
                       suggestion.field->json_name, "`");
      diagnostic.help.push_back(
          absl::StrCat("an element of it is `{\"", PolicyNamed(key), "\": {...}}`"));
      return;
    case SuggestionKind::kNone:
      return DescribeStrangeKey(context, diagnostic);
  }
}

// How gravely a key that is like no field is reported at least.
Severity LeastOfUnlike(const IssueContext& context) {
  const Issue& issue = context.issue;
  if (SwitchesOff(context.tree, context.issue.node)) return Severity::kError;
  const Denial denial = DeniedBy(context).denial;
  if (denial != Denial::kNone) {
    return denial == Denial::kOpposite ? Severity::kError : Severity::kWarning;
  }
  const bool is_setting =
      !IsComment(context.tree.Text(issue.node)) &&
      (HasSettingsOnly(*issue.message) || ForeignSettingOf(context) != nullptr ||
       !FindHeldSettings(context).empty());
  return is_setting ? Severity::kError : Severity::kNote;
}

}  // namespace

bool StandsUnder(const Message& message, const JsonTree& tree, NodeId key, const Field& field) {
  if (tree.kind(key + 1) != JsonKind::kObject || FindField(message, tree.Text(key)) != nullptr) {
    return false;
  }
  bool is_there = !TakenByEnvoy(field, BaseIntervalOf(tree, key)).empty();
  tree.ForEachMember(key + 1, [&](const JsonMember& member) {
    is_there = is_there || FieldUnder(message, tree.Text(key), tree.Text(member.key)) == &field;
  });
  return is_there;
}

std::string WhereIs(const Message& message) {
  const std::string path = PathOf(message);
  if (&message == &ChoiceMessage()) return "in a choice";
  if (message.of_policy) return absl::StrCat("in ", MessageName(message));
  return path.empty() ? "at the top level" : absl::StrCat("in `", path, "`");
}

NodeId KeysTogether(const IssueContext& context) {
  const Issue& issue = context.issue;
  if (issue.field == nullptr) return context.pointers.ContainerOf(issue.node);
  if (IsInEntry(context)) return JsonTree::kRoot;
  const absl::string_view key = context.tree.Text(issue.node);
  const absl::string_view name = issue.field->json_name;
  const bool is_respelt =
      absl::EqualsIgnoreCase(key, name) || key == SnakeCase(name) || IsInName(*issue.message);
  const bool has_company = is_respelt || IsInPolicy(*issue.message);
  return has_company ? context.pointers.ContainerOf(issue.node) : kNoNode;
}

Severity LeastOfLostSetting(const IssueContext& context) {
  const Issue& issue = context.issue;
  if (issue.informs) return Severity::kNote;
  if (issue.field == nullptr) return LeastOfUnlike(context);
  if (issue.related.empty()) return Severity::kError;
  // snake_case may be meant for another reader of the file; another name is never read, and Go
  // takes one in another case.
  const Suggestion suggestion = SuggestMember(*issue.message, context.tree, issue.node);
  const bool is_another =
      suggestion.kind == SuggestionKind::kSynonym || suggestion.kind == SuggestionKind::kMisspelt ||
      suggestion.kind == SuggestionKind::kLetterCase ||
      (suggestion.kind == SuggestionKind::kValue && IsContainer(context.tree.kind(issue.node + 1)));
  return is_another && !IsRepeated(context) ? Severity::kError : Severity::kNote;
}

void DescribeUnknown(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeUnknownKey(context, diagnostic);
  DescribeLostName(context, diagnostic);
  NoteLostSetting(context, diagnostic);
  diagnostic.once = kKeyIsCorrected;
}

}  // namespace grpcfg
