// From which size on a block is worth huge pages.
#ifndef GRPCFG_SCHEMA_JSON_HUGE_PAGES_H_
#define GRPCFG_SCHEMA_JSON_HUGE_PAGES_H_

#include <cstddef>

namespace grpcfg {

inline constexpr size_t kHugePageBytes = size_t{2} << 20;
inline constexpr size_t kLargeBytes = 2 * kHugePageBytes;

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_HUGE_PAGES_H_
