#include "schema/protobuf/api_builder.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/unknown_field_set.h"
#include "schema/protobuf/wire_format.h"

namespace grpcfg {
namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::FieldDescriptorProto;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileOptions;
using google::protobuf::MethodDescriptorProto;
using google::protobuf::MethodOptions;
using google::protobuf::ServiceDescriptorProto;
using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

// Extensions of the options, by number: google/api/annotations.proto and field_info.proto.
constexpr int kHttp = 72295728;
constexpr int kFieldInfo = 291403980;

// Far above real files. All of googleapis has some 15,000 methods.
constexpr size_t kMaxNameLength = 1000;
constexpr size_t kMaxFiles = 200'000;
constexpr size_t kMaxMessages = 4'000'000;
constexpr size_t kMaxNested = 10'000;  // in one message
constexpr size_t kMaxMethods = 500'000;
constexpr size_t kMaxServiceBytes = size_t{4} << 20;
constexpr size_t kMaxRequestBytes = size_t{4} << 20;

bool IsIdentifier(absl::string_view name) {
  if (name.empty() || name.size() > kMaxNameLength) return false;
  if (absl::ascii_isdigit(static_cast<unsigned char>(name[0]))) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || absl::ascii_isalnum(static_cast<unsigned char>(c));
  });
}

bool IsPackage(absl::string_view name) {
  if (name.size() > kMaxNameLength) return false;
  return name.empty() || absl::c_all_of(absl::StrSplit(name, '.'), IsIdentifier);
}

absl::Status NoName(absl::string_view what, absl::string_view name) {
  constexpr size_t kMostShown = 60;
  return absl::InvalidArgumentError(absl::StrCat(
      "the ", what, " `", absl::CEscape(name.substr(0, kMostShown)), "` has no valid name"));
}

// The bytes of an option that is a message. Where it stands several times, the parts make one
// message (protobuf's encoding: merging of embedded messages).
std::string OptionBytes(const UnknownFieldSet& options, int number) {
  std::string bytes;
  for (int i = 0; i < options.field_count(); ++i) {
    const UnknownField& field = options.field(i);
    const bool is_match =
        field.number() == number && field.type() == UnknownField::TYPE_LENGTH_DELIMITED;
    if (is_match) bytes.append(field.length_delimited());
  }
  return bytes;
}

// google/api/http.proto: HttpRule.pattern, by its field numbers.
constexpr std::array<HttpVerb, 9> kVerbs = {HttpVerb::kNone,  HttpVerb::kNone, HttpVerb::kGet,
                                            HttpVerb::kPut,   HttpVerb::kPost, HttpVerb::kDelete,
                                            HttpVerb::kPatch, HttpVerb::kNone, HttpVerb::kCustom};

struct HttpRule {
  HttpVerb verb = HttpVerb::kNone;
  bool is_custom = false;
};

// Nothing if the option is cut off. Of a oneof the last one counts.
std::optional<HttpRule> HttpRuleOf(const MethodOptions& options) {
  UnknownFieldSet fields;
  if (!fields.ParseFromString(OptionBytes(options.unknown_fields(), kHttp))) return std::nullopt;
  HttpRule rule;
  for (int i = 0; i < fields.field_count(); ++i) {
    const auto number = static_cast<size_t>(fields.field(i).number());
    const bool has_text = fields.field(i).type() == UnknownField::TYPE_LENGTH_DELIMITED;
    if (has_text && number < kVerbs.size() && kVerbs[number] != HttpVerb::kNone) {
      const std::string& path = fields.field(i).length_delimited();
      rule = {kVerbs[number], absl::StrContains(path.substr(path.rfind('/') + 1), ':')};
    }
  }
  return rule;
}

// google/api/field_info.proto: FieldInfo.format is field 1, UUID4 is 1.
bool IsUuid4(const FieldDescriptorProto& field) {
  UnknownFieldSet info;
  if (!info.ParseFromString(OptionBytes(field.options().unknown_fields(), kFieldInfo))) {
    return false;
  }
  bool is_uuid4 = false;
  for (int i = 0; i < info.field_count(); ++i) {
    const bool is_format =
        info.field(i).number() == 1 && info.field(i).type() == UnknownField::TYPE_VARINT;
    if (is_format) is_uuid4 = info.field(i).varint() == 1;
  }
  return is_uuid4;
}

