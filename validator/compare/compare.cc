#include "validator/compare/compare.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "schema/json/escape.h"
#include "schema/json/json_text.h"
#include "simulator/report/simulation_words.h"
#include "simulator/schedule/schedule.h"
#include "validator/compare/change_groups.h"
#include "validator/compare/change_risk.h"

namespace grpcfg {
namespace {

bool IsAcknowledged(const ComparedMethod& method, absl::string_view what) {
  return absl::c_any_of(method.changes, [&](const Change& change) {
    return change.reason && (change.what == what || change.what == "attempts");
  });
}

std::string PeakWords(double peak) {
  if (std::isinf(peak)) return "all clients retry simultaneously";
  return absl::StrCat(TrueDigits(peak), peak == 1 ? " retry" : " retries",
                      " per second per client");
}

// ", and 4 are allowed".
std::string AllowedWords(double limit) {
  return absl::StrCat(", and ", limit, limit == 1 ? " is" : " are", " allowed");
}

class LimitCheck {
 public:
  explicit LimitCheck(const Limits& limits) : limits_(limits) {}

  std::vector<std::string> Run(absl::Span<const ComparedFile> files) {
    for (const ComparedFile& file : files) {
      for (const ComparedMethod& method : file.methods) {
        CheckVerdict(file, method);
        CheckSchedule(file, method);
      }
      CheckRisks(file);
      if (limits_.no_new_findings && !file.new_findings.empty()) {
        exceeded_.push_back(absl::StrCat(Visible(file.path), ": --no-new-findings: there are ",
                                         file.new_findings.size()));
      }
    }
    return std::move(exceeded_);
  }

 private:
  void CheckVerdict(const ComparedFile& file, const ComparedMethod& method) {
    for (const Change& change : method.changes) {
      const bool counts =
          change.what == "verdict" && change.risk == ChangeRisk::kHigh && !change.reason;
      if (!counts) continue;
      exceeded_.push_back(
          absl::StrCat(Visible(file.path), ": ", Visible(method.target), ": ", change.why));
    }
  }

  void CheckRisks(const ComparedFile& file) {
    if (!limits_.fail_on) return;
    const auto counts = [&](const Change& change) {
      return change.risk >= *limits_.fail_on && !change.reason;
    };
    std::vector<std::string> names;
    for (const ChangeGroup& group : GroupChanges(file.methods)) {
      const bool is_risky = absl::c_any_of(group.parts, [&](const TargetChanges& part) {
        return absl::c_any_of(part.changes, counts);
      });
      if (!is_risky) continue;
      if (group.methods.empty()) names.emplace_back("the channel");
      for (const std::string& method : group.methods) names.push_back(Visible(method));
    }
    if (names.empty()) return;
    exceeded_.push_back(absl::StrCat(Visible(file.path), ": --fail-on ", RiskName(*limits_.fail_on),
                                     ": ", absl::StrJoin(names, ", "),
                                     names.size() == 1 ? " changes" : " change",
                                     " at that risk or above"));
  }

  void CheckSchedule(const ComparedFile& file, const ComparedMethod& method) {
    const Schedule& schedule = method.after.schedule;
    if (schedule.attempts.empty()) return;
    const std::string where =
        absl::StrCat(Visible(file.path), ": ", Visible(method.name), ", ", Visible(method.target));
    constexpr double kRounding = 1e-9;
    const bool is_loud = limits_.max_amplification &&
                         schedule.expected_attempts > *limits_.max_amplification + kRounding;
    if (is_loud && !IsAcknowledged(method, "amplification.expected")) {
      exceeded_.push_back(
          absl::StrCat(where, ": --max-amplification: ", TrueDigits(schedule.expected_attempts),
                       schedule.expected_attempts == 1 ? " attempt" : " attempts", " per call",
                       AllowedWords(*limits_.max_amplification)));
    }
    const bool has_peak = limits_.max_peak && method.after.herd &&
                          method.after.herd->peak > *limits_.max_peak + kRounding;
    if (has_peak && !IsAcknowledged(method, "peak")) {
      exceeded_.push_back(absl::StrCat(where, ": --max-peak: ", PeakWords(method.after.herd->peak),
                                       AllowedWords(*limits_.max_peak)));
    }
    const double in_time = schedule.attempts.back().answered_by_deadline;
    const bool is_cut = limits_.fit_deadline && in_time + kRounding < *limits_.fit_deadline;
    if (is_cut && !IsAcknowledged(method, "lastAttempt.inTime")) {
      exceeded_.push_back(absl::StrCat(where,
                                       ": --fit-deadline: the last attempt is answered in time in ",
                                       SpellShare(in_time), " of the calls that reach it"));
    }
  }

