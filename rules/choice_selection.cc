// Rules on choices that some clients take otherwise than by gRFC A2.
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "rules/examples.h"
#include "rules/families.h"
#include "rules/words.h"

namespace grpcfg {
namespace {

void DescribeLanguage(const IssueContext& context, Diagnostic& diagnostic) {
  const absl::string_view right = SpellingOfLanguage(context.tree.Text(context.issue.node));
  diagnostic.message = absl::StrCat(Quoted(context.Source()),
                                    " does not select the clients of that language, which "
                                    "compare with `",
                                    right, "`");
  diagnostic.fixes.push_back(WriteFix(context.issue.span, InQuotes(right), false));
}

void DescribeEmptyCriterion(const IssueContext& context, Diagnostic& diagnostic) {
  DescribeByRow(context, diagnostic);
  const NodeId list = context.issue.node;
  const Span member = {context.tree.span(list - 1).begin, context.tree.span(list).end};
  Fix fix = RemoveFix("remove it, so that the choice matches every client",
                      WithComma(context.tree.text(), member));
  fix.safe = false;
  fix.otherwise = std::exchange(diagnostic.help, {}).front();
  diagnostic.fixes.push_back(std::move(fix));
}

constexpr Rule kRules[] = {
    {.id = "choice-criterion-empty",
     .summary = "A list of languages or hosts is empty.",
     .rationale =
         "By gRFC A2 an empty list matches every client. In Go, Node and old C-core it matches "
         "none, because the list does not contain the client's own value, and they skip the "
         "choice. Go treats null as a list that matches every client; Node and Java reject null.",
     .kind = DocumentKind::kChoices,
     .targets = "go",
     .claims = {{IssueKind::kEmptyCriterion}},
     .describe = DescribeEmptyCriterion,
     .words = "{field} is an empty list, which matches no client instead of every client",
     .help = "leave the field out",
     .bad = {kTwoChoices, R"(["canary"])", R"([], "percentage": 10)"},
     .good = {kTwoChoices, R"("clientHostname": ["canary"])", R"("percentage": 10)"}},
    {.id = "choice-language-letter-case",
     .summary =
         "`clientLanguage` spells a language in a letter case that its client does not match.",
     .rationale = "gRFC A2 ignores letter case. Among the clients only Java does: C-core compares "
                  "with `c++`, Node with `node`, and Go with `GO`. With another spelling, the "
                  "clients that the choice is meant for skip it.",
     .kind = DocumentKind::kChoices,
     .targets = "go",
     .claims = {{IssueKind::kLanguageLetterCase}},
     .describe = DescribeLanguage,
     .bad = {kTwoChoices, R"("clientHostname": ["canary"])", R"("clientLanguage": ["go"])"},
     .good = {kTwoChoices, R"("clientHostname": ["canary"])", R"("clientLanguage": ["GO"])"}},
    {.id = "choice-percentage-one-more",
     .summary =
         "C-core applies a choice to one percent more of its clients than `percentage` specifies.",
     .rationale = "C-core draws a number from 0 to 99 and skips a choice if the number is above "
                  "`percentage`, so 1 selects two clients in a hundred. Only 0 is exact, and 99 or "
                  "more selects all clients.",
     .advice = Severity::kNote,
     .kind = DocumentKind::kChoices,
     .targets = "core",
     .claims = {{IssueKind::kOneMorePercent}},
     .describe = DescribeByRow,
     .words = "`percentage` is {source}; another 1% of C-core clients takes the choice",
     .bad = R"([{"percentage": 1, "serviceConfig": {"methodConfig": []}}, {"serviceConfig": {}}])",
     .good = kTwoChoices},
};
static_assert(RowsAreWhole(kRules));

}  // namespace

absl::Span<const Rule> ChoiceSelectionRules() { return kRules; }

}  // namespace grpcfg
