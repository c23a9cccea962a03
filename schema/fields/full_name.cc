#include "schema/fields/full_name.h"

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

__m128i Or(__m128i a, __m128i b) { return _mm_or_si128(a, b); }
__m128i Are(__m128i bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); }

// From `first` on, `count` in a row.
__m128i AreIn(__m128i bytes, char first, char count) {
  const __m128i rank = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
  const __m128i last = _mm_set1_epi8(static_cast<char>(count - 1));
  return _mm_cmpeq_epi8(_mm_min_epu8(rank, last), rank);
}

Kinds KindsOf(__m128i bytes) {
  const __m128i letters = AreIn(Or(bytes, _mm_set1_epi8(0x20)), 'a', 26);
  const __m128i words = Or(letters, Or(AreIn(bytes, '0', 10), Are(bytes, '_')));
  return {static_cast<uint16_t>(_mm_movemask_epi8(words)),
          static_cast<uint16_t>(_mm_movemask_epi8(Are(bytes, '.')))};
}

// The same of text[at] and what is behind it, 8 or 16 bytes.
Kinds KindsAt(absl::string_view text, size_t at) {
  const auto* const bytes = reinterpret_cast<const __m128i*>(text.data() + at);
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
