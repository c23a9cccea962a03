// Rules on master files: what keeps an entry, or a file, from being loaded.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "dns/record_checks.h"
#include "dns/zone_rules.h"
#include "schema/json/escape.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr Rule kRules[] = {
    {.id = "dns-file-unreadable",
     .summary = "A file is not a zone file, or not in the form of its provider.",
     .rationale = "Nothing in it is checked. If the text does not show its format, "
                  "`--input-format` sets it.",
     .advice = Severity::kError,
     .bad = "{\"Changes\": [{]}\n",
     .good = "{\"Changes\": [{}]}\n"},
    {.id = "dns-generate-limit",
     .summary = "$GENERATE makes more records than grpcfg reads.",
     .rationale = "grpcfg reads 65,536 records from the $GENERATE lines of a zone, and does not "
                  "check the others.",
     .advice = Severity::kError,
     .bad = {kGoodZone, "_grpc_config.shop TXT",
             "$GENERATE 0-70000 h$ A 192.0.2.1\n_grpc_config.shop TXT"},
     .good = kGoodZone},
    {.id = "dns-include-failed",
     .summary = "A file named by $INCLUDE cannot be read.",
     .rationale = "Servers reject the whole zone (RFC 1035 5.1). grpcfg looks for files beside the "
                  "including file and below --include-root, and reads none outside.",
     .advice = Severity::kError,
     .bad = {kGoodZone, "_grpc_config.shop TXT", "$INCLUDE shop.zone\n_grpc_config.shop TXT"},
     .good = kGoodZone},
    {.id = "dns-name-too-long",
     .summary = "A domain name or a label is too long.",
     .rationale = "A label has at most 63 octets, a name 255 in a message (RFC 1035 2.3.4). "
                  "`_grpc_config.` takes 13 of them, so a host has at most 240 characters.",
     .advice = Severity::kError,
     .bad = {kGoodZone, "_grpc_config.shop TXT",
             "s12345678901234567890123456789012345678901234567890123456789012345 TXT \"v=1\"\n"
             "_grpc_config.shop TXT"},
     .good = kGoodZone},
    {.id = "dns-record-malformed",
     .summary = "An entry is not a record or a directive.",
     .rationale = "An entry has an owner, an optional TTL and class, a type and its data (RFC 1035 "
                  "5.1). Servers reject a zone with anything else.",
     .advice = Severity::kError,
     .bad = {kGoodZone, "shop TXT", "shop TXTT"},
     .good = kGoodZone},
    {.id = "dns-serial-not-raised",
     .summary = "Records changed, but the serial of the zone did not.",
     .rationale = "Secondaries transfer a zone only if its serial is above theirs (RFC 1982, RFC "
                  "1034 4.3.5); until then they serve the old records. `--serial-since` names the "
                  "earlier zone file.",
     .advice = Severity::kError,
     .bad = {kGoodZone, "{}}]", R"({\"methodConfig\":[]}}])"},
     .good = kGoodZone},
    {.id = "dns-string-too-long",
     .summary = "A string of a TXT record is longer than 255 octets.",
     .rationale = "The length of a string is one octet (RFC 1035 3.3). BIND and NSD reject the "
                  "zone; Knot splits the string by itself. Split it into several: clients join the "
                  "strings of a record with nothing between.",
     .advice = Severity::kError,
     .bad = {kGoodZone, "{}}]",
             R"({\"healthCheckConfig\":{\"serviceName\":\")"
             "0123456789012345678901234567890123456789012345678901234567890123456789"
             "0123456789012345678901234567890123456789012345678901234567890123456789"
             "0123456789012345678901234567890123456789012345678901234567890123456789"
             R"(\"}}}])"},
     .good = kGoodZone},
    {.id = "dns-ttl-too-large",
     .summary = "A TTL has more than 31 bits.",
     .rationale = "RFC 2181 8: the largest is 2,147,483,647. BIND rejects the zone or uses 0; NSD "
                  "uses another number.",
     .advice = Severity::kError,
     .bad = {kGoodZone, "_grpc_config.shop TXT", "_grpc_config.shop 4294967296 TXT"},
     .good = kGoodZone},
    {.id = "dns-zone-byte-order-mark",
     .summary = "A master file begins with a byte order mark.",
     .rationale = "Servers read it as a part of the first name, and reject the zone.",
     .advice = Severity::kError,
     .bad = {kGoodZone, "$ORIGIN", "\xEF\xBB\xBF$ORIGIN"},
     .good = kGoodZone},
    {.id = "dns-zone-escape",
     .summary = "An escape of a master file is malformed.",
     .rationale = "A backslash must be followed by a character other than a digit, or by three "
                  "decimal digits up to 255 (RFC 1035 5.1).",
     .advice = Severity::kError,
     .bad = {kGoodZone, R"({}}])", R"({}}]\09)"},
     .good = kGoodZone},
    {.id = "dns-zone-out-of-zone",
     .summary = "A record is outside its zone.",
     .rationale = "BIND ignores it with a warning; NSD rejects the zone. Clients never see it.",
     .bad = {kGoodZone, "shop TXT", "shop.other.test. TXT"},
     .good = kGoodZone},
    {.id = "dns-zone-parenthesis",
     .summary = "A parenthesis has no partner.",
     .rationale = "Parentheses continue an entry over several lines (RFC 1035 5.1). Servers reject "
                  "the zone.",
     .advice = Severity::kError,
     .bad = {kGoodZone, R"({}}]")", R"({}}]" ))"},
     .good = kGoodZone},
    {.id = "dns-zone-portability",
     .summary = "Some name servers reject this.",
     .rationale = "RFC 1035 allows it or leaves it open, and servers differ. A zone that every "
                  "server loads can move to another server.",
     .bad = {kGoodZone, R"(TXT "grpc_config=[)", R"(TXT "grpc_config=""[)"},
     .good = kGoodZone},
    {.id = "dns-zone-quote-unclosed",
     .summary = "A quoted string does not end on its line.",
     .rationale = "BIND and Knot reject the zone; NSD reads on to the next quote, wherever it is.",
     .advice = Severity::kError,
     .bad = {kGoodZone, R"({}}]")", R"({}}])"},
     .good = kGoodZone},
};
static_assert(TextsAreWhole(kRules));

