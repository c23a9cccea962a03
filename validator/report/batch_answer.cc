#include "validator/report/batch_answer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_writer.h"
#include "validator/fix/fix_document.h"
#include "validator/report/json_reporter.h"
#include "validator/report/resolve_printer.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

// ---- The line as JSON

// Where in a line a fault of the text leaves the rest of it readable without a guess.
enum class Harmless : uint8_t { kNowhere, kInConfig, kAnywhere };

struct TextFault {
  IssueKind kind;
  Harmless harmless;
  absl::string_view cause;  // why the line is malformed
};

constexpr TextFault kTextFaults[] = {
    // Two readers of the line agree on where everything is; RFC 8259 allows both.
    {IssueKind::kJsonDuplicateKey, Harmless::kAnywhere, "duplicate key"},
    {IssueKind::kJsonLoneSurrogate, Harmless::kAnywhere, "half of a surrogate pair"},
    // A token is wrong inside, but its end is certain. In the config that is what the user asks
    // about; elsewhere no report would show it, and an `id` would make the answer invalid JSON.
    {IssueKind::kJsonNumber, Harmless::kInConfig, "a malformed number"},
    {IssueKind::kJsonEscape, Harmless::kInConfig, "an escape that JSON does not have"},
    {IssueKind::kJsonControlCharacter, Harmless::kInConfig, "a raw control character in a string"},
    {IssueKind::kJsonUtf8, Harmless::kInConfig, "bytes that are not UTF-8"},
    // Where the config ends depends on what was meant.
    {IssueKind::kJsonEmpty, Harmless::kNowhere, "no value"},
    {IssueKind::kJsonUnexpected, Harmless::kNowhere, "an unexpected character"},
    {IssueKind::kJsonMissingBraces, Harmless::kNowhere, "members without braces around them"},
    {IssueKind::kJsonMissingComma, Harmless::kNowhere, "expected `,`"},
    {IssueKind::kJsonMissingColon, Harmless::kNowhere, "expected `:`"},
    {IssueKind::kJsonMissingValue, Harmless::kNowhere, "expected a value"},
    {IssueKind::kJsonTrailingComma, Harmless::kNowhere, "a comma too many"},
    {IssueKind::kJsonComment, Harmless::kNowhere, "JSON has no comments"},
    {IssueKind::kJsonSingleQuotes, Harmless::kNowhere, "strings need double quotes"},
    {IssueKind::kJsonUnquotedKey, Harmless::kNowhere, "a key needs quotes"},
    // NaN, None, TRUE; but also `a, b` without quotes.
    {IssueKind::kJsonBareWord, Harmless::kNowhere, "a word that is not a JSON value"},
    {IssueKind::kJsonMismatchedBracket, Harmless::kNowhere, "a bracket that closes nothing"},
    {IssueKind::kJsonUnclosed, Harmless::kNowhere, "a string or bracket without its end"},
    // C readers of the line would stop there; binary data and UTF-16 are full of it.
    {IssueKind::kJsonNul, Harmless::kNowhere, "a NUL byte"},
    {IssueKind::kJsonByteOrderMark, Harmless::kNowhere, "a byte order mark"},
    {IssueKind::kJsonTextAfterValue, Harmless::kNowhere, "text after the object"},
};
static_assert(std::size(kTextFaults) == static_cast<size_t>(IssueKind::kJsonDuplicateKey) + 1);

const TextFault& FaultOf(IssueKind kind) {
  return *std::find_if(std::begin(kTextFaults), std::end(kTextFaults),
                       [&](const TextFault& fault) { return fault.kind == kind; });
}

absl::Status Malformed(absl::string_view cause) { return absl::InvalidArgumentError(cause); }

absl::Status MalformedAt(const JsonTree& line, uint32_t offset, absl::string_view cause) {
  const uint32_t column = LineIndex(line.text()).Locate(offset).column;
  return Malformed(absl::StrCat("column ", column, ": ", cause,
                                "; a text that is not JSON goes into `raw`, `b64` or `raw_hex`"));
}

// Words without quotes that are not UTF-8 have no other issue than that.
absl::Status RequireQuotes(const JsonTree& line) {
  for (NodeId id = 0; id < line.size(); ++id) {
    const JsonNode& node = line.node(id);
    const bool is_bare_key = node.kind == JsonKind::kKey && line.text()[node.begin] != '"';
    if (!is_bare_key && node.kind != JsonKind::kInvalid) continue;
    return MalformedAt(line, node.begin, FaultOf(IssueKind::kJsonBareWord).cause);
  }
  return absl::OkStatus();
}

