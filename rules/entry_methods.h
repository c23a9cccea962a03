// Which methods an entry of `methodConfig` is for: those that it names, and where descriptors tell
// them those of a service, or of all, that no other entry names more closely. For rules that judge
// methods.
#ifndef GRPCFG_RULES_ENTRY_METHODS_H_
#define GRPCFG_RULES_ENTRY_METHODS_H_

#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "schema/fields/service_config.h"
#include "schema/protobuf/api.h"

namespace grpcfg {

struct EntryMethod {
  const Name* name;            // of the entry, that selects it
  absl::string_view service;   // full; empty: every method of all services
  absl::string_view method;    // without its service; empty: every method of it
  const ApiMethod* described;  // null: no descriptor tells of it
};

class EntryMethods {
 public:
  // Both must outlive it. `api`: null if no descriptors were given.
  EntryMethods(const ServiceConfig& config, const Api* api) : config_(&config), api_(api) {}

  // In the order of the names, then of the services and methods. What no descriptor tells of is
  // there as it is named.
  std::vector<EntryMethod> Of(const MethodConfig& entry);

 private:
  using Key = std::pair<absl::string_view, absl::string_view>;  // service and method, or ""

  [[nodiscard]] absl::flat_hash_map<Key, const Name*> FindNamed() const;
  void AddNamed(const Name& name, std::vector<EntryMethod>& methods) const;
  void AddService(const Name& name, const ApiService& service,
                  std::vector<EntryMethod>& methods) const;
  void AddAll(const Name& name, std::vector<EntryMethod>& methods) const;

  const ServiceConfig* config_;
  const Api* api_;
  // The first place of each name: of equal ones only that one counts. Found when first asked for,
  // with descriptors only.
  std::optional<absl::flat_hash_map<Key, const Name*>> named_;
};

}  // namespace grpcfg

#endif  // GRPCFG_RULES_ENTRY_METHODS_H_
