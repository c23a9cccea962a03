#include "schema/fields/full_name.h"

#include <cstdint>

#include "schema/json/byte_vectors.h"

namespace grpcfg {
namespace {

bool IsFullNameByBytes(absl::string_view text) {
  bool is_in_word = false;
  for (const char c : text) {
    const bool is_word = IsIdentifierByte(c);
    if (!is_word && (c != '.' || !is_in_word)) return false;
    is_in_word = is_word;
  }
  return is_in_word;
}

#ifdef __SSE2__
constexpr size_t kLeast = 8;
constexpr size_t kMost = 64;

// A bit for each of 16 bytes: those of identifiers, and dots.
struct Kinds {
  uint64_t words;
  uint64_t dots;
};

// From `first` on, `count` in a row.
Bytes AreIn(Bytes bytes, char first, char count) {
  return AreUpTo(_mm_sub_epi8(bytes, _mm_set1_epi8(first)), static_cast<char>(count - 1));
}

Kinds KindsOf(Bytes bytes) {
  const Bytes letters = AreIn(Or(bytes, _mm_set1_epi8(0x20)), 'a', 26);
  const Bytes words = Or(letters, Or(AreIn(bytes, '0', 10), Are(bytes, '_')));
  return {BitsOfTruth(words), BitsOfTruth(Are(bytes, '.'))};
}

// The same of text[at] and what is behind it, 8 or 16 bytes.
Kinds KindsAt(absl::string_view text, size_t at) {
  const auto* const bytes = reinterpret_cast<const Bytes*>(text.data() + at);
  return KindsOf(text.size() < 16 ? _mm_loadl_epi64(bytes) : _mm_loadu_si128(bytes));
}

// Of kLeast to kMost bytes. The last ones are looked at together, some of them for a second time.
bool IsFullNameByBlocks(absl::string_view text) {
  const size_t step = text.size() < 16 ? 8 : 16;
  const size_t last = text.size() - step;
  const Kinds end = KindsAt(text, last);
  uint64_t words = end.words << last;
  uint64_t dots = end.dots << last;
  for (size_t at = 0; at < last; at += step) {
    const Kinds kinds = KindsAt(text, at);
    words |= kinds.words << at;
    dots |= kinds.dots << at;
  }
  const uint64_t ends = uint64_t{1} | uint64_t{1} << (text.size() - 1);
  const bool is_all = (words | dots) == ~uint64_t{0} >> (kMost - text.size());
  return is_all && (dots & ends) == 0 && (dots & dots << 1) == 0;
}
#endif

}  // namespace

bool IsFullName(absl::string_view text) {
#ifdef __SSE2__
  if (text.size() >= kLeast && text.size() <= kMost) return IsFullNameByBlocks(text);
#endif
  return IsFullNameByBytes(text);
}

}  // namespace grpcfg
