// A map of which most have one entry or a few: these are compared one by one, in memory of the
// map's own, which takes a third of the time of a hash table. For more there is one.
#ifndef GRPCFG_VALIDATOR_ENGINE_SMALL_MAP_H_
#define GRPCFG_VALIDATOR_ENGINE_SMALL_MAP_H_

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"

namespace grpcfg {

// `Key` has == and AbslHashValue. What was found stays where it is until the next [].
template <typename Key, typename Value>
class SmallMap {
 public:
  // Null: there is none.
  Value* Find(const Key& key) {
    const size_t at = PlaceOf(key);
    return at == entries_.size() ? nullptr : &entries_[at].second;
  }

  // Added with a value of its own, if there is none.
  Value& operator[](const Key& key) {
    const size_t at = PlaceOf(key);
    if (at == entries_.size()) Add(key);
    return entries_[at].second;
  }

  [[nodiscard]] size_t size() const { return entries_.size(); }

  // Pairs of a key and its value, in the order in which they were added.
  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  [[nodiscard]] auto begin() const { return entries_.begin(); }
  [[nodiscard]] auto end() const { return entries_.end(); }

 private:
  static constexpr size_t kFew = 8;

  // Behind the last one: there is none.
  [[nodiscard]] size_t PlaceOf(const Key& key) const {
    if (entries_.size() > kFew) {
      const auto found = places_.find(key);
      return found == places_.end() ? entries_.size() : found->second;
    }
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const auto& entry) { return entry.first == key; });
    return static_cast<size_t>(found - entries_.begin());
  }

  void Add(const Key& key) {
    entries_.emplace_back(key, Value());
    if (entries_.size() <= kFew) return;
    for (size_t i = places_.size(); i < entries_.size(); ++i) places_[entries_[i].first] = i;
  }

  absl::InlinedVector<std::pair<Key, Value>, 1> entries_;
  absl::flat_hash_map<Key, size_t> places_;  // all of them, once there are more than a few
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_SMALL_MAP_H_
