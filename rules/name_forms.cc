// Rules on how names are written: a client compares them letter by letter with the path of a call,
// `/package.Service/Method`, and says nothing if they fit none.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "rules/families.h"
#include "rules/name_text.h"
#include "rules/words.h"
#include "schema/fields/full_name.h"
#include "schema/json/foreign_format.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

using Part = Located<absl::string_view>;

// The names for which `matches` is true, of each service the first. Those with a slash are
// name-never-matches.
template <typename Predicate>
std::vector<const Name*> ServicesThat(const CheckContext& context, const Predicate& matches) {
  std::vector<const Name*> names;
  absl::flat_hash_set<absl::string_view> seen;
  absl::string_view last;  // names beside each other mostly have the same one
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    for (const Name& name : ElementsOf(method->name)) {
      const absl::string_view service = TextOf(name->service);
      if (service.empty() || IsSameService(service, last)) continue;
      last = service;
      if (HasSlash(service) || !matches(name)) continue;
      if (seen.insert(service).second) names.push_back(&name);
    }
  });
  return names;
}

bool BeginsWithCapital(absl::string_view word) {
  return !word.empty() && absl::ascii_isupper(static_cast<unsigned char>(word[0]));
}

bool BeginsWithDigit(absl::string_view word) {
  return !word.empty() && absl::ascii_isdigit(static_cast<unsigned char>(word[0]));
}

// `Get` of `Get();`, of `Get(GetRequest)` and of `rpc Get`.
absl::string_view WithoutEnds(absl::string_view text) {
  text = absl::StripPrefix(absl::StripLeadingAsciiWhitespace(text), "rpc ");
  text = text.substr(0, text.find('('));
  while (!text.empty() && !IsIdentifierByte(text.front())) text.remove_prefix(1);
  while (!text.empty() && !IsIdentifierByte(text.back())) text.remove_suffix(1);
  return text;
}

constexpr absl::string_view kServiceHelp = "write the service as in `package.Service`";
constexpr absl::string_view kMethodHelp =
    "write only the method's name from the .proto file, as in `GetOrder`";

// A service or method that no call has, and the names that have it, in the order of the text.
struct NeverCalled {
  bool is_method;
  std::vector<const Name*> names;

  [[nodiscard]] const Part& PartOf(const Name& name) const {
    return is_method ? name->method : name->service;
  }
};

// `Add,Remove`: a name for each of them.
bool AddRemedyForSeveral(const CheckContext& context, const NeverCalled& never, Diagnostic& words) {
  const Name& first = *never.names.front();
  const std::vector<absl::string_view> names = NamesInOne(*never.PartOf(first).value);
  if (names.empty()) return false;
  words.help.emplace_back(never.is_method ? "give each method a name of its own in the list"
                                          : "give each service a name of its own in the list");
  const bool is_whole =
      never.is_method ? IsFullName(TextOf(first->service)) : TextOf(first->method).empty();
  if (never.names.size() > 1 || !is_whole) return true;
  words.fixes.push_back(WriteFix(
      context.SpanOf(first.node),
      NamesText(never.is_method ? TextOf(first->service) : absl::string_view(), names), false));
  return true;
}

// `Cart:Get`: the service and its method, where the other part of the name says nothing else.
bool AddRemedyForColon(const CheckContext& context, const NeverCalled& never, Diagnostic& words) {
  const MethodOfService meant = MethodAfterColon(*never.PartOf(*never.names.front()).value);
  if (meant.service.empty()) return false;
  Fix fix;
  for (const Name* const each : never.names) {
    const Name& name = *each;
    const absl::string_view service = TextOf(name->service);
    const bool is_same =
        never.is_method
            ? service == meant.service || absl::EndsWith(service, "." + std::string(meant.service))
            : TextOf(name->method).empty();
    if (!is_same) return false;
    Fix whole = WriteNameFix(context.SpanOf(name.node), never.is_method ? service : meant.service,
                             meant.method);
    if (fix.edits.empty()) {
      fix = std::move(whole);
    } else {
      fix.edits.push_back(std::move(whole.edits.front()));
    }
  }
  words.fixes.push_back(std::move(fix));
  return true;
}

