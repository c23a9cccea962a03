#include "validator/compare/change_words.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "schema/json/escape.h"
#include "simulator/report/simulation_words.h"
#include "validator/compare/change_risk.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

struct Named {
  absl::string_view what;
  absl::string_view label;
};
constexpr Named kLabels[] = {
    {"amplification.expected", "attempts per call in an outage"},
    {"callFails", "calls that fail"},
    {"coverage", "has an entry"},
    {"lastAttempt.inTime", "last attempt answered in time"},
    {"lastAttempt.p99", "last attempt starts, p99"},
    {"outage.load", "outage: attempts per call"},
    {"outage.saved", "outage: calls saved, at 1 call/s"},
    {"outage.wave", "outage: retries after it, at 1 call/s"},
    {"peak", "retries/s per client, at most"},
};

// A string or a list of strings, without their quotes.
std::string Unquoted(absl::string_view json) {
  absl::ConsumePrefix(&json, "[");
  absl::ConsumeSuffix(&json, "]");
  return Visible(absl::StrReplaceAll(json, {{"\",\"", ", "}, {"\", \"", ", "}, {"\"", ""}}));
}

// The value of a member of a flat object that we have written.
std::string MemberOf(absl::string_view object, absl::string_view name) {
  const std::string key = absl::StrCat("\"", name, "\":");
  const size_t at = object.find(key);
  if (at == absl::string_view::npos) return "";
  const absl::string_view rest = object.substr(at + key.size());
  const size_t end = absl::StartsWith(rest, "[") ? rest.find(']') + 1 : rest.find_first_of(",}");
  return Unquoted(rest.substr(0, end));
}

// "4 attempts", of a member with a number, which need not be a whole one; empty: there is none.
std::string CountWords(absl::string_view json, absl::string_view name, absl::string_view noun) {
  const std::string count = MemberOf(json, name);
  if (count.empty()) return "";
  return absl::StrCat(count, " ", noun, count == "1" ? "" : "s");
}

// "4 attempts, 0.1s x 2 up to 1s, after UNAVAILABLE".
std::string RetryWords(absl::string_view json) {
  std::vector<std::string> parts = {
      CountWords(json, "maxAttempts", "attempt"),
      absl::StrCat(MemberOf(json, "initialBackoff"), " x ", MemberOf(json, "backoffMultiplier"),
                   " up to ", MemberOf(json, "maxBackoff")),
      absl::StrCat("after ", MemberOf(json, "retryableStatusCodes"))};
  if (parts.front().empty()) parts.erase(parts.begin());
  return absl::StrJoin(parts, ", ");
}

// "3 attempts, one each 0.5s".
std::string HedgingWords(absl::string_view json) {
  const std::string attempts = CountWords(json, "maxAttempts", "attempt");
  return absl::StrCat(attempts, attempts.empty() ? "" : ", ", "one each ",
                      MemberOf(json, "hedgingDelay"));
}

std::string ThrottlingWords(absl::string_view json) {
  return absl::StrCat(CountWords(json, "maxTokens", "token"), ", ", MemberOf(json, "tokenRatio"),
                      " back for each success");
}

std::string NumberWords(const Change& change, double number) {
  if (change.what == "lastAttempt.p99") return absl::StrFormat("%.3gs", number);
  const bool is_share = change.what == "lastAttempt.inTime" || change.what == "callFails";
  if (is_share) return SpellShare(number);
  const bool is_computed = change.what == "amplification.expected" || change.what == "peak" ||
                           absl::StartsWith(change.what, "outage.");
  return is_computed ? SpellRate(number) : absl::StrCat(number);
}

// "go, java"; "all targets".
std::string TargetWords(const std::vector<std::string>& some, size_t all) {
  if (some.size() == all && all > 1) return "all targets";
  return Visible(absl::StrJoin(some, ", "));
}

// `pkg.Service/`, where all are methods of one; else empty.
std::string ServiceOfAll(const std::vector<std::string>& methods) {
  const std::string service = methods[0].substr(0, methods[0].find('/') + 1);
  const bool is_one = methods.size() > 1 && !service.empty() &&
                      std::all_of(methods.begin(), methods.end(), [&](const std::string& method) {
                        return absl::StartsWith(method, service) && method.size() > service.size();
                      });
  return is_one ? service : "";
}

