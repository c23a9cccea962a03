// Rules on methods that retries execute more than once and that may not bear it (gRFC A6, Retryable
// Status Codes).
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/policies_in_force.h"
#include "rules/repeated_methods.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// What the retries of an entry may execute twice, and after which codes.
struct Repeated {
  const Codes& codes;
  std::vector<Judged> methods;
};

// What the codes of an entry leave open about a failed attempt at the worst.
enum class Doubt : bool { kUnavailable, kUnsettled };

// Calls function(risky, codes) for each entry that retries codes of such a doubt, `codes`, for a
// method that is meant.
template <typename Predicate, typename Function>
void ForEachRepeated(const CheckContext& context, Doubt doubt, const Predicate& matches,
                     const Function& function) {
  const bool is_unsettled = doubt == Doubt::kUnsettled;
  const StatusCodeSet set = is_unsettled ? kUnsettledCodes : kUnavailable;
  for (const RiskyEntry& risky : RiskyEntries(context)) {
    const RetryPolicy* const policy = (*risky.entry)->retry_policy;
    if (policy == nullptr) continue;
    const auto& codes = policy->retryable_status_codes;
    const bool is_of_doubt =
        HasCodeAmong(codes, set) && HasCodeAmong(codes, kUnsettledCodes) == is_unsettled;
    if (is_of_doubt && absl::c_any_of(risky.methods, matches)) {
      function(risky, CodesAmong(codes, set));
    }
  }
}

// "`INTERNAL` is retried for `A/B`", and the words after it.
Diagnostic WordsBefore(const CheckContext& context, const Repeated& repeated,
                       absl::string_view rest) {
  Diagnostic words = {.message = absl::StrCat(NamesOf(repeated.codes),
                                              repeated.codes.size() == 1 ? " is" : " are",
                                              " retried for ", ListOf(repeated.methods), rest)};
  AddFurtherCodes(context, repeated.codes, words);
  AddName(context, repeated.methods.front(), words);
  AddEvidence(repeated.methods, words);
  return words;
}

// "`INTERNAL` is retried for `A/B`, which does not look idempotent (by its name)"; a list of those
// that do.
Diagnostic WordsOnUnsafe(const CheckContext& context, const Repeated& repeated,
                         absl::string_view rest) {
  return WordsBefore(context, repeated, absl::StrCat(", which ", LooksOf(repeated.methods), rest));
}

// Adds a finding for each entry that retries methods that are meant and not idempotent.
template <typename Predicate>
void AddUnsafe(const CheckContext& context, const Predicate& matches, absl::string_view help) {
  const auto is_unsafe = [&](const Judged& each) { return IsNotIdempotent(each) && matches(each); };
  ForEachRepeated(
      context, Doubt::kUnsettled, is_unsafe, [&](const auto& risky, const Codes& codes) {
        context.Add(codes.front()->node, [&] {
          const Repeated repeated = {codes, Among(risky.methods, is_unsafe)};
          const absl::string_view pronoun = repeated.methods.size() == 1 ? "it" : "them";
          Diagnostic words = WordsOnUnsafe(
              context, repeated, absl::StrCat("; a retry may execute ", pronoun, " twice"));
          words.help.push_back(
              absl::StrCat("give ", pronoun, " an entry without such codes", help));
          return words;
        });
      });
}

constexpr absl::string_view kDeclare = "`option idempotency_level = IDEMPOTENT;`";

bool IsDescribed(const Judged& judged) { return judged.method.described != nullptr; }

void CheckRetried(const CheckContext& context) {
  if (context.api == nullptr) return;
  AddUnsafe(context, IsDescribed,
            absl::StrCat(" or, if a second execution does no harm, declare that: ", kDeclare));
}

void CheckRetriedByName(const CheckContext& context) {
  const auto is_named = [](const Judged& judged) { return !IsDescribed(judged); };
  AddUnsafe(context, is_named,
            context.api == nullptr
                ? ", or let descriptors settle it: `--descriptor-set` or `--proto`"
                : "");
}

void CheckUnsettled(const CheckContext& context) {
  SingleFinding single;
  ForEachRepeated(
      context, Doubt::kUnsettled, IsNotKnownToRepeat, [&](const auto& risky, const Codes& codes) {
        // An entry with a method that is not idempotent is reported for that one.
        if (HasNotIdempotent(risky.methods) || !single.IsFirst(codes.front()->node)) return;
        single.words = WordsBefore(context, {codes, Among(risky.methods, IsNotKnownToRepeat)},
                                   "; nothing shows whether a second execution is safe");
        single.words->help.push_back(
            context.api == nullptr
                ? "`--descriptor-set` or `--proto` would show which methods are idempotent"
                : absl::StrCat("declare methods that may be repeated: ", kDeclare));
      });
  AddOnce(context, single, CountEntries);
}

