#include "source/filled_config.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "schema/fields/document.h"
#include "schema/fields/field_table.h"
#include "source/text_config.h"

namespace grpcfg {
namespace {

using absl::string_view;

// Where a hole stands.
enum class Place : uint8_t {
  kValue,
  kString,  // all that is between two quotes
  kInside,  // a part of that
  kKey,
  kMember,  // a key and its value, or several
};

// By Filling.
using Values = std::array<string_view, 2>;

// Values of a field, as JSON.
Values ValuesOf(const Field* field) {
  if (field == nullptr) return {"null", "null"};
  switch (field->type) {
    case FieldType::kBool:
      return {"false", "true"};
    case FieldType::kDuration:
      return {R"("0.2s")", R"("40s")"};
    case FieldType::kInteger:
    case FieldType::kUint32:
    case FieldType::kUint64:
    case FieldType::kInt64:
      return {"2", "5"};
    case FieldType::kNumber:
    case FieldType::kFloat:
      return {"1", "3"};
    case FieldType::kTokenRatio:
      return {"0.1", "1"};
    case FieldType::kStatusCode:
      return {R"("UNAVAILABLE")", R"("RESOURCE_EXHAUSTED")"};
    case FieldType::kPolicyName:
      return {R"("pick_first")", R"("round_robin")"};
    case FieldType::kMessage:
      return {"{}", "{}"};
    default:
      return {R"("grpcfg.hole.A")", R"("grpcfg.hole.B")"};
  }
}

// The field whose value, or an element of whose list, begins at or around `offset`.
class FieldFinder {
 public:
  explicit FieldFinder(const JsonTree& tree) : tree_(tree) {}

  // The field, and whether an element of its list is meant.
  struct Found {
    const Field* field = nullptr;
    bool is_element = false;
  };

  [[nodiscard]] Found At(uint32_t offset) const {
    if (tree_.size() == 0) return {};
    const bool is_list = tree_.kind(JsonTree::kRoot) == JsonKind::kArray;
    const Message* message = is_list ? &ChoiceMessage() : &ServiceConfigMessage();
    Found found;
    NodeId node = JsonTree::kRoot;
    for (;;) {
      const NodeId inner = ChildAt(node, offset);
      if (inner == kNoNode) return found;
      const NodeId key = tree_.KeyOf(inner);
      if (key == kNoNode) {
        found.is_element = true;
      } else {
        const bool is_in_map =
            found.field != nullptr && found.field->shape == Shape::kMap && message == nullptr;
        if (!is_in_map) found = {message == nullptr ? nullptr : FindField(*message, tree_, key)};
        message = found.field == nullptr ? nullptr : found.field->message;
      }
      node = inner;
    }
  }

 private:
  [[nodiscard]] NodeId ChildAt(NodeId node, uint32_t offset) const {
    NodeId found = kNoNode;
    const auto look = [&](NodeId child) {
      const Span span = tree_.span(child);
      if (span.begin <= offset && offset < span.end) found = child;
    };
    if (tree_.kind(node) == JsonKind::kArray) tree_.ForEachElement(node, look);
    if (tree_.kind(node) == JsonKind::kObject) {
      tree_.ForEachMember(node, [&](const JsonMember& member) { look(member.value); });
    }
    return found;
  }

  const JsonTree& tree_;
};

// Walks the JSON around the holes.
class Walk {
 public:
  void Pass(char c) {
    if (is_in_string_) {
      if (c == '"' && !is_escaped_) is_in_string_ = false;
      is_escaped_ = c == '\\' && !is_escaped_;
      return;
    }
    if (absl::ascii_isspace(static_cast<unsigned char>(c))) return;
    if (c == '{' || c == '[') open_.push_back(c);
    if ((c == '}' || c == ']') && !open_.empty()) open_.pop_back();
    is_in_string_ = c == '"';
    is_escaped_ = false;
    last_ = c;
  }

  void Pass(string_view text) {
    for (const char c : text) Pass(c);
  }

  // Where a hole stands that comes next and is followed by `after`.
  [[nodiscard]] Place PlaceOf(string_view before, string_view after) const {
    if (is_in_string_) {
      const bool is_whole = absl::EndsWith(before, "\"") && absl::StartsWith(after, "\"");
      return is_whole ? Place::kString : Place::kInside;
    }
    const bool wants_key = !open_.empty() && open_.back() == '{' && (last_ == '{' || last_ == ',');
    if (!wants_key) return Place::kValue;
    const string_view next = absl::StripLeadingAsciiWhitespace(after);
    return absl::StartsWith(next, ":") ? Place::kKey : Place::kMember;
  }