// A fault, its rule, and its message.
struct FaultRow {
  ZoneFaultKind kind;
  absl::string_view rule;
  absl::string_view message;  // `{source}` and `{detail}` are filled in
  absl::string_view servers = {};
};

constexpr FaultRow kFaults[] = {
    {ZoneFaultKind::kUnclosedQuote, "dns-zone-quote-unclosed",
     "this quote is not closed on its line",
     "BIND and Knot refuse the zone; NSD reads on over the line's end"},
    {ZoneFaultKind::kUnclosedParenthesis, "dns-zone-parenthesis",
     "this parenthesis is never closed", "BIND and Knot refuse the zone; NSD loads it"},
    {ZoneFaultKind::kStrayParenthesis, "dns-zone-parenthesis",
     "this parenthesis closes none that is open"},
    {ZoneFaultKind::kBadEscape, "dns-zone-escape",
     "`{source}` begins no escape; a backslash stands before a character, or before three decimal "
     "digits up to 255",
     "BIND and Knot refuse the zone; NSD takes the text as it stands"},
    {ZoneFaultKind::kNameTooLong, "dns-name-too-long", "this name has more than 255 octets"},
    {ZoneFaultKind::kLabelTooLong, "dns-name-too-long",
     "a label of this name has more than 63 octets"},
    {ZoneFaultKind::kEmptyLabel, "dns-record-malformed",
     "`{source}` is not a domain name; it has an empty label"},
    {ZoneFaultKind::kNoOwner, "dns-record-malformed",
     "the entry begins with a blank, and there is no owner before it"},
    {ZoneFaultKind::kNoRecord, "dns-record-malformed", "`{source}` has no record"},
    {ZoneFaultKind::kNoData, "dns-record-malformed", "the record has no data, or too little"},
    {ZoneFaultKind::kTooMuchData, "dns-record-malformed",
     "`{source}` is more data than the record has"},
    {ZoneFaultKind::kUnknownType, "dns-record-malformed",
     "`{source}` is not a TTL, a class or a record type"},
    {ZoneFaultKind::kOtherClass, "dns-record-malformed",
     "class `{source}` is not that of the internet, `IN`"},
    {ZoneFaultKind::kOtherType, "dns-type-not-txt",
     "clients ask for TXT records, and this service config is in one of type `{source}`"},
    {ZoneFaultKind::kTtlTooLarge, "dns-ttl-too-large",
     "the TTL `{source}` has more than 31 bits; the largest is 2147483647"},
    {ZoneFaultKind::kNoBlank, "dns-record-malformed",
     "there is no blank between the type and its data",
     "BIND loads the record; NSD and Knot refuse the zone"},
    {ZoneFaultKind::kUnknownDirective, "dns-record-malformed",
     "`{source}` is not a directive; those are $ORIGIN, $TTL, $INCLUDE and BIND's $GENERATE"},
    {ZoneFaultKind::kBadDirective, "dns-record-malformed",
     "`{source}` has not the arguments that it needs"},
    {ZoneFaultKind::kBadHex, "dns-record-malformed",
     "`\\#` needs the number of octets, and then as many octets in hex (RFC 3597)"},
    {ZoneFaultKind::kStringTooLong, "dns-string-too-long",
     "this string has {detail} octets; a string has at most 255",
     "BIND and NSD refuse the zone; Knot cuts the string by itself"},
    {ZoneFaultKind::kByteOrderMark, "dns-zone-byte-order-mark",
     "the file begins with a byte order mark"},
    {ZoneFaultKind::kIncludeFailed, "dns-include-failed", "`{source}` is not included: {detail}"},
    {ZoneFaultKind::kNotReadable, "dns-file-unreadable", "the file is not read: {detail}"},
    {ZoneFaultKind::kOctalEscape, "dns-octal-escape",
     "Route 53 reads `{source}` as an octal number, and master files have decimal ones",
     "write the character itself, or `\\u` and four hex digits in the JSON"},
    {ZoneFaultKind::kConfigUnread, "dns-config-unread",
     "this has a service config, but is in no record that grpcfg reads here"},
    {ZoneFaultKind::kNameUnread, "dns-config-unread",
     "`{source}` has no record that grpcfg reads here"},
    {ZoneFaultKind::kTargetUnread, "dns-config-unread",
     "the alias leads to an expression, `{source}`, so what clients get there is not checked"},
    {ZoneFaultKind::kValueUnread, "dns-config-unread",
     "this text is an expression, so what clients get there is not checked",
     "of Terraform check what `terraform show -json` prints; of other tools what they make of it"},
    {ZoneFaultKind::kListingCut, "dns-config-unread",
     "`{detail}` says that this is one page of several; the records of the others are not checked"},
    {ZoneFaultKind::kKeyTwice, "dns-config-unread",
     "`{source}` stands again in this map, and the last one counts"},
    {ZoneFaultKind::kTooManyFaults, "dns-zone-parenthesis",
     "the rest of the file is not read; too many parentheses have no end"},
    {ZoneFaultKind::kSerialNotRaised, "dns-serial-not-raised",
     "the serial {source} does not come after {detail}, and records have changed",
     "secondaries keep the old records; `grpcfg dns encode --bump-serial` raises it"},
    {ZoneFaultKind::kIncludeElsewhere, "dns-zone-portability",
     "`{source}` is beside this file, and below `--include-root` is {detail}",
     "Knot reads the one beside the zone file; BIND and NSD look below their own directory"},
    {ZoneFaultKind::kGenerate, "dns-zone-portability", "$GENERATE is known to BIND alone",
     "BIND makes the records; NSD and Knot refuse the zone"},
    {ZoneFaultKind::kGenerateTooMany, "dns-generate-limit",
     "`{source}` is not read; of a zone 65,536 records are made by $GENERATE"},
    {ZoneFaultKind::kRawOctet, "dns-zone-portability", "`{source}` stands unescaped in a string",
     "BIND and NSD load it; Knot refuses the zone; write it as `\\DDD`, in decimal"},
    {ZoneFaultKind::kNul, "dns-zone-portability", "a NUL stands unescaped in a string",
     "BIND and NSD load it; ldns drops it; Knot refuses the zone"},
    {ZoneFaultKind::kCrLf, "dns-zone-portability", "lines end in CR LF",
     "BIND and NSD load the file; Knot refuses it"},
    {ZoneFaultKind::kLineEndInString, "dns-zone-portability",
     "a backslash stands before the end of the line, in a string",
     "BIND and NSD put the line's end into the string; Knot refuses the zone"},
    {ZoneFaultKind::kNestedParenthesis, "dns-zone-portability",
     "a parenthesis stands within another one",
     "BIND loads the record; NSD and Knot refuse the zone"},
    {ZoneFaultKind::kAdjacentStrings, "dns-zone-portability",
     "there is no blank between two strings",
     "BIND and NSD read two strings; Knot refuses the zone"},
    {ZoneFaultKind::kQuoteInWord, "dns-quotes-lost",
     "an unescaped quote ends the string here; in a string a quote is written `\\\"`",
     "BIND and NSD load the record and serve `{detail}`; Knot refuses the zone"},
    {ZoneFaultKind::kOutOfZone, "dns-zone-out-of-zone",
     "`{source}` is outside of the zone {detail}", "BIND ignores the record; NSD refuses the zone"},
};

const FaultRow& RowOf(ZoneFaultKind kind) {
  return *std::find_if(std::begin(kFaults), std::end(kFaults),
                       [&](const FaultRow& row) { return row.kind == kind; });
}

// Longer names and strings are cut, so that messages stay readable.
std::string Shown(absl::string_view source) {
  constexpr size_t kMost = 100;
  return source.size() <= kMost ? Visible(source)
                                : absl::StrCat(Visible(WholePrefix(source, kMost)), "...");
}

}  // namespace

absl::Span<const Rule> ZoneRules() { return kRules; }

const Rule& ZoneRuleOf(ZoneFaultKind kind) { return DnsRuleOf(RowOf(kind).rule); }

FaultWords WordsOf(const ZoneFault& fault, absl::string_view source) {
  const FaultRow& row = RowOf(fault.kind);
  const std::vector<std::pair<absl::string_view, std::string>> places = {
      {"{source}", Shown(source)}, {"{detail}", Shown(fault.detail)}};
  return {absl::StrReplaceAll(row.message, places), absl::StrReplaceAll(row.servers, places)};
}

}  // namespace grpcfg
