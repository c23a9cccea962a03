// Zone snippets and what real servers made of them, from tests/data.
#ifndef GRPCFG_TESTS_DNS_ZONE_CASES_H_
#define GRPCFG_TESTS_DNS_ZONE_CASES_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "gtest/gtest.h"
#include "tests/rules/shared_data.h"

namespace grpcfg {

inline constexpr char kZoneVerdicts[] = "dns/zone_syntax_verdicts.json";

struct ZoneCase {
  std::string id;
  std::string text;
  bool by_bind;                       // whether it loads the zone
  bool by_zscanner;                   // Knot's
  std::vector<std::string> bind_txt;  // the records that BIND then serves, as it prints them
};

inline std::vector<ZoneCase> ZoneCases() {
  const rapidjson::Document verdicts = ReadJson(DataPath(kZoneVerdicts));
  std::vector<ZoneCase> cases;
  for (const auto& each : verdicts["cases"].GetArray()) {
    const auto& bind = each["bind_9_18"];
    ZoneCase& added = cases.emplace_back();
    added.id = each["id"].GetString();
    EXPECT_TRUE(absl::Base64Unescape(each["file_base64"].GetString(), &added.text)) << added.id;
    added.by_bind = bind["accepts"].GetBool();
    added.by_zscanner = each["zscanner_3_2_6"]["accepts"].GetBool();
    if (!bind.HasMember("txt") || bind["txt"].IsNull()) continue;
    for (const auto& one : bind["txt"].GetArray()) added.bind_txt.emplace_back(one.GetString());
  }
  return cases;
}

// What $INCLUDE reads in them: texts by their names.
using ZoneIncludes = std::map<std::string, std::string>;

inline ZoneIncludes IncludesOfZoneCases() {
  const rapidjson::Document verdicts = ReadJson(DataPath(kZoneVerdicts));
  ZoneIncludes included;
  const auto& files = verdicts["include_file"];
  for (auto file = files.MemberBegin(); file != files.MemberEnd(); ++file) {
    included[file->name.GetString()] = file->value.GetString();
  }
  return included;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_DNS_ZONE_CASES_H_
