#include "schema/json/json_index.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "absl/strings/match.h"
#include "schema/json/byte_vectors.h"
#ifdef __x86_64__
#include <immintrin.h>
// The C library has asked the processor what it has: the compiler's own function asks once more, at
// each start, which takes 20 us in a virtual machine. glibc's header is not for clang.
#if __has_include(<sys/platform/x86.h>) && !defined(__clang__)
#include <sys/platform/x86.h>
#endif
#ifdef CPU_FEATURE_ACTIVE  // since glibc 2.34
#define GRPCFG_HAS(glibc_name, compiler_name) CPU_FEATURE_ACTIVE(glibc_name)
#else
#define GRPCFG_HAS(glibc_name, compiler_name) \
  static_cast<bool>(__builtin_cpu_supports(compiler_name))
#endif
#endif

namespace grpcfg {

BlockBits BitsOfBytes(const char* block) {
  BlockBits bits;
  for (int i = 0; i < 64; ++i) {
    const char c = block[i];
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    bits.quotes |= static_cast<uint64_t>(c == '"') << i;
    bits.marks |= static_cast<uint64_t>(absl::StrContains("{}[],:", c)) << i;
    bits.controls |= static_cast<uint64_t>(is_control) << i;
    bits.blanks |= static_cast<uint64_t>(is_control || c == ' ') << i;
    const bool is_blank = absl::StrContains("\n\r\t", c);
    bits.is_plain = bits.is_plain && c != '\\' && (!is_control || is_blank);
    bits.is_ascii = bits.is_ascii && static_cast<unsigned char>(c) < 0x80;
  }
  return bits;
}

namespace {

// Each bit is the parity of itself and of all below: of the bits of quotes, those from an opening
// one up to before the closing one.
uint64_t ParityUpTo(uint64_t bits) {
  for (int width = 1; width < 64; width *= 2) bits ^= bits << width;
  return bits;
}

#ifdef __SSE2__
Bytes Load(const char* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }

Bytes AreMarks(Bytes bytes) {
  const Bytes lower = Or(bytes, _mm_set1_epi8(0x20));  // `[` is then `{`, `]` is `}`
  return Or(Or(Are(lower, '{'), Are(lower, '}')), Or(Are(bytes, ','), Are(bytes, ':')));
}
Bytes AreControls(Bytes bytes) { return AreUpTo(bytes, 0x1F); }
Bytes AreNotPlain(Bytes bytes) {
  const Bytes blanks = Or(Or(Are(bytes, '\n'), Are(bytes, '\r')), Are(bytes, '\t'));
  return Or(Are(bytes, '\\'), _mm_andnot_si128(blanks, AreControls(bytes)));
}

// A bit for each of 64 bytes.
template <typename Function>
uint64_t BitsOfAll(const Bytes (&bytes)[4], const Function& are) {
  return BitsOfTruth(are(bytes[0])) | BitsOfTruth(are(bytes[1])) << 16 |
         BitsOfTruth(are(bytes[2])) << 32 | BitsOfTruth(are(bytes[3])) << 48;
}

// Not 0: something holds for one of them.
template <typename Function>
uint64_t AnyOfAll(const Bytes (&bytes)[4], const Function& are) {
  return BitsOfTruth(Or(Or(are(bytes[0]), are(bytes[1])), Or(are(bytes[2]), are(bytes[3]))));
}
#endif

#ifdef __x86_64__
// What a function is compiled for that runs only where WidestVectors says so.
#define GRPCFG_AVX2 [[gnu::target("avx2,bmi,pclmul,popcnt")]]
#define GRPCFG_AVX512 [[gnu::target("avx512bw,avx512vbmi2,bmi,pclmul,popcnt")]]

// ParityUpTo by a product without carries.
GRPCFG_AVX2 ABSL_ATTRIBUTE_ALWAYS_INLINE inline uint64_t ParityByProduct(uint64_t bits) {
  const __m128i product =
      _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<int64_t>(bits)), _mm_set1_epi8('\xFF'), 0);
  return static_cast<uint64_t>(_mm_cvtsi128_si64(product));
}

