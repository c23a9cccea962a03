// A config with one value changed, to see what that changes: `retryPolicy.maxAttempts=3`. Promise:
// keys are those of the field table; whatever else stands in the text stays as it is.
#ifndef GRPCFG_VALIDATOR_COMPARE_MEMBER_CHANGE_H_
#define GRPCFG_VALIDATOR_COMPARE_MEMBER_CHANGE_H_

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

struct MemberChange {
  std::vector<absl::string_view> path;  // names of the field table
  bool is_of_channel = false;           // from the root of the config, not from an entry
  std::string json;                     // the new value
};

// `text` is a path from an entry of `methodConfig`, or from the root, and after `=` a value: JSON
// of the field's type, or a string without its quotes. Errors: InvalidArgument for any other text,
// and for a value of another type.
absl::StatusOr<MemberChange> ParseMemberChange(absl::string_view text);

// `config` with the change: of those of the entries, given by their pointers, that have the policy
// which the value belongs to, or of all of them if none has it. Errors: InvalidArgument if there is
// nothing to change: no such entry, or a text that is not an object.
absl::StatusOr<std::string> WithChange(absl::string_view config, const MemberChange& change,
                                       const std::set<std::string>& entries);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_COMPARE_MEMBER_CHANGE_H_
