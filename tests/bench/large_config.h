// A choice list of 64 MiB: 100,000 method configs and trees of LB policies, all of it valid.
#ifndef GRPCFG_TESTS_BENCH_LARGE_CONFIG_H_
#define GRPCFG_TESTS_BENCH_LARGE_CONFIG_H_

#include <string>

namespace grpcfg {

// The same text every time.
std::string LargeChoiceList();

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_BENCH_LARGE_CONFIG_H_
