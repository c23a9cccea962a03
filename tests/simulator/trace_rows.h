// Traces as one line of text each, for tables of short ones.
#ifndef GRPCFG_TESTS_SIMULATOR_TRACE_ROWS_H_
#define GRPCFG_TESTS_SIMULATOR_TRACE_ROWS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "schema/clients/profile_at.h"
#include "simulator/schedule/trace.h"

namespace grpcfg {

inline StatusCodeSet CodesOf(std::initializer_list<int> numbers) {
  StatusCodeSet codes;
  for (const int number : numbers) codes.Add(number);
  return codes;
}

// "0.1", or "0.08-0.12" for what is drawn at random.
inline std::string Spell(double low, double high) {
  return low == high ? absl::StrCat(low) : absl::StrCat(low, "-", high);
}

// "2.1'": the first attempt of the second call, sent again by the library. "x" after the tokens
// says that they are too few.
inline std::string SpellStep(const Step& step) {
  std::string text = absl::StrCat(step.call, ".", step.attempt, step.is_transparent ? "'" : "", " ",
                                  Spell(step.sent.min, step.sent.max), " ", NameOf(step.decision));
  if (step.delay) absl::StrAppend(&text, " ", Spell(step.delay->min, step.delay->max));
  if (step.tokens) absl::StrAppend(&text, " t", *step.tokens, step.is_throttled ? "x" : "");
  if (step.may_exceed_deadline) absl::StrAppend(&text, " ?");
  return text;
}

inline std::string SpellTrace(const Trace& trace) {
  const auto append = [](std::string* out, const Step& step) { *out += SpellStep(step); };
  return absl::StrJoin(trace.steps, "; ", append);
}

struct TraceRow {
  absl::string_view reason;
  absl::string_view responses;
  absl::string_view expected;
  TraceSetting setting = {};
};

inline void ExpectRows(const CallPolicy& policy, const CallReading& client,
                       absl::Span<const TraceRow> rows) {
  for (const TraceRow& row : rows) {
    const auto responses = ParseResponses(row.responses);
    ASSERT_TRUE(responses.ok()) << row.reason << ": " << responses.status();
    EXPECT_EQ(SpellTrace(TraceOf(policy, client, *responses, row.setting)), row.expected)
        << row.reason;
  }
}

inline CallReading ClientAt(const Profile& profile, const Release& release) {
  return ProfileAt(profile, release).calls;
}

inline CallReading ClientOf(const Profile& profile) { return ProfileAt(profile).calls; }

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_SIMULATOR_TRACE_ROWS_H_
