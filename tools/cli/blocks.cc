// Who gives the program its memory.
//
// Large blocks are in huge pages, whoever asks for them: a hash table of a million names spends
// half of its time on the faults of small ones. Smaller ones are kept for whoever is next.
// Libraries ask for theirs by LargeAllocator, for they may be in another program. The first small
// blocks are in the huge page that the program starts with: a small run needs no other, and so
// takes no page fault for them (first_pages.cc).
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "schema/json/first_block.h"
#include "schema/json/huge_pages.h"
#include "schema/json/large_memory.h"
#include "schema/json/spare_blocks.h"

// Opened by first_pages.cc, where that is part of the program.
constinit grpcfg::FirstBlock grpcfg::program_first_block;

void* operator new(size_t bytes) {
  if (bytes >= grpcfg::kLargeBytes) return grpcfg::AllocateLarge(bytes);
  if (grpcfg::MayBeSpare(bytes)) {
    if (void* const spare = grpcfg::TakeSpare(bytes)) return spare;
    bytes = grpcfg::SpareClassOf(bytes).bytes;
  }
  if (void* const first = grpcfg::program_first_block.Take(bytes)) return first;
  // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): this is what others call in its place
  void* block = std::malloc(std::max(bytes, size_t{1}));
  if (block == nullptr && grpcfg::GiveSparesBack()) {
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): as above
    block = std::malloc(std::max(bytes, size_t{1}));
  }
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void operator delete(void* block) noexcept {
  // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): as above
  if (!grpcfg::program_first_block.Has(block)) std::free(block);
}

void operator delete(void* block, size_t bytes) noexcept {
  if (block == nullptr) return;  // libstdc++ does so where it got none
  const bool is_kept = grpcfg::MayBeSpare(bytes) && grpcfg::KeepSpare(block, bytes);
  if (!is_kept) operator delete(block);
}
