#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "dns/domain_name.h"
#include "dns/published/published_printer.h"
#include "schema/json/escape.h"
#include "schema/json/utf8.h"
#include "validator/compare/comparison_printer.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

// Answers that are described in the same words.
struct AnswerGroup {
  const ComparedAnswer* first;
  std::string words;
  std::vector<std::string> servers;
};

// The begin of a text.
std::string QuotedText(absl::string_view text) {
  constexpr size_t kMostOctets = 60;
  return absl::StrCat("`", Visible(WholePrefix(text, kMostOctets)),
                      text.size() > kMostOctets ? "...`" : "`");
}

// "choice 0, for {"clientLanguage":["GO"]}", by its place in the intended list where it is there.
std::string HeadingOf(const ComparedChoice& choice) {
  const std::string& is_for = choice.intended ? choice.intended_for : choice.served_for;
  const std::string number =
      absl::StrCat("choice ", choice.intended ? *choice.intended : *choice.served);
  const std::string clients =
      is_for == "{}" ? "for everyone" : absl::StrCat("for ", Visible(is_for));
  return absl::StrCat(number, ", ", clients);
}

size_t CountAsIntended(const PublishedReport& report) {
  return static_cast<size_t>(
      absl::c_count_if(report.comparison.answers,
                       [&](const ComparedAnswer& answer) { return IsAsIntended(report, answer); }));
}

class PublishedPrinter {
 public:
  PublishedPrinter(const PublishedReport& report, std::string& out) : report_(report), out_(out) {}

  void Print() {
    std::vector<AnswerGroup> groups = Groups();
    std::stable_sort(groups.begin(), groups.end(), [](const AnswerGroup& a, const AnswerGroup& b) {
      return a.first->state > b.first->state;
    });
    for (const AnswerGroup& group : groups) {
      absl::StrAppend(&out_, absl::StrJoin(group.servers, ", "), " at ",
                      QuotedName(group.first->owner), ": ", group.words);
    }
    out_ += Summary();
  }

 private:
  [[nodiscard]] std::vector<AnswerGroup> Groups() const {
    std::vector<AnswerGroup> groups;
    for (const ComparedAnswer& answer : report_.comparison.answers) {
      std::string words = WordsOf(answer);
      const auto same = std::find_if(groups.begin(), groups.end(), [&](const AnswerGroup& group) {
        return group.first->owner == answer.owner && group.words == words;
      });
      if (same != groups.end()) {
        same->servers.push_back(answer.server);
      } else {
        groups.push_back({&answer, std::move(words), {answer.server}});
      }
    }
    return groups;
  }

  [[nodiscard]] std::string WordsOf(const ComparedAnswer& answer) const {
    std::string words = Verdict(answer);
    const bool has_ttls = answer.served_ttl && answer.intended_ttl;
    if (has_ttls && *answer.served_ttl != *answer.intended_ttl) {
      absl::StrAppend(&words, "; its TTL is ", *answer.served_ttl, ", and ", *answer.intended_ttl,
                      " in the file");
    }
    words += '\n';
    for (const ComparedText& text : answer.texts) AppendText(text, words);
    // Where nothing is served, or nothing intended, that is reported already.
    if (answer.state == PublishedState::kMissing) return words;
    for (const std::string& text : answer.only_served) {
      absl::StrAppend(&words, "  served, and not intended: ", QuotedText(text), "\n");
    }
    for (const std::string& text : answer.only_intended) {
      absl::StrAppend(&words, "  intended, and not served: ", QuotedText(text), "\n");
    }
    return words;
  }

