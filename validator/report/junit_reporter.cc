#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "validator/report/finding_text.h"
#include "validator/report/reporter.h"
#include "validator/report/xml.h"

namespace grpcfg {
namespace {

struct TestCounts {
  size_t tests = 0;
  size_t failures = 0;
  size_t errors = 0;
};

void AppendCounts(const TestCounts& counts, std::string& out) {
  AppendXmlAttribute("tests", absl::StrCat(counts.tests), out);
  AppendXmlAttribute("failures", absl::StrCat(counts.failures), out);
  AppendXmlAttribute("errors", absl::StrCat(counts.errors), out);
}

// Names of the tests of a file: each once, and without lines, so that servers that show the history
// of a test know it again when lines are added above it.
class TestNames {
 public:
  std::string NameOf(const Diagnostic& diagnostic) {
    std::string name(diagnostic.rule);
    for (const absl::string_view part :
         {absl::string_view(diagnostic.record), absl::string_view(diagnostic.pointer)}) {
      if (!part.empty()) absl::StrAppend(&name, " ", part);
    }
    const size_t count = ++counts_[name];
    return count == 1 ? name : absl::StrCat(name, " (", count, ")");
  }

 private:
  absl::flat_hash_map<std::string, size_t> counts_;
};

// Only elements and attributes of the schema that Jenkins validates by: no `file`, no `line`. A
// file is a suite. A finding that fails nothing is a test that passes and says so in its output; a
// file without any has one test.
class JunitReporter final : public Reporter {
 public:
  explicit JunitReporter(ReporterOptions options) : options_(std::move(options)) {}

  void AddFile(const CheckedFile& file, std::string& /*out*/) override {
    const std::string path = PathBelow(options_.directory, file.path);
    const LineIndex lines(file.text);
    const EffectWords words(file, options_.targets);
    TestCounts counts;
    TestNames names;
    std::string tests;
    ForEachFinding(file.report, [&](const Diagnostic& diagnostic, size_t /*index*/) {
      const Position at = lines.Locate(diagnostic.primary.span.begin);
      const bool fails = file.fails_from && diagnostic.severity >= *file.fails_from;
      const std::string place = absl::StrCat(path, ":", at.line, ":", at.column);
      AppendTest(names.NameOf(diagnostic), path, tests);
      AppendOutcome(diagnostic, fails, tests);
      AppendBody(place, diagnostic, words, tests);
      tests += fails ? "</failure>\n</testcase>\n" : "</system-out>\n</testcase>\n";
      ++counts.tests;
      counts.failures += fails ? 1 : 0;
    });
    if (counts.tests == 0) {
      AppendTest("no findings", path, tests);
      tests += "</testcase>\n";
      ++counts.tests;
    }
    AppendSuite(path, counts, tests);
  }

  void AddUnread(absl::string_view path, absl::string_view why, std::string& /*out*/) override {
    const std::string name = path.empty() ? "grpcfg" : PathBelow(options_.directory, path);
    std::string tests;
    AppendTest("is checked", name, tests);
    tests += "<error type=\"unread\"";
    AppendXmlAttribute("message", why, tests);
    tests += "/>\n</testcase>\n";
    AppendSuite(name, {.tests = 1, .errors = 1}, tests);
  }

  // The counts of all stand before all.
  void Finish(std::string& out) override {
    absl::StrAppend(&out, kXmlHead, "<testsuites name=\"grpcfg\"");
    AppendCounts(all_, out);
    absl::StrAppend(&out, ">\n", suites_, "</testsuites>\n");
  }

 private:
  static void AppendTest(absl::string_view name, absl::string_view path, std::string& out) {
    out += "<testcase";
    AppendXmlAttribute("name", name, out);
    AppendXmlAttribute("classname", path, out);
    out += ">\n";
  }

  static void AppendOutcome(const Diagnostic& diagnostic, bool fails, std::string& out) {
    if (!fails) {
      out += "<system-out>";
      return;
    }
    out += "<failure";
    AppendXmlAttribute("type", diagnostic.rule, out);
    AppendXmlAttribute("message", OneLine(diagnostic), out);
    out += ">";
  }

  static void AppendBody(absl::string_view place, const Diagnostic& diagnostic,
                         const EffectWords& words, std::string& out) {
    absl::StrAppend(&out, XmlText(place), ": ", SeverityName(diagnostic.severity), ": ",
                    XmlText(diagnostic.message), " [", diagnostic.rule, "]\n");
    for (const std::string& line : DetailLines(diagnostic, words)) {
      absl::StrAppend(&out, XmlText(line), "\n");
    }
  }

  void AppendSuite(absl::string_view path, const TestCounts& counts, absl::string_view tests) {
    suites_ += "<testsuite";
    AppendXmlAttribute("name", path, suites_);
    AppendCounts(counts, suites_);
    absl::StrAppend(&suites_, ">\n", tests, "</testsuite>\n");
    all_.tests += counts.tests;
    all_.failures += counts.failures;
    all_.errors += counts.errors;
  }

  const ReporterOptions options_;
  TestCounts all_;
  std::string suites_;
};

}  // namespace

std::unique_ptr<Reporter> MakeJunitReporter(const ReporterOptions& options) {
  return std::make_unique<JunitReporter>(options);
}

}  // namespace grpcfg
