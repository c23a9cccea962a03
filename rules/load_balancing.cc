// Rules on `loadBalancingConfig` and `loadBalancingPolicy`: which LB policy is chosen (gRFC A24;
// service_config.proto, LoadBalancingConfig).
#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/unknown_keys.h"
#include "rules/words.h"
#include "schema/json/foreign_format.h"
#include "schema/read/suggest.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

// What grpc-js calls a policy that others have by another name, with other keys: not misspelt.
bool IsOnlyInNode(absl::string_view name) { return name == "outlier_detection"; }

constexpr absl::string_view kForOtherClients =
    "for other clients put an entry `outlier_detection_experimental` before it, with keys in "
    "camelCase";

// Offers the policy that `name` most likely means; false if none is near.
bool OfferPolicy(absl::string_view name, Span span, Diagnostic& diagnostic) {
  const Field* const intended = SuggestPolicyOrSynonym(name);
  if (intended == nullptr) return false;
  diagnostic.fixes.push_back(ReplaceFix(absl::StrCat("write `", intended->json_name, "`"), span,
                                        InQuotes(intended->json_name), false));
  return true;
}

// How to check for clients that have the policy `name`; nothing where no client can. `linked` are
// those that are given already; `all` stands alone, and is every one that clients can have.
void AdviseToLink(absl::string_view name, absl::string_view linked, Diagnostic& diagnostic) {
  constexpr absl::string_view kAll = "all";
  const Field* const known = FindField(LoadBalancingConfigMessage(), name);
  if (known != nullptr && (known->stage == Stage::kDeprecated || linked == kAll)) return;
  const auto is_of_name = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || absl::StrContains("_-.", c);
  };
  if (name.empty() || !absl::c_all_of(name, is_of_name)) return;
  diagnostic.help.push_back(absl::StrCat("if your clients link it in, check with `--lb-policies ",
                                         linked == kAll ? "default" : linked, ",", name, "`"));
}

// A field of the config, or of an entry of `methodConfig`, among LB policies.
bool DescribeOutside(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId entry = ParentOf(context.pointers, context.issue.node).object;
  NodeId key = kNoNode;
  context.tree.ForEachMember(entry, [&](const JsonMember& member) {
    const bool is_outside = FindOutsidePolicies(context.tree.Text(member.key)).field != nullptr;
    if (key == kNoNode && is_outside) key = member.key;
  });
  if (key == kNoNode) return false;
  const Suggestion outside = FindOutsidePolicies(context.tree.Text(key));
  diagnostic.message =
      absl::StrCat("an entry names one LB policy, and ", Quoted(context.tree.Text(key)),
                   " is not one; it belongs ", WhereIs(*outside.message));
  Issue moved = context.issue;
  moved.node = key;
  moved.span = context.tree.span(key);
  moved.field = outside.field;
  moved.message = &LoadBalancingConfigMessage();
  OfferPlace(
      {context.rule, context.tree, moved, context.pointers, context.client, context.lb_policies},
      outside, diagnostic);
  if (diagnostic.fixes.empty()) diagnostic.help.emplace_back("move it there");
  diagnostic.once = kKeyIsCorrected;
  return true;
}

// `{"name": "round_robin", "config": {}}`: a policy by its name, with its config beside it.
bool OfferPolicyNamed(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId entry = ParentOf(context.pointers, context.issue.node).object;
  NodeId name = kNoNode;
  NodeId config = kNoNode;
  size_t members = 0;
  tree.ForEachMember(entry, [&](const JsonMember& member) {
    ++members;
    if (tree.kind(member.value) == JsonKind::kString) name = member.value;
    if (tree.kind(member.value) == JsonKind::kObject) config = member.value;
  });
  if (members != 2 || name == kNoNode || config == kNoNode) return false;
  const Field* const known = FindField(LoadBalancingConfigMessage(), tree.Text(name));
  const Field* const policy = known == nullptr ? SuggestPolicyOrSynonym(tree.Text(name)) : known;
  if (policy == nullptr) return false;
  diagnostic.help.emplace_back("an entry's key is the policy's name, and its value the config");
  diagnostic.fixes.push_back(WriteFix(
      tree.span(entry),
      absl::StrCat("{\"", policy->json_name, "\": ", Slice(tree.text(), tree.span(config)), "}"),
      false));
  return true;
}

