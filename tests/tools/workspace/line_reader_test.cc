#include "tools/workspace/line_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tools/workspace/temporary_tree.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/write_file.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr size_t kLimit = 10;

std::pair<FileDescriptor, FileDescriptor> OpenPipe(int flags = 0) {
  std::array<int, 2> ends = {};
  EXPECT_EQ(pipe2(ends.data(), flags), 0);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// `1:text`, or `1!` for a line that is too long.
std::string Show(const Line& line) {
  return absl::StrCat(line.number, line.is_too_long ? "!" : ":", line.text);
}

std::vector<std::string> LinesOf(const LineChunk& chunk) {
  std::vector<std::string> lines;
  chunk.ForEachLine([&](const Line& line) { lines.push_back(Show(line)); });
  return lines;
}

std::vector<std::string> ReadLines(int descriptor, size_t limit) {
  LineReader reader(descriptor, limit);
  std::vector<std::string> lines;
  LineChunk chunk;
  while (reader.Next(chunk)) {
    chunk.ForEachLine([&](const Line& line) { lines.push_back(Show(line)); });
    reader.Release(chunk);
  }
  EXPECT_TRUE(reader.status().ok()) << reader.status();
  EXPECT_FALSE(reader.Next(chunk)) << "the end stays the end";
  return lines;
}

std::vector<std::string> LinesOf(absl::string_view text, size_t limit = kLimit) {
  const TemporaryTree files;
  files.Write("in", text);
  const FileDescriptor file(open(files.Path("in").c_str(), O_RDONLY | O_CLOEXEC));
  return ReadLines(file.number(), limit);
}

TEST(LineReaderTest, Lines) {
  EXPECT_THAT(LinesOf(""), IsEmpty()) << "no byte is no line";
  EXPECT_THAT(LinesOf("a\nb\n"), ElementsAre("1:a", "2:b"));
  EXPECT_THAT(LinesOf("a\nb"), ElementsAre("1:a", "2:b")) << "the last one needs no end";
  EXPECT_THAT(LinesOf("\n\n"), ElementsAre("1:", "2:")) << "empty lines count";
  EXPECT_THAT(LinesOf("a\r\n"), ElementsAre("1:a\r")) << "white space is the line's business";
  EXPECT_THAT(LinesOf(absl::string_view("\0\n", 2)), ElementsAre(absl::string_view("1:\0", 3)))
      << "a NUL is a byte like any other";
}

TEST(LineReaderTest, TooLong) {
  const std::string longest(kLimit, 'x');
  EXPECT_THAT(LinesOf(longest + "\na"), ElementsAre("1:" + longest, "2:a")) << "the limit itself";
  EXPECT_THAT(LinesOf(longest), ElementsAre("1:" + longest));
  EXPECT_THAT(LinesOf(longest + "x\na"), ElementsAre("1!", "2:a")) << "one byte more";
  EXPECT_THAT(LinesOf(longest + "x"), ElementsAre("1!")) << "without an end";
  const std::string huge(size_t{3} << 20, 'x');
  EXPECT_THAT(LinesOf("a\n" + huge + "\nb\n" + huge), ElementsAre("1:a", "2!", "3:b", "4!"))
      << "longer than the buffer";
}

TEST(LineReaderTest, LinesAcrossReads) {
  std::string text;
  std::vector<std::string> expected;
  for (int i = 1; i <= 3000; ++i) {
    const std::string line((i * 7919) % 1500, static_cast<char>('a' + i % 26));
    absl::StrAppend(&text, line, "\n");
    expected.push_back(absl::StrCat(i, ":", line));
  }
  const std::string long_line(size_t{1} << 20, 'L');
  EXPECT_EQ(LinesOf(text, 1500), expected);
  expected.push_back("3001:" + long_line);
  EXPECT_EQ(LinesOf(text + long_line, size_t{1} << 20), expected);
  auto [read_end, write_end] = OpenPipe();
  std::thread writer([&text, end = write_end.Release()] {
    const FileDescriptor owner(end);
    EXPECT_TRUE(WriteAll(owner.number(), text));
  });
  expected.pop_back();
  EXPECT_EQ(ReadLines(read_end.number(), 1500), expected) << "pieces as a pipe gives them";
  writer.join();
}

TEST(LineReaderTest, GivesWhatIsThere) {
  auto [read_end, write_end] = OpenPipe();
  LineReader reader(read_end.number(), kLimit);
  LineChunk first;
  ASSERT_TRUE(WriteAll(write_end.number(), "one\ntwo\nth"));
  ASSERT_TRUE(reader.Next(first));
  EXPECT_THAT(LinesOf(first), ElementsAre("1:one", "2:two")) << "half a line is none yet";
  ASSERT_TRUE(WriteAll(write_end.number(), "ree\n"));
  LineChunk second;
  ASSERT_TRUE(reader.Next(second)) << "the first chunk may still be in use";
  EXPECT_THAT(LinesOf(first), ElementsAre("1:one", "2:two"));
  EXPECT_THAT(LinesOf(second), ElementsAre("3:three"));
  write_end = FileDescriptor(-1);
  reader.Release(first);
  EXPECT_FALSE(reader.Next(first));
}

TEST(LineReaderTest, InterruptEndsAWait) {
  auto [read_end, write_end] = OpenPipe();
  LineReader reader(read_end.number(), kLimit);
  std::thread waiting([&reader] {
    LineChunk chunk;
    EXPECT_FALSE(reader.Next(chunk));
  });
  reader.Interrupt();
  waiting.join();
  LineChunk chunk;
  EXPECT_FALSE(reader.Next(chunk)) << "it stays interrupted";
  EXPECT_TRUE(reader.status().ok()) << reader.status();
}

// Two lines of more than half of what chunks may hold together.
TEST(LineReaderTest, ALongLineIsHeldAlone) {
  const std::string line(size_t{20} << 20, 'x');
  const TemporaryTree files;
  files.Write("in", absl::StrCat(line, "\n", line));
  const FileDescriptor file(open(files.Path("in").c_str(), O_RDONLY | O_CLOEXEC));
  LineReader reader(file.number(), line.size());
  LineChunk first;
  ASSERT_TRUE(reader.Next(first));
  std::atomic<bool> is_released = false;
  std::thread next([&] {
    LineChunk second;
    ASSERT_TRUE(reader.Next(second));
    EXPECT_TRUE(is_released);
    second.ForEachLine([&](const Line& last) {
      EXPECT_EQ(last.number, 2U);
      EXPECT_EQ(last.text.size(), line.size());
    });
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // a chance to go wrong
  is_released = true;
  reader.Release(first);
  next.join();
}

TEST(LineReaderTest, ALongLineMakesNoLargeChunkOfShortOnes) {
  const std::string line(size_t{3} << 20, 'x');
  const TemporaryTree files;
  files.Write("in", absl::StrCat(line, "\n", std::string(size_t{4} << 20, '\n')));
  const FileDescriptor file(open(files.Path("in").c_str(), O_RDONLY | O_CLOEXEC));
  LineReader reader(file.number(), line.size());
  size_t all = 0;
  for (LineChunk chunk; reader.Next(chunk); reader.Release(chunk)) {
    size_t count = 0;
    chunk.ForEachLine([&](const Line& /*line*/) { ++count; });
    EXPECT_LE(count, size_t{64} << 10);
    all += count;
  }
  EXPECT_EQ(all, (size_t{4} << 20) + 1);
}

TEST(LineReaderTest, FailureSaysWhy) {
  const FileDescriptor folder(open("/", O_RDONLY | O_CLOEXEC));
  LineReader reader(folder.number(), kLimit);
  LineChunk chunk;
  EXPECT_FALSE(reader.Next(chunk));
  EXPECT_FALSE(reader.Next(chunk)) << "it is not tried again";
  EXPECT_THAT(std::string(reader.status().message()), HasSubstr("standard input"));
}

TEST(WriteAllTest, WaitsForRoomInANonBlockingPipe) {
  auto [read_end, write_end] = OpenPipe(O_NONBLOCK);
  const std::string text(size_t{1} << 20, 'x');  // more than a pipe holds
  std::thread writer([&text, end = write_end.Release()] {
    const FileDescriptor owner(end);
    EXPECT_TRUE(WriteAll(owner.number(), text));
  });
  EXPECT_THAT(ReadLines(read_end.number(), text.size()), ElementsAre("1:" + text));
  writer.join();
}

}  // namespace
}  // namespace grpcfg
