#include "schema/protobuf/descriptor_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/stubs/logging.h"
#include "schema/json/utf8.h"
#include "schema/protobuf/api_builder.h"
#include "schema/protobuf/wire_format.h"

namespace grpcfg {
namespace {

using google::protobuf::FileDescriptorSet;

constexpr absl::string_view kMakeAgain =
    "regenerate it with `protoc --include_imports --descriptor_set_out=FILE`";

// Of a longer text the begin is enough; a character that is cut off there is not a fault.
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

// What is wrong with bytes that are not a set, and what to do, if their start shows what they are.
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
    return "it is in protobuf's text format; pass the binary one, as `protoc "
           "--descriptor_set_out=FILE` writes it";
  }
  if (LooksLikeProto(text)) return "it is a .proto file; pass it with `--proto`";
  return "it is text; descriptor sets are binary, as `protoc --descriptor_set_out=FILE` writes "
         "them";
}

// The error for a set that is none, or is one that was damaged as `damage` says.
absl::Status NoSet(const DescriptorSet& set, absl::string_view damage) {
  const absl::string_view mistaken = MistakenFor(set.bytes);
  return absl::InvalidArgumentError(absl::StrCat(
      "cannot read the descriptor set ", set.name, ": ",
      mistaken.empty() ? absl::StrCat(damage, "; ", kMakeAgain) : std::string(mistaken)));
}

// Adds the files of one set.
class SetReader {
 public:
  SetReader(const DescriptorSet& set, ApiBuilder& builder) : set_(set), builder_(builder) {}

  absl::Status Read() {
    absl::Status added;
    const bool is_whole = ForEachPart(set_.bytes, [&](int number, absl::string_view file) {
      if (number != FileDescriptorSet::kFileFieldNumber || !added.ok()) return;
      added = builder_.AddFile(file);
      if (added.ok()) ++files_;
    });
    if (!added.ok()) {
      return NoSet(set_, absl::StrCat(Place(), " is broken: ", added.message()));
    }
    if (!is_whole) return NoSet(set_, absl::StrCat("it is broken or ends early, at ", Place()));
    return files_ > 0 ? absl::OkStatus() : NoSet(set_, "it contains no files");
  }

 private:
  // "its file 3 (after `shop/orders.proto`)": where the damage is.
  [[nodiscard]] std::string Place() const {
    std::string place = absl::StrCat("its file ", files_ + 1);
    if (files_ == 0) return place;
    const absl::string_view name = builder_.last_file();
    const bool is_utf8 = FindInvalidUtf8(name, 0) == absl::string_view::npos;
    return absl::StrCat(place, " (after `",
                        is_utf8 ? absl::Utf8SafeCEscape(name) : absl::CEscape(name), "`)");
  }

  const DescriptorSet& set_;
  ApiBuilder& builder_;
  size_t files_ = 0;
};

}  // namespace

absl::Status DescriptorSetTooLarge(absl::string_view name) {
  return absl::ResourceExhaustedError(
      absl::StrCat("cannot read the descriptor set ", name, ": it is larger than ",
                   kMaxDescriptorSetBytes >> 20, " MiB; include only the files that are needed"));
}

absl::StatusOr<Api> ReadDescriptorSets(absl::Span<const DescriptorSet> sets) {
  // It would print what it finds, such as names that are not UTF-8.
  const google::protobuf::LogSilencer errors_are_returned;
  ApiBuilder builder;
  for (const DescriptorSet& set : sets) {
    if (set.bytes.size() > kMaxDescriptorSetBytes) {
      return DescriptorSetTooLarge(set.name);
    }
    const absl::Status read = SetReader(set, builder).Read();
    if (!read.ok()) return read;
  }
  return std::move(builder).Build();
}

}  // namespace grpcfg
