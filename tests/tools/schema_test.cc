// `grpcfg schema` from outside: the same bytes as the committed files.
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/rules/shared_data.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

TEST(SchemaCommandTest, PrintsTheCommittedFiles) {
  const GrpcfgRun run;
  const RunResult json = run.Run("$G schema");
  EXPECT_EQ(json.status, 0);
  EXPECT_EQ(json.out, ReadWhole("schema/service_config.schema.json"));
  EXPECT_EQ(json.err, "");
  EXPECT_EQ(run.Run("$G schema --format json").out, json.out);
  const RunResult markdown = run.Run("$G schema --format markdown");
  EXPECT_EQ(markdown.status, 0);
  EXPECT_EQ(markdown.out, ReadWhole("docs/fields.md"));
}

TEST(SchemaCommandTest, FailuresAreReportedOnStderr) {
  const GrpcfgRun run;
  EXPECT_EQ(run.Run("$G schema --format xml").status, 2);
  EXPECT_EQ(run.Run("$G schema extra").status, 2);
  const RunResult full = run.Run("$G schema >/dev/full");
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.err, testing::StartsWith("grpcfg: cannot write the report to stdout: no space"));
  EXPECT_EQ(run.Run("$G schema | head -n 1 >/dev/null").err, "");
}

}  // namespace
}  // namespace grpcfg
