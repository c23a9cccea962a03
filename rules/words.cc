#include "rules/words.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "rules/name_text.h"
#include "schema/clients/timeout_clock.h"
#include "schema/fields/full_name.h"
#include "schema/json/foreign_format.h"
#include "schema/json/number.h"
#include "schema/json/utf8.h"
#include "schema/protobuf/api.h"

namespace grpcfg {
namespace {

constexpr size_t kMaxQuotedBytes = 60;

// A map may have a member of its own name, so what holds it tells.
bool IsMapMember(const IssueContext& context) {
  const Issue& issue = context.issue;
  const NodeId key = context.tree.KeyOf(issue.node);
  if (issue.field == nullptr || issue.field->shape != Shape::kMap || key == kNoNode) return false;
  const NodeId map = context.tree.KeyOf(ParentOf(context.pointers, key).object);
  if (map == kNoNode) return false;
  const absl::string_view name = context.tree.Text(map);
  return name == issue.field->json_name || name == ProtoName(*issue.field);
}

struct TypeWords {
  FieldType type;
  absl::string_view one;
  absl::string_view many = "an array";
};

constexpr TypeWords kTypeWords[] = {
    {FieldType::kMessage, "an object", "an array of objects"},
    {FieldType::kString, "a string", "an array of strings"},
    {FieldType::kBool, "`true` or `false`"},
    {FieldType::kDuration, "a duration, a string such as `\"5s\"`"},
    {FieldType::kInteger, "an integer"},
    {FieldType::kUint32, "an integer"},
    {FieldType::kUint64, "an integer"},
    {FieldType::kInt64, "an integer"},
    {FieldType::kNumber, "a number"},
    {FieldType::kFloat, "a number"},
    {FieldType::kTokenRatio, "a number"},
    {FieldType::kStatusCode,
     "a status code, a name such as `\"UNAVAILABLE\"` or an integer from 0 to 16",
     "an array of status codes"},
    {FieldType::kWord, "a string, one of the allowed words"},
    {FieldType::kPolicyName, "the name of an LB policy, such as `\"round_robin\"`"},
    {FieldType::kHeaderName, "the name of a header, a string"},
    {FieldType::kJsonObject, "an object"},
    {FieldType::kJsonValue, "any value"},
};

// What `words` of a rule may leave open.
struct Part {
  absl::string_view name;
  std::string (*spell)(const IssueContext& context);
};

constexpr Part kParts[] = {
    {"{value}", FieldIsValue},
    {"{place}", PlaceName},
    {"{field}", [](const IssueContext& context) { return FieldName(context.issue); }},
    {"{source}", [](const IssueContext& context) { return Quoted(context.Source()); }},
    {"{text}",
     [](const IssueContext& context) { return Quoted(context.tree.Text(context.issue.node)); }}};

// The words of the rule, with their parts.
std::string FilledWords(const IssueContext& context) {
  absl::string_view words = context.rule.words;
  std::string filled;
  for (size_t open = 0; (open = words.find('{')) != absl::string_view::npos;) {
    const auto* const part = absl::c_find_if(
        kParts, [&](const Part& each) { return absl::StartsWith(words.substr(open), each.name); });
    const bool is_part = part != std::end(kParts);
    absl::StrAppend(&filled, words.substr(0, open), is_part ? part->spell(context) : "{");
    words.remove_prefix(open + (is_part ? part->name.size() : 1));
  }
  absl::StrAppend(&filled, words);
  return filled;
}

// Below it, jitter makes some delays of C-core 0 ms.
constexpr Duration kShortestBackoff = {.nanos = 2'000'000};

// grpc-go, grpc-java and grpc-js start no call after its deadline; C-core takes 0 for none.
constexpr absl::string_view kNoTime =
    "no timeout to C-core, and in the other clients every call fails immediately: remove it, or "
    "give the time that a call may take";

// True if the value is in an element of a list, as that of an entry is.
bool IsInList(const IssueContext& context) {
  const NodeId object = ParentOf(context.pointers, context.issue.node).object;
  return object != JsonTree::kRoot && context.tree.KeyOf(object) == kNoNode;
}

// What a number without a unit is likely to count, by how long the field's times are.
enum class BareUnit { kSeconds, kMilliseconds, kNanoseconds, kEither };

BareUnit UnitOfBare(absl::string_view field, double number) {
  struct Lengths {
    double most_seconds;        // no more of them are usual
    double least_milliseconds;  // as seconds this would be too long
  };
  constexpr Lengths kDelay = {9, 50};
  constexpr Lengths kLongestDelay = {60, 300};
  constexpr Lengths kOther = {300, 3601};
  const bool is_delay = field == "initialBackoff" || field == "hedgingDelay";
  const Lengths& lengths = is_delay ? kDelay : field == "maxBackoff" ? kLongestDelay : kOther;
  if (number <= lengths.most_seconds) return BareUnit::kSeconds;
  constexpr double kLeastNanoseconds = 1e8;  // more than a day of milliseconds
  if (number >= kLeastNanoseconds) return BareUnit::kNanoseconds;
  return number < lengths.least_milliseconds ? BareUnit::kEither : BareUnit::kMilliseconds;
}

}  // namespace

std::string Quoted(absl::string_view text) {
  if (text.size() <= kMaxQuotedBytes) return absl::StrCat("`", text, "`");
  size_t end = 0;
  while (end < kMaxQuotedBytes) end += CodePointLength(text, end);
  return absl::StrCat("`", text.substr(0, end), "...`");
}

absl::string_view KindName(JsonKind kind) {
  // In the order of JsonKind.
  constexpr absl::string_view kNames[] = {"null",     "a boolean", "a boolean", "a number",
                                          "a string", "an array",  "an object", "a string",
                                          "nothing",  "nothing"};
  return kNames[static_cast<size_t>(kind)];
}

std::string TypeName(const Field& field) {
  const bool policies = field.message == &LoadBalancingConfigMessage();
  if (field.shape == Shape::kMap) return "an object";
  const bool is_one = field.shape == Shape::kOne;
  if (policies) {
    return is_one ? "an object with the name of an LB policy, such as `{\"round_robin\": {}}`"
                  : "an array of LB policies, such as `[{\"round_robin\": {}}]`";
  }
  const auto* const words =
      absl::c_find_if(kTypeWords, [&](const TypeWords& row) { return row.type == field.type; });
  return std::string(is_one ? words->one : words->many);
}

std::string CountEntries(size_t more) {
  return absl::StrCat("the same in ", more, " more ", more == 1 ? "entry" : "entries",
                      " of this config");
}

std::string CountMore(size_t more) { return absl::StrCat(more, " more like it in this config"); }

std::string FieldName(const Issue& issue) {
  return issue.field == nullptr ? "the config" : absl::StrCat("`", issue.field->json_name, "`");
}

std::string PlaceName(const IssueContext& context) {
  const Issue& issue = context.issue;
  const NodeId key = context.tree.KeyOf(issue.node);
  if (IsMapMember(context)) {
    return absl::StrCat(Quoted(context.tree.Text(key)), " in ", FieldName(issue));
  }
  const bool element =
      issue.field != nullptr && issue.field->shape == Shape::kList && key == kNoNode;
  return element ? absl::StrCat("an element of ", FieldName(issue)) : FieldName(issue);
}

Parent ParentOf(JsonPointers& pointers, NodeId key) {
  const JsonTree& tree = pointers.tree();
  Parent parent;
  if (tree.kind(JsonTree::kRoot) == JsonKind::kArray) parent.message = &ChoiceMessage();
  if (key == JsonTree::kRoot || key >= tree.size()) return parent;
  for (NodeId at = JsonTree::kRoot;;) {
    const bool is_object = tree.kind(at) == JsonKind::kObject;
    if (is_object) parent.object = at;
    const NodeId value = pointers.FindAbove(at, key).value;
    if (key == value || key + 1 == value) return parent;
    if (is_object && parent.message != nullptr) {
      const Field* const field = FindField(*parent.message, tree, value - 1);
      parent.message = field == nullptr ? nullptr : field->message;
    }
    at = value;
  }
}

bool IsElement(const IssueContext& context) {
  return context.tree.KeyOf(context.issue.node) == kNoNode || IsMapMember(context);
}

std::string MessageName(const Message& message) {
  if (message.of_policy) {
    const std::string path = PathOf(message);
    return absl::StrCat("`", absl::StripPrefix(path, "loadBalancingConfig[]."), "`");
  }
  if (&message == &ChoiceMessage()) return "a choice";
  std::string name;
  for (const char c : message.name) {
    const bool upper = absl::ascii_isupper(static_cast<unsigned char>(c));
    if (upper && !name.empty()) name.push_back(' ');
    name.push_back(absl::ascii_tolower(static_cast<unsigned char>(c)));
  }
  return absl::StrCat("a ", name);
}

Fix ReplaceFix(std::string title, Span span, std::string text, bool safe) {
  return {.title = std::move(title), .safe = safe, .edits = {{span, std::move(text)}}};
}

Fix WriteFix(Span span, std::string text, bool safe) {
  std::string title = absl::StrCat("write `", text, "`");
  return ReplaceFix(std::move(title), span, std::move(text), safe);
}

// Go's fmt: `%!verb(type=value)`.
std::string PrintfMistake(absl::string_view text) {
  const size_t begin = text.find("%!");
  const bool has_verb = begin != absl::string_view::npos && begin + 3 < text.size() &&
                        absl::ascii_isalpha(static_cast<unsigned char>(text[begin + 2])) &&
                        text[begin + 3] == '(';
  if (!has_verb) return "";
  const size_t end = text.find(')', begin);
  const size_t size = end == absl::string_view::npos ? end : end + 1 - begin;
  return absl::StrCat(Quoted(text.substr(begin, size)),
                      " is what Go's Printf writes for a value that its format does not fit");
}

std::string InQuotes(absl::string_view text) { return absl::StrCat("\"", text, "\""); }

Fix PutAround(Span span, absl::string_view before, absl::string_view after, bool safe) {
  return {.title = absl::StrCat("put `", before, "` and `", after, "` around it"),
          .safe = safe,
          .edits = {{{span.begin, span.begin}, std::string(before)},
                    {{span.end, span.end}, std::string(after)}}};
}

Fix UnwrapFix(std::string title, Span outer, Span inner) {
  return {.title = std::move(title),
          .safe = false,
          .edits = {{{outer.begin, inner.begin}, ""}, {{inner.end, outer.end}, ""}}};
}

Fix RemoveFix(std::string title, Span span) {
  return {.title = std::move(title), .safe = true, .edits = {{span, ""}}};
}

Span WithComma(absl::string_view text, Span children) {
  constexpr absl::string_view kBlanks = " \t\r\n";
  const size_t before = text.substr(0, children.begin).find_last_not_of(kBlanks);
  if (before != absl::string_view::npos && text[before] == ',') {
    return {static_cast<uint32_t>(before), children.end};
  }
  const size_t after = text.find_first_not_of(kBlanks, children.end);
  if (after == absl::string_view::npos || text[after] != ',') return children;
  const size_t next = std::min(text.find_first_not_of(kBlanks, after + 1), text.size());
  return {children.begin, static_cast<uint32_t>(next)};
}

void AddBesideKey(const IssueContext& context, absl::string_view name, Diagnostic& diagnostic) {
  const Span key = context.tree.span(context.issue.node);
  const absl::string_view value =
      Slice(context.tree.text(), context.tree.span(context.issue.node + 1));
  const std::string member = absl::StrCat(InQuotes(name), ": ", value);
  diagnostic.fixes.push_back(ReplaceFix(absl::StrCat("add `", member, "`, too"),
                                        {key.begin, key.begin}, absl::StrCat(member, ", "), false));
  diagnostic.fixes.back().otherwise = absl::StrCat("add `", name, "`, too");
  if (!diagnostic.together) diagnostic.together.emplace();
  diagnostic.together->remedy = absl::StrCat("`", member, "`");
  diagnostic.together->fix = "add {remedies}, too";
}

absl::string_view SpellingOfLanguage(absl::string_view language) {
  for (const absl::string_view word : {"c++", "GO", "node"}) {
    if (absl::EqualsIgnoreCase(language, word)) return word;
  }
  return language;
}

Fix WriteNameFix(Span name, absl::string_view service, absl::string_view method) {
  return WriteFix(name, NameText(service, method), false);
}

std::string NameText(absl::string_view service, absl::string_view method) {
  return absl::StrCat(R"({"service": ")", service,
                      method.empty() ? "" : absl::StrCat(R"(", "method": ")", method), "\"}");
}

