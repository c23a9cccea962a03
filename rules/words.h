// Words that several families share. Rules only.
#ifndef GRPCFG_RULES_WORDS_H_
#define GRPCFG_RULES_WORDS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_table.h"
#include "schema/fields/service_config.h"
#include "schema/json/json_tree.h"
#include "validator/engine/diagnostic.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// From the vaguest word on one value to the most specific; a rule without one comes before them.
enum Specificity : int {
  kParserRefuses = -5,
  kReadsOtherwise,
  kRefuses,
  kBreaks,
  kLacksField,
};

// `text` in backticks, cut to a length that one can read.
std::string Quoted(absl::string_view text);

// "a string", "an object", "nothing".
absl::string_view KindName(JsonKind kind);

// What a field takes, for people: "an integer", "a list of objects".
std::string TypeName(const Field& field);

// "2 more like it in this config", after the one that was reported.
std::string CountMore(size_t more);

// "the same in 2 more entries of this config", after the one that was reported.
std::string CountEntries(size_t more);

// The field of an issue in backticks; "the config" for the root.
std::string FieldName(const Issue& issue);

// The same for a value; "an element of `name`", "`near` in `children`" for one of many.
std::string PlaceName(const IssueContext& context);

// "a retry policy", "a method config": the message that a field belongs to.
std::string MessageName(const Message& message);

// The object that holds a key, and the row of its message; null where the table has none.
struct Parent {
  NodeId object = JsonTree::kRoot;
  const Message* message = &ServiceConfigMessage();
};
Parent ParentOf(JsonPointers& pointers, NodeId key);

// True if the issue is on one of many: an element of a list, or a member of a map.
bool IsElement(const IssueContext& context);

// Describes an issue by the row of its rule alone: says `words`, with what the issue is on in place
// of `{value}` (FieldIsValue), `{field}` (FieldName), `{place}` (PlaceName), and in backticks of
// `{source}` (as it is written) and `{text}` (as it is read); adds `help` and labels the related
// place with `related_words`.
void DescribeByRow(const IssueContext& context, Diagnostic& diagnostic);

// Replaces the bytes of `span`.
Fix ReplaceFix(std::string title, Span span, std::string text, bool safe);

// The same, as "write `text`".
Fix WriteFix(Span span, std::string text, bool safe);

// "`text`" in JSON's quotes.
std::string InQuotes(absl::string_view text);

// Writes `before` and `after` around the bytes of `span`.
Fix PutAround(Span span, absl::string_view before, absl::string_view after, bool safe);

// Leaves of the bytes of `outer` those of `inner`. Never safe.
Fix UnwrapFix(std::string title, Span outer, Span inner);

// Removes the bytes of `span`.
Fix RemoveFix(std::string title, Span span);

// For Rule::together_in: who writes one token so writes all of them so.
NodeId WholeText(const IssueContext& context);

// "`maxTokens` is 0": the field and the value that stands there.
std::string FieldIsValue(const IssueContext& context);

// Says that the value is a template that was not filled in; false if it is none.
bool DescribeTemplate(const IssueContext& context, Diagnostic& diagnostic);

inline constexpr absl::string_view kFillIn = "fill the template in before a client gets the config";

// A token ratio with a point, without which C-core takes it for thousandths.
std::string WithPoint(absl::string_view number);

// True of a misspelt key that stands for its field: the field is missing all the same.
bool IsMisspelt(const CheckContext& context, NodeId key);

// `[{"round_robin": {}}]`; after a policy that few clients have, one that all have.
std::string ListOfPolicy(const Field& policy);

// The text of a member of the object at `node`; empty if it is absent or no string.
absl::string_view MemberText(const JsonTree& tree, NodeId node, absl::string_view key);

// The duration with all nine decimals, or none, which Node reads right as a timeout too.
std::string WithNineDecimals(const Duration& duration);

// True of a timeout that ends calls of C-core at once, in all of its processes or in some.
bool IsShortTimeout(const Duration& timeout);

// What is wrong with a timeout that some client cannot keep, and what to do, after "it is"; empty
// where nothing is.
std::string WhyTooShort(const Duration& timeout);

// What to do about it. Whole seconds are right for Node too.
inline constexpr absl::string_view kLongerTimeout =
    "write whole seconds, 3 or more, or remove it and set deadlines in the program";

// The bytes of members or elements of `text` that follow each other, and what goes with them if
// they go: the comma before them, or the one after the first of all. So two that follow each other
// can go by edits of their own. Looks at no more than the blanks around them.
Span WithComma(absl::string_view text, Span children);

// Adds the value of the issue's key under the key `name` before it, for clients that read that one.
void AddBesideKey(const IssueContext& context, absl::string_view name, Diagnostic& diagnostic);

// How the client of a language in `clientLanguage` spells it.
absl::string_view SpellingOfLanguage(absl::string_view language);

// Writes a name anew: "write `{"service": "a.B", "method": "C"}`".
Fix WriteNameFix(Span name, absl::string_view service, absl::string_view method);

// `{"service": "a.B", "method": "C"}`, without a method where that is empty.
std::string NameText(absl::string_view service, absl::string_view method);

// The same of each of the methods of a service, or, where `service` is empty, of each service.
std::string NamesText(absl::string_view service, absl::Span<const absl::string_view> names);

// The service that is written with a slash in it: `shop.v1/Cart`,
// `type.googleapis.com/shop.v1.Cart`. Empty where what is after the slash may be a method.
std::string ServiceWithSlash(absl::string_view before, absl::string_view after);

// The service and the method that a key stands for: `a.B`, `a.B/C`, `/a.B/C`. No service where it
// is none.
struct KeyOfName {
  std::string service;
  absl::string_view method;
};
KeyOfName NameInKey(absl::string_view key);

