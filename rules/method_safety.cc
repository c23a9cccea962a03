#include "rules/method_safety.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/name_text.h"
#include "schema/fields/full_name.h"

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
bool HasNewId(const ApiMethod& method) { return method.has_new_id; }
bool StreamsRequests(const ApiMethod& method) { return method.client_streaming; }
bool StreamsResponses(const ApiMethod& method) {
  return method.server_streaming && !method.client_streaming;
}
bool ReturnsOperation(const ApiMethod& method) { return method.returns_operation; }
bool IsCustom(const ApiMethod& method) { return method.is_custom; }
bool NeverCreates(const ApiMethod& method) { return method.operations_create == false; }

// ---- Verbs of names

constexpr absl::string_view kGet[] = {"Get", "List", "Search"};
constexpr absl::string_view kRead[] = {
    "Calculate", "Check", "Classify",  "Compare", "Compute",   "Count",   "Describe", "Estimate",
    "Explain",   "Fetch", "Find",      "Group",   "Has",       "Inspect", "Is",       "Locate",
    "Lookup",    "Peek",  "Ping",      "Query",   "Rank",      "Read",    "Retrieve", "Sample",
    "Scan",      "Show",  "Summarize", "Tail",    "Validate",  "Verify",  "View",     "Wait",
    "Watch",     "Test",  "Aggregate", "Browse",  "Partition", "Exists"};
constexpr absl::string_view kCompute[] = {
    "Analyze",   "Annotate",   "Assess",   "Decrypt",    "Deidentify", "Detect",      "Diagnose",
    "Download",  "Embed",      "Encrypt",  "Evaluate",   "Generate",   "Label",       "Lint",
    "Optimize",  "Parse",      "Predict",  "Preview",    "Probe",      "Quote",       "Recognize",
    "Recommend", "Redact",     "Refine",   "Reidentify", "Render",     "Sanitize",    "Simulate",
    "Suggest",   "Synthesize", "Tokenize", "Transcode",  "Translate",  "Troubleshoot"};
constexpr absl::string_view kDetect[] = {"Detect"};
constexpr absl::string_view kIntent[] = {"Intent"};
constexpr absl::string_view kFollow[] = {"Follow",  "Listen",    "Monitor",
                                         "Observe", "Subscribe", "Track"};
constexpr absl::string_view kSign[] = {"Sign"};
constexpr absl::string_view kSigned[] = {"Blob", "Digest", "Jwt"};
constexpr absl::string_view kRun[] = {"Execute", "Invoke", "Perform", "Process", "Run"};
constexpr absl::string_view kAnswers[] = {"Query", "Queries", "Report", "Reports"};
constexpr absl::string_view kJobs[] = {"Job",  "Jobs",  "Pipeline", "Pipelines",
                                       "Task", "Tasks", "Workflow", "Workflows"};
constexpr absl::string_view kUpdate[] = {"Update", "Patch"};
constexpr absl::string_view kModify[] = {"Modify"};
constexpr absl::string_view kDelete[] = {"Delete", "Purge"};
constexpr absl::string_view kCancel[] = {"Cancel"};
constexpr absl::string_view kUndelete[] = {"Undelete"};
constexpr absl::string_view kReach[] = {
    "Abort",      "Accept",     "Ack",        "Acknowledge", "Activate",  "Alter",
    "Approve",    "Archive",    "Assign",     "Attach",      "Bind",      "Clear",
    "Close",      "Deactivate", "Deny",       "Deploy",      "Detach",    "Disable",
    "Disapprove", "Dismiss",    "Drop",       "Enable",      "Ensure",    "Grant",
    "Hide",       "Link",       "Mark",       "Move",        "Mute",      "Overwrite",
    "Pause",      "Put",        "Reject",     "Remove",      "Rename",    "Release",
    "Replace",    "Reschedule", "Resolve",    "Resume",      "Retract",   "Revoke",
    "Seek",       "Set",        "Stop",       "Suspend",     "Terminate", "Unarchive",
    "Unassign",   "Unbind",     "Undeploy",   "Unlink",      "Unlock",    "Unmute",
    "Unpause",    "Unpublish",  "Unregister", "Unsubscribe", "Upsert"};
