// Large blocks of the program are in huge pages, whoever asks for them: a hash table of a million
// names spends half of its time on the faults of small ones. Libraries ask for theirs by
// LargeAllocator, for they may be in another program.
#include <algorithm>
#include <cstdlib>
#include <new>

#include "schema/json/huge_pages.h"
#include "schema/json/large_memory.h"

void* operator new(size_t bytes) {
  if (bytes >= grpcfg::kLargeBytes) return grpcfg::AllocateLarge(bytes);
  // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): this is what others call in its place
  void* const block = std::malloc(std::max(bytes, size_t{1}));
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

// NOLINTNEXTLINE(cppcoreguidelines-no-malloc): as above
void operator delete(void* block) noexcept { std::free(block); }

void operator delete(void* block, size_t /*bytes*/) noexcept { operator delete(block); }