// How classes end that are generated for a service. Some of the words may end a service, too.
struct ClassEnding {
  absl::string_view text;
  bool is_sure = true;
};

constexpr ClassEnding kClassEndings[] = {{"GrpcImpl"},       {"CoroutineImplBase"},
                                         {"ImplBase"},       {"Impl"},
                                         {"GrpcKt"},         {"Grpc"},
                                         {"CoroutineStub"},  {"BlockingV2Stub"},
                                         {"BlockingStub"},   {"FutureStub"},
                                         {"AsyncStub"},      {"Stub"},
                                         {"Servicer"},       {"AsyncClient"},
                                         {"BlockingClient"}, {"Client"},
                                         {"OuterClass"},     {"Server", false},
                                         {"Base", false},    {"Proto", false}};

// What a name that looks like that of a generated class stands for.
struct GeneratedClass {
  std::string service;  // empty if it is no such name
  bool is_sure = false;
};

// The ending of `name`, if what stands before it begins with a capital; else null.
const ClassEnding* EndingOf(absl::string_view name) {
  const auto* const ending = absl::c_find_if(kClassEndings, [&](const ClassEnding& each) {
    if (!name.empty() && name.back() != each.text.back()) return false;  // as most; cheap to see
    absl::string_view rest = name;
    return absl::ConsumeSuffix(&rest, each.text) && BeginsWithCapital(ShortNameOf(rest));
  });
  return ending == std::end(kClassEndings) ? nullptr : ending;
}

// `Orders` of `UnimplementedOrders`, which Go generates.
absl::string_view WithoutClassBeginning(absl::string_view name) {
  for (const absl::string_view beginning : {"Unimplemented", "Unsafe", "New"}) {
    absl::string_view rest = name;
    if (absl::ConsumePrefix(&rest, beginning) && BeginsWithCapital(rest)) return rest;
  }
  return name;
}

// True for `orders_client` or `orders_grpc_pb`, which are modules of generated code.
bool IsModule(absl::string_view part) {
  return absl::c_any_of(
      std::initializer_list<absl::string_view>{"_client", "_grpc", "_pb", "_pb2", "_server"},
      [&](absl::string_view ending) { return absl::EndsWith(part, ending); });
}

// `shop.Orders` for `shop.OrdersGrpc`, `shop.Orders.OrdersBase` and
// `shop.OrdersGrpcKt.OrdersCoroutineStub`.
GeneratedClass ClassOf(absl::string_view name) {
  const ClassEnding* const ending = EndingOf(name);
  if (ending == nullptr) return {};
  const absl::string_view whole = absl::StripSuffix(name, ending->text);
  const absl::string_view service = WithoutClassBeginning(ShortNameOf(whole));
  const absl::string_view around = PackageOf(whole);
  const ClassEnding* const outer = EndingOf(around);
  const absl::string_view holder =
      outer == nullptr ? around : absl::StripSuffix(around, outer->text);
  if (ShortNameOf(holder) == service) return {std::string(holder), true};
  const absl::string_view before = around.empty() ? "" : ".";
  return {absl::StrCat(around, before, service),
          ending->is_sure && outer == nullptr && !IsModule(ShortNameOf(around))};
}

// What to write in place of a service that is none, where it is not clear which.
std::string HelpFor(absl::string_view service) {
  const GeneratedClass generated = ClassOf(service);
  const bool has_package = !PackageOf(generated.service).empty();
  if (has_package && !IsModule(ShortNameOf(PackageOf(generated.service)))) {
    return absl::StrCat("look for `", generated.service, "` in the .proto file");
  }
  return absl::StrCat("write it as the .proto file has it, `package.",
                      has_package || generated.service.empty() ? "Service" : generated.service,
                      "`");
}

