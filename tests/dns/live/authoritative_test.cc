// Which servers have a zone, as a resolver tells it: every address of each, and those without one.
#include "dns/live/authoritative.h"

#include <map>
#include <string>
#include <vector>

#include "dns/live/look_up.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/dns/live/fake_server.h"
#include "tests/dns/live/wire_message.h"

namespace grpcfg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr size_t kCname = 5;
constexpr size_t kSoa = 6;
constexpr size_t kNs = 2;
constexpr size_t kA = 1;

// "example.test. 6": the records that a question is answered with.
struct Section {
  std::vector<std::string> answers = {};
  std::vector<std::string> authorities = {};
};
using Zone = std::map<std::string, Section>;

std::string SoaData() { return WireName("ns1.") + WireName("x.") + std::string(20, '\0'); }

// A resolver that knows so much, and else that there is nothing.
FakeServer::Answer Knowing(Zone zone) {
  return [zone = std::move(zone)](absl::string_view query, bool /*by_tcp*/) {
    const size_t end = query.find('\0', 12);
    std::string name;
    for (size_t at = 12; at < end; at += 1 + static_cast<uint8_t>(query[at])) {
      absl::StrAppend(&name, query.substr(at + 1, static_cast<uint8_t>(query[at])), ".");
    }
    const auto type = static_cast<size_t>(static_cast<uint8_t>(query[end + 2]));
    const auto found = zone.find(absl::StrCat(name, " ", type));
    const Section section = found == zone.end() ? Section{} : found->second;
    return WireMessage({.id = IdOf(query),
                        .flags = 0x8180,
                        .question = QuestionIn(query),
                        .answers = section.answers,
                        .authorities = section.authorities});
  };
}

ServersOfNames ServersFor(const std::string& owner, Zone zone) {
  const FakeServer resolver(Knowing(std::move(zone)));
  const std::vector<std::string> owners = {owner};
  return *FindServersOf(
      owners, {.servers = {resolver.server()}, .limits = {.timeout = absl::Milliseconds(500)}});
}

std::vector<std::string> AddressesIn(const ServersOfNames& found) {
  std::vector<std::string> addresses;
  for (const size_t server : found.of_names.front()) {
    addresses.push_back(found.servers[server].address);
  }
  return addresses;
}

std::string NsRecord(const std::string& name) {
  return WireRecordOf(kToQuestion, kNs, WireName(name));
}
std::string ARecord(char last) {
  return WireRecordOf(kToQuestion, kA, std::string("\xC0\0\2", 3) + last);
}

TEST(AuthoritativeTest, EveryAddressAndWhoHasNone) {
  const ServersOfNames found =
      ServersFor("_grpc_config.shop.e.test.",
                 {{"_grpc_config.shop.e.test. 6",
                   {.authorities = {WireRecordOf(WireName("e.test."), kSoa, SoaData())}}},
                  {"e.test. 2", {.answers = {NsRecord("ns1.e.test."), NsRecord("ns2.o.test.")}}},
                  {"ns1.e.test. 1", {.answers = {ARecord(1), ARecord(2)}}}});
  EXPECT_THAT(AddressesIn(found), ElementsAre("192.0.2.1", "192.0.2.2"));
  EXPECT_THAT(found.without_address.front(), ElementsAre("ns2.o.test."));
}

// The SOA record after an alias is that of another zone.
TEST(AuthoritativeTest, AliasesIntoOtherZones) {
  const Section alias = {.answers = {WireRecordOf(kToQuestion, kCname, WireName("x.o.test."))},
                         .authorities = {WireRecordOf(WireName("o.test."), kSoa, SoaData())}};
  const ServersOfNames found = ServersFor(
      "_grpc_config.shop.e.test.",
      {{"_grpc_config.shop.e.test. 6", alias},
       {"shop.e.test. 6", {.authorities = {WireRecordOf(WireName("e.test."), kSoa, SoaData())}}},
       {"e.test. 2", {.answers = {NsRecord("ns1.e.test.")}}},
       {"o.test. 2", {.answers = {NsRecord("ns1.o.test.")}}},
       {"ns1.e.test. 1", {.answers = {ARecord(1)}}},
       {"ns1.o.test. 1", {.answers = {ARecord(9)}}}});
  EXPECT_THAT(AddressesIn(found), ElementsAre("192.0.2.1"));
}

TEST(AuthoritativeTest, NoServerKnows) {
  const ServersOfNames found = ServersFor("_grpc_config.shop.e.test.", {});
  EXPECT_THAT(found.of_names.front(), IsEmpty());
  EXPECT_THAT(found.without_address.front(), IsEmpty());
}

// A zone that names thousands is queried at 32 of them.
TEST(AuthoritativeTest, AZoneHasSoManyServersAtMost) {
  Section of_zone = {};
  std::map<std::string, Section> answers;
  for (int i = 0; i < 40; ++i) {
    const std::string name = absl::StrCat("ns", i, ".e.test.");
    of_zone.answers.push_back(NsRecord(name));
    Section of_host = {};
    for (char last = 0; last < 20; ++last) {
      of_host.answers.push_back(
          WireRecordOf(kToQuestion, kA, std::string("\xC0\0", 2) + static_cast<char>(i) + last));
    }
    answers[name + " 1"] = std::move(of_host);
  }
  answers["e.test. 2"] = std::move(of_zone);
  answers["_grpc_config.shop.e.test. 6"] = {
      .authorities = {WireRecordOf(WireName("e.test."), kSoa, SoaData())}};
  const ServersOfNames found = ServersFor("_grpc_config.shop.e.test.", answers);
  EXPECT_EQ(found.of_names.front().size(), 32U);
  EXPECT_EQ(found.servers.size(), 32U);
  EXPECT_GT(found.unasked.front(), 0U);
}

}  // namespace
}  // namespace grpcfg