 private:
  std::string open_;
  char last_ = '\0';
  bool is_in_string_ = false;
  bool is_escaped_ = false;
};

// A value of the field, or a list or map where it has that.
std::string WholeValue(const FieldFinder::Found& found, string_view value) {
  const Shape shape = found.field == nullptr ? Shape::kOne : found.field->shape;
  if (shape == Shape::kMap) return "{}";
  if (shape == Shape::kList && !found.is_element) return absl::StrCat("[", value, "]");
  return std::string(value);
}

string_view WithoutQuotes(string_view json) {
  return json.size() > 1 && json[0] == '"' ? json.substr(1, json.size() - 2) : json;
}

bool IsOfType(const Field* field, FieldType type) {
  return field != nullptr && field->type == type;
}

// What stands in place of a hole, the `index`th.
std::string TextFor(Place place, const FieldFinder::Found& found, Filling filling, size_t index) {
  const bool is_smaller = filling == Filling::kSmaller;
  const string_view value = ValuesOf(found.field)[static_cast<size_t>(filling)];
  const bool is_string = IsOfType(found.field, FieldType::kString);
  switch (place) {
    case Place::kValue:
      return WholeValue(found, value);
    case Place::kString:
      // Names, each another one.
      if (is_string) return absl::StrCat("grpcfg.Hole", index, is_smaller ? "A" : "B");
      return std::string(WithoutQuotes(value));
    case Place::kInside:
      if (is_string || found.field == nullptr) return absl::StrCat("H", index);
      return is_smaller ? "1" : "7";
    case Place::kKey:
      return absl::StrCat("\"hole", index, "\"");
    case Place::kMember:
      return absl::StrCat("\"hole", index, "\":null");
  }
  return std::string(value);
}

}  // namespace

FilledConfig Fill(const SourceConfig& config, Filling filling) {
  const DecodedText& json = config.json;
  const string_view text = json.text;
  // With `null` or nothing in the holes, the tree shows their fields.
  std::string probe;
  std::vector<Place> places;
  std::vector<uint32_t> offsets;
  Walk walk;
  size_t at = 0;
  const auto pass = [&](size_t end) {
    walk.Pass(text.substr(at, end - at));
    absl::StrAppend(&probe, text.substr(at, end - at));
    at = end;
  };
  for (const Hole& hole : json.holes) {
    pass(hole.place.begin);
    places.push_back(walk.PlaceOf(probe, text.substr(hole.place.end)));
    offsets.push_back(static_cast<uint32_t>(probe.size()));
    const Place place = places.back();
    const string_view filler = place == Place::kValue    ? "null"
                               : place == Place::kKey    ? R"("k")"
                               : place == Place::kMember ? R"("k":null)"
                                                         : "x";
    walk.Pass(filler);
    absl::StrAppend(&probe, filler);
    at = hole.place.end;
  }
  pass(text.size());
  const Document document = ParseDocumentByShape(probe);
  const FieldFinder fields(document.tree);
  FilledConfig filled;
  at = 0;
  for (size_t i = 0; i < json.holes.size(); ++i) {
    const Hole& hole = json.holes[i];
    CopyOctets(json, {static_cast<uint32_t>(at), hole.place.begin}, filled.text, filled.map);
    const auto begin = static_cast<uint32_t>(filled.text.size());
    filled.map.Add({begin, hole.source.begin, 0, hole.source.size()});
    absl::StrAppend(&filled.text, TextFor(places[i], fields.At(offsets[i]), filling, i));
    filled.filled.push_back({begin, static_cast<uint32_t>(filled.text.size())});
    if (places[i] == Place::kMember) filled.members.push_back(filled.filled.back());
    at = hole.place.end;
  }
  CopyOctets(json, {static_cast<uint32_t>(at), static_cast<uint32_t>(text.size())}, filled.text,
             filled.map);
  const Span end =
      json.map.SourceOf({static_cast<uint32_t>(text.size()), static_cast<uint32_t>(text.size())});
  filled.map.AddPlain(static_cast<uint32_t>(filled.text.size()), end.begin);
  return filled;
}

}  // namespace grpcfg
