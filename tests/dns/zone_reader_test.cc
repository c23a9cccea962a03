// Master files: what is read of them, where it stands, and what every bad input comes to.
#include "dns/zone_reader.h"

#include "dns/serial.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dns/zone_rules.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr absl::string_view kHead = "$ORIGIN e.\n$TTL 300\n";

DnsRecords Read(const std::string& text) { return ReadZone(text, {.path = "a.zone"}); }

// `owner: text` of each TXT record.
std::vector<std::string> TextsOf(const DnsRecords& zone) {
  std::vector<std::string> texts;
  for (const DnsRecord& record : zone.records) {
    if (record.type != RecordType::kTxt) continue;
    texts.push_back(absl::StrCat(zone.names[record.owner], ": ", zone.ValueOf(record).octets));
  }
  return texts;
}

// `rule at the text that is underlined`.
std::vector<std::string> FaultsOf(const DnsRecords& zone) {
  std::vector<std::string> faults;
  for (const ZoneFault& fault : zone.faults) {
    faults.push_back(absl::StrCat(ZoneRuleOf(fault.kind).id, " ",
                                  Slice(zone.sources[fault.source].text, fault.span)));
  }
  return faults;
}

struct ReadRow {
  const char* what;
  std::string text;
  std::vector<std::string> texts;
  std::vector<std::string> faults = {};
};

void ExpectReads(const std::vector<ReadRow>& rows) {
  for (const ReadRow& row : rows) {
    const std::string text = absl::StrCat(kHead, row.text);
    const DnsRecords zone = Read(text);
    EXPECT_THAT(TextsOf(zone), testing::ElementsAreArray(row.texts)) << row.what;
    EXPECT_THAT(FaultsOf(zone), testing::ElementsAreArray(row.faults)) << row.what;
  }
}

TEST(ZoneReaderTest, Reads) {
  ExpectReads({
      {"strings are joined", "_grpc_config.a TXT \"x\" y \"\" \"z\"\n", {"_grpc_config.a.e.: xyz"}},
      {"escapes",
       R"(_grpc_config.a TXT "\"\\\065;" a\;b)"
       "\n",
       {"_grpc_config.a.e.: \"\\A;a;b"}},
      {"lines in parentheses",
       "_grpc_config.a TXT ( \"x\" ; \"no\"\n\"y\" )\n",
       {"_grpc_config.a.e.: xy"}},
      {"the type in parentheses",
       "_grpc_config.a ( TXT \"x\"\n\"y\" )\n",
       {"_grpc_config.a.e.: xy"}},
      {"a blank owner is the last one",
       "_grpc_config.a A 192.0.2.1\n TXT x\n",
       {"_grpc_config.a.e.: x"}},
      {"TTL and class in any order",
       "_grpc_config.a IN 1h TXT x\n_grpc_config.b 2w3d IN TXT y\n_grpc_config.c 1 TXT z\n",
       {"_grpc_config.a.e.: x", "_grpc_config.b.e.: y", "_grpc_config.c.e.: z"}},
      {"names are compared without case, escapes are none",
       "_GRPC\\095Config.a TXT x\n",
       {"_grpc_config.a.e.: x"}},
      {"an absolute name", "_grpc_config.a.b. TXT x\n", {"_grpc_config.a.b.: x"}},
      {"origins",
       "$ORIGIN sub\n_grpc_config.a TXT x\n$ORIGIN f.\n_grpc_config.a TXT y\n",
       {"_grpc_config.a.sub.e.: x", "_grpc_config.a.f.: y"}},
      {"octets in hex", "_grpc_config.a TXT \\# 4 026162 00\n", {"_grpc_config.a.e.: ab"}},
      {"a type by its number",
       "_grpc_config.a TYPE16 \\# 3 ( 02 6162 )\n",
       {"_grpc_config.a.e.: ab"}},
      {"no final line end", "_grpc_config.a TXT x", {"_grpc_config.a.e.: x"}},
      {"a config at another name is kept, others are not",
       "a TXT \"grpc_config=[]\"\nb TXT \"v\"\n",
       {"a.e.: grpc_config=[]"}},
      {"other types are skipped",
       "a MX 10 ( b\n c )\n_grpc_config.a TXT x\n",
       {"_grpc_config.a.e.: x"}},
  });
}

