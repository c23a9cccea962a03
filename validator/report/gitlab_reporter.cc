#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/base/macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "schema/json/json_writer.h"
#include "schema/json/stable_hash.h"
#include "validator/report/finding_text.h"
#include "validator/report/reporter.h"

namespace grpcfg {
namespace {

// GitLab has five words, from `info` to `blocker`; calls that fail are worse than settings that do.
absl::string_view GradeOf(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::kNote) return "info";
  if (diagnostic.severity == Severity::kWarning) return "minor";
  const bool is_fatal = absl::c_any_of(diagnostic.effects, [](const TargetEffect& each) {
    return each.effect == Effect::kRejectsConfig || each.effect == Effect::kBreaksCalls;
  });
  return is_fatal ? "critical" : "major";
}

std::string LinesOf(const Region& region) {
  return WrittenJson(JsonLayout::kCompact, [&](JsonWriter& writer) {
    writer.StartObject();
    writer.WriteCount("begin", region.begin.line);
    writer.WriteCount("end", region.end.line);
    writer.EndObject();
  });
}

std::string PositionsOf(const Region& region) {
  return WrittenJson(JsonLayout::kCompact, [&](JsonWriter& writer) {
    writer.StartObject();
    for (const auto& [key, place] : {std::pair("begin", region.begin), {"end", region.end}}) {
      writer.StartObject(key);
      writer.WriteCount("line", place.line);
      writer.WriteCount("column", place.column);
      writer.EndObject();
    }
    writer.EndObject();
  });
}

// What GitLab reads: lib/gitlab/ci/reports/codequality_reports.rb and app/validators/json_schemas/
// codeclimate.json. Of two entries with one fingerprint it keeps one, so the path is part of it.
class GitlabReporter final : public Reporter {
 public:
  explicit GitlabReporter(ReporterOptions options) : options_(std::move(options)) {
    writer_.StartArray();
  }

  void AddFile(const CheckedFile& file, std::string& out) override {
    ABSL_HARDENING_ASSERT(file.fingerprints.size() == file.report.diagnostics.size());
    const std::string path = PathBelow(options_.directory, file.path);
    const LineIndex lines(file.text);
    ForEachFinding(file.report, [&](const Diagnostic& diagnostic, size_t index) {
      const bool is_listed = index < file.fingerprints.size();
      const std::string fingerprint =
          is_listed ? file.fingerprints[index] : absl::StrCat(diagnostic.rule, " not listed");
      WriteIssue({.check = diagnostic.rule,
                  .description = absl::StrCat(OneLine(diagnostic), " [", diagnostic.rule, "]"),
                  .grade = GradeOf(diagnostic),
                  .fingerprint = fingerprint,
                  .path = path,
                  .region = RegionOf(diagnostic.primary.span, lines)});
    });
    Flush(out);
  }

  void AddUnread(absl::string_view path, absl::string_view why, std::string& out) override {
    const std::string place = path.empty() ? "." : PathBelow(options_.directory, path);
    WriteIssue({.check = "unread",
                .description = why,
                .grade = "blocker",
                .fingerprint = why,
                .path = place,
                .region = {{.line = 1, .column = 1}, {.line = 1, .column = 1}}});
    Flush(out);
  }

  void Finish(std::string& out) override {
    writer_.EndArray();
    Flush(out);
    out.push_back('\n');
  }

 private:
  void Flush(std::string& out) {
    out += text_;
    text_.clear();
  }

  struct GitlabIssue {
    absl::string_view check;
    absl::string_view description;
    absl::string_view grade;
    absl::string_view fingerprint;  // within the file
    absl::string_view path;
    Region region;
  };

  void WriteIssue(const GitlabIssue& issue) {
    writer_.StartObject();
    writer_.WriteText("type", "issue");
    writer_.WriteText("check_name", issue.check);
    writer_.WriteText("description", issue.description);
    writer_.StartArray("categories");
    writer_.String("Bug Risk");
    writer_.EndArray();
    writer_.WriteText("severity", issue.grade);
    writer_.WriteText("fingerprint", absl::StrFormat("%016x%016x", StableHash(issue.path),
                                                     StableHash(issue.fingerprint)));
    WriteLocation(issue.path, issue.region);
    writer_.EndObject();
  }

  // Old releases read `lines` alone.
  void WriteLocation(absl::string_view path, const Region& region) {
    writer_.StartObject("location");
    writer_.WriteText("path", path);
    writer_.WriteJson("lines", LinesOf(region));
    writer_.WriteJson("positions", PositionsOf(region));
    writer_.EndObject();
  }

  const ReporterOptions options_;
  std::string text_;  // since the last flush
  JsonWriter writer_{text_, JsonLayout::kLines};
};

}  // namespace

std::unique_ptr<Reporter> MakeGitlabReporter(const ReporterOptions& options) {
  return std::make_unique<GitlabReporter>(options);
}

}  // namespace grpcfg