void DescribeSeveral(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat("an entry names one LB policy, and here ",
                                    Quoted(context.Source()), " is the second");
  diagnostic.secondary.push_back({context.issue.related, "the first"});
  if (DescribeOutside(context, diagnostic) || OfferPolicyNamed(context, diagnostic)) return;
  bool any_known = false;
  const NodeId entry = ParentOf(context.pointers, context.issue.node).object;
  context.tree.ForEachMember(entry, [&](const JsonMember& member) {
    const absl::string_view key = context.tree.Text(member.key);
    any_known = any_known || FindField(LoadBalancingConfigMessage(), key) != nullptr;
  });
  diagnostic.help.emplace_back(
      any_known
          ? "give each policy an entry of its own, the preferred one first"
          : "the policy's name is the key, and its config the value: `{\"round_robin\": {}}`");
}

// True for the policies that every client has.
bool IsUsualPolicy(absl::string_view name) { return name == "pick_first" || name == "round_robin"; }

// The same in a list that no client could use with that policy alone: with one after it that all
// have.
void OfferPolicyAndUsual(const JsonTree& tree, NodeId list, NodeId key, Diagnostic& diagnostic) {
  const Field* const intended = SuggestPolicyOrSynonym(tree.Text(key));
  if (intended == nullptr || IsUsualPolicy(intended->json_name)) return;
  if (tree.kind(list) != JsonKind::kArray) return;
  const uint32_t end = tree.span(list).end - 1;
  diagnostic.fixes.push_back(
      {.title = absl::StrCat("write `", intended->json_name,
                             "` and end the list with `{\"round_robin\": {}}`, which clients "
                             "without that policy then use"),
       .safe = false,
       .edits = {{tree.span(key), InQuotes(intended->json_name)},
                 {{end, end}, ", {\"round_robin\": {}}"}}});
}

// No report needs more names of a list, and a hostile one has many.
constexpr size_t kMostNames = 5;

// The names of the policies in a list, each with what was probably meant.
std::string NamePolicies(const JsonTree& tree, NodeId list) {
  std::vector<std::string> names;
  size_t more = 0;
  tree.ForEachElement(list, [&](NodeId entry) {
    if (names.size() == kMostNames) {
      ++more;
      return;
    }
    // To Go an empty entry may have the key of an earlier list.
    const bool has_key = tree.node(entry).next > entry + 1;
    const absl::string_view name = has_key ? tree.Text(entry + 1) : absl::string_view();
    const Field* const known = FindField(LoadBalancingConfigMessage(), name);
    const Field* const intended = SuggestPolicyOrSynonym(name);
    names.push_back(absl::StrCat(
        Quoted(name), known != nullptr && known->stage == Stage::kDeprecated ? " (deprecated)" : "",
        IsOnlyInNode(name)    ? " (which only grpc-js has)"
        : intended == nullptr ? ""
                              : absl::StrCat(" (did you mean `", intended->json_name, "`?)")));
  });
  if (more > 0) names.push_back(absl::StrCat(more, " more"));
  return Enumerate(names);
}

// True if a list names a policy that no client lacks: then it is its config that is not taken.
bool NamesUsualPolicy(const JsonTree& tree, NodeId list) {
  bool found = false;
  tree.ForEachElement(list, [&](NodeId entry) {
    if (found || tree.node(entry).next <= entry + 1) return;
    const absl::string_view name = tree.Text(entry + 1);
    found = IsUsualPolicy(name);
  });
  return found;
}

// What stands beside it is what clients take that fall back to it, and what is meant.
void DescribeEmptyList(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId list = context.issue.node;
  diagnostic.message = absl::StrCat(FieldName(context.issue), " is empty; it needs an LB policy");
  const NodeId key = context.tree.KeyOf(list);
  const std::string beside = absl::AsciiStrToLower(
      key == kNoNode ? absl::string_view()
                     : MemberText(context.tree, ParentOf(context.pointers, key).object,
                                  "loadBalancingPolicy"));
  if (IsUsualPolicy(beside)) {
    diagnostic.fixes.push_back(
        WriteFix(context.issue.span, absl::StrCat("[{\"", beside, "\": {}}]"), false));
    return;
  }
  diagnostic.help.emplace_back(
      "remove it, and clients use `pick_first`; or name a policy, as in `[{\"round_robin\": "
      "{}}]`");
}

