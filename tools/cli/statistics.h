// What `check --statistics` counts: the findings of each rule, whether or not they are listed.
#ifndef GRPCFG_TOOLS_CLI_STATISTICS_H_
#define GRPCFG_TOOLS_CLI_STATISTICS_H_

#include <array>
#include <cstddef>
#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "validator/engine/report.h"

namespace grpcfg {

class Statistics {
 public:
  // Adds a file.
  void Add(const Report& report);

  // A line per rule, the most frequent first, and one of all of them; a line that says so if there
  // are none.
  [[nodiscard]] std::string Table() const;

 private:
  struct Counts {
    std::array<size_t, 3> by_severity = {};
    size_t files = 0;

    [[nodiscard]] size_t All() const { return by_severity[0] + by_severity[1] + by_severity[2]; }
  };

  static void AppendRow(absl::string_view rule, const Counts& counts, std::string& out);

  std::map<absl::string_view, Counts> by_rule_;  // rules live as long as the program
  Counts all_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_CLI_STATISTICS_H_
