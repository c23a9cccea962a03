#include "rules/name_remedies.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/name_text.h"
#include "rules/named_services.h"

namespace grpcfg {
namespace {

// What to do about a name that may stand for none, or for several.
std::string RemedyWithoutGuess(const Guessed& name) {
  const bool is_nothing = name.guess.mistake >= NameMistake::kNone;
  if (is_nothing && HasSlash(name.written)) return RemedyForSlash(name.written);
  if (is_nothing && absl::StrContains(name.written, '*')) {
    return std::string(RemedyForWildcard(name.is_method));
  }
  return "write the name that is meant, or remove this one";
}

bool IsSpelling(const Guessed& name) {
  switch (name.guess.mistake) {
    case NameMistake::kStray:
    case NameMistake::kLetterCase:
    case NameMistake::kOtherStyle:
    case NameMistake::kMisspelt:
      return true;
    case NameMistake::kPath:
      return name.is_method;  // of a service, the method has to go elsewhere
    default:
      return false;
  }
}

}  // namespace

std::string ReasonFor(const Guessed& name) {
  const NameGuess& guess = name.guess;
  const std::string names = ListOf(guess.names);
  switch (guess.mistake) {
    case NameMistake::kStray:
      return absl::StrCat("; without the stray character it is ", names);
    case NameMistake::kPath:
      return absl::StrCat("; that is a path, with the ", name.is_method ? "method " : "service ",
                          names);
    case NameMistake::kOtherStyle:
      return absl::StrCat("; capitals and underscores count, and there is ", names);
    case NameMistake::kLetterCase:
      return absl::StrCat("; letter case counts, and there is ", names);
    case NameMistake::kPackage:
      return absl::StrCat("; that is a package, with ", names);
    case NameMistake::kOtherVersion:
      return absl::StrCat("; but for the version it is ", names);
    case NameMistake::kMisspelt:
      return absl::StrCat("; near it is ", names);
    case NameMistake::kOtherPackage:
      return absl::StrCat("; there is one of that name in another package, ", names);
    case NameMistake::kSibling:
      return absl::StrCat("; another service has it, ", names);
    case NameMistake::kNone:
    case NameMistake::kNotSought:
      break;
  }
  if (HasSlash(name.written)) return "; no service or method has a slash";
  const absl::string_view why = WhyNever(name.written);
  if (!why.empty()) return absl::StrCat("; it ", why);
  return guess.mistake == NameMistake::kNone ? "; nothing is near it" : "";
}

void AddRemedy(const Guessed& name, const std::vector<Span>& places, bool is_free,
               Diagnostic& diagnostic) {
  const NameGuess& guess = name.guess;
  if (guess.names.size() != 1) {
    diagnostic.help.push_back(RemedyWithoutGuess(name));
    return;
  }
  if (!guess.method.empty()) {
    diagnostic.help.push_back(RemedyForMethod(guess.names[0], guess.method));
    return;
  }
  const std::string title = absl::StrCat("write ", Ticked(guess.names[0]));
  const bool is_spelling = IsSpelling(name);
  if (!is_spelling || !is_free) {
    diagnostic.help.push_back(title);
    return;
  }
  Fix fix = {title, false, {}};
  for (const Span& place : places) {
    fix.edits.push_back({place, absl::StrCat("\"", guess.names[0], "\"")});
  }
  diagnostic.fixes.push_back(std::move(fix));
}

}  // namespace grpcfg
