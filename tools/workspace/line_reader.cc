#include "tools/workspace/line_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>

#include "tools/workspace/read_file.h"
#include "tools/workspace/system_error.h"

namespace grpcfg {
namespace {

// Half of what a pipe gives at a time. More at a time is not faster, and this stays in the cache.
constexpr size_t kBlockBytes = size_t{32} << 10;

// A larger chunk is rare, and gives its memory back.
constexpr size_t kKeptBytes = 4 * kBlockBytes;

// Chunks that are held together have no more than this, unless there is only one.
constexpr size_t kMaxHeldBytes = size_t{32} << 20;

// Not one of the three standard descriptors, should they be closed: the reader would wait for
// itself. None, if the system has no more, means that nothing wakes it.
FileDescriptor MakeEvent() {
  const FileDescriptor event(eventfd(0, EFD_CLOEXEC));
  return FileDescriptor(fcntl(event.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

uint64_t CountLines(absl::string_view text) {
  uint64_t count = 0;
  for (size_t at = 0; (at = text.find('\n', at)) != absl::string_view::npos; ++at) ++count;
  return count;
}

}  // namespace

LineReader::LineReader(int descriptor, size_t max_line_bytes)
    : descriptor_(descriptor), max_line_bytes_(max_line_bytes), interrupted_event_(MakeEvent()) {}

bool LineReader::Next(LineChunk& chunk) {
  chunk.max_line_bytes_ = max_line_bytes_;
  chunk.first_number_ = next_number_;
  chunk.skipped_ = LineChunk::Skipped::kNo;
  chunk.size_ = rest_.size();
  if (chunk.bytes_.size() < rest_.size()) chunk.bytes_.resize(rest_.size());
  std::copy(rest_.begin(), rest_.end(), chunk.bytes_.begin());
  rest_.clear();
  for (size_t searched = 0;;) {
    const absl::string_view fresh(chunk.bytes_.data() + searched, chunk.size_ - searched);
    const size_t last = chunk.is_skipped() ? fresh.find('\n') : fresh.rfind('\n');
    if (last != absl::string_view::npos) return Finish(chunk, searched + last + 1);
    if (at_end_) return (chunk.size_ > 0 || chunk.is_skipped()) && Finish(chunk, chunk.size_);
    if (!status_.ok() || !MakeRoom(chunk)) return false;
    searched = chunk.size_;
    if (!Read(chunk)) return false;
  }
}

// The chunk's lines end at `lines_end`.
bool LineReader::Finish(LineChunk& chunk, size_t lines_end) {
  const char* const bytes = chunk.bytes_.data();
  rest_.assign(bytes + lines_end, bytes + chunk.size_);
  chunk.size_ = lines_end;
  // Only the last chunk may lack its last `\n`, and no other has to be numbered after it.
  next_number_ += chunk.is_skipped() ? 1 : CountLines({bytes, lines_end});
  return true;
}

// For more of a line that is not there as a whole. One that is too long, or for which there is no
// memory, is skipped in the room that there is: what has been read of it is forgotten.
bool LineReader::MakeRoom(LineChunk& chunk) {
  const bool is_too_long = chunk.size_ > max_line_bytes_;
  if (is_too_long && !chunk.is_skipped()) chunk.skipped_ = LineChunk::Skipped::kTooLong;
  if (chunk.is_skipped()) chunk.size_ = 0;
  const size_t largest = max_line_bytes_ + kBlockBytes;
  size_t new_size = std::max(chunk.bytes_.size(), 2 * kBlockBytes);
  if (new_size / 2 < chunk.size_) new_size *= 2;
  // The last step goes all the way: old and new bytes are in memory together.
  if (new_size > largest / 2) new_size = largest;
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] {
      const size_t others = held_bytes_ - chunk.counted_bytes_;
      return is_interrupted_ || others == 0 || others + new_size <= kMaxHeldBytes;
    });
    if (is_interrupted_) return false;
    held_bytes_ += new_size - chunk.counted_bytes_;
    chunk.counted_bytes_ = new_size;
  }
  try {
    chunk.bytes_.reserve(new_size);  // exactly
    chunk.bytes_.resize(new_size);
  } catch (const std::bad_alloc&) {
    if (chunk.bytes_.empty()) throw;
    chunk.skipped_ = LineChunk::Skipped::kTooLarge;
    chunk.size_ = 0;
  }
  return true;
}

bool LineReader::Read(LineChunk& chunk) {
  std::array<pollfd, 2> events = {
      {{.fd = descriptor_, .events = POLLIN, .revents = 0},
       {.fd = interrupted_event_.number(), .events = POLLIN, .revents = 0}}};
  while (poll(events.data(), events.size(), -1) < 0 && errno == EINTR) {
  }
  if (events[1].revents != 0) return false;
  // No more in the room for a long line either: the lines after it are for other chunks.
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
