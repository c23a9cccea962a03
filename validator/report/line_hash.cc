#include "validator/report/line_hash.h"

#include <array>
#include <cstddef>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr size_t kWindow = 100;
constexpr uint64_t kFactor = 37;

constexpr uint64_t FactorOfOldest() {
  uint64_t factor = 1;
  for (size_t i = 0; i < kWindow; ++i) factor *= kFactor;
  return factor;
}

// A rolling hash over the last characters; 64 bits, which wrap.
class LineHasher {
 public:
  explicit LineHasher(const absl::btree_set<uint32_t>& lines) : lines_(lines) {}

  // A character other than blanks; the line that begins with it, or 0.
  void Add(uint64_t unit, uint32_t begun_line) {
    KeepHash();
    begins_[at_] = begun_line;
    Roll(unit);
  }

  absl::btree_map<uint32_t, std::string> Finish() && {
    for (size_t i = 0; i < kWindow; ++i) {
      KeepHash();
      begins_[at_] = 0;
      Roll(0);
    }
    return std::move(hashes_);
  }

 private:
  void Roll(uint64_t unit) {
    hash_ = kFactor * hash_ + unit - FactorOfOldest() * window_[at_];
    window_[at_] = unit;
    at_ = (at_ + 1) % kWindow;
  }

  // The window is full from where a line begins: its hash is known.
  void KeepHash() {
    const uint32_t line = begins_[at_];
    if (line == 0) return;
    const uint64_t occurrence = ++counts_[hash_];
    if (lines_.contains(line)) hashes_[line] = absl::StrCat(absl::Hex(hash_), ":", occurrence);
  }

  const absl::btree_set<uint32_t>& lines_;
  absl::btree_map<uint32_t, std::string> hashes_;
  absl::flat_hash_map<uint64_t, uint64_t> counts_;
  std::array<uint64_t, kWindow> window_ = {};
  std::array<uint32_t, kWindow> begins_ = {};  // by place in the window
  size_t at_ = 0;
  uint64_t hash_ = 0;
};

// Takes the units of UTF-16 of a text, one by one.
class LineSplitter {
 public:
  explicit LineSplitter(LineHasher& hasher) : hasher_(hasher) {}

  void Add(uint64_t unit) {
    const bool is_end_of_crlf = unit == '\n' && after_return_;
    after_return_ = unit == '\r';
    if (unit == ' ' || unit == '\t' || is_end_of_crlf) return;
    if (unit == '\r') unit = '\n';
    if (is_line_begin_) ++line_;
    hasher_.Add(unit, is_line_begin_ ? line_ : 0);
    is_line_begin_ = unit == '\n';
  }

 private:
  LineHasher& hasher_;
  uint32_t line_ = 0;
  bool is_line_begin_ = true;
  bool after_return_ = false;
};

}  // namespace

absl::btree_map<uint32_t, std::string> LineHashes(absl::string_view text,
                                                  const absl::btree_set<uint32_t>& lines) {
  constexpr uint32_t kReplacement = 0xFFFD;
  constexpr uint64_t kEnd = 0xFFFF;
  LineHasher hasher(lines);
  LineSplitter splitter(hasher);
  for (size_t at = 0; at < text.size();) {
    const Character character = CharacterAt(text, at);
    at += character.bytes.size();
    const uint32_t code_point = character.valid ? character.code_point : kReplacement;
    if (code_point < 0x10000) {
      splitter.Add(code_point);
    } else {
      splitter.Add(0xD800 + ((code_point - 0x10000) >> 10U));
      splitter.Add(0xDC00 + ((code_point - 0x10000) & 0x3FFU));
    }
  }
  splitter.Add(kEnd);
  return std::move(hasher).Finish();
}

}  // namespace grpcfg