// What stands after a fault, and is read nevertheless.
const std::string kAfter = "_grpc_config.z TXT ok\n";
const std::vector<std::string> kRest = {"_grpc_config.z.e.: ok"};

const std::vector<ReadRow> kFaultRows = {
    {"no end of a string",
     "_grpc_config.a TXT \"x\n" + kAfter,
     kRest,
     {"dns-zone-quote-unclosed \""}},
    {"no end of a parenthesis",
     "_grpc_config.a TXT ( \"x\"\n" + kAfter,
     kRest,
     {"dns-zone-parenthesis ("}},
    {"a parenthesis too many",
     "_grpc_config.a TXT x )\n" + kAfter,
     kRest,
     {"dns-zone-parenthesis )"}},
    {"an escape above 255", "_grpc_config.a TXT \\256\n" + kAfter, kRest, {"dns-zone-escape \\2"}},
    {"a short escape", "_grpc_config.a TXT \"\\09x\"\n" + kAfter, kRest, {"dns-zone-escape \\0"}},
    {"no type", "_grpc_config.a\n" + kAfter, kRest, {"dns-record-malformed _grpc_config.a"}},
    {"an unknown type", "_grpc_config.a TXTT x\n" + kAfter, kRest, {"dns-record-malformed TXTT"}},
    {"another class", "_grpc_config.a CH TXT x\n" + kAfter, kRest, {"dns-record-malformed CH"}},
    {"no data", "_grpc_config.a TXT\n" + kAfter, kRest, {"dns-record-malformed TXT"}},
    {"an unknown directive", "$FOO\n" + kAfter, kRest, {"dns-record-malformed $FOO"}},
    {"hex of another length",
     "_grpc_config.a TXT \\# 5 026162\n" + kAfter,
     kRest,
     {"dns-record-malformed \\# 5 026162"}},
    {"an empty label",
     "_grpc_config..a TXT x\n" + kAfter,
     kRest,
     {"dns-record-malformed _grpc_config..a"}},
    {"a file that cannot be included",
     "$INCLUDE b.zone\n" + kAfter,
     kRest,
     {"dns-include-failed b.zone"}},
    {"a range that is none",
     "$GENERATE 3-1 a$ A 192.0.2.$\n" + kAfter,
     kRest,
     {"dns-record-malformed $GENERATE"}},
    {"a fault in parentheses costs all of them",
     "_grpc_config.a TXT ( \\256\n\"x\" ) \n" + kAfter,
     kRest,
     {"dns-zone-escape \\2"}},
};

TEST(ZoneReaderTest, AFaultCostsItsEntryAlone) { ExpectReads(kFaultRows); }

TEST(ZoneReaderTest, WhatSomeServersRefuseIsReadAndReported) {
  ExpectReads({
      {"CR LF",
       "_grpc_config.a TXT x\r\n_grpc_config.b TXT y\r\n",
       {"_grpc_config.a.e.: x", "_grpc_config.b.e.: y"},
       {"dns-zone-portability \r"}},
      {"UTF-8",
       "_grpc_config.a TXT \"\xC3\xBC\"\n",
       {"_grpc_config.a.e.: \xC3\xBC"},
       {"dns-zone-portability \xC3"}},
      {"two strings without a blank",
       "_grpc_config.a TXT \"x\"\"y\"\n",
       {"_grpc_config.a.e.: xy"},
       {"dns-zone-portability y"}},
      {"unescaped quotes",
       "_grpc_config.a TXT \"x\"y\"z\"\n",
       {"_grpc_config.a.e.: xyz"},
       {"dns-quotes-lost y"}},
      {"nested parentheses",
       "_grpc_config.a TXT ( ( x ) y )\n",
       {"_grpc_config.a.e.: xy"},
       {"dns-zone-portability ("}},
  });
}

