// The methods that an entry of `methodConfig` is for: those that it names, and where descriptors
// tell them those of a service, or of all, that no other entry names more closely; and what is said
// of those that a policy executes several times. For rules that judge methods only.
#ifndef GRPCFG_RULES_REPEATED_METHODS_H_
#define GRPCFG_RULES_REPEATED_METHODS_H_

#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "rules/method_safety.h"
#include "rules/policies_in_force.h"
#include "schema/fields/service_config.h"
#include "schema/protobuf/api.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// They do not say that the server did nothing. google/rpc/code.proto: with DEADLINE_EXCEEDED the
// operation may have completed; grpc/status.h on INTERNAL: invariants are broken.
inline constexpr StatusCodeSet kUnsettledCodes = {"CANCELLED", "UNKNOWN",  "DEADLINE_EXCEEDED",
                                                  "ABORTED",   "INTERNAL", "DATA_LOSS"};

// They mostly mean that nothing was executed.
inline constexpr StatusCodeSet kUnavailable = {"UNAVAILABLE"};

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

  using Visit = absl::FunctionRef<void(const EntryMethod& method)>;

  // In the order of the names, then of the services and methods. What no descriptor tells of is
  // there as it is named.
  void ForEach(const MethodConfig& entry, Visit visit);

 private:
  using Key = std::pair<absl::string_view, absl::string_view>;  // service and method, or ""

  [[nodiscard]] absl::flat_hash_map<Key, const Name*> FindNamed() const;
  [[nodiscard]] bool IsSpelt(absl::string_view service);
  void VisitNamed(const Name& name, Visit visit);
  void VisitService(const Name& name, const ApiService& service, Visit visit) const;
  void VisitAll(const Name& name, Visit visit) const;

  const ServiceConfig* config_;
  const Api* api_;
  // The first place of each name: of equal ones only that one counts. Found when first requested,
  // with descriptors only.
  std::optional<absl::flat_hash_map<Key, const Name*>> named_;
  absl::string_view spelt_;  // the last service that a .proto file may have
};

// Of the methods of an entry, one that a rule is about.
struct Judged {
  EntryMethod method;
  MethodSafety safety;
};

MethodSafety SafetyOf(const EntryMethod& method);

// Its name, or its name and its descriptor, say that it may not be repeated.
bool IsNotIdempotent(const Judged& judged);

// A second execution ends in ALREADY_EXISTS.
bool IsDoneOnce(const Judged& judged);

// It is not idempotent, or nothing says whether it may be repeated.
bool IsNotKnownToRepeat(const Judged& judged);

// True if one of them is not idempotent.
bool HasNotIdempotent(const std::vector<Judged>& judged);

// An entry that calls meet, and those of its methods that are not known to bear a second execution;
// there is one.
struct RiskyEntry {
  const MethodConfig* entry;
  std::vector<Judged> methods;
};

// The entries of all service configs whose policy may execute such a method twice: hedging, or
// retries after a status that does not say that nothing was done. In the order of the text; worked
// out once for all checks of a reading.
const std::vector<RiskyEntry>& RiskyEntries(const CheckContext& context);

// Of the methods of an entry those that are meant.
template <typename Predicate>
std::vector<Judged> Among(const std::vector<Judged>& methods, const Predicate& matches) {
  std::vector<Judged> matching;
  absl::c_copy_if(methods, std::back_inserter(matching), matches);
  return matching;
}

// "`A/B`", "`A/B` and every method of `C`", "`A/B`, `A/C`, `A/D` and 9 more".
std::string ListOf(const std::vector<Judged>& judged);

// "does not look idempotent (by its name)", of methods that are not.
std::string LooksOf(const std::vector<Judged>& judged);

// What the first few are judged by, as notes.
void AddEvidence(const std::vector<Judged>& judged, Diagnostic& words);

// The name that selects it, as a further place.
void AddName(const CheckContext& context, const Judged& judged, Diagnostic& words);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_REPEATED_METHODS_H_
