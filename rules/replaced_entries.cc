// Rules on entries of `methodConfig` that stand for a part of what a wider one stands for, and have
// less than that one.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/repeated_methods.h"
#include "rules/words.h"
#include "schema/read/suggest.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

bool HasPolicy(const MethodConfig& method) {
  return method->retry_policy != nullptr || method->hedging_policy != nullptr;
}

// The entries for whole services, by service; that of "" is for all of them.
using WideEntries = absl::flat_hash_map<absl::string_view, const MethodConfig*>;

WideEntries FindWideEntries(absl::Span<const MethodConfig> entries) {
  WideEntries wide;
  for (const MethodConfig& entry : entries) {
    for (const Name& name : ElementsOf(entry->name)) {
      if (TextOf(name->method).empty()) wide.try_emplace(TextOf(name->service), &entry);
    }
  }
  return wide;
}

// The entry that calls with `name` would meet if its own were not there; null if none.
const MethodConfig* ReplacedBy(const Name& name, const WideEntries& wide) {
  const absl::string_view service = TextOf(name->service);
  if (service.empty() || IsMalformed(name->method)) return nullptr;
  const auto of_service = TextOf(name->method).empty() ? wide.end() : wide.find(service);
  const auto found = of_service == wide.end() ? wide.find("") : of_service;
  return found == wide.end() ? nullptr : found->second;
}

const ApiMethod* DescribedBy(const Name& name, const Api* api) {
  const ApiService* const service =
      api == nullptr ? nullptr : api->FindService(TextOf(name->service));
  return service == nullptr ? nullptr : FindMethod(*service, TextOf(name->method));
}

// A stream lasts as long as it is wanted, so it is well off without the timeout of other calls.
bool IsStream(const Name& name, const Api* api) {
  constexpr absl::string_view kVerbs[] = {"Watch", "Subscribe", "Stream", "Listen", "Tail"};
  const ApiMethod* const described = DescribedBy(name, api);
  if (described != nullptr) return described->client_streaming || described->server_streaming;
  return absl::c_any_of(
      kVerbs, [&](absl::string_view verb) { return absl::StartsWith(TextOf(name->method), verb); });
}

// A method that may not be repeated, or of which nothing is known, is well off without retries.
bool IsBetterRetried(const Name& name, const Api* api) {
  const absl::string_view method = TextOf(name->method);
  if (method.empty()) return true;
  const ApiMethod* const described = DescribedBy(name, api);
  return MayRepeat(SafetyOf({&name, TextOf(name->service), method, described}).safety) &&
         !IsStream(name, api);
}

// True of an entry that sets nothing: it is there so that its methods get no settings.
bool IsBare(const MethodConfig& entry) {
  return !HasPolicy(entry) && !entry->timeout.IsWritten() && !entry->wait_for_ready.IsWritten() &&
         !entry->max_request_message_bytes.IsWritten() &&
         !entry->max_response_message_bytes.IsWritten();
}

// The values of a wider entry that a narrower one has not.
using Lost = std::vector<NodeId>;

// An entry that may replace a wider one.
class NarrowEntry {
 public:
  NarrowEntry(const CheckContext& context, const MethodConfig& entry)
      : context_(&context), entry_(&entry) {}

  // What calls with `name` lose, the retry policy last; nothing if they lose that alone.
  Lost SettingsLostBy(const Name& name, const MethodConfig& wide) {
    Lost lost;
    if (IsBare(*entry_)) return lost;
    if (!IsStream(name, context_->api)) AddLost(wide->timeout, (*entry_)->timeout, lost);
    if (wide->wait_for_ready.value.value_or(false)) {
      AddLost(wide->wait_for_ready, (*entry_)->wait_for_ready, lost);
    }
    AddLost(wide->max_request_message_bytes, (*entry_)->max_request_message_bytes, lost);
    AddLost(wide->max_response_message_bytes, (*entry_)->max_response_message_bytes, lost);
    const bool loses_policy = !lost.empty() && wide->retry_policy != nullptr &&
                              !HasPolicy(*entry_) && IsBetterRetried(name, context_->api);
    if (loses_policy) lost.push_back(wide->retry_policy->node);
    return lost;
  }

 private:
  template <typename T>
  void AddLost(const Located<T>& wide, const Located<T>& own, Lost& lost) {
    if (wide.value && !own.IsWritten() && !IsMeant(wide.node)) lost.push_back(wide.node);
  }

