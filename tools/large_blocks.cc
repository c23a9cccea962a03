// Who gives the program its memory.
//
// Large blocks are in huge pages, whoever asks for them: a hash table of a million names spends
// half of its time on the faults of small ones. Libraries ask for theirs by LargeAllocator, for
// they may be in another program. The first small ones are in the huge page that the program starts
// with (first_pages.cc), and are not given back: a small run needs no other, and so no page fault.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "schema/json/huge_pages.h"
#include "schema/json/large_memory.h"

#ifdef GRPCFG_FIRST_PAGES

extern "C" {
// NOLINTNEXTLINE(readability-identifier-naming): as the assembler has it
extern char grpcfg_first_block[] __attribute__((visibility("hidden")));
}

namespace {

// `check` takes a fifth of it for a small file.
constexpr size_t kFirstBytes = size_t{512} << 10;
constexpr size_t kLargestOfFirst = size_t{32} << 10;

constinit std::atomic<size_t> first_bytes_taken = 0;

// Null: there is no more, or the block is too large.
void* TakeFirst(size_t bytes) {
  if (bytes > kLargestOfFirst) return nullptr;
  if (first_bytes_taken.load(std::memory_order_relaxed) >= kFirstBytes) return nullptr;
  constexpr size_t kAlign = alignof(std::max_align_t);
  const size_t rounded = (bytes + kAlign - 1) & -kAlign;
  const size_t begin = first_bytes_taken.fetch_add(rounded, std::memory_order_relaxed);
  return begin + rounded <= kFirstBytes ? grpcfg_first_block + begin : nullptr;
}

bool IsFirst(const void* block) {
  const auto begin = reinterpret_cast<uintptr_t>(grpcfg_first_block);
  return reinterpret_cast<uintptr_t>(block) - begin < kFirstBytes;
}

}  // namespace

#else

namespace {

constexpr void* TakeFirst(size_t /*bytes*/) { return nullptr; }
constexpr bool IsFirst(const void* /*block*/) { return false; }

}  // namespace

#endif  // GRPCFG_FIRST_PAGES

void* operator new(size_t bytes) {
  if (bytes >= grpcfg::kLargeBytes) return grpcfg::AllocateLarge(bytes);
  if (void* const first = TakeFirst(bytes)) return first;
  // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): this is what others call in its place
  void* const block = std::malloc(std::max(bytes, size_t{1}));
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void operator delete(void* block) noexcept {
  // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): as above
  if (!IsFirst(block)) std::free(block);
}

void operator delete(void* block, size_t /*bytes*/) noexcept { operator delete(block); }
