// Words on keys that no field of their object has, and what was probably meant.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/strings/substitute.h"
#include "rules/words.h"
#include "schema/read/suggest.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

// "in `methodConfig[].retryPolicy`", "at the top level".
std::string WhereIs(const Message& message) {
  const std::string path = PathOf(message);
  if (&message == &ChoiceMessage()) return "in a choice";
  if (message.of_policy) return absl::StrCat("in ", MessageName(message));
  return path.empty() ? "at the top level" : absl::StrCat("in `", path, "`");
}

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
    taken = taken || SuggestField(*context.issue.message, key).field == &name;
  });
  return taken || keys > kMostKeys;
}

// True for `maxRetries` and the like in place of `maxAttempts`.
bool CountsRetries(absl::string_view key, const Field& field) {
  return field.json_name == "maxAttempts" && absl::StrContains(absl::AsciiStrToLower(key), "retr");
}

// Writes the member that was meant in place of the key and its value.
Fix WriteMemberFix(const IssueContext& context, std::string value) {
  const NodeId key = context.issue.node;
  const std::string name = InQuotes(context.issue.field->json_name);
  return {absl::StrCat("write `", name, ": ", value, "`"),
          false,
          {{context.tree.span(key), name}, {context.tree.span(key + 1), value}}};
}

// Writes `maxAttempts` in place of a number of retries.
void OfferAttempts(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.notes.emplace_back("`maxAttempts` counts the first attempt, too");
  const Span value = context.tree.span(context.issue.node + 1);
  int retries = 0;
  const bool is_count = absl::SimpleAtoi(Slice(context.tree.text(), value), &retries) &&
                        retries >= 1 && retries < 1000;
  if (!is_count) return;
  diagnostic.fixes.push_back(WriteMemberFix(context, absl::StrCat(retries + 1)));
}

// Writes a number as the duration that it is by the unit at the end of the key; without one it is
// not known.
void OfferDurationByUnit(const IssueContext& context, Diagnostic& diagnostic) {
  constexpr uint64_t kMost = uint64_t{1} << 40U;
  const std::string key = absl::AsciiStrToLower(context.tree.Text(context.issue.node));
  const bool is_ms = absl::EndsWith(key, "ms") || absl::StrContains(key, "milli");
  const bool is_seconds =
      absl::EndsWith(key, "sec") || absl::EndsWith(key, "secs") || absl::EndsWith(key, "seconds");
  const Span value = context.tree.span(context.issue.node + 1);
  uint64_t count = 0;
  const bool is_count =
      absl::SimpleAtoi(Slice(context.tree.text(), value), &count) && count > 0 && count < kMost;
  if (!is_count || is_ms == is_seconds) {
    diagnostic.help.emplace_back("write a number of seconds as a string, such as `\"5s\"`");
    return;
  }
  const auto duration = CorrectedDuration(absl::StrCat(count, is_ms ? "ms" : "s"));
  if (duration) diagnostic.fixes.push_back(WriteMemberFix(context, InQuotes(*duration)));
}