void DescribeNoneSupported(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId list = context.issue.node;
  const std::string names = NamePolicies(context.tree, list);
  if (names.empty()) {
    DescribeEmptyList(context, diagnostic);
    return;
  }
  if (NamesUsualPolicy(context.tree, list)) {
    diagnostic.message = absl::StrCat(
        FieldName(context.issue), " has no LB policy whose config the client takes, only ", names);
    diagnostic.help.emplace_back("correct the config of the policy, or remove its contents");
    diagnostic.explained_in = context.tree.span(list);
    return;
  }
  diagnostic.message = absl::StrCat(FieldName(context.issue),
                                    " has no LB policy that the client supports, only ", names);
  if (HasPlaceholder(names)) {
    diagnostic.help.emplace_back(kFillIn);
    return;
  }
  size_t looked_at = 0;
  context.tree.ForEachElement(list, [&](NodeId entry) {
    if (looked_at == kMostNames) return;
    const NodeId key = entry + 1;
    const bool is_named = context.tree.node(entry).next > key;
    const absl::string_view name = is_named ? context.tree.Text(key) : absl::string_view();
    if (IsOnlyInNode(name)) diagnostic.help.emplace_back(kForOtherClients);
    const Message* const outside = FindOutsidePolicies(name).message;
    if (outside != nullptr) {
      diagnostic.help.push_back(
          absl::StrCat(Quoted(name), " is not an LB policy; it belongs ", WhereIs(*outside)));
    }
    const bool offered =
        !IsOnlyInNode(name) && OfferPolicy(name, context.tree.span(key), diagnostic);
    if (!offered && diagnostic.help.empty()) AdviseToLink(name, context.lb_policies, diagnostic);
    if (offered) OfferPolicyAndUsual(context.tree, list, key, diagnostic);
    looked_at = offered ? kMostNames : looked_at + 1;
  });
  if (!diagnostic.fixes.empty()) return;
  diagnostic.help.emplace_back(
      "end the list with a policy that every client has, `round_robin` or `pick_first`: clients "
      "that have none of the others then use it");
}

// What a client uses that skips an entry, as far as all use the same.
std::string NextPolicy(const IssueContext& context) {
  const JsonTree& tree = context.tree;
  const NodeId entry = ParentOf(context.pointers, context.issue.node).object;
  const NodeId list = context.pointers.ContainerOf(entry);
  const NodeId next = tree.node(entry).next;
  const bool has_next = tree.kind(list) == JsonKind::kArray && next < tree.node(list).next &&
                        tree.kind(next) == JsonKind::kObject && tree.node(next).next > next + 1;
  const absl::string_view name = has_next ? tree.Text(next + 1) : absl::string_view();
  return IsUsualPolicy(name)
             ? absl::StrCat("; those that do not have it use `", name, "`, which comes next")
             : "; those that do not have it skip it";
}

void DescribeUnlinked(const IssueContext& context, Diagnostic& diagnostic) {
  const Field& policy = *context.issue.field;
  if (policy.stage == Stage::kDeprecated) {
    diagnostic.message =
        absl::StrCat("the LB policy `", policy.json_name, "` is deprecated; clients skip it");
    diagnostic.help.emplace_back("remove the entry");
    return;
  }
  diagnostic.message =
      absl::StrCat("not every client has the LB policy ",
                   Quoted(context.tree.Text(context.issue.node)), NextPolicy(context));
  AdviseToLink(policy.json_name, context.lb_policies, diagnostic);
}

// Offers the policy that `name` most likely means in the field that all clients read, if it is not
// there.
bool OfferPolicyInList(const IssueContext& context, absl::string_view name,
                       Diagnostic& diagnostic) {
  const Span value = context.tree.span(context.issue.node);
  const NodeId config = ParentOf(context.pointers, context.issue.node).object;
  const Field* const intended = SuggestPolicyOrSynonym(name);
  const bool is_alone = intended != nullptr && intended->message->required == 0 &&
                        !HasMember(context.tree, config, "loadBalancingConfig");
  if (!is_alone) return OfferPolicy(name, value, diagnostic);
  diagnostic.fixes.push_back(
      WriteFix({context.tree.span(context.tree.KeyOf(context.issue.node)).begin, value.end},
               absl::StrCat(R"("loadBalancingConfig": )", ListOfPolicy(*intended)), false));
  return true;
}

// `ROUND_ROBIN`: C-core and Java take it, Go and Node lose it in silence.
bool IsUsualInOtherCase(absl::string_view name) {
  return !IsUsualPolicy(name) && IsUsualPolicy(absl::AsciiStrToLower(name));
}

Severity LeastOfUnknownName(const IssueContext& context) {
  const bool is_lost = IsUsualInOtherCase(context.tree.Text(context.issue.node));
  return is_lost ? Severity::kError : Severity::kNote;
}

