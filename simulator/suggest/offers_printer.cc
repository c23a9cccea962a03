#include "simulator/suggest/offers_printer.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "schema/json/json_writer.h"
#include "simulator/report/simulation_words.h"
#include "validator/report/wrap.h"

namespace grpcfg {
namespace {

constexpr size_t kColumns = 80;
constexpr size_t kIndent = 2;

// ---- Facts in both formats

// Between the first failure and the answer to the first retry, on average.
double SecondAnswer(const Goals& goals, const OfferedPolicy& policy) {
  return policy.backoff.initial + 2 * goals.latency_p99;
}

double ExtraAttempts(const OfferedPolicy& policy) {
  const OutageTotals& totals = policy.outage.totals;
  return (totals.attempts_during - totals.attempts_by_number[0]) * policy.outage.rate;
}

// In the order of BindingGoal; empty for none.
constexpr absl::string_view kBindings[] = {"", "max-amplification", "min-success", "deadline",
                                           "max-attempts"};

absl::string_view NameOf(BindingGoal binding) { return kBindings[static_cast<size_t>(binding)]; }

// ---- Words

// `1.29 attempts per call`, `1.0004 attempts per call`: with two digits of what is more than one.
std::string SpellLoad(double load) {
  constexpr double kTenth = 0.1;
  double more = load - 1;
  if (more < kTenth) (void)absl::SimpleAtod(absl::StrFormat("%.1e", more), &more);
  const std::string number = more < kTenth ? absl::StrCat(1 + more) : SpellRate(load);
  return absl::StrCat(number, number == "1" ? " attempt per call" : " attempts per call");
}

// Two digits or more, of what fails.
std::string SpellFails(double probability) {
  constexpr double kPercent = 100;
  constexpr double kLittle = 1e-6;
  constexpr double kMuch = 0.1;
  if (probability >= kMuch) return SpellShare(probability);
  if (probability < kLittle) return "less than 0.0001%";
  return absl::StrFormat("%.2g%%", TrueDigits(probability * kPercent));
}

// Its config follows.
std::string WordsOfPolicy(const OfferedPolicy& policy) {
  const Backoff& backoff = policy.backoff;
  if (backoff.attempts == 1) return "no retries";
  return absl::StrCat(backoff.attempts, " attempts, backoff ", SpellTime(backoff.initial),
                      backoff.attempts > 2 ? absl::StrCat(" to ", SpellTime(backoff.max)) : "",
                      policy.throttling
                          ? absl::StrCat(", ", policy.throttling->max_tokens, " tokens")
                          : ", without retryThrottling");
}

std::string WordsOfFailures(const Goals& goals, const OfferedPolicy& policy) {
  return absl::StrCat("if ", SpellShare(goals.failure_probability),
                      " of the attempts fail: ", SpellFails(policy.schedule.call_fails),
                      " of the calls fail, with ", SpellLoad(policy.schedule.expected_attempts));
}

std::string WordsOfOutage(const OfferedPolicy& policy) {
  constexpr double kSome = 0.5;  // of a request
  const OutageFacts& facts = policy.outage;
  const double after = facts.totals.retries_after * facts.rate;
  const std::string recovery =
      after < kSome
          ? ""
          : absl::StrCat("; ", SpellRate(after), " retries after recovery, which save ",
                         SpellShare(facts.totals.calls_saved / facts.length), " of its calls");
  return absl::StrCat("in the outage: ", SpellLoad(policy.Amplification()), ", ",
                      SpellRate(ExtraAttempts(policy)), " extra requests, for a moment up to ",
                      SpellRate(facts.peak.value), " times the load", recovery);
}

std::string WordsOfBinding(const Goals& goals, const OfferedPolicy& offer) {
  switch (offer.binding) {
    case BindingGoal::kNothing:
      return "";
    case BindingGoal::kMaxAmplification:
      return absl::StrCat("limited by --max-amplification ", goals.max_amplification, ": ",
                          SpellFails(offer.beyond->fails), " would need ",
                          SpellLoad(offer.beyond->amplification));
    case BindingGoal::kMinSuccess:
      return absl::StrCat("limited by --min-success: at ", SpellLoad(offer.beyond->amplification),
                          ", ", SpellFails(offer.beyond->fails), " of the calls would fail");
    case BindingGoal::kDeadline:
      return "limited by --deadline: one more attempt would not be answered in time often enough";
    case BindingGoal::kMaxAttempts:
      return absl::StrCat("limited by clients, which make at most ", offer.backoff.attempts,
                          " attempts");
  }
  return "";
}

std::string WordsOfCodes(const OffersReport& report) {
  if (!report.goals.is_idempotent) {
    return "Only UNAVAILABLE is retried: it nearly always means that the server has done nothing. "
           "If a second execution does no harm, --method-idempotent retries more.";
  }
  const std::string hedging =
      report.without_hedging.empty()
          ? ""
          : absl::StrCat(" Hedging is not offered: ", absl::StrJoin(report.without_hedging, ", "),
                         " ignore a hedgingPolicy.");
  return absl::StrCat(
      "INTERNAL and UNKNOWN are retried, too, after which the server may have done the work.",
      hedging);
}

class TextPrinter {
 public:
  TextPrinter(const OffersReport& report, std::string& out) : report_(report), out_(out) {}

