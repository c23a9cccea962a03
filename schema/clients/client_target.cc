#include "schema/clients/client_target.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "schema/json/number.h"

namespace grpcfg {
namespace {

// What grpc-go registers by itself.
constexpr std::array<absl::string_view, 4> kSchemes = {"passthrough", "dns", "unix",
                                                       "unix-abstract"};

bool IsHexDigit(absl::string_view text, size_t at) {
  return at < text.size() && absl::ascii_isxdigit(static_cast<unsigned char>(text[at]));
}

// net/url unescape: two hexadecimal digits follow each %.
bool IsEscaped(absl::string_view text) {
  for (size_t at = text.find('%'); at != absl::string_view::npos; at = text.find('%', at + 1)) {
    if (!IsHexDigit(text, at + 1) || !IsHexDigit(text, at + 2)) return false;
  }
  return true;
}

// net/url unescape of a host: only what is not ASCII may be escaped, and a percent sign.
bool IsHostEscaped(absl::string_view host) {
  constexpr absl::string_view kBare = "-_.~!$&'()*+,;=:[]<>\"";
  for (size_t at = 0; at < host.size(); ++at) {
    const auto c = static_cast<unsigned char>(host[at]);
    if (c == '%') {
      const bool is_ascii = at + 1 < host.size() && host[at + 1] < '8';
      if (!IsEscaped(host.substr(at, 3)) || (is_ascii && host.substr(at, 3) != "%25")) return false;
      at += 2;
    } else if (absl::ascii_isascii(c) && !absl::ascii_isalnum(c) &&
               !absl::StrContains(kBare, host[at])) {
      return false;
    }
  }
  return true;
}

// net/url validOptionalPort: nothing, or a colon and digits.
bool IsGoPort(absl::string_view text) {
  return text.empty() || (absl::ConsumePrefix(&text, ":") && (text.empty() || IsDigits(text)));
}

// net/url parseHost.
bool IsHost(absl::string_view host) {
  if (absl::StartsWith(host, "[")) {
    const size_t end = host.rfind(']');
    if (end == absl::string_view::npos || !IsGoPort(host.substr(end + 1))) return false;
    const size_t zone = host.substr(0, end).find("%25");
    if (zone == absl::string_view::npos) return IsHostEscaped(host);
    return IsHostEscaped(host.substr(0, zone)) && IsEscaped(host.substr(zone, end - zone));
  }
  const size_t colon = host.rfind(':');
  if (colon != absl::string_view::npos && !IsGoPort(host.substr(colon))) return false;
  return IsHostEscaped(host);
}

// net/url parseAuthority.
bool IsAuthority(absl::string_view authority) {
  constexpr absl::string_view kOfUsers = "-._:~!$&'()*+,;=%@";
  const size_t at = authority.rfind('@');
  if (at == absl::string_view::npos) return IsHost(authority);
  const absl::string_view user = authority.substr(0, at);
  const bool is_user = std::all_of(user.begin(), user.end(), [&](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || absl::StrContains(kOfUsers, c);
  });
  return IsHost(authority.substr(at + 1)) && is_user && IsEscaped(user);
}

// net/url getScheme: what stands before the first colon, if it may be a scheme, taken from `rest`.
// Empty if nothing may stand there.
std::optional<std::string> TakeScheme(absl::string_view& rest) {
  for (size_t i = 0; i < rest.size(); ++i) {
    const auto c = static_cast<unsigned char>(rest[i]);
    if (absl::ascii_isalpha(c)) continue;
    const bool is_inner = absl::ascii_isdigit(c) || c == '+' || c == '-' || c == '.';
    if (is_inner && i > 0) continue;
    if (c != ':') return "";
    if (i == 0) return std::nullopt;
    std::string scheme = absl::AsciiStrToLower(rest.substr(0, i));
    rest.remove_prefix(i + 1);
    return scheme;
  }
  return "";
}

// net/url Parse: the scheme, which may be empty; nothing where it is an error.
std::optional<std::string> SchemeOf(absl::string_view url) {
  const size_t hash = std::min(url.find('#'), url.size());
  const absl::string_view fragment = absl::ClippedSubstr(url, hash + 1);
  absl::string_view rest = url.substr(0, hash);
  const bool has_control = std::any_of(rest.begin(), rest.end(), [](char c) {
    return absl::ascii_iscntrl(static_cast<unsigned char>(c));
  });
  if (has_control || !IsEscaped(fragment)) return std::nullopt;
  if (rest == "*") return "";
  std::optional<std::string> scheme = TakeScheme(rest);
  if (!scheme) return std::nullopt;
  rest = rest.substr(0, rest.find('?'));
  if (!absl::StartsWith(rest, "/")) {
    if (!scheme->empty()) return scheme;  // opaque
    if (absl::StrContains(rest.substr(0, rest.find('/')), ':')) return std::nullopt;
  }
  const bool may_have_authority = !scheme->empty() || !absl::StartsWith(rest, "///");
  if (may_have_authority && absl::ConsumePrefix(&rest, "//")) {
    const size_t path = std::min(rest.find('/'), rest.size());
    if (!IsAuthority(rest.substr(0, path))) return std::nullopt;
    rest.remove_prefix(path);
  }
  return IsEscaped(rest) ? scheme : std::nullopt;
}

}  // namespace

bool IsGoTarget(absl::string_view target, bool has_xds) {
  std::optional<std::string> scheme = SchemeOf(target);
  if (!scheme) scheme = SchemeOf(absl::StrCat("passthrough:///", target));
  if (!scheme) return false;
  return scheme->empty() || (has_xds && *scheme == "xds") ||
         std::find(kSchemes.begin(), kSchemes.end(), *scheme) != kSchemes.end();
}

namespace {

constexpr Release kSchemesInAnyCase = {1, 73, 0};
constexpr Release kVsockRelease = {1, 57, 0};

// A URI as far as resolvers look at it.
struct Uri {
  std::string scheme;
  absl::string_view authority;  // encoded
  std::string path;
};

bool IsAlnum(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)); }

