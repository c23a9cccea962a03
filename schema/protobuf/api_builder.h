// From protobuf's own descriptors to an Api. Only descriptor_set.cc includes it.
// Promise: of a file only what an Api needs is unpacked, so that a hostile one costs little more
// than its own size.
#ifndef GRPCFG_SCHEMA_PROTOBUF_API_BUILDER_H_
#define GRPCFG_SCHEMA_PROTOBUF_API_BUILDER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "schema/protobuf/api.h"

namespace grpcfg {

class ApiBuilder {
 public:
  // Adds a FileDescriptorProto, whose bytes must outlive the builder. An error has the cause alone:
  // what protoc would never have written, such as a name that is none or an option that is cut off.
  absl::Status AddFile(absl::string_view bytes);

  // The name of the file that was added last.
  [[nodiscard]] absl::string_view last_file() const { return last_file_; }

  // The services of all files. Requests are looked up in all of them; one whose file is missing has
  // no fields. Of what is declared twice the first one is taken.
  Api Build() &&;

 private:
  struct File {
    std::string package;
    std::vector<absl::string_view> messages;  // each a DescriptorProto
  };
  // The parts of a FileDescriptorProto; of its options, if they have several, one after the other.
  struct FileParts {
    absl::string_view name;
    std::string options;
    std::vector<absl::string_view> services;
    File file;
  };
  struct Service {
    ApiService service;
    std::vector<std::string> requests;  // of its methods, by full name
  };

  void TakePart(int number, absl::string_view part, FileParts& parts);
  absl::Status AddService(absl::string_view package, absl::string_view bytes);

  std::vector<File> files_;
  std::vector<Service> services_;
  absl::string_view last_file_;
  size_t messages_ = 0;
  size_t methods_ = 0;
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_PROTOBUF_API_BUILDER_H_
