// Rules on `maxRequestMessageBytes` and `maxResponseMessageBytes`.
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

void DescribeRange(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; a message size is from 0 to ",
                                    context.BoundOfField().high, " bytes");
  if (context.issue.kind == IssueKind::kTooSmall) {
    diagnostic.help.emplace_back("there is no value for `unlimited`; leave the field out");
  }
}

constexpr Case kSizeCases[] = {
    {.what = "-1", .text = R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": -1}]})"},
    {.what = "4294967296, 2^32",
     .text = R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": 4294967296}]})"},
};

constexpr Rule kRules[] = {
    {.id = "message-size-out-of-range",
     .summary = "A message size is negative or above 4294967295.",
     .rationale = "The sizes are unsigned 32-bit numbers (service_config.proto). C-core and Java "
                  "reject others; Go takes -1 and then fails every call, because every message "
                  "is larger.",
     .takes_in = {"number-quoted"},
     .claims = {{IssueKind::kTooSmall, "MethodConfig", "maxRequestMessageBytes"},
                {IssueKind::kTooSmall, "MethodConfig", "maxResponseMessageBytes"},
                {IssueKind::kTooLarge, "MethodConfig", "maxRequestMessageBytes"},
                {IssueKind::kTooLarge, "MethodConfig", "maxResponseMessageBytes"}},
     .describe = DescribeRange,
     .bad = kSizeCases[0].text,
     .good = R"({"methodConfig": [{"name": [{}], "maxRequestMessageBytes": 1048576}]})",
     .cases = kSizeCases},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> MessageSizeRules() { return kRules; }

}  // namespace grpcfg
