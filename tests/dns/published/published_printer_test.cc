#include "dns/published/published_printer.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/dns/published/published_cases.h"

namespace grpcfg {
namespace {

struct Printed {
  std::string text;
  std::string json;
};

Printed Print(const std::vector<ServedBy>& served, const std::string& intended) {
  const PublishedComparison comparison = CompareServed(
      FoundAt(served), {.config = {{.octets = intended, .ttl = 300}}}, PlanFor("spec,go"));
  const std::vector<std::string> targets = {"spec", "go"};
  const PublishedReport report = {comparison, "`shop.zone`", targets};
  Printed printed;
  AppendPublishedText(report, printed.text);
  AppendPublishedJson(report, printed.json);
  return printed;
}

// The worst first, and what servers have in common once.
TEST(PublishedPrinterTest, Text) {
  const std::string intended =
      ChoicesText({ChoiceOf(ConfigOf(3), R"("percentage":10,)"), ChoiceOf("{}")});
  const std::string served =
      ChoicesText({ChoiceOf(ConfigOf(3), R"("percentage":20,)"), ChoiceOf("{}")});
  EXPECT_EQ(
      Print({{.config = {{intended}}, .is_authoritative = false},
             {.config = {{served}}},
             {.config = {{served}}},
             {.config = {{intended + " "}}, .is_authoritative = false},
             {.config = std::nullopt}},
            intended)
          .text,
      R"(192.0.2.5:53 at `_grpc_config.shop.test`: not known: 192.0.2.5:53 does not answer in )"
      R"(time when queried for `_grpc_config.shop.test`
192.0.2.2:53, 192.0.2.3:53 at `_grpc_config.shop.test`: not as intended; its TTL is 60, and 300 in )"
      R"(the file
  choice 0, for {"percentage":10}: is served for {"percentage":20}
192.0.2.4:53 at `_grpc_config.shop.test`: written differently, but as intended for the calls of every )"
      R"(target
  octet 267 is the first that differs
192.0.2.1:53 at `_grpc_config.shop.test`: as intended, octet for octet
2 of 5 answers match `shop.zone`
)");
}

TEST(PublishedPrinterTest, ChangesOfMethods) {
  const std::string text = Print({{.config = {{ChoicesText({ChoiceOf(ConfigOf(3))})}}}},
                                 ChoicesText({ChoiceOf(ConfigOf(4))}))
                               .text;
  EXPECT_THAT(text, testing::HasSubstr("  choice 0, for everyone: served -> intended\n"
                                       "    s.S, for all targets\n"));
  EXPECT_THAT(text, testing::HasSubstr("no answer matches `shop.zone`\n"));
}

TEST(PublishedPrinterTest, Json) {
  const std::string json = Print({{.config = {{ChoicesText({ChoiceOf(ConfigOf(3))})}}}, {}},
                                 ChoicesText({ChoiceOf(ConfigOf(4))}))
                               .json;
  rapidjson::Document document;
  document.Parse(json.data(), json.size());
  ASSERT_FALSE(document.HasParseError()) << json;
  EXPECT_EQ(document["version"].GetInt(), 1);
  EXPECT_STREQ(document["name"].GetString(), "shop.test");
  EXPECT_STREQ(document["state"].GetString(), "missing");
  ASSERT_EQ(document["answers"].Size(), 2);
  const rapidjson::Value& answer = document["answers"][0];
  EXPECT_STREQ(answer["server"].GetString(), "192.0.2.1:53");
  EXPECT_STREQ(answer["owner"].GetString(), "_grpc_config.shop.test");
  EXPECT_STREQ(answer["state"].GetString(), "differs");
  EXPECT_EQ(answer["served_ttl"].GetInt(), 60);
  const rapidjson::Value& choice = answer["records"][0]["choices"][0];
  EXPECT_TRUE(choice["served_for"].IsObject());
  const rapidjson::Value& change = choice["methods"][0]["changes"][0];
  EXPECT_STREQ(change["what"].GetString(), "attempts");
  EXPECT_EQ(change["served"].GetInt(), 3);
  EXPECT_EQ(change["intended"].GetInt(), 4);
  EXPECT_TRUE(document["answers"][1]["served_ttl"].IsNull());
}

// Cuts are none of the text, unless they are requested.
TEST(PublishedPrinterTest, ExactIsTheTextAndOctetsAreItsCutsToo) {
  PublishedComparison comparison;
  comparison.host = "shop.test";
  ComparedAnswer answer = {.server = "192.0.2.1:53", .owner = "_grpc_config.shop.test."};
  answer.state = PublishedState::kEquivalent;
  answer.texts = {{.state = PublishedState::kEquivalent, .problem = "the same, cut otherwise"}};
  comparison.answers.push_back(answer);
  PublishedReport report = {.comparison = comparison, .file = "`shop.zone`", .targets = {}};
  EXPECT_TRUE(IsAsIntended(report, answer));
  report.is_exact = true;
  EXPECT_TRUE(IsAsIntended(report, answer));
  report.needs_cuts = true;
  EXPECT_FALSE(IsAsIntended(report, answer));
  answer.texts[0].first_difference = 3;
  report.needs_cuts = false;
  EXPECT_FALSE(IsAsIntended(report, answer));
}

TEST(PublishedPrinterTest, MarkdownIsABlockUnderAHeading) {
  PublishedComparison comparison;
  comparison.host = "shop.test";
  comparison.answers.push_back({.server = "192.0.2.1:53",
                                .owner = "_grpc_config.shop.test.",
                                .state = PublishedState::kMissing,
                                .intended = 1});
  std::string out;
  AppendPublishedMarkdown({.comparison = comparison, .file = "`shop.zone`", .targets = {}}, out);
  EXPECT_EQ(out,
            "### DNS: `shop.test`\n\n0 of 1 answers match `shop.zone`\n\n```text\n"
            "192.0.2.1:53 at `_grpc_config.shop.test`: no config, and one is intended\n"
            "no answer matches `shop.zone`\n```\n");
}

}  // namespace
}  // namespace grpcfg
