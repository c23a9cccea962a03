// libFuzzer target for the answers of batch. No crash; one line of JSON per line that is not blank;
// the id byte for byte; the same bytes again for the same line; a line that is answered has the
// structure of JSON, by the reference that knows nothing of the parsers.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "rules/families.h"
#include "schema/json/utf8.h"
#include "tests/schema/json_reference.h"
#include "validator/report/batch_answer.h"

namespace grpcfg {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

// The strings of an id are echoed, so the faults that are allowed there are the user's own.
bool IsOfTheId(const Issue& issue) {
  return issue.kind == IssueKind::kJsonDuplicateKey || issue.kind == IssueKind::kJsonLoneSurrogate;
}

// The line with every string empty and every other token 0: what is left is its structure.
std::string Skeleton(absl::string_view line) {
  std::string skeleton;
  for (size_t at = 0; at < line.size();) {
    if (line[at] == '"') {
      for (++at; at < line.size() && line[at] != '"'; ++at) at += line[at] == '\\' ? 1 : 0;
      skeleton += "\"\"";
      ++at;
    } else if (absl::StrContains(" \t\r{}[],:", line[at])) {
      skeleton += line[at++];
    } else {
      at = std::min(line.find_first_of(" \t\r{}[],:\"", at), line.size());
      skeleton += '0';
    }
  }
  return skeleton;
}

void CheckStructure(absl::string_view line) {
  const auto opens = [](char c) { return c == '[' || c == '{'; };
  if (absl::c_count_if(line, opens) > JsonReference::kMaxDepth) return;
  Require(JsonReference::Accepts(Skeleton(line)));
}

void CheckAnswer(absl::string_view line, absl::string_view answer) {
  Require(absl::EndsWith(answer, "}\n") && absl::c_count(answer, '\n') == 1);
  Require(FindInvalidUtf8(answer, 0) == absl::string_view::npos);
  const JsonTree tree = ParseJson(answer);
  Require(absl::c_all_of(tree.issues(), IsOfTheId));
  std::string decoded;
  const auto request = ReadBatchRequest(line, decoded);
  const std::string begin = request.ok() ? absl::StrCat("{\"id\": ", request->id, ", \"verdicts\"")
                                         : R"({"id": null, "error": "line 1: )";
  Require(absl::StartsWith(answer, begin));
  if (!request.ok()) return;
  CheckStructure(line);
}

void CheckLine(const BatchAnswerer& answerer, absl::string_view line) {
  std::string answer;
  const LineOutcome outcome = answerer.Answer(line, 1, answer);
  std::string again;
  Require(answerer.Answer(line, 1, again) == outcome && again == answer);
  if (outcome != LineOutcome::kBlank) return CheckAnswer(line, answer);
  Require(answer.empty() &&
          absl::c_all_of(line, [](char c) { return absl::StrContains(" \t\r", c); }));
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const grpcfg::BatchAnswerer kAnswerer(*grpcfg::ParseTargets("spec,gapic"),
                                               grpcfg::AllRules());
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    grpcfg::CheckLine(kAnswerer, line);
  }
  return 0;
}