void DescribeUnknownName(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId key = context.tree.KeyOf(context.issue.node);
  // That the key is deprecated is no more to say, but where it can go.
  if (!HasMember(context.tree, ParentOf(context.pointers, key).object, "loadBalancingConfig")) {
    diagnostic.explains = {{context.tree.span(key).begin, context.issue.span.end}};
  }
  if (DescribeTemplate(context, diagnostic)) return;
  const absl::string_view name = context.tree.Text(context.issue.node);
  const Field* const known = FindField(LoadBalancingConfigMessage(), name);
  const bool deprecated = known != nullptr && known->stage == Stage::kDeprecated;
  const absl::string_view value = Slice(context.tree.text(), context.tree.span(context.issue.node));
  diagnostic.message =
      absl::StrCat(FieldName(context.issue), " is ", Quoted(value),
                   IsUsualInOtherCase(name) ? "; the names of LB policies are in lower case"
                   : deprecated             ? ", a deprecated LB policy; clients do not have it"
                                : ", which is not an LB policy that the client supports");
  if (OfferPolicyInList(context, name, diagnostic)) return;
  AdviseToLink(name, context.lb_policies, diagnostic);
  diagnostic.help.emplace_back(
      "use `loadBalancingConfig`, with a list that ends with `round_robin` or `pick_first`; this "
      "field is deprecated");
}

void DescribeUnknownPolicy(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view name = context.tree.Text(context.issue.node);
  if (IsOnlyInNode(name)) {
    diagnostic.message =
        absl::StrCat(Quoted(name), " is an LB policy of grpc-js; other clients skip it");
    const bool has_other =
        absl::StrContains(context.tree.text(), "\"outlier_detection_experimental\"");
    if (!has_other) diagnostic.help.emplace_back(kForOtherClients);
    return;
  }
  if (DescribeOutside(context, diagnostic)) return;
  diagnostic.message = absl::StrCat(Quoted(name), " is not a known LB policy; clients skip it");
  if (!OfferPolicy(name, context.issue.span, diagnostic))
    AdviseToLink(name, context.lb_policies, diagnostic);
}

void DescribeUnparsed(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat("grpc-js cannot read the config of ", Quoted(context.Source()),
                                    " and skips the policy");
  const bool is_wrapper = IsOnlyInNode(context.tree.Text(context.issue.node));
  diagnostic.help.emplace_back(
      is_wrapper ? "there it needs a `child_policy` other than pick_first, keys in snake_case, and "
                   "durations of `seconds` and `nanos`"
                 : "its keys are in snake_case there: `blackout_period`");
}

void DescribeHeader(const IssueContext& context, Diagnostic& diagnostic) {
  const bool binary = absl::EndsWithIgnoreCase(context.tree.Text(context.issue.node), "-bin");
  diagnostic.message =
      absl::StrCat(FieldIsValue(context),
                   binary ? ", a binary header, which cannot be hashed"
                          : ", which is not a header name; use letters, digits, `-`, `_` and `.`");
}