// A message that is a request, or an operation or a request in one.
struct Message {
  RequestFields facts;
  bool has_create = false;
  std::vector<std::string> operations;  // the messages of its fields that are operations
  std::vector<std::string> requests;    // those of a list of requests (AIP-233)
};

// Such a message, once it is found.
using Request = std::optional<Message>;

// AIP-155, and the names of draft-ietf-httpapi-idempotency-key-header and of clouds' SDKs.
constexpr std::array<absl::string_view, 4> kRequestIds = {"request_id", "client_request_id",
                                                          "idempotency_key", "idempotency_token"};

// An annotated one of these, any other annotated field, or one of these.
void SetRequestId(const FieldDescriptorProto& field, RequestFields& facts) {
  const bool is_named = absl::c_linear_search(kRequestIds, field.name());
  const bool is_annotated = IsUuid4(field) && IsIdentifier(field.name());
  if (is_annotated && (is_named || !facts.is_request_id_annotated)) {
    facts.request_id_field = field.name();
    facts.is_request_id_annotated = true;
  } else if (is_named && !facts.is_request_id_annotated) {
    facts.request_id_field = field.name();
  }
}

// True for the ID of a resource beside the resource: `book_id` and `book`.
bool HasNewId(const DescriptorProto& request) {
  absl::flat_hash_set<absl::string_view> messages;
  for (const FieldDescriptorProto& field : request.field()) {
    if (field.type() == FieldDescriptorProto::TYPE_MESSAGE) messages.insert(field.name());
  }
  return absl::c_any_of(request.field(), [&](const FieldDescriptorProto& field) {
    absl::string_view name = field.name();
    return field.type() == FieldDescriptorProto::TYPE_STRING && absl::ConsumeSuffix(&name, "_id") &&
           messages.contains(name);
  });
}

Message ReadMessage(absl::string_view bytes) {
  Message message;
  RequestFields& facts = message.facts;
  DescriptorProto described;
  const bool is_read =
      bytes.size() <= kMaxRequestBytes &&
      described.ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size()));
  if (!is_read) return message;
  facts.has_new_id = HasNewId(described);
  for (const FieldDescriptorProto& field : described.field()) {
    SetRequestId(field, facts);
    facts.has_etag = facts.has_etag || field.name() == "etag";
    facts.has_update_mask = facts.has_update_mask || field.name() == "update_mask";
    message.has_create = message.has_create || field.name() == "create";
    const absl::string_view type = absl::StripPrefix(field.type_name(), ".");
    const bool is_list = field.label() == FieldDescriptorProto::LABEL_REPEATED;
    if (absl::EndsWith(type, "Operation")) message.operations.emplace_back(type);
    if (is_list && absl::EndsWith(type, "Request")) message.requests.emplace_back(type);
  }
  return message;
}

IdempotencyLevel LevelOf(const MethodOptions& options) {
  switch (options.idempotency_level()) {
    case MethodOptions::NO_SIDE_EFFECTS:
      return IdempotencyLevel::kNoSideEffects;
    case MethodOptions::IDEMPOTENT:
      return IdempotencyLevel::kIdempotent;
    default:
      return IdempotencyLevel::kUnknown;
  }
}

bool IsFileDeprecated(const std::string& bytes) {
  FileOptions options;
  const bool is_read = bytes.size() <= kMaxRequestBytes && options.ParsePartialFromString(bytes);
  return is_read && options.deprecated();
}

ApiMethod MakeMethod(const MethodDescriptorProto& method) {
  ApiMethod made = {};
  made.name = method.name();
  made.idempotency_level = LevelOf(method.options());
  const HttpRule rule = HttpRuleOf(method.options()).value_or(HttpRule());
  made.http_verb = rule.verb;
  made.is_custom = rule.is_custom;
  made.client_streaming = method.client_streaming();
  made.server_streaming = method.server_streaming();
  made.returns_operation = ShortNameOf(method.output_type()) == "Operation";
  made.deprecated = method.options().deprecated();
  return made;
}

