#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "schema/json/escape.h"
#include "validator/engine/counted.h"
#include "validator/report/finding_text.h"
#include "validator/report/markdown_text.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// GitHub takes a comment of 65,536 characters.
constexpr size_t kMostBytes = 60000;

// The text on one file, and how grave it is.
struct Section {
  Severity worst = Severity::kNote;
  std::vector<std::string> items;
};

// For a comment on a pull request and the summary of a job: a heading that counts, then the
// findings of each file, the worst files first, as long as there is room.
class MarkdownReporter final : public Reporter {
 public:
  explicit MarkdownReporter(ReporterOptions options) : options_(std::move(options)) {}

  void AddFile(const CheckedFile& file, std::string& /*out*/) override {
    const std::string path = MarkdownText(Visible(PathBelow(options_.directory, file.path)));
    const LineIndex lines(file.text);
    const EffectWords words(file, options_.targets);
    Section section;
    ForEachFinding(file.report, [&](const Diagnostic& diagnostic, size_t /*index*/) {
      const Position at = lines.Locate(diagnostic.primary.span.begin);
      std::string item = absl::StrCat(
          "- **", SeverityName(diagnostic.severity), "** ", path, ":", at.line, ":", at.column,
          ": ", MarkdownText(Visible(OneLine(diagnostic))), " (`", diagnostic.rule, "`)\n");
      for (const std::string& line : DetailLines(diagnostic, words)) {
        absl::StrAppend(&item, "  - ", MarkdownText(Visible(line)), "\n");
      }
      section.items.push_back(std::move(item));
      section.worst = std::max(section.worst, diagnostic.severity);
      has_fixes_ = has_fixes_ || !diagnostic.fixes.empty();
    });
    for (size_t i = 0; i < counts_.size(); ++i) counts_[i] += file.report.counts[i];
    files_ += file.is_config ? 1 : 0;
    if (!section.items.empty()) sections_.push_back(std::move(section));
  }

  void AddUnread(absl::string_view /*path*/, absl::string_view why, std::string& /*out*/) override {
    sections_.push_back(
        {Severity::kError, {absl::StrCat("- **not checked** ", MarkdownText(Visible(why)), "\n")}});
    ++unread_;
  }

  void Finish(std::string& out) override {
    std::stable_sort(sections_.begin(), sections_.end(),
                     [](const Section& a, const Section& b) { return a.worst > b.worst; });
    absl::StrAppend(&out, "### gRPC service configs: ", Summary(), "\n\n");
    size_t left_out = 0;
    for (const Section& section : sections_) {
      for (const std::string& item : section.items) {
        if (out.size() + item.size() > kMostBytes) {
          ++left_out;
        } else {
          out += item;
        }
      }
    }
    if (left_out > 0)
      absl::StrAppend(&out, "\nNo room is left for ", Counted(left_out, "further finding"), ".\n");
    if (!sections_.empty()) {
      absl::StrAppend(&out, "\n`grpcfg explain RULE` explains a finding",
                      has_fixes_ ? ", `grpcfg fix` fixes some" : "", ".\n");
    }
  }

 private:
  [[nodiscard]] std::string Summary() const {
    std::vector<std::string> parts;
    for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
      const size_t count = counts_[static_cast<size_t>(severity)];
      if (count > 0) parts.push_back(Counted(count, SeverityName(severity)));
    }
    if (parts.empty() && unread_ == 0) parts.emplace_back("no findings");
    if (unread_ > 0) parts.push_back(absl::StrCat(unread_, " not checked"));
    return absl::StrCat(absl::StrJoin(parts, ", "), " in ", Counted(files_, "file"));
  }

  const ReporterOptions options_;
  std::vector<Section> sections_;
  std::array<size_t, 3> counts_ = {};
  size_t files_ = 0;
  size_t unread_ = 0;
  bool has_fixes_ = false;
};

}  // namespace

std::unique_ptr<Reporter> MakeMarkdownReporter(const ReporterOptions& options) {
  return std::make_unique<MarkdownReporter>(options);
}

}  // namespace grpcfg