TEST(ZoneReaderTest, GeneratesAndReportsWhere) {
  const std::string text =
      absl::StrCat(kHead, "$GENERATE 1-3/2 _grpc_config.h$ TXT \"n${10,4,d}\\$\"\n");
  const DnsRecords zone = Read(text);
  EXPECT_THAT(TextsOf(zone),
              ElementsAre("_grpc_config.h1.e.: n0011$", "_grpc_config.h3.e.: n0013$"));
  const DnsRecord& record = zone.records[1];
  const TxtValue value = zone.ValueOf(record);
  const DnsRecords::Place n = zone.InFile(record.source, value.map.SourceOf({0, 1}));
  const DnsRecords::Place number = zone.InFile(record.source, value.map.SourceOf({1, 5}));
  EXPECT_EQ(n.source, 0U);
  EXPECT_EQ(Slice(text, n.span), "n");
  EXPECT_EQ(Slice(text, number.span), "${10,4,d}");
}

// The backslash takes the end of the made line, which stands nowhere in the text; what begins in
// one made line may end in the next.
TEST(ZoneReaderTest, AGeneratedLineThatEndsInABackslashLiesInTheText) {
  for (const absl::string_view range : {"1-1", "1-2", "1-3"}) {
    const std::string text =
        absl::StrCat(kHead, "$GENERATE ", range, " _grpc_config.h$ TXT grpc_config=x\\");
    const DnsRecords zone = Read(text);
    size_t values = 0;
    for (const DnsRecord& record : zone.records) {
      if (record.type != RecordType::kTxt) continue;
      const TxtValue value = zone.ValueOf(record);
      for (uint32_t begin = 0; begin < value.octets.size(); ++begin) {
        const auto end = static_cast<uint32_t>(value.octets.size());
        const Span place = zone.InFile(record.source, value.map.SourceOf({begin, end})).span;
        EXPECT_LE(place.begin, place.end) << range;
        EXPECT_LE(place.end, text.size()) << range;
      }
      ++values;
    }
    EXPECT_GT(values, 0U);
  }
}

TEST(ZoneReaderTest, GeneratesNoMoreThanItsLimit) {
  const std::string text = "$GENERATE 1-65536 a$ A 192.0.2.1\n$GENERATE 1-1 b$ TXT x\n";
  const DnsRecords zone = Read(text);
  EXPECT_THAT(FaultsOf(zone),
              ElementsAre("dns-zone-portability $GENERATE", "dns-zone-portability $GENERATE",
                          "dns-generate-limit 1-1"));
}

// Every octet of a text, through splits and escapes.
TEST(ZoneReaderTest, KnowsWhereEachOctetStands) {
  const std::string text = "_grpc_config.a. TXT ( \"a\\\"b\"\n  c\\100 )\n";
  const DnsRecords zone = Read(text);
  ASSERT_EQ(zone.records.size(), 1U);
  const TxtValue value = zone.ValueOf(zone.records[0]);
  ASSERT_EQ(value.octets, "a\"bcd");
  std::vector<std::string> places;
  for (uint32_t octet = 0; octet < value.octets.size(); ++octet) {
    places.emplace_back(Slice(text, value.map.SourceOf({octet, octet + 1})));
  }
  EXPECT_THAT(places, ElementsAre("a", "\\\"", "b", "c", "\\100"));
  EXPECT_EQ(Slice(text, value.map.SourceOf({1, 4})), "\\\"b\"\n  c");
}

TEST(ZoneReaderTest, IncludesBelowItsOriginAndComesBack) {
  ZoneOptions options = {.path = "a.zone"};
  options.include = [](const std::string& from, const std::string& name) {
    EXPECT_EQ(from, "a.zone");
    return absl::StatusOr<IncludedText>({name, "$ORIGIN x.\n_grpc_config.i TXT in\n"});
  };
  const std::string text = absl::StrCat(
      kHead, "_grpc_config.a TXT a\n$INCLUDE b.zone sub\n TXT b\n_grpc_config.c TXT c\n");
  const DnsRecords zone = ReadZone(text, options);
  EXPECT_THAT(TextsOf(zone), ElementsAre("_grpc_config.a.e.: a", "_grpc_config.i.x.: in",
                                         "_grpc_config.a.e.: b", "_grpc_config.c.e.: c"));
  EXPECT_EQ(zone.sources[1].path, "b.zone");
}