void AddRemedy(const CheckContext& context, const NeverCalled& never, Diagnostic& words) {
  const Name& first = *never.names.front();
  const absl::string_view text = *never.PartOf(first).value;
  if (absl::StrContains(text, '*')) {
    AddRemedyForWildcard({TextOf(first->service), TextOf(first->method), never.is_method,
                          context.SpanOf(never.PartOf(first).node), context.SpanOf(first.node)},
                         words);
    return;
  }
  if (HasPlaceholder(text)) {
    words.help.emplace_back(kFillIn);
    return;
  }
  if (AddRemedyForSeveral(context, never, words)) return;
  if (AddRemedyForColon(context, never, words)) return;
  std::string dotted = absl::StrReplaceAll(InAscii(text), {{"::", "."}});
  if (!never.is_method) dotted = absl::StrReplaceAll(dotted, {{"$", "."}});
  const absl::string_view whole = WithoutEnds(dotted);
  std::string fixed(never.is_method ? ShortNameOf(whole) : whole);
  if (!IsFullName(fixed) || !IsAscii(dotted)) {
    words.help.emplace_back(never.is_method ? kMethodHelp : kServiceHelp);
    return;
  }
  // `shop.OrdersGrpc$OrdersStub`, as Java prints the class.
  const GeneratedClass of_service = never.is_method ? GeneratedClass() : ClassOf(fixed);
  if (!of_service.service.empty()) {
    if (!of_service.is_sure) {
      words.help.push_back(HelpFor(fixed));
      return;
    }
    fixed = of_service.service;
  }
  // `shop.v1.` is what is left of a service.
  if (!never.is_method && absl::EndsWith(text, ".") && !BeginsWithCapital(ShortNameOf(fixed))) {
    words.help.push_back(
        absl::StrCat("write the service after the package, as in `", fixed, ".Service`"));
    return;
  }
  Fix fix = WriteFix(context.SpanOf(never.PartOf(first).node), InQuotes(fixed), false);
  for (const Name* const name : absl::MakeConstSpan(never.names).subspan(1)) {
    fix.edits.push_back({context.SpanOf(never.PartOf(*name).node), InQuotes(fixed)});
  }
  words.fixes.push_back(std::move(fix));
}

void AddNever(const CheckContext& context, const NeverCalled& never) {
  const Part& first = never.PartOf(*never.names.front());
  const absl::string_view why =
      never.is_method && IsFullName(*first.value) ? "has a dot" : WhyNever(*first.value);
  if (why.empty() || HasSlash(*first.value)) return;  // see name-never-matches
  // Not how many names have it: clients see more or fewer of them.
  context.Add(first.node, [&] {
    Diagnostic words = {.message = absl::StrCat(Quoted(context.Source(first.node)), " ", why,
                                                ", so no call matches it")};
    for (const Name* const name : absl::MakeConstSpan(never.names).subspan(1)) {
      words.secondary.push_back({context.SpanOf(never.PartOf(*name).node), {}});
    }
    if (IsNeverCalled(*first.value)) {
      words.once = kNameMatches;
      for (const Name* const name : never.names) {
        const NodeId part = never.PartOf(*name).node;
        words.trial.push_back(TrialName(part, context.SpanOf(part)));
      }
    }
    AddRemedy(context, never, words);
    return words;
  });
}

constexpr size_t kMostTogether = 200;

// One finding for each service, not for each name that has it. A `*` is reported for each.
void CheckServices(const CheckContext& context, const ServiceConfig& config) {
  std::vector<NeverCalled> found;
  absl::flat_hash_map<absl::string_view, size_t> places;
  absl::string_view plain;  // the last full name; names beside each other mostly have the same one
  for (const MethodConfig& method : ElementsOf(config.method_config)) {
    for (const Name& name : ElementsOf(method->name)) {
      const absl::string_view service = TextOf(name->service);
      if (service.empty() || IsSameService(service, plain)) continue;
      if (IsFullName(service)) {
        plain = service;
        continue;
      }
      const auto [known, is_new] = places.try_emplace(service, found.size());
      const bool is_apart = is_new || absl::StrContains(service, '*') ||
                            found[known->second].names.size() == kMostTogether;
      if (is_apart) {
        known->second = found.size();
        found.push_back({false, {}});
      }
      found[known->second].names.push_back(&name);
    }
  }
  for (const NeverCalled& never : found) AddNever(context, never);
}

