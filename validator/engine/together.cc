#include "validator/engine/together.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace grpcfg {
namespace {

// Nobody reads more names in a row.
constexpr size_t kMostNamed = 8;

std::string Enumerate(const std::vector<std::string>& items, absl::string_view conjunction) {
  const size_t shown = items.size() > kMostNamed ? kMostNamed - 1 : items.size();
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == items.size();
    absl::StrAppend(&text, i == 0 ? "" : is_last ? conjunction : ", ", items[i]);
  }
  if (shown < items.size()) absl::StrAppend(&text, " and ", items.size() - shown, " more");
  return text;
}

// False if `items`, which are few, have it.
template <typename Item>
bool AddNew(const Item& item, std::vector<Item>& items) {
  if (absl::c_linear_search(items, item)) return false;
  items.push_back(item);
  return true;
}

// `recurs`: items may come once for each of several objects.
void AddTo(std::vector<std::string>& items, const std::string& item, bool recurs) {
  if (recurs) {
    AddNew(item, items);
  } else {
    items.push_back(item);
  }
}

// One fix that does what those of all parts do; none where a part has none.
std::vector<Fix> FixOfAll(absl::Span<Diagnostic* const> parts, std::string title) {
  Fix all = {std::move(title), true, {}};
  for (const Diagnostic* const part : parts) {
    if (part->fixes.empty()) return {};
    const Fix& fix = part->fixes.front();
    all.otherwise = fix.otherwise;
    all.safe = all.safe && fix.safe;
    all.edits.insert(all.edits.end(), fix.edits.begin(), fix.edits.end());
  }
  return {std::move(all)};
}

}  // namespace

void TellTogether(absl::Span<Diagnostic* const> parts) {
  Diagnostic& first = *parts.front();
  const bool recurs = !first.together->message_of_many.empty();
  std::vector<std::string> subjects;
  std::vector<std::string> remedies;
  std::vector<Span> spans;
  for (const Diagnostic* const part : parts) {
    AddTo(subjects, part->together->subject, recurs);
    AddTo(remedies, part->together->remedy, recurs);
    const bool is_new = AddNew(part->primary.span, spans);
    if (is_new && spans.size() > 1) first.secondary.push_back(part->primary);
    for (const std::string& key : part->lacks) AddNew(key, first.lacks);
  }
  absl::c_sort(first.lacks);
  const std::vector<std::pair<absl::string_view, std::string>> places = {
      {"{subjects}", Enumerate(subjects, " and ")},
      {"{alternatives}", Enumerate(subjects, " or ")},
      {"{remedies}", Enumerate(remedies, " and ")},
      {"{count}", absl::StrCat(spans.size())}};
  const Together& words = *first.together;
  const bool is_many = recurs && spans.size() > 1;
  first.message = absl::StrReplaceAll(is_many ? words.message_of_many : words.message, places);
  if (!words.help.empty()) first.help.front() = absl::StrReplaceAll(words.help, places);
  if (!first.fixes.empty()) {
    first.fixes = FixOfAll(parts, absl::StrReplaceAll(words.fix, places));
  }
}

}  // namespace grpcfg
