#include "validator/project/pattern_map.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "re2/re2.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kAnyText = ".*";

// A longer one stands for nothing; re2 compiles this much.
constexpr size_t kMostCharacters = 1 << 14;

std::string Quoted(absl::string_view plain) {
  return re2::RE2::QuoteMeta({plain.data(), plain.size()});
}

Pattern WithStars(absl::string_view text, absl::string_view one_star) {
  Pattern pattern = {.text = std::string(text)};
  if (!absl::StrContains(text, '*')) return pattern;
  if (text.size() > kMostCharacters) {
    pattern.regex = R"([^\x00-\xff])";
    return pattern;
  }
  while (!text.empty()) {
    if (absl::ConsumePrefix(&text, "**")) {
      absl::StrAppend(&pattern.regex, kAnyText);
    } else if (absl::ConsumePrefix(&text, "*")) {
      absl::StrAppend(&pattern.regex, one_star);
    } else {
      const absl::string_view plain = text.substr(0, text.find('*'));
      pattern.regex += Quoted(plain);
      text.remove_prefix(plain.size());
    }
  }
  return pattern;
}

}  // namespace

Pattern EveryText() { return WithStars("**", kAnyText); }

Pattern RulePattern(absl::string_view text) {
  Pattern pattern = {.text = std::string(text)};
  if (absl::ConsumeSuffix(&text, "*")) pattern.regex = absl::StrCat(Quoted(text), kAnyText);
  return pattern;
}

Pattern PointerPattern(absl::string_view text) { return WithStars(text, "[^/]*"); }

Pattern MethodPattern(absl::string_view text) {
  absl::ConsumePrefix(&text, "/");
  if (absl::StrContains(text, '/') || text == "*") return WithStars(text, kAnyText);
  return WithStars(absl::StrCat(text, "/*"), kAnyText);
}

}  // namespace grpcfg
