// Which entry of a config a client takes for a method.
#ifndef GRPCFG_VALIDATOR_RESOLVE_METHOD_ENTRIES_H_
#define GRPCFG_VALIDATOR_RESOLVE_METHOD_ENTRIES_H_

#include <cstddef>
#include <forward_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "schema/clients/profile.h"
#include "schema/fields/service_config.h"

namespace grpcfg {

// A method, or without a method all of a service that have no entry of their own, or without a
// service all methods that have none.
struct MethodName {
  std::string service = {};
  std::string method = {};
  friend bool operator==(const MethodName&, const MethodName&) = default;
};

// `pkg.Service/Method`, `pkg.Service` or `*`; of a service with a slash in it `a/b/`, and with one
// before it `//a/`; of a service called `*` it is `*/`. ParseMethodName reads the same name in it,
// unless it refuses that.
std::string SpellMethodName(const MethodName& name);

// Reads that, and `/pkg.Service/Method`. Errors: InvalidArgument where there is no service.
absl::StatusOr<MethodName> ParseMethodName(absl::string_view text);

// An entry, and the one of its names by which it was found.
struct NamedEntry {
  const Name* name;
  const MethodConfig* entry;
};

// What entries are looked up by: two parts, of which "" and one that is absent are two. They are
// views, for a key is made of every name of a config and only some are put together.
struct NameKey {
  absl::string_view service = {};
  absl::string_view method = {};
  bool has_service = true;
  bool has_method = true;

  friend bool operator==(const NameKey&, const NameKey&) = default;

  template <typename State>
  friend State AbslHashValue(State state, const NameKey& key) {
    return State::combine(std::move(state), key.service, key.method,
                          2 * int{key.has_service} + int{key.has_method});
  }
};

// The entries of one config, as a client looks them up. The config must outlive it, and so must the
// text that it was read from. It moves, but is not copied: its keys are views of its own texts.
class MethodEntries {
 public:
  MethodEntries(const ServiceConfig& config, NameMatch match);
  ~MethodEntries() = default;
  MethodEntries(MethodEntries&&) noexcept = default;
  MethodEntries& operator=(MethodEntries&&) noexcept = default;
  MethodEntries(const MethodEntries&) = delete;
  MethodEntries& operator=(const MethodEntries&) = delete;

  // The entries that a method's name fits, each once, in the order in which the client comes to
  // them: into `found`, in place of what is there. The first one gives the method its values:
  // alone, but for clients that look up each field by itself.
  void Find(const MethodName& name, std::vector<NamedEntry>& found) const;

 private:
  NameKey KeyOf(const Name& name);
  void AddInOrder(const NamedEntry& named);
  void FindInOrder(const MethodName& name, std::vector<NamedEntry>& found) const;

  NameMatch match_;
  std::forward_list<std::string> joined_;  // texts of keys that do not stand in the config
  absl::flat_hash_map<NameKey, NamedEntry> by_key_;
  // Only of a client that goes by the order: all names, those of a key in a chain.
  struct InOrder {
    NamedEntry named;
    size_t next;  // place of the same key; SIZE_MAX: there is none
  };
  struct Chain {
    size_t first;
    size_t last;
  };
  std::vector<InOrder> in_order_;
  absl::flat_hash_map<NameKey, Chain> chains_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_RESOLVE_METHOD_ENTRIES_H_
