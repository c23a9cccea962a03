// $GENERATE of BIND (and no other server): lines made of a template and a range of numbers.
#ifndef GRPCFG_DNS_ZONE_GENERATE_H_
#define GRPCFG_DNS_ZONE_GENERATE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "dns/octet_map.h"

namespace grpcfg {

// `1-3` or `0-100/2`.
struct GenerateRange {
  uint32_t start = 0;
  uint32_t stop = 0;
  uint32_t step = 1;

  [[nodiscard]] size_t Count() const { return (stop - start) / step + 1; }
};

// Nothing for what is no range, or an empty one.
std::optional<GenerateRange> ParseGenerateRange(absl::string_view word);

struct GeneratedLines {
  std::string text;
  OctetMap map;  // into the text that the template stands in
};

// The line for each number of `range`, but for those beyond `most_bytes` together. In `line`, which
// stands at byte `at`, `$` is the number, `${OFFSET,WIDTH,BASE}` a reckoned one and `\$` a dollar.
GeneratedLines Generate(const GenerateRange& range, absl::string_view line, uint32_t at,
                        size_t most_bytes);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_ZONE_GENERATE_H_
