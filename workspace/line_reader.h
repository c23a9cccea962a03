// The lines of an endless input: large reads, no copies, and no more memory than one line needs.
// Promise: a line above the limit is never held; it is counted, told and skipped.
#ifndef GRPCFG_WORKSPACE_LINE_READER_H_
#define GRPCFG_WORKSPACE_LINE_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

class LineReader {
 public:
  struct Line {
    uint64_t number = 0;       // from 1
    absl::string_view text;    // without its `\n`
    bool is_too_long = false;  // then `text` is empty
  };

  // Reads `descriptor`, which must outlive the reader and stays open; lines have at most
  // `max_line_bytes` without their `\n`.
  LineReader(int descriptor, size_t max_line_bytes)
      : descriptor_(descriptor), max_line_bytes_(max_line_bytes) {}

  // To be called when Next() has no more: waits for input and takes what there is. False at the
  // end, and after a failure: see status(). Lines that were returned before are no longer valid.
  bool Fill();

  // The next line that is there as a whole; a last one needs no `\n`. None: Fill() first.
  std::optional<Line> Next();

  // The next Fill() would have to wait.
  [[nodiscard]] bool MustWait() const;

  // Why reading failed, if it did.
  [[nodiscard]] const absl::Status& status() const { return status_; }

 private:
  void MakeRoom();

  int descriptor_;
  size_t max_line_bytes_;
  std::vector<char> buffer_;  // bytes of the input in [begin_, end_)
  size_t begin_ = 0;          // of the next line
  size_t searched_ = 0;       // no line ends in [begin_, searched_)
  size_t end_ = 0;
  uint64_t number_ = 0;  // of the line returned last
  bool at_end_ = false;
  bool skipping_ = false;  // the next line is too long, and its begin was dropped
  absl::Status status_;
};

}  // namespace grpcfg

#endif  // GRPCFG_WORKSPACE_LINE_READER_H_
