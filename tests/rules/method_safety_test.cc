// What names and descriptors say of calling a method twice.
#include "rules/method_safety.h"

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "tests/rules/described_api.h"

namespace grpcfg {
namespace {

struct NameRow {
  absl::string_view why;
  absl::string_view method;
  Safety safety;
  absl::string_view evidence;
};

constexpr absl::string_view kNothing =
    "neither its name nor an option says that it may be repeated";

const NameRow kNames[] = {
    {"AIP-131", "GetBook", Safety::kSafe, "named `Get...`"},
    {"a verb alone", "List", Safety::kSafe, "named `List`"},
    {"how many says nothing", "BatchGetBooks", Safety::kSafe, "named `BatchGet...`"},
    {"of Compute Engine", "AggregatedList", Safety::kSafe, "named `AggregatedList`"},
    {"how it is sent says nothing", "StreamingRead", Safety::kSafe, "named `StreamingRead`"},
    {"lower case", "getBook", Safety::kSafe, "named `get...`"},
    {"with underscores", "batch_get_books", Safety::kSafe, "named `batch_get...`"},
    {"an acronym", "GetSSHKey", Safety::kSafe, "named `Get...`"},
    {"a word that only begins so", "Getaway", Safety::kUnknown, kNothing},
    {"a word that only begins so", "Additional", Safety::kUnknown, kNothing},
    {"a query", "RunAggregationQuery", Safety::kSafe, "named `Run...`"},
    {"a report", "BatchRunReports", Safety::kSafe, "named `BatchRun...`"},
    {"a new one, or one that is there", "StartJob", Safety::kUnknown, kNothing},
    {"a signature that is an answer", "SignJwt", Safety::kSafe, "named `Sign...`"},
    {"one that binds", "SignContract", Safety::kUnknown, kNothing},
    {"a job", "RunJob", Safety::kNotIdempotent, "named `Run...`"},
    {"anything", "RunSession", Safety::kUnknown, kNothing},
    {"anything", "ProcessPayment", Safety::kUnknown, kNothing},
    {"how it is encoded says nothing", "DirectRawPredict", Safety::kSafe,
     "named `DirectRawPredict`"},
    {"a response to know it by is not here", "GenerateReport", Safety::kSafe,
     "named `Generate...`"},
    {"a response to know it by is not here", "SubscribeToTopic", Safety::kUnknown, kNothing},
    {"data, or a state", "ImportCustomer", Safety::kUnknown, kNothing},
    {"a message", "PublishEvents", Safety::kNotIdempotent, "named `Publish...`"},
    {"a message", "Publish", Safety::kNotIdempotent, "named `Publish`"},
    {"AIP-216, a state", "PublishBook", Safety::kUnknown, kNothing},
    {"AIP-216, a state", "SubmitOrdersForApproval", Safety::kIdempotent, "named `Submit...`"},
    {"one more", "SubmitOrder", Safety::kNotIdempotent, "named `Submit...`"},
    {"with a create among its operations", "MutateCampaigns", Safety::kNotIdempotent,
     "named `Mutate...`"},
    {"with cells of a given time", "MutateRow", Safety::kUnknown, "named `Mutate...`"},
    {"SQL may write", "ExecuteSql", Safety::kUnknown, kNothing},
    {"an answer only", "GenerateText", Safety::kSafe, "named `Generate...`"},
    {"a new one for the old", "RegenerateKey", Safety::kNotIdempotent, "named `Regenerate...`"},
    {"where to, and how often, is open", "ExportBooks", Safety::kUnknown, kNothing},
    {"the state that is reached", "SetIamPolicy", Safety::kIdempotent, "named `Set...`"},
    {"AIP-134", "UpdateBook", Safety::kIdempotent, "named `Update...`"},
    {"AIP-133", "CreateBook", Safety::kNotIdempotent, "named `Create...`"},
    {"AIP-233", "BatchCreateBooks", Safety::kNotIdempotent, "named `BatchCreate...`"},
    {"a session is idle, and a span has its ID", "CreateSession", Safety::kIdempotent,
     "named `Create...`"},
    {"a session is idle, and a span has its ID", "BatchCreateSpans", Safety::kIdempotent,
     "named `BatchCreate...`"},
    {"what a set has it has once", "AddUserToGroup", Safety::kUnknown, kNothing},
    {"one more, or a hold that ends", "ReserveIds", Safety::kUnknown, kNothing},
    {"the answer is gone", "PopMessage", Safety::kNotIdempotent, "named `Pop...`"},
    {"the answer is gone", "DequeueTask", Safety::kNotIdempotent, "named `Dequeue...`"},
    {"a word that only begins so", "Populate", Safety::kUnknown, kNothing},
    {"one more", "ProvisionProject", Safety::kNotIdempotent, "named `Provision...`"},
    {"each entry is another", "WriteLogEntries", Safety::kNotIdempotent, "named `Write...`"},
    {"spans have IDs", "BatchWriteSpans", Safety::kUnknown, kNothing},
    {"what is sent again may be there twice", "Export", Safety::kNotIdempotent, "named `Export`"},
    {"each entry is another", "Write", Safety::kNotIdempotent, "named `Write`"},
    {"an event, whatever the HTTP verb", "CollectEvents", Safety::kNotIdempotent,
     "named `Collect...`"},
    {"one version more", "AddSecretVersion", Safety::kNotIdempotent, "named `Add...`"},
    {"one version more", "ImportKeyVersions", Safety::kNotIdempotent, "named `Import...`"},
    {"a talk", "DetectIntent", Safety::kNotIdempotent, "named `Detect...`"},
    {"no talk", "DetectFaces", Safety::kSafe, "named `Detect...`"},
    {"a value, or one version more", "ModifyDeviceConfig", Safety::kUnknown, "named `Modify...`"},
    {"Compute Engine", "BulkInsert", Safety::kNotIdempotent, "named `BulkInsert`"},
    {"more than a read", "GetOrCreateBook", Safety::kUnknown, kNothing},
    {"more than a read", "CheckAndMutateRow", Safety::kUnknown, kNothing},
    {"more than a read", "ReadModifyWriteRow", Safety::kUnknown, kNothing},
    {"more than a read", "CheckIn", Safety::kUnknown, kNothing},
    {"more than a read", "CheckOut", Safety::kUnknown, kNothing},
    {"more than a read", "read_and_lock_row", Safety::kUnknown, kNothing},
    {"an object of two", "GetTermsAndConditions", Safety::kSafe, "named `Get...`"},
    {"no verb", "Books", Safety::kUnknown, kNothing},
    {"no word", "_", Safety::kUnknown, kNothing},
    {"nothing", "", Safety::kUnknown, kNothing},
    {"manner alone", "Batch", Safety::kUnknown, kNothing},
};

TEST(MethodSafetyTest, Names) {
  for (const NameRow& row : kNames) {
    const MethodSafety judged = SafetyOfName(row.method);
    EXPECT_EQ(SafetyName(judged.safety), SafetyName(row.safety)) << row.why << ": " << row.method;
    EXPECT_EQ(EvidenceFor(judged, row.method), row.evidence) << row.why;
  }
}

struct FactRow {
  absl::string_view why;
  Facts method;
  Safety safety;
  absl::string_view evidence;
};

const FactRow kFacts[] = {
    {"what is declared counts most",
     {.name = "CreateBook", .level = IdempotencyLevel::kIdempotent, .verb = HttpVerb::kPost},
     Safety::kIdempotent,
     "`idempotency_level` is IDEMPOTENT"},
    {"more than the verb",
     {.name = "CreateBook", .level = IdempotencyLevel::kNoSideEffects},
     Safety::kSafe,
     "`idempotency_level` is NO_SIDE_EFFECTS"},
    {"a verb counts more than a name",
     {.name = "SendBook", .verb = HttpVerb::kGet},
     Safety::kSafe,
     "`google.api.http` is GET"},
    {"RFC 9110",
     {.name = "Put", .verb = HttpVerb::kPut},
     Safety::kIdempotent,
     "`google.api.http` is PUT"},
    {"RFC 9110",
     {.name = "Drop", .verb = HttpVerb::kDelete},
     Safety::kIdempotent,
     "`google.api.http` is DELETE"},
    {"AIP-155",
     {.name = "CreateBook", .verb = HttpVerb::kPost, .request_id = "trip_id", .is_annotated = true},
     Safety::kIdempotent,
     "its request has an ID that `google.api.field_info` marks as UUID4"},
    {"AIP-155, before the annotation",
     {.name = "Insert", .verb = HttpVerb::kPost, .request_id = "request_id"},
     Safety::kIdempotent,
     "its request has a request ID or an idempotency key"},
    {"AIP-154",
     {.name = "Approve", .verb = HttpVerb::kPost, .has_etag = true},
     Safety::kIdempotent,
     "its request has an `etag`"},
    {"by GET, where a browser can no other",
     {.name = "CollectUserEvent", .verb = HttpVerb::kGet},
     Safety::kNotIdempotent,
     "named `Collect...`"},
    {"at an offset",
     {.name = "Write", .client_streaming = true},
     Safety::kUnknown,
     "named `Write`; it is a stream of requests"},
    {"with the values of a mask",
     {.name = "ModifyBook", .verb = HttpVerb::kPost, .has_update_mask = true},
     Safety::kIdempotent,
     "its request has an `update_mask`"},
    {"AIP-134",
     {.name = "UpdateBook", .verb = HttpVerb::kPatch, .has_update_mask = true},
     Safety::kIdempotent,
     "its request has an `update_mask`"},
    {"the name where POST says nothing",
     {.name = "SearchBooks", .verb = HttpVerb::kPost},
     Safety::kSafe,
     "named `Search...`"},
    {"the name where POST says nothing",
     {.name = "CreateBook", .verb = HttpVerb::kPost},
     Safety::kNotIdempotent,
     "named `Create...`"},
    {"no name to go by",
     {.name = "Frob", .verb = HttpVerb::kPost},
     Safety::kUnknown,
     "`google.api.http` is POST"},
    {"RFC 5789",
     {.name = "Frob", .verb = HttpVerb::kPatch},
     Safety::kUnknown,
     "`google.api.http` is PATCH, without `update_mask` or `etag`"},
    {"a stream",
     {.name = "Frob", .client_streaming = true},
     Safety::kUnknown,
     "it is a stream of requests"},
    {"nothing at all", {.name = "Frob"}, Safety::kUnknown, kNothing},
    {"an answer",
     {.name = "GenerateText", .verb = HttpVerb::kPost},
     Safety::kSafe,
     "named `Generate...`"},
    {"a job",
     {.name = "GenerateReport", .verb = HttpVerb::kPost, .returns_operation = true},
     Safety::kNotIdempotent,
     "named `Generate...`; it returns a long-running operation"},
    {"a job",
     {.name = "RunStream", .returns_operation = true},
     Safety::kNotIdempotent,
     "named `Run...`; it returns a long-running operation"},
    {"a job",
     {.name = "ImportBooks", .returns_operation = true},
     Safety::kNotIdempotent,
     "named `Import...`; it returns a long-running operation"},
    {"a job",
     {.name = "ExportBooks", .returns_operation = true},
     Safety::kNotIdempotent,
     "named `Export...`; it returns a long-running operation"},
    {"AIP-133, an ID of its own",
     {.name = "CreateBook", .verb = HttpVerb::kPost, .has_new_id = true},
     Safety::kOnce,
     "named `Create...`; its request has the ID of the resource that it creates"},
    {"AIP-155 before AIP-133",
     {.name = "CreateBook", .request_id = "request_id", .has_new_id = true},
     Safety::kIdempotent,
     "its request has a request ID or an idempotency key"},
    {"an ID of something else",
     {.name = "SendBook", .has_new_id = true},
     Safety::kNotIdempotent,
     "named `Send...`"},
    {"a state, reached in time",
     {.name = "StopServer", .returns_operation = true},
     Safety::kIdempotent,
     "named `Stop...`"},
    {"a job that is a read",
     {.name = "WaitOperation", .returns_operation = true},
     Safety::kSafe,
     "named `Wait...`"},
    {"an ID counts more than a job",
     {.name = "RunStream", .request_id = "request_id", .returns_operation = true},
     Safety::kIdempotent,
     "its request has a request ID or an idempotency key"},
    {"with a create among its operations",
     {.name = "MutateCampaigns", .operations_create = true},
     Safety::kNotIdempotent,
     "named `Mutate...`"},
    {"updates only",
     {.name = "MutateAds", .operations_create = false},
     Safety::kIdempotent,
     "named `Mutate...`; no operation of its request is a `create`"},
    {"a row",
     {.name = "InsertDataset", .verb = HttpVerb::kPost},
     Safety::kNotIdempotent,
     "named `Insert...`"},
    {"beside a Create",
     {.name = "InsertStore", .verb = HttpVerb::kPost, .is_custom = true},
     Safety::kUnknown,
     "named `Insert...`; `google.api.http` ends in a custom verb"},
    {"news",
     {.name = "SubscribeToTopic", .server_streaming = true},
     Safety::kSafe,
     "named `Subscribe...`; its response is a stream"},
    {"a talk",
     {.name = "Subscribe", .client_streaming = true, .server_streaming = true},
     Safety::kUnknown,
     "it is a stream of requests"},
};

TEST(MethodSafetyTest, Descriptors) {
  for (const FactRow& row : kFacts) {
    const MethodSafety judged = SafetyOf(Describe(row.method));
    EXPECT_EQ(SafetyName(judged.safety), SafetyName(row.safety)) << row.why;
    EXPECT_EQ(EvidenceFor(judged, row.method.name), row.evidence) << row.why;
  }
}

TEST(MethodSafetyTest, EveryRowHasASourceAndEvidence) {
  std::set<absl::string_view> verbs;
  for (const SafetyRow& row : SafetyRows()) {
    EXPECT_FALSE(row.source.empty());
    EXPECT_FALSE(row.holds == nullptr && row.verbs.empty()) << row.source;
    // Findings say "by its name".
    EXPECT_FALSE(row.safety == Safety::kNotIdempotent && row.verbs.empty()) << row.source;
    EXPECT_EQ(row.holds == nullptr, row.words.empty()) << row.source;
    if (!row.objects.empty() || row.holds != nullptr) continue;
    for (const absl::string_view verb : row.verbs) {
      EXPECT_TRUE(verbs.insert(verb).second) << verb << " stands twice";
    }
  }
}

}  // namespace
}  // namespace grpcfg
