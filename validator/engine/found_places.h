// What checks found in method configs, for readings that have the same ones: then nothing is looked
// for a second time. Only those of families that look at nothing else, see LooksAt.
#ifndef GRPCFG_VALIDATOR_ENGINE_FOUND_PLACES_H_
#define GRPCFG_VALIDATOR_ENGINE_FOUND_PLACES_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "schema/json/issue.h"
#include "schema/read/read.h"
#include "validator/engine/checked_for.h"
#include "validator/engine/rule.h"

namespace grpcfg {

// By check, as CheckedFor has them: where it objected, in its own order. Nothing: it did not run.
using FoundPlaces = std::vector<std::optional<std::vector<NodeId>>>;

class PlacesByMethods {
 public:
  // What `checks` found so far in the method configs that `reading` has. Those of a reading that is
  // the first to have them are remembered, with what it borrowed, if others `may_follow` or if they
  // differ from known ones by timeouts only; else null. Valid up to the next call.
  FoundPlaces* Of(const Reading& reading, absl::Span<const PlannedCheck> checks, bool may_follow);

  // The same for the last reading of a document, behind which nobody has the timeouts of those
  // before: known places in method configs that differ by timeouts only become places in its own.
  FoundPlaces* OfLast(const Reading& reading, absl::Span<const PlannedCheck> checks);

  // Forgets all, and gives the memory of the readings back.
  void Clear() { known_.clear(); }

 private:
  struct Known {
    std::vector<const ServiceConfig*> configs;
    std::vector<std::shared_ptr<Arena>> arenas;  // in which they live
    FoundPlaces places;
  };

  [[nodiscard]] Known* Find(const Reading& reading, LooksAt looks_at);
  // That `places` were found in the method configs of `reading`.
  static Known KnownOf(const Reading& reading, FoundPlaces&& places);

  std::vector<Known> known_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_FOUND_PLACES_H_
