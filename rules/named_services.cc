#include "rules/named_services.h"

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "rules/words.h"
#include "validator/engine/counted.h"

namespace grpcfg {

std::vector<NamedService> NamedServices(const Reading& reading) {
  std::vector<NamedService> services;
  absl::flat_hash_map<absl::string_view, size_t> by_service;
  ForEachMethodConfig(reading, [&](const MethodConfig& method_config) {
    for (const Name& name : ElementsOf(method_config->name)) {
      const absl::string_view service = TextOf(name->service);
      if (service.empty()) continue;
      const auto [at, is_new] = by_service.try_emplace(service, services.size());
      if (is_new) services.push_back({service});
      services[at->second].names.push_back(&name);
      services[at->second].methods.insert(TextOf(name->method));
    }
  });
  return services;
}

std::string Ticked(absl::string_view name) {
  constexpr size_t kLongest = 300;
  return name.size() <= kLongest ? absl::StrCat("`", name, "`") : Quoted(name);
}

std::string ListOf(absl::Span<const absl::string_view> names) {
  std::vector<std::string> ticked;
  for (const absl::string_view name : names.subspan(0, kMostListed)) {
    ticked.push_back(Ticked(name));
  }
  return EnumerateOf(names.size(), std::move(ticked));
}

bool IsNamed(const NamedService& named, absl::string_view method) {
  return named.methods.contains(method);
}

}  // namespace grpcfg
