#include "validator/report/uri.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {

std::string UriOfPath(absl::string_view path) {
  // RFC 3986, 2.3: the unreserved characters; all others are encoded, also a colon, which would end
  // a scheme.
  constexpr absl::string_view kUnreserved = "-._~/";
  constexpr absl::string_view kDigits = "0123456789ABCDEF";
  std::string uri = absl::StartsWith(path, "/") ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte) || absl::StrContains(kUnreserved, c)) {
      uri.push_back(c);
    } else {
      uri.append({'%', kDigits[byte >> 4U], kDigits[byte & 0xFU]});
    }
  }
  return uri;
}

}  // namespace grpcfg
