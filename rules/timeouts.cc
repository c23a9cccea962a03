// Rules on durations and on `timeout`.
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/duration.h"

namespace grpcfg {
namespace {

void DescribeMalformed(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context),
                                    "; a duration is seconds with up to nine decimals and an `s`");
  SuggestDuration(context, diagnostic);
}

void DescribeOutOfRange(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; a duration is at most ",
                                    kMaxDurationSeconds, " seconds, about 10,000 years");
}

void CheckNegative(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    if (!method.timeout.value || !method.timeout.value->IsNegative()) return;
    context.add(method.timeout.span,
                {.message = "`timeout` is negative; it can only end a call before it starts",
                 .help = {"remove it, or give the time that a call may take"}});
  });
}

void DescribeNegative(const IssueContext& /*context*/, Diagnostic& diagnostic) {
  diagnostic.message = "`timeout` is negative; it can only end a call before it starts";
  diagnostic.help.emplace_back("remove it, or give the time that a call may take");
}

constexpr Claim kNegative[] = {{IssueKind::kTooSmall, "MethodConfig", "timeout"}};
constexpr Claim kMalformed[] = {{IssueKind::kMalformedDuration}};
constexpr Claim kOutOfRange[] = {{IssueKind::kDurationOutOfRange}};

constexpr Rule kRules[] = {
    {.id = "duration-malformed",
     .summary = "A duration is not spelled as proto3 JSON spells durations.",
     .rationale = "A duration is a string: an optional minus, seconds without leading zeros, up "
                  "to nine decimals, and `s` (duration.proto, JSON Mapping). There is no other "
                  "unit: `100ms` is `0.1s`. What one client takes beyond that, `.5s` or `+1s`, "
                  "another rejects.",
     .claims = kMalformed,
     .describe = DescribeMalformed,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "100ms"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "0.100000000s"}]})"},
    {.id = "duration-out-of-range",
     .summary = "A duration is longer than the type allows.",
     .rationale = "google.protobuf.Duration holds at most 315,576,000,000 seconds of either sign, "
                  "about 10,000 years (duration.proto).",
     .claims = kOutOfRange,
     .describe = DescribeOutOfRange,
     .bad = R"({"methodConfig": [{"name": [{}], "timeout": "315576000001s"}]})",
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "315576000000s"}]})"},
    {.id = "timeout-negative",
     .summary = "`timeout` is negative.",
     .rationale = "The type of the field allows it, and the spec says nothing about it. Java fails "
                  "every call at once, Go ignores the value, C-core and Node reject the config.",
     .claims = kNegative,
     .describe = DescribeNegative,
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
     .good = R"({"methodConfig": [{"name": [{}], "timeout": "1s"}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> TimeoutRules() { return kRules; }

}  // namespace grpcfg
