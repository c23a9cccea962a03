// A config with values where its text has holes.
// Promise: the values are right ones for their fields, so that what is found is not about them;
// what is found both with the smaller and with the larger ones is true whatever the holes stand
// for.
#ifndef GRPCFG_SOURCE_FILLED_CONFIG_H_
#define GRPCFG_SOURCE_FILLED_CONFIG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "schema/json/octet_map.h"
#include "schema/json/position.h"
#include "source/find_configs.h"

namespace grpcfg {

enum class Filling : uint8_t { kSmaller, kLarger };

struct FilledConfig {
  std::string text = {};
  OctetMap map = {};               // to the file
  std::vector<Span> filled = {};   // what is not known, in `text`
  std::vector<Span> members = {};  // those of them that stand for members of an object
};

FilledConfig Fill(const SourceConfig& config, Filling filling);

}  // namespace grpcfg

#endif  // GRPCFG_SOURCE_FILLED_CONFIG_H_