  static std::string Verdict(const ComparedAnswer& answer) {
    switch (answer.state) {
      case PublishedState::kIdentical:
        return answer.intended == 0 ? "no config, as intended" : "as intended, octet for octet";
      case PublishedState::kEquivalent:
        return "written differently, but as intended for the calls of every target";
      case PublishedState::kMissing:
        return "no config, and one is intended";
      case PublishedState::kUnexpected:
        return absl::StrCat(Counted(answer.served, "record"), ", and none is intended");
      case PublishedState::kUnanswered:
        return absl::StrCat("not known: ", Visible(answer.problem));
      case PublishedState::kDiffers:
        break;
    }
    if (answer.served == answer.intended) return "not as intended";
    return absl::StrCat(Counted(answer.served, "record"), ", and ", answer.intended,
                        answer.intended == 1 ? " is intended" : " are intended");
  }

  void AppendText(const ComparedText& text, std::string& words) const {
    if (text.state == PublishedState::kIdentical) return;
    if (!text.problem.empty()) absl::StrAppend(&words, "  ", text.problem, "\n");
    if (text.has_other_order) absl::StrAppend(&words, "  the choices are in another order\n");
    for (const ComparedChoice& choice : text.choices) AppendChoice(choice, words);
    const bool is_explained = text.state == PublishedState::kEquivalent || !text.problem.empty();
    if (is_explained && text.first_difference) {
      absl::StrAppend(&words, "  octet ", *text.first_difference + 1,
                      " is the first that differs\n");
    }
  }

  void AppendChoice(const ComparedChoice& choice, std::string& words) const {
    if (choice.state == PublishedState::kIdentical) return;
    absl::StrAppend(&words, "  ", HeadingOf(choice), ": ", ChoiceWords(choice), "\n");
    if (choice.methods.empty()) return;
    std::string changes;
    AppendMethodChanges(choice.methods, report_.targets, report_.color, changes);
    for (const absl::string_view line : absl::StrSplit(changes, '\n', absl::SkipEmpty())) {
      absl::StrAppend(&words, "    ", line, "\n");
    }
  }

  static std::string ChoiceWords(const ComparedChoice& choice) {
    if (choice.state == PublishedState::kMissing) return "is not served";
    if (choice.state == PublishedState::kUnexpected) return "is served, and not intended";
    if (choice.state == PublishedState::kEquivalent) return "otherwise written";
    std::vector<std::string> words;
    if (choice.served_for != choice.intended_for) {
      words.push_back(absl::StrCat(
          "is served for ", choice.served_for == "{}" ? "everyone" : Visible(choice.served_for)));
    }
    if (!choice.refused_by.empty()) {
      words.push_back(absl::StrCat("has another config; both are rejected by ",
                                   absl::StrJoin(choice.refused_by, ", ")));
    }
    if (!choice.methods.empty()) words.emplace_back("served -> intended");
    if (words.empty()) words.emplace_back("one of the two has no `serviceConfig`");
    return absl::StrJoin(words, "; ");
  }

  [[nodiscard]] std::string Summary() const {
    const size_t good = CountAsIntended(report_);
    const size_t all = report_.comparison.answers.size();
    if (good == 0 || good == all) {
      return absl::StrCat(good == 0 ? "no" : "every", " answer matches ", report_.file, "\n");
    }
    return absl::StrCat(good, " of ", all, " answers match ", report_.file, "\n");
  }

  const PublishedReport& report_;
  std::string& out_;
};

}  // namespace

bool IsAsIntended(const PublishedReport& report, const ComparedAnswer& answer) {
  if (report.needs_cuts) return answer.state == PublishedState::kIdentical;
  return report.is_exact ? answer.HasSameText() : answer.state <= PublishedState::kEquivalent;
}

void AppendPublishedMarkdown(const PublishedReport& report, std::string& out) {
  absl::StrAppend(&out, "### DNS: `", Visible(report.comparison.host), "`\n\n",
                  CountAsIntended(report), " of ", report.comparison.answers.size(),
                  " answers match ", report.file, "\n\n```text\n");
  PublishedReport plain = report;
  plain.color = Color::kNo;
  // No line of a name server can end the block: each is a part of a longer one.
  AppendPublishedText(plain, out);
  out += "```\n";
}

void AppendPublishedText(const PublishedReport& report, std::string& out) {
  PublishedPrinter(report, out).Print();
}

}  // namespace grpcfg
