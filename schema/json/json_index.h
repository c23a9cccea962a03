// Where the tokens of a plain JSON text stand, found 64 bytes at a time and without a look at what
// they mean: the first stage of "Parsing Gigabytes of JSON per Second" (Langdale and Lemire, 2019).
// A text is plain if it has no escapes, and no control characters but blanks between tokens.
#ifndef GRPCFG_SCHEMA_JSON_JSON_INDEX_H_
#define GRPCFG_SCHEMA_JSON_JSON_INDEX_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

// What 64 bytes are, a bit for each, the lowest one for the first.
struct BlockBits {
  uint64_t quotes = 0;
  uint64_t marks = 0;     // any of `{}[],:`
  uint64_t controls = 0;  // below 0x20
  uint64_t blanks = 0;    // those and spaces
  bool is_plain = true;   // no backslash, and no controls but tabs and the ends of lines
  bool is_ascii = true;
};

// What blocks are looked at with: the registers of any processor (SSE2 on x86-64), those of AVX2,
// or those of AVX-512 with VBMI2.
enum class Vectors : uint8_t { kBaseline, kAvx2, kAvx512 };

// The widest that this processor has.
Vectors WidestVectors();

// Of the 64 bytes at `block`, by `vectors`, which the processor must have.
BlockBits BitsOf(const char* block, Vectors vectors);
// The same byte by byte, for processors without SSE2 and as what tests compare with.
BlockBits BitsOfBytes(const char* block);

// The places of one text, in order: of each mark outside strings, of both quotes of each string,
// and of the first byte of whatever else stands there.
class JsonIndex {
 public:
  // From byte `begin` of `text` on, which must outlive it. The processor must have `vectors`.
  JsonIndex(absl::string_view text, size_t begin, Vectors vectors = WidestVectors())
      : text_(text), indexed_(begin), vectors_(vectors) {}
  JsonIndex(const JsonIndex&) = delete;
  JsonIndex& operator=(const JsonIndex&) = delete;

  // The next place. The size of the text: there is none, or what was looked at is not plain.
  uint32_t Next() {
    return next_ != end_ || Refill() ? *next_++ : static_cast<uint32_t>(text_.size());
  }

  // True if so many places are behind one another at `ahead`; false: no more were looked at yet, or
  // there are fewer.
  [[nodiscard]] bool HasAhead(std::ptrdiff_t count) const { return end_ - next_ >= count; }
  [[nodiscard]] const uint32_t* ahead() const { return next_; }

  // Passes so many of them.
  void Pass(std::ptrdiff_t count) { next_ += count; }

  // Of what was looked at: all of it once Next gave the size.
  [[nodiscard]] bool is_plain() const { return is_plain_; }
  [[nodiscard]] bool is_ascii() const { return is_ascii_; }

 private:
  static constexpr size_t kBlock = 64;
  static constexpr size_t kBlocks = 32;  // that are looked at together
  static constexpr int kTogether = 4;    // places that are written together

  // Looks at further blocks, up to one that has a place. False: there is none.
  bool Refill();
  // Looks at `count` blocks, which begin at `blocks`.
  void AddBlocks(const char* blocks, size_t count);
#ifdef __x86_64__
  void AddBlocksByAvx2(const char* blocks, size_t count);
  void AddBlocksByAvx512(const char* blocks, size_t count);
#endif
  // The places of a block, of whose quotes `parity` has the parities. Inline, so that it is
  // compiled for the processor of whoever calls it.
  ABSL_ATTRIBUTE_ALWAYS_INLINE inline uint64_t Take(const BlockBits& bits, uint64_t parity);
  ABSL_ATTRIBUTE_ALWAYS_INLINE inline void AddPlaces(uint64_t bits);

  absl::string_view text_;
  size_t indexed_;  // so much of it was looked at
  Vectors vectors_;
  uint64_t in_string_ = 0;  // all bits, if what was looked at ends in a string
  uint64_t in_scalar_ = 0;  // 1, if it ends in a number or a word
  bool is_plain_ = true;
  bool is_ascii_ = true;
  // Of the last blocks, up to `end_`. Each block is written as if it had as many as it can, and so
  // the places behind the last one have room where further blocks could be.
  std::array<uint32_t, kBlock * kBlocks> places_;
  uint32_t* next_ = places_.data();
  uint32_t* end_ = places_.data();
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JSON_INDEX_H_
