#include "schema/protobuf/proto_files.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "google/protobuf/compiler/parser.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/stubs/logging.h"
#include "schema/protobuf/descriptor_set.h"
#include "schema/protobuf/proto_errors.h"

namespace grpcfg {
namespace {

using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;
using google::protobuf::compiler::SourceLocationTable;

constexpr size_t kMostFiles = 50'000;
constexpr size_t kMostBytes = size_t{256} << 20;

// Messages in messages, and values of options. protoc stops at 32, libprotobuf's own stack later.
constexpr int kMostNesting = 64;

// One .proto file: parsed, and when all were, built.
struct Source {
  std::string name;
  FileDescriptorProto proto;
  SourceLocationTable places;
  bool is_built = false;
};

// How deep braces are nested.
class Nesting {
 public:
  void Take(char c) {
    if (c == '{' || c == '<') most_ = std::max(most_, ++depth_);
    if ((c == '}' || c == '>') && depth_ > 0) --depth_;
  }
  [[nodiscard]] bool IsTooDeep() const { return most_ > kMostNesting; }

 private:
  int depth_ = 0;
  int most_ = 0;
};

bool IsTooNested(absl::string_view text) {
  Nesting of_text;  // braces in comments and strings count too
  for (const char c : text) of_text.Take(c);
  if (!of_text.IsTooDeep()) return false;
  google::protobuf::io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  ProtoErrors ignored;
  google::protobuf::io::Tokenizer tokens(&stream, ignored.ForFile(""));
  Nesting of_tokens;
  while (tokens.Next()) {
    const std::string& token = tokens.current().text;
    if (token.size() == 1) of_tokens.Take(token[0]);
  }
  return of_tokens.IsTooDeep();
}

// Names of imports stay below the folders that they are looked for in.
bool IsSafeName(absl::string_view name) {
  const std::vector<absl::string_view> parts = absl::StrSplit(name, '/');
  return !absl::StrContains(name, '\\') && !absl::StrContains(name, '\0') &&
         std::none_of(parts.begin(), parts.end(), [](absl::string_view part) {
           return part.empty() || part == "." || part == "..";
         });
}

class Compilation {
 public:
  explicit Compilation(ProtoReader read) : read_(read) {}

  absl::StatusOr<std::string> Run(absl::Span<const std::string> names) {
    absl::Status status = Load(names);
    if (status.ok()) status = FindOrder();
    if (!status.ok()) return status;
    return Build();
  }

 private:
  absl::Status Load(absl::Span<const std::string> names);
  absl::Status Fetch(Source& source);
  absl::Status Parse(absl::string_view text, Source& source);
  absl::Status FindOrder();
  absl::StatusOr<std::string> Build();