bool IsSchemeChar(char c) { return IsAlnum(c) || absl::StrContains("+-.", c); }

// uri.cc IsQueryOrFragmentString.
bool IsQueryChar(char c) { return IsAlnum(c) || absl::StrContains("-._~!$&'()*+,;=:@/?%", c); }

bool IsQuery(absl::string_view text) { return std::all_of(text.begin(), text.end(), IsQueryChar); }

// uri.cc URI::PercentDecode: a % without two hexadecimal digits stays.
std::string PercentDecoded(absl::string_view text) {
  constexpr size_t kTriplet = 3;
  std::string decoded;
  for (size_t at = 0; at < text.size(); ++at) {
    const absl::string_view digits = text.substr(at).substr(0, kTriplet);
    const bool is_triplet = digits.size() == kTriplet && digits[0] == '%' &&
                            absl::ascii_isxdigit(static_cast<unsigned char>(digits[1])) &&
                            absl::ascii_isxdigit(static_cast<unsigned char>(digits[2]));
    absl::StrAppend(
        &decoded, is_triplet ? absl::HexStringToBytes(digits.substr(1)) : std::string(1, text[at]));
    if (is_triplet) at += kTriplet - 1;
  }
  return decoded;
}

// uri.cc URI::Parse.
std::optional<Uri> ParseUri(absl::string_view text, const Release& release) {
  const size_t colon = std::min(text.find(':'), text.size());
  const absl::string_view scheme = text.substr(0, colon);
  const bool has_scheme = colon < text.size() && !scheme.empty() &&
                          absl::ascii_isalpha(static_cast<unsigned char>(scheme[0])) &&
                          std::all_of(scheme.begin(), scheme.end(), IsSchemeChar);
  if (!has_scheme) return std::nullopt;
  Uri uri = {.scheme = std::string(scheme), .authority = {}, .path = {}};
  if (release >= kSchemesInAnyCase) absl::AsciiStrToLower(&uri.scheme);
  text.remove_prefix(colon + 1);
  if (absl::ConsumePrefix(&text, "//")) {
    const size_t end = std::min(text.find_first_of("/?#"), text.size());
    uri.authority = text.substr(0, end);
    text.remove_prefix(end);
  }
  const size_t end = std::min(text.find_first_of("?#"), text.size());
  uri.path = PercentDecoded(text.substr(0, end));
  text.remove_prefix(end);
  if (absl::ConsumePrefix(&text, "?")) {
    const absl::string_view query = text.substr(0, text.find('#'));
    if (query.empty() || !IsQuery(query)) return std::nullopt;
    text.remove_prefix(query.size());
  }
  return IsQuery(absl::StripPrefix(text, "#")) ? std::optional(uri) : std::nullopt;
}

// inet_pton.
bool IsIpv4(absl::string_view text) {
  constexpr int kParts = 4;
  constexpr int kMost = 255;
  int parts = 0;
  for (const absl::string_view part : absl::StrSplit(text, '.')) {
    int value = 0;
    const bool is_plain = IsDigits(part) && (part == "0" || part[0] != '0');
    if (!is_plain || !absl::SimpleAtoi(part, &value) || value > kMost) return false;
    ++parts;
  }
  return parts == kParts;
}

