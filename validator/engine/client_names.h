// The names of the clients of targets in sentences.
#ifndef GRPCFG_VALIDATOR_ENGINE_CLIENT_NAMES_H_
#define GRPCFG_VALIDATOR_ENGINE_CLIENT_NAMES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "validator/engine/target.h"

namespace grpcfg {

// "grpc-js".
absl::string_view LibraryName(Implementation implementation);

// "grpc-js"; with the release where the user named one: "grpc-js 1.13".
std::string ClientName(const Target& target);

// "C-core", "C-core and grpc-go", "C-core, grpc-go and grpc-js": those of `which`, by their places
// in `targets`.
std::string ClientNames(absl::Span<const Target> targets, absl::Span<const size_t> which);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_ENGINE_CLIENT_NAMES_H_
