#include "dns/live/authoritative.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/time/clock.h"
#include "dns/domain_name.h"
#include "dns/records.h"

namespace grpcfg {
namespace {

constexpr auto kSoaType = static_cast<uint16_t>(RecordType::kSoa);
// More of a zone are not queried: a zone that names thousands would have grpcfg query each of them.
// The root has 13 names with 26 addresses.
constexpr size_t kMostServers = 32;

constexpr auto kNsType = static_cast<uint16_t>(RecordType::kNs);

struct Resolver {
  const NameServer& server;
  const AskLimits& limits;
  absl::Time end;  // of everything
};

// What the resolver says to each of `questions`; one that is none is empty.
absl::StatusOr<std::vector<WireAnswer>> AskResolver(const std::vector<ServerQuestion>& questions,
                                                    const Resolver& resolver) {
  AskLimits limits = resolver.limits;
  limits.deadline = std::max(resolver.end - absl::Now(), absl::ZeroDuration());
  const auto exchanges = Ask({&resolver.server, 1}, questions, limits, [](size_t /*done*/) {});
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

// The name of the zone of `name`: that of its SOA record, which comes with a negative answer, too
// (RFC 2308 3). Empty: the answer has none, or that of another zone, to which an alias leads.
std::string ZoneIn(const WireAnswer& answer, absl::string_view name) {
  for (const auto* const section : {&answer.answers, &answer.authorities}) {
    for (const WireRecord& record : *section) {
      if (record.type == kSoaType && IsAtOrBelow(name, record.owner)) return record.owner;
    }
  }
  return "";
}

// The zone of each of `owners`, looked up at the name, then at its parents. Empty: not known.
absl::StatusOr<std::vector<std::string>> ZonesOf(absl::Span<const std::string> owners,
                                                 const Resolver& resolver) {
  std::vector<std::string> zones(owners.size());
  std::vector<std::string> asked(owners.begin(), owners.end());
  while (true) {
    std::vector<ServerQuestion> questions;
    std::vector<size_t> places;
    for (size_t i = 0; i < asked.size(); ++i) {
      if (!zones[i].empty() || asked[i].empty() || asked[i] == ".") continue;
      questions.push_back({0, asked[i], kSoaType});
      places.push_back(i);
    }
    if (questions.empty()) return zones;
    const auto answers = AskResolver(questions, resolver);
    if (!answers.ok()) return answers.status();
    for (size_t i = 0; i < places.size(); ++i) {
      zones[places[i]] = ZoneIn((*answers)[i], questions[i].name);
      asked[places[i]] = std::string(ParentOf(questions[i].name));
    }
  }
}

using Names = std::set<std::string>;

struct Servers {
  Names names = {};
  size_t unasked = 0;  // that are too many
};

// The name servers of each zone.
absl::StatusOr<std::map<std::string, Servers>> NameServersOf(const Names& zones,
                                                             const Resolver& resolver) {
  std::vector<ServerQuestion> questions;
  for (const std::string& zone : zones) questions.push_back({0, zone, kNsType});
  const auto answers = AskResolver(questions, resolver);
  if (!answers.ok()) return answers.status();
  std::map<std::string, Servers> servers;
  for (size_t i = 0; i < questions.size(); ++i) {
    for (const WireRecord& record : (*answers)[i].answers) {
      const bool is_askable = !absl::StrContains(record.target, '\\');
      if (record.type != kNsType || !is_askable) continue;
      Servers& of_zone = servers[questions[i].name];
      const bool is_known = of_zone.names.contains(record.target);
      if (is_known || of_zone.names.size() < kMostServers) {
        of_zone.names.insert(record.target);
      } else {
        ++of_zone.unasked;
      }
    }
  }
  return servers;
}

// The addresses of each name that has one, of one kind.
absl::StatusOr<std::map<std::string, Names>> AddressesOf(const Names& hosts,
                                                         const Resolver& resolver) {
  std::vector<ServerQuestion> questions;
  for (const uint16_t type : {kAddressType, kAddress6Type}) {
    for (const std::string& host : hosts) questions.push_back({0, host, type});
  }
  const auto answers = AskResolver(questions, resolver);
  if (!answers.ok()) return answers.status();
  std::map<std::string, Names> addresses;
  for (size_t i = 0; i < questions.size(); ++i) {
    Names of_kind;
    for (const WireRecord& record : (*answers)[i].answers) {
      if (record.type == questions[i].type) of_kind.insert(record.address);
    }
    if (!of_kind.empty()) addresses.try_emplace(questions[i].name, std::move(of_kind));
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

void AddOnce(size_t place, std::vector<size_t>& places) {
  if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
}

}  // namespace

absl::StatusOr<ServersOfNames> FindServersOf(absl::Span<const std::string> owners,
                                             const LookUpOptions& options) {
  const Resolver resolver = {options.servers.front(), options.limits,
                             absl::Now() + options.limits.deadline};
  const auto zones = ZonesOf(owners, resolver);
  if (!zones.ok()) return zones.status();
  Names known(zones->begin(), zones->end());
  known.erase("");
  const auto servers = NameServersOf(known, resolver);
  if (!servers.ok()) return servers.status();
  Names hosts;
  for (const auto& [zone, of_zone] : *servers)
    hosts.insert(of_zone.names.begin(), of_zone.names.end());
  const auto addresses = AddressesOf(hosts, resolver);
  if (!addresses.ok()) return addresses.status();
  ServersOfNames found;
  for (const std::string& zone : *zones) {
    std::vector<size_t>& of_name = found.of_names.emplace_back();
    std::vector<std::string>& without_address = found.without_address.emplace_back();
    size_t& unasked = found.unasked.emplace_back();
    const auto of_zone = servers->find(zone);
    if (of_zone == servers->end()) continue;
    unasked = of_zone->second.unasked;
    for (const std::string& host : of_zone->second.names) {
      const auto of_host = addresses->find(host);
      if (of_host == addresses->end()) {
        without_address.push_back(host);
        continue;
      }
      for (const std::string& address : of_host->second) {
        if (of_name.size() >= kMostServers) {
          ++unasked;
          continue;
        }
        AddOnce(PlaceOf(NameServerAt(address, options.authoritative_port), found.servers), of_name);
      }
    }
  }
  return found;
}

}  // namespace grpcfg
