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

// As much as is looked at: where a format begins, behind a licence in a comment.
constexpr size_t kMostBytes = 4096;

constexpr size_t kMostGroups = 2;  // of the pattern of a mark

constexpr absl::string_view kBlank = " \t\r\n";

// What may stand before the first word.
constexpr absl::string_view kHashComments = R"((?:\s|#.*\n|---[ \t\r]*\n)*)";
constexpr absl::string_view kSlashComments = R"((?:\s|//.*\n|/\*(?s:.*?)\*/)*)";
constexpr absl::string_view kTerraformComments = R"((?:\s|#.*\n|//.*\n|/\*(?s:.*?)\*/)*)";
constexpr absl::string_view kSemicolonComments = R"((?:\s|;.*\n)*)";

constexpr absl::string_view kCheckTheConfigAlone =
    "put the config itself, which is JSON, into a file, or pipe it to `grpcfg check -`";

constexpr absl::string_view kApply = "apply it, and check the file that it changes";

constexpr absl::string_view kRunJsonnet =
    "check the text that it makes: `jsonnet FILE | grpcfg check -`";

constexpr absl::string_view kExport =
    "check the text that it makes: `cue export FILE | grpcfg check -`";

constexpr absl::string_view kConvert =
    "clients read JSON only: convert it to JSON, then check and publish that";

// The more special before the more general.
constexpr ForeignFormat kFormats[] = {
    {"gzip data", "", R"(\x1f\x8b)", "decompress it first, with `gunzip`", ForeignKind::kPacked},
    {"base64", "", R"(e[yw][A-Za-z0-9+/\s]{8,}=*\s*$)", "decode it first, with `base64 -d`",
     ForeignKind::kPacked},
    {"URL-encoded text", "", "%7[Bb]", "decode it first", ForeignKind::kPacked},
    {"a Git LFS pointer", "", R"(version https://git-lfs\.github\.com/spec/)",
     "fetch the file that it stands for, with `git lfs pull`", ForeignKind::kPacked},
    {"a Kubernetes manifest", kHashComments,
     R"(apiVersion:[ \t]*\S(?s:.*)\nkind:|kind:[ \t]*\S(?s:.*)\napiVersion:)",
     "check the config in it: of a ConfigMap `yq -r '.data[]' FILE | grpcfg check -`, of a flag "
     "the text behind its `=`",
     ForeignKind::kYaml},
    {"a diff", "", R"((?:Index: .*\r?\n=+\r?\n)?--- .*\n\+\+\+ |diff .*\n)", kApply},
    {"a shell script", "",
     R"re(#!|(?:export[ \t]+)?[A-Z_][A-Z0-9_]*=["'{$]|cat[ \t].*<<|\$[ \t]+\w+)re",
     kCheckTheConfigAlone},
    {"a log", "",
     R"re([DIWEF]\d{4}[ \t]\d\d:\d\d:\d\d|[A-Z][a-z][a-z][ \t]+\d+[ \t]\d\d:\d\d:\d\d|)re"
     R"re(time="\d{4}-|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b)re",
     kCheckTheConfigAlone},
    {"a DNS zone file", kSemicolonComments,
     // Types are words of other languages, too: `class A {`. So some of the data is asked for.
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
    // A definition right behind the imports.
    {"CUE", kSlashComments,
     R"re((?:package[ \t]+\w+[ \t\r]*\n|import[ \t]+(?:"[^"\n]*"|\([^)]*\))))re"
     R"re((?:\s|//.*\n|import[ \t]+(?:"[^"\n]*"|\([^)]*\)))*[#_]?\w+[?!]?:[ \t]|)re"
     R"re(#[A-Z]\w*:[ \t]*(?:\{|=~|(?:string|int|bool|number|float|bytes|close)\b))re",
     kExport},
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
    {"JavaScript source code", kSlashComments,
     R"((?:const|let|var)\s+(?:[{\[]|[\w$]+\s*=\s*[^\s"'`])|import\b.*['"]|export\s|module\.exports\b)",
     kCheckTheConfigAlone},
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
     R"re(local\s+\w+\s*[=(]|\(?\s*import(?:str)?\s*'|\(\s*import\s*"|function\s*\(|std\.\w+\()re",
     kRunJsonnet},
    {"protobuf's text format", kHashComments, R"([a-z_]+[ \t]*:?[ \t]*\{\s*[a-z_]+[ \t]*[:{])",
     kConvert},
    {"TOML", kHashComments, R"([A-Za-z_][\w.-]*[ \t]+=[ \t]+(?:["'\d]|true|false|\[["'\d\]]))",
     kConvert},
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
    {"Markdown", "", R"([A-Za-z*>-](?s:.*?)\n[ \t]*(?:```|~~~))", kCheckTheConfigAlone},
    // A definition, a declaration with a value, a value that is given or returned, a call, or a
    // call whose value is kept.
    {"source code", kSlashComments,
     R"re((?:(?:public|private|protected|internal|static|final|abstract|sealed|data|open|async|pub|export)\s+)*)re"
     R"re((?:(?:class|func|def|fn|fun|function|interface|enum|record|object|struct|void)\s+\w|@[A-Z]\w*[\s(]|)re"
     R"re([A-Za-z_][\w:.]*(?:<[^;={}]*>)?[*&?]*(?:\s+[*&]?[\w*&]+)+(?:\[\])?\s*=\s*[^=\s]|)re"
     R"re([$@]?[A-Za-z_][\w.]*\s*=\s*[\[{(]|return\s*[\[{(]|\(\s*[\[{]|)re"
     R"re(\w+\s*:=|(?:\w+\s*=\s*)?[A-Za-z_]\w*(?:(?:\.|->|::)\w+)*\())re",
     kCheckTheConfigAlone},
    {"plain text", "", R"([A-Za-z][\w'-]*[,.:]?[ \t]+[A-Za-z(])", kCheckTheConfigAlone},
};

