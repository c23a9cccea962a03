// Rules on names against the descriptors of the services, where those are given.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/name_mistakes.h"
#include "rules/name_remedies.h"
#include "rules/name_text.h"
#include "rules/named_services.h"
#include "rules/words.h"
#include "validator/report.h"

namespace grpcfg {
namespace {

// ---- Services

// Without the package.
std::vector<absl::string_view> ServicesOf(const Api& api, absl::string_view package) {
  std::vector<absl::string_view> services;
  for (const ApiService& service : api.services) {
    if (PackageOf(service.name) == package) services.push_back(ShortNameOf(service.name));
  }
  return services;
}

// Lists what there is instead where nothing is near: the most alike first.
void NoteOthersOf(absl::string_view whole, absl::string_view written,
                  std::vector<absl::string_view> others, Diagnostic& diagnostic) {
  SortByLikeness(written, others);
  diagnostic.notes.push_back(absl::StrCat(
      Ticked(whole), others.empty() ? " has none at all" : absl::StrCat(" has ", ListOf(others))));
}

// As many as are listed (kMaxFindingsPerRule). Each description looks at the whole config.
constexpr size_t kMostDescribed = kMaxFindingsPerRule;

// The services of gRPC itself, whose descriptors nobody has among his own (grpc-proto:
// channelz.proto, health.proto, reflection.proto of v1 and v1alpha, rls.proto).
constexpr absl::string_view kOfGrpc[] = {
    "grpc.channelz.v1.Channelz", "grpc.health.v1.Health", "grpc.lookup.v1.RouteLookupService",
    "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"};

// Services that need no descriptors: those of Google's mixins too.
bool IsExcused(absl::string_view service) {
  return IsMixinService(service) ||
         std::find(std::begin(kOfGrpc), std::end(kOfGrpc), service) != std::end(kOfGrpc);
}

// "so 2 more names of it match no call".
void NoteOthers(const NamedService& named, Diagnostic& diagnostic) {
  const size_t others = named.names.size() - 1;
  if (others == 0) return;
  diagnostic.notes.push_back(absl::StrCat("the same goes for ", others,
                                          others == 1 ? " more name" : " more names",
                                          " with this service"));
}

std::vector<Span> PlacesOf(const CheckContext& context, const NamedService& named) {
  std::vector<Span> places;
  for (const Name* const name : named.names) {
    places.push_back(context.SpanOf((*name)->service.node));
  }
  std::sort(places.begin(), places.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  return places;
}

// How many names are guessed at: each guess looks at all of the `choices`.
size_t MostGuessed(size_t choices) {
  constexpr size_t kMostCompared = 1'000'000;
  return std::clamp<size_t>(kMostCompared / (choices + 1), 10, 100);
}

NameGuess NotSought() { return {NameMistake::kNotSought, {}, {}}; }

// The services that are named and not in the descriptors.
std::vector<NamedService> MissingOf(std::vector<NamedService> services, const Api& api) {
  const auto is_known = [&](const NamedService& named) {
    return IsExcused(named.service) || api.FindService(named.service) != nullptr;
  };
  services.erase(std::remove_if(services.begin(), services.end(), is_known), services.end());
  return services;
}

// False: the descriptors may be about other services.
bool IsExpected(const Api& api, absl::string_view service) {
  return api.HasPackage(PackageOf(service)) || HasSlash(service) || !WhyNever(service).empty();
}

Diagnostic DescribeMissing(const CheckContext& context, const NamedService& named,
                           const NameGuess& guess, bool is_free) {
  const Api& api = *context.api;
  const absl::string_view service = named.service;
  const absl::string_view package = PackageOf(service);
  Diagnostic diagnostic;
  diagnostic.message =
      absl::StrCat("there is no service ", Ticked(service), ReasonFor({guess, service, false}));
  if (guess.mistake == NameMistake::kNone && !package.empty() && api.HasPackage(package)) {
    NoteOthersOf(package, ShortNameOf(service), ServicesOf(api, package), diagnostic);
  }
  NoteOthers(named, diagnostic);
  AddRemedy({guess, service, false}, PlacesOf(context, named), is_free, diagnostic);
  const bool is_elsewhere =
      guess.mistake >= NameMistake::kOtherVersion && !package.empty() && !api.HasPackage(package);
  if (is_elsewhere && IsPlain(service)) {
    diagnostic.help.push_back(
        absl::StrCat("if there is a package ", Ticked(package), ", give its descriptors too"));
  }
  return diagnostic;
}

// One finding for a service, however many of its methods are named. name-never-matches has one at
// each name with a slash; there it yields to this.
std::vector<NamedService> PlacesToTell(NamedService named) {
  std::vector<NamedService> places;
  if (!HasSlash(named.service)) {
    places.push_back(std::move(named));
    return places;
  }
  for (const Name* const name : named.names) places.push_back({named.service, {name}});
  return places;
}

// More than are listed need no words: a generated config could ask for millions.
void CheckServiceExists(const CheckContext& context) {
  if (context.api == nullptr) return;
  const Api& api = *context.api;
  std::vector<NamedService> services = NamedServices(context.reading);
  absl::flat_hash_set<absl::string_view> taken;
  for (const NamedService& named : services) taken.insert(named.service);
  std::vector<NamedService> missing = MissingOf(std::move(services), api);
  const size_t most_guessed = MostGuessed(api.services.size());
  size_t found = 0;
  for (size_t i = 0; i < missing.size(); ++i) {
    const absl::string_view service = missing[i].service;
    const NameGuess guess = i < most_guessed ? GuessService(api, service) : NotSought();
    if (guess.mistake >= NameMistake::kNone && !IsExpected(api, service)) continue;
    const bool is_free = guess.names.size() == 1 && !taken.contains(guess.names[0]);
    for (const NamedService& place : PlacesToTell(std::move(missing[i]))) {
      const bool is_listed = ++found <= kMostDescribed;
      context.add((*place.names.front())->service.node,
                  is_listed ? DescribeMissing(context, place, guess, is_free)
                            : Diagnostic{.message = "the descriptors have no such service"});
    }
  }
}

Diagnostic DescribeUnknown(const NamedService& named) {
  const absl::string_view package = PackageOf(named.service);
  Diagnostic diagnostic;
  if (package.empty()) {
    diagnostic.message = absl::StrCat("the descriptors have no service ", Ticked(named.service),
                                      ", in whatever package");
    diagnostic.help.emplace_back("write the full name, `package.Service`");
  } else {
    diagnostic.message =
        absl::StrCat("the descriptors have nothing of the package ", Ticked(package),
                     " and no service ", Ticked(ShortNameOf(named.service)));
    diagnostic.help.emplace_back(
        "give the descriptors of that package too; if there is none, remove the name");
  }
  NoteOthers(named, diagnostic);
  return diagnostic;
}

void CheckServiceIsDescribed(const CheckContext& context) {
  if (context.api == nullptr) return;
  size_t number = 0;
  const size_t most_guessed = MostGuessed(context.api->services.size());
  for (const NamedService& missing : MissingOf(NamedServices(context.reading), *context.api)) {
    const bool is_guessed = number++ < most_guessed;
    if (IsExpected(*context.api, missing.service)) continue;
    const bool is_near =
        is_guessed && GuessService(*context.api, missing.service).mistake != NameMistake::kNone;
    if (is_near) continue;  // service-not-found
    context.add((*missing.names.front())->service.node, DescribeUnknown(missing));
  }
}

// ---- Methods

std::vector<absl::string_view> MethodsOf(const ApiService& service) {
  std::vector<absl::string_view> methods;
  for (const ApiMethod& method : service.methods) methods.emplace_back(method.name);
  return methods;
}

// A method that a service lacks, and where it is named.
struct MissingMethod {
  const ApiService& service;
  const NamedService& named;
  absl::string_view method;
  Span place;
};

Diagnostic DescribeMissingMethod(const MissingMethod& missing, NameGuess guess) {
  const auto& [service, named, method, place] = missing;
  Diagnostic diagnostic;
  const bool is_version = guess.mistake == NameMistake::kOtherVersion;
  diagnostic.message = absl::StrCat(
      Ticked(service.name), " has no method ", Ticked(method),
      is_version ? absl::StrCat("; another version of the service has it, ", ListOf(guess.names))
                 : ReasonFor({guess, method, true}));
  if (guess.mistake == NameMistake::kNone) {
    NoteOthersOf(service.name, method, MethodsOf(service), diagnostic);
  }
  if (guess.mistake == NameMistake::kSibling) {
    diagnostic.help.push_back(HasSlash(method)
                                  ? RemedyForSlash(method)
                                  : absl::StrCat("name it with ", Ticked(guess.names[0])));
    return diagnostic;
  }
  // Another version of the service is no name to write in place of a method.
  if (is_version) guess.names.clear();
  const bool is_free = guess.names.size() == 1 && !IsNamed(named, guess.names[0]);
  AddRemedy({guess, method, true}, {place}, is_free, diagnostic);
  return diagnostic;
}

void CheckMethodExists(const CheckContext& context) {
  if (context.api == nullptr) return;
  const Api& api = *context.api;
  size_t found = 0;
  ForEachNamedMethod(context, [&](const ApiService& service, const NamedService& named,
                                  const Name& name) {
    const absl::string_view method = TextOf(name->method);
    if (FindMethod(service, method) != nullptr || !MixinOf(method).empty()) return;
    const bool is_guessed = ++found <= MostGuessed(api.services.size() + service.methods.size());
    const bool is_listed = found <= kMostDescribed;
    NameGuess guess = is_guessed ? GuessMethod(api, service, method) : NotSought();
    context.add(name->method.node,
                is_listed ? DescribeMissingMethod(
                                {service, named, method, context.SpanOf(name->method.node)},
                                std::move(guess))
                          : Diagnostic{.message = "the descriptors have no such method"});
  });
}

void CheckMethodOfMixin(const CheckContext& context) {
  if (context.api == nullptr) return;
  ForEachNamedMethod(context, [&](const ApiService& service, const NamedService& /*named*/,
                                  const Name& name) {
    const absl::string_view method = TextOf(name->method);
    const absl::string_view mixin = MixinOf(method);
    if (mixin.empty() || FindMethod(service, method) != nullptr) return;
    Diagnostic diagnostic;
    diagnostic.message = absl::StrCat(Ticked(service.name), " does not declare ", Ticked(method),
                                      "; it is a method of the mixin ", Ticked(mixin));
    diagnostic.notes.push_back(absl::StrCat("its calls have the path `/", mixin, "/", method,
                                            "`, which this name does not match"));
    diagnostic.help.push_back(
        absl::StrCat("name it with the service ", Ticked(mixin), " if its calls need this config"));
    context.add(name->method.node, std::move(diagnostic));
  });
}

// ---- What clients do

Cell VerdictOnMixins(const ProfileAt& profile) {
  if (profile.implementation() == Implementation::kGapic) {
    return {Effect::kIgnoresDetail,
            "gapic-generator-go internal/gengapic/gengrpc.go grpcCallOptions: by the service that "
            "declares the method"};
  }
  return {Effect::kIgnoresDetail, VerdictOnNames(profile).evidence};
}

constexpr Rule kRules[] = {
    {.id = "method-not-found",
     .summary = "A service has no method of that name.",
     .rationale = "Clients compare the name with the path of a call. One that no method has is "
                  "never met: its timeout and its retries do not happen, and no client says so.",
     .advice = Severity::kError,
     .check = CheckMethodExists,
     .verdict = VerdictOnNames,
     .bad = R"({"methodConfig": [{"timeout": "5s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"},
  {"service": "shop.v1.Orders", "method": "Lists"}]}, {"timeout": "9s", "name": [
  {"service": "shop.v1.Orders"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "5s", "name": [
  {"service": "shop.v1.Orders", "method": "Get"},
  {"service": "shop.v1.Orders", "method": "List"}]}, {"timeout": "9s", "name": [
  {"service": "shop.v1.Orders"}]}]})",
     .proto = kShopProto},
    {.id = "method-of-mixin",
     .summary = "A method of a mixin is named with the service that it is added to.",
     .rationale =
         "`Locations`, `IAMPolicy` and `Operations` are services that Google's servers "
         "have beside their own (AIP-4234). Client libraries offer their methods together, "
         "but the path of a call is that of the mixin.",
     .advice = Severity::kNote,
     .check = CheckMethodOfMixin,
     .verdict = VerdictOnMixins,
     .bad = R"({"methodConfig": [{"timeout": "5s", "name": [
  {"service": "shop.v1.Orders"},
  {"service": "shop.v1.Orders", "method": "GetOperation"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "5s", "name": [
  {"service": "shop.v1.Orders"},
  {"service": "google.longrunning.Operations", "method": "GetOperation"}]}]})",
     .proto = kShopProto},
    {.id = "service-not-described",
     .summary = "The descriptors have nothing of a service's package.",
     .rationale = "Either the descriptors of that package were not given, or the name is left over "
                  "from a template or of another API, and matches no call.",
     .check = CheckServiceIsDescribed,
     .verdict = VerdictOnCallsTheSame,
     .bad = R"({"methodConfig": [{"timeout": "5s", "name": [{"service": "library.v1.Library"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "5s", "name": [{"service": "shop.v1.Orders"}]}]})",
     .proto = kShopProto},
    {.id = "service-not-found",
     .summary = "There is no service of that name.",
     .rationale = "Clients compare the name with the path of a call, package and version included. "
                  "A service that does not exist is never called: the entry's timeout and retries "
                  "do not happen, and no client says so.",
     .advice = Severity::kError,
     .check = CheckServiceExists,
     .verdict = VerdictOnNames,
     .bad = R"({"methodConfig": [{"timeout": "5s", "name": [{"service": "shop.Orders"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "5s", "name": [{"service": "shop.v1.Orders"}]}]})",
     .proto = kShopProto},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> DescriptorRules() { return kRules; }

}  // namespace grpcfg
