// Texts that are not JSON, or that something else is mixed into: what they are is the one finding,
// and no fix touches them. Made of our own configs, with a fixed seed.
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "rules/families.h"
#include "schema/json/foreign_format.h"
#include "tests/expected_file.h"
#include "tests/rules/fixture_files.h"
#include "tests/rules/mutant.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

constexpr uint32_t kSeed = 39;
constexpr int kTextsPerForm = 8;
constexpr int kCuts = 1000;
constexpr int kMutants = 4000;

using Random = std::mt19937;

// Where a form stands in a config.
enum class Place : uint8_t {
  kAround,  // the whole text is made of it
  kLines,   // before a line, and `after` after it
  kValue,   // in place of a string, a number or a word
};

// In `kAround` a word with `%` is the config: see MadeOf. In `kLines` `%line` is the line.
struct Form {
  absl::string_view format;  // RE2: what it is called
  Place place;
  absl::string_view text;
  absl::string_view after = {};
};

constexpr absl::string_view kHelm = "a (Helm|Go) template|a template with `\\{\\{ }}` in it";
constexpr absl::string_view kPlaceholders = "a template with placeholders";
constexpr absl::string_view kExcerpt = R"(an excerpt with `\.\.\.` for omitted parts)";
constexpr absl::string_view kConflict = "text with merge conflicts";

