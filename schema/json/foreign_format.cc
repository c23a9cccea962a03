#include "schema/json/foreign_format.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "schema/json/json_tree_builder.h"

namespace grpcfg {
namespace {

// As much as is looked at: where a format begins, behind a licence in a comment.
constexpr size_t kMostBytes = 4096;

constexpr absl::string_view kBlank = " \t\r\n";

// What may stand before the first word.
constexpr absl::string_view kHashComments = R"((?:\s|#.*\n|---[ \t\r]*\n)*)";
constexpr absl::string_view kSlashComments = R"((?:\s|//.*\n|/\*(?s:.*?)\*/)*)";
constexpr absl::string_view kSemicolonComments = R"((?:\s|;.*\n)*)";

constexpr absl::string_view kCheckTheConfigAlone =
    "put the config itself, which is JSON, into a file, or pipe it to `grpcfg check -`";

constexpr absl::string_view kConvert =
    "clients read JSON only: convert it to JSON, then check and publish that";

// The more special before the more general.
constexpr ForeignFormat kFormats[] = {
    {"gzip data", "", R"(\x1f\x8b)", "decompress it first, with `gunzip`"},
    {"a Kubernetes manifest", kHashComments,
     R"(apiVersion:[ \t]*\S(?s:.*)\nkind:|kind:[ \t]*\S(?s:.*)\napiVersion:)",
     kCheckTheConfigAlone},
    {"a DNS zone file", kSemicolonComments,
     R"(\$(?:ORIGIN|TTL|INCLUDE|GENERATE)\s|[\w.*@-]+[ \t]+(?:\d+\w*[ \t]+)?)"
     R"((?:IN[ \t]+)?(?:TXT|SOA|NS|A|AAAA|MX|CNAME|SRV)[ \t]+\S)",
     "check its records with `grpcfg dns check`", true},
    {"a .proto file", kSlashComments,
     R"((?:syntax|edition)\s*=\s*["']|import\s+(?:public\s+)?"[^"]*\.proto"|)"
     R"(package\s+[\w.]+\s*;(?s:.*)\b(?:message|service)\s+\w+\s*\{)",
     "pass it with `--proto`, beside the config whose names it declares"},
    {"Go source code", kSlashComments, R"(package[ \t]+\w+[ \t\r]*(?://.*)?\n)",
     kCheckTheConfigAlone},
    {"Java source code", kSlashComments,
     R"((?:package|import(?:[ \t]+static)?)[ \t]+[\w.]+(?:\.\*)?;)", kCheckTheConfigAlone},
    {"C++ source code", kSlashComments, R"(#[ \t]*(?:include|pragma|ifndef|ifdef)\b)",
     kCheckTheConfigAlone},
    {"Python source code", kHashComments,
     R"re((?:"""(?s:.*?)"""\s*)?(?:from[ \t]+[\w.]+[ \t]+import\b|)re"
     R"(import[ \t]+[\w.]+(?:[ \t]+as[ \t]+\w+)?[ \t\r]*\n))",
     kCheckTheConfigAlone},
    {"JavaScript source code", kSlashComments,
     R"((?:const|let|var)\s+[\w${]|import\b.*['"]|export\s|module\.exports\b)",
     kCheckTheConfigAlone},
    {"XML or HTML", "", R"((?i)<(?:\?xml|!doctype|!--|[a-z][\w:-]*[\s/>]))", kConvert},
    {"protobuf's text format", kHashComments, R"([a-z_]+[ \t]*:?[ \t]*\{\s*[a-z_]+[ \t]*[:{])",
     kConvert},
    {"TOML", kHashComments, R"([A-Za-z_][\w.-]*[ \t]+=[ \t]+(?:["'\d]|true|false|\[["'\d\]]))",
     kConvert},
    // Keys without a comma, a bracket or a brace between them.
    {"YAML", kHashComments,
     R"((?:-[ \t]+)?[A-Za-z_][\w.-]*:(?:[ \t]*(?:#.*)?\r?\n(?:\s|#.*\n)*)"
     R"((?:-[ \t]|["']?[A-Za-z_][\w.-]*["']?:(?:\s|$))|)"
     R"([ \t]+[^\s{\[,#][^\n,{\[]*\n\s*["']?[A-Za-z_][\w.-]*["']?:(?:\s|$)))",
     kConvert},
};

// The pattern of each format. They live as long as the program.
const RE2& PatternOf(size_t format) {
  static const auto& patterns = *[] {
    RE2::Options options;
    options.set_encoding(RE2::Options::EncodingLatin1);
    auto all = std::make_unique<std::array<std::unique_ptr<RE2>, std::size(kFormats)>>();
    for (size_t i = 0; i < all->size(); ++i) {
      const ForeignFormat& format = kFormats[i];
      (*all)[i] =
          std::make_unique<RE2>(absl::StrCat(format.before, "(?:", format.pattern, ")"), options);
    }
    return all.release();
  }();
  return *patterns[format];
}

// True if a JSON value begins here, whatever is wrong behind it.
bool BeginsLikeJson(absl::string_view text) {
  if (text.empty() || absl::StrContains("{[\"0123456789", text[0])) return true;
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
  return format != nullptr && format->is_zone_file;
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
