#include "rules/method_safety.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

// ---- Facts of a descriptor

template <IdempotencyLevel kLevel>
bool IsDeclared(const ApiMethod& method) {
  return method.idempotency_level == kLevel;
}

template <HttpVerb kVerb>
bool HasVerb(const ApiMethod& method) {
  return method.http_verb == kVerb;
}

bool HasAnnotatedId(const ApiMethod& method) { return method.is_request_id_annotated; }
bool HasRequestId(const ApiMethod& method) { return !method.request_id_field.empty(); }
bool HasEtag(const ApiMethod& method) { return method.has_etag; }
bool HasUpdateMask(const ApiMethod& method) { return method.has_update_mask; }
bool StreamsRequests(const ApiMethod& method) { return method.client_streaming; }

// ---- Verbs of names

constexpr absl::string_view kGet[] = {"Get", "List", "Search"};
constexpr absl::string_view kRead[] = {
    "Calculate", "Check", "Classify",  "Compare", "Compute",   "Count",   "Describe", "Estimate",
    "Explain",   "Fetch", "Find",      "Group",   "Has",       "Inspect", "Is",       "Locate",
    "Lookup",    "Peek",  "Ping",      "Query",   "Rank",      "Read",    "Retrieve", "Sample",
    "Scan",      "Show",  "Summarize", "Tail",    "Validate",  "Verify",  "View",     "Wait",
    "Watch",     "Test",  "Aggregate", "Browse",  "Partition", "Exists"};
constexpr absl::string_view kCompute[] = {
    "Analyze",    "Annotate", "Decrypt", "Encrypt",    "Deidentify", "Embed",     "Generate",
    "Parse",      "Predict",  "Preview", "Quote",      "Recognize",  "Recommend", "Redact",
    "Reidentify", "Render",   "Suggest", "Synthesize", "Tokenize",   "Translate", "Transcode"};
constexpr absl::string_view kSign[] = {"Sign"};
constexpr absl::string_view kSigned[] = {"Blob", "Digest", "Jwt"};
constexpr absl::string_view kRun[] = {"Run", "Execute"};
constexpr absl::string_view kAnswers[] = {"Query", "Queries", "Report", "Reports"};
constexpr absl::string_view kUpdate[] = {"Update", "Modify", "Patch"};
constexpr absl::string_view kDelete[] = {"Delete", "Purge"};
constexpr absl::string_view kCancel[] = {"Cancel"};
constexpr absl::string_view kUndelete[] = {"Undelete"};
constexpr absl::string_view kReach[] = {
    "Abort",     "Ack",        "Acknowledge", "Activate",    "Archive", "Clear",   "Close",
    "Detach",    "Deactivate", "Disable",     "Drop",        "Enable",  "Ensure",  "Hide",
    "Mark",      "Mute",       "Overwrite",   "Pause",       "Put",     "Remove",  "Replace",
    "Resume",    "Revoke",     "Seek",        "Set",         "Stop",    "Suspend", "Undeploy",
    "Unarchive", "Unmute",     "Unpublish",   "Unsubscribe", "Upsert"};
constexpr absl::string_view kCreate[] = {"Create"};
constexpr absl::string_view kImport[] = {"Import"};
constexpr absl::string_view kRepeat[] = {
    "Add",        "Append",      "Book",     "Buy",       "Charge",  "Checkout",  "Clone",
    "Decrement",  "Deposit",     "Dispatch", "Duplicate", "Enqueue", "Increment", "Ingest",
    "Insert",     "Instantiate", "Invoke",   "Issue",     "Launch",  "Notify",    "Pay",
    "Place",      "Post",        "Publish",  "Purchase",  "Push",    "Reboot",    "Refund",
    "Regenerate", "Reserve",     "Restart",  "Rotate",    "Run",     "Send",      "Submit",
    "Toggle",     "Transfer",    "Trigger",  "Withdraw"};

constexpr absl::string_view kHabit = "no AIP; by what methods of that name do in public APIs";

