// Rules on `methodConfig[].name` (service_config.proto, MethodConfig.Name).
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/name_text.h"
#include "rules/words.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

// A member of an entry, as it is read and as it is written.
using Setting = std::pair<absl::string_view, absl::string_view>;

// What an entry says but for its names. No real entry has so many members that they are not
// compared.
std::optional<std::vector<Setting>> SettingsOf(const JsonTree& tree, NodeId entry) {
  constexpr size_t kMostSettings = 20;
  std::vector<Setting> settings;
  const NodeId end = tree.node(entry).next;
  for (NodeId key = entry + 1; key < end; key = tree.node(key + 1).next) {
    if (tree.Text(key) == "name") continue;
    if (settings.size() == kMostSettings) return std::nullopt;
    settings.emplace_back(tree.Text(key), Slice(tree.text(), tree.span(key + 1)));
  }
  return settings;
}

// The list that a name is in, and the entry that this belongs to.
struct Holder {
  NodeId list = kNoNode;
  NodeId entry = kNoNode;
};

Holder HolderOf(const IssueContext& context, NodeId name) {
  const NodeId list = name == kNoNode ? kNoNode : context.pointers.ContainerOf(name);
  if (list == kNoNode || context.tree.kind(list) != JsonKind::kArray) return {};
  const NodeId entry = context.pointers.ContainerOf(list);
  if (entry == kNoNode || context.tree.kind(entry) != JsonKind::kObject) return {};
  return {list, entry};
}

// True of a name whose author meant nothing but what clients read in it.
bool IsPlain(const JsonTree& tree, NodeId name) {
  if (tree.kind(name) != JsonKind::kObject) return false;
  const NodeId end = tree.node(name).next;
  for (NodeId key = name + 1; key < end; key = tree.node(key + 1).next) {
    const bool is_known = tree.Text(key) == "service" || tree.Text(key) == "method";
    const JsonKind kind = tree.kind(key + 1);
    if (!is_known || (kind != JsonKind::kString && kind != JsonKind::kNull)) return false;
  }
  return true;
}

bool IsPolicy(absl::string_view key) { return key == "retryPolicy" || key == "hedgingPolicy"; }

// What `more` adds to `first`, as it stands in an object; nothing where one contradicts the other,
// or where an entry has both policies then.
std::optional<std::string> SettingsBeside(const std::vector<Setting>& first,
                                          const std::vector<Setting>& more) {
  std::string added;
  for (const Setting& each : more) {
    if (absl::c_linear_search(first, each)) continue;
    const bool is_other = absl::c_any_of(first, [&](const Setting& other) {
      return other.first == each.first || (IsPolicy(other.first) && IsPolicy(each.first));
    });
    if (is_other) return std::nullopt;
    absl::StrAppend(&added, ", ", InQuotes(each.first), ": ", each.second);
  }
  return added;
}

bool IsAlone(const JsonTree& tree, const Holder& holder) {
  const NodeId name = holder.list + 1;
  return tree.node(name).next == tree.node(holder.list).next;
}

// Offers one entry with the settings of both, where each is for this name alone.
void OfferUnion(const IssueContext& context, const Holder& first, const Holder& here,
                Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const auto settings = SettingsOf(tree, first.entry);
  const auto more = SettingsOf(tree, here.entry);
  const bool are_alone = IsAlone(tree, first) && IsAlone(tree, here);
  const auto added = settings && more ? SettingsBeside(*settings, *more) : std::nullopt;
  const std::string title = "write one entry with the settings of both";
  if (!are_alone || !added) {
    diagnostic.help.emplace_back(are_alone ? "keep one of the two entries"
                                           : "keep the name in one of the two entries");
    return;
  }
  const uint32_t end = tree.span(first.entry).end - 1;
  diagnostic.fixes.push_back(
      {.title = title,
       .safe = false,
       .edits = {{{end, end}, *added}, {WithComma(tree.text(), tree.span(here.entry)), ""}},
       .otherwise = title});
}

