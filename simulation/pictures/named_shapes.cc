#include "simulation/pictures/named_shapes.h"

#include "absl/strings/str_cat.h"
#include "schema/json/escape.h"
#include "simulation/simulation_words.h"

namespace grpcfg {

std::string SpellNames(const std::vector<std::string>& names) {
  constexpr size_t kMostLetters = 60;
  std::string words = Visible(names.front());
  size_t told = 1;
  while (told < names.size() && words.size() + names[told].size() + 2 <= kMostLetters) {
    absl::StrAppend(&words, ", ", Visible(names[told++]));
  }
  if (words.size() > kMostLetters) words = CutBehind(kMostLetters, words);
  if (told < names.size()) absl::StrAppend(&words, " and ", names.size() - told, " more");
  return words;
}

}  // namespace grpcfg
