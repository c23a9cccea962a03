#include "schema/read/denial.h"

#include <iterator>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "schema/fields/full_name.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kOpposites[] = {
    "!",       "no",       "not",      "non",       "un",     "never",  "without", "dont",
    "exclude", "excludes", "excluded", "excluding", "except", "ignore", "ignores", "ignored",
    "omit",    "omitted",  "fatal",    "abort",     "deny",   "denied", "forbid",  "forbidden"};

// None that may be a name for the thing itself: backup requests are hedging.
constexpr absl::string_view kOff[] = {"disable",  "disables",   "disabled", "skip",   "skipped",
                                      "unused",   "deprecated", "obsolete", "old",    "bak",
                                      "todo",     "fixme",      "tmp",      "draft",  "removed",
                                      "inactive", "orig",       "example",  "sample", "commented"};

constexpr absl::string_view kLowest[] = {"min", "minimum", "least", "lower"};
constexpr absl::string_view kHighest[] = {"max", "maximum", "most", "upper"};

Denial DenialOfWord(absl::string_view word) {
  if (absl::c_linear_search(kOpposites, word)) return Denial::kOpposite;
  return absl::c_linear_search(kOff, word) ? Denial::kSwitchedOff : Denial::kNone;
}

using Words = std::vector<std::string>;

Words WordsOf(absl::string_view name) {
  std::string plain(name);
  Words words;
  if (absl::StartsWith(name, "!")) words.emplace_back("!");
  for (char& c : plain) c = IsIdentifierByte(c) ? c : '_';
  for (absl::string_view rest = plain; !rest.empty();) {
    const std::string word = absl::AsciiStrToLower(TakeWord(rest));
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

// The words of `name`, where `unretryable` is two if `meant` has `retryable`.
Words WordsBeside(absl::string_view name, const Words& meant) {
  Words words;
  for (std::string& word : WordsOf(name)) {
    for (const absl::string_view prefix : {"non", "not", "no", "un"}) {
      absl::string_view rest = word;
      const bool is_split =
          !absl::c_linear_search(meant, word) && absl::ConsumePrefix(&rest, prefix) &&
          (absl::c_linear_search(meant, rest) || rest == absl::StrJoin(meant, ""));
      if (!is_split) continue;
      words.emplace_back(prefix);
      word = std::string(rest);
      break;
    }
    words.push_back(std::move(word));
  }
  return words;
}

// The words that deny, but for the beginnings of those that are meant: `ABORT` for `ABORTED`.
Words Denying(const Words& words, const Words& meant) {
  Words denying;
  absl::c_copy_if(words, std::back_inserter(denying), [&](absl::string_view word) {
    return DenialOfWord(word) != Denial::kNone &&
           absl::c_none_of(meant, [&](absl::string_view other) {
             return other != word && absl::StartsWith(other, word);
           });
  });
  absl::c_sort(denying);
  return denying;
}

// True for `min` where `max` is meant, and the other way round.
bool BoundsOtherwise(const Words& name, const Words& meant) {
  const auto has = [](const Words& words, const auto& bounds) {
    return absl::c_any_of(
        words, [&](absl::string_view word) { return absl::c_linear_search(bounds, word); });
  };
  return (has(name, kLowest) && !has(name, kHighest) && has(meant, kHighest)) ||
         (has(name, kHighest) && !has(name, kLowest) && has(meant, kLowest));
}

}  // namespace

Denial DenialOf(absl::string_view name, absl::string_view meant) {
  const Words of_meant = WordsOf(meant);
  const Words of_name = WordsBeside(name, of_meant);
  if (BoundsOtherwise(of_name, of_meant)) return Denial::kOpposite;
  const Words denying = Denying(of_name, of_meant);
  if (denying.empty() || denying == Denying(of_meant, of_meant)) return Denial::kNone;
  const bool is_opposite = absl::c_any_of(
      denying, [](absl::string_view word) { return DenialOfWord(word) == Denial::kOpposite; });
  return is_opposite ? Denial::kOpposite : Denial::kSwitchedOff;
}

std::string WithoutDenial(absl::string_view name) {
  std::string rest;
  for (const std::string& word : WordsOf(name)) {
    if (DenialOfWord(word) == Denial::kNone) rest += word;
  }
  return rest;
}

}  // namespace grpcfg