constexpr Form kForms[] = {
    // Helm and Go templates.
    {"a Helm template", Place::kValue, "{{ .Values.grpc.timeout }}"},
    {"a Helm template", Place::kValue, "{{ .Values.grpc.timeout | quote }}"},
    {"a Helm template", Place::kValue, "{{- .Values.codes | toJson -}}"},
    {"a Helm template", Place::kValue, R"({{ include "shop.timeout" . }})"},
    {"a Helm template", Place::kLines, "{{- if .Values.retry }}", "{{- end }}"},
    {"a Helm template", Place::kLines, "{{- if .Values.retry }}", "{{- else }}\n%line\n{{- end }}"},
    {"a Helm template", Place::kLines, "{{- with .Values.retry }}", "{{- end }}"},
    {"a Helm template", Place::kLines, "{{- range $i, $name := .Values.names }}", "{{- end }}"},
    {"a Helm template", Place::kLines, R"({{- include "shop.retry" . | nindent 4 }})"},
    {"a Helm template", Place::kLines, "{{- /* retries */}}", "{{- if .Values.x }},{{ end }}"},
    {kHelm, Place::kAround, "{{- define \"shop.config\" -}}\n%config\n{{- end -}}\n"},
    {"a Helm template", Place::kAround, "{{- if .Values.retry }}\n%config\n{{- end }}\n"},
    {"a Helm template", Place::kAround, "{{ .Values.serviceConfig | toPrettyJson }}\n"},
    {"a Go template", Place::kValue, "{{ .Timeout }}"},
    {"text with a line of prose in it", Place::kLines, "TODO ask the team"},
    {"text with a line of prose in it", Place::kLines, "FIXME: not agreed yet."},
    {"YAML", Place::kLines, "<<: *shop_defaults,"},
    {"JavaScript source code", Place::kValue, "`${seconds}s`"},
    {"a Go template", Place::kValue, "{{printf \"%q\" .Timeout}}"},
    {"a Go template", Place::kLines, "{{ range .Services }}", "{{ end }}"},
    {"a Go template", Place::kLines, "{{if .Retry}}", "{{end}}"},
    {"a Go template", Place::kAround, "{{with .Config}}%config{{end}}"},
    {"a template with `\\{\\{ }}` in it", Place::kValue, "{{timeout}}"},
    {"a template with `\\{\\{ }}` in it", Place::kValue, "{{{timeout}}}"},
    {"a template with `\\{\\{ }}` in it", Place::kLines, "{{#retry}}", "{{/retry}}"},
    {"a template with `\\{\\{ }}` in it", Place::kLines, "{{^last}}", "{{/last}}"},
    {"a template with `\\{\\{ }}` in it", Place::kLines, "{{> retry}}"},
    {"a template with `\\{\\{ }}` in it", Place::kLines, "{{!-- retries --}}"},
    // Jinja, which Ansible and Salt take too.
    {"a Jinja template", Place::kValue, "{{ timeout | tojson }}"},
    {"a Jinja template", Place::kValue, "{{ timeout | default('5s') }}"},
    {"a Jinja template", Place::kValue, R"({% if x %}"5s"{% else %}"6s"{% endif %})"},
    {"a Jinja template", Place::kLines, "{% if retry %}", "{% endif %}"},
    {"a Jinja template", Place::kLines, "{%- for name in names %}", "{%- endfor %}"},
    {"a Jinja template", Place::kLines, "{# retries #}"},
    {"a Jinja template", Place::kLines, "{% include 'retry.json' %}"},
    {"a Jinja template", Place::kAround, "{% set timeout = '5s' %}\n%config\n"},
    {"a Jinja template", Place::kAround, "{# the shop #}\n%config\n"},
    {"a Jinja template", Place::kAround, "{{ service_config | to_nice_json }}\n"},
    {"an ERB template", Place::kValue, "<%= timeout %>"},
    {"an ERB template", Place::kLines, "<% if retry %>", "<% end %>"},
    // Terraform.
    {"Terraform \\(HCL\\)", Place::kValue, "var.timeout"},
    {"Terraform \\(HCL\\)", Place::kValue, "jsonencode(var.timeout)"},
    {"Terraform \\(HCL\\)", Place::kValue, "\"${var.timeout}s\" ? local.a : local.b"},
    {"Terraform \\(HCL\\)|a template with placeholders", Place::kValue, "${var.timeout}"},
    {"Terraform \\(HCL\\)|a template with placeholders", Place::kValue, "${jsonencode(timeout)}"},
    {"Terraform \\(HCL\\)", Place::kLines, "%{ if retry }", "%{ endif }"},
    {"Terraform \\(HCL\\)", Place::kLines, "%{ for name in names ~}", "%{ endfor ~}"},
    {"Terraform \\(HCL\\)", Place::kAround, "locals {\n  config = <<-EOT\n%config\n  EOT\n}\n"},
    {"Terraform \\(HCL\\)", Place::kAround,
     "resource \"aws_ssm_parameter\" \"x\" {\n  value = jsonencode(%hcl)\n}\n"},
    {"Terraform \\(HCL\\)", Place::kAround,
     "module \"shop\" {\n  source = \"./shop\"\n  value  = \"%string\"\n}\n"},
    {"Terraform \\(HCL\\)", Place::kAround, "service_config = jsonencode(%hcl)\n"},
    {"Terraform \\(HCL\\)", Place::kAround, "service_config = <<EOF\n%config\nEOF\n"},
    {"HCL, Dhall or the like", Place::kAround, "%hcl\n"},
    {"Terraform \\(HCL\\)", Place::kAround, "jsonencode(%config)\n"},
    // Jsonnet and CUE.
    {"Jsonnet", Place::kAround, "local timeout = '5s';\n%config\n"},
    {"Jsonnet", Place::kAround, "local shop = import 'shop.libsonnet';\nshop + %keys\n"},
    {"Jsonnet", Place::kAround, "(import 'base.libsonnet') + %config\n"},
    {"Jsonnet", Place::kAround, "// The shop.\nfunction(timeout='5s') %keys\n"},
    {"Jsonnet", Place::kAround, "std.manifestJson(%keys)\n"},
    {"Jsonnet", Place::kValue, "std.format('%ss', 5)"},
    {"Jsonnet", Place::kValue, "self.timeout"},
    {"Jsonnet", Place::kValue, "[x for x in std.range(1, 3)]"},
    {"Jsonnet", Place::kValue, "super.timeout + 's'"},
    {"CUE", Place::kAround, "package shop\n\n#Config: %config\n"},
    {"CUE", Place::kAround, "import \"strings\"\n\nconfig: %keys\n"},
    {"CUE", Place::kAround, "#Duration: =~\"^[0-9]+s$\"\n%members\n"},
    {"CUE", Place::kValue, "*\"5s\" | string"},
    {"CUE", Place::kValue, "string | *\"5s\""},
    {"CUE", Place::kValue, "=~\"^[0-9]+s$\""},
    {"CUE", Place::kValue, "int & >=2 & <=5"},
    {"CUE", Place::kValue, "#Duration | \"5s\""},
    // What a shell, CMake, a pipeline or a person puts in.
    {kPlaceholders, Place::kValue, "${TIMEOUT}"},
    {kPlaceholders, Place::kValue, "${TIMEOUT:-\"5s\"}"},
    {kPlaceholders, Place::kValue, "${timeout}"},
    {kPlaceholders, Place::kValue, "$TIMEOUT"},
    {kPlaceholders, Place::kValue, "$timeout"},
    {kPlaceholders, Place::kValue, "$(TIMEOUT)"},
    {kPlaceholders, Place::kValue, "$(cat timeout)"},
    {kPlaceholders, Place::kValue, "$$TIMEOUT$$"},
    {kPlaceholders, Place::kValue, "@TIMEOUT@"},
    {kPlaceholders, Place::kValue, "@timeout.of.shop@"},
    {kPlaceholders, Place::kValue, "#{Timeout}"},
    {kPlaceholders, Place::kValue, "#{Timeout}#"},
    {kPlaceholders, Place::kValue, "<TIMEOUT>"},
    {kPlaceholders, Place::kValue, "<your timeout>"},
    {kPlaceholders, Place::kValue, "<timeout-in-seconds>"},
    {kPlaceholders, Place::kValue, "__TIMEOUT__"},
    {kPlaceholders, Place::kValue, "%TIMEOUT%"},
    {kPlaceholders, Place::kValue, "%timeout%"},
    {kPlaceholders, Place::kValue, "((timeout))"},
    {kPlaceholders, Place::kValue, "[[ .timeout ]]"},
    {kPlaceholders, Place::kValue, "%s"},
    {kPlaceholders, Place::kValue, "%d"},
    {kPlaceholders, Place::kValue, "%(timeout)s"},
    {kExcerpt, Place::kValue, "..."},
    {kExcerpt, Place::kLines, "..."},
    {kPlaceholders, Place::kLines, "${RETRY_POLICY}"},
    {kPlaceholders, Place::kLines, "@RETRY_POLICY@,"},
    {kPlaceholders, Place::kLines, "<RETRY_POLICY>"},
    // Conflicts and diffs.
    {kConflict, Place::kLines, "<<<<<<< HEAD", "=======\n%line\n>>>>>>> topic"},
    {kConflict, Place::kLines, "<<<<<<< HEAD", "=======\n>>>>>>> 1a2b3c4 (Raise the timeout)"},
    {kConflict, Place::kLines, "<<<<<<< HEAD\n=======", ">>>>>>> topic"},
    {kConflict, Place::kLines, "<<<<<<< ours",
     "||||||| base\n%line\n=======\n%line\n>>>>>>> theirs"},
    {kConflict, Place::kLines, "<<<<<<< ours", "||||||| 1a2b3c4\n=======\n%line\n>>>>>>> theirs"},
    {kConflict, Place::kAround, "<<<<<<< HEAD\n%config\n=======\n%config\n>>>>>>> topic\n"},
    {kConflict, Place::kLines, "<<<<<<<", "=======\n%line\n>>>>>>>"},
    {"a diff", Place::kAround, "--- a/config.json\n+++ b/config.json\n@@ -1,9 +1,9 @@\n%diff"},
    {"a diff", Place::kAround,
     "diff --git a/x.json b/x.json\nindex 1a2b3c4..5d6e7f8 100644\n--- a/x.json\n+++ b/x.json\n"
     "@@ -1,9 +1,9 @@\n%diff"},
    {"a diff", Place::kAround, "Index: x.json\n=====\n--- x.json\t(revision 1)\n+++ x.json\n%diff"},
    {"a diff", Place::kAround, "@@ -1,9 +1,9 @@ methodConfig\n%diff"},
    {"a diff", Place::kAround, "%diff"},
    {"a diff", Place::kLines, "@@ -3,7 +3,7 @@"},
    {"a Git LFS pointer", Place::kAround,
     "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n"},
    {kConflict, Place::kLines, "  <<<<<<< HEAD", "  =======\n%line\n  >>>>>>> topic"},
    {kConflict, Place::kLines, ">>>> ORIGINAL //shop/x.json#1",
     "==== THEIRS //shop/x.json#2\n%line\n==== YOURS //ws/x.json\n%line\n<<<<"},
    {"a diff", Place::kAround, "7c7\n< %one\n---\n> %one\n"},
    {"a diff", Place::kAround, "*** x.json\n--- x.json\n***************\n*** 1,9 ****\n%config\n"},
    // Directives that are like comments, or of other templates.
    {"text for the C preprocessor", Place::kLines, "#ifdef RETRY", "#endif"},
    {"text for the C preprocessor", Place::kLines, "#if RETRY > 1", "#else\n%line\n#endif"},
    {"text for the C preprocessor", Place::kLines, "#include \"retry.json\""},
    {"text for the C preprocessor", Place::kAround, "#define TIMEOUT \"5s\"\n%config\n"},
    {"a Velocity template", Place::kLines, "#if ($retry)", "#end"},
    {"a Velocity template", Place::kLines, "#foreach($name in $names)", "#end"},
    {"a Velocity template", Place::kLines, "#set($timeout = \"5s\")"},
    {"text with directives in its comments", Place::kLines, "// @if RETRY", "// @endif"},
    {"text with directives in its comments", Place::kLines, "/* @include retry.json */"},
    {"text with directives in its comments", Place::kLines, "//#ifdef RETRY", "//#endif"},
    {"text with directives in its comments", Place::kLines, "# {{#if retry}}", "# {{/if}}"},
    {"a ytt template", Place::kLines, "#@ if retry:", "#@ end"},
    {"a FreeMarker template", Place::kLines, "<#if retry>", "</#if>"},
    {"a FreeMarker template", Place::kLines, "[#list names as name]", "[/#list]"},
    {"a Mako template", Place::kLines, "% if retry:", "% endif"},
    {"a Mako template", Place::kLines, "  % for name in names:", "  % endfor"},
    {"a template with `@` before its directives", Place::kLines, "@if ($retry)", "@endif"},
    {"a Smarty template", Place::kLines, "{if $retry}", "{/if}"},
    {"a Smarty template", Place::kValue, "{$timeout}"},
    {"JavaScript source code", Place::kValue, "require('./timeout')"},
    {"text with terminal colours", Place::kValue, "\x1b[0;32m\"5s\"\x1b[0m"},
    {"text with HTML comments", Place::kLines, "<!-- the shop -->"},
    {"a web response with the prefix `\\)\\]}'`", Place::kAround, ")]}'\n%config\n"},
    {"an HTTP message", Place::kAround, "HTTP/1.1 200 OK\r\nServer: x\r\n\r\n%config\n"},
    {"a message with headers", Place::kAround, "From: a@b.example\nSubject: x\n\n%config\n"},
    {"the output of `kubectl describe`", Place::kAround,
     "Name:   shop\nNamespace:  x\n\nData\n====\nconfig.json:\n----\n%config\n"},
    // Text that is encoded.
    {"base64", Place::kAround, "%base64"},
    {"URL-encoded text", Place::kAround, "%url"},
    {"JSON that is escaped for a string", Place::kAround, "%string"},
    {"HTML-escaped text", Place::kAround, "%html"},
    {"HTML-escaped text", Place::kValue, "&quot;5s&quot;"},
    {"HTML-escaped text", Place::kValue, "&#34;5s&#34;"},
    {"XML or HTML", Place::kAround, "<pre><code>%html</code></pre>\n"},
    {"XML or HTML", Place::kAround, "<!DOCTYPE html>\n<html><body>502</body></html>\n"},
    {"XML or HTML", Place::kAround, "<config><![CDATA[%config]]></config>\n"},
    // Other formats for data.
    {"YAML", Place::kAround, "%yaml"},
    {"YAML", Place::kAround, "# The shop.\n---\nserviceConfig:\n%yaml"},
    {"YAML", Place::kAround, "grpc:\n  service_config: |\n%config\n"},
    {"YAML", Place::kAround, "grpc:\n  service_config: '%config'\n"},
    {"YAML", Place::kAround, "service_config: >-\n%config\n"},
    {"a properties or \\.env file", Place::kAround, "grpc.service-config=%one\n"},
    {"SQL", Place::kAround, "INSERT INTO configs VALUES (5, '%one');\n"},
    {"Perl source code", Place::kAround, "%perl\n"},
    {"YAML", Place::kAround, "---\n%config\n"},
    {"YAML", Place::kAround, "%YAML 1.2\n---\n%config\n"},
    {"a Kubernetes manifest", Place::kAround,
     "apiVersion: v1\nkind: ConfigMap\ndata:\n  config.json: |\n%config\n"},
    {"TOML", Place::kAround, "[grpc]\nservice_config = '''\n%config\n'''\n"},
    {"TOML", Place::kAround, "service_config = '''\n%config\n'''\n"},
    // Programs with a config in a string.
    {"(Go )?source code", Place::kAround, "package main\n\nconst config = `\n%config\n`\n"},
    {"Python source code", Place::kAround, "SERVICE_CONFIG = %config\n"},
    {"Python source code", Place::kAround, "OPTIONS = [\n  ('a', %config),\n]\n"},
    {"Python source code", Place::kAround, "r\"\"\"%config\"\"\"\n"},
    {"Python source code", Place::kValue, "f\"{timeout}s\""},
    {"Python source code", Place::kValue, "[{'a': x} for x in shops]"},
    {"source code, HCL or the like", Place::kAround, "options = %config\n"},
    {"source code", Place::kAround, "return %config;\n"},
    {"source code", Place::kAround, "(%config)\n"},
    {"(Go )?source code", Place::kAround, "const config = `\n%config\n`\n"},
    {"(Go )?source code", Place::kAround, "var serviceConfig = `%config`\n"},
    {"(Go )?source code", Place::kAround, "config := `%config`\n"},
    {"(Go )?source code", Place::kAround, "grpc.WithDefaultServiceConfig(`%config`)\n"},
    {"(Go )?source code", Place::kAround, "func dial() {\n\tconfig := \"%string\"\n}\n"},
    {"(Java )?source code", Place::kAround,
     "package shop;\n\nclass Shop {\n  String config = \"%string\";\n}\n"},
    {"(Java )?source code", Place::kAround,
     "public final class Shop {\n  static final String CONFIG = \"\"\"\n%config\n\"\"\";\n}\n"},
    {"(Java )?source code", Place::kAround, "String config = \"%string\";\n"},
    {"(Java )?source code", Place::kAround, "private static final String CONFIG = \"%string\";\n"},
    {"(Java )?source code", Place::kAround, "Map<String, ?> config = Map.of(\"a\", 1);\n"},
    {"(C# )?source code", Place::kAround, "using Grpc.Net.Client;\n\nvar config = \"%string\";\n"},
    {"(C# )?source code", Place::kAround, "namespace Shop;\nconst string C = @\"%config\";\n"},
    {"(C# )?source code", Place::kAround, "string config = \"%string\";\n"},
    {"(C\\+\\+ )?source code", Place::kAround,
     "#include <string>\n\nconst char* c = \"%string\";\n"},
    {"(C\\+\\+ )?source code", Place::kAround, "constexpr char kConfig[] = R\"(%config)\";\n"},
    {"(C\\+\\+ )?source code", Place::kAround, "const char* config = \"%string\";\n"},
    {"(C\\+\\+ )?source code", Place::kAround, "args.SetServiceConfigJSON(\"%string\");\n"},
    {"(Python )?source code", Place::kAround, "import json\n\nCONFIG = json.dumps(%config)\n"},
    {"Python source code|TOML", Place::kAround, "CONFIG = \"\"\"\n%config\n\"\"\"\n"},
    {"(Python )?source code", Place::kAround, "service_config = json.dumps(%config)\n"},
    {"(Python )?source code", Place::kAround, "def channel():\n    config = '%config'\n"},
    {"(JavaScript )?source code", Place::kAround, "const config = JSON.stringify(%config);\n"},
    {"(JavaScript )?source code", Place::kAround, "export default %keys;\n"},
    {"(JavaScript )?source code", Place::kAround, "module.exports = %keys;\n"},
    {"(JavaScript )?source code", Place::kAround, "JSON.stringify(%keys)\n"},
    {"a shell script", Place::kAround, "#!/bin/sh\ncat > x.json <<EOF\n%config\nEOF\n"},
    {"a shell script", Place::kAround, "cat > x.json <<EOF\n%config\nEOF\n"},
    {"a shell script", Place::kAround, "$ cat x.json\n%config\n"},
    {"a shell script", Place::kAround, "export GRPC_SERVICE_CONFIG='%config'\n"},
    {"a shell script", Place::kAround, "GRPC_SERVICE_CONFIG='%config'\n"},
    // Pages and logs.
    {"Markdown", Place::kAround, "# Retries\n\nThe shop retries.\n\n```json\n%config\n```\n"},
    {"Markdown", Place::kAround, "```json\n%config\n```\n"},
    {"Markdown", Place::kAround, "The config of the shop:\n\n```json\n%config\n```\n"},
    {"Markdown", Place::kAround, "- The config:\n  ```\n%config\n  ```\n"},
    {"a log", Place::kAround, "2026-01-02T10:00:00.123Z INFO shop: config %one\n"},
    {"a log", Place::kAround, "2026-01-02 10:00:00,123 [main] DEBUG shop - %one\n"},
    {"a log", Place::kAround, "2026/01/02 10:00:00 INFO: [core] Channel switches to %one\n"},
    {"a log", Place::kAround, "I0102 10:00:00.123456 1234 client_channel.cc:12] config: %one\n"},
    {"a log", Place::kAround, "E1129 10:00:00.1 1 x.cc:12] a\nI1129 10:00:00.1 1 x.cc:12] %one\n"},
    {"a log", Place::kAround, "Jan  2 10:00:00 host shop[12]: config=%one\n"},
    {"a log", Place::kAround, "[2026-01-02 10:00:00] ERROR %one\n"},
    {"a log", Place::kAround, "time=\"2026-01-02T10:00:00Z\" level=info msg=\"%string\"\n"},
    {"a log", Place::kAround, "INFO: config %one\n"},
};