void CheckUnavailable(const CheckContext& context) {
  SingleFinding single;
  ForEachRepeated(
      context, Doubt::kUnavailable, IsNotIdempotent, [&](const auto& risky, const Codes& codes) {
        if (!single.IsFirst(codes.front()->node)) return;
        single.words = WordsOnUnsafe(context, {codes, Among(risky.methods, IsNotIdempotent)}, "");
        single.words->notes.emplace_back(
            "a broken connection also gives UNAVAILABLE, perhaps after the server did the work");
        single.words->help.emplace_back(
            "put an ID into the request by which the server recognizes a repeated one (AIP-155), "
            "or do not retry these");
      });
  AddOnce(context, single, CountEntries);
}

void CheckDoneOnce(const CheckContext& context) {
  SingleFinding single;
  ForEachRepeated(
      context, Doubt::kUnsettled, IsDoneOnce, [&](const auto& risky, const Codes& codes) {
        if (!single.IsFirst(codes.front()->node)) return;
        single.words =
            WordsBefore(context, {codes, Among(risky.methods, IsDoneOnce)},
                        "; where the first attempt did the work, a retry with the same ID "
                        "ends in ALREADY_EXISTS");
        single.words->help.emplace_back(
            "treat ALREADY_EXISTS as success there, or put an ID into the request by which the "
            "server recognizes a repeated one (AIP-155)");
      });
  AddOnce(context, single, CountEntries);
}

void CheckStreams(const CheckContext& context) {
  if (context.api == nullptr) return;
  for (const ServiceConfig* const config : context.reading.configs) {
    EntryMethods methods(*config, context.api);
    ForEachRetryOn(StatusCodeSet::Every(), *config, [&](const MethodConfig& entry, const Codes&) {
      std::vector<Judged> streams;
      methods.ForEach(entry, [&](const EntryMethod& method) {
        const ApiMethod* const described = method.described;
        if (described != nullptr && described->client_streaming) streams.push_back({method, {}});
      });
      if (streams.empty()) return;
      context.Add(context.KeyOf(entry->retry_policy->node), [&] {
        Diagnostic words = {
            .message = absl::StrCat("a retry of ", ListOf(streams),
                                    " sends the whole stream of requests again; it is made only "
                                    "while that fits into a buffer and no response has begun"),
            .notes =
                {"the buffer of a call holds 256 KiB in C-core and Go, 1 MiB in Java, Node and "
                 ".NET, unless the application sets another size"},
            .help = {
                "have the application open a new stream and continue where the old one ended"}};
        AddName(context, streams.front(), words);
        return words;
      });
    });
  }
}

// ---- Rows

// No client asks what a method does.
constexpr Verdicts kAnyMethod = AllAccept(
    {.spec = "gRFC A6, Retryable Status Codes: no mechanism to mark a method as idempotent",
     .core = "retry_filter_legacy_call_data.cc ShouldRetry: by status, not by method",
     .go = "grpc-go stream.go shouldRetry: by status, not by method",
     .java = "RetriableStream.java makeRetryDecision: by status, not by method",
     .node = "grpc-js retrying-call.ts handleProcessedStatus: by status, not by method",
     .dotnet = "RetryCall.cs EvaluateRetry: by status, not by method",
     .gapic = "gapic-generator-go config.go New: any method that is named"});

constexpr Verdicts kBuffered = AllAccept(
    {.spec = "gRFC A6, Memory Management: committed at headers, or at the limit",
     .core = "retry_filter_legacy_call_data.cc PendingBatchesAdd: committed at the limit",
     .go = "grpc-go stream.go bufferForRetryLocked: committed at the limit",
     .java = "RetriableStream.java BufferSizeTracer: committed at the limit",
     .node = "grpc-js retrying-call.ts MessageBufferTracker.allocate: committed at the limit",
     .dotnet = "RetryCallBase.cs TryAddToRetryBuffer: committed at the limit",
     .gapic = "gapic-generator-go config.go New: any method that is named"});

constexpr absl::string_view kOrders = R"(syntax = "proto3";
package shop;
message Order {
  string name = 1;
}
service Orders {
  rpc Create(Order) returns (Order);
  rpc Get(Order) returns (Order) { option idempotency_level = NO_SIDE_EFFECTS; }
}
)";

constexpr absl::string_view kUploads = R"(syntax = "proto3";
package shop;
message Photo {
  bytes part = 1;
}
service Photos {
  rpc Upload(stream Photo) returns (Photo);
  rpc Get(Photo) returns (Photo);
}
)";

constexpr absl::string_view kRetriesInternal =
    R"({"methodConfig": [{"name": [{"service": "shop.Orders"}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["INTERNAL"]}}]})";

constexpr absl::string_view kCreates = R"(syntax = "proto3";
package shop;
message Order {}
message CreateRequest {
  Order order = 1;
  string order_id = 2;
}
service Orders {
  rpc Create(CreateRequest) returns (Order);
}
)";

