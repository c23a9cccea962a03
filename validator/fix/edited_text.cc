#include "validator/fix/edited_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

bool IsOverlapping(Span a, Span b) { return a == b || (a.begin < b.end && b.begin < a.end); }

// How much longer a text gets.
int64_t GrowthOf(const TextEdit& edit) {
  return static_cast<int64_t>(edit.text.size()) - static_cast<int64_t>(edit.span.size());
}

// An edit, and the bytes of a text that it replaces or that it put there.
struct Piece {
  Span span;
  const TextEdit* edit;
  bool is_more;
};

}  // namespace

bool IsBefore::operator()(const TextEdit& a, const TextEdit& b) const {
  return std::tie(a.span.begin, a.span.end, a.text) < std::tie(b.span.begin, b.span.end, b.text);
}

bool Collides(const TextEdit& edit, const EditSet& edits) {
  const auto next = edits.lower_bound(edit);
  if (next != edits.end() && *next == edit) return false;
  return (next != edits.end() && IsOverlapping(edit.span, next->span)) ||
         (next != edits.begin() && IsOverlapping(std::prev(next)->span, edit.span));
}

bool AddEdits(const Fix& fix, EditSet& edits) {
  std::vector<TextEdit> added;
  for (const TextEdit& edit : fix.edits) {
    if (Collides(edit, edits)) {
      for (const TextEdit& each : added) edits.erase(each);
      return false;
    }
    if (edits.insert(edit).second) added.push_back(edit);
  }
  return true;
}

EditedText::EditedText(absl::string_view original, std::vector<TextEdit> edits)
    : edits_(std::move(edits)) {
  absl::c_sort(edits_, IsBefore());
  auto size = static_cast<int64_t>(original.size());
  for (const TextEdit& edit : edits_) size += GrowthOf(edit);
  text_.reserve(static_cast<size_t>(size));
  written_.reserve(edits_.size());
  uint32_t at = 0;
  for (const TextEdit& edit : edits_) {
    absl::StrAppend(&text_, original.substr(at, edit.span.begin - at));
    const auto begin = static_cast<uint32_t>(text_.size());
    text_ += edit.text;
    written_.push_back({begin, static_cast<uint32_t>(text_.size())});
    at = edit.span.end;
  }
  absl::StrAppend(&text_, original.substr(at));
}

bool EditedText::Wrote(Span span) const {
  auto at = absl::c_lower_bound(written_, span.begin, [](const Span& written, uint32_t begin) {
    return written.end < begin;
  });
  for (; at != written_.end() && at->begin <= span.begin; ++at) {
    if (at->Contains(span)) return true;
  }
  return false;
}

uint32_t EditedText::Moved(uint32_t offset) const {
  const auto after = absl::c_upper_bound(
      edits_, offset, [](uint32_t at, const TextEdit& edit) { return at < edit.span.begin; });
  if (after == edits_.begin()) return offset;
  const auto last = static_cast<size_t>(after - edits_.begin()) - 1;  // that begins up to it
  const Span replaced = edits_[last].span;
  const Span now = written_[last];
  return offset < replaced.end ? now.begin : now.end + (offset - replaced.end);
}

// In what an edit wrote, where the bytes begin that it replaced.
uint32_t EditedText::OriginalBegin(uint32_t begin) const {
  const auto after = absl::c_upper_bound(
      written_, begin, [](uint32_t at, const Span& written) { return at < written.begin; });
  if (after == written_.begin()) return begin;
  const Span now = *std::prev(after);  // the last one that begins up to it
  const Span replaced = edits_[static_cast<size_t>(after - written_.begin()) - 1].span;
  return begin >= now.end ? replaced.end + (begin - now.end) : replaced.begin;
}

// In what an edit wrote, where the bytes end that it replaced.
uint32_t EditedText::OriginalEnd(uint32_t end) const {
  const auto after = absl::c_lower_bound(
      written_, end, [](const Span& written, uint32_t at) { return written.begin < at; });
  if (after == written_.begin()) return end;
  const Span now = *std::prev(after);  // the last one that begins before it
  const Span replaced = edits_[static_cast<size_t>(after - written_.begin()) - 1].span;
  return end > now.end ? replaced.end + (end - now.end) : replaced.end;
}

std::optional<Span> EditedText::Original(Span span) const {
  if (!Wrote(span)) return Span{OriginalBegin(span.begin), OriginalEnd(span.end)};
  for (size_t i = 0; i < written_.size(); ++i) {
    const TextEdit& edit = edits_[i];
    if (written_[i] == span && !edit.span.empty()) return edit.span;
    const uint32_t copy = written_[i].begin + edit.copy_at;
    if (edit.copied.empty() || !Span{copy, copy + edit.copied.size()}.Contains(span)) continue;
    const uint32_t begin = edit.copied.begin + (span.begin - copy);
    return Span{begin, begin + span.size()};
  }
  return std::nullopt;
}

std::vector<TextEdit> EditedText::With(const EditSet& more) const {
  std::vector<Piece> pieces;
  for (size_t i = 0; i < edits_.size(); ++i) pieces.push_back({written_[i], &edits_[i], false});
  for (const TextEdit& edit : more) pieces.push_back({edit.span, &edit, true});
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.span.begin < b.span.begin; });
  std::vector<TextEdit> joined;
  int64_t growth = 0;
  for (auto piece = pieces.begin(); piece != pieces.end();) {
    TextEdit whole;
    uint32_t at = piece->span.begin;
    uint32_t end = at;
    whole.span.begin = static_cast<uint32_t>(at - growth);
    // Edits of the same bytes become one, and so do insertions at one place, of which AddEdits
    // takes no two.
    const auto joins = [&](const Piece& next) {
      const bool is_insertion_so_far = whole.span.begin == end - growth;
      const bool is_insertion_next = next.span.empty() && next.span.begin == end;
      return next.span.begin < end || (is_insertion_so_far && is_insertion_next);
    };
    do {
      end = std::max(end, piece->span.end);
      if (piece->is_more) {
        absl::StrAppend(&whole.text, text_.substr(at, piece->span.begin - at), piece->edit->text);
        at = piece->span.end;
      } else {
        growth += GrowthOf(*piece->edit);
        whole.copied = piece->edit->copied;
        whole.copy_at = piece->edit->copy_at;
      }
      ++piece;
    } while (piece != pieces.end() && joins(*piece));
    absl::StrAppend(&whole.text, text_.substr(at, end - at));
    whole.span.end = static_cast<uint32_t>(end - growth);
    joined.push_back(std::move(whole));
  }
  return joined;
}

}  // namespace grpcfg
