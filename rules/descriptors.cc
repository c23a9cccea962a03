// Rules on names against the descriptors of the services, where those are given.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/name_mistakes.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

constexpr size_t kMostListed = 10;

// The names of one service, in the order of the text.
struct NamedService {
  absl::string_view service;
  std::vector<const Name*> names = {};
};

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
    }
  });
  return services;
}

absl::string_view MethodOf(const Name& name) { return name.method.value.value_or(""); }

// Full names are long, and only whole ones are of use.
std::string Ticked(absl::string_view name) {
  constexpr size_t kLongest = 300;
  return name.size() <= kLongest ? absl::StrCat("`", name, "`") : Quoted(name);
}

// "`a`, `b` and 3 more".
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

// Says what to write: as a fix if one name is surely meant and `is_free`, so that no second entry
// comes to have it.
void AddRemedy(const NameGuess& guess, std::vector<Span> places, bool is_free,
               Diagnostic& diagnostic) {
  if (guess.names.size() != 1) {
    diagnostic.help.emplace_back("write the name that is meant, or remove this one");
    return;
  }
  const std::string title = absl::StrCat("write ", Ticked(guess.names[0]));
  const bool is_spelling = guess.mistake == NameMistake::kStray ||
                           guess.mistake == NameMistake::kLetterCase ||
                           guess.mistake == NameMistake::kMisspelt;
  if (!is_spelling || !is_free) {
    diagnostic.help.push_back(title);
    return;
  }
  Fix fix = {.title = title};
  for (const Span& place : places) {
    fix.edits.push_back({place, absl::StrCat("\"", guess.names[0], "\"")});
  }
  diagnostic.fixes.push_back(std::move(fix));
}

// ---- Services

std::vector<absl::string_view> ServicesOf(const Api& api, absl::string_view package) {
  std::vector<absl::string_view> services;
  for (const ApiService& service : api.services) {
    if (PackageOf(service.name) == package) services.push_back(service.name);
  }
  return services;
}

// Why there is no such service, behind the semicolon; `others` are those of its package.
std::string ReasonFor(const NameGuess& guess, absl::Span<const absl::string_view> others) {
  const std::string names = ListOf(guess.names);
  switch (guess.mistake) {
    case NameMistake::kStray:
      return absl::StrCat("without the stray character there is: ", names);
    case NameMistake::kLetterCase:
      return absl::StrCat("letter case counts, and there is ", names);
    case NameMistake::kPackage:
      return absl::StrCat("that is a package, with ", names);
    case NameMistake::kOtherVersion:
      return absl::StrCat("there is another version of it, ", names);
    case NameMistake::kMisspelt:
      return absl::StrCat("near it is ", names);
    case NameMistake::kOtherPackage:
      return absl::StrCat("there is one of that name in another package, ", names);
    default:
      break;
  }
  if (others.empty()) return "its package has no services";
  return absl::StrCat("its package has ", ListOf(others));
}

// The same for a method; `others` are those of its service.
std::string ReasonForMethod(const NameGuess& guess, absl::Span<const absl::string_view> others) {
  switch (guess.mistake) {
    case NameMistake::kOtherVersion:
      return absl::StrCat("another version of the service has it, ", ListOf(guess.names));
    case NameMistake::kSibling:
      return absl::StrCat("another service has it, ", ListOf(guess.names));
    case NameMistake::kNone:
      return others.empty() ? "it has none at all" : absl::StrCat("it has ", ListOf(others));
    default:
      return ReasonFor(guess, others);
  }
}

// True if something in the descriptors tells that the service should be in them.
bool IsExpected(const Api& api, absl::string_view service, const NameGuess& guess) {
  return guess.mistake != NameMistake::kNone || api.HasPackage(PackageOf(service));
}

// Services that need no descriptors: those of Google's mixins, and the one that RLS channels call.
bool IsExcused(absl::string_view service) {
  return IsMixinService(service) || service == "grpc.lookup.v1.RouteLookupService";
}

// "so 2 more names of it match no call".
void NoteOthers(const NamedService& named, Diagnostic& diagnostic) {
  const size_t others = named.names.size() - 1;
  if (others == 0) return;
  diagnostic.notes.push_back(absl::StrCat("the same goes for ", others,
                                          others == 1 ? " more name" : " more names",
                                          " with this service"));
}