// What is looked up in descriptors is reported by service-not-found and method-not-found, which
// know what was meant.
void CheckNever(const CheckContext& context) {
  if (context.api == nullptr) {
    for (const ServiceConfig* const config : context.reading.configs) {
      CheckServices(context, *config);
    }
  }
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    for (const Name& name : ElementsOf(method->name)) {
      const absl::string_view service = TextOf(name->service);
      if (service.empty() || !name->method.value) continue;
      const absl::string_view method_name = *name->method.value;
      if (IsFullName(method_name) && !absl::StrContains(method_name, '.')) continue;
      const bool is_looked_up =
          context.api != nullptr && context.api->FindService(service) != nullptr;
      if (!is_looked_up) AddNever(context, {true, {&name}});
    }
  });
}

// The service in `a.B.Method`; empty if it is none with a method after it. Before `A.B.C` no
// package is seen: it may be all of it.
absl::string_view WithoutMethod(absl::string_view name) {
  const absl::string_view method = ShortNameOf(name);
  const absl::string_view service = PackageOf(name);
  const absl::string_view package = PackageOf(service);
  const bool has_package =
      !package.empty() && absl::c_none_of(absl::StrSplit(package, '.'), BeginsWithCapital);
  return has_package && BeginsWithCapital(method) && BeginsWithCapital(ShortNameOf(service))
             ? service
             : "";
}

// `1shop.Cart`.
bool HasPartWithDigitFirst(absl::string_view name) {
  for (size_t i = 0; i < name.size(); ++i) {
    const bool begins_part = i == 0 || name[i - 1] == '.';
    if (begins_part && absl::ascii_isdigit(static_cast<unsigned char>(name[i]))) return true;
  }
  return false;
}

// What to write in place of a service that is none, if that is clear.
std::string MeantBy(absl::string_view service, absl::string_view method) {
  if (HasPartWithDigitFirst(service)) return "";
  const GeneratedClass generated = ClassOf(service);
  if (!generated.service.empty()) {
    const bool is_clear = generated.is_sure && !PackageOf(generated.service).empty();
    return is_clear ? InQuotes(generated.service) : "";
  }
  const absl::string_view of_method = WithoutMethod(service);
  if (of_method.empty()) return "";
  if (!method.empty()) return InQuotes(of_method);
  return absl::StrCat(InQuotes(of_method), ", \"method\": ", InQuotes(ShortNameOf(service)));
}

constexpr absl::string_view kDigitFirst =
    "has a part that begins with a digit, which .proto files do not allow";

// What a service looks like, other than a service; empty if it may well be one. Its method may be
// empty.
absl::string_view Likeness(absl::string_view service, absl::string_view method) {
  if (HasPartWithDigitFirst(service)) return kDigitFirst;
  if (absl::StrContains(service, "_pb2")) return "looks like a Python module";
  const absl::string_view last = ShortNameOf(service);
  const bool is_plain = IsFullName(service);
  // `Orders`: it begins with a capital, as nearly all do, and so with no version.
  if (is_plain && BeginsWithCapital(last)) {
    if (EndingOf(service) != nullptr) return "looks like a class generated for a service";
    const bool has_method = method.empty() || method == last;
    return has_method && !WithoutMethod(service).empty() ? "looks like a service with its method"
                                                         : "";
  }
  if (last == "proto") return "looks like the name of a file";
  const bool has_capital = std::any_of(last.begin(), last.end(), [](char c) {
    return absl::ascii_isupper(static_cast<unsigned char>(c));
  });
  if (BeginsWithVersion(last)) return "lacks a dot after the version";
  const bool has_package = last.size() < service.size();
  if (IsVersion(last) || (has_package && !has_capital)) return "looks like a package";
  return "";
}

