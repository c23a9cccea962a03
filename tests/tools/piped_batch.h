// A `grpcfg batch` that runs beside the test, with a pipe to it and one from it. Nothing waits for
// ever: whatever does not come within a minute has not come.
#ifndef GRPCFG_TESTS_TOOLS_PIPED_BATCH_H_
#define GRPCFG_TESTS_TOOLS_PIPED_BATCH_H_

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/write_file.h"

namespace grpcfg {

class PipedBatch {
 public:
  explicit PipedBatch(std::vector<std::string> arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    auto [its_input, to] = OpenPipe();
    auto [from, its_output] = OpenPipe();
    to_ = std::move(to);
    from_ = std::move(from);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, its_input.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, its_output.number(), STDOUT_FILENO);
    arguments.insert(arguments.begin(), {GRPCFG_BINARY, "batch"});
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    if (posix_spawn(&process_, words[0], &actions, nullptr, words.data(), environ) != 0) {
      process_ = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  PipedBatch(const PipedBatch&) = delete;
  PipedBatch& operator=(const PipedBatch&) = delete;
  ~PipedBatch() {
    Kill();
    Status();
  }

  // False if there is no reader.
  [[nodiscard]] bool Send(absl::string_view text) const { return WriteAll(to_.number(), text); }

  // How many bytes of `text` it takes while its answers are not read: once the pipe to it has been
  // full for a while it is stuck.
  [[nodiscard]] size_t SendUntilStuck(absl::string_view text) const {
    fcntl(to_.number(), F_SETFL, O_NONBLOCK);
    size_t sent = 0;
    while (sent < text.size()) {
      const ssize_t count = write(to_.number(), text.data() + sent, text.size() - sent);
      if (count >= 0) {
        sent += static_cast<size_t>(count);
      } else if (errno != EAGAIN || !IsReady(to_, POLLOUT, kStuckMilliseconds)) {
        break;
      }
    }
    fcntl(to_.number(), F_SETFL, 0);
    return sent;
  }

  void CloseInput() { to_ = FileDescriptor(-1); }
  void CloseOutput() { from_ = FileDescriptor(-1); }
  void Kill() const {
    if (process_ > 0) kill(process_, SIGKILL);
  }

  // The next `count` lines; fewer at the end, or if they do not come.
  std::string ReceiveLines(size_t count) {
    std::string lines;
    for (size_t end = 0; count > 0; --count) {
      while ((end = received_.find('\n')) == std::string::npos) {
        if (!Receive()) return lines;
      }
      lines += received_.substr(0, end + 1);
      received_.erase(0, end + 1);
    }
    return lines;
  }

  // All the rest.
  std::string ReceiveAll() {
    while (Receive()) {
    }
    return std::exchange(received_, {});
  }

  // Its peak so far, in KiB, from a line of /proc.
  [[nodiscard]] size_t PeakMemory() const {
    const FileDescriptor file(
        open(("/proc/" + std::to_string(process_) + "/status").c_str(), O_RDONLY | O_CLOEXEC));
    std::string status(size_t{16} << 10, '\0');
    if (read(file.number(), status.data(), status.size()) <= 0) return 0;
    const size_t at = status.find("VmHWM:");
    return at == std::string::npos ? 0 : std::stoul(status.substr(at + 6));
  }

  // Its exit status once it has ended; -1 after a signal, or if it does not end.
  int Status() {
    if (process_ <= 0) return status_;
    int status = 0;
    for (int i = 0; i < kWaitMilliseconds && waitpid(process_, &status, WNOHANG) == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (i + 1 == kWaitMilliseconds) return -1;
    }
    process_ = -1;
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return status_;
  }

 private:
  static constexpr int kWaitMilliseconds = 60'000;
  static constexpr int kStuckMilliseconds = 500;

  static std::pair<FileDescriptor, FileDescriptor> OpenPipe() {
    std::array<int, 2> ends = {-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  }

  static bool IsReady(const FileDescriptor& end, int16_t events, int milliseconds) {
    pollfd ready = {.fd = end.number(), .events = events, .revents = 0};
    return poll(&ready, 1, milliseconds) > 0;
  }

  bool Receive() {
    if (!IsReady(from_, POLLIN, kWaitMilliseconds)) return false;
    std::array<char, size_t{64} << 10> block;
    const ssize_t count = read(from_.number(), block.data(), block.size());
    if (count <= 0) return false;
    received_.append(block.data(), static_cast<size_t>(count));
    return true;
  }

  pid_t process_ = -1;
  int status_ = -1;
  FileDescriptor to_ = FileDescriptor(-1);
  FileDescriptor from_ = FileDescriptor(-1);
  std::string received_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_TOOLS_PIPED_BATCH_H_
