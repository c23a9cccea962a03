// Names of method configs: which methods an entry applies to, and that no name stands twice.
#include "schema/read/reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

template <typename Word>
uint64_t Load(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

uint64_t Fold(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// A hash by multiplication of 16 bytes at a time, after wyhash: a third of the time of absl::Hash,
// which would be a seventh of the whole check.
uint64_t HashText(absl::string_view text, uint64_t seed) {
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15U;
  const char* at = text.data();
  const char* const end = at + text.size();
  uint64_t hash = seed ^ (text.size() * kOdd);
  for (; end - at > 16; at += 16) {
    hash = Fold(Load<uint64_t>(at) ^ kOdd, Load<uint64_t>(at + 8) ^ hash);
  }
  if (text.size() > 16) at = end - 16;
  if (text.size() >= 8) {
    return Fold(Load<uint64_t>(at) ^ kOdd, Load<uint64_t>(end - 8) ^ hash);
  }
  if (text.size() >= 4) {
    return Fold(Load<uint32_t>(at) ^ kOdd, Load<uint32_t>(end - 4) ^ hash);
  }
  for (; at != end; ++at) hash = Fold(static_cast<unsigned char>(*at) ^ kOdd, hash);
  return Fold(kOdd, hash);
}

// The hashes of names seen so far, in one array of at least twice as many places. That a hash is
// new proves that a name is; most configs need to know no more.
class HashTable {
 public:
  // False if an equal hash, and so perhaps an equal name, was inserted before.
  bool Insert(const Name& name) {
    if (2 * count_ >= places_.size()) Grow();
    const uint64_t hash = Hash(TextOf(name->service), TextOf(name->method)) | 1;
    uint64_t& place = PlaceOf(hash);
    if (place == hash) return false;
    place = hash;
    ++count_;
    return true;
  }

 private:
  static constexpr uint64_t kFree = 0;
  static constexpr size_t kFirstPlaces = 64;
  using Places = absl::InlinedVector<uint64_t, kFirstPlaces>;

  // Where `hash` is, or would be.
  uint64_t& PlaceOf(uint64_t hash) {
    const size_t last = places_.size() - 1;
    size_t at = (hash >> 1) & last;
    while (places_[at] != kFree && places_[at] != hash) at = (at + 1) & last;
    return places_[at];
  }

  void Grow() {
    const Places before =
        std::exchange(places_, Places(std::max(kFirstPlaces, 4 * places_.size()), kFree));
    for (const uint64_t hash : before) {
      if (hash != kFree) PlaceOf(hash) = hash;
    }
  }

  // Neighbours mostly have the same service, so its hash is kept.
  uint64_t Hash(absl::string_view service, absl::string_view method) {
    if (!IsSameService(service, last_service_)) {
      last_service_ = service;
      last_hash_ = HashText(service, 0);
    }
    return HashText(method, last_hash_);
  }

  Places places_;
  size_t count_ = 0;
  absl::string_view last_service_;
  uint64_t last_hash_ = 0;
};

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
void ReportName(ReadState& state, IssueKind kind, const Name& name) {
  const bool absent = !name->service.IsWritten();
  const NodeId node = absent ? name.node : name->service.node;
  const Span span = state.tree.span(node);
  const Span method = name->method.IsWritten() ? state.tree.span(name->method.node) : Span();
  state.Report(kind, {.node = node}, absent ? OpeningBracket(span) : span, method);
}

// grpc/grpc service_config_impl.cc and client_channel_service_config.cc, grpc-js
// service-config.ts validateName, grpc-dotnet MethodName.cs: what counts is whether a key is there.
void CheckNameByRules(ReadState& state, const Name& name) {
  const bool has_service = name->service.IsWritten();
  const bool has_method = IsThere(state, name->method);
  const bool no_method = TextOf(name->method).empty();
  const bool is_empty = TextOf(name->service).empty();
  const bool is_node = state.client.names == NameRules::kNode;
  if (state.client.names == NameRules::kDotnet) {
    const bool never =
        (has_service && is_empty) || (has_method && no_method) || (has_method && !has_service);
    if (never) ReportName(state, IssueKind::kNeverMatches, name);
    return;
  }
  if (!is_empty || !has_method || state.client.names == NameRules::kNodeBefore191) return;
  if (is_node || !has_service) {
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
    if (!state.reading.has_odd_names) return;
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
  HashTable hashes;
  // What else a client compares tells names apart only where they are odd.
  bool unique = true;
  const bool are_plain = !state.reading.has_odd_names;
  const bool by_parts = state.client.names == NameRules::kSpec;
  ForEachName(entries, [&](const Name& name) {
    if (!unique || !(are_plain || HasIdentity(state, name))) return;
    unique = (are_plain || by_parts || IsPlain(name)) && hashes.Insert(name);
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

std::vector<NodeId> Reading::NamelessEntries() const {
  std::vector<NodeId> nameless;
  for (const ServiceConfig* const config : configs) {
    if (!config->method_config.value) continue;
    for (const MethodConfig& entry : *config->method_config.value) {
      if (entry.IsWritten() && !IsMet(entry)) nameless.push_back(entry.node);
    }
  }
  absl::c_sort(nameless);
  return nameless;
}

}  // namespace grpcfg
