// Retries and hedges of methods that may not bear them, with descriptors and without.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "tests/rules/described_api.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

const Api& Shop() {
  static const Api kShop = [] {
    Api api;
    api.services = {DescribeService("shop.Carts", {{.name = "Frob"}, {.name = "Get"}}),
                    DescribeService("shop.Orders", {{.name = "Create", .verb = HttpVerb::kPost},
                                                    {.name = "Get", .verb = HttpVerb::kGet},
                                                    {.name = "Place", .request_id = "request_id"},
                                                    {.name = "Upload", .client_streaming = true}})};
    return api;
  }();
  return kShop;
}

// `names` are the elements of a `name`, `policy` is a member.
std::string Entry(absl::string_view names, absl::string_view policy) {
  return absl::StrCat(R"({"name": [)", names, "], ", policy, "}");
}

std::string Config(const std::vector<std::string>& entries) {
  return absl::StrCat(R"({"methodConfig": [)", absl::StrJoin(entries, ", "), "]}");
}

std::string Retry(absl::string_view codes, absl::string_view attempts = "3") {
  return absl::StrCat(R"("retryPolicy": {"maxAttempts": )", attempts,
                      R"(, "initialBackoff": "1s", "maxBackoff": "2s", "backoffMultiplier": 2,
                      "retryableStatusCodes": [)",
                      codes, "]}");
}

const std::string kInternal = Retry(R"("INTERNAL")");
const std::string kUnavailable = Retry(R"("UNAVAILABLE")");
const std::string kHedging = R"("hedgingPolicy": {"maxAttempts": 2, "hedgingDelay": "1s"})";

std::string Hedging(absl::string_view codes) {
  return absl::StrCat(
      R"("hedgingPolicy": {"maxAttempts": 2, "hedgingDelay": "1s", "nonFatalStatusCodes": [)",
      codes, "]}");
}

constexpr absl::string_view kCreate = R"({"service": "shop.Orders", "method": "Create"})";
constexpr absl::string_view kGet = R"({"service": "shop.Orders", "method": "Get"})";
constexpr absl::string_view kPlace = R"({"service": "shop.Orders", "method": "Place"})";
constexpr absl::string_view kUpload = R"({"service": "shop.Orders", "method": "Upload"})";
constexpr absl::string_view kFrob = R"({"service": "shop.Carts", "method": "Frob"})";
constexpr absl::string_view kOrders = R"({"service": "shop.Orders"})";
constexpr absl::string_view kElsewhere = R"({"service": "google.iam.v1.IAMPolicy"})";
constexpr absl::string_view kSendElsewhere = R"({"service": "shop.Other", "method": "Send"})";

bool IsOnRepeats(absl::string_view rule) {
  const auto has_it = [&](absl::Span<const Rule> rules) {
    return std::any_of(rules.begin(), rules.end(),
                       [&](const Rule& each) { return each.id == rule; });
  };
  return has_it(IdempotencyRules()) || has_it(HedgedMethodRules());
}

// "rule at the last step of the pointer".
std::vector<std::string> Findings(const std::string& text, const Api* api,
                                  absl::string_view targets) {
  std::vector<std::string> findings;
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  for (const Diagnostic& each :
       Validate(document, *ParseTargets(targets), AllRules(), api).diagnostics) {
    if (IsOnRepeats(each.rule)) findings.push_back(absl::StrCat(each.rule, " ", each.pointer));
  }
  return findings;
}

struct Row {
  absl::string_view why;
  std::string text;
  std::vector<std::string> described;  // findings with descriptors
  std::vector<std::string> named;      // and without
  absl::string_view targets = "spec";
};

const std::string kFirstCode = " /methodConfig/0/retryPolicy/retryableStatusCodes/0";
const std::string kFirstPolicy = " /methodConfig/0/retryPolicy";

