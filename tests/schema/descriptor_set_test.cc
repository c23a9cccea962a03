// Descriptor sets: what is read of a whole one, and what is said of a broken one.
#include "schema/protobuf/descriptor_set.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace grpcfg {
namespace {

using google::protobuf::FieldDescriptorProto;
using google::protobuf::FileDescriptorSet;
using google::protobuf::MethodOptions;

constexpr int kHttp = 72295728;
constexpr int kFieldInfo = 291403980;

FileDescriptorSet SetOf(const std::string& text) {
  FileDescriptorSet set;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &set));
  return set;
}

FileDescriptorSet Shop() {
  return SetOf(R"pb(
    file {
      name: "shop/orders.proto"
      package: "shop.v1"
      dependency: "shop/requests.proto"
      message_type {
        name: "Outer"
        nested_type {
          name: "GetRequest"
          field { name: "etag" }
        }
      }
      service {
        name: "Orders"
        method {
          name: "Pay"
          input_type: ".shop.PayRequest"
          options { deprecated: true }
        }
        method {
          name: "Get"
          input_type: ".shop.v1.Outer.GetRequest"
          options { idempotency_level: NO_SIDE_EFFECTS }
        }
        method { name: "Watch" input_type: ".shop.Absent" server_streaming: true }
      }
    }
    file {
      name: "shop/requests.proto"
      package: "shop"
      message_type {
        name: "PayRequest"
        field { name: "request_id" }
        field { name: "update_mask" }
        field { name: "bill" type: TYPE_MESSAGE }
        field { name: "bill_id" type: TYPE_STRING }
      }
    })pb");
}

absl::StatusOr<Api> ReadOne(const std::string& bytes) {
  return ReadDescriptorSets({{"`a.pb`", bytes}});
}

TEST(DescriptorSetTest, ReadsServices) {
  const Api api = *ReadOne(Shop().SerializeAsString());
  EXPECT_THAT(api.packages, testing::ElementsAre("shop", "shop.v1"));
  ASSERT_EQ(api.services.size(), 1U);
  const ApiService& orders = *api.FindService("shop.v1.Orders");
  ASSERT_EQ(orders.methods.size(), 3U);
  const ApiMethod& get = *FindMethod(orders, "Get");
  EXPECT_EQ(get.idempotency_level, IdempotencyLevel::kNoSideEffects);
  EXPECT_TRUE(get.has_etag && !get.has_new_id);
  const ApiMethod& pay = *FindMethod(orders, "Pay");
  EXPECT_TRUE(pay.deprecated && pay.has_update_mask && !pay.is_request_id_annotated);
  EXPECT_TRUE(pay.has_new_id);
  EXPECT_EQ(pay.request_id_field, "request_id");
  const ApiMethod& watch = *FindMethod(orders, "Watch");
  EXPECT_TRUE(watch.server_streaming && !watch.client_streaming);
  EXPECT_EQ(watch.request_id_field, "");
}

TEST(DescriptorSetTest, SeveralSetsAreOne) {
  FileDescriptorSet all = Shop();
  FileDescriptorSet first;
  first.add_file()->Swap(all.mutable_file(0));
  FileDescriptorSet second = Shop();
  const Api api = *ReadDescriptorSets(
      {{"a.pb", first.SerializeAsString()}, {"b.pb", second.SerializeAsString()}});
  ASSERT_EQ(api.services.size(), 1U);
  EXPECT_EQ(FindMethod(api.services[0], "Pay")->request_id_field, "request_id");
}

// The verb that is read of the option's occurrences, each the bytes of an HttpRule.
HttpVerb VerbOf(const std::vector<std::string>& occurrences) {
  FileDescriptorSet set = Shop();
  MethodOptions* const options =
      set.mutable_file(0)->mutable_service(0)->mutable_method(0)->mutable_options();
  for (const std::string& bytes : occurrences) {
    options->mutable_unknown_fields()->AddLengthDelimited(kHttp, bytes);
  }
  return FindMethod(ReadOne(set.SerializeAsString())->services[0], "Pay")->http_verb;
}

