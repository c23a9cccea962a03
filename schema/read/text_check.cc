// What the client's JSON parser makes of the text: all of it, or nothing.
#include "schema/read/reader.h"

#include <algorithm>

namespace grpcfg {
namespace {

// A byte order mark in a TXT value is three letters to a client that reads bytes as Latin-1, and no
// client is left that takes it.
bool HasMarkInTxt(ReadState& state) {
  return state.document.kind == DocumentKind::kTxt &&
         std::any_of(
             state.tree.issues().begin(), state.tree.issues().end(),
             [](const Issue& issue) { return issue.kind == IssueKind::kJsonByteOrderMark; });
}

// An application gives its config to C-core as a C string (GRPC_ARG_SERVICE_CONFIG; run at 1.83.0),
// so that a NUL ends it before any parser sees it.
JsonDialect Dialect(ReadState& state) {
  const bool is_cut = state.client.json == JsonDialect::kCoreWholeText &&
                      state.document.kind == DocumentKind::kConfig;
  return is_cut ? JsonDialect::kCoreStrictCommas : state.client.json;
}

// What is wrong with a number that the parser refuses: in JSON, if it is none there.
Issue FaultOfNumber(const JsonTree& tree, NodeId number) {
  const auto found =
      std::find_if(tree.issues().begin(), tree.issues().end(),
                   [&](const Issue& issue) { return issue.span == tree.span(number); });
  if (found != tree.issues().end()) return *found;
  return {.kind = IssueKind::kJsonNumberRefused, .node = number, .span = tree.span(number)};
}

// The parser refuses what it mostly takes, or what is right: a number, or too many brackets.
void ReportRefusedText(ReadState& state) {
  const Effect effect = Effect::kRejectsConfig;
  for (NodeId id = 0; id < state.tree.size(); ++id) {
    if (state.tree.kind(id) != JsonKind::kNumber ||
        TakesNumber(state.client.json, state.tree.Text(id)))
      continue;
    return state.ReportAs(effect, FaultOfNumber(state.tree, id));
  }
  for (const Issue& issue : state.tree.issues()) {
    state.reading.issues.push_back(issue);
    state.reading.issues.back().effect = effect;
  }
  if (!state.tree.issues().empty()) return;
  const size_t limit = DepthLimit(state.client.json);
  std::vector<NodeId> ends;  // of the containers around a node
  for (NodeId id = 0; id < state.tree.size(); ++id) {
    while (!ends.empty() && ends.back() <= id) ends.pop_back();
    const JsonKind kind = state.tree.kind(id);
    if (kind != JsonKind::kObject && kind != JsonKind::kArray) continue;
    ends.push_back(state.tree.node(id).next);
    if (ends.size() <= limit) continue;
    const uint32_t begin = state.tree.node(id).begin;
    return state.ReportAs(
        effect, {.kind = IssueKind::kJsonTooDeep, .node = id, .span = {begin, begin + 1}});
  }
}

// Faults by which members of the object around them are lost.
constexpr bool Mangles(IssueKind kind) {
  switch (kind) {
    case IssueKind::kJsonUnexpected:
    case IssueKind::kJsonMissingColon:
    case IssueKind::kJsonMissingValue:
    case IssueKind::kJsonMismatchedBracket:
    case IssueKind::kJsonUnclosed:
      return true;
    default:
      return false;
  }
}

void NoteMangled(ReadState& state) {
  for (const Issue& issue : state.tree.issues()) {
    if (Mangles(issue.kind)) state.mangled.insert(issue.node);
    state.is_cut = state.is_cut || issue.kind == IssueKind::kJsonUnclosed;
  }
}

}  // namespace

void TakeTextIssues(ReadState& state) {
  if (!state.document.has_attribute) return;  // then nothing was parsed
  const TextVerdict verdict = JudgeText(Dialect(state), state.tree);
  state.is_text_taken = verdict.is_taken && !HasMarkInTxt(state);
  const bool lacks_braces =
      std::any_of(state.tree.issues().begin(), state.tree.issues().end(),
                  [](const Issue& each) { return each.kind == IssueKind::kJsonMissingBraces; });
  if (!state.is_text_taken || lacks_braces) NoteMangled(state);
  bool refused = false;
  for (size_t i = 0; i < state.tree.issues().size(); ++i) {
    const Issue& issue = state.tree.issues()[i];
    Effect effect = state.client.EffectOf(issue.kind);
    // A text that begins with a key is a string to a parser that stops there.
    const bool is_string = issue.kind == IssueKind::kJsonMissingBraces;
    if (state.is_text_taken && effect > Effect::kUnknown && !is_string) effect = Effect::kAccepts;
    if (!state.is_text_taken && !verdict.is_fault[i]) effect = Effect::kAccepts;
    refused = refused || effect == Effect::kRejectsConfig;
    if (effect == Effect::kAccepts) continue;
    state.reading.issues.push_back(issue);
    state.reading.issues.back().effect = effect;
  }
  if (!state.is_text_taken && !refused) ReportRefusedText(state);
}

}  // namespace grpcfg
