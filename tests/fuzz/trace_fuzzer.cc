// libFuzzer target for traces: lists of responses, and what every client does with them, old and
// new, with each kind of policy. No crash; as many steps as there may be; attempts, tokens and
// times within their bounds.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "absl/strings/string_view.h"
#include "schema/clients/profile_at.h"
#include "simulator/schedule/pushback.h"
#include "simulator/schedule/trace.h"

namespace grpcfg {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

std::vector<CallReading> Clients() {
  struct Known {
    const Profile& profile;
    Release old;
  };
  const std::vector<Known> known = {{SpecProfile(), {}},         {GapicProfile(), {}},
                                    {CoreProfile(), {1, 51, 0}}, {GoProfile(), {1, 33, 0}},
                                    {JavaProfile(), {1, 41, 0}}, {NodeProfile(), {1, 8, 0}},
                                    {NodeProfile(), {1, 7, 0}},  {DotnetProfile(), {2, 80, 0}}};
  std::vector<CallReading> clients;
  for (const Known& each : known) {
    clients.push_back(ProfileAt(each.profile).calls);
    clients.push_back(ProfileAt(each.profile, each.old).calls);
  }
  return clients;
}

// The first byte says what the call is like.
CallPolicy PolicyOf(uint8_t choice) {
  constexpr uint8_t kUnavailable = 14;
  constexpr uint8_t kAborted = 10;
  const size_t attempts = size_t{2} + (choice >> 5);
  StatusCodeSet codes;
  codes.Add(kUnavailable);
  if ((choice & 4U) != 0) codes.Add(kAborted);
  switch (choice & 3U) {
    case 0:
      return {};
    case 1:
      return {.hedging = Hedging{attempts, 0.2}, .codes = codes};
    case 2:
      return {.hedging = Hedging{attempts, 0}, .codes = codes};
    default:
      return {.retry = Backoff{attempts, 0.1, 1, 2}, .codes = codes};
  }
}

TraceSetting SettingOf(uint8_t choice) {
  TraceSetting setting;
  if ((choice & 1U) != 0) setting.deadline = 0.5;
  if ((choice & 2U) != 0) setting.latency = 0.2;
  if ((choice & 8U) != 0) setting.deadline_spread = 0.25;
  if ((choice & 4U) != 0) setting.throttling = Throttling{static_cast<double>(choice >> 4), 0.1};
  return setting;
}

void CheckStep(const Step& step, const CallReading& client, const TraceSetting& setting) {
  Require(step.attempt >= 1 && step.attempt <= client.attempt_limit.limit);
  // What is sent again may carry the number of the latest hedge.
  Require(step.is_transparent || step.previous_attempts < step.attempt);
  Require(step.previous_attempts < client.attempt_limit.limit);
  Require(step.sent.min >= 0 && step.sent.min <= step.sent.mean);
  Require(step.sent.mean <= step.sent.max && step.sent.min < setting.deadline);
  // A deadline that may come before an attempt is sent has its whole range there.
  Require(step.ended.min >= step.sent.min || setting.deadline_spread > 0);
  Require(step.ended.max >= step.sent.min && step.ended.max >= step.ended.min);
  Require(!NameOf(step.decision).empty());
  Require(step.tokens.has_value() == setting.throttling.has_value());
  if (step.delay) Require(step.delay->min >= 0 && step.delay->min <= step.delay->max);
  if (!step.tokens || client.tokens == TokenArithmetic::kInverted) return;
  Require(*step.tokens >= 0 && *step.tokens <= setting.throttling->max_tokens);
}

void CheckTrace(const Trace& trace, size_t responses) {
  Require(!trace.steps.empty());
  size_t beyond = 0;
  std::vector<bool> seen(responses);
  const Step* before = nullptr;
  for (const Step& step : trace.steps) {
    if (!step.response) ++beyond;
    if (step.response) {
      Require(*step.response < responses && !seen[*step.response]);
      seen[*step.response] = true;
    }
    const bool is_next_call = before != nullptr && step.call == before->call + 1;
    Require(before == nullptr ? step.call == 1 : is_next_call || step.call == before->call);
    Require(before == nullptr || is_next_call || step.sent.min >= before->sent.min);
    before = &step;
  }
  Require(beyond <= AttemptLimit().limit);
  Require(trace.steps.size() == responses + beyond);
  Require(TokenLetters(trace).size() <= responses);
}

void CheckList(absl::string_view list, const CallPolicy& policy, const TraceSetting& setting) {
  static const std::vector<CallReading> kClients = Clients();
  const auto responses = ParseResponses(list);
  for (const CallReading& client : kClients) {
    const PushbackReading pushback = ReadPushback(list, client);
    Require(pushback.delay >= 0 && !std::isnan(pushback.delay));
    if (!responses.ok()) continue;
    const Trace trace = TraceOf(policy, client, *responses, setting);
    for (const Step& step : trace.steps) CheckStep(step, client, setting);
    CheckTrace(trace, responses->size());
  }
  Require(responses.ok() || !responses.status().message().empty());
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size < 2) return 0;
  const absl::string_view list(reinterpret_cast<const char*>(bytes + 2), size - 2);
  grpcfg::CheckList(list, grpcfg::PolicyOf(bytes[0]), grpcfg::SettingOf(bytes[1]));
  return 0;
}
