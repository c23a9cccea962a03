#include "simulation/fleet.h"

#include <algorithm>
#include <cmath>

#include "simulator/herd.h"

namespace grpcfg {
namespace {

OutageFacts FactsOf(const Outage& outage, const OutageRequest& asked, const FleetRequest& request) {
  constexpr double kUsualSteps = 100;
  OutageFacts facts = {.length = asked.length,
                       .rate = asked.rate * (request.fleet ? request.fleet->clients : 1),
                       .totals = outage.Totals(),
                       .synchronized = outage.Synchronized()};
  const double last = outage.LastRetry();
  facts.step = request.bin > 0 ? request.bin : RoundUpToStep(last / kUsualSteps);
  if (last / facts.step > kMostBins) facts.step = RoundUpToStep(last / kMostBins);
  constexpr double kRounding = 1e-9;
  const auto steps = static_cast<size_t>(std::ceil(last / facts.step * (1 - kRounding)));
  for (size_t i = 0; i <= steps; ++i) {
    facts.loads.push_back(outage.LoadAt(static_cast<double>(i) * facts.step));
  }
  return facts;
}

}  // namespace

FleetFacts FactsOf(absl::Span<const Delay> delays, const Scenario& scenario,
                   const FleetRequest& request) {
  FleetFacts facts;
  if (request.outage) {
    facts.outage =
        FactsOf(Outage(delays, request.outage->length, scenario), *request.outage, request);
    facts.outage->failure_probability = scenario.failure_probability;
  }
  return facts;
}

}  // namespace grpcfg
