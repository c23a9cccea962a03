// What classes of the JDK take for a number or a URI: Character.digit, java.net.URI.
// For the readings of grpc-java.
#ifndef GRPCFG_SCHEMA_JSON_JAVA_TEXT_H_
#define GRPCFG_SCHEMA_JSON_JAVA_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace grpcfg {

// The text with every digit that Integer.parseInt and Long.parseLong read in ASCII: they take the
// decimal digits of all scripts whose characters are a single `char`.
std::string WithAsciiDigits(absl::string_view text);

// True if java.net.URI's constructor takes the text, which must be UTF-8.
bool IsJavaUri(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_JAVA_TEXT_H_