// grpc-go examples/features/proto/echo/echo.proto, examples/helloworld/helloworld/helloworld.proto
// and examples/route_guide/routeguide/route_guide.proto; the other languages have the same. And the
// packages of RFC 2606.
bool IsOfExamples(absl::string_view service) {
  constexpr absl::string_view kExamples[] = {"grpc.examples.echo.Echo", "helloworld.Greeter",
                                             "routeguide.RouteGuide"};
  return absl::c_linear_search(kExamples, service) || absl::StartsWith(service, "com.example.") ||
         absl::StartsWith(service, "org.example.") || absl::StartsWith(service, "example.com.");
}

// True for the names of documentation that stand for any service: `package.Service`,
// `your.package.Service`, `mypackage.MyService`, `foo.bar.Baz`.
bool IsStandIn(absl::string_view service) {
  constexpr absl::string_view kPackages[] = {
      "package", "package_name", "your", "your_package", "mypackage", "my_package", "yourpackage"};
  constexpr absl::string_view kServices[] = {"YourService", "ServiceName", "YourServiceName",
                                             "SomeService"};
  constexpr absl::string_view kAnywhere[] = {"foo",  "foobar", "baz",   "qux",      "xxx",
                                             "todo", "tbd",    "fixme", "changeme", "placeholder"};
  const absl::string_view first = service.substr(0, service.find('.'));
  const bool has_word = absl::c_any_of(absl::StrSplit(service, '.'), [&](absl::string_view part) {
    return absl::c_any_of(kAnywhere, [&](absl::string_view word) {
      return part.size() == word.size() && absl::EqualsIgnoreCase(part, word);
    });
  });
  return has_word || (first.size() < service.size() && absl::c_linear_search(kPackages, first)) ||
         absl::c_linear_search(kServices, ShortNameOf(service)) || service == "example.Service" ||
         service == "my.Service" || service == "my.package.Service" ||
         service == "my.package.MyService";
}

// Methods of named services that begin with a small letter, each at its first place, and whether
// others in the config begin with a capital.
struct SmallMethods {
  std::vector<const Name*> names;
  bool has_capitals = false;
};

SmallMethods FindSmallMethods(const CheckContext& context) {
  SmallMethods found;
  absl::flat_hash_set<absl::string_view> seen;
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    for (const Name& name : ElementsOf(method->name)) {
      const absl::string_view text = TextOf(name->method);
      if (text.empty() || TextOf(name->service).empty()) continue;
      if (BeginsWithCapital(text)) {
        found.has_capitals = found.has_capitals || IsFullName(text);
      } else if (absl::ascii_islower(static_cast<unsigned char>(text[0])) && IsFullName(text) &&
                 !absl::StrContains(text, '.') && seen.insert(text).second) {
        found.names.push_back(&name);
      }
    }
  });
  return found;
}

// `GetOrder` for `getOrder` and `get_order`.
std::string InUpperCamelCase(absl::string_view method) {
  std::string camel;
  while (!method.empty()) {
    absl::string_view word = TakeWord(method);
    if (word.empty()) break;
    camel.push_back(absl::ascii_toupper(static_cast<unsigned char>(word[0])));
    absl::StrAppend(&camel, word.substr(1));
  }
  return camel;
}

void AddSmallMethods(const CheckContext& context, bool with_capitals) {
  if (context.api != nullptr) return;  // it is known which methods there are
  const SmallMethods found = FindSmallMethods(context);
  if (found.has_capitals != with_capitals) return;
  for (const Name* const name : found.names) {
    const absl::string_view method = *(*name)->method.value;
    context.Add((*name)->method.node, [&] {
      Diagnostic words = {
          .message = absl::StrCat(
              Quoted(method),
              " begins with a small letter; names are compared with the .proto file's letter by "
              "letter, and its methods ",
              with_capitals ? "begin with capitals, as others do here"
                            : "mostly begin with capitals"),
          .notes = {"generated code for Java, Python and JavaScript may call a method by another "
                    "name than the .proto file"}};
      const std::string camel = InUpperCamelCase(method);
      if (with_capitals) {
        words.fixes.push_back(
            WriteFix(context.SpanOf((*name)->method.node), InQuotes(camel), false));
      } else {  // it may well be right
        words.help.push_back(absl::StrCat("look for `", camel, "` in the .proto file"));
      }
      return words;
    });
  }
}

