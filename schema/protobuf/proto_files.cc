#include "schema/protobuf/proto_files.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "google/protobuf/any.pb.h"
#include "google/protobuf/api.pb.h"
#include "google/protobuf/compiler/parser.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/duration.pb.h"
#include "google/protobuf/empty.pb.h"
#include "google/protobuf/field_mask.pb.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/source_context.pb.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/stubs/logging.h"
#include "google/protobuf/timestamp.pb.h"
#include "google/protobuf/type.pb.h"
#include "google/protobuf/wrappers.pb.h"
#include "re2/re2.h"
#include "schema/protobuf/descriptor_set.h"

namespace grpcfg {
namespace {

// ---- What libprotobuf says of .proto files, collected as `file:line:column: message`.

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

  // Notes why libprotobuf may not read all of a file with an edition, to be reported with its
  // errors.
  void NoteEdition(absl::string_view file);

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

void ProtoErrors::NoteEdition(absl::string_view file) {
  if (!hint_.empty()) return;
  hint_ = absl::StrCat("`", absl::Utf8SafeCEscape(file),
                       "` uses an edition, which grpcfg supports only in part; compile it with "
                       "your own protoc, `protoc --include_imports --descriptor_set_out=FILE`, and "
                       "pass the result with --descriptor-set");
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

// A file of google/protobuf/ that libprotobuf has compiled in; null if it has no such one.
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

// ---- The files

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
  bool has_failed = false;  // itself, or what it imports
  bool is_unread = false;   // by its syntax: what it declares is unknown
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

  absl::StatusOr<ParsedProtos> Run(absl::Span<const std::string> names) {
    if (absl::Status loaded = Load(names); !loaded.ok()) return loaded;
    FindOrder();
    std::string set = Build();
    return ParsedProtos{std::move(set),
                        errors_.ToStatus(),
                        std::move(copies_),
                        {unread_packages_.begin(), unread_packages_.end()}};
  }

 private:
  absl::Status Load(absl::Span<const std::string> names);
  absl::Status Fetch(Source& source);
  absl::Status Parse(absl::string_view text, Source& source);
  void FindOrder();
  std::string Build();
  [[nodiscard]] bool IsBroken(const Source& source) const;

  ProtoReader read_;
  ProtoErrors errors_;
  std::deque<Source> sources_;  // do not move: the tables of places point at them
  std::map<std::string, Source*> by_name_;
  std::map<std::string, const Source*> importer_;  // by the name of what it imports
  std::vector<Source*> order_;                     // each after all that it imports
  std::vector<ProtoCopy> copies_;
  std::set<std::string> unread_packages_;
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
  return absl::OkStatus();
}

absl::Status Compilation::Fetch(Source& source) {
  const auto importer = importer_.find(source.name);
  const Source* const by = importer == importer_.end() ? nullptr : importer->second;
  const auto add_error = [&](absl::string_view message) {
    source.has_failed = true;
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
                         "` was not found; pass its import root with another --proto-path"));
  return absl::OkStatus();
}

// libprotobuf 3.21 knows no editions. What they change of services and requests is nothing that is
// read here; what else it does not take of them, it says. False: the text has no edition.
bool ReplaceEdition(std::string& text) {
  static const re2::RE2 kEdition(R"re((?m)^(\s*)edition(\s*=\s*)["'][^"'\n]*["'])re");
  return re2::RE2::Replace(&text, kEdition, R"(\1syntax\2"proto3")");
}

absl::Status Compilation::Parse(absl::string_view text, Source& source) {
  bytes_ += text.size();
  if (bytes_ > kMostBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the .proto files are larger than ", kMostBytes >> 20, " MiB; name fewer"));
  }
  source.is_unread = true;
  if (absl::StrContains(text, '\0')) {
    errors_.AddWithoutPlace(source.name,
                            "this is not text; pass a descriptor set with --descriptor-set");
    return absl::OkStatus();
  }
  std::string known(text);
  if (ReplaceEdition(known)) errors_.NoteEdition(source.name);
  if (IsTooNested(text)) {
    errors_.AddWithoutPlace(source.name, "braces are nested too deep for any real file");
    return absl::OkStatus();
  }
  google::protobuf::io::ArrayInputStream stream(known.data(), static_cast<int>(known.size()));
  google::protobuf::io::Tokenizer tokens(&stream, errors_.ForFile(source.name));
  google::protobuf::compiler::Parser parser;
  parser.RecordErrorsTo(errors_.ForFile(source.name));
  parser.RecordSourceLocationsTo(&source.places);
  source.proto.set_name(source.name);
  source.is_unread = !parser.Parse(&tokens, &source.proto);
  source.proto.clear_source_code_info();
  return absl::OkStatus();
}

// How far the folder of a file is that of its package, as it is for an original, and less so for a
// copy: 0 is best.
int DistanceToPackage(const FileDescriptorProto& proto) {
  std::string package = "/";
  if (!proto.package().empty()) {
    absl::StrAppend(&package, absl::StrReplaceAll(proto.package(), {{".", "/"}}), "/");
  }
  const std::string folder = absl::StrCat("/", proto.name().substr(0, proto.name().rfind('/') + 1));
  if (folder == package) return 0;
  return absl::EndsWith(folder, package) ? 1 : 2;
}

// Depth first, with a stack of our own: imports of a hostile file make any chain.
void Compilation::FindOrder() {
  struct Step {
    Source* source;
    int next_import = 0;
  };
  std::map<const Source*, bool> is_done;  // false: on the stack
  std::vector<Source*> roots;
  for (Source& source : sources_) roots.push_back(&source);
  std::stable_sort(roots.begin(), roots.end(), [](const Source* a, const Source* b) {
    return DistanceToPackage(a->proto) < DistanceToPackage(b->proto);
  });
  for (Source* const root : roots) {
    std::vector<Step> stack;
    if (is_done.try_emplace(root, false).second) stack.push_back({root});
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
        Source& by = *step.source;
        by.has_failed = true;
        errors_.AddOnImport(by.name, by.places, {by.proto, name},
                            absl::StrCat("`", name,
                                         "` imports this file in turn, directly or "
                                         "through others"));
      }
    }
  }
}

