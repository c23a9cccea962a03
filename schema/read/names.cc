// Names of method configs: which methods an entry applies to, and that no name stands twice.
#include "schema/read/reader.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

// The part of a name that no call has; null if there is none. A call's path is `/service/method`
// with names from a .proto file, which have no slash. C-core, grpc-go and grpc-java compare whole
// paths, but `a.B/C` without a method is `/a.B/C/` to them and not the path of the method `C`.
const Located<absl::string_view>* FindUnmatched(const Name& name) {
  for (const auto* const part : {&name->service, &name->method}) {
    if (absl::StrContains(TextOf(*part), '/')) return part;
  }
  return nullptr;
}

// True for a misspelt key, which stands for its field and is none to a client.
bool IsMisspelt(const ReadState& state, const Located<absl::string_view>& part) {
  return IsMalformed(part) && state.tree.kind(part.node) == JsonKind::kKey;
}

// True if a client finds the key of a part.
bool IsThere(const ReadState& state, const Located<absl::string_view>& part) {
  return part.IsWritten() && !IsMisspelt(state, part);
}

// On the service that is empty, or on the name that has none.
void ReportName(ReadState& state, Effect effect, IssueKind kind, const Name& name) {
  const bool absent = !name->service.IsWritten();
  const NodeId node = absent ? name.node : name->service.node;
  const Span span = state.tree.span(node);
  const Span method = name->method.IsWritten() ? state.tree.span(name->method.node) : Span();
  state.ReportAs(effect, {.kind = kind,
                          .node = node,
                          .span = absent ? OpeningBracket(span) : span,
                          .related = method});
}

void ReportName(ReadState& state, IssueKind kind, const Name& name) {
  ReportName(state, state.client.EffectOf(kind), kind, name);
}

// grpc-js resolving-load-balancer.ts getDefaultConfigSelector before 1.9.1: `===` with the parts of
// a path, of which none is empty; a method that is absent is not compared.
void CheckNameOfOldNode(ReadState& state, const Name& name) {
  const bool is_service_empty = name->service.IsWritten() && TextOf(name->service).empty();
  const bool is_method_empty = IsThere(state, name->method) && TextOf(name->method).empty();
  if (is_service_empty) {
    ReportName(state, IssueKind::kNeverMatches, name);
  } else if (is_method_empty) {
    state.Report(IssueKind::kNeverMatches, {.node = name->method.node});
  }
}

// grpc-dotnet MethodName.cs: what counts is whether a key is there.
void CheckNameOfDotnet(ReadState& state, const Name& name) {
  const bool has_service = name->service.IsWritten();
  const bool has_method = IsThere(state, name->method);
  const bool no_method = TextOf(name->method).empty();
  const bool is_empty = TextOf(name->service).empty();
  const bool never =
      (has_service && is_empty) || (has_method && no_method) || (has_method && !has_service);
  if (!never) return;
  // What is wrong is the same as for others; what it costs is this client's own.
  const IssueKind kind = !is_empty || !has_method ? IssueKind::kNeverMatches
                         : no_method              ? IssueKind::kEmptyMethodAlone
                                                  : IssueKind::kMethodWithoutService;
  ReportName(state, state.client.EffectOf(IssueKind::kNeverMatches), kind, name);
}

// grpc/grpc service_config_impl.cc and client_channel_service_config.cc, grpc-js
// service-config.ts validateName: what counts is whether a key is there.
void CheckNameByRules(ReadState& state, const Name& name) {
  if (state.client.names == NameRules::kNodeBefore191) return CheckNameOfOldNode(state, name);
  if (state.client.names == NameRules::kDotnet) return CheckNameOfDotnet(state, name);
  const bool no_method = TextOf(name->method).empty();
  if (!TextOf(name->service).empty() || !IsThere(state, name->method)) return;
  if (state.client.names == NameRules::kNode || !name->service.IsWritten()) {
    return ReportName(
        state, no_method ? IssueKind::kEmptyMethodAlone : IssueKind::kMethodWithoutService, name);
  }
  if (!no_method) ReportName(state, IssueKind::kEmptyServiceWithMethod, name);
}

void CheckName(ReadState& state, const Name& name) {
  if (IsMalformed(name->service)) return;
  const Located<absl::string_view>* const unmatched = FindUnmatched(name);
  if (unmatched != nullptr && !TextOf(name->service).empty()) {
    return state.Report(IssueKind::kNeverMatches, {.node = unmatched->node});
  }
  if (state.client.names != NameRules::kSpec && state.client.names != NameRules::kGo &&
      state.client.names != NameRules::kJava) {
    return CheckNameByRules(state, name);
  }
  if (TextOf(name->method).empty() || !TextOf(name->service).empty()) return;
  ReportName(state, IssueKind::kMethodWithoutService, name);
}

