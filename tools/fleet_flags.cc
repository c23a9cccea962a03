#include "tools/fleet_flags.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

constexpr double kMost = 1e12;  // of clients, and of calls per second

absl::StatusOr<double> ParseClients(const std::string& text) {
  double clients = 0;
  const bool is_whole = text.find_first_not_of("0123456789") == std::string::npos;
  const bool is_count = is_whole && absl::SimpleAtod(text, &clients);
  if (is_count && clients >= 1 && clients <= kMost) return clients;
  return absl::InvalidArgumentError(
      absl::StrCat("--clients got ", QuotePath(text), "; write a whole number from 1 to 1e12"));
}

absl::StatusOr<double> ParseRate(const std::string& text) {
  constexpr double kLeast = 1e-12;
  double rate = 0;
  const bool is_decimal = text.find_first_not_of("0123456789.eE+-") == std::string::npos;
  const bool is_number = is_decimal && absl::SimpleAtod(text, &rate);
  if (is_number && rate >= kLeast && rate <= kMost) return rate;
  return absl::InvalidArgumentError(
      absl::StrCat("--rate got ", QuotePath(text), "; write a number from 1e-12 to 1e12"));
}

// A time that is not 0.
absl::StatusOr<double> ParseLength(absl::string_view flag, const std::string& text) {
  absl::StatusOr<double> seconds = ParseSeconds(flag, text);
  if (!seconds.ok() || *seconds > 0) return seconds;
  return absl::InvalidArgumentError(absl::StrCat(flag, " must be above 0"));
}

absl::Status SetOutage(const ScenarioFlags& flags, FleetRequest& request) {
  if (!flags.outage) {
    return flags.rate ? absl::InvalidArgumentError("--rate goes with --outage, which is not given")
                      : absl::OkStatus();
  }
  const absl::StatusOr<double> length = ParseLength("--outage", *flags.outage);
  if (!length.ok()) return length.status();
  request.outage = {.length = *length};
  if (!flags.rate) return absl::OkStatus();
  const absl::StatusOr<double> rate = ParseRate(*flags.rate);
  if (rate.ok()) request.outage->rate = *rate;
  return rate.status();
}

}  // namespace

void AddFleetFlags(CLI::App& command, ScenarioFlags& flags) {
  command
      .add_option("--clients", flags.clients,
                  "Show what so many clients send that fail at the same moment and at each retry")
      ->type_name("N");
  command
      .add_option("--bin", flags.bin,
                  "The time over which their retries are counted, and between loads of --outage")
      ->type_name("D");
  command
      .add_option("--outage", flags.outage,
                  "Show what servers that fail for so long get from calls that go on")
      ->type_name("D");
  command
      .add_option("--rate", flags.rate,
                  "Calls per second of each client in an --outage; default: 1")
      ->type_name("R");
}

absl::StatusOr<FleetRequest> ParseFleet(const ScenarioFlags& flags) {
  FleetRequest request;
  if (flags.clients) {
    const absl::StatusOr<double> clients = ParseClients(*flags.clients);
    if (!clients.ok()) return clients.status();
    request.fleet = Fleet{*clients};
  }
  const absl::Status outage = SetOutage(flags, request);
  if (!outage.ok()) return outage;
  if (!flags.bin) return request;
  if (!flags.clients && !flags.outage) {
    return absl::InvalidArgumentError("--bin goes with --clients or --outage");
  }
  const absl::StatusOr<double> bin = ParseLength("--bin", *flags.bin);
  if (!bin.ok()) return bin.status();
  request.bin = *bin;
  return request;
}

}  // namespace grpcfg
