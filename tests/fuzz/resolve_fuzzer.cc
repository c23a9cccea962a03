// libFuzzer target for resolve beside descriptors: a config, and after a line of dashes the bytes
// of a descriptor set. Every method is answered once for each target, whatever else is requested;
// an entry is one of the config; verdicts are those of the check; and all of it can be printed.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "rules/families.h"
#include "schema/protobuf/descriptor_set.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/fuzz/text_invariants.h"
#include "tests/strict_json.h"
#include "validator/engine/validate.h"
#include "validator/report/resolve_printer.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kSeparator = "\n---\n";

// What is requested where the set has nothing.
Api ApiOfShop() {
  ApiMethod get = {};
  get.name = "Get";
  get.idempotency_level = IdempotencyLevel::kNoSideEffects;
  ApiMethod list = {};
  list.name = "List";
  list.server_streaming = true;
  return {{{"shop.v1.Carts", true, {get}}, {"shop.v1.Orders", false, {get, list}}}, {"shop.v1"}};
}

// Some services and methods of the descriptors, one of them twice.
std::vector<MethodName> MethodsOf(const Api& api) {
  constexpr size_t kMostServices = 4;
  constexpr size_t kMostMethods = 4;
  std::vector<MethodName> names;
  for (size_t i = 0; i < api.services.size() && i < kMostServices; ++i) {
    const ApiService& service = api.services[i];
    names.push_back({service.name, ""});
    for (size_t j = 0; j < service.methods.size() && j < kMostMethods; ++j) {
      names.push_back({service.name, service.methods[j].name});
    }
  }
  names.emplace_back();
  names.push_back(names.front());
  return names;
}

bool IsSameAnswer(const ResolvedMethod& a, const ResolvedMethod& b) {
  const auto values = [](const ResolvedMethod& method) {
    std::string all;
    for (const EffectiveValue& value : ValuesOf(method.entry->effective))
      all += value.json + value.Path();
    return all;
  };
  return *a.name == *b.name && a.entry->source == b.entry->source &&
         a.entry->span == b.entry->span && a.entry->ignored == b.entry->ignored &&
         values(a) == values(b);
}

void CheckMethods(const Document& document, const std::vector<Target>& targets,
                  const Resolution& resolution) {
  Require(resolution.methods.size() % targets.size() == 0);
  std::set<std::string> seen;
  for (size_t i = 0; i < resolution.methods.size(); ++i) {
    const ResolvedMethod& method = resolution.methods[i];
    const size_t target = i % targets.size();
    Require(method.target == target && *method.name == *resolution.methods[i - target].name);
    Require(target != 0 || seen.insert(SpellMethodName(*method.name)).second);
    Require(IsInside(method.entry->span, document.tree.text()));
    const bool is_rejected = resolution.channels[target].verdict == Verdict::kRejects;
    Require(!method.entry->source || (!is_rejected && method.entry->source->front() == '/'));
    Require(method.entry->source || ValuesOf(method.entry->effective).empty());
  }
}

void CheckRequested(const Document& document, const std::vector<Target>& targets,
                    const std::vector<MethodName>& names) {
  const Analysis analysis = Analyse(document, targets, AllRules());
  const Resolution resolution = Resolve(document, targets, analysis, names);
  CheckMethods(document, targets, resolution);
  std::set<std::string> distinct;
  for (const MethodName& name : names) distinct.insert(SpellMethodName(name));
  Require(resolution.methods.size() == distinct.size() * targets.size());
  // The same answer when nothing else is requested.
  const ResolvedMethod& last = resolution.methods.back();
  const Resolution alone = Resolve(document, targets, analysis, {*last.name});
  Require(alone.methods.size() == targets.size() && IsSameAnswer(alone.methods.back(), last));
}

void CheckPrinters(absl::string_view text, const std::vector<Target>& targets,
                   const Resolution& resolution) {
  const OctetMap none;
  const OctetLines lines(text, none);
  const ResolvedText resolved = {text, lines, SpellingsOf(targets), resolution};
  std::string for_people;
  AppendResolvedText(resolved, for_people);
  CheckPrinted(for_people);
  std::string json;
  AppendResolvedJson(resolved, json);
  Require(IsStrictJson(json));
}

std::vector<std::vector<Target>> TargetLists() {
  std::vector<std::vector<Target>> lists;
  for (const absl::string_view list :
       {"spec,core,node", "go,go@1.33,java", "gapic,node@1.8,node@1.7", "core@1.51,java@1.41"}) {
    lists.push_back(*ParseTargets(list));
  }
  return lists;
}

void CheckResolve(absl::string_view config, const Api& api) {
  static const std::vector<std::vector<Target>> kLists = TargetLists();
  size_t choice = HashOf(config);
  const std::vector<Target>& targets = kLists[TakeBelow(kLists.size(), choice)];
  const Document document = ParseDocument(config, DocumentKind::kConfig);
  if (TakeBelow(2, choice) == 0) return CheckRequested(document, targets, MethodsOf(api));
  const Analysis analysis = Analyse(document, targets, AllRules(), &api);
  const Resolution resolution = Resolve(document, targets, analysis, {});
  CheckReport(analysis.report, config);
  CheckMethods(document, targets, resolution);
  Require(resolution.channels.size() == targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    Require(resolution.channels[i].verdict == analysis.report.verdicts[i]);
  }
  CheckPrinters(config, targets, resolution);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const grpcfg::Api kShop = grpcfg::ApiOfShop();
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::pair<absl::string_view, std::string> parts =
      absl::StrSplit(text, absl::MaxSplits(grpcfg::kSeparator, 1));
  const auto api = grpcfg::ReadDescriptorSets({{"`a.pb`", parts.second}});
  grpcfg::CheckResolve(parts.first, api.ok() && !api->services.empty() ? *api : kShop);
  return 0;
}
