// A fact from release to release, each time with the place where it was read.
#ifndef GRPCFG_SCHEMA_CLIENTS_TIMELINE_H_
#define GRPCFG_SCHEMA_CLIENTS_TIMELINE_H_

#include <array>
#include <cstddef>
#include <initializer_list>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/release.h"

namespace grpcfg {

// An entry of a profile: a fact, where it was read, and the first release for which it holds.
template <typename T>
struct Trait {
  T value = {};
  absl::string_view evidence = {};
  Release since = {};
};

// The same fact from release to release, the oldest first. An empty one is of something that the
// client does not have.
template <typename T>
class Timeline {
 public:
  constexpr Timeline() = default;
  // More than kMostPhases do not compile in a constant.
  constexpr Timeline(std::initializer_list<Trait<T>> phases) {
    for (const Trait<T>& phase : phases) phases_[size_++] = phase;
  }

  // The phases, the oldest first.
  [[nodiscard]] constexpr absl::Span<const Trait<T>> phases() const { return {phases_, size_}; }
  // False if nothing was read, because the client does not have such a thing.
  [[nodiscard]] constexpr bool is_known() const { return size_ > 0; }

  // What holds at a release; of an empty one a value without evidence.
  [[nodiscard]] constexpr const Trait<T>& At(const Release& release) const {
    size_t at = size_;
    while (at > 1 && release < phases_[at - 1].since) --at;
    return phases_[at == 0 ? 0 : at - 1];
  }

 private:
  static constexpr size_t kMostPhases = 4;

  Trait<T> phases_[kMostPhases] = {};
  size_t size_ = 0;
};

// What holds at one release: in place of a Timeline.
template <typename T>
using AtRelease = T;

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_TIMELINE_H_
