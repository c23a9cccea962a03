// How clients choose, in words: the entry of a method, and a choice of a list (gRFC A2).
#include "absl/strings/str_cat.h"
#include "pages/profile_words.h"

namespace grpcfg {

absl::string_view Describe(NameMatch match) {
  switch (match) {
    case NameMatch::kByParts:
      return "by service and method; else by service, else the entry of all methods";
    case NameMatch::kByPath:
      return "by the text `service/method`; else by what stands before its last slash, else the "
             "entry of all methods";
    case NameMatch::kFirstTwoParts:
      return "by what stands before the second slash of `service/method`; else by service, else "
             "the entry of all methods";
    case NameMatch::kFirstInOrder:
      return "the first entry that fits; none is for all methods";
    case NameMatch::kBySetParts:
      return "by service and method, of which \"\" fits nothing; else by service, else the entry "
             "of all methods";
    case NameMatch::kEachField:
      return "each field by itself: by service and method, else by service; none is for all "
             "methods";
  }
  return "";
}

absl::string_view Describe(ChoiceScope scope) {
  switch (scope) {
    case ChoiceScope::kEverything:
      return "every choice whole";
    case ChoiceScope::kEveryShape:
      return "the criteria of every choice, and that it has a config; the config that it takes";
    case ChoiceScope::kEveryCriterion:
      return "the criteria of every choice; the config that it takes";
    case ChoiceScope::kWhatFits:
      return "of every choice one member after the other, until a criterion does not fit";
    case ChoiceScope::kUpToTaken:
      return "one member after the other, until a criterion does not fit; nothing behind the "
             "choice that it takes";
    case ChoiceScope::kWholeUpToTaken:
      return "every choice whole, up to the one that it takes";
    case ChoiceScope::kAsConfig:
      return "a list is no config to it";
    case ChoiceScope::kNothing:
      return "nothing";
  }
  return "";
}

absl::string_view Describe(PercentageReading percentage) {
  switch (percentage) {
    case PercentageReading::kBounded:
      return "an integer from 0 to 100";
    case PercentageReading::kInt32:
      return "an integer, quoted or not; -1 is none; of any other above 0, one percent more";
    case PercentageReading::kScanned:
      return "the integer at the start of a number; of any above 0, one percent more";
    case PercentageReading::kInt64:
      return "any integer";
    case PercentageReading::kCut:
      return "a number without its decimals, then from 0 to 100";
    case PercentageReading::kDouble:
      return "a number from 0 to 100";
  }
  return "";
}

std::string Describe(const OwnLanguage& language) {
  if (language.word.empty()) return "none of its own";
  return absl::StrCat("`", language.word, "`, ",
                      language.any_case ? "in any letter case" : "exactly");
}

absl::string_view Describe(EmptyCriterion criterion) {
  switch (criterion) {
    case EmptyCriterion::kEveryone:
      return "fits every client";
    case EmptyCriterion::kNobody:
      return "fits no client";
  }
  return "";
}

}  // namespace grpcfg