bool Compilation::IsBroken(const Source& source) const {
  const auto& imports = source.proto.dependency();
  return source.has_failed || std::any_of(imports.begin(), imports.end(), [&](const auto& name) {
           return by_name_.at(name)->has_failed;
         });
}

// What names may be about in a file that does not compile.
FileDescriptorProto ServicesOf(const FileDescriptorProto& broken) {
  FileDescriptorProto file;
  file.set_name(broken.name());
  file.set_package(broken.package());
  for (const auto& service : broken.service()) {
    auto& copy = *file.add_service();
    copy.set_name(service.name());
    for (const auto& method : service.method()) {
      auto& copied = *copy.add_method();
      copied.set_name(method.name());
      copied.set_input_type(method.input_type());
      copied.set_client_streaming(method.client_streaming());
      copied.set_server_streaming(method.server_streaming());
    }
  }
  return file;
}

// The file of the pool that declares something that `proto` does, too; null: none does.
const FileDescriptor* FindOriginal(const DescriptorPool& pool, const FileDescriptorProto& proto) {
  const std::string package = proto.package().empty() ? "" : absl::StrCat(proto.package(), ".");
  for (const auto& service : proto.service()) {
    const auto* const known = pool.FindServiceByName(absl::StrCat(package, service.name()));
    if (known != nullptr) return known->file();
  }
  for (const auto& message : proto.message_type()) {
    const auto* const known = pool.FindMessageTypeByName(absl::StrCat(package, message.name()));
    if (known != nullptr) return known->file();
  }
  for (const auto& type : proto.enum_type()) {
    const auto* const known = pool.FindEnumTypeByName(absl::StrCat(package, type.name()));
    if (known != nullptr) return known->file();
  }
  return nullptr;
}

// A broken file is not reported for each file that imports it, nor a copy for each name in it.
std::string Compilation::Build() {
  DescriptorPool pool;
  FileDescriptorSet set;
  for (Source* const source : order_) {
    if (source->is_unread) {
      source->has_failed = true;
      unread_packages_.insert(source->proto.package());
      continue;
    }
    const FileDescriptor* const original = FindOriginal(pool, source->proto);
    if (original != nullptr) copies_.push_back({original->name(), source->name});
    const FileDescriptor* const built =
        original != nullptr || IsBroken(*source)
            ? nullptr
            : pool.BuildFileCollectingErrors(source->proto, errors_.ForPlaces(source->places));
    source->has_failed = built == nullptr;
    if (built != nullptr) {
      built->CopyTo(set.add_file());
    } else if (!source->proto.name().empty()) {
      *set.add_file() = ServicesOf(source->proto);
    }
  }
  return set.SerializeAsString();
}

}  // namespace

absl::StatusOr<std::string> CompileProtoFiles(absl::Span<const std::string> names,
                                              ProtoReader read) {
  absl::StatusOr<ParsedProtos> parsed = ParseProtoFiles(names, read);
  if (!parsed.ok()) return parsed.status();
  if (!parsed->faults.ok()) return parsed->faults;
  if (!parsed->copies.empty()) return absl::InvalidArgumentError(WordsOn(parsed->copies));
  return std::move(parsed->set);
}

std::string WordsOn(absl::Span<const ProtoCopy> copies) {
  std::set<absl::string_view> used;
  for (const ProtoCopy& copy : copies) used.insert(copy.used);
  const auto name = [](const std::string& file) {
    return absl::StrCat("`", absl::Utf8SafeCEscape(file), "`");
  };
  const std::string others =
      used.size() == 1 ? " is used" : absl::StrCat(" and ", used.size() - 1, " more are used");
  const std::string left_out =
      copies.size() == 1 ? " is skipped because it declares the same names"
                         : absl::StrCat(" and ", copies.size() - 1,
                                        " more are skipped because they declare the same names");
  return absl::StrCat(name(copies.front().used), others, ", and ", name(copies.front().left_out),
                      left_out);
}

absl::StatusOr<ParsedProtos> ParseProtoFiles(absl::Span<const std::string> names,
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
