#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "rules/families.h"
#include "simulator/suggest/offers_printer.h"
#include "simulator/suggest/suggest.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/report_formats.h"
#include "tools/cli/scenario_flags.h"
#include "tools/cli/subcommands.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

struct SuggestFlags {
  ScenarioFlags scenario;
  std::string latency_p99;
  double max_amplification = 0;
  std::string min_success;
  bool is_idempotent = false;
  std::vector<std::string> formats;  // NAME or NAME:FILE
};

constexpr Format<void(const OffersReport&, std::string&)> kSuggestFormats[] = {
    {"text", AppendOffersText}, {"json", AppendOffersJson}};

absl::StatusOr<Goals> ParseGoals(const SuggestFlags& flags) {
  if (absl::StrContains(*flags.scenario.outage, ':')) {
    return absl::InvalidArgumentError(
        "--outage takes one length here, during which all attempts fail");
  }
  const absl::StatusOr<SimulationRequest> request = ParseScenario(flags.scenario);
  if (!request.ok()) return request.status();
  const absl::StatusOr<double> latency = ParseSeconds("--latency-p99", flags.latency_p99);
  if (!latency.ok()) return latency.status();
  Goals goals = {.deadline = *request->deadline,
                 .latency_p99 = *latency,
                 .max_amplification = flags.max_amplification,
                 .outage = *request->fleet.outage,
                 .clients = request->fleet.fleet->clients,
                 .failure_probability = request->failure_probability,
                 .is_idempotent = flags.is_idempotent};
  if (goals.failure_probability <= 0 || goals.failure_probability >= 1) {
    return absl::InvalidArgumentError("--failure-probability must be above 0 and below 1");
  }
  constexpr double kMost = 1e12;
  if (!(goals.max_amplification >= 1 && goals.max_amplification <= kMost)) {
    return absl::InvalidArgumentError(
        "--max-amplification takes a number from 1, which means no retries, to 1e12");
  }
  if (flags.min_success.empty()) return goals;
  const absl::StatusOr<double> share = ParsePercentile("--min-success", flags.min_success);
  if (!share.ok()) return share.status();
  goals.min_success = *share;
  return goals;
}

// As `grpcfg check --target all` does, but for notes.
class AllClients {
 public:
  AllClients() : targets_(*ParseTargets("all")), plan_(targets_, AllRules()) {}

  [[nodiscard]] bool Accept(const std::string& config) const {
    const Report report = Validate(ParseDocument(config, DocumentKind::kConfig), plan_);
    return report.Count(Severity::kError) == 0 && report.Count(Severity::kWarning) == 0;
  }

  [[nodiscard]] std::vector<std::string> WithoutHedging() const {
    std::vector<std::string> names;
    for (const Target& target : targets_) {
      if (target.profile->calls.hedging == Support::kNone) names.push_back(target.spelling);
    }
    return names;
  }

 private:
  std::vector<Target> targets_;
  CheckPlan plan_;
};

absl::StatusOr<int> RunSuggest(const SuggestFlags& flags) {
  const auto formats = ParseFormats(flags.formats, NamesOf(kSuggestFormats));
  if (!formats.ok()) return formats.status();
  const absl::StatusOr<Goals> goals = ParseGoals(flags);
  if (!goals.ok()) return goals.status();
  const absl::Status outputs = CheckOutputs(*formats, {});
  if (!outputs.ok()) return outputs;
  const AllClients clients;
  const Offers found =
      SuggestPolicies(*goals, [&](const std::string& config) { return clients.Accept(config); });
  const std::vector<std::string> without_hedging = clients.WithoutHedging();
  const absl::Status written =
      WriteReports(*formats, "suggestion", [&](const ReportFormat& format, std::string& out) {
        FindFormat(kSuggestFormats, format.name)({*goals, found, without_hedging}, out);
      });
  if (!written.ok()) return written;
  return found.policies.empty() ? kFindings : kClean;
}

}  // namespace

Subcommand AddSuggestCommand(Command& app) {
  const auto flags = std::make_shared<SuggestFlags>();
  flags->scenario.outage = "30s";
  flags->scenario.clients = "1000";
  flags->scenario.rate = "1";
  flags->scenario.failure_probability = "0.1";
  Command suggest = app.AddCommand("suggest", "Suggest retry policies that meet goals");
  suggest.BeginGroup("Goals");
  suggest
      .AddFlag("--deadline", flags->scenario.deadline,
               "Set the deadline of a call, retries included")
      .ValueName("D")
      .Required();
  suggest
      .AddFlag("--latency-p99", flags->latency_p99,
               "Set the 99th percentile of latency; each attempt is assumed to take this long")
      .ValueName("D")
      .Required();
  suggest
      .AddFlag("--max-amplification", flags->max_amplification,
               "Limit the attempts per call during an outage, as `simulate --outage` counts them; "
               "1 means no retries")
      .ValueName("X")
      .Required();
  suggest
      .AddFlag("--outage", flags->scenario.outage,
               "Set the length of an outage, in which all attempts fail")
      .ValueName("D")
      .Default("30s");
  suggest.AddFlag("--clients", flags->scenario.clients, "Set the number of clients")
      .ValueName("N")
      .Default("1000");
  suggest.AddFlag("--rate", flags->scenario.rate, "Set the calls per second of each client")
      .ValueName("R")
      .Default("1");
  suggest
      .AddFlag("--min-success", flags->min_success,
               "Require this share of calls to succeed without an outage, such as p99.9")
      .ValueName("pNN");
  suggest
      .AddFlag("--failure-probability", flags->scenario.failure_probability,
               "Set the probability, above 0 and below 1, that an attempt fails without an outage")
      .ValueName("P")
      .Default("0.1");
  suggest.AddFlag("--method-idempotent", flags->is_idempotent,
                  "Assume an idempotent method: retry more status codes");
  AddColorlessFormatsFlag(suggest, flags->formats, NamesOf(kSuggestFormats));
  AddExamples(suggest, {{"grpcfg suggest --deadline 5s --latency-p99 300ms --max-amplification 1.5",
                         "grpcfg suggest --deadline 2s --latency-p99 50ms --max-amplification 3"}});
  return {suggest, [=] { return RunSuggest(*flags); }};
}

}  // namespace grpcfg
