// Rules on where records are: the name, what else is there, and what is above it.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dns/domain_name.h"
#include "dns/record_checks.h"
#include "dns/zone_fields.h"
#include "dns/zone_rules.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

constexpr uint32_t kLongTtl = 86400;

constexpr absl::string_view kZone = R"($ORIGIN example.test.
$TTL 300
@ SOA ns1 admin 1 3600 900 604800 60
shop A 192.0.2.1
_grpc_config.shop TXT "grpc_config=[{\"serviceConfig\":{}}]"
)";

constexpr absl::string_view kA2 =
    "gRFC A2, Encoding in DNS TXT Records: `_grpc_config.` and the host";

// A client that looks where the spec says does not find it.
constexpr Verdicts kNotFound = {
    .spec = {Effect::kIgnoresPolicy, kA2},
    .core = {Effect::kIgnoresPolicy,
             "grpc/grpc grpc_ares_wrapper.cc, event_engine_client_channel_resolver.cc: "
             "`_grpc_config.`"},
    .go = {Effect::kIgnoresPolicy, "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT"},
    .java = {Effect::kIgnoresPolicy, "grpc-java DnsNameResolver.java SERVICE_CONFIG_NAME_PREFIX"},
    .node = {Effect::kAccepts,
             "grpc-js resolver-dns.ts startResolution: resolveTxt(hostname), so it finds what is "
             "at the host itself, and nothing else"},
    .dotnet = kDotnetAsksForNone,
    .gapic = kGapicAsksForNone};