using Bytes32 = __m256i;

GRPCFG_AVX2 Bytes32 Load32(const char* at) {
  return _mm256_loadu_si256(reinterpret_cast<const Bytes32*>(at));
}

GRPCFG_AVX2 Bytes32 Are32(Bytes32 bytes, char c) {
  return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c));
}

GRPCFG_AVX2 Bytes32 AreControls32(Bytes32 bytes) {
  return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1F)), bytes);
}

// What `table` has for the lower four bits of each byte; 0 for bytes above 0x7F.
GRPCFG_AVX2 Bytes32 FindIn(const char (&table)[17], Bytes32 bytes) {
  const auto* const entries = reinterpret_cast<const __m128i*>(table);
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(entries)), bytes);
}

// Two controls are taken for marks, too.
GRPCFG_AVX2 Bytes32 MayBeMarks32(Bytes32 bytes) {
  constexpr char kMarks[17] = "\0\0\0\0\0\0\0\0\0\0:{,}\0";  // `[` is then `{`, `]` is `}`
  return _mm256_cmpeq_epi8(FindIn(kMarks, bytes), _mm256_or_si256(bytes, _mm256_set1_epi8(0x20)));
}

GRPCFG_AVX2 Bytes32 AreNotPlain32(Bytes32 bytes) {
  constexpr char kBlanks[17] = "-\0\0\0\0\0\0\0\0\t\n\0\0\r\0";
  const Bytes32 blanks = _mm256_cmpeq_epi8(FindIn(kBlanks, bytes), bytes);
  return _mm256_or_si256(Are32(bytes, '\\'), _mm256_andnot_si256(blanks, AreControls32(bytes)));
}

// A bit for each of 64 bytes.
GRPCFG_AVX2 uint64_t BitsOfBoth(Bytes32 low, Bytes32 high) {
  const auto low_bits = static_cast<uint32_t>(_mm256_movemask_epi8(low));
  const auto high_bits = static_cast<uint32_t>(_mm256_movemask_epi8(high));
  return uint64_t{high_bits} << 32 | low_bits;
}

GRPCFG_AVX2 bool IsNone(Bytes32 low, Bytes32 high) {
  return _mm256_movemask_epi8(_mm256_or_si256(low, high)) == 0;
}

// Inline, as it is asked of every block.
GRPCFG_AVX2 ABSL_ATTRIBUTE_ALWAYS_INLINE inline BlockBits BitsOf32(const char* block) {
  const Bytes32 low = Load32(block);
  const Bytes32 high = Load32(block + sizeof(Bytes32));
  const uint64_t controls = BitsOfBoth(AreControls32(low), AreControls32(high));
  return {.quotes = BitsOfBoth(Are32(low, '"'), Are32(high, '"')),
          .marks = BitsOfBoth(MayBeMarks32(low), MayBeMarks32(high)) & ~controls,
          .controls = controls,
          .blanks = controls | BitsOfBoth(Are32(low, ' '), Are32(high, ' ')),
          .is_plain = IsNone(AreNotPlain32(low), AreNotPlain32(high)),
          .is_ascii = IsNone(low, high)};
}

using Bytes64 = __m512i;

GRPCFG_AVX512 uint64_t Are64(Bytes64 bytes, char c) {
  return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(c));
}