const Row kRows[] = {
    {"POST, and named so",
     Config({Entry(kCreate, kInternal)}),
     {"retry-not-idempotent" + kFirstCode},
     {"retry-not-idempotent-by-name" + kFirstCode}},
    {"GET", Config({Entry(kGet, kInternal)}), {}, {}},
    {"an ID in the request",
     Config({Entry(kPlace, kInternal)}),
     {},
     {"retry-not-idempotent-by-name" + kFirstCode}},
    {"nothing is known",
     Config({Entry(kFrob, kInternal)}),
     {"retry-safety-unknown" + kFirstCode},
     {"retry-safety-unknown" + kFirstCode}},
    {"nothing speaks for it", Config({Entry(kFrob, kUnavailable)}), {}, {}},
    {"most likely, and not certainly, not executed",
     Config({Entry(kCreate, kUnavailable)}),
     {"retry-unavailable-not-idempotent" + kFirstCode},
     {"retry-unavailable-not-idempotent" + kFirstCode}},
    {"one finding for both codes",
     Config({Entry(kCreate, Retry(R"("UNAVAILABLE", "INTERNAL")"))}),
     {"retry-not-idempotent /methodConfig/0/retryPolicy/retryableStatusCodes/1"},
     {"retry-not-idempotent-by-name /methodConfig/0/retryPolicy/retryableStatusCodes/1"}},
    {"reported once for a config",
     Config({Entry(kCreate, kUnavailable), Entry(kPlace, kUnavailable)}),
     {"retry-unavailable-not-idempotent" + kFirstCode},
     {"retry-unavailable-not-idempotent" + kFirstCode}},
    {"a service is all its methods",
     Config({Entry(kOrders, kInternal)}),
     {"retry-of-stream" + kFirstPolicy, "retry-not-idempotent" + kFirstCode},
     {"retry-safety-unknown" + kFirstCode}},
    {"but those with an entry of their own",
     Config({Entry(kOrders, kInternal),
             Entry(absl::StrCat(kCreate, ", ", kUpload), R"("timeout": "5s")")}),
     {},
     {"retry-safety-unknown" + kFirstCode}},
    {"every method",
     Config({Entry("{}", kInternal)}),
     {"retry-of-stream" + kFirstPolicy, "retry-not-idempotent" + kFirstCode},
     {"retry-safety-unknown" + kFirstCode}},
    {"but those of services with an entry",
     Config({Entry("{}", kInternal), Entry(kOrders, R"("timeout": "5s")"),
             Entry(kFrob, R"("timeout": "5s")")}),
     {},
     {"retry-safety-unknown" + kFirstCode}},
    {"a method that is not there",
     Config({Entry(R"({"service": "shop.Orders", "method": "Send"})", kInternal)}),
     {"retry-not-idempotent-by-name" + kFirstCode},
     {"retry-not-idempotent-by-name" + kFirstCode}},
    {"a service that is not there",
     Config({Entry(kSendElsewhere, kInternal)}),
     {"retry-not-idempotent-by-name" + kFirstCode},
     {"retry-not-idempotent-by-name" + kFirstCode}},
    {"and its pretext",
     Config({Entry(kSendElsewhere, kUnavailable)}),
     {"retry-unavailable-not-idempotent" + kFirstCode},
     {"retry-unavailable-not-idempotent" + kFirstCode}},
    {"all of a service that is not there",
     Config({Entry(kElsewhere, kInternal)}),
     {"retry-safety-unknown" + kFirstCode},
     {"retry-safety-unknown" + kFirstCode}},
    {"unknown entries are reported once",
     Config({Entry(kElsewhere, kInternal), Entry(kSendElsewhere, kInternal),
             Entry(R"({"service": "shop.Other", "method": "Process"})", kInternal)}),
     {"retry-safety-unknown" + kFirstCode,
      "retry-not-idempotent-by-name /methodConfig/1/retryPolicy/retryableStatusCodes/0"},
     {"retry-safety-unknown" + kFirstCode,
      "retry-not-idempotent-by-name /methodConfig/1/retryPolicy/retryableStatusCodes/0"}},
    {"a name of no method",
     Config({Entry(R"({"service": "shop.Other", "method": " Process"})", kInternal)}),
     {},
     {}},
    {"a name that is none", Config({Entry(R"({"service": 5})", kInternal)}), {}, {}},
    {"an entry that nothing meets", Config({Entry("", kInternal)}), {}, {}},
    {"a policy that is refused, with codes that are not",
     Config({Entry(kCreate, Retry(R"("INTERNAL")", "1"))}),
     {"retry-not-idempotent" + kFirstCode},
     {"retry-not-idempotent-by-name" + kFirstCode}},
    {"and one that lacks a field",
     R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Create"}],
         "retryPolicy": {"retryableStatusCodes": ["INTERNAL"]}}]})",
     {"retry-not-idempotent" + kFirstCode},
     {"retry-not-idempotent-by-name" + kFirstCode}},
    {"hedging is repeating",
     Config({Entry(kCreate, kHedging)}),
     {"hedging-not-idempotent /methodConfig/0/hedgingPolicy"},
     {"hedging-not-idempotent /methodConfig/0/hedgingPolicy"}},
    {"of what is not known",
     Config({Entry(kFrob, kHedging)}),
     {"hedging-safety-unknown /methodConfig/0/hedgingPolicy"},
     {"hedging-safety-unknown /methodConfig/0/hedgingPolicy"}},
    {"of all methods",
     Config({Entry("{}", kHedging), Entry(kOrders, kHedging)}),
     {"hedging-safety-unknown /methodConfig/0/hedgingPolicy",
      "hedging-not-idempotent /methodConfig/1/hedgingPolicy"},
     {"hedging-safety-unknown /methodConfig/0/hedgingPolicy",
      "hedging-safety-unknown /methodConfig/1/hedgingPolicy"}},
    {"of a service that is not there",
     Config({Entry(kSendElsewhere, kHedging), Entry(kElsewhere, kHedging)}),
     {"hedging-not-idempotent /methodConfig/0/hedgingPolicy",
      "hedging-safety-unknown /methodConfig/1/hedgingPolicy"},
     {"hedging-not-idempotent /methodConfig/0/hedgingPolicy",
      "hedging-safety-unknown /methodConfig/1/hedgingPolicy"}},
    {"of what bears it", Config({Entry(kGet, kHedging)}), {}, {}},
    {"goes on after an answer that stays so",
     Config({Entry(kGet, Hedging(R"("UNAVAILABLE", "NOT_FOUND", "INVALID_ARGUMENT")"))}),
     {"hedging-code-final /methodConfig/0/hedgingPolicy/nonFatalStatusCodes/1"},
     {"hedging-code-final /methodConfig/0/hedgingPolicy/nonFatalStatusCodes/1"}},
    {"and after a deadline, reported once",
     Config({Entry(kGet, Hedging(R"("DEADLINE_EXCEEDED")")),
             Entry(R"({"service": "shop.Carts", "method": "Get"})",
                   Hedging(R"("DEADLINE_EXCEEDED")"))}),
     {"hedging-deadline-exceeded /methodConfig/0/hedgingPolicy/nonFatalStatusCodes/0"},
     {"hedging-deadline-exceeded /methodConfig/0/hedgingPolicy/nonFatalStatusCodes/0"}},
    {"where no client hedges", Config({Entry(kCreate, kHedging)}), {}, {}, "core,go"},
};

