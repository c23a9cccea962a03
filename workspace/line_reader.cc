#include "workspace/line_reader.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "workspace/read_file.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

// A pipe gives 64 KiB at a time; of a file more at once is not faster, and this stays in the cache.
constexpr size_t kBlockBytes = size_t{256} << 10;

}  // namespace

bool LineReader::Fill() {
  if (at_end_ || !status_.ok()) return false;
  MakeRoom();
  const ssize_t got = ReadSome(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
  if (got < 0) {
    status_ = SystemError(errno, "cannot read standard input");
    return false;
  }
  at_end_ = got == 0;
  end_ += static_cast<size_t>(got);
  return !at_end_ || begin_ < end_ || skipping_;
}

std::optional<LineReader::Line> LineReader::Next() {
  const void* const newline =
      searched_ == end_ ? nullptr : std::memchr(&buffer_[searched_], '\n', end_ - searched_);
  const auto* const found = static_cast<const char*>(newline);
  const bool is_last = at_end_ && (begin_ < end_ || skipping_);
  if (found == nullptr && !is_last) {
    searched_ = end_;
    return std::nullopt;
  }
  const size_t line_end = found == nullptr ? end_ : static_cast<size_t>(found - buffer_.data());
  Line line = {.number = ++number_,
               .text = absl::string_view(buffer_.data() + begin_, line_end - begin_)};
  line.is_too_long = skipping_ || line.text.size() > max_line_bytes_;
  if (line.is_too_long) line.text = {};
  skipping_ = false;
  begin_ = searched_ = std::min(line_end + 1, end_);
  return line;
}

bool LineReader::MustWait() const {
  pollfd readable = {.fd = descriptor_, .events = POLLIN, .revents = 0};
  return poll(&readable, 1, 0) == 0;
}

// Moves the begin of a line, which is all that is left after Next(), to the front, and doubles the
// buffer if that does not leave half of it free.
void LineReader::MakeRoom() {
  const size_t held = end_ - begin_;
  skipping_ = skipping_ || held > max_line_bytes_;
  if (skipping_) {
    begin_ = searched_ = end_ = 0;
  } else if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, held);
    searched_ -= begin_;
    begin_ = 0;
    end_ = held;
  }
  if (!buffer_.empty() && buffer_.size() / 2 > end_) return;
  const size_t largest = max_line_bytes_ + kBlockBytes;
  const size_t doubled = std::max(kBlockBytes, 2 * buffer_.size());
  // The last step goes all the way: old and new bytes are in memory together.
  buffer_.resize(doubled > largest / 2 ? largest : doubled);
}

}  // namespace grpcfg
