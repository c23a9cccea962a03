#include "validator/resolve/method_entries.h"

#include <algorithm>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace grpcfg {
namespace {

// What no name has in it, so that two parts never make another one.
constexpr absl::string_view kMark("\0", 1);

std::string PartsKey(absl::string_view service, absl::string_view method) {
  return absl::StrCat(service, kMark, method);
}

std::string PathKey(absl::string_view service, absl::string_view method) {
  return service.empty() ? "" : absl::StrCat(service, "/", method);
}

// A part that is "" and one that is absent are two.
std::string SetPart(bool is_set, absl::string_view text) {
  return is_set ? absl::StrCat("+", text) : "-";
}

std::string KeyOf(const Name& name, NameMatch match) {
  const absl::string_view service = TextOf(name->service);
  const absl::string_view method = TextOf(name->method);
  if (match == NameMatch::kByPath) return PathKey(service, method);
  if (match != NameMatch::kBySetParts) return PartsKey(service, method);
  return PartsKey(SetPart(name->service.value.has_value(), service),
                  SetPart(name->method.value.has_value(), method));
}

// What grpc-js takes a method's path for.
MethodName FirstTwoParts(const MethodName& name) {
  const bool has_two = !name.service.empty() && !absl::StrContains(name.service, '/') &&
                       !absl::StrContains(name.method, '/');
  if (has_two) return name;
  const std::vector<std::string> parts =
      absl::StrSplit(absl::StrCat(name.service, "/", name.method), '/', absl::SkipEmpty());
  MethodName two;
  if (!parts.empty()) two.service = parts[0];
  if (parts.size() > 1) two.method = parts[1];
  return two;
}

// Of the method, its service and what is left.
using Keys = absl::InlinedVector<std::string, 3>;

Keys PathKeys(const MethodName& name) {
  Keys keys;
  keys.push_back(PathKey(name.service, name.method));
  if (name.service.empty()) return keys;
  const size_t slash = keys[0].rfind('/');
  if (!name.method.empty()) keys.push_back(keys[0].substr(0, slash + 1));
  keys.emplace_back();
  return keys;
}

Keys PartsKeys(const MethodName& name) {
  Keys keys;
  if (!name.method.empty()) keys.push_back(PartsKey(name.service, name.method));
  if (!name.service.empty()) keys.push_back(PartsKey(name.service, ""));
  keys.push_back(PartsKey("", ""));
  return keys;
}

Keys SetPartsKeys(const MethodName& name) {
  Keys keys;
  const std::string service = SetPart(true, name.service);
  if (!name.method.empty()) keys.push_back(PartsKey(service, SetPart(true, name.method)));
  if (!name.service.empty()) keys.push_back(PartsKey(service, SetPart(false, "")));
  keys.push_back(PartsKey(SetPart(false, ""), SetPart(false, "")));
  return keys;
}

Keys KeysOf(const MethodName& name, NameMatch match) {
  if (match == NameMatch::kByPath) return PathKeys(name);
  if (match == NameMatch::kBySetParts) return SetPartsKeys(name);
  const bool cuts = match == NameMatch::kFirstTwoParts;
  Keys keys = PartsKeys(cuts ? FirstTwoParts(name) : name);
  if (match == NameMatch::kEachField) keys.pop_back();  // an entry for every method
  return keys;
}

// An entry may have several names that fit.
void AddOnce(const NamedEntry& named, std::vector<NamedEntry>& found) {
  const bool is_new = std::none_of(found.begin(), found.end(), [&](const NamedEntry& each) {
    return each.entry == named.entry;
  });
  if (is_new) found.push_back(named);
}

}  // namespace

std::string SpellMethodName(const MethodName& name) {
  if (name.service.empty()) return "*";
  const bool is_plain = !absl::StrContains(name.service, '/') && name.service != "*";
  if (name.method.empty() && is_plain) return name.service;
  // The slash that a path begins with is none of the service's.
  const absl::string_view root = absl::StartsWith(name.service, "/") ? "/" : "";
  return absl::StrCat(root, name.service, "/", name.method);
}

absl::StatusOr<MethodName> ParseMethodName(absl::string_view text) {
  if (text == "*") return MethodName();
  absl::string_view path = text;
  absl::ConsumePrefix(&path, "/");
  const size_t slash = path.rfind('/');
  MethodName name;
  name.service = std::string(path.substr(0, slash));
  if (slash != absl::string_view::npos) name.method = std::string(path.substr(slash + 1));
  // Whoever writes one of these wants several methods, or a pattern.
  const bool is_one = text.find_first_of(" \t,*") == absl::string_view::npos;
  if (is_one && !name.service.empty()) return name;
  return absl::InvalidArgumentError(absl::StrCat(
      "`", text,
      "` is not a method; write one `package.Service/Method`, `package.Service`, or `*`"));
}

MethodEntries::MethodEntries(const ServiceConfig& config, NameMatch match) : match_(match) {
  if (!config.method_config.value) return;
  for (const MethodConfig& entry : *config.method_config.value) {
    if (!entry->name.value) continue;
    for (const Name& name : *entry->name.value) {
      if (match == NameMatch::kFirstInOrder) in_order_.push_back({&name, &entry});
      // Whoever takes a name twice takes the later one.
      by_key_.insert_or_assign(KeyOf(name, match), NamedEntry{&name, &entry});
    }
  }
}

// An entry fits if it has the service, and either no key `method` or that method.
std::vector<NamedEntry> MethodEntries::FindInOrder(const MethodName& name) const {
  const MethodName wanted = FirstTwoParts(name);
  std::vector<NamedEntry> found;
  for (const NamedEntry& named : in_order_) {
    const bool has_method = (*named.name)->method.value.has_value();
    const bool fits = TextOf((*named.name)->service) == wanted.service &&
                      (!has_method || TextOf((*named.name)->method) == wanted.method);
    if (fits && !wanted.service.empty()) AddOnce(named, found);
  }
  return found;
}

std::vector<NamedEntry> MethodEntries::Find(const MethodName& name) const {
  if (match_ == NameMatch::kFirstInOrder) return FindInOrder(name);
  std::vector<NamedEntry> found;
  for (const std::string& key : KeysOf(name, match_)) {
    const auto entry = by_key_.find(key);
    if (entry != by_key_.end()) AddOnce(entry->second, found);
  }
  return found;
}

}  // namespace grpcfg
