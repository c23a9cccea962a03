#include "rules/entry_methods.h"

#include <algorithm>

#include "rules/name_text.h"

namespace grpcfg {
namespace {

// True for letters that a service or method may have; a name with others stands for none.
bool IsSpelt(absl::string_view name) { return std::none_of(name.begin(), name.end(), IsForeign); }

}  // namespace

absl::flat_hash_map<EntryMethods::Key, const Name*> EntryMethods::FindNamed() const {
  absl::flat_hash_map<Key, const Name*> named;
  for (const MethodConfig& entry : *config_->method_config.value) {
    if (!entry->name.value) continue;
    for (const Name& name : *entry->name.value) {
      named.try_emplace({TextOf(name->service), TextOf(name->method)}, &name);
    }
  }
  return named;
}

void EntryMethods::AddService(const Name& name, const ApiService& service,
                              std::vector<EntryMethod>& methods) const {
  for (const ApiMethod& method : service.methods) {
    if (named_->contains({service.name, method.name})) continue;
    methods.push_back({&name, service.name, method.name, &method});
  }
}

void EntryMethods::AddAll(const Name& name, std::vector<EntryMethod>& methods) const {
  for (const ApiService& service : api_->services) {
    if (named_->contains({service.name, ""})) continue;
    AddService(name, service, methods);
  }
}

void EntryMethods::AddNamed(const Name& name, std::vector<EntryMethod>& methods) const {
  const absl::string_view service = TextOf(name->service);
  const absl::string_view method = TextOf(name->method);
  if (IsMalformed(name->service) || IsMalformed(name->method)) return;
  if (service.empty() && !method.empty()) return;
  if (api_ != nullptr && named_->at({service, method}) != &name) return;
  if (service.empty() && api_ != nullptr) return AddAll(name, methods);
  const ApiService* const found = api_ == nullptr ? nullptr : api_->FindService(service);
  if (found != nullptr && method.empty()) return AddService(name, *found, methods);
  if (found == nullptr && !(IsSpelt(service) && IsSpelt(method))) return;
  methods.push_back(
      {&name, service, method, found == nullptr ? nullptr : FindMethod(*found, method)});
}

std::vector<EntryMethod> EntryMethods::Of(const MethodConfig& entry) {
  std::vector<EntryMethod> methods;
  if (!entry->name.value) return methods;
  if (api_ != nullptr && !named_) named_ = FindNamed();
  for (const Name& name : *entry->name.value) AddNamed(name, methods);
  return methods;
}

}  // namespace grpcfg
