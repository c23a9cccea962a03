// What the letters of a service or method tell, whatever services there are. Rules only.
#ifndef GRPCFG_RULES_NAME_TEXT_H_
#define GRPCFG_RULES_NAME_TEXT_H_

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"

namespace grpcfg {

inline bool IsIdentifierByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// True for bytes that protobuf has in no full name (language spec, Identifiers).
inline bool IsForeign(char c) { return !IsIdentifierByte(c) && c != '.'; }

// `v1`, `v2beta`, `v1p1beta1`, `v1main`: how packages end (AIP-215).
bool IsVersion(absl::string_view part);

// True for letters, digits and underscores with single dots between them.
bool IsPlain(absl::string_view text);

// What makes `text` the name of nothing, as "ends with a dot"; empty if nothing does. Nothing is
// said of slashes.
absl::string_view WhyNever(absl::string_view text);

inline bool HasSlash(absl::string_view name) { return name.find('/') != absl::string_view::npos; }

// What to write in place of a name with a `*`.
absl::string_view RemedyForWildcard(bool is_method);

// What to write for a method that is named with its service.
std::string RemedyForMethod(absl::string_view service, absl::string_view method);

// What was meant by a name with a slash: a method with its service, or a path.
std::string RemedyForSlash(absl::string_view text);

}  // namespace grpcfg

#endif  // GRPCFG_RULES_NAME_TEXT_H_
