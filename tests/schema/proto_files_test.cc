// .proto files: what of them becomes services, and what is said of wrong ones.
#include "schema/protobuf/proto_files.h"

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "schema/protobuf/descriptor_set.h"

namespace grpcfg {
namespace {

using Files = std::map<std::string, std::string>;

// Compiles the first file.
absl::StatusOr<std::string> Compile(const Files& files, const std::string& name = "a.proto") {
  return CompileProtoFiles({name}, [&](const std::string& wanted) -> absl::StatusOr<std::string> {
    const auto file = files.find(wanted);
    if (file == files.end()) return absl::NotFoundError(wanted);
    return file->second;
  });
}

std::string ErrorOf(const Files& files, const std::string& name = "a.proto") {
  const absl::StatusOr<std::string> set = Compile(files, name);
  return std::string(set.status().message());
}

TEST(ProtoFilesTest, BecomeAnApi) {
  const absl::StatusOr<std::string> set =
      Compile({{"a.proto", R"(syntax = "proto3";
          package shop.v1;
          import "requests/b.proto";
          import "google/api/annotations.proto";
          import "google/protobuf/empty.proto";
          service Orders {
            rpc Get(requests.GetRequest) returns (google.protobuf.Empty) {
              option (google.api.http) = {get: "/orders"};
            }
            rpc Pay(stream requests.GetRequest) returns (stream requests.GetRequest) {
              option deprecated = true;
            }
          })"},
               {"requests/b.proto", R"(syntax = "proto3";
          package requests;
          message GetRequest { string request_id = 1; })"},
               {"google/api/annotations.proto", R"(syntax = "proto3";
          package google.api;
          import "google/protobuf/descriptor.proto";
          message HttpRule { string get = 2; }
          extend google.protobuf.MethodOptions { HttpRule http = 72295728; })"}});
  ASSERT_TRUE(set.ok()) << set.status();
  const Api api = *ReadDescriptorSets({{"a.pb", *set}});
  ASSERT_EQ(api.services.size(), 1U);
  const ApiService& orders = *api.FindService("shop.v1.Orders");
  EXPECT_EQ(FindMethod(orders, "Get")->http_verb, HttpVerb::kGet);
  EXPECT_EQ(FindMethod(orders, "Get")->request_id_field, "request_id");
  const ApiMethod& pay = *FindMethod(orders, "Pay");
  EXPECT_TRUE(pay.client_streaming && pay.server_streaming && pay.deprecated);
}

TEST(ProtoFilesTest, WhatIsDeprecatedInADeprecatedFile) {
  const absl::StatusOr<std::string> set =
      Compile({{"a.proto", R"(syntax = "proto3"; package a; import "b.proto";
                   service Before {} service Old { option deprecated = true; })"},
               {"b.proto", R"(syntax = "proto3"; package b; import "c.proto";
                   option deprecated = true; service One {} service Two {})"},
               {"c.proto", R"(syntax = "proto3"; package c; service After {})"}});
  ASSERT_TRUE(set.ok()) << set.status();
  const Api api = *ReadDescriptorSets({{"a.pb", *set}});
  std::map<std::string, bool> deprecated;
  for (const ApiService& service : api.services) deprecated[service.name] = service.deprecated;
  EXPECT_THAT(deprecated,
              testing::ElementsAre(testing::Pair("a.Before", false), testing::Pair("a.Old", true),
                                   testing::Pair("b.One", true), testing::Pair("b.Two", true),
                                   testing::Pair("c.After", false)));
}

TEST(ProtoFilesTest, WellKnownTypesAreThere) {
  for (const char* const name : {"any", "api", "descriptor", "duration", "empty", "field_mask",
                                 "source_context", "struct", "timestamp", "type", "wrappers"}) {
    EXPECT_TRUE(Compile({{"a.proto", absl::StrCat("syntax = \"proto3\"; import "
                                                  "\"google/protobuf/",
                                                  name, ".proto\";")}})
                    .ok())
        << name;
  }
}

struct ErrorRow {
  const char* name;
  Files files;
  std::string errors;
};

constexpr absl::string_view kNoName =
    " is not the name of a file below a --proto-path: it has an empty part, a `.`, a `..` or a "
    "backslash";

TEST(ProtoFilesTest, ErrorsHaveAPlace) {
  const ErrorRow rows[] = {
      {"syntax",
       {{"a.proto", "syntax = \"proto3\";\nmessage {"}},
       "a.proto:2:9: Expected message name"},
      {"a type that is not there",
       {{"a.proto", "syntax = \"proto3\";\nservice A {\n  rpc B(C) returns (C);\n}"}},
       "a.proto:3:9: `C` is not defined\na.proto:3:21: `C` is not defined"},
      {"an import that is not there",
       {{"a.proto", "syntax = \"proto3\";\nimport \"b/c.proto\";"}},
       "a.proto:2:1: `b/c.proto` was not found; pass its import root with another --proto-path"},
      {"the file itself",
       {},
       "a.proto: `a.proto` was not found; pass its import root with another --proto-path"},
      {"out of the folder",
       {{"a.proto", "syntax = \"proto3\";\nimport \"../b.proto\";"}},
       absl::StrCat("a.proto:2:1: `../b.proto`", kNoName)},
      {"out of the folder by a backslash",
       {{"a.proto", "syntax = \"proto3\";\nimport \"..\\\\b.proto\";"}},
       absl::StrCat("a.proto:2:1: `..\\\\b.proto`", kNoName)},
      {"an empty part",
       {{"a.proto", "syntax = \"proto3\";\nimport \"b//c.proto\";"}},
       absl::StrCat("a.proto:2:1: `b//c.proto`", kNoName)},
      {"the folder itself",
       {{"a.proto", "syntax = \"proto3\";\nimport \"./b.proto\";"}},
       absl::StrCat("a.proto:2:1: `./b.proto`", kNoName)},
      {"a circle",
       {{"a.proto", "import \"b.proto\";"}, {"b.proto", "\nimport \"a.proto\";"}},
       "b.proto:2:1: `a.proto` imports this file in turn, directly or through others"},
      {"itself",
       {{"a.proto", "import \"a.proto\";"}},
       "a.proto:1:1: `a.proto` imports this file in turn, directly or through others"},
  };
  for (const ErrorRow& row : rows) {
    EXPECT_EQ(ErrorOf(row.files), absl::StrCat("cannot compile the .proto files:\n", row.errors))
        << row.name;
  }
}

TEST(ProtoFilesTest, ReportsWhatOtherTextsAre) {
  EXPECT_THAT(
      ErrorOf({{"a.proto", "edition = \"2024\";\nexport message M {}"}}),
      testing::EndsWith("`a.proto` uses an edition, which grpcfg supports only in part; compile it "
                        "with your own protoc, `protoc --include_imports "
                        "--descriptor_set_out=FILE`, and pass the result with --descriptor-set"));
  EXPECT_EQ(ErrorOf({{"a.proto", std::string("\x0a\x00", 2)}}),
            "cannot compile the .proto files:\na.proto: this is not text; pass a descriptor set "
            "with --descriptor-set");
}

TEST(ProtoFilesTest, OtherErrorsOfTheReaderAreKept) {
  const auto read = [](const std::string&) -> absl::StatusOr<std::string> {
    return absl::PermissionDeniedError("no");
  };
  EXPECT_EQ(CompileProtoFiles({"a.proto"}, read).status(), absl::PermissionDeniedError("no"));
}

std::string Repeated(const std::string& text, int count) {
  std::string repeated;
  for (int i = 0; i < count; ++i) repeated += text;
  return repeated;
}

TEST(ProtoFilesTest, HostileNestingIsNoCrash) {
  constexpr int kDeep = 100'000;
  const std::string syntax = "syntax = \"proto2\";\n";
  for (const std::string& text :
       {Repeated("message A {", kDeep), "message A { option (a) = " + Repeated("{a:", kDeep),
        "message A { option (a) = {" + Repeated("a<", kDeep),
        "message A { " + Repeated("optional group A = 1 {", kDeep),
        "message A { " + Repeated("oneof a {", kDeep),
        "message A { option (a) = {a: " + Repeated("[", kDeep), Repeated("(", kDeep)}) {
    EXPECT_FALSE(Compile({{"a.proto", syntax + text}}).ok());
  }
}

// Braces in comments are none.
TEST(ProtoFilesTest, CommentsMayHoldBraces) {
  EXPECT_TRUE(Compile({{"a.proto", "syntax = \"proto3\";\n" + Repeated("// {<\n", 1000)}}).ok());
}

TEST(ProtoFilesTest, ALongChainOfImportsIsNoCrash) {
  Files files;
  constexpr int kLength = 20'000;
  for (int i = 0; i < kLength; ++i) {
    files[absl::StrCat("p", i)] = absl::StrCat("import \"p", i + 1, "\";");
  }
  files[absl::StrCat("p", kLength)] = "syntax = \"proto3\";";
  EXPECT_TRUE(Compile(files, "p0").ok());
}

TEST(ProtoFilesTest, ManyErrorsAreCounted) {
  const std::string error = ErrorOf({{"a.proto", Repeated("x;\n", 1000)}});
  EXPECT_TRUE(absl::StrContains(error, "\nand ")) << error;
  EXPECT_LT(error.size(), 3000U);
}

// What is broken hides neither its own services nor those of other files.
TEST(ProtoFilesTest, WhatDoesNotCompileIsKnownByItsNames) {
  const Files files = {
      {"a.proto",
       R"(syntax = "proto3"; package a; message M {} service S { rpc R(M) returns (M); })"},
      {"import.proto", R"(syntax = "proto3"; package b; import "none.proto";
          service S { rpc R(stream none.M) returns (none.M); })"},
      {"twice.proto",
       R"(syntax = "proto3"; package a; message M {} service S { rpc X(M) returns (M); })"}};
  const absl::StatusOr<ParsedProtos> parsed =
      ParseProtoFiles({"a.proto", "import.proto", "twice.proto"},
                      [&](const std::string& wanted) -> absl::StatusOr<std::string> {
                        const auto file = files.find(wanted);
                        if (file == files.end()) return absl::NotFoundError(wanted);
                        return file->second;
                      });
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_TRUE(absl::StrContains(parsed->faults.message(), "import.proto:1:")) << parsed->faults;
  EXPECT_FALSE(absl::StrContains(parsed->faults.message(), "twice")) << parsed->faults;
  EXPECT_EQ(WordsOn(parsed->copies),
            "`a.proto` is used, and `twice.proto` is skipped because it declares the same names");
  const absl::StatusOr<Api> api = ReadDescriptorSets({{"a.pb", parsed->set}});
  ASSERT_TRUE(api.ok()) << api.status();
  for (const char* const service : {"a.S", "b.S"}) {
    ASSERT_NE(api->FindService(service), nullptr) << service;
    EXPECT_NE(FindMethod(*api->FindService(service), "R"), nullptr) << service;
  }
}

// One name that both declare is enough, and no fault for each is.
TEST(ProtoFilesTest, CopiesAreCounted) {
  const struct {
    const char* text;
    bool is_copy;
  } rows[] = {
      {R"(syntax = "proto3"; package a; message M {} message N {})", true},
      {R"(syntax = "proto3"; package a; enum E { X = 0; })", true},
      {R"(syntax = "proto3"; package a; service S {})", true},
      {R"(syntax = "proto3"; package a.N; message M {})", false},
      {R"(syntax = "proto3"; package b; message M {})", false},
      {R"(syntax = "proto3"; message M {})", false},
  };
  for (const auto& row : rows) {
    const Files files = {
        {"a.proto", R"(syntax = "proto3"; package a; message M {} enum E { X = 0; } service S {})"},
        {"b.proto", row.text},
        {"c.proto", row.text}};
    const auto read = [&](const std::string& wanted) -> absl::StatusOr<std::string> {
      const auto file = files.find(wanted);
      if (file == files.end()) return absl::NotFoundError(wanted);
      return file->second;
    };
    const std::vector<std::string> names =
        row.is_copy ? std::vector<std::string>{"a.proto", "b.proto", "c.proto"}
                    : std::vector<std::string>{"a.proto", "b.proto"};
    const absl::StatusOr<ParsedProtos> parsed = ParseProtoFiles(names, read);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_TRUE(parsed->faults.ok()) << row.text << parsed->faults;
    ASSERT_EQ(parsed->copies.size(), row.is_copy ? 2U : 0U) << row.text;
    if (!row.is_copy) continue;
    EXPECT_EQ(WordsOn(parsed->copies),
              "`a.proto` is used, and `b.proto` and 1 more are skipped because they declare the "
              "same names");
    EXPECT_FALSE(CompileProtoFiles(names, read).ok()) << row.text;
  }
  EXPECT_EQ(WordsOn({{"a", "b"}, {"c", "d"}, {"e", "f"}}),
            "`a` and 2 more are used, and `b` and 2 more are skipped because they declare the same "
            "names");
}

TEST(ProtoFilesTest, EditionsAreReadAsTheirNewestSyntax) {
  for (const char* const edition : {"edition = \"2023\";", "edition='2024';"}) {
    const absl::StatusOr<Api> api = ReadProtoText(
        absl::StrCat("// Licence\n", edition, "\npackage a;\n",
                     "message M { int32 i = 1; } service S { rpc R(M) returns (stream M); }"));
    ASSERT_TRUE(api.ok()) << api.status();
    ASSERT_NE(api->FindService("a.S"), nullptr);
    EXPECT_TRUE(FindMethod(*api->FindService("a.S"), "R")->server_streaming);
  }
}

// Nobody knows what they were to declare; the others are known.
TEST(ProtoFilesTest, FilesOfAnotherSyntaxAreLeftOut) {
  const auto read = [](const std::string& name) -> absl::StatusOr<std::string> {
    if (name == "good.proto") return "package a; message M {} service S { rpc R(M) returns (M); }";
    if (name == "cut.proto") return "package b.c; service T { rpc R(M";
    if (name == "other.proto") return "<html>";
    return std::string("\x0a\x00", 2);
  };
  const absl::StatusOr<ParsedProtos> parsed =
      ParseProtoFiles({"good.proto", "cut.proto", "other.proto", "set.proto"}, read);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_THAT(parsed->unread_packages, testing::ElementsAre("", "b.c"));
  for (const char* const name : {"cut.proto:1:", "other.proto:1:", "set.proto: this is not text"}) {
    EXPECT_TRUE(absl::StrContains(parsed->faults.message(), name)) << parsed->faults;
  }
  const absl::StatusOr<Api> api = ReadDescriptorSets({{"a.pb", parsed->set}});
  ASSERT_TRUE(api.ok()) << api.status();
  EXPECT_NE(api->FindService("a.S"), nullptr);
  EXPECT_EQ(api->services.size(), 1U);
}

TEST(ProtoFilesTest, OneTextIsAnApi) {
  const absl::StatusOr<Api> api = ReadProtoText(
      "syntax = \"proto3\"; package a; message M {} service S { rpc R(M) returns (M); }");
  ASSERT_TRUE(api.ok()) << api.status();
  EXPECT_NE(api->FindService("a.S"), nullptr);
}

}  // namespace
}  // namespace grpcfg