std::string NamesText(absl::string_view service, absl::Span<const absl::string_view> names) {
  return absl::StrJoin(names, ", ", [&](std::string* out, absl::string_view name) {
    out->append(service.empty() ? NameText(name, "") : NameText(service, name));
  });
}

std::string ListOfPolicy(const Field& policy) {
  const bool is_common = policy.json_name == "round_robin" || policy.json_name == "pick_first";
  return absl::StrCat("[{\"", policy.json_name, "\": {}}",
                      is_common ? "]" : R"(, {"round_robin": {}}])");
}

std::string ServiceWithSlash(absl::string_view before, absl::string_view after) {
  const auto is_upper = [](char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); };
  const absl::string_view last = ShortNameOf(after);
  const bool is_service = absl::StrContains(before, '.') && IsFullName(before) &&
                          absl::c_none_of(ShortNameOf(before), is_upper) && IsFullName(after) &&
                          !last.empty() && is_upper(last[0]);
  if (!is_service) return "";
  return absl::StrContains(after, '.') ? std::string(after) : absl::StrCat(before, ".", after);
}

KeyOfName NameInKey(absl::string_view key) {
  absl::ConsumePrefix(&key, "/");
  const size_t slash = std::min(key.find('/'), key.size());
  const absl::string_view after = key.substr(std::min(slash + 1, key.size()));
  std::string whole = ServiceWithSlash(key.substr(0, slash), after);
  if (!whole.empty()) return {std::move(whole), ""};
  KeyOfName name = {std::string(key.substr(0, slash)), after};
  const bool is_service = absl::StrContains(name.service, '.') && IsFullName(name.service);
  const bool is_method =
      slash == key.size() || (IsFullName(name.method) && !absl::StrContains(name.method, '.'));
  return is_service && is_method ? name : KeyOfName();
}

