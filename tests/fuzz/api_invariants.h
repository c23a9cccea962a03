// What holds of every Api, and of every report on names that are looked up in it.
#ifndef GRPCFG_TESTS_FUZZ_API_INVARIANTS_H_
#define GRPCFG_TESTS_FUZZ_API_INVARIANTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "schema/protobuf/api.h"
#include "tests/fuzz/report_invariants.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {

// A config with the first names of `api`, right and wrong ones.
inline std::string ConfigAbout(const Api& api) {
  constexpr size_t kMostServices = 3;
  std::string names = R"({"service": "shop.v1.Orders", "method": "Get"})";
  for (size_t i = 0; i < api.services.size() && i < kMostServices; ++i) {
    const ApiService& service = api.services[i];
    absl::StrAppend(&names, R"(, {"service": ")", service.name, R"(", "method": "Lists"})");
    absl::StrAppend(&names, R"(, {"service": ")", service.name, R"(s"})");
    absl::StrAppend(&names, R"(, {"service": "v2.)", service.name, R"("})");
    if (service.methods.empty()) continue;
    absl::StrAppend(&names, R"(, {"service": ")", service.name, R"(", "method": ")",
                    service.methods[0].name, R"( "})");
  }
  return absl::StrCat(R"({"methodConfig": [{"timeout": "1s", "name": [)", names, "]}]}");
}

inline void CheckApi(const Api& api) {
  for (size_t i = 0; i < api.services.size(); ++i) {
    const ApiService& service = api.services[i];
    Require(i == 0 || api.services[i - 1].name < service.name);
    Require(api.FindService(service.name) == &service);
    Require(api.HasPackage(PackageOf(service.name)));
    for (const ApiMethod& method : service.methods) {
      Require(FindMethod(service, method.name) == &method);
    }
  }
  static const std::vector<Target> kTargets = *ParseTargets("spec,gapic");
  const std::string config = ConfigAbout(api);
  const Document document = ParseDocument(config, DocumentKind::kConfig);
  CheckReport(ValidateWithFixes(document, kTargets, AllRules(), &api), config);
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_FUZZ_API_INVARIANTS_H_