  const Limits& limits_;
  std::vector<std::string> exceeded_;
};

}  // namespace

std::vector<std::string> Exceeded(const Limits& limits, absl::Span<const ComparedFile> files) {
  return LimitCheck(limits).Run(files);
}

namespace {

// `v1`, `v1beta2`, `v2alpha`, `v1p1beta1`: https://google.aip.dev/185.
bool IsVersion(absl::string_view part) {
  if (part.size() < 2 || part[0] != 'v' || !absl::ascii_isdigit(part[1])) return false;
  return absl::c_all_of(part,
                        [](char c) { return absl::ascii_islower(c) || absl::ascii_isdigit(c); });
}

// The service with `v` for each version in its package.
std::string WithoutVersion(absl::string_view service) {
  std::vector<absl::string_view> parts = absl::StrSplit(service, '.');
  for (absl::string_view& part : parts) {
    if (IsVersion(part)) part = "v";
  }
  return absl::StrJoin(parts, ".");
}

std::set<std::string> ServicesIn(absl::Span<const MethodName> names) {
  std::set<std::string> services;
  for (const MethodName& name : names) {
    if (!name.service.empty()) services.insert(name.service);
  }
  return services;
}

// Services of `some` that are not in `others`, by what they are without versions; those that are
// not the only one so are empty.
std::map<std::string, std::string> OnlyIn(const std::set<std::string>& some,
                                          const std::set<std::string>& others) {
  std::map<std::string, std::string> only;
  for (const std::string& service : some) {
    if (others.contains(service)) continue;
    const auto [known, is_new] = only.emplace(WithoutVersion(service), service);
    if (!is_new) known->second.clear();
  }
  return only;
}

// New services by the old ones that have become them.
std::map<std::string, std::string> RenamedServices(absl::Span<const MethodName> before,
                                                   absl::Span<const MethodName> after) {
  const std::set<std::string> old_services = ServicesIn(before);
  const std::set<std::string> new_services = ServicesIn(after);
  const std::map<std::string, std::string> new_ones = OnlyIn(new_services, old_services);
  std::map<std::string, std::string> renamed;
  for (const auto& [plain, service] : OnlyIn(old_services, new_services)) {
    const auto other = new_ones.find(plain);
    const bool is_pair = other != new_ones.end() && !service.empty() && !other->second.empty();
    if (is_pair) renamed[service] = other->second;
  }
  return renamed;
}

}  // namespace

std::vector<PairedName> PairNames(absl::Span<const MethodName> before,
                                  absl::Span<const MethodName> after) {
  const std::map<std::string, std::string> renamed = RenamedServices(before, after);
  std::map<std::string, std::string> old_of;
  for (const auto& [old_service, new_service] : renamed) old_of[new_service] = old_service;
  std::vector<PairedName> pairs;
  std::set<std::string> reported;  // by the new name
  const auto add = [&](const MethodName& old_name, const MethodName& new_name) {
    if (new_name.service.empty() || !reported.insert(SpellMethodName(new_name)).second) return;
    pairs.push_back({old_name, new_name});
  };
  for (const MethodName& name : after) {
    const auto old_service = old_of.find(name.service);
    const bool is_renamed = old_service != old_of.end();
    add({is_renamed ? old_service->second : name.service, name.method}, name);
  }
  for (const MethodName& name : before) {
    const auto new_service = renamed.find(name.service);
    const bool is_renamed = new_service != renamed.end();
    add(name, {is_renamed ? new_service->second : name.service, name.method});
  }
  return pairs;
}

namespace {

constexpr absl::string_view kNothing = "null";

// The values of a method or a channel by their paths; those of a policy that only one version has
// are reported as one.
class Values {
 public:
  explicit Values(const std::vector<EffectiveValue>& values) {
    for (const EffectiveValue& value : values) {
      by_path_.emplace(value.Path(), value.json);
      if (value.policy.empty()) continue;
      policies_[std::string(value.policy)].emplace_back(value.field, value.json);
    }
  }

