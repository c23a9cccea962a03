// Configs in source code, YAML and Markdown: what they say, where they stand, and what is none.
#include "source/find_configs.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "tests/source/marked_source.h"

namespace grpcfg {
namespace {

struct Form {
  absl::string_view reason;
  absl::string_view marked;  // «config», ‹hole›
  absl::string_view json;    // of all configs, a line each
};

std::string Texts(const SourceConfigs& found) {
  return absl::StrJoin(found.configs, "\n", [](std::string* out, const SourceConfig& config) {
    absl::StrAppend(out, config.json.text);
  });
}

void Expect(absl::string_view language, absl::Span<const Form> forms) {
  for (const Form& form : forms) {
    SCOPED_TRACE(form.reason);
    const std::string text = WithoutMarks(form.marked);
    const SourceConfigs found = FindConfigs(text, *LanguageNamed(language));
    EXPECT_EQ(WithMarks(text, found), form.marked);
    EXPECT_EQ(Texts(found), form.json);
  }
}

constexpr absl::string_view kOne = R"({"methodConfig":[{"timeout":"1s"}]})";

TEST(FindConfigsTest, Go) {
  Expect(
      "go",
      std::vector<Form>{
          {"a raw string is its bytes",
           R"src(const c = «`{"methodConfig":[{"timeout":"1s"}]}`»)src", kOne},
          {"escapes of an interpreted string",
           R"src(c := «"{\"methodConfig\":[{\"timeout\":\"1s\"}]}"»)src", kOne},
          {"an escaped code point",
           R"src(c := «"{\"methodConfig\":[{\"timeout\":\"\u0031s\"}]}"»)src", kOne},
          {"what Sprintf puts in",
           R"src(grpc.WithDefaultServiceConfig(«fmt.Sprintf(`{"loadBalancingConfig":[{"‹%s›":{}}]}`, name)»))src",
           R"({"loadBalancingConfig":[{"%s":{}}]})"},
          {"a text that is formatted elsewhere",
           R"src(const c = «`{"loadBalancingConfig":[{"‹%s›":{}}]}`»)src",
           R"({"loadBalancingConfig":[{"%s":{}}]})"},
          {"a text of a template",
           R"src(const c = «`{"loadBalancingConfig":[{"‹{{ .Policy }}›":{}}]}`»)src",
           R"({"loadBalancingConfig":[{"{{ .Policy }}":{}}]})"},
          {"what Sprintf puts in, wherever it is handed",
           R"src(c := «fmt.Sprintf(`{"loadBalancingConfig":[{"‹%s›":{}}]}`, name)»)src",
           R"({"loadBalancingConfig":[{"%s":{}}]})"},
          {"strings that are added",
           R"src(x := «`{"loadBalancingConfig":[{"` + ‹policy› + `":{}}]}`»)src",
           R"({"loadBalancingConfig":[{"policy":{}}]})"},
          {"a constant in another place",
           "const c = «`{\"loadBalancingPolicy\":\"round_robin\"}`»\nvar o = "
           "grpc.WithDefaultServiceConfig(c)",
           R"({"loadBalancingPolicy":"round_robin"})"},
          {"one of two functions that is handed on before it is declared",
           "func f() { grpc.WithDefaultServiceConfig(b) }\nvar a = "
           "«`{\"methodConfig\":[{\"timeout\":\"1s\"}]}`»\nvar b = "
           "«`{\"loadBalancingPolicy\":\"pick_first\"}`»",
           "{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n{\"loadBalancingPolicy\":\"pick_first\"}"},
          {"a map of a call",
           R"src(b, _ := «json.Marshal(map[string]any{"methodConfig": []any{map[string]any{"timeout": "1s"}}})»)src",
           kOne},
          {"a map of interfaces, with lists of its own", R"src(m := «map[string]interface{}{
	"methodConfig": []map[string]interface{}{{"name": []map[string]string{{"service": "a.B"}}, "timeout": ‹timeout›}},
}»)src",
           R"({"methodConfig":[{"name":[{"service":"a.B"}],"timeout":timeout}]})"},
          {"numbers and words",
           R"src(m := «map[string]any{"methodConfig": []any{map[string]any{"waitForReady": true, "maxRequestMessageBytes": 4_096}}}»)src",
           R"({"methodConfig":[{"waitForReady":true,"maxRequestMessageBytes":4096}]})"},
          {"a list of strings",
           R"src(m := «map[string]any{"methodConfig": []any{map[string]any{"retryPolicy": map[string]any{"retryableStatusCodes": []string{"UNAVAILABLE", ‹codes.Internal.String()›}}}}}»)src",
           R"({"methodConfig":[{"retryPolicy":{"retryableStatusCodes":["UNAVAILABLE",codes.Internal.String()]}}]})"},
      });
}

TEST(FindConfigsTest, Python) {
  Expect(
      "python",
      std::vector<Form>{
          {"plain", R"src(c = «'{"methodConfig":[{"timeout":"1s"}]}'»)src", kOne},
          {"of three quotes", R"src(c = «"""{"methodConfig":[{"timeout":"1s"}]}"""»)src", kOne},
          {"raw", R"src(c = «r'{"methodConfig":[{"timeout":"1s"}]}'»)src", kOne},
          {"bytes", R"src(c = «b'{"methodConfig":[{"timeout":"1s"}]}'»)src", kOne},
          {"adjacent ones, with a comment between",
           "o = [(\"grpc.service_config\", «'{\"methodConfig\":'  # all\n  "
           "'[{\"timeout\":\"1s\"}]}'»)]",
           kOne},
          {"added ones", R"src(c = «'{"methodConfig":' + '[{"timeout":"1s"}]}'»)src", kOne},
          {"an f-string", R"src(c = «f'{{"methodConfig":[{{"timeout":"‹{seconds}›s"}}]}}'»)src",
           R"({"methodConfig":[{"timeout":"{seconds}s"}]})"},
          {"an f-string with quotes in its hole",
           R"src(c = «f'{{"methodConfig":[{{"timeout":"‹{d["a"]}›s"}}]}}'»)src",
           R"({"methodConfig":[{"timeout":"{d["a"]}s"}]})"},
          {"an f-string with its own quotes in its hole, as since 3.12",
           R"src(c = «f'{{"methodConfig":[{{"timeout":"‹{d['}']}›s"}}]}}'»)src",
           R"({"methodConfig":[{"timeout":"{d['}']}s"}]})"},
          {"an f-string beside a plain one",
           R"src(c = «'{"methodConfig":[{"timeout":' f'"‹{seconds}›s"' '}]}'»)src",
           R"({"methodConfig":[{"timeout":"{seconds}s"}]})"},
          {"`%`", R"src(c = «'{"methodConfig":[{"timeout":"‹%d›s"}]}'» % seconds)src",
           R"({"methodConfig":[{"timeout":"%ds"}]})"},
          {"`%` with names",
           R"src(c = «'{"methodConfig":[{"timeout":"‹%(s)d›s"}]}'» % {'s': 1})src",
           R"({"methodConfig":[{"timeout":"%(s)ds"}]})"},
          {"`.format`",
           R"src(c = «'{{"methodConfig":[{{"timeout":"‹{}›s"}}]}}'».format(seconds))src",
           R"({"methodConfig":[{"timeout":"{}s"}]})"},
          {"a dict", R"src(c = «{"methodConfig": [{"timeout": "1s", "waitForReady": True}]}»)src",
           R"({"methodConfig":[{"timeout":"1s","waitForReady":true}]})"},
          {"dumps of a dict",
           R"src(o = [("grpc.service_config", «json.dumps({"methodConfig": [{"timeout": "1s"}]})»)])src",
           kOne},
          {"a dict with a name",
           "CONFIG = «{'methodConfig': [{'timeout': '1s'}]}»\no = [('grpc.service_config', "
           "json.dumps(CONFIG))]",
           kOne},
          {"a part with a name",
           "RETRY = «{'maxAttempts': 3}\nc = {'methodConfig': [{'retryPolicy': RETRY}]}»",
           R"({"methodConfig":[{"retryPolicy":{"maxAttempts":3}}]})"},
          {"keywords", R"src(c = «dict(methodConfig=[dict(timeout="1s")])»)src", kOne},
          {"a spread and an identifier",
           R"src(c = «{"methodConfig": [{"timeout": ‹t›, "waitForReady": True, **base›‹}]}»)src",
           R"({"methodConfig":[{"timeout":t,"waitForReady":true,...}]})"},
          {"a comprehension",
           R"src(c = «{"methodConfig": [{"timeout": "1s", "name": [{"service": ‹s›} for s in names›‹]}]}»)src",
           R"({"methodConfig":[{"timeout":"1s","name":[{"service":s},...]}]})"},
          {"`dedent`",
           "c = «textwrap.dedent(\"\"\"\n  {\"methodConfig\":[{\"timeout\":\"1s\"}]}\n\"\"\")»",
           "\n  {\"methodConfig\":[{\"timeout\":\"1s\"}]}\n"},
          {"tuples are lists", R"src(c = «{"methodConfig": ({"timeout": "1s"},)}»)src", kOne},
          {"a name with a type",
           "m: dict[str, Any] = «{'timeout': '1s'}\nc = {'methodConfig': [m]}»", kOne},
          {"a line behind `if` has no type of it",
           "if t:\n  t['timeout'] = '2s'\nc = «{'methodConfig': [{'timeout': ‹t›, 'waitForReady': "
           "True}]}»",
           R"({"methodConfig":[{"timeout":t,"waitForReady":true}]})"},
          {"members that are set before and after",
           "m = «{'waitForReady': True}\nm['timeout'] = '1s'\nc = {'methodConfig': "
           "[m]}\nc['retryThrottling'] = {'maxTokens': 5}»",
           R"({"methodConfig":[{"waitForReady":true,"timeout":"1s"}],"retryThrottling":{"maxTokens":5}})"},
          {"a member that is set in two branches",
           "m = «{'waitForReady': True}\nif a:\n  m['timeout'] = '1s'\nelse:\n  m['timeout'] = "
           "‹'2s'›\nc = {'methodConfig': [m]}»",
           R"({"methodConfig":[{"waitForReady":true,"timeout":'2s'}]})"},
          {"a member that is set further inside",
           "c = «{'methodConfig': [{'timeout': '1s'›‹}›‹]›‹}»\nc['methodConfig'][0]['name'] = "
           "names",
           R"({"methodConfig":[{"timeout":"1s",...},...],...})"},
          {"another config between the parts of one",
           "a = «{'methodConfig': [{'timeout': '1s'}]}\nb = «{'methodConfig': [{'timeout': "
           "'2s'}]}»\na['retryThrottling'] = {'maxTokens': 5}»",
           R"({"methodConfig":[{"timeout":"1s"}],"retryThrottling":{"maxTokens":5}})"
           "\n"
           R"({"methodConfig":[{"timeout":"2s"}]})"},
          {"an object without values",
           R"src(c = «{"healthCheckConfig": {"serviceName": ‹name›}}»)src",
           R"({"healthCheckConfig":{"serviceName":name}})"},
      });
}

TEST(FindConfigsTest, Cpp) {
  Expect(
      "cpp",
      std::vector<Form>{
          {"raw", R"src(auto c = «R"({"methodConfig":[{"timeout":"1s"}]})"»;)src", kOne},
          {"raw with a word",
           R"src(auto c = «R"json({"methodConfig":[{"timeout":"1s"}]})json"»;)src", kOne},
          {"escapes", R"src(auto c = «"{\"methodConfig\":[{\"timeout\":\"1s\"}]}"»;)src", kOne},
          {"adjacent ones",
           "auto c =\n  «\"{\\\"methodConfig\\\":[{\"\n  \"\\\"timeout\\\":\\\"1s\\\"}]}\"»;",
           kOne},
          {"adjacent ones at a call",
           "args.SetServiceConfigJSON(«\"{\\\"loadBalancingPolicy\\\":\"\n  "
           "\"\\\"pick_first\\\"}\"»);",
           R"({"loadBalancingPolicy":"pick_first"})"},
          {"a macro between strings is one",
           "auto c = «\"{\\\"loadBalancingConfig\\\":[{\\\"\" ‹POLICY› \"\\\":{}}]}\"»;",
           R"({"loadBalancingConfig":[{"POLICY":{}}]})"},
          {"`StrCat`",
           R"src(args.SetServiceConfigJSON(«absl::StrCat("{\"loadBalancingConfig\":[{\"", ‹policy›, "\":{}}]}")»);)src",
           R"({"loadBalancingConfig":[{"policy":{}}]})"},
          {"`StrFormat`",
           R"src(args.SetServiceConfigJSON(«absl::StrFormat("{\"loadBalancingConfig\":[{\"‹%s›\":{}}]}", policy)»);)src",
           R"({"loadBalancingConfig":[{"%s":{}}]})"},
          {"`fmt::format`",
           R"src(args.SetServiceConfigJSON(«fmt::format(R"({{"loadBalancingConfig":[{{"‹{}›":{{}}}}]}})", policy)»);)src",
           R"({"loadBalancingConfig":[{"{}":{}}]})"},
          {"`nlohmann::json`", R"src(json c = «{{"methodConfig", {{{"timeout", "1s"}}}}}»;)src",
           kOne},
          {"a stream",
           R"src(s << «R"({"methodConfig":[{"timeout":)" << ‹timeout› << ',' << R"("waitForReady":true}]})"»;)src",
           R"({"methodConfig":[{"timeout":timeout,"waitForReady":true}]})"},
          {"a name in a constructor",
           "constexpr auto kConfig = «\"{\\\"loadBalancingPolicy\\\":\"\n  "
           "\"\\\"pick_first\\\"}\"»;\nargs.SetServiceConfigJSON(std::string(kConfig));",
           R"({"loadBalancingPolicy":"pick_first"})"},
          {"a macro's name",
           R"src(args.SetString(GRPC_ARG_SERVICE_CONFIG, «"{\"loadBalancingPolicy\":\"pick_first\"}"»);)src",
           R"({"loadBalancingPolicy":"pick_first"})"},
      });
}

TEST(FindConfigsTest, Java) {
  Expect(
      "java",
      std::vector<Form>{
          {"a text block",
           "String c = «\"\"\"\n    {\"methodConfig\":\n      [{\"timeout\":\"1s\"}]}\n    "
           "\"\"\"»;",
           "{\"methodConfig\":\n  [{\"timeout\":\"1s\"}]}\n"},
          {"`formatted`",
           "String c = «\"\"\"\n    "
           "{\"methodConfig\":[{\"timeout\":\"‹%d›s\"}]}\"\"\"».formatted(seconds);",
           R"({"methodConfig":[{"timeout":"%ds"}]})"},
          {"`String.format`",
           R"src(Object c = gson.fromJson(«String.format("{\"methodConfig\":[{\"timeout\":\"‹%d›s\"}]}", n)»);)src",
           R"({"methodConfig":[{"timeout":"%ds"}]})"},
          {"strings that are added",
           "String c = «\"{\\\"methodConfig\\\":\"\n  + \"[{\\\"timeout\\\":\\\"\" + ‹seconds› + "
           "\"s\\\"}]}\"»;",
           R"({"methodConfig":[{"timeout":"secondss"}]})"},
          {"`Map.of`",
           R"src(b.defaultServiceConfig(«Map.of("methodConfig", List.of(Map.of("timeout", "1s")))»);)src",
           kOne},
          {"`Map.entry`",
           R"src(b.defaultServiceConfig(«Map.ofEntries(Map.entry("methodConfig", List.of(Map.of("timeout", "1s"))))»);)src",
           kOne},
          {"`ImmutableMap`",
           R"src(b.defaultServiceConfig(«ImmutableMap.of("methodConfig", ImmutableList.of(ImmutableMap.of("timeout", "1s")))»);)src",
           kOne},
          {"`ImmutableMap` with types",
           R"src(b.defaultServiceConfig(«ImmutableMap.<String, Object>of("methodConfig", ImmutableList.of(ImmutableMap.of("timeout", ‹TIMEOUT›, "waitForReady", true)))»);)src",
           R"({"methodConfig":[{"timeout":TIMEOUT,"waitForReady":true}]})"},
          {"a builder",
           "Map<String, ?> c = «ImmutableMap.<String, Object>builder()\n  .put(\"methodConfig\", "
           "List.of(Map.of(\"timeout\", \"1s\")))»\n  .build();",
           kOne},
          {"puts",
           "Map<String, Object> c = «new HashMap<>();\nMap<String, Object> m = new "
           "HashMap<>();\nm.put(\"timeout\", \"1s\");\nc.put(\"methodConfig\", "
           "List.of(m)»);\nb.defaultServiceConfig(c);",
           kOne},
          {"puts in double braces",
           "Map<String, Object> c = new HashMap<>() {«{\n  put(\"methodConfig\", "
           "List.of(Map.of(\"timeout\", \"1s\")))»;\n}};",
           kOne},
          {"a name that stands for one of two texts, or null",
           "String t = \"1s\";\nif (slow) t = \"2s\";\nString u = "
           "null;\nb.defaultServiceConfig(«Map.of(\"methodConfig\", List.of(Map.of(\"timeout\", "
           "‹t›, \"service\", ‹u›, \"waitForReady\", true)))»);",
           R"({"methodConfig":[{"timeout":t,"service":u,"waitForReady":true}]})"},
          {"numbers of Java",
           R"src(b.defaultServiceConfig(«Map.of("methodConfig", List.of(Map.of("retryPolicy", Map.of("maxAttempts", 5D, "backoffMultiplier", 1.5f))))»);)src",
           R"({"methodConfig":[{"retryPolicy":{"maxAttempts":5,"backoffMultiplier":1.5}}]})"},
          {"numbers in boxes, and casts",
           R"src(b.defaultServiceConfig(«Map.of("methodConfig", List.of(Map.of("retryPolicy", Map.of("maxAttempts", Double.valueOf(5), "backoffMultiplier", (double) 2, "maxBackoff", ‹(String) backoff›))))»);)src",
           R"({"methodConfig":[{"retryPolicy":{"maxAttempts":5,"backoffMultiplier":2,"maxBackoff":(String) backoff}}]})"},
          {"a status and its code",
           R"src(b.defaultServiceConfig(«Map.of("methodConfig", List.of(Map.of("retryPolicy", Map.of("retryableStatusCodes", List.of(Status.UNAVAILABLE.getCode().name())))))»);)src",
           R"({"methodConfig":[{"retryPolicy":{"retryableStatusCodes":["UNAVAILABLE"]}}]})"},
          {"a method config that is no list",
           "Map<String, Object> m = «new HashMap<>();\nm.put(\"retryPolicy\", "
           "Map.of(\"maxAttempts\", 5));\nMap<String, Object> c = new "
           "HashMap<>();\nc.put(\"methodConfig\", m»);\nreturn c;",
           R"({"methodConfig":{"retryPolicy":{"maxAttempts":5}}})"},
          {"a list that is added to",
           "List<Object> l = «new ArrayList<>();\nl.add(Map.of(\"timeout\", "
           "\"1s\"));\nb.defaultServiceConfig(Map.of(\"methodConfig\", l)»);",
           kOne},
      });
}

TEST(FindConfigsTest, KotlinAndScala) {
  Expect(
      "kotlin",
      std::vector<Form>{
          {"`mapOf`",
           R"src(val c = «mapOf("methodConfig" to listOf(mapOf("timeout" to "1s")))»)src", kOne},
          {"`mapOf` with types",
           R"src(val c = «mapOf<String, Any>("methodConfig" to listOf(mapOf("timeout" to "1s")))»)src",
           kOne},
          {"`trimIndent`",
           "val c = «\"\"\"\n  {\"methodConfig\":\n    "
           "[{\"timeout\":\"1s\"}]}\n\"\"\"».trimIndent()",
           "  {\"methodConfig\":\n    [{\"timeout\":\"1s\"}]}\n"},
          {"`trimMargin`",
           "val c = «\"\"\"\n  |{\"methodConfig\":\n  |[{\"timeout\":\"1s\"}]}\"\"\"».trimMargin()",
           "{\"methodConfig\":\n[{\"timeout\":\"1s\"}]}"},
          {"a template",
           R"src(val c = «"{\"methodConfig\":[{\"timeout\":\"‹${seconds}›s\"}]}"»)src",
           R"({"methodConfig":[{"timeout":"${seconds}s"}]})"},
          {"a name in a raw string",
           R"src(val c = «"""{"methodConfig":[{"timeout":"‹$seconds›"}]}"""»)src",
           R"({"methodConfig":[{"timeout":"$seconds"}]})"},
          {"`buildMap`",
           R"src(val c = «buildMap { put("methodConfig", listOf(mapOf("timeout" to "1s"))) }»)src",
           kOne},
          {"assignments",
           "val c = «mutableMapOf<String, Any>()\nc[\"methodConfig\"] = listOf(mapOf(\"timeout\" "
           "to \"1s\"))»\nb.defaultServiceConfig(c)",
           kOne},
      });
  Expect(
      "scala",
      std::vector<Form>{
          {"`Map`", R"src(val c = «Map("methodConfig" -> List(Map("timeout" -> "1s")))»)src", kOne},
          {"`stripMargin`",
           "val c = «\"\"\"{\"methodConfig\":\n  |[{\"timeout\":\"1s\"}]}\"\"\"».stripMargin",
           "{\"methodConfig\":\n[{\"timeout\":\"1s\"}]}"},
          {"an interpolation", R"src(val c = «s"""{"methodConfig":[{"timeout":"‹${t}›s"}]}"""»)src",
           R"({"methodConfig":[{"timeout":"${t}s"}]})"},
      });
}

TEST(FindConfigsTest, JavaScriptAndTypeScript) {
  Expect(
      "javascript",
      std::vector<Form>{
          {"a string",
           R"src(o = {'grpc.service_config': «'{"methodConfig":[{"timeout":"1s"}]}'»})src", kOne},
          {"an object", R"src(const c = «{methodConfig: [{timeout: '1s'}]}»)src", kOne},
          {"keys in quotes", R"src(const c = «{"methodConfig": [{'timeout': "1s"}]}»)src", kOne},
          {"`stringify`",
           R"src(o = {'grpc.service_config': «JSON.stringify({methodConfig: [{timeout: '1s'}]})»})src",
           kOne},
          {"a template", R"src(const c = «`{"methodConfig":[{"timeout":"‹${seconds}›s"}]}`»)src",
           R"({"methodConfig":[{"timeout":"${seconds}s"}]})"},
          {"a template in a template",
           R"src(const c = «`{"methodConfig":[{"timeout":"‹${`${a}`}›s"}]}`»)src",
           R"({"methodConfig":[{"timeout":"${`${a}`}s"}]})"},
          {"a spread", R"src(const c = «{...base, methodConfig: [{timeout: '1s'}]›‹}»)src",
           R"({"methodConfig":[{"timeout":"1s"}],...})"},
          {"a name for its own value",
           "const retryPolicy = «{maxAttempts: 3};\nconst c = {methodConfig: [{timeout: '1s', "
           "retryPolicy}]}»",
           R"({"methodConfig":[{"timeout":"1s","retryPolicy":{"maxAttempts":3}}]})"},
          {"a call", R"src(const c = «{methodConfig: [{timeout: ‹t()›, waitForReady: true}]}»)src",
           R"({"methodConfig":[{"timeout":t(),"waitForReady":true}]})"},
          {"a comment between members",
           "const c = «{methodConfig: [{/* a */ timeout: '1s' // b\n}]}»", kOne},
          {"added ones", R"src(const c = «'{"methodConfig":' + '[{"timeout":"1s"}]}'»)src", kOne},
          {"a regular expression with quotes before it",
           "const r = /[\"'`]/g;\nconst c = «{methodConfig: [{timeout: '1s'}]}»", kOne},
      });
  Expect(
      "typescript",
      std::vector<Form>{
          {"`as const`", R"src(const c = «{methodConfig: [{timeout: '1s'}]}» as const;)src", kOne},
          {"a type",
           R"src(const c: ServiceConfig = «{methodConfig: [{timeout: '1s'}], loadBalancingConfig: []}»;)src",
           R"({"methodConfig":[{"timeout":"1s"}],"loadBalancingConfig":[]})"},
          {"`satisfies`",
           R"src(const c = «{methodConfig: [{timeout: '1s'}]}» satisfies ServiceConfig;)src", kOne},
          {"a condition",
           R"src(const c = «{methodConfig: [{waitForReady: true, timeout: ‹a ? '1s' : '2s'›}]}»;)src",
           R"({"methodConfig":[{"waitForReady":true,"timeout":a ? '1s' : '2s'}]})"},
      });
}

TEST(FindConfigsTest, RubyAndPhp) {
  Expect(
      "ruby",
      std::vector<Form>{
          {"a hash", R"src(C = «{ 'methodConfig' => [{ 'timeout' => '1s' }] }»)src", kOne},
          {"a hash of symbols", R"src(C = «{ methodConfig: [{ timeout: '1s' }] }»)src", kOne},
          {"`generate`",
           R"src(o = { 'grpc.service_config' => «JSON.generate({ methodConfig: [{ timeout: '1s' }] })» })src",
           kOne},
          {"`generate` of keywords",
           R"src(o = { 'grpc.service_config' => «JSON.generate(methodConfig: [{ timeout: '1s' }])» })src",
           kOne},
          {"`to_json`",
           R"src(o = { 'grpc.service_config' => «{ methodConfig: [{ timeout: '1s' }] }».to_json })src",
           kOne},
          {"a here document", "c = <<~JSON\n«  {\"methodConfig\":[{\"timeout\":\"1s\"}]}\n»JSON\n",
           "  {\"methodConfig\":[{\"timeout\":\"1s\"}]}\n"},
          {"what is put in", R"src(c = «"{\"methodConfig\":[{\"timeout\":\"‹#{s}›s\"}]}"»)src",
           R"({"methodConfig":[{"timeout":"#{s}s"}]})"},
          {"`%q`", R"src(c = «%q({"methodConfig":[{"timeout":"1s"}]})»)src", kOne},
          {"`%w`",
           R"src(C = «{ methodConfig: [{ retryPolicy: { retryableStatusCodes: %w[UNAVAILABLE ABORTED] } }] }»)src",
           R"({"methodConfig":[{"retryPolicy":{"retryableStatusCodes":["UNAVAILABLE","ABORTED"]}}]})"},
          {"`%w` with more than words",
           R"src(C = «{ methodConfig: [{ timeout: '1s', retryPolicy: { retryableStatusCodes: ‹%w[a.B]› } }] }»)src",
           R"({"methodConfig":[{"timeout":"1s","retryPolicy":{"retryableStatusCodes":%w[a.B]}}]})"},
          {"a hash without braces in a list", R"src(C = «{ methodConfig: [timeout: '1s'] }»)src",
           kOne},
          {"an option that is set, and a name from the outermost module",
           R"src(o['grpc.service_config'] = «::JSON.generate({ loadBalancingPolicy: 'pick_first' })»)src",
           R"({"loadBalancingPolicy":"pick_first"})"},
      });
  Expect(
      "php",
      std::vector<Form>{
          {"an array", R"src(<?php $c = «['methodConfig' => [['timeout' => '1s']]]»;)src", kOne},
          {"`array()`",
           R"src(<?php $c = «array('methodConfig' => array(array('timeout' => '1s')))»;)src", kOne},
          {"`json_encode`",
           R"src(<?php $o = ['grpc.service_config' => «json_encode(['methodConfig' => [['timeout' => '1s']]])»];)src",
           kOne},
          {"a string",
           R"src(<?php $o = ['grpc.service_config' => «'{"methodConfig":[{"timeout":"1s"}]}'»];)src",
           kOne},
          {"a here document",
           "<?php $c = <<<JSON\n«{\"methodConfig\":[{\"timeout\":\"‹{$t}›s\"}]}\n»JSON;\n",
           "{\"methodConfig\":[{\"timeout\":\"{$t}s\"}]}\n"},
          {"strings that are joined",
           R"src(<?php $c = «'{"methodConfig":[{"timeout":"' . ‹$t› . '"}]}'»;)src",
           R"({"methodConfig":[{"timeout":"$t"}]})"},
      });
}

TEST(FindConfigsTest, CSharp) {
  Expect(
      "csharp",
      std::vector<Form>{
          {"initialisers",
           R"src(var o = new GrpcChannelOptions { ServiceConfig = «new ServiceConfig { MethodConfigs = { new MethodConfig { Names = { MethodName.Default }, RetryPolicy = new RetryPolicy { MaxAttempts = 5, InitialBackoff = TimeSpan.FromSeconds(1), MaxBackoff = TimeSpan.FromMilliseconds(500), BackoffMultiplier = 1.5, RetryableStatusCodes = { StatusCode.Unavailable, StatusCode.DeadlineExceeded } } } } }» };)src",
           R"({"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":5,"initialBackoff":"1s","maxBackoff":"0.5s","backoffMultiplier":1.5,"retryableStatusCodes":["UNAVAILABLE","DEADLINE_EXCEEDED"]}}]})"},
          {"a method with a name",
           "var m = «new MethodConfig { Names = { new MethodName { Service = \"a.B\" } } };\nvar c "
           "= new ServiceConfig { MethodConfigs = { m } }»;",
           R"({"methodConfig":[{"name":[{"service":"a.B"}]}]})"},
          {"a property that is set",
           "var m = «new MethodConfig { Names = { MethodName.Default } };\nm.RetryPolicy = new "
           "RetryPolicy { MaxAttempts = ‹attempts› };\nreturn new ServiceConfig { MethodConfigs = "
           "{ "
           "m } }»;",
           R"({"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":attempts}}]})"},
          {"a list of a property that is added to",
           "var m = «new MethodConfig { WaitForReady = true›‹};\nm.Names.Add(MethodName.Default);\n"
           "return new ServiceConfig { MethodConfigs = { m } }»;",
           R"({"methodConfig":[{"waitForReady":true,...}]})"},
          {"policies that are classes",
           R"src(var c = «new ServiceConfig { LoadBalancingConfigs = { new RoundRobinConfig() } }»;)src",
           R"({"loadBalancingConfig":[{"round_robin":{}}]})"},
          {"a length that is not known",
           R"src(var c = «new ServiceConfig { MethodConfigs = { new MethodConfig { RetryPolicy = new RetryPolicy { InitialBackoff = ‹backoff›, MaxAttempts = 3 } } } }»;)src",
           R"({"methodConfig":[{"retryPolicy":{"initialBackoff":backoff,"maxAttempts":3}}]})"},
          {"verbatim", R"src(var c = «@"{""methodConfig"":[{""timeout"":""1s""}]}"»;)src", kOne},
          {"raw", "var c = «\"\"\"\n  {\"methodConfig\":[{\"timeout\":\"1s\"}]}\n  \"\"\"»;",
           "{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n"},
          {"interpolated",
           R"src(var c = «$"{{\"methodConfig\":[{{\"timeout\":\"‹{s}›s\"}}]}}"»;)src",
           R"({"methodConfig":[{"timeout":"{s}s"}]})"},
          {"`string.Format`",
           R"src(var c = «string.Format("{{\"methodConfig\":[{{\"timeout\":\"‹{0}›s\"}}]}}", s)»;)src",
           R"({"methodConfig":[{"timeout":"{0}s"}]})"},
          {"indexers",
           R"src(var c = «new Dictionary<string, object> { ["methodConfig"] = new[] { new Dictionary<string, object> { ["timeout"] = "1s" } } }»;)src",
           kOne},
          {"pairs",
           R"src(var c = «new Dictionary<string, object> { { "methodConfig", new[] { new { timeout = "1s" } } } }»;)src",
           kOne},
          {"an object without a class",
           R"src(var c = «JsonSerializer.Serialize(new { methodConfig = new[] { new { timeout = "1s" } } })»;)src",
           kOne},
          {"a list in brackets",
           R"src(var c = «new ServiceConfig { MethodConfigs = [new MethodConfig { Names = [MethodName.Default] }] }»;)src",
           R"({"methodConfig":[{"name":[{}]}]})"},
      });
}

TEST(FindConfigsTest, OtherLanguages) {
  Expect("rust",
         std::vector<Form>{
             {"raw", R"src(let c = «r#"{"methodConfig":[{"timeout":"1s"}]}"#»;)src", kOne},
             {"a lifetime is no string",
              R"src(fn f<'a>(x: &'a str) { let c = «r"{'methodConfig':[{}]}"»; })src",
              R"({'methodConfig':[{}]})"},
             {"a macro", R"src(let c = json!(«{"methodConfig": [{"timeout": "1s"}]}»);)src", kOne},
         });
  Expect(
      "shell",
      std::vector<Form>{
          {"a flag",
           R"src(run --service_config_json=«'{"methodConfig":[{"timeout":"1s"}]}'» --x)src", kOne},
          {"a variable", R"src(CONFIG=«'{"methodConfig":[{"timeout":"1s"}]}'»)src", kOne},
          {"what is put in", R"src(C=«"{\"methodConfig\":[{\"timeout\":\"‹${T}›s\"}]}"»)src",
           R"({"methodConfig":[{"timeout":"${T}s"}]})"},
          {"a here document",
           "cat <<EOF > a.json\n«{\"methodConfig\":[{\"timeout\":\"‹$T›\"}]}\n»EOF\n",
           "{\"methodConfig\":[{\"timeout\":\"$T\"}]}\n"},
          {"a here document in quotes",
           "cat <<'EOF' > a.json\n«{\"methodConfig\":[{\"timeout\":\"1$s\"}]}\n»EOF\n",
           "{\"methodConfig\":[{\"timeout\":\"1$s\"}]}\n"},
      });
  Expect("dart", std::vector<Form>{
                     {"raw", R"src(final c = «r'{"methodConfig":[{"timeout":"1s"}]}'»;)src", kOne},
                     {"a map", R"src(final c = «{'methodConfig': [{'timeout': '1s'}]}»;)src", kOne},
                 });
  Expect(
      "swift",
      std::vector<Form>{
          {"lines", "let c = «\"\"\"\n  {\"methodConfig\":[{\"timeout\":\"‹\\(s)›s\"}]}\n  \"\"\"»",
           "{\"methodConfig\":[{\"timeout\":\"\\(s)s\"}]}\n"},
      });
  Expect(
      "jsonnet",
      std::vector<Form>{
          {"an object", R"src({ config: «{ methodConfig: [{ timeout: '1s' }] }» })src", kOne},
          {"a string", R"src({ serviceConfig: «'{"methodConfig":[{"timeout":"1s"}]}'» })src", kOne},
          {"lines", "{ c: «|||\n  {\"methodConfig\":[{\"timeout\":\"1s\"}]}\n|||» }",
           "{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n"},
          {"`manifestJson`",
           R"src({ c: «std.manifestJson({ methodConfig: [{ timeout: '1s' }] })» })src", kOne},
      });
  Expect(
      "hcl",
      std::vector<Form>{
          {"`jsonencode`", R"src(c = «jsonencode({ methodConfig = [{ timeout = "1s" }] })»)src",
           kOne},
          {"a here document", "c = <<EOF\n«{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n»EOF\n",
           "{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n"},
          {"what is put in", R"src(c = «"{\"methodConfig\":[{\"timeout\":\"‹${var.t}›\"}]}"»)src",
           R"({"methodConfig":[{"timeout":"${var.t}"}]})"},
      });
}

TEST(FindConfigsTest, Yaml) {
  Expect(
      "yaml",
      std::vector<Form>{
          {"a block", "c: «|\n  {\"methodConfig\":\n    [{\"timeout\":\"1s\"}]}\n»",
           "{\"methodConfig\":\n  [{\"timeout\":\"1s\"}]}\n"},
          {"a folded block", "c: «>-\n  {\"methodConfig\":\n  [{\"timeout\":\"1s\"}]}»",
           R"({"methodConfig": [{"timeout":"1s"}]})"},
          {"in single quotes", R"src(c: «'{"methodConfig":[{"timeout":"1s"}]}'»)src", kOne},
          {"in double quotes", R"src(c: «"{\"methodConfig\":[{\"timeout\":\"1s\"}]}"»)src", kOne},
          {"a flow map", R"src(c: {«"methodConfig": [{"timeout": "1s"»}]})src", kOne},
          {"maps", "c:\n  «methodConfig:\n    - timeout: 1s»\n", kOne},
          {"the words of Spring",
           "grpc:\n  client:\n    a:\n      «method-config:\n        - timeout: 1s»\n",
           R"({"method-config":[{"timeout":"1s"}]})"},
          {"an argument of Kubernetes",
           "args:\n  - «--grpc-service-config={\"loadBalancingPolicy\":\"pick_first\"}»\n",
           R"({"loadBalancingPolicy":"pick_first"})"},
          {"a ConfigMap",
           "kind: ConfigMap\ndata:\n  config.json: «|-\n    "
           "{\"methodConfig\":[{\"timeout\":\"1s\"}]}»\n",
           kOne},
          {"two documents", "a: 1\n---\nc: «'{\"methodConfig\":[{\"timeout\":\"1s\"}]}'»\n", kOne},
      });
}

TEST(FindConfigsTest, Markdown) {
  Expect("markdown",
         std::vector<Form>{
             {"a fence of JSON", "# A\n```json\n«{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n»```\n",
              "{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n"},
             {"a fence without a word", "```\n«{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n»```\n",
              "{\"methodConfig\":[{\"timeout\":\"1s\"}]}\n"},
             {"a fence of Go", "```go\nc := «`{\"methodConfig\":[{\"timeout\":\"1s\"}]}`»\n```\n",
              kOne},
             {"a fence of YAML", "```yaml\nc: «'{\"methodConfig\":[{\"timeout\":\"1s\"}]}'»\n```\n",
              kOne},
             {"fences of tildes, indented", "- a\n  ~~~json\n«  {\"methodConfig\":[{}]}\n»  ~~~\n",
              "  {\"methodConfig\":[{}]}\n"},
             {"a text between fences is none", "{\"methodConfig\":[{}]}\n", ""},
         });
}

struct NoConfig {
  absl::string_view language;
  absl::string_view reason;
  absl::string_view code;
};

TEST(FindConfigsTest, OtherThings) {
  constexpr NoConfig kOthers[] = {
      {"typescript", "an interface",
       "interface ServiceConfig {\n  methodConfig: MethodConfig[];\n  loadBalancingConfig: "
       "LoadBalancingConfig[];\n  retryThrottling?: {maxTokens: number};\n}"},
      {"typescript", "a result of a method config",
       "return {methodConfig: {name: []}, pickInformation: {}, status: s, dynamicFilterFactories: "
       "[]};"},
      {"typescript", "a method config that is handed on",
       "return {methodConfig: matchingConfig, pickInformation: {}, status: 1};"},
      {"typescript", "a parameter",
       "function f(methodConfig: MethodConfig | null, timeout = 3) { return {methodConfig: "
       "methodConfig}; }"},
      {"go", "struct tags",
       "type C struct {\n\tMethodConfig []M `json:\"methodConfig\"`\n\tRetry *R "
       "`json:\"retryPolicy,omitempty\"`\n}"},
      {"go", "a parsed struct",
       "sc := &ServiceConfig{Methods: make(map[string]MethodConfig), retryThrottling: "
       "rsc.RetryThrottling}"},
      {"go", "a message", "return fmt.Errorf(\"invalid loadBalancingConfig: entry %v\", x)"},
      {"python", "the beginning of a text",
       "c = '{\"methodConfig\": [{\"timeout\": \"1s\"}'\nc += ']}'"},
      {"rust", "a quote at the end", "methodConfig '"},
      {"go", "a comment", "// {\"methodConfig\":[{}]}\n/* `{\"methodConfig\":[{}]}` */"},
      {"java", "a getter",
       "List<Map<String, ?>> m = getList(config, \"methodConfig\"); this.methodConfig = "
       "methodConfig;"},
      {"java", "generated code",
       "bitField0_ |= 0x1; methodConfig_ = java.util.Collections.emptyList(); if "
       "(methodConfigBuilder_ == null) { x(\"methodConfig\"); }"},
      {"python", "a protocol buffer",
       "_SERVICECONFIG = _descriptor.Descriptor(name='ServiceConfig', "
       "fields=[f(name='method_config', number=2, type=11)])"},
      {"python", "another library's retry",
       "config = {'retries': {'max_attempts': 10, 'mode': 'standard'}, 'timeout': 5, "
       "'service_config': {'region': 'a'}}"},
      {"python", "a keyword's default",
       "def f(service_config=None, method_config='x', timeout=3): pass"},
      {"javascript", "another system's retryPolicy",
       "const o = {retryPolicy: {initialInterval: '1s', maximumAttempts: 3}, startToCloseTimeout: "
       "'1m', serviceConfig: {a: 1}};"},
      {"yaml", "Envoy",
       "route:\n  timeout: 5s\n  retry_policy:\n    retry_on: 5xx\n    num_retries: "
       "3\nload_balancing_policy:\n  policies:\n  - typed_extension_config: {name: a}\n"},
      {"yaml", "an endpoint of Envoy",
       "endpoint:\n  address: {socketAddress: {portValue: 80}}\n  healthCheckConfig: {hostname: "
       "a.b}\n"},
      {"go", "an endpoint of Envoy",
       R"(e := map[string]any{"healthCheckConfig": map[string]any{"portValue": 80}})"},
      {"yaml", "Argo",
       "retryStrategy:\n  limit: 3\n  retryPolicy: Always\n  backoff: {duration: 1s}\n"},
      {"yaml", "a serviceConfig of another system",
       "serviceConfig:\n  timeoutSeconds: 60\n  availableMemory: 256M\n"},
      {"kotlin", "a class",
       "data class ServiceConfig(val methodConfig: List<MethodConfig>, val retryPolicy: "
       "RetryPolicy? = null)"},
      {"csharp", "an argument with a name", "new GrpcMethodInfo(scope, uri, methodConfig: null)"},
      {"kotlin", "a parameter that is empty by default",
       "fun f(config: Map<String, Any> = emptyMap()) = b.defaultServiceConfig(config)"},
      {"ruby", "a symbol", "attr_accessor :method_config, :timeout"},
      {"cpp", "a field", "if (it->first == \"methodConfig\") { method_config_ = it->second; }"},
      {"hcl", "another service_config",
       "service_config {\n  timeout_seconds = 60\n  environment = { A = \"b\" }\n}"},
  };
  for (const NoConfig& each : kOthers) {
    SCOPED_TRACE(each.reason);
    EXPECT_EQ(Texts(FindConfigs(each.code, *LanguageNamed(each.language))), "");
  }
}

TEST(FindConfigsTest, WhatCannotBeRead) {
  const struct {
    absl::string_view language;
    absl::string_view reason;
    absl::string_view code;
    absl::string_view calls;
  } rows[] = {
      {"go", "a parameter", "grpc.NewClient(a, grpc.WithDefaultServiceConfig(config))",
       "WithDefaultServiceConfig"},
      {"python", "an option that is set", "options['grpc.service_config'] = read()",
       "grpc.service_config"},
      {"kotlin", "maps of functions", "fun c() = mapOf(\"methodConfig\" to listOf(method()))",
       "methodConfig"},
      {"csharp", "a field of another object",
       "o.ServiceConfig = new ServiceConfig { MethodConfigs = { _method } };", "MethodConfigs"},
      {"java", "what nothing in the file shows", "builder.defaultServiceConfig(read(stream));",
       "defaultServiceConfig"},
      {"java", "what is shown",
       "Object c = Map.of(\"methodConfig\", List.of(m()));\nb.defaultServiceConfig(c);",
       "methodConfig"},
      {"cpp", "declarations",
       "void SetServiceConfigJSON(const std::string& json);\nvoid "
       "ChannelArguments::SetServiceConfigJSON(const std::string& json) {}",
       ""},
      {"java", "a getter", "return channel.defaultServiceConfig();", ""},
      {"cpp", "a function of another library", "config_(server_.ParseServiceConfig(config));", ""},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.reason);
    const SourceConfigs found = FindConfigs(row.code, *LanguageNamed(row.language));
    EXPECT_EQ(Texts(found), "");
    EXPECT_EQ(absl::StrJoin(found.unread, " ",
                            [](std::string* out, const UnreadConfig& unread) {
                              absl::StrAppend(out, unread.call);
                            }),
              row.calls);
  }
}

// A text stands in each place where it is used by name: a few kB would become hundreds of MB.
TEST(FindConfigsTest, ALongTextThatIsUsedOftenIsNotWrittenOutEachTime) {
  constexpr size_t kUses = 2000;
  const std::string text(20'000, 'a');
  std::string names;
  std::string aliases;
  for (size_t i = 0; i < kUses; ++i) {
    absl::StrAppend(&names, "x, ");
    absl::StrAppend(&aliases, "*x, ");
  }
  const struct {
    absl::string_view language;
    std::string code;
  } rows[] = {
      {"python", absl::StrCat("x = '", text, "'\nc = {'methodConfig': [", names, "]}\n")},
      {"yaml", absl::StrCat("x: &x ", text, "\nc: {methodConfig: [", aliases, "]}\n")},
  };
  for (const auto& row : rows) {
    EXPECT_LT(Texts(FindConfigs(row.code, *LanguageNamed(row.language))).size(), 2'000'000)
        << row.language;
  }
}

}  // namespace
}  // namespace grpcfg
