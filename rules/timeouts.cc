// Rules on durations and on `timeout`.
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/clients/timeout_clock.h"
#include "schema/fields/duration.h"
#include "schema/read/synonyms.h"

namespace grpcfg {
namespace {

// `"infinity"` and the like.
bool IsWordForNoLimit(const IssueContext& context) {
  constexpr absl::string_view kWords[] = {"inf",  "infinity", "infinite",  "max", "never",
                                          "none", "nolimit",  "unlimited", "off", "forever"};
  return context.issue.field->json_name == "timeout" &&
         absl::c_linear_search(kWords, LettersOf(context.tree.Text(context.issue.node)));
}

void DescribeMalformed(const IssueContext& context, Diagnostic& diagnostic) {
  if (DescribeTemplate(context, diagnostic)) return;
  diagnostic.message = absl::StrCat(FieldIsValue(context),
                                    "; a duration is seconds with up to nine decimals and an `s`");
  if (IsWordForNoLimit(context)) {
    diagnostic.help.emplace_back("leave `timeout` out: then calls have no limit");
    return;
  }
  const std::string mistake = PrintfMistake(context.tree.Text(context.issue.node));
  if (!mistake.empty()) diagnostic.notes.push_back(mistake);
  SuggestDuration(context, diagnostic);
}

constexpr absl::string_view kNegative =
    "`timeout` is negative; it can only end a call before it starts";
constexpr absl::string_view kGiveTime = "remove it, or give the time that a call may take";

void CheckNegative(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    if (!method->timeout.value || !method->timeout.value->IsNegative()) return;
    context.Add(method->timeout.node, [&]() -> Diagnostic {
      return {.message = std::string(kNegative), .help = {std::string(kGiveTime)}};
    });
  });
}

// The client of the rules below: C-core.
bool CountsFromBeforeTheCall(const ProfileAt& profile) {
  return profile.calls.timeout_clock == TimeoutClock::kSecondBefore;
}

// How much of a timeout is left.
enum class Remains : uint8_t { kNothing, kNothingInSome, kSome };

Remains RemainsOf(const Duration& timeout) {
  const TimeoutRange range = ShortenedTimeout(timeout);
  if (range.max.IsZero()) return Remains::kNothing;
  return range.min.IsZero() ? Remains::kNothingInSome : Remains::kSome;
}

// Calls function(timeout) for the timeouts of entries that some call meets, of which that much is
// left. One of 0 is none to C-core, and one below 0 is expected to end so.
template <typename Function>
void ForEachTimeout(const CheckContext& context, Remains expected, const Function& function) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    const auto& timeout = method->timeout;
    if (!timeout.value || timeout.value->IsNegative() || timeout.value->IsZero()) return;
    if (RemainsOf(*timeout.value) == expected && IsMet(method)) function(timeout);
  });
}

// "`timeout` is `1s`; " and `what`, with where the time goes.
Diagnostic WordsOn(const CheckContext& context, const Located<Duration>& timeout,
                   absl::string_view what) {
  return {
      .message = absl::StrCat("`timeout` is ", Quoted(context.Source(timeout.node)), "; ", what),
      .notes = {"C-core starts this timer 1 to 2 s early; how early differs per process "
                "(grpc/grpc issues 34547 and 40633)"}};
}

void CheckTooShort(const CheckContext& context) {
  ForEachTimeout(context, Remains::kNothing, [&](const Located<Duration>& timeout) {
    context.Add(timeout.node, [&] {
      Diagnostic words = WordsOn(context, timeout,
                                 "with 1s or less every call of C-core fails immediately, with "
                                 "DEADLINE_EXCEEDED");
      words.help.emplace_back(kLongerTimeout);
      return words;
    });
  });
}

// In how many processes calls have how much time. C-core cuts timeouts to whole milliseconds.
std::string WordsOfSome(const Duration& timeout) {
  constexpr double kPercent = 100;
  const double share = ShareEndedImmediately(timeout);
  const std::string longest = SpellDuration(ShortenedTimeout(timeout).max);
  if (share <= 0) return absl::StrCat("C-core calls time out after at most ", longest);
  return absl::StrCat(
      absl::StrFormat("in %.3g%%", share * kPercent),
      " of C-core's processes every call fails immediately, in the others calls time out after at "
      "most ",
      longest);
}

void CheckNearlyTooShort(const CheckContext& context) {
  ForEachTimeout(context, Remains::kNothingInSome, [&](const Located<Duration>& timeout) {
    context.Add(timeout.node, [&] {
      Diagnostic words = WordsOn(context, timeout, WordsOfSome(*timeout.value));
      words.help.emplace_back(kLongerTimeout);
      return words;
    });
  });
}

void CheckShortened(const CheckContext& context) {
  SingleFinding single;
  ForEachTimeout(context, Remains::kSome, [&](const Located<Duration>& timeout) {
    if (!single.IsFirst(timeout.node)) return;
    const TimeoutRange range = ShortenedTimeout(*timeout.value);
    single.words = WordsOn(context, timeout,
                           absl::StrCat("C-core ends calls after ", SpellDuration(range.min),
                                        " to ", SpellDuration(range.max)));
    single.words->help.emplace_back(
        "where that is too short, have the program set deadlines, which are exact");
  });
  AddOnce(context, single, CountEntries);
}