// The part of `config` between its braces.
absl::string_view Members(absl::string_view config) {
  const size_t begin = config.find('{') + 1;
  return config.substr(begin, config.rfind('}') - begin);
}

std::string WithKeys(const std::string& config, absl::string_view rewrite) {
  std::string made = config;
  RE2::GlobalReplace(&made, R"re("(\w+)"\s*:)re", re2::StringPiece(rewrite.data(), rewrite.size()));
  return made;
}

std::string UrlEncoded(absl::string_view config) {
  return absl::StrReplaceAll(config, {{"{", "%7B"}, {"}", "%7D"}, {"\"", "%22"}, {"\n", "%0A"}});
}

std::string Diff(absl::string_view config) {
  std::string made;
  const std::vector<std::string> lines = absl::StrSplit(config, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool is_changed = i == lines.size() / 2;
    absl::StrAppend(&made, is_changed ? "-" : " ", lines[i], "\n",
                    is_changed ? absl::StrCat("+", lines[i], "\n") : "");
  }
  return made;
}

// The value as block YAML.
void AppendYaml(const JsonTree& tree, NodeId value, const std::string& indent, std::string& yaml) {
  if (tree.kind(value) == JsonKind::kObject && tree.node(value).next > value + 1) {
    tree.ForEachMember(value, [&](const JsonMember& member) {
      absl::StrAppend(&yaml, "\n", indent, tree.Text(member.key), ":");
      AppendYaml(tree, member.value, indent + "  ", yaml);
    });
  } else if (tree.kind(value) == JsonKind::kArray && tree.node(value).next > value + 1) {
    tree.ForEachElement(value, [&](NodeId element) {
      absl::StrAppend(&yaml, "\n", indent, "-");
      AppendYaml(tree, element, indent + "  ", yaml);
    });
  } else {
    absl::StrAppend(&yaml, " ", Slice(tree.text(), tree.span(value)));
  }
}

