#include "dns/domain_name.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "dns/zone_fields.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

bool IsPlain(unsigned char octet) {
  return absl::ascii_isalnum(octet) || octet == '-' || octet == '_' || octet == '*';
}

// One octet of a label, which may be a dot.
void AppendOctet(unsigned char octet, std::string& out) {
  if (IsPlain(octet)) {
    out += absl::ascii_tolower(octet);
  } else if (absl::ascii_isgraph(octet)) {
    out += '\\';
    out += static_cast<char>(octet);
  } else {
    absl::StrAppendFormat(&out, "\\%03d", octet);
  }
}

// What a name has so far.
struct Labels {
  size_t octets_of_label = 0;
  size_t octets = 0;  // of the name in a message, its final 0 excepted

  // At the end of a label.
  NameFault Close() {
    if (octets_of_label == 0) return NameFault::kEmptyLabel;
    if (octets_of_label > kMostLabelOctets) return NameFault::kLabelTooLong;
    octets += octets_of_label + 1;
    octets_of_label = 0;
    return octets + 1 > kMostNameOctets ? NameFault::kNameTooLong : NameFault::kNone;
  }
};

// Up to the last label, which is not closed.
NameFault AppendLabels(absl::string_view written, Labels& labels, std::string& out) {
  for (size_t at = 0; at < written.size();) {
    if (written[at] == '.') {
      const NameFault fault = labels.Close();
      if (fault != NameFault::kNone) return fault;
      out += '.';
      ++at;
      continue;
    }
    const ZoneOctet octet = OctetAt(written, at);
    if (octet.size == 0) return NameFault::kEscape;
    AppendOctet(octet.value, out);
    ++labels.octets_of_label;
    at += octet.size;
  }
  return NameFault::kNone;
}

// The place of the first dot between labels; npos if there is none.
size_t EndOfLabel(absl::string_view name) {
  for (size_t at = 0; at < name.size(); ++at) {
    if (name[at] == '\\') {
      ++at;
    } else if (name[at] == '.') {
      return at;
    }
  }
  return absl::string_view::npos;
}

}  // namespace

NameFault AppendName(absl::string_view written, absl::string_view origin, std::string& out) {
  if (written == "@" || written == ".") {
    absl::StrAppend(&out, written == "@" ? origin : written);
    return NameFault::kNone;
  }
  Labels labels;
  const NameFault in_labels = AppendLabels(written, labels, out);
  if (in_labels != NameFault::kNone) return in_labels;
  if (written.empty()) return NameFault::kEmptyLabel;
  if (labels.octets_of_label == 0) return NameFault::kNone;  // it ends in a dot
  const NameFault fault = labels.Close();
  if (fault != NameFault::kNone) return fault;
  if (origin.empty()) return NameFault::kNone;
  const bool is_root = origin == ".";
  absl::StrAppend(&out, is_root ? "" : ".", origin);
  return labels.octets + WireSize(origin) > kMostNameOctets ? NameFault::kNameTooLong
                                                            : NameFault::kNone;
}

void AppendLabel(absl::string_view octets, std::string& out) {
  for (const char c : octets) AppendOctet(static_cast<unsigned char>(c), out);
}

size_t WireSize(absl::string_view name) {
  if (name.empty() || name == ".") return 1;
  size_t octets = absl::EndsWith(name, ".") ? 1 : 2;
  for (size_t at = 0; at < name.size(); ++octets) {
    const ZoneOctet octet = OctetAt(name, at);
    at += octet.size == 0 ? 1 : octet.size;
  }
  return octets;
}

absl::string_view FirstLabel(absl::string_view name) { return name.substr(0, EndOfLabel(name)); }

absl::string_view ParentOf(absl::string_view name) {
  const size_t dot = EndOfLabel(name);
  if (dot == absl::string_view::npos || name == ".") return {};
  return dot + 1 == name.size() ? name.substr(dot) : name.substr(dot + 1);
}

bool IsAtOrBelow(absl::string_view name, absl::string_view ancestor) {
  if (ancestor == "." || name == ancestor) return true;
  if (!absl::EndsWith(name, ancestor)) return false;
  const absl::string_view before = name.substr(0, name.size() - ancestor.size());
  return absl::EndsWith(before, ".") && !absl::EndsWith(before, "\\.");
}

std::string Moved(absl::string_view name, absl::string_view from, absl::string_view to) {
  if (from != ".") name.remove_suffix(from.size());
  return absl::StrCat(name, to == "." ? absl::string_view() : to);
}

std::optional<absl::string_view> HostOfOwner(absl::string_view owner) {
  if (owner == kConfigLabel) return "";  // relative, and the zone has no known name
  if (!absl::ConsumePrefix(&owner, kConfigLabel) || !absl::ConsumePrefix(&owner, ".")) {
    return std::nullopt;
  }
  return owner;
}

HostKind KindOfHost(absl::string_view host) {
  const absl::string_view name = WithoutFinalDot(host);
  if (name == "localhost" || absl::EndsWith(name, ".localhost")) return HostKind::kLocal;
  if (absl::StrContains(absl::StrCat(".", name, "."), ".*.")) return HostKind::kWildcard;
  const bool is_v6 = absl::StrContains(name, ':');
  const bool is_v4 =
      std::count(name.begin(), name.end(), '.') == 3 &&
      absl::c_all_of(name, [](char c) { return c == '.' || absl::ascii_isdigit(c); });
  return is_v6 || is_v4 ? HostKind::kAddress : HostKind::kName;
}

absl::string_view WithoutFinalDot(absl::string_view name) {
  return name.size() > 1 ? absl::StripSuffix(name, ".") : name;
}

std::string QuotedName(absl::string_view name) {
  return absl::StrCat("`", Visible(WithoutFinalDot(name)), "`");
}

}  // namespace grpcfg
