// 16 bytes looked at together, where the processor has SSE2. For code that has another way, byte by
// byte, for all others.
#ifndef GRPCFG_SCHEMA_JSON_BYTE_VECTORS_H_
#define GRPCFG_SCHEMA_JSON_BYTE_VECTORS_H_

#ifdef __SSE2__
#include <emmintrin.h>

#include <cstdint>

namespace grpcfg {

using Bytes = __m128i;  // 16 of them; as a truth, all bits of each for which something holds

inline Bytes Or(Bytes a, Bytes b) { return _mm_or_si128(a, b); }

// Which are `c`.
inline Bytes Are(Bytes bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); }

// Which are `last` at the most, without a sign.
inline Bytes AreUpTo(Bytes bytes, char last) {
  return _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(last)), bytes);
}

// A bit for each byte of a truth, the lowest one for the first.
inline uint64_t BitsOfTruth(Bytes truth) { return static_cast<uint32_t>(_mm_movemask_epi8(truth)); }

}  // namespace grpcfg

#endif  // __SSE2__

#endif  // GRPCFG_SCHEMA_JSON_BYTE_VECTORS_H_
