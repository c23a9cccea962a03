#include "rules/entry_methods.h"

namespace grpcfg {
namespace {

absl::string_view TextOf(const Located<absl::string_view>& part) {
  return part.value.value_or(absl::string_view());
}

}  // namespace

absl::flat_hash_map<EntryMethods::Key, const Name*> EntryMethods::FindNamed() const {
  absl::flat_hash_map<Key, const Name*> named;
  for (const MethodConfig& entry : *config_->method_config.value) {
    if (!entry.name.value) continue;
    for (const Name& name : *entry.name.value) {
      named.try_emplace({TextOf(name.service), TextOf(name.method)}, &name);
    }
  }
  return named;
}

void EntryMethods::AddMethod(const Name& name, std::vector<EntryMethod>& methods) const {
  const ApiService* const service = api_->FindService(TextOf(name.service));
  const ApiMethod* const method =
      service == nullptr ? nullptr : FindMethod(*service, TextOf(name.method));
  if (method != nullptr) methods.push_back({&name, service->name, method->name, method});
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
  const absl::string_view service = TextOf(name.service);
  const absl::string_view method = TextOf(name.method);
  if (named_->at({service, method}) != &name) return;
  if (!method.empty()) {
    AddMethod(name, methods);
  } else if (service.empty()) {
    AddAll(name, methods);
  } else if (const ApiService* const found = api_->FindService(service)) {
    AddService(name, *found, methods);
  }
}

std::vector<EntryMethod> EntryMethods::Of(const MethodConfig& entry) {
  std::vector<EntryMethod> methods;
  if (!entry.name.value) return methods;
  if (api_ != nullptr && !named_) named_ = FindNamed();
  for (const Name& name : *entry.name.value) {
    if (api_ != nullptr) {
      AddNamed(name, methods);
    } else if (!TextOf(name.service).empty() && !TextOf(name.method).empty()) {
      methods.push_back({&name, TextOf(name.service), TextOf(name.method), nullptr});
    }
  }
  return methods;
}

}  // namespace grpcfg
