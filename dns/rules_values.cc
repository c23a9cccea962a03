// Rules on what records hold: how many there are, how each is cut, and what became of its quotes.
#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/domain_name.h"
#include "dns/record_checks.h"
#include "dns/selection.h"
#include "dns/zone_rules.h"
#include "schema/fields/document.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kValue = R"("grpc_config=[{\"serviceConfig\":{}}]")";

constexpr Verdicts kNotJson = {
    .spec = {Effect::kRejectsConfig, "gRFC A2, Encoding in DNS TXT Records: JSON"},
    .core = {Effect::kRejectsConfig, "grpc/grpc service_config_helper.cc ChooseServiceConfig; run"},
    .go = {Effect::kRejectsConfig,
           "grpc-go internal/resolver/dns/dns_resolver.go canaryingSC: json.Unmarshal; run"},
    .java = {Effect::kRejectsConfig, "grpc-java DnsNameResolver.java parseTxtResults; run"},
    .node = {Effect::kRejectsConfig, "grpc-js service-config.ts JSON.parse; run"},
    .dotnet = kDotnetAsksForNone,
    .gapic = kGapicAsksForNone};

constexpr Verdicts kNoAttribute = {
    .spec = {Effect::kIgnoresPolicy, "gRFC A2, Encoding in DNS TXT Records: `grpc_config=`"},
    .core = {Effect::kIgnoresPolicy, "grpc/grpc grpc_ares_wrapper.cc on_txt_done_locked; run"},
    .go = {Effect::kIgnoresPolicy, "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT; run"},
    .java = {Effect::kIgnoresPolicy, "grpc-java DnsNameResolver.java parseTxtResults; run"},
    .node = {Effect::kIgnoresPolicy,
             "grpc-js service-config.ts extractAndSelectServiceConfig; run"},
    .dotnet = kDotnetAsksForNone,
    .gapic = kGapicAsksForNone};

constexpr Verdicts kNoneFits = {
    .spec = {Effect::kAccepts, "gRFC A21: if no choice is selected, there is no config"},
    .core = {Effect::kAccepts, "grpc/grpc service_config_helper.cc ChooseServiceConfig: no config"},
    .go = {Effect::kRejectsConfig,
           "grpc-go clientconn.go: \"no JSON service config provided\"; run: every call of a new "
           "channel fails, also with a default config"},
    .java = {Effect::kAccepts, "grpc-java DnsNameResolver.java: no config"},
    .node = {Effect::kRejectsConfig,
             "grpc-js service-config.ts: \"No matching service config found\"; run: the same"},
    .dotnet = kDotnetAsksForNone,
    .gapic = kGapicAsksForNone};

// What a client makes of several records is in its profile, and found out by SelectFrom.
constexpr Verdicts kByOrder = {
    .spec = {Effect::kAccepts, "gRFC A2 says nothing of several records"},
    .core = {Effect::kIgnoresPolicy,
             "grpc/grpc event_engine_client_channel_resolver.cc OnTXTResolved: the first with the "
             "attribute"},
    .go = {Effect::kRejectsConfig,
           "grpc-go internal/resolver/dns/dns_resolver.go lookupTXT: all records joined; run"},
    .java = {Effect::kIgnoresPolicy,
             "grpc-java DnsNameResolver.java parseTxtResults: lists joined"},
    .node = {Effect::kIgnoresPolicy,
             "grpc-js service-config.ts extractAndSelectServiceConfig: the first"},
    .dotnet = kDotnetAsksForNone,
    .gapic = kGapicAsksForNone};