  void Print() {
    const Offers& found = report_.offers;
    PrintGoals();
    const bool is_possible = !found.policies.empty();
    if (!is_possible) PrintWhyNot();
    size_t number = 0;
    for (const OfferedPolicy& policy : is_possible ? found.policies : found.nearest) {
      absl::StrAppend(&out_, "\n", ++number, ". ", TitleOf(&policy));
      PrintPolicy(policy);
    }
    if (number == 0) return;
    out_ += '\n';
    Wrap(WordsOfCodes(report_), 0);
    Wrap(
        "Let the program set the deadline: C-core shortens a `timeout` of the config by up to "
        "2s.",
        0);
    PrintCommands();
  }

 private:
  void Wrap(absl::string_view words, size_t indent) {
    if (!words.empty()) AppendWrapped(words, indent, out_, kColumns);
  }

  void PrintGoals() {
    const Goals& goals = report_.goals;
    const std::string success =
        goals.min_success
            ? absl::StrCat(", and ", SpellShare(*goals.min_success), " of the calls must succeed")
            : "";
    const auto counted = [](double number, absl::string_view what) {
      return absl::StrCat(SpellRate(number), " ", what, number == 1 ? "" : "s");
    };
    Wrap(
        absl::StrCat("Goals: a call has ", SpellTime(goals.deadline), "; an attempt takes ",
                     SpellTime(goals.latency_p99), ", ", SpellShare(goals.failure_probability),
                     " of them fail", success, "; in an outage of ", SpellTime(goals.outage.length),
                     ", in which all fail, ", counted(goals.clients, "client"), " with ",
                     counted(goals.outage.rate, "call"), " per second each may send servers ",
                     SpellLoad(goals.max_amplification), "."),
        0);
  }

  void PrintWhyNot() {
    const Goals& goals = report_.goals;
    if (report_.offers.nearest.empty()) {
      Wrap(absl::StrCat("not possible: an attempt takes ", SpellTime(goals.latency_p99),
                        ", so no call is answered before its deadline; the nearest is a deadline "
                        "above that"),
           0);
      return;
    }
    Wrap("not possible; the nearest is:", 0);
  }

  // Of several offers, what each is for.
  [[nodiscard]] absl::string_view TitleOf(const OfferedPolicy* policy) const {
    const std::vector<OfferedPolicy>& offers = report_.offers.policies;
    if (offers.size() < 2) return "";
    if (policy == &offers.front()) return "least load: ";
    return policy == &offers.back() ? "fewest failures: " : "between: ";
  }

