// YAML by yaml-cpp, whose exceptions end here.
#include <algorithm>
#include <cstdint>
#include <exception>

#include "absl/strings/string_view.h"
#include "dns/structured.h"
#include "yaml-cpp/yaml.h"

namespace grpcfg {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// How many bytes a YAML escape takes, `\x41`.
size_t EscapeSize(absl::string_view text, size_t at) {
  const absl::string_view kind = text.substr(at + 1, 1);
  return kind == "x" ? 4 : kind == "u" ? 6 : kind == "U" ? 10 : 2;
}

// Where each octet of a scalar stands: the bytes are walked along with what they were decoded to,
// whatever the style. Quotes, indents and folded line breaks have no octet of their own.
class ScalarAligner {
 public:
  ScalarAligner(absl::string_view text, uint32_t begin, const std::string& decoded)
      : text_(text), at_(begin), decoded_(decoded) {
    const bool is_block = at_ < text.size() && (text[at_] == '|' || text[at_] == '>');
    if (is_block) at_ = static_cast<uint32_t>(std::min(text.find('\n', at_), text.size()));
    const bool is_quoted = at_ < text.size() && (text[at_] == '"' || text[at_] == '\'');
    if (is_quoted) quote_ = text[at_++];
  }

  OctetMap Align() {
    OctetMap map;
    for (uint32_t octet = 0; octet < decoded_.size(); ++octet) {
      const Span place = PlaceOf(decoded_[octet]);
      map.Add({octet, place.begin, place.size(), place.size()});
      at_ = place.end;
    }
    map.AddPlain(static_cast<uint32_t>(decoded_.size()), at_);
    return map;
  }

  [[nodiscard]] uint32_t end() const { return at_; }

 private:
  Span PlaceOf(char octet) {
    if (IsBlank(octet)) return BlankPlace();
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
    if (at_ >= text_.size()) return {at_, at_};
    if (quote_ == '"' && text_[at_] == '\\') return Bytes(EscapeSize(text_, at_));
    if (quote_ == '\'' && text_.substr(at_, 2) == "''") return Bytes(2);
    return Bytes(1);
  }

  // One blank, or all that was folded into it.
  Span BlankPlace() {
    if (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) return Bytes(1);
    if (quote_ == '"' && at_ < text_.size() && text_[at_] == '\\') return Bytes(2);
    uint32_t end = at_;
    while (end < text_.size() && IsBlank(text_[end])) ++end;
    return {at_, std::max(end, at_)};
  }

  [[nodiscard]] Span Bytes(size_t count) const {
    return {at_, static_cast<uint32_t>(std::min<size_t>(at_ + count, text_.size()))};
  }

  absl::string_view text_;
  uint32_t at_;
  const std::string& decoded_;
  char quote_ = 0;
};

class YamlConverter {
 public:
  explicit YamlConverter(absl::string_view text) : text_(text) {}

  Structured Convert(const YAML::Node& node, size_t level) {
    Structured converted;
    if (++nodes_ > kMostStructuredNodes || level > kMostStructuredLevels) {
      is_too_large_ = true;
      return converted;
    }
    if (node.IsScalar()) return Scalar(node);
    if (node.IsSequence()) {
      converted.kind = Structured::Kind::kList;
      for (const YAML::Node& element : node) {
        converted.elements.push_back(Convert(element, level + 1));
        if (is_too_large_) return converted;
      }
    }
    if (node.IsMap()) {
      converted.kind = Structured::Kind::kMap;
      for (const auto& member : node) {
        converted.members.emplace_back(Convert(member.first, level + 1),
                                       Convert(member.second, level + 1));
        if (is_too_large_) return converted;
      }
    }
    return converted;
  }

  [[nodiscard]] bool is_too_large() const { return is_too_large_; }

 private:
  [[nodiscard]] Structured Scalar(const YAML::Node& node) const {
    Structured scalar = {.kind = Structured::Kind::kScalar, .text = node.Scalar()};
    const auto begin = static_cast<uint32_t>(
        std::clamp<int64_t>(node.Mark().pos, 0, static_cast<int64_t>(text_.size())));
    ScalarAligner aligner(text_, begin, scalar.text);
    scalar.map = aligner.Align();
    scalar.span = {begin, std::max(begin, aligner.end())};
    return scalar;
  }

  absl::string_view text_;
  size_t nodes_ = 0;
  bool is_too_large_ = false;
};

}  // namespace

StructuredText ReadStructuredYaml(absl::string_view text) {
  StructuredText read;
  try {
    YamlConverter converter(text);
    for (const YAML::Node& document : YAML::LoadAll(std::string(text))) {
      read.documents.push_back(converter.Convert(document, 0));
    }
    if (converter.is_too_large()) return {{}, "it has too many values, or too many levels", {}};
  } catch (const YAML::Exception& error) {
    const auto at = static_cast<uint32_t>(
        std::clamp<int64_t>(error.mark.pos, 0, static_cast<int64_t>(text.size())));
    return {{}, "it is not YAML: " + error.msg, {at, at}};
  } catch (const std::exception& error) {  // what yaml-cpp does not expect
    return {{}, std::string("it is not YAML: ") + error.what(), {}};
  }
  return read;
}

}  // namespace grpcfg
