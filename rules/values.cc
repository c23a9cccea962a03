// Rules on values that several messages share: lists, words, numbers beyond what clients use.
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/fields/duration.h"
#include "schema/read/suggest.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

// "10", "300s".
std::string ClampOf(const Field& field) {
  return absl::StrCat(field.bound.clamp, field.type == FieldType::kDuration ? "s" : "");
}

void DescribeClamped(const IssueContext& context, Diagnostic& diagnostic) {
  const std::string clamp = ClampOf(*context.issue.field);
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; clients use at most ", clamp);
  diagnostic.notes.push_back(absl::StrCat("read as ", clamp));
}

void DescribeRaised(const IssueContext& context, Diagnostic& diagnostic) {
  const std::string floor = absl::StrFormat(
      "%gs", static_cast<double>(context.issue.field->bound.floor_ms) / kMsPerSecond);
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; clients use at least ", floor);
  diagnostic.notes.push_back(absl::StrCat("read as ", floor));
}

void DescribeExperimental(const IssueContext& context, Diagnostic& diagnostic) {
  if (absl::StartsWith(context.issue.field->reference, "gRFC")) {
    diagnostic.message = absl::StrCat(FieldName(context.issue), " is an experiment (",
                                      context.issue.field->reference, "); it has no effect");
    diagnostic.notes.emplace_back(
        "C-core and Java read it only if GRPC_EXPERIMENTAL_WRR_CUSTOM_METRICS is true");
    return;
  }
  diagnostic.message =
      absl::StrCat(FieldName(context.issue),
                   " is an experiment of C-core that no gRFC describes; it has no effect");
  diagnostic.notes.emplace_back(
      "C-core reads it only if the channel argument `grpc.experimental.enable_hedging` is set, "
      "which is known to cause crashes and hangs (grpc/grpc issues 38908 and 39935)");
  diagnostic.help.emplace_back("limit the whole call with `timeout` instead");
}

// The known words, "`EDS`, ...".
std::string Describe(const Field& field) {
  std::vector<std::string> words;
  for (const absl::string_view word : field.words) {
    if (!word.empty()) words.push_back(absl::StrCat("`\"", word, "\"`"));
  }
  return Enumerate(words);
}

void DescribeWord(const IssueContext& context, Diagnostic& diagnostic) {
  const Field& field = *context.issue.field;
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; expected one of ", Describe(field));
  const absl::string_view text = context.tree.Text(context.issue.node);
  for (const absl::string_view word : field.words) {
    if (word.empty() || !absl::EqualsIgnoreCase(word, text)) continue;
    diagnostic.fixes.push_back(WriteFix(context.issue.span, InQuotes(word), false));
  }
}

constexpr Rule kRules[] = {
    {.id = "duration-raised",
     .summary = "A duration is shorter than the minimum that clients use.",
     .rationale = "Weights are computed at most every 100 ms (gRFC A58); clients read a shorter "
                  "`weightUpdatePeriod` as 100 ms.",
     .advice = Severity::kNote,
     .claims = {{IssueKind::kRaised}},
     .describe = DescribeRaised,
     .bad =
         R"({"loadBalancingConfig": [{"weighted_round_robin": {"weightUpdatePeriod": "0.05s"}}]})",
     .good =
         R"({"loadBalancingConfig": [{"weighted_round_robin": {"weightUpdatePeriod": "0.1s"}}]})"},
    {.id = "field-experimental",
     .summary = "A field is experimental in one client.",
     .rationale =
         "`perAttemptRecvTimeout` exists in C-core if a channel argument enables it, and in Java "
         "without any effect. No gRFC describes it; clients ignore it like every field "
         "that they do not know.",
     .claims = {{IssueKind::kExperimentalField}},
     .describe = DescribeExperimental,
     .bad = {kRetriesCodesApart, R"("UNAVAILABLE"])",
             R"("UNAVAILABLE"], "perAttemptRecvTimeout": "0.5s")"},
     .good = {kRetriesCodesApart, R"("name": [{}], )", R"("name": [{}], "timeout": "5s", )"}},
    {.id = "list-empty",
     .summary = "A list or object that needs an element is empty.",
     .rationale = "A route lookup without key builders, a key builder without names, or a cluster "
                  "manager without children cannot work, so the config is invalid.",
     .claims = {{IssueKind::kEmptyList}},
     .describe = DescribeByRow,
     .words = "{field} is empty; it needs at least one element",
     .bad = R"({"loadBalancingConfig": [{"xds_cluster_manager_experimental": {"children": {}}}]})",
     .good = R"({"loadBalancingConfig": [{"xds_cluster_manager_experimental": {"children": {
  "cluster_a": {"childPolicy": [{"round_robin": {}}]}}}}]})"},
    {.id = "text-empty",
     .summary = "A string that must not be empty is empty.",
     .rationale = "If a lookup service, a default target, a key builder's service or a target "
                  "field is the empty string, it names nothing, so the config is invalid.",
     .claims = {{IssueKind::kEmptyText}},
     .describe = DescribeByRow,
     .words = "{place} is the empty string; it needs a value",
     .bad = {kRouteLookup, R"("lookupService": "rls.example.com")", R"("lookupService": "")"},
     .good = kRouteLookup},
    {.id = "value-clamped",
     .summary = "A value is above the maximum that clients use.",
     .rationale = "Clients have their own caps: 4096 for ring sizes (gRFC A42), 10 for "
                  "`choiceCount` (gRFC A48) and connections (gRFC A105), 5 minutes for the answers "
                  "of a lookup service. They read a larger value as the cap. Applications may "
                  "raise the caps for ring sizes and connections.",
     .advice = Severity::kNote,
     .claims = {{IssueKind::kClamped}},
     .describe = DescribeClamped,
     .bad = R"({"loadBalancingConfig": [{"least_request_experimental": {"choiceCount": 20}}]})",
     .good = R"({"loadBalancingConfig": [{"least_request_experimental": {"choiceCount": 10}}]})"},
    {.id = "word-unknown",
     .summary = "A word is not one of the field's values.",
     .rationale = "The field is an enum, and clients compare its words character by character.",
     .claims = {{IssueKind::kUnknownWord}},
     .describe = DescribeWord,
     .bad = R"({"loadBalancingConfig": [{"xds_override_host_experimental": {
  "clusterName": "orders", "overrideHostStatus": ["healthy"],
  "childPolicy": [{"round_robin": {}}]}}]})",
     .good = R"({"loadBalancingConfig": [{"xds_override_host_experimental": {
  "clusterName": "orders", "overrideHostStatus": ["HEALTHY"],
  "childPolicy": [{"round_robin": {}}]}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> ValueRules() { return kRules; }

}  // namespace grpcfg