  void PrintPolicy(const OfferedPolicy& policy) {
    absl::StrAppend(&out_, WordsOfPolicy(policy), "\n");
    Wrap(WordsOfFailures(report_.goals, policy), kIndent);
    if (policy.backoff.attempts > 1) {
      Wrap(WordsOfOutage(policy), kIndent);
      Wrap(absl::StrCat("a call that is retried once is answered after about ",
                        SpellTime(SecondAnswer(report_.goals, policy))),
           kIndent);
    }
    Wrap(WordsOfBinding(report_.goals, policy), kIndent);
    for (const absl::string_view line : absl::StrSplit(policy.config, '\n')) {
      absl::StrAppend(&out_, std::string(kIndent, ' '), line, "\n");
    }
  }

  void PrintCommands() {
    const Goals& goals = report_.goals;
    const std::string call =
        absl::StrCat("  grpcfg simulate FILE --deadline ", SpellTime(goals.deadline), " --latency ",
                     SpellTime(goals.latency_p99));
    absl::StrAppend(&out_, "The numbers are those of\n", call, " --failure-probability ",
                    goals.failure_probability, "\n", call, " --outage ",
                    SpellTime(goals.outage.length), " --clients ",
                    absl::StrFormat("%.0f", goals.clients), " --rate ", goals.outage.rate, "\n");
  }

  const OffersReport& report_;
  std::string& out_;
};

// ---- JSON

class JsonPrinter {
 public:
  JsonPrinter(const OffersReport& report, std::string& out)
      : report_(report), writer_(out, JsonLayout::kLines) {}

  void Print() {
    const Offers& found = report_.offers;
    writer_.StartObject();
    writer_.WriteVersion();
    WriteInputs();
    writer_.WriteBool("is_possible", !found.policies.empty());
    const auto write = [&](const OfferedPolicy& policy) { WritePolicy(policy); };
    writer_.WriteArray("offers", found.policies, write);
    writer_.WriteArray("nearest", found.nearest, write);
    writer_.EndObject();
  }

 private:
  void WriteTrue(absl::string_view key, double number) {
    writer_.WriteNumber(key, TrueDigits(number));
  }

  void WriteInputs() {
    const Goals& goals = report_.goals;
    writer_.StartObject("inputs");
    writer_.WriteNumber("deadline", goals.deadline);
    writer_.WriteNumber("latency_p99", goals.latency_p99);
    writer_.WriteNumber("max_amplification", goals.max_amplification);
    writer_.WriteNumber("outage", goals.outage.length);
    writer_.WriteNumber("clients", goals.clients);
    writer_.WriteNumber("rate", goals.outage.rate);
    writer_.WriteNumber("failure_probability", goals.failure_probability);
    writer_.WriteNumber("min_success", goals.min_success);
    writer_.WriteBool("method_idempotent", goals.is_idempotent);
    writer_.EndObject();
  }

  void WritePolicy(const OfferedPolicy& policy) {
    const OutageFacts& facts = policy.outage;
    writer_.StartObject();
    writer_.WriteJson("config", RelaidJson(policy.config, JsonLayout::kSpaced));
    WriteTrue("p_fails", policy.schedule.call_fails);
    WriteTrue("expected_attempts", policy.schedule.expected_attempts);
    WriteTrue("amplification", policy.Amplification());
    WriteTrue("peak_load", facts.peak.value);
    WriteTrue("extra_attempts_during_outage", ExtraAttempts(policy));
    WriteTrue("retries_after_recovery", facts.totals.retries_after * facts.rate);
    WriteTrue("calls_saved_by_retries", facts.totals.calls_saved * facts.rate);
    WriteTrue("calls_failed", facts.totals.calls_failed * facts.rate);
    if (policy.backoff.attempts > 1)
      WriteTrue("second_answer", SecondAnswer(report_.goals, policy));
    if (policy.binding != BindingGoal::kNothing) writer_.WriteText("binds", NameOf(policy.binding));
    writer_.EndObject();
  }

  const OffersReport& report_;
  JsonWriter writer_;
};

}  // namespace

void AppendOffersText(const OffersReport& report, std::string& out) {
  TextPrinter(report, out).Print();
}

void AppendOffersJson(const OffersReport& report, std::string& out) {
  JsonPrinter(report, out).Print();
  out += '\n';
}

}  // namespace grpcfg