// One finding for a service, however many of its methods are named.
void CheckServiceExists(const CheckContext& context) {
  if (context.api == nullptr) return;
  const Api& api = *context.api;
  const std::vector<NamedService> services = NamedServices(context.reading);
  for (const NamedService& named : services) {
    if (IsExcused(named.service) || api.FindService(named.service) != nullptr) continue;
    const NameGuess guess = GuessService(api, named.service);
    if (!IsExpected(api, named.service, guess)) continue;
    Diagnostic diagnostic;
    diagnostic.message = absl::StrCat("there is no service ", Ticked(named.service), "; ",
                                      ReasonFor(guess, ServicesOf(api, PackageOf(named.service))));
    NoteOthers(named, diagnostic);
    std::vector<Span> places;
    for (const Name* const name : named.names) places.push_back(name->service.span);
    std::sort(places.begin(), places.end(),
              [](const Span& a, const Span& b) { return a.begin < b.begin; });
    const bool is_free =
        std::none_of(services.begin(), services.end(), [&](const NamedService& other) {
          return !guess.names.empty() && other.service == guess.names[0];
        });
    AddRemedy(guess, std::move(places), is_free, diagnostic);
    context.add(named.names.front()->service.span, std::move(diagnostic));
  }
}

void CheckServiceIsDescribed(const CheckContext& context) {
  if (context.api == nullptr) return;
  const Api& api = *context.api;
  for (const NamedService& named : NamedServices(context.reading)) {
    if (IsExcused(named.service) || api.FindService(named.service) != nullptr) continue;
    if (IsExpected(api, named.service, GuessService(api, named.service))) continue;
    const absl::string_view package = PackageOf(named.service);
    Diagnostic diagnostic;
    if (package.empty()) {
      diagnostic.message = absl::StrCat(Ticked(named.service),
                                        " has no package; the descriptors have no such "
                                        "service in any");
      diagnostic.help.emplace_back("write the full name, `package.Service`");
    } else {
      diagnostic.message =
          absl::StrCat("the descriptors have nothing of the package ", Ticked(package),
                       " and no service ", Ticked(ShortNameOf(named.service)));
      diagnostic.help.emplace_back(
          "give the descriptors of that package too; if there is none, remove the name");
    }
    NoteOthers(named, diagnostic);
    context.add(named.names.front()->service.span, std::move(diagnostic));
  }
}

// ---- Methods

// Calls function(service, named, name) for each name of a method whose service is known.
template <typename Function>
void ForEachNamedMethod(const CheckContext& context, const Function& function) {
  for (const NamedService& named : NamedServices(context.reading)) {
    const ApiService* const service = context.api->FindService(named.service);
    if (service == nullptr) continue;
    for (const Name* const name : named.names) {
      if (!MethodOf(*name).empty()) function(*service, named, *name);
    }
  }
}

std::vector<absl::string_view> MethodsOf(const ApiService& service) {
  std::vector<absl::string_view> methods;
  for (const ApiMethod& method : service.methods) methods.emplace_back(method.name);
  return methods;
}

bool IsNamed(const NamedService& named, absl::string_view method) {
  return std::any_of(named.names.begin(), named.names.end(),
                     [&](const Name* name) { return MethodOf(*name) == method; });
}

void CheckMethodExists(const CheckContext& context) {
  if (context.api == nullptr) return;
  ForEachNamedMethod(
      context, [&](const ApiService& service, const NamedService& named, const Name& name) {
        const absl::string_view method = MethodOf(name);
        if (FindMethod(service, method) != nullptr) return;
        NameGuess guess = GuessMethod(*context.api, service, method);
        if (guess.mistake == NameMistake::kMixin) return;
        Diagnostic diagnostic;
        diagnostic.message = absl::StrCat(Ticked(service.name), " has no method ", Ticked(method),
                                          "; ", ReasonForMethod(guess, MethodsOf(service)));
        // Another service is no name to write in place of a method.
        if (guess.mistake > NameMistake::kMisspelt) guess.names.clear();
        const bool is_free = guess.names.empty() || !IsNamed(named, guess.names[0]);
        AddRemedy(guess, {name.method.span}, is_free, diagnostic);
        context.add(name.method.span, std::move(diagnostic));
      });
}

