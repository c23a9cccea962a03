// What the client's JSON parser makes of the text: all of it, or nothing.
#include <algorithm>

#include "absl/strings/match.h"
#include "schema/read/reader.h"

namespace grpcfg {

// A byte order mark in a TXT value is three letters to a client that reads bytes as Latin-1, and no
// client is left that takes it.
bool Reader::HasMarkInTxt() const {
  return document_.kind == DocumentKind::kTxt &&
         std::any_of(tree_.issues().begin(), tree_.issues().end(), [](const Issue& issue) {
           return issue.kind == IssueKind::kJsonByteOrderMark;
         });
}

// An application gives its config to C-core as a C string (GRPC_ARG_SERVICE_CONFIG; run at 1.83.0),
// so that a NUL ends it before any parser sees it.
JsonDialect Reader::Dialect() const {
  const bool is_cut =
      client_.json == JsonDialect::kCoreWholeText && document_.kind == DocumentKind::kConfig;
  return is_cut ? JsonDialect::kCoreStrictCommas : client_.json;
}

void Reader::TakeTextIssues() {
  if (!document_.has_attribute) return;  // then nothing was parsed
  if (!tree_.is_plain()) reading_.readers = 0;
  is_text_taken_ = TakesText(Dialect(), tree_) && !HasMarkInTxt();
  bool refused = false;
  for (const Issue& issue : tree_.issues()) {
    Effect effect = client_.EffectOf(issue.kind);
    const bool may_be_taken = MayTake(Dialect(), issue.kind);
    // A text that begins with a key is a string to a parser that stops there.
    const bool is_string = issue.kind == IssueKind::kJsonMissingBraces;
    if (is_text_taken_ && effect > Effect::kUnknown && !is_string) effect = Effect::kAccepts;
    if (!is_text_taken_ && may_be_taken) effect = Effect::kAccepts;
    refused = refused || effect == Effect::kRejectsConfig;
    if (effect == Effect::kAccepts) continue;
    reading_.issues.push_back(issue);
    reading_.issues.back().effect = effect;
  }
  if (!is_text_taken_ && !refused) ReportRefusedText();
}

// The parser refuses what it mostly takes, or what is right: a number, or too many brackets.
void Reader::ReportRefusedText() {
  const Effect effect = Effect::kRejectsConfig;
  for (NodeId id = 0; id < tree_.size(); ++id) {
    if (tree_.kind(id) != JsonKind::kNumber || TakesNumber(client_.json, tree_.Text(id))) continue;
    return ReportAs(effect,
                    {.kind = IssueKind::kJsonNumberRefused, .node = id, .span = tree_.span(id)});
  }
  for (const Issue& issue : tree_.issues()) {
    reading_.issues.push_back(issue);
    reading_.issues.back().effect = effect;
  }
  if (!tree_.issues().empty()) return;
  const size_t limit = DepthLimit(client_.json);
  std::vector<NodeId> ends;  // of the containers around a node
  for (NodeId id = 0; id < tree_.size(); ++id) {
    while (!ends.empty() && ends.back() <= id) ends.pop_back();
    const JsonKind kind = tree_.kind(id);
    if (kind != JsonKind::kObject && kind != JsonKind::kArray) continue;
    ends.push_back(tree_.node(id).next);
    if (ends.size() <= limit) continue;
    const uint32_t begin = tree_.node(id).begin;
    return ReportAs(effect,
                    {.kind = IssueKind::kJsonTooDeep, .node = id, .span = {begin, begin + 1}});
  }
}

// A word or a number that only this client's parser takes for one.
JsonKind Reader::KindOf(NodeId node) const {
  const JsonKind kind = tree_.kind(node);
  if (kind != JsonKind::kInvalid || !is_text_taken_) return kind;
  const absl::string_view text = Slice(tree_.text(), tree_.span(node));
  if (absl::EqualsIgnoreCase(text, "null")) return JsonKind::kNull;
  if (absl::EqualsIgnoreCase(text, "true")) return JsonKind::kTrue;
  if (absl::EqualsIgnoreCase(text, "false")) return JsonKind::kFalse;
  return TakesNumber(client_.json, text) ? JsonKind::kNumber : kind;
}

Token Reader::TokenAt(NodeId node) const {
  return {KindOf(node), tree_.Text(node), Slice(tree_.text(), tree_.span(node))};
}

}  // namespace grpcfg