// Adds what to write in place of a part of a name.
void AddMeant(Span span, std::string meant, std::string help, Diagnostic& words) {
  if (meant.empty()) {
    words.help.push_back(std::move(help));
    return;
  }
  words.fixes.push_back(WriteFix(span, std::move(meant), false));
  words.fixes.back().otherwise = std::move(help);
}

void CheckUnlikelyMethod(const CheckContext& context, const Name& name) {
  const absl::string_view method = TextOf(name->method);
  const bool is_unlikely = BeginsWithDigit(method) && IsFullName(method) &&
                           !absl::StrContains(method, '.') && !TextOf(name->service).empty();
  if (!is_unlikely) return;
  context.Add(name->method.node, [&]() -> Diagnostic {
    return {.message = absl::StrCat(Quoted(method),
                                    " begins with a digit, which .proto files do not allow"),
            .notes = {"a name that matches no method silently has no effect"},
            .help = {std::string(kMethodHelp)}};
  });
}

void CheckUnlikely(const CheckContext& context) {
  if (context.api != nullptr) return;  // it is known which services there are
  AddSmallMethods(context, true);
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    for (const Name& name : ElementsOf(method->name)) CheckUnlikelyMethod(context, name);
  });
  const auto is_unlikely = [](const Name& name) {
    const absl::string_view service = TextOf(name->service);
    return !Likeness(service, TextOf(name->method)).empty() && WhyNever(service).empty() &&
           !IsStandIn(service);
  };
  for (const Name* const name : ServicesThat(context, is_unlikely)) {
    const Part& service = (*name)->service;
    context.Add(service.node, [&] {
      const absl::string_view method = TextOf((*name)->method);
      Diagnostic words = {
          .message = absl::StrCat(Quoted(*service.value), " ", Likeness(*service.value, method),
                                  "; a name needs the full name of a service"),
          .notes = {"a name that matches no service silently has no effect"}};
      AddMeant(context.SpanOf(service.node), MeantBy(*service.value, method),
               HelpFor(*service.value), words);
      return words;
    });
  }
}

void CheckSmallMethods(const CheckContext& context) { AddSmallMethods(context, false); }

void CheckExample(const CheckContext& context) {
  if (context.api != nullptr) return;
  const auto is_example = [](const Name& name) {
    const absl::string_view service = TextOf(name->service);
    return IsOfExamples(service) || IsStandIn(service);
  };
  for (const Name* const name : ServicesThat(context, is_example)) {
    const Part& service = (*name)->service;
    context.Add(service.node, [&]() -> Diagnostic {
      return {.message = absl::StrCat(Quoted(*service.value),
                                      IsStandIn(*service.value)
                                          ? " is a placeholder from documentation; no call has it"
                                          : " is a service from examples; if this config is for "
                                            "another service, the name has no effect"),
              .help = {"write the full name of your service, `package.Service`"}};
    });
  }
}

// What configs have that mean every service.
bool IsWordForAll(absl::string_view service) {
  return service == "all" || service == "any" || service == "default" || service == "global";
}

void CheckPackage(const CheckContext& context) {
  if (context.api != nullptr) return;
  SingleFinding single;
  const auto has_no_package = [](const Name& name) {
    const absl::string_view service = TextOf(name->service);
    return !absl::StrContains(service, '.') && !HasForeign(service) &&
           Likeness(service, "").empty() && !IsStandIn(service);
  };
  for (const Name* const name : ServicesThat(context, has_no_package)) {
    const absl::string_view text = *(*name)->service.value;
    if (!single.IsFirst((*name)->service.node)) continue;
    // Services begin with a capital, packages do not.
    const bool is_package = !std::any_of(text.begin(), text.end(), [](char c) {
      return absl::ascii_isupper(static_cast<unsigned char>(c));
    });
    if (IsWordForAll(text)) {
      single.words = {
          .message = absl::StrCat(Quoted(text), " names one service; it does not mean all of them"),
          .help = {"for every service write `{}` as the name"}};
      continue;
    }
    if (is_package) {
      single.words = {
          .message = absl::StrCat(Quoted(text),
                                  " may be a package; a name needs the full name of a service"),
          .help = {absl::StrCat("write the service after it, as in `", text,
                                ".Service`, if it is one")}};
      continue;
    }
    single.words = {
        .message = absl::StrCat(
            Quoted(text),
            " has no package; a name needs the full name of a service, `package.Service`"),
        .help = {"if its .proto file has a `package`, write it in front, with a dot"}};
  }
  AddOnce(context, single, CountMore);
}