  // True if a key of the entry stands for the same field, which another finding is on.
  bool IsMeant(NodeId value) {
    const JsonTree& tree = context_->tree;
    if (!meant_) {
      meant_.emplace();
      tree.ForEachMember(entry_->node, [&](const JsonMember& member) {
        const Field* const field = SuggestMember(MethodConfigMessage(), tree, member.key).field;
        if (field != nullptr) meant_->insert(field->json_name);
      });
    }
    return meant_->contains(tree.Text(context_->KeyOf(value)));
  }

  const CheckContext* context_;
  const MethodConfig* entry_;
  std::optional<absl::flat_hash_set<absl::string_view>> meant_;  // fields; found when first needed
};

std::string HelpToRepeat(absl::string_view what) {
  return absl::StrCat("repeat ", what, " in this entry, if that is not what you want");
}

// How to get a policy back that the names of an entry lose: not for those that are better off
// without it.
std::string HelpWithPolicy(const CheckContext& context, const MethodConfig& entry,
                           absl::string_view what) {
  for (const Name& name : ElementsOf(entry->name)) {
    if (IsBetterRetried(name, context.api)) continue;
    return absl::StrCat("write an entry of its own with ", what,
                        ", if that is not what you want; in this one it would also be for ",
                        Quoted(TextOf(name->method)));
  }
  return HelpToRepeat(what);
}

// Names of an entry that lose the same.
struct Losing {
  const MethodConfig* wide = nullptr;  // that theirs replaces
  Lost lost = {};
  std::vector<const Name*> names = {};
};

// Those of the first name that loses something.
Losing FindLosing(const CheckContext& context, const MethodConfig& entry,
                  const WideEntries& wide_entries) {
  Losing losing;
  NarrowEntry narrow(context, entry);
  for (const Name& name : ElementsOf(entry->name)) {
    const MethodConfig* const wide = ReplacedBy(name, wide_entries);
    if (wide == nullptr || wide == &entry || (losing.wide != nullptr && wide != losing.wide)) {
      continue;
    }
    Lost lost = narrow.SettingsLostBy(name, *wide);
    if (lost.empty() || (losing.wide != nullptr && lost != losing.lost)) continue;
    losing.wide = wide;
    losing.lost = std::move(lost);
    losing.names.push_back(&name);
  }
  return losing;
}

std::string PathOf(const Name& name) {
  const absl::string_view method = TextOf(name->method);
  return Quoted(absl::StrCat(TextOf(name->service), method.empty() ? "" : "/", method));
}

// "`a.B/C`, `a.B/D` and 3 more".
std::string PathsOf(const std::vector<const Name*>& names) {
  constexpr size_t kMostListed = 3;
  std::vector<std::string> shown;
  for (const Name* const name : names) {
    if (shown.size() < kMostListed) shown.push_back(PathOf(*name));
  }
  return EnumerateOf(names.size(), std::move(shown));
}

// "the one for `a.B`", "the default".
std::string DescribeWide(const Losing& losing, const WideEntries& wide_entries) {
  const absl::string_view service = TextOf((*losing.names.front())->service);
  const auto of_service = wide_entries.find(service);
  const bool is_of_service = of_service != wide_entries.end() && of_service->second == losing.wide;
  return is_of_service ? absl::StrCat("the one for ", Quoted(service))
                       : std::string("the default for all services");
}

Diagnostic DescribeLosing(const CheckContext& context, const MethodConfig& entry,
                          const Losing& losing, const WideEntries& wide_entries) {
  std::vector<std::string> missing;
  std::vector<std::string> values;
  Diagnostic words;
  for (const NodeId value : losing.lost) {
    const absl::string_view key = context.tree.Text(context.KeyOf(value));
    const bool is_short = !IsContainer(context.tree.kind(value));
    missing.push_back(absl::StrCat("no `", key, "`"));
    values.push_back(is_short ? absl::StrCat("`", key, ": ", context.Source(value), "`")
                              : absl::StrCat("a `", key, "`"));
    words.secondary.push_back({context.KeySpan(value), "is lost here"});
  }
  words.message = absl::StrCat("calls of ", PathsOf(losing.names), " have ", Enumerate(missing),
                               ": this entry replaces ", DescribeWide(losing, wide_entries),
                               ", which has ", Enumerate(values));
  const RetryPolicy* const policy = (*losing.wide)->retry_policy;
  const bool has_policy = policy != nullptr && losing.lost.back() == policy->node;
  const absl::string_view what = losing.lost.size() == 1 ? "it" : "them";
  words.help.push_back(has_policy ? HelpWithPolicy(context, entry, what) : HelpToRepeat(what));
  return words;
}

