// Rules on methods that are executed more than once and may not bear it (gRFC A6, Retryable Status
// Codes and Hedging Policy).
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "rules/entry_methods.h"
#include "rules/families.h"
#include "rules/method_safety.h"
#include "rules/policies_in_force.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

// They do not say that the server did nothing. google/rpc/code.proto: with DEADLINE_EXCEEDED the
// operation may have completed; grpc/status.h on INTERNAL: invariants are broken.
constexpr CodeSet kUnsettled =
    SetOfCodes({"CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED", "ABORTED", "INTERNAL", "DATA_LOSS"});

using Codes = std::vector<const ListedCode*>;

// Of the methods of an entry, one that a rule is about.
struct Judged {
  EntryMethod method;
  MethodSafety safety;
};

template <typename Predicate>
std::vector<Judged> Judge(const std::vector<EntryMethod>& methods, const Predicate& is_meant) {
  std::vector<Judged> judged;
  for (const EntryMethod& method : methods) {
    const MethodSafety safety =
        method.described != nullptr ? SafetyOf(*method.described) : SafetyOfName(method.method);
    if (is_meant(safety.safety)) judged.push_back({method, safety});
  }
  return judged;
}

bool MayNotRepeat(Safety safety) { return !MayRepeat(safety); }
bool IsNotIdempotent(Safety safety) { return safety == Safety::kNotIdempotent; }

// ---- Words

// `Library/CreateBook`
std::string ShortName(const EntryMethod& method) {
  const absl::string_view service = method.service.substr(method.service.rfind('.') + 1);
  return Quoted(absl::StrCat(service, "/", method.method));
}

constexpr size_t kMostListed = 3;

// "`A/B`", "`A/B` and `A/C`", "`A/B`, `A/C`, `A/D` and 9 more".
std::string ListOf(const std::vector<Judged>& judged) {
  std::vector<std::string> names;
  for (const Judged& each : judged) {
    if (names.size() < kMostListed) names.push_back(ShortName(each.method));
  }
  if (judged.size() > kMostListed) {
    names.push_back(absl::StrCat(judged.size() - kMostListed, " more"));
  }
  return Enumerate(names);
}

void AddEvidence(const std::vector<Judged>& judged, Diagnostic& words) {
  for (const Judged& each : judged) {
    if (words.notes.size() >= kMostListed) break;
    words.notes.push_back(
        absl::StrCat(ShortName(each.method), ": ", EvidenceFor(each.safety, each.method.method)));
  }
}

void AddName(const Judged& judged, Diagnostic& words) {
  const Name& name = *judged.method.name;
  const bool is_one = !name.method.value.value_or("").empty();
  const std::string method = ShortName(judged.method);
  words.secondary.push_back(
      {name.span, is_one ? absl::StrCat("names ", method) : absl::StrCat(method, " among others")});
}

// ---- Retries

// An entry whose retries may execute methods twice.
struct Repeated {
  const MethodConfig* entry;
  Codes codes;
  std::vector<Judged> methods;
};

// Calls function(Repeated) for each entry that retries one of `set` for a method that is meant.
template <typename Predicate, typename Function>
void ForEachRepeated(const CheckContext& context, CodeSet set, const Predicate& is_meant,
                     const Function& function) {
  for (const ServiceConfig* const config : context.reading.configs) {
    EntryMethods methods(*config, context.api);
    ForEachRetryOn(set, context, *config, [&](const MethodConfig& entry, const Codes& codes) {
      const Repeated repeated = {&entry, codes, Judge(methods.Of(entry), is_meant)};
      if (!repeated.methods.empty()) function(repeated);
    });
  }
}

Diagnostic WordsOn(const Repeated& repeated, absl::string_view judgement) {
  const auto are = [](size_t count) { return count == 1 ? " is " : " are "; };
  Diagnostic words = {.message = absl::StrCat(NamesOf(repeated.codes), are(repeated.codes.size()),
                                              "retried for ", ListOf(repeated.methods), ", which",
                                              are(repeated.methods.size()), judgement)};
  for (size_t i = 1; i < repeated.codes.size(); ++i) {
    words.secondary.push_back({repeated.codes[i]->span, {}});
  }
  AddName(repeated.methods.front(), words);
  AddEvidence(repeated.methods, words);
  return words;
}

void CheckRetried(const CheckContext& context) {
  if (context.api == nullptr) return;
  ForEachRepeated(context, kUnsettled, MayNotRepeat, [&](const Repeated& repeated) {
    Diagnostic words = WordsOn(repeated, "not known to be idempotent; a retry may do it twice");
    words.help.emplace_back(
        "give these methods an entry without such codes or, if they may be repeated, say so: "
        "`option idempotency_level = IDEMPOTENT;`");
    context.add(repeated.codes.front()->span, std::move(words));
  });
}

void CheckRetriedByName(const CheckContext& context) {
  if (context.api != nullptr) return;
  ForEachRepeated(context, kUnsettled, IsNotIdempotent, [&](const Repeated& repeated) {
    Diagnostic words =
        WordsOn(repeated, "not idempotent to judge by name; a retry may do it twice");
    words.help.emplace_back(
        "`--descriptor-set` or `--proto` would settle it; if these methods may not be repeated, "
        "give them an entry without such codes");
    context.add(repeated.codes.front()->span, std::move(words));
  });
}

