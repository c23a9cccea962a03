#include "tools/cli/unknown_methods.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "rules/near_methods.h"
#include "tools/cli/output.h"

namespace grpcfg {
namespace {

constexpr size_t kMostOfService = 3;  // names that are near only by their service

bool IsDeclared(const Api* api, const MethodName& name) {
  const ApiService* const service = api == nullptr ? nullptr : api->FindService(name.service);
  return service != nullptr &&
         (name.method.empty() || FindMethod(*service, name.method) != nullptr);
}

std::vector<std::string> NearNames(const Api& of_config, const Api* api, const MethodName& name) {
  const RequestedName requested = {name.service, name.method};
  std::vector<std::string> near = NearMethods(of_config, requested);
  if (near.empty() && api != nullptr) near = NearMethods(*api, requested);
  return near;
}

Api ServicesOf(const std::vector<MethodName>& names) {
  std::vector<RequestedName> requested;
  requested.reserve(names.size());
  for (const MethodName& name : names) requested.push_back({name.service, name.method});
  return ApiOf(requested);
}

}  // namespace

std::vector<UnknownMethod> FindUnknownMethods(const Document& document, const Analysis& analysis,
                                              const Resolution& resolution, const Api* api) {
  const size_t targets = resolution.channels.size();
  const bool is_taken = std::any_of(
      resolution.channels.begin(), resolution.channels.end(),
      [](const ResolvedChannel& channel) { return channel.verdict != Verdict::kRejects; });
  std::vector<UnknownMethod> unknown;
  if (!is_taken) return unknown;
  const Api of_config = ServicesOf(NamesIn(document, analysis));
  for (size_t first = 0; first < resolution.methods.size(); first += targets) {
    const auto methods = absl::MakeConstSpan(resolution.methods).subspan(first, targets);
    const MethodName& name = *methods[0].name;
    const bool is_covered =
        std::any_of(methods.begin(), methods.end(),
                    [](const ResolvedMethod& method) { return method.entry->source.has_value(); });
    if (is_covered || name.service.empty() || IsDeclared(api, name)) continue;
    unknown.push_back({SpellMethodName(name), NearNames(of_config, api, name)});
  }
  return unknown;
}

std::vector<std::vector<std::string>> FindNearNames(const Document& document,
                                                    const Analysis& analysis,
                                                    const Resolution& resolution, const Api* api) {
  const Api of_config = ServicesOf(NamesIn(document, analysis));
  std::vector<std::vector<std::string>> near;
  for (const ResolvedMethod& method : resolution.methods) {
    const MethodName& name = *method.name;
    std::vector<std::string>& names = near.emplace_back();
    const ApiService* const service = of_config.FindService(name.service);
    if (service != nullptr && (name.method.empty() || FindMethod(*service, name.method) != nullptr))
      continue;
    names = NearNames(of_config, api, name);
    if (service == nullptr || !names.empty()) continue;
    for (const ApiMethod& other : service->methods) {
      if (names.size() < kMostOfService)
        names.push_back(SpellMethodName({service->name, other.name}));
    }
  }
  return near;
}

bool NoteUnknownMethods(const std::vector<UnknownMethod>& unknown, const Api* api) {
  for (const UnknownMethod& method : unknown) {
    std::string words = absl::StrCat("no entry covers `", method.name, "`",
                                     api == nullptr ? "" : ", and no descriptor declares it");
    if (!method.near.empty()) {
      absl::StrAppend(&words, "; did you mean `", absl::StrJoin(method.near, "` or `"), "`?");
    }
    WriteError(words);
  }
  return !unknown.empty();
}

}  // namespace grpcfg
