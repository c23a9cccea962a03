// libFuzzer target for the lines of an endless input: those that a split of the whole gives,
// numbered, and the long ones reported, however the bytes arrive and however many chunks are held.
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/line_reader.h"

namespace grpcfg {
namespace {

// The bytes in one file, in memory.
FileDescriptor InFile(absl::string_view text) {
  FileDescriptor file(memfd_create("lines", MFD_CLOEXEC));
  Require(write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  Require(lseek(file.number(), 0, SEEK_SET) == 0);
  return file;
}

// The bytes in packets, each of which is one read.
FileDescriptor InPieces(absl::string_view text, size_t piece) {
  constexpr size_t kMostPieces = 100;  // so many fit the socket
  piece = std::max(piece, text.size() / kMostPieces + 1);
  std::array<int, 2> ends = {};
  Require(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0);
  const FileDescriptor writer(ends[0]);
  FileDescriptor reader(ends[1]);
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    Require(send(writer.number(), text.data(), std::min(piece, text.size()), MSG_DONTWAIT) > 0);
  }
  return reader;
}

// A line as both sides have it.
struct OwnedLine {
  uint64_t number;
  std::string text;
  bool is_too_long;
  friend bool operator==(const OwnedLine&, const OwnedLine&) = default;
};

std::vector<OwnedLine> SplitLines(absl::string_view text, size_t limit) {
  std::vector<OwnedLine> lines;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    const bool is_too_long = line.size() > limit;
    lines.push_back({lines.size() + 1, std::string(is_too_long ? "" : line), is_too_long});
  }
  if (text.empty() || text.back() == '\n') lines.pop_back();
  return lines;
}

std::vector<OwnedLine> ReadLines(int descriptor, size_t limit, bool holds_all) {
  LineReader reader(descriptor, limit);
  std::vector<OwnedLine> lines;
  std::list<LineChunk> chunks(1);
  while (reader.Next(chunks.back())) {
    if (holds_all) {
      chunks.emplace_back();
      continue;
    }
    chunks.back().ForEachLine([&](const Line& line) {
      lines.push_back({line.number, std::string(line.text), line.is_too_long});
    });
    reader.Release(chunks.back());
  }
  Require(reader.status().ok() && !reader.Next(chunks.back()));
  chunks.pop_back();
  for (LineChunk& chunk : chunks) {
    const size_t before = lines.size();
    chunk.ForEachLine([&](const Line& line) {
      lines.push_back({line.number, std::string(line.text), line.is_too_long});
    });
    Require(lines.size() > before);
    reader.Release(chunk);
  }
  return lines;
}

// The first bytes: how the rest arrives, how long lines may be, and how often it is repeated.
void CheckLines(absl::string_view input) {
  if (input.size() < 3) return;
  const auto how = static_cast<unsigned char>(input[0]);
  const auto number = static_cast<unsigned char>(input[1]);
  const auto repeated = static_cast<unsigned char>(input[2]);
  constexpr size_t kStretch = 300;  // past a read's size
  constexpr size_t kMostBytes = size_t{256} << 10;
  const size_t limit = (how & 1U) != 0 ? number * kStretch : number;
  std::string text;
  for (size_t i = 0; i <= repeated && text.size() < kMostBytes; ++i) {
    absl::StrAppend(&text, input.substr(3));
  }
  if ((how & 4U) != 0) text = std::string(input.substr(3));
  const bool by_pieces = (how & 2U) != 0 && text.size() < kMostBytes / 16;
  const FileDescriptor descriptor = by_pieces ? InPieces(text, size_t{repeated} + 1) : InFile(text);
  Require(ReadLines(descriptor.number(), limit, (how & 8U) != 0) == SplitLines(text, limit));
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  grpcfg::CheckLines({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
