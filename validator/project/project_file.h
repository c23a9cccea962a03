// What a project file says, and a baseline: texts with their places, checked but not yet put to
// use. Promise: owns its texts; whatever is in it is what the tables of project_fields.h allow.
#ifndef GRPCFG_VALIDATOR_PROJECT_PROJECT_FILE_H_
#define GRPCFG_VALIDATOR_PROJECT_PROJECT_FILE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/position.h"

namespace grpcfg {

// A string of the file. Its span has the quotes.
struct LocatedText {
  std::string text;
  Span span = {};
};
using LocatedTexts = std::vector<LocatedText>;

// The text of a member that is not a list; empty if it is not there.
inline absl::string_view TextOf(const LocatedTexts& texts) {
  return texts.empty() ? absl::string_view() : absl::string_view(texts.front().text);
}

std::vector<std::string> StringsOf(const LocatedTexts& texts);

// The other way round, for what stands in no file.
LocatedTexts WithoutPlaces(const std::vector<std::string>& strings);

// An object of a list, by its place.
struct ProjectObject {
  Span span = {};  // its opening bracket
  std::string pointer = {};
};

// What holds for all files, or for some.
struct CheckSettings : ProjectObject {
  LocatedTexts targets = {};
  LocatedTexts lb_policies = {};
  LocatedTexts severities = {};  // each `RULE=LEVEL`
};

struct ProjectOverride : CheckSettings {
  LocatedTexts paths = {};
};

struct Suppression : ProjectObject {
  LocatedTexts rule = {};
  LocatedTexts path = {};
  LocatedTexts pointer_pattern = {};
  LocatedTexts method = {};
  LocatedTexts reason = {};
  LocatedTexts until = {};
};

struct Acknowledgement : ProjectObject {
  LocatedTexts what = {};
  LocatedTexts path = {};
  LocatedTexts method = {};
  LocatedTexts reason = {};
  LocatedTexts until = {};
};

struct ProjectFile : CheckSettings {
  LocatedTexts only = {};
  LocatedTexts disabled = {};
  LocatedTexts fail_on = {};
  LocatedTexts include = {};
  LocatedTexts exclude = {};
  LocatedTexts proto_paths = {};
  LocatedTexts protos = {};
  LocatedTexts descriptor_sets = {};
  LocatedTexts baseline = {};
  std::vector<ProjectOverride> overrides = {};
  std::vector<Suppression> suppressions = {};
  std::vector<Acknowledgement> acknowledged = {};
};

// An entry of a baseline as it is read.
struct BaselineRow : ProjectObject {
  LocatedTexts path = {};
  LocatedTexts rule = {};
  LocatedTexts in = {};
  LocatedTexts after = {};
  LocatedTexts methods = {};
  LocatedTexts place = {};
  LocatedTexts text = {};
  LocatedTexts count = {};
};

// What targets did with a document.
struct BaselineVerdictRow : ProjectObject {
  LocatedTexts path = {};
  LocatedTexts record = {};
  LocatedTexts verdict = {};
  LocatedTexts targets = {};
};

struct BaselineFile : ProjectObject {
  LocatedTexts version = {};
  bool has_verdicts = false;  // those of earlier releases have none
  std::vector<BaselineVerdictRow> verdicts = {};
  std::vector<BaselineRow> findings = {};
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_PROJECT_PROJECT_FILE_H_