constexpr Verdicts kCompares =
    AllAccept({.spec = "service_config.proto, MethodConfig.Name: the name of any service",
               .core = "grpc/grpc service_config_impl.cc GetMethodParsedConfigVector: any text",
               .go = "grpc-go clientconn.go getMethodConfig: any text",
               .java = "grpc-java ManagedChannelServiceConfig.java getMethodConfig: any text",
               .node = "grpc-js service-config.ts validateName: any string",
               .dotnet = "grpc-dotnet GrpcChannel.cs ResolveMethodConfig: any text",
               .gapic = "gapic-generator-go config.go New: any text is a key"});

constexpr Rule kRules[] = {
    {.id = "method-lower-case",
     .summary = "A method name begins with a lower-case letter.",
     .rationale = "Protobuf's style guide has method names in UpperCamelCase: `GetOrder`. "
                  "Generated code for Java, JavaScript or Python often uses `getOrder` or "
                  "`get_order`, and those names match no method. If other methods begin with a "
                  "capital, grpcfg reports the warning name-unlikely instead.",
     .advice = Severity::kNote,
     .check = CheckSmallMethods,
     .verdicts = kCompares,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders", "method": "getOrder"}],
  "timeout": "5s"}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders", "method": "GetOrder"}],
  "timeout": "5s"}]})"},
    {.id = "name-is-example",
     .summary = "A name belongs to a service from examples or documentation.",
     .rationale = "Examples are often copied with their names. Clients accept a name that matches "
                  "no service: its timeouts and retries silently never apply.",
     .check = CheckExample,
     .verdicts = kCompares,
     .bad = R"({"methodConfig": [{"name": [{"service": "helloworld.Greeter"}], "timeout": "5s"}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s"}]})"},
    {.id = "name-not-protobuf",
     .summary = "A name is not a valid protobuf name.",
     .rationale =
         "A call's path is `/package.Service/Method`, and clients compare names with it character "
         "by character. Valid names have no spaces, wildcards or ports, and no dots at their ends, "
         "so the timeouts and retries of an invalid name silently never apply.",
     .check = CheckNever,
     .verdict = VerdictOnNames,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders "}], "timeout": "5s"}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s"}]})"},
    {.id = "name-unlikely",
     .summary = "A name looks like something other than a service or method: a package, a file, a "
                "module or a generated method.",
     .rationale = "`service` is the full name of a service in its .proto file, whatever the "
                  "language of the client calls it. Service names begin with a capital (protobuf's "
                  "style guide); package names do not. Descriptors would settle the question.",
     .takes_in = {"method-lower-case"},
     .is_preview = true,
     .check = CheckUnlikely,
     .verdicts = kCompares,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.orders.v1"}], "timeout": "5s"}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.orders.v1.Orders"}],
  "timeout": "5s"}]})"},
    {.id = "name-without-package",
     .summary = "A service name has no package.",
     .rationale = "The package is part of a service's name and is often omitted. If the .proto "
                  "file declares a package, a name without it matches nothing. Descriptors would "
                  "settle the question.",
     .check = CheckPackage,
     .verdicts = kCompares,
     .bad = R"({"methodConfig": [{"name": [{"service": "Orders"}], "timeout": "5s"}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s"}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> NameFormRules() { return kRules; }

}  // namespace grpcfg
