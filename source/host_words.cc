#include "source/host_words.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace grpcfg {
namespace {

using absl::string_view;

struct MakerWord {
  string_view name;  // of a function or method; with the name before it where that matters
  Maker maker;
};

constexpr MakerWord kMakers[] = {
    // Kotlin, Java, Groovy, Guava
    {"mapOf", Maker::kMap},
    {"mutableMapOf", Maker::kMap},
    {"hashMapOf", Maker::kMap},
    {"linkedMapOf", Maker::kMap},
    {"Map.of", Maker::kMap},
    {"ImmutableMap.of", Maker::kMap},
    {"ImmutableSortedMap.of", Maker::kMap},
    {"singletonMap", Maker::kMap},
    {"emptyMap", Maker::kMap},
    {"emptyList", Maker::kList},
    {"ofEntries", Maker::kEntries},
    {"entry", Maker::kList},
    {"SimpleEntry", Maker::kList},
    {"SimpleImmutableEntry", Maker::kList},
    {"listOf", Maker::kList},
    {"mutableListOf", Maker::kList},
    {"arrayListOf", Maker::kList},
    {"arrayOf", Maker::kList},
    {"setOf", Maker::kList},
    {"List.of", Maker::kList},
    {"Set.of", Maker::kList},
    {"ImmutableList.of", Maker::kList},
    {"ImmutableSet.of", Maker::kList},
    {"Arrays.asList", Maker::kList},
    {"asList", Maker::kList},
    {"singletonList", Maker::kList},
    {"singleton", Maker::kList},
    {"newArrayList", Maker::kList},
    {"valueOf", Maker::kPass},
    {"toJson", Maker::kPass},
    {"writeValueAsString", Maker::kPass},
    {"unmodifiableMap", Maker::kPass},
    {"format", Maker::kPrintf},
    // Scala
    {"Map", Maker::kMap},
    {"List", Maker::kList},
    {"Seq", Maker::kList},
    // Python, Starlark
    {"dict", Maker::kMap},
    {"list", Maker::kPass},
    {"dumps", Maker::kPass},
    {"dedent", Maker::kPass},
    // JavaScript, Ruby, PHP, Dart, Swift
    {"stringify", Maker::kPass},
    {"freeze", Maker::kPass},
    {"generate", Maker::kPass},
    {"pretty_generate", Maker::kPass},
    {"dump", Maker::kPass},
    {"json_encode", Maker::kPass},
    {"jsonEncode", Maker::kPass},
    {"encode", Maker::kPass},
    {"array", Maker::kList},
    {"jsonencode", Maker::kPass},
    {"manifestJson", Maker::kPass},
    {"manifestJsonEx", Maker::kPass},
    // Go, C, C++, Rust, C#
    {"string", Maker::kPass},
    {"String", Maker::kPass},
    {"make_pair", Maker::kList},
    {"StrCat", Maker::kJoin},
    {"Marshal", Maker::kPass},
    {"Serialize", Maker::kPass},
    {"SerializeObject", Maker::kPass},
    {"from", Maker::kPass},
    {"Sprintf", Maker::kPrintf},
    {"sprintf", Maker::kPrintf},
    {"snprintf", Maker::kJoin},
    {"StrFormat", Maker::kPrintf},
    {"StringPrintf", Maker::kPrintf},
    {"Substitute", Maker::kJoin},
    {"fmt.format", Maker::kBraces},
    {"std.format", Maker::kBraces},
    {"string.Format", Maker::kBraces},
    {"String.Format", Maker::kBraces},
};

struct JsonWord {
  string_view word;
  string_view json;
};
constexpr JsonWord kJsonWords[] = {{"true", "true"},   {"false", "false"}, {"True", "true"},
                                   {"False", "false"}, {"null", "null"},   {"None", "null"},
                                   {"nil", "null"},    {"NULL", "null"},   {"undefined", "null"}};

}  // namespace

Maker MakerOf(string_view qualifier, string_view name) {
  const std::string whole = absl::StrCat(qualifier, ".", name);
  Maker maker = Maker::kNone;
  for (const MakerWord& word : kMakers) {
    const bool is_whole = absl::StrContains(word.name, '.');
    if (is_whole && word.name == whole) return word.maker;
    if (!is_whole && word.name == name) maker = word.maker;
  }
  return maker;
}

Trimming TrimmingOf(string_view method) {
  if (method == "trimMargin" || method == "stripMargin") return Trimming::kMargin;
  const bool drops = method == "trimIndent" || method == "stripIndent" || method == "dedent";
  return drops ? Trimming::kIndent : Trimming::kNone;
}

string_view JsonOf(string_view word) {
  for (const JsonWord& each : kJsonWords) {
    if (each.word == word) return each.json;
  }
  return "";
}

std::string NumberOf(string_view written) {
  std::string number = absl::StrReplaceAll(written, {{"_", ""}});
  const bool has_letters = absl::StartsWith(number, "0x") || absl::StartsWith(number, "0b");
  while (!number.empty() && !has_letters &&
         absl::ascii_isalpha(static_cast<unsigned char>(number.back()))) {
    number.pop_back();
  }
  double value = 0;
  const bool is_plain = number.size() < 2 || number[0] != '0' || number[1] == '.';
  return !has_letters && is_plain && absl::SimpleAtod(number, &value) ? number : "";
}

std::string InCapitals(string_view word) {
  std::string capitals;
  for (size_t i = 0; i < word.size(); ++i) {
    const auto c = static_cast<unsigned char>(word[i]);
    const bool begins = i > 0 && absl::ascii_isupper(c) &&
                        absl::ascii_islower(static_cast<unsigned char>(word[i - 1]));
    if (begins) capitals.push_back('_');
    capitals.push_back(absl::ascii_toupper(c));
  }
  return capitals;
}

std::string SecondsOf(string_view method, string_view count) {
  double number = 0;
  if (!absl::SimpleAtod(count, &number)) return "";
  double factor = 0;
  if (method == "FromSeconds") factor = 1;
  if (method == "FromMilliseconds") factor = 1e-3;
  if (method == "FromMinutes") factor = 60;
  if (method == "FromHours") factor = 3600;
  return factor == 0 ? "" : absl::StrCat("\"", number * factor, "s\"");
}

string_view PolicyOfClass(string_view name) {
  return name == "RoundRobinConfig" ? "round_robin" : name == "PickFirstConfig" ? "pick_first" : "";
}

}  // namespace grpcfg
