#include "schema/api_builder.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "google/protobuf/unknown_field_set.h"

namespace grpcfg {
namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::FieldDescriptorProto;
using google::protobuf::MethodDescriptorProto;
using google::protobuf::MethodOptions;
using google::protobuf::ServiceDescriptorProto;
using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

// Extensions of the options, by number: google/api/annotations.proto and field_info.proto.
constexpr int kHttp = 72295728;
constexpr int kFieldInfo = 291403980;

// No name that anybody writes is nearly as long.
constexpr size_t kMaxNameLength = 1000;

bool IsIdentifier(absl::string_view name) {
  if (name.empty() || name.size() > kMaxNameLength) return false;
  if (absl::ascii_isdigit(static_cast<unsigned char>(name[0]))) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || absl::ascii_isalnum(static_cast<unsigned char>(c));
  });
}

bool IsPackage(absl::string_view name) {
  if (name.size() > kMaxNameLength) return false;
  for (absl::string_view rest = name; !name.empty();) {
    const size_t dot = rest.find('.');
    if (!IsIdentifier(rest.substr(0, dot))) return false;
    if (dot == absl::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  return true;
}

absl::Status NoName(absl::string_view what, absl::string_view name) {
  constexpr size_t kMostShown = 60;
  return absl::InvalidArgumentError(absl::StrCat("the ", what, " `",
                                                 absl::Utf8SafeCEscape(name.substr(0, kMostShown)),
                                                 "` has no valid name"));
}

// The bytes of an option that is a message. Where it stands several times, the parts make one
// message (protobuf's encoding: merging of embedded messages).
std::string OptionBytes(const UnknownFieldSet& options, int number) {
  std::string bytes;
  for (int i = 0; i < options.field_count(); ++i) {
    const UnknownField& field = options.field(i);
    const bool is_meant =
        field.number() == number && field.type() == UnknownField::TYPE_LENGTH_DELIMITED;
    if (is_meant) bytes.append(field.length_delimited());
  }
  return bytes;
}

// google/api/http.proto: the field numbers of HttpRule.pattern.
HttpVerb VerbOfField(int number) {
  switch (number) {
    case 2:
      return HttpVerb::kGet;
    case 3:
      return HttpVerb::kPut;
    case 4:
      return HttpVerb::kPost;
    case 5:
      return HttpVerb::kDelete;
    case 6:
      return HttpVerb::kPatch;
    case 8:
      return HttpVerb::kCustom;
    default:
      return HttpVerb::kNone;
  }
}

// Nothing if the option is cut off. Of a oneof the last one counts.
std::optional<HttpVerb> VerbOf(const MethodOptions& options) {
  UnknownFieldSet rule;
  if (!rule.ParseFromString(OptionBytes(options.unknown_fields(), kHttp))) return std::nullopt;
  HttpVerb verb = HttpVerb::kNone;
  for (int i = 0; i < rule.field_count(); ++i) {
    const bool has_text = rule.field(i).type() == UnknownField::TYPE_LENGTH_DELIMITED;
    const HttpVerb of_field = has_text ? VerbOfField(rule.field(i).number()) : HttpVerb::kNone;
    if (of_field != HttpVerb::kNone) verb = of_field;
  }
  return verb;
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

// An annotated `request_id`, any other annotated field, or `request_id` (AIP-155).
void SetRequestId(const DescriptorProto& request, ApiMethod& method) {
  for (const FieldDescriptorProto& field : request.field()) {
    if (!IsIdentifier(field.name())) continue;
    const bool is_named = field.name() == "request_id";
    const bool is_annotated = IsUuid4(field);
    if (is_annotated && (is_named || !method.is_request_id_annotated)) {
      method.request_id_field = field.name();
      method.is_request_id_annotated = true;
    } else if (is_named && !method.is_request_id_annotated) {
      method.request_id_field = field.name();
    }
  }
}

void SetRequest(const DescriptorProto& request, ApiMethod& method) {
  SetRequestId(request, method);
  for (const FieldDescriptorProto& field : request.field()) {
    method.has_etag = method.has_etag || field.name() == "etag";
    method.has_update_mask = method.has_update_mask || field.name() == "update_mask";
  }
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

ApiMethod MakeMethod(const MethodDescriptorProto& method) {
  ApiMethod made = {};
  made.name = method.name();
  made.idempotency_level = LevelOf(method.options());
  made.http_verb = VerbOf(method.options()).value_or(HttpVerb::kNone);
  made.client_streaming = method.client_streaming();
  made.server_streaming = method.server_streaming();
  made.deprecated = method.options().deprecated();
  return made;
}

// The messages that some method takes, by their full names, as far as they were found.
using Requests = absl::flat_hash_map<std::string, const DescriptorProto*>;

absl::string_view RequestOf(const MethodDescriptorProto& method) {
  return absl::StripPrefix(method.input_type(), ".");
}

Requests WantedRequests(absl::Span<const ProtoFile* const> files) {
  Requests requests;
  for (const ProtoFile* const file : files) {
    for (const ServiceDescriptorProto& service : file->service()) {
      for (const MethodDescriptorProto& method : service.method()) {
        requests.try_emplace(RequestOf(method), nullptr);
      }
    }
  }
  return requests;
}

// Finds the messages of `file`, nested ones too, that are wanted.
void FindRequests(const ProtoFile& file, Requests& requests) {
  std::vector<std::pair<std::string, const DescriptorProto*>> left;
  const std::string prefix = file.package().empty() ? "" : absl::StrCat(file.package(), ".");
  for (const DescriptorProto& message : file.message_type()) {
    left.emplace_back(prefix + message.name(), &message);
  }
  while (!left.empty()) {
    const auto [name, message] = std::move(left.back());
    left.pop_back();
    if (name.size() > 2 * kMaxNameLength) continue;
    const auto wanted = requests.find(name);
    if (wanted != requests.end() && wanted->second == nullptr) wanted->second = message;
    for (const DescriptorProto& nested : message->nested_type()) {
      left.emplace_back(absl::StrCat(name, ".", nested.name()), &nested);
    }
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

ApiService MakeService(const ProtoFile& file, const ServiceDescriptorProto& service,
                       const Requests& requests) {
  ApiService made;
  made.name = absl::StrCat(file.package(), file.package().empty() ? "" : ".", service.name());
  // FileOptions.deprecated is for everything in the file.
  made.deprecated = service.options().deprecated() || file.options().deprecated();
  for (const MethodDescriptorProto& method : service.method()) {
    ApiMethod& added = made.methods.emplace_back(MakeMethod(method));
    const auto request = requests.find(RequestOf(method));
    if (request->second != nullptr) SetRequest(*request->second, added);
  }
  SortOnce(made.methods, [](const ApiMethod& method) -> const std::string& { return method.name; });
  return made;
}

}  // namespace

absl::Status CheckDescriptors(const ProtoFile& file) {
  if (!IsPackage(file.package())) return NoName("package", file.package());
  for (const ServiceDescriptorProto& service : file.service()) {
    if (!IsIdentifier(service.name())) return NoName("service", service.name());
    for (const MethodDescriptorProto& method : service.method()) {
      if (!IsIdentifier(method.name())) return NoName("method", method.name());
      if (VerbOf(method.options())) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "the option `google.api.http` of `", service.name(), "/", method.name(), "` is cut off"));
    }
  }
  return absl::OkStatus();
}

Api MakeApi(absl::Span<const ProtoFile* const> files) {
  Requests requests = WantedRequests(files);
  for (const ProtoFile* const file : files) FindRequests(*file, requests);
  Api api;
  for (const ProtoFile* const file : files) {
    api.packages.push_back(file->package());
    for (const ServiceDescriptorProto& service : file->service()) {
      api.services.push_back(MakeService(*file, service, requests));
    }
  }
  SortOnce(api.services,
           [](const ApiService& service) -> const std::string& { return service.name; });
  SortOnce(api.packages, [](const std::string& package) -> const std::string& { return package; });
  return api;
}

}  // namespace grpcfg