TEST(DescriptorSetTest, ReadsTheVerb) {
  const std::string get = "\x12\x02/a";
  const std::string post = "\x22\x02/a";
  const std::string body = "\x3a\x01*";
  EXPECT_EQ(VerbOf({}), HttpVerb::kNone);
  EXPECT_EQ(VerbOf({get}), HttpVerb::kGet);
  EXPECT_EQ(VerbOf({"\x1a\x02/a"}), HttpVerb::kPut);
  EXPECT_EQ(VerbOf({post + body}), HttpVerb::kPost);
  EXPECT_EQ(VerbOf({"\x2a\x02/a"}), HttpVerb::kDelete);
  EXPECT_EQ(VerbOf({"\x32\x02/a"}), HttpVerb::kPatch);
  EXPECT_EQ(VerbOf({"\x42\x06\x0a\x04HEAD"}), HttpVerb::kCustom);
  // Of a oneof the last one counts, also if the message comes in parts.
  EXPECT_EQ(VerbOf({get, post}), HttpVerb::kPost);
  EXPECT_EQ(VerbOf({post, body}), HttpVerb::kPost);
  EXPECT_EQ(VerbOf({body}), HttpVerb::kNone);
}

TEST(DescriptorSetTest, AnAnnotatedRequestIdComesFirst) {
  FileDescriptorSet set = Shop();
  auto* const request = set.mutable_file(1)->mutable_message_type(0);
  auto* const field = request->add_field();
  field->set_name("trip_id");
  field->mutable_options()->mutable_unknown_fields()->AddLengthDelimited(kFieldInfo, "\x08\x01");
  const Api api = *ReadOne(set.SerializeAsString());
  EXPECT_EQ(FindMethod(api.services[0], "Pay")->request_id_field, "trip_id");
  EXPECT_TRUE(FindMethod(api.services[0], "Pay")->is_request_id_annotated);
}

TEST(DescriptorSetTest, AnIdempotencyKeyIsARequestId) {
  for (const char* name : {"client_request_id", "idempotency_key", "idempotency_token"}) {
    FileDescriptorSet set = Shop();
    set.mutable_file(1)->mutable_message_type(0)->mutable_field(0)->set_name(name);
    EXPECT_EQ(FindMethod(ReadOne(set.SerializeAsString())->services[0], "Pay")->request_id_field,
              name);
  }
}

// What the only operations of a request are, by the fields of their message.
std::optional<bool> OperationsCreate(const std::vector<const char*>& fields) {
  FileDescriptorSet set = Shop();
  auto* const operations = set.mutable_file(1)->mutable_message_type(0)->add_field();
  operations->set_name("operations");
  operations->set_type_name(".shop.OrderOperation");
  auto* const message = set.mutable_file(1)->add_message_type();
  message->set_name("OrderOperation");
  for (const char* each : fields) message->add_field()->set_name(each);
  return FindMethod(ReadOne(set.SerializeAsString())->services[0], "Pay")->operations_create;
}

TEST(DescriptorSetTest, LooksIntoTheOperationsOfARequest) {
  EXPECT_EQ(OperationsCreate({"update", "create"}), true);
  EXPECT_EQ(OperationsCreate({"update", "remove"}), false);
  EXPECT_EQ(FindMethod(ReadOne(Shop().SerializeAsString())->services[0], "Pay")->operations_create,
            std::nullopt);
}

TEST(DescriptorSetTest, AnOperationOfSeveralKindsMayCreate) {
  FileDescriptorSet set = Shop();
  auto* const request = set.mutable_file(1)->mutable_message_type(0);
  request->add_field()->set_type_name(".shop.AnyOperation");
  auto* const any = set.mutable_file(1)->add_message_type();
  any->set_name("AnyOperation");
  any->add_field()->set_type_name(".shop.OrderOperation");
  EXPECT_EQ(FindMethod(ReadOne(set.SerializeAsString())->services[0], "Pay")->operations_create,
            true);
}

TEST(DescriptorSetTest, TheIdsOfABatchAreThoseOfItsRequests) {
  const auto batch_of = [](const char* type, FieldDescriptorProto::Label label) {
    FileDescriptorSet set = Shop();
    auto* const request = set.mutable_file(1)->mutable_message_type(0);
    request->set_name("OnePayRequest");
    auto* const batch = set.mutable_file(1)->add_message_type();
    batch->set_name("PayRequest");
    auto* const field = batch->add_field();
    field->set_name("requests");
    field->set_label(label);
    field->set_type_name(type);
    return *FindMethod(ReadOne(set.SerializeAsString())->services[0], "Pay");
  };
  const ApiMethod batch = batch_of(".shop.OnePayRequest", FieldDescriptorProto::LABEL_REPEATED);
  EXPECT_TRUE(batch.has_new_id && !batch.has_update_mask);
  EXPECT_EQ(batch.request_id_field, "request_id");
  EXPECT_FALSE(batch_of(".shop.OnePayRequest", FieldDescriptorProto::LABEL_OPTIONAL).has_new_id);
  EXPECT_FALSE(batch_of(".shop.NoRequest", FieldDescriptorProto::LABEL_REPEATED).has_new_id);
}

