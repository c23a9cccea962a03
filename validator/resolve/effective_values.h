// Effective values one after the other, as printers and comparisons take them.
#ifndef GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_VALUES_H_
#define GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_VALUES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/json_tree.h"
#include "validator/resolve/effective.h"

namespace grpcfg {

// A scalar of a config as JSON, however a lenient client lets it be spelled: `text` in place of
// what stands at a node of that kind. `True` is true; what is not a number of JSON, such as `01`,
// `NaN` or a bare word, or one that no double holds, is a string of it.
std::string SourceJson(JsonKind kind, absl::string_view text);

struct EffectiveValue {
  absl::string_view policy;  // the object that it stands in: `retryPolicy`; empty: none
  std::string field;         // as in a config: `timeout`
  NodeId node;               // what it was read from; kNoNode: nothing
  std::string json;          // as JSON: `"1.5s"`, `5`, `["UNAVAILABLE"]`

  // `retryPolicy.maxAttempts`, `timeout`.
  [[nodiscard]] std::string Path() const;

  friend bool operator==(const EffectiveValue&, const EffectiveValue&) = default;
};

// All values that are there, those of one policy together.
std::vector<EffectiveValue> ValuesOf(const EffectiveMethod& method);
std::vector<EffectiveValue> ValuesOf(const EffectiveChannel& channel);

// A value that is not used as it is written.
struct Alteration {
  std::string path;
  std::string written;  // as JSON: see SourceJson
  std::string used;     // as JSON

  friend bool operator==(const Alteration&, const Alteration&) = default;
};

// Those among `values`, which were read from `tree`.
std::vector<Alteration> FindAltered(const std::vector<EffectiveValue>& values,
                                    const JsonTree& tree);

// The fields of `message` that stand in the object `node` with a value and are not among `values`:
// `hedgingPolicy`, `retryPolicy.perAttemptRecvTimeout`, in the order of the text.
std::vector<std::string> FindIgnored(const std::vector<EffectiveValue>& values,
                                     const JsonTree& tree, const Message& message, NodeId node);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_RESOLVE_EFFECTIVE_VALUES_H_