// Offers to remove a name that says the same as the first one, or its entry with it.
void OfferRemoval(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId name = context.issue.node;
  const NodeId first_name = tree.NodeAt(context.issue.related);
  const Holder first = HolderOf(context, first_name);
  const Holder here = HolderOf(context, name);
  if (first.entry == kNoNode || here.entry == kNoNode) return;
  if (!IsPlain(tree, name) || !IsPlain(tree, first_name)) return;
  if (first.entry != here.entry) {
    const auto settings = SettingsOf(tree, here.entry);
    if (!settings || settings != SettingsOf(tree, first.entry)) {
      return OfferUnion(context, first, here, diagnostic);
    }
  }
  const auto remove = [&](absl::string_view title, NodeId node) {
    diagnostic.fixes.push_back(
        RemoveFix(std::string(title), WithComma(tree.text(), tree.span(node))));
  };
  const bool is_alone = name == here.list + 1 && tree.node(name).next == tree.node(here.list).next;
  if (!is_alone) {
    remove("remove it: both say the same", name);
  } else if (first.entry != here.entry) {
    remove("remove its entry: both say the same", here.entry);
  }
}

// The key of a name that stands for `method`; kNoNode if none does.
NodeId KeyForMethod(const JsonTree& tree, NodeId name) {
  NodeId found = kNoNode;
  if (tree.kind(name) != JsonKind::kObject || !HasFewMembers(tree, name)) return found;
  const Message& message = *FindField(MethodConfigMessage(), "name")->message;
  tree.ForEachMember(name, [&](const JsonMember& member) {
    if (FindField(message, tree.Text(member.key)) != nullptr) return;
    const Field* const meant = SuggestMember(message, tree, member.key).field;
    if (meant != nullptr && meant->json_name == "method") found = member.key;
  });
  return found;
}

void DescribeDuplicate(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view service = MemberText(context.tree, context.issue.node, "service");
  const absl::string_view method = MemberText(context.tree, context.issue.node, "method");
  if (service.empty()) {
    diagnostic.message = "there are two entries for all methods; only one may be the default";
  } else {
    diagnostic.message =
        absl::StrCat("the name ", Quoted(absl::StrCat(service, method.empty() ? "" : "/", method)),
                     " is used twice; names must be unique in the whole config");
  }
  diagnostic.secondary.push_back({context.issue.related, "first here"});
  const NodeId meant = method.empty() ? KeyForMethod(context.tree, context.issue.node) : kNoNode;
  if (meant != kNoNode) {
    diagnostic.help.push_back(absl::StrCat("correct ", Quoted(context.tree.Text(meant)),
                                           ", which stands for `method`: then the names differ"));
    return;
  }
  OfferRemoval(context, diagnostic);
}

// Offers to put the settings of an entry into the one before it, which has names alone.
bool OfferEntryBefore(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonTree& tree = context.tree;
  const NodeId entry = context.issue.node;
  const NodeId list = context.pointers.ContainerOf(entry);
  const bool is_in_list =
      list != kNoNode && tree.kind(list) == JsonKind::kArray && tree.node(entry).next > entry + 1;
  if (!is_in_list) return false;
  if (entry == list + 1) return false;
  const NodeId before = context.pointers.FindAbove(list, entry - 1).value;
  const NodeId names = MemberOf(tree, before, "name");
  const bool has_names_alone = names == before + 2 && tree.kind(names) == JsonKind::kArray &&
                               tree.node(names).next == tree.node(before).next &&
                               tree.node(names).next > names + 1;
  if (!has_names_alone) return false;
  const Span between = {tree.span(names).end, tree.span(entry + 1).begin};
  diagnostic.fixes.push_back(
      ReplaceFix("move it into the previous entry, which has only names", between, ", ", false));
  diagnostic.secondary.push_back({tree.span(names - 1), "this entry has only names"});
  return true;
}

void DescribeNoName(const IssueContext& context, Diagnostic& diagnostic) {
  const JsonKind kind = context.tree.kind(context.issue.node);
  if (kind == JsonKind::kObject) {
    diagnostic.message = "this method config has no `name`, so it applies to no method";
  } else {
    diagnostic.message = absl::StrCat("`name` is ", kind == JsonKind::kNull ? "null" : "empty",
                                      ", so this method config applies to no method");
  }
  constexpr absl::string_view kNames =
      "name services or methods; the name `{}` matches every method";
  diagnostic.once = "the entry has a name";
  if (kind == JsonKind::kObject && OfferEntryBefore(context, diagnostic)) {
    diagnostic.fixes.back().otherwise = std::string(kNames);
    return;
  }
  diagnostic.help.emplace_back(kNames);
  const Span span = context.tree.span(context.issue.node);
  if (kind != JsonKind::kObject) {
    diagnostic.trial = {{span, "[{}]"}};
  } else {
    const bool is_empty = context.tree.node(context.issue.node).next == context.issue.node + 1;
    const uint32_t inside = span.begin + 1;
    diagnostic.trial = {{{inside, inside}, is_empty ? R"("name": [{}])" : R"("name": [{}], )"}};
  }
}