// The groups of 16 bits between colons; none for what are none.
std::optional<int> CountGroups(absl::string_view text, bool is_end) {
  constexpr size_t kMostDigits = 4;
  if (text.empty()) return 0;
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ':');
  int groups = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool is_ipv4 = is_end && i + 1 == parts.size() && IsIpv4(parts[i]);
    const bool is_hex = std::all_of(parts[i].begin(), parts[i].end(), [](char c) {
      return absl::ascii_isxdigit(static_cast<unsigned char>(c));
    });
    const bool is_group = is_hex && !parts[i].empty() && parts[i].size() <= kMostDigits;
    if (!is_ipv4 && !is_group) return std::nullopt;
    groups += is_ipv4 ? 2 : 1;
  }
  return groups;
}

// inet_pton, followed by a zone.
bool IsIpv6(absl::string_view text) {
  constexpr int kGroups = 8;
  text = text.substr(0, text.rfind('%'));
  const size_t gap = text.find("::");
  if (gap == absl::string_view::npos) return CountGroups(text, true) == kGroups;
  const std::optional<int> left = CountGroups(text.substr(0, gap), false);
  const std::optional<int> right = CountGroups(text.substr(gap + 2), true);
  return left && right && *left + *right < kGroups;
}

// sscanf with `%d`: what follows the digits is not looked at.
bool IsPort(absl::string_view text) {
  constexpr int kMost = 65535;
  text = absl::StripLeadingAsciiWhitespace(text);
  const size_t sign = absl::StartsWith(text, "-") || absl::StartsWith(text, "+") ? 1 : 0;
  const size_t end = std::min(text.find_first_not_of("0123456789", sign), text.size());
  if (end == sign) return false;
  absl::string_view number = text.substr(0, end);
  absl::ConsumePrefix(&number, "+");
  const auto port = static_cast<int32_t>(SaturatingInteger(number));
  return port >= 0 && port <= kMost;
}

// parse_address.cc grpc_parse_ipv4, grpc_parse_ipv6; host_port.cc SplitHostPort.
bool IsAddress(absl::string_view text, bool is_ipv6) {
  absl::ConsumePrefix(&text, "/");
  const bool is_bracketed = absl::ConsumePrefix(&text, "[");
  const size_t end = is_bracketed ? text.find("]:") : text.find(':');
  if (end == absl::string_view::npos) return false;
  const absl::string_view host = text.substr(0, end);
  const absl::string_view port = text.substr(end + (is_bracketed ? 2 : 1));
  if (is_bracketed ? !absl::StrContains(host, ':') : absl::StrContains(port, ':')) return false;
  const absl::string_view c_host = host.substr(0, host.find('\0'));
  return (is_ipv6 ? IsIpv6(c_host) : IsIpv4(c_host)) && IsPort(port);
}

// sscanf with `%u:%u`.
bool IsVsock(absl::string_view text) {
  const auto take_number = [&] {
    text = absl::StripLeadingAsciiWhitespace(text);
    if (!absl::ConsumePrefix(&text, "-")) absl::ConsumePrefix(&text, "+");
    const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(end);
    return end > 0;
  };
  return take_number() && absl::ConsumePrefix(&text, ":") && take_number();
}

bool IsAddressOf(absl::string_view scheme, absl::string_view text) {
  constexpr size_t kLongestPath = 107;  // sizeof(sockaddr_un::sun_path) - 1
  if (text.empty()) return true;        // is skipped
  if (scheme == "vsock") return IsVsock(text);
  if (scheme == "ipv4" || scheme == "ipv6") return IsAddress(text, scheme == "ipv6");
  return text.size() <= kLongestPath;
}

bool IsKnown(absl::string_view scheme, const Release& release) {
  static constexpr absl::string_view kSchemes[] = {
      "dns",  "fake",          "google-c2p", "google-c2p-experimental", "ipv4", "ipv6",
      "unix", "unix-abstract", "xds"};
  const bool has_vsock = release >= kVsockRelease;
  return std::find(std::begin(kSchemes), std::end(kSchemes), scheme) != std::end(kSchemes) ||
         (has_vsock && scheme == "vsock");
}

// The resolvers' IsValidUri.
bool IsValid(const Uri& uri) {
  if (uri.scheme == "dns") return !absl::StripPrefix(uri.path, "/").empty();
  if (uri.scheme == "xds") return !uri.path.empty() && uri.path.back() != '/';
  if (uri.scheme == "fake") return true;
  if (!uri.authority.empty()) return false;
  if (absl::StartsWith(uri.scheme, "google-c2p")) return true;
  const std::vector<absl::string_view> addresses = absl::StrSplit(uri.path, ',');
  return std::all_of(addresses.begin(), addresses.end(),
                     [&](absl::string_view address) { return IsAddressOf(uri.scheme, address); });
}

}  // namespace

bool IsCoreTarget(absl::string_view target, const Release& release) {
  std::optional<Uri> uri = ParseUri(target, release);
  const std::string for_dns = absl::StrCat("dns:///", target);
  if (!uri || !IsKnown(uri->scheme, release)) uri = ParseUri(for_dns, release);
  return uri && IsValid(*uri);
}

}  // namespace grpcfg