void DescribeRespelling(const IssueContext& context, const Suggestion& suggestion,
                        Diagnostic& diagnostic) {
  const absl::string_view key = context.tree.Text(context.issue.node);
  const absl::string_view name = suggestion.field->json_name;
  diagnostic.message = absl::StrCat("unknown field ", Quoted(key), "; did you mean `", name, "`?");
  if (suggestion.kind == SuggestionKind::kLetterCase) {
    diagnostic.notes.emplace_back("field names are compared letter by letter; only Go folds case");
  } else if (suggestion.kind == SuggestionKind::kSnakeCase) {
    diagnostic.notes.emplace_back("gRPC clients know the lowerCamelCase name only");
  }
  if (!context.issue.related.empty()) {
    diagnostic.secondary.push_back({context.issue.related, "which is here"});
    return;
  }
  if (IsTaken(context, *suggestion.field)) return;
  if (CountsRetries(key, *suggestion.field)) return OfferAttempts(context, diagnostic);
  const bool is_number = context.tree.kind(context.issue.node + 1) == JsonKind::kNumber;
  const bool is_synonym = suggestion.kind == SuggestionKind::kSynonym;
  if (is_synonym && is_number && suggestion.field->type == FieldType::kDuration) {
    return OfferDurationByUnit(context, diagnostic);
  }
  // Never safe: from then on clients obey the field.
  diagnostic.fixes.push_back(ReplaceFix(absl::StrCat("rename it to `", name, "`"),
                                        context.issue.span, InQuotes(name), false));
  diagnostic.together = {.subject = Quoted(key),
                         .remedy = absl::StrCat("`", name, "`"),
                         .message = "unknown fields {subjects}; did you mean {remedies}?",
                         .fix = "rename {subjects} to {remedies}"};
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

// The member of `message` that holds `belongs`; null if another message does.
const Field* WrapperIn(const Message* message, const Message& belongs) {
  if (message == nullptr) return nullptr;
  for (const Field& field : message->fields) {
    if (field.message == &belongs) return &field;
  }
  return nullptr;
}

// What stands before and after the members of `wrapper`.
struct Words {
  std::string before;
  absl::string_view after;
};

Words WordsAround(const Field& wrapper, bool has_name) {
  const bool is_list = wrapper.shape == Shape::kList;
  const bool is_unnamed = FindField(*wrapper.message, "name") != nullptr && !has_name;
  return {absl::StrCat("\"", wrapper.json_name, "\": ", is_list ? "[" : "", "{",
                       is_unnamed ? R"("name": [{}], )" : ""),
          is_list ? "}]" : "}"};
}

// Offers to put what belongs in `wrapper`, if that stands nowhere yet, in its place.
void OfferWrapper(const IssueContext& context, const Parent& parent, const Field& wrapper,
                  Diagnostic& diagnostic) {
  const KeyRun run = FindRun(context.tree, parent.object, *wrapper.message);
  if (!run.is_whole || HasMember(context.tree, parent.object, wrapper.json_name)) return;
  const Words words = WordsAround(wrapper, run.has_name);
  diagnostic.fixes.push_back(PutAround(run.span, words.before, words.after, false));
}

// The same for what belongs in a policy of a method config, where there is none at all.
void OfferEntry(const IssueContext& context, const Parent& parent, const Message& belongs,
                Diagnostic& diagnostic) {
  const Field* const entries = FindField(ServiceConfigMessage(), "methodConfig");
  const Field* const policy = WrapperIn(entries->message, belongs);
  const KeyRun run = FindRun(context.tree, parent.object, belongs);
  const bool has_place = policy != nullptr && parent.message == &ServiceConfigMessage() &&
                         run.is_whole && !HasMember(context.tree, parent.object, "methodConfig");
  if (!has_place) return;
  const Words outer = WordsAround(*entries, false);
  const Words inner = WordsAround(*policy, true);
  diagnostic.fixes.push_back(PutAround(run.span, absl::StrCat(outer.before, inner.before),
                                       absl::StrCat(inner.after, outer.after), false));
}

struct Move {
  uint32_t to;
  std::string format;  // with `$0` for the members
  std::string title;
};

// Offers to write members of the issue's object elsewhere, in place of where they are.
void OfferMoveOf(const KeyRun& run, const IssueContext& context, Move move,
                 Diagnostic& diagnostic) {
  // Faults in the text can move the ends of values.
  const Span removed = WithComma(context.tree.text(), run.span);
  const bool is_sound =
      removed.begin < removed.end && (move.to <= removed.begin || removed.end <= move.to);
  if (!is_sound) return;
  const absl::string_view member = Slice(context.tree.text(), run.span);
  diagnostic.fixes.push_back(
      {.title = std::move(move.title),
       .safe = false,
       .edits = {{{move.to, move.to}, absl::Substitute(move.format, member)}, {removed, ""}}});
}

// The same of the issue's own member.
void OfferMove(const IssueContext& context, Move move, Diagnostic& diagnostic) {
  const NodeId key = context.issue.node;
  const Span span = {context.tree.span(key).begin, context.tree.span(key + 1).end};
  OfferMoveOf({key, key, span}, context, std::move(move), diagnostic);
}

// For a field of a method config beside `methodConfig`: into its entry, if there is one alone.
void OfferMoveInto(const IssueContext& context, const Field& entries, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  NodeId list = kNoNode;
  tree.ForEachMember(ParentOf(context.pointers, context.issue.node).object,
                     [&](const JsonMember& member) {
                       if (tree.Text(member.key) == entries.json_name) list = member.value;
                     });
  if (list == kNoNode || tree.kind(list) != JsonKind::kArray) return;
  std::vector<NodeId> elements;
  tree.ForEachElement(list, [&](NodeId element) {
    if (elements.size() < 2) elements.push_back(element);
  });
  const absl::string_view key = tree.Text(context.issue.node);
  const bool is_one = elements.size() == 1 && tree.kind(elements[0]) == JsonKind::kObject;
  if (!is_one || HasMember(tree, elements[0], key)) {
    diagnostic.help.push_back(absl::StrCat(
        "move it into the entry of `methodConfig` that it is for, or into one for every method: "
        "`{\"name\": [{}], \"",
        key, "\": ...}`"));
    return;
  }
  const Span entry = tree.span(elements[0]);
  const bool is_empty = absl::StripAsciiWhitespace(Slice(tree.text(), entry)).size() == 2;
  OfferMove(context,
            {entry.begin + 1, is_empty ? "$0" : "$0, ", "move it into the entry of `methodConfig`"},
            diagnostic);
}

// For a field of the config itself that is deeper.
void OfferMoveToTop(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const bool has_place = tree.kind(JsonTree::kRoot) == JsonKind::kObject &&
                         !HasMember(tree, JsonTree::kRoot, tree.Text(context.issue.node));
  if (!has_place) return;
  OfferMove(context, {tree.span(JsonTree::kRoot).begin + 1, "$0, ", "move it to the top level"},
            diagnostic);
}

// For a field in a policy that belongs to what holds the policy: out of it.
void OfferMoveOut(const IssueContext& context, const Message& belongs, Diagnostic& diagnostic) {
  if (&belongs == &ServiceConfigMessage()) return OfferMoveToTop(context, diagnostic);
  const JsonTree& tree = context.tree;
  const NodeId policy = ParentOf(context.pointers, context.issue.node).object;
  const bool is_element = tree.KeyOf(policy) == kNoNode && policy != JsonTree::kRoot;
  const NodeId key = tree.KeyOf(is_element ? context.pointers.ContainerOf(policy) : policy);
  if (key == kNoNode) return;
  const Parent holder = ParentOf(context.pointers, key);
  const bool has_place =
      holder.message == &belongs && !HasMember(tree, holder.object, tree.Text(context.issue.node));
  if (!has_place) return;
  OfferMove(context,
            {tree.span(key).begin, "$0, ", absl::StrCat("move it out of `", tree.Text(key), "`")},
            diagnostic);
}

// Offers a place for a field that is in the wrong one.
void OfferPlace(const IssueContext& context, const Suggestion& suggestion, Diagnostic& diagnostic) {
  const Field* const entries = WrapperIn(context.issue.message, *suggestion.message);
  if (entries == nullptr) return OfferMoveOut(context, *suggestion.message, diagnostic);
  if (entries->shape != Shape::kList) return;
  OfferWrapper(context, ParentOf(context.pointers, context.issue.node), *entries, diagnostic);
  if (diagnostic.fixes.empty()) OfferMoveInto(context, *entries, diagnostic);
}

// True for the keys of comments and of other programs: `$schema`, `_owner`, `x-team`, `//`.
bool IsComment(absl::string_view key) {
  constexpr absl::string_view kWords[] = {"comment", "comments", "description"};
  return absl::StrContains("$_#/@", key.substr(0, 1)) || absl::StartsWithIgnoreCase(key, "x-") ||
         absl::c_linear_search(kWords, key);
}

void DescribeUnknownKey(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& message = *context.issue.message;
  const absl::string_view key = context.tree.Text(context.issue.node);
  if (const Field* const other = FindField(message, key)) {
    diagnostic.message =
        absl::StrCat("unknown field ", Quoted(key), "; service_config.proto does not have it");
    if (other->stage == Stage::kForeign)
      diagnostic.help.push_back(absl::StrCat("it is ", absl::StripSuffix(other->doc, ".")));
    return;
  }
  const Suggestion suggestion = SuggestField(message, key);
  switch (suggestion.kind) {
    case SuggestionKind::kLetterCase:
    case SuggestionKind::kSnakeCase:
    case SuggestionKind::kMisspelt:
    case SuggestionKind::kSynonym:
      return DescribeRespelling(context, suggestion, diagnostic);
    case SuggestionKind::kMisplaced:
      diagnostic.message = absl::StrCat("`", key, "` has no effect ", WhereIs(message), "; it ",
                                        BelongsWhere(message, suggestion));
      OfferPlace(context, suggestion, diagnostic);
      return;
    case SuggestionKind::kListElement:
      diagnostic.message =
          absl::StrCat("`", key, "` has no effect ", WhereIs(message), "; it belongs in the list `",
                       suggestion.field->json_name, "`");
      diagnostic.help.push_back(absl::StrCat("an element of it is `{\"", key, "\": {...}}`"));
      return;
    case SuggestionKind::kNone:
      diagnostic.message = absl::StrCat("unknown field ", Quoted(key));
      if (IsComment(key)) {
        diagnostic.message += ", which no client reads";
        diagnostic.is_aside = true;
        return;
      }
      diagnostic.help.push_back(HelpWithFields(message));
      diagnostic.together = {.subject = Quoted(key), .message = "unknown fields {subjects}"};
      return;
  }
}

// "they belong in `retryThrottling` at the top level".
std::string WhereTheyBelong(const Message& message) {
  const bool below_top = WrapperIn(&ServiceConfigMessage(), message) != nullptr;
  return absl::StrCat("they belong ", WhereIs(message), below_top ? " at the top level" : "");
}

// The keys beside `parent`'s own fields that are fields of `belongs`: "`maxTokens` and 2 more".
std::string NameMisplaced(const IssueContext& context, const Parent& parent,
                          Diagnostic& diagnostic) {
  constexpr size_t kMostNames = 4;
  std::vector<std::string> names;
  context.tree.ForEachMember(parent.object, [&](const JsonMember& member) {
    const absl::string_view key = context.tree.Text(member.key);
    if (FindField(*context.issue.message, key) == nullptr) return;
    if (parent.message != nullptr && FindField(*parent.message, key) != nullptr) return;
    names.push_back(absl::StrCat("`", key, "`"));
    if (member.key == context.issue.node) return;
    diagnostic.secondary.push_back({context.tree.span(member.key), ""});
  });
  if (names.size() > kMostNames) {
    const size_t more = names.size() - kMostNames + 1;
    names.resize(kMostNames - 1);
    names.push_back(absl::StrCat(more, " more"));
  }
  return Enumerate(names);
}

// For the members of `retryThrottling` in a method config: to the top level.
void OfferThrottling(const IssueContext& context, const Parent& parent, const Message& belongs,
                     Diagnostic& diagnostic) {
  const Field* const wrapper = WrapperIn(&ServiceConfigMessage(), belongs);
  const JsonTree& tree = context.tree;
  const KeyRun run = FindRun(tree, parent.object, belongs);
  const bool has_place = wrapper != nullptr && wrapper->shape == Shape::kOne && run.is_whole &&
                         tree.kind(JsonTree::kRoot) == JsonKind::kObject &&
                         !HasMember(tree, JsonTree::kRoot, wrapper->json_name);
  if (!has_place) return;
  OfferMoveOf(run, context,
              {tree.span(JsonTree::kRoot).begin + 1,
               absl::StrCat(R"(")", wrapper->json_name, R"(": {$0}, )"),
               absl::StrCat("move them into `", wrapper->json_name, "` at the top level")},
              diagnostic);
}

}  // namespace

