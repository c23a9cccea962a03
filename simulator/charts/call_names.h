// How the calls that a picture shows are called: by what differs among them, and no more.
#ifndef GRPCFG_SIMULATOR_CHARTS_CALL_NAMES_H_
#define GRPCFG_SIMULATOR_CHARTS_CALL_NAMES_H_

#include <string>

#include "absl/types/span.h"
#include "simulator/report/simulation.h"

namespace grpcfg {

using Calls = absl::Span<const SimulatedMethod* const>;

// "shop.v1.Orders/Get, go, jitter 80-120%": the method, target and jitter that `all` have in
// common; empty if that is none.
std::string CommonName(Calls all);

// "shop.v1.Orders/Get, full jitter (go@1.68, java@1.70)": the others, of some of `all`.
std::string NameAmong(Calls all, Calls some);

// "shop.v1.Orders/Get, shop.v1.Cart; for go, java": all of them, or as many as fit a line each.
std::string WordsOfCalls(Calls all);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_CHARTS_CALL_NAMES_H_