constexpr Rule kRules[] = {
    {.id = "dns-attribute-form",
     .summary = "A record at `_grpc_config.` does not start with `grpc_config=`.",
     .rationale = "Clients look for exactly these bytes. To them, `GRPC_CONFIG=`, `grpc_config =` "
                  "and `_grpc_config=` are other records, whatever RFC 1464 says about letter case "
                  "and blanks: they silently continue without a config.",
     .advice = Severity::kError,
     .verdicts = kNoAttribute,
     .bad = {kGoodZone, "\"grpc_config=", "\"GRPC_CONFIG="},
     .good = kGoodZone},
    {.id = "dns-double-escaped",
     .summary = "Quotes are escaped twice.",
     .rationale =
         "In a master file, each quote of the JSON has one backslash before it, which servers "
         "remove. With two more, the served text contains backslashes and is not JSON.",
     .advice = Severity::kError,
     .verdicts = kNotJson,
     .bad = {kGoodZone, R"({\"serviceConfig\":{}})", R"({\\\"serviceConfig\\\":{}})"},
     .good = kGoodZone},
    {.id = "dns-no-fallback",
     .summary = "No choice of a record is for every client.",
     .rationale = "If no choice matches a client, grpc-go and grpc-js report an error, and every "
                  "call of a new channel fails, even with a default config. A canary without a "
                  "last choice for everyone is therefore an outage.",
     .advice = Severity::kError,
     .verdicts = kNoneFits,
     .bad = {kGoodZone, R"({\"serviceConfig\":{}})", R"({\"percentage\":10,\"serviceConfig\":{}})"},
     .good = {kGoodZone, kValue, R"((
  "grpc_config=[{\"percentage\":10,\"serviceConfig\":{}},"
  "{\"serviceConfig\":{}}]" ))"}},
    {.id = "dns-not-ascii",
     .summary = "A record has octets that are not ASCII.",
     .rationale = "TXT records are ASCII (gRFC A2). grpc-java and grpc-js read the octets as "
                  "Latin-1, so their clients see another text. Use JSON's `\\u` escapes.",
     .advice = Severity::kError,
     .verdicts = {.spec = {Effect::kRejectsConfig, "gRFC A2, Encoding in DNS TXT Records: ASCII"},
                  .core = {Effect::kAccepts, "grpc/grpc: UTF-8 is kept; run"},
                  .go = {Effect::kAccepts, "grpc-go: UTF-8 is kept; run"},
                  .java = {Effect::kAlters, "JNDI: Latin-1; run"},
                  .node = {Effect::kAlters, "c-ares in Node: Latin-1; run"},
                  .dotnet = kDotnetAsksForNone,
                  .gapic = kGapicAsksForNone},
     .bad = {kGoodZone, kValue, R"((
  "grpc_config=[{\"serviceConfig\":{\"loadBalancingConfig\":[{\"round_robin\":{}}],"
  "\"healthCheckConfig\":{\"serviceName\":\"caf\195\169\"}}}]" ))"},
     .good = {kGoodZone, kValue, R"((
  "grpc_config=[{\"serviceConfig\":{\"loadBalancingConfig\":[{\"round_robin\":{}}],"
  "\"healthCheckConfig\":{\"serviceName\":\"caf\\u00e9\"}}}]" ))"}},
    {.id = "dns-percentage-chain",
     .summary = "Several choices of a record have percentages.",
     .rationale = "A client reaches the second choice only if its draw rejects the first. Most "
                  "clients draw again for each choice; grpc-js draws once per channel, so there 10 "
                  "and 20 mean 10% and 10%.",
     .advice = Severity::kNote,
     .bad = {kGoodZone, kValue, R"((
  "grpc_config=[{\"percentage\":10,\"serviceConfig\":{}},"
  "{\"percentage\":20,\"serviceConfig\":{}},{\"serviceConfig\":{}}]" ))"},
     .good = {kGoodZone, kValue, R"((
  "grpc_config=[{\"percentage\":10,\"serviceConfig\":{}},"
  "{\"serviceConfig\":{}}]" ))"}},
    {.id = "dns-prefix-split",
     .summary = "`grpc_config=` is not whole in the first string of a record.",
     .rationale = "grpc-js, and C-core before 1.62, look for it in the first string only, and "
                  "ignore the record.",
     .verdicts = {.spec = {Effect::kAccepts, "gRFC A2: strings are joined"},
                  .core = {Effect::kAccepts,
                           "grpc/grpc event_engine_client_channel_resolver.cc; 1.51 does not, run"},
                  .go = {Effect::kAccepts, "grpc-go: strings are joined; run"},
                  .java = {Effect::kAccepts, "grpc-java: strings are joined; run"},
                  .node = {Effect::kIgnoresPolicy,
                           "grpc-js service-config.ts extractAndSelectServiceConfig; run"},
                  .dotnet = kDotnetAsksForNone,
                  .gapic = kGapicAsksForNone},
     .bad = {kGoodZone, "_grpc_config.shop TXT",
             R"(shop TXT "grpc_" "config=[{\"serviceConfig\":{}}]"
_grpc_config.shop TXT)"},
     .good = {kGoodZone, "_grpc_config.shop TXT", R"(shop TXT "grpc_config=[{\"serviceConfig\":{}}]"
_grpc_config.shop TXT)"}},
    {.id = "dns-quotes-lost",
     .summary = "The quotes of the JSON are not escaped.",
     .rationale =
         "In a master file, each quote of the JSON needs a backslash. Without it, BIND and NSD "
         "silently load the record and serve `{serviceConfig:`, which is not JSON.",
     .advice = Severity::kError,
     .verdicts = kNotJson,
     .bad = {kGoodZone, R"({\"serviceConfig\":{}})", R"({"serviceConfig":{}})"},
     .good = kGoodZone},
    {.id = "dns-second-txt",
     .summary = "Another TXT record is at the name of a service config.",
     .rationale =
         "grpc-go joins all records of the name and then looks for `grpc_config=` at the start. "
         "Depending on their order in the answer, it finds no config or one that is not JSON.",
     .advice = Severity::kError,
     .verdicts = kByOrder,
     .bad = {kGoodZone, "_grpc_config.shop TXT",
             "_grpc_config.shop TXT \"v=1\"\n_grpc_config.shop TXT"},
     .good = kGoodZone},
    {.id = "dns-several-configs",
     .summary = "A name has several records with a service config.",
     .rationale = "C-core and grpc-js use the first record of the answer, whose order servers "
                  "vary; grpc-java appends the lists; grpc-go joins the texts and rejects them. "
                  "Split a long text into strings of one record.",
     .advice = Severity::kError,
     .verdicts = kByOrder,
     .bad = {kGoodZone, R"(_grpc_config.shop TXT "grpc_config=[{\"serviceConfig\":{}}]")",
             R"(_grpc_config.shop TXT "grpc_config=[{\"serviceConfig\":{}}]"
_grpc_config.shop TXT "grpc_config=[{\"serviceConfig\":{\"methodConfig\":[]}}]")"},
     .good = kGoodZone},
};
static_assert(TextsAreWhole(kRules));

// What the general rules say in a record, and which of ours says it better.
struct SpecificRule {
  absl::string_view general;
  absl::string_view rule;
};
constexpr SpecificRule kSpecificRules[] = {
    {"choice-no-default", "dns-no-fallback"},
    {"choice-list-empty", "dns-no-fallback"},
    {"txt-attribute-missing", "dns-attribute-form"},
    {"txt-not-ascii", "dns-not-ascii"},
};

bool IsConfig(const TxtValue& value) { return absl::StartsWith(value.octets, kTxtAttribute); }

// What several records do to a target: the worst of all orders.
std::optional<Effect> EffectOfOrder(const Selection& selection) {
  const bool has_error = absl::c_any_of(selection.shares, [](const SelectedShare& share) {
    return share.outcome == SelectionOutcome::kError;
  });
  if (has_error) return Effect::kRejectsConfig;
  if (selection.likeliest.outcome == SelectionOutcome::kOrderDependent) {
    return Effect::kIgnoresPolicy;
  }
  return std::nullopt;
}

std::vector<TargetEffect> EffectsOfOrder(const OwnerContext& context) {
  const Readers& readers = *context.readers;
  std::vector<TargetEffect> effects;
  for (size_t reader = 0; reader < readers.targets.size(); ++reader) {
    const Target& target = readers.targets[reader];
    if (target.profile->implementation() == Implementation::kSpec) continue;
    const std::optional<Effect> effect = EffectOfOrder(SelectFrom(
        {context.records.owner, context.records.values}, target, {}, readers.plan->rules));
    if (effect) effects.push_back({readers.places[reader], *effect});
  }
  return effects;
}

// Several records at one name.
void CheckSeveral(const OwnerContext& context) {
  const OwnerRecords& records = context.records;
  if (records.txt.size() < 2) return;
  const DnsRecord* config = nullptr;
  for (size_t i = 0; i < records.txt.size(); ++i) {
    if (!IsConfig(records.values[i])) continue;
    if (config != nullptr) {
      context.AddDeciding(
          "dns-several-configs", OwnerRecords::DataOf(*records.txt[i]),
          {.message = absl::StrCat("this is another record with a service config at ",
                                   QuotedName(records.owner)),
           .help = {"put all choices into one record"},
           .effects = EffectsOfOrder(context)});
      return;
    }
    config = records.txt[i];
  }
  // At a host other records are usual, and clients that look it up skip them.
  if (config == nullptr || !context.askers.prefixed) return;
  const auto* const other = std::find_if_not(
      records.values.data(), records.values.data() + records.values.size(), IsConfig);
  context.AddDeciding(
      "dns-second-txt",
      OwnerRecords::DataOf(*records.txt[static_cast<size_t>(other - records.values.data())]),
      {.message = absl::StrCat("there is another TXT record beside the service config at ",
                               QuotedName(records.owner)),
       .help = {"move it to another name; the parts of one text are strings of one record"},
       .effects = EffectsOfOrder(context)});
}

void CheckPrefix(const OwnerContext& context, size_t record) {
  const TxtValue& value = context.records.values[record];
  if (!IsConfig(value)) return;
  if (value.string_sizes[0] >= kTxtAttribute.size()) return;
  const Readers& readers = *context.readers;
  std::vector<TargetEffect> effects;
  for (size_t reader = 0; reader < readers.targets.size(); ++reader) {
    if (HasAttribute(value, *readers.targets[reader].profile)) continue;
    effects.push_back({readers.places[reader], Effect::kIgnoresPolicy});
  }
  const DnsRecord& of_value = *context.records.txt[record];
  const Span attribute = value.map.SourceOf({0, static_cast<uint32_t>(kTxtAttribute.size())});
  context.AddDeciding(
      "dns-prefix-split", {of_value.source, attribute},
      {.message = absl::StrCat("the first string has ", value.string_sizes[0],
                               " octets, so that `grpc_config=` is not whole in it"),
       .help = {"cut the text after `grpc_config=`, at 255 octets"},
       .effects = std::move(effects)});
}

void CheckPercentages(const OwnerContext& context, size_t record) {
  const TxtValue& value = context.records.values[record];
  const size_t first = value.octets.find("\"percentage\"");
  const size_t second =
      first == std::string::npos ? first : value.octets.find("\"percentage\"", first + 1);
  if (second == std::string::npos) return;
  Diagnostic words = {
      .message = "several choices have percentages, and each applies to the remaining clients"};
  for (const Target& target : context.readers->targets) {
    if (target.profile->implementation() == Implementation::kSpec) continue;
    const Selection selection = SelectFrom({context.records.owner, absl::MakeConstSpan(&value, 1)},
                                           target, {}, context.readers->plan->rules);
    if (selection.shares.size() < 3) continue;
    words.notes.push_back(absl::StrCat(target.spelling, ": ", selection.reason));
  }
  if (words.notes.empty()) return;
  const auto at = static_cast<uint32_t>(second);
  const Span key =
      value.map.SourceOf({at, at + static_cast<uint32_t>(sizeof("\"percentage\"") - 1)});
  context.Add("dns-percentage-chain", {context.records.txt[record]->source, key}, std::move(words));
}

// In place of all that follows from one cause.
void AddFinding(const OwnerContext& context, size_t record, Span octets,
                std::pair<absl::string_view, Diagnostic> finding) {
  const Span place = context.records.values[record].map.SourceOf(octets);
  context.Add(finding.first, {context.records.txt[record]->source, place},
              std::move(finding.second));
}

// True if the lexer met an unescaped quote in the record, and has reported it.
bool HasReportedQuote(const OwnerContext& context, const DnsRecord& record) {
  const auto& faults = context.zone.faults;
  const auto is_before = [](const ZoneFault& fault, const DnsRecord& sought) {
    return std::tie(fault.source, fault.span.begin) < std::tie(sought.source, sought.data.begin);
  };
  for (auto fault = std::lower_bound(faults.begin(), faults.end(), record, is_before);
       fault != faults.end() && fault->source == record.source &&
       fault->span.begin < record.data.end;
       ++fault) {
    if (fault->kind == ZoneFaultKind::kQuoteInWord) return true;
  }
  return false;
}

// Quotes that are lost or escaped twice make every token of the JSON wrong.
bool CheckQuotes(const OwnerContext& context, size_t record, const Report& report) {
  if (HasReportedQuote(context, *context.records.txt[record])) return true;
  const bool is_json =
      absl::c_none_of(report.diagnostics, [](const Diagnostic& each) { return each.is_of_text; });
  if (is_json) return false;
  const absl::string_view text = context.records.values[record].octets;
  const size_t quote = text.find('"');
  if (quote != absl::string_view::npos && quote > 0 && text[quote - 1] == '\\') {
    const auto at = static_cast<uint32_t>(quote);
    AddFinding(context, record, {at - 1, at + 1},
               {"dns-double-escaped",
                {.message = "the quotes of the served text are escaped; clients see `\\\"` and not "
                            "JSON",
                 .help = {context.records.values[record].is_raw
                              ? "here no backslash is removed: write plain quotes, in YAML between "
                                "single quotes"
                              : "in a master file write one backslash before each quote"}}});
    return true;
  }
  const size_t key = std::min({text.find("{serviceConfig"), text.find("{clientLanguage"),
                               text.find("{clientHostname"), text.find("{percentage")});
  if (quote != absl::string_view::npos || key == absl::string_view::npos) return false;
  const auto at = static_cast<uint32_t>(key + 1);
  const auto end = static_cast<uint32_t>(std::min(text.find(':', key), text.size()));
  AddFinding(context, record, {at, end},
             {"dns-quotes-lost",
              {.message = "the quotes of the JSON are lost; this is served as written",
               .help = {"write each of them as `\\\"`"}}});
  return true;
}

void AddSpecific(const OwnerContext& context, size_t record, Diagnostic found,
                 const SpecificRule& row) {
  const OctetMap& map = context.records.values[record].map;
  for (Label& label : found.secondary) label.span = map.SourceOf(label.span);
  for (Fix& fix : found.fixes)
    found.help.push_back(fix.otherwise.empty() ? fix.title : fix.otherwise);
  found.fixes.clear();
  if (row.rule == "dns-no-fallback")
    found.effects.clear();  // of all clients, not of those of a verdict
  const Span place = map.SourceOf(found.primary.span);
  context.Add(row.rule, {context.records.txt[record]->source, place}, std::move(found));
}

}  // namespace

absl::Span<const Rule> RecordValueRules() { return kRules; }

void CheckValues(const OwnerContext& context) {
  CheckSeveral(context);
  for (size_t record = 0; record < context.records.txt.size(); ++record) {
    CheckPrefix(context, record);
    CheckPercentages(context, record);
  }
}

void CheckReport(const OwnerContext& context, size_t record, Report& report) {
  if (CheckQuotes(context, record, report)) {
    report.diagnostics.clear();
    report.omissions.clear();
    return;
  }
  std::vector<Diagnostic> kept;
  for (Diagnostic& found : report.diagnostics) {
    const auto* const better =
        std::find_if(std::begin(kSpecificRules), std::end(kSpecificRules),
                     [&](const SpecificRule& row) { return row.general == found.rule; });
    if (better == std::end(kSpecificRules)) {
      kept.push_back(std::move(found));
    } else {
      AddSpecific(context, record, std::move(found), *better);
    }
  }
  report.diagnostics = std::move(kept);
}

}  // namespace grpcfg
