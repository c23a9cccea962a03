#include "simulator/charts/pictures.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "simulator/report/simulation_words.h"
#include "validator/report/xml.h"

namespace grpcfg {
namespace {

// The most telling first, as far as it was asked for.
constexpr Picture kPictures[] = {
    {"outage", "Load of an outage, and of the wave behind it", HasOutage, AppendOutagePicture},
    {"rate", "Retries of clients that fail at once", HasRates, AppendRatesPicture},
    {"hedging", "What hedges cost and save, by their delay", HasHedges, AppendHedgingPicture},
    {"attempts", "When the attempts of a call start", HasAttempts, AppendAttemptsPicture},
    {"amplification", "Attempts per call, by how many fail", HasRetries,
     AppendAmplificationPicture},
    {"tokens", "Tokens of a client while everything fails, and after it", HasTokens,
     AppendTokensPicture},
};

constexpr absl::string_view kPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>What calls do</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
figure { margin: 1em 0 } svg { max-width: 100% }
pre { font: 13px/1.4 ui-monospace, monospace; overflow-x: auto }
</style>
</head>
<body>
)";

}  // namespace

absl::Span<const Picture> Pictures() { return kPictures; }

std::vector<const Picture*> PicturesOf(absl::Span<const SimulatedMethod> methods) {
  std::vector<const Picture*> shown;
  for (const Picture& picture : kPictures) {
    if (std::any_of(methods.begin(), methods.end(), picture.shows)) shown.push_back(&picture);
  }
  return shown;
}

std::string InOneLine(std::string words) {
  std::replace(words.begin(), words.end(), kNoBreak, ' ');
  return words;
}

std::string CurveName(const SimulatedMethod& method) {
  if (method.name == method.target) return method.name;
  return absl::StrCat(method.name, " (", method.target, ")");
}

void AppendSimulationSvg(const SimulationReport& report, std::string& out) {
  absl::StrAppend(&out, kXmlHead);
  for (const Picture* const picture : PicturesOf(report.methods)) {
    if (!report.picture.empty() && picture->name != report.picture) continue;
    return picture->append(report.methods, out);
  }
  absl::StrAppend(&out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 420 40\">"
                  "<text x=\"8\" y=\"24\">there is nothing to draw for these calls</text></svg>\n");
}

void AppendSimulationHtml(const SimulationReport& report, std::string& out) {
  absl::StrAppend(&out, kPageHead, "<h1>What calls do</h1>\n");
  for (const Picture* const picture : PicturesOf(report.methods)) {
    if (!report.picture.empty() && picture->name != report.picture) continue;
    absl::StrAppend(&out, "<h2>", XmlText(picture->title), "</h2>\n<figure>\n");
    picture->append(report.methods, out);
    out += "</figure>\n";
  }
  std::string text;
  AppendSimulationText({report.methods, {.columns = report.style.columns}}, text);
  absl::StrAppend(&out, "<h2>In numbers</h2>\n<pre>");
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::StrAppend(&out, XmlText(line), "\n");
  }
  out += "</pre>\n</body>\n</html>\n";
}

}  // namespace grpcfg
