// What `grpcfg suggest` prints. Promise: the same suggestions give the same bytes, all ASCII.
#ifndef GRPCFG_SIMULATOR_SUGGEST_OFFERS_PRINTER_H_
#define GRPCFG_SIMULATOR_SUGGEST_OFFERS_PRINTER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "simulator/suggest/suggest.h"

namespace grpcfg {

struct OffersReport {
  const Goals& goals;
  const Offers& offers;
  absl::Span<const std::string> without_hedging;  // clients that ignore a hedgingPolicy
};

// For people: each offer with its config.
void AppendOffersText(const OffersReport& report, std::string& out);

// Every number with all its digits, in seconds.
void AppendOffersJson(const OffersReport& report, std::string& out);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SUGGEST_OFFERS_PRINTER_H_
