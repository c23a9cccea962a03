// A finding as it is reported: words, places, and what each selected target does.
// Promise: a diagnostic owns its text and needs neither the tree nor the rule's function again.
#ifndef GRPCFG_VALIDATOR_ENGINE_DIAGNOSTIC_H_
#define GRPCFG_VALIDATOR_ENGINE_DIAGNOSTIC_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/effect.h"
#include "schema/json/position.h"

namespace grpcfg {

class ProfileAt;

// From the least to the worst.
enum class Severity : uint8_t { kNote, kWarning, kError };

inline constexpr absl::string_view kSeverityNames[] = {"note", "warning", "error"};

constexpr absl::string_view SeverityName(Severity severity) {
  return kSeverityNames[static_cast<size_t>(severity)];
}

// A place with a few words; no words where they would add nothing.
struct Label {
  Span span = {};
  std::string message = {};
};

struct TextEdit {
  Span span;  // replaced; empty: insertion before it
  std::string text;
  Span copied = {};  // bytes that stand again in `text`, from `copy_at` on; empty: none
  uint32_t copy_at = 0;
  friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

// What a rule offers is tried before it is shown: see validator/fix/working_fixes.h.
struct Fix {
  std::string title = {};
  bool safe = false;  // does not change what any client does, but for the better
  std::vector<TextEdit> edits = {};
  std::string otherwise = {};  // the help where the fix does not hold; empty: there is none
  // Tried: every selected target takes the result as it stands, or does with it what it does with
  // most good configs.
  bool settles = false;
  // For the engine: where a selected client has this trait the fix is not safe, as `harm` says.
  bool (*harms)(const ProfileAt& profile) = nullptr;
  absl::string_view harm = {};
};

struct TargetEffect {
  size_t target;  // index into the selected targets
  Effect effect;
};

// Whether a finding is suppressed, or was there before: see validator/engine/validate.h.
enum class Known : uint8_t {
  kNo,
  kSuppressed,  // is counted as such
  kBefore,      // was there before a change
};

// How a finding is reported together with others of its rule in one object. In the texts stands
// `{subjects}` for what all of them have as `subject`, and `{remedies}` likewise.
struct Together {
  std::string subject = {};
  std::string remedy = {};
  std::string message = {};
  std::string message_of_many = {};  // where they are at {count} places; empty: the same
  std::string help = {};             // in place of the first one's; empty: that stays
  std::string fix = {};              // the title of all their fixes as one
};

inline constexpr absl::string_view kKeyIsCorrected = "the misspelt or misplaced key is corrected";

struct Diagnostic {
  absl::string_view rule = {};  // id; rules live as long as the program
  Severity severity = Severity::kError;
  bool is_common = false;    // of a rule that most good configs break, not requested
  bool is_of_text = false;   // of the text as JSON, not of what that says
  Known known = Known::kNo;  // for the engine; no other in a report that is printed
  std::string message = {};  // lower case, no full stop; the fact, then the requirement
  std::string pointer = {};  // RFC 6901
  // The name of the DNS record that it is about, or what identifies the config in a source file;
  // empty: the document is the config. The next three are of a config in such a record or file, as
  // ChoicePlaces and MethodPlaces have them.
  std::string record = {};
  std::string choice = {};
  std::vector<std::string> choices_before = {};
  std::vector<std::string> methods = {};  // in the short form
  Label primary = {};
  std::vector<Label> secondary = {};
  std::vector<std::string> lacks = {};  // keys that are missing at `primary`, sorted
  std::vector<std::string> notes = {};  // what follows from it at run time
  // "this counts once the entry has a name", after the notes; empty: it counts already.
  std::string dormant = {};
  std::vector<std::string> help = {};  // what to do; text to write is a fix
  std::vector<Fix> fixes = {};
  std::vector<TargetEffect> effects = {};  // in the order of the targets; never kAccepts
  // Targets that never meet what the finding is about, so that they do not accept it either.
  std::vector<size_t> not_reading = {};
  bool is_read_by_none = false;  // of a key that stands for no field of any client
  // One of `help` that many files may share: printed once in a run, and at its end the number of
  // files, with `of_files` ("have ..."). Empty: there is none.
  absl::string_view help_once = {};
  absl::string_view of_files = {};
  // Other faults that have no effect yet count "once the entry has a name"; empty: this one covers
  // none. `trial` brings them into effect where no fix does.
  absl::string_view once = {};
  std::vector<TextEdit> trial = {};
  std::optional<Together> together = {};  // for the engine; none in a report
  // For the engine: places where others say no more than this one, which explains all of them...
  std::vector<Span> explains = {};
  // ...and a place where one that is as grave says what this one does. Empty: there is none.
  Span explained_in = {};
  bool is_aside = false;             // for the engine: a note, unless it is an error
  Severity least = Severity::kNote;  // for the engine: if a client honours what the spec ignores
};

// The order of a report: by place, then by rule.
inline bool StandsBefore(const Diagnostic& a, const Diagnostic& b) {
  return std::tie(a.primary.span.begin, a.primary.span.end, a.rule) <
         std::tie(b.primary.span.begin, b.primary.span.end, b.rule);
}

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_DIAGNOSTIC_H_
