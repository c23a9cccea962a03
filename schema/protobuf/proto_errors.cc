#include "schema/protobuf/proto_errors.h"

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "google/protobuf/any.pb.h"
#include "google/protobuf/api.pb.h"
#include "google/protobuf/duration.pb.h"
#include "google/protobuf/empty.pb.h"
#include "google/protobuf/field_mask.pb.h"
#include "google/protobuf/source_context.pb.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/timestamp.pb.h"
#include "google/protobuf/type.pb.h"
#include "google/protobuf/wrappers.pb.h"

namespace grpcfg {

void ProtoErrors::OfText::AddError(int line, int column, const std::string& message) {
  errors_.Add(file, line, column, message);
}

// NOLINTNEXTLINE(readability-function-size): libprotobuf calls it so.
void ProtoErrors::OfDescriptors::AddError(const std::string& file, const std::string& element,
                                          const google::protobuf::Message* descriptor,
                                          ErrorLocation location, const std::string& message) {
  int line = -1;
  int column = 0;
  if (places != nullptr && location == IMPORT) {
    places->FindImport(descriptor, element, &line, &column);
  } else if (places != nullptr) {
    places->Find(descriptor, location, &line, &column);
  }
  errors_.Add(file, line, column, message);
}

void ProtoErrors::Add(absl::string_view file, int line, int column, absl::string_view message) {
  if (messages_.size() == kMostShown) {
    ++not_shown_;
    return;
  }
  // protoc's messages are sentences.
  const std::string text = absl::Utf8SafeCEscape(absl::StripSuffix(message, "."));
  const std::string place = line < 0 ? "" : absl::StrCat(":", line + 1, ":", column + 1);
  messages_.push_back(absl::StrCat(absl::Utf8SafeCEscape(file), place, ": ",
                                   absl::StrReplaceAll(text, {{"\\\"", "`"}, {"\\'", "'"}})));
}

void ProtoErrors::AddWithoutPlace(absl::string_view file, absl::string_view message) {
  Add(file, -1, 0, message);
}

void ProtoErrors::AddOnImport(absl::string_view file, const Places& places, const Import& import,
                              absl::string_view message) {
  int line = -1;
  int column = 0;
  places.FindImport(&import.file, import.name, &line, &column);
  Add(file, line, column, message);
}

void ProtoErrors::LookAt(absl::string_view file, absl::string_view text) {
  const bool has_edition =
      absl::StartsWith(text, "edition") || absl::StrContains(text, "\nedition");
  if (!hint_.empty() || !has_edition) return;
  hint_ = absl::StrCat("`", absl::Utf8SafeCEscape(file),
                       "` has an edition, which grpcfg cannot compile; let your protoc do it, "
                       "`protoc --include_imports --descriptor_set_out=FILE`, and give the result "
                       "with --descriptor-set");
}

google::protobuf::io::ErrorCollector* ProtoErrors::ForFile(absl::string_view file) {
  of_text_.file = std::string(file);
  return &of_text_;
}

google::protobuf::DescriptorPool::ErrorCollector* ProtoErrors::ForPlaces(const Places& places) {
  of_descriptors_.places = &places;
  return &of_descriptors_;
}

absl::Status ProtoErrors::ToStatus() const {
  if (messages_.empty()) return absl::OkStatus();
  std::string text =
      absl::StrCat("cannot compile the .proto files:\n", absl::StrJoin(messages_, "\n"));
  if (not_shown_ > 0) absl::StrAppend(&text, "\nand ", not_shown_, " more");
  if (!hint_.empty()) absl::StrAppend(&text, "\n", hint_);
  return absl::InvalidArgumentError(text);
}

const google::protobuf::FileDescriptor* FindWellKnownFile(absl::string_view name) {
  namespace pb = google::protobuf;
  if (!absl::StartsWith(name, "google/protobuf/")) return nullptr;
  // Named here, or the linker would leave them out.
  const pb::FileDescriptor* const files[] = {
      pb::Any::descriptor()->file(),           pb::Api::descriptor()->file(),
      pb::Duration::descriptor()->file(),      pb::Empty::descriptor()->file(),
      pb::FieldMask::descriptor()->file(),     pb::FileDescriptorProto::descriptor()->file(),
      pb::SourceContext::descriptor()->file(), pb::Struct::descriptor()->file(),
      pb::Timestamp::descriptor()->file(),     pb::Type::descriptor()->file(),
      pb::StringValue::descriptor()->file()};
  for (const pb::FileDescriptor* const file : files) {
    if (file->name() == name) return file;
  }
  return nullptr;
}

}  // namespace grpcfg