std::string Yaml(absl::string_view config) {
  std::string yaml;
  AppendYaml(ParseJson(config), JsonTree::kRoot, "", yaml);
  return absl::StrCat(absl::StripLeadingAsciiWhitespace(yaml), "\n");
}

std::string MadeOf(absl::string_view form, const std::string& config) {
  return absl::StrReplaceAll(
      form, {{"%config", config},
             {"%one", absl::StrReplaceAll(config, {{"\n", ""}})},
             {"%string", absl::CEscape(config)},
             {"%base64", absl::Base64Escape(config)},
             {"%url", UrlEncoded(config)},
             {"%members", Members(config)},
             {"%keys", WithKeys(config, R"(\1:)")},
             {"%perl", WithKeys(config, R"(\1 =>)")},
             {"%hcl", absl::StrReplaceAll(WithKeys(config, R"(\1 =)"), {{",\n", "\n"}})},
             {"%diff", Diff(config)},
             {"%html", absl::StrReplaceAll(config, {{"\"", "&quot;"}})},
             {"%yaml", Yaml(config)}});
}

std::string BetweenLines(const Form& form, const std::string& config, Random& random) {
  std::vector<std::string> lines = absl::StrSplit(config, '\n');
  const size_t at = 1 + random() % (lines.size() - 3);
  const std::string line = lines[at];
  lines[at] = absl::StrCat(form.text, "\n", line);
  if (!form.after.empty()) {
    absl::StrAppend(&lines[at], "\n", absl::StrReplaceAll(form.after, {{"%line", line}}));
  }
  return absl::StrJoin(lines, "\n");
}