void CheckMethodOfMixin(const CheckContext& context) {
  if (context.api == nullptr) return;
  ForEachNamedMethod(context, [&](const ApiService& service, const NamedService& /*named*/,
                                  const Name& name) {
    const absl::string_view method = MethodOf(name);
    if (FindMethod(service, method) != nullptr) return;
    if (GuessMethod(*context.api, service, method).mistake != NameMistake::kMixin) return;
    const absl::string_view mixin = MixinOf(method);
    Diagnostic diagnostic;
    diagnostic.message = absl::StrCat(Ticked(service.name), " does not declare ", Ticked(method),
                                      "; it is a method of the mixin ", Ticked(mixin));
    diagnostic.notes.push_back(absl::StrCat("its calls have the path `/", mixin, "/", method,
                                            "`, which this name does not match"));
    diagnostic.help.push_back(
        absl::StrCat("name it with the service ", Ticked(mixin), " if its calls need this config"));
    context.add(name.method.span, std::move(diagnostic));
  });
}

// ---- Coverage and deprecation, once for a document

void CheckDeprecated(const CheckContext& context) {
  if (context.api == nullptr) return;
  std::vector<std::string> names;
  Span first = {};
  const auto add = [&](std::string name, Span span) {
    if (names.empty()) first = span;
    names.push_back(std::move(name));
  };
  for (const NamedService& named : NamedServices(context.reading)) {
    const ApiService* const service = context.api->FindService(named.service);
    if (service != nullptr && service->deprecated) {
      add(service->name, named.names.front()->service.span);
    }
  }
  ForEachNamedMethod(
      context, [&](const ApiService& service, const NamedService& /*named*/, const Name& name) {
        const ApiMethod* const method = FindMethod(service, MethodOf(name));
        const bool is_told = method == nullptr || !method->deprecated || service.deprecated;
        if (!is_told) add(absl::StrCat(service.name, "/", method->name), name.method.span);
      });
  if (names.empty()) return;
  Diagnostic diagnostic;
  diagnostic.message = absl::StrCat(Ticked(names[0]), " is deprecated by its descriptor");
  const std::vector<absl::string_view> others(names.begin() + 1, names.end());
  if (!others.empty())
    diagnostic.notes.push_back(
        absl::StrCat("so ", others.size() == 1 ? "is " : "are ", ListOf(others)));
  diagnostic.help.emplace_back("remove the entry with the last client that calls it");
  context.add(first, std::move(diagnostic));
}

bool HasDefault(const ServiceConfig& config) {
  for (const MethodConfig& method_config : *config.method_config.value) {
    if (!method_config.name.value) continue;
    for (const Name& name : *method_config.name.value) {
      if (name.service.value.value_or("").empty()) return true;
    }
  }
  return false;
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

// Of a list of choices each config is for other clients, and what one lacks another may have.
void CheckCoverage(const CheckContext& context) {
  if (context.api == nullptr || context.reading.configs.size() != 1) return;
  const ServiceConfig& config = *context.reading.configs[0];
  if (!config.method_config.value || HasDefault(config)) return;
  const Coverage coverage = CoverageOf(context);
  if (coverage.uncovered.empty()) return;
  const size_t count = coverage.uncovered.size();
  Diagnostic diagnostic;
  diagnostic.message =
      absl::StrCat(count, " of the ", coverage.methods, " methods of the services named here ",
                   count == 1 ? "has" : "have", " no entry");
  const std::vector<absl::string_view> names(coverage.uncovered.begin(), coverage.uncovered.end());
  diagnostic.notes.push_back(absl::StrCat("without: ", ListOf(names)));
  diagnostic.help.emplace_back("add them where they need a timeout or retries too");
  context.add(context.KeyOf(config.method_config.span), std::move(diagnostic));
}

// ---- What clients do

// A name is compared with the path of a call, letter by letter.
Cell VerdictOnNames(const ProfileAt& profile) {
  return {Effect::kIgnoresPolicy, profile.profile().name_match.At(profile.release()).evidence};
}

Cell VerdictOnMixins(const ProfileAt& profile) {
  if (profile.implementation() == Implementation::kGapic) {
    return {Effect::kIgnoresDetail,
            "gapic-generator-go internal/gengapic/gengrpc.go grpcCallOptions: by the service that "
            "declares the method"};
  }
  return {Effect::kIgnoresDetail, VerdictOnNames(profile).evidence};
}

Cell Accepts(const ProfileAt& profile) {
  return {Effect::kAccepts, VerdictOnNames(profile).evidence};
}

constexpr absl::string_view kShop = R"(syntax = "proto3";
package shop.v1;
message Request {}
message Reply {}
service Orders {
  rpc Get(Request) returns (Reply);
  rpc List(Request) returns (Reply);
  rpc Find(Request) returns (Reply) { option deprecated = true; }
}
)";

