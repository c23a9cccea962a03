#include "dns/live/answers_json.h"

#include <algorithm>
#include <array>
#include <optional>

#include "absl/strings/str_join.h"
#include "dns/domain_name.h"
#include "schema/json/json_writer.h"

namespace grpcfg {
namespace {

absl::string_view NameOfEnd(ExchangeEnd end) {
  constexpr std::array<absl::string_view, 4> kNames = {"answered", "silent", "unreachable",
                                                       "not-asked"};
  return kNames[static_cast<size_t>(end)];
}

// Nothing: there are no records.
std::optional<uint64_t> LeastTtl(const FoundTxt& found) {
  const auto least =
      std::min_element(found.records.begin(), found.records.end(),
                       [](const WireRecord* a, const WireRecord* b) { return a->ttl < b->ttl; });
  if (least == found.records.end()) return std::nullopt;
  return (*least)->ttl;
}

class AnswersWriter {
 public:
  explicit AnswersWriter(std::string& out) : sink_{&out}, writer_(sink_), members_(writer_) {}

  void Write(const LiveName& name, absl::Span<const NameServer> servers) {
    members_.WriteArray(name.answers, [&](const ServerAnswers& answers) {
      const std::string server = NameOf(servers[answers.server]);
      WriteAnswer(server, answers.config);
      WriteAnswer(server, answers.host);
    });
  }

 private:
  void WriteAnswer(absl::string_view server, const Received& received) {
    const bool is_answered = received.end == ExchangeEnd::kAnswered;
    const FoundTxt found = FindTxt(received);
    writer_.StartObject();
    members_.WriteText("server", server);
    members_.WriteText("owner", WithoutFinalDot(received.owner));
    members_.WriteText("end", NameOfEnd(received.end));
    writer_.Key("rcode");
    if (is_answered) {
      writer_.String(ResponseCodeName(received.answer.code));
    } else {
      writer_.Null();
    }
    writer_.Key("authoritative");
    writer_.Bool(received.answer.is_authoritative);
    writer_.Key("truncated");
    writer_.Bool(received.was_truncated || received.answer.is_truncated);
    members_.WriteNumber("milliseconds", absl::ToDoubleMilliseconds(received.took));
    members_.WriteCount("octets", received.octets);
    members_.WriteCount("ttl", LeastTtl(found));
    members_.WriteArray("texts", found.records, [&](const WireRecord* record) {
      members_.WriteString(absl::StrJoin(record->strings, ""));
    });
    writer_.EndObject();
  }

  JsonSink sink_;
  CompactJson writer_;
  MemberWriter<CompactJson> members_;
};

}  // namespace

std::string AnswersJson(const LiveName& name, absl::Span<const NameServer> servers) {
  std::string json;
  AnswersWriter(json).Write(name, servers);
  return json;
}

}  // namespace grpcfg
