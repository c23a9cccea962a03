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
  explicit AnswersWriter(std::string& out) : writer_(out) {}

  void Write(const LiveName& name, absl::Span<const NameServer> servers) {
    writer_.WriteArray(name.answers, [&](const ServerAnswers& answers) {
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
    writer_.WriteText("server", server);
    writer_.WriteText("owner", WithoutFinalDot(received.owner));
    writer_.WriteText("end", NameOfEnd(received.end));
    writer_.Key("rcode");
    if (is_answered) {
      writer_.String(ResponseCodeName(received.answer.code));
    } else {
      writer_.Null();
    }
    writer_.WriteBool("authoritative", received.answer.is_authoritative);
    writer_.WriteBool("truncated", received.was_truncated || received.answer.is_truncated);
    writer_.WriteNumber("milliseconds", absl::ToDoubleMilliseconds(received.took));
    writer_.WriteCount("octets", received.octets);
    writer_.WriteCount("ttl", LeastTtl(found));
    writer_.WriteArray("texts", found.records, [&](const WireRecord* record) {
      writer_.String(absl::StrJoin(record->strings, ""));
    });
    writer_.EndObject();
  }

  JsonWriter writer_;
};

}  // namespace

std::string AnswersJson(const LiveName& name, absl::Span<const NameServer> servers) {
  std::string json;
  AnswersWriter(json).Write(name, servers);
  return json;
}

}  // namespace grpcfg
