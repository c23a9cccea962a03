// Rules on sizes: what fits in a record and in a message, and what needs TCP.
#include <algorithm>
#include <array>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dns/domain_name.h"
#include "dns/message_size.h"
#include "dns/record_checks.h"
#include "dns/zone_rules.h"
#include "schema/fields/document.h"

namespace grpcfg {
namespace {

// A record of a config and so many strings of blanks, which JSON may have between its tokens.
template <size_t kStrings>
constexpr auto RecordWithBlanks() {
  constexpr absl::string_view kOpen = "_grpc_config.shop TXT ( \"grpc_config=[\"\n";
  constexpr absl::string_view kClose = "  \"{\\\"serviceConfig\\\":{}}]\" )\n";
  constexpr absl::string_view kMargin = "  \"";
  constexpr absl::string_view kLineEnd = "\"\n";
  constexpr size_t kBlanks = 90;
  constexpr size_t kLine = kMargin.size() + kBlanks + kLineEnd.size();
  std::array<char, kOpen.size() + kStrings * kLine + kClose.size()> text = {};
  auto* end = std::copy(kOpen.begin(), kOpen.end(), text.begin());
  for (size_t i = 0; i < kStrings; ++i) {
    end = std::copy(kMargin.begin(), kMargin.end(), end);
    end = std::fill_n(end, kBlanks, ' ');
    end = std::copy(kLineEnd.begin(), kLineEnd.end(), end);
  }
  std::copy(kClose.begin(), kClose.end(), end);
  return text;
}

constexpr auto kOver512 = RecordWithBlanks<6>();
constexpr auto kOver1232 = RecordWithBlanks<14>();
constexpr absl::string_view kRecordOver512(kOver512.data(), kOver512.size());
constexpr absl::string_view kRecordOver1232(kOver1232.data(), kOver1232.size());

constexpr absl::string_view kRecord =
    R"(_grpc_config.shop TXT "grpc_config=[{\"serviceConfig\":{}}]"
)";

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The bytes of the string that `text` begins with, quotes and all.
size_t StringSize(absl::string_view text) {
  size_t at = 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

// The bytes of `text` but for blanks outside of strings.
size_t SizeWithoutBlanks(absl::string_view text) {
  size_t size = text.size();
  while (!text.empty()) {
    const size_t outside = std::min(text.find('"'), text.size());
    const absl::string_view between = text.substr(0, outside);
    size -= static_cast<size_t>(std::count_if(between.begin(), between.end(), IsBlank));
    text.remove_prefix(outside);
    if (!text.empty()) text.remove_prefix(StringSize(text));
  }
  return size;
}

// The most that one record holds: of 256 strings all but the last are full.
constexpr size_t kMostTextOctets = kMostRdataOctets - (kMostRdataOctets + 1) / 256;
static_assert(kMostTextOctets == 65279);

// Of a choice list or a TXT value, wherever it stands: no record holds it. A list that is not
// encoded yet is measured with its attribute, and without what stands between its tokens.
void CheckTextSize(const CheckContext& context) {
  const absl::string_view text = context.tree.text();
  const bool is_value = absl::StartsWith(text, kTxtAttribute);
  if (!context.reading.choices.IsWritten() || text.size() + kTxtAttribute.size() <= kMostTextOctets)
    return;
  const size_t octets = is_value ? text.size() : kTxtAttribute.size() + SizeWithoutBlanks(text);
  if (octets <= kMostTextOctets) return;
  context.Add(JsonTree::kRoot,
              {.message = absl::StrCat("as a TXT record this has ", octets,
                                       " octets of text; a record holds at most ", kMostTextOctets),
               .help = {"publish a smaller config, or give it to clients in another way"}});
}

constexpr absl::string_view kMessages = "RFC 1035 4.2.2: 16 bits for the size of a message; run";

constexpr Rule kRules[] = {
    {.id = "dns-not-deliverable",
     .summary = "A record is larger than a DNS message.",
     .rationale = "A message has at most 65,535 octets, also over TCP. Servers load a larger "
                  "record, but then answer with an empty, truncated message (BIND, NSD) or with "
                  "SERVFAIL (Knot): clients silently continue without a config.",
     .advice = Severity::kError,
     .check = CheckTextSize,
     .verdicts = {.spec = {Effect::kIgnoresPolicy, kMessages},
                  .core = {Effect::kIgnoresPolicy, kMessages},
                  .go = {Effect::kIgnoresPolicy, kMessages},
                  .java = {Effect::kIgnoresPolicy, kMessages},
                  .node = {Effect::kIgnoresPolicy, kMessages},
                  .dotnet = kDotnetAsksForNone,
                  .gapic = kGapicAsksForNone},
     .bad = {kGoodZone, "_grpc_config.shop TXT",
             "$GENERATE 1-300 _grpc_config.shop TXT \"${0,240}\"\n_grpc_config.shop TXT"},
     .good = kGoodZone},
    {.id = "dns-over-1232",
     .summary = "An answer needs TCP.",
     .rationale = "Since 2020, servers send at most 1,232 octets over UDP. Larger answers come "
                  "over TCP. If port 53 of TCP is closed on the way, the lookup fails, and clients "
                  "silently continue without a config.",
     .bad = {kGoodZone, kRecord, kRecordOver1232},
     .good = kGoodZone},
    {.id = "dns-over-512",
     .summary = "An answer does not fit into UDP without EDNS.",
     .rationale = "C-core, grpc-java and grpc-js query without EDNS, so answers above 512 octets "
                  "come over TCP. If port 53 of TCP is closed, their lookup fails, and they "
                  "continue without a config.",
     .advice = Severity::kNote,
     .is_common = true,
     .bad = {kGoodZone, kRecord, kRecordOver512},
     .good = kGoodZone},
};
static_assert(TextsAreWhole(kRules));

// What the TXT records of an owner take.
struct AnswerSize {
  size_t rdata = 0;  // of the largest
  size_t plain = 0;  // of the whole answer
  size_t edns = 0;
};

AnswerSize SizeOf(const OwnerRecords& records) {
  AnswerSize size;
  size_t all = 0;
  for (const TxtValue& value : records.values) {
    const size_t rdata = value.octets.size() + value.string_sizes.size();
    size.rdata = std::max(size.rdata, rdata);
    all += rdata + kRecordHeadOctets;
  }
  const size_t owner = WireSize(records.owner);
  size.plain = MessageSize(owner, all - kRecordHeadOctets, false);
  size.edns = MessageSize(owner, all - kRecordHeadOctets, true);
  return size;
}

// True if one of the targets queries without EDNS.
bool HasPlainQuery(absl::Span<const Target> targets) {
  return std::any_of(targets.begin(), targets.end(), [](const Target& target) {
    return target.profile->calls.txt_query == TxtQuery::kPlain;
  });
}

}  // namespace

absl::Span<const Rule> RecordSizeRules() { return kRules; }

void CheckSizes(const OwnerContext& context) {
  const OwnerRecords& records = context.records;
  if (records.values.empty()) return;
  const AnswerSize size = SizeOf(records);
  const DnsRecords::Place place = OwnerRecords::DataOf(*records.txt[0]);
  if (size.rdata > kMostRdataOctets) return;  // CheckTextSize reports it
  if (size.edns > kTcpOctets) {
    return context.AddDeciding(
        "dns-not-deliverable", place,
        {.message = absl::StrCat("the answer for ", QuotedName(records.owner), " has ", size.edns,
                                 " octets; a DNS message has at most ", kTcpOctets)});
  }
  if (size.edns > kEdnsOctets) {
    return context.Add("dns-over-1232", place,
                       {.message = absl::StrCat(
                            "the answer for ", QuotedName(records.owner), " has ", size.edns,
                            " octets, so it comes over TCP; UDP carries at most ", kEdnsOctets),
                        .help = {"make sure that port 53 of TCP is open from each client to its "
                                 "resolver, and from that "
                                 "to your servers"}});
  }
  if (size.plain <= kUdpOctets || !HasPlainQuery(context.readers->targets)) return;
  context.Add("dns-over-512", place,
              {.message = absl::StrCat("the answer for ", QuotedName(records.owner), " has ",
                                       size.plain, " octets; without EDNS it comes by TCP from ",
                                       kUdpOctets + 1, " on")});
}

}  // namespace grpcfg
