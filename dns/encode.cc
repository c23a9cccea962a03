#include "dns/encode.h"

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "dns/domain_name.h"
#include "dns/message_size.h"
#include "dns/records.h"
#include "schema/fields/document.h"
#include "schema/fields/field_table.h"
#include "schema/json/escape.h"
#include "schema/json/json_text.h"
#include "schema/json/utf8.h"
#include "validator/engine/target.h"

namespace grpcfg {
namespace {

// A token as it stands, but for what is not ASCII.
void AppendAscii(absl::string_view token, std::string& out) {
  for (size_t at = 0; at < token.size();) {
    const Character character = CharacterAt(token, at);
    if (character.bytes.size() == 1) {
      out += token[at];
    } else {
      AppendJsonEscape(character.code_point, out);
    }
    at += character.bytes.size();
  }
}

absl::Status NotJson(const JsonTree& tree) {
  const Position at = LineIndex(tree.text()).Locate(tree.issues().front().span.begin);
  return absl::InvalidArgumentError(absl::StrCat("it is not JSON, see line ", at.line, ", column ",
                                                 at.column, "; `grpcfg check` says why"));
}

// True if a choice has no criterion, so that it is for every client.
bool IsForEveryone(const JsonTree& tree, NodeId choice) {
  if (tree.kind(choice) != JsonKind::kObject) return false;
  size_t members = 0;
  bool has_config = false;
  tree.ForEachMember(choice, [&](const JsonMember& member) {
    ++members;
    has_config |= tree.Text(member.key) == "serviceConfig";
  });
  return members == 1 && has_config;
}

std::string EncodeChoice(const ChoiceToEncode& choice) {
  return WrittenJson(JsonLayout::kCompact, [&](JsonWriter& writer) {
    writer.StartObject();
    if (!choice.languages.empty()) writer.WriteTexts("clientLanguage", choice.languages);
    if (!choice.hostnames.empty()) writer.WriteTexts("clientHostname", choice.hostnames);
    if (choice.percentage) writer.WriteJson("percentage", absl::StrCat(*choice.percentage));
    writer.WriteJson("serviceConfig", choice.config);
    writer.EndObject();
  });
}

// How the clients that a user calls `word` spell their language.
absl::StatusOr<std::string> SpelledLanguage(absl::string_view word) {
  std::vector<std::string> known;
  for (const KnownTarget& target : KnownTargets()) {
    const OwnLanguage language = ProfileAt(target.profile()).choices.language;
    if (language.word.empty()) continue;
    known.push_back(absl::StrCat("`", language.word, "`"));
    const bool is_match = absl::EqualsIgnoreCase(word, target.name) ||
                          absl::EqualsIgnoreCase(word, language.word) ||
                          absl::c_any_of(AliasesOf(target), [&](absl::string_view alias) {
                            return absl::EqualsIgnoreCase(word, alias);
                          });
    if (is_match) return std::string(language.word);
  }
  return absl::InvalidArgumentError(absl::StrCat("--choice: no client calls its language `", word,
                                                 "`; the languages are ",
                                                 absl::StrJoin(known, ", ")));
}

absl::Status ReadChoicePart(absl::string_view part, ChoiceFlag& flag) {
  const std::pair<absl::string_view, absl::string_view> member =
      absl::StrSplit(part, absl::MaxSplits('=', 1));
  const auto& [key, value] = member;
  if (key == "lang" || key == "language") {
    absl::StatusOr<std::string> language = SpelledLanguage(value);
    if (!language.ok()) return language.status();
    flag.choice.languages.push_back(*std::move(language));
  } else if (key == "host" || key == "hostname") {
    flag.choice.hostnames.emplace_back(value);
  } else if (key == "percent" || key == "percentage") {
    int percentage = 0;
    if (!absl::SimpleAtoi(value, &percentage) || percentage < 0 || percentage > 100) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--choice: `", value, "` is not a percentage; write an integer from 0 to 100"));
    }
    flag.choice.percentage = percentage;
  } else if (key == "config") {
    flag.config_file = std::string(value);
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("--choice: `", part,
                     "` is not a part of a choice; those are lang=, percent=, host= and "
                     "config="));
  }
  return absl::OkStatus();
}

// A list of choices, followed by a choice for every client if it has none. Errors: InvalidArgument
// for a choice that is not an object.
absl::StatusOr<EncodedChoices> EncodeList(const JsonTree& tree) {
  std::vector<std::string> choices;
  bool has_fallback = false;
  bool has_others = false;
  tree.ForEachElement(JsonTree::kRoot, [&](NodeId choice) {
    has_others |= tree.kind(choice) != JsonKind::kObject;
    choices.push_back(MinifiedJson(tree, choice));
    has_fallback = has_fallback || IsForEveryone(tree, choice);
  });
  if (has_others) return absl::InvalidArgumentError("a choice of the list is not a JSON object");
  if (!has_fallback) choices.push_back(EncodeChoice({}));
  return EncodedChoices{absl::StrCat(kTxtAttribute, JsonArray(choices)), !has_fallback};
}

}  // namespace

