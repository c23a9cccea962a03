// libFuzzer target for what tools/workspace reads of others. The first byte chooses. Lines: those
// that a split of the whole gives, numbered, and the long ones told, however the bytes arrive and
// however many chunks are held. Repositories: whatever `.git`, `commondir` and info/exclude hold,
// the search ends, in a directory.
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <list>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/fuzz/report_invariants.h"
#include "tools/workspace/file_descriptor.h"
#include "tools/workspace/line_reader.h"
#include "tools/workspace/repository.h"

namespace grpcfg {
namespace {

namespace fs = std::filesystem;

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

// A directory of its own, removed at the end.
class Scratch {
 public:
  Scratch() {
    const bool has_memory = access("/dev/shm", W_OK) == 0;
    root_ = absl::StrCat(has_memory ? "/dev/shm" : "/tmp", "/grpcfg-fuzz.XXXXXX");
    Require(mkdtemp(root_.data()) != nullptr);
    for (const absl::string_view directory : {"top/inner/git", "top/git/info", "top/own"}) {
      fs::create_directories(absl::StrCat(root_, "/", directory));
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  [[nodiscard]] std::string Path(absl::string_view relative) const {
    return absl::StrCat(root_, "/", relative);
  }
  void Write(absl::string_view relative, absl::string_view text) const {
    std::ofstream(Path(relative), std::ios::binary) << text;
  }

 private:
  std::string root_;
};

// The top is that directory or one above it.
void CheckTop(const std::string& directory) {
  const std::optional<std::string> top = FindRepositoryTop(directory);
  if (!top) return;
  Require(absl::StartsWith(directory, *top) && absl::EndsWith(*top, "/"));
  Require(access(absl::StrCat(*top, ".git").c_str(), F_OK) == 0);
}

// What follows `prefix` in the only line of a file, below `directory` unless it is absolute; empty
// if there is no such line.
std::string NaiveTarget(absl::string_view text, absl::string_view prefix,
                        absl::string_view directory) {
  if (!absl::StartsWith(text, prefix)) return "";
  constexpr absl::string_view kBlanks = " \t\n\v\f\r";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks, prefix.size()), text.size()));
  if (text.empty()) return "";
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  return absl::StrCat(text[0] == '/' ? "" : directory, text, "/");
}

// The texts of `.git`, of the `commondir` in the directory that seeds name, and of its
// info/exclude.
void CheckRepository(absl::string_view input) {
  static const Scratch kScratch;
  const std::vector<absl::string_view> texts = absl::StrSplit(input, absl::MaxSplits('\0', 2));
  const auto text = [&](size_t i) { return i < texts.size() ? texts[i] : absl::string_view(); };
  kScratch.Write("top/.git", text(0));
  kScratch.Write("top/own/commondir", text(1));
  kScratch.Write("top/git/info/exclude", text(2));
  const std::string top = kScratch.Path("top/");
  Require(FindRepositoryTop(kScratch.Path("top/inner/git/")) == top);
  CheckTop(absl::StrCat(top, text(0), "/"));
  const std::string shared = SharedGitDirectory(top);
  Require(absl::StartsWith(shared, "/") && absl::EndsWith(shared, "/"));
  std::string own = NaiveTarget(text(0), "gitdir:", top);
  if (own.empty()) own = absl::StrCat(top, ".git/");
  std::error_code absent;
  const bool is_linked = fs::equivalent(own, kScratch.Path("top/own"), absent);
  const std::string common = is_linked ? NaiveTarget(text(1), "", own) : "";
  Require(shared == (common.empty() ? own : common));
  const auto patterns =
      LoadIgnoreFile(absl::StrCat(shared, "info/exclude"), SymbolicLinks::kFollow);
  if (shared != kScratch.Path("top/git/")) return;
  const IgnoreList expected(ParseGitignore(text(2)));
  Require(patterns.ok() && patterns->Decide(text(0), false) == expected.Decide(text(0), false));
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size == 0) return 0;
  const absl::string_view rest(reinterpret_cast<const char*>(bytes + 1), size - 1);
  bytes[0] % 4 == 0 ? grpcfg::CheckRepository(rest) : grpcfg::CheckLines(rest);
  return 0;
}
