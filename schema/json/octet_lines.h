// Positions of the octets of a text in the file that holds it: a config inside a program is shown
// where it stands there.
#ifndef GRPCFG_SCHEMA_JSON_OCTET_LINES_H_
#define GRPCFG_SCHEMA_JSON_OCTET_LINES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/json/octet_map.h"
#include "schema/json/position.h"

namespace grpcfg {

class OctetLines {
 public:
  // `map`: empty if the file is the text itself. It must live as long.
  OctetLines(absl::string_view file, const OctetMap& map) : lines_(file), map_(map) {}

  [[nodiscard]] Position Locate(uint32_t octet) const {
    return lines_.Locate(map_.empty() ? octet : map_.SourceOf({octet, octet}).begin);
  }

 private:
  LineIndex lines_;
  const OctetMap& map_;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_OCTET_LINES_H_