TEST(DescriptorSetTest, ACustomMethodHasAVerbInItsPath) {
  const auto is_custom = [](const char* path) {
    FileDescriptorSet set = Shop();
    MethodOptions* const options =
        set.mutable_file(0)->mutable_service(0)->mutable_method(0)->mutable_options();
    std::string rule(1, 0x22);  // field 4, of bytes
    rule += static_cast<char>(std::string(path).size());
    options->mutable_unknown_fields()->AddLengthDelimited(kHttp, rule + path);
    return FindMethod(ReadOne(set.SerializeAsString())->services[0], "Pay")->is_custom;
  };
  EXPECT_TRUE(is_custom("/v1/{parent=shops/*}/orders:insert"));
  EXPECT_TRUE(is_custom("/v1/{name=shops/*/orders/*}:pay"));
  EXPECT_FALSE(is_custom("/v1/{parent=shops/*}/orders"));
  EXPECT_FALSE(is_custom("/v1/a:b/orders"));
  EXPECT_FALSE(is_custom("pay"));
}

TEST(DescriptorSetTest, AnOperationIsReturnedByTheNameOfItsMessage) {
  const auto returns_operation = [](const char* output) {
    FileDescriptorSet set = Shop();
    set.mutable_file(0)->mutable_service(0)->mutable_method(0)->set_output_type(output);
    return FindMethod(ReadOne(set.SerializeAsString())->services[0], "Pay")->returns_operation;
  };
  EXPECT_TRUE(returns_operation(".google.longrunning.Operation"));
  EXPECT_TRUE(returns_operation(".shop.v1.Operation"));
  EXPECT_FALSE(returns_operation(".shop.v1.Operation.Receipt"));
  EXPECT_FALSE(returns_operation(".shop.v1.PayOperation"));
  EXPECT_FALSE(returns_operation(""));
}

TEST(DescriptorSetTest, OtherFormatsAreNoRequestId) {
  FileDescriptorSet set = Shop();
  auto* const request = set.mutable_file(1)->mutable_message_type(0);
  auto* const field = request->add_field();
  field->set_name("address");
  field->mutable_options()->mutable_unknown_fields()->AddLengthDelimited(kFieldInfo, "\x08\x02");
  const Api api = *ReadOne(set.SerializeAsString());
  EXPECT_EQ(FindMethod(api.services[0], "Pay")->request_id_field, "request_id");
}

struct BrokenRow {
  const char* name;
  std::string bytes;
  const char* message;
};

constexpr char kAgain[] =
    "; regenerate it with `protoc --include_imports --descriptor_set_out=FILE`";

std::string BytesOf(const std::string& text) { return SetOf(text).SerializeAsString(); }

bool IsDamage(absl::string_view message) {
  return absl::StartsWith(message, "its") || absl::StartsWith(message, "it contains") ||
         absl::StartsWith(message, "it is broken");
}

TEST(DescriptorSetTest, ReportsWhatIsWrong) {
  const std::string whole = Shop().SerializeAsString();
  const std::string shop = BytesOf("file { name: 'a.proto' }");
  const BrokenRow rows[] = {
      {"empty", "", "it is empty"},
      {"gzip", "\x1f\x8b\x08", "it is compressed by gzip; decompress it first"},
      {"JSON", "  {\"file\": []}",
       "it is JSON; descriptor sets are binary, as `protoc --descriptor_set_out=FILE` writes them"},
      {"text format", "file {\n  name: \"a.proto\"\n}",
       "it is in protobuf's text format; pass the binary one, as `protoc "
       "--descriptor_set_out=FILE` writes it"},
      {".proto", "// Orders.\n\nsyntax = \"proto3\";",
       "it is a .proto file; pass it with `--proto`"},
      {"another text", "hello",
       "it is text; descriptor sets are binary, as `protoc --descriptor_set_out=FILE` writes "
       "them"},
      {"cut off", whole.substr(0, whole.size() - 1),
       "it is broken or ends early, at its file 2 (after `shop/orders.proto`)"},
      {"cut off at a length", std::string("\x0a\xff", 2),
       "it is broken or ends early, at its file 1"},
      {"a file that is none", shop + std::string("\x0a\x02\x0a\x05", 4),
       "its file 2 (after `a.proto`) is broken: it is truncated or not a descriptor"},
      {"a tag that is none", shop + std::string("\x00", 1),
       "it is broken or ends early, at its file 2 (after `a.proto`)"},
      {"nothing but unknown fields", std::string("\x78\x01", 2), "it contains no files"},
      {"no name", BytesOf("file { package: 'a' }"), "its file 1 is broken: it has no name"},
      {"a service without name", BytesOf("file { name: 'a' service { name: 'A\\n\\'' } }"),
       "its file 1 is broken: the service `A\\n\\'` has no valid name"},
      {"a package that is none", BytesOf("file { name: 'a' package: 'a..b' }"),
       "its file 1 is broken: the package `a..b` has no valid name"},
  };
  for (const BrokenRow& row : rows) {
    const absl::StatusOr<Api> api = ReadOne(row.bytes);
    ASSERT_FALSE(api.ok()) << row.name;
    const std::string prefix = "cannot read the descriptor set `a.pb`: ";
    EXPECT_EQ(api.status().message(),
              absl::StrCat(prefix, row.message, IsDamage(row.message) ? kAgain : ""))
        << row.name;
  }
}