constexpr Rule kRules[] = {
    {.id = "retry-already-exists",
     .summary = "A method that creates a resource by ID is retried on a status that leaves the "
                "outcome open.",
     .rationale =
         "After INTERNAL, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, CANCELLED or DATA_LOSS the server "
         "may have done the work. The request contains the ID of the new resource (AIP-133), so a "
         "retry does not create it twice: it ends in ALREADY_EXISTS, an error for a call that "
         "succeeded. If the ID is optional and absent, a retry creates a second resource.",
     .advice = Severity::kNote,
     .check = CheckDoneOnce,
     .verdicts = kAnyMethod,
     .bad = kRetriesInternal,
     .good = {kRetriesInternal, R"("INTERNAL")", R"("UNAVAILABLE")"},
     .proto = kCreates},
    {.id = "retry-not-idempotent",
     .summary = "A method that does not look idempotent is retried on a status that leaves the "
                "outcome open.",
     .rationale =
         "After INTERNAL, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, CANCELLED or DATA_LOSS the server "
         "may have done some or all of the work, and a retry repeats it: a second order, a second "
         "payment. By gRFC A6, only idempotent methods should be retried on these codes. The name "
         "of this method suggests that it is not idempotent, as Create and Send do. Or the name "
         "and the response together suggest it: `GenerateReport` that returns a long-running "
         "operation starts another one. No `idempotency_level`, `google.api.http` of GET, PUT or "
         "DELETE, request ID, etag or `update_mask` shows otherwise.",
     .check = CheckRetried,
     .verdicts = kAnyMethod,
     .bad = kRetriesInternal,
     .good = R"({"methodConfig": [
  {"name": [{"service": "shop.Orders"}], "timeout": "5s"},
  {"name": [{"service": "shop.Orders", "method": "Get"}], "timeout": "5s", "retryPolicy": {
    "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["INTERNAL"]}}]})",
     .proto = kOrders},
    {.id = "retry-not-idempotent-by-name",
     .summary = "A method whose name does not look idempotent is retried on a status that leaves "
                "the outcome open.",
     .rationale =
         "After INTERNAL, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, CANCELLED or DATA_LOSS the server "
         "may have done some or all of the work, and a retry repeats it (gRFC A6, Retryable Status "
         "Codes). Names like Create, Send or Submit suggest that this matters. Descriptors would "
         "settle the question: provide them with `--descriptor-set` or `--proto`.",
     .advice = Severity::kNote,
     .is_preview = true,
     .check = CheckRetriedByName,
     .verdicts = kAnyMethod,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Create"}],
  "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["INTERNAL"]}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}],
  "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["INTERNAL"]}}]})"},
    {.id = "retry-of-stream",
     .summary = "A method that streams its requests is retried.",
     .rationale = "A retry sends all requests of the stream again, so the client buffers them. As "
                  "soon as they outgrow the buffer, or the first response or its headers arrive, "
                  "the call is committed and no longer retried (gRFC A6, When Retries are Valid). "
                  "A long stream is therefore retried only in its first moments.",
     .advice = Severity::kNote,
     .folds_notes = true,
     .check = CheckStreams,
     .verdicts = kBuffered,
     .bad = {kRetriesCodesApart, R"("name": [{}])", R"("name": [{"service": "shop.Photos"}])"},
     .good = R"({"methodConfig": [
  {"name": [{"service": "shop.Photos"}], "timeout": "60s"},
  {"name": [{"service": "shop.Photos", "method": "Get"}], "timeout": "5s", "retryPolicy": {
    "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .proto = kUploads},
    {.id = "retry-safety-unknown",
     .summary = "Nothing shows whether retried calls may be executed twice.",
     .rationale =
         "An entry for a whole service, or for every method, also covers methods that create, send "
         "or charge. Some names do not reveal their effect, nor does a `google.api.http` of POST. "
         "After INTERNAL, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, CANCELLED or DATA_LOSS the server "
         "may have done some or all of the work, and a retry repeats it (gRFC A6, Retryable Status "
         "Codes). Descriptors show more: provide them with `--descriptor-set` or `--proto`.",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckUnsettled,
     .verdicts = kAnyMethod,
     .bad = kRetriesInternal,
     .good = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}],
  "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["INTERNAL"]}}]})"},
    {.id = "retry-unavailable-not-idempotent",
     .summary = "A method that does not look idempotent is retried on UNAVAILABLE.",
     .rationale = "UNAVAILABLE is the status that retries are made for, and usually the server has "
                  "executed nothing. But a connection that breaks while the server is working "
                  "gives the same status, so retrying operations that are not idempotent is not "
                  "always safe (google/rpc/code.proto).",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckUnavailable,
     .verdicts = kAnyMethod,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Create"}],
  "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}],
  "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> IdempotencyRules() { return kRules; }

}  // namespace grpcfg
