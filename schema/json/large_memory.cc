#include "schema/json/large_memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#include "schema/json/huge_pages.h"
#include "schema/json/spare_blocks.h"

namespace grpcfg {
void* AllocateLarge(size_t bytes) {
  if (MayBeSpare(bytes)) {
    void* const spare = TakeSpare(bytes);
    return spare != nullptr ? spare : ::operator new(SpareClassOf(bytes).bytes);
  }
  if (bytes < kLargeBytes) return ::operator new(bytes);
  if (bytes > PTRDIFF_MAX) throw std::bad_alloc();
  const size_t pages = (bytes + kHugePageBytes - 1) / kHugePageBytes;
  void* const block = std::aligned_alloc(kHugePageBytes, pages * kHugePageBytes);
  if (block == nullptr) {  // what is left may suffice for the bytes alone
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): FreeLarge frees it as it does the other
    void* const smaller = std::malloc(bytes);
    if (smaller == nullptr) throw std::bad_alloc();
    return smaller;
  }
  // A wish: systems without huge pages answer no, and all goes on as ever.
  madvise(block, pages * kHugePageBytes, MADV_HUGEPAGE);
  return block;
}

void FreeLarge(void* block, size_t bytes) {
  if (MayBeSpare(bytes) && KeepSpare(block, bytes)) return;
  if (bytes < kLargeBytes) {
    ::operator delete(block);
  } else {
    std::free(block);  // NOLINT(cppcoreguidelines-no-malloc): what aligned_alloc gave
  }
}

}  // namespace grpcfg