// Inline, as it is asked of every block.
GRPCFG_AVX512 ABSL_ATTRIBUTE_ALWAYS_INLINE inline BlockBits BitsOf64(const char* block) {
  const Bytes64 bytes = _mm512_loadu_si512(block);
  const Bytes64 lower = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));  // as above
  const uint64_t controls = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(0x20));
  const uint64_t lines = Are64(bytes, '\n') | Are64(bytes, '\r') | Are64(bytes, '\t');
  return {.quotes = Are64(bytes, '"'),
          .marks = Are64(lower, '{') | Are64(lower, '}') | Are64(bytes, ',') | Are64(bytes, ':'),
          .controls = controls,
          .blanks = controls | Are64(bytes, ' '),
          .is_plain = (Are64(bytes, '\\') | (controls & ~lines)) == 0,
          .is_ascii = _mm512_movepi8_mask(bytes) == 0};
}

constexpr std::array<uint8_t, 64> kNumbers = [] {
  std::array<uint8_t, 64> numbers = {};
  std::iota(numbers.begin(), numbers.end(), uint8_t{0});
  return numbers;
}();

// 16 numbers of a byte each, plus `begin`.
GRPCFG_AVX512 ABSL_ATTRIBUTE_ALWAYS_INLINE inline void WriteWide(__m128i numbers, uint32_t begin,
                                                                 uint32_t* place) {
  const Bytes64 wide = _mm512_cvtepu8_epi32(numbers);
  _mm512_storeu_si512(place, _mm512_add_epi32(wide, _mm512_set1_epi32(static_cast<int>(begin))));
}

// The numbers of the bits, plus `begin`; of most blocks there are no more than 16.
GRPCFG_AVX512 ABSL_ATTRIBUTE_ALWAYS_INLINE inline void Write(uint64_t bits, uint32_t begin,
                                                             uint32_t* place) {
  constexpr std::ptrdiff_t kWide = 16;
  const Bytes64 packed = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(kNumbers.data()));
  WriteWide(_mm512_castsi512_si128(packed), begin, place);
  if (std::popcount(bits) <= kWide) return;
  WriteWide(_mm512_extracti32x4_epi32(packed, 1), begin, place + kWide);
  WriteWide(_mm512_extracti32x4_epi32(packed, 2), begin, place + 2 * kWide);
  WriteWide(_mm512_extracti32x4_epi32(packed, 3), begin, place + 3 * kWide);
}
#endif

BlockBits BitsOfBaseline(const char* block) {
#ifdef __SSE2__
  const Bytes bytes[] = {Load(block), Load(block + 16), Load(block + 32), Load(block + 48)};
  const uint64_t controls = BitsOfAll(bytes, AreControls);
  return {.quotes = BitsOfAll(bytes, [](Bytes each) { return Are(each, '"'); }),
          .marks = BitsOfAll(bytes, AreMarks),
          .controls = controls,
          .blanks = controls | BitsOfAll(bytes, [](Bytes each) { return Are(each, ' '); }),
          .is_plain = AnyOfAll(bytes, AreNotPlain) == 0,
          .is_ascii = AnyOfAll(bytes, [](Bytes each) { return each; }) == 0};
#else
  return BitsOfBytes(block);
#endif
}

#ifdef __x86_64__
GRPCFG_AVX2 BlockBits BitsOfAvx2(const char* block) { return BitsOf32(block); }
GRPCFG_AVX512 BlockBits BitsOfAvx512(const char* block) { return BitsOf64(block); }

Vectors FindWidestVectors() {
  const bool has_avx2 = GRPCFG_HAS(AVX2, "avx2") && GRPCFG_HAS(BMI1, "bmi") &&
                        GRPCFG_HAS(PCLMULQDQ, "pclmul") && GRPCFG_HAS(POPCNT, "popcnt");
  if (!has_avx2) return Vectors::kBaseline;
  const bool has_avx512 =
      GRPCFG_HAS(AVX512BW, "avx512bw") && GRPCFG_HAS(AVX512_VBMI2, "avx512vbmi2");
  return has_avx512 ? Vectors::kAvx512 : Vectors::kAvx2;
}
#endif

}  // namespace

#ifdef __x86_64__
Vectors WidestVectors() {
  static const Vectors kWidest = FindWidestVectors();
  return kWidest;
}

