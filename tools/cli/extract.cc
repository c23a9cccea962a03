#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "schema/json/json_writer.h"
#include "source/find_configs.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"
#include "tools/cli/input_flags.h"
#include "tools/cli/output.h"
#include "tools/cli/subcommands.h"
#include "tools/workspace/output_file.h"
#include "tools/workspace/system_error.h"
#include "validator/report/json_reporter.h"

namespace grpcfg {
namespace {

struct ExtractFlags {
  std::vector<std::string> paths;
  std::string language;  // empty: by the name of the file
  std::string stdin_filename = InputFlags().stdin_filename;
};

std::vector<std::string> LanguageNames() {
  std::vector<std::string> names;
  for (const Language& language : Languages()) names.emplace_back(language.name);
  return names;
}

void WriteRange(const LineIndex& lines, Span span, JsonWriter& writer) {
  writer.StartObject();
  writer.Key("start");
  WritePosition(lines.Locate(span.begin), writer);
  writer.Key("end");
  WritePosition(lines.Locate(span.end), writer);
  writer.EndObject();
}

std::string LineOf(absl::string_view path, const LineIndex& lines, const SourceConfig& config) {
  std::string line;
  JsonWriter writer(line, JsonLayout::kSpaced);
  writer.StartObject();
  writer.Key("path");
  writer.String(path);
  writer.Key("range");
  WriteRange(lines, config.range, writer);
  writer.Key("language");
  writer.String(config.language->name);
  writer.Key("form");
  writer.String(config.form);
  writer.Key("text");
  if (config.is_object && !config.json.holes.empty()) {
    writer.Null();
  } else {
    writer.String(config.json.text);
  }
  writer.Key("holes");
  writer.StartArray();
  for (const Hole& hole : config.json.holes) WriteRange(lines, hole.source, writer);
  writer.EndArray();
  writer.EndObject();
  return absl::StrCat(line, "\n");
}

// Errors: a file that cannot be read; InvalidArgument for one in a language that is not known.
absl::Status Extract(const std::string& path, const ExtractFlags& flags) {
  const std::string& name = path == "-" ? flags.stdin_filename : path;
  const Language* const language =
      flags.language.empty() ? LanguageOfFile(name) : LanguageNamed(flags.language);
  if (language == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat(QuotePath(name),
                     ": its file name extension belongs to no supported language; set the language "
                     "with --language"));
  }
  const absl::StatusOr<std::string> text = ReadInput(path);
  if (!text.ok()) return text.status();
  const LineIndex lines(*text);
  std::string out;
  for (const SourceConfig& config : FindConfigs(*text, *language).configs) {
    absl::StrAppend(&out, LineOf(name, lines, config));
  }
  return WriteReport(out, "list");
}

absl::StatusOr<int> RunExtract(const ExtractFlags& flags) {
  const absl::Status output = CheckOutputs({std::string()}, flags.paths);
  if (!output.ok()) return output;
  int status = kClean;
  for (const std::string& path : flags.paths) {
    const absl::Status extracted = Extract(path, flags);
    if (extracted.ok()) continue;
    WriteError(extracted);
    status = kCouldNotRun;
  }
  return status;
}

}  // namespace

Subcommand AddExtractCommand(Command& app) {
  const auto flags = std::make_shared<ExtractFlags>();
  Command extract =
      app.AddCommand("extract", "List the configs inside source code, YAML and Markdown");
  extract.AddFlag("FILE", flags->paths, "Source files, or - for stdin").Required();
  extract
      .AddFlag("--language", flags->language,
               "Read the files as this language, whatever their names")
      .ValueName("L")
      .OneOf("a language", LanguageNames());
  AddStdinFilenameFlag(extract, flags->stdin_filename);
  AddExamples(extract,
              {{"grpcfg extract client.py", "grpcfg extract --language go - <client.txt"}});
  return {extract, [=] { return RunExtract(*flags); }, &flags->paths};
}

}  // namespace grpcfg
