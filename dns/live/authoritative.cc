#include "dns/live/authoritative.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "dns/records.h"

namespace grpcfg {
namespace {

constexpr auto kSoaType = static_cast<uint16_t>(RecordType::kSoa);
constexpr auto kNsType = static_cast<uint16_t>(RecordType::kNs);

// What the resolver says to each of `questions`; one that is none is empty.
absl::StatusOr<std::vector<WireAnswer>> AskResolver(const std::vector<ServerQuestion>& questions,
                                                    const LookUpOptions& options) {
  const auto exchanges = Ask(absl::MakeConstSpan(options.servers).first(1), questions,
                             options.limits, [](size_t /*done*/) {});
  if (!exchanges.ok()) return exchanges.status();
  std::vector<WireAnswer> answers(questions.size());
  for (size_t i = 0; i < questions.size(); ++i) {
    const Exchange& exchange = (*exchanges)[i];
    if (exchange.end != ExchangeEnd::kAnswered) continue;
    WireAnswer answer = ReadWireAnswer(exchange.message, {questions[i].name, questions[i].type});
    if (answer.fault == AnswerFault::kNone) answers[i] = std::move(answer);
  }
  return answers;
}

// The name of the zone: that of its SOA record, which comes with a negative answer, too (RFC 2308
// 3). Empty: the answer has none.
std::string ZoneOf(const WireAnswer& answer) {
  for (const auto* const section : {&answer.answers, &answer.authorities}) {
    for (const WireRecord& record : *section) {
      if (record.type == kSoaType) return record.owner;
    }
  }
  return "";
}

using Names = std::set<std::string>;

// The name servers of each zone.
absl::StatusOr<std::map<std::string, Names>> NameServersOf(const Names& zones,
                                                           const LookUpOptions& options) {
  std::vector<ServerQuestion> questions;
  for (const std::string& zone : zones) questions.push_back({0, zone, kNsType});
  const auto answers = AskResolver(questions, options);
  if (!answers.ok()) return answers.status();
  std::map<std::string, Names> servers;
  for (size_t i = 0; i < questions.size(); ++i) {
    for (const WireRecord& record : (*answers)[i].answers) {
      const bool is_askable = !absl::StrContains(record.target, '\\');
      if (record.type == kNsType && is_askable) servers[questions[i].name].insert(record.target);
    }
  }
  return servers;
}

// An address of each name that has one.
absl::StatusOr<std::map<std::string, std::string>> AddressesOf(const Names& hosts,
                                                               const LookUpOptions& options) {
  std::vector<ServerQuestion> questions;
  for (const uint16_t type : {kAddressType, kAddress6Type}) {
    for (const std::string& host : hosts) questions.push_back({0, host, type});
  }
  const auto answers = AskResolver(questions, options);
  if (!answers.ok()) return answers.status();
  std::map<std::string, std::string> addresses;
  for (size_t i = 0; i < questions.size(); ++i) {
    for (const WireRecord& record : (*answers)[i].answers) {
      if (record.type == questions[i].type) {
        addresses.try_emplace(questions[i].name, record.address);
      }
    }
  }
  return addresses;
}

// Where `server` is among those that are known; it is added if it is not.
size_t PlaceOf(const NameServer& server, std::vector<NameServer>& servers) {
  const auto known = std::find(servers.begin(), servers.end(), server);
  const auto place = static_cast<size_t>(known - servers.begin());
  if (known == servers.end()) servers.push_back(server);
  return place;
}

}  // namespace

absl::StatusOr<ServersOfNames> FindServersOf(absl::Span<const std::string> owners,
                                             const LookUpOptions& options) {
  std::vector<ServerQuestion> questions;
  questions.reserve(owners.size());
  for (const std::string& owner : owners) questions.push_back({0, owner, kSoaType});
  const auto answers = AskResolver(questions, options);
  if (!answers.ok()) return answers.status();
  Names zones;
  for (const WireAnswer& answer : *answers) zones.insert(ZoneOf(answer));
  zones.erase("");
  const auto servers = NameServersOf(zones, options);
  if (!servers.ok()) return servers.status();
  Names hosts;
  for (const auto& [zone, of_zone] : *servers) hosts.insert(of_zone.begin(), of_zone.end());
  const auto addresses = AddressesOf(hosts, options);
  if (!addresses.ok()) return addresses.status();
  ServersOfNames found;
  for (const WireAnswer& answer : *answers) {
    std::vector<size_t>& of_name = found.of_names.emplace_back();
    const auto of_zone = servers->find(ZoneOf(answer));
    if (of_zone == servers->end()) continue;
    for (const std::string& host : of_zone->second) {
      const auto address = addresses->find(host);
      if (address == addresses->end()) continue;
      of_name.push_back(
          PlaceOf(NameServerAt(address->second, options.authoritative_port), found.servers));
    }
  }
  return found;
}

}  // namespace grpcfg
