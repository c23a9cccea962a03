#include "validator/report/finding_text.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "validator/engine/counted.h"
#include "validator/report/text_layout.h"

namespace grpcfg {

std::string UriOfPath(absl::string_view path) {
  // RFC 3986, 2.3: the unreserved characters; all others are encoded, also a colon, which would end
  // a scheme.
  constexpr absl::string_view kUnreserved = "-._~/";
  constexpr absl::string_view kDigits = "0123456789ABCDEF";
  std::string uri = absl::StartsWith(path, "/") ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte) || absl::StrContains(kUnreserved, c)) {
      uri.push_back(c);
    } else {
      uri.append({'%', kDigits[byte >> 4U], kDigits[byte & 0xFU]});
    }
  }
  return uri;
}

void ForEachHelpLine(const Diagnostic& diagnostic,
                     absl::FunctionRef<void(absl::string_view line)> append) {
  for (const std::string& help : diagnostic.help) {
    if (!help.empty()) append(help);
  }
  for (const Fix& fix : diagnostic.fixes) {
    const std::string words = WordsOf(fix);
    if (!words.empty()) append(words);
  }
}

namespace {

Diagnostic AsFinding(const Omission& omission) {
  return {.rule = omission.rule, .severity = omission.Worst(), .message = OmissionWords(omission)};
}

// `path` without `.` and `..`, as far as that follows from it alone.
std::string Shortest(absl::string_view path) {
  const bool is_absolute = absl::StartsWith(path, "/");
  std::vector<absl::string_view> parts;
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    if (part.empty() || part == ".") continue;
    const bool goes_up = part == "..";
    if (goes_up && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!goes_up || !is_absolute) {
      parts.push_back(part);
    }
  }
  if (parts.empty() && !path.empty() && !is_absolute) return ".";
  return absl::StrCat(is_absolute ? "/" : "", absl::StrJoin(parts, "/"));
}

}  // namespace

std::string OneLine(const Diagnostic& diagnostic) {
  return diagnostic.dormant.empty() ? diagnostic.message
                                    : absl::StrCat(diagnostic.message, "; ", diagnostic.dormant);
}

std::vector<std::string> NotesOf(const Diagnostic& diagnostic) {
  std::vector<std::string> notes = diagnostic.notes;
  if (!diagnostic.dormant.empty()) notes.insert(notes.begin(), diagnostic.dormant);
  return notes;
}

std::vector<std::string> DetailLines(const Diagnostic& diagnostic, const EffectWords& words) {
  std::vector<std::string> lines;
  for (const std::string& note : NotesOf(diagnostic)) lines.push_back(absl::StrCat("note: ", note));
  const std::string effects = DescribeEffects(diagnostic, words.targets, words.unread);
  if (!effects.empty()) lines.push_back(absl::StrCat("note: ", effects));
  ForEachHelpLine(diagnostic,
                  [&](absl::string_view help) { lines.push_back(absl::StrCat("help: ", help)); });
  return lines;
}

std::string WholeText(const Diagnostic& diagnostic, const EffectWords& words) {
  std::vector<std::string> lines = DetailLines(diagnostic, words);
  lines.insert(lines.begin(), diagnostic.message);
  return absl::StrJoin(lines, "\n");
}

void ForEachFinding(const Report& report,
                    absl::FunctionRef<void(const Diagnostic& diagnostic, size_t index)> visit) {
  size_t index = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) visit(diagnostic, index++);
  for (const Omission& omission : report.omissions) visit(AsFinding(omission), index++);
}

Region RegionOf(Span span, const LineIndex& lines) {
  return {lines.Locate(span.begin), lines.Locate(std::max(span.begin, span.end))};
}

std::string PathBelow(absl::string_view directory, absl::string_view path) {
  absl::string_view below = path;
  const bool is_below = !directory.empty() &&
                        absl::ConsumePrefix(&below, absl::StripSuffix(directory, "/")) &&
                        absl::ConsumePrefix(&below, "/");
  return Shortest(is_below && !below.empty() ? below : path);
}

}  // namespace grpcfg
