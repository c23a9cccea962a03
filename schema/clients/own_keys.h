// Fields that one client reads under a key of its own, and no other client does.
#ifndef GRPCFG_SCHEMA_CLIENTS_OWN_KEYS_H_
#define GRPCFG_SCHEMA_CLIENTS_OWN_KEYS_H_

#include "absl/strings/string_view.h"
#include "schema/clients/profile.h"
#include "schema/fields/field_table.h"

namespace grpcfg {

struct OwnKey {
  Implementation implementation;
  absl::string_view message;  // as in the field table
  absl::string_view field;
  absl::string_view key;
  absl::string_view evidence;
};

// The one that `key` is in `message`; null if no client reads a field under it.
const OwnKey* FindOwnKey(const Message& message, absl::string_view key);

// The one that the client reads in place of `field`; null if it reads the field, or nothing.
const OwnKey* OwnKeyFor(Implementation implementation, const Message& message, const Field& field);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_OWN_KEYS_H_
