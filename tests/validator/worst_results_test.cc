#include "validator/report/worst_results.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace grpcfg {
namespace {

struct WorstRow {
  const char* why;
  const char* added;  // n, w and e, each with what follows up to a blank
  std::vector<std::string> kept;
  std::array<size_t, 3> left_out;  // notes, warnings, errors
};

// Three are kept.
const WorstRow kWorstRows[] = {
    {"fewer than are taken", "n1 e1", {"n1", "e1"}, {0, 0, 0}},
    {"an error takes the place of the last note", "n1 n2 w1 e1", {"n1", "w1", "e1"}, {1, 0, 0}},
    {"a note takes no place", "e1 w1 n1 n2", {"e1", "w1", "n1"}, {1, 0, 0}},
    {"notes go before warnings", "w1 n1 w2 e1 e2", {"w1", "e1", "e2"}, {1, 1, 0}},
    {"of equals the first stay", "e1 e2 e3 e4", {"e1", "e2", "e3"}, {0, 0, 1}},
    {"a warning takes no error's place", "e1 e2 e3 w1", {"e1", "e2", "e3"}, {0, 1, 0}},
};

TEST(WorstResultsTest, TheWorstAreKeptInTheirOrder) {
  for (const WorstRow& row : kWorstRows) {
    WorstResults results(3);
    const std::string added = std::string(row.added) + " ";
    for (size_t at = 0; at < added.size(); at += 3) {
      const Severity severity = added[at] == 'n'   ? Severity::kNote
                                : added[at] == 'w' ? Severity::kWarning
                                                   : Severity::kError;
      results.Add(severity, added.substr(at, 2));
    }
    EXPECT_EQ(results.left_out(), row.left_out) << row.why;
    EXPECT_EQ(std::move(results).Take(), row.kept) << row.why;
  }
}

}  // namespace
}  // namespace grpcfg
