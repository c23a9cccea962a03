// Words on keys that no field of their object has, and what was probably meant.
#include <algorithm>
#include <cstdint>
#include <iterator>
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
#include "schema/read/synonyms.h"
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
    taken = taken || FindField(*context.issue.message, key) == &name ||
            SuggestMember(*context.issue.message, context.tree, member.key).field == &name;
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

// What a number of retries stands for, as far as one can say.
void HelpWithPolicy(const IssueContext& context, Diagnostic& diagnostic) {
  const bool is_policy = context.issue.field->json_name == "retryPolicy";
  if (!is_policy || IsContainer(context.tree.kind(context.issue.node + 1))) return;
  int retries = 0;
  const absl::string_view value =
      Slice(context.tree.text(), context.tree.span(context.issue.node + 1));
  const bool is_count = absl::SimpleAtoi(value, &retries) && retries >= 1;
  diagnostic.help.push_back(
      absl::StrCat(R"(a retry policy is an object in an entry: `"retryPolicy": {"maxAttempts": )",
                   is_count ? std::min(retries, 4) + 1 : 3,
                   R"(, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, )"
                   R"("retryableStatusCodes": ["UNAVAILABLE"]}`)"));
}

// Writes an object with the fields of an entry as the entry for every method, which it most likely
// is: `"default": {"timeout": "5s"}`.
bool OfferAsEntry(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId value = context.issue.node + 1;
  const bool is_entry = context.issue.field->message == &MethodConfigMessage() &&
                        tree.kind(value) == JsonKind::kObject && !HasMember(tree, value, "name");
  if (!is_entry) return false;
  const Span span = tree.span(value);
  diagnostic.fixes.push_back({.title = "write it as the entry of `methodConfig` for every method",
                              .safe = false,
                              .edits = {{{tree.span(context.issue.node).begin, span.begin + 1},
                                         R"("methodConfig": [{"name": [{}], )"},
                                        {{span.end, span.end}, "]"}}});
  return true;
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
  HelpWithPolicy(context, diagnostic);
  if (IsTaken(context, *suggestion.field)) return;
  if (OfferAsEntry(context, diagnostic)) return;
  // Methods without their service are no names.
  const bool is_of_methods =
      name == "name" && IsInEntry(context) &&
      (absl::StrContains(LettersOf(key), "method") || absl::StrContains(LettersOf(key), "rpc"));
  if (is_of_methods) {
    diagnostic.help.emplace_back(
        R"(write each as `{"service": "package.Service", "method": "Method"}` in the list `name`)");
    return;
  }
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
  std::string renamed = {};  // in place of the members as they stand
};

// Offers to write members of the issue's object elsewhere, in place of where they are.
void OfferMoveOf(const KeyRun& run, const IssueContext& context, Move move,
                 Diagnostic& diagnostic) {
  // Faults in the text can move the ends of values.
  const Span removed = WithComma(context.tree.text(), run.span);
  const bool is_sound =
      removed.begin < removed.end && (move.to <= removed.begin || removed.end <= move.to);
  if (!is_sound) return;
  const bool is_renamed = !move.renamed.empty();
  const absl::string_view member = is_renamed ? move.renamed : Slice(context.tree.text(), run.span);
  const Span moved = is_renamed ? context.tree.span(run.first + 1) : run.span;
  std::string text = absl::Substitute(move.format, member);
  const size_t copy_at = absl::string_view(text).find(Slice(context.tree.text(), moved));
  diagnostic.fixes.push_back(
      {.title = std::move(move.title),
       .safe = false,
       .edits = {{{move.to, move.to}, std::move(text), moved, static_cast<uint32_t>(copy_at)},
                 {removed, ""}}});
}

// The issue's own member under the name of its field.
std::string RenamedMember(const IssueContext& context) {
  return absl::StrCat(InQuotes(context.issue.field->json_name), ": ",
                      Slice(context.tree.text(), context.tree.span(context.issue.node + 1)));
}