TEST(DescriptorSetTest, AnOptionThatIsCutOffIsAnError) {
  FileDescriptorSet set = Shop();
  auto* const options =
      set.mutable_file(0)->mutable_service(0)->mutable_method(0)->mutable_options();
  options->mutable_unknown_fields()->AddLengthDelimited(kHttp, "\x12\x09/a");
  EXPECT_THAT(std::string(ReadOne(set.SerializeAsString()).status().message()),
              testing::HasSubstr("the option `google.api.http` of `Orders/Pay` is truncated"));
}

TEST(DescriptorSetTest, AServiceThatIsCutOffIsAnError) {
  const std::string bytes(
      "\x0a\x08\x0a\x01"
      "a\x32\x03\x0a\x05"
      "A",
      10);
  EXPECT_THAT(
      std::string(ReadOne(bytes).status().message()),
      testing::HasSubstr("its file 1 is broken: a service in it is truncated or too large"));
}

// Two bytes make an empty message, which takes a hundred once it is unpacked.
TEST(DescriptorSetTest, ManyEmptyMessagesTakeLittleMemory) {
  constexpr int kMany = 5'000'000;
  std::string messages(
      "\x0a\x01"
      "a",
      3);
  for (int i = 0; i < kMany; ++i) messages.append("\x22\x00", 2);
  FileDescriptorSet set;
  set.mutable_unknown_fields()->AddLengthDelimited(1, messages);
  EXPECT_THAT(std::string(ReadOne(set.SerializeAsString()).status().message()),
              testing::HasSubstr("there are too many messages"));
}

TEST(DescriptorSetTest, NamesThatAreNoTextAreEscaped) {
  const std::string file =
      "\x0a\x01"
      "a\x32\x06\x0a\x04O\xff\xc2\x9b";
  const std::string set = absl::StrCat("\x0a\x0b", file);
  EXPECT_THAT(std::string(ReadOne(set).status().message()),
              testing::HasSubstr(R"(the service `O\377\302\233` has no valid name)"));
}

// Every part of a set that ends early is an error or a smaller set, and nothing else.
TEST(DescriptorSetTest, SurvivesEveryTruncation) {
  const std::string whole = Shop().SerializeAsString();
  size_t read = 0;
  for (size_t size = 0; size < whole.size(); ++size) {
    read += ReadOne(whole.substr(0, size)).ok() ? 1 : 0;
  }
  EXPECT_EQ(read, 1U);
}

TEST(DescriptorSetTest, DeepNestingIsNoCrash) {
  FileDescriptorSet set = SetOf("file { name: 'a' message_type { name: 'A' } }");
  auto* message = set.mutable_file(0)->mutable_message_type(0);
  for (int i = 0; i < 5000; ++i) {
    message = message->add_nested_type();
    message->set_name("A");
  }
  // One method wants the innermost message, and none of its names is too long to be looked for.
  std::string innermost = "A";
  for (int i = 0; i < 5000; ++i) innermost += ".A";
  auto* const service = set.mutable_file(0)->add_service();
  service->set_name("S");
  auto* const method = service->add_method();
  method->set_name("M");
  method->set_input_type(innermost);
  EXPECT_TRUE(ReadOne(set.SerializeAsString()).ok());
}

TEST(ApiTest, NamesInParts) {
  EXPECT_EQ(PackageOf("a.b.C"), "a.b");
  EXPECT_EQ(ShortNameOf("a.b.C"), "C");
  EXPECT_EQ(PackageOf("C"), "");
  EXPECT_EQ(ShortNameOf("C"), "C");
}

}  // namespace
}  // namespace grpcfg
