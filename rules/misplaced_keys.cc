// Words on fields that stand in the wrong object, and fixes that move them.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "rules/unknown_keys.h"
#include "rules/words.h"
#include "schema/fields/full_name.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

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

Words WordsAround(const Field& wrapper, bool has_name, absl::string_view name = "{}") {
  const bool is_list = wrapper.shape == Shape::kList;
  const bool is_unnamed = FindField(*wrapper.message, "name") != nullptr && !has_name;
  return {absl::StrCat("\"", wrapper.json_name, "\": ", is_list ? "[" : "", "{",
                       is_unnamed ? absl::StrCat(R"("name": [)", name, "], ") : ""),
          is_list ? "}]" : "}"};
}

// What stands beside the settings of an entry: `"service": "a.B", "method": "C"`.
struct NameBeside {
  bool is_there = false;
  std::string name = {};           // empty: it is not one
  std::vector<Span> members = {};  // with their commas
};

NameBeside FindNameBeside(const JsonTree& tree, NodeId object) {
  NodeId service = kNoNode;
  NodeId method = kNoNode;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    if (tree.Text(member.key) == "service") service = member.key;
    if (tree.Text(member.key) == "method") method = member.key;
  });
  NameBeside beside = {.is_there = service != kNoNode || method != kNoNode};
  const auto is_name = [&](NodeId key) {
    return tree.kind(key + 1) == JsonKind::kString && IsFullName(tree.Text(key + 1));
  };
  const bool is_whole =
      service != kNoNode && is_name(service) && (method == kNoNode || is_name(method));
  if (!is_whole) return beside;
  const auto member_at = [&](NodeId first, NodeId last) {
    return WithComma(tree.text(), {tree.span(first).begin, tree.span(last + 1).end});
  };
  beside.name = NameText(tree.Text(service + 1),
                         method == kNoNode ? absl::string_view() : tree.Text(method + 1));
  const bool are_neighbours = method != kNoNode && (method == service + 2 || service == method + 2);
  if (are_neighbours) {
    beside.members = {member_at(std::min(service, method), std::max(service, method))};
    return beside;
  }
  beside.members = {member_at(service, service)};
  if (method != kNoNode) beside.members.push_back(member_at(method, method));
  return beside;
}

// What a fix for every method comes to where a policy repeats calls.
void NoteEveryMethod(absl::string_view policy, Diagnostic& diagnostic) {
  diagnostic.notes.push_back(absl::StrCat("`[{}]` names every method, and `", policy,
                                          policy == "hedgingPolicy"
                                              ? "` executes each call several times"
                                              : "` may execute a call again",
                                          ": name the methods that tolerate it"));
}

// `"service": "a.B", "methods": ["Get", "List"]` in an entry: the list `name` that both mean. False
// where that is not what stands there.
bool OfferNamesOfMethods(const IssueContext& context, const Parent& parent,
                         Diagnostic& diagnostic) {
  constexpr size_t kMostNames = 50;
  const JsonTree& tree = context.tree;
  const NodeId service = context.issue.node;
  const NodeId methods = MemberOf(tree, parent.object, "methods");
  const bool are_both = tree.Text(service) == "service" && IsFullName(tree.Text(service + 1)) &&
                        methods != kNoNode && tree.kind(methods) == JsonKind::kArray &&
                        tree.node(methods).next > methods + 1 &&
                        !HasMember(tree, parent.object, "name");
  if (!are_both) return false;
  std::vector<absl::string_view> names;
  bool are_names = true;
  tree.ForEachElement(methods, [&](NodeId element) {
    are_names = are_names && tree.kind(element) == JsonKind::kString &&
                IsFullName(tree.Text(element)) && names.size() < kMostNames;
    if (are_names) names.push_back(tree.Text(element));
  });
  if (!are_names) return false;
  const NodeId key = tree.KeyOf(methods);
  const Span member = {tree.span(key).begin, tree.span(methods).end};
  diagnostic.explains = {tree.span(key)};
  diagnostic.secondary.push_back({tree.span(key), "and its methods"});
  diagnostic.fixes.push_back(
      {.title = "write a name for each of its methods in the list `name`",
       .safe = false,
       .edits = {{{tree.span(service).begin, tree.span(service + 1).end},
                  absl::StrCat("\"name\": [", NamesText(tree.Text(service + 1), names), "]")},
                 {WithComma(tree.text(), member), ""}},
       .otherwise = "write a name for each of its methods in the list `name`"});
  return true;
}

