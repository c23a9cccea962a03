#include "rules/repeated_methods.h"

#include <algorithm>
#include <any>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "rules/name_text.h"
#include "rules/words.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

// "`Library/CreateBook`", "every method of `Library`", "every method".
std::string NameOf(const EntryMethod& method, absl::string_view service) {
  if (method.service.empty()) return "every method";
  if (method.method.empty()) return absl::StrCat("every method of ", Quoted(service));
  return Quoted(absl::StrCat(service, "/", method.method));
}

std::string ShortName(const EntryMethod& method) {
  return NameOf(method, ShortNameOf(method.service));
}

constexpr size_t kMostListed = 3;

std::string EvidenceFor(const Judged& judged) {
  const bool is_unknown = judged.safety.safety == Safety::kUnknown;
  if (is_unknown && judged.method.described == nullptr) return "its name does not say";
  return EvidenceFor(judged.safety, judged.method.method);
}

bool MayExecuteTwice(const MethodConfig& entry) {
  if (entry->hedging_policy != nullptr) return true;
  if (entry->retry_policy == nullptr) return false;
  const auto& codes = entry->retry_policy->retryable_status_codes;
  return HasCodeAmong(codes, kUnsettledCodes) || HasCodeAmong(codes, kUnavailable);
}

std::vector<Judged> FindRiskyMethods(const MethodConfig& entry, EntryMethods& methods) {
  std::vector<Judged> judged;
  methods.ForEach(entry, [&](const EntryMethod& method) {
    const Judged each = {method, SafetyOf(method)};
    if (MayRepeat(each.safety.safety)) return;
    if (judged.empty()) judged.reserve(ElementsOf(entry->name).size());
    judged.push_back(each);
  });
  return judged;
}

}  // namespace

absl::flat_hash_map<EntryMethods::Key, const Name*> EntryMethods::FindNamed() const {
  absl::flat_hash_map<Key, const Name*> named;
  for (const MethodConfig& entry : ElementsOf(config_->method_config)) {
    for (const Name& name : ElementsOf(entry->name)) {
      named.try_emplace({TextOf(name->service), TextOf(name->method)}, &name);
    }
  }
  return named;
}

void EntryMethods::VisitService(const Name& name, const ApiService& service, Visit visit) const {
  for (const ApiMethod& method : service.methods) {
    if (named_->contains({service.name, method.name})) continue;
    visit({&name, service.name, method.name, &method});
  }
}

void EntryMethods::VisitAll(const Name& name, Visit visit) const {
  for (const ApiService& service : api_->services) {
    if (named_->contains({service.name, ""})) continue;
    VisitService(name, service, visit);
  }
}

void EntryMethods::VisitNamed(const Name& name, Visit visit) {
  const absl::string_view service = TextOf(name->service);
  const absl::string_view method = TextOf(name->method);
  if (IsMalformed(name->service) || IsMalformed(name->method)) return;
  if (service.empty() && !method.empty()) return;
  if (api_ != nullptr && named_->at({service, method}) != &name) return;
  if (service.empty() && api_ != nullptr) return VisitAll(name, visit);
  const ApiService* const found = api_ == nullptr ? nullptr : api_->FindService(service);
  if (found != nullptr && method.empty()) return VisitService(name, *found, visit);
  // What no name in a .proto file has stands for none.
  if (found == nullptr && !(IsSpelt(service) && !HasForeign(method))) return;
  visit({&name, service, method, found == nullptr ? nullptr : FindMethod(*found, method)});
}

// Names beside each other mostly have the same service.
bool EntryMethods::IsSpelt(absl::string_view service) {
  if (IsSameService(service, spelt_)) return true;
  if (HasForeign(service)) return false;
  spelt_ = service;
  return true;
}

void EntryMethods::ForEach(const MethodConfig& entry, Visit visit) {
  if (api_ != nullptr && !named_) named_ = FindNamed();
  for (const Name& name : ElementsOf(entry->name)) VisitNamed(name, visit);
}

MethodSafety SafetyOf(const EntryMethod& method) {
  return method.described != nullptr ? SafetyOf(*method.described) : SafetyOfName(method.method);
}

bool IsNotIdempotent(const Judged& judged) {
  return judged.safety.safety == Safety::kNotIdempotent;
}

bool IsDoneOnce(const Judged& judged) { return judged.safety.safety == Safety::kOnce; }

bool IsNotKnownToRepeat(const Judged& judged) {
  return !MayRepeat(judged.safety.safety) && !IsDoneOnce(judged);
}

const std::vector<RiskyEntry>& RiskyEntries(const CheckContext& context) {
  const auto* const known = std::any_cast<std::vector<RiskyEntry>>(&context.shared);
  if (known != nullptr) return *known;
  auto& risky = context.shared.emplace<std::vector<RiskyEntry>>();
  for (const ServiceConfig* const config : context.reading.configs) {
    EntryMethods methods(*config, context.api);
    for (const MethodConfig& entry : ElementsOf(config->method_config)) {
      if (!MayExecuteTwice(entry) || !IsMet(entry)) continue;
      std::vector<Judged> judged = FindRiskyMethods(entry, methods);
      if (!judged.empty()) risky.push_back({&entry, std::move(judged)});
    }
  }
  return risky;
}

bool HasNotIdempotent(const std::vector<Judged>& judged) {
  return std::any_of(judged.begin(), judged.end(), IsNotIdempotent);
}

std::string ListOf(const std::vector<Judged>& judged) {
  std::vector<std::string> names;
  for (const Judged& each : judged) {
    if (names.size() == kMostListed) break;
    std::string name = ShortName(each.method);
    // Services of two packages may have one name.
    const bool is_taken = absl::c_linear_search(names, name);
    names.push_back(is_taken ? NameOf(each.method, each.method.service) : std::move(name));
  }
  return EnumerateOf(judged.size(), std::move(names));
}

std::string LooksOf(const std::vector<Judged>& judged) {
  const bool by_descriptor = std::any_of(judged.begin(), judged.end(), [](const Judged& each) {
    return !each.safety.row->words.empty();
  });
  if (judged.size() == 1) {
    return absl::StrCat("does not look idempotent (by its name",
                        by_descriptor ? " and descriptor)" : ")");
  }
  return absl::StrCat("do not look idempotent (by their names",
                      by_descriptor ? " and descriptors)" : ")");
}

void AddEvidence(const std::vector<Judged>& judged, Diagnostic& words) {
  for (const Judged& each : judged) {
    if (words.notes.size() >= kMostListed) break;
    if (each.method.method.empty()) continue;  // a whole service: nothing is known
    words.notes.push_back(absl::StrCat(ShortName(each.method), ": ", EvidenceFor(each)));
  }
}

void AddName(const CheckContext& context, const Judged& judged, Diagnostic& words) {
  const Name& name = *judged.method.name;
  const bool is_all_of_it = judged.method.method.empty() || !TextOf(name->method).empty();
  const std::string method = ShortName(judged.method);
  words.secondary.push_back(
      {context.SpanOf(name.node),
       is_all_of_it ? absl::StrCat("names ", method) : absl::StrCat(method, " among others")});
}

}  // namespace grpcfg
