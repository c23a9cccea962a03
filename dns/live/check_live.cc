#include "dns/live/check_live.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dns/check_dns.h"
#include "dns/dns_findings.h"
#include "dns/domain_name.h"
#include "dns/zone_fields.h"
#include "dns/zone_reader.h"
#include "dns/zone_rules.h"

namespace grpcfg {
namespace {

struct FaultName {
  AnswerFault fault;
  absl::string_view words;
};

constexpr FaultName kFaults[] = {
    {AnswerFault::kShort, "it is shorter than a header"},
    {AnswerFault::kQuery, "it is a question"},
    {AnswerFault::kOtherOpcode, "it is not of a query"},
    {AnswerFault::kOtherQuestion, "it answers another question"},
    {AnswerFault::kPastEnd, "a record leads beyond the end of the message"},
    {AnswerFault::kName, "a name has a label or a pointer that leads nowhere"},
    {AnswerFault::kNameTooLong, "a name has more than 255 octets"},
    {AnswerFault::kStringPastData, "a string leads beyond the data of its TXT record"},
    {AnswerFault::kDataSize, "a record has more or less data than its type"},
};

absl::string_view WordsOf(AnswerFault fault) {
  return std::find_if(std::begin(kFaults), std::end(kFaults),
                      [&](const FaultName& each) { return each.fault == fault; })
      ->words;
}

// Why a server did not answer.
std::string SilenceWords(absl::string_view server, const Received& received) {
  const std::string name = QuotedName(received.owner);
  switch (received.end) {
    case ExchangeEnd::kUnreachable:
      return absl::StrCat("nothing listens at ", server, ", which was queried for ", name);
    case ExchangeEnd::kNotAsked:
      return absl::StrCat(server, " was not queried for ", name,
                          ": the time limit was reached, or it had not answered for long");
    default:
      return absl::StrCat(server, " does not answer in time when queried for ", name);
  }
}

std::string AtOwner(const Received& received) {
  return absl::StrCat(" at ", QuotedName(received.owner));
}

bool HasConfig(const Received& received) {
  const FoundTxt found = FindTxt(received);
  return std::any_of(found.records.begin(), found.records.end(), [](const WireRecord* record) {
    return !record->strings.empty() && MayHoldConfig(record->strings.front());
  });
}

class LiveCheck {
 public:
  LiveCheck(const LiveContext& live, const CheckPlan& plan)
      : live_(live), plan_(plan), zone_(ZoneOfText(live)), findings_(zone_, plan) {}

  Report Run() && {
    for (const Transcript::Group& group : live_.transcript.groups) CheckRecords(group);
    for (size_t i = 0; i < live_.name.answers.size(); ++i) {
      const ServerAnswers& answers = live_.name.answers[i];
      const Transcript::AnswerLines& lines = live_.transcript.lines[i];
      // A fault in both answers of a server is reported once.
      if (!CheckAnswer(answers, answers.config, lines.config)) {
        CheckAnswer(answers, answers.host, lines.host);
      }
    }
    CheckAddresses();
    CheckAgreement();
    CheckMissing();
    CheckSearch();
    CheckHost();
    return std::move(std::move(findings_).Finish().front().second);
  }

 private:
  // The whole text, of which nothing is read as records.
  static DnsRecords ZoneOfText(const LiveContext& live) {
    DnsRecords zone;
    zone.sources.push_back({.path = live.name.name, .text = live.transcript.text});
    return zone;
  }

  void Add(absl::string_view rule, Span span, Diagnostic words) {
    findings_.Add(rule, {0, span}, std::move(words));
  }

  [[nodiscard]] std::string ServerOf(size_t answer) const {
    return NameOf(live_.servers[live_.name.answers[answer].server]);
  }

  void CheckRecords(const Transcript::Group& group);
  bool CheckAnswer(const ServerAnswers& answers, const Received& received, Span line);
  bool CheckArrival(const std::string& server, const Received& received, Span line);
  void CheckAddresses();
  void CheckAgreement();
  void CheckMissing();
  void CheckSearch();
  void CheckHost();