constexpr Rule kRules[] = {
    {.id = "lb-entry-empty",
     .summary = "An entry in a list of LB policies is empty.",
     .rationale =
         "Each entry is an object with one key: the name of a policy, with the policy's config as "
         "the value (gRFC A24). An entry of any other shape makes the whole config invalid.",
     .claims = {{IssueKind::kNoPolicy}},
     .describe = DescribeByRow,
     .words = "this entry names no LB policy; an entry has one key, the policy's name",
     .help = R"(an example is `{"round_robin": {}}`)",
     .bad = R"({"loadBalancingConfig": [{}, {"round_robin": {}}]})",
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
    {.id = "lb-entry-several-policies",
     .summary = "An entry in a list of LB policies names more than one policy.",
     .rationale = "Each entry is an object with exactly one key (gRFC A24; a oneof in "
                  "service_config.proto), so that the order of the policies is clear. An entry "
                  "with two keys makes the whole config invalid.",
     .claims = {{IssueKind::kSeveralPolicies}},
     .describe = DescribeSeveral,
     .bad = R"({"loadBalancingConfig": [{"round_robin": {}, "pick_first": {}}]})",
     .good = R"({"loadBalancingConfig": [{"weighted_round_robin": {}}, {"round_robin": {}}]})"},
    {.id = "lb-none-supported",
     .summary = "A list of LB policies contains none that the client supports.",
     .rationale = "A client uses the first policy in the list that it supports. If it supports "
                  "none, the whole config is invalid (service_config.proto, LoadBalancingConfig); "
                  "Node uses pick_first instead. A list that ends with `round_robin` or "
                  "`pick_first` works everywhere.",
     .claims = {{IssueKind::kNoSupportedPolicy}},
     .describe = DescribeNoneSupported,
     .bad = R"({"loadBalancingConfig": [{"round_robbin": {}}]})",
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
    {.id = "lb-policy-name-needs-config",
     .summary = "`loadBalancingPolicy` names a policy that is invalid without its config.",
     .rationale =
         "The field can only name a policy, without a config. A policy with required fields must "
         "be in `loadBalancingConfig`. C-core rejects the config and reports this reason.",
     .claims = {{IssueKind::kPolicyNeedsConfig}},
     .describe = DescribeByRow,
     .words = "{value}, a policy that needs a config",
     .help = "use `loadBalancingConfig`, where the policy can have one",
     .bad = R"({"loadBalancingPolicy": "weighted_target_experimental"})",
     .good = R"({"loadBalancingConfig": [{"weighted_target_experimental": {"targets": {
  "a": {"weight": 1, "childPolicy": [{"round_robin": {}}]}}}}]})"},
    {.id = "lb-policy-name-unknown",
     .summary = "`loadBalancingPolicy` names a policy that the client does not support.",
     .rationale = "An unknown policy makes the whole config invalid (gRFC A21 uses it as an "
                  "example). Go silently uses pick_first instead.",
     .takes_in = {"lb-policy-name-deprecated", "field-unsupported"},
     .claims = {{IssueKind::kUnknownPolicyName}},
     .describe = DescribeUnknownName,
     .least = LeastOfUnknownName,
     .bad = R"({"loadBalancingPolicy": "round-robin"})",
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
    {.id = "lb-policy-not-linked",
     .summary = "A client does not have an LB policy and skips it.",
     .rationale = "The list exists for this case: policies that some clients lack come first. A "
                  "deprecated policy is no longer in any client. Use `--lb-policies` to declare "
                  "the policies that are linked in.",
     .advice = Severity::kNote,
     .claims = {{IssueKind::kUnlinkedPolicy}},
     .describe = DescribeUnlinked,
     .bad = R"({"loadBalancingConfig": [{"eds_experimental": {}}, {"round_robin": {}}]})",
     .good = R"({"loadBalancingConfig": [{"round_robin": {}}]})"},
    {.id = "lb-policy-unknown",
     .summary = "An LB policy is unknown, and clients skip it.",
     .rationale =
         "Clients skip policies that they do not know, so a misspelt name silently selects the "
         "next policy in the list. A custom policy works if the clients have it.",
     .claims = {{IssueKind::kUnknownPolicy}},
     .describe = DescribeUnknownPolicy,
     .bad = R"({"loadBalancingConfig": [{"least_request": {}}, {"round_robin": {}}]})",
     .good =
         R"({"loadBalancingConfig": [{"least_request_experimental": {}}, {"round_robin": {}}]})"},
    {.id = "lb-policy-unparsed",
     .summary = "Node cannot read the config of one of its LB policies.",
     .rationale = "grpc-js expects its own spelling in the configs of `weighted_round_robin` and "
                  "`outlier_detection`. It uses the first policy in the list whose config it can "
                  "read, and silently skips those before it.",
     .targets = "node",
     .claims = {{IssueKind::kUnparsedPolicy}},
     .describe = DescribeUnparsed,
     .bad = R"({"loadBalancingConfig": [
  {"weighted_round_robin": {"error_utilization_penalty": -1}}, {"round_robin": {}}]})",
     .good = R"({"loadBalancingConfig": [
  {"weighted_round_robin": {"error_utilization_penalty": 1}}, {"round_robin": {}}]})"},
    {.id = "ring-hash-header-invalid",
     .summary = "`requestHashHeader` does not name a valid text header.",
     .rationale = "gRFC A76 rejects a config whose header name is invalid or names a binary header "
                  "(ending in `-bin`).",
     .claims = {{IssueKind::kMalformedHeader}},
     .describe = DescribeHeader,
     .bad = R"({"loadBalancingConfig": [{"ring_hash_experimental": {
  "requestHashHeader": "session-bin"}}]})",
     .good = R"({"loadBalancingConfig": [{"ring_hash_experimental": {
  "requestHashHeader": "session"}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> LoadBalancingRules() { return kRules; }

}  // namespace grpcfg
