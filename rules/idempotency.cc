// Rules on methods that retries execute more than once and that may not bear it (gRFC A6, Retryable
// Status Codes).
#include "absl/strings/str_cat.h"
#include "rules/families.h"
#include "rules/policies_in_force.h"
#include "rules/repeated_methods.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// They do not say that the server did nothing. google/rpc/code.proto: with DEADLINE_EXCEEDED the
// operation may have completed; grpc/status.h on INTERNAL: invariants are broken.
constexpr StatusCodeSet kUnsettled = {"CANCELLED", "UNKNOWN",  "DEADLINE_EXCEEDED",
                                      "ABORTED",   "INTERNAL", "DATA_LOSS"};

using Codes = std::vector<const ListedCode*>;

// An entry whose retries may execute methods twice.
struct Repeated {
  const MethodConfig* entry;
  Codes codes;
  std::vector<Judged> methods;
};

// Calls function(Repeated) for each entry that retries one of `set` for a method that is meant.
template <typename Predicate, typename Function>
void ForEachRepeated(const CheckContext& context, StatusCodeSet set, const Predicate& is_meant,
                     const Function& function) {
  for (const ServiceConfig* const config : context.reading.configs) {
    EntryMethods methods(*config, context.api);
    ForEachRetryOn(set, *config, [&](const MethodConfig& entry, const Codes& codes) {
      const Repeated repeated = {&entry, codes, Judge(methods.Of(entry), is_meant)};
      if (!repeated.methods.empty()) function(repeated);
    });
  }
}

// "`INTERNAL` is retried for `A/B`", and the words behind it.
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

Diagnostic WordsOn(const CheckContext& context, const Repeated& repeated,
                   absl::string_view judgement) {
  const absl::string_view are = repeated.methods.size() == 1 ? ", which is " : ", which are ";
  return WordsBefore(context, repeated, absl::StrCat(are, judgement));
}

void CheckRetried(const CheckContext& context) {
  ForEachRepeated(context, kUnsettled, IsNotKnownToRepeat, [&](const Repeated& repeated) {
    Diagnostic words =
        WordsOn(context, repeated, "not known to be idempotent; a retry may do it twice");
    words.help.emplace_back(
        "give these methods an entry without such codes or, if they may be repeated, say so: "
        "`option idempotency_level = IDEMPOTENT;`");
    context.add(repeated.codes.front()->node, std::move(words));
  });
}

void CheckRetriedByName(const CheckContext& context) {
  ForEachRepeated(context, kUnsettled, IsNotIdempotentByName, [&](const Repeated& repeated) {
    Diagnostic words =
        WordsOn(context, repeated, "not idempotent to judge by name; a retry may do it twice");
    words.help.emplace_back(
        "their descriptors would settle it, by `--descriptor-set` or `--proto`; if these methods "
        "may not be repeated, give them an entry without such codes");
    context.add(repeated.codes.front()->node, std::move(words));
  });
}

// Of entries that a rule tells once for all of them, the first one, and how many there are.
struct Told {
  Diagnostic words = {};
  NodeId place = kNoNode;
  size_t count = 0;
};

void AddOnce(const CheckContext& context, Told told) {
  if (told.count == 0) return;
  if (told.count > 1) told.words.notes.push_back(CountEntries(told.count - 1));
  context.add(told.place, std::move(told.words));
}

void CheckUntold(const CheckContext& context) {
  Told told;
  const auto is_meant = [](const Judged& judged) {
    return IsUntold(judged) || IsNotIdempotentByName(judged);
  };
  ForEachRepeated(context, kUnsettled, is_meant, [&](const Repeated& repeated) {
    // An entry with a method that is not idempotent by its name is told for that one.
    if (HasNotIdempotentByName(repeated.methods) || told.count++ > 0) return;
    told.words =
        WordsBefore(context, repeated, "; nothing tells whether a second execution does harm");
    told.place = repeated.codes.front()->node;
  });
  told.words.help.emplace_back(
      "`--descriptor-set` or `--proto` would tell which of them may be repeated");
  AddOnce(context, std::move(told));
}

bool IsUnsettled(const MethodConfig& entry) {
  return !CodesAmong(entry->retry_policy->retryable_status_codes, kUnsettled).empty();
}

void CheckUnavailable(const CheckContext& context) {
  Told told;
  const StatusCodeSet unavailable = {"UNAVAILABLE"};
  ForEachRepeated(context, unavailable, IsUnsafe, [&](const Repeated& repeated) {
    if (IsUnsettled(*repeated.entry) || told.count++ > 0) return;
    const bool by_name = repeated.methods.front().method.described == nullptr;
    told.words =
        WordsOn(context, repeated,
                by_name ? "not idempotent to judge by name" : "not known to be idempotent");
    told.place = repeated.codes.front()->node;
  });
  told.words.notes.emplace_back(
      "a call also ends so if its connection breaks while the server executes it");
  told.words.help.emplace_back(
      "let the server tell a repeated request by an ID in it (AIP-155), or do not retry these");
  AddOnce(context, std::move(told));
}

void CheckStreams(const CheckContext& context) {
  if (context.api == nullptr) return;
  for (const ServiceConfig* const config : context.reading.configs) {
    EntryMethods methods(*config, context.api);
    ForEachRetryOn(StatusCodeSet::Every(), *config, [&](const MethodConfig& entry, const Codes&) {
      std::vector<Judged> streams;
      for (const EntryMethod& method : methods.Of(entry)) {
        const ApiMethod* const described = method.described;
        if (described != nullptr && described->client_streaming) streams.push_back({method, {}});
      }
      if (streams.empty()) return;
      Diagnostic words = {
          .message = absl::StrCat("a retry of ", ListOf(streams),
                                  " sends the whole stream of requests again; it is made only "
                                  "while that fits into a buffer and no response has begun"),
          .notes = {"the buffer of a call holds 256 KiB in C-core and Go, 1 MiB in Java, Node and "
                    ".NET, unless the application sets another size"},
          .help = {"let the application open a new stream and go on from where it was"}};
      AddName(context, streams.front(), words);
      context.add(context.KeyOf(entry->retry_policy->node), std::move(words));
    });
  }
}