constexpr absl::string_view kSubmit[] = {"Submit"};
constexpr absl::string_view kReview[] = {"Approval", "Review"};
constexpr absl::string_view kPublish[] = {"Publish"};
constexpr absl::string_view kPublished[] = {"Publish", "Event", "Events", "Message", "Messages"};
constexpr absl::string_view kInsert[] = {"Insert"};
constexpr absl::string_view kMutate[] = {"Mutate"};
constexpr absl::string_view kTableRows[] = {"Row", "Rows"};
constexpr absl::string_view kCreate[] = {"Create"};
constexpr absl::string_view kKeptShort[] = {"Challenge", "Session", "Sessions", "Span", "Spans"};
constexpr absl::string_view kLoad[] = {"Import", "Export"};
constexpr absl::string_view kExport[] = {"Export"};  // and nothing more
constexpr absl::string_view kWrite[] = {"Write"};
constexpr absl::string_view kEntries[] = {"Write", "Entries", "Event", "Events"};
constexpr absl::string_view kCollect[] = {"Collect"};
constexpr absl::string_view kEvents[] = {"Event", "Events"};
constexpr absl::string_view kAddOne[] = {"Add", "Import"};
constexpr absl::string_view kVersions[] = {"Version", "Versions"};
constexpr absl::string_view kRepeat[] = {
    "Append",  "Backup",    "Book",      "Broadcast", "Buy",         "Charge",    "Checkout",
    "Clone",   "Decrement", "Deposit",   "Dequeue",   "Dispatch",    "Duplicate", "Emit",
    "Enqueue", "Fork",      "Increment", "Insert",    "Instantiate", "Issue",     "Launch",
    "Notify",  "Pay",       "Place",     "Pop",       "Post",        "Provision", "Purchase",
    "Push",    "Reboot",    "Redeem",    "Refund",    "Regenerate",  "Replay",    "Rerun",
    "Restart", "Retry",     "Rotate",    "Send",      "Spend",       "Submit",    "Toggle",
    "Train",   "Transfer",  "Trigger",   "Tune",      "Upload",      "Withdraw"};

constexpr absl::string_view kHabit = "no AIP; by what methods of that name do in public APIs";
constexpr absl::string_view kStarts =
    "AIP-151: each call starts an operation of its own, or fails while another one runs";
constexpr absl::string_view kStream = "it is a stream of requests";
constexpr absl::string_view kOperation = "it returns a long-running operation";