bool IsUnsettled(const MethodConfig& entry) {
  return !CodesAmong(*entry.retry_policy, kUnsettled).empty();
}

void CheckUnavailable(const CheckContext& context) {
  Diagnostic words;
  Span place;
  size_t count = 0;
  const CodeSet unavailable = SetOfCodes({"UNAVAILABLE"});
  ForEachRepeated(context, unavailable, IsNotIdempotent, [&](const Repeated& repeated) {
    if (IsUnsettled(*repeated.entry) || count++ > 0) return;
    words = WordsOn(repeated, context.api == nullptr ? "not idempotent to judge by name"
                                                     : "not known to be idempotent");
    place = repeated.codes.front()->span;
  });
  if (count == 0) return;
  words.notes.emplace_back(
      "a call also ends so if its connection breaks while the server executes it");
  if (count > 1) {
    words.notes.push_back(absl::StrCat("the same in ", count - 1, " more ",
                                       count == 2 ? "entry" : "entries", " of this config"));
  }
  words.help.emplace_back(
      "let the server tell a repeated request by an ID in it (AIP-155), or do not retry these");
  context.add(place, std::move(words));
}

void CheckStreams(const CheckContext& context) {
  if (context.api == nullptr) return;
  for (const ServiceConfig* const config : context.reading.configs) {
    EntryMethods methods(*config, context.api);
    ForEachRetryOn(kEveryCode, context, *config, [&](const MethodConfig& entry, const Codes&) {
      std::vector<Judged> streams;
      for (const EntryMethod& method : methods.Of(entry)) {
        if (method.described->client_streaming) streams.push_back({method, {}});
      }
      if (streams.empty()) return;
      Diagnostic words = {
          .message = absl::StrCat("a retry of ", ListOf(streams),
                                  " sends the whole stream of requests again; it is made only "
                                  "while that fits into a buffer and no response has begun"),
          .notes = {"the buffer of a call holds 256 KiB in C-core and Go, 1 MiB in Java, Node and "
                    ".NET, unless the application sets another size"},
          .help = {"let the application open a new stream and go on from where it was"}};
      AddName(streams.front(), words);
      context.add(context.KeyOf(entry.retry_policy->span), std::move(words));
    });
  }
}

// ---- Hedging

void AddHedged(const CheckContext& context, const HedgingPolicy& hedging,
               const std::vector<Judged>& judged) {
  Diagnostic words = {
      .message = absl::StrCat("hedging executes ", ListOf(judged),
                              " several times for one call; that is for idempotent methods alone"),
      .help = {context.api == nullptr
                   ? "hedge only methods that read; `--descriptor-set` or `--proto` would tell "
                     "which are idempotent"
                   : "hedge only methods that read or, if these may be repeated, say so: "
                     "`option idempotency_level = IDEMPOTENT;`"}};
  AddName(judged.front(), words);
  AddEvidence(judged, words);
  context.add(context.KeyOf(hedging.span), std::move(words));
}

void CheckHedging(const CheckContext& context) {
  const auto is_judged = context.api != nullptr ? MayNotRepeat : IsNotIdempotent;
  for (const ServiceConfig* const config : context.reading.configs) {
    if (!config->method_config.value) continue;
    EntryMethods methods(*config, context.api);
    for (const MethodConfig& entry : *config->method_config.value) {
      const HedgingPolicy* const hedging = entry.hedging_policy;
      if (hedging == nullptr || !IsInForce(context, entry, hedging->span)) continue;
      const std::vector<Judged> judged = Judge(methods.Of(entry), is_judged);
      if (!judged.empty()) AddHedged(context, *hedging, judged);
    }
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

constexpr Verdicts kHedged = {
    .spec = {Effect::kAccepts, "gRFC A6, Hedging Policy: only for methods that bear it"},
    .core = {Effect::kAccepts, "retry_service_config.cc: no hedging, so nothing is repeated"},
    .go = {Effect::kAccepts, "grpc-go service_config.go: no hedging, so nothing is repeated"},
    .java = {Effect::kAccepts,
             "RetriableStream.java makeHedgingDecision: by status, not by method"},
    .node = {Effect::kAccepts,
             "grpc-js retrying-call.ts handleProcessedStatus: by status, not by method"},
    .dotnet = {Effect::kAccepts, "GrpcMethodInfo.cs CreateHedgingPolicy: for any method"},
    .gapic = {Effect::kAccepts,
              "gapic-generator-go config.go New: hedgingPolicy is not looked at"}};

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
    {.id = "hedging-not-idempotent",
     .summary = "A method is hedged that may not be executed twice.",
     .rationale =
         "Hedging sends a call several times without waiting for a failure, so the server "
         "executes it several times in the normal course of things. gRFC A6 asks that such "
         "methods bear it. Without descriptors only the name of a method tells.",
     .check = CheckHedging,
     .verdicts = kHedged,
     .bad = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Create"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]})",
     .good = R"({"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}],
  "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]})"},
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
    {.id = "retry-unavailable-not-idempotent",
     .summary = "A method that may not bear it is retried on UNAVAILABLE.",
     .rationale =
         "UNAVAILABLE is the status that retries are made for, and mostly means that nothing was "
         "executed. But a call also ends so when its connection breaks while the server is at "
         "work: it is not always safe to retry operations that are not idempotent "
         "(google/rpc/code.proto). Told once for a config.",
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