void CheckEntry(ReadState& state, const MethodConfig& entry) {
  const auto& names = entry->name;
  if (names.value && !names.value->empty()) {
    for (const Name& name : *names.value) CheckName(state, name);
    return;
  }
  if (!names.IsWritten()) {
    state.Report(IssueKind::kNoNameKey, {.node = entry.node},
                 OpeningBracket(state.tree.span(entry.node)));
  } else if (state.IsEmptyList(names.node)) {
    state.Report(IssueKind::kNoName, {.node = names.node});
  }
}

template <typename Function>
void ForEachName(const List<MethodConfig>& entries, const Function& function) {
  for (const MethodConfig& entry : entries) {
    if (!entry->name.value) continue;
    for (const Name& name : *entry->name.value) function(name);
  }
}

// False if a part of the name is malformed.
bool HasIdentity(const ReadState& state, const Name& name) {
  const auto is_fault = [&](const Located<absl::string_view>& part) {
    return IsMalformed(part) && !IsMisspelt(state, part);
  };
  return !is_fault(name->service) && !is_fault(name->method);
}

// A service, and a method or no key for one; without slashes, which separate them.
bool IsPlain(const Name& name) {
  const absl::string_view service = TextOf(name->service);
  const absl::string_view method = TextOf(name->method);
  const bool has_parts = !service.empty() && (!name->method.IsWritten() || !method.empty());
  return has_parts && !absl::StrContains(service, '/') && !absl::StrContains(method, '/');
}

// What a client compares to find the same name twice.
std::string IdentityOf(const ReadState& state, const Name& name) {
  const absl::string_view service = TextOf(name->service);
  const absl::string_view method = TextOf(name->method);
  switch (state.client.names) {
    case NameRules::kCore:
    case NameRules::kGo:
      return service.empty() ? "" : absl::StrCat("/", service, "/", method);
    case NameRules::kJava:
      return method.empty() ? absl::StrCat("service ", service)
                            : absl::StrCat("method ", service, "/", method);
    case NameRules::kDotnet:
      return absl::StrCat(IsThere(state, name->service) ? "+" : "-", service, std::string(1, '\0'),
                          IsThere(state, name->method) ? "+" : "-", method);
    case NameRules::kNodeBefore191:  // === of undefined and ""
      return absl::StrCat(service, IsThere(state, name->method) ? "+" : "-", std::string(1, '\0'),
                          method);
    case NameRules::kSpec:
    case NameRules::kNode:
      break;
  }
  return absl::StrCat(service, std::string(1, '\0'), method);
}

void CheckUniqueNames(ReadState& state, const List<MethodConfig>& entries) {
  // Different services and methods are different names to every client, unless they are odd: most
  // configs need to know no more.
  absl::flat_hash_set<std::pair<absl::string_view, absl::string_view>> seen;
  size_t names = 0;
  ForEachName(entries, [&](const Name&) { ++names; });
  seen.reserve(names);
  bool unique = true;
  const bool by_parts = state.client.names == NameRules::kSpec;
  ForEachName(entries, [&](const Name& name) {
    if (!unique || !HasIdentity(state, name)) return;
    unique = (by_parts || IsPlain(name)) &&
             seen.insert({TextOf(name->service), TextOf(name->method)}).second;
  });
  if (unique) return;
  absl::flat_hash_map<std::string, const Name*> first;
  ForEachName(entries, [&](const Name& name) {
    if (!HasIdentity(state, name)) return;
    const auto [found, inserted] = first.emplace(IdentityOf(state, name), &name);
    if (inserted) return;
    state.Report(IssueKind::kDuplicateName, {.node = name.node}, state.tree.span(name.node),
                 state.tree.span(found->second->node));
  });
}

}  // namespace

void CheckNames(ReadState& state, const ServiceConfig& config) {
  const auto& entries = config.method_config.value;
  if (!entries) return;
  for (const MethodConfig& entry : *entries) CheckEntry(state, entry);
  CheckUniqueNames(state, *entries);
}

std::vector<NodeId> Reading::UnnamedEntries() const {
  std::vector<NodeId> unnamed;
  for (const ServiceConfig* const config : configs) {
    if (!config->method_config.value) continue;
    for (const MethodConfig& entry : *config->method_config.value) {
      if (entry.IsWritten() && !HasName(entry)) unnamed.push_back(entry.node);
    }
  }
  absl::c_sort(unnamed);
  return unnamed;
}

}  // namespace grpcfg
