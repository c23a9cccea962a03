// Source code in which the places of configs and holes are marked, for tables: «a config», ‹a
// hole›.
#ifndef GRPCFG_TESTS_SOURCE_MARKED_SOURCE_H_
#define GRPCFG_TESTS_SOURCE_MARKED_SOURCE_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "source/find_configs.h"

namespace grpcfg {

inline std::string WithoutMarks(absl::string_view marked) {
  return absl::StrReplaceAll(marked, {{"«", ""}, {"»", ""}, {"‹", ""}, {"›", ""}});
}

inline std::string WithMarks(absl::string_view text, const SourceConfigs& found) {
  // By their places: what ends there comes before what begins there.
  std::map<uint32_t, std::string> ends;
  std::map<uint32_t, std::string> begins;
  for (const SourceConfig& config : found.configs) {
    begins[config.range.begin] += "«";
    for (const Hole& hole : config.json.holes) {
      begins[hole.source.begin] += "‹";
      ends[hole.source.end] += "›";
    }
    ends[config.range.end] += "»";
  }
  std::string marked;
  for (uint32_t i = 0; i <= text.size(); ++i) {
    if (const auto end = ends.find(i); end != ends.end()) marked += end->second;
    if (const auto begin = begins.find(i); begin != begins.end()) marked += begin->second;
    absl::StrAppend(&marked, text.substr(i, 1));
  }
  return marked;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SOURCE_MARKED_SOURCE_H_
