#include "dns/live/look_up.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "dns/domain_name.h"
#include "dns/live/authoritative.h"
#include "dns/records.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

constexpr auto kTxtType = static_cast<uint16_t>(RecordType::kTxt);

// A question, and where its answer goes.
struct PendingQuery {
  size_t server;
  Received* received;  // its owner is set
};

// All rounds of questions, in the time that all have.
class Rounds {
 public:
  Rounds(absl::Span<const NameServer> servers, const AskLimits& limits, absl::Time end)
      : servers_(servers), limits_(limits), end_(end) {}

  absl::Status Run(const std::vector<PendingQuery>& queries,
                   absl::FunctionRef<void(size_t)> progress) {
    std::vector<ServerQuestion> questions;
    questions.reserve(queries.size());
    for (const PendingQuery& each : queries) {
      questions.push_back({each.server, each.received->owner, kTxtType});
    }
    AskLimits limits = limits_;
    limits.deadline = std::max(end_ - absl::Now(), absl::ZeroDuration());
    auto exchanges = Ask(servers_, questions, limits, progress);
    if (!exchanges.ok()) return exchanges.status();
    for (size_t i = 0; i < queries.size(); ++i) Take((*exchanges)[i], *queries[i].received);
    return absl::OkStatus();
  }

 private:
  static void Take(const Exchange& exchange, Received& received) {
    received.end = exchange.end;
    received.was_truncated = exchange.was_truncated;
    received.took = exchange.took;
    received.octets = exchange.message.size();
    if (exchange.end != ExchangeEnd::kAnswered) return;
    received.answer = ReadWireAnswer(exchange.message, {received.owner, kTxtType});
  }

  absl::Span<const NameServer> servers_;
  const AskLimits& limits_;
  absl::Time end_;
};

std::string ConfigOwner(absl::string_view host) { return absl::StrCat(kConfigLabel, ".", host); }

// The servers to query for each name. Gives the name an empty answer for each of them.
absl::StatusOr<std::vector<NameServer>> ChooseServers(const LookUpOptions& options,
                                                      std::vector<LiveName>& names) {
  ServersOfNames chosen;
  if (options.all_authoritative) {
    std::vector<std::string> owners;
    owners.reserve(names.size());
    for (const LiveName& name : names) owners.push_back(ConfigOwner(name.host));
    absl::StatusOr<ServersOfNames> found = FindServersOf(owners, options);
    if (!found.ok()) return found.status();
    chosen = *std::move(found);
  } else {
    chosen.servers = options.servers;
    std::vector<size_t> every(options.servers.size());
    std::iota(every.begin(), every.end(), 0);
    chosen.of_names.assign(names.size(), every);
  }
  for (size_t i = 0; i < names.size(); ++i) {
    LiveName& name = names[i];
    if (i < chosen.without_address.size()) {
      name.without_address = std::move(chosen.without_address[i]);
    }
    for (const size_t server : chosen.of_names[i]) {
      name.answers.push_back({server, {.owner = ConfigOwner(name.host)}, {.owner = name.host}});
    }
    if (name.answers.empty()) {
      name.problem =
          absl::StrCat("no name server of its zone is known to ", NameOf(options.servers.front()));
    }
  }
  return chosen.servers;
}

// True if clients learn that there is no config at the host.
bool HasNoConfig(const LiveName& name) {
  return std::any_of(name.answers.begin(), name.answers.end(), [](const ServerAnswers& each) {
    return each.config.IsUsable() && FindTxt(each.config).records.empty();
  });
}

// The questions for a host without a config: at the host that it is an alias of, and below the
// search domains that some clients try next. Only the first server gets them.
void AddSecondRound(const LookUpOptions& options, LiveName& name,
                    std::vector<PendingQuery>& queries) {
  if (name.answers.empty() || !HasNoConfig(name)) return;
  const size_t server = name.answers.front().server;
  const FoundTxt at_host = FindTxt(name.answers.front().host);
  const std::string target = at_host.aliases.empty() ? "" : at_host.aliases.back()->target;
  const bool is_askable = !target.empty() && !absl::StrContains(target, '\\') &&
                          WireSize(ConfigOwner(target)) <= kMostNameOctets;
  if (is_askable) {
    name.alias_config.emplace(Received{.owner = ConfigOwner(target)});
    queries.push_back({server, &*name.alias_config});
  }
  for (const std::string& domain : options.search) {
    std::string owner = ConfigOwner(name.host);
    if (domain != ".") owner += domain;
    if (domain == "." || WireSize(owner) > kMostNameOctets) continue;
    name.search_answers.push_back({.owner = std::move(owner)});
  }
  for (Received& received : name.search_answers) queries.push_back({server, &received});
}

