#include "source/languages.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

using absl::string_view;

// ---- Comments

constexpr CommentForm kSlashes[] = {{"//", ""}, {"/*", "*/"}};
constexpr CommentForm kHash[] = {{"#", ""}};
constexpr CommentForm kHashAndSlashes[] = {{"#", ""}, {"//", ""}, {"/*", "*/"}};
constexpr CommentForm kRubyComments[] = {{"#", ""}, {"\n=begin", "\n=end"}};
constexpr CommentForm kPhpComments[] = {{"//", ""}, {"/*", "*/"}, {"#", ""}, {"?>", "<?php"}};

// ---- Strings; of each language those with the longer opening first

constexpr StringForm kCharacter = {.prefixes = "", .quote = "'"};
constexpr StringForm kPlain = {.prefixes = "", .quote = "\""};

constexpr StringForm kGoStrings[] = {
    {.prefixes = "", .quote = "`", .escapes = Escapes::kNone, .has_lines = true},
    kPlain,
    kCharacter};

constexpr StringForm RawPython(string_view quote, bool has_lines) {
  return {.prefixes = "r br rb",
          .quote = quote,
          .escapes = Escapes::kRawPython,
          .has_lines = has_lines};
}
constexpr StringForm FormattedPython(string_view quote, bool has_lines) {
  return {.prefixes = "f fr rf",
          .quote = quote,
          .escapes = Escapes::kKeepUnknown,
          .has_lines = has_lines,
          .holes = Holes::kBrace};
}
constexpr StringForm PlainPython(string_view quote, bool has_lines) {
  return {
      .prefixes = " u b", .quote = quote, .escapes = Escapes::kKeepUnknown, .has_lines = has_lines};
}
constexpr StringForm kPythonStrings[] = {
    RawPython(R"(""")", true), FormattedPython(R"(""")", true), PlainPython(R"(""")", true),
    RawPython("'''", true),    FormattedPython("'''", true),    PlainPython("'''", true),
    RawPython("\"", false),    FormattedPython("\"", false),    PlainPython("\"", false),
    RawPython("'", false),     FormattedPython("'", false),     PlainPython("'", false)};

constexpr StringForm kCppStrings[] = {{.prefixes = "r lr ur u8r",
                                       .quote = "\"",
                                       .escapes = Escapes::kNone,
                                       .has_lines = true,
                                       .delimiter = Delimiter::kCpp},
                                      {.prefixes = " l u u8 @", .quote = "\""},
                                      {.prefixes = " l u u8", .quote = "'"}};

constexpr StringForm kJavaStrings[] = {
    {.prefixes = "", .quote = R"(""")", .has_lines = true, .drops_indent = true},
    kPlain,
    kCharacter};

constexpr StringForm kKotlinStrings[] = {{.prefixes = "",
                                          .quote = R"(""")",
                                          .escapes = Escapes::kNone,
                                          .has_lines = true,
                                          .holes = Holes::kDollar},
                                         {.prefixes = "", .quote = "\"", .holes = Holes::kDollar},
                                         kCharacter};

constexpr StringForm kScalaStrings[] = {
    {.prefixes = "s f",
     .quote = R"(""")",
     .escapes = Escapes::kNone,
     .has_lines = true,
     .holes = Holes::kDollar},
    {.prefixes = " raw", .quote = R"(""")", .escapes = Escapes::kNone, .has_lines = true},
    {.prefixes = "s f", .quote = "\"", .holes = Holes::kDollar},
    kPlain,
    kCharacter};

constexpr StringForm kScriptStrings[] = {
    {.prefixes = "", .quote = "`", .has_lines = true, .holes = Holes::kDollarBrace},
    kPlain,
    kCharacter,
    {.prefixes = "", .quote = "/", .delimiter = Delimiter::kRegExp}};

constexpr StringForm kRubyStrings[] = {
    {.prefixes = "",
     .quote = "<<",
     .has_lines = true,
     .holes = Holes::kHashBrace,
     .delimiter = Delimiter::kHereDoc},
    {.prefixes = "",
     .quote = "%q",
     .escapes = Escapes::kQuotesOnly,
     .has_lines = true,
     .delimiter = Delimiter::kPercent},
    {.prefixes = "",
     .quote = "%Q",
     .has_lines = true,
     .holes = Holes::kHashBrace,
     .delimiter = Delimiter::kPercent},
    {.prefixes = "", .quote = "\"", .has_lines = true, .holes = Holes::kHashBrace},
    {.prefixes = "", .quote = "'", .escapes = Escapes::kQuotesOnly, .has_lines = true}};