bool IsLabel(const JsonTree& tree, NodeId key) {
  if (tree.Text(key) != "name" || tree.kind(key + 1) != JsonKind::kString) return false;
  const std::string service = NameInKey(tree.Text(key + 1)).service;
  return absl::c_none_of(service,
                         [](char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); });
}

std::vector<TextEdit> EditsToEntries(const JsonTree& tree, NodeId object) {
  std::vector<TextEdit> edits;
  bool are_entries = true;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    const KeyOfName name = NameInKey(tree.Text(member.key));
    const bool is_filled = tree.kind(member.value) == JsonKind::kObject &&
                           tree.node(member.value).next > member.value + 1;
    are_entries = are_entries && is_filled && !name.service.empty();
    if (!are_entries) return;
    edits.push_back({{tree.span(member.key).begin, tree.span(member.value).begin + 1},
                     absl::StrCat(R"({"name": [)", NameText(name.service, name.method), "], ")});
  });
  return are_entries ? edits : std::vector<TextEdit>();
}

void DescribeByRow(const IssueContext& context, Diagnostic& diagnostic) {
  const Rule& rule = context.rule;
  diagnostic.message = FilledWords(context);
  if (!rule.help.empty()) diagnostic.help.emplace_back(rule.help);
  if (rule.related_words.empty()) return;
  diagnostic.secondary.push_back({context.issue.related, std::string(rule.related_words)});
}

