// Rules on service config choices and TXT values (gRFC A2).
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/words.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

constexpr int64_t kEveryone = 100;

bool IsEmpty(const Located<List<Located<absl::string_view>>>& list) {
  return !list.IsWritten() || (list.value && list.value->empty());
}

// Every client that gets as far as this choice takes it. A malformed criterion is not judged.
bool TakesEveryone(const Choice& choice) {
  if (choice->unclear) return false;
  const bool all = !choice->percentage.IsWritten() || choice->percentage.value == kEveryone;
  return IsEmpty(choice->client_language) && IsEmpty(choice->client_hostname) && all;
}

bool HasMalformed(const Choice& choice) {
  const auto malformed = [](const auto& value) { return value.IsWritten() && !value.value; };
  return choice->unclear || malformed(choice->client_language) ||
         malformed(choice->client_hostname) || malformed(choice->percentage);
}

void CheckEmptyList(const CheckContext& context) {
  const auto& choices = context.reading.choices;
  if (!choices.value || !choices.value->empty()) return;
  context.Add(choices.node, {.message = "the list has no choice, so no client gets a config",
                             .help = {"remove the record, or add `{\"serviceConfig\": {...}}`"}});
}

void CheckUnreachable(const CheckContext& context) {
  const Choice* everyone = nullptr;
  for (const Choice& choice : ElementsOf(context.reading.choices)) {
    if (everyone == nullptr && TakesEveryone(choice)) {
      everyone = &choice;
    } else if (everyone != nullptr && !choice->unclear) {
      context.Add(choice.node, [&]() -> Diagnostic {
        return {
            .message = "no client reaches this choice; an earlier one matches every client",
            .secondary = {{OpeningBracket(context.SpanOf(everyone->node)), "matches every client"}},
            .help = {"put the choice for everyone last"}};
      });
    }
  }
}

void AdviseDefault(Diagnostic& words) {
  words.notes.emplace_back(
      "Go and Node report an error then, and a channel without an earlier config fails");
  words.help.emplace_back("add a last choice with nothing but `serviceConfig`");
}

constexpr absl::string_view kNoDefault =
    "no choice matches every client; clients that match none get no config";

void DescribeNoneTaken(const IssueContext& /*context*/, Diagnostic& diagnostic) {
  diagnostic.message = std::string(kNoDefault);
  AdviseDefault(diagnostic);
}

void CheckNoDefault(const CheckContext& context) {
  const auto& choices = context.reading.choices;
  if (!choices.value || choices.value->empty()) return;
  for (const Choice& choice : *choices.value) {
    if (TakesEveryone(choice) || HasMalformed(choice)) return;
  }
  context.Add(choices.node, [&] {
    Diagnostic words = {.message = std::string(kNoDefault)};
    AdviseDefault(words);
    return words;
  });
}

void CheckZeroPercentage(const CheckContext& context) {
  for (const Choice& choice : ElementsOf(context.reading.choices)) {
    if (choice->percentage.value != 0) continue;
    context.Add(choice->percentage.node, [&]() -> Diagnostic {
      return {.message = absl::StrCat("`percentage` is ", context.Source(choice->percentage.node),
                                      ", so no client takes this choice")};
    });
  }
}

// What clients call themselves, and what people write instead.
struct Language {
  absl::string_view written;
  absl::string_view intended;  // empty: `written` is right
};

constexpr std::array<Language, 22> kLanguages = {{
    {"c++", ""},        {"go", ""},          {"java", ""},
    {"node", ""},       {"python", "c++"},   {"ruby", "c++"},
    {"php", "c++"},     {"objc", "c++"},     {"objective-c", "c++"},
    {"c", "c++"},       {"cc", "c++"},       {"cpp", "c++"},
    {"cxx", "c++"},     {"core", "c++"},     {"golang", "GO"},
    {"kotlin", "java"}, {"scala", "java"},   {"android", "java"},
    {"nodejs", "node"}, {"node.js", "node"}, {"javascript", "node"},
    {"js", "node"},
}};

const Language* FindLanguage(absl::string_view word) {
  const std::string lower = absl::AsciiStrToLower(word);
  for (const Language& language : kLanguages) {
    if (language.written == lower) return &language;
  }
  return nullptr;
}

bool HasLanguage(const Choice& choice, absl::string_view language) {
  return absl::c_any_of(ElementsOf(choice->client_language),
                        [&](const auto& word) { return word.value == language; });
}