// ---- Rows

// No client asks what a method does.
constexpr Verdicts kAnyMethod = {
    .spec = {Effect::kAccepts,
             "gRFC A6, Retryable Status Codes: no mechanism to mark a method as idempotent"},
    .core = {Effect::kAccepts,
             "retry_filter_legacy_call_data.cc ShouldRetry: by status, not by method"},
    .go = {Effect::kAccepts, "grpc-go stream.go shouldRetry: by status, not by method"},
    .java = {Effect::kAccepts, "RetriableStream.java makeRetryDecision: by status, not by method"},
    .node = {Effect::kAccepts,
             "grpc-js retrying-call.ts handleProcessedStatus: by status, not by method"},
    .dotnet = {Effect::kAccepts, "RetryCall.cs EvaluateRetry: by status, not by method"},
    .gapic = {Effect::kAccepts, "gapic-generator-go config.go New: any method that is named"}};

constexpr Verdicts kBuffered = {
    .spec = {Effect::kAccepts, "gRFC A6, Memory Management: committed at headers, or at the limit"},
    .core = {Effect::kAccepts,
             "retry_filter_legacy_call_data.cc PendingBatchesAdd: committed at the limit"},
    .go = {Effect::kAccepts, "grpc-go stream.go bufferForRetryLocked: committed at the limit"},
    .java = {Effect::kAccepts, "RetriableStream.java BufferSizeTracer: committed at the limit"},
    .node = {Effect::kAccepts,
             "grpc-js retrying-call.ts MessageBufferTracker.allocate: committed at the limit"},
    .dotnet = {Effect::kAccepts, "RetryCallBase.cs TryAddToRetryBuffer: committed at the limit"},
    .gapic = {Effect::kAccepts, "gapic-generator-go config.go New: any method that is named"}};

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

constexpr Rule kRules[] = {
    {.id = "retry-not-idempotent",
     .summary = "A method that may not bear it is retried on a status that leaves open what "
                "happened.",
     .rationale =
         "After INTERNAL, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, CANCELLED or DATA_LOSS the server "
         "may have done the work, in part or whole, and a retry does it again: a second order, a "
         "second payment. gRFC A6 wants them retried only for methods that are idempotent. By "
         "the descriptors this one is not, or nothing says so: neither `idempotency_level` nor "
         "`google.api.http`, a request ID, an etag, an `update_mask` or the name.",
     .check = CheckRetried,
     .verdicts = kAnyMethod,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.Orders"}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["INTERNAL"]}}]})",
     .good = R"({"methodConfig": [
  {"name": [{"service": "shop.Orders"}], "timeout": "5s"},
  {"name": [{"service": "shop.Orders", "method": "Get"}], "timeout": "5s", "retryPolicy": {
    "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["INTERNAL"]}}]})",
     .proto = kOrders},
    {.id = "retry-not-idempotent-by-name",
     .summary = "A method that by its name may not bear it is retried on a status that leaves "
                "open what happened.",
     .rationale =
         "After INTERNAL, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, CANCELLED or DATA_LOSS the server "
         "may have done the work, in part or whole, and a retry does it again (gRFC A6, Retryable "
         "Status Codes). Names like Create, Send or Run say that this matters. Descriptors would "
         "settle it: give them with `--descriptor-set` or `--proto`.",
     .advice = Severity::kNote,
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
     .summary = "A method is retried whose requests are a stream.",
     .rationale =
         "A retry sends all requests of the stream again, so the client keeps them in a buffer. "
         "As soon as they outgrow it, or the first response or its headers are there, the call "
         "is committed and no longer retried (gRFC A6, When Retries are Valid). Long streams are "
         "retried in their first moments only.",
     .advice = Severity::kNote,
     .check = CheckStreams,
     .verdicts = kBuffered,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.Photos"}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .good = R"({"methodConfig": [
  {"name": [{"service": "shop.Photos"}], "timeout": "60s"},
  {"name": [{"service": "shop.Photos", "method": "Get"}], "timeout": "5s", "retryPolicy": {
    "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"]}}]})",
     .proto = kUploads},
    {.id = "retry-safety-unknown",
     .summary = "Nothing tells whether what is retried may be executed twice.",
     .rationale =
         "An entry for a whole service, or for every method, is also for those that create, send "
         "or charge, and some names tell nothing of what a method does. After INTERNAL, UNKNOWN, "
         "DEADLINE_EXCEEDED, ABORTED, CANCELLED or DATA_LOSS the server may have done the work, "
         "in part or whole, and a retry does it again (gRFC A6, Retryable Status Codes). "
         "Descriptors settle it: give them with `--descriptor-set` or `--proto`.",
     .advice = Severity::kNote,
     .is_common = true,
     .check = CheckUntold,
     .verdicts = kAnyMethod,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.Orders"}], "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["INTERNAL"]}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}],
  "retryPolicy": {
  "maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["INTERNAL"]}}]})"},
    {.id = "retry-unavailable-not-idempotent",
     .summary = "A method that may not bear it is retried on UNAVAILABLE.",
     .rationale =
         "UNAVAILABLE is the status that retries are made for, and mostly means that nothing was "
         "executed. But a call also ends so when its connection breaks while the server is at "
         "work: it is not always safe to retry operations that are not idempotent "
         "(google/rpc/code.proto).",
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
