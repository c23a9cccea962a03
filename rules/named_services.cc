#include "rules/named_services.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "rules/words.h"

namespace grpcfg {

std::vector<NamedService> NamedServices(const Reading& reading) {
  std::vector<NamedService> services;
  absl::flat_hash_map<absl::string_view, size_t> by_service;
  ForEachMethodConfig(reading, [&](const MethodConfig& method_config) {
    if (!method_config.name.value) return;
    for (const Name& name : *method_config.name.value) {
      const absl::string_view service = name.service.value.value_or("");
      if (service.empty()) continue;
      const auto [at, is_new] = by_service.try_emplace(service, services.size());
      if (is_new) services.push_back({service});
      services[at->second].names.push_back(&name);
      services[at->second].methods.insert(MethodOf(name));
    }
  });
  return services;
}

absl::string_view MethodOf(const Name& name) { return name.method.value.value_or(""); }

std::string Ticked(absl::string_view name) {
  constexpr size_t kLongest = 300;
  return name.size() <= kLongest ? absl::StrCat("`", name, "`") : Quoted(name);
}

std::string ListOf(absl::Span<const absl::string_view> names) {
  std::vector<std::string> ticked;
  for (const absl::string_view name : names.subspan(0, kMostListed)) {
    ticked.push_back(Ticked(name));
  }
  if (names.size() > kMostListed) {
    ticked.push_back(absl::StrCat(names.size() - kMostListed, " more"));
  }
  return Enumerate(ticked);
}

bool IsNamed(const NamedService& named, absl::string_view method) {
  return named.methods.contains(method);
}

Cell VerdictOnCallsTheSame(const ProfileAt& profile) {
  return {Effect::kAccepts, profile.profile().name_match.At(profile.release()).evidence};
}

}  // namespace grpcfg