void CheckSettingsDropped(const CheckContext& context) {
  for (const ServiceConfig* const config : context.reading.configs) {
    const absl::Span<const MethodConfig> entries = ElementsOf(config->method_config);
    const WideEntries wide_entries = FindWideEntries(entries);
    if (wide_entries.empty() || entries.size() < 2) continue;
    for (const MethodConfig& entry : entries) {
      const Losing losing = FindLosing(context, entry, wide_entries);
      if (losing.names.empty()) continue;
      context.Add(losing.names.front()->node,
                  [&] { return DescribeLosing(context, entry, losing, wide_entries); });
    }
  }
}

// Tells of the names of an entry that lose a retry policy, and nothing else.
void ReportDropped(const CheckContext& context, const MethodConfig& entry,
                   const WideEntries& wide_entries, SingleFinding& single) {
  if (HasPolicy(entry)) return;
  NarrowEntry narrow(context, entry);
  for (const Name& name : ElementsOf(entry->name)) {
    const MethodConfig* const wide = ReplacedBy(name, wide_entries);
    const bool is_lost = wide != nullptr && (*wide)->retry_policy != nullptr &&
                         IsBetterRetried(name, context.api) &&
                         narrow.SettingsLostBy(name, *wide).empty();
    if (!is_lost || !single.IsFirst(name.node)) continue;
    const bool is_method = !TextOf(name->method).empty();
    single.words = {
        .message = absl::StrCat(Quoted(TextOf(is_method ? name->method : name->service)),
                                " is not retried: its own entry, without `retryPolicy`, completely "
                                "replaces the broader one"),
        .secondary = {{context.KeySpan((*wide)->retry_policy->node), "does not apply to it"}},
        .help = {HelpWithPolicy(context, entry, "the policy")}};
  }
}

void CheckPolicyDropped(const CheckContext& context) {
  SingleFinding single;
  for (const ServiceConfig* const config : context.reading.configs) {
    const absl::Span<const MethodConfig> entries = ElementsOf(config->method_config);
    // Most configs have no entry that could lose one.
    if (absl::c_all_of(entries, HasPolicy)) continue;
    const WideEntries wide_entries = FindWideEntries(entries);
    if (wide_entries.empty()) continue;
    for (const MethodConfig& entry : entries) ReportDropped(context, entry, wide_entries, single);
  }
  AddOnce(context, single, CountMore);
}

constexpr Rule kRules[] = {
    {.id = "entry-settings-dropped",
     .summary = "An entry drops settings of the wider entry that it replaces.",
     .rationale =
         "Entries are not merged: a method's entry replaces its service's entry completely, and a "
         "service's entry replaces the default one (service_config.proto, MethodConfig). A method "
         "whose entry has only a retry policy silently loses its service's timeout. grpcfg does "
         "not report entries that set nothing, because their purpose is to remove settings. It "
         "does not report timeouts of streams, either.",
     .advice = Severity::kNote,
     .takes_in = {"retry-policy-dropped"},
     .check = CheckSettingsDropped,
     .verdict = VerdictOnCallsTheSame,
     .bad = R"({"methodConfig": [
  {"name": [{"service": "shop.v1.Orders"}], "timeout": "20s"},
  {"name": [{"service": "shop.v1.Orders", "method": "List"}], "waitForReady": true}]})",
     .good = R"({"methodConfig": [
  {"name": [{"service": "shop.v1.Orders"}], "timeout": "20s"},
  {"name": [{"service": "shop.v1.Orders", "method": "List"}], "timeout": "20s",
   "waitForReady": true}]})"},
    {.id = "retry-policy-dropped",
     .summary = "A method's entry drops the retry policy of its service.",
     .rationale =
         "Entries are not merged: a method's entry replaces its service's entry completely, and a "
         "service's entry replaces the default one (service_config.proto, MethodConfig). A method "
         "whose entry has only a `timeout` is no longer retried, which is often overlooked. "
         "Methods that must not be repeated, or whose name and descriptors do not show that they "
         "may be, are better off without retries, so grpcfg does not report them.",
     .advice = Severity::kNote,
     .check = CheckPolicyDropped,
     .verdict = VerdictOnCallsTheSame,
     .bad = R"({"methodConfig": [
  {"name": [{"service": "shop.v1.Orders"}], "timeout": "20s",
   "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "0.4s",
                   "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}},
  {"name": [{"service": "shop.v1.Orders", "method": "List"}], "timeout": "60s"}]})",
     .good = R"({"methodConfig": [
  {"name": [{"service": "shop.v1.Orders"}], "timeout": "20s",
   "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "0.4s",
                   "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}},
  {"name": [{"service": "shop.v1.Orders", "method": "List"}], "timeout": "60s",
   "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "0.4s",
                   "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> ReplacedEntryRules() { return kRules; }

}  // namespace grpcfg