// The messages that some method takes, by their full names.
using Requests = std::map<std::string, Request, std::less<>>;

// A DescriptorProto and its full name.
struct NamedMessage {
  std::string name;
  absl::string_view bytes;
};

NamedMessage NameMessage(absl::string_view prefix, absl::string_view bytes) {
  absl::string_view name;
  ForEachPart(bytes, [&](int number, absl::string_view part) {
    if (number == DescriptorProto::kNameFieldNumber) name = part;
  });
  return {absl::StrCat(prefix, name.substr(0, kMaxNameLength)), bytes};
}

// True if a message nested in `name` is needed.
bool NeedsNested(const Requests& requests, absl::string_view name) {
  const std::string prefix = absl::StrCat(name, ".");
  const auto next = requests.lower_bound(prefix);
  return next != requests.end() && absl::StartsWith(next->first, prefix);
}

// Reads a message of a file, and those nested in it, as far as they are needed.
void FindRequests(NamedMessage outermost, Requests& requests) {
  std::vector<NamedMessage> left;
  left.push_back(std::move(outermost));
  for (size_t looked_at = 0; !left.empty() && looked_at < kMaxNested; ++looked_at) {
    const NamedMessage message = std::move(left.back());
    left.pop_back();
    const auto requested = requests.find(message.name);
    if (requested != requests.end() && !requested->second) {
      requested->second = ReadMessage(message.bytes);
    }
    if (!NeedsNested(requests, message.name)) continue;
    const std::string prefix = absl::StrCat(message.name, ".");
    ForEachPart(message.bytes, [&](int number, absl::string_view part) {
      const bool is_nested = number == DescriptorProto::kNestedTypeFieldNumber;
      if (is_nested && left.size() < kMaxNested) left.push_back(NameMessage(prefix, part));
    });
  }
}

// Adds the operations and requests of requests to what is needed. False if all are there already.
bool RequestParts(Requests& requests) {
  std::vector<std::string> parts;
  for (const auto& [name, request] : requests) {
    if (!request) continue;
    absl::c_copy(request->operations, std::back_inserter(parts));
    absl::c_copy(request->requests, std::back_inserter(parts));
  }
  bool has_new = false;
  for (const std::string& each : parts) has_new |= requests.try_emplace(each).second;
  return has_new;
}

// The IDs that the requests of a batch have are those of the batch.
void AddIds(const RequestFields& of_one, RequestFields& facts) {
  facts.has_new_id = facts.has_new_id || of_one.has_new_id;
  if (!facts.request_id_field.empty()) return;
  facts.request_id_field = of_one.request_id_field;
  facts.is_request_id_annotated = of_one.is_request_id_annotated;
}

// An operation that is one of several kinds of operations may create with one of them.
RequestFields FactsOf(const Requests& requests, const std::string& name) {
  const Request& request = requests.at(name);
  if (!request) return {};
  RequestFields facts = request->facts;
  for (const std::string& each : request->operations) {
    const Request& operation = requests.at(each);
    facts.operations_create =
        facts.operations_create.value_or(false) ||
        (operation && (operation->has_create || !operation->operations.empty()));
  }
  for (const std::string& each : request->requests) {
    if (const Request& one = requests.at(each)) AddIds(one->facts, facts);
  }
  return facts;
}

// To each of `methods` those of its request; `names` are those of the requests, in that order.
void AddFacts(const Requests& requests, const std::vector<std::string>& names,
              std::vector<ApiMethod>& methods) {
  for (size_t i = 0; i < names.size(); ++i) {
    RequestFields& fields = methods[i];
    fields = FactsOf(requests, names[i]);
  }
}

// In the order of names, of each the first one.
template <typename Named, typename NameOf>
void SortOnce(std::vector<Named>& list, const NameOf& name_of) {
  std::stable_sort(list.begin(), list.end(),
                   [&](const Named& a, const Named& b) { return name_of(a) < name_of(b); });
  const auto end = std::unique(list.begin(), list.end(), [&](const Named& a, const Named& b) {
    return name_of(a) == name_of(b);
  });
  list.erase(end, list.end());
}

}  // namespace