constexpr absl::string_view kRender = "check the text that it makes: render it, then check that";

// No object in an object, which a brace too many makes.
constexpr absl::string_view kBraces = R"(\{\{-?\s*[^"'\s{}:,\[][^{}]*\}\})";

constexpr MixedFormat kMixed[] = {
    {"a text with merge conflicts",
     R"((?m)^(?:(?:<<<<<<<|>>>>>>>|\|\|\|\|\|\|\|)(?: .*)?|=======)\r?$)", "",
     "resolve them, then check again"},
    {"a diff",
     R"((?m)^(?:diff --git .*|--- .*\r?\n\+\+\+ .*|@@ -\d+(?:,\d+)? \+\d+.*|)"
     R"(-.*\r?\n\+.*|\+[ \t]*["{}\]].*)$)",
     "", kApply},
    {"HTML-escaped text", "&(?:quot|apos|lt|gt|amp|#34|#39|#x22|#x27);", "",
     "replace the entities by what they stand for, `&quot;` by a quote"},
    {"JSON that is escaped for a string", R"([{\[,:]\s*((?:\\[nrt]\s*)*\\"))", "",
     R"(write `"` in place of `\"`)"},
    {"a Jinja template", R"(\{%(?s:.*?)%\}|\{#(?s:.*?)#\}|\{\{-?\s*[^"'\s{}:,\[][^{}]*\}\})",
     R"(\{%|(?:^|[^{])\{#|\{\{[^}]*\|[ \t]*(?:tojson|to_json|to_nice_json|default[ \t]*\())",
     kRender},
    {"a Helm template", kBraces,
     R"(\{\{[^}]*(?:\.(?:Values|Release|Chart|Capabilities|Files)\b|\b(?:include|toYaml|nindent|tpl)\b))",
     "check the text that it makes: `helm template`, then check that"},
    {"a Go template", kBraces,
     R"(\{\{-?\s*(?:[.$]|/\*|(?:end|if|range|with|else|define|template|block|printf)\b))", kRender},
    {"a template with `{{ }}` in it", R"(\{\{-?\s*[^"'\s{}:,\[][^{}:]*\}\})", "", kRender},
    {"an ERB template", "<%(?s:.*?)%>", "", kRender},
    {"Jsonnet",
     R"re(\blocal\s+\w+\s*[=(]|\b(?:std|self|super)\.\w+|\bimport(?:str)?\s+['"]|\bfunction\s*\(|\|\|\||\+?:::?|\+:)re",
     R"re(\blocal\s+\w+\s*[=(]|\b(?:std|self|super)\.\w+|\bimport(?:str)?\s+['"])re", kRunJsonnet},
    {"CUE",
     R"re(\*(?:"[^"\n]*"|\d\S*)\s*\||[|&]\s*\*|\b(?:string|int|bool|number|float|bytes)\s*[|&]|)re"
     R"re([:|&]\s*(=~\s*")|[[(:,|&]\s*(#[A-Z]\w*)\s*[|&]|=~\s*"|[|&]\s*[<>]=?\s*\d)re",
     "", kExport},
    // With a config as JSON in a string.
    {"Jsonnet or JavaScript", R"re(\{\s*[A-Za-z_$][\w$]*\s*:)re",
     R"re(:\s*(?:['`]\s*[{\[]|"\s*[{\[]\s*\\"))re",
     "check the config that is in the string: give that alone"},
    {"Terraform (HCL)",
     R"(\b(?:jsonencode|yamlencode|templatefile|merge|concat|file)\s*\(|\b(?:var|local|each|module)\.\w+|)"
     R"(%\{~?\s*(?:if|for|else|endif|endfor)\b[^}]*\}|\{\s*[A-Za-z_]\w*[ \t]*=[ \t]*[["{\w])",
     "", kCheckTheConfigAlone},
    {"Python source code",
     R"re([:,[({=\s]((?:[bfru]|[BFRU]|[bf]r|r[bf])(?:"[^"\n]*"|'[^'\n]*'))\s*[],})]|)re"
     R"re([\w)}\]"'][ \t]+for[ \t]+\w+(?:,[ \t]*\w+)*[ \t]+in[ \t])re",
     "", kCheckTheConfigAlone},
    {"Ruby source code", R"re((?:"[^"\n]*"|'[^'\n]*')\s*(=>)|(:\w+\s*=>))re", R"(\A\s*\{)",
     kCheckTheConfigAlone},
    {"PHP source code", R"re((?:"[^"\n]*"|'[^'\n]*')\s*(=>))re", R"(\A\s*\[)",
     kCheckTheConfigAlone},
    {"EDN, as Clojure has it", R"re([{\s](:[A-Za-z][\w.-]*)\s+[^=\s])re", R"(\A\s*\{\s*:)",
     kCheckTheConfigAlone},
    // Not one colon after several keys.
    {"EDN, as Clojure has it", R"re("\s+([\["{\d]))re",
     R"re(\A\s*\{\s*"[^:]*"\s+["\[{\d][^:]*"\s+["\[{\d][^:]*\z)re", kCheckTheConfigAlone},
    {"a field of CSV", R"re("?\s*[{[]\s*(?:\{\s*)?""[\w$-]+"")re", "",
     R"(write `"` in place of `""`)"},
    {"a row of string literals",
     R"re(\A\s*"(?s:.*?)"[ \t]*[+.\\]?[ \t]*\r?\n[ \t]*[+.]?[ \t]*"+)re", R"re(\\"|\A\s*""")re",
     kCheckTheConfigAlone},
    {"a string literal", R"re(\A\s*("""))re", "", kCheckTheConfigAlone},
    {"a string literal", R"re(\A\s*(`)\s*[{[])re", "", kCheckTheConfigAlone},
    {"a listing with line numbers", R"re(\A\s*1[ \t]*[:.|)]?[ \t]*.)re",
     R"re(\A\s*1\b[^\n]*\n\s*2\b[:.|)]?[ \t])re", "remove the numbers"},
    {"a config with a mark of its end", R"re([}\]]\s*(<EOF>|<<EOF>>|\^D))re", "",
     "remove that mark"},
    // No quotes at all, and values that would need them in JSON.
    {"YAML", R"re([{\[,]\s*\w+:[ \t]+([A-Za-z_][\w./-]*|[\d.]+m?s)\s*[,}\]])re", R"(\A[^"'`]*\z)",
     kConvert},
    {"a template with placeholders",
     R"(\$\{[^}]*\}|\$\([^)]*\)|\$[A-Z_][A-Z0-9_]*\b|\$\$\w+\$\$|@[A-Za-z_][\w.-]*@|%\(\w+\)[sd]|)"
     R"(%[sdv]\b|%[A-Za-z]\w*%|\b__\w+__|#\{[\w.]+\}#?|<[A-Za-z][\w. -]*>|\(\([\w./-]+\)\)|)"
     R"(\[\[\s*\.\w[^\]]*\]\]|[:[,]\s*(\$\w+))",
     "", kRender},
    {"TOML", R"(\A\s*\[{1,2}[\w.-]+\]{1,2}[ \t\r]*\n)", R"((?m)^[\w.-]+[ \t]*=)", kConvert},
    {"a log", R"(\A\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d)", "", kCheckTheConfigAlone},
    {"Markdown", R"((?m)^[ \t]*(?:```|~~~)\w*[ \t]*$)", "", kCheckTheConfigAlone},
    {"an excerpt with `...` for what is left out", R"((\.\.\.)(?:[^\w.]|$))", "",
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

// The places where the text is no JSON, in order. A comment too is a fault where it begins: `#` is
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

// True if a JSON value or a TXT value begins here, whatever is wrong behind it.
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

const ForeignFormat* FindForeignFormat(absl::string_view text) {
  text = WithoutBlank(text);
  if (BeginsLikeJson(text)) return nullptr;
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
  JsonTreeBuilder builder(text, 0);
  builder.AddToken(JsonKind::kMissing, begin, begin);
  builder.AddIssue(IssueKind::kJsonForeign, {begin, begin + static_cast<uint32_t>(length)});
  return std::move(builder).Take();
}

}  // namespace grpcfg
