// Names of method configs: which methods an entry applies to, and that no name stands twice.
#include "schema/read/config_checks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

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
    if (service != last_service_) {
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

// A service, and a method or no key for one; without slashes, which separate them.
bool IsPlain(const Name& name) {
  const absl::string_view service = TextOf(name->service);
  const absl::string_view method = TextOf(name->method);
  const bool has_parts = !service.empty() && (!name->method.IsWritten() || !method.empty());
  return has_parts && !absl::StrContains(service, '/') && !absl::StrContains(method, '/');
}

template <typename Function>
void ForEachName(const List<MethodConfig>& entries, const Function& function) {
  for (const MethodConfig& entry : entries) {
    if (!entry->name.value) continue;
    for (const Name& name : *entry->name.value) function(name);
  }
}

class NameCheck {
 public:
  explicit NameCheck(ReadState& state) : state_(state), tree_(state.tree), client_(state.client) {}

  void CheckNames(const ServiceConfig& config);

 private:
  [[nodiscard]] std::string IdentityOf(const Name& name) const;
  [[nodiscard]] bool IsMisspelt(const Located<absl::string_view>& part) const;
  [[nodiscard]] bool IsThere(const Located<absl::string_view>& part) const;
  [[nodiscard]] bool HasIdentity(const Name& name) const;
  void CheckUniqueNames(const List<MethodConfig>& entries);
  void CheckEntry(const MethodConfig& entry);
  [[nodiscard]] const Located<absl::string_view>* FindUnmatched(const Name& name) const;
  void CheckName(const Name& name);
  void ReportName(IssueKind kind, const Name& name);
  void CheckNameByRules(const Name& name);

  ReadState& state_;
  const JsonTree& tree_;
  const ProfileAt& client_;
};

// What a client compares to find the same name twice.
std::string NameCheck::IdentityOf(const Name& name) const {
  const absl::string_view service = TextOf(name->service);
  const absl::string_view method = TextOf(name->method);
  switch (client_.names) {
    case NameRules::kCore:
    case NameRules::kGo:
      return service.empty() ? "" : absl::StrCat("/", service, "/", method);
    case NameRules::kJava:
      return method.empty() ? absl::StrCat("service ", service)
                            : absl::StrCat("method ", service, "/", method);
    case NameRules::kDotnet:
      return absl::StrCat(IsThere(name->service) ? "+" : "-", service, std::string(1, '\0'),
                          IsThere(name->method) ? "+" : "-", method);
    case NameRules::kNodeBefore191:  // === of undefined and ""
      return absl::StrCat(service, IsThere(name->method) ? "+" : "-", std::string(1, '\0'), method);
    case NameRules::kSpec:
    case NameRules::kNode:
      break;
  }
  return absl::StrCat(service, std::string(1, '\0'), method);
}

// True for a misspelt key, which stands for its field and is none to a client.
bool NameCheck::IsMisspelt(const Located<absl::string_view>& part) const {
  if (!IsMalformed(part)) return false;
  return tree_.kind(part.node) == JsonKind::kKey;
}

// True if a client finds the key of a part.
bool NameCheck::IsThere(const Located<absl::string_view>& part) const {
  return part.IsWritten() && !IsMisspelt(part);
}

// False if a part of the name is malformed.
bool NameCheck::HasIdentity(const Name& name) const {
  const auto is_fault = [&](const Located<absl::string_view>& part) {
    return IsMalformed(part) && !IsMisspelt(part);
  };
  return !is_fault(name->service) && !is_fault(name->method);
}

void NameCheck::CheckUniqueNames(const List<MethodConfig>& entries) {
  HashTable hashes;
  // What else a client compares tells names apart only where they are odd.
  bool unique = true;
  const bool by_parts = client_.names == NameRules::kSpec;
  ForEachName(entries, [&](const Name& name) {
    if (!unique || !HasIdentity(name)) return;
    unique = (by_parts || IsPlain(name)) && hashes.Insert(name);
  });
  if (unique) return;
  absl::flat_hash_map<std::string, const Name*> first;
  ForEachName(entries, [&](const Name& name) {
    if (!HasIdentity(name)) return;
    const auto [found, inserted] = first.emplace(IdentityOf(name), &name);
    if (inserted) return;
    state_.Report(IssueKind::kDuplicateName, {nullptr, nullptr, name.node, kNoNode},
                  tree_.span(name.node), tree_.span(found->second->node));
  });
}

void NameCheck::CheckNames(const ServiceConfig& config) {
  const auto& entries = config.method_config.value;
  if (!entries) return;
  for (const MethodConfig& entry : *entries) CheckEntry(entry);
  CheckUniqueNames(*entries);
}

void NameCheck::CheckEntry(const MethodConfig& entry) {
  const auto& names = entry->name;
  if (names.value && !names.value->empty()) {
    for (const Name& name : *names.value) CheckName(name);
    return;
  }
  if (!names.IsWritten()) {
    state_.Report(IssueKind::kNoNameKey, {nullptr, nullptr, entry.node, kNoNode},
                  OpeningBracket(tree_.span(entry.node)));
  } else if (state_.IsEmptyList(names.node)) {
    state_.Report(IssueKind::kNoName, {nullptr, nullptr, names.node, kNoNode},
                  tree_.span(names.node));
  }
}

// The part of a name that no call has; null if there is none. A call's path is `/service/method`,
// without an empty part; grpc-js cuts it at each slash, and names in a proto have none.
const Located<absl::string_view>* NameCheck::FindUnmatched(const Name& name) const {
  const bool no_slash = client_.name_match == NameMatch::kFirstTwoParts ||
                        client_.name_match == NameMatch::kFirstInOrder ||
                        client_.name_match == NameMatch::kEachField;
  for (const auto* const part : {&name->service, &name->method}) {
    const absl::string_view text = TextOf(*part);
    const bool has_empty_part =
        absl::StartsWith(text, "/") || absl::EndsWith(text, "/") || absl::StrContains(text, "//");
    if (has_empty_part || (no_slash && absl::StrContains(text, '/'))) return part;
  }
  return nullptr;
}

void NameCheck::CheckName(const Name& name) {
  if (IsMalformed(name->service)) return;
  const Located<absl::string_view>* const unmatched = FindUnmatched(name);
  if (unmatched != nullptr && !TextOf(name->service).empty()) {
    const NodeId node = unmatched->node;
    return state_.Report(IssueKind::kNeverMatches, {nullptr, nullptr, node, kNoNode},
                         tree_.span(node));
  }
  if (client_.names != NameRules::kSpec && client_.names != NameRules::kGo &&
      client_.names != NameRules::kJava) {
    return CheckNameByRules(name);
  }
  if (TextOf(name->method).empty() || !TextOf(name->service).empty()) return;
  ReportName(IssueKind::kMethodWithoutService, name);
}

// On the service that is empty, or on the name that has none.
void NameCheck::ReportName(IssueKind kind, const Name& name) {
  const bool absent = !name->service.IsWritten();
  const NodeId node = absent ? name.node : name->service.node;
  const Span span = tree_.span(node);
  const Span method = name->method.IsWritten() ? tree_.span(name->method.node) : Span();
  state_.Report(kind, {nullptr, nullptr, node, kNoNode}, absent ? OpeningBracket(span) : span,
                method);
}

// grpc/grpc service_config_impl.cc and client_channel_service_config.cc, grpc-js service-config.ts
// validateName, grpc-dotnet MethodName.cs: what counts is whether a key is there.
void NameCheck::CheckNameByRules(const Name& name) {
  const bool has_service = name->service.IsWritten();
  const bool has_method = IsThere(name->method);
  const bool no_method = TextOf(name->method).empty();
  const bool is_empty = TextOf(name->service).empty();
  const bool is_node = client_.names == NameRules::kNode;
  if (client_.names == NameRules::kDotnet) {
    const bool never =
        (has_service && is_empty) || (has_method && no_method) || (has_method && !has_service);
    if (never) ReportName(IssueKind::kNeverMatches, name);
    return;
  }
  if (!is_empty || !has_method || client_.names == NameRules::kNodeBefore191) return;
  if (is_node || !has_service) {
    return ReportName(no_method ? IssueKind::kEmptyMethodAlone : IssueKind::kMethodWithoutService,
                      name);
  }
  if (!no_method) ReportName(IssueKind::kEmptyServiceWithMethod, name);
}

}  // namespace

bool Reading::IsNameless(const JsonTree& tree, NodeId node) const {
  return absl::c_any_of(configs, [&](const ServiceConfig* config) {
    const auto& entries = config->method_config.value;
    return entries && absl::c_any_of(*entries, [&](const MethodConfig& entry) {
             return entry.IsWritten() && tree.IsIn(node, entry.node) && !IsMet(entry);
           });
  });
}

void CheckNames(ReadState& state, const ServiceConfig& config) {
  NameCheck(state).CheckNames(config);
}

}  // namespace grpcfg
