// Rules on what names leave out, and on what will go, by the descriptors of the services.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/named_services.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

Diagnostic WordsOnDeprecated(const std::vector<std::string>& names) {
  Diagnostic words = {.message = absl::StrCat(Ticked(names[0]), " is deprecated by its descriptor"),
                      .help = {"remove the entry once no client calls it"}};
  const std::vector<absl::string_view> others(names.begin() + 1, names.end());
  if (!others.empty()) {
    words.notes.push_back(absl::StrCat("so ", others.size() == 1 ? "is " : "are ", ListOf(others)));
  }
  return words;
}

void CheckDeprecated(const CheckContext& context) {
  if (context.api == nullptr) return;
  std::vector<std::string> names;
  NodeId first = kNoNode;
  const auto add = [&](std::string name, NodeId place) {
    if (names.empty()) first = place;
    names.push_back(std::move(name));
  };
  for (const NamedService& named : NamedServices(context.reading)) {
    const ApiService* const service = context.api->FindService(named.service);
    if (service != nullptr && service->deprecated) {
      add(service->name, (*named.names.front())->service.node);
    }
  }
  ForEachNamedMethod(
      context, [&](const ApiService& service, const NamedService& /*named*/, const Name& name) {
        const ApiMethod* const method = FindMethod(service, TextOf(name->method));
        const bool is_reported = method == nullptr || !method->deprecated || service.deprecated;
        if (!is_reported) add(absl::StrCat(service.name, "/", method->name), name->method.node);
      });
  if (names.empty()) return;
  context.Add(first, [&] { return WordsOnDeprecated(names); });
}

bool HasDefault(const ServiceConfig& config) {
  for (const MethodConfig& method_config : ElementsOf(config.method_config)) {
    for (const Name& name : ElementsOf(method_config->name)) {
      if (TextOf(name->service).empty()) return true;
    }
  }
  return false;
}

// The config whose entries could be for all methods; null if one is. Of a list of choices each
// config is for other clients, and what one lacks another may have.
const ServiceConfig* ConfigToCover(const CheckContext& context) {
  if (context.reading.configs.size() != 1) return nullptr;
  const ServiceConfig* const config = context.reading.configs[0];
  return config->method_config.value && !HasDefault(*config) ? config : nullptr;
}

void ReportUncovered(const CheckContext& context, const ServiceConfig& config,
                     absl::Span<const absl::string_view> without, std::string message) {
  context.Add(context.KeyOf(config.method_config.node), [&]() -> Diagnostic {
    return {.message = std::move(message),
            .notes = {absl::StrCat("without: ", ListOf(without))},
            .help = {"add them where they need a timeout or retries too"}};
  });
}

// The methods of named services without an entry, as `pkg.Service/Method`.
struct Coverage {
  size_t methods = 0;
  std::vector<std::string> uncovered = {};
};

Coverage CoverageOf(const CheckContext& context) {
  Coverage coverage;
  for (const NamedService& named : NamedServices(context.reading)) {
    const ApiService* const service = context.api->FindService(named.service);
    if (service == nullptr) continue;
    coverage.methods += service->methods.size();
    if (IsNamed(named, "")) continue;
    for (const ApiMethod& method : service->methods) {
      if (method.deprecated || IsNamed(named, method.name)) continue;
      coverage.uncovered.push_back(absl::StrCat(service->name, "/", method.name));
    }
  }
  return coverage;
}

void CheckCoverage(const CheckContext& context) {
  if (context.api == nullptr) return;
  const ServiceConfig* const config = ConfigToCover(context);
  if (config == nullptr) return;
  const Coverage coverage = CoverageOf(context);
  if (coverage.uncovered.empty()) return;
  const size_t count = coverage.uncovered.size();
  const std::vector<absl::string_view> names(coverage.uncovered.begin(), coverage.uncovered.end());
  ReportUncovered(
      context, *config, names,
      absl::StrCat(count, " of the ", coverage.methods, " methods of the services named here ",
                   count == 1 ? "has" : "have", " no entry"));
}

// Services that no entry names, of the packages of those that one does.
void CheckServices(const CheckContext& context) {
  if (context.api == nullptr) return;
  const ServiceConfig* const config = ConfigToCover(context);
  if (config == nullptr) return;
  absl::flat_hash_set<absl::string_view> named;
  absl::flat_hash_set<absl::string_view> packages;
  absl::flat_hash_set<absl::string_view> doubtful;  // one of the others may be misspelt here
  for (const NamedService& each : NamedServices(context.reading)) {
    const bool is_known = context.api->FindService(each.service) != nullptr;
    (is_known ? packages : doubtful).insert(PackageOf(each.service));
    named.insert(each.service);
  }
  for (const absl::string_view package : doubtful) packages.erase(package);
  std::vector<absl::string_view> others;
  for (const ApiService& service : context.api->services) {
    const bool is_reported = packages.contains(PackageOf(service.name)) && !service.deprecated &&
                             !service.methods.empty() && !named.contains(service.name);
    if (is_reported) others.emplace_back(service.name);
  }
  if (others.empty()) return;
  ReportUncovered(
      context, *config, others,
      absl::StrCat(others.size(), others.size() == 1 ? " service has" : " services have",
                   " no entry, of ", packages.size() == 1 ? "the package" : "packages",
                   " of those named here"));
}

constexpr absl::string_view kTwoServices = R"(syntax = "proto3";
package shop.v1;
message Request {}
message Reply {}
service Carts { rpc Empty(Request) returns (Reply); }
service Orders { rpc Get(Request) returns (Reply); }
)";

constexpr absl::string_view kGetAndList = R"({"methodConfig": [{"timeout": "5s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"},
  {"service": "shop.v1.Orders", "method": "List"}]}]})";

constexpr Rule kRules[] = {
    {.id = "method-deprecated",
     .summary = "A name refers to a deprecated method or service.",
     .rationale = "The descriptor marks it for removal (`option deprecated`). After the removal, "
                  "its entry silently matches nothing.",
     .advice = Severity::kNote,
     .folds_notes = true,
     .check = CheckDeprecated,
     .verdict = VerdictOnCallsTheSame,
     .bad = {kGetAndList, R"("method": "List"})", R"("method": "List"},
  {"service": "shop.v1.Orders", "method": "Find"})"},
     .good = kGetAndList,
     .proto = kShopProto},
    {.id = "method-without-entry",
     .summary = "Some methods of a service have an entry and others have none.",
     .rationale = "Methods that were added after the config are easily forgotten. Their calls have "
                  "only the timeouts and retries that the program sets.",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckCoverage,
     .verdict = VerdictOnCallsTheSame,
     .bad = R"({"methodConfig": [{"timeout": "5s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"}]}]})",
     .good = kGetAndList,
     .proto = kShopProto},
    {.id = "service-without-entry",
     .summary = "Some services of a package have an entry and others have none.",
     .rationale = "Services that were added after the config are easily forgotten. Their calls "
                  "have only the timeouts and retries that the program sets.",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckServices,
     .verdict = VerdictOnCallsTheSame,
     .bad = R"({"methodConfig": [{"timeout": "5s", "name": [
  {"service": "shop.v1.Orders"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "5s", "name": [
  {"service": "shop.v1.Orders"},
  {"service": "shop.v1.Carts"}]}]})",
     .proto = kTwoServices},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> CoverageRules() { return kRules; }

}  // namespace grpcfg