NodeId WholeText(const IssueContext& /*context*/) { return JsonTree::kRoot; }

std::string FieldIsValue(const IssueContext& context) {
  const bool number = context.tree.kind(context.issue.node) == JsonKind::kNumber;
  const std::string quoted = Quoted(context.Source());
  const absl::string_view value = number ? context.Source() : quoted;
  return absl::StrCat(PlaceName(context), " is ", value.size() < quoted.size() ? value : quoted);
}

bool DescribeTemplate(const IssueContext& context, Diagnostic& diagnostic) {
  const NodeId node = context.issue.node;
  if (context.tree.kind(node) != JsonKind::kString || !HasPlaceholder(context.tree.Text(node))) {
    return false;
  }
  diagnostic.message = absl::StrCat(FieldIsValue(context), ", an unfilled template");
  diagnostic.help.emplace_back(kFillIn);
  return true;
}

std::string WithPoint(absl::string_view number) {
  return IsIntegerLiteral(number) ? absl::StrCat(number, ".0") : std::string(number);
}

bool IsMisspelt(const CheckContext& context, NodeId key) {
  return absl::c_any_of(context.reading.issues, [&](const Issue& issue) {
    return issue.kind == IssueKind::kUnknownField && issue.node == key;
  });
}

absl::string_view MemberText(const JsonTree& tree, NodeId node, absl::string_view key) {
  absl::string_view text;
  if (tree.kind(node) != JsonKind::kObject) return text;
  tree.ForEachMember(node, [&](const JsonMember& member) {
    const bool found = tree.Text(member.key) == key && tree.kind(member.value) == JsonKind::kString;
    if (found) text = tree.Text(member.value);
  });
  return text;
}