void DescribeNever(const IssueContext& context, Diagnostic& diagnostic) {
  const bool is_text = context.tree.kind(context.issue.node) == JsonKind::kString;
  if (is_text && absl::StrContains(context.tree.Text(context.issue.node), '/')) {
    diagnostic.message = absl::StrCat("no service or method has a slash as in ",
                                      Quoted(context.Source()), ", so this name matches no call");
    const JsonTree& tree = context.tree;
    const NodeId key = tree.KeyOf(context.issue.node);
    const NodeId name = ParentOf(context.pointers, key).object;
    AddRemedyForSlash({MemberText(tree, name, "service"), MemberText(tree, name, "method"),
                       tree.Text(key) == "method", context.issue.span, tree.span(name)},
                      diagnostic);
    diagnostic.once = kNameMatches;
    diagnostic.trial = {TrialName(context.issue.node, context.issue.span)};
    return;
  }
  diagnostic.message =
      "this name matches no call: some clients do not treat an empty string as absent";
  const bool must_have_service = context.client.names == NameRules::kNodeBefore191;
  diagnostic.help.emplace_back(
      must_have_service && context.tree.Text(context.tree.KeyOf(context.issue.node)) == "service"
          ? "name each service, or use grpc-js 1.9.1: in earlier releases no name selects all "
            "methods"
          : "leave empty members out");
}

constexpr Case kNoServiceCases[] = {
    {.what = "no `service`", .text = R"({"methodConfig": [{"name": [{"method": "Get"}]}]})"},
    {.what = R"(`service` of `""`)",
     .text = R"({"methodConfig": [{"name": [{"service": "", "method": "Get"}]}]})"},
};

constexpr Case kNoNameCases[] = {
    {.what = "no `name`", .text = R"({"methodConfig": [{"timeout": "5s"}]})"},
    {.what = "an empty `name`", .text = R"({"methodConfig": [{"name": [], "timeout": "5s"}]})"},
};

constexpr Rule kRules[] = {
    {.id = "name-duplicate",
     .summary = "The same name is used twice.",
     .rationale = "Each name must be unique across the whole config; otherwise the whole config is "
                  "invalid (service_config.proto). An empty, an absent and a null `service` or "
                  "`method` mean the same.",
     .claims = {{IssueKind::kDuplicateName}},
     .describe = DescribeDuplicate,
     .bad =
         R"({"methodConfig": [{"name": [{"service": "pkg.Orders"}, {"service": "pkg.Orders"}]}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "pkg.Orders"}]}]})"},
    {.id = "name-method-without-service",
     .summary = "A name has a method but no service.",
     .rationale = "`method` must be empty if `service` is empty (service_config.proto). C-core "
                  "treats an empty service as the default for all methods, and .NET keeps a name "
                  "that never matches; the other clients reject the config.",
     .claims = {{IssueKind::kMethodWithoutService}, {IssueKind::kEmptyServiceWithMethod}},
     .describe = DescribeByRow,
     .words = "a name with a method needs a service",
     .help = "give the full name of the service, `package.Service`",
     .related_words = "of this method",
     .bad = kNoServiceCases[0].text,
     .good = R"({"methodConfig": [{"name": [{"service": "pkg.Orders", "method": "Get"}]}]})",
     .cases = kNoServiceCases},
    {.id = "name-missing",
     .summary = "A method config applies to no method.",
     .rationale = "Clients skip entries without names (service_config.proto), so their timeouts "
                  "and retries silently never apply.",
     .takes_in = {"field-null"},
     .claims = {{IssueKind::kNoName}, {IssueKind::kNoNameKey}},
     .describe = DescribeNoName,
     .bad = kNoNameCases[0].text,
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})",
     .cases = kNoNameCases},
    {.id = "name-never-matches",
     .summary = "A name matches no method.",
     .rationale = "A call's path is `/service/method`, and a slash in a name changes that path; "
                  "grpc-js splits paths at each slash. grpc-dotnet, and grpc-js before 1.9.1, "
                  "distinguish an empty string from an absent one, and no call has an empty name.",
     .targets = "dotnet",
     .specificity = kLacksField,
     .claims = {{IssueKind::kNeverMatches}},
     .describe = DescribeNever,
     .bad = R"({"methodConfig": [{"name": [{"service": "pkg.Orders", "method": ""}]}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "pkg.Orders"}]}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> NameRules() { return kRules; }

}  // namespace grpcfg