constexpr Verdicts VerdictsWith(Effect of_core) {
  return {
      .spec = {Effect::kAccepts,
               "service_config.proto, MethodConfig.timeout: the default timeout of a call"},
      .core = {of_core,
               "grpc/grpc time.cc InitTime, at 1.50 to 1.83: the epoch is the whole second before "
               "its cycles, by which client_channel.cc and client_channel_filter.cc "
               "ApplyServiceConfigToCallLocked, ResetDeadline count; run at 1.51.1 and 1.83.0"},
      .go = {Effect::kAccepts, "grpc-go stream.go newClientStreamWithParams: context.WithTimeout"},
      .java = {Effect::kAccepts, "grpc-java ClientCallImpl.java applyMethodConfig: Deadline.after"},
      .node = {Effect::kAccepts, "grpc-js resolving-call.ts getConfig: a Date, counted from now"},
      .dotnet = {Effect::kAccepts, "grpc-dotnet Configuration/MethodConfig.cs: no such property"},
      .gapic = {Effect::kAccepts, "gapic-generator-go config.go ToMillis: any valid Duration"}};
}

constexpr Rule kRules[] = {
    {.id = "duration-malformed",
     .summary = "A duration is not in the format of proto3 JSON.",
     .rationale =
         "A duration is a string: an optional minus, seconds without leading zeros, up to nine "
         "decimals, and `s` (duration.proto, JSON Mapping). There is no other unit: `100ms` is "
         "`0.1s`. Some clients accept more, such as `.5s` or `+1s`, which others reject.",
     .claims = {{IssueKind::kMalformedDuration}},
     .describe = DescribeMalformed,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "5m"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "300s"}]})"},
    {.id = "duration-out-of-range",
     .summary = "A duration is longer than the type allows.",
     .rationale = "google.protobuf.Duration holds at most 315,576,000,000 seconds of either sign, "
                  "about 10,000 years (duration.proto).",
     .claims = {{IssueKind::kDurationOutOfRange}},
     .describe = DescribeByRow,
     .words = "{value}; a duration is at most 315576000000 seconds, about 10,000 years",
     .help = "write the intended duration; calls without a `timeout` have no limit",
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "315576000001s"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "315576000000s"}]})"},
    {.id = "timeout-nearly-too-short",
     .summary = "With a `timeout` of 2s or less, calls fail immediately in some C-core processes.",
     .rationale = "C-core backdates each call by 1 to 2 s, depending on when the process started. "
                  "With 1.5s all calls fail immediately in every second process, and calls in the "
                  "others have half a second at most, so the fault comes and goes with restarts.",
     .targets = "core",
     .specificity = kReadsOtherwise,
     .check = CheckNearlyTooShort,
     .concerns = CountsFromBeforeTheCall,
     .verdicts = VerdictsWith(Effect::kAlters),
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "2s"}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s"}]})"},
    {.id = "timeout-negative",
     .summary = "`timeout` is negative.",
     .rationale =
         "The type of the field allows a negative value, and the spec does not mention it. Java "
         "fails every call immediately, Go ignores the value, and Node rejects the config. So does "
         "C-core, except for odd spellings such as `0.-1s`, which end every call.",
     .claims = {{IssueKind::kTooSmall, "MethodConfig", "timeout"}},
     .describe = DescribeByRow,
     .words = kNegative,
     .help = kGiveTime,
     .check = CheckNegative,
     .verdicts = {.spec = {Effect::kAccepts,
                           "service_config.proto, MethodConfig.timeout: a Duration of any sign"},
                  .core = {Effect::kBreaksCalls,
                           "grpc/grpc json_object_loader.cc LoadDuration: seconds from 0 on, but "
                           "`0.-1s` passes; run at 1.51.1"},
                  .go = {Effect::kIgnoresDetail,
                         "grpc-go stream.go newClientStreamWithParams: a negative timeout is none"},
                  .java = {Effect::kBreaksCalls,
                           "grpc-java ClientCallImpl.java applyMethodConfig: the deadline is over; "
                           "run"},
                  .node = {Effect::kRejectsConfig,
                           "grpc-js service-config.ts DURATION_REGEX: digits first"},
                  .dotnet = {Effect::kAccepts,
                             "grpc-dotnet Configuration/MethodConfig.cs: no such property"},
                  .gapic = {Effect::kAccepts,
                            "gapic-generator-go config.go ToMillis: any valid Duration"}},
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "-1s"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "5s"}]})"},
    {.id = "timeout-shortened",
     .summary = "C-core ends calls one to two seconds before `timeout` expires.",
     .rationale = "C-core backdates each call by one second plus the fraction of a second at which "
                  "the process started. The same config therefore gives calls more time in some "
                  "processes than in others. Deadlines that a program sets are not affected.",
     .targets = "core",
     .is_common = true,
     .check = CheckShortened,
     .concerns = CountsFromBeforeTheCall,
     .verdicts = VerdictsWith(Effect::kAlters),
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s",
  "waitForReady": true}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}],
  "waitForReady": true}]})"},
    {.id = "timeout-too-short",
     .summary = "With a `timeout` of 1s or less, every C-core call fails immediately.",
     .rationale =
         "C-core backdates each call by one second plus the fraction of a second at which the "
         "process started, so a timeout of 1s has always expired. Clients in C++, Python, Ruby, "
         "PHP and Objective-C then fail every call, and no error mentions the config.",
     .targets = "core",
     .specificity = kBreaks,
     .check = CheckTooShort,
     .concerns = CountsFromBeforeTheCall,
     .verdicts = VerdictsWith(Effect::kBreaksCalls),
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "1s"}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.v1.Orders"}], "timeout": "5s"}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> TimeoutRules() { return kRules; }

}  // namespace grpcfg