KeyRun FindRun(const JsonTree& tree, NodeId object, const Message& message) {
  KeyRun run;
  NodeId other = kNoNode;  // after the first of them
  tree.ForEachMember(object, [&](const JsonMember& member) {
    const absl::string_view key = tree.Text(member.key);
    const bool is_label = object == JsonTree::kRoot && &message == &MethodConfigMessage() &&
                          IsLabel(tree, member.key);
    if (is_label || FindField(message, key) == nullptr) {
      if (run.first != kNoNode && other == kNoNode) other = member.key;
      return;
    }
    if (run.first == kNoNode) run.first = member.key;
    run.last = member.key;
    run.has_name = run.has_name || key == "name";
  });
  if (run.first == kNoNode) return run;
  run.is_whole = other == kNoNode || run.last < other;
  run.span = {tree.span(run.first).begin, tree.span(run.last + 1).end};
  return run;
}

bool HasFewMembers(const JsonTree& tree, NodeId object) {
  constexpr size_t kFew = 256;
  const NodeId end = tree.node(object).next;
  size_t members = 0;
  for (NodeId key = object + 1; key < end && members <= kFew; key = tree.node(key + 1).next) {
    ++members;
  }
  return members <= kFew;
}

bool HasMember(const JsonTree& tree, NodeId object, absl::string_view name) {
  bool found = false;
  tree.ForEachMember(object, [&](const JsonMember& member) {
    found = found || absl::EqualsIgnoreCase(tree.Text(member.key), name);
  });
  return found;
}

bool SingleFinding::IsFirst(NodeId node) {
  const bool is_first = place == kNoNode;
  more += is_first ? 0 : 1;
  if (is_first) place = node;
  return is_first;
}

void AddOnce(const CheckContext& context, SingleFinding& single,
             std::string (*count)(size_t more)) {
  if (single.place == kNoNode) return;
  context.Add(single.place, [&] {
    if (single.more > 0) single.words->notes.push_back(count(single.more));
    return *std::move(single.words);
  });
}

Cell VerdictOnCallsTheSame(const ProfileAt& profile) {
  return {Effect::kAccepts, profile.profile().name_match.At(profile.release()).evidence};
}

Cell VerdictOnNames(const ProfileAt& profile) {
  return {Effect::kIgnoresPolicy, VerdictOnCallsTheSame(profile).evidence};
}