constexpr SafetyRow kEvidence[] = {
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
    {.safety = Safety::kNotIdempotent,
     .source = "google/cloud/retail/v2/user_event_service.proto CollectUserEvent: writes an event, "
               "by GET where a browser can no other",
     .verbs = kCollect,
     .objects = kEvents},
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
     .words = "its request has a request ID or an idempotency key"},
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
    {.safety = Safety::kNotIdempotent,
     .source = "google/cloud/dialogflow/v2/session.proto DetectIntent: not idempotent, it updates "
               "the session",
     .verbs = kDetect,
     .objects = kIntent},
    {.safety = Safety::kNotIdempotent,
     .source = kStarts,
     .holds = ReturnsOperation,
     .words = kOperation,
     .verbs = kCompute},
    {.safety = Safety::kSafe,
     .source = "AIP-136, Stateless methods: an answer, and no permanent effect on data; they are "
               "POST where they are billed",
     .verbs = kCompute},
    {.safety = Safety::kSafe,
     .source = "AIP-136, Stateless methods; what is sent ends with the stream",
     .holds = StreamsResponses,
     .words = "its response is a stream",
     .verbs = kFollow},
    {.safety = Safety::kIdempotent,
     .source = "AIP-134: an update sets values, without side effects",
     .verbs = kUpdate},
    {.safety = Safety::kUnknown,
     .source = "google/pubsub/v1/pubsub.proto ModifyPushConfig sets a value; "
               "google/cloud/iot/v1/device_manager.proto ModifyCloudToDeviceConfig sends a version",
     .verbs = kModify},
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
    {.safety = Safety::kIdempotent,
     .source = "google/spanner/v1/spanner.proto CreateSession: idle ones are deleted; "
               "google/devtools/cloudtrace/v2/tracing.proto CreateSpan: its name has its ID",
     .verbs = kCreate,
     .objects = kKeptShort},
    {.safety = Safety::kOnce,
     .source = "AIP-133: an ID that is taken must be answered with ALREADY_EXISTS",
     .holds = HasNewId,
     .words = "its request has the ID of the resource that it creates",
     .verbs = kCreate},
    {.safety = Safety::kNotIdempotent,
     .source = "AIP-133: for idempotency of Create see AIP-155, without which a second one makes "
               "another resource or ends with ALREADY_EXISTS",
     .verbs = kCreate},
    {.safety = Safety::kNotIdempotent,
     .source = kStarts,
     .holds = ReturnsOperation,
     .words = kOperation,
     .verbs = kRun},
    {.safety = Safety::kNotIdempotent,
     .source = "AIP-153: an Import or Export returns a long-running operation that loads or writes "
               "data",
     .holds = ReturnsOperation,
     .words = kOperation,
     .verbs = kLoad},
    {.safety = Safety::kNotIdempotent,
     .source = "google/cloud/secretmanager/v1/service.proto AddSecretVersion, google/cloud/kms/v1/"
               "service.proto ImportCryptoKeyVersion: each call makes one more",
     .verbs = kAddOne,
     .objects = kVersions},
    {.safety = Safety::kNotIdempotent,
     .source = "OTLP specification, Duplicate Data: what is sent again may be there twice",
     .verbs = kExport,
     .objects = kExport},
    // google/bytestream/bytestream.proto: a request says at which offset it writes.
    {.safety = Safety::kUnknown,
     .source = "gRFC A6, Memory Management: a retry sends the whole stream again",
     .holds = StreamsRequests,
     .words = kStream,
     .verbs = kWrite},
    {.safety = Safety::kNotIdempotent,
     .source = "google/logging/v2/log_entry.proto insert_id: without one each entry is another",
     .verbs = kWrite,
     .objects = kEntries},
    {.safety = Safety::kNotIdempotent, .source = kHabit, .verbs = kRun, .objects = kJobs},
    {.safety = Safety::kIdempotent,
     .source = "AIP-216: a method that changes a state fails where it is reached already",
     .verbs = kSubmit,
     .objects = kReview},
    // A message has subscribers; what AIP-216 publishes is a state.
    {.safety = Safety::kNotIdempotent,
     .source = "google/pubsub/v1/pubsub.proto Publish: each call adds messages to the topic",
     .verbs = kPublish,
     .objects = kPublished},
    {.safety = Safety::kUnknown,
     .source = "google/bigtable/v2/data.proto Mutation.SetCell: idempotent with a timestamp",
     .verbs = kMutate,
     .objects = kTableRows},
    {.safety = Safety::kIdempotent,
     .source = "google/ads/googleads: an operation of a mutate updates or removes",
     .holds = NeverCreates,
     .words = "no operation of its request is a `create`",
     .verbs = kMutate},
    {.safety = Safety::kNotIdempotent,
     .source = "google/ads/googleads: an operation of a mutate creates, updates or removes",
     .verbs = kMutate},
    {.safety = Safety::kUnknown,
     .source = "AIP-136: what AIP-133's Create does needs no custom method; it may replace",
     .holds = IsCustom,
     .words = "`google.api.http` ends in a custom verb",
     .verbs = kInsert},
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
     .words = kStream},
};

// ---- Words of a name

// In any case. Most sizes differ, which is compared here, without a call.
bool IsAmong(absl::string_view written, absl::Span<const absl::string_view> words) {
  return absl::c_any_of(words, [&](absl::string_view word) {
    return written.size() == word.size() && absl::EqualsIgnoreCase(written, word);
  });
}

