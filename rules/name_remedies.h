// The words for a name that no descriptor has: why, and what to write. Rules only.
#ifndef GRPCFG_RULES_NAME_REMEDIES_H_
#define GRPCFG_RULES_NAME_REMEDIES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "rules/name_mistakes.h"
#include "schema/json/position.h"
#include "validator/diagnostic.h"

namespace grpcfg {

// A name, and what it may stand for.
struct Guessed {
  const NameGuess& guess;
  absl::string_view written;
  bool is_method;
};

// Why there is no such name, from the semicolon on; empty where nobody looked.
std::string ReasonFor(const Guessed& name);

// Says what to write: as a fix if one name is surely meant and `is_free`, so that no second entry
// comes to have it.
void AddRemedy(const Guessed& name, const std::vector<Span>& places, bool is_free,
               Diagnostic& diagnostic);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_NAME_REMEDIES_H_
