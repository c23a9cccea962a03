#include "workspace/heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <memory>

namespace grpcfg {

void PrepareHeap(size_t bytes) {
  // Freed, it is what the heap gives away next.
  const std::unique_ptr<char[]> block(new char[bytes]);
  const auto page = static_cast<uintptr_t>(getpagesize());
  char* const begin = block.get() + (-reinterpret_cast<uintptr_t>(block.get()) & (page - 1));
  if (begin - block.get() < static_cast<ptrdiff_t>(bytes)) {
    madvise(begin, static_cast<size_t>(block.get() + bytes - begin), MADV_POPULATE_WRITE);
  }
}

}  // namespace grpcfg