std::string MethodWords(const std::vector<std::string>& methods) {
  constexpr size_t kMost = 3;
  const size_t shown = methods.size() <= kMost + 1 ? methods.size() : kMost;
  const std::string service = ServiceOfAll(methods);
  std::vector<std::string> names;
  for (size_t i = 0; i < shown; ++i) {
    names.push_back(methods[i] == "*" ? "all other methods"
                                      : Visible(methods[i].substr(service.size())));
  }
  std::string words = absl::StrJoin(names, ", ");
  if (shown < methods.size()) absl::StrAppend(&words, " and ", methods.size() - shown, " more");
  return service.empty() ? words : absl::StrCat(Visible(service), "{", words, "}");
}

using NamedMethod = std::pair<std::string, std::string>;  // of a file

// The riskiest change of each, of those that are not acknowledged.
std::map<NamedMethod, ChangeRisk> WorstOf(absl::Span<const ComparedFile> files) {
  std::map<NamedMethod, ChangeRisk> worst;
  for (const ComparedFile& file : files) {
    for (const ComparedMethod& method : file.methods) {
      ChangeRisk& risk = worst[{file.path, method.name}];
      for (const Change& change : method.changes) {
        if (!change.reason) risk = std::max(risk, change.risk);
      }
    }
  }
  return worst;
}

// The targets that refused the old version and take the new one.
std::vector<std::string> RefusedBefore(const ComparedFile& file) {
  std::vector<std::string> targets;
  for (const ComparedMethod& method : file.methods) {
    for (const Change& change : method.changes) {
      const bool is_taken_now =
          change.what == "verdict" && change.before == QuotedVerdict(Verdict::kRejects);
      if (is_taken_now) targets.push_back(method.target);
    }
  }
  return targets;
}

}  // namespace

std::string LabelOf(const Change& change) {
  if (!change.label.empty()) return change.label;
  const auto* const known =
      std::find_if(std::begin(kLabels), std::end(kLabels),
                   [&](const Named& each) { return each.what == change.what; });
  return known == std::end(kLabels) ? Visible(change.what) : std::string(known->label);
}

std::string ValueWords(const Change& change, const std::string& json) {
  if (json == "null") return "none";
  if (change.what == "coverage") return json == "true" ? "yes" : "no";
  if (change.what == "retryPolicy") return RetryWords(json);
  if (change.what == "hedgingPolicy") return HedgingWords(json);
  if (change.what == "retryThrottling") return ThrottlingWords(json);
  double number = 0;
  if (absl::SimpleAtod(json, &number)) return NumberWords(change, number);
  return Unquoted(json);
}

std::string HeadingOf(const ChangeGroup& group, const TargetChanges& part, size_t targets) {
  return absl::StrCat(group.methods.empty() ? "the channel" : MethodWords(group.methods), ", for ",
                      TargetWords(part.targets, targets));
}

std::vector<std::string> NotesOn(const ComparedFile& file, size_t targets) {
  std::vector<std::string> notes;
  if (!file.refused_by.empty()) {
    notes.push_back(absl::StrCat(TargetWords(file.refused_by, targets),
                                 file.refused_by.size() == 1 ? " rejects" : " reject",
                                 " both versions, so their calls are not compared"));
  }
  const std::vector<std::string> refused_before = RefusedBefore(file);
  if (!refused_before.empty()) {
    notes.push_back(absl::StrCat(
        TargetWords(refused_before, targets),
        " rejected the old version, which is compared as if there had been no config"));
  }
  return notes;
}

std::string SummaryOf(absl::Span<const ComparedFile> files) {
  const std::map<NamedMethod, ChangeRisk> worst = WorstOf(files);
  const bool is_known = std::all_of(
      files.begin(), files.end(), [](const ComparedFile& file) { return file.refused_by.empty(); });
  if (worst.empty()) return is_known ? "nothing changes for calls" : "no change is known";
  std::array<size_t, 3> counts = {};
  for (const auto& [method, risk] : worst) ++counts[static_cast<size_t>(risk)];
  std::vector<std::string> parts;
  for (const ChangeRisk risk : {ChangeRisk::kHigh, ChangeRisk::kMedium, ChangeRisk::kLow}) {
    const size_t count = counts[static_cast<size_t>(risk)];
    if (count > 0) parts.push_back(absl::StrCat(count, " at ", RiskName(risk), " risk"));
  }
  if (worst.size() == 1) {
    return absl::StrCat("1 name changes, at ", RiskName(worst.begin()->second), " risk");
  }
  return absl::StrCat(Counted(worst.size(), "name"), " change: ", absl::StrJoin(parts, ", "));
}

}  // namespace grpcfg
