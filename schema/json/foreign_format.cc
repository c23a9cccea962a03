#include "schema/json/foreign_format.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "schema/json/json_tree_builder.h"

namespace grpcfg {
namespace {

// As much as is looked at: where a format begins, after a licence in a comment.
constexpr size_t kMostBytes = 4096;

constexpr size_t kMostGroups = 4;  // of the pattern of a mark

constexpr absl::string_view kBlank = " \t\r\n";

// What may stand before the first word.
constexpr absl::string_view kHashComments = R"((?:\s|#.*\n|---[ \t\r]*\n)*)";
constexpr absl::string_view kSlashComments = R"((?:\s|//.*\n|/\*(?s:.*?)\*/)*)";
constexpr absl::string_view kTerraformComments = R"((?:\s|#.*\n|//.*\n|/\*(?s:.*?)\*/)*)";
constexpr absl::string_view kSemicolonComments = R"((?:\s|;.*\n)*)";

constexpr absl::string_view kCheckTheConfigAlone =
    "put the config itself, which is JSON, into a file, or pipe it to `grpcfg check -`";

constexpr absl::string_view kResolve = "resolve them, then check again";

constexpr absl::string_view kApply = "apply it, and check the file that it changes";

constexpr absl::string_view kRunJsonnet = "check its output: `jsonnet FILE | grpcfg check -`";

constexpr absl::string_view kExport = "check its output: `cue export FILE | grpcfg check -`";

constexpr absl::string_view kRunPkl = "check its output: `pkl eval -f json FILE | grpcfg check -`";

constexpr absl::string_view kPrintJson =
    "print it as JSON: with `json.Marshal` in Go, with Gson or Jackson in Java";

constexpr absl::string_view kConvert =
    "clients read JSON only: convert it to JSON, then check and publish that";

// The more special before the more general.
constexpr ForeignFormat kFormats[] = {
    {"gzip data", "", R"(\x1f\x8b)", "decompress it first, with `gunzip`", ForeignKind::kPacked},
    {"base64", "", R"(e[yw][A-Za-z0-9+/\s]{8,}=*\s*$)", "decode it first, with `base64 -d`",
     ForeignKind::kPacked},
    {"URL-encoded text", "", "%7[Bb]", "decode it first", ForeignKind::kPacked},
    {"a Git LFS pointer", "", R"(version https://git-lfs\.github\.com/spec/)",
     "fetch the actual file with `git lfs pull`", ForeignKind::kPacked},
    {"PEM", "", "-----BEGIN [A-Z]", kCheckTheConfigAlone},
    {"a web response with the prefix `)]}'`", "", R"(\)\]\}')", "remove the first line"},
    {"an HTTP message", "",
     R"((?:[<>*] )?(?:HTTP/\d|(?:GET|HEAD|POST|PUT|PATCH|DELETE) \S+ HTTP/\d))",
     "check only its body"},
    {"a message with headers", "", R"((?:[A-Z][\w-]*:[ \t].*\r?\n)+\r?\n\s*[{\[])",
     "check only its body"},
    {"quoted mail", "", R"(>[> ]*[{\["].*\n>)", "remove the `>` before each line"},
    {"the output of `kubectl describe`", "", R"(Name:[ \t]+\S+\s*\nNamespace:[ \t])",
     kCheckTheConfigAlone},
    {"a Kubernetes manifest", kHashComments,
     R"(apiVersion:[ \t]*\S(?s:.*)\nkind:|kind:[ \t]*\S(?s:.*)\napiVersion:)",
     "check the config in it: of a ConfigMap `yq -r '.data[]' FILE | grpcfg check -`, of a flag "
     R"(`yq -r '.spec.template.spec.containers[].args[] | sub("^[^=]*="; "") | )"
     R"(select(test("^[{]"))' FILE | grpcfg check -`)",
     ForeignKind::kYaml},
    {"a diff", "",
     R"((?:Index: .*\r?\n=+\r?\n)?--- .*\n\+\+\+ |diff .*\n|From [0-9a-f]{40} |)"
     R"(\*{15}\s|\*\*\* .*\n(?:---|[ !*+-]) )",
     kApply},
    {"a shell script", "",
     R"re(#!|(?:export[ \t]+)?[A-Z_][A-Z0-9_]*=["'{$]|(?:cat|tee)[ \t].*<<|\$[ \t]+\w+|)re"
     R"re(curl[ \t]+\S|@echo\b|[\w.-]+@[\w.-]+:\S*[$#][ \t])re",
     kCheckTheConfigAlone},
    {"a log", "",
     R"re([DIWEF]\d{4}[ \t]\d\d:\d\d:\d\d|[A-Z][a-z][a-z][ \t]+\d+[ \t]\d\d:\d\d:\d\d|)re"
     R"re(time="\d{4}-|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b)re",
     kCheckTheConfigAlone},
    {"a listing with line numbers", "", R"([\w./-]+\.\w+[:-]\d+[:-])", "remove the numbers"},
    {"a DNS zone file", kSemicolonComments,
     // Types are words of other languages, too: `class A {`. So some of the data is required.
     R"re(\$(?:ORIGIN|TTL|INCLUDE|GENERATE)\s|[\w.*@-]+[ \t]+(?:\d+\w*[ \t]+)?)re"
     R"re((?:IN[ \t]+)?(?:(?:A|AAAA|MX|SRV)[ \t]+[\da-fA-F]*[\d:]|TXT[ \t]+(?:["(\\]|[^\s{]*=)|)re"
     R"re(SOA[ \t]+\S+[ \t]+\S+[ \t]+[(\d]|(?:NS|CNAME)[ \t]+[\w.@*\\-]+[ \t\r]*(?:;.*)?(?:\n|$)))re",
     "check its records with `grpcfg dns check`", ForeignKind::kZoneFile},
    {"a Dockerfile", kHashComments,
     R"((?:ARG[ \t].*\n\s*)*FROM[ \t]+\S.*\n(?s:.*\n)?(?:RUN|COPY|ADD|ENV|CMD|ENTRYPOINT|WORKDIR)[ \t])",
     kCheckTheConfigAlone},
    {"text quoted for a shell", "", R"(\\[{[]|\$'\s*(?:\\n)?\s*[{[])",
     "print it with `%s` in place of `%q`, or without its quotes"},
    {"Elixir source code", kHashComments, R"re(%(?:[A-Z]\w*)?\{\s*["':\w]+\s*(?:=>|:))re",
     kCheckTheConfigAlone},
    {"Rust source code", kSlashComments,
     R"re((?:(?:pub\s+)?(?:const|static|let(?:\s+mut)?)\s+\w+(?:\s*:[^=\n]+)?\s*=\s*)?)re"
     R"re((?:(?:serde_json::)?json!\s*[({[]|r#+"|Some\s*\())re",
     kCheckTheConfigAlone},
    {"a .proto file", kSlashComments,
     R"((?:syntax|edition)\s*=\s*["']|import\s+(?:public\s+)?"[^"]*\.proto"|)"
     R"(package\s+[\w.]+\s*;(?s:.*)\b(?:message|service)\s+\w+\s*\{)",
     "pass it with `--proto`, beside the config whose names it declares"},
    // A definition right after the imports.
    {"CUE", kSlashComments,
     R"re((?:package[ \t]+\w+[ \t\r]*\n|import[ \t]+(?:"[^"\n]*"|\([^)]*\))))re"
     R"re((?:\s|//.*\n|import[ \t]+(?:"[^"\n]*"|\([^)]*\)))*[#_]?\w+[?!]?:[ \t]|)re"
     R"re(#[A-Z]\w*:[ \t]*(?:\{|=~|(?:string|int|bool|number|float|bytes|close)\b))re",
     kExport},
    {"Pkl", kSlashComments,
     R"(amends[ \t]+"|module[ \t]+\w+(?:\.\w+)+[ \t\r]*\n|)"
     R"(\w+[ \t]*(?:=[ \t]*new(?:[ \t]+\w+)?[ \t]*)?\{\s*new[ \t]*(?:\w+[ \t]*)?\{)",
     kRunPkl},
    {"Kotlin or Scala source code", kSlashComments,
     R"(package[ \t]+\w+(?:\.\w+)+[ \t\r]*\n|)"
     R"((?:(?:package|import)[ \t]+[\w.]+(?:\.\*)?[ \t\r]*\n\s*)+(?s:.*\n)?[ \t]*)"
     R"((?:(?:private|internal|public|protected|override|suspend|data|case|sealed|implicit)[ \t]+)*)"
     R"((?:fun|val|object|trait)[ \t]+[\w<])",
     kCheckTheConfigAlone},
    {"Swift source code", kSlashComments,
     R"(import[ \t]+(?:Foundation|GRPC\w*)[ \t\r]*\n|)"
     R"((?:import[ \t]+[A-Z]\w*[ \t\r]*\n\s*)+(?s:.*\n)?[ \t]*)"
     R"((?:(?:public|private|static)[ \t]+)*(?:let|func|struct|extension|protocol)[ \t]+\w)",
     kCheckTheConfigAlone},
    {"Haskell source code", "",
     R"(module[ \t]+[A-Z][\w.]*[^\n]*\bwhere\b|import[ \t]+(?:qualified[ \t]+\w|[A-Z][\w.]*[ \t]*\())",
     kCheckTheConfigAlone},
    {"Go source code", kSlashComments, R"(package[ \t]+\w+[ \t\r]*(?://.*)?\n)",
     kCheckTheConfigAlone},
    {"Java source code", kSlashComments,
     R"((?:package|import(?:[ \t]+static)?)[ \t]+[\w.]+(?:\.\*)?;)", kCheckTheConfigAlone},
    {"C++ source code", kSlashComments, R"re(#[ \t]*(?:include|pragma|ifndef|ifdef)\b|R"\w*\()re",
     kCheckTheConfigAlone},
    {"Python source code", kHashComments,
     R"re((?:"""(?s:.*?)"""\s*)?(?:from[ \t]+[\w.]+[ \t]+import\b|)re"
     R"re(import[ \t]+[\w.]+(?:[ \t]+as[ \t]+\w+)?[ \t\r]*\n|)re"
     // A constant, what only Python has in a value, a string with a prefix.
     R"re([A-Z][A-Z0-9_]*[ \t]*=[ \t]*[\[{(]|)re"
     R"re([A-Za-z_][\w.]*[ \t]*=[ \t]*[\[{(](?s:.*)(?:\b(?:True|False|None)\b|'[^'\n]*')|)re"
     R"re((?:[bfru]|[BFRU]|[bf]r|r[bf])(?:"[^(]|')))re",
     kCheckTheConfigAlone},
    {"C# source code", kSlashComments,
     R"((?:using[ \t]+(?:static[ \t]+)?[A-Z][\w.]*;|namespace[ \t]+[A-Z]|)"
     R"(var[ \t]+\w+\s*=\s*new\s+[A-Z][\w.]*\s*[({]))",
     kCheckTheConfigAlone},
    {"Nix", kHashComments, R"(let\s(?s:.*);\s*in\s|builtins\.\w|with[ \t]+[\w.]+;|rec\s*\{)",
     kConvert},
    {"Dhall", "", R"(let\s(?s:.*)\n\s*in\s)",
     "check its output: `dhall-to-json --file FILE | grpcfg check -`"},
    {"PowerShell source code", "", R"re(\$\w+[ \t]*=[ \t]*@[{("']|@\{\s*["']?\w+["']?[ \t]*=)re",
     kCheckTheConfigAlone},
    {"JavaScript source code", kSlashComments,
     R"('use strict'|(?:const|let|var)\s+(?:[{\[]|[\w$]+\s*=\s*[^\s"'`])|import\b.*['"]|export\s|module\.exports\b)",
     kCheckTheConfigAlone},
    {"the output of the C preprocessor", "", R"(#[ \t]+\d+[ \t]+")",
     "omit its line markers with `cpp -P`"},
    {"Markdown", "",
     R"re(#{1,6}[ \t]+.*\n(?s:.*\n)?(?:```|~~~|#{1,6} |[A-Z][^\n:]* [^\n]*\.\n)|(?:```|~~~))re",
     kCheckTheConfigAlone},
    {"PHP source code", "", R"(<\?php\b)", kCheckTheConfigAlone},
    {"XML or HTML", "", R"((?i)<(?:\?xml|!doctype|!--|[a-z][\w:-]*[\s/>]))", kConvert},
    {"Terraform (HCL)", kTerraformComments,
     R"re((?:resource|data|variable|module|output|provider|check|run)[ \t]+"|)re"
     R"re((?:locals|terraform|import|moved|removed)[ \t]*\{|)re"
     R"re((?:[\w-]+[ \t]*=[ \t]*)?(?:(?:jsonencode|yamlencode|templatefile)\(|<<-?[A-Z]))re",
     kCheckTheConfigAlone, ForeignKind::kTerraform},
    {"Jsonnet", kSlashComments,
     R"re(local\s+\w+\s*[=(][^;]*;|\(?\s*import(?:str)?\s*'|\(\s*import\s*"|)re"
     R"re(function\s*\(|std\.\w+\()re",
     kRunJsonnet},
    {"Lua source code", "", R"(local\s+\w+\s*=|return\s*\{\s*\w+\s*=)", kCheckTheConfigAlone},
    // Blocks with an equals sign in the first of them.
    {"HCL or HOCON", kTerraformComments,
     R"((?:[\w.-]+(?:[ \t]+"[^"\n]*")*[ \t]*\{\s*)+[\w.-]+[ \t]*=[ \t])", kConvert},
    {"protobuf's text format", kHashComments, R"([a-z_]+[ \t]*:?[ \t]*\{\s*[a-z_]+[ \t]*[:{])",
     kConvert},
    {"TOML", kHashComments, R"([A-Za-z_][\w.-]*[ \t]+=[ \t]+(?:["'\d]|true|false|\[["'\d\]]))",
     kConvert},
    {"a Makefile", kHashComments,
     R"(\.PHONY:|[\w.%/-]+:(?:[ \t][^\n=]*)?\r?\n\t@?[a-z]+[ \t]+[^ \t:])", kCheckTheConfigAlone},
    {"YAML", "", R"((?:#.*\n|\s)*(?:%YAML[ \t]|---\s|-[ \t]+[\w.-]+:\s))", kConvert,
     ForeignKind::kYaml},
    // Keys without a comma, a bracket or a brace between them.
    {"YAML", kHashComments,
     R"((?:-[ \t]+)?[A-Za-z_][\w.-]*:(?:[ \t]*(?:#.*)?\r?\n(?:\s|#.*\n)*)"
     R"((?:-\s|["']?[A-Za-z_][\w.-]*["']?:(?:\s|$))|)"
     R"([ \t]+[^\s{\[,#][^\n,{\[]*\n\s*["']?[A-Za-z_][\w.-]*["']?:(?:\s|$)))",
     kConvert, ForeignKind::kYaml},
    {"YAML", kHashComments, R"([A-Za-z_][\w.-]*:[ \t]+[\[{](?s:.*)[\]}]\s*$)", kConvert,
     ForeignKind::kYaml},
    // A text in a string.
    {"YAML", kHashComments,
     R"([A-Za-z_][\w.-]*:[ \t]+(?:[|>][+-]?\d?[ \t]*(?:#.*)?\r?\n|'\s*[{\[]))", kConvert,
     ForeignKind::kYaml},
    {"Markdown", "", R"([A-Za-z*>-](?s:.*?)\n[ \t]*(?:```|~~~))", kCheckTheConfigAlone},
    {"SQL", "", R"((?i)(?:insert[ \t]+into|update[ \t]+\w+[ \t]+set|create[ \t]+table)\s)",
     kCheckTheConfigAlone},
    {"a value as Go prints it", "", R"(&?map\[|&\w*(?:\.\w+)?\{)", kPrintJson},
    {"a value as Java or Kotlin prints it", "", R"([A-Z]\w*[\[{]\w+=)", kPrintJson},
    {"source code, HCL or the like", kTerraformComments, R"([A-Za-z_]\w*[ \t]*=[ \t]*[\[{])",
     kCheckTheConfigAlone},
    // A definition, a declaration with a value, a value that is given or returned, a call, or a
    // call whose value is kept.
    {"source code", kSlashComments,
     R"re((?:(?:public|private|protected|internal|static|final|abstract|sealed|data|open|async|pub|export)\s+)*)re"
     R"re((?:(?:class|func|def|fn|fun|function|interface|enum|record|object|struct|void)\s+\w|@[A-Z]\w*[\s(]|)re"
     R"re([A-Za-z_][\w:.]*(?:<[^;={}]*>)?[*&?]*(?:\s+[*&]?[\w*&]+)+(?:\[\])?\s*=\s*[^=\s]|)re"
     R"re([$@]?[A-Za-z_][\w.]*\s*=\s*[\[{(]|return\s*[\[{(]|\(\s*[\[{]|)re"
     R"re((?:let|var|val|const)\s+\w+\s*:[^=\n]+=|(?:my|our)\s+[$%@]\w|require\s*['"]|[\w.]+\s*<-\s|)re"
     R"re(\w+\s*:=|(?:\w+\s*=\s*)?[A-Za-z_]\w*(?:(?:\.|->|::)\w+)*\())re",
     kCheckTheConfigAlone},
    {"an INI file", "", R"((?:;.*\n\s*)+\[[\w. -]+\][ \t\r]*\n)", kConvert},
    {"a properties or .env file", kHashComments,
     R"([A-Za-z_][\w-]*(?:\.[\w-]+)+[ \t]*=|[A-Z_][A-Z0-9_]*=[^\s=]|)"
     R"([A-Za-z_]\w*=[^\s=].*\n(?:#.*\n|\s)*[A-Za-z_]\w*=)",
     kCheckTheConfigAlone},
    {"CSV", "", R"([\w."-]+(?:[,;\t][\w."-]+)+\r?\n[^\n]*[^\s,;][,;\t][^\n])",
     kCheckTheConfigAlone},
    {"a program or a configuration", kHashComments,
     R"([A-Za-z][\w.-]*(?:[ \t]+\S+)?[ \t]*\{[ \t]*\r?\n\s*[A-Za-z])", kCheckTheConfigAlone},
    {"plain text", "", R"([A-Za-z][\w'-]*[,.:]?[ \t]+[A-Za-z(])", kCheckTheConfigAlone},
};

// A program or a manifest with them is none in its own language.
constexpr ForeignFormat kConflict = {"text with merge conflicts", "", "", kResolve};

constexpr absl::string_view kRender = "check its output: render it, then check that";

// No object in an object, which a brace too many makes.
constexpr absl::string_view kBraces = R"(\{\{-?\s*[^"'\s{}:,\[][^{}]*\}\})";

// Where a template fills in a value, in quotes or without.
constexpr absl::string_view kPlaceholder =
    R"(\$\{[^}]*\}|\$\([^)]*\)|\$\[[^\]]*\]|\$\$\w+\$\$|\$[A-Z_][A-Z0-9_]*\b|[@%!]\{[^{}"]*\}|)"
    R"(@{1,2}[A-Za-z_][\w.-]*@{1,2}|@\(\w+\)|%\(\w+\)[sd]|%[sdv]\b|%[A-Za-z]\w*%|\b__[A-Za-z]\w*__\b|)"
    R"(#\{/?[\w.]+(?:[ \t][^}"\n]*)?\}#?|#[A-Z][A-Z0-9_]*#|\(\([\w./-]+\)\))";

// The same in quotes, where more is sure to be no JSON.
constexpr absl::string_view kInQuotes =
    R"(|\{\{|\{%|<%|\$\{|%[sdv]|\{(?:[A-Za-z_][\w.]*|\d)\}|\[\[.*\]\]|^\$\w+$|^<.*>$)";

constexpr MixedFormat kMixed[] = {
    {"text with terminal colours",
     R"(\x1b\[[\d;]*[A-Za-z]|\^\[\[[\d;]*m|\[\d{1,3};\d{1,3}(?:;\d{1,3})*m)", "",
     "print it without colours, as with `jq -M`"},
    // Of Git and others, and of Perforce.
    {"text with merge conflicts",
     R"((?m)^[ \t]*(?:(?:<{7,}|>{7,}|\|{7,})(?: .*)?|={7,}|)"
     R"(>>>> ORIGINAL .*|==== (?:THEIRS|YOURS|BOTH)\b.*|<<<<)\r?$)",
     "", kResolve},
    {"a side-by-side diff", R"(\A\s*[{\[](?: {8,}| *\t[ \t]*)[{\[])",
     R"((?m)[ \t][|<>](?:[ \t].*)?$)", kApply},
    {"a diff", R"(\A\d+(?:,\d+)?[acd]\d+(?:,\d+)?\r?\n[<>] )", "", kApply},
    {"a diff",
     R"((?m)^(?:diff --git .*|--- .*\r?\n\+\+\+ .*|@@ -\d+(?:,\d+)? \+\d+.*|)"
     R"(-.*\r?\n\+.*|\+[ \t]*["{}\]].*)$)",
     "", kApply},
    {"an error message of a web server", R"(\A\s*[45]\d\d(: )[A-Z])", "", "fetch the file again"},
    {"HTML-escaped text", "&(?:[a-z]{2,8}|#x?[0-9A-Fa-f]{2,5});", "",
     "replace the entities with their characters, `&quot;` with a quote"},
    {"text with HTML comments", "<!--(?s:.*?)-->", "", "remove them"},
    {"JSON that is escaped for a string", R"([{\[,:]\s*((?:\\[nrt]\s*)*\\"))", R"(\A[^"]*\\")",
     R"(write `"` in place of `\"`)"},
    {"a FreeMarker template",
     R"(<#--|</?#[a-z]+\b[^>\n]*>|\[/?#(?:if|else|elseif|list|assign|macro|include|switch|ftl)\b[^\]\n]*\])",
     "", kRender},
    {"a Mako template",
     R"((?m)^[ \t]*%[ \t]*(?:if|elif|else|endif|for|endfor|while|endwhile)\b.*$|)"
     R"(</?%(?:def|page|inherit|include|block|namespace|call|text|doc)\b[^>]*>)",
     "", kRender},
    // Directives that begin like comments: who removes those changes what is made.
    {"text for the C preprocessor",
     R"(#[ \t]*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma|error)\b.*)",
     R"((?m)^[ \t]*#(?:define[ \t]+[A-Z_]{2}|[ \t]*(?:endif\b|ifn?def[ \t]+\w+[ \t\r]*$|)"
     R"(include[ \t]*["<])))",
     "check its output: `cpp -P FILE | grpcfg check -`"},
    {"a Velocity template",
     R"(#(?:if|elseif|foreach|set|macro|parse|include|evaluate|define)[ \t]*\(.*|)"
     R"(#\{?(?:end|else|stop|break)\b.*)",
     R"(#(?:if|elseif|foreach|set|macro)[ \t]*\([^\n]*\$|#macro[ \t]*\(|)"
     R"(#(?:parse|include|evaluate|define)[ \t]*\([ \t]*["'$])",
     kRender},
    {"a ytt template", "#@(?:[ \t/].*|$)", "", kRender},
    {"text with directives in its comments",
     R"((?://|/\*|#)[ \t]*(?:@(?:if|ifdef|ifndef|else|elif|elseif|endif|include|exclude|endexclude|)"
     R"(foreach|endfor|echo|extend)\b|#(?:if|ifdef|ifndef|else|elif|endif|include)\b|inject:|)"
     R"(endinject\b|=[ \t]*(?:require|include)|\{\{-?[ \t]*[#/^]?(?:if|else|end|each|range|with|unless)\b).*|)"
     R"(/\*[ \t]*(?:\{\{[^}]*\}\}|\$\{[^}]*\})[ \t]*\*/)",
     "", kRender},
    {"a template with `@` before its directives",
     R"((?m)^[ \t]*@(?:if|else|elseif|endif|foreach|endforeach|unless|endunless|for|endfor|include)\b.*$)",
     "", kRender},
    {"a template with doubled braces, as for Python's `str.format`", R"(\{\{\s*")",
     R"re(\{\{\s*"(?s:.*)\{\{\s*"(?s:.*)\}\}(?s:.*)\}\}\s*\z)re", kRender},
    {"a Jinja template", R"(\{%(?s:.*?)%\}|\{#(?s:.*?)#\}|\{\{-?\s*[^"'\s{}:,\[][^{}]*\}\})",
     R"(\{%|(?:^|[^{])\{#|\{\{[^}]*\|[ \t]*(?:tojson|to_json|to_nice_json|default[ \t]*\())",
     kRender},
    {"a Helm template", kBraces,
     R"(\{\{[^}]*(?:\.(?:Values|Release|Chart|Capabilities|Files)\b|\b(?:include|toYaml|nindent|tpl)\b))",
     "check its output: `helm template`, then check that"},
    {"a Go template", kBraces,
     R"(\{\{-?\s*(?:[.$]|/\*|(?:end|if|range|with|else|define|template|block|printf)\b))", kRender},
    {"a template with `{{ }}` in it", R"(\{\{-?\s*[^"'\s{}:,\[][^{}:]*\}\})", "", kRender},
    {"a Smarty template",
     R"(\{/?(?:if|else|elseif|foreach|foreachelse|section|literal|include)(?:[ \t][^{}"\n]*)?\}|)"
     R"(\{\$\w[\w.>-]*(?:\|[^{}"\n]*)?\})",
     "", kRender},
    {"an ERB template", "<%(?s:.*?)%>", "", kRender},
    {"YAML", R"re([{,\s](<<:[ \t]*\*[\w.-]+))re", "", kConvert},
    {"JavaScript source code",
     R"re([[{,(\s](\.\.\.[A-Za-z_$][\w$.]*)|\A\s*("use strict");|[:,[]\s*(require\(['"]|process\.env\.\w)|)re"
     R"re([:,[]\s*(`[^`]*\$\{[^`]*`))re",
     "", kCheckTheConfigAlone},
    {"Erlang terms", R"(#?\{?\s*<<"[^"\n]*">>)", "", kCheckTheConfigAlone},
    {"Erlang terms", R"((?:\A|[\[,])\s*\{\s*[a-z]\w*\s*,)", R"([\]}]\.\s*\z)",
     kCheckTheConfigAlone},
    {"Jsonnet",
     R"re(\blocal\s+\w+\s*[=(]|\b(?:std|self|super)\.\w+|\bimport(?:str)?\s+['"]|\bfunction\s*\(|\|\|\||\+?:::?|\+:)re",
     R"re(\blocal\s+\w+\s*[=(]|\b(?:std|self|super)\.\w+|\bimport(?:str)?\s+['"])re", kRunJsonnet},
    // By its own operators beside keys without quotes.
    {"Jsonnet",
     R"re(\|\|\||(?:"\w+"|[A-Za-z_]\w*)?\+:{1,3}|\bif\b[^\n]*\bthen\b[^\n]*|['"]\s*%\s*[\w(\[]|)re"
     R"re([\w)}\]"'][ \t]+for[ \t]+\w+[ \t]+in[ \t])re",
     R"re([{,]\s*(?:(?://|#).*\n\s*)*(?:[A-Za-z_]\w*|"\w+"\+|\[if\b[^\n]*\])\s*\+?:)re",
     kRunJsonnet},
    {"Jsonnet or JavaScript", R"re(['"]\s*\+\s*[\w$(]|[\w)\]]\s*\+\s*['"])re",
     R"re([{,]\s*[A-Za-z_$][\w$]*\s*:)re",
     "check its output, as of `jsonnet FILE | grpcfg check -`"},
    {"CUE",
     R"re(\*(?:"[^"\n]*"|\d\S*)\s*\||[|&]\s*\*|\b(?:string|int|bool|number|float|bytes)\s*[|&]|)re"
     R"re([:|&]\s*(=~\s*")|[[(:,|&]\s*(#[A-Z]\w*)\s*[|&]|=~\s*"|[|&]\s*[<>]=?\s*\d)re",
     "", kExport},
    // With a config as JSON in a string.
    {"Jsonnet or JavaScript", R"re(\{\s*[A-Za-z_$][\w$]*\s*:)re",
     R"re(:\s*(?:['`]\s*[{\[]|"\s*[{\[]\s*\\"))re", "check only the config inside the string"},
    {"Terraform (HCL)",
     R"(\b(?:jsonencode|yamlencode|templatefile|merge|concat|file)\s*\(|\b(?:var|local|each|module)\.\w+|)"
     R"(%\{~?\s*(?:if|for|else|endif|endfor)\b[^}]*\})",
     "", kCheckTheConfigAlone},
    // Not one quote.
    {"a value as Java prints it", R"(\{\w+(=)[\[{\w.-])", R"(\A[^"']*\z)", kPrintJson},
    {"a value as Go prints it", R"(\{[A-Z]\w*:[\[{\w])", R"(\A[^"',]*\z)", kPrintJson},
    {"a property list", R"(\{\s*\w+\s*=\s*\()", R"(\)\s*;)", kConvert},
    {"Nix", R"(\{\s*[\w.-]+\s*(?:=\s|,[^{}]*\.\.\.\s*\}\s*:))", R"([\]}"\w]\s*;)", kConvert},
    {"Lua source code", R"re(\[\s*"[^"\n]*"\s*\]\s*=)re", "", kCheckTheConfigAlone},
    {"HCL, Dhall or the like", R"(\{\s*[A-Za-z_][\w-]*[ \t]*=[ \t]*[["{\w])", "",
     kCheckTheConfigAlone},
    {"PowerShell source code", R"(\A\s*\[\w+\](@\{))", "", kCheckTheConfigAlone},
    {"Python source code",
     R"re([:,[({=\s]((?:[bfru]|[BFRU]|[bf]r|r[bf])(?:"[^"\n]*"|'[^'\n]*'))\s*[],})]|)re"
     R"re([\w)}\]"'][ \t]+for[ \t]+\w+(?:,[ \t]*\w+)*[ \t]+in[ \t]|)re"
     R"re(\b(?:dict|OrderedDict|defaultdict|struct)\(|[:[,]\s*(\(\s*"[^"\n]*"\s*,))re",
     "", kCheckTheConfigAlone},
    {"Ruby source code", R"re((?:"[^"\n]*"|'[^'\n]*')\s*(=>)|(:\w+\s*=>))re", R"(\A\s*\{)",
     kCheckTheConfigAlone},
    {"PHP source code", R"re((?:"[^"\n]*"|'[^'\n]*')\s*(=>))re", R"(\A\s*\[)",
     kCheckTheConfigAlone},
    {"Perl source code", R"re([{,\s]([A-Za-z_]\w*\s*=>)\s*["'[{\d])re", R"(\A\s*\{)",
     kCheckTheConfigAlone},
    {"EDN, as Clojure has it", R"re([{\s](:[A-Za-z][\w.-]*)\s+[^=\s])re", R"(\A\s*\{\s*:)",
     kCheckTheConfigAlone},
    // Not one colon after several keys.
    {"EDN, as Clojure has it", R"re("\s+([\["{\d]))re",
     R"re(\A\s*\{\s*"[^:]*"\s+["\[{\d][^:]*"\s+["\[{\d][^:]*\z)re", kCheckTheConfigAlone},
    {"a field of CSV", R"re("?\s*[{[]\s*(?:\{\s*)?""[\w$-]+"")re",
     R"re(\A\s*"\s*[{[]|\w""\s*:(?s:.*)\w""\s*:)re", R"(write `"` in place of `""`)"},
    {"CSV", R"re(\A\s*"[^"\n]*"(?:[,;\t]"[^"\n]*")+\r?\n)re", "", kCheckTheConfigAlone},
    {"a row of string literals",
     R"re(\A\s*"(?s:.*?)"[ \t]*[+.\\]?[ \t]*\r?\n[ \t]*[+.]?[ \t]*"+)re", R"re(\\"|\A\s*""")re",
     kCheckTheConfigAlone},
    {"a string literal", R"re(\A\s*("""))re", "", kCheckTheConfigAlone},
    {"a string literal", R"re(\A\s*(`)\s*[{[])re", "", kCheckTheConfigAlone},
    // The last sign is an arrow.
    {"a listing with line numbers", R"re(\A\s*\d+[ \t]*(?:[:.|)-]|\xe2\x86\x92)?[ \t]*.)re",
     R"re(\A\s*\d+\b[^\n]*\n\s*\d+[ \t]*(?:[:.|) \t-]|\xe2\x86\x92))re", "remove the numbers"},
    {"a listing with line numbers",
     R"re(\A\s*\^?[0-9a-f]{7,40}[ \t][^\n]*\d{4}-\d\d-\d\d[^\n]*\d+\))re", "",
     "print the file without them"},
    {"a config with an end marker", R"re([}\]]\s*(<EOF>|<<EOF>>|\^D))re", "", "remove that marker"},
    {"YAML", R"re(\A\s*"[^"\n]*":[ \t]*([|>][+-]?)[ \t]*\r?\n)re", "", kConvert},
    // A value without quotes ends with its line.
    {"Hjson", R"re((?m)^\s*\w+:[ \t]+([A-Za-z_][\w./-]*|[\d.]+m?s)[ \t\r]*$)re",
     R"re(\A[^",]*\z|(?m:^\s*\w+:[ \t]+[^\s,"'\[{][^,\n\]}]*\n\s*\w+:))re",
     "check its output: `hjson -j FILE | grpcfg check -`"},
    // No quotes at all, and values that would need them in JSON.
    {"YAML", R"re([{\[,]\s*\w+:[ \t]+([A-Za-z_][\w./-]*|[\d.]+m?s)\s*[,}\]])re", R"(\A[^"'`]*\z)",
     kConvert},
    {"a template with placeholders", kPlaceholder, "", kRender},
    {"a template with placeholders",
     R"(<[A-Za-z][\w. -]*>|\[\[-?\s*(?:\.\w|(?:if|else|end|range|with)\b)[^\]]*\]\]|[:[,]\s*(\$\w+)|)"
     R"([:[,]\s*(\{[A-Z][A-Z0-9_]+\}))",
     "", kRender},
    {"TOML", R"(\A\s*\[{1,2}[\w.-]+\]{1,2}[ \t\r]*\n)",
     R"(\A\s*\[\[|(?m:^[\w.-]+[ \t]*=[ \t]*["'\[{]))", kConvert},
    {"an INI or TOML file", R"(\A\s*\[[\w. -]+\][ \t\r]*\n)", R"((?m)^[\w.-]+[ \t]*=)", kConvert},
    {"a log", R"(\A\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d)", "", kCheckTheConfigAlone},
    {"Markdown", R"((?m)^[ \t]*(?:```|~~~)\w*[ \t]*$)", "", kCheckTheConfigAlone},
    {"text with a line of prose in it",
     R"((?m)^[ \t]*([A-Za-z][\w'-]*(?:,|:[ \t]+[A-Za-z][\w'-]*,?)?)"
     R"((?:[ \t]+[A-Za-z][\w'-]*,?)+[.;!?]?)[ \t\r]*$)",
     "", "remove that line, or make it a member"},
    {"an excerpt with `...` for omitted parts", R"((\.\.\.)(?:[^\w.]|$)|\xe2\x80\xa6)", "",
     "check the whole config"},
};

re2::StringPiece PieceOf(absl::string_view text) { return {text.data(), text.size()}; }

RE2::Options OfBytes() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  return options;
}

// The pattern of each format. They live as long as the program.
const RE2& PatternOf(size_t format) {
  static const auto& patterns = *[] {
    auto all = std::make_unique<std::array<std::unique_ptr<RE2>, std::size(kFormats)>>();
    for (size_t i = 0; i < all->size(); ++i) {
      const ForeignFormat& format = kFormats[i];
      (*all)[i] =
          std::make_unique<RE2>(absl::StrCat(format.before, "(?:", format.pattern, ")"), OfBytes());
    }
    return all.release();
  }();
  return *patterns[format];
}

struct MixedPattern {
  explicit MixedPattern(const MixedFormat& format)
      : mark(PieceOf(format.mark), OfBytes()), sign(PieceOf(format.sign), OfBytes()) {}

  RE2 mark;
  RE2 sign;
};

// The same for languages in JSON.
const MixedPattern& MixedPatternOf(size_t format) {
  static const auto& patterns = *[] {
    auto all = std::make_unique<std::array<std::unique_ptr<MixedPattern>, std::size(kMixed)>>();
    for (size_t i = 0; i < all->size(); ++i) {
      (*all)[i] = std::make_unique<MixedPattern>(kMixed[i]);
    }
    return all.release();
  }();
  return *patterns[format];
}

// True if `text` has what it must have somewhere to be in the format.
bool HasSign(absl::string_view text, size_t format) {
  return kMixed[format].sign.empty() ||
         RE2::PartialMatch(PieceOf(text), MixedPatternOf(format).sign);
}

// The places where the text is not JSON, in order. A comment too is a fault where it begins: `#` is
// a sign of some languages.
std::vector<uint32_t> FaultsOf(const JsonTree& tree) {
  std::vector<uint32_t> faults;
  for (const Issue& issue : tree.issues()) {
    if (IsFaultOfJson(issue.kind)) faults.push_back(issue.span.begin);
  }
  absl::c_sort(faults);
  return faults;
}

// The first match of `pattern`, or of the group in it, that has one of `faults` in it; empty if
// there is none.
Span FindAround(const RE2& pattern, absl::string_view text, const std::vector<uint32_t>& faults) {
  std::array<re2::StringPiece, kMostGroups + 1> found;
  const int groups = pattern.NumberOfCapturingGroups();
  for (size_t at = 0;
       pattern.Match(PieceOf(text), at, text.size(), RE2::UNANCHORED, found.data(), groups + 1);) {
    const auto* const group = std::find_if(found.begin() + 1, found.end(),
                                           [](re2::StringPiece piece) { return !piece.empty(); });
    const re2::StringPiece mark = group == found.end() ? found[0] : *group;
    const auto begin = static_cast<uint32_t>(mark.data() - text.data());
    const auto end = static_cast<uint32_t>(begin + mark.size());
    const auto fault = absl::c_lower_bound(faults, begin);
    if (fault == faults.end()) break;
    if (*fault < end) return {begin, end};
    at = end;
  }
  return {};
}

// True if a JSON value or a TXT value begins here, whatever is wrong after it.
bool BeginsLikeJson(absl::string_view text) {
  if (text.empty() || absl::StrContains("{[\"0123456789", text[0])) return true;
  if (absl::StartsWith(text, "grpc_config=") || absl::StartsWith(text, "grpc_config ="))
    return true;
  constexpr absl::string_view kWords[] = {"null", "true", "false"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](absl::string_view word) {
    return absl::StartsWithIgnoreCase(text, word);
  });
}

