#include "validator/compare/paired_names.h"

#include <map>
#include <set>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace grpcfg {
namespace {

// `v1`, `v1beta2`, `v2alpha`, `v1p1beta1`: https://google.aip.dev/185.
bool IsVersion(absl::string_view part) {
  if (part.size() < 2 || part[0] != 'v' || !absl::ascii_isdigit(part[1])) return false;
  return absl::c_all_of(part,
                        [](char c) { return absl::ascii_islower(c) || absl::ascii_isdigit(c); });
}

// The service with `v` for each version in its package.
std::string WithoutVersion(absl::string_view service) {
  std::vector<absl::string_view> parts = absl::StrSplit(service, '.');
  for (absl::string_view& part : parts) {
    if (IsVersion(part)) part = "v";
  }
  return absl::StrJoin(parts, ".");
}

std::set<std::string> ServicesIn(absl::Span<const MethodName> names) {
  std::set<std::string> services;
  for (const MethodName& name : names) {
    if (!name.service.empty()) services.insert(name.service);
  }
  return services;
}

// Services of `some` that are not in `others`, by what they are without versions; those that are
// not the only one so are empty.
std::map<std::string, std::string> OnlyIn(const std::set<std::string>& some,
                                          const std::set<std::string>& others) {
  std::map<std::string, std::string> only;
  for (const std::string& service : some) {
    if (others.contains(service)) continue;
    const auto [known, is_new] = only.emplace(WithoutVersion(service), service);
    if (!is_new) known->second.clear();
  }
  return only;
}

// New services by the old ones that have become them.
std::map<std::string, std::string> RenamedServices(absl::Span<const MethodName> before,
                                                   absl::Span<const MethodName> after) {
  const std::set<std::string> old_services = ServicesIn(before);
  const std::set<std::string> new_services = ServicesIn(after);
  const std::map<std::string, std::string> new_ones = OnlyIn(new_services, old_services);
  std::map<std::string, std::string> renamed;
  for (const auto& [plain, service] : OnlyIn(old_services, new_services)) {
    const auto other = new_ones.find(plain);
    const bool is_pair = other != new_ones.end() && !service.empty() && !other->second.empty();
    if (is_pair) renamed[service] = other->second;
  }
  return renamed;
}

}  // namespace

std::vector<PairedName> PairNames(absl::Span<const MethodName> before,
                                  absl::Span<const MethodName> after) {
  const std::map<std::string, std::string> renamed = RenamedServices(before, after);
  std::map<std::string, std::string> old_of;
  for (const auto& [old_service, new_service] : renamed) old_of[new_service] = old_service;
  std::vector<PairedName> pairs;
  std::set<std::string> reported;  // by the new name
  const auto add = [&](const MethodName& old_name, const MethodName& new_name) {
    if (new_name.service.empty() || !reported.insert(SpellMethodName(new_name)).second) return;
    pairs.push_back({old_name, new_name});
  };
  for (const MethodName& name : after) {
    const auto old_service = old_of.find(name.service);
    const bool is_renamed = old_service != old_of.end();
    add({is_renamed ? old_service->second : name.service, name.method}, name);
  }
  for (const MethodName& name : before) {
    const auto new_service = renamed.find(name.service);
    const bool is_renamed = new_service != renamed.end();
    add(name, {is_renamed ? new_service->second : name.service, name.method});
  }
  return pairs;
}

}  // namespace grpcfg
