// Rules on `maxRequestMessageBytes` and `maxResponseMessageBytes`.
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

void DescribeRange(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; a message size is from 0 to ",
                                    context.BoundOfField().high, " bytes");
  if (context.issue.kind == IssueKind::kTooSmall) {
    diagnostic.help.emplace_back("there is no value for `unlimited`; leave the field out");
  }
}

// No limit that anybody wants is below one KiB, and no number of KiB or MiB is written as large.
constexpr int64_t kLeastUseful = 1024;

// Above as many MiB a small number may stand for KiB just as well.
constexpr int64_t kMostMebibytes = 256;

void OfferLargerUnit(const CheckContext& context, const Located<int64_t>& size, Diagnostic& words) {
  constexpr int64_t kKibi = 1024;
  const int64_t in_kibibytes = *size.value * kKibi;
  const int64_t in_mebibytes = in_kibibytes * kKibi;
  if (*size.value > kMostMebibytes) {
    words.help.push_back(absl::StrCat("if KiB are meant, it is `", in_kibibytes, "`; if MiB are, `",
                                      in_mebibytes, "`"));
    return;
  }
  const std::string title = absl::StrCat("write `", in_mebibytes, "` if MiB are meant");
  words.fixes.push_back(
      ReplaceFix(title, context.SpanOf(size.node), absl::StrCat(in_mebibytes), false));
  words.fixes.back().otherwise = title;
}

void AddTooSmall(const CheckContext& context, const Located<int64_t>& size) {
  if (!size.value || *size.value < 0 || *size.value >= kLeastUseful) return;
  context.Add(size.node, [&] {
    const absl::string_view field = context.tree.Text(context.KeyOf(size.node));
    const absl::string_view what = absl::StrContains(field, "Request") ? "request" : "response";
    Diagnostic words = {.message = absl::StrCat("`", field, "` is ", Counted(*size.value, "byte"),
                                                ", so calls whose ", what,
                                                *size.value == 0 ? " is not empty" : " is larger",
                                                " fail with RESOURCE_EXHAUSTED")};
    if (*size.value == 0) {
      words.help.emplace_back("0 is a limit of 0 bytes; to set no limit here, remove it");
    } else {
      OfferLargerUnit(context, size, words);
    }
    return words;
  });
}

void CheckTooSmall(const CheckContext& context) {
  ForEachMethodConfig(context.reading, [&](const MethodConfig& method) {
    AddTooSmall(context, method->max_request_message_bytes);
    AddTooSmall(context, method->max_response_message_bytes);
  });
}

// All take it as it stands, and 0 is a limit to none of them what `unlimited` is.
constexpr Verdicts kAnySize = AllAccept(
    {.spec = "service_config.proto MethodConfig.max_request_message_bytes: any uint32",
     .core = "grpc/grpc message_size_filter.cc CheckPayload: `size > *max_length`, 0 included",
     .go =
         "grpc-go service_config.go getMaxSize and stream.go sendMsg, rpc_util.go recv: the lesser "
         "limit, 0 included",
     .java = "grpc-java MessageFramer.java writeUncompressed and MessageDeframer.java "
             "processHeader: RESOURCE_EXHAUSTED above the limit, 0 included",
     .node = "grpc-js service-config.ts MethodConfig: the key is maxRequestBytes",
     .dotnet = "grpc-dotnet MethodConfig.cs: no such property",
     .gapic = "service_config.proto: any uint32"});

constexpr Case kSizeCases[] = {
    {.what = "-1", .text = R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": -1}]})"},
    {.what = "4294967296, 2^32",
     .text = R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": 4294967296}]})"},
};

constexpr Rule kRules[] = {
    {.id = "message-size-out-of-range",
     .summary = "A message size is negative or above 4294967295.",
     .rationale =
         "The sizes are unsigned 32-bit numbers (service_config.proto). C-core and Java reject "
         "other values. Go accepts -1 and then fails every call, because every message is larger.",
     .takes_in = {"number-quoted"},
     .claims = {{IssueKind::kTooSmall, "MethodConfig", "maxRequestMessageBytes"},
                {IssueKind::kTooSmall, "MethodConfig", "maxResponseMessageBytes"},
                {IssueKind::kTooLarge, "MethodConfig", "maxRequestMessageBytes"},
                {IssueKind::kTooLarge, "MethodConfig", "maxResponseMessageBytes"}},
     .describe = DescribeRange,
     .bad = kSizeCases[0].text,
     .good = R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": 1048576}]})",
     .cases = kSizeCases},
    {.id = "message-size-too-small",
     .summary = "A message size is below 1024 bytes.",
     .rationale =
         "The sizes are in bytes (service_config.proto). A limit of a few bytes is usually meant "
         "in KiB or MiB. A limit of 0 does not mean `unlimited`: the client refuses every message "
         "that is not empty, with RESOURCE_EXHAUSTED, and no error mentions the config.",
     .check = CheckTooSmall,
     .verdicts = kAnySize,
     .bad = R"({"methodConfig": [{"name": [{}], "maxResponseMessageBytes": 4}]})",
     .good = R"({"methodConfig": [{"name": [{}], "maxResponseMessageBytes": 4194304}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> MessageSizeRules() { return kRules; }

}  // namespace grpcfg
