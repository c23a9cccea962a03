// What clients draw: the shares of a finite number of resolutions.
#ifndef GRPCFG_DNS_DRAWS_H_
#define GRPCFG_DNS_DRAWS_H_

#include <cstddef>

#include "dns/selection.h"
#include "schema/clients/profile_at.h"

namespace grpcfg {

// Puts what the first `draws` resolutions come to in place of the exact shares. C-core's are those
// of every process that does not seed rand(): it draws 83, 86, 77, 15, ... with glibc. Of the other
// clients, whose draws cannot be predicted, they are a sample that is always the same.
void DrawShares(const ProfileAt& client, size_t draws, Selection& selection);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_DRAWS_H_
