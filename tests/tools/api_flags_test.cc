// `--descriptor-set`, `--proto` and `--proto-path` from outside.
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr absl::string_view kOrders = R"(syntax = "proto3";
package shop.v1;
import "shop/requests.proto";
import "google/protobuf/empty.proto";
service Orders { rpc Get(Request) returns (google.protobuf.Empty); }
)";
constexpr absl::string_view kRequests = "syntax = \"proto3\"; package shop.v1; message Request {}";

// A FileDescriptorSet of a file `a` with the service `Orders`.
constexpr absl::string_view kSet(
    "\x0a\x0d\x0a\x01"
    "a\x32\x08\x0a\x06Orders",
    15);

class ApiFlagsTest : public testing::Test {
 protected:
  ApiFlagsTest() {
    run_.files.Write("protos/shop/orders.proto", kOrders);
    run_.files.Write("protos/shop/requests.proto", kRequests);
    run_.files.Write("set.pb", kSet);
    run_.files.Write("wrong.json",
                     R"({"methodConfig": [{"name": [{"service": "shop.v1.Order"}]}]})");
    run_.files.Write("right.json",
                     R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}]}]})");
    run_.files.Write("short.json", R"({"methodConfig": [{"name": [{"service": "Orders"}]}]})");
  }

  RunResult Run(absl::string_view command) { return run_.Run(command); }

  void ExpectError(absl::string_view flags, absl::string_view message) {
    for (const char* const command : {"check right.json", "compat right.json", "batch </dev/null",
                                      "resolve right.json", "simulate right.json"}) {
      const RunResult result = Run(absl::StrCat("$G ", command, " ", flags));
      EXPECT_EQ(result.status, 2) << command << " " << flags;
      EXPECT_THAT(result.err, StartsWith(std::string(message))) << command;
      EXPECT_EQ(result.out, "");
    }
  }

  GrpcfgRun run_;
};

TEST_F(ApiFlagsTest, NamesAreLookedUpInProtoFiles) {
  for (const char* const flags :
       {"--proto-path protos --proto shop/orders.proto",
        "--proto-path protos --proto protos/shop/orders.proto",
        "--proto-path=./protos/ --proto=$PWD/protos/shop/orders.proto",
        "--proto-path absent --proto-path protos --proto shop/orders.proto"}) {
    const RunResult wrong = Run(absl::StrCat("$G check --format concise wrong.json ", flags));
    EXPECT_EQ(wrong.status, 1) << flags;
    EXPECT_THAT(wrong.out, HasSubstr("[service-not-found]"));
    EXPECT_EQ(wrong.err, "");
    EXPECT_EQ(Run(absl::StrCat("$G check ", flags, " right.json")).status, 0) << flags;
  }
  EXPECT_EQ(Run("$G check wrong.json").status, 0);
}

TEST_F(ApiFlagsTest, TheCurrentDirectoryIsTheDefault) {
  EXPECT_EQ(Run("cd protos && $G check --proto shop/orders.proto ../right.json").status, 0);
}

TEST_F(ApiFlagsTest, SetsAndProtosAddUp) {
  EXPECT_EQ(Run("$G check --descriptor-set set.pb short.json").status, 0);
  EXPECT_EQ(Run("$G check --descriptor-set set.pb --proto-path protos --proto shop/orders.proto "
                "short.json right.json")
                .status,
            0);
}

TEST_F(ApiFlagsTest, CompatAndBatchLookThemUpToo) {
  EXPECT_EQ(Run("$G compat --proto-path protos --proto shop/orders.proto wrong.json").status, 1);
  const RunResult batch = Run(
      R"(echo '{"id": 1, "config": {"methodConfig": [{"name": [{"service": "Order"}]}]}}' |
      $G batch --target spec --descriptor-set set.pb)");
  EXPECT_THAT(batch.out, AllOf(HasSubstr(R"("spec":"ignores")"), HasSubstr("service-not-found")));
}

