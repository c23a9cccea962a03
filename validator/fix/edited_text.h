// A text after edits, with the way from the places of the original to its own.
#ifndef GRPCFG_VALIDATOR_FIX_EDITED_TEXT_H_
#define GRPCFG_VALIDATOR_FIX_EDITED_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/json/position.h"
#include "validator/engine/diagnostic.h"

namespace grpcfg {

struct IsBefore {
  bool operator()(const TextEdit& a, const TextEdit& b) const;
};

// Edits that do not overlap, each once.
using EditSet = absl::btree_set<TextEdit, IsBefore>;

// True if `edit` and another one in `edits` replace the same bytes or insert at the same place.
bool Collides(const TextEdit& edit, const EditSet& edits);

// Adds those of `fix` to `edits`. False, and none is added, if one of them collides.
bool AddEdits(const Fix& fix, EditSet& edits);

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

  // Where bytes of text() stand in the original: what was replaced as a whole, or copied, where it
  // stood. Nothing for what only an edit has.
  [[nodiscard]] std::optional<Span> Original(Span span) const;

  // The edits of the original that give text() with `more`, which are edits of text(). No two of
  // them insert at one place.
  [[nodiscard]] std::vector<TextEdit> With(const EditSet& more) const;

 private:
  [[nodiscard]] uint32_t OriginalBegin(uint32_t begin) const;
  [[nodiscard]] uint32_t OriginalEnd(uint32_t end) const;

  std::vector<TextEdit> edits_;  // sorted
  std::vector<Span> written_;    // one for each of them
  std::string text_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_FIX_EDITED_TEXT_H_
