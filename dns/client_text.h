// From the TXT records of an answer to the text that a client takes a list of choices from.
#ifndef GRPCFG_DNS_CLIENT_TEXT_H_
#define GRPCFG_DNS_CLIENT_TEXT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dns/records.h"
#include "schema/clients/profile_at.h"

namespace grpcfg {

// True if the client takes a record for one with a service config.
bool HasAttribute(const TxtValue& record, const ProfileAt& client);

// `grpc_config=` and the list that the client reads of `records`, in the order of the answer.
// Nothing: none of them is for it.
std::optional<std::string> TextForClient(absl::Span<const TxtValue* const> records,
                                         const ProfileAt& client);

}  // namespace grpcfg

#endif  // GRPCFG_DNS_CLIENT_TEXT_H_
