// A text after edits, with the way from the places of the original to its own.
#ifndef GRPCFG_VALIDATOR_FIX_EDITED_TEXT_H_
#define GRPCFG_VALIDATOR_FIX_EDITED_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/position.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

// The edits sorted, each made once. Nothing if two that differ replace the same bytes or insert at
// the same place.
std::optional<std::vector<TextEdit>> MergeEdits(std::vector<TextEdit> edits);

// Adds those of `fix` to `edits`, which are sorted. False, and none is added, if it edits bytes
// that are edited otherwise already.
bool AddEdits(const Fix& fix, std::vector<TextEdit>& edits);

class EditedText {
 public:
  // `edits` are of `original`, in any order, and do not overlap.
  EditedText(absl::string_view original, std::vector<TextEdit> edits);

  [[nodiscard]] const std::string& text() const { return text_; }

  // Where in text() the edits' texts stand.
  [[nodiscard]] absl::Span<const Span> written() const { return written_; }

  // Whether bytes of text() stand in the text of one edit.
  [[nodiscard]] bool Wrote(Span span) const;

  // Where the byte at `offset` of the original stands; of one that was replaced, the begin of what
  // replaced it.
  [[nodiscard]] uint32_t Moved(uint32_t offset) const;

  // The edits of the original that give text() with `more`, which are edits of text(), sorted, and
  // do not overlap. No two of them insert at one place.
  [[nodiscard]] std::vector<TextEdit> With(const std::vector<TextEdit>& more) const;

 private:
  std::vector<TextEdit> edits_;  // sorted
  std::vector<Span> written_;    // one for each of them
  std::string text_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_FIX_EDITED_TEXT_H_
