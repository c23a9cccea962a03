// `grpcfg batch` from outside: flags, exit status, order, blank lines, pipes (command_line.md).
#include <string>
#include <vector>

#include "absl/base/config.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"
#include "tests/rules/shared_data.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> Lines(const std::string& text) {
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

struct StatusRow {
  absl::string_view why;
  absl::string_view arguments;
  absl::string_view input;
  int status;
  size_t answers;
};

const StatusRow kStatusRows[] = {
    {"no line", "", "", 0, 0},
    {"blank lines", "", "\n \t\n\r\n", 0, 0},
    {"whatever the verdict", "", R"({"id":1,"config":7})", 0, 1},
    {"a malformed line does not stop the rest", "", "{\n{\"config\":{}}\n", 2, 2},
    {"CRLF", "", "{\"config\":{}}\r\n{\"config\":{}}\r\n", 0, 2},
    {"targets", "--target spec,gapic", R"({"config":{}})", 0, 1},
    {"policies", "--lb-policies all", R"({"config":{}})", 0, 1},
    {"jobs", "-j 4", R"({"config":{}})", 0, 1},
    {"jobs, long", "--jobs 1 --no-diagnostics", R"({"config":{}})", 0, 1},
    {"no jobs", "-j 0", R"({"config":{}})", 2, 0},
    {"no such target", "--target nobody", R"({"config":{}})", 2, 0},
    {"no paths", "a.jsonl", R"({"config":{}})", 2, 0},
    {"no paths after --", "-- a.jsonl", R"({"config":{}})", 2, 0},
    {"stdin is all it reads", "-", R"({"config":{}})", 2, 0},
};

TEST(BatchTest, ExitStatus) {
  const GrpcfgRun run;
  for (const StatusRow& row : kStatusRows) {
    run.files.Write("in", row.input);
    const RunResult result = run.Run(absl::StrCat("$G batch ", row.arguments, " <in"));
    EXPECT_EQ(result.status, row.status) << row.why << "\n" << result.out << result.err;
    EXPECT_EQ(Lines(result.out).size(), row.answers) << row.why << "\n" << result.out;
    EXPECT_EQ(result.err.empty(), row.answers > 0 || row.status == 0) << row.why << result.err;
  }
}

TEST(BatchTest, AnswersInOrderWithLineNumbers) {
  const GrpcfgRun run;
  run.files.Write("in",
                  "\n{\"id\":\"b\",\"config\":{}}\n  \r\nx\n{\"id\":1.0e5,\"raw\":\"{\"}\n[]");
  const RunResult result = run.Run("$G batch --target gapic --no-diagnostics <in");
  EXPECT_EQ(result.out,
            R"({"id": "b", "verdicts": {"gapic":"accepts"}, "version": 1}
{"id": null, "error": "line 4: column 1: a word that is not a JSON value; a text that is not JSON goes into `raw`, `b64` or `raw_hex`", "version": 1}
{"id": 1.0e5, "verdicts": {"gapic":"rejects"}, "version": 1}
{"id": null, "error": "line 6: a line is an object such as `{\"id\": 1, \"config\": {}}`", "version": 1}
)");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(BatchTest, DiagnosticsAreThoseOfCheck) {
  const GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": [{"name": [{}], "timeout": "100ms"}]})");
  const RunResult check = run.Run("$G check --format jsonl a.json");
  const RunResult batch = run.Run(R"({ printf '{"config":'; cat a.json; echo '}'; } | $G batch)");
  rapidjson::Document by_check;
  rapidjson::Document by_batch;
  ASSERT_FALSE(by_check.Parse(check.out.data(), check.out.size()).HasParseError()) << check.out;
  ASSERT_FALSE(by_batch.Parse(batch.out.data(), batch.out.size()).HasParseError()) << batch.out;
  EXPECT_EQ(by_check["diagnostics"].Size(), 1U);
  EXPECT_TRUE(by_check["diagnostics"] == by_batch["diagnostics"]) << batch.out << check.out;
  EXPECT_TRUE(by_check["verdicts"] == by_batch["verdicts"]) << batch.out << check.out;
}

