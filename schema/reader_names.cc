// Names of method configs: which methods an entry applies to, and that no name stands twice.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/container/inlined_vector.h"
#include "schema/reader.h"

namespace grpcfg {
namespace {

// "", null and absent are the same (service_config.proto, MethodConfig.Name).
absl::string_view TextOf(const Located<absl::string_view>& part) {
  return part.value.value_or(absl::string_view());
}

bool IsMalformed(const Located<absl::string_view>& part) {
  return !part.span.empty() && !part.value;
}

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

// The names seen so far, in one array of twice as many places.
class NameTable {
 public:
  explicit NameTable(size_t names) {
    size_t places = 16;
    while (places < 2 * names) places *= 2;
    places_.resize(places);
  }

  // The equal name that was inserted before; null if `name` is the first.
  const Name* FindOrInsert(const Name& name) {
    const absl::string_view service = TextOf(name.service);
    const absl::string_view method = TextOf(name.method);
    const uint64_t hash = Hash(service, method);
    const size_t last = places_.size() - 1;
    size_t at = hash & last;
    for (; places_[at].name != nullptr; at = (at + 1) & last) {
      const Name& other = *places_[at].name;
      if (places_[at].hash == hash && TextOf(other.method) == method &&
          TextOf(other.service) == service) {
        return &other;
      }
    }
    places_[at] = {&name, hash};
    return nullptr;
  }

 private:
  struct Place {
    const Name* name = nullptr;
    uint64_t hash = 0;
  };

  // Neighbours mostly have the same service, so its hash is kept.
  uint64_t Hash(absl::string_view service, absl::string_view method) {
    if (service != last_service_) {
      last_service_ = service;
      last_hash_ = HashText(service, 0);
    }
    return HashText(method, last_hash_);
  }

  absl::InlinedVector<Place, 64> places_;
  absl::string_view last_service_;
  uint64_t last_hash_ = 0;
};

}  // namespace

void Reader::CheckNames() {
  const auto& entries = reading_.config.method_config.value;
  if (!entries) return;
  for (const MethodConfig& entry : *entries) CheckEntry(entry);
  CheckUniqueNames();
}

bool Reader::IsEmptyList(NodeId list) const {
  const JsonNode& node = tree_.node(list);
  return node.kind == JsonKind::kNull || (node.kind == JsonKind::kArray && node.next == list + 1);
}

void Reader::CheckEntry(const MethodConfig& entry) {
  const auto& names = entry.name;
  const NodeId list = names.span.empty() ? kNoNode : tree_.NodeAt(names.span);
  if (names.span.empty()) {
    Report(IssueKind::kNoName, {nullptr, nullptr, tree_.NodeAt(entry.span), kNoNode},
           {entry.span.begin, entry.span.begin + 1});
  } else if (list != kNoNode && IsEmptyList(list)) {
    Report(IssueKind::kNoName, {nullptr, nullptr, list, kNoNode}, names.span);
  }
  if (!names.value) return;
  for (const Name& name : *names.value) CheckName(name);
}

void Reader::CheckName(const Name& name) {
  if (TextOf(name.method).empty() || !TextOf(name.service).empty()) return;
  if (IsMalformed(name.service)) return;
  const bool absent = name.service.span.empty();
  const Span bracket = {name.span.begin, name.span.begin + 1};
  const NodeId node = tree_.NodeAt(absent ? name.span : name.service.span);
  Report(IssueKind::kMethodWithoutService, {nullptr, nullptr, node, kNoNode},
         absent ? bracket : name.service.span, name.method.span);
}

void Reader::CheckUniqueNames() {
  size_t count = 0;
  for (const MethodConfig& entry : *reading_.config.method_config.value) {
    if (entry.name.value) count += entry.name.value->size();
  }
  NameTable table(count);
  for (const MethodConfig& entry : *reading_.config.method_config.value) {
    if (!entry.name.value) continue;
    for (const Name& name : *entry.name.value) {
      if (IsMalformed(name.service) || IsMalformed(name.method)) continue;
      const Name* const first = table.FindOrInsert(name);
      if (first == nullptr) continue;
      Report(IssueKind::kDuplicateName, {nullptr, nullptr, tree_.NodeAt(name.span), kNoNode},
             name.span, first->span);
    }
  }
}

}  // namespace grpcfg