std::string WithNineDecimals(const Duration& duration) {
  constexpr size_t kDecimals = 9;
  std::string text = SpellDuration(duration);
  const size_t point = text.find('.');
  if (point == std::string::npos) return text;
  const size_t end = text.size() - 1;  // of the decimals
  text.insert(end, point + 1 + kDecimals - end, '0');
  return text;
}

bool IsShortTimeout(const Duration& timeout) { return ShortenedTimeout(timeout).min.IsZero(); }

std::string WhyTooShort(const Duration& timeout) {
  if (timeout.IsZero()) return std::string(kNoTime);
  return IsShortTimeout(timeout) ? absl::StrCat("too short for C-core: ", kLongerTimeout)
                                 : std::string();
}

void SuggestDuration(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view text = absl::StripAsciiWhitespace(context.tree.Text(context.issue.node));
  const absl::string_view field = context.issue.field->json_name;
  double bare = 0;
  const bool is_bare = absl::SimpleAtod(text, &bare);
  const BareUnit unit = is_bare ? UnitOfBare(field, bare) : BareUnit::kSeconds;
  const auto seconds = CorrectedDuration(text);
  const auto milliseconds = CorrectedDuration(absl::StrCat(text, "ms"));
  const auto nanoseconds = CorrectedDuration(absl::StrCat(text, "ns"));
  if (unit == BareUnit::kEither && seconds && milliseconds) {
    diagnostic.help.push_back(absl::StrCat("it is `", InQuotes(*milliseconds),
                                           "` if milliseconds are meant, `", InQuotes(*seconds),
                                           "` if seconds"));
    return;
  }
  if (unit == BareUnit::kMilliseconds && seconds) {
    diagnostic.help.push_back(absl::StrCat(
        "these are milliseconds, most likely; as seconds they are `", InQuotes(*seconds), "`"));
  }
  if (unit == BareUnit::kNanoseconds) {
    diagnostic.help.emplace_back("these are nanoseconds, most likely, as Go counts them");
  }
  const auto& corrected = unit == BareUnit::kSeconds       ? seconds
                          : unit == BareUnit::kNanoseconds ? nanoseconds
                                                           : milliseconds;
  if (!corrected) return;
  Fix fix = WriteFix(context.issue.span, InQuotes(*corrected), false);
  const Duration duration = ParseDuration(*corrected).value;
  const std::string too_short = field == "timeout" ? WhyTooShort(duration) : std::string();
  if (!too_short.empty()) {
    fix.otherwise = absl::StrCat("`", *corrected, "` is ", too_short);
    // In an object that is no entry yet nothing is tried: what is read only once that is corrected
    // must be right then.
    if (!IsInList(context)) {
      diagnostic.help.push_back(std::move(fix.otherwise));
      return;
    }
  } else if (absl::EndsWith(field, "Backoff") && duration < kShortestBackoff) {
    fix.otherwise = absl::StrCat(
        "`", *corrected,
        "` is the same duration; C-core counts whole milliseconds, so write `0.002s` or more");
  } else if (duration.nanos % kNanosPerMs != 0) {
    fix.otherwise = absl::StrCat("it is `", InQuotes(*corrected),
                                 "`, of which C-core counts whole milliseconds");
  }
  diagnostic.fixes.push_back(std::move(fix));
}

void DescribeClampedAttempts(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message = absl::StrCat(FieldIsValue(context), "; clients make at most ",
                                    context.issue.field->bound.clamp, " attempts");
  diagnostic.notes.push_back(absl::StrCat("read as ", context.issue.field->bound.clamp));
  diagnostic.help.push_back(absl::StrCat("write ", context.issue.field->bound.clamp,
                                         "; for more attempts, retry in the program, or raise the "
                                         "limit there (not in C-core)"));
}

void DescribeTooFewAttempts(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message =
      absl::StrCat(FieldIsValue(context), "; ", MessageName(*context.issue.message),
                   " needs at least ", context.issue.field->bound.low);
  diagnostic.notes.emplace_back("the first attempt counts");
  diagnostic.help.emplace_back("leave the policy out if one attempt is enough");
}

}  // namespace grpcfg
