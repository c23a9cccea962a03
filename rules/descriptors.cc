// Rules on names against the descriptors of the services; run only where those are given, see
// Subject.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/name_mistakes.h"
#include "rules/name_text.h"
#include "rules/named_services.h"
#include "rules/words.h"
#include "validator/engine/report.h"

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
      Ticked(whole), others.empty() ? " has none" : absl::StrCat(" has ", ListOf(others))));
}

// As many as are listed (kMaxFindingsPerRule). Each description looks at the whole config.
constexpr size_t kMostDescribed = kMaxFindingsPerRule;

// The services of gRPC itself, whose descriptors users do not have among their own (grpc-proto:
// channelz.proto, health.proto, reflection.proto of v1 and v1alpha, rls.proto).
constexpr absl::string_view kOfGrpc[] = {
    "grpc.channelz.v1.Channelz", "grpc.health.v1.Health", "grpc.lookup.v1.RouteLookupService",
    "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"};

// Services that need no descriptors: those of Google's mixins too.
bool IsExcused(absl::string_view service) {
  return IsMixinService(service) || absl::c_linear_search(kOfGrpc, service);
}

// "so 2 more names of it match no call".
void NoteOthers(const NamedService& named, Diagnostic& diagnostic) {
  const size_t others = named.names.size() - 1;
  if (others == 0) return;
  diagnostic.notes.push_back(absl::StrCat("the same applies to ", others,
                                          others == 1 ? " more name" : " more names",
                                          " with this service"));
}

WrongName PlaceOf(const CheckContext& context, const Name& name, bool is_method) {
  const NodeId part = is_method ? name->method.node : name->service.node;
  return {TextOf(name->service), TextOf(name->method), is_method, context.SpanOf(part),
          context.SpanOf(name.node)};
}

std::vector<WrongName> PlacesOf(const CheckContext& context, const NamedService& named) {
  std::vector<WrongName> places;
  for (const Name* const name : named.names) places.push_back(PlaceOf(context, *name, false));
  return places;
}

// How many names are guessed at: each guess looks at all of the `choices`.
size_t MostGuessed(size_t choices) {
  constexpr size_t kMostCompared = 1'000'000;
  return std::clamp<size_t>(kMostCompared / (choices + 1), 10, 100);
}

NameGuess NotSearched() { return {NameMistake::kNotSearched, {}, {}}; }

// A service that is named and not in the descriptors, and what it may stand for.
struct Missing {
  NamedService named;
  NameGuess guess;
  bool is_wrong = false;      // false: the descriptors may be about other services
  bool is_of_others = false;  // the config is for several versions of one API
};

// Services of that name in whatever package: what is meant where nothing else fits. Those that the
// config names beside it are not.
NameGuess GuessByShortName(const Api& api, absl::string_view written,
                           const absl::flat_hash_set<absl::string_view>& known) {
  NameGuess guess;
  for (const ApiService& service : api.services) {
    const bool is_same_name = ShortNameOf(service.name) == ShortNameOf(written);
    if (is_same_name && !known.contains(service.name)) guess.names.emplace_back(service.name);
  }
  SortByLikeness(written, guess.names);
  if (!guess.names.empty()) guess.mistake = NameMistake::kOtherPackage;
  return guess;
}

bool IsExpected(const Api& api, absl::string_view service) {
  return api.HasPackage(PackageOf(service)) || HasSlash(service) || !WhyNever(service).empty();
}

// Where one service of a package is wrong, so are the others.
void JudgePackages(const Api& api, std::vector<Missing>& missing) {
  absl::flat_hash_set<absl::string_view> wrong_packages;
  for (Missing& each : missing) {
    const absl::string_view package = PackageOf(each.named.service);
    const bool is_mistake = each.guess.mistake < NameMistake::kNone;
    each.is_wrong = is_mistake || IsExpected(api, each.named.service);
    if (is_mistake && !package.empty()) wrong_packages.insert(package);
  }
  for (Missing& each : missing) {
    each.is_wrong = each.is_wrong || wrong_packages.contains(PackageOf(each.named.service));
  }
}