bool Has(RecordType type, const std::vector<WireRecord>& records) {
  return std::any_of(records.begin(), records.end(), [&](const WireRecord& record) {
    return record.type == static_cast<uint16_t>(type);
  });
}

}  // namespace

bool Received::IsUsable() const {
  return end == ExchangeEnd::kAnswered && answer.fault == AnswerFault::kNone &&
         !answer.is_truncated && (answer.code == kNoErrorCode || answer.code == kNoSuchNameCode);
}

bool Received::IsReferral() const {
  if (!IsUsable() || answer.is_authoritative || !answer.answers.empty()) return false;
  return Has(RecordType::kNs, answer.authorities) && !Has(RecordType::kSoa, answer.authorities);
}

bool Received::IsAliasOnly() const {
  if (!IsUsable() || !answer.is_authoritative) return false;
  const FoundTxt found = FindTxt(*this);
  return !found.aliases.empty() && found.records.empty() &&
         !Has(RecordType::kSoa, answer.authorities);
}

FoundTxt FindTxt(const Received& received) {
  FoundTxt found;
  if (!received.IsUsable()) return found;
  found.records = FollowAliases(received.answer, {received.owner, kTxtType}, found.aliases);
  // Clients take no records from an answer that says that there is no such name.
  if (received.answer.code == kNoSuchNameCode) found.records.clear();
  return found;
}

absl::StatusOr<LiveName> NameToLookUp(absl::string_view name) {
  LiveName live = {.name = std::string(name), .host = {}};
  const bool is_name = AppendName(name, ".", live.host) == NameFault::kNone;
  const bool is_host = is_name && live.host != "." && !absl::StrContains(live.host, '\\') &&
                       WireSize(ConfigOwner(live.host)) <= kMostNameOctets;
  if (!is_host) {
    return absl::InvalidArgumentError(
        absl::StrCat("`", Visible(name),
                     "` is no host that clients look up; it has labels of up to 63 letters, "
                     "digits and hyphens, and at most 240 characters"));
  }
  const HostKind kind = KindOfHost(live.host);
  if (kind == HostKind::kAddress || kind == HostKind::kWildcard) {
    return absl::InvalidArgumentError(absl::StrCat(
        "`", Visible(name), "` is ", kind == HostKind::kAddress ? "an address" : "a wildcard",
        ", and clients ask for the config of a host by its name"));
  }
  if (HostOfOwner(live.host)) {
    return absl::InvalidArgumentError(
        absl::StrCat("`", Visible(name), "`: name the host, without `", kConfigLabel, ".`"));
  }
  return live;
}

absl::StatusOr<LookedUp> LookUp(std::vector<LiveName> names, const LookUpOptions& options,
                                absl::FunctionRef<void(size_t done)> progress) {
  const absl::Time end = absl::Now() + options.limits.deadline;
  absl::StatusOr<std::vector<NameServer>> servers = ChooseServers(options, names);
  if (!servers.ok()) return servers.status();
  Rounds rounds(*servers, options.limits, end);
  std::vector<PendingQuery> first;
  for (LiveName& name : names) {
    for (ServerAnswers& each : name.answers) {
      first.push_back({each.server, &each.config});
      first.push_back({each.server, &each.host});
    }
  }
  const size_t per_name = std::max<size_t>(first.size() / std::max<size_t>(names.size(), 1), 1);
  absl::Status asked = rounds.Run(first, [&](size_t done) { progress(done / per_name); });
  std::vector<PendingQuery> second;
  for (LiveName& name : names) AddSecondRound(options, name, second);
  if (asked.ok() && !second.empty()) asked = rounds.Run(second, [](size_t /*done*/) {});
  if (!asked.ok()) return asked;
  return LookedUp{*std::move(servers), std::move(names)};
}

}  // namespace grpcfg