void CheckLanguage(const CheckContext& context, const Choice& choice,
                   const Located<absl::string_view>& word) {
  const Language* const language = FindLanguage(*word.value);
  if (language != nullptr && language->intended.empty()) return;
  context.Add(word.node, [&] {
    Diagnostic words = {
        .message = absl::StrCat(Quoted(*word.value), " is not the language name of any client")};
    if (language != nullptr) {
      words.notes.push_back(
          absl::StrCat("the name of that language is `", language->intended, "`"));
    }
    constexpr absl::string_view kAll = "the languages are `c++`, `GO`, `java` and `node`";
    if (language == nullptr || HasLanguage(choice, language->intended)) {
      words.help.emplace_back(kAll);
    } else {
      words.fixes.push_back(
          WriteFix(context.SpanOf(word.node), InQuotes(language->intended), false));
      words.fixes.back().otherwise = std::string(kAll);
    }
    return words;
  });
}

void CheckLanguages(const CheckContext& context) {
  for (const Choice& choice : ElementsOf(context.reading.choices)) {
    for (const auto& word : ElementsOf(choice->client_language)) {
      if (word.value) CheckLanguage(context, choice, word);
    }
  }
}

// Offers to put fields of a service config that stand in a choice into its `serviceConfig`, which
// it does not have yet.
void OfferServiceConfig(const IssueContext& context, Diagnostic& diagnostic) {
  constexpr absl::string_view kMove = "move it into `serviceConfig`";
  const NodeId choice = ParentOf(context.pointers, context.issue.node).object;
  const KeyRun run = HasFewMembers(context.tree, choice)
                         ? FindRun(context.tree, choice, ServiceConfigMessage())
                         : KeyRun();
  if (!run.is_whole || HasMember(context.tree, choice, "serviceConfig")) {
    diagnostic.help.emplace_back(kMove);
    return;
  }
  diagnostic.fixes.push_back(PutAround(run.span, R"("serviceConfig": {)", "}", false));
  diagnostic.fixes.back().otherwise = std::string(kMove);
}

void DescribeUnexpected(const IssueContext& context, Diagnostic& diagnostic) {
  const Field* const intended = context.issue.field;
  const absl::string_view key = context.tree.Text(context.issue.node);
  diagnostic.message = absl::StrCat("unexpected field ", Quoted(key), " in a choice");
  if (intended != nullptr && FindField(ChoiceMessage(), intended->json_name) == intended) {
    absl::StrAppend(&diagnostic.message, "; did you mean `", intended->json_name, "`?");
    if (context.issue.related.empty()) {
      diagnostic.fixes.push_back(
          ReplaceFix(absl::StrCat("rename it to `", intended->json_name, "`"), context.issue.span,
                     InQuotes(intended->json_name), false));
    }
    return;
  }
  if (intended == nullptr) {
    diagnostic.help.emplace_back(
        "a choice has `clientLanguage`, `percentage`, `clientHostname` and `serviceConfig`");
    return;
  }
  OfferServiceConfig(context, diagnostic);
}

// Where the string of a zone file ends that begins before `at`, after edits that take the
// backslashes off its quotes; npos for one that has no end, or that only a name server reads.
size_t UnquoteString(absl::string_view text, uint32_t at, std::vector<TextEdit>& edits) {
  for (; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] != '\\') continue;
    if (!absl::StrContains("\"\\", text.substr(at + 1, 1))) return absl::string_view::npos;
    edits.push_back({{at, at + 1}, ""});
    ++at;
  }
  return at < text.size() ? at : absl::string_view::npos;
}

// Takes a value out of the quotes of a zone file, whose strings are one text. None for others.
std::vector<TextEdit> Unquoted(absl::string_view text) {
  constexpr size_t kMostInRecord = 65535;
  std::vector<TextEdit> edits;
  if (text.size() > kMostInRecord) return edits;
  const auto end_of_blanks = [&](size_t from) {
    return static_cast<uint32_t>(std::min(text.find_first_not_of(" \t\r\n", from), text.size()));
  };
  uint32_t at = 0;
  for (uint32_t quote = end_of_blanks(0); quote < text.size(); quote = end_of_blanks(at)) {
    if (text[quote] != '"') return {};
    edits.push_back({{at, quote + 1}, ""});
    const size_t end = UnquoteString(text, quote + 1, edits);
    if (end == absl::string_view::npos) return {};
    at = static_cast<uint32_t>(end) + 1;
    edits.push_back({{at - 1, at}, ""});
  }
  return edits;
}

