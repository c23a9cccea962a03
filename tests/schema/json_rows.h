// Tables of texts with the issues and the tree that each must give, whichever parser reads it.
#ifndef GRPCFG_TESTS_SCHEMA_JSON_ROWS_H_
#define GRPCFG_TESTS_SCHEMA_JSON_ROWS_H_

#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "schema/json/json_tree.h"
#include "tests/schema/json_dump.h"
#include "tests/schema/json_invariants.h"

namespace grpcfg {

// A text, what is wrong with it, and what is read of it.
struct Row {
  absl::string_view reason;
  std::string text;
  absl::string_view issues;  // with spans; the related one in parentheses
  absl::string_view tree;    // what can be read all the same
};

inline void ExpectRows(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.reason);
    const JsonTree tree = ParseJson(row.text);
    EXPECT_EQ(DumpIssues(tree), row.issues);
    EXPECT_EQ(DumpTree(tree), row.tree);
    EXPECT_EQ(FindBrokenInvariant(tree), "");
    EXPECT_EQ(FindDifference(tree, ParseJsonTolerantly(row.text)), "");
  }
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SCHEMA_JSON_ROWS_H_