constexpr SafetyRow kRows[] = {
    {.safety = Safety::kSafe,
     .source = "descriptor.proto MethodOptions.idempotency_level: NO_SIDE_EFFECTS implies "
               "idempotent",
     .holds = IsDeclared<IdempotencyLevel::kNoSideEffects>,
     .words = "`idempotency_level` is NO_SIDE_EFFECTS"},
    {.safety = Safety::kIdempotent,
     .source =
         "descriptor.proto MethodOptions.idempotency_level: IDEMPOTENT, may have side effects",
     .holds = IsDeclared<IdempotencyLevel::kIdempotent>,
     .words = "`idempotency_level` is IDEMPOTENT"},
    {.safety = Safety::kSafe,
     .source = "RFC 9110 section 9.2.1; AIP-136: GET for methods that retrieve data",
     .holds = HasVerb<HttpVerb::kGet>,
     .words = "`google.api.http` is GET"},
    {.safety = Safety::kIdempotent,
     .source = "RFC 9110 section 9.2.2: PUT and DELETE are idempotent",
     .holds = HasVerb<HttpVerb::kPut>,
     .words = "`google.api.http` is PUT"},
    // The second call may answer NOT_FOUND (AIP-135); nothing more is deleted.
    {.safety = Safety::kIdempotent,
     .source = "RFC 9110 section 9.2.2: PUT and DELETE are idempotent",
     .holds = HasVerb<HttpVerb::kDelete>,
     .words = "`google.api.http` is DELETE"},
    {.safety = Safety::kIdempotent,
     .source = "AIP-155: providing a request ID must guarantee idempotency; marked UUID4",
     .holds = HasAnnotatedId,
     .words = "its request has an ID that `google.api.field_info` marks as UUID4"},
    {.safety = Safety::kIdempotent,
     .source = "AIP-155: providing a request ID must guarantee idempotency",
     .holds = HasRequestId,
     .words = "its request has a `request_id`"},
    // With the etag of before the first execution the second one fails.
    {.safety = Safety::kIdempotent,
     .source = "AIP-154: an etag that does not match must be answered with ABORTED",
     .holds = HasEtag,
     .words = "its request has an `etag`"},
    // RFC 5789 section 2 leaves it to the PATCH; a mask says which fields get which values.
    {.safety = Safety::kIdempotent,
     .source = "AIP-134: an update sets the fields of its mask, without side effects",
     .holds = HasUpdateMask,
     .words = "its request has an `update_mask`"},
    {.safety = Safety::kSafe,
     .source = "AIP-131 Get, AIP-132 List; Search and BatchGet likewise (AIP-136, AIP-231)",
     .verbs = kGet},
    {.safety = Safety::kSafe, .source = kHabit, .verbs = kRun, .objects = kAnswers},
    // IAM Credentials. Signing a contract is another matter.
    {.safety = Safety::kSafe, .source = kHabit, .verbs = kSign, .objects = kSigned},
    {.safety = Safety::kSafe, .source = kHabit, .verbs = kRead},
    {.safety = Safety::kSafe,
     .source = "AIP-136, Stateless methods: an answer, and no permanent effect on data; they are "
               "POST where they are billed",
     .verbs = kCompute},
    {.safety = Safety::kIdempotent,
     .source = "AIP-134: an update sets values, without side effects",
     .verbs = kUpdate},
    {.safety = Safety::kIdempotent,
     .source = "AIP-135, AIP-165: what is deleted stays so",
     .verbs = kDelete},
    {.safety = Safety::kIdempotent,
     .source = "google/longrunning/operations.proto CancelOperation: best effort, to one end",
     .verbs = kCancel},
    {.safety = Safety::kIdempotent,
     .source = "AIP-164: the second one is answered with ALREADY_EXISTS",
     .verbs = kUndelete},
    {.safety = Safety::kIdempotent,
     .source = "no AIP; the verb names the state that is reached, twice as well as once",
     .verbs = kReach},
    {.safety = Safety::kNotIdempotent,
     .source = "AIP-133: for idempotency of Create see AIP-155, without which a second one makes "
               "another resource or ends with ALREADY_EXISTS",
     .verbs = kCreate},
    {.safety = Safety::kNotIdempotent,
     .source = "AIP-153: Import loads data into an API",
     .verbs = kImport},
    {.safety = Safety::kNotIdempotent, .source = kHabit, .verbs = kRepeat},
    {.safety = Safety::kUnknown,
     .source = "RFC 9110 section 9.2.2: POST is not idempotent; AIP-136: POST for side effects",
     .holds = HasVerb<HttpVerb::kPost>,
     .words = "`google.api.http` is POST"},
    {.safety = Safety::kUnknown,
     .source = "RFC 5789 section 2: PATCH is neither safe nor idempotent",
     .holds = HasVerb<HttpVerb::kPatch>,
     .words = "`google.api.http` is PATCH, without `update_mask` or `etag`"},
    {.safety = Safety::kUnknown,
     .source = "gRFC A6, Memory Management: a retry sends the whole stream again",
     .holds = StreamsRequests,
     .words = "it is a stream of requests"},
};

