// Whatever the input, what is printed as JSON is JSON, to a reader that shares nothing with ours.
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "tests/strict_json.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

struct HostileRow {
  const char* why;
  absl::string_view text;
};

std::string PickFirst(absl::string_view value) {
  return absl::StrCat(R"({"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": )", value,
                      "}}]}");
}

std::string RingHash(absl::string_view value) {
  return absl::StrCat(R"({"loadBalancingConfig": [{"ring_hash_experimental": {"maxRingSize": )",
                      value, "}}]}");
}

const HostileRow kRows[] = {
    {"gson's literals", "True"},
    {"in capitals", "TRUE"},
    {"and false", "fAlse"},
    {"null", "nULL"},
    {"a bare word", "yes"},
    {"Python's nothing", "None"},
    {"not a number", "NaN"},
    {"endless", "-Infinity"},
    {"a leading zero", "01"},
    {"a plus sign", "+1"},
    {"hexadecimal", "0x1"},
    {"octal", "0o17"},
    {"no digit before the point", ".5"},
    {"none after it", "5."},
    {"an exponent without digits", "1e"},
    {"beyond a double", "1e400"},
    {"beyond 64 bits", "184467440737095516160"},
    {"digits of another script", "\"\u0663\""},
    {"single quotes", "'1'"},
    {"a comment after it", "1 /* \" */"},
    {"a line comment", "1 // }\n"},
    {"bytes that are no UTF-8", "\"\xff\xc3\""},
    {"bare ones", "\xff"},
    {"an overlong slash", "\"\xc0\xaf\""},
    {"a surrogate in UTF-8", "\"\xed\xa0\x80\""},
    {"half a surrogate", R"("\ud800")"},
    {"the other half", R"("\udc00x")"},
    {"raw controls", "\"\x01\x1b\x7f\""},
    {"controls above ASCII", "\"\xc2\x85\xe2\x80\xa8\""},
    {"escaped controls", R"("\u0000\u001b\u2028")"},
    {"a NUL", absl::string_view("1\0 ", 3)},
    {"an escape of its own", R"("\q")"},
    {"a string without an end", "\"1"},
    {"nothing", ""},
    {"a list", "[1, [2"},
    {"a bracket too many", "1}}]}"},
};

void ExpectJson(absl::string_view text, absl::string_view why) {
  EXPECT_TRUE(IsStrictJson(text)) << why << "\n" << text;
}

// What every command prints of the file `c.json`, and batch of the line in `b.jsonl`.
void ExpectOutputs(const GrpcfgRun& run, absl::string_view why) {
  constexpr absl::string_view kClients = " --target all --lb-policies all ";
  for (const absl::string_view command :
       {"check c.json --format json", "compat c.json --format json",
        "check c.json --kind txt --format json", "check c.json --kind choices --format json",
        "resolve c.json --format json", "simulate c.json --format json"}) {
    const RunResult result = run.Run(absl::StrCat("$G ", command, kClients));
    if (!result.out.empty()) ExpectJson(result.out, absl::StrCat(command, ": ", why));
    EXPECT_NE(result.out.empty(), result.err.empty()) << command << ": " << why;
  }
  for (const absl::string_view command :
       {"check c.json --format jsonl", "batch <b.jsonl", "batch --effective <b.jsonl"}) {
    const RunResult result = run.Run(absl::StrCat("$G ", command, kClients));
    for (const absl::string_view line : absl::StrSplit(absl::StripSuffix(result.out, "\n"), '\n')) {
      ExpectJson(line, absl::StrCat(command, ": ", why));
    }
  }
}

TEST(JsonOutputsTest, AreJsonForHostileValues) {
  for (const HostileRow& row : kRows) {
    for (const std::string& text : {PickFirst(row.text), RingHash(row.text)}) {
      const GrpcfgRun run;
      run.files.Write("c.json", text);
      run.files.Write("b.jsonl", absl::StrCat(R"({"id": 1, "b64": ")", absl::Base64Escape(text),
                                              "\"}\n", R"({"id": 2, "config": )", text, "}\n"));
      ExpectOutputs(run, row.why);
    }
  }
}

TEST(JsonOutputsTest, TheReaderIsStrict) {
  for (const absl::string_view text : {"1", "[]", R"({"a": "\u00e9"})", "1e300", "\"\xc3\xa9\""}) {
    EXPECT_TRUE(IsStrictJson(text)) << text;
  }
  for (const absl::string_view text : {"", "True", "01", "[1,]", "{} {}", "NaN", "\"\xff\"",
                                       "\"\xed\xa0\x80\"", "// a\n1", "\"\n\"", "'a'", "1e400"}) {
    EXPECT_FALSE(IsStrictJson(text)) << text;
  }
  EXPECT_FALSE(IsStrictJson(absl::string_view("1\0", 2)));
}

}  // namespace
}  // namespace grpcfg
