// RapidJSON as most programs use it: SAX, default flags, no SIMD. The yardstick of the benchmarks.
#ifndef GRPCFG_TESTS_BENCH_PLAIN_SAX_H_
#define GRPCFG_TESTS_BENCH_PLAIN_SAX_H_

#include <string>

namespace grpcfg {

// True if RapidJSON takes `text`.
bool PlainSax(const std::string& text);

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_BENCH_PLAIN_SAX_H_
