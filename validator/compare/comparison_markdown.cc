// The comparison as Markdown and as HTML, which have the same tables.
#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "schema/json/escape.h"
#include "simulator/charts/pictures.h"
#include "validator/compare/change_groups.h"
#include "validator/compare/change_words.h"
#include "validator/compare/comparison_printer.h"
#include "validator/report/markdown_text.h"
#include "validator/report/xml.h"

namespace grpcfg {
namespace {

constexpr std::array<absl::string_view, 5> kTitles = {"risk", "what", "before", "after", "why"};
using Cells = std::array<std::string, kTitles.size()>;

// What stands in the columns, neither of them escaped.
Cells CellsOf(const Change& change) {
  return {std::string(RiskName(change.risk)), LabelOf(change), ValueWords(change, change.before),
          ValueWords(change, change.after),
          change.reason ? absl::StrCat("acknowledged: ", Visible(*change.reason))
                        : std::string(change.why)};
}

std::string TitleOf(const ComparedFile& file) {
  return absl::StrCat(Visible(file.path),
                      file.is_new ? " (new)" : (file.is_deleted ? " (removed)" : ""));
}

std::string LineOf(const NewFinding& found) {
  return absl::StrCat(found.line, ":", found.column, ": ", found.severity, ": ",
                      Visible(found.message), " [", found.rule, "]");
}

class MarkdownPrinter {
 public:
  MarkdownPrinter(const ComparisonReport& report, std::string& out) : report_(report), out_(out) {}

  void Print() {
    absl::StrAppend(&out_, "**", MarkdownText(SummaryOf(report_.files)), "**\n");
    for (const std::string& line : report_.exceeded) {
      absl::StrAppend(&out_, "\n* not allowed: ", MarkdownText(line), "\n");
    }
    for (const ComparedFile& file : report_.files) PrintFile(file);
  }

 private:
  void PrintFile(const ComparedFile& file) {
    const std::vector<std::string> notes = NotesOn(file, report_.targets.size());
    if (file.methods.empty() && file.new_findings.empty() && notes.empty()) return;
    absl::StrAppend(&out_, "\n### ", MarkdownText(TitleOf(file)), "\n");
    for (const std::string& note : notes) {
      absl::StrAppend(&out_, "\n", MarkdownText(note), "\n");
    }
    for (const ChangeGroup& group : GroupChanges(file.methods)) PrintGroup(group);
    if (!file.new_findings.empty()) out_ += "\nNew findings:\n\n";
    for (const NewFinding& found : file.new_findings) {
      absl::StrAppend(&out_, "* ", MarkdownText(LineOf(found)), "\n");
    }
  }

  void PrintGroup(const ChangeGroup& group) {
    for (const TargetChanges& part : group.parts) PrintPart(group, part);
  }

  void PrintPart(const ChangeGroup& group, const TargetChanges& part) {
    absl::StrAppend(&out_, "\n", MarkdownText(HeadingOf(group, part, report_.targets.size())),
                    "\n\n|");
    for (const absl::string_view title : kTitles) absl::StrAppend(&out_, " ", title, " |");
    out_ += "\n|";
    for (size_t i = 0; i < kTitles.size(); ++i) out_ += "---|";
    out_ += '\n';
    for (const Change& change : part.changes) {
      out_ += '|';
      for (const std::string& cell : CellsOf(change)) {
        absl::StrAppend(&out_, " ", MarkdownText(cell), " |");
      }
      out_ += '\n';
    }
  }

  const ComparisonReport& report_;
  std::string& out_;
};

constexpr absl::string_view kPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Service config changes</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; width: 100%; }
th, td { border-bottom: 1px solid #8886; padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; }
.table { overflow-x: auto; }
.high { color: #b3400a; font-weight: 600; }
.medium { color: #1f5fa8; }
@media (prefers-color-scheme: dark) { .high { color: #ffa25e; } .medium { color: #7fb6f5; } }
</style>
</head>
<body>
)";

class HtmlPrinter {
 public:
  HtmlPrinter(const ComparisonReport& report, std::string& out) : report_(report), out_(out) {}

  void Print() {
    absl::StrAppend(&out_, kPageHead);
    AppendElement("h1", SummaryOf(report_.files));
    for (const std::string& line : report_.exceeded) {
      absl::StrAppend(&out_, "<p class=\"high\">not allowed: ", XmlText(line), "</p>\n");
    }
    for (const ComparedFile& file : report_.files) PrintFile(file);
    out_ += "</body>\n</html>\n";
  }

 private:
  void AppendElement(absl::string_view name, absl::string_view text) {
    absl::StrAppend(&out_, "<", name, ">", XmlText(text), "</", name, ">\n");
  }

  void PrintFile(const ComparedFile& file) {
    const std::vector<std::string> notes = NotesOn(file, report_.targets.size());
    if (file.methods.empty() && file.new_findings.empty() && notes.empty()) return;
    AppendElement("h2", TitleOf(file));
    for (const std::string& note : notes) AppendElement("p", note);
    for (const ChangeGroup& group : GroupChanges(file.methods)) {
      for (const TargetChanges& part : group.parts) {
        PrintPart(group, part);
        PrintPictures(file, group, part);
      }
    }
    for (const NewFinding& found : file.new_findings) AppendElement("p", LineOf(found));
  }

  // Of one of the methods and targets, which are the same in all that changes.
  void PrintPictures(const ComparedFile& file, const ChangeGroup& group,
                     const TargetChanges& part) {
    const std::string name = group.methods.empty() ? "*" : group.methods.front();
    const auto method =
        std::find_if(file.methods.begin(), file.methods.end(), [&](const ComparedMethod& each) {
          return each.name == name && each.target == part.targets.front();
        });
    if (method != file.methods.end()) AppendChangePictures(method->before, method->after, out_);
  }

  void PrintPart(const ChangeGroup& group, const TargetChanges& part) {
    AppendElement("h3", HeadingOf(group, part, report_.targets.size()));
    out_ += "<div class=\"table\"><table>\n<tr>";
    for (const absl::string_view title : kTitles) absl::StrAppend(&out_, "<th>", title, "</th>");
    out_ += "</tr>\n";
    for (const Change& change : part.changes) {
      absl::StrAppend(&out_, "<tr class=\"", RiskName(change.risk), "\">");
      const Cells cells = CellsOf(change);
      for (const std::string& cell : cells) {
        // A path may be broken at its dots, and nothing within a word.
        const bool is_path = &cell == &cells[1];
        const std::string text = XmlText(cell);
        absl::StrAppend(&out_, "<td>",
                        is_path ? absl::StrReplaceAll(text, {{".", ".<wbr>"}}) : text, "</td>");
      }
      out_ += "</tr>\n";
    }
    out_ += "</table></div>\n";
  }

  const ComparisonReport& report_;
  std::string& out_;
};

}  // namespace

void AppendComparisonMarkdown(const ComparisonReport& report, std::string& out) {
  MarkdownPrinter(report, out).Print();
}

void AppendComparisonHtml(const ComparisonReport& report, std::string& out) {
  HtmlPrinter(report, out).Print();
}

}  // namespace grpcfg
