// A JSON or YAML text as one kind of tree, in which each scalar knows where its octets stand.
// Promise: bounded by the text: aliases of YAML count each time, and too many nodes or levels are
// an error.
#ifndef GRPCFG_SCHEMA_STRUCTURED_STRUCTURED_H_
#define GRPCFG_SCHEMA_STRUCTURED_STRUCTURED_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/json/octet_map.h"
#include "schema/json/position.h"

namespace grpcfg {

// Trees are no deeper than kMostStructuredLevels.
struct Structured {  // NOLINT(misc-no-recursion)
  enum class Kind : uint8_t { kNothing, kScalar, kList, kMap };
  Kind kind = Kind::kNothing;
  std::string text = {};  // of a scalar
  OctetMap map = {};      // of its octets
  Span span = {};         // of a scalar with its quotes; in YAML also of null, `[]` and `{}`
  std::vector<Structured> elements = {};
  std::vector<std::pair<Structured, Structured>> members = {};
  bool is_expression = false;  // a scalar that stands for what is not known, such as `${x}`

  // The last member called `key`, as PyYAML has it; a node of kNothing if there is none.
  [[nodiscard]] const Structured& operator[](absl::string_view key) const;
  [[nodiscard]] bool IsScalar() const { return kind == Kind::kScalar; }
};

inline constexpr size_t kMostStructuredNodes = 300'000;
inline constexpr size_t kMostStructuredLevels = 64;

struct StructuredText {
  std::vector<Structured> documents;  // one, but of YAML
  std::string error = {};             // empty: it was read
  Span error_span = {};
  std::vector<Span> includes = {};  // of YAML: scalars that stand for other files, `!include x`
};

StructuredText ReadStructuredJson(absl::string_view text);
StructuredText ReadStructuredYaml(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_STRUCTURED_STRUCTURED_H_