TEST(ZoneReaderTest, EndsALoopOfIncludes) {
  ZoneOptions options = {.path = "a.zone"};
  options.include = [](const std::string& /*from*/, const std::string& name) {
    return absl::StatusOr<IncludedText>({name, "$INCLUDE a.zone\n$INCLUDE a.zone\n"});
  };
  const std::string text = "$INCLUDE a.zone\n";
  const DnsRecords zone = ReadZone(text, options);
  EXPECT_LE(zone.sources.size(), kMostIncludes + 1);
  EXPECT_FALSE(zone.faults.empty());
}

// A CR at the very end is a line's end, of which the LF is cut off.
TEST(ZoneReaderTest, ACrMayBeTheLastOctet) {
  for (const char* const end : {"\r", " \r", "\r\n", " ; remark\r"}) {
    const std::string text = absl::StrCat(kHead, "_grpc_config.a TXT x", end);
    EXPECT_THAT(TextsOf(Read(text)), ElementsAre("_grpc_config.a.e.: x")) << text;
  }
  EXPECT_THAT(TextsOf(Read(absl::StrCat(kHead, "_grpc_config.a TXT x ( y\r"))), IsEmpty());
}

TEST(ZoneReaderTest, HostileTextsEnd) {
  const std::string parentheses(200'000, '(');
  std::string word;
  word.resize(10'000'000, 'a');
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += "a TXT (\n";
  for (const std::string& text :
       {std::string(), std::string(1, '\0'), word, parentheses, lines, std::string(1'000'000, '"'),
        std::string(1'000'000, '\\'), std::string("\xEF\xBB\xBF"), std::string("a TXT \\# 65535 "),
        std::string("$GENERATE 0-4294967295 a TXT x\n")}) {
    EXPECT_LE(Read(text).faults.size(), kMostZoneFaults);
  }
}

TEST(ZoneReaderTest, AByteOrderMarkIsReported) {
  const std::string text = absl::StrCat("\xEF\xBB\xBF", kHead, "_grpc_config.a TXT x\n");
  EXPECT_THAT(FaultsOf(Read(text)), ElementsAre("dns-zone-byte-order-mark \xEF\xBB\xBF"));
  EXPECT_THAT(TextsOf(Read(text)), ElementsAre("_grpc_config.a.e.: x"));
  EXPECT_THAT(FaultsOf(Read("")), IsEmpty());
}

// RFC 1982: serials go round, and the half that follows one comes after it.
TEST(SerialTest, OtherRecordsNeedALaterSerial) {
  const auto zone = [](absl::string_view serial, absl::string_view text) {
    return absl::StrCat("$ORIGIN e.\n@ 60 SOA a b ", serial, " 1 1 1 1\n_grpc_config.a 60 TXT ",
                        text, "\n");
  };
  const struct {
    const char* before;
    const char* now;
    const char* text;
    bool is_late;
  } rows[] = {{"7", "7", "y", true},
              {"7", "8", "y", false},
              {"7", "6", "y", true},
              {"7", "7", "x", false},
              {"4294967295", "0", "y", false},
              {"0", "2147483648", "y", true},
              {"2026113001", "2026113002", "y", false}};
  for (const auto& row : rows) {
    const std::string before = zone(row.before, "x");
    const std::string now = zone(row.now, row.text);
    DnsRecords read = ReadZone(now, {.path = "a"});
    const size_t faults = read.faults.size();
    CheckSerialSince(ReadZone(before, {.path = "a"}), read);
    EXPECT_EQ(read.faults.size() > faults, row.is_late) << row.before << " " << row.now;
  }
}

TEST(SerialTest, IsRaisedInPlace) {
  EXPECT_EQ(*WithNextSerial("@ 60 IN SOA a b (\n  2026113001 ; serial\n  1 1 1 1 )\n"),
            "@ 60 IN SOA a b (\n  2026113002 ; serial\n  1 1 1 1 )\n");
  EXPECT_EQ(*WithNextSerial("@ 60 SOA a b 4294967295 1 1 1 1"), "@ 60 SOA a b 0 1 1 1 1");
  EXPECT_FALSE(WithNextSerial("a 60 TXT x\n").ok());
}

}  // namespace
}  // namespace grpcfg
