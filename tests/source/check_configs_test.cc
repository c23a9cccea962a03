// Mistakes planted into configs in source code: where they are reported, and what fixes change.
#include "source/check_configs.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "source/languages.h"

namespace grpcfg {
namespace {

const CheckPlan& Plan() {
  static const std::vector<Target> kTargets = *ParseTargets("spec,core,go,java,node");
  static const CheckPlan kPlan(kTargets, AllRules());
  return kPlan;
}

Report CheckSource(absl::string_view text, absl::string_view language) {
  return CheckConfigs(text, FindConfigs(text, *LanguageNamed(language)), Plan());
}

std::string FixSource(absl::string_view text, absl::string_view language) {
  const auto nothing = [](absl::string_view, Report&) {};
  return FixConfigs(text, *LanguageNamed(language), {Plan(), FixChoice::kAll, nothing}).text;
}

// Code with a config that has a wrong key and a wrong value.
struct Planted {
  absl::string_view language;
  absl::string_view code;
};

constexpr absl::string_view kKey = "retrypolicy";
constexpr absl::string_view kValue = "100ms";

// R is a retry policy's key, T its first backoff; Q and E are quotes as they stand in a string.
constexpr Planted kPlanted[] =
    {
        {"go",
         R"src(c := `{"methodConfig":[{"name":[{"service":"a.B"}],"retrypolicy":{"maxAttempts":3,"initialBackoff":"100ms","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}`)src"},
        {"go",
         R"src(c := "{\"methodConfig\":[{\"name\":[{\"service\":\"a.B\"}],\"retrypolicy\":{\"maxAttempts\":3,\"initialBackoff\":\"100ms\",\"maxBackoff\":\"1s\",\"backoffMultiplier\":2,\"retryableStatusCodes\":[\"UNAVAILABLE\"]}}]}")src"},
        {"go",
         R"src(c := map[string]any{"methodConfig": []any{map[string]any{"name": []any{map[string]any{"service": "a.B"}}, "retrypolicy": map[string]any{"maxAttempts": 3, "initialBackoff": "100ms", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": []string{"UNAVAILABLE"}}}}})src"},
        {"python",
         "c = ('{\"methodConfig\":[{\"name\":[{\"service\":\"a.B\"}],'  # é\n  "
         "'\"retrypolicy\":{\"maxAttempts\":3,\"initialBackoff\":\"100ms\",'\n  "
         "'\"maxBackoff\":\"1s\",\"backoffMultiplier\":2,\"retryableStatusCodes\":[\"UNAVAILABLE\"]"
         "}}]}')"},
        {"python",
         R"src(c = {'methodConfig': [{'name': [{'service': 'a.B'}], 'retrypolicy': {'maxAttempts': 3, 'initialBackoff': '100ms', 'maxBackoff': '1s', 'backoffMultiplier': 2, 'retryableStatusCodes': ['UNAVAILABLE']}}]})src"},
        {"cpp",
         R"src(auto c = R"({"methodConfig":[{"name":[{"service":"a.B"}],"retrypolicy":{"maxAttempts":3,"initialBackoff":"100ms","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]})";)src"},
        {"java",
         R"src(b.defaultServiceConfig(Map.of("methodConfig", List.of(Map.of("name", List.of(Map.of("service", "a.B")), "retrypolicy", Map.of("maxAttempts", 3D, "initialBackoff", "100ms", "maxBackoff", "1s", "backoffMultiplier", 2D, "retryableStatusCodes", List.of("UNAVAILABLE"))))));)src"},
        {"kotlin",
         R"src(val c = mapOf("methodConfig" to listOf(mapOf("name" to listOf(mapOf("service" to "a.B")), "retrypolicy" to mapOf("maxAttempts" to 3.0, "initialBackoff" to "100ms", "maxBackoff" to "1s", "backoffMultiplier" to 2.0, "retryableStatusCodes" to listOf("UNAVAILABLE"))))))src"},
        {"javascript",
         R"src(const c = {methodConfig: [{name: [{service: 'a.B'}], retrypolicy: {maxAttempts: 3, initialBackoff: '100ms', maxBackoff: '1s', backoffMultiplier: 2, retryableStatusCodes: ['UNAVAILABLE']}}]};)src"},
        {"ruby",
         R"src(C = { methodConfig: [{ name: [{ service: 'a.B' }], retrypolicy: { maxAttempts: 3, initialBackoff: '100ms', maxBackoff: '1s', backoffMultiplier: 2, retryableStatusCodes: ['UNAVAILABLE'] } }] })src"},
        {"php",
         R"src(<?php $c = ['methodConfig' => [['name' => [['service' => 'a.B']], 'retrypolicy' => ['maxAttempts' => 3, 'initialBackoff' => '100ms', 'maxBackoff' => '1s', 'backoffMultiplier' => 2, 'retryableStatusCodes' => ['UNAVAILABLE']]]]];)src"},
        {"csharp",
         R"src(var c = @"{""methodConfig"":[{""name"":[{""service"":""a.B""}],""retrypolicy"":{""maxAttempts"":3,""initialBackoff"":""100ms"",""maxBackoff"":""1s"",""backoffMultiplier"":2,""retryableStatusCodes"":[""UNAVAILABLE""]}}]}";)src"},
        {"rust",
         R"src(let c = r#"{"methodConfig":[{"name":[{"service":"a.B"}],"retrypolicy":{"maxAttempts":3,"initialBackoff":"100ms","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}"#;)src"},
        {"shell",
         R"src(run --service_config_json='{"methodConfig":[{"name":[{"service":"a.B"}],"retrypolicy":{"maxAttempts":3,"initialBackoff":"100ms","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}')src"},
        {"hcl",
         R"src(c = jsonencode({ methodConfig = [{ name = [{ service = "a.B" }], retrypolicy = { maxAttempts = 3, initialBackoff = "100ms", maxBackoff = "1s", backoffMultiplier = 2, retryableStatusCodes = ["UNAVAILABLE"] } }] }))src"},
        {"yaml",
         "c:\n  methodConfig:\n    - name:\n        - service: a.B\n      retrypolicy:\n        "
         "maxAttempts: 3\n        initialBackoff: 100ms\n        maxBackoff: 1s\n        "
         "backoffMultiplier: 2\n        retryableStatusCodes: [UNAVAILABLE]\n"},
        {"yaml",
         "c:\n  methodConfig:\n    - name:\n        - service: 'a.B'\n      'retrypolicy':\n       "
         " maxAttempts: 3\n        initialBackoff: \"100ms\"\n        maxBackoff: '1s'\n        "
         "backoffMultiplier: 2\n        retryableStatusCodes: ['UNAVAILABLE']\n"},
        {"yaml",
         "c: |\n  {\"methodConfig\":[{\"name\":[{\"service\":\"a.B\"}],\n   "
         "\"retrypolicy\":{\"maxAttempts\":3,\"initialBackoff\":\"100ms\",\"maxBackoff\":\"1s\","
         "\"backoffMultiplier\":2,\"retryableStatusCodes\":[\"UNAVAILABLE\"]}}]}\n"},
        {"yaml",
         R"src(c: '{"methodConfig":[{"name":[{"service":"a.B"}],"retrypolicy":{"maxAttempts":3,"initialBackoff":"100ms","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}')src"},
        {"markdown",
         "# "
         "A\n```json\n{\"methodConfig\":[{\"name\":[{\"service\":\"a.B\"}],\"retrypolicy\":{"
         "\"maxAttempts\":3,\"initialBackoff\":\"100ms\",\"maxBackoff\":\"1s\","
         "\"backoffMultiplier\":2,\"retryableStatusCodes\":[\"UNAVAILABLE\"]}}]}\n```\n"},
};

TEST(CheckConfigsTest, AMistakeLiesOnItsTokenInTheFile) {
  for (const Planted& each : kPlanted) {
    SCOPED_TRACE(each.code);
    std::string found;
    for (const Diagnostic& finding : CheckSource(each.code, each.language).diagnostics) {
      absl::StrAppend(&found, Slice(each.code, finding.primary.span), "\n");
    }
    EXPECT_TRUE(absl::StrContains(found, kKey)) << found;
    const std::string fixed_key = absl::StrReplaceAll(each.code, {{kKey, "retryPolicy"}});
    bool is_on_value = false;
    for (const Diagnostic& finding : CheckSource(fixed_key, each.language).diagnostics) {
      const absl::string_view place = Slice(fixed_key, finding.primary.span);
      is_on_value =
          is_on_value || (absl::StrContains(place, kValue) && place.size() <= kValue.size() + 4);
    }
    EXPECT_TRUE(is_on_value);
  }
}

// Nothing of YAML is reported in the first line of a file because it has no text of its own.
TEST(CheckConfigsTest, EmptyValuesOfYamlHaveTheirPlaces) {
  constexpr struct {
    absl::string_view value;
    absl::string_view place;
  } kRows[] = {{" ~", "~"},           {" null", "null"}, {"", ""},
               {" &x", ""},           {" {}", "{}"},     {" { # nothing\n }", "{ # nothing\n }"},
               {" !!map &x {}", "{}"}};
  for (const auto& row : kRows) {
    const std::string code =
        absl::StrCat("a: 1\nc:\n  methodConfig:\n  - name:", row.value, "\n    timeout: 5s\n");
    const Report report = CheckSource(code, "yaml");
    ASSERT_FALSE(report.diagnostics.empty()) << code;
    const Span span = report.diagnostics.front().primary.span;
    EXPECT_EQ(Slice(code, span), row.place) << code;
    EXPECT_GT(span.begin, code.find("name")) << code;
  }
}

TEST(CheckConfigsTest, AFixChangesTheMistakeAndNothingElse) {
  for (const Planted& each : kPlanted) {
    SCOPED_TRACE(each.code);
    EXPECT_EQ(FixSource(each.code, each.language),
              absl::StrReplaceAll(each.code, {{kKey, "retryPolicy"}, {kValue, "0.1s"}}));
  }
}

TEST(CheckConfigsTest, NothingIsSaidOfHoles) {
  constexpr Planted kHoles[] = {
      {"go",
       R"src(c := fmt.Sprintf(`{"methodConfig":[{"name":[{"service":"a.B"}],"timeout":"%s","retryPolicy":{"maxAttempts":%d,"initialBackoff":"%s","maxBackoff":"%dms","backoffMultiplier":%f,"retryableStatusCodes":["%s"]}}]}`, x))src"},
      {"python",
       R"src(c = {"methodConfig": [{"name": [{"service": s, "method": m}], "timeout": t, "retryPolicy": {"maxAttempts": n, "initialBackoff": f"{b}s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": codes}}]})src"},
      {"python",
       R"src(c = {"methodConfig": [{"name": names, "retryPolicy": {"maxAttempts": 3, **rest}}]})src"},
      {"javascript",
       R"src(const c = {...base, methodConfig: [{name: [{}], waitForReady: true, ...more}, ...others]};)src"},
      {"csharp",
       R"src(var c = new ServiceConfig { MethodConfigs = { new MethodConfig { Names = { MethodName.Default }, RetryPolicy = new RetryPolicy { MaxAttempts = n, InitialBackoff = TimeSpan.FromSeconds(b), MaxBackoff = max, BackoffMultiplier = 1.5, RetryableStatusCodes = { code } } } } };)src"},
  };
  for (const Planted& each : kHoles) {
    SCOPED_TRACE(each.code);
    const SourceConfigs configs = FindConfigs(each.code, *LanguageNamed(each.language));
    ASSERT_EQ(configs.configs.size(), 1U);
    EXPECT_FALSE(configs.configs[0].json.holes.empty());
    for (const Diagnostic& finding : CheckSource(each.code, each.language).diagnostics) {
      if (finding.severity != Severity::kNote)
        ADD_FAILURE() << finding.rule << " " << finding.message << " at "
                      << Slice(each.code, finding.primary.span);
    }
    EXPECT_EQ(FixSource(each.code, each.language), each.code);
  }
}

TEST(CheckConfigsTest, BesidesHolesTheRestIsChecked) {
  constexpr absl::string_view kCode =
      R"src(c := fmt.Sprintf(`{"methodConfig":[{"name":[{"service":"%s"}],"timeout":"100ms"}]}`, s))src";
  const Report report = CheckSource(kCode, "go");
  ASSERT_FALSE(report.diagnostics.empty());
  EXPECT_EQ(Slice(kCode, report.diagnostics[0].primary.span), "\"100ms\"");
}

// Which of the two sides counts is not known: one finding at the first mark, and no fix.
TEST(CheckConfigsTest, MergeConflicts) {
  const Planted rows[] = {
      {"python", R"(c = json.dumps({
    "methodConfig": [{
        "name": [{"service": "a.B"}],
<<<<<<< HEAD
        "timeout": "500ms",
=======
        "timeout": "700ms",
>>>>>>> topic
    }]
}))"},
      {"javascript", R"(const c = JSON.stringify({
  methodConfig: [{
    name: [{ service: 'a.B' }],
<<<<<<< HEAD
    timeout: '500ms',
=======
    timeout: '700ms',
>>>>>>> topic
  }],
});)"},
      {"java", R"(Map<String, Object> method = new HashMap<>();
method.put("name", List.of(Map.of("service", "a.B")));
<<<<<<< HEAD
method.put("timeout", "500ms");
=======
method.put("timeout", "700ms");
>>>>>>> topic
return Map.of("methodConfig", List.of(method));)"},
  };
  for (const Planted& row : rows) {
    const Report report = CheckSource(row.code, row.language);
    ASSERT_EQ(report.diagnostics.size(), 1U) << row.code;
    EXPECT_EQ(report.diagnostics[0].message, "this is text with merge conflicts, not JSON");
    EXPECT_EQ(Slice(row.code, report.diagnostics[0].primary.span), "<<<<<<< HEAD");
    EXPECT_EQ(FixSource(row.code, row.language), row.code);
  }
}

// What is known is tried, with something in place of what is not.
TEST(CheckConfigsTest, RemediesBesideHoles) {
  const Report report = CheckSource(
      R"src(c := fmt.Sprintf(`{"methodConfig": [{"name": [{"service": "a.B"}], "timeout": "%s",
  "retryPolicy": {"maxAttempts": 3, "initialBackoff": "150ms", "maxBackoff": "1s",
  "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`, t))src",
      "go");
  ASSERT_FALSE(report.diagnostics.empty());
  EXPECT_EQ(report.diagnostics[0].rule, "duration-malformed");
  EXPECT_EQ(report.diagnostics[0].help, std::vector<std::string>{"write `\"0.15s\"`"});
}

}  // namespace
}  // namespace grpcfg