// The same of the issue's own member, which gets the name of its field.
void OfferMove(const IssueContext& context, Move move, Diagnostic& diagnostic) {
  const NodeId key = context.issue.node;
  const Span span = {context.tree.span(key).begin, context.tree.span(key + 1).end};
  const absl::string_view name = context.issue.field->json_name;
  if (context.tree.Text(key) != name) {
    absl::StrAppend(&move.title, " as `", name, "`");
    move.renamed = RenamedMember(context);
  }
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
  const NodeId own = context.issue.node;
  if (list == kNoNode && tree.Text(own) != context.issue.field->json_name) {
    const Words around = WordsAround(entries, false);
    diagnostic.fixes.push_back(
        WriteFix({tree.span(own).begin, tree.span(own + 1).end},
                 absl::StrCat(around.before, RenamedMember(context), around.after), false));
  }
  if (list == kNoNode || tree.kind(list) != JsonKind::kArray) return;
  std::vector<NodeId> elements;
  tree.ForEachElement(list, [&](NodeId element) {
    if (elements.size() < 2) elements.push_back(element);
  });
  const absl::string_view key = context.issue.field->json_name;
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
                         !HasMember(tree, JsonTree::kRoot, context.issue.field->json_name);
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
      holder.message == &belongs && !HasMember(tree, holder.object, context.issue.field->json_name);
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

// A setting that other libraries have and no service config, by a part of its name.
struct ForeignSetting {
  absl::string_view part;  // letters and digits, in lower case
  absl::string_view words;
  Severity least = Severity::kError;  // of what someone relies on
};

constexpr absl::string_view kOfChannel = "it is an option of the channel, which the program sets";
constexpr absl::string_view kOfProgram =
    "no service config has it: the program or a proxy does that";
constexpr absl::string_view kRetries =
    "what is said of retries belongs in `retryPolicy` of a method config";
constexpr absl::string_view kOneTimeout =
    "the only timeout in a service config is `timeout` of a method config, for the whole call";

// The first one that fits: what is more special comes first.
constexpr ForeignSetting kForeignSettings[] = {
    {"pertry",
     "no client has a timeout for each attempt; `timeout` of the method config is for all "
     "of them together"},
    {"perattempt",
     "no client has a timeout for each attempt; `timeout` of the method config is "
     "for all of them together"},
    {"attempttimeout",
     "no client has a timeout for each attempt; `timeout` of the method config "
     "is for all of them together"},
    {"jitter", "clients vary each delay by 20% anyway", Severity::kWarning},
    {"failfast", "a client that does not fail fast has `waitForReady` in its method config",
     Severity::kWarning},
    {"circuitbreak",
     "no service config has a circuit breaker; the LB policy "
     "`outlier_detection_experimental` ejects addresses that fail"},
    {"keepalive", kOfChannel},
    {"idletime", kOfChannel},
    {"maxidle", kOfChannel},
    {"connecttimeout", kOfChannel},
    {"connectiontimeout", kOfChannel},
    {"dialtimeout", kOfChannel},
    {"handshake", kOfChannel},
    {"reconnect", kOfChannel},
    {"connectionage", "it is an option of the server"},
    {"compress", kOfChannel, Severity::kWarning},
    {"credential", kOfChannel, Severity::kWarning},
    {"useragent", kOfChannel, Severity::kWarning},
    {"interceptor", kOfChannel, Severity::kWarning},
    {"enableretr", "retries are on where there is a `retryPolicy`; the program can switch them off",
     Severity::kWarning},
    {"ratelimit", kOfProgram},
    {"concurren", kOfProgram},
    {"bulkhead", kOfProgram},
    {"fallback", kOfProgram},
    {"affinity", "calls keep to an address by the LB policy `ring_hash_experimental`"},
    {"retry", kRetries},
    {"retries", kRetries},
    {"backoff", kRetries},
    {"hedg", "what is said of hedging belongs in `hedgingPolicy` of a method config"},
    {"throttl", "retries are throttled by `retryThrottling` at the top level"},
    {"balanc", "LB policies belong in `loadBalancingConfig` at the top level"},
    {"lbpolic", "LB policies belong in `loadBalancingConfig` at the top level"},
    {"healthcheck", "health checks are asked for by `healthCheckConfig` at the top level"},
    {"messagesize",
     "sizes of messages are limited by `maxRequestMessageBytes` and "
     "`maxResponseMessageBytes` of a method config"},
    {"messagelength",
     "sizes of messages are limited by `maxRequestMessageBytes` and "
     "`maxResponseMessageBytes` of a method config"},
    {"timeout", kOneTimeout},
    {"deadline", kOneTimeout},
};

// The one that the key of an unknown field is; null if it is none of them.
const ForeignSetting* FindForeignSetting(const IssueContext& context) {
  const absl::string_view key = context.tree.Text(context.issue.node);
  if (context.issue.message->of_policy || IsComment(key) || key.size() > kLongestComparedKey) {
    return nullptr;
  }
  const std::string letters = LettersOf(key);
  const auto* const row = absl::c_find_if(kForeignSettings, [&](const ForeignSetting& each) {
    return absl::StrContains(letters, each.part);
  });
  return row == std::end(kForeignSettings) ? nullptr : row;
}

// What a setting that no service config has is told as.
void DescribeForeign(const IssueContext& context, const ForeignSetting& foreign,
                     Diagnostic& diagnostic) {
  const bool is_of_retries =
      foreign.words == kRetries && context.issue.message->name == "RetryPolicy";
  if (!is_of_retries) {
    diagnostic.message += absl::StrCat("; ", foreign.words);
    return;
  }
  diagnostic.help.push_back(HelpWithFields(*context.issue.message));
}

// True for an object with fields of a config beside those that count.
bool HoldsFieldsOfConfig(const IssueContext& context) {
  const JsonTree& tree = context.tree;
  const NodeId value = context.issue.node + 1;
  if (context.issue.message != &ServiceConfigMessage() || tree.kind(value) != JsonKind::kObject) {
    return false;
  }
  const auto has_field = [&](NodeId object) {
    bool found = false;
    tree.ForEachMember(object, [&](const JsonMember& member) {
      found = found || FindField(ServiceConfigMessage(), tree.Text(member.key)) != nullptr;
    });
    return found;
  };
  return has_field(value) && has_field(ParentOf(context.pointers, context.issue.node).object);
}

// True if the same field stands beside the key with the same value, so that nothing is lost.
bool IsRepeated(const IssueContext& context) {
  const JsonTree& tree = context.tree;
  const absl::string_view own = Slice(tree.text(), tree.span(context.issue.node + 1));
  bool is_repeated = false;
  tree.ForEachMember(ParentOf(context.pointers, context.issue.node).object,
                     [&](const JsonMember& member) {
                       if (tree.Text(member.key) != context.issue.field->json_name) return;
                       is_repeated = Slice(tree.text(), tree.span(member.value)) == own;
                     });
  return is_repeated;
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
  diagnostic.message = absl::StrCat(
      "unknown field ", Quoted(tree.Text(key)),
      "; an entry of `methodConfig` names in `name` the services and methods that it is for");
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
                              .edits = std::move(edits)});
  return true;
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
  if (DescribeNameAsKey(context, diagnostic)) return;
  Suggestion suggestion = SuggestMember(message, context.tree, context.issue.node);
  // As the reader found, its value says nothing beside the others.
  if (context.issue.field == nullptr) suggestion = {};
  switch (suggestion.kind) {
    case SuggestionKind::kLetterCase:
    case SuggestionKind::kSnakeCase:
    case SuggestionKind::kMisspelt:
    case SuggestionKind::kSynonym:
    case SuggestionKind::kValue:
      return suggestion.message == &message
                 ? DescribeRespelling(context, suggestion, diagnostic)
                 : DescribeFieldElsewhere(context, suggestion, diagnostic);
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
      if (const ForeignSetting* const foreign = FindForeignSetting(context)) {
        return DescribeForeign(context, *foreign, diagnostic);
      }
      if (HoldsFieldsOfConfig(context)) {
        diagnostic.message += "; the fields of a config in it count at the top level alone";
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

// For members of a method config in a name: out of it.
void OfferRunOut(const IssueContext& context, const Parent& parent, const Message& belongs,
                 Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const KeyRun run = FindRun(tree, parent.object, belongs);
  const bool is_element = tree.KeyOf(parent.object) == kNoNode && parent.object != JsonTree::kRoot;
  if (!run.is_whole || !is_element) return;
  const NodeId key = tree.KeyOf(context.pointers.ContainerOf(parent.object));
  if (key == kNoNode) return;
  const Parent holder = ParentOf(context.pointers, key);
  bool is_free = holder.message == &belongs;
  tree.ForEachMember(parent.object, [&](const JsonMember& member) {
    const absl::string_view name = tree.Text(member.key);
    const bool is_moved = FindField(belongs, name) != nullptr;
    is_free = is_free && !(is_moved && HasMember(tree, holder.object, name));
  });
  if (!is_free) return;
  OfferMoveOf(
      run, context,
      {tree.span(key).begin, "$0, ", absl::StrCat("move them out of `", tree.Text(key), "`")},
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

Severity LeastOfLostSetting(const IssueContext& context) {
  const Issue& issue = context.issue;
  if (issue.informs) return Severity::kNote;
  if (issue.field == nullptr) {
    const ForeignSetting* const foreign = FindForeignSetting(context);
    const bool is_config =
        HoldsFieldsOfConfig(context) && !IsComment(context.tree.Text(issue.node));
    const Severity otherwise = is_config ? Severity::kError : Severity::kNote;
    return foreign == nullptr ? otherwise : foreign->least;
  }
  // Keys of LB policies are in snake_case to grpc-js.
  const bool is_detail = issue.message->of_policy
                             ? absl::StrContains(context.tree.Text(issue.node), '_')
                             : issue.field->type == FieldType::kBool && !IsOnlySetting(context);
  if (is_detail) return issue.related.empty() ? Severity::kWarning : Severity::kNote;
  if (issue.related.empty()) return Severity::kError;
  // Two spellings of one name may be meant for two clients; another name is never read.
  const Suggestion suggestion = SuggestMember(*issue.message, context.tree, issue.node);
  const bool is_another =
      suggestion.kind == SuggestionKind::kSynonym ||
      (suggestion.kind == SuggestionKind::kValue && IsContainer(context.tree.kind(issue.node + 1)));
  return is_another && !IsRepeated(context) ? Severity::kError : Severity::kNote;
}

void DescribeUnknown(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeUnknownKey(context, diagnostic);
  DescribeLostName(context, diagnostic);
  NoteLostSetting(context, diagnostic);
  diagnostic.once = kKeyIsCorrected;
}

void DescribeMisplaced(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& belongs = *context.issue.message;
  const Parent parent = ParentOf(context.pointers, context.issue.node);
  const std::string names = NameMisplaced(context, parent, diagnostic);
  const Field* const wrapper = WrapperIn(parent.message, belongs);
  diagnostic.once = kKeyIsCorrected;
  diagnostic.notes.emplace_back(
      "clients ignore fields that they do not know in this place, in silence");
  if (wrapper == nullptr) {
    diagnostic.message = absl::StrCat(names, " have no effect here; ", WhereTheyBelong(belongs));
    OfferThrottling(context, parent, belongs, diagnostic);
    OfferEntry(context, parent, belongs, diagnostic);
    OfferRunOut(context, parent, belongs, diagnostic);
    return;
  }
  diagnostic.message = absl::StrCat("`", wrapper->json_name, "` is missing around ", names,
                                    ", so they have no effect");
  diagnostic.help.push_back(WhereTheyBelong(belongs));
  OfferWrapper(context, parent, *wrapper, diagnostic);
}

}  // namespace grpcfg
