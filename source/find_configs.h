// Service configs inside source code, YAML and Markdown: which there are, what they say as JSON,
// and where each octet of that stands in the file. Promise: precision first. A config is what
// stands at a call that takes one, or an object or text with a list or object named like a field of
// a config. Comments are not code.
#ifndef GRPCFG_SOURCE_FIND_CONFIGS_H_
#define GRPCFG_SOURCE_FIND_CONFIGS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "source/languages.h"
#include "source/lexer.h"

namespace grpcfg {

// A part of a config's JSON that is written at one place.
struct WrittenPart {
  Span place = {};        // in the JSON
  Token token = {};       // the string that it is in; of kWord: a key or value without quotes
  bool is_whole = false;  // `place` is a value or key of JSON; false: octets of the text
};

struct SourceConfig {
  const Language* language = nullptr;
  absl::string_view form = {};  // "string", "format", "object" and so on, as `extract` prints it
  Span range = {};              // in the file, with quotes and brackets
  DecodedText json = {};        // a hole stands as it is written
  bool is_object = false;       // built of values; false: a text that is JSON
  // What stands before it on its line, `const char kOrders[] =`, which stays when lines move, and
  // its number among those that have the same there.
  std::string name = {};
  std::vector<WrittenPart> parts = {};
};

// A known config that is at `range`, but which a reader of literals cannot see.
struct UnreadConfig {
  Span range = {};
  std::string call = {};  // that takes it
};

struct SourceConfigs {
  std::vector<SourceConfig> configs;  // by their places, none inside another
  std::vector<UnreadConfig> unread;
  std::string error = {};  // why a text with a key of a config could not be read; empty: it could
  Span error_span = {};
};

// True if the text has a word without which there is no config: all that most files cost.
bool MayHaveConfigs(absl::string_view text);

// `text`: at most kMaxJsonBytes.
SourceConfigs FindConfigs(absl::string_view text, const Language& language);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_FIND_CONFIGS_H_