// The fault leaves no doubt about where the value at `config` and everything else in the line is.
bool IsHarmless(const JsonTree& line, const Issue& issue, Span config) {
  switch (FaultOf(issue.kind).harmless) {
    case Harmless::kNowhere:
      return false;
    case Harmless::kInConfig:
      // Of more of them than the tree keeps, one may be anywhere.
      return issue.span.begin >= config.begin && issue.span.end <= config.end &&
             line.issue_counts().Dropped(issue.kind) == 0;
    case Harmless::kAnywhere:
      return true;
  }
  return false;
}

// The line is JSON but for harmless faults; its first other one is reported.
absl::Status RequireJson(const JsonTree& line, Span config) {
  if (line.issues().empty()) return absl::OkStatus();
  const Issue* first = nullptr;
  for (const Issue& issue : line.issues()) {
    if (IsHarmless(line, issue, config)) continue;
    if (first == nullptr || issue.span.begin < first->span.begin) first = &issue;
  }
  if (first == nullptr) return RequireQuotes(line);
  return MalformedAt(line, first->span.begin, FaultOf(first->kind).cause);
}

// ---- The envelope

enum Member : uint8_t { kConfig, kRaw, kB64, kRawHex, kId, kKind, kMemberCount };

constexpr std::array<absl::string_view, kMemberCount> kMemberNames = {"config",  "raw", "b64",
                                                                      "raw_hex", "id",  "kind"};

constexpr absl::string_view kOneText =
    "a line has exactly one of `config`, `raw`, `b64` and `raw_hex`";

// The members of an envelope. People pipe their own records through: any others are theirs.
struct Members {
  std::array<NodeId, kMemberCount> values;
  std::optional<Member> twice;
};

Members FindMembers(const JsonTree& line) {
  Members members = {};
  members.values.fill(kNoNode);
  if (line.kind(JsonTree::kRoot) != JsonKind::kObject) return members;
  line.ForEachMember(JsonTree::kRoot, [&](const JsonMember& member) {
    for (uint8_t i = 0; i < kMemberCount; ++i) {
      if (line.Text(member.key) != kMemberNames[i]) continue;
      if (members.values[i] != kNoNode) members.twice = static_cast<Member>(i);
      members.values[i] = member.value;
    }
  });
  return members;
}

// Which of its members holds the text.
absl::StatusOr<Member> FindInput(const Members& members) {
  std::optional<Member> input;
  for (const Member member : {kConfig, kRaw, kB64, kRawHex}) {
    if (members.values[member] == kNoNode) continue;
    if (input) {
      return Malformed(absl::StrCat(kOneText, "; this one has `", kMemberNames[*input], "` and `",
                                    kMemberNames[member], "`"));
    }
    input = member;
  }
  if (!input) return Malformed(absl::StrCat(kOneText, "; this one has none"));
  return *input;
}

absl::StatusOr<DocumentKind> ReadKind(const JsonTree& line, NodeId value) {
  if (value == kNoNode) return DocumentKind::kConfig;
  const bool is_string = line.kind(value) == JsonKind::kString;
  const auto kind = is_string ? FindDocumentKind(line.Text(value)) : std::nullopt;
  if (!kind) return Malformed("`kind` is not `config`, `choices` or `txt`");
  return *kind;
}

bool IsHex(absl::string_view text) {
  return text.size() % 2 == 0 && std::all_of(text.begin(), text.end(), absl::ascii_isxdigit);
}

// The text that the string at `value` stands for.
absl::StatusOr<absl::string_view> DecodeText(const JsonTree& line, Member input, NodeId value,
                                             std::string& decoded) {
  const absl::string_view text = line.Text(value);
  switch (input) {
    case kB64:
      if (!absl::Base64Unescape(text, &decoded) && !absl::WebSafeBase64Unescape(text, &decoded)) {
        return Malformed("`b64` is not base64, neither standard nor URL-safe");
      }
      return decoded;
    case kRawHex:
      if (!IsHex(text)) return Malformed("`raw_hex` is not pairs of hexadecimal digits");
      decoded = absl::HexStringToBytes(text);
      return decoded;
    default:
      // Half of a surrogate pair is the only fault that a string of a JSON line can have. It has no
      // bytes in UTF-8, so which text was meant is unknown.
      if (!line.node(value).deviant) return text;
      return Malformed("`raw` has half of a surrogate pair; such bytes go into `b64` or `raw_hex`");
  }
}