constexpr Rule kRules[] = {
    {.id = "method-deprecated",
     .summary = "A name is of a deprecated method or service.",
     .rationale = "Its descriptor says that it is going to be removed (`option deprecated`). An "
                  "entry that outlives it matches nothing, and nobody is told.",
     .advice = Severity::kNote,
     .check = CheckDeprecated,
     .verdict = Accepts,
     .bad = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"},
  {"service": "shop.v1.Orders", "method": "List"},
  {"service": "shop.v1.Orders", "method": "Find"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"},
  {"service": "shop.v1.Orders", "method": "List"}]}]})",
     .proto = kShop},
    {.id = "method-not-found",
     .summary = "A service has no method of that name.",
     .rationale = "Clients compare the name with the path of a call. One that no method has is "
                  "never met: its timeout and its retries do not happen, and no client says so.",
     .advice = Severity::kError,
     .check = CheckMethodExists,
     .verdict = VerdictOnNames,
     .bad = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"},
  {"service": "shop.v1.Orders", "method": "Lists"}]}, {"timeout": "2s", "name": [
  {"service": "shop.v1.Orders"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"},
  {"service": "shop.v1.Orders", "method": "List"}]}, {"timeout": "2s", "name": [
  {"service": "shop.v1.Orders"}]}]})",
     .proto = kShop},
    {.id = "method-of-mixin",
     .summary = "A method of a mixin is named with the service that it is added to.",
     .rationale =
         "`Locations`, `IAMPolicy` and `Operations` are services that Google's servers "
         "have beside their own (AIP-4234). Client libraries offer their methods together, "
         "but the path of a call is that of the mixin.",
     .advice = Severity::kNote,
     .check = CheckMethodOfMixin,
     .verdict = VerdictOnMixins,
     .bad = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders"},
  {"service": "shop.v1.Orders", "method": "GetOperation"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders"},
  {"service": "google.longrunning.Operations", "method": "GetOperation"}]}]})",
     .proto = kShop},
    {.id = "method-without-entry",
     .summary = "Some methods of a service have an entry and others have none.",
     .rationale = "Methods that came later than the config are easily forgotten. Their calls have "
                  "no timeout and no retries but those that the program sets.",
     .advice = Severity::kNote,
     .check = CheckCoverage,
     .verdict = Accepts,
     .bad = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"},
  {"service": "shop.v1.Orders", "method": "List"}]}]})",
     .proto = kShop},
    {.id = "service-not-described",
     .summary = "The descriptors have nothing of a service's package.",
     .rationale = "Either the descriptors of that package were not given, or the name is left over "
                  "from a template or of another API, and matches no call.",
     .check = CheckServiceIsDescribed,
     .verdict = Accepts,
     .bad = R"({"methodConfig": [{"timeout": "1s", "name": [{"service": "library.v1.Library"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "1s", "name": [{"service": "shop.v1.Orders"}]}]})",
     .proto = kShop},
    {.id = "service-not-found",
     .summary = "There is no service of that name.",
     .rationale = "Clients compare the name with the path of a call, package and version included. "
                  "A service that does not exist is never called: the entry's timeout and retries "
                  "do not happen, and no client says so.",
     .advice = Severity::kError,
     .check = CheckServiceExists,
     .verdict = VerdictOnNames,
     .bad = R"({"methodConfig": [{"timeout": "1s", "name": [{"service": "shop.Orders"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "1s", "name": [{"service": "shop.v1.Orders"}]}]})",
     .proto = kShop},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> DescriptorRules() { return kRules; }

}  // namespace grpcfg