BlockBits BitsOf(const char* block, Vectors vectors) {
  if (vectors == Vectors::kAvx512) return BitsOfAvx512(block);
  return vectors == Vectors::kAvx2 ? BitsOfAvx2(block) : BitsOfBaseline(block);
}

GRPCFG_AVX2 void JsonIndex::AddBlocksByAvx2(const char* blocks, size_t count) {
  for (size_t i = 0; i < count; ++i, indexed_ += kBlock) {
    const BlockBits bits = BitsOf32(blocks + i * kBlock);
    AddPlaces(Take(bits, ParityByProduct(bits.quotes)));
  }
}

GRPCFG_AVX512 void JsonIndex::AddBlocksByAvx512(const char* blocks, size_t count) {
  for (size_t i = 0; i < count; ++i, indexed_ += kBlock) {
    const BlockBits bits = BitsOf64(blocks + i * kBlock);
    const uint64_t places = Take(bits, ParityByProduct(bits.quotes));
    Write(places, static_cast<uint32_t>(indexed_), end_);
    end_ += std::popcount(places);
  }
}
#else
Vectors WidestVectors() { return Vectors::kBaseline; }
BlockBits BitsOf(const char* block, Vectors /*vectors*/) { return BitsOfBaseline(block); }
#endif

void JsonIndex::AddBlocks(const char* blocks, size_t count) {
#ifdef __x86_64__
  if (vectors_ == Vectors::kAvx512) return AddBlocksByAvx512(blocks, count);
  if (vectors_ == Vectors::kAvx2) return AddBlocksByAvx2(blocks, count);
#endif
  for (size_t i = 0; i < count; ++i, indexed_ += kBlock) {
    const BlockBits bits = BitsOfBaseline(blocks + i * kBlock);
    AddPlaces(Take(bits, ParityUpTo(bits.quotes)));
  }
}

bool JsonIndex::Refill() {
  next_ = end_ = places_.data();
  while (end_ == next_ && is_plain_ && indexed_ < text_.size()) {
    const size_t count = std::min(kBlocks, (text_.size() - indexed_) / kBlock);
    if (count > 0) {
      AddBlocks(text_.data() + indexed_, count);
      continue;
    }
    std::array<char, kBlock> rest;
    rest.fill(' ');
    std::memcpy(rest.data(), text_.data() + indexed_, text_.size() - indexed_);
    AddBlocks(rest.data(), 1);
    indexed_ = text_.size();
  }
  if (!is_plain_) end_ = next_;
  return end_ != next_;
}

inline uint64_t JsonIndex::Take(const BlockBits& bits, uint64_t parity) {
  const uint64_t strings = parity ^ in_string_;
  const uint64_t scalars = ~(bits.marks | bits.blanks | bits.quotes | strings);
  const uint64_t first = scalars & ~(scalars << 1 | in_scalar_);
  in_string_ = uint64_t{0} - (strings >> 63);
  in_scalar_ = scalars >> 63;
  is_plain_ = is_plain_ && bits.is_plain && (bits.controls & strings) == 0;
  is_ascii_ = is_ascii_ && bits.is_ascii;
  return (bits.marks & ~strings) | bits.quotes | first;
}

// Four at a time: a loop whose turns differ from block to block is guessed wrong at each end.
inline void JsonIndex::AddPlaces(uint64_t bits) {
  constexpr uint64_t kLast = uint64_t{1} << (kBlock - 1);  // is no place, and saves a branch
  const auto begin = static_cast<uint32_t>(indexed_);
  uint32_t* const end = end_ + std::popcount(bits);
  for (uint32_t* place = end_; place < end; place += kTogether) {
    for (int i = 0; i < kTogether; ++i) {
      place[i] = begin + static_cast<uint32_t>(std::countr_zero(bits | kLast));
      bits &= bits - 1;
    }
  }
  end_ = end;
}

}  // namespace grpcfg