  [[nodiscard]] const std::map<std::string, std::string>& by_path() const { return by_path_; }

  // As JSON; nothing: there is no such policy.
  [[nodiscard]] std::optional<std::string> Policy(const std::string& name) const {
    const auto found = policies_.find(name);
    if (found == policies_.end()) return std::nullopt;
    return JsonObject(found->second);
  }

  [[nodiscard]] std::string At(const std::string& path) const {
    const auto found = by_path_.find(path);
    return found == by_path_.end() ? std::string(kNothing) : found->second;
  }

 private:
  std::map<std::string, std::string> by_path_;
  std::map<std::string, JsonMembers> policies_;
};

void AddIfOther(absl::string_view what, std::string before, std::string after,
                std::vector<Change>& changes) {
  if (before == after) return;
  changes.push_back(JudgedChange(std::string(what), std::move(before), std::move(after)));
}

// Those of `after` first, in its order.
void AddValues(const std::vector<EffectiveValue>& before, const std::vector<EffectiveValue>& after,
               std::vector<Change>& changes) {
  const Values old_values(before);
  const Values new_values(after);
  std::set<std::string> reported;
  for (const auto* const side : {&after, &before}) {
    for (const EffectiveValue& value : *side) {
      const std::string policy(value.policy);
      const std::optional<std::string> old_policy = old_values.Policy(policy);
      const std::optional<std::string> new_policy = new_values.Policy(policy);
      const bool is_whole = old_policy.has_value() != new_policy.has_value();
      const std::string what = is_whole ? policy : value.Path();
      if (!reported.insert(what).second) continue;
      if (is_whole) {
        AddIfOther(what, old_policy.value_or(std::string(kNothing)),
                   new_policy.value_or(std::string(kNothing)), changes);
      } else {
        AddIfOther(what, old_values.At(what), new_values.At(what), changes);
      }
    }
  }
}

// A number with the digits that are the same on every processor.
std::string JsonOf(double number) {
  return std::isfinite(number) ? absl::StrCat(TrueDigits(number)) : std::string(kNothing);
}

// Retries per second of all clients after those have failed simultaneously.
std::string PeakOf(const SimulatedMethod& method) {
  if (!method.herd || method.herd->retries_per_bin.empty()) return std::string(kNothing);
  if (std::isinf(method.herd->peak)) return JsonString("at-once");
  return JsonOf(method.herd->peak * method.clients);
}

// Of two numbers that were sampled the difference may be chance alone.
void AddIfApart(absl::string_view what, const Estimate& before, const Estimate& after,
                std::vector<Change>& changes) {
  constexpr double kErrors = 4;
  const double error = std::hypot(before.error, after.error);
  if (std::abs(after.value - before.value) <= kErrors * error) return;
  AddIfOther(what, JsonOf(before.value), JsonOf(after.value), changes);
}

// Calls per second of all clients in an outage.
double RateOf(const SimulatedMethod& method) {
  return method.fleet.outage ? method.fleet.outage->rate : 0;
}

// What an outage comes to, if the request has one; of calls that are not retried there is nothing.
void AddOutage(const SimulatedMethod& before, const SimulatedMethod& after,
               std::vector<Change>& changes) {
  // What hedges come to is not computed.
  const bool has_hedges =
      before.policy == SimulatedPolicy::kHedging || after.policy == SimulatedPolicy::kHedging;
  if (has_hedges || (!before.fleet.outage && !after.fleet.outage)) return;
  const auto of = [](const SimulatedMethod& method) {
    return method.fleet.outage ? EffectOf(*method.fleet.outage) : OutageEffect();
  };
  const OutageEffect from = of(before);
  const OutageEffect to = of(after);
  const double rate = std::max(RateOf(before), RateOf(after));
  const auto times = [&](const Estimate& each) {
    return Estimate{each.value * rate, each.error * rate};
  };
  AddIfApart("outage.load", from.load, to.load, changes);
  const size_t begin = changes.size();
  AddIfApart("outage.wave", times(from.wave), times(to.wave), changes);
  AddIfApart("outage.saved", times(from.saved), times(to.saved), changes);
  for (size_t i = begin; i < changes.size() && rate != 1; ++i) {
    changes[i].label =
        changes[i].what == "outage.wave" ? "outage: retries after it" : "outage: calls saved";
  }
}

// What it buys that some attempts fail and are made again: the share of the calls that fail then.
void AddCallFails(const SimulatedMethod& before, const SimulatedMethod& after,
                  std::vector<Change>& changes) {
  constexpr double kUsual = 0.1;
  double old_fails = before.schedule.call_fails;
  double new_fails = after.schedule.call_fails;
  const bool is_certain = after.failure_probability == 1;
  if (is_certain) {
    // How often attempts fail is not given, and tokens depend on it.
    if (before.is_throttled || after.is_throttled) return;
    if (before.policy == SimulatedPolicy::kHedging) return;
    if (after.policy == SimulatedPolicy::kHedging) return;
    old_fails = ScheduleOf(before.schedule.attempts, kUsual).call_fails;
    new_fails = ScheduleOf(after.schedule.attempts, kUsual).call_fails;
  }
  const size_t begin = changes.size();
  AddIfOther("callFails", JsonOf(old_fails), JsonOf(new_fails), changes);
  if (changes.size() > begin && is_certain) {
    changes.back().label = "calls that fail if 10% of the attempts do";
  }
}

// What the attempts of a call come to.
void AddSchedule(const SimulatedMethod& before, const SimulatedMethod& after,
                 std::vector<Change>& changes) {
  const std::vector<AttemptSchedule>& old_attempts = before.schedule.attempts;
  const std::vector<AttemptSchedule>& new_attempts = after.schedule.attempts;
  if (old_attempts.empty() || new_attempts.empty()) return;
  AddIfOther("attempts", absl::StrCat(old_attempts.size()), absl::StrCat(new_attempts.size()),
             changes);
  AddIfOther("amplification.expected", JsonOf(before.schedule.expected_attempts),
             JsonOf(after.schedule.expected_attempts), changes);
  const bool is_expected = !changes.empty() && changes.back().what == "amplification.expected";
  if (is_expected && after.failure_probability < 1) changes.back().label = "attempts per call";
  AddCallFails(before, after, changes);
  const auto p99_of = [](const AttemptSchedule& attempt) {
    constexpr size_t kP99 = 8;
    static_assert(kPercentiles[kP99] == 0.99);
    return JsonOf(attempt.percentiles[kP99]);
  };
  AddIfOther("lastAttempt.p99", p99_of(old_attempts.back()), p99_of(new_attempts.back()), changes);
  AddIfOther("lastAttempt.inTime", JsonOf(old_attempts.back().answered_by_deadline),
             JsonOf(new_attempts.back().answered_by_deadline), changes);
  const size_t begin = changes.size();
  AddIfOther("peak", PeakOf(before), PeakOf(after), changes);
  const bool has_fleet = std::max(before.clients, after.clients) > 1;
  if (changes.size() > begin && has_fleet) changes.back().label = "retries/s, at most";
  AddOutage(before, after, changes);
}

// The names of both, of one version and the other; what is left comes last.
struct Names {
  std::vector<MethodName> before;
  std::vector<MethodName> after;
};

Names NamesOf(const ConfigVersion& before, const ConfigVersion& after) {
  Names names;
  for (PairedName& pair : PairNames(NamesIn(before.document, before.analysis),
                                    NamesIn(after.document, after.analysis))) {
    names.before.push_back(std::move(pair.before));
    names.after.push_back(std::move(pair.after));
  }
  names.before.emplace_back();
  names.after.emplace_back();
  return names;
}

// What one version comes to for all methods and targets.
struct Behaviour {
  Behaviour(const ConfigVersion& version, absl::Span<const Target> targets,
            const std::vector<MethodName>& names, const SimulationRequest& request)
      : resolution(Resolve(version.document, targets, version.analysis, names)),
        simulated(Simulate(resolution, targets, request)) {}

