// libFuzzer target for what simulate prints. The text is a config, or else bytes that choose the
// numbers of one; both choose the scenario. Tables and traces are text, in lines of at most 80
// columns; every row of the CSV has as many fields as its head; the JSON is JSON to a reader that
// shares nothing with our own.
#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "rules/families.h"
#include "schema/json/escape.h"
#include "simulator/charts/pictures.h"
#include "simulator/report/simulation_printer.h"
#include "tests/fuzz/report_invariants.h"
#include "tests/fuzz/text_invariants.h"
#include "tests/strict_json.h"
#include "tests/strict_xml.h"
#include "tools/cli/scenario_flags.h"
#include "validator/report/xml.h"
#include "validator/resolve/resolve.h"

namespace grpcfg {
namespace {

constexpr const char* kDurations[] = {"0s",   "0.000000001s", "0.02s",        "0.1s", "0.7s",
                                      "1s",   "2.5s",         "10s",          "60s",  "86400s",
                                      "1.1s", "1000000000s",  "315576000000s"};
constexpr const char* kNumbers[] = {"0.001", "0.5", "1", "1.6", "2", "10", "1000", "1e30"};
constexpr const char* kAttempts[] = {"2", "3", "4", "5", "6", "9"};

// A text for a JSON string: what is left of the bytes without what ends one.
std::string AnyName(FuzzedDataProvider& bytes) {
  std::string name;
  for (const char c : bytes.ConsumeRandomLengthString(40)) {
    if (c != '"' && c != '\\' && !absl::ascii_iscntrl(static_cast<unsigned char>(c))) name += c;
  }
  return name.empty() ? "s" : name;
}

std::string AnyPolicy(FuzzedDataProvider& bytes) {
  const char* const attempts = bytes.PickValueInArray(kAttempts);
  if (bytes.ConsumeBool()) {
    return absl::StrCat(R"("hedgingPolicy": {"maxAttempts": )", attempts, R"(, "hedgingDelay": ")",
                        bytes.PickValueInArray(kDurations), "\"}");
  }
  return absl::StrCat(R"("retryPolicy": {"maxAttempts": )", attempts, R"(, "initialBackoff": ")",
                      bytes.PickValueInArray(kDurations), R"(", "maxBackoff": ")",
                      bytes.PickValueInArray(kDurations), R"(", "backoffMultiplier": )",
                      bytes.PickValueInArray(kNumbers),
                      R"(, "retryableStatusCodes": ["UNAVAILABLE"]})");
}

std::string AnyConfig(FuzzedDataProvider& bytes) {
  std::string config = "{";
  if (bytes.ConsumeBool()) {
    absl::StrAppend(&config, R"("retryThrottling": {"maxTokens": )",
                    bytes.ConsumeIntegralInRange(1, 1000), R"(, "tokenRatio": )",
                    bytes.PickValueInArray(kNumbers), "}, ");
  }
  absl::StrAppend(&config, R"("methodConfig": [)");
  constexpr size_t kMostEntries = 3;
  const auto entries = bytes.ConsumeIntegralInRange<size_t>(1, kMostEntries);
  for (size_t i = 0; i < entries; ++i) {
    absl::StrAppend(&config, i == 0 ? "" : ", ", R"({"name": [{"service": ")", AnyName(bytes),
                    "\"}], ", AnyPolicy(bytes));
    if (bytes.ConsumeBool()) {
      absl::StrAppend(&config, R"(, "timeout": ")", bytes.PickValueInArray(kDurations), "\"");
    }
    config += '}';
  }
  return config + "]}";
}

// One of several texts, the first of which stands for a flag that is not given.
std::optional<std::string> AnyFlag(std::vector<absl::string_view> texts, size_t& choice) {
  const size_t chosen = TakeBelow(texts.size(), choice);
  if (chosen == 0) return std::nullopt;
  return std::string(texts[chosen]);
}

// A response of more bytes than a line has columns, in letters of two bytes.
std::string LongResponse() {
  constexpr int kLetters = 60;
  std::string response = "pushback:";
  for (int i = 0; i < kLetters; ++i) response += "\xc3\xa9";
  return response;
}

// Of an outage only few calls, which are followed one by one.
void AddFleetQuestions(size_t choice, ScenarioFlags& flags) {
  if (TakeBelow(2, choice) == 0) return;
  flags.clients = AnyFlag({"", "1", "10000", "1000000000000"}, choice);
  flags.outage = AnyFlag({"", "1ns", "250ms", "1s", "30h"}, choice);
  if (!flags.failure_probability && TakeBelow(4, choice) == 0) {
    flags.outage = AnyFlag({"", "0s:1,20s:1,40s:0", "0s:0,0s:1e-300,1ns:1,30h:0"}, choice);
  }
  if (flags.outage) flags.rate = AnyFlag({"", "1e-9", "0.01", "1e12"}, choice);
  // A large fleet is followed by more clients.
  if (flags.outage && flags.clients == "1000000000000") flags.rate = "1e-9";
  if (flags.clients || flags.outage) flags.bin = AnyFlag({"", "1ns", "20ms", "1000h"}, choice);
  flags.layers = AnyFlag({"", "1", "10"}, choice);
  flags.overload = AnyFlag({"", "1e-12", "0.5", "1", "1.05", "1e12"}, choice);
}

