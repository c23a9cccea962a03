#include "tools/fleet_flags.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "workspace/system_error.h"

namespace grpcfg {
namespace {

constexpr double kMost = 1e12;  // of clients, and of calls per second

// A whole number from `least` to `most`, which doubles hold exactly.
absl::StatusOr<double> ParseCount(absl::string_view flag, const std::string& text, double least,
                                  double most) {
  double count = 0;
  const bool is_whole = text.find_first_not_of("0123456789") == std::string::npos;
  const bool is_count = is_whole && absl::SimpleAtod(text, &count);
  if (is_count && count >= least && count <= most) return count;
  return absl::InvalidArgumentError(absl::StrCat(
      flag, " got ", QuotePath(text), "; write a whole number from ", least, " to ", most));
}

absl::StatusOr<double> ParseFactor(absl::string_view flag, const std::string& text) {
  constexpr double kLeast = 1e-12;
  double factor = 0;
  const bool is_decimal = text.find_first_not_of("0123456789.eE+-") == std::string::npos;
  const bool is_number = is_decimal && absl::SimpleAtod(text, &factor);
  if (is_number && factor >= kLeast && factor <= kMost) return factor;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, " got ", QuotePath(text), "; write a number from 1e-12 to 1e12"));
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
  const absl::StatusOr<double> rate = ParseFactor("--rate", *flags.rate);
  if (rate.ok()) request.outage->rate = *rate;
  return rate.status();
}

absl::Status SetLayersAndOverload(const ScenarioFlags& flags, FleetRequest& request) {
  constexpr double kMostLayers = 10;
  if (flags.layers) {
    const auto layers = ParseCount("--layers", *flags.layers, 1, kMostLayers);
    if (!layers.ok()) return layers.status();
    request.layers = static_cast<size_t>(*layers);
  }
  if (!flags.overload) return absl::OkStatus();
  const auto overload = ParseFactor("--overload", *flags.overload);
  if (overload.ok()) request.overload = *overload;
  return overload.status();
}

absl::Status SetSeed(const ScenarioFlags& flags, FleetRequest& request) {
  if (!flags.seed || absl::SimpleAtoi(*flags.seed, &request.seed)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--seed got ", QuotePath(*flags.seed),
                                                 "; write a whole number of at most 64 bits"));
}

absl::Status SetBin(const ScenarioFlags& flags, FleetRequest& request) {
  if (!flags.bin) return absl::OkStatus();
  if (!flags.clients && !flags.outage) {
    return absl::InvalidArgumentError("--bin goes with --clients or --outage");
  }
  const absl::StatusOr<double> bin = ParseLength("--bin", *flags.bin);
  if (bin.ok()) request.bin = *bin;
  return bin.status();
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
  command
      .add_option("--layers", flags.layers,
                  "Show what retries come to through up to so many layers that each retry")
      ->type_name("N");
  command
      .add_option("--overload", flags.overload,
                  "Show what retries come to where calls are so many times what servers can take")
      ->type_name("X");
  command
      .add_option("--seed", flags.seed,
                  "Of what is sampled: clients with retryThrottling in an --outage; default: 1")
      ->type_name("S");
}

absl::StatusOr<FleetRequest> ParseFleet(const ScenarioFlags& flags) {
  FleetRequest request;
  if (flags.clients) {
    const absl::StatusOr<double> clients = ParseCount("--clients", *flags.clients, 1, kMost);
    if (!clients.ok()) return clients.status();
    request.fleet = Fleet{*clients};
  }
  for (const auto set : {SetOutage, SetBin, SetLayersAndOverload, SetSeed}) {
    const absl::Status status = set(flags, request);
    if (!status.ok()) return status;
  }
  return request;
}

}  // namespace grpcfg
