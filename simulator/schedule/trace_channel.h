// What the calls of a trace share: the answers that are left, the tokens, and how the client reads
// an answer. For retry_trace.cc and hedging_trace.cc, which make the steps of one call.
#ifndef GRPCFG_SIMULATOR_SCHEDULE_TRACE_CHANNEL_H_
#define GRPCFG_SIMULATOR_SCHEDULE_TRACE_CHANNEL_H_

#include <cstddef>
#include <optional>

#include "absl/types/span.h"
#include "simulator/schedule/pushback.h"
#include "simulator/schedule/trace.h"

namespace grpcfg {

// A response as the client reads it.
struct Answer {
  Fate fate = Fate::kSilent;
  std::optional<size_t> place = {};  // in the list; none after its end
  int code = 0;
  bool is_listed = false;  // the policy goes on with that code
  bool headers = false;
  bool over_buffer = false;
  std::optional<PushbackReading> pushback = {};
  double latency = 0;  // s; infinite if it never comes

  [[nodiscard]] bool IsOk() const { return code == 0; }
  [[nodiscard]] bool Stops() const { return pushback && pushback->stops; }
};

class TraceChannel {
 public:
  // All of it must outlive the channel. `policy`: the one in force, if any.
  TraceChannel(const CallPolicy& policy, const CallReading& client,
               absl::Span<const Response> responses, const TraceSetting& setting);

  [[nodiscard]] const CallPolicy& policy() const { return policy_; }
  [[nodiscard]] bool HasPolicy() const { return policy_.retry || policy_.hedging; }
  [[nodiscard]] const CallReading& client() const { return client_; }
  [[nodiscard]] const TimeRange& deadlines() const { return deadlines_; }
  // The only one of clients that send hedges.
  [[nodiscard]] double deadline() const { return deadlines_.max; }
  [[nodiscard]] bool HasResponse() const { return next_ < responses_.size(); }

  // The next one in the list, and silence after its end.
  Answer Next();

  // True if there is no throttling.
  [[nodiscard]] bool AllowsRetry() const { return !bucket_ || bucket_->AllowsRetry(); }

  // Moves the tokens, and notes them in the step.
  void Use(TokenUse use, Step& step);

  // What `answer` does to the tokens. `is_committed`: no other attempt may follow it;
  // `counts_stop`: a pushback that says stop costs one too.
  [[nodiscard]] TokenUse UseOf(const Answer& answer, bool is_committed, bool counts_stop) const;

 private:
  [[nodiscard]] bool GivesBack(const Answer& answer) const;

  const CallPolicy& policy_;
  const CallReading& client_;
  absl::Span<const Response> responses_;
  const TraceSetting& setting_;
  TimeRange deadlines_;
  std::optional<TokenBucket> bucket_;
  size_t next_ = 0;
};

// The transparent retries of one call (gRFC A6, Transparent Retries).
class TransparentRetries {
 public:
  explicit TransparentRetries(const CallReading& client) : client_(client) {}

  enum class Verdict : uint8_t { kNone, kAgain, kUsedUp };

  // Of each answer to an attempt of the call, in their order. `repeats`: how often that attempt has
  // been sent again.
  Verdict Judge(const Answer& answer, bool is_committed, size_t repeats);

 private:
  Verdict JudgeUnsent(size_t repeats, bool is_first);
  [[nodiscard]] bool IsRefusedAgain(size_t repeats, bool is_first);

  const CallReading& client_;
  bool is_first_ = true;
  bool has_processed_ = false;
  bool has_refused_ = false;
  size_t unsent_ = 0;
};

// The steps of one call without hedges. False: the list ends before the call.
bool TraceRetriedCall(TraceChannel& channel, std::vector<Step>& steps);

// The same of a call with hedges, which goes on in silence after the end of the list.
bool TraceHedgedCall(TraceChannel& channel, std::vector<Step>& steps);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_SCHEDULE_TRACE_CHANNEL_H_
