// Paths as URIs (RFC 3986).
// Promise: ASCII; whatever the bytes of the path, they come back when it is decoded.
#ifndef GRPCFG_VALIDATOR_REPORT_URI_H_
#define GRPCFG_VALIDATOR_REPORT_URI_H_

#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// A relative reference, or `file:///` for an absolute path.
std::string UriOfPath(absl::string_view path);

}  // namespace grpcfg

#endif  // GRPCFG_VALIDATOR_REPORT_URI_H_
