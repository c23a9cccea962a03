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

// What GitLab reads: lib/gitlab/ci/reports/codequality_reports.rb and app/validators/json_schemas/
// codeclimate.json. Of two entries with one fingerprint it keeps one, so the path is part of it.
class GitlabReporter final : public Reporter {
 public:
  explicit GitlabReporter(ReporterOptions options) : options_(std::move(options)), writer_(sink_) {
    writer_.SetIndent(' ', 2);
  }

  void AddFile(const CheckedFile& file, std::string& out) override {
    Begin(out);
    ABSL_HARDENING_ASSERT(file.fingerprints.size() == file.report.diagnostics.size());
    const std::string path = PathBelow(options_.directory, file.path);
    const LineIndex lines(file.text);
    ForEachFinding(file.report, [&](const Diagnostic& diagnostic, size_t index) {
      const bool is_listed = index < file.fingerprints.size();
      const std::string fingerprint =
          is_listed ? file.fingerprints[index] : absl::StrCat(diagnostic.rule, " not listed");
      writer_.StartObject();
      WriteMember("type", "issue");
      WriteMember("check_name", diagnostic.rule);
      WriteMember("description", absl::StrCat(diagnostic.message, " [", diagnostic.rule, "]"));
      writer_.Key("categories");
      writer_.StartArray();
      writer_.String("Bug Risk");
      writer_.EndArray();
      WriteMember("severity", GradeOf(diagnostic));
      WriteMember("fingerprint",
                  absl::StrFormat("%016x%016x", StableHash(path), StableHash(fingerprint)));
      WriteLocation(path, RegionOf(diagnostic.primary.span, lines));
      writer_.EndObject();
    });
  }

  void Finish(std::string& out) override {
    Begin(out);
    writer_.EndArray();
    out.push_back('\n');
  }

 private:
  void Begin(std::string& out) {
    const bool is_first = sink_.out == nullptr;
    sink_.out = &out;
    if (is_first) writer_.StartArray();
  }

  void WriteMember(absl::string_view key, absl::string_view value) {
    MemberWriter<IndentedJson>(writer_).WriteText(key, value);
  }

  // Old releases read `lines` alone.
  void WriteLocation(absl::string_view path, const Region& region) {
    writer_.Key("location");
    writer_.StartObject();
    WriteMember("path", path);
    writer_.Key("lines");
    writer_.Value(absl::StrFormat(R"({"begin":%d,"end":%d})", region.begin.line, region.end.line),
                  rapidjson::kObjectType);
    writer_.Key("positions");
    writer_.Value(
        absl::StrFormat(R"({"begin":{"line":%d,"column":%d},"end":{"line":%d,"column":%d}})",
                        region.begin.line, region.begin.column, region.end.line, region.end.column),
        rapidjson::kObjectType);
    writer_.EndObject();
  }

  const ReporterOptions options_;
  JsonSink sink_;
  IndentedJson writer_;
};

}  // namespace

std::unique_ptr<Reporter> MakeGitlabReporter(const ReporterOptions& options) {
  return std::make_unique<GitlabReporter>(options);
}

}  // namespace grpcfg
