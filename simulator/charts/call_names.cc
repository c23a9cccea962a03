#include "simulator/charts/call_names.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "simulator/report/simulation_words.h"

namespace grpcfg {
namespace {

constexpr size_t kMostLetters = 54;

// The end of a name that is longer, of whole code points and not from a dot on, where the method
// stands.
std::string EndOfName(absl::string_view name) {
  size_t begin = name.size() - kMostLetters;
  const auto is_inside = [](char byte) {
    return byte == '.' || (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
  };
  while (begin < name.size() && is_inside(name[begin])) ++begin;
  return absl::StrCat(kCutMark, name.substr(begin));
}

// "A, B and 3 more".
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

std::string JitterOf(const SimulatedMethod& method) {
  if (method.policy != SimulatedPolicy::kRetry) return "";
  const Jitter& jitter = method.jitter;
  if (jitter.low == 1 && jitter.high == 1) return "no jitter";
  constexpr double kPercent = 100;
  const std::string words =
      jitter.low == 0 && jitter.high == 1
          ? "full jitter"
          : absl::StrFormat("jitter %.4g-%.4g%%", jitter.low * kPercent, jitter.high * kPercent);
  return absl::StrCat(words, jitter.on_first ? "" : " after the first delay");
}

std::string MethodOf(const SimulatedMethod& method) { return method.name; }

// An algorithm that stands in place of a config is called like it.
std::string TargetOf(const SimulatedMethod& method) {
  return method.target == method.name ? "" : method.target;
}

using Property = std::string (*)(const SimulatedMethod&);

// Each value once, in their order.
std::vector<std::string> ValuesOf(Calls calls, Property property) {
  std::vector<std::string> values;
  for (const SimulatedMethod* const call : calls) {
    std::string value = property(*call);
    if (std::find(values.begin(), values.end(), value) == values.end()) {
      values.push_back(std::move(value));
    }
  }
  return values;
}

}  // namespace

std::string CommonName(Calls all) {
  std::vector<std::string> parts;
  for (const Property property : {MethodOf, TargetOf, JitterOf}) {
    const std::vector<std::string> values = ValuesOf(all, property);
    if (values.size() == 1 && !values[0].empty()) parts.push_back(SpellNames(values));
  }
  return absl::StrJoin(parts, ", ");
}

std::string NameAmong(Calls all, Calls some) {
  std::vector<std::string> parts;
  for (const Property property : {MethodOf, JitterOf}) {
    const std::vector<std::string> values = ValuesOf(some, property);
    const bool differs = ValuesOf(all, property).size() > 1 && !values[0].empty();
    const bool is_known = property == MethodOf || values.size() == 1;  // one jitter, or none
    if (differs && is_known) parts.push_back(SpellNames(values));
  }
  std::string name = absl::StrJoin(parts, ", ");
  const std::vector<std::string> targets = ValuesOf(some, TargetOf);
  if (ValuesOf(all, TargetOf).size() == 1 || targets[0].empty()) return name;
  return name.empty() ? SpellNames(targets) : absl::StrCat(name, " (", SpellNames(targets), ")");
}

std::string WordsOfCalls(Calls all) {
  const std::string methods = SpellNames(ValuesOf(all, MethodOf));
  const std::vector<std::string> targets = ValuesOf(all, TargetOf);
  return targets[0].empty() ? methods : absl::StrCat(methods, "; for ", SpellNames(targets));
}

}  // namespace grpcfg
