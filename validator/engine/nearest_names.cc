#include "validator/engine/nearest_names.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/read/suggest.h"

namespace grpcfg {
namespace {

constexpr size_t kMostNames = 5;
constexpr size_t kShortestWord = 3;  // less is near, or in, nearly all names

}  // namespace

std::vector<absl::string_view> NearestNames(absl::string_view word,
                                            absl::Span<const absl::string_view> names) {
  const std::string lower = absl::AsciiStrToLower(word);
  const bool is_short = word.size() < kShortestWord;
  const size_t allowed = is_short ? 0 : std::max<size_t>(1, word.size() / 4);
  std::vector<std::pair<size_t, absl::string_view>> near;  // by distance
  for (const absl::string_view name : names) {
    const std::string lower_name = absl::AsciiStrToLower(name);
    const size_t distance = EditDistance(lower, lower_name, allowed);
    const bool contains = !is_short && absl::StrContains(lower_name, lower);
    if (distance <= allowed || contains) near.emplace_back(distance, name);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  near.resize(std::min(near.size(), kMostNames));
  std::vector<absl::string_view> nearest;
  nearest.reserve(near.size());
  for (const auto& [distance, name] : near) nearest.push_back(name);
  return nearest;
}

std::string DidYouMean(absl::string_view word, absl::Span<const absl::string_view> names) {
  const std::vector<absl::string_view> near = NearestNames(word, names);
  if (near.empty()) return {};
  return absl::StrCat("did you mean `", absl::StrJoin(near, "`, `"), "`?");
}

std::string NotAmong(absl::string_view word, absl::string_view what,
                     absl::Span<const absl::string_view> names, absl::string_view otherwise) {
  std::string remedy = DidYouMean(word, names);
  if (remedy.empty() && !otherwise.empty()) remedy = std::string(otherwise);
  if (remedy.empty()) remedy = absl::StrCat("expected one of ", absl::StrJoin(names, ", "));
  return absl::StrCat("`", word, "` is not ", what, "; ", remedy);
}

}  // namespace grpcfg