// A list for several versions of an API names services of versions that are not here: they are not
// to become those of the one that is.
void NoteVersions(const absl::flat_hash_set<absl::string_view>& known,
                  std::vector<Missing>& missing) {
  const auto is_version = [](const Missing& each) {
    return each.guess.mistake == NameMistake::kOtherVersion && !each.guess.names.empty() &&
           IsVersion(ShortNameOf(PackageOf(each.named.service)));
  };
  absl::flat_hash_map<absl::string_view, absl::flat_hash_set<absl::string_view>> named;
  for (const absl::string_view service : known)
    named[PackageOf(service)].insert(PackageOf(service));
  for (const Missing& each : missing) {
    if (!is_version(each)) continue;
    named[PackageOf(each.guess.names.front())].insert(PackageOf(each.named.service));
  }
  for (Missing& each : missing) {
    each.is_of_others = is_version(each) && named[PackageOf(each.guess.names.front())].size() > 1;
  }
}

std::vector<Missing> MissingOf(std::vector<NamedService> services, const Api& api) {
  absl::flat_hash_set<absl::string_view> known;
  std::vector<Missing> missing;
  const size_t most_guessed = MostGuessed(api.services.size());
  for (NamedService& named : services) {
    const bool is_known = api.FindService(named.service) != nullptr;
    if (is_known) known.insert(named.service);
    if (is_known || IsExcused(named.service) || api.IsUnread(PackageOf(named.service))) continue;
    const bool is_guessed = missing.size() < most_guessed;
    NameGuess guess = is_guessed ? GuessService(api, named.service) : NotSearched();
    missing.push_back({std::move(named), std::move(guess)});
  }
  for (Missing& each : missing) {
    if (each.guess.mistake != NameMistake::kNone) continue;
    each.guess = GuessByShortName(api, each.named.service, known);
  }
  JudgePackages(api, missing);
  NoteVersions(known, missing);
  return missing;
}

Diagnostic DescribeMissing(const CheckContext& context, const NamedService& named,
                           const Missing& missing) {
  const NameGuess& guess = missing.guess;
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
  if (!missing.is_of_others) {
    AddRemedy({guess, service, false}, PlacesOf(context, named), diagnostic);
  }
  const bool is_elsewhere =
      guess.mistake >= NameMistake::kOtherVersion && !package.empty() && !api.HasPackage(package);
  if (is_elsewhere && IsFullName(service)) {
    diagnostic.help.push_back(
        absl::StrCat("if there is a package ", Ticked(package), ", give its descriptors too"));
  }
  return diagnostic;
}

// One finding for a service, however many of its methods are named. name-never-matches has one at
// each name with a slash; there it yields to this.
std::vector<NamedService> PlacesToReport(NamedService named) {
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
  size_t found = 0;
  for (Missing& missing : MissingOf(std::move(services), api)) {
    if (!missing.is_wrong) continue;
    for (const NamedService& place : PlacesToReport(std::move(missing.named))) {
      const bool is_listed = ++found <= kMostDescribed;
      context.Add((*place.names.front())->service.node, [&] {
        return is_listed ? DescribeMissing(context, place, missing)
                         : Diagnostic{.message = "the descriptors have no such service"};
      });
    }
  }
}