// True of `"name": "prod"`, which labels a config and names no service.
bool IsLabel(const JsonTree& tree, NodeId key);

// What makes entries of a method config of members whose keys are names: `{"name": [...], ...}`
// for `"a.B": {...}`. Nothing unless all of them are, and none is empty.
std::vector<TextEdit> EditsToEntries(const JsonTree& tree, NodeId object);

// Offers the duration that a number or a malformed string most likely means, if that is clear.
void SuggestDuration(const IssueContext& context, Diagnostic& diagnostic);

// The elements of a list; none if it is absent or malformed.
template <typename T>
absl::Span<const T> ElementsOf(const Located<List<T>>& list) {
  return list.value ? absl::Span<const T>(list.value->begin(), list.value->size())
                    : absl::Span<const T>();
}

// Calls function(MethodConfig) for those of every service config.
template <typename Function>
void ForEachMethodConfig(const Reading& reading, const Function& function) {
  for (const ServiceConfig* const config : reading.configs) {
    for (const MethodConfig& method : ElementsOf(config->method_config)) function(method);
  }
}

// The keys of an object that are fields of one message.
struct KeyRun {
  NodeId first = kNoNode;
  NodeId last = kNoNode;
  Span span = {};         // from the first key to the last value
  bool has_name = false;  // `name` is one of them
  bool is_whole = false;  // there are some, and no others between them
};

KeyRun FindRun(const JsonTree& tree, NodeId object, const Message& message);

// True for an object of ordinary size: words on each of its keys may look at all of them.
bool HasFewMembers(const JsonTree& tree, NodeId object);

// True if `object` has a member that is read as the field `name`.
bool HasMember(const JsonTree& tree, NodeId object, absl::string_view name);

// The verdicts on a config of an LB policy that C-core, Go and Java have: clients without it, or
// without checks of their own, take it.
constexpr Verdicts OfCoreGoAndJava(Verdicts verdicts) {
  verdicts.node = {Effect::kAccepts, "grpc-js index.ts: no such policy, so its config is not read"};
  verdicts.dotnet = {Effect::kAccepts,
                     "grpc-dotnet GrpcChannel.cs: no such policy, its config is not read"};
  verdicts.gapic = {Effect::kAccepts, "service_config.proto: no rule that protojson would check"};
  return verdicts;
}

// What a rule tells once for a whole document: the first place that it is true of, with the words
// on it, and how many more there are.
struct SingleFinding {
  // True of the first place, which is to get its words.
  bool IsFirst(NodeId node);

  NodeId place = kNoNode;
  std::optional<Diagnostic> words = {};  // there, if there is a place
  size_t more = 0;
};

// Adds the finding, if there is one, with count(more) as its last note. Takes the words of
// `single`.
void AddOnce(const CheckContext& context, SingleFinding& single, std::string (*count)(size_t more));

// That the client takes it: by where a trait of it was read, or by `otherwise` where it has none.
template <typename T>
Cell Accepting(const Trait<T>& trait, absl::string_view otherwise) {
  return {Effect::kAccepts, trait.evidence.empty() ? otherwise : trait.evidence};
}

// The same; unknown where the client has no such trait.
template <typename T>
Cell AcceptingIfRead(const Trait<T>& trait) {
  return trait.evidence.empty() ? Cell() : Accepting(trait, {});
}

// A name is compared with the path of a call, letter by letter, and one entry is found: where that
// was read, for what makes no difference to the client.
Cell VerdictOnCallsTheSame(const ProfileAt& profile);

// The same for a name that fits no call.
Cell VerdictOnNames(const ProfileAt& profile);

// rules/wrong_type.cc: a value of another JSON type than its field's.
void DescribeWrongType(const IssueContext& context, Diagnostic& diagnostic);
// Strings in a list of names, which are reported together; kNoNode for all else.
NodeId ListOfNames(const IssueContext& context);

// rules/misplaced_keys.cc: several keys that its object's message does not have, and another one
// has.
void DescribeMisplaced(const IssueContext& context, Diagnostic& diagnostic);

// rules/unknown_keys.cc: a key that its object's message does not have.
void DescribeUnknown(const IssueContext& context, Diagnostic& diagnostic);
// Where the keys are that are reported with this one: what was meant for an entry in all entries,
// which often repeat a mistake; in this object those that nothing is like, or those in another
// letter case or in snake_case. kNoNode if none are.
NodeId KeysTogether(const IssueContext& context);

// A key that was meant for a field is lost, whichever client reads it, and a key that stands for
// what no service config has: an error, but for a detail.
Severity LeastOfLostSetting(const IssueContext& context);

// rules/effect.cc: true of a key that was meant for a field where nothing else is set in its entry
// or config.
bool IsOnlySetting(const IssueContext& context);
// Says so; its rule has LeastOfLostSetting.
void NoteLostSetting(const IssueContext& context, Diagnostic& diagnostic);

// rules/portability.cc: a program that gives the client a `Map` must turn its whole numbers into
// another type.
bool NeedsDoubles(const ProfileAt& profile);

// True if the issue is in an entry of `methodConfig`.
inline bool IsInEntry(const IssueContext& context) {
  return context.issue.message->name == "MethodConfig";
}

// "`%!d(string=3)` is what Go's Printf writes for a value that its format does not fit"; nothing
// where no such thing stands in `text`.
std::string PrintfMistake(absl::string_view text);

// `maxAttempts` of either policy.
void DescribeClampedAttempts(const IssueContext& context, Diagnostic& diagnostic);
void DescribeTooFewAttempts(const IssueContext& context, Diagnostic& diagnostic);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_WORDS_H_