std::string InPlaceOfValue(const Form& form, const std::string& config, Random& random) {
  const JsonTree tree = ParseJson(config);
  for (;;) {
    const auto node = static_cast<NodeId>(random() % tree.size());
    if (IsContainer(tree.kind(node)) || tree.kind(node) == JsonKind::kKey) continue;
    const Span span = tree.span(node);
    return absl::StrCat(config.substr(0, span.begin), form.text, config.substr(span.end));
  }
}

std::string Made(const Form& form, const std::string& config, Random& random) {
  if (form.place == Place::kAround) return MadeOf(form.text, config);
  if (form.place == Place::kLines) return BetweenLines(form, config, random);
  return InPlaceOfValue(form, config, random);
}

// The configs among the fixtures that are JSON, written in several lines.
std::vector<std::string> Configs() {
  constexpr size_t kLines = 5;
  std::vector<std::string> configs;
  for (const std::string& path : FixtureFiles(kConfigExtensions)) {
    std::string text(absl::StripAsciiWhitespace(ReadWhole(path)));
    const Document document = ParseFixture(path, text);
    const bool is_json = document.kind == DocumentKind::kConfig && document.tree.issues().empty();
    const auto breaks = static_cast<size_t>(absl::c_count(text, '\n'));
    if (is_json && breaks >= kLines) configs.push_back(std::move(text));
  }
  return configs;
}

