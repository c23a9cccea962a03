// The members of every JSON output, each once: the JSON Schemas in docs/schemas and the page
// docs/json.md are made of these rows. The tests hold real outputs to them.
#ifndef GRPCFG_TOOLS_DOCGEN_OUTPUT_SHAPES_H_
#define GRPCFG_TOOLS_DOCGEN_OUTPUT_SHAPES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace grpcfg {

enum class Occurrence : bool { kAlways, kSometimes };

// `type`: `string`, `integer`, `number`, `boolean`, `object` or `any`; the name of an OutputObject
// or of an OutputWords; `[T]` a list of T; `{T}` an object with a T for each target or other name;
// `T?` T or null.
struct OutputMember {
  absl::string_view name;
  absl::string_view type;
  absl::string_view doc;
  Occurrence occurrence = Occurrence::kAlways;
};

struct OutputObject {
  absl::string_view name;
  absl::string_view doc;
  absl::Span<const OutputMember> members;
  absl::string_view base = {};  // another object, whose members it has too
  bool is_open = false;         // it has members with names of the config besides
};

// A set of words, each with its meaning.
struct OutputWords {
  absl::string_view name;
  absl::string_view doc;
  std::vector<std::pair<std::string, std::string>> words;
};

// One output, as `grpcfg schema --of NAME` calls it.
struct OutputDocument {
  absl::string_view name;
  absl::string_view command;
  absl::string_view object;  // what it is
  bool is_line = false;      // there is one on each line
};

absl::Span<const OutputDocument> OutputDocuments();
absl::Span<const OutputObject> OutputObjects();
std::vector<OutputWords> AllOutputWords();

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_DOCGEN_OUTPUT_SHAPES_H_
