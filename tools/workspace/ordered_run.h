// Work on a stream of items by several threads simultaneously, taken and delivered in order.
// Promise: at most `slots` items exist at a time, however far one slow item falls behind;
// and no item waits for the next one to be taken before it is delivered.
#ifndef GRPCFG_TOOLS_WORKSPACE_ORDERED_RUN_H_
#define GRPCFG_TOOLS_WORKSPACE_ORDERED_RUN_H_

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace grpcfg {

// What is done to an item, which the caller keeps in the slot of that number.
struct OrderedSteps {
  // Puts the next item into a free slot; false if there is none. One thread at a time.
  absl::FunctionRef<bool(size_t slot)> take;
  // Any number of threads at a time.
  absl::FunctionRef<void(size_t slot)> work;
  // Frees the slot. One thread at a time, in the order of `take`; false ends the run.
  absl::FunctionRef<bool(size_t slot)> deliver;
  // The run ends early: a `take` that waits returns false, now and later. Any thread.
  absl::FunctionRef<void()> interrupt;
};

// The cores that this thread may run on; at least 1.
size_t UsableCores();

// Runs until `take` or `deliver` returns false. `jobs` threads, this one included, do the work, or
// as many as the system gives; with 1 there is no other, nor where the address space is limited to
// less than 4 GiB. `slots`: at least 1; with fewer than `jobs`, threads stand idle. What a step
// throws is thrown here.
void RunInOrder(size_t jobs, size_t slots, const OrderedSteps& steps);

}  // namespace grpcfg

#endif  // GRPCFG_TOOLS_WORKSPACE_ORDERED_RUN_H_