class MixedFormatsTest : public testing::Test {
 protected:
  const std::vector<Target> targets_ = DefaultTargets();
  const CheckPlan plan_ = {targets_, AllRules()};

  void ExpectUntouched(const Document& document) const {
    for (const FixChoice choice : {FixChoice::kSafe, FixChoice::kAll}) {
      EXPECT_TRUE(FixDocument(document, plan_, choice).edits.empty()) << document.tree.text();
    }
  }
};

TEST_F(MixedFormatsTest, AreNamedAndLeftAlone) {
  const std::vector<std::string> configs = Configs();
  ASSERT_GT(configs.size(), 100U);
  Random random(kSeed);
  for (const Form& form : kForms) {
    SCOPED_TRACE(form.text);
    for (int i = 0; i < kTextsPerForm; ++i) {
      const std::string text = Made(form, configs[random() % configs.size()], random);
      const Document document = ParseDocumentByShape(text);
      const Report report = Validate(document, plan_);
      ASSERT_EQ(report.diagnostics.size(), 1U) << text;
      EXPECT_EQ(report.diagnostics[0].rule, "json-foreign-format") << text;
      EXPECT_TRUE(RE2::FullMatch(report.diagnostics[0].message,
                                 absl::StrCat("this is (", form.format, "), not JSON")))
          << report.diagnostics[0].message << "\n"
          << text;
      ExpectUntouched(document);
    }
  }
}