constexpr Rule kRules[] = {
    {.id = "dns-alias-dead-end",
     .summary = "An alias at `_grpc_config.` and a host leads to no service config.",
     .rationale = "Clients follow a CNAME at `_grpc_config.` and the host. If it leads to no "
                  "record, or in a circle, they silently continue without a config.",
     .advice = Severity::kError,
     .verdicts = kNotFound,
     .bad = {kZone, "shop A", "_grpc_config.www CNAME _grpc_config.web\nshop A"},
     .good = {kZone, "shop A", "_grpc_config.www CNAME _grpc_config.shop\nshop A"}},
    {.id = "dns-alias-has-no-config",
     .summary = "A host is an alias of a host with a config, but has no config itself.",
     .rationale = "Clients look up `_grpc_config.` and the name that they were given, so a CNAME "
                  "of the host leads to its addresses but not to its config. A CNAME at "
                  "`_grpc_config.` and the alias leads there; all clients follow it.",
     .verdicts = kNotFound,
     .bad = {kZone, "shop A", "www CNAME shop\nshop A"},
     .good = {kZone, "shop A", "www CNAME shop\n_grpc_config.www CNAME _grpc_config.shop\nshop A"}},
    {.id = "dns-cname-beside-txt",
     .summary = "A name has a CNAME and a TXT record.",
     .rationale = "A name with a CNAME must not have other records (RFC 1034 3.6.2). BIND, NSD and "
                  "Knot reject the zone; only Knot's parser does not check this.",
     .advice = Severity::kError,
     .bad = {kZone, "shop A", "_grpc_config.shop CNAME _grpc_config.www\nshop A"},
     .good = kZone},
    {.id = "dns-host-unknown",
     .summary =
         "A config is for a host that the zone does not have, but the zone has a similar one.",
     .rationale = "Servers accept a record at `_grpc_config.` and any name. The clients of the "
                  "intended host silently continue without a config. A zone that lacks more than "
                  "1,000 of its configured hosts does not list its hosts, and is not searched.",
     .bad = {kZone, "_grpc_config.shop TXT", "_grpc_config.sohp TXT"},
     .good = kZone},
    {.id = "dns-name-delegated",
     .summary = "A record is in a delegated part of the zone.",
     .rationale = "Below a name with NS records another zone begins, and its servers answer. This "
                  "record is never served: put it into that zone.",
     .advice = Severity::kError,
     .verdicts = kNotFound,
     .bad = {kZone, "shop A", "shop NS ns.shop\nns.shop A"},
     .good = kZone},
    {.id = "dns-name-doubled",
     .summary = "A name has its zone twice: its final dot is missing.",
     .rationale = "A name without a final dot is relative to the origin. Clients never look up the "
                  "resulting name.",
     .advice = Severity::kError,
     .verdicts = kNotFound,
     .bad = {kZone, "_grpc_config.shop TXT", "_grpc_config.shop.example.test TXT"},
     .good = {kZone, "_grpc_config.shop TXT", "_grpc_config.shop.example.test. TXT"}},
    {.id = "dns-name-misplaced",
     .summary = "A service config is at a name that clients do not look up.",
     .rationale = "Clients look up `_grpc_config.` and the host. Only grpc-js looks up the host "
                  "itself, and it never looks up `_grpc_config.`. A host that is an address is not "
                  "looked up, and `*` after `_grpc_config` is not a wildcard (RFC 4592 2.1.1).",
     .advice = Severity::kError,
     .verdicts = kNotFound,
     .bad = {kZone, "_grpc_config.shop TXT", "_grpc-config.shop TXT"},
     .good = kZone},
    {.id = "dns-name-unknown",
     .summary = "The name of a record with a service config is an expression.",
     .rationale = "The config is checked for all clients that may find it. Only the value of the "
                  "expression shows which hosts it is for and what else is at its name: for "
                  "Terraform, check the output of `terraform show -json`.",
     .bad = {kZone, "_grpc_config.shop TXT", "a${name}.shop TXT"},
     .good = kZone},
    {.id = "dns-ttl-differs",
     .summary = "Records of one name and type have different TTLs.",
     .rationale = "RFC 2181 5.2 forbids it. BIND uses the first TTL for all records, with a "
                  "warning; NSD warns.",
     .bad = {kZone, R"(_grpc_config.shop TXT "grpc_config=[{\"serviceConfig\":{}}]")",
             R"(_grpc_config.shop 60 TXT "grpc_config=[{\"serviceConfig\":{}}]"
_grpc_config.shop 90 TXT "v=1")"},
     .good = kZone},
    {.id = "dns-ttl-long",
     .summary = "The TTL of a service config is more than a day.",
     .rationale =
         "Resolvers keep a record until its TTL ends. Clients look it up again every 30 s or less "
         "often, so the TTL decides how long a bad config stays in force after you have fixed it.",
     .advice = Severity::kNote,
     .bad = {kZone, "shop TXT", "shop 2d TXT"},
     .good = {kZone, "shop TXT", "shop 5m TXT"}},
    {.id = "dns-type-not-txt",
     .summary = "A service config is in a record that is not of type TXT.",
     .rationale = "Clients look up TXT records only. SPF records have the same form, but name "
                  "servers do not serve them to clients that query TXT.",
     .advice = Severity::kError,
     .verdicts = kNotFound,
     .bad = {kZone, "_grpc_config.shop TXT", "_grpc_config.shop SPF"},
     .good = kZone},
    {.id = "dns-wildcard-answers",
     .summary = "A wildcard TXT record gives a config to hosts that the zone does not have.",
     .rationale = "`*.example.test` answers for every `_grpc_config.` name below it, unless the "
                  "zone has the host (RFC 4592 3.3.1). grpc-go warns at each resolution; a "
                  "wildcard with a `grpc_config=` configures all of these hosts. `*` cannot stand "
                  "for the host alone.",
     .bad = {kZone, "shop A", "* TXT \"v=spf1 -all\"\nshop A"},
     .good = kZone},
};
static_assert(TextsAreWhole(kRules));

DnsRecords::Place OwnerPlace(const DnsRecord& record) {
  return {record.source, record.owner_span.empty() ? record.data : record.owner_span};
}

// A finding about a name. Clients without an effect by it do not look it up, or not only it.
void Add(const OwnerContext& context, absl::string_view rule, const DnsRecord& record,
         Diagnostic words) {
  const std::vector<TargetEffect> effects = context.findings.EffectsOf(rule);
  for (size_t target = 0; target < context.findings.plan().targets.size(); ++target) {
    const bool is_affected = absl::c_any_of(
        effects, [&](const TargetEffect& effect) { return effect.target == target; });
    if (!is_affected) words.not_reading.push_back(target);
  }
  context.AddForAll(rule, OwnerPlace(record), std::move(words));
}

// True if an alias to the name leads to a service config.
bool HasConfig(const OwnerContext& context, uint32_t owner) {
  const DnsRecords& zone = context.zone;
  const bool is_for_configs = HostOfOwner(zone.names[owner]).has_value();
  return absl::c_any_of(context.index.Of(owner), [&](uint32_t i) {
    const DnsRecord& record = zone.records[i];
    return record.type == RecordType::kTxt &&
           (is_for_configs || MayHoldConfig(zone.ValueOf(record).octets));
  });
}

// True for a name in which the zone stands twice, as it does where a final dot is missing.
bool HasZoneTwice(const DnsRecords& zone, absl::string_view name) {
  const std::optional<uint32_t> top = zone.apex ? zone.apex : zone.origin;
  if (!top || zone.names[*top] == ".") return false;
  const absl::string_view apex = zone.names[*top];
  return absl::EndsWith(name, absl::StrCat(".", apex, apex));
}

// A CNAME that clients follow to nothing.
void CheckDeadEnd(const OwnerContext& context) {
  // Of a part of a zone, what a wildcard leads to may be in another part.
  const bool is_wildcard = FirstLabel(context.records.owner) == "*" && context.zone.apex;
  const bool is_asked_for = is_wildcard || HostOfOwner(context.records.owner);
  if (context.lookup == nullptr || !is_asked_for) return;
  const ZoneLookup::AliasEndName end =
      context.lookup->FollowNames(std::string(context.records.owner));
  Diagnostic words = {.help = {"point it to a name with the config, or remove it"}};
  if (end.is_loop) {
    words.message = absl::StrCat("the alias ", QuotedName(context.records.owner),
                                 " never ends, and has no service config");
    return Add(context, "dns-alias-dead-end", *context.records.alias, std::move(words));
  }
  if (is_wildcard) return;  // for other records than those of clients, as a rule
  const DnsRecords& zone = context.zone;
  if (!end.owner && HasZoneTwice(zone, end.name)) {
    words.message = absl::StrCat("the alias leads to ", QuotedName(end.name),
                                 ", with the zone twice; a name without a final dot is below the "
                                 "origin");
    words.help = {"add a dot at its end"};
    return Add(context, "dns-name-doubled", *context.records.alias, std::move(words));
  }
  const bool is_known = zone.apex && IsAtOrBelow(end.name, zone.names[*zone.apex]) &&
                        !context.index.CutAbove(end.name);
  if (!is_known || (end.owner && HasConfig(context, *end.owner))) return;
  words.message = absl::StrCat("the alias ", QuotedName(context.records.owner), " leads to ",
                               QuotedName(end.name), ", which has no service config");
  Add(context, "dns-alias-dead-end", *context.records.alias, std::move(words));
}

void CheckAlias(const OwnerContext& context) {
  const DnsRecord* const alias = context.records.alias;
  if (alias == nullptr) return;
  const DnsRecords& zone = context.zone;
  if (!context.records.txt.empty()) {
    const DnsRecord& txt = *context.records.txt[0];
    context.AddForAll(
        "dns-cname-beside-txt", OwnerPlace(txt),
        {.message = absl::StrCat(QuotedName(context.records.owner),
                                 " has a CNAME beside this record; a name with a CNAME has "
                                 "nothing else"),
         .notes = {"BIND, NSD and Knot refuse the zone"},
         .help = {"remove one of them"}});
  } else {
    CheckDeadEnd(context);
  }
  const std::string config = absl::StrCat(kConfigLabel, ".", context.records.owner);
  const std::string of_target = absl::StrCat(kConfigLabel, ".", zone.names[alias->target]);
  const bool has_own =
      context.index.Has(config, RecordType::kTxt) || context.index.Has(config, RecordType::kCname);
  if (has_own || !context.index.Has(of_target, RecordType::kTxt)) return;
  Add(context, "dns-alias-has-no-config", *alias,
      {.message =
           absl::StrCat("clients of ", QuotedName(context.records.owner),
                        " do not find the config of ", QuotedName(zone.names[alias->target])),
       .help = {
           absl::StrCat("add a CNAME at ", QuotedName(config), " to ", QuotedName(of_target))}});
}

// A DNAME that moves all names below it, and moves them again where they come to.
void CheckDname(const OwnerContext& context) {
  if (context.records.dname == nullptr || context.lookup == nullptr) return;
  const std::string below = absl::StrCat(kConfigLabel, ".", context.records.owner);
  if (!context.lookup->FollowNames(below).is_loop) return;
  Add(context, "dns-alias-dead-end", *context.records.dname,
      {.message = absl::StrCat("the DNAME at ", QuotedName(context.records.owner),
                               " leads the names below it in a circle, and to no service config"),
       .help = {"point it to names with configs, or remove it"}});
}

// A record below `_grpc_config` for a host that no client looks up so.
void CheckHost(const OwnerContext& context) {
  const absl::string_view host = *HostOfOwner(context.records.owner);
  const HostKind kind = KindOfHost(host);
  Diagnostic words = {.message = absl::StrCat("clients do not look up a service config at ",
                                              QuotedName(context.records.owner))};
  if (kind == HostKind::kWildcard) {
    words.notes = {
        "`*` is a wildcard only as the first label of a name, so servers give this "
        "record for a host that is called `*`"};
    words.help = {"write a record for each host"};
  } else if (kind == HostKind::kAddress) {
    words.notes = {"a client with an address looks nothing up"};
    words.help = {"use the name of the host, and give it to clients"};
  } else {
    return;
  }
  Add(context, "dns-name-misplaced", *context.records.txt[0], std::move(words));
}

// True if a config at a host itself is where it should be: for grpc-js, which looks there, beside
// the same host's record for all others, or if no other client is selected.
bool IsForHostReaders(const OwnerContext& context) {
  if (!context.askers.host) return false;
  const std::string twin = absl::StrCat(kConfigLabel, ".", context.records.owner);
  const bool has_twin =
      context.index.Has(twin, RecordType::kTxt) || context.index.Has(twin, RecordType::kCname);
  return has_twin || (context.readers->plan && !context.has_prefixed_readers);
}

// "read by node only"; nothing, if no such client is selected.
std::vector<std::string> ReadersOfHost(const OwnerContext& context) {
  if (!context.readers->plan) return {};
  const std::string names = absl::StrJoin(
      context.readers->targets, ", ",
      [](std::string* out, const Target& target) { absl::StrAppend(out, target.spelling); });
  return {absl::StrCat("read by ", names, " only; others ask at `_grpc_config.` and the host")};
}

// A record with a config at a name that no client looks up.
void CheckMisplaced(const OwnerContext& context) {
  const absl::string_view owner = context.records.owner;
  if (context.askers.prefixed || IsForHostReaders(context)) return;
  for (size_t i = 0; i < context.records.txt.size(); ++i) {
    const bool has_config = MayHoldConfig(context.records.values[i].octets);
    const bool is_inside = IsInsideConfigName(owner);
    if (!has_config && !is_inside) continue;
    Diagnostic words = {
        .message = absl::StrCat("clients do not look up a service config at ", QuotedName(owner))};
    if (is_inside) {
      words.help = {"put `_grpc_config` first, before the whole host"};
    } else if (IsLikeConfigName(owner)) {
      words.help = {absl::StrCat("write `", kConfigLabel, ".",
                                 Visible(WithoutFinalDot(ParentOf(owner))), "`")};
    } else {
      words.message = absl::StrCat("only grpc-js looks up a service config at ", QuotedName(owner));
      words.notes = ReadersOfHost(context);
      words.help = {absl::StrCat("put it at `", kConfigLabel, ".", Visible(WithoutFinalDot(owner)),
                                 "`; for grpc-js at both names")};
    }
    Add(context, "dns-name-misplaced", *context.records.txt[i], std::move(words));
  }
}

void CheckUnknown(const OwnerContext& context) {
  if (!IsUnknownName(context.records.owner)) return;
  for (size_t i = 0; i < context.records.txt.size(); ++i) {
    if (!MayHoldConfig(context.records.values[i].octets)) continue;
    const DnsRecord& record = *context.records.txt[i];
    context.AddForAll("dns-name-unknown", OwnerPlace(record),
                      {.message = "the name of this record is an expression, so the hosts of its "
                                  "service config are unknown"});
  }
}

void CheckDoubled(const OwnerContext& context) {
  if (!HasZoneTwice(context.zone, context.records.owner)) return;
  const DnsRecord& record = *context.records.txt[0];
  Add(context, "dns-name-doubled", record,
      {.message = absl::StrCat("the name is ", QuotedName(context.records.owner),
                               ", with the zone twice; a name without a final dot is below the "
                               "origin"),
       .help = {"add a dot at its end"}});
}

// The first of the names that differ from `host` in one letter of its first label, or in the order
// of two, which the zone has and which has no config; empty: there is none.
std::string HostMeantBy(const OwnerContext& context, absl::string_view host) {
  constexpr absl::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  const absl::string_view label = FirstLabel(host);
  const absl::string_view rest = host.substr(label.size());
  const auto is_meant = [&](absl::string_view other) {
    const std::string name = absl::StrCat(other, rest);
    return !other.empty() && context.index.HasRecords(name) &&
           !context.index.HasRecords(absl::StrCat(kConfigLabel, ".", name));
  };
  for (size_t at = 0; at <= label.size(); ++at) {
    std::string other(label);
    if (at + 1 < label.size()) {
      std::swap(other[at], other[at + 1]);
      if (is_meant(other)) return absl::StrCat(other, rest);
    }
    const absl::string_view before = label.substr(0, at);
    const absl::string_view after = label.substr(std::min(at + 1, label.size()));
    if (is_meant(absl::StrCat(before, after))) return absl::StrCat(before, after, rest);
    for (const char letter : kLetters) {
      for (const absl::string_view end : {after, label.substr(at)}) {
        other = absl::StrCat(before, std::string(1, letter), end);
        if (is_meant(other)) return absl::StrCat(other, rest);
      }
    }
  }
  return {};
}

// A host that the zone does not have, neither by a wildcard, and a name like it that it has.
void CheckHostInZone(const OwnerContext& context) {
  constexpr size_t kShortestLabel = 3;  // shorter ones are all near each other
  // A zone with more does not list the hosts, and to search for each would take minutes.
  constexpr size_t kMostUnknown = 1000;
  if (context.index.unknown_hosts() > kMostUnknown) return;
  const DnsRecords& zone = context.zone;
  const absl::string_view host = *HostOfOwner(context.records.owner);
  const bool is_known =
      zone.apex && IsAtOrBelow(host, zone.names[*zone.apex]) && !context.index.CutAbove(host);
  if (!is_known || FirstLabel(host).size() < kShortestLabel || context.index.HasRecords(host)) {
    return;
  }
  for (absl::string_view above = ParentOf(host); !above.empty(); above = ParentOf(above)) {
    if (context.index.HasRecords(absl::StrCat("*.", above))) return;
  }
  const std::string meant = HostMeantBy(context, host);
  if (meant.empty()) return;
  context.AddForAll(
      "dns-host-unknown", OwnerPlace(*context.records.txt[0]),
      {.message = absl::StrCat("the zone has no host ", QuotedName(host), "; did you mean ",
                               QuotedName(meant), ", which has no service config?"),
       .help = {absl::StrCat("write `", kConfigLabel, ".", Visible(WithoutFinalDot(meant)), "`")}});
}

void CheckPlaceInZone(const OwnerContext& context) {
  const DnsRecords& zone = context.zone;
  const absl::string_view owner = context.records.owner;
  const DnsRecord& record = *context.records.txt[0];
  if (const auto cut = context.index.CutAbove(owner)) {
    Add(context, "dns-name-delegated", record,
        {.message = absl::StrCat(QuotedName(*cut), " is delegated, so its own servers answer for ",
                                 QuotedName(owner)),
         .help = {"put the record into that zone"}});
  }
  if (!zone.apex || IsAtOrBelow(owner, zone.names[*zone.apex])) return;
  const FaultWords words = WordsOf({ZoneFaultKind::kOutOfZone, record.source, record.owner_span,
                                    QuotedName(zone.names[*zone.apex])},
                                   WithoutFinalDot(owner));
  context.AddForAll("dns-zone-out-of-zone", OwnerPlace(record),
                    {.message = words.message, .notes = {words.servers}});
}

void CheckTtls(const OwnerContext& context) {
  const auto& txt = context.records.txt;
  for (const DnsRecord* const record : txt) {
    const DnsRecords::Place place = {
        record->source, record->ttl_span.empty() ? OwnerPlace(*record).span : record->ttl_span};
    if (record->ttl != txt[0]->ttl) {
      context.AddForAll("dns-ttl-differs", place,
                        {.message = absl::StrCat("the TTL is ", record->ttl.value_or(0),
                                                 "; another TXT record at this name has ",
                                                 txt[0]->ttl.value_or(0)),
                         .help = {"give all TXT records of the name one TTL"}});
    }
    if (record->ttl.value_or(0) <= kLongTtl || record != txt[0]) continue;
    context.AddForAll("dns-ttl-long", place,
                      {.message = absl::StrCat(
                           "the TTL is ", *record->ttl,
                           " s: for so long, a resolver may serve a config that you have replaced"),
                       .help = {"use a few minutes, such as `300`"}});
  }
}

void CheckWildcard(const OwnerContext& context) {
  const absl::string_view owner = context.records.owner;
  const bool has_config = MayHoldConfig(context.records.values[0].octets);
  if (FirstLabel(owner) != "*" || (!has_config && !context.index.has_config())) return;
  context.AddForAll(
      "dns-wildcard-answers", OwnerPlace(*context.records.txt[0]),
      {.message = absl::StrCat("this record answers at `_grpc_config.` of each host below ",
                               QuotedName(ParentOf(owner)), " that the zone does not have"),
       .notes = {has_config ? "so every such host gets this config"
                            : "grpc-go reads the answer as a malformed config, and warns"}});
}

}  // namespace

absl::Span<const Rule> RecordNameRules() { return kRules; }

void CheckNames(const OwnerContext& context) {
  CheckAlias(context);
  CheckDname(context);
  if (context.records.txt.empty()) return;
  CheckMisplaced(context);
  CheckUnknown(context);
  CheckWildcard(context);
  if (!HostOfOwner(context.records.owner)) return;
  CheckHost(context);
  CheckDoubled(context);
  CheckHostInZone(context);
  CheckPlaceInZone(context);
  CheckTtls(context);
}

}  // namespace grpcfg
