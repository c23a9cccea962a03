#include "simulator/charts/named_shapes.h"

#include "absl/strings/str_cat.h"
#include "schema/json/escape.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

constexpr size_t kMostLetters = 54;

// The end of a name that is longer, of whole code points and not from a dot on, where the method
// and the target stand.
std::string EndOfName(absl::string_view name) {
  size_t begin = name.size() - kMostLetters;
  const auto is_inside = [](char byte) {
    return byte == '.' || (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
  };
  while (begin < name.size() && is_inside(name[begin])) ++begin;
  return absl::StrCat(kCutMark, name.substr(begin));
}

}  // namespace

std::string SpellNames(const std::vector<std::string>& names) {
  std::string words = Visible(names.front());
  size_t shown = 1;
  while (shown < names.size() && words.size() + names[shown].size() + 2 <= kMostLetters) {
    absl::StrAppend(&words, ", ", Visible(names[shown++]));
  }
  if (words.size() > kMostLetters) words = EndOfName(words);
  if (shown < names.size()) absl::StrAppend(&words, " and ", names.size() - shown, " more");
  return words;
}

}  // namespace grpcfg
