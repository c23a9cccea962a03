// Rules on names against the descriptors of the services, where those are given.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/name_mistakes.h"
#include "rules/named_services.h"
#include "validator/report.h"

namespace grpcfg {
namespace {

// Says what to write: as a fix if one name is surely meant and `is_free`, so that no second entry
// comes to have it.
void AddRemedy(const NameGuess& guess, const std::vector<Span>& places, bool is_free,
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
  Fix fix = {title, false, {}};
  for (const Span& place : places) {
    fix.edits.push_back({place, absl::StrCat("\"", guess.names[0], "\"")});
  }
  diagnostic.fixes.push_back(std::move(fix));
}

// ---- Services

// Without the package.
std::vector<absl::string_view> ServicesOf(const Api& api, absl::string_view package) {
  std::vector<absl::string_view> services;
  for (const ApiService& service : api.services) {
    if (PackageOf(service.name) == package) services.push_back(ShortNameOf(service.name));
  }
  return services;
}

// Why there is no such name, behind the semicolon.
std::string ReasonFor(const NameGuess& guess) {
  const std::string names = ListOf(guess.names);
  switch (guess.mistake) {
    case NameMistake::kStray:
      return absl::StrCat("without the stray character it is ", names);
    case NameMistake::kLetterCase:
      return absl::StrCat("letter case counts, and there is ", names);
    case NameMistake::kPackage:
      return absl::StrCat("that is a package, with ", names);
    case NameMistake::kOtherVersion:
      return absl::StrCat("but for the version it is ", names);
    case NameMistake::kMisspelt:
      return absl::StrCat("near it is ", names);
    case NameMistake::kOtherPackage:
      return absl::StrCat("there is one of that name in another package, ", names);
    case NameMistake::kSibling:
      return absl::StrCat("another service has it, ", names);
    case NameMistake::kNone:
      break;
  }
  return "nothing is near it";
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

std::vector<Span> PlacesOf(const NamedService& named) {
  std::vector<Span> places;
  for (const Name* const name : named.names) places.push_back(name->service.span);
  std::sort(places.begin(), places.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  return places;
}

// The services that are named and not in the descriptors, each with what it may stand for.
struct Missing {
  NamedService named;
  NameGuess guess;
  bool is_expected;  // false: the descriptors may be about other services
  bool is_free;      // nothing has the one name yet that it may stand for
};

std::vector<Missing> MissingServices(const CheckContext& context) {
  std::vector<Missing> missing;
  if (context.api == nullptr) return missing;
  const Api& api = *context.api;
  std::vector<NamedService> services = NamedServices(context.reading);
  absl::flat_hash_set<absl::string_view> taken;
  for (const NamedService& named : services) taken.insert(named.service);
  for (NamedService& named : services) {
    if (IsExcused(named.service) || api.FindService(named.service) != nullptr) continue;
    const bool is_guessed = missing.size() < kMostDescribed;
    NameGuess guess = is_guessed ? GuessService(api, named.service) : NameGuess();
    const bool is_expected =
        guess.mistake != NameMistake::kNone || api.HasPackage(PackageOf(named.service));
    const bool is_free = guess.names.size() == 1 && !taken.contains(guess.names[0]);
    missing.push_back({std::move(named), std::move(guess), is_expected, is_free});
  }
  return missing;
}

Diagnostic DescribeMissing(const Missing& missing, const Api& api) {
  const absl::string_view service = missing.named.service;
  const NameGuess& guess = missing.guess;
  Diagnostic diagnostic;
  diagnostic.message =
      absl::StrCat("there is no service ", Ticked(service), "; ", ReasonFor(guess));
  const absl::string_view package = PackageOf(service);
  if (guess.mistake == NameMistake::kNone) {
    NoteOthersOf(package, ShortNameOf(service), ServicesOf(api, package), diagnostic);
  }
  NoteOthers(missing.named, diagnostic);
  AddRemedy(guess, PlacesOf(missing.named), missing.is_free, diagnostic);
  const bool is_elsewhere =
      guess.mistake >= NameMistake::kOtherVersion && !package.empty() && !api.HasPackage(package);
  if (is_elsewhere) {
    diagnostic.help.push_back(
        absl::StrCat("if there is a package ", Ticked(package), ", give its descriptors too"));
  }
  return diagnostic;
}

// One finding for a service, however many of its methods are named. More than are listed need no
// words: a generated config could ask for millions.
void CheckServiceExists(const CheckContext& context) {
  size_t found = 0;
  for (const Missing& missing : MissingServices(context)) {
    if (!missing.is_expected) continue;
    const bool is_listed = ++found <= kMostDescribed;
    context.add(missing.named.names.front()->service.span,
                is_listed ? DescribeMissing(missing, *context.api) : Diagnostic());
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
  for (const Missing& missing : MissingServices(context)) {
    if (missing.is_expected) continue;
    context.add(missing.named.names.front()->service.span, DescribeUnknown(missing.named));
  }
}

// ---- Methods

std::vector<absl::string_view> MethodsOf(const ApiService& service) {
  std::vector<absl::string_view> methods;
  for (const ApiMethod& method : service.methods) methods.emplace_back(method.name);
  return methods;
}

Diagnostic DescribeMissingMethod(const Api& api, const ApiService& service,
                                 const NamedService& named, const Name& name) {
  const absl::string_view method = MethodOf(name);
  NameGuess guess = GuessMethod(api, service, method);
  Diagnostic diagnostic;
  const bool is_version = guess.mistake == NameMistake::kOtherVersion;
  diagnostic.message = absl::StrCat(
      Ticked(service.name), " has no method ", Ticked(method), "; ",
      is_version ? absl::StrCat("another version of the service has it, ", ListOf(guess.names))
                 : ReasonFor(guess));
  if (guess.mistake == NameMistake::kNone) {
    NoteOthersOf(service.name, method, MethodsOf(service), diagnostic);
  }
  if (guess.mistake == NameMistake::kSibling) {
    diagnostic.help.push_back(absl::StrCat("name it with ", Ticked(guess.names[0])));
    return diagnostic;
  }
  // Another version of the service is no name to write in place of a method.
  if (is_version) guess.names.clear();
  const bool is_free = guess.names.size() == 1 && !IsNamed(named, guess.names[0]);
  AddRemedy(guess, {name.method.span}, is_free, diagnostic);
  return diagnostic;
}

void CheckMethodExists(const CheckContext& context) {
  if (context.api == nullptr) return;
  const Api& api = *context.api;
  size_t found = 0;
  ForEachNamedMethod(
      context, [&](const ApiService& service, const NamedService& named, const Name& name) {
        const absl::string_view method = MethodOf(name);
        if (FindMethod(service, method) != nullptr || !MixinOf(method).empty()) return;
        const bool is_listed = ++found <= kMostDescribed;
        context.add(name.method.span,
                    is_listed ? DescribeMissingMethod(api, service, named, name) : Diagnostic());
      });
}

void CheckMethodOfMixin(const CheckContext& context) {
  if (context.api == nullptr) return;
  ForEachNamedMethod(context, [&](const ApiService& service, const NamedService& /*named*/,
                                  const Name& name) {
    const absl::string_view method = MethodOf(name);
    const absl::string_view mixin = MixinOf(method);
    if (mixin.empty() || FindMethod(service, method) != nullptr) return;
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

constexpr Rule kRules[] = {
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
     .bad = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders"},
  {"service": "shop.v1.Orders", "method": "GetOperation"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "1s", "name": [
  {"service": "shop.v1.Orders"},
  {"service": "google.longrunning.Operations", "method": "GetOperation"}]}]})",
     .proto = kShopProto},
    {.id = "service-not-described",
     .summary = "The descriptors have nothing of a service's package.",
     .rationale = "Either the descriptors of that package were not given, or the name is left over "
                  "from a template or of another API, and matches no call.",
     .check = CheckServiceIsDescribed,
     .verdict = VerdictOnCallsTheSame,
     .bad = R"({"methodConfig": [{"timeout": "1s", "name": [{"service": "library.v1.Library"}]}]})",
     .good = R"({"methodConfig": [{"timeout": "1s", "name": [{"service": "shop.v1.Orders"}]}]})",
     .proto = kShopProto},
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
     .proto = kShopProto},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> DescriptorRules() { return kRules; }

}  // namespace grpcfg
