// What a client does with one thing in a config, from harmless to fatal.
#ifndef GRPCFG_SCHEMA_JSON_EFFECT_H_
#define GRPCFG_SCHEMA_JSON_EFFECT_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace grpcfg {

enum class Effect : uint8_t {
  kAccepts,
  kAlters,         // clamps, truncates, reads as another value
  kIgnoresDetail,  // has no effect there: a detail
  kIgnoresPolicy,  // has no effect there: a policy, an entry or the whole document
  kUnknown,        // not read or run yet
  kBreaksCalls,    // accepted; then calls fail, hang or the process dies, naming no config
  kRejectsPolicy,
  kRejectsConfig,
};

// The word of `--format json`: `accepts`, `alters`, `ignores`, `unknown`, `breaks-calls`,
// `rejects-policy`, `rejects-config`.
constexpr absl::string_view EffectName(Effect effect) {
  switch (effect) {
    case Effect::kAccepts:
      return "accepts";
    case Effect::kAlters:
      return "alters";
    case Effect::kIgnoresDetail:
    case Effect::kIgnoresPolicy:
      return "ignores";
    case Effect::kUnknown:
      return "unknown";
    case Effect::kBreaksCalls:
      return "breaks-calls";
    case Effect::kRejectsPolicy:
      return "rejects-policy";
    case Effect::kRejectsConfig:
      return "rejects-config";
  }
  return "unknown";
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_EFFECT_H_
