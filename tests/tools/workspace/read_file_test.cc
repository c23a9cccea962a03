#include "tools/workspace/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/temporary_tree.h"

namespace grpcfg {
namespace {

// Makes a file descriptor standard input for a while.
class StdinFrom {
 public:
  explicit StdinFrom(int descriptor) : saved_(dup(STDIN_FILENO)) {
    dup2(descriptor, STDIN_FILENO);
    close(descriptor);
  }
  StdinFrom(const StdinFrom&) = delete;
  StdinFrom& operator=(const StdinFrom&) = delete;
  ~StdinFrom() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }

 private:
  int saved_;
};

void WriteAll(int descriptor, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(descriptor, text.data() + done, text.size() - done);
    if (count <= 0) return;
    done += static_cast<size_t>(count);
  }
}

TEST(ReadFile, ReturnsTheBytes) {
  const TemporaryTree tree;
  const std::string binary("\0a\r\n\xff", 5);
  for (const std::string& text : {std::string(), std::string("{}"), binary, std::string(65536, 'x'),
                                  std::string(3000000, 'y')}) {
    tree.Write("a.json", text);
    const absl::StatusOr<std::string> read = ReadFile(tree.Path("a.json"));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, text);
  }
}

TEST(ReadFile, ReadsFilesWithoutSize) {
  const absl::StatusOr<std::string> read = ReadFile("/proc/self/status");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_GT(read->size(), 100U);
  EXPECT_EQ(ReadFile("/dev/null").value_or("failed"), "");
}

TEST(ReadFile, ReadsFifoToItsEnd) {
  const TemporaryTree tree;
  const std::string path = tree.Path("fifo");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const std::string text(300000, 'z');  // more than a pipe and more than the first block hold
  std::thread writer([&] {
    const int descriptor = open(path.c_str(), O_WRONLY);
    WriteAll(descriptor, text);
    close(descriptor);
  });
  const absl::StatusOr<std::string> read = ReadFile(path);
  writer.join();
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, text);
}

TEST(ReadFile, ReportsCauseByCode) {
  const TemporaryTree tree;
  tree.MakeDirectory("directory");
  tree.Write("secret.json", "{}");
  tree.SetMode("secret.json", 0);
  tree.Write("large.json", "");
  ASSERT_EQ(truncate(tree.Path("large.json").c_str(), (off_t{256} << 20) + 1), 0);
  tree.Link("loop", "loop");
  struct Row {
    const char* reason;
    std::string path;
    absl::StatusCode code;
  };
  const Row rows[] = {
      {"missing", tree.Path("missing.json"), absl::StatusCode::kNotFound},
      {"empty name", "", absl::StatusCode::kNotFound},
      {"directory", tree.Path("directory"), absl::StatusCode::kFailedPrecondition},
      {"no permission", tree.Path("secret.json"), absl::StatusCode::kPermissionDenied},
      {"one byte above 256 MiB", tree.Path("large.json"), absl::StatusCode::kResourceExhausted},
      {"device without end", "/dev/zero", absl::StatusCode::kResourceExhausted},
      {"NUL in the name", std::string("/dev/null\0x", 11), absl::StatusCode::kInvalidArgument},
  };
  const Unprivileged unprivileged;
  for (const Row& row : rows) {
    EXPECT_EQ(ReadFile(row.path).status().code(), row.code) << row.reason;
  }
  EXPECT_FALSE(ReadFile(tree.Path("loop")).ok());
}

TEST(ReadFile, TakesExactly256MiB) {
  const TemporaryTree tree;
  tree.Write("large.json", "");
  ASSERT_EQ(truncate(tree.Path("large.json").c_str(), off_t{256} << 20), 0);
  const absl::StatusOr<std::string> read = ReadFile(tree.Path("large.json"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->size(), kMaxFileBytes);
}

TEST(ReadFile, MessageNamesThingCauseAndRemedy) {
  const TemporaryTree tree;
  tree.MakeDirectory("secret");
  tree.SetMode("secret", 0);
  const Unprivileged unprivileged;
  const std::string inside = tree.Path("secret/a.json");
  EXPECT_EQ(ReadFile(inside).status().message(),
            "cannot read `" + inside +
                "`: permission denied; check its permissions and those of its directory");
  EXPECT_EQ(ReadFile("no\x1b[31m.json").status().message(),
            "cannot read `no\\x1b[31m.json`: no such file or directory; check the spelling and the "
            "current directory");
}

TEST(ReadStdin, ReadsPipeThatIsNotBlocking) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  const StdinFrom standard_input(ends[0]);
  std::thread writer([&] {
    usleep(20000);  // so that the reader finds the pipe empty first
    WriteAll(ends[1], "{\"a\": 1}");
    close(ends[1]);
  });
  const absl::StatusOr<std::string> read = ReadStdin();
  writer.join();
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, "{\"a\": 1}");
}

TEST(ReadStdin, ReadsTheRestOfAFile) {
  const TemporaryTree tree;
  tree.Write("a.json", "0123456789");
  const int descriptor = open(tree.Path("a.json").c_str(), O_RDONLY);
  ASSERT_EQ(lseek(descriptor, 4, SEEK_SET), 4);
  const StdinFrom standard_input(descriptor);
  EXPECT_EQ(ReadStdin().value_or("failed"), "456789");
}

TEST(ReadStdin, RefusesDirectoryAndClosedInput) {
  {
    const StdinFrom standard_input(open("/", O_RDONLY));
    EXPECT_EQ(ReadStdin().status().code(), absl::StatusCode::kFailedPrecondition);
  }
  const StdinFrom standard_input(open("/dev/null", O_RDONLY));
  close(STDIN_FILENO);
  EXPECT_EQ(ReadStdin().status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace grpcfg