// Broken JSON is broken JSON.
TEST_F(MixedFormatsTest, MistakesMakeNoOtherFormat) {
  Mutation mutation(kSeed);
  const std::vector<std::string> configs = Configs();
  for (int i = 0; i < kMutants; ++i) {
    const std::string text = mutation.Of(configs[mutation.Below(configs.size())]);
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    EXPECT_TRUE(document.mark.empty()) << FormatOf(document.tree).name << "\n" << text;
    EXPECT_EQ(FindForeignFormat(text), nullptr) << text;
  }
}

// A text that ends too early stays as it is: it is unknown what was cut off.
TEST_F(MixedFormatsTest, HalfWrittenTextsAreLeftAlone) {
  Random random(kSeed);
  const std::vector<std::string> configs = Configs();
  for (int i = 0; i < kCuts; ++i) {
    const std::string& whole = configs[random() % configs.size()];
    const std::string text = whole.substr(0, 1 + random() % (whole.size() - 1));
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    EXPECT_GE(Validate(document, plan_).Count(Severity::kError), 1U) << text;
    ExpectUntouched(document);
  }
}

constexpr absl::string_view kWhole[] = {
    R"({
  "loadBalancingConfig": [{"weighted_round_robin": {"blackoutPeriod": "10s"}}, {"round_robin": {}}],
  "healthCheckConfig": {"serviceName": "warehouse.v2.Stock"}
}
)",
    R"({"methodConfig": [
  {"name": [{"service": "warehouse.v2.Stock", "method": "Count"}], "waitForReady": false,
   "timeout": "12s", "maxRequestMessageBytes": 4096,
   "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.2s", "maxBackoff": "2s",
                   "backoffMultiplier": 1.5, "retryableStatusCodes": ["UNAVAILABLE", "ABORTED"]}},
  {"name": [{"service": "warehouse.v2.Stock"}], "timeout": "40s"}],
 "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}
)",
    R"([{"clientLanguage": ["go", "C++"], "percentage": 20, "clientHostname": ["host\u002d1"],
  "serviceConfig": {"loadBalancingPolicy": "round_robin", "methodConfig": []}},
 {"serviceConfig": {"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": true}}]}}]
)"};

// The end comes too early, wherever: that is all that is wrong.
TEST_F(MixedFormatsTest, EveryCutIsOneFinding) {
  for (const absl::string_view whole : kWhole) {
    const size_t end = whole.find_last_of("}]");
    for (size_t size = 1; size < end; ++size) {
      const std::string text(whole.substr(0, size));
      const Report report = Validate(ParseDocumentByShape(text), plan_);
      ASSERT_EQ(report.diagnostics.size(), 1U) << text;
      EXPECT_EQ(report.diagnostics[0].rule, "json-unclosed") << text;
    }
  }
}

// One bracket too many, too few or of another kind, or a part out of the middle: one finding, and
// no fix that moves or renames a key.
TEST_F(MixedFormatsTest, BracketsThatDoNotMatchAreOneFinding) {
  constexpr absl::string_view kTexts[] = {
      R"({"loadBalancingConfig":[{"pick_first":{}}],"methodCon":[{}],"timeout":"7s"}]})",
      R"({"methodConfig":[{"name":[{}],"timeOut":"7s"}}]})",
      R"({"methodConfig":[{"name":[{}],"timeout":"7s"],"retryThrottling":{"maxToken":5}})",
      R"({"methodConfig":[{"name":[{"name":[{}],"timeout":"7s"}]})",
      R"({"method_config":[{"name":[{}],"timeout":"7s"}]]})",
      R"("name":[{}],"timeout":"7s"}]})",
      R"({"timeout":"7s"}]})",
      R"({"methodConfig":[{"name":[{}],"timeout":{seconds}}]})"};
  for (const absl::string_view text : kTexts) {
    const Document document = ParseDocumentByShape(text);
    EXPECT_EQ(ValidateWithFixes(document, plan_).diagnostics.size(), 1U) << text;
    const FixedDocument fixed = FixDocument(document, plan_, FixChoice::kAll);
    for (const TextEdit& edit : fixed.edits) {
      EXPECT_EQ(edit.text.find_first_not_of("{}[]"), std::string::npos) << fixed.text;
    }
    const Report after = Validate(ParseDocumentByShape(fixed.text), plan_);
    EXPECT_TRUE(fixed.edits.empty() || after.Count(Severity::kError) == 0) << fixed.text;
  }
}

// Java stops at the end of the config: what it makes of that is not lost.
TEST_F(MixedFormatsTest, WhoTakesTheTextBreaksByIt) {
  const Report report =
      Validate(ParseDocumentByShape(R"({"methodConfig":[{"name":[{}],"timeout":"0s"}]}})"),
               *ParseTargets("java"), AllRules());
  EXPECT_EQ(report.verdicts[0], Verdict::kBreaksCalls);
  EXPECT_EQ(report.Count(Severity::kError), 1U);
}

