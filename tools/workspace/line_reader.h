// The lines of an endless input, in chunks of what is there, small while it trickles: large reads,
// nearly no copies.
// Promise: chunks that are held together are small, or else one alone; a line above the limit is
// never held: it is counted, reported and skipped. So is one that the memory does not suffice for.
#ifndef GRPCFG_TOOLS_WORKSPACE_LINE_READER_H_
#define GRPCFG_TOOLS_WORKSPACE_LINE_READER_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tools/workspace/file_descriptor.h"

namespace grpcfg {

struct Line {
  uint64_t number = 0;          // from 1
  absl::string_view text = {};  // without its `\n`
  bool is_too_long = false;     // then `text` is empty
  bool is_too_large = false;    // for the memory that there is; then too
};

// Whole lines; at least one. Chunks of one reader may be looked at by different threads.
class LineChunk {
 public:
  // Its lines, in order: function(Line).
  template <typename Function>
  void ForEachLine(const Function& function) const {
    if (is_skipped()) {
      return function(Line{.number = first_number_,
                           .is_too_long = skipped_ == Skipped::kTooLong,
                           .is_too_large = skipped_ == Skipped::kTooLarge});
    }
    uint64_t number = first_number_;
    for (size_t begin = 0; begin < size_; ++number) {
      const absl::string_view rest(bytes_.data() + begin, size_ - begin);
      const absl::string_view text = rest.substr(0, rest.find('\n'));
      const bool is_too_long = text.size() > max_line_bytes_;
      function(Line{.number = number,
                    .text = is_too_long ? absl::string_view() : text,
                    .is_too_long = is_too_long});
      begin += text.size() + 1;
    }
  }

 private:
  friend class LineReader;

  // Whether, and why, the chunk is one line that is not held.
  enum class Skipped { kNo, kTooLong, kTooLarge };
  [[nodiscard]] bool is_skipped() const { return skipped_ != Skipped::kNo; }

  std::vector<char> bytes_;  // of which the first `size_` are the lines
  size_t size_ = 0;
  size_t max_line_bytes_ = 0;
  uint64_t first_number_ = 1;
  Skipped skipped_ = Skipped::kNo;
  size_t counted_bytes_ = 0;  // of LineReader::held_bytes_
};

class LineReader {
 public:
  // Reads `descriptor`, which must outlive the reader and stays open; lines have at most
  // `max_line_bytes` without their `\n`.
  LineReader(int descriptor, size_t max_line_bytes);

  // Waits for a line that is there as a whole (a last one needs no `\n`), and gives it with those
  // that came along. False at the end, after a failure (see status()) and after Interrupt(), now
  // and later. Waits also for the release of other chunks that take much memory. One thread at a
  // time.
  bool Next(LineChunk& chunk);

  // The lines of a chunk that Next() gave are no longer needed, and it may be given to it again.
  // Any thread.
  void Release(LineChunk& chunk);

  // A Next() that waits returns false, now and later. Any thread.
  void Interrupt();

  // Why reading failed, if it did.
  [[nodiscard]] const absl::Status& status() const { return status_; }

 private:
  bool MakeRoom(LineChunk& chunk);
  bool Read(LineChunk& chunk);
  bool Finish(LineChunk& chunk, size_t lines_end);

  int descriptor_;
  size_t max_line_bytes_;
  FileDescriptor interrupted_event_;  // readable after Interrupt()
  std::vector<char> rest_;            // read with the last chunk, but after its lines
  uint64_t next_number_ = 1;
  bool at_end_ = false;
  absl::Status status_;

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  size_t held_bytes_ = 0;  // of all chunks that are not released
  bool is_interrupted_ = false;
};

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_LINE_READER_H_
