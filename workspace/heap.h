// Memory that is about to be used. Promise: nothing but time depends on it.
#ifndef GRPCFG_WORKSPACE_HEAP_H_
#define GRPCFG_WORKSPACE_HEAP_H_

#include <cstddef>

namespace grpcfg {

// Has the next `bytes` of the calling thread's heap, or less, in memory: one call of the system in
// place of a fault for each page. Not more than are needed soon, for each takes a microsecond.
// Source: madvise(2), MADV_POPULATE_WRITE; kernels before 5.14 do not know it.
void PrepareHeap(size_t bytes);

}  // namespace grpcfg

#endif  // GRPCFG_WORKSPACE_HEAP_H_