constexpr StringForm kPhpStrings[] = {
    {.prefixes = "",
     .quote = "<<<",
     .has_lines = true,
     .holes = Holes::kDollar,
     .delimiter = Delimiter::kHereDoc},
    {.prefixes = "",
     .quote = "\"",
     .escapes = Escapes::kKeepUnknown,
     .has_lines = true,
     .holes = Holes::kDollar},
    {.prefixes = "", .quote = "'", .escapes = Escapes::kQuotesOnly, .has_lines = true}};

constexpr StringForm kCSharpStrings[] = {
    {.prefixes = "$",
     .quote = R"(""")",
     .escapes = Escapes::kNone,
     .has_lines = true,
     .holes = Holes::kBrace,
     .delimiter = Delimiter::kQuotes,
     .drops_indent = true},
    {.prefixes = " $$",
     .quote = R"(""")",
     .escapes = Escapes::kNone,
     .has_lines = true,
     .delimiter = Delimiter::kQuotes,
     .drops_indent = true},
    {.prefixes = "$@ @$",
     .quote = "\"",
     .escapes = Escapes::kDoubled,
     .has_lines = true,
     .holes = Holes::kBrace},
    {.prefixes = "@", .quote = "\"", .escapes = Escapes::kDoubled, .has_lines = true},
    {.prefixes = "$", .quote = "\"", .holes = Holes::kBrace},
    kPlain,
    kCharacter};

constexpr StringForm kRustStrings[] = {
    {.prefixes = "r br",
     .quote = "",
     .escapes = Escapes::kNone,
     .has_lines = true,
     .delimiter = Delimiter::kRust},
    {.prefixes = " b", .quote = "\"", .has_lines = true},
    {.prefixes = " b", .quote = "'", .delimiter = Delimiter::kCharacter}};

constexpr StringForm kShellStrings[] = {
    {.prefixes = "",
     .quote = "<<",
     .escapes = Escapes::kNone,
     .has_lines = true,
     .holes = Holes::kDollar,
     .delimiter = Delimiter::kHereDoc},
    {.prefixes = "", .quote = "'", .escapes = Escapes::kNone, .has_lines = true},
    {.prefixes = "",
     .quote = "\"",
     .escapes = Escapes::kKeepUnknown,
     .has_lines = true,
     .holes = Holes::kDollar}};

constexpr StringForm kDartStrings[] = {
    {.prefixes = "r", .quote = "'''", .escapes = Escapes::kNone, .has_lines = true},
    {.prefixes = "r", .quote = R"(""")", .escapes = Escapes::kNone, .has_lines = true},
    {.prefixes = "", .quote = "'''", .has_lines = true, .holes = Holes::kDollar},
    {.prefixes = "", .quote = R"(""")", .has_lines = true, .holes = Holes::kDollar},
    {.prefixes = "r", .quote = "'", .escapes = Escapes::kNone},
    {.prefixes = "r", .quote = "\"", .escapes = Escapes::kNone},
    {.prefixes = "", .quote = "'", .holes = Holes::kDollar},
    {.prefixes = "", .quote = "\"", .holes = Holes::kDollar}};

constexpr StringForm kSwiftStrings[] = {
    {.prefixes = "",
     .quote = R"(""")",
     .has_lines = true,
     .holes = Holes::kParenthesis,
     .drops_indent = true},
    {.prefixes = "", .quote = "\"", .holes = Holes::kParenthesis}};

constexpr StringForm kJsonnetStrings[] = {
    {.prefixes = "@", .quote = "\"", .escapes = Escapes::kDoubled, .has_lines = true},
    {.prefixes = "@", .quote = "'", .escapes = Escapes::kDoubled, .has_lines = true},
    {.prefixes = "",
     .quote = "|||",
     .escapes = Escapes::kNone,
     .has_lines = true,
     .drops_indent = true},
    {.prefixes = "", .quote = "\"", .has_lines = true},
    {.prefixes = "", .quote = "'", .has_lines = true}};

constexpr StringForm kHclStrings[] = {
    {.prefixes = "",
     .quote = "<<",
     .escapes = Escapes::kNone,
     .has_lines = true,
     .holes = Holes::kDollarBrace,
     .delimiter = Delimiter::kHereDoc},
    {.prefixes = "", .quote = "\"", .holes = Holes::kDollarBrace}};

constexpr StringForm kProtoStrings[] = {kPlain, kCharacter};

// ---- Files

constexpr string_view kGoFiles[] = {".go"};
constexpr string_view kPythonFiles[] = {".py", ".pyi", ".bzl", ".star", "BUILD", "BUILD.bazel"};
constexpr string_view kCppFiles[] = {".cc",  ".cpp", ".cxx", ".c", ".h", ".hh",
                                     ".hpp", ".hxx", ".inc", ".m", ".mm"};
