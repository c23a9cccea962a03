// Names that say the opposite of what they resemble, or that what they name is switched off:
// `nonRetryableStatusCodes`, `oldRetryPolicy`. None of them was meant as the field.
#ifndef GRPCFG_SCHEMA_READ_DENIAL_H_
#define GRPCFG_SCHEMA_READ_DENIAL_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

enum class Denial : uint8_t {
  kNone,
  kOpposite,     // `excludeMethods`, `noTimeout`, `minTokens` for `maxTokens`
  kSwitchedOff,  // `disabledRetryPolicy`, `todo_timeout`
};

// What the words of `name` say against `meant`, which it resembles: those that `meant` has itself
// say nothing, as in `nonFatalStatusCode`.
Denial DenialOf(absl::string_view name, absl::string_view meant);

// `name` without the words that deny.
std::string WithoutDenial(absl::string_view name);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_READ_DENIAL_H_
