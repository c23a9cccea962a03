// Words that several families share. Rules only.
#ifndef GRPCFG_RULES_WORDS_H_
#define GRPCFG_RULES_WORDS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/clients/profile_at.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_table.h"
#include "schema/fields/service_config.h"
#include "schema/json/json_tree.h"
#include "validator/diagnostic.h"
#include "validator/rule.h"

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

// "a", "`a` and `b`", "`a`, `b` and `c`".
std::string Enumerate(const std::vector<std::string>& items);

// "2 more like it in this config", after the one that was told.
std::string CountMore(size_t more);

// "the same in 2 more entries of this config", after the one that was told.
std::string CountEntries(size_t more);

// The same as Enumerate, with "and 3 more" behind those that are shown of `all`.
std::string EnumerateOf(size_t all, std::vector<std::string> shown);

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

// Replaces the bytes of `span`.
Fix ReplaceFix(std::string title, Span span, std::string text, bool safe);

// Removes the bytes of `span`.
Fix RemoveFix(std::string title, Span span);

// "`maxTokens` is 0": the field and the value that stands there.
std::string FieldIsValue(const IssueContext& context);

// A token ratio with a point, without which C-core takes it for thousandths.
std::string WithPoint(absl::string_view number);

// True of a misspelt key that stands for its field: the field is missing all the same.
bool IsMisspelt(const CheckContext& context, NodeId key);

// The text of a member of the object at `node`; empty if it is absent or no string.
absl::string_view MemberText(const JsonTree& tree, NodeId node, absl::string_view key);

// The duration with all nine decimals, or none, which Node reads right as a timeout too.
std::string WithNineDecimals(const Duration& duration);

// True of a timeout that ends calls of C-core at once, in all of its processes or in some.
bool IsShortTimeout(const Duration& timeout);

// What to do about it. Whole seconds are right for Node too.
inline constexpr absl::string_view kLongerTimeout =
    "write whole seconds, 3 or more, or leave it out and have the program set deadlines";

// Offers the duration that a number or a malformed string most likely means, if that is clear. One
// that clients misread or cannot keep is no remedy.
void SuggestDuration(const IssueContext& context, Diagnostic& diagnostic);

// The bracket that begins an object or an array.

// Calls function(MethodConfig) for those of every service config.
template <typename Function>
void ForEachMethodConfig(const Reading& reading, const Function& function) {
  for (const ServiceConfig* const config : reading.configs) {
    if (!config->method_config.value) continue;
    for (const MethodConfig& method : *config->method_config.value) function(method);
  }
}

// Calls function(MethodConfig) for the entries of one config that some call meets.
template <typename Function>
void ForEachMet(const ServiceConfig& config, const Function& function) {
  if (!config.method_config.value) return;
  for (const MethodConfig& method : *config.method_config.value) {
    if (IsMet(method)) function(method);
  }
}

// The same for every service config.
template <typename Function>
void ForEachMet(const Reading& reading, const Function& function) {
  for (const ServiceConfig* const config : reading.configs) ForEachMet(*config, function);
}

// The value of a member of the object that a config is; kNoNode if there is none.
NodeId MemberOf(const JsonTree& tree, const ServiceConfig& config, absl::string_view name);

// A name is compared with the path of a call, letter by letter, and one entry is found: where that
// was read, for what makes no difference to the client.
Cell VerdictOnCallsTheSame(const ProfileAt& profile);

// The same for a name that fits no call.
Cell VerdictOnNames(const ProfileAt& profile);

// rules/wrong_type.cc: a value of another JSON type than its field's.
void DescribeWrongType(const IssueContext& context, Diagnostic& diagnostic);

// `maxAttempts` of either policy.
void DescribeClampedAttempts(const IssueContext& context, Diagnostic& diagnostic);
void DescribeTooFewAttempts(const IssueContext& context, Diagnostic& diagnostic);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_WORDS_H_