TEST(IdempotencyTest, WithAndWithoutDescriptors) {
  for (const Row& row : kRows) {
    EXPECT_THAT(Findings(row.text, &Shop(), row.targets), testing::ElementsAreArray(row.described))
        << row.why;
    EXPECT_THAT(Findings(row.text, nullptr, row.targets), testing::ElementsAreArray(row.named))
        << row.why << ", by name";
  }
}

Diagnostic FoundOn(const std::vector<Facts>& methods) {
  Api api;
  api.services = {DescribeService("pkg.S", methods)};
  const std::string text = Config({Entry(R"({"service": "pkg.S"})", kInternal)});
  const Report report =
      Validate(ParseDocument(text, DocumentKind::kConfig), *ParseTargets("spec"), AllRules(), &api);
  std::vector<Diagnostic> found;
  for (const Diagnostic& each : report.diagnostics) {
    if (IsOnRepeats(each.rule)) found.push_back(each);
  }
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? Diagnostic() : found.front();
}

// A finding names a few methods, however many there are, and what each is judged by. Those of which
// nothing is known are not among them.
TEST(IdempotencyTest, ManyMethodsAreOneFinding) {
  const Diagnostic found = FoundOn({{.name = "CreateA"},
                                    {.name = "CreateB"},
                                    {.name = "CreateC"},
                                    {.name = "CreateD"},
                                    {.name = "DoE"},
                                    {.name = "GetF"}});
  EXPECT_EQ(found.rule, "retry-not-idempotent");
  EXPECT_EQ(found.severity, Severity::kWarning);
  EXPECT_EQ(found.message,
            "`INTERNAL` is retried for `S/CreateA`, `S/CreateB`, `S/CreateC` and 1 more, which do "
            "not look idempotent (by their names); a retry may execute them twice");
  EXPECT_THAT(found.notes, testing::ElementsAre("`S/CreateA`: named `Create...`",
                                                "`S/CreateB`: named `Create...`",
                                                "`S/CreateC`: named `Create...`"));
}

TEST(IdempotencyTest, ReportsItsEvidence) {
  const Diagnostic found =
      FoundOn({{.name = "RunIt", .verb = HttpVerb::kPost, .returns_operation = true}});
  EXPECT_EQ(found.message,
            "`INTERNAL` is retried for `S/RunIt`, which does not look idempotent (by its name and "
            "descriptor); a retry may execute it twice");
  EXPECT_THAT(found.notes, testing::ElementsAre(
                               "`S/RunIt`: named `Run...`; it returns a long-running operation"));
}

TEST(IdempotencyTest, PostAloneIsANote) {
  const Diagnostic found = FoundOn({{.name = "Frob", .verb = HttpVerb::kPost}});
  EXPECT_EQ(found.rule, "retry-safety-unknown");
  EXPECT_EQ(found.severity, Severity::kNote);
  EXPECT_THAT(found.notes, testing::ElementsAre("`S/Frob`: `google.api.http` is POST"));
}

}  // namespace
}  // namespace grpcfg
