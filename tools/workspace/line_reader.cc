#include "tools/workspace/line_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>

#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

// Half of what a pipe gives at a time. More at once is not faster, and this stays in the cache.
constexpr size_t kBlockBytes = size_t{32} << 10;

// A chunk above that is rare, and gives its memory back.
constexpr size_t kKeptBytes = 4 * kBlockBytes;

// Chunks that are held together have no more than this, unless there is only one.
constexpr size_t kMaxHeldBytes = size_t{32} << 20;

// Not one of the three standard descriptors, should they be closed: the reader would wait for
// itself. None, if the system has no more, means that nothing wakes it.
FileDescriptor MakeEvent() {
  const FileDescriptor event(eventfd(0, EFD_CLOEXEC));
  return FileDescriptor(fcntl(event.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

// Faster than std::count, which looks at every byte.
uint64_t CountNewlines(absl::string_view text) {
  uint64_t count = 0;
  for (size_t at = 0; (at = text.find('\n', at)) != absl::string_view::npos; ++at) ++count;
  return count;
}

}  // namespace

LineReader::LineReader(int descriptor, size_t max_line_bytes)
    : descriptor_(descriptor), max_line_bytes_(max_line_bytes), interrupted_event_(MakeEvent()) {}

bool LineReader::Next(LineChunk& chunk) {
  StartWithRest(chunk);
  for (size_t searched = 0;;) {
    const absl::string_view fresh(chunk.bytes_.data() + searched, chunk.size_ - searched);
    const size_t first = fresh.find('\n');
    if (first != absl::string_view::npos) {
      return Finish(chunk, searched + (chunk.is_skipped_ ? first : fresh.rfind('\n')) + 1);
    }
    if (at_end_) return (chunk.size_ > 0 || chunk.is_skipped_) && Finish(chunk, chunk.size_);
    SkipIfTooLong(chunk);
    searched = chunk.size_;
    if (!Fill(chunk)) return false;
    if (chunk.is_skipped_) searched = 0;
  }
}

// What has been read of the line is forgotten.
void LineReader::SkipIfTooLong(LineChunk& chunk) const {
  chunk.is_skipped_ = chunk.is_skipped_ || chunk.size_ > max_line_bytes_;
  if (chunk.is_skipped_) chunk.size_ = 0;
}

void LineReader::StartWithRest(LineChunk& chunk) {
  chunk.max_line_bytes_ = max_line_bytes_;
  chunk.first_number_ = next_number_;
  chunk.is_skipped_ = chunk.is_beyond_memory_ = false;
  chunk.size_ = rest_.size();
  if (chunk.bytes_.size() < rest_.size()) chunk.bytes_.resize(rest_.size());
  std::copy(rest_.begin(), rest_.end(), chunk.bytes_.begin());
  rest_.clear();
}

// The chunk's lines end at `lines_end`.
bool LineReader::Finish(LineChunk& chunk, size_t lines_end) {
  const char* const bytes = chunk.bytes_.data();
  rest_.assign(bytes + lines_end, bytes + chunk.size_);
  chunk.size_ = lines_end;
  // Only the last chunk may lack its last `\n`, and no other has to be numbered behind it.
  next_number_ += chunk.is_skipped_ ? 1 : CountNewlines({bytes, lines_end});
  return true;
}

bool LineReader::Fill(LineChunk& chunk) {
  if (!status_.ok() || !MakeRoom(chunk) || !WaitForInput()) return false;
  // No more in the room for a long line either: the lines behind it are for other chunks.
  const size_t most = std::min(2 * kBlockBytes, chunk.bytes_.size() - chunk.size_);
  const ssize_t got = ReadSome(descriptor_, chunk.bytes_.data() + chunk.size_, most);
  if (got < 0) {
    status_ = SystemError(errno, "cannot read standard input");
    return false;
  }
  at_end_ = got == 0;
  chunk.size_ += static_cast<size_t>(got);
  return true;
}

// Doubles the chunk's memory if that is not half free. False after Interrupt().
bool LineReader::MakeRoom(LineChunk& chunk) {
  const size_t largest = max_line_bytes_ + kBlockBytes;
  size_t wanted = std::max(chunk.bytes_.size(), 2 * kBlockBytes);
  if (wanted / 2 < chunk.size_) wanted *= 2;
  // The last step goes all the way: old and new bytes are in memory together.
  if (wanted > largest / 2) wanted = largest;
  {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto fits = [&] {
      const size_t others = held_bytes_ - chunk.counted_bytes_;
      return others == 0 || others + wanted <= kMaxHeldBytes;
    };
    changed_.wait(lock, [&] { return is_interrupted_ || fits(); });
    if (is_interrupted_) return false;
    held_bytes_ += wanted - chunk.counted_bytes_;
    chunk.counted_bytes_ = wanted;
  }
  Grow(chunk, wanted);
  return true;
}

// Without the memory for it the line is skipped, in the room that there is.
void LineReader::Grow(LineChunk& chunk, size_t wanted) {
  try {
    chunk.bytes_.reserve(wanted);  // exactly
    chunk.bytes_.resize(wanted);
  } catch (const std::bad_alloc&) {
    if (chunk.bytes_.empty()) throw;
    chunk.is_skipped_ = chunk.is_beyond_memory_ = true;
    chunk.size_ = 0;
  }
}

bool LineReader::WaitForInput() {
  std::array<pollfd, 2> events = {
      {{.fd = descriptor_, .events = POLLIN, .revents = 0},
       {.fd = interrupted_event_.number(), .events = POLLIN, .revents = 0}}};
  while (poll(events.data(), events.size(), -1) < 0 && errno == EINTR) {
  }
  return events[1].revents == 0;
}

void LineReader::Release(LineChunk& chunk) {
  if (chunk.bytes_.size() > kKeptBytes) std::vector<char>().swap(chunk.bytes_);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    held_bytes_ -= chunk.counted_bytes_;
    chunk.counted_bytes_ = 0;
  }
  changed_.notify_one();
}

void LineReader::Interrupt() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_interrupted_ = true;
  }
  changed_.notify_one();
  eventfd_write(interrupted_event_.number(), 1);
}

}  // namespace grpcfg
