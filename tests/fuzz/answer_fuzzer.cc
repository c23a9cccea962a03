// libFuzzer target for answers of name servers. Input: a message, as it comes by UDP or TCP.
// Checks: no crash, no endless loop; what is kept is no larger than the message allows; the
// transcript is plain text, in which every finding lies, and which is read without a fault; what is
// served is what was served, and is compared with something else.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "dns/live/answers_json.h"
#include "dns/live/check_live.h"
#include "dns/live/look_up.h"
#include "dns/live/transcript.h"
#include "dns/live/wire_answer.h"
#include "dns/published/compare_served.h"
#include "dns/published/published_printer.h"
#include "dns/zone_reader.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/fuzz/text_invariants.h"
#include "tests/strict_json.h"
#include "tools/cli/rule_flags.h"

namespace grpcfg {
namespace {

constexpr absl::string_view kHost = "a.test.";
constexpr absl::string_view kOwner = "_grpc_config.a.test.";
constexpr uint16_t kTxt = 16;

Received ReceivedFrom(absl::string_view owner, absl::string_view message) {
  return {.owner = std::string(owner),
          .end = ExchangeEnd::kAnswered,
          .octets = message.size(),
          .answer = ReadWireAnswer(message, {owner, kTxt})};
}

void CheckParsed(const WireAnswer& answer, absl::string_view message) {
  size_t octets = 0;
  for (const WireRecord& record : answer.answers) {
    for (const std::string& string : record.strings) octets += string.size() + 1;
    Require(!record.owner.empty() && record.owner.back() == '.');
  }
  Require(octets <= message.size());
}

void CheckCompared(const LookedUp& found, const Transcript& transcript) {
  static const std::vector<Target> kTargets = *ParseTargets("spec,go");
  static const CheckPlan kPlan(kTargets, EveryRule());
  static const IntendedTexts kOther = {
      .config = {{R"(grpc_config=[{"percentage":10,"serviceConfig":{}},{"serviceConfig":{}}])"}}};
  IntendedTexts same;
  if (!transcript.groups.empty()) {
    const DnsRecords zone =
        ReadZone(Slice(transcript.text, transcript.groups.front().records), {.path = "a.test"});
    same = IntendedIn(zone, kHost);
  }
  const PublishedState state = CompareServed(found, same, kPlan).Worst();
  Require(state == PublishedState::kIdentical || state == PublishedState::kUnanswered);
  const PublishedComparison other = CompareServed(found, kOther, kPlan);
  const std::vector<std::string> spellings = SpellingsOf(kTargets);
  std::string text;
  AppendPublishedText({other, "`a.zone`", spellings}, text);
  CheckPrinted(text);
  std::string json;
  AppendPublishedJson({other, "`a.zone`", spellings}, json);
  Require(IsStrictJson(json));
}

void CheckMessage(absl::string_view message) {
  static const std::vector<Target> kTargets = *ParseTargets("all");
  static const CheckPlan kPlan(kTargets, EveryRule());
  static const std::vector<NameServer> kServers = {{"192.0.2.1", kDnsPort}};
  const Received config = ReceivedFrom(kOwner, message);
  CheckParsed(config.answer, message);
  LiveName name = {.name = "a.test", .host = std::string(kHost)};
  name.answers.push_back({0, config, ReceivedFrom(kHost, message)});
  const Transcript transcript = WriteTranscript(name, kServers);
  for (const char c : transcript.text) Require(c == '\n' || (c >= ' ' && c <= '~'));
  for (const Diagnostic& found : CheckLive({name, kServers, transcript}, kPlan).diagnostics) {
    CheckDiagnostic(found, transcript.text);
    Require(found.rule != "dns-record-malformed" && found.rule != "dns-zone-escape");
  }
  Require(IsStrictJson(AnswersJson(name, kServers)));
  CheckCompared({kServers, {name}}, transcript);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  grpcfg::CheckMessage({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