// Offers to put what belongs in `wrapper`, if that stands nowhere yet, in its place.
void OfferWrapper(const IssueContext& context, const Parent& parent, const Field& wrapper,
                  Diagnostic& diagnostic) {
  const KeyRun run = FindRun(context.tree, parent.object, *wrapper.message);
  if (!run.is_whole || HasMember(context.tree, parent.object, wrapper.json_name)) return;
  const bool is_entry = wrapper.message == &MethodConfigMessage();
  const NameBeside beside = is_entry ? FindNameBeside(context.tree, parent.object) : NameBeside();
  if (beside.is_there && !run.has_name) {
    if (beside.name.empty()) return;
    const Words around = WordsAround(wrapper, false, beside.name);
    Fix fix = PutAround(run.span, around.before, around.after, false);
    absl::StrAppend(&fix.title, ", and remove the name beside it");
    for (const Span member : beside.members) fix.edits.push_back({member, ""});
    diagnostic.fixes.push_back(std::move(fix));
    return;
  }
  const Words words = WordsAround(wrapper, run.has_name);
  diagnostic.fixes.push_back(PutAround(run.span, words.before, words.after, false));
  for (const absl::string_view policy : {"retryPolicy", "hedgingPolicy"}) {
    const bool is_in = HasMember(context.tree, parent.object, policy);
    if (is_in && absl::StrContains(words.before, "[{}]")) NoteEveryMethod(policy, diagnostic);
  }
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
  NoteEveryMethod(policy->json_name, diagnostic);
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
      {.title = move.title,
       .safe = false,
       .edits = {{{move.to, move.to}, std::move(text), moved, static_cast<uint32_t>(copy_at)},
                 {removed, ""}},
       .otherwise = move.title});
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
  if (entries.json_name == "name") {
    diagnostic.help.push_back(absl::StrCat("write it in an element of the list `name`, as in `{\"",
                                           context.issue.field->json_name, "\": ...}`"));
    return;
  }
  std::vector<NodeId> elements;
  tree.ForEachElement(list, [&](NodeId element) {
    if (elements.size() < 2) elements.push_back(element);
  });
  const absl::string_view key = context.issue.field->json_name;
  const uint32_t inside = tree.span(list).begin + 1;
  if (elements.empty()) {
    return OfferMove(context,
                     {inside, R"({"name": [{}], $0})",
                      "move it into an entry of `methodConfig` for every method"},
                     diagnostic);
  }
  const bool is_one = elements.size() == 1 && tree.kind(elements[0]) == JsonKind::kObject;
  if (!is_one || HasMember(tree, elements[0], key)) {
    diagnostic.help.push_back(absl::StrCat(
        "move it into the entry of `methodConfig` that it is for, or into one for every method: "
        "`{\"name\": [{}], \"",
        key, "\": ...}`"));
    Diagnostic moved;
    OfferMove(context, {inside, R"({"name": [{"service": "trial.Service"}], $0}, )", ""}, moved);
    if (!moved.fixes.empty()) diagnostic.trial = std::move(moved.fixes.front().edits);
    return;
  }
  const Span entry = tree.span(elements[0]);
  const bool is_empty = absl::StripAsciiWhitespace(Slice(tree.text(), entry)).size() == 2;
  OfferMove(context,
            {entry.begin + 1, is_empty ? "$0" : "$0, ", "move it into the entry of `methodConfig`"},
            diagnostic);
}

// For a field of a policy beside the policy: into it.
void OfferMoveIntoPolicy(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const absl::string_view name = context.issue.field->json_name;
  NodeId policy = kNoNode;
  tree.ForEachMember(
      ParentOf(context.pointers, context.issue.node).object, [&](const JsonMember& member) {
        const Field* const field = FindField(*context.issue.message, tree.Text(member.key));
        const bool has_place = field != nullptr && field->message != nullptr &&
                               FindField(*field->message, name) != nullptr &&
                               tree.kind(member.value) == JsonKind::kObject;
        if (has_place) policy = member.value;
      });
  if (policy == kNoNode || HasMember(tree, policy, name)) return;
  const uint32_t inside = tree.span(policy).begin + 1;
  const bool is_empty = tree.node(policy).next == policy + 1;
  OfferMove(context,
            {inside, is_empty ? "$0" : "$0, ",
             absl::StrCat("move it into `", tree.Text(tree.KeyOf(policy)), "`")},
            diagnostic);
}

// For the list of entries in an entry that has nothing else: its elements in place of the entry.
bool OfferEntriesAlone(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId entry = ParentOf(context.pointers, context.issue.node).object;
  const NodeId list = OnlyValueUnder(tree, entry, context.issue.field->json_name);
  const bool is_list = IsInEntry(context) && list != kNoNode &&
                       context.issue.field->message == context.issue.message &&
                       tree.kind(list) == JsonKind::kArray && tree.node(list).next > list + 1;
  if (!is_list) return false;
  const Span inner = tree.span(list);
  diagnostic.fixes.push_back(
      UnwrapFix(absl::StrCat("remove the second `", context.issue.field->json_name,
                             "` and the brackets around it"),
                tree.span(entry), {inner.begin + 1, inner.end - 1}));
  return true;
}