Diagnostic DescribeUnknown(const NamedService& named) {
  const absl::string_view package = PackageOf(named.service);
  Diagnostic diagnostic;
  if (package.empty()) {
    diagnostic.message =
        absl::StrCat("the descriptors have no service ", Ticked(named.service), " in any package");
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
  for (const Missing& missing : MissingOf(NamedServices(context.reading), *context.api)) {
    if (missing.is_wrong) continue;  // service-not-found
    context.Add((*missing.named.names.front())->service.node,
                [&] { return DescribeUnknown(missing.named); });
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
  absl::string_view method;
  WrongName place;
  Span service_place;
};

// Names a method with another service.
Fix NameWithFix(Span service_place, absl::string_view service) {
  return ReplaceFix(absl::StrCat("name it with ", Ticked(service)), service_place,
                    InQuotes(service), false);
}

Diagnostic DescribeMissingMethod(const MissingMethod& missing, NameGuess guess) {
  const auto& [service, method, place, service_place] = missing;
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
    if (HasSlash(method)) {  // the service before it has the method
      diagnostic.fixes.push_back(
          WriteNameFix(place.name, guess.names[0], method.substr(method.rfind('/') + 1)));
    } else {
      diagnostic.fixes.push_back(NameWithFix(service_place, guess.names[0]));
    }
    return diagnostic;
  }
  // Another version of the service is no name to write in place of a method.
  if (is_version) guess.names.clear();
  AddRemedy({guess, method, true}, {place}, diagnostic);
  return diagnostic;
}

void CheckMethodExists(const CheckContext& context) {
  if (context.api == nullptr) return;
  const Api& api = *context.api;
  size_t found = 0;
  ForEachNamedMethod(context, [&](const ApiService& service, const NamedService& /*named*/,
                                  const Name& name) {
    const absl::string_view method = TextOf(name->method);
    if (FindMethod(service, method) != nullptr || !MixinOf(method).empty()) return;
    const bool is_guessed = ++found <= MostGuessed(api.services.size() + service.methods.size());
    const bool is_listed = found <= kMostDescribed;
    context.Add(name->method.node, [&] {
      if (!is_listed) return Diagnostic{.message = "the descriptors have no such method"};
      return DescribeMissingMethod(
          {service, method, PlaceOf(context, name, true), context.SpanOf(name->service.node)},
          is_guessed ? GuessMethod(api, service, method) : NotSearched());
    });
  });
}

void CheckMethodOfMixin(const CheckContext& context) {
  if (context.api == nullptr) return;
  ForEachNamedMethod(context, [&](const ApiService& service, const NamedService& /*named*/,
                                  const Name& name) {
    const absl::string_view method = TextOf(name->method);
    const absl::string_view mixin = MixinOf(method);
    if (mixin.empty() || FindMethod(service, method) != nullptr) return;
    context.Add(name->method.node, [&]() -> Diagnostic {
      return {.message = absl::StrCat(Ticked(service.name), " does not declare ", Ticked(method),
                                      "; it is a method of the mixin ", Ticked(mixin)),
              .notes = {absl::StrCat("its calls have the path `/", mixin, "/", method,
                                     "`, which this name does not match")},
              .fixes = {NameWithFix(context.SpanOf(name->service.node), mixin)}};
    });
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
     .summary = "The service has no method with this name.",
     .rationale = "Clients compare the name with the path of a call. A name that no method has "
                  "never matches, so its timeout and retries silently never apply.",
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
     .summary = "A mixin method is named with the service that the mixin is added to.",
     .rationale = "`Locations`, `IAMPolicy` and `Operations` are services that Google's servers "
                  "offer next to their own (AIP-4234). Client libraries present the methods "
                  "together, but the path of a call names the mixin.",
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
     .summary = "The descriptors do not contain the package of a service.",
     .rationale = "Either the descriptors of that package are missing, or the name is left over "
                  "from a template or another API and matches no call.",
     .check = CheckServiceIsDescribed,
     .verdict = VerdictOnCallsTheSame,
     .bad = R"({"methodConfig": [{"timeout": "5s", "name": [{"service": "library.v1.Library"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "5s", "name": [{"service": "shop.v1.Orders"}]}]})",
     .proto = kShopProto},
    {.id = "service-not-found",
     .summary = "No service has this name.",
     .rationale = "Clients compare the name with the path of a call, package and version included. "
                  "A service that does not exist is never called, so the entry's timeout and "
                  "retries silently never apply.",
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