// ---- Words of a name

bool IsUpper(char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); }

bool BeginsWord(absl::string_view name, size_t i) {
  if (!IsUpper(name[i])) return name[i] == '_';
  const bool ends_acronym =
      i + 1 < name.size() && absl::ascii_islower(static_cast<unsigned char>(name[i + 1]));
  return !IsUpper(name[i - 1]) || ends_acronym;
}

// The first word, which is taken off `rest`: `Batch` of `BatchGetOrders`, `batch` of `batch_get`.
absl::string_view TakeWord(absl::string_view& rest) {
  while (absl::StartsWith(rest, "_")) rest.remove_prefix(1);
  size_t end = std::min<size_t>(rest.size(), 1);
  while (end < rest.size() && !BeginsWord(rest, end)) ++end;
  const absl::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

bool IsAmong(absl::string_view word, absl::Span<const absl::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](absl::string_view each) {
    // The size first: the comparison is a call.
    return each.size() == word.size() && absl::EqualsIgnoreCase(each, word);
  });
}

// What a name is judged by.
struct NameParts {
  absl::string_view verb;    // behind `Batch` and its like
  absl::string_view second;  // the word behind it
  absl::string_view last;
  size_t verb_end = 0;
};

// Say how, not what (AIP-231, AIP-233); `AggregatedList` is of Compute Engine.
constexpr absl::string_view kManner[] = {"Aggregated", "Async", "Batch",     "Bidi",
                                         "Bulk",       "Multi", "Streaming", "Stream"};

// Behind a verb: `GetOrCreate`, `CheckAndMutateRow`, `ReadModifyWriteRow`, `CheckIn`. It does
// something else besides.
constexpr absl::string_view kMore[] = {"And", "Or", "In", "Out", "Modify"};

NameParts PartsOf(absl::string_view method) {
  NameParts parts;
  absl::string_view rest = method;
  do {
    parts.verb = TakeWord(rest);
  } while (!rest.empty() && IsAmong(parts.verb, kManner));
  parts.verb_end = method.size() - rest.size();
  parts.second = TakeWord(rest);
  parts.last = parts.second.empty() ? parts.verb : parts.second;
  while (!rest.empty()) parts.last = TakeWord(rest);
  return parts;
}

bool Fits(const SafetyRow& row, const NameParts& parts) {
  if (!IsAmong(parts.verb, row.verbs) || IsAmong(parts.second, kMore)) return false;
  return row.objects.empty() || IsAmong(parts.last, row.objects);
}

}  // namespace

absl::string_view SafetyName(Safety safety) {
  switch (safety) {
    case Safety::kUnknown:
      break;
    case Safety::kSafe:
      return "safe";
    case Safety::kIdempotent:
      return "idempotent";
    case Safety::kNotIdempotent:
      return "not idempotent";
  }
  return "unknown";
}

absl::Span<const SafetyRow> SafetyRows() { return kRows; }

MethodSafety SafetyOf(const ApiMethod& method) {
  const NameParts parts = PartsOf(method.name);
  for (const SafetyRow& row : kRows) {
    const bool applies = row.holds != nullptr ? row.holds(method) : Fits(row, parts);
    if (applies) return {row.safety, &row};
  }
  return {};
}

MethodSafety SafetyOfName(absl::string_view method) {
  const NameParts parts = PartsOf(method);
  for (const SafetyRow& row : kRows) {
    if (row.holds == nullptr && Fits(row, parts)) return {row.safety, &row};
  }
  return {};
}

std::string EvidenceFor(const MethodSafety& judged, absl::string_view method) {
  if (judged.row == nullptr) return "neither its name nor an option says that it may be repeated";
  if (judged.row->holds != nullptr) return std::string(judged.row->words);
  const size_t end = PartsOf(method).verb_end;
  return absl::StrCat("named `", method.substr(0, end), end < method.size() ? "...`" : "`");
}

}  // namespace grpcfg
