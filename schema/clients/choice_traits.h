// How clients choose, as far as they differ, and the words for it: the entry of a method, and a
// choice of a list (gRFC A2).
#ifndef GRPCFG_SCHEMA_CLIENTS_CHOICE_TRAITS_H_
#define GRPCFG_SCHEMA_CLIENTS_CHOICE_TRAITS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/clients/enum_words.h"
#include "schema/clients/timeline.h"

namespace grpcfg {

// How a client finds the entry of a method: that of its name, else that of its service, else that
// of every method.
enum class NameMatch : uint8_t {
  kByParts,
  kByPath,
  kFirstTwoParts,
  kFirstInOrder,
  kBySetParts,
  kEachField
};
template <>
inline constexpr Word<NameMatch> kWords<NameMatch>[] = {
    {NameMatch::kByParts, "by service and method; else by service, else the entry of all methods"},
    {NameMatch::kByPath,
     "by the text `service/method`; else by the part before its last slash, else the entry of all "
     "methods"},
    {NameMatch::kFirstTwoParts,
     "by the part before the second slash of `service/method`; else by service, else the entry of "
     "all methods"},
    {NameMatch::kFirstInOrder, "the first entry that matches; none applies to all methods"},
    {NameMatch::kBySetParts,
     "by service and method, of which \"\" matches nothing; else by service, else the entry of all "
     "methods"},
    {NameMatch::kEachField,
     "each field by itself: by service and method, else by service; none applies to all methods"},
};

// What a client looks at in a list of choices (gRFC A2).
enum class ChoiceScope : uint8_t {
  kEverything,
  kEveryShape,
  kEveryCriterion,
  kWhatFits,
  kUpToTaken,
  kWholeUpToTaken,
  kAsConfig,
  kNothing
};
template <>
inline constexpr Word<ChoiceScope> kWords<ChoiceScope>[] = {
    {ChoiceScope::kEverything, "every choice whole"},
    {ChoiceScope::kEveryShape,
     "the criteria of every choice, and that it has a config; the config that it takes"},
    {ChoiceScope::kEveryCriterion, "the criteria of every choice; the config that it takes"},
    {ChoiceScope::kWhatFits,
     "of every choice one member after the other, until a criterion does not match"},
    {ChoiceScope::kUpToTaken,
     "one member after the other, until a criterion does not match; nothing after the choice that "
     "it takes"},
    {ChoiceScope::kWholeUpToTaken, "every choice whole, up to the one that it takes"},
    {ChoiceScope::kAsConfig, "a list is not a config to it"},
    {ChoiceScope::kNothing, "nothing"},
};

// How the `percentage` of a choice is read.
enum class PercentageReading : uint8_t { kBounded, kInt32, kScanned, kInt64, kCut, kDouble };
template <>
inline constexpr Word<PercentageReading> kWords<PercentageReading>[] = {
    {PercentageReading::kBounded, "an integer from 0 to 100"},
    {PercentageReading::kInt32,
     "an integer, quoted or not; -1 is none; of any other above 0, one percent more"},
    {PercentageReading::kScanned,
     "the integer at the start of a number; of any above 0, one percent more"},
    {PercentageReading::kInt64, "any integer"},
    {PercentageReading::kCut, "a number without its decimals, then from 0 to 100"},
    {PercentageReading::kDouble, "a number from 0 to 100"},
};

// How often a client draws for percentages.
enum class ChoiceDraw : uint8_t { kEachChoice, kOncePerChannel };
template <>
inline constexpr Word<ChoiceDraw> kWords<ChoiceDraw>[] = {
    {ChoiceDraw::kEachChoice, "for each choice, at each resolution"},
    {ChoiceDraw::kOncePerChannel,
     "once for a channel and all its choices, so that percentages add up"},
};

// What a client calls its language in `clientLanguage`.
struct OwnLanguage {
  absl::string_view word = {};
  bool any_case = false;
};

// Which clients an empty list of languages or hosts fits.
enum class EmptyCriterion : uint8_t { kEveryone, kNoClient };
template <>
inline constexpr Word<EmptyCriterion> kWords<EmptyCriterion>[] = {
    {EmptyCriterion::kEveryone, "matches every client"},
    {EmptyCriterion::kNoClient, "matches no client"},
};

// How a client chooses from a list of choices, as Timelines or at one release.
template <template <typename> class Of>
struct ChoicesOf {
  Of<ChoiceScope> scope = {};
  Of<PercentageReading> percentage = {};
  Of<OwnLanguage> language = {};
  Of<EmptyCriterion> empty = {};
  Of<ChoiceDraw> draw = {};
};

using ChoiceTraits = ChoicesOf<Timeline>;
using ChoiceReading = ChoicesOf<AtRelease>;

// Calls `visit` with each trait: its id for programs, its title for people, and the trait of each
// of `choices`. In the order of pages.
template <typename Visit, typename... Choices>
constexpr void ForEachChoiceTrait(const Visit& visit, Choices&... choices) {
  visit("choice-scope", "what it checks in a list of choices", choices.scope...);
  visit("choice-language", "its language in `clientLanguage`", choices.language...);
  visit("choice-percentage", "`percentage` of a choice", choices.percentage...);
  visit("choice-empty", "empty list of languages or hosts", choices.empty...);
  visit("choice-draw", "draws for percentages", choices.draw...);
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_CHOICE_TRAITS_H_