// What is right but for a bracket is fixed.
TEST_F(MixedFormatsTest, OneBracketTooManyIsRemoved) {
  const FixedDocument fixed =
      FixDocument(ParseDocumentByShape(R"({"methodConfig":[{"name":[{}],"timeout":"7s"}]}})"),
                  plan_, FixChoice::kAll);
  EXPECT_EQ(fixed.text, R"({"methodConfig":[{"name":[{}],"timeout":"7s"}]})");
}

// Its quotes and its words are of one cause, and are written together.
TEST_F(MixedFormatsTest, ADictOfPythonIsOneFinding) {
  const Document document = ParseDocumentByShape(
      "{'methodConfig': [{'name': [{'service': 'warehouse.v2.Stock'}],"
      " 'timeout': '7s', 'waitForReady': True}]}");
  EXPECT_EQ(ValidateWithFixes(document, plan_).Count(Severity::kError), 1U);
  const FixedDocument fixed = FixDocument(document, plan_, FixChoice::kAll);
  EXPECT_TRUE(IsJson(ParseJson(fixed.text))) << fixed.text;
}

// A field whose value is a bare word is not judged.
TEST_F(MixedFormatsTest, ABareWordIsOneFinding) {
  for (const absl::string_view text :
       {R"({"loadBalancingPolicy":pick_first})", R"({"healthCheckConfig":enabled})"}) {
    EXPECT_EQ(Validate(ParseDocumentByShape(text), plan_).diagnostics.size(), 1U) << text;
  }
}

// A string is JSON, whatever is in it: each value that was to be filled in is named as that.
TEST_F(MixedFormatsTest, TemplatesInStrings) {
  constexpr absl::string_view kConfig =
      R"({"methodConfig": [{"name": [{"service": "a.B"}], "waitForReady": %,
          "retryPolicy": {"maxAttempts": %, "initialBackoff": %, "maxBackoff": "1s",
            "backoffMultiplier": %, "retryableStatusCodes": [%]}}],
          "loadBalancingPolicy": %, "retryThrottling": {"maxTokens": %, "tokenRatio": %}})";
  for (const absl::string_view value :
       {"{{ .Values.x }}", "${X}", "$X", "%ds", "%v", "<x>", "<%= x %>", "@X@", "#{X}", "$(X)",
        "__X__", "%X%s", "{timeout}", "@{x}", "#X#", "((x))"}) {
    const std::string text = absl::StrReplaceAll(kConfig, {{"%", absl::StrCat("\"", value, "\"")}});
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    size_t templates = 0;
    for (const Diagnostic& error : Validate(document, plan_).diagnostics) {
      if (error.severity != Severity::kError) continue;
      EXPECT_TRUE(absl::EndsWith(error.message, ", an unfilled template")) << error.message;
      EXPECT_EQ(error.help.size(), 1U) << error.message;
      ++templates;
    }
    EXPECT_EQ(templates, 8U) << text;
    ExpectUntouched(document);
  }
}

TEST_F(MixedFormatsTest, TemplatesAsKeys) {
  for (const absl::string_view key : {"{{ timeout }}", "%TIMEOUT%", "((timeout))"}) {
    const std::string text = absl::StrCat(R"({"methodConfig": [{"name": [{"service": "a.B"}], ")",
                                          key, R"(": "5s", "waitForReady": true}]})");
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    const Report report = Validate(document, plan_);
    ASSERT_FALSE(report.diagnostics.empty()) << text;
    EXPECT_EQ(report.diagnostics[0].message,
              absl::StrCat("the key `", key, "` is an unfilled template"));
    ExpectUntouched(document);
  }
}

// Who writes one token so writes all of them so: one finding, and one fix.
TEST_F(MixedFormatsTest, TokensOfOtherLanguagesAreOneFinding) {
  constexpr absl::string_view kEntry =
      R"({"name": [{"service": "a.B"}], "timeout": "5s", "waitForReady": true})";
  const std::string config = absl::StrCat(R"({"methodConfig": [)", kEntry, "]}");
  const std::string broken[] = {
      WithKeys(config, R"(\1:)"),
      WithKeys(config, R"("\1" =)"),
      absl::StrReplaceAll(config, {{", ", " "}}),
      absl::StrReplaceAll(config, {{"\"", "'"}}),
  };
  for (const std::string& text : broken) {
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    EXPECT_EQ(Validate(document, plan_).Count(Severity::kError), 1U) << text;
    EXPECT_EQ(FixDocument(document, plan_, FixChoice::kAll).text.find("methodConfig"), 2U) << text;
    EXPECT_TRUE(IsJson(ParseJson(FixDocument(document, plan_, FixChoice::kAll).text))) << text;
  }
}

}  // namespace
}  // namespace grpcfg