absl::Status RequireEnvelope(const JsonTree& line, const Members& members) {
  if (line.kind(JsonTree::kRoot) != JsonKind::kObject) {
    return Malformed(R"(a line is an object such as `{"id": 1, "config": {}}`)");
  }
  if (!members.twice) return absl::OkStatus();
  return Malformed(absl::StrCat("`", kMemberNames[*members.twice], "` appears twice"));
}

absl::StatusOr<absl::string_view> ReadText(const JsonTree& line, const Members& members,
                                           std::string& decoded) {
  const absl::StatusOr<Member> input = FindInput(members);
  if (!input.ok()) return input.status();
  const NodeId value = members.values[*input];
  if (*input == kConfig) return Slice(line.text(), line.span(value));
  if (line.kind(value) == JsonKind::kString) return DecodeText(line, *input, value, decoded);
  return Malformed(absl::StrCat("`", kMemberNames[*input], "` is not a string"));
}

}  // namespace

absl::StatusOr<BatchRequest> ReadBatchRequest(absl::string_view line, std::string& decoded) {
  BatchRequest request = {.line = ParseJson(line)};
  const Members members = FindMembers(request.line);
  const NodeId config = members.values[kConfig];
  absl::Status status =
      RequireJson(request.line, config == kNoNode ? Span() : request.line.span(config));
  status.Update(RequireEnvelope(request.line, members));
  if (!status.ok()) return status;
  const absl::StatusOr<DocumentKind> kind = ReadKind(request.line, members.values[kKind]);
  if (!kind.ok()) return kind.status();
  const absl::StatusOr<absl::string_view> text = ReadText(request.line, members, decoded);
  if (!text.ok()) return text.status();
  request.kind = *kind;
  request.text = *text;
  const NodeId id = members.values[kId];
  if (id != kNoNode) request.id = Slice(line, request.line.span(id));
  return request;
}

namespace {

// Appends a line that stands alone, which `write`(writer) begins.
template <typename Write>
void AppendLine(std::string& out, const Write& write) {
  JsonWriter writer(out, JsonLayout::kSpaced);
  writer.StartObject();
  write(writer);
  writer.WriteVersion();
  writer.EndObject();
  out.push_back('\n');
}

// What is effective comes with the words on what decides a verdict.
Needed NeededFor(const BatchParts& parts) {
  return parts.diagnostics || parts.effective ? Needed::kAll : Needed::kVerdicts;
}

}  // namespace

BatchAnswerer::BatchAnswerer(std::vector<Target> targets, const RuleSet& rules, BatchParts parts)
    : targets_(std::move(targets)),
      spellings_(SpellingsOf(targets_)),
      parts_(parts),
      plan_(targets_, rules, parts.api, {parts.max_findings, NeededFor(parts)}) {}

LineOutcome BatchAnswerer::Answer(absl::string_view line, uint64_t number, std::string& out) const {
  if (line.find_first_not_of(" \t\r") == absl::string_view::npos) return LineOutcome::kBlank;
  std::string decoded;
  const absl::StatusOr<BatchRequest> request = ReadBatchRequest(line, decoded);
  if (!request.ok()) return AnswerUnread(request.status().message(), number, out);
  const Document document = ParseDocument(request->text, request->kind);
  const Analysis analysis = AnalyseByParts(document);
  const Report& report = analysis.report;
  AppendLine(out, [&](JsonWriter& writer) {
    writer.WriteJson("id", request->id);
    writer.WriteJson("verdicts", VerdictsJson(report, spellings_));
    if (parts_.diagnostics) {
      writer.WriteJson("diagnostics", DiagnosticsJson(report, request->text, spellings_));
      writer.WriteJson("omitted", OmissionsJson(report));
    }
    if (parts_.effective) {
      const Resolution resolution = Resolve(document, targets_, analysis, {});
      const OctetMap none;
      const OctetLines lines(document.tree.text(), none);
      writer.WriteJson("effective", ResolvedValuesJson({{}, lines, spellings_, resolution}));
    }
  });
  return LineOutcome::kAnswered;
}

Analysis BatchAnswerer::AnalyseByParts(const Document& document) const {
  Analysis analysis;
  if (parts_.effective) {
    analysis = Analyse(document, plan_);
  } else {
    analysis.report = Validate(document, plan_);
  }
  if (parts_.diagnostics) KeepWorkingFixes(document, plan_, analysis.report);
  return analysis;
}

LineOutcome BatchAnswerer::AnswerUnread(absl::string_view why, uint64_t number, std::string& out) {
  AppendLine(out, [&](JsonWriter& writer) {
    writer.WriteJson("id", "null");
    writer.WriteText("error", absl::StrCat("line ", number, ": ", why));
  });
  return LineOutcome::kMalformed;
}

}  // namespace grpcfg