constexpr absl::string_view kUnquote = "remove the quotes and backslashes of the zone file";

void DescribeNoAttribute(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view text = context.tree.text();
  const absl::string_view start = context.Source();
  if (start.size() > 1) {
    diagnostic.message = absl::StrCat("the text starts with ", Quoted(start),
                                      " instead of `grpc_config=`, so clients take it for another "
                                      "record");
    const bool is_variable =
        absl::StartsWith(start, "GRPC_CONFIG") && absl::StartsWith(text.substr(start.size()), "{");
    if (is_variable) {
      diagnostic.message =
          "this sets a variable `GRPC_CONFIG`, as a `.env` file does; clients do not read it as a "
          "config";
      diagnostic.help.emplace_back("check only the text after `=`");
    } else if (absl::StrContains(start, '"')) {
      Fix fix = {std::string(kUnquote), false, Unquoted(text), std::string(kUnquote)};
      if (fix.edits.empty()) {
        diagnostic.help.emplace_back(kUnquote);
      } else {
        diagnostic.fixes.push_back(std::move(fix));
      }
    } else {
      diagnostic.fixes.push_back(
          ReplaceFix("write `grpc_config=`", context.issue.span, "grpc_config=", false));
    }
    return;
  }
  diagnostic.message =
      "the text does not start with `grpc_config=`, so clients take it for another record";
  if (!absl::StartsWith(text, "[")) {
    const bool is_quoted = absl::StartsWith(text, R"(\")");
    diagnostic.help.emplace_back(is_quoted ? kUnquote
                                           : "a TXT value is `grpc_config=` and a list of choices");
    return;
  }
  const Span start_of_text = {0, 0};
  diagnostic.fixes.push_back(
      ReplaceFix("put `grpc_config=` in front", start_of_text, "grpc_config=", false));
}

// UTF-8 as JSON escapes; empty if `text` is not UTF-8.
std::string JsonEscapes(absl::string_view text) {
  std::string escapes;
  for (size_t at = 0; at < text.size();) {
    const Character character = CharacterAt(text, at);
    if (character.bytes.size() < 2) return "";
    AppendJsonEscape(character.code_point, escapes);
    at += character.bytes.size();
  }
  return escapes;
}

void DescribeNotAscii(const IssueContext& context, Diagnostic& diagnostic) {
  diagnostic.message =
      absl::StrCat(Quoted(context.Source()), " is not ASCII, as TXT records must be");
  const std::string escapes = JsonEscapes(context.Source());
  if (escapes.empty()) return;
  diagnostic.fixes.push_back(
      ReplaceFix(absl::StrCat("write ", Quoted(escapes)), context.issue.span, escapes, true));
}

// True if the object that a config is has a member.
bool SetsSomething(const JsonTree& tree, const ServiceConfig& config) {
  const NodeId object = config.node;
  return object != kNoNode && tree.kind(object) == JsonKind::kObject &&
         tree.node(object).next > object + 1;
}

// A list of choices has no other way to a client than a TXT record.
void CheckLookupInJava(const CheckContext& context) {
  if (!context.reading.choices.value) return;
  const auto& configs = context.reading.configs;
  const auto first = absl::c_find_if(
      configs, [&](const ServiceConfig* each) { return SetsSomething(context.tree, *each); });
  if (first == configs.end()) return;
  context.Add(context.KeyOf((*first)->node), []() -> Diagnostic {
    return {.message = "grpc-java reads TXT records only if a system property enables it",
            .notes = {"without the property, clients silently go on without a config"},
            .help = {"start the program with "
                     "`-Dio.grpc.internal.DnsNameResolverProvider.enable_service_config=true`"}};
  });
}

bool IsJavaWithoutLookup(const ProfileAt& profile) {
  return profile.implementation() == Implementation::kJava &&
         profile.calls.txt_lookup.by_default == TxtLookup::Default::kOff;
}

Cell VerdictOnLookup(const ProfileAt& profile) {
  return AcceptingIfRead(profile.profile().calls.txt_lookup.At(profile.release()));
}

