#include "rules/near_methods.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "rules/name_mistakes.h"
#include "rules/name_text.h"

namespace grpcfg {
namespace {

constexpr size_t kMostNear = 3;

std::string PathTo(absl::string_view service, absl::string_view method) {
  return method.empty() ? std::string(service) : absl::StrCat(service, "/", method);
}

// Those of `service` that `method` may mean: itself, if the service has it or is named as a whole.
std::vector<std::string> MethodsNear(const Api& api, const ApiService& service,
                                     absl::string_view method) {
  const bool has_it =
      method.empty() || service.methods.empty() || FindMethod(service, method) != nullptr;
  if (has_it) return {PathTo(service.name, method)};
  const NameGuess guess = GuessMethod(api, service, method);
  const bool is_elsewhere =
      guess.mistake == NameMistake::kOtherVersion || guess.mistake == NameMistake::kSibling;
  std::vector<std::string> paths;
  for (const absl::string_view name : guess.names) {
    paths.push_back(is_elsewhere ? PathTo(name, method) : PathTo(service.name, name));
  }
  return paths;
}

}  // namespace

Api ApiOf(absl::Span<const RequestedName> names) {
  std::map<absl::string_view, std::set<absl::string_view>> methods;
  std::set<absl::string_view> whole;
  for (const RequestedName& name : names) {
    if (name.service.empty() || HasSlash(name.service)) continue;  // which no call has
    methods[name.service].insert(name.method);
    if (name.method.empty()) whole.insert(name.service);
  }
  Api api;
  std::set<absl::string_view> packages;
  for (const auto& [service, names_of_it] : methods) {
    ApiService known;
    known.name = std::string(service);
    packages.insert(PackageOf(service));
    for (const absl::string_view method : names_of_it) {
      if (whole.contains(service)) break;
      known.methods.push_back({});
      known.methods.back().name = std::string(method);
    }
    api.services.push_back(std::move(known));
  }
  for (const absl::string_view package : packages) api.packages.emplace_back(package);
  return api;
}

std::vector<std::string> NearMethods(const Api& api, const RequestedName& requested) {
  std::vector<std::string> near;
  const size_t dot = requested.service.rfind('.');
  const ApiService* const above =  // `a.B.C` for `a.B/C`
      requested.method.empty() && dot != absl::string_view::npos
          ? api.FindService(requested.service.substr(0, dot))
          : nullptr;
  if (above != nullptr) {
    near = MethodsNear(api, *above, requested.service.substr(dot + 1));
  } else if (const ApiService* const service = api.FindService(requested.service)) {
    near = MethodsNear(api, *service, requested.method);
  } else {
    const NameGuess guess = GuessService(api, requested.service);
    const absl::string_view method = guess.method.empty() ? requested.method : guess.method;
    for (const absl::string_view name : guess.names) {
      for (std::string& path : MethodsNear(api, *api.FindService(name), method)) {
        near.push_back(std::move(path));
      }
    }
  }
  near.resize(std::min(near.size(), kMostNear));
  return near;
}

}  // namespace grpcfg
