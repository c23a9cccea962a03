#include "schema/descriptor_set.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"
#include "schema/api_builder.h"
#include "schema/utf8.h"

namespace grpcfg {
namespace {

using google::protobuf::Arena;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// descriptor.proto, FileDescriptorSet: `repeated FileDescriptorProto file = 1`.
constexpr uint32_t kFileTag = 10;

constexpr absl::string_view kMakeAgain =
    "make it again with `protoc --include_imports --descriptor_set_out=FILE`";

using ProtoFiles = std::vector<const ProtoFile*>;

// Of a longer text the begin is enough; a character that is cut off there is no fault.
constexpr size_t kLooked = 4096;

bool IsText(absl::string_view bytes) {
  constexpr size_t kLongestCharacter = 4;
  const size_t whole = bytes.size() < kLooked ? bytes.size() : kLooked - kLongestCharacter;
  if (FindInvalidUtf8(bytes, 0) < whole) return false;
  return std::all_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || absl::ascii_isspace(byte);
  });
}

// True if a line begins with one of the words of .proto files.
bool LooksLikeProto(absl::string_view text) {
  constexpr absl::string_view kWords[] = {"syntax",  "edition",  "package ",
                                          "import ", "message ", "service "};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](absl::string_view word) {
    return absl::StartsWith(text, word) || absl::StrContains(text, absl::StrCat("\n", word));
  });
}

// What is wrong with bytes that are no set, and what to do, if their begin tells what they are.
absl::string_view MistakenFor(absl::string_view bytes) {
  if (bytes.empty()) return "it is empty";
  if (absl::StartsWith(bytes, "\x1f\x8b")) return "it is compressed by gzip; decompress it first";
  const absl::string_view begin = bytes.substr(0, kLooked);
  if (!IsText(begin)) return "";
  const absl::string_view text = absl::StripLeadingAsciiWhitespace(begin);
  if (absl::StartsWith(text, "{") || absl::StartsWith(text, "[")) {
    return "it is JSON; descriptor sets are binary, as `protoc --descriptor_set_out=FILE` writes "
           "them";
  }
  if (absl::StartsWith(text, "file {") || absl::StartsWith(text, "file:")) {
    return "it is in protobuf's text format; give the binary one, as "
           "`protoc --descriptor_set_out=FILE` writes it";
  }
  if (LooksLikeProto(text)) return "it is a .proto file; give it with `--proto`";
  return "it is a text; descriptor sets are binary, as `protoc --descriptor_set_out=FILE` writes "
         "them";
}

// The error for a set that is none, or is one that was damaged as `damage` says.
absl::Status NoSet(const DescriptorSet& set, absl::string_view damage) {
  const absl::string_view mistaken = MistakenFor(set.bytes);
  return absl::InvalidArgumentError(absl::StrCat(
      "cannot read the descriptor set ", set.name,
      ": ", mistaken.empty() ? absl::StrCat(damage, "; ", kMakeAgain) : std::string(mistaken)));
}

// "its file 3 (after `shop/orders.proto`)": where the damage is.
std::string PlaceOf(const ProtoFiles& files, size_t first) {
  const size_t number = files.size() - first + 1;
  std::string place = absl::StrCat("its file ", number);
  if (number == 1) return place;
  return absl::StrCat(place, " (after `", absl::Utf8SafeCEscape(files.back()->name()), "`)");
}

absl::Status CheckFile(const ProtoFile& file) {
  if (file.name().empty()) return absl::InvalidArgumentError("it has no name");
  return CheckDescriptors(file);
}

class SetReader {
 public:
  SetReader(const DescriptorSet& set, Arena& arena, ProtoFiles& files)
      : set_(set),
        arena_(arena),
        files_(files),
        first_(files.size()),
        in_(reinterpret_cast<const uint8_t*>(set.bytes.data()),
            static_cast<int>(set.bytes.size())) {}

  absl::Status Read() {
    while (const uint32_t tag = in_.ReadTag()) {
      if (tag == kFileTag) {
        const absl::Status added = AddFile();
        if (!added.ok()) return added;
      } else if (!WireFormatLite::SkipField(&in_, tag)) {
        return NoSet(set_, absl::StrCat(PlaceOf(files_, first_), " is broken"));
      }
    }
    if (!in_.ConsumedEntireMessage()) {
      return NoSet(set_, absl::StrCat(PlaceOf(files_, first_), " is broken"));
    }
    return files_.size() > first_ ? absl::OkStatus() : NoSet(set_, "there is no file in it");
  }

 private:
  absl::Status AddFile() {
    uint32_t size = 0;
    const bool has_size = in_.ReadVarint32(&size);
    const int begin = in_.CurrentPosition();
    const auto left = static_cast<uint32_t>(set_.bytes.size()) - static_cast<uint32_t>(begin);
    if (!has_size || size > left) {
      return NoSet(set_, absl::StrCat("it ends in the middle of ", PlaceOf(files_, first_),
                                      ", so it is truncated"));
    }
    auto* const file = Arena::CreateMessage<ProtoFile>(&arena_);
    const bool parsed =
        file->ParsePartialFromArray(set_.bytes.data() + begin, static_cast<int>(size));
    if (!parsed) return NoSet(set_, absl::StrCat(PlaceOf(files_, first_), " is broken"));
    const absl::Status checked = CheckFile(*file);
    if (!checked.ok()) {
      return NoSet(set_, absl::StrCat(PlaceOf(files_, first_), " is broken: ", checked.message()));
    }
    in_.Skip(static_cast<int>(size));
    files_.push_back(file);
    return absl::OkStatus();
  }

  const DescriptorSet& set_;
  Arena& arena_;
  ProtoFiles& files_;
  const size_t first_;  // of this set
  CodedInputStream in_;
};

}  // namespace

absl::StatusOr<Api> ReadDescriptorSets(absl::Span<const DescriptorSet> sets) {
  Arena arena;
  ProtoFiles files;
  for (const DescriptorSet& set : sets) {
    if (set.bytes.size() > kMaxDescriptorSetBytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat("cannot read the descriptor set ", set.name, ": it is larger than ",
                       kMaxDescriptorSetBytes >> 20, " MiB; give only the files that are needed"));
    }
    const absl::Status read = SetReader(set, arena, files).Read();
    if (!read.ok()) return read;
  }
  return MakeApi(files);
}

}  // namespace grpcfg
