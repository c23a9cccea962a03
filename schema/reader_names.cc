// Names of method configs: which methods an entry applies to, and that no name stands twice.
#include <cstddef>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/hash/hash.h"
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

// The names seen so far, in one array of twice as many places: a table of views costs a fifth of
// what a set of strings does.
class NameTable {
 public:
  explicit NameTable(size_t names) {
    size_t places = 16;
    while (places < 2 * names) places *= 2;
    places_.resize(places, nullptr);
  }

  // The equal name that was inserted before; null if `name` is the first.
  const Name* FindOrInsert(const Name& name) {
    const absl::string_view service = TextOf(name.service);
    const absl::string_view method = TextOf(name.method);
    size_t place = Hash(service, method) & (places_.size() - 1);
    for (; places_[place] != nullptr; place = (place + 1) & (places_.size() - 1)) {
      const Name& other = *places_[place];
      if (TextOf(other.method) == method && TextOf(other.service) == service) return &other;
    }
    places_[place] = &name;
    return nullptr;
  }

 private:
  // Neighbours mostly have the same service, so its hash is kept.
  size_t Hash(absl::string_view service, absl::string_view method) {
    if (service != last_service_) {
      last_service_ = service;
      last_hash_ = absl::HashOf(service);
    }
    return absl::HashOf(last_hash_, method);
  }

  absl::InlinedVector<const Name*, 64> places_;
  absl::string_view last_service_;
  size_t last_hash_ = 0;
};

}  // namespace

void Reader::CheckNames() {
  const auto& entries = reading_.config.method_config.value;
  if (!entries) return;
  for (const MethodConfig& entry : *entries) CheckEntry(entry);
  CheckUniqueNames();
}

bool Reader::HasNoElements(Span list) const {
  const NodeId node = tree_.NodeAt(list);
  return tree_.node(node).next == node + 1;
}

void Reader::CheckEntry(const MethodConfig& entry) {
  const auto& names = entry.name;
  if (names.span.empty()) {
    Report(IssueKind::kNoName, {nullptr, nullptr, tree_.NodeAt(entry.span), kNoNode},
           {entry.span.begin, entry.span.begin + 1});
  } else if (names.value && names.value->empty() && HasNoElements(names.span)) {
    Report(IssueKind::kNoName, {nullptr, nullptr, tree_.NodeAt(names.span), kNoNode}, names.span);
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