NodeId KeysTogether(const IssueContext& context) {
  const Issue& issue = context.issue;
  if (issue.field == nullptr) return context.pointers.ContainerOf(issue.node);
  if (IsInEntry(context)) return JsonTree::kRoot;
  const absl::string_view key = context.tree.Text(issue.node);
  const absl::string_view name = issue.field->json_name;
  const bool is_respelt =
      absl::EqualsIgnoreCase(key, name) || key == SnakeCase(name) || IsInName(*issue.message);
  return is_respelt ? context.pointers.ContainerOf(issue.node) : kNoNode;
}

void DescribeUnknown(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeUnknownKey(context, diagnostic);
  DescribeLostName(context, diagnostic);
  NoteLostSetting(context, diagnostic);
}

void DescribeMisplaced(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& belongs = *context.issue.message;
  const Parent parent = ParentOf(context.pointers, context.issue.node);
  const std::string names = NameMisplaced(context, parent, diagnostic);
  const Field* const wrapper = WrapperIn(parent.message, belongs);
  diagnostic.notes.emplace_back(
      "clients ignore fields that they do not know in this place, in silence");
  if (wrapper == nullptr) {
    diagnostic.message = absl::StrCat(names, " have no effect here; ", WhereTheyBelong(belongs));
    OfferThrottling(context, parent, belongs, diagnostic);
    OfferEntry(context, parent, belongs, diagnostic);
    return;
  }
  diagnostic.message = absl::StrCat("`", wrapper->json_name, "` is missing around ", names,
                                    ", so they have no effect");
  diagnostic.help.push_back(WhereTheyBelong(belongs));
  OfferWrapper(context, parent, *wrapper, diagnostic);
}

}  // namespace grpcfg