// What clients make of a list is theirs alone where its choices fit them or not.
constexpr Verdicts Taken(absl::string_view spec,
                         Cell go = {Effect::kAccepts,
                                    "grpc-go internal/resolver/dns/dns_resolver.go canaryingSC"},
                         Cell node = {Effect::kAccepts,
                                      "grpc-js service-config.ts validateAndSelectCanaryConfig"}) {
  return {
      .spec = {Effect::kAccepts, spec},
      .core = {Effect::kAccepts, "grpc/grpc service_config_helper.cc ChooseServiceConfig"},
      .go = go,
      .java = {Effect::kAccepts, "grpc-java DnsNameResolver.java maybeChooseServiceConfig"},
      .node = node,
      .dotnet = {Effect::kAccepts, "grpc-dotnet reads no TXT records"},
      .gapic = {Effect::kRejectsConfig, "gapic-generator-go config.go New: a config is an object"}};
}

constexpr Cell kGoFindsNone = {Effect::kRejectsConfig,
                               "grpc-go internal/resolver/dns/dns_resolver.go canaryingSC: \"\", "
                               "which is \"no JSON service config provided\""};
constexpr Cell kNodeFindsNone = {Effect::kRejectsConfig,
                                 "grpc-js service-config.ts validateAndSelectCanaryConfig: \"No "
                                 "matching service config found\""};
constexpr Cell kGoMayFindOne = {Effect::kAccepts,
                                "grpc-go internal/resolver/dns/dns_resolver.go canaryingSC: where "
                                "the draw takes one, or the host is in a list"};
constexpr Cell kNodeMayFindOne = {Effect::kAccepts,
                                  "grpc-js service-config.ts validateAndSelectCanaryConfig: where "
                                  "the draw takes one, or the host is in a list"};

constexpr Case kNoDefaultCases[] = {
    {.what = "a client that no choice is for",
     .text = R"([{"percentage": 0, "serviceConfig": {"methodConfig": []}}])",
     .targets = "go"},
};

