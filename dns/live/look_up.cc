#include "dns/live/look_up.h"

#include <ares.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "dns/domain_name.h"
#include "dns/live/authoritative.h"
#include "dns/message_size.h"
#include "dns/records.h"
#include "dns/zone_fields.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

using Clock = std::chrono::steady_clock;

// What a burst of answers is kept in until it is read.
constexpr int kReceiveOctets = 1 << 20;

enum class Transport : bool { kUdp, kTcp };

struct DestroyChannel {
  void operator()(ares_channel channel) const { ares_destroy(channel); }
};
using Channel = std::unique_ptr<std::remove_pointer_t<ares_channel>, DestroyChannel>;

// C-core queries with the same library and flags, so what fails here fails there. NOCHECKRESP: this
// code reads the response code itself. IGNTC: it reads the UDP answer before it tries TCP.
absl::StatusOr<Channel> OpenChannel(const NameServer& server, Transport transport,
                                    absl::Duration timeout) {
  ares_options options = {};
  options.flags = ARES_FLAG_STAYOPEN | ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES | ARES_FLAG_EDNS |
                  ARES_FLAG_NOCHECKRESP | ARES_FLAG_IGNTC |
                  (transport == Transport::kTcp ? ARES_FLAG_USEVC : 0);
  // The second try waits twice as long as the first.
  options.timeout = std::max(static_cast<int>(absl::ToInt64Milliseconds(timeout / 3)), 1);
  options.tries = 2;
  options.ednspsz = static_cast<int>(kEdnsOctets);
  options.socket_receive_buffer_size = kReceiveOctets;
  ares_channel channel = nullptr;
  int status = ares_init_options(&channel, &options,
                                 ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES |
                                     ARES_OPT_EDNSPSZ | ARES_OPT_SOCK_RCVBUF);
  Channel owned(status == ARES_SUCCESS ? channel : nullptr);
  if (status == ARES_SUCCESS) {
    status = ares_set_servers_ports_csv(channel, NameOf(server).c_str());
  }
  if (status == ARES_SUCCESS) return owned;
  return absl::ResourceExhaustedError(
      absl::StrCat("cannot ask ", NameOf(server), ": ", ares_strerror(status)));
}

// A server, and the questions for it.
struct Link {
  Channel udp;
  Channel tcp;  // null: nothing was truncated so far
  std::deque<size_t> to_ask = {};
  std::deque<size_t> to_ask_by_tcp = {};
  size_t in_flight = 0;
  size_t silent = 0;  // since the last answer
};

class Asker {
 public:
  Asker(absl::Span<const NameServer> servers, absl::Span<const ServerQuestion> questions,
        const AskLimits& limits)
      : servers_(servers),
        questions_(questions),
        limits_(limits),
        end_(Clock::now() + absl::ToChronoNanoseconds(limits.deadline)),
        states_(questions.size()),
        exchanges_(questions.size()) {}

  absl::StatusOr<std::vector<Exchange>> Run(absl::FunctionRef<void(size_t done)> progress);

 private:
  // The argument of a callback.
  struct State {
    Asker* asker = nullptr;
    size_t question = 0;
    Transport transport = Transport::kUdp;
    Clock::time_point began = {};
  };

  struct Sockets {
    std::vector<pollfd> polled = {};
    std::vector<ares_channel> channels = {};  // of each socket
  };

  absl::Status Open();
  absl::Status Fill(size_t server);
  void Send(size_t server, size_t question, Transport transport);
  void Wait();
  [[nodiscard]] Sockets SocketsInUse() const;
  void ProcessTimeouts();
  [[nodiscard]] int WaitMilliseconds() const;
  [[nodiscard]] bool IsOver() const { return Clock::now() >= end_; }
  void Finish(const State& state, int status, absl::string_view message);
  static void OnAnswer(void* state, int status, int timeouts, unsigned char* message, int size);

  template <typename Visit>
  void ForEachChannel(Visit visit) const {
    for (const Link& link : links_) {
      if (link.in_flight == 0) continue;
      visit(link.udp.get());
      if (link.tcp != nullptr) visit(link.tcp.get());
    }
  }

  absl::Span<const NameServer> servers_;
  absl::Span<const ServerQuestion> questions_;
  const AskLimits& limits_;
  const Clock::time_point end_;
  std::vector<State> states_;
  std::vector<Exchange> exchanges_;
  std::vector<Link> links_;
  size_t done_ = 0;
};

absl::Status Asker::Open() {
  links_.reserve(servers_.size());
  for (const NameServer& server : servers_) {
    absl::StatusOr<Channel> udp = OpenChannel(server, Transport::kUdp, limits_.timeout);
    if (!udp.ok()) return udp.status();
    links_.push_back({.udp = *std::move(udp), .tcp = nullptr});
  }
  for (size_t i = 0; i < questions_.size(); ++i) {
    links_[questions_[i].server].to_ask.push_back(i);
  }
  return absl::OkStatus();
}

void Asker::Send(size_t server, size_t question, Transport transport) {
  Link& link = links_[server];
  State& state = states_[question];
  if (transport == Transport::kUdp) state.began = Clock::now();
  state.asker = this;
  state.question = question;
  state.transport = transport;
  ++link.in_flight;
  ares_query(transport == Transport::kUdp ? link.udp.get() : link.tcp.get(),
             questions_[question].name.c_str(), kInternetClass, questions_[question].type, OnAnswer,
             &state);
}

