// What the program returns to the shell (a contract, see --help).
#ifndef GRPCFG_TOOLS_EXIT_STATUS_H_
#define GRPCFG_TOOLS_EXIT_STATUS_H_

namespace grpcfg {

inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;
inline constexpr int kCouldNotRun = 2;

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_EXIT_STATUS_H_
