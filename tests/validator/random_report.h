// Random texts and reports for the properties of the reporters: anything that could break a layout,
// wherever it is. The same seed gives the same report.
#ifndef GRPCFG_TESTS_VALIDATOR_RANDOM_REPORT_H_
#define GRPCFG_TESTS_VALIDATOR_RANDOM_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "validator/engine/report.h"

namespace grpcfg {

class RandomReport {
 public:
  // std::mt19937 and the remainder are the same on every platform; distributions are not.
  explicit RandomReport(uint32_t seed) : random_(seed) {}

  size_t Below(size_t bound) { return random_() % bound; }

  std::string Text(size_t max_pieces) {
    static const std::vector<std::string> kPieces = {
        "{",
        "}",
        "\"key\": ",
        "\n",
        "\r\n",
        "\r",
        "\t",
        " ",
        "\xE6\x97\xA5",
        "e\xCC\x81",
        "\xF0\x9F\x98\x80",
        "\xFF",
        "\xE6\x97",
        "\x80",
        "\x1B[31m",
        "\u202E\u202C",
        "\xE2\x80\xA8",
        "\xC2\x9B",
        "\x7F",
        "\xEF\xBB\xBF",
        "\xF3\xA0\x81\x81",
        std::string(1, '\0'),
        std::string(150, 'x'),
        "`",
        "\\",
    };
    std::string text;
    for (size_t count = Below(max_pieces); count > 0; --count)
      text += kPieces[Below(kPieces.size())];
    return text;
  }

  // A report on `text` for `targets` targets.
  Report On(absl::string_view text, size_t targets) {
    Report report;
    report.verdicts.resize(targets, Verdict::kRejects);
    for (size_t count = Below(4); count > 0; --count) {
      report.diagnostics.push_back(OneDiagnostic(text, targets));
      ++report.counts[static_cast<size_t>(report.diagnostics.back().severity)];
    }
    if (Below(4) == 0)
      report.omissions.push_back({"some-rule", {Below(3000000), Below(9), Below(9)}});
    return report;
  }

 private:
  // Mostly within the text; sometimes past its end, or back to front.
  Span OneSpan(absl::string_view text) {
    const auto begin = static_cast<uint32_t>(Below(text.size() + 3));
    const auto length = static_cast<uint32_t>(Below(20) == 0 ? Below(text.size() + 1) : Below(8));
    return Below(50) == 0 ? Span{begin + length, begin} : Span{begin, begin + length};
  }

  Label OneLabel(absl::string_view text) { return {OneSpan(text), Text(3)}; }

  Diagnostic OneDiagnostic(absl::string_view text, size_t targets) {
    Diagnostic diagnostic;
    diagnostic.rule = "some-rule";
    diagnostic.severity = static_cast<Severity>(Below(3));
    diagnostic.message = Text(5);
    diagnostic.pointer = Text(5);
    diagnostic.primary = OneLabel(text);
    for (size_t n = Below(5); n > 0; --n) diagnostic.secondary.push_back(OneLabel(text));
    for (size_t n = Below(3); n > 0; --n) diagnostic.notes.push_back(Text(5));
    for (size_t n = Below(2); n > 0; --n) diagnostic.help.push_back(Text(5));
    for (size_t n = Below(3); n > 0; --n) {
      diagnostic.fixes.push_back({Text(4), Below(2) == 0, {{OneSpan(text), Text(4)}}});
    }
    for (size_t target = 0; target < targets; ++target) {
      if (Below(2) != 0) continue;
      diagnostic.effects.push_back({target, static_cast<Effect>(1 + Below(7))});
    }
    return diagnostic;
  }

  std::mt19937 random_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_VALIDATOR_RANDOM_REPORT_H_