void ApiBuilder::TakePart(int number, absl::string_view part, FileParts& parts) {
  switch (number) {
    case FileDescriptorProto::kNameFieldNumber:
      parts.name = part;
      break;
    case FileDescriptorProto::kPackageFieldNumber:
      parts.file.package = std::string(part);
      break;
    case FileDescriptorProto::kOptionsFieldNumber:
      absl::StrAppend(&parts.options, part);
      break;
    case FileDescriptorProto::kServiceFieldNumber:
      if (parts.services.size() < kMaxMethods) parts.services.push_back(part);
      break;
    case FileDescriptorProto::kMessageTypeFieldNumber:
      if (++messages_ <= kMaxMessages) parts.file.messages.push_back(part);
      break;
    default:
      break;
  }
}

absl::Status ApiBuilder::AddFile(absl::string_view bytes) {
  FileParts parts;
  const bool is_whole = ForEachPart(
      bytes, [&](int number, absl::string_view part) { TakePart(number, part, parts); });
  if (!is_whole) return absl::InvalidArgumentError("it is truncated or not a descriptor");
  if (parts.name.empty()) return absl::InvalidArgumentError("it has no name");
  if (!IsPackage(parts.file.package)) return NoName("package", parts.file.package);
  if (files_.size() == kMaxFiles) return absl::ResourceExhaustedError("there are too many files");
  if (messages_ > kMaxMessages) return absl::ResourceExhaustedError("there are too many messages");
  const bool is_deprecated = IsFileDeprecated(parts.options);
  for (const absl::string_view service : parts.services) {
    absl::Status added = AddService(parts.file.package, service);
    if (!added.ok()) return added;
    // FileOptions.deprecated is for everything in the file.
    if (is_deprecated) services_.back().service.deprecated = true;
  }
  files_.push_back(std::move(parts.file));
  last_file_ = parts.name;
  return absl::OkStatus();
}

absl::Status ApiBuilder::AddService(absl::string_view package, absl::string_view bytes) {
  ServiceDescriptorProto service;
  const bool is_read = bytes.size() <= kMaxServiceBytes &&
                       service.ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size()));
  if (!is_read) return absl::InvalidArgumentError("a service in it is truncated or too large");
  if (!IsIdentifier(service.name())) return NoName("service", service.name());
  Service& added = services_.emplace_back();
  added.service.name = absl::StrCat(package, package.empty() ? "" : ".", service.name());
  added.service.deprecated = service.options().deprecated();
  for (const MethodDescriptorProto& method : service.method()) {
    if (!IsIdentifier(method.name())) return NoName("method", method.name());
    if (!HttpRuleOf(method.options())) {
      return absl::InvalidArgumentError(absl::StrCat("the option `google.api.http` of `",
                                                     service.name(), "/", method.name(),
                                                     "` is truncated"));
    }
    added.service.methods.push_back(MakeMethod(method));
    added.requests.emplace_back(absl::StripPrefix(method.input_type(), "."));
  }
  methods_ += added.requests.size();
  if (methods_ > kMaxMethods) return absl::ResourceExhaustedError("there are too many methods");
  return absl::OkStatus();
}

Api ApiBuilder::Build() && {
  Requests requests;
  for (const Service& service : services_) {
    for (const std::string& request : service.requests) requests.try_emplace(request);
  }
  const auto find_all = [&] {
    for (const File& file : files_) {
      const std::string prefix = file.package.empty() ? "" : absl::StrCat(file.package, ".");
      for (const absl::string_view message : file.messages) {
        FindRequests(NameMessage(prefix, message), requests);
      }
    }
  };
  find_all();
  if (RequestParts(requests)) find_all();
  Api api;
  for (File& file : files_) api.packages.push_back(std::move(file.package));
  for (Service& service : services_) {
    AddFacts(requests, service.requests, service.service.methods);
    SortOnce(service.service.methods,
             [](const ApiMethod& method) -> const std::string& { return method.name; });
    api.services.push_back(std::move(service.service));
  }
  SortOnce(api.services,
           [](const ApiService& service) -> const std::string& { return service.name; });
  SortOnce(api.packages, [](const std::string& package) -> const std::string& { return package; });
  return api;
}

}  // namespace grpcfg
