#include "tools/workspace/heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <new>

namespace grpcfg {

void PrepareHeap(size_t bytes) {
  // Freed, it is what the heap gives away next.
  const std::unique_ptr<char[]> block(new (std::nothrow) char[bytes]);
  if (block == nullptr) return;
  const auto page = static_cast<uintptr_t>(getpagesize());
  const size_t to_next_page = -reinterpret_cast<uintptr_t>(block.get()) & (page - 1);
  if (to_next_page >= bytes) return;
  madvise(block.get() + to_next_page, bytes - to_next_page, MADV_POPULATE_WRITE);
}

}  // namespace grpcfg