constexpr string_view kJavaFiles[] = {".java", ".groovy"};
constexpr string_view kKotlinFiles[] = {".kt", ".kts"};
constexpr string_view kScalaFiles[] = {".scala"};
constexpr string_view kJavaScriptFiles[] = {".js", ".mjs", ".cjs", ".jsx"};
constexpr string_view kTypeScriptFiles[] = {".ts", ".mts", ".cts", ".tsx"};
constexpr string_view kRubyFiles[] = {".rb"};
constexpr string_view kPhpFiles[] = {".php"};
constexpr string_view kCSharpFiles[] = {".cs"};
constexpr string_view kRustFiles[] = {".rs"};
constexpr string_view kShellFiles[] = {".sh", ".bash"};
constexpr string_view kDartFiles[] = {".dart"};
constexpr string_view kSwiftFiles[] = {".swift"};
constexpr string_view kJsonnetFiles[] = {".jsonnet", ".libsonnet"};
constexpr string_view kHclFiles[] = {".tf", ".hcl", ".tfvars"};
constexpr string_view kProtoFiles[] = {".textproto", ".txtpb", ".pbtxt", ".prototxt"};
constexpr string_view kYamlFiles[] = {".yaml", ".yml"};
constexpr string_view kMarkdownFiles[] = {".md", ".markdown"};

constexpr Language kLanguages[] = {
    {"go", "go", kGoFiles, kSlashes, kGoStrings},
    {"python", "core", kPythonFiles, kHash, kPythonStrings, "+", true},
    {"cpp", "core", kCppFiles, kSlashes, kCppStrings, "+ <<", true},
    {"java", "java", kJavaFiles, kSlashes, kJavaStrings},
    {"kotlin", "java", kKotlinFiles, kSlashes, kKotlinStrings},
    {"scala", "java", kScalaFiles, kSlashes, kScalaStrings},
    {"javascript", "node", kJavaScriptFiles, kSlashes, kScriptStrings},
    {"typescript", "node", kTypeScriptFiles, kSlashes, kScriptStrings},
    {"ruby", "core", kRubyFiles, kRubyComments, kRubyStrings, "+ \\", true},
    {"php", "core", kPhpFiles, kPhpComments, kPhpStrings, "."},
    {"csharp", "dotnet", kCSharpFiles, kSlashes, kCSharpStrings},
    {"rust", "", kRustFiles, kSlashes, kRustStrings},
    {"shell", "", kShellFiles, kHash, kShellStrings, "", true},
    {"dart", "", kDartFiles, kSlashes, kDartStrings, "+", true},
    {"swift", "", kSwiftFiles, kSlashes, kSwiftStrings},
    {"jsonnet", "", kJsonnetFiles, kHashAndSlashes, kJsonnetStrings},
    {"hcl", "", kHclFiles, kHashAndSlashes, kHclStrings},
    {"textproto", "", kProtoFiles, kHash, kProtoStrings, "", true},
    {"yaml", "", kYamlFiles, kHash, {}},
    {"markdown", "", kMarkdownFiles, {}, {}},
};

// Words after the fence of a block that are neither a language's name nor an ending of its files.
struct FenceWord {
  string_view word;
  string_view language;
};
constexpr FenceWord kFenceWords[] = {{"golang", "go"},     {"c++", "cpp"},         {"c#", "csharp"},
                                     {"console", "shell"}, {"node", "javascript"}, {"objc", "cpp"},
                                     {"terraform", "hcl"}};

bool IsNamed(string_view path, string_view ending) {
  if (absl::StartsWith(ending, ".")) return absl::EndsWithIgnoreCase(path, ending);
  return path == ending || absl::EndsWith(path, absl::StrCat("/", ending));
}

}  // namespace

absl::Span<const Language> Languages() { return kLanguages; }

const Language* LanguageNamed(string_view name) {
  const auto* const found =
      absl::c_find_if(kLanguages, [&](const Language& language) { return language.name == name; });
  return found == std::end(kLanguages) ? nullptr : found;
}

const Language* LanguageOfFile(string_view path) {
  for (const Language& language : kLanguages) {
    const auto is_named = [&](string_view ending) { return IsNamed(path, ending); };
    if (absl::c_any_of(language.endings, is_named)) return &language;
  }
  return nullptr;
}

const Language* LanguageOfFence(string_view word) {
  for (const FenceWord& each : kFenceWords) {
    if (absl::EqualsIgnoreCase(each.word, word)) word = each.language;
  }
  for (const Language& language : kLanguages) {
    const auto is_ending = [&](string_view ending) {
      return absl::EqualsIgnoreCase(ending.substr(1), word);
    };
    if (absl::EqualsIgnoreCase(language.name, word) || absl::c_any_of(language.endings, is_ending))
      return &language;
  }
  return nullptr;
}

}  // namespace grpcfg