  Resolution resolution;
  std::vector<SimulatedMethod> simulated;  // as the methods of `resolution`
};

// What clients do that have no config.
Behaviour WithoutConfig(absl::Span<const Target> targets, const std::vector<MethodName>& names,
                        const SimulationRequest& request) {
  const Document document = ParseDocument("{}", DocumentKind::kConfig);
  const RuleSet no_rules({});  // there is nothing to find
  return {{document, Analyse(document, targets, no_rules)}, targets, names, request};
}

// What both versions come to.
struct Behaviours {
  const Behaviour& before;
  const Behaviour& after;
  const std::optional<Behaviour>& without;  // a config; there if a client refused the old one
};

bool RefusesConfig(const ResolvedChannel& channel) { return channel.verdict == Verdict::kRejects; }

// What a client did before. One that refused the config had none of it: by gRFC A21 it kept another
// one, which is unknown, or none at all, and that is what a limit can be compared with.
const Behaviour& FormerOf(const Behaviours& all, size_t target) {
  return RefusesConfig(all.before.resolution.channels[target]) ? *all.without : all.before;
}

// `i`: into the methods of all.
std::vector<Change> ChangesOf(const Behaviours& all, size_t i) {
  const ResolvedMethod& new_method = all.after.resolution.methods[i];
  const size_t target = new_method.target;
  const ResolvedChannel& new_channel = all.after.resolution.channels[target];
  const Behaviour& former = FormerOf(all, target);
  const bool is_used = !RefusesConfig(new_channel);
  std::vector<Change> changes;
  if (new_method.name->service.empty()) {
    AddIfOther("verdict", QuotedVerdict(all.before.resolution.channels[target].verdict),
               QuotedVerdict(new_channel.verdict), changes);
    if (is_used) {
      AddValues(former.resolution.channels[target].values, new_channel.values, changes);
    }
  }
  if (!is_used) return changes;
  const ResolvedMethod& old_method = former.resolution.methods[i];
  const auto is_covered = [](const ResolvedMethod& method) {
    return method.entry->source ? "true" : "false";
  };
  AddIfOther("coverage", is_covered(old_method), is_covered(new_method), changes);
  AddSchedule(former.simulated[i], all.after.simulated[i], changes);
  AddValues(old_method.entry->values, new_method.entry->values, changes);
  return changes;
}

}  // namespace

std::vector<ComparedMethod> Compare(const ConfigVersion& before, const ConfigVersion& after,
                                    absl::Span<const Target> targets,
                                    const SimulationRequest& request) {
  const Names names = NamesOf(before, after);
  SimulationRequest of_one = request;
  if (!of_one.fleet.fleet) of_one.fleet.fleet = Fleet{1};
  const Behaviour old_behaviour(before, targets, names.before, of_one);
  const Behaviour new_behaviour(after, targets, names.after, of_one);
  std::optional<Behaviour> without;
  if (absl::c_any_of(old_behaviour.resolution.channels, RefusesConfig)) {
    without = WithoutConfig(targets, names.before, of_one);
  }
  const Behaviours all = {old_behaviour, new_behaviour, without};
  std::vector<ComparedMethod> compared;
  for (size_t i = 0; i < new_behaviour.resolution.methods.size(); ++i) {
    const ResolvedMethod& method = new_behaviour.resolution.methods[i];
    std::vector<Change> changes = ChangesOf(all, i);
    if (changes.empty()) continue;
    compared.push_back({.name = SpellMethodName(*method.name),
                        .old_name = SpellMethodName(*old_behaviour.resolution.methods[i].name),
                        .target = targets[method.target].spelling,
                        .changes = std::move(changes),
                        .before = FormerOf(all, method.target).simulated[i],
                        .after = new_behaviour.simulated[i]});
  }
  return compared;
}

std::vector<std::string> RefusedBy(const ConfigVersion& before, const ConfigVersion& after,
                                   absl::Span<const Target> targets) {
  std::vector<std::string> refused;
  for (size_t i = 0; i < targets.size(); ++i) {
    const bool is_refused = before.analysis.report.verdicts[i] == Verdict::kRejects &&
                            after.analysis.report.verdicts[i] == Verdict::kRejects;
    if (is_refused) refused.push_back(targets[i].spelling);
  }
  return refused;
}

ComparedFile CompareConfigs(const Document& before, const Document& after, const CheckPlan& plan,
                            const SimulationRequest& request) {
  const Analysis old_analysis = Analyse(before, plan);
  const Analysis new_analysis = Analyse(after, plan);
  const ConfigVersion old_version = {before, old_analysis};
  const ConfigVersion new_version = {after, new_analysis};
  return {.methods = Compare(old_version, new_version, plan.targets, request),
          .refused_by = RefusedBy(old_version, new_version, plan.targets)};
}

}  // namespace grpcfg