// The verdict beside the values is that of the check: they come from one analysis.
TEST_F(ApiFlagsTest, WhatIsResolvedHasTheSameVerdict) {
  const std::string flags = " --target spec --descriptor-set set.pb";
  run_.files.Write("bare.json", R"({"methodConfig": [{"name": [{"service": "Order"}]}]})");
  EXPECT_THAT(Run(absl::StrCat("$G resolve bare.json --format json", flags)).out,
              HasSubstr(R"("verdict": "ignores")"));
  EXPECT_THAT(Run("$G resolve bare.json --format json --target spec").out,
              HasSubstr(R"("verdict": "accepts")"));
  const RunResult batch =
      Run(absl::StrCat(R"(echo '{"config": {"methodConfig": [{"name": [{"service": "Order"}]}]}}' |
                       $G batch --effective --no-diagnostics)",
                       flags));
  EXPECT_THAT(batch.out, AllOf(HasSubstr(R"("spec":"ignores")"),
                               HasSubstr(R"("verdict":"ignores")"), Not(HasSubstr("accepts"))));
}

// A method without an entry is one without values; a name that nothing knows is a mistake.
TEST_F(ApiFlagsTest, AMethodThatIsDeclaredNeedsNoEntry) {
  run_.files.Write("other.json", R"({"methodConfig": [{"name": [{"service": "a.B"}]}]})");
  struct Row {
    const char* method;
    int status;
    const char* err;
  };
  const Row rows[] = {
      {"shop.v1.Orders/Get", 0, ""},
      {"shop.v1.Orders", 0, ""},
      {"shop.v1.Orders/get", 1,
       "grpcfg: no entry covers `shop.v1.Orders/get`, and no descriptor declares it; did you mean "
       "`shop.v1.Orders/Get`?\n"},
      {"a.C/Get", 1,
       "grpcfg: no entry covers `a.C/Get`, and no descriptor declares it; did you mean "
       "`a.B/Get`?\n"},
  };
  for (const char* const command : {"resolve", "simulate"}) {
    for (const Row& row : rows) {
      const RunResult result =
          Run(absl::StrCat("$G ", command, " other.json --target spec --proto-path protos --proto ",
                           "shop/orders.proto --method ", row.method));
      EXPECT_EQ(result.status, row.status) << command << " " << row.method;
      EXPECT_EQ(result.err, row.err) << command << " " << row.method;
    }
  }
}

TEST_F(ApiFlagsTest, WhatCannotBeReadIsNamed) {
  ExpectError("--descriptor-set absent.pb", "grpcfg: cannot read `absent.pb`");
  ExpectError("--descriptor-set right.json",
              "grpcfg: cannot read the descriptor set `right.json`: it is JSON;");
  ExpectError("--descriptor-set protos/shop/orders.proto",
              "grpcfg: cannot read the descriptor set `protos/shop/orders.proto`: it is a .proto "
              "file; pass it with `--proto`");
  ExpectError("--proto absent.proto",
              "grpcfg: cannot find `absent.proto`, nor is it below `.`; check the path, or pass "
              "--proto-path");
  ExpectError(
      "--proto-path protos/shop --proto set.pb",
      "grpcfg: `set.pb` is not below `protos/shop`; pass its import root with --proto-path");
  ExpectError(
      "--proto protos/shop/orders.proto",
      "grpcfg: cannot compile the .proto files:\nprotos/shop/orders.proto:3:1: "
      "`shop/requests.proto` was not found; pass its import root with another --proto-path");
  ExpectError("--proto set.pb", "grpcfg: cannot compile the .proto files:\nset.pb:");
  ExpectError("--proto protos/shop",
              "grpcfg: `protos/shop` is a directory; name the .proto files in it, each with "
              "--proto");
  Run("truncate -s 300M huge.pb");
  ExpectError("--descriptor-set huge.pb",
              "grpcfg: cannot read the descriptor set `huge.pb`: it is larger than 128 MiB; "
              "include only the files that are needed");
  ExpectError("--proto-path protos", "grpcfg: --proto-path alone names no file;");
}

// A report that is there stays there.
TEST_F(ApiFlagsTest, NothingIsWrittenAfterAnError) {
  run_.files.Write("report.json", "old");
  EXPECT_EQ(Run("$G check --descriptor-set absent.pb --format json:report.json right.json").status,
            2);
  EXPECT_EQ(Run("cat report.json").out, "old");
}

}  // namespace
}  // namespace grpcfg
