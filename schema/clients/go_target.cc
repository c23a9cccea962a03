#include "schema/clients/go_target.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
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

// net/url unescape: each % has two hexadecimal digits behind it.
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
bool IsPort(absl::string_view text) {
  return text.empty() || (absl::ConsumePrefix(&text, ":") && (text.empty() || IsDigits(text)));
}

// net/url parseHost.
bool IsHost(absl::string_view host) {
  if (absl::StartsWith(host, "[")) {
    const size_t end = host.rfind(']');
    if (end == absl::string_view::npos || !IsPort(host.substr(end + 1))) return false;
    const size_t zone = host.substr(0, end).find("%25");
    if (zone == absl::string_view::npos) return IsHostEscaped(host);
    return IsHostEscaped(host.substr(0, zone)) && IsEscaped(host.substr(zone, end - zone));
  }
  const size_t colon = host.rfind(':');
  if (colon != absl::string_view::npos && !IsPort(host.substr(colon))) return false;
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

}  // namespace grpcfg
