#include "dns/live/transcript.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dns/domain_name.h"
#include "dns/record_formats.h"

namespace grpcfg {
namespace {

// A record: the part up to its TTL, and the part after it.
struct RecordLine {
  bool is_config;  // those come first
  std::string owner;
  uint32_t ttl;
  std::string rest;

  // What makes two of them the same: resolvers count TTLs down.
  [[nodiscard]] auto Key() const { return std::tie(is_config, owner, rest); }
};

std::string TxtText(const WireRecord& record) {
  const bool is_short = record.strings.size() == 1;
  const std::string strings = absl::StrJoin(
      record.strings, "\n  ",
      [](std::string* out, const std::string& string) { out->append(QuotedString(string)); });
  return absl::StrCat(is_short ? "TXT " : "TXT (\n  ", strings, is_short ? "" : " )");
}

// The TXT records of a name that clients look up. A comment names the target of an alias, because
// for clients the records are at the name that they looked up.
void AppendConfig(const Received& received, std::vector<RecordLine>& lines) {
  for (const WireRecord* const record : FindTxt(received).records) {
    lines.push_back({true, received.owner, record->ttl, TxtText(*record)});
  }
}

void AppendHost(const Received& received, std::vector<RecordLine>& lines) {
  const FoundTxt found = FindTxt(received);
  for (const WireRecord* const alias : found.aliases) {
    lines.push_back({false, alias->owner, alias->ttl, absl::StrCat("CNAME ", alias->target)});
  }
  for (const WireRecord* const record : found.records) {
    lines.push_back({false, record->owner, record->ttl, TxtText(*record)});
  }
}

// What a server gives of a name; nothing: it did not say.
std::optional<std::vector<RecordLine>> LinesOf(const LiveName& name, size_t answer) {
  const ServerAnswers& of_server = name.answers[answer];
  if (!of_server.config.IsUsable()) return std::nullopt;
  std::vector<RecordLine> lines;
  AppendConfig(of_server.config, lines);
  AppendHost(of_server.host, lines);
  std::stable_sort(lines.begin(), lines.end(), [](const RecordLine& a, const RecordLine& b) {
    return std::tuple(!a.is_config, a.owner, a.rest) < std::tuple(!b.is_config, b.owner, b.rest);
  });
  return lines;
}

bool AreSame(const std::vector<RecordLine>& a, const std::vector<RecordLine>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const RecordLine& left, const RecordLine& right) { return left.Key() == right.Key(); });
}

std::string WordsOf(const Received& received) {
  const bool by_tcp = received.was_truncated;
  switch (received.end) {
    case ExchangeEnd::kSilent:
      return by_tcp ? "truncated by UDP, no answer by TCP" : "no answer";
    case ExchangeEnd::kUnreachable:
      return by_tcp ? "truncated by UDP, TCP is refused" : "nothing listens there";
    case ExchangeEnd::kNotAsked:
      return by_tcp ? "truncated by UDP, not queried by TCP" : "not queried";
    case ExchangeEnd::kAnswered:
      break;
  }
  const std::string size = absl::StrCat(received.octets, " octets by ", by_tcp ? "TCP" : "UDP");
  if (received.answer.fault != AnswerFault::kNone) return absl::StrCat("malformed, ", size);
  const FoundTxt found = FindTxt(received);
  std::string words = ResponseCodeName(received.answer.code);
  for (const WireRecord* const alias : found.aliases) {
    absl::StrAppend(&words, ", alias of ", WithoutFinalDot(alias->target));
  }
  const std::string records =
      received.IsUsable() ? absl::StrCat(", ", CountedRecords(found.records.size())) : "";
  return absl::StrCat(words, received.answer.is_truncated ? ", truncated" : records, ", ", size);
}

class Writer {
 public:
  Writer(const LiveName& name, absl::Span<const NameServer> servers)
      : name_(name), servers_(servers) {
    written_.lines.resize(name.answers.size());
  }

  Transcript Write() && {
    MakeGroups();
    for (size_t group = 0; group < written_.groups.size(); ++group) {
      for (const size_t answer : written_.groups[group].answers) AddAnswer(answer);
      AddRecords(group);
    }
    for (size_t answer = 0; answer < name_.answers.size(); ++answer) {
      if (!name_.answers[answer].config.IsUsable()) AddAnswer(answer);
    }
    for (const std::string& server : name_.without_address) {
      written_.address_lines.push_back(AddLine(
          absl::StrCat(WithoutFinalDot(server), ", a server of the zone: no address is known")));
    }
    for (const Received& received : name_.search_answers) {
      written_.search_lines.push_back(AddComment(name_.answers.front().server, received));
    }
    return std::move(written_);
  }

 private:
  void MakeGroups() {
    for (size_t answer = 0; answer < name_.answers.size(); ++answer) {
      std::optional<std::vector<RecordLine>> lines = LinesOf(name_, answer);
      if (!lines) continue;
      const auto same =
          std::find_if(lines_.begin(), lines_.end(),
                       [&](const std::vector<RecordLine>& each) { return AreSame(each, *lines); });
      const auto place = static_cast<size_t>(same - lines_.begin());
      if (same == lines_.end()) {
        lines_.push_back(*std::move(lines));
        written_.groups.emplace_back();
      }
      written_.groups[place].answers.push_back(answer);
    }
  }

  void AddAnswer(size_t answer) {
    const ServerAnswers& of_server = name_.answers[answer];
    written_.lines[answer].config = AddComment(of_server.server, of_server.config);
    written_.lines[answer].host = AddComment(of_server.server, of_server.host);
  }

  Span AddComment(size_t server, const Received& received) {
    return AddLine(absl::StrCat(NameOf(servers_[server]), " at ", WithoutFinalDot(received.owner),
                                ": ", WordsOf(received)));
  }

  Span AddLine(absl::string_view words) {
    absl::StrAppend(&written_.text, "; ");
    const auto begin = static_cast<uint32_t>(written_.text.size());
    absl::StrAppend(&written_.text, words);
    const auto end = static_cast<uint32_t>(written_.text.size());
    absl::StrAppend(&written_.text, "\n");
    return {begin, end};
  }

  void AddRecords(size_t group) {
    Span& records = written_.groups[group].records;
    records.begin = static_cast<uint32_t>(written_.text.size());
    std::vector<RecordLine>& lines = lines_[group];
    // Only the first server was queried, so no other one differs from it by these.
    if (written_.groups[group].answers.front() == 0 && name_.alias_config) {
      AppendConfig(*name_.alias_config, lines);
    }
    for (const RecordLine& line : lines) {
      absl::StrAppend(&written_.text, line.owner, " ", line.ttl, " IN ", line.rest, "\n");
    }
    records.end = static_cast<uint32_t>(written_.text.size());
  }

  const LiveName& name_;
  absl::Span<const NameServer> servers_;
  std::vector<std::vector<RecordLine>> lines_;  // of each group
  Transcript written_;
};

}  // namespace

std::string CountedRecords(size_t records) {
  if (records == 0) return "no TXT record";
  return absl::StrCat(records, records == 1 ? " TXT record" : " TXT records");
}

Transcript WriteTranscript(const LiveName& name, absl::Span<const NameServer> servers) {
  return Writer(name, servers).Write();
}

}  // namespace grpcfg