absl::string_view WithoutBlank(absl::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlank), text.size()));
}

}  // namespace

absl::Span<const ForeignFormat> ForeignFormats() { return kFormats; }

bool HasPlaceholder(absl::string_view text) {
  static const RE2& pattern = *new RE2(absl::StrCat(kPlaceholder, kInQuotes), OfBytes());
  return RE2::PartialMatch(PieceOf(text), pattern);
}

Span FindConflict(absl::string_view text) {
  if (!absl::StrContains(text, "<<<<<<<")) return {};
  static const RE2& pattern =
      *new RE2(R"((?m)^(<{7}(?: .*)?)\r?$(?s:.*)^={7}\r?$(?s:.*)^>{7}(?: .*)?\r?$)", OfBytes());
  re2::StringPiece mark;
  if (!RE2::PartialMatch(PieceOf(text), pattern, &mark)) return {};
  const auto begin = static_cast<uint32_t>(mark.data() - text.data());
  return {begin, begin + static_cast<uint32_t>(mark.size())};
}

const ForeignFormat* FindForeignFormat(absl::string_view text) {
  text = WithoutBlank(text);
  if (BeginsLikeJson(text)) return nullptr;
  if (!FindConflict(text).empty()) return &kConflict;
  const re2::StringPiece beginning(text.data(), std::min(text.size(), kMostBytes));
  for (size_t i = 0; i < std::size(kFormats); ++i) {
    const RE2& pattern = PatternOf(i);
    if (pattern.Match(beginning, 0, beginning.size(), RE2::ANCHOR_START, nullptr, 0)) {
      return &kFormats[i];
    }
  }
  return nullptr;
}