// For a field of the config itself that is deeper.
void OfferMoveToTop(const IssueContext& context, Diagnostic& diagnostic) {
  if (OfferEntriesAlone(context, diagnostic)) return;
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

// "they belong in `retryThrottling` at the top level".
std::string WhereTheyBelong(const Message& message) {
  const bool below_top = WrapperIn(&ServiceConfigMessage(), message) != nullptr;
  return absl::StrCat("they belong ", WhereIs(message), below_top ? " at the top level" : "");
}

// True of a `name` that labels a config, and is none of an entry.
bool IsLabelOfConfig(const JsonTree& tree, const Parent& parent, NodeId key) {
  return parent.message == &ServiceConfigMessage() && IsLabel(tree, key);
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
    if (IsLabelOfConfig(context.tree, parent, member.key)) return;
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

// For an object with the fields of another policy than its key says: that key. False for any other.
bool DescribeOtherPolicy(const IssueContext& context, const Parent& parent, const Message& belongs,
                         Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId key = tree.KeyOf(parent.object);
  const Field* const meant = WrapperIn(&MethodConfigMessage(), belongs);
  bool are_of_it = meant != nullptr && key != kNoNode && parent.message != nullptr &&
                   WrapperIn(&MethodConfigMessage(), *parent.message) != nullptr;
  tree.ForEachMember(parent.object, [&](const JsonMember& member) {
    const absl::string_view name = tree.Text(member.key);
    const bool is_own = parent.message != nullptr && FindField(*parent.message, name) != nullptr;
    are_of_it = are_of_it && (!is_own || FindField(belongs, name) != nullptr);
  });
  if (!are_of_it) return false;
  diagnostic.message = absl::StrCat("these are the fields of a `", meant->json_name, "`, not of a ",
                                    Quoted(tree.Text(key)));
  diagnostic.secondary.push_back({tree.span(key), "this key names another policy"});
  if (HasMember(tree, ParentOf(context.pointers, key).object, meant->json_name)) return true;
  diagnostic.fixes.push_back(
      ReplaceFix(absl::StrCat("rename ", Quoted(tree.Text(key)), " to `", meant->json_name, "`"),
                 tree.span(key), InQuotes(meant->json_name), false));
  diagnostic.fixes.back().otherwise = diagnostic.fixes.back().title;
  return true;
}

}  // namespace

void OfferPlace(const IssueContext& context, const Suggestion& suggestion, Diagnostic& diagnostic) {
  const Parent parent = ParentOf(context.pointers, context.issue.node);
  if (!HasFewMembers(context.tree, parent.object)) return;
  const Field* const entries = WrapperIn(context.issue.message, *suggestion.message);
  if (entries == nullptr) return OfferMoveOut(context, *suggestion.message, diagnostic);
  if (entries->shape != Shape::kList) return OfferMoveIntoPolicy(context, diagnostic);
  if (entries->json_name == "name" && OfferNamesOfMethods(context, parent, diagnostic)) return;
  OfferWrapper(context, parent, *entries, diagnostic);
  if (diagnostic.fixes.empty()) OfferMoveInto(context, *entries, diagnostic);
}

void DescribeMisplaced(const IssueContext& context, Diagnostic& diagnostic) {
  const Message& belongs = *context.issue.message;
  const Parent parent = ParentOf(context.pointers, context.issue.node);
  const std::string names = NameMisplaced(context, parent, diagnostic);
  const Field* const wrapper = WrapperIn(parent.message, belongs);
  diagnostic.once = kKeyIsCorrected;
  if (DescribeOtherPolicy(context, parent, belongs, diagnostic)) return;
  diagnostic.notes.emplace_back(
      "clients silently ignore fields that they do not know in this place");
  if (wrapper == nullptr) {
    diagnostic.message = absl::StrCat(names, " have no effect here; ", WhereTheyBelong(belongs));
    OfferThrottling(context, parent, belongs, diagnostic);
    OfferEntry(context, parent, belongs, diagnostic);
    OfferRunOut(context, parent, belongs, diagnostic);
    return;
  }
  diagnostic.message = absl::StrCat(
      "`", wrapper->json_name, "` is missing around ", names,
      absl::StrContains(names, " and ") ? ", so they have no effect" : ", so it has no effect");
  diagnostic.help.push_back(WhereTheyBelong(belongs));
  OfferWrapper(context, parent, *wrapper, diagnostic);
}

}  // namespace grpcfg
