#include "validator/resolve/method_entries.h"

#include <algorithm>
#include <limits>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace grpcfg {
namespace {

// The path of a method that has a slash in it: its service then ends at a later one.
std::string JoinedPath(absl::string_view service, absl::string_view method) {
  return absl::StrCat(service, "/", method);
}

// Paths are compared by what stands before their last slash and after it. None has no service: of
// every path it is the key.
NameKey SplitPath(absl::string_view path) {
  const size_t last = path.rfind('/');
  return {.service = path.substr(0, last), .method = path.substr(last + 1)};
}

// What grpc-js takes a method's path for.
NameKey FirstTwoParts(const MethodName& name) {
  const bool has_two = !name.service.empty() && !absl::StrContains(name.service, '/') &&
                       !absl::StrContains(name.method, '/');
  if (has_two) return {.service = name.service, .method = name.method};
  NameKey two;
  for (const absl::string_view text :
       {absl::string_view(name.service), absl::string_view(name.method)}) {
    for (const absl::string_view part : absl::StrSplit(text, '/', absl::SkipEmpty())) {
      if (two.service.empty()) {
        two.service = part;
      } else if (two.method.empty()) {
        two.method = part;
      }
    }
  }
  return two;
}

// Of the method, its service and what is left.
using Keys = absl::InlinedVector<NameKey, 3>;

// `joined` holds the text of the first, if that has to be put together.
Keys PathKeys(const MethodName& name, std::string& joined) {
  if (name.service.empty()) return {NameKey()};
  NameKey path = {.service = name.service, .method = name.method};
  if (absl::StrContains(name.method, '/')) {
    joined = JoinedPath(name.service, name.method);
    path = SplitPath(joined);
  }
  if (name.method.empty()) return {path, NameKey()};
  return {path, {.service = path.service}, NameKey()};
}

Keys PartsKeys(const NameKey& name) {
  Keys keys;
  if (!name.method.empty()) keys.push_back({.service = name.service, .method = name.method});
  if (!name.service.empty()) keys.push_back({.service = name.service});
  keys.emplace_back();
  return keys;
}

Keys SetPartsKeys(const MethodName& name) {
  Keys keys;
  if (!name.method.empty()) keys.push_back({.service = name.service, .method = name.method});
  if (!name.service.empty()) keys.push_back({.service = name.service, .has_method = false});
  keys.push_back({.has_service = false, .has_method = false});
  return keys;
}

Keys KeysOf(const MethodName& name, NameMatch match, std::string& joined) {
  if (match == NameMatch::kByPath) return PathKeys(name, joined);
  if (match == NameMatch::kBySetParts) return SetPartsKeys(name);
  const bool cuts = match == NameMatch::kFirstTwoParts;
  Keys keys = PartsKeys(cuts ? FirstTwoParts(name)
                             : NameKey{.service = name.service, .method = name.method});
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

// After the last name of a chain.
constexpr size_t kNoNext = std::numeric_limits<size_t>::max();

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
  // An author of one of these means several methods, or a pattern.
  const bool is_one = text.find_first_of(" \t,*") == absl::string_view::npos;
  if (is_one && !name.service.empty()) return name;
  return absl::InvalidArgumentError(absl::StrCat(
      "`", text,
      "` is not a method; write one `package.Service/Method`, `package.Service`, or `*`"));
}

NameKey MethodEntries::KeyOf(const Name& name) {
  const absl::string_view service = TextOf(name->service);
  const absl::string_view method = TextOf(name->method);
  if (match_ == NameMatch::kBySetParts) {
    return {service, method, name->service.value.has_value(), name->method.value.has_value()};
  }
  if (match_ == NameMatch::kFirstInOrder) {
    return {.service = service, .method = method, .has_method = name->method.value.has_value()};
  }
  if (match_ != NameMatch::kByPath) return {.service = service, .method = method};
  if (service.empty()) return {};
  if (!absl::StrContains(method, '/')) return {.service = service, .method = method};
  return SplitPath(joined_.emplace_front(JoinedPath(service, method)));
}

MethodEntries::MethodEntries(const ServiceConfig& config, NameMatch match) : match_(match) {
  if (!config.method_config.value) return;
  for (const MethodConfig& entry : *config.method_config.value) {
    if (!entry->name.value) continue;
    for (const Name& name : *entry->name.value) {
      if (match == NameMatch::kFirstInOrder) {
        AddInOrder({&name, &entry});
      } else {  // clients that take a name twice take the later one
        by_key_.insert_or_assign(KeyOf(name), NamedEntry{&name, &entry});
      }
    }
  }
}

void MethodEntries::AddInOrder(const NamedEntry& named) {
  const size_t place = in_order_.size();
  const auto [chain, is_new] = chains_.try_emplace(KeyOf(*named.name), Chain{place, place});
  if (!is_new) in_order_[std::exchange(chain->second.last, place)].next = place;
  in_order_.push_back({named, kNoNext});
}

// An entry fits if it has the service, and either no key `method` or that method.
void MethodEntries::FindInOrder(const MethodName& name, std::vector<NamedEntry>& found) const {
  const NameKey name_key = FirstTwoParts(name);
  if (name_key.service.empty()) return;
  const auto first_of = [&](const NameKey& key) {
    const auto chain = chains_.find(key);
    return chain == chains_.end() ? kNoNext : chain->second.first;
  };
  size_t of_service = first_of({.service = name_key.service, .has_method = false});
  size_t of_method = first_of(name_key);
  while (of_service != of_method) {  // until both have come to their ends
    size_t& next = of_service < of_method ? of_service : of_method;
    const InOrder& each = in_order_[next];
    next = each.next;
    // The names of an entry stand together.
    const bool is_new = found.empty() || found.back().entry != each.named.entry;
    if (is_new) found.push_back(each.named);
  }
}

void MethodEntries::Find(const MethodName& name, std::vector<NamedEntry>& found) const {
  found.clear();
  if (match_ == NameMatch::kFirstInOrder) return FindInOrder(name, found);
  std::string joined;
  for (const NameKey& key : KeysOf(name, match_, joined)) {
    const auto entry = by_key_.find(key);
    if (entry != by_key_.end()) AddOnce(entry->second, found);
  }
}

}  // namespace grpcfg
