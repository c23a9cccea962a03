// YAML by yaml-cpp, whose exceptions end here.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "schema/structured/structured.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/yaml.h"

namespace grpcfg {
namespace {

// Some texts that are not YAML have no end to yaml-cpp: one empty document follows the other.
constexpr size_t kMostDocuments = 1000;

constexpr absl::string_view kNulls[] = {"~", "null", "Null", "NULL"};

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// How many bytes a YAML escape takes, `\x41`.
size_t EscapeSize(absl::string_view text, size_t at) {
  const absl::string_view kind = text.substr(at + 1, 1);
  return kind == "x" ? 4 : kind == "u" ? 6 : kind == "U" ? 10 : 2;
}

// After the tag and the anchor of a scalar, at which its mark is.
size_t AfterProperties(absl::string_view text, size_t at) {
  constexpr absl::string_view kBlank = " \t\r\n";
  while (at < text.size() && (text[at] == '!' || text[at] == '&')) {
    at = text.find_first_not_of(kBlank, text.find_first_of(kBlank, at));
  }
  return std::min(at, text.size());
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

  // After the closing quote, if there are any.
  [[nodiscard]] uint32_t end() const {
    return quote_ != 0 && at_ < text_.size() && text_[at_] == quote_ ? at_ + 1 : at_;
  }

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

// NOLINTNEXTLINE(misc-no-recursion): no deeper than kMostStructuredLevels
size_t CountNodes(const Structured& node) {
  constexpr size_t kBytesOfNode = 32;  // a long text counts as several
  size_t count = 1 + node.text.size() / kBytesOfNode;
  for (const Structured& element : node.elements) count += CountNodes(element);
  for (const auto& [key, value] : node.members) count += 1 + CountNodes(value);
  return count;
}

// Puts the members of `<<: *base`, or of `<<: [*one, *two]`, after those of the map itself, which
// override them (https://yaml.org/type/merge.html).
void MergeMaps(Structured& map) {
  constexpr absl::string_view kMergeKey = "<<";
  std::vector<Structured> merged;
  std::erase_if(map.members, [&](auto& member) {
    if (member.first.text != kMergeKey) return false;
    if (member.second.kind == Structured::Kind::kMap) merged.push_back(std::move(member.second));
    for (Structured& each : member.second.elements) merged.push_back(std::move(each));
    return true;
  });
  if (merged.empty()) return;
  absl::flat_hash_set<std::string> keys;
  for (const auto& [key, value] : map.members) keys.insert(key.text);
  for (Structured& each : merged) {
    for (auto& member : each.members) {
      if (keys.insert(member.first.text).second) map.members.push_back(std::move(member));
    }
  }
}

// Builds documents of the events of a parser. What is too much is omitted, and noted.
class YamlBuilder : public YAML::EventHandler {
 public:
  explicit YamlBuilder(absl::string_view text) : text_(text) {}

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Structured null;
    const uint32_t begin = BeginOf(mark);
    const absl::string_view word =
        text_.substr(begin, text_.find_first_of(" \t\r\n,]}", begin) - begin);
    if (absl::c_linear_search(kNulls, word)) {
      null.span = {begin, begin + static_cast<uint32_t>(word.size())};
    } else if (!open_.empty() && open_.back().key) {  // nothing is written: after the key
      null.span = {open_.back().key->span.end, open_.back().key->span.end};
    }
    Add(std::move(null), anchor);
  }

  void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t anchor) override {
    const auto known = anchors_.find(anchor);
    Structured copy;
    if (known != anchors_.end() && Count(known->second.nodes)) copy = known->second.node;
    Add(std::move(copy), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Structured scalar = {.kind = Structured::Kind::kScalar, .text = value};
    const uint32_t begin = BeginOf(mark);
    ScalarAligner aligner(text_, begin, scalar.text);
    scalar.map = aligner.Align();
    scalar.span = {begin, std::max(begin, aligner.end())};
    if (tag == "!include") includes_.push_back(scalar.span);
    Add(std::move(scalar), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    Open(Structured::Kind::kList, mark, anchor);
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    Open(Structured::Kind::kMap, mark, anchor);
  }
  void OnMapEnd() override { Close(); }

  [[nodiscard]] bool is_too_large() const { return is_too_large_; }
  StructuredText Take() {
    return {.documents = std::move(documents_), .includes = std::move(includes_)};
  }

 private:
  struct OpenNode {
    Structured node;
    YAML::anchor_t anchor;
    uint32_t begin;
    std::optional<Structured> key = {};
  };

  struct Anchored {
    Structured node;
    size_t nodes = 0;  // that it is made of
  };

  // Counts nodes; false if they are too many.
  bool Count(size_t nodes) {
    nodes_ += nodes;
    is_too_large_ = is_too_large_ || nodes_ > kMostStructuredNodes;
    return !is_too_large_;
  }

  // After its tag and anchor.
  [[nodiscard]] uint32_t BeginOf(const YAML::Mark& mark) const {
    return static_cast<uint32_t>(
        AfterProperties(text_, static_cast<size_t>(std::max(mark.pos, 0))));
  }

  // Of a list or map that begins there and has nothing; zero width if it is one by a merge.
  [[nodiscard]] Span EmptySpan(uint32_t begin) const {
    const absl::string_view bracket = text_.substr(begin, 1);
    if (bracket != "[" && bracket != "{") return {begin, begin};
    const size_t end = text_.find_first_of("]}", begin);
    return {begin, static_cast<uint32_t>(std::min(end, text_.size() - 1) + 1)};
  }

  void Open(Structured::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    is_too_large_ = is_too_large_ || open_.size() > kMostStructuredLevels;
    open_.push_back({{.kind = kind}, anchor, BeginOf(mark)});
  }

  void Close() {
    OpenNode closed = std::move(open_.back());
    open_.pop_back();
    MergeMaps(closed.node);
    if (closed.node.elements.empty() && closed.node.members.empty()) {
      closed.node.span = EmptySpan(closed.begin);
    }
    Add(std::move(closed.node), closed.anchor);
  }

  void Add(Structured node, YAML::anchor_t anchor) {
    if (!Count(1)) return;
    if (anchor != 0) anchors_[anchor] = {node, CountNodes(node)};
    if (open_.empty()) {
      documents_.push_back(std::move(node));
      return;
    }
    OpenNode& into = open_.back();
    if (into.node.kind == Structured::Kind::kList) {
      into.node.elements.push_back(std::move(node));
    } else if (!into.key) {
      into.key = std::move(node);
    } else {
      into.node.members.emplace_back(*std::move(into.key), std::move(node));
      into.key.reset();
    }
  }

  absl::string_view text_;
  std::vector<OpenNode> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::vector<Structured> documents_;
  std::vector<Span> includes_;
  size_t nodes_ = 0;
  bool is_too_large_ = false;
};

}  // namespace

StructuredText ReadStructuredYaml(absl::string_view text) {
  YamlBuilder builder(text);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    size_t documents = 0;
    while (documents < kMostDocuments && !builder.is_too_large() &&
           parser.HandleNextDocument(builder)) {
      ++documents;
    }
    if (builder.is_too_large() || documents == kMostDocuments) {
      return {{}, "it has too many values, levels or documents", {}};
    }
  } catch (const YAML::Exception& error) {
    const auto at = static_cast<uint32_t>(
        std::clamp<int64_t>(error.mark.pos, 0, static_cast<int64_t>(text.size())));
    return {{}, "it is not YAML: " + error.msg, {at, at}};
  } catch (const std::exception& error) {  // what yaml-cpp does not expect
    return {{}, std::string("it is not YAML: ") + error.what(), {}};
  }
  return builder.Take();
}

}  // namespace grpcfg
