// Whether a text is a service config by what is in it, whatever its file is called.
// Promise: of JSON with another purpose it says no; what it takes may still be full of faults.
#ifndef GRPCFG_SCHEMA_FIELDS_CONFIG_BY_CONTENT_H_
#define GRPCFG_SCHEMA_FIELDS_CONFIG_BY_CONTENT_H_

#include "absl/strings/string_view.h"

namespace grpcfg {

// True for an object with a list called as a field of a service config is, such as `methodConfig`,
// or an object with a field of it, and for a list of choices with such an object. `text`: at most
// kMaxJsonBytes.
bool IsConfigByContent(absl::string_view text);

// The same of a file, in which mistakes are to be seen: true as well for an object with a
// `retryPolicy` or `hedgingPolicy` that has half its fields, and for one with nothing but a
// `serviceConfig`. Documents show such fragments, so IsConfigByContent() says no.
bool IsConfigFileByContent(absl::string_view text);

// True if `key` is called as one of those fields, whatever its letter case: `MethodConfigs`.
bool IsKeyOfConfig(absl::string_view key);

// True if that field is a list.
bool IsListOfConfig(absl::string_view key);

// True if `member` is called as a field of what `key` has: `maxTokens` of `retryThrottling`, and no
// `hostname` of `healthCheckConfig`, which Envoy has, too.
bool IsFieldOfPart(absl::string_view key, absl::string_view member);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_FIELDS_CONFIG_BY_CONTENT_H_