// A service keeps the process and sends one request at a time.
TEST(BatchTest, AnswersBeforeMoreInputComes) {
  const GrpcfgRun run;
  const RunResult result = run.Run(
      "mkfifo to from; timeout 20 $G batch --no-diagnostics <to >from & exec 3>to 4<from\n"
      "for i in 1 2 3; do\n"
      "  printf '{\"id\":%d,\"con' $i >&3; echo 'fig\":{}}' >&3\n"
      "  timeout 10 head -n 1 <&4 || exit 9\n"
      "done; exec 3>&-; wait $!");
  EXPECT_EQ(Lines(result.out).size(), 3U) << result.out << result.err;
  EXPECT_EQ(result.status, 0);
}

TEST(BatchTest, AReaderThatGoesAwayEndsIt) {
  const GrpcfgRun run;
  const RunResult result =
      run.Run("{ yes '{\"config\":{}}' | timeout 20 $G batch; echo status $? >&2; } | head -n 1");
  EXPECT_EQ(Lines(result.out).size(), 1U);
  EXPECT_THAT(result.err, HasSubstr("status 0"));
}

TEST(BatchTest, FailuresOfInputAndOutput) {
  const GrpcfgRun run;
  run.files.Write("in", R"({"config":{}})");
  const RunResult folder = run.Run("$G batch <.");
  EXPECT_EQ(folder.status, 2);
  EXPECT_THAT(folder.err, HasSubstr("cannot read standard input"));
  const RunResult full = run.Run("$G batch <in >/dev/full");
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.err, HasSubstr("cannot write the answers"));
}

// Sanitizers reserve more address space than any limit that would show something.
#if defined(ABSL_HAVE_ADDRESS_SANITIZER) || defined(ABSL_HAVE_THREAD_SANITIZER)
constexpr absl::string_view kLessThanTwoLines = "true";
#else
constexpr absl::string_view kLessThanTwoLines = "ulimit -v 450000";
#endif

TEST(BatchTest, ALineAboveTheLimitIsSkippedWithoutBeingHeld) {
  const GrpcfgRun run;
  const RunResult result = run.Run(absl::StrCat(
      R"({ head -c 270000000 /dev/zero | tr '\0' ' '; echo; echo '{"id":2,"config":{}}'; } | { )",
      kLessThanTwoLines, "; $G batch -j 1 --target spec --no-diagnostics; }"));
  EXPECT_EQ(result.out,
            R"({"id": null, "error": "line 1: it is larger than 256 MiB; split it", "version": 1}
{"id": 2, "verdicts": {"spec":"accepts"}, "version": 1}
)");
  EXPECT_EQ(result.status, 2);
}

std::string Bytes(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

// Some vectors are about other things than texts: `"kind": "throttle"`, names of TXT records.
bool IsEnvelope(const rapidjson::Value& line) {
  const std::string kind = line.HasMember("kind") ? line["kind"].GetString() : "config";
  return (kind == "config" || kind == "choices" || kind == "txt") &&
         (line.HasMember("config") || line.HasMember("raw") || line.HasMember("raw_hex"));
}

void ExpectAnswer(const std::string& answer, const rapidjson::Document& line) {
  rapidjson::Document answered;
  ASSERT_FALSE(answered.Parse(answer.data(), answer.size()).HasParseError()) << answer;
  ASSERT_TRUE(answered.HasMember("verdicts")) << answer << "\n" << Bytes(line);
  EXPECT_TRUE(answered["id"] == line["id"]) << answer;
}

class VectorLineTest : public testing::TestWithParam<const char*> {};

// Every line has more members than an envelope, as records of users have.
TEST_P(VectorLineTest, GetsItsAnswer) {
  const auto path = DataPath(absl::StrCat("vectors/", GetParam(), ".jsonl"));
  const GrpcfgRun run;
  run.files.Write("in", ReadWhole(path));
  const RunResult result = run.Run("$G batch <in");
  const std::vector<std::string> answers = Lines(result.out);
  const std::vector<std::string> lines = Lines(ReadWhole(path));
  ASSERT_EQ(answers.size(), lines.size());
  size_t compared = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    rapidjson::Document line;
    ASSERT_FALSE(line.Parse(lines[i].data(), lines[i].size()).HasParseError()) << lines[i];
    if (!IsEnvelope(line)) {
      EXPECT_THAT(answers[i], StartsWith(R"({"id": null, "error": "line )")) << lines[i];
      continue;
    }
    ExpectAnswer(answers[i], line);
    ++compared;
  }
  EXPECT_GT(compared, 40U);
}

INSTANTIATE_TEST_SUITE_P(Files, VectorLineTest,
                         testing::Values("core_probes", "java_node_dotnet", "spec_core_go"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace grpcfg
