#include "tools/cli/unknown_methods.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "rules/near_methods.h"
#include "tools/cli/output.h"

namespace grpcfg {
namespace {

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
    unknown.push_back({first, SpellMethodName(name), NearNames(of_config, api, name)});
  }
  return unknown;
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