  const LiveContext& live_;
  const CheckPlan& plan_;
  const DnsRecords zone_;
  DnsFindings findings_;
};

// The records as those of a zone file, which is a part of the text.
void LiveCheck::CheckRecords(const Transcript::Group& group) {
  DnsRecords zone =
      ReadZone(Slice(live_.transcript.text, group.records), {.path = live_.name.name});
  zone.sources.front().map.AddPlain(0, group.records.begin);
  zone.sources.front().made_from = 1;
  zone.sources.push_back(zone_.sources.front());
  for (DnsFileReport& file : CheckDns(zone, plan_)) {
    findings_.AddVerdicts(0, "", file.report.verdicts);
    for (const Omission& omission : file.report.omissions) findings_.AddOmission(0, omission);
    for (Diagnostic& found : file.report.diagnostics) findings_.AddKept(0, std::move(found));
  }
}

// What kept an answer away. False: it is here, and whole.
bool LiveCheck::CheckArrival(const std::string& server, const Received& received, Span line) {
  if (received.IsUsable()) return false;
  std::string why = WhyUnusable(server, received);
  if (received.end != ExchangeEnd::kAnswered && received.was_truncated) {
    findings_.AddDeciding(
        "dns-tcp-refused", {0, line},
        {.message = std::move(why), .help = {"open port 53 of TCP, or publish a smaller config"}});
    return true;
  }
  if (received.end != ExchangeEnd::kAnswered) {
    Add("dns-no-answer", line,
        {.message = std::move(why),
         .help = {"make sure that it runs and that its port is reachable; --timeout gives it more "
                  "time"}});
    return true;
  }
  if (received.answer.fault != AnswerFault::kNone) {
    Add("dns-answer-malformed", line, {.message = std::move(why)});
    return true;
  }
  if (received.answer.is_truncated) {
    findings_.AddDeciding("dns-truncated-over-tcp", {0, line},
                          {.message = std::move(why),
                           .help = {"publish a smaller config; no DNS message holds this one"}});
    return true;
  }
  return false;
}

// True if something is wrong with the answer as a whole.
bool LiveCheck::CheckAnswer(const ServerAnswers& answers, const Received& received, Span line) {
  const std::string server = NameOf(live_.servers[answers.server]);
  if (CheckArrival(server, received, line)) return true;
  const bool leads_elsewhere =
      received.IsReferral() || (&received == &answers.config && received.IsAliasOnly());
  if (!received.IsUsable() || leads_elsewhere) {
    const bool is_for_missing =
        &received == &answers.config && answers.host.IsUsable() && !received.IsUsable();
    Add(is_for_missing ? "dns-servfail-for-missing" : "dns-answer-failed", line,
        {.message = absl::StrCat(WhyUnusable(server, received),
                                 is_for_missing ? ", and serves the host itself" : "")});
    return true;
  }
  const bool is_negative = FindTxt(received).records.empty();
  if (is_negative && received.took > kSlowNegative) {
    Add("dns-slow-negative", line,
        {.message = absl::StrCat(server, " takes ", absl::ToInt64Milliseconds(received.took),
                                 " ms to answer that there is no record", AtOwner(received))});
  }
  return false;
}

void LiveCheck::CheckAddresses() {
  for (size_t i = 0; i < live_.name.without_address.size(); ++i) {
    Add("dns-no-answer", live_.transcript.address_lines[i],
        {.message =
             absl::StrCat("no address is known for ", QuotedName(live_.name.without_address[i]),
                          ", a server of the zone"),
         .help = {"publish an address of it, or remove its NS record"}});
  }
}

void LiveCheck::CheckAgreement() {
  const auto& groups = live_.transcript.groups;
  for (size_t i = 1; i < groups.size(); ++i) {
    const size_t first = groups[0].answers.front();
    const size_t other = groups[i].answers.front();
    Diagnostic words = {
        .message = absl::StrCat(ServerOf(other), " has other records than ", ServerOf(first)),
        .help = {"make sure that every server has loaded the newest zone"}};
    words.secondary = {{live_.transcript.lines[first].config, "what the other server answers"}};
    Add("dns-servers-disagree", live_.transcript.lines[other].config, std::move(words));
  }
}

void LiveCheck::CheckMissing() {
  // Then dns-alias-has-no-config says it.
  const auto& alias = live_.name.alias_config;
  if (alias && HasConfig(*alias)) return;
  for (const Transcript::Group& group : live_.transcript.groups) {
    const size_t answer = group.answers.front();
    const Received& config = live_.name.answers[answer].config;
    if (!FindTxt(config).records.empty() || config.IsReferral() || config.IsAliasOnly()) continue;
    Diagnostic words = {.message =
                            absl::StrCat("there is no TXT record at ", QuotedName(config.owner))};
    if (live_.transcript.groups.size() > 1) {
      absl::StrAppend(&words.message, ", says ", ServerOf(answer));
    }
    words.help = {absl::StrCat("`grpcfg dns encode CONFIG --name ",
                               WithoutFinalDot(live_.name.host), "` makes one")};
    Add("dns-config-missing", live_.transcript.lines[answer].config, std::move(words));
  }
}

void LiveCheck::CheckSearch() {
  for (size_t i = 0; i < live_.name.search_answers.size(); ++i) {
    const Received& received = live_.name.search_answers[i];
    const size_t records = FindTxt(received).records.size();
    if (records == 0) continue;
    Add("dns-search-list-answers", live_.transcript.search_lines[i],
        {.message = absl::StrCat(QuotedName(received.owner), " has ", CountedRecords(records),
                                 ", which clients with that search list use instead"),
         .help = {absl::StrCat("write targets with a final dot, `", live_.name.host,
                               "`, or publish a config at the host")}});
  }
}

void LiveCheck::CheckHost() {
  const bool is_asked = std::any_of(
      plan_.targets.begin(), plan_.targets.end(),
      [](const Target& target) { return target.profile->calls.txt_name == TxtName::kHost; });
  if (!is_asked) return;
  for (const Transcript::Group& group : live_.transcript.groups) {
    const size_t answer = group.answers.front();
    const ServerAnswers& answers = live_.name.answers[answer];
    const bool differs =
        HasConfig(answers.config) && answers.host.IsUsable() && !HasConfig(answers.host);
    if (!differs) continue;
    Add("dns-host-has-none", live_.transcript.lines[answer].host,
        {.message = absl::StrCat("grpc-js finds no config: it looks up ",
                                 QuotedName(live_.name.host), ", which has none"),
         .help = {"publish the record at the host, too, if clients use grpc-js"}});
  }
}

// A server that does not listen on TCP is a finding; its answer is not missing.
bool WasAnswered(const Received& received) {
  return received.end == ExchangeEnd::kAnswered ||
         (received.was_truncated && received.end == ExchangeEnd::kUnreachable);
}

}  // namespace

std::string WhyUnusable(absl::string_view server, const Received& received) {
  if (received.IsReferral()) {
    return absl::StrCat(server, " refers to other servers", AtOwner(received));
  }
  if (received.IsAliasOnly()) {
    return absl::StrCat(server, " says that ", QuotedName(received.owner), " is an alias of ",
                        QuotedName(FindTxt(received).aliases.back()->target),
                        ", and not what that has");
  }
  if (received.IsUsable()) return "";
  const std::string at = AtOwner(received);
  if (received.end != ExchangeEnd::kAnswered && received.was_truncated) {
    return absl::StrCat(server, " gives by UDP a truncated answer", at, " and by TCP none");
  }
  if (received.end != ExchangeEnd::kAnswered) return SilenceWords(server, received);
  if (received.answer.fault != AnswerFault::kNone) {
    return absl::StrCat("the answer of ", server, at,
                        " is malformed: ", WordsOf(received.answer.fault));
  }
  if (received.answer.is_truncated) {
    return absl::StrCat(server, " gives a truncated answer", at, ", by TCP too");
  }
  return absl::StrCat(server, " answers ", ResponseCodeName(received.answer.code), at);
}

Report CheckLive(const LiveContext& live, const CheckPlan& plan) {
  return LiveCheck(live, plan).Run();
}

bool IsPartial(const LiveName& name) {
  if (!name.without_address.empty() || name.unasked > 0) return true;
  return std::any_of(name.answers.begin(), name.answers.end(), [](const ServerAnswers& each) {
    return !WasAnswered(each.config) || !WasAnswered(each.host);
  });
}

}  // namespace grpcfg
