#include "validator/project/wildcard.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace grpcfg {
namespace {

// The ends of those beginnings of a text that what was read of a pattern stands for.
class Ends {
 public:
  explicit Ends(absl::string_view text) : text_(text), at_(text.size() + 1, false) {
    at_[0] = true;
  }

  void Take(char c) {
    for (size_t end = text_.size(); end > 0; --end) at_[end] = at_[end - 1] && text_[end - 1] == c;
    at_[0] = false;
  }

  void TakeAny(bool stops_at_slash) {
    for (size_t end = 1; end < at_.size(); ++end) {
      const bool goes_on = at_[end - 1] && !(stops_at_slash && text_[end - 1] == '/');
      at_[end] = at_[end] || goes_on;
    }
  }

  [[nodiscard]] bool IsWhole() const { return at_.back(); }

 private:
  absl::string_view text_;
  std::vector<bool> at_;
};

bool Matches(absl::string_view pattern, absl::string_view text, bool stops_at_slash) {
  if (!absl::StrContains(pattern, '*')) return pattern == text;
  Ends ends(text);
  while (!pattern.empty()) {
    if (absl::ConsumePrefix(&pattern, "**")) {
      ends.TakeAny(false);
    } else if (absl::ConsumePrefix(&pattern, "*")) {
      ends.TakeAny(stops_at_slash);
    } else {
      ends.Take(pattern[0]);
      pattern.remove_prefix(1);
    }
  }
  return ends.IsWhole();
}

}  // namespace

bool MatchesPointer(absl::string_view pattern, absl::string_view pointer) {
  return Matches(pattern, pointer, true);
}

bool MatchesMethod(absl::string_view pattern, absl::string_view name) {
  absl::ConsumePrefix(&pattern, "/");
  if (absl::StrContains(pattern, '/') || pattern == "*") return Matches(pattern, name, false);
  return Matches(absl::StrCat(pattern, "/*"), name, false);
}

}  // namespace grpcfg