  ProtoReader read_;
  ProtoErrors errors_;
  std::deque<Source> sources_;  // do not move: the tables of places point at them
  std::map<std::string, Source*> by_name_;
  std::map<std::string, const Source*> importer_;  // by the name of what it imports
  std::vector<Source*> order_;                     // each after all that it imports
  size_t bytes_ = 0;
};

absl::Status Compilation::Load(absl::Span<const std::string> names) {
  std::deque<std::string> pending(names.begin(), names.end());
  for (; !pending.empty(); pending.pop_front()) {
    const std::string& name = pending.front();
    if (by_name_.contains(name)) continue;
    if (sources_.size() == kMostFiles) {
      return absl::ResourceExhaustedError(
          absl::StrCat("there are more than ", kMostFiles, " .proto files; name fewer"));
    }
    Source& source = sources_.emplace_back();
    source.name = name;
    by_name_[name] = &source;
    absl::Status fetched = Fetch(source);
    if (!fetched.ok()) return fetched;
    for (const std::string& import : source.proto.dependency()) {
      importer_.try_emplace(import, &source);
      pending.push_back(import);
    }
  }
  return errors_.ToStatus();
}

absl::Status Compilation::Fetch(Source& source) {
  const auto importer = importer_.find(source.name);
  const Source* const by = importer == importer_.end() ? nullptr : importer->second;
  const auto add_error = [&](absl::string_view message) {
    if (by == nullptr) {
      errors_.AddWithoutPlace(source.name, message);
    } else {
      errors_.AddOnImport(by->name, by->places, {by->proto, source.name}, message);
    }
  };
  if (!IsSafeName(source.name)) {
    add_error(absl::StrCat("`", source.name,
                           "` is not the name of a file below a --proto-path: it has "
                           "an empty part, a `.`, a `..` or a backslash"));
    return absl::OkStatus();
  }
  const absl::StatusOr<std::string> text = read_(source.name);
  if (text.ok()) return Parse(*text, source);
  if (!absl::IsNotFound(text.status())) return text.status();
  const FileDescriptor* const built_in = FindWellKnownFile(source.name);
  if (built_in != nullptr) {
    built_in->CopyTo(&source.proto);
    return absl::OkStatus();
  }
  add_error(absl::StrCat("`", source.name,
                         "` was not found; give the folder that it is below with "
                         "another --proto-path"));
  return absl::OkStatus();
}

absl::Status Compilation::Parse(absl::string_view text, Source& source) {
  bytes_ += text.size();
  if (bytes_ > kMostBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the .proto files are larger than ", kMostBytes >> 20, " MiB; name fewer"));
  }
  if (absl::StrContains(text, '\0')) {
    errors_.AddWithoutPlace(source.name,
                            "this is not text; a descriptor set is given with --descriptor-set");
    return absl::OkStatus();
  }
  errors_.LookAt(source.name, text);
  if (IsTooNested(text)) {
    errors_.AddWithoutPlace(source.name, "braces are nested too deep for any real file");
    return absl::OkStatus();
  }
  google::protobuf::io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  google::protobuf::io::Tokenizer tokens(&stream, errors_.ForFile(source.name));
  google::protobuf::compiler::Parser parser;
  parser.RecordErrorsTo(errors_.ForFile(source.name));
  parser.RecordSourceLocationsTo(&source.places);
  source.proto.set_name(source.name);
  parser.Parse(&tokens, &source.proto);
  source.proto.clear_source_code_info();
  return absl::OkStatus();
}

// Depth first, with a stack of our own: imports of a hostile file make any chain.
absl::Status Compilation::FindOrder() {
  struct Step {
    Source* source;
    int next_import = 0;
  };
  std::map<const Source*, bool> is_done;  // false: on the stack
  for (Source& root : sources_) {
    std::vector<Step> stack;
    if (is_done.try_emplace(&root, false).second) stack.push_back({&root});
    while (!stack.empty()) {
      Step& step = stack.back();
      if (step.next_import == step.source->proto.dependency_size()) {
        is_done[step.source] = true;
        order_.push_back(step.source);
        stack.pop_back();
        continue;
      }
      const std::string& name = step.source->proto.dependency(step.next_import++);
      Source* const import = by_name_.at(name);
      const auto [state, is_new] = is_done.try_emplace(import, false);
      if (is_new) {
        stack.push_back({import});
      } else if (!state->second) {
        const Source& by = *step.source;
        errors_.AddOnImport(by.name, by.places, {by.proto, name},
                            absl::StrCat("`", name,
                                         "` imports this file in turn, directly or "
                                         "through others"));
      }
    }
  }
  return errors_.ToStatus();
}

absl::StatusOr<std::string> Compilation::Build() {
  DescriptorPool pool;
  FileDescriptorSet set;
  for (Source* const source : order_) {
    const FileDescriptor* const built =
        pool.BuildFileCollectingErrors(source->proto, errors_.ForPlaces(source->places));
    if (built == nullptr) return errors_.ToStatus();
    built->CopyTo(set.add_file());
  }
  return set.SerializeAsString();
}

}  // namespace

absl::StatusOr<std::string> CompileProtoFiles(absl::Span<const std::string> names,
                                              ProtoReader read) {
  const google::protobuf::LogSilencer no_warnings;  // it would print them: of files without syntax
  return Compilation(read).Run(names);
}

absl::StatusOr<Api> ReadProtoText(absl::string_view text) {
  constexpr absl::string_view kName = "api.proto";
  const auto read = [&](const std::string& name) -> absl::StatusOr<std::string> {
    if (name != kName) return absl::NotFoundError(name);
    return std::string(text);
  };
  absl::StatusOr<std::string> bytes = CompileProtoFiles({std::string(kName)}, read);
  if (!bytes.ok()) return bytes.status();
  return ReadDescriptorSets({{std::string(kName), *std::move(bytes)}});
}

}  // namespace grpcfg