std::string MinifiedJson(const JsonTree& tree, NodeId node) {
  std::string out;
  const Span span = tree.span(node);
  const absl::string_view text = Slice(tree.text(), span);
  bool is_string = false;
  for (size_t at = 0; at < text.size();) {
    const bool is_blank = absl::StrContains(" \t\r\n", text[at]);
    const size_t escape = is_string && text[at] == '\\' ? 2 : 1;
    const size_t end = is_string && escape == 1 ? at + CodePointLength(text, at) : at + escape;
    if (text[at] == '"') is_string = !is_string;
    if (is_string || !is_blank) AppendAscii(text.substr(at, end - at), out);
    at = end;
  }
  return out;
}

absl::StatusOr<ChoiceFlag> ParseChoiceFlag(absl::string_view text) {
  ChoiceFlag flag;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const absl::Status read = ReadChoicePart(part, flag);
    if (!read.ok()) return read;
  }
  return flag;
}

absl::StatusOr<std::string> EncodeConfig(absl::string_view text) {
  const JsonTree tree = ParseJson(text);
  if (!tree.issues().empty()) return NotJson(tree);
  if (tree.kind(JsonTree::kRoot) != JsonKind::kObject) {
    return absl::InvalidArgumentError("it is not a service config; that is a JSON object");
  }
  return MinifiedJson(tree, JsonTree::kRoot);
}

absl::StatusOr<EncodedChoices> EncodeChoices(absl::string_view text,
                                             const std::vector<ChoiceToEncode>& before) {
  const Document document = ParseDocumentByShape(text);
  if (!document.tree.issues().empty()) return NotJson(document.tree);
  const JsonKind kind = document.tree.kind(JsonTree::kRoot);
  if (kind == JsonKind::kArray) {
    if (!before.empty()) {
      return absl::InvalidArgumentError(
          "--choice is for a service config; this is a list of choices");
    }
    return EncodeList(document.tree);
  }
  if (kind != JsonKind::kObject) {
    return absl::InvalidArgumentError("it is neither a service config nor a list of choices");
  }
  std::vector<std::string> choices;
  const bool has_own =
      absl::c_any_of(before, [](const ChoiceToEncode& choice) { return choice.config.empty(); });
  const std::string config = MinifiedJson(document.tree, JsonTree::kRoot);
  for (ChoiceToEncode choice : before) {
    if (choice.config.empty()) choice.config = config;
    choices.push_back(EncodeChoice(choice));
  }
  // Where the config is that of a canary, everyone else goes on without one.
  choices.push_back(EncodeChoice({.config = has_own ? "{}" : config}));
  return EncodedChoices{absl::StrCat(kTxtAttribute, JsonArray(choices)), has_own};
}

std::vector<absl::string_view> CutStrings(absl::string_view text) {
  std::vector<absl::string_view> strings;
  for (size_t at = 0; at < text.size(); at += kMostStringOctets) {
    strings.push_back(text.substr(at, kMostStringOctets));
  }
  return strings;
}

absl::Status CheckDeliverable(absl::string_view owner, absl::string_view text) {
  const size_t most = LongestText(WireSize(owner), kTcpOctets, true);
  if (text.size() <= most) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "the text has ", text.size(), " octets, and no DNS message holds more than ", most, " at `",
      WithoutFinalDot(owner), "`; shorten the config, or give it to clients in another way"));
}

std::string SizeLines(absl::string_view owner, absl::string_view text) {
  struct Limit {
    absl::string_view name;
    size_t octets;
    bool has_edns;
  };
  constexpr Limit kLimits[] = {{"UDP without EDNS, 512", kUdpOctets, false},
                               {"UDP with EDNS, 1232", kEdnsOctets, true},
                               {"TCP, 65535", kTcpOctets, true}};
  std::string out = absl::StrCat(
      WithoutFinalDot(owner), ": ", text.size(), " octets of text in ", CutStrings(text).size(),
      text.size() > 255 ? " strings, " : " string, ", RdataSize(text.size()), " of RDATA\n");
  for (const Limit& limit : kLimits) {
    const size_t most = LongestText(WireSize(owner), limit.octets, limit.has_edns);
    absl::StrAppend(&out, "  ", limit.name, ": ",
                    text.size() <= most ? absl::StrCat("fits, ", most - text.size(), " left")
                                        : absl::StrCat(text.size() - most, " too many"),
                    "\n");
  }
  return out;
}

}  // namespace grpcfg