// Say how, not what (AIP-231, AIP-233); `AggregatedList` is of Compute Engine.
constexpr absl::string_view kManner[] = {"Aggregated", "Async", "Batch", "Bidi",   "Bulk",
                                         "Direct",     "Multi", "Raw",   "Stream", "Streaming"};

// After a verb: `GetOrCreate`, `CheckAndMutateRow`, `ReadModifyWriteRow`, `CheckIn`. It does
// something else besides.
constexpr absl::string_view kMore[] = {"And", "Or", "In", "Out", "Modify"};

// What a name is judged by.
struct NameParts {
  absl::string_view verb;  // after the words of kManner
  absl::string_view rest;  // after the verb
};

NameParts PartsOf(absl::string_view method) {
  NameParts parts = {"", method};
  do {
    parts.verb = TakeWord(parts.rest);
  } while (!parts.rest.empty() && IsAmong(parts.verb, kManner));
  return parts;
}

using Rows = std::vector<const SafetyRow*>;

// The rows that are for every verb or have this one, in their order. Without the table, half the
// time of these rules goes into the lists.
const Rows& RowsOf(absl::string_view verb) {
  static const auto* const kByVerb = [] {
    auto* const by_verb = new absl::flat_hash_map<std::string, Rows>;
    (*by_verb)[""];  // of any other
    for (const SafetyRow& row : kEvidence) {
      for (const absl::string_view each : row.verbs) (*by_verb)[absl::AsciiStrToLower(each)];
    }
    for (const SafetyRow& row : kEvidence) {
      for (auto& [each, rows] : *by_verb) {
        if (row.verbs.empty() || IsAmong(each, row.verbs)) rows.push_back(&row);
      }
    }
    return by_verb;
  }();
  const auto found = kByVerb->find(absl::AsciiStrToLower(verb));
  return found == kByVerb->end() ? kByVerb->at("") : found->second;
}

// `row` is for every verb or has that of the name.
bool Fits(const SafetyRow& row, const NameParts& parts) {
  if (row.verbs.empty()) return true;
  absl::string_view rest = parts.rest;
  absl::string_view last = TakeWord(rest);
  if (IsAmong(last, kMore)) return false;
  if (row.objects.empty()) return true;
  if (last.empty()) last = parts.verb;
  while (!rest.empty()) last = TakeWord(rest);
  return IsAmong(last, row.objects);
}

// By the first row that applies. `described`: null if only the name is known.
MethodSafety Judge(absl::string_view name, const ApiMethod* described) {
  const NameParts parts = PartsOf(name);
  for (const SafetyRow* const row : RowsOf(parts.verb)) {
    const bool holds = row->holds == nullptr || (described != nullptr && row->holds(*described));
    if (holds && Fits(*row, parts)) return {row->safety, row};
  }
  return {};
}

}  // namespace

absl::string_view SafetyName(Safety safety) {
  constexpr absl::string_view kNames[] = {"unknown", "safe", "idempotent", "not idempotent",
                                          "once"};
  return kNames[static_cast<size_t>(safety)];
}

absl::Span<const SafetyRow> SafetyRows() { return kEvidence; }

MethodSafety SafetyOf(const ApiMethod& method) { return Judge(method.name, &method); }

MethodSafety SafetyOfName(absl::string_view method) { return Judge(method, nullptr); }

std::string EvidenceFor(const MethodSafety& judged, absl::string_view method) {
  if (judged.row == nullptr) return "neither its name nor an option says that it may be repeated";
  const SafetyRow& row = *judged.row;
  if (row.verbs.empty()) return std::string(row.words);
  const size_t end = method.size() - PartsOf(method).rest.size();
  return absl::StrCat("named `", method.substr(0, end), end < method.size() ? "...`" : "`",
                      row.words.empty() ? "" : "; ", row.words);
}

}  // namespace grpcfg