SimulationRequest AnyRequest(size_t choice) {
  static const std::string kLong = LongResponse();
  ScenarioFlags flags;
  flags.rule = AnyFlag({"", "a6-2017", "a6-2024"}, choice);
  flags.deadline = AnyFlag({"", "0", "250ms", "1s", "10h"}, choice);
  flags.failure_probability = AnyFlag({"", "0.5", "0", "1e-300"}, choice);
  if (TakeBelow(2, choice) == 0) {
    flags.latency = AnyFlag({"", "0", "20ms", "3s"}, choice);
    flags.trace = AnyFlag({"UNAVAILABLE,OK", "pushback:50ms,UNAVAILABLE@20ms,UNAVAILABLE,OK,OK",
                           "not-sent,refused,headers+INTERNAL,14,14,14,14,14,14", "silent,silent",
                           "pushback:\x7fx,over-buffer+UNAVAILABLE,pushback:-1", kLong},
                          choice);
  } else {
    flags.latency = AnyFlag(
        {"", "exp:20ms", "0.1s", "exp:0", "1h", "lognormal:1s:2", "mixture:0.1:20ms:1s"}, choice);
    flags.pushback = AnyFlag({"", "500ms,-,1s", "0s", "-,-,2147483647ms"}, choice);
    if (TakeBelow(4, choice) == 0) {
      flags.compared = absl::StrSplit(AlgorithmNames(), ", ");
      // A fleet of each would take seconds under the sanitizers: one is enough to be printed.
      if (TakeBelow(2, choice) == 0) flags.compared.resize(1);
    }
  }
  // A trace follows single calls.
  if (!flags.trace && flags.compared.size() < 2) AddFleetQuestions(choice, flags);
  return *ParseScenario(flags);
}

// How many fields a line of RFC 4180 has; none of ours has a line break.
size_t FieldsOf(absl::string_view line) {
  size_t fields = 1;
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"') is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) ++fields;
  }
  Require(!is_quoted);
  return fields;
}

void CheckCsv(absl::Span<const SimulatedMethod> methods) {
  std::string out;
  AppendSimulationCsv({methods}, out);
  CheckPrinted(out);
  const std::vector<absl::string_view> lines = absl::StrSplit(out, '\n');
  size_t attempts = 0;
  for (const SimulatedMethod& method : methods) attempts += method.schedule.attempts.size();
  Require(lines.size() == attempts + 2 && lines.back().empty());
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    Require(FieldsOf(lines[i]) == FieldsOf(lines[0]));
  }
}

void CheckText(absl::Span<const SimulatedMethod> methods) {
  const SimulationStyle style = {.has_percentiles = methods.size() % 2 == 0};
  std::string out;
  AppendSimulationText({methods, style}, out);
  CheckPrinted(out);
  std::set<std::string> names;
  for (const SimulatedMethod& method : methods) names.insert(Visible(method.name));
  for (const absl::string_view line : absl::StrSplit(out, '\n')) {
    // Neither the name of a method nor a quotation nor a single word, as a key may be, is broken.
    const absl::string_view words = absl::StripLeadingAsciiWhitespace(line);
    const bool is_free = names.contains(std::string(line)) || absl::StartsWith(line, "    `") ||
                         !absl::StrContains(words, ' ');
    Require(is_free || VisibleColumns(line) <= style.columns);
  }
}

void CheckPictures(absl::Span<const SimulatedMethod> methods) {
  constexpr size_t kMostBytes = size_t{100} * 1024;
  for (const Picture* const picture : PicturesOf(methods)) {
    std::string out(kXmlHead);
    picture->Append(methods, out);
    CheckPrinted(out);
    Require(StrictXml(out).IsWhole() && out.size() < kMostBytes);
  }
  std::string page;
  AppendSimulationHtml({methods}, page);
  CheckPrinted(page);
}

void CheckSimulation(absl::string_view text, size_t choice) {
  static const std::vector<Target> kFew = *ParseTargets("spec,core@1.51,node");
  static const std::vector<Target> kMany = *ParseTargets("all,go@1.33,java@1.41,node@1.7,node@1.8");
  const std::vector<Target>& targets = TakeBelow(4, choice) == 0 ? kMany : kFew;
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  const Resolution resolution =
      Resolve(document, targets, Analyse(document, targets, AllRules()), {});
  const std::vector<SimulatedMethod> methods = Simulate(resolution, targets, AnyRequest(choice));
  Require(methods.size() >= resolution.methods.size());
  CheckText(methods);
  CheckCsv(methods);
  std::string json;
  AppendSimulationJson({methods}, json);
  Require(IsStrictJson(json));
  CheckPictures(methods);
}

}  // namespace
}  // namespace grpcfg

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  const size_t choice = grpcfg::HashOf(text);
  if (absl::StartsWith(text, "{")) {
    grpcfg::CheckSimulation(text, choice);
  } else {
    FuzzedDataProvider numbers(bytes, size);
    grpcfg::CheckSimulation(grpcfg::AnyConfig(numbers), choice);
  }
  return 0;
}