constexpr Rule kRules[] = {
    {.id = "choice-for-nobody",
     .summary = "A choice has `percentage` 0.",
     .rationale = "No client selects this choice. A `percentage` of 0 is a way to disable a choice "
                  "for a while; grpcfg still checks the choice.",
     .advice = Severity::kNote,
     .kind = DocumentKind::kChoices,
     .check = CheckZeroPercentage,
     .verdicts = Taken("gRFC A2, Canarying Changes: from 0 to 100"),
     .bad = R"([{"percentage": 0, "serviceConfig": {"methodConfig": []}}, {"serviceConfig": {}}])",
     .good =
         R"([{"percentage": 10, "serviceConfig": {"methodConfig": []}}, {"serviceConfig": {}}])"},
    {.id = "choice-language-unknown",
     .summary = "`clientLanguage` contains a word that matches no client.",
     .rationale = "Each client compares the list with one word of its own: `c++` (C-core, and with "
                  "it Python, Ruby, PHP and Objective-C), `go`, `java` or `node`. No client "
                  "selects a choice for any other word. Go compares with `GO`, in capitals only.",
     .advice = Severity::kError,
     .kind = DocumentKind::kChoices,
     .check = CheckLanguages,
     .verdicts = Taken("gRFC A2, Canarying Changes: a list of strings"),
     .bad = {kTwoChoices, R"("clientHostname": ["canary"])", R"("clientLanguage": ["python"])"},
     .good = {kTwoChoices, R"("clientHostname": ["canary"])", R"("clientLanguage": ["c++"])"}},
    {.id = "choice-list-empty",
     .summary = "A list of choices is empty.",
     .rationale = "gRFC A2 requires one or more choices. With an empty list, C-core and Java "
                  "continue without a config, and Go and Node report an error.",
     .kind = DocumentKind::kChoices,
     .check = CheckEmptyList,
     .verdicts = Taken("gRFC A21: if no choice is selected, there is no config", kGoFindsNone,
                       kNodeFindsNone),
     .bad = R"([])",
     .good = R"([{"serviceConfig": {}}])"},
    {.id = "choice-needs-property",
     .summary = "Java reads TXT records only if a system property is set.",
     .rationale = "A list of choices reaches clients through a TXT record (gRFC A2). grpc-java "
                  "looks up that record only if the program starts with "
                  "`-Dio.grpc.internal.DnsNameResolverProvider.enable_service_config=true`. "
                  "Otherwise it silently continues without a config.",
     .advice = Severity::kNote,
     .kind = DocumentKind::kChoices,
     .targets = "java",
     .check = CheckLookupInJava,
     .concerns = IsJavaWithoutLookup,
     .verdict = VerdictOnLookup,
     .bad = R"([{"serviceConfig": {"loadBalancingConfig": [{"round_robin": {}}]}}])",
     .good = R"([{"serviceConfig": {}}])"},
    {.id = "choice-no-default",
     .summary = "No choice matches every client.",
     .rationale = "A client uses the first choice that matches it. If none matches, C-core and "
                  "Java continue without a config. Go and Node report an error, and calls fail on "
                  "a channel that had no config before.",
     .advice = Severity::kError,
     .kind = DocumentKind::kChoices,
     .claims = {{IssueKind::kNoChoiceTaken}},
     .describe = DescribeNoneTaken,
     .check = CheckNoDefault,
     .verdicts = Taken("gRFC A21: if no choice is selected, there is no config", kGoMayFindOne,
                       kNodeMayFindOne),
     .bad = R"([{"percentage": 10, "serviceConfig": {"methodConfig": []}}])",
     .good =
         R"([{"percentage": 10, "serviceConfig": {"methodConfig": []}}, {"serviceConfig": {}}])",
     .cases = kNoDefaultCases},
    {.id = "choice-unexpected-field",
     .summary = "A choice has an unexpected field.",
     .rationale =
         "Unlike in a service config, an unexpected field in a choice makes the whole list invalid "
         "(gRFC A2), because the field may be a criterion. Java and Node reject the list. C-core "
         "and Go ignore the field, so they apply the choice to every client.",
     .kind = DocumentKind::kChoices,
     .claims = {{IssueKind::kUnexpectedField}},
     .describe = DescribeUnexpected,
     .bad = R"([{"clientLanguages": ["go"], "serviceConfig": {}}, {"serviceConfig": {}}])",
     .good = R"([{"clientLanguage": ["go"], "serviceConfig": {}}, {"serviceConfig": {}}])"},
    {.id = "choice-unreachable",
     .summary = "A choice follows one that matches every client.",
     .rationale =
         "Clients use the first choice that matches (gRFC A2), so no client reaches this one.",
     .kind = DocumentKind::kChoices,
     .check = CheckUnreachable,
     .verdicts = Taken("gRFC A2, Canarying Changes: the first match wins"),
     .bad = R"([{"serviceConfig": {}}, {"percentage": 10, "serviceConfig": {"methodConfig": []}}])",
     .good =
         R"([{"percentage": 10, "serviceConfig": {"methodConfig": []}}, {"serviceConfig": {}}])"},
    {.id = "txt-attribute-missing",
     .summary = "A TXT value does not start with `grpc_config=`.",
     .rationale = "Clients look for exactly these bytes at the start of a record (gRFC A2; RFC "
                  "1464). They skip a record without them and silently continue without a config.",
     .kind = DocumentKind::kTxt,
     .claims = {{IssueKind::kNoTxtAttribute}},
     .describe = DescribeNoAttribute,
     .bad = R"(grpc_config = [{"serviceConfig": {}}])",
     .good = R"(grpc_config=[{"serviceConfig": {}}])"},
    {.id = "txt-not-ascii",
     .summary = "A TXT value has bytes that are not ASCII.",
     .rationale = "TXT records are ASCII, and so is the config in them (gRFC A2). Java and Node "
                  "read the bytes as Latin-1, so clients see different text from what you wrote.",
     .kind = DocumentKind::kTxt,
     .claims = {{IssueKind::kTxtNotAscii}},
     .describe = DescribeNotAscii,
     .bad = "grpc_config=[{\"serviceConfig\": {\n"
            "  \"loadBalancingConfig\": [{\"round_robin\": {}}],\n"
            "  \"healthCheckConfig\": {\"serviceName\": \"caf\xC3\xA9\"}}}]",
     .good = "grpc_config=[{\"serviceConfig\": {\n"
             "  \"loadBalancingConfig\": [{\"round_robin\": {}}],\n"
             "  \"healthCheckConfig\": {\"serviceName\": \"caf\\u00e9\"}}}]"},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> ChoiceRules() { return kRules; }

}  // namespace grpcfg
