// Memory that is about to be used. Promise: only time and memory depend on it.
#ifndef GRPCFG_TOOLS_WORKSPACE_HEAP_H_
#define GRPCFG_TOOLS_WORKSPACE_HEAP_H_

#include <cstddef>

namespace grpcfg {

// Has the next `bytes` of the calling thread's heap in memory: one call of the system in place of a
// fault for each page. Not more than are needed soon: a page takes a microsecond. They must be
// fewer than malloc maps and trims by itself (M_MMAP_THRESHOLD, M_TRIM_THRESHOLD: see
// tools/cli/main.cc), else nothing is won. Does nothing where there is no memory, and before
// Linux 5.14. Source: madvise(2), MADV_POPULATE_WRITE.
void PrepareHeap(size_t bytes);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_HEAP_H_
