#include "tools/cli/dns/live_flags.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "tools/cli/command.h"
#include "tools/cli/dns_input.h"
#include "tools/cli/help.h"
#include "tools/cli/scenario_flags.h"

namespace grpcfg {
namespace {

// Errors: InvalidArgument for a text that is not a time, or no text.
absl::StatusOr<absl::Duration> PositiveTime(absl::string_view flag, absl::string_view text) {
  const absl::StatusOr<double> seconds = ParseSeconds(flag, text);
  if (!seconds.ok()) return seconds.status();
  // Beyond, a sum of some does not fit in the clock.
  constexpr double kMost = 1e6;
  if (*seconds > 0 && *seconds <= kMost) return absl::Seconds(*seconds);
  return absl::InvalidArgumentError(
      absl::StrCat(flag, ": `", text, "` is not a time to wait; write `2s` or `500ms`"));
}

absl::Status AddServers(const LiveFlags& flags, LookUpOptions& options) {
  if (!flags.servers.empty()) {
    for (const std::string& text : flags.servers) {
      absl::StatusOr<NameServer> server = ParseNameServer(text, flags.port);
      if (!server.ok()) {
        return {server.status().code(), absl::StrCat("--server: ", server.status().message())};
      }
      options.servers.push_back(*std::move(server));
    }
    return absl::OkStatus();
  }
  absl::StatusOr<SystemResolver> system = FindSystemResolver();
  if (!system.ok()) return system.status();
  if (system->servers.empty()) {
    return absl::UnavailableError("this machine has no name server; name one with --server");
  }
  options.servers = std::move(system->servers);
  // A resolver queries the next ones only if the first does not answer, and their data may differ.
  if (!flags.all_authoritative) options.servers.resize(1);
  if (!flags.search.empty()) return absl::OkStatus();
  for (const std::string& domain : system->search) {
    absl::StatusOr<std::string> name = NameOfFlag("resolv.conf", domain);
    if (name.ok() && !name->empty()) options.search.push_back(*std::move(name));
  }
  return absl::OkStatus();
}

}  // namespace

void AddLiveFlags(Command& command, LiveFlags& flags) {
  command
      .AddFlag("--server", flags.servers,
               "Query this name server (default: the first of resolv.conf)")
      .ValueName("ADDRESS[:PORT]");
  command.AddFlag("--all-authoritative", flags.all_authoritative,
                  "Query every name server of the zone; --server only finds them");
  command.AddFlag("--port", flags.port, "Port of servers given without one")
      .ValueName("N")
      .Check(CountUpTo(65535))
      .ShowDefault();
  command.AddFlag("--timeout", flags.timeout, "Time limit of each of two tries to get an answer")
      .ValueName("D")
      .ShowDefault();
  command.AddFlag("--deadline", flags.deadline, "Overall time limit").ValueName("D").ShowDefault();
}

void AddSearchFlag(Command& command, LiveFlags& flags) {
  command
      .AddFlag("--search", flags.search,
               "Domains that clients try next if a host has no config (default: those of "
               "resolv.conf, if its servers are queried)")
      .ValueName("DOMAIN");
}

absl::StatusOr<LookUpOptions> LookUpOptionsFor(const LiveFlags& flags) {
  LookUpOptions options = {.servers = {},
                           .all_authoritative = flags.all_authoritative,
                           .authoritative_port = flags.port};
  const auto timeout = PositiveTime("--timeout", flags.timeout);
  if (!timeout.ok()) return timeout.status();
  const auto deadline = PositiveTime("--deadline", flags.deadline);
  if (!deadline.ok()) return deadline.status();
  options.limits.timeout = *timeout;
  options.limits.deadline = *deadline;
  for (const std::string& domain : flags.search) {
    absl::StatusOr<std::string> name = NameOfFlag("--search", domain);
    if (!name.ok()) return name.status();
    options.search.push_back(*std::move(name));
  }
  const absl::Status known = AddServers(flags, options);
  if (!known.ok()) return known;
  return options;
}

}  // namespace grpcfg