// Sends as many questions as may be in flight. Errors: see OpenChannel.
absl::Status Asker::Fill(size_t server) {
  Link& link = links_[server];
  if (link.silent >= limits_.most_silent) {
    done_ += link.to_ask.size() + link.to_ask_by_tcp.size();
    link.to_ask.clear();
    link.to_ask_by_tcp.clear();
  }
  if (!link.to_ask_by_tcp.empty() && link.tcp == nullptr) {
    absl::StatusOr<Channel> tcp = OpenChannel(servers_[server], Transport::kTcp, limits_.timeout);
    if (!tcp.ok()) return tcp.status();
    link.tcp = *std::move(tcp);
  }
  for (auto [waiting, transport] : {std::pair(&link.to_ask_by_tcp, Transport::kTcp),
                                    std::pair(&link.to_ask, Transport::kUdp)}) {
    while (!waiting->empty() && link.in_flight < limits_.most_in_flight) {
      const size_t question = waiting->front();
      waiting->pop_front();
      Send(server, question, transport);
    }
  }
  return absl::OkStatus();
}

// NOLINTNEXTLINE(readability-function-size): c-ares gives so many arguments
void Asker::OnAnswer(void* state, int status, int /*timeouts*/, unsigned char* message, int size) {
  const State& of_question = *static_cast<const State*>(state);
  absl::string_view text;
  if (message != nullptr && size > 0) {
    text = {reinterpret_cast<const char*>(message), static_cast<size_t>(size)};
  }
  of_question.asker->Finish(of_question, status, text);
}

void Asker::Finish(const State& state, int status, absl::string_view message) {
  Link& link = links_[questions_[state.question].server];
  Exchange& exchange = exchanges_[state.question];
  --link.in_flight;
  exchange.took = absl::FromChrono(Clock::now() - state.began);
  if (message.empty()) {
    const bool is_refused = status == ARES_ECONNREFUSED;
    exchange.end = is_refused ? ExchangeEnd::kUnreachable : ExchangeEnd::kSilent;
    link.silent += is_refused ? 0 : 1;
    ++done_;
    return;
  }
  link.silent = 0;
  exchange.message = std::string(message);
  constexpr size_t kFlags = 2;  // RFC 1035 4.1.1
  constexpr int kTruncated = 0x02;
  const bool is_truncated =
      message.size() >= kMessageHeadOctets && (message[kFlags] & kTruncated) != 0;
  if (state.transport == Transport::kUdp && is_truncated) {
    exchange.was_truncated = true;
    link.to_ask_by_tcp.push_back(state.question);
  } else {
    exchange.end = ExchangeEnd::kAnswered;
    ++done_;
  }
}

int Asker::WaitMilliseconds() const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
  int64_t wait = std::max<int64_t>(left.count(), 0) + 1;
  ForEachChannel([&](ares_channel channel) {
    timeval most = {.tv_sec = 1, .tv_usec = 0};
    timeval room = {};
    const timeval* const next = ares_timeout(channel, &most, &room);
    wait = std::min<int64_t>(wait, int64_t{next->tv_sec} * 1000 + next->tv_usec / 1000 + 1);
  });
  return static_cast<int>(wait);
}

void Asker::Wait() {
  const Sockets sockets = SocketsInUse();
  std::vector<pollfd> polled = sockets.polled;
  const int ready = poll(polled.data(), polled.size(), WaitMilliseconds());
  for (size_t i = 0; ready > 0 && i < polled.size(); ++i) {
    const pollfd& socket = polled[i];
    if (socket.revents == 0) continue;
    const bool writes = (socket.revents & POLLOUT) != 0;
    const bool reads = (socket.revents & ~POLLOUT) != 0;  // failures are found by reading
    ares_process_fd(sockets.channels[i], reads ? socket.fd : ARES_SOCKET_BAD,
                    writes ? socket.fd : ARES_SOCKET_BAD);
  }
  ProcessTimeouts();
}

Asker::Sockets Asker::SocketsInUse() const {
  Sockets sockets;
  ForEachChannel([&](ares_channel channel) {
    std::array<ares_socket_t, ARES_GETSOCK_MAXNUM> each = {};
    const auto wanted = static_cast<unsigned>(ares_getsock(channel, each.data(), each.size()));
    for (size_t i = 0; i < each.size(); ++i) {
      const int events = (ARES_GETSOCK_READABLE(wanted, i) != 0 ? POLLIN : 0) |
                         (ARES_GETSOCK_WRITABLE(wanted, i) != 0 ? POLLOUT : 0);
      if (events == 0) continue;
      sockets.polled.push_back(
          {.fd = each[i], .events = static_cast<int16_t>(events), .revents = 0});
      sockets.channels.push_back(channel);
    }
  });
  return sockets;
}

void Asker::ProcessTimeouts() {
  ForEachChannel(
      [](ares_channel channel) { ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD); });
}

absl::StatusOr<std::vector<Exchange>> Asker::Run(absl::FunctionRef<void(size_t done)> progress) {
  absl::Status usable = Open();
  while (usable.ok() && done_ < questions_.size() && !IsOver()) {
    for (size_t server = 0; server < links_.size(); ++server) usable.Update(Fill(server));
    if (done_ < questions_.size()) Wait();
    progress(done_);
  }
  ForEachChannel(ares_cancel);  // ends the questions in flight, unanswered
  if (!usable.ok()) return usable;
  return std::move(exchanges_);
}

}  // namespace

absl::StatusOr<std::vector<Exchange>> Ask(absl::Span<const NameServer> servers,
                                          absl::Span<const ServerQuestion> questions,
                                          const AskLimits& limits,
                                          absl::FunctionRef<void(size_t done)> progress) {
  return Asker(servers, questions, limits).Run(progress);
}

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
    if (i < chosen.unasked.size()) name.unasked = chosen.unasked[i];
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
                     "` is not a host that clients look up; a host has labels of up to 63 letters, "
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
