#include "simulation/simulation_trace.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "schema/json/escape.h"
#include "simulation/simulation_words.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

// `80-100-120`, `500`, without the unit.
std::string SpellRange(const TimeRange& range, const TimeUnit& unit) {
  if (std::isinf(range.min)) return "never";
  if (range.min == range.max) return unit.Spell(range.min);
  return absl::StrCat(unit.Spell(range.min), "-", unit.Spell(range.mean), "-",
                      unit.Spell(range.max));
}

TimeRange RangeOf(const Delay& delay) { return {delay.low, delay.Mean(), delay.high}; }

std::string AnswerOf(const Step& step, absl::Span<const Response> responses) {
  return step.response ? responses[*step.response].text : std::string("none");
}

// One for all times that have an end.
TimeUnit UnitOf(const Trace& trace) {
  double latest = 0;
  for (const Step& step : trace.steps) {
    if (!std::isinf(step.sent.max)) latest = std::max(latest, step.sent.max);
    if (step.delay) latest = std::max(latest, step.delay->high);
  }
  return UnitFor(latest);
}

// What fits into `room` columns, the end of whole code points; a response may be as long as the
// command line.
std::string ShortAnswerOf(const Step& step, absl::Span<const Response> responses, size_t room) {
  constexpr absl::string_view kMore = "...";
  std::string answer = Visible(AnswerOf(step, responses));
  if (answer.size() <= room) return answer;
  size_t end = room - kMore.size();
  while (end > 0 && (static_cast<unsigned char>(answer[end]) & 0xC0U) == 0x80) --end;
  return absl::StrCat(answer.substr(0, end), kMore);
}

constexpr size_t kBehindAnswer = 56;
constexpr size_t kBehindDecision = 86;

// Pads `line` with blanks up to `column`, on a new line if it is longer.
void PadTo(size_t column, std::string& line) {
  const size_t begin = line.rfind('\n') + 1;  // npos + 1 is 0
  if (line.size() - begin > column) {
    absl::StrAppend(&line, "\n", std::string(column, ' '));
  } else {
    line.resize(begin + column, ' ');
  }
}

void AppendStep(const Step& step, const SimulatedTrace& trace, const TimeUnit& unit,
                std::string& out) {
  const std::string previous =
      step.previous_attempts == 0 ? "-" : absl::StrCat(step.previous_attempts);
  std::string line = absl::StrFormat("    %4d%4s%5s  %-15s ", step.call,
                                     absl::StrCat(step.attempt, step.is_transparent ? "t" : ""),
                                     previous, SpellRange(step.sent, unit));
  line += ShortAnswerOf(step, *trace.responses, kLineWidth - line.size());
  PadTo(kBehindAnswer, line);
  const std::string tokens = step.tokens ? absl::StrFormat("%.7g", *step.tokens) : "-";
  absl::StrAppendFormat(&line, "%7s  %s", tokens, NameOf(step.decision));
  if (step.delay) {
    const std::string wait = SpellRange(RangeOf(*step.delay), unit);
    line += ' ';
    PadTo(std::min(kBehindDecision, kLineWidth - wait.size()), line);
    line += wait;
  }
  absl::StrAppend(&out, line, "\n");
}

class TraceWriter {
 public:
  TraceWriter(const SimulatedTrace& trace, IndentedJson& writer)
      : trace_(trace), writer_(writer), members_(writer) {}

  void Write() {
    writer_.StartObject();
    if (trace_.throttling) WriteTokens(*trace_.throttling);
    members_.WriteArray("steps", trace_.trace.steps, [&](const Step& step) { WriteStep(step); });
    writer_.Key("is_unfinished");
    writer_.Bool(trace_.trace.is_unfinished);
    writer_.EndObject();
  }

 private:
  // Only of a config with throttling.
  void WriteTokens(const Throttling& throttling) {
    const bool is_milli = trace_.arithmetic == TokenArithmetic::kThousandths ||
                          trace_.arithmetic == TokenArithmetic::kThousandthsOfFloat;
    members_.WriteNumber("maxTokens", throttling.max_tokens);
    members_.WriteNumber("tokenRatio", throttling.token_ratio);
    const absl::string_view kind = is_milli ? "milli" : "float64";
    const std::string decisions = TokenLetters(trace_.trace);
    std::string outcomes;
    for (const char letter : decisions) outcomes.push_back(letter == '.' ? 'S' : 'F');
    members_.WriteText("outcomes", outcomes);
    members_.WriteText(absl::StrCat("decisions_", kind), decisions);
    writer_.Key(absl::StrCat("tokens_after_", kind));
    writer_.StartArray();
    for (const Step* const step : TokenSteps(trace_.trace)) writer_.Double(*step->tokens);
    writer_.EndArray();
  }

  void WriteStep(const Step& step) {
    writer_.StartObject();
    WriteCount("call", step.call);
    WriteCount("attempt", step.attempt);
    writer_.Key("is_transparent");
    writer_.Bool(step.is_transparent);
    WriteCount("previous_rpc_attempts", step.previous_attempts);
    WriteRange("sent", step.sent);
    WriteRange("ended", step.ended);
    members_.WriteText("response", AnswerOf(step, *trace_.responses));
    WriteCode(step.code);
    members_.WriteNumber("tokens", step.tokens);
    writer_.Key("is_throttled");
    writer_.Bool(step.is_throttled);
    members_.WriteText("decision", NameOf(step.decision));
    if (step.delay) WriteRange("delay", RangeOf(*step.delay));
    writer_.Key("may_exceed_deadline");
    writer_.Bool(step.may_exceed_deadline);
    writer_.EndObject();
  }

  // Null without an answer.
  void WriteCode(std::optional<int> code) {
    writer_.Key("code");
    code ? writer_.Int(*code) : writer_.Null();
  }

  void WriteCount(const char* key, size_t count) {
    writer_.Key(key);
    writer_.Uint64(count);
  }

  void WriteRange(const char* key, const TimeRange& range) {
    writer_.Key(key);
    writer_.StartObject();
    members_.WriteNumber("min", TrueDigits(range.min));
    members_.WriteNumber("mean", TrueDigits(range.mean));
    members_.WriteNumber("max", TrueDigits(range.max));
    writer_.EndObject();
  }

  const SimulatedTrace& trace_;
  IndentedJson& writer_;
  JsonMembers<IndentedJson> members_;
};

}  // namespace

void AppendTraceText(const SimulatedTrace& trace, std::string& out) {
  const TimeUnit unit = UnitOf(trace.trace);
  absl::StrAppendFormat(&out, "    call att prev  %-15s %-21s%7s  %-20s %s\n",
                        absl::StrCat("sent ", unit.name), "answer", "tokens", "decision",
                        absl::StrCat("wait ", unit.name));
  for (const Step& step : trace.trace.steps) AppendStep(step, trace, unit, out);
  if (trace.trace.is_unfinished) {
    absl::StrAppend(&out, "    the list ends before the last call does\n");
  }
}

void WriteTrace(const SimulatedTrace& trace, IndentedJson& writer) {
  TraceWriter(trace, writer).Write();
}

}  // namespace grpcfg
