// What the checks of one reading find out for one another, so that it is found out once.
#ifndef GRPCFG_VALIDATOR_ENGINE_MEMO_H_
#define GRPCFG_VALIDATOR_ENGINE_MEMO_H_

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/container/inlined_vector.h"

namespace grpcfg {

class Memo {
 public:
  // What `make` gave when a T was first asked for; nobody else's T lives in the same memo. It stays
  // where it is as long as the memo lives.
  template <typename T, typename Make>
  const T& Get(const Make& make) {
    static constexpr char kKey = 0;
    const auto known = std::find_if(kept_.begin(), kept_.end(),
                                    [](const auto& each) { return each.first == &kKey; });
    if (known != kept_.end()) return *static_cast<const T*>(known->second.get());
    auto made = std::make_shared<const T>(make());
    const T& result = *made;
    kept_.emplace_back(&kKey, std::move(made));
    return result;
  }

 private:
  absl::InlinedVector<std::pair<const char*, std::shared_ptr<const void>>, 4> kept_;
};

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_MEMO_H_
