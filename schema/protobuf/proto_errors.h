// What libprotobuf says of .proto files, collected as `file:line:column: message`. Only what
// compiles them includes it.
#ifndef GRPCFG_SCHEMA_PROTOBUF_PROTO_ERRORS_H_
#define GRPCFG_SCHEMA_PROTOBUF_PROTO_ERRORS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/compiler/parser.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/io/tokenizer.h"

namespace grpcfg {

class ProtoErrors {
 public:
  using Places = google::protobuf::compiler::SourceLocationTable;

  ProtoErrors() : of_text_(*this), of_descriptors_(*this) {}
  ProtoErrors(const ProtoErrors&) = delete;
  ProtoErrors& operator=(const ProtoErrors&) = delete;

  // An import as a file's descriptor has it.
  struct Import {
    const google::protobuf::FileDescriptorProto& file;
    const std::string& name;
  };

  void AddWithoutPlace(absl::string_view file, absl::string_view message);
  void AddOnImport(absl::string_view file, const Places& places, const Import& import,
                   absl::string_view message);

  // Notes why libprotobuf cannot read a text of today, to be said with its errors.
  void LookAt(absl::string_view file, absl::string_view text);

  // Collect for this object, until the next call.
  google::protobuf::io::ErrorCollector* ForFile(absl::string_view file);
  google::protobuf::DescriptorPool::ErrorCollector* ForPlaces(const Places& places);

  // OK if there was none. At most kMostShown are listed.
  [[nodiscard]] absl::Status ToStatus() const;

 private:
  static constexpr size_t kMostShown = 20;

  class OfText : public google::protobuf::io::ErrorCollector {
   public:
    explicit OfText(ProtoErrors& errors) : errors_(errors) {}
    void AddError(int line, int column, const std::string& message) override;
    std::string file;

   private:
    ProtoErrors& errors_;
  };

  class OfDescriptors : public google::protobuf::DescriptorPool::ErrorCollector {
   public:
    explicit OfDescriptors(ProtoErrors& errors) : errors_(errors) {}
    void AddError(const std::string& file, const std::string& element,
                  const google::protobuf::Message* descriptor, ErrorLocation location,
                  const std::string& message) override;
    const Places* places = nullptr;

   private:
    ProtoErrors& errors_;
  };

  // Line and column count from 0; a negative line is none.
  void Add(absl::string_view file, int line, int column, absl::string_view message);

  std::vector<std::string> messages_;
  size_t not_shown_ = 0;
  std::string hint_;
  OfText of_text_;
  OfDescriptors of_descriptors_;
};

// A file of google/protobuf/ that libprotobuf has compiled in; null if it has no such one.
const google::protobuf::FileDescriptor* FindWellKnownFile(absl::string_view name);

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_PROTOBUF_PROTO_ERRORS_H_
