#include "schema/json/large_memory.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace grpcfg {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kLarge = 2 * kHugePage;

}  // namespace

void* AllocateLarge(size_t bytes) {
  if (bytes < kLarge) return ::operator new(bytes);
  const size_t pages = (bytes + kHugePage - 1) / kHugePage;
  void* const block = std::aligned_alloc(kHugePage, pages * kHugePage);
  if (block == nullptr) throw std::bad_alloc();
  // A wish: systems without huge pages answer no, and all goes on as ever.
  madvise(block, pages * kHugePage, MADV_HUGEPAGE);
  return block;
}

void FreeLarge(void* block, size_t bytes) {
  if (bytes < kLarge) {
    ::operator delete(block);
  } else {
    std::free(block);  // NOLINT(cppcoreguidelines-no-malloc): what aligned_alloc gave
  }
}

}  // namespace grpcfg
