#include "validator/together.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace grpcfg {
namespace {

// Nobody reads more names in a row.
constexpr size_t kMostNamed = 8;

std::string Enumerate(const std::vector<std::string>& items) {
  const size_t shown = items.size() > kMostNamed ? kMostNamed - 1 : items.size();
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == items.size();
    absl::StrAppend(&text, i == 0 ? "" : is_last ? " and " : ", ", items[i]);
  }
  if (shown < items.size()) absl::StrAppend(&text, " and ", items.size() - shown, " more");
  return text;
}

// One fix that does what those of all parts do; none where a part has none.
std::vector<Fix> FixOfAll(absl::Span<Diagnostic* const> parts, std::string title) {
  Fix all = {std::move(title), true, {}};
  for (const Diagnostic* const part : parts) {
    if (part->fixes.empty()) return {};
    const Fix& fix = part->fixes.front();
    all.safe = all.safe && fix.safe;
    all.edits.insert(all.edits.end(), fix.edits.begin(), fix.edits.end());
  }
  return {std::move(all)};
}

}  // namespace

void TellTogether(absl::Span<Diagnostic* const> parts) {
  Diagnostic& first = *parts.front();
  std::vector<std::string> subjects;
  std::vector<std::string> remedies;
  for (const Diagnostic* const part : parts) {
    subjects.push_back(part->together->subject);
    remedies.push_back(part->together->remedy);
    if (part->primary.span != first.primary.span) first.secondary.push_back(part->primary);
  }
  const std::vector<std::pair<absl::string_view, std::string>> places = {
      {"{subjects}", Enumerate(subjects)}, {"{remedies}", Enumerate(remedies)}};
  const Together& words = *first.together;
  first.message = absl::StrReplaceAll(words.message, places);
  if (!words.help.empty()) first.help.front() = absl::StrReplaceAll(words.help, places);
  if (!first.fixes.empty()) {
    first.fixes = FixOfAll(parts, absl::StrReplaceAll(words.fix, places));
  }
}

}  // namespace grpcfg