bool IsZoneFile(absl::string_view text) {
  const ForeignFormat* const format = FindForeignFormat(text);
  return format != nullptr && format->kind == ForeignKind::kZoneFile;
}

bool IsJson(const JsonTree& tree) {
  return absl::c_none_of(tree.issues(),
                         [](const Issue& issue) { return IsFaultOfJson(issue.kind); });
}

absl::Span<const MixedFormat> MixedFormats() { return kMixed; }

MixedMark FindMixedFormat(const JsonTree& tree) {
  const std::vector<uint32_t> faults = FaultsOf(tree);
  if (faults.empty()) return {};
  for (size_t i = 0; i < std::size(kMixed); ++i) {
    const Span mark = FindAround(MixedPatternOf(i).mark, tree.text(), faults);
    if (!mark.empty() && HasSign(tree.text(), i)) return {mark, &kMixed[i]};
  }
  return {};
}

NamedFormat FormatOf(const JsonTree& tree) {
  const ForeignFormat* const format = FindForeignFormat(tree.text());
  if (format != nullptr) return {format->name, format->help};
  const MixedMark mark = FindMixedFormat(tree);
  if (mark.format != nullptr) return {mark.format->name, mark.format->help};
  return {"another format", kConvert};
}

JsonTree TreeOfForeignText(absl::string_view text) {
  const absl::string_view rest = WithoutBlank(text);
  const auto begin = static_cast<uint32_t>(text.size() - rest.size());
  const size_t length = std::min(rest.find_first_of(kBlank), rest.size());
  const Span conflict = FindConflict(text);
  JsonTreeBuilder builder(text, 0);
  builder.AddToken(JsonKind::kMissing, begin, begin);
  builder.AddIssue(IssueKind::kJsonForeign, conflict.empty()
                                                ? Span{begin, begin + static_cast<uint32_t>(length)}
                                                : conflict);
  return std::move(builder).Take();
}

}  // namespace grpcfg
