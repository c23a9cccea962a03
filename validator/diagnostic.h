// A finding as it is reported: words, places, and what each selected target does.
// Promise: a diagnostic owns its text and needs neither the tree nor the rule's function again.
#ifndef GRPCFG_VALIDATOR_DIAGNOSTIC_H_
#define GRPCFG_VALIDATOR_DIAGNOSTIC_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/effect.h"
#include "schema/json/position.h"

namespace grpcfg {

// From the least to the worst.
enum class Severity : uint8_t { kNote, kWarning, kError };

// `note`, `warning`, `error`.
constexpr absl::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "error";
}

// A place with a few words; no words where they would add nothing.
struct Label {
  Span span = {};
  std::string message = {};
};

struct TextEdit {
  Span span;  // replaced; empty: insertion before it
  std::string text;
};

struct Fix {
  std::string title;
  bool safe = false;  // does not change what any client does, but for the better
  std::vector<TextEdit> edits;
};

struct TargetEffect {
  size_t target;  // index into the selected targets
  Effect effect;
};

struct Diagnostic {
  absl::string_view rule = {};  // id; rules live as long as the program
  Severity severity = Severity::kError;
  std::string message = {};  // lower case, no full stop; the fact, then the requirement
  std::string pointer = {};  // RFC 6901
  Label primary = {};
  std::vector<Label> secondary = {};
  std::vector<std::string> notes = {};  // what follows from it at run time
  std::vector<std::string> help = {};   // what to do
  std::vector<Fix> fixes = {};
  std::vector<TargetEffect> effects = {};  // in the order of the targets; never kAccepts
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_DIAGNOSTIC_H_
