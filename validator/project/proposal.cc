#include "validator/project/proposal.h"

#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "schema/json/escape.h"
#include "schema/json/json_writer.h"
#include "tools/workspace/upward_search.h"
#include "validator/engine/counted.h"

namespace grpcfg {
namespace {

// Of configs for generators most leave nothing out that a client needs: where all have the names of
// such, this many others of each that does are for generators too.
constexpr size_t kOthersForOne = 9;

// A member of the file, with its reason.
struct ProposedLine {
  std::vector<std::string> reason;  // lines of a comment
  absl::string_view key = {};       // empty: a reason why there is none
  std::string value = {};           // as JSON
};

std::string JsonList(absl::Span<const std::string> texts) {
  return WrittenJson(JsonLayout::kSpaced, [&](JsonWriter& writer) {
    writer.WriteArray(texts, [&](const std::string& text) { writer.String(text); });
  });
}

// The targets that build files name, each once, with the first file that does.
ProposedLine TargetsOfClients(const RepositoryFacts& facts) {
  ProposedLine line = {{"`spec` stands for the clients of others."}, "targets"};
  std::vector<std::string> targets = {"spec"};
  for (const ClientInUse& client : facts.clients) {
    if (absl::c_linear_search(targets, client.target)) continue;
    targets.push_back(client.target);
    line.reason.push_back(absl::StrCat(client.target, ": ", Visible(client.file), " has ",
                                       Visible(client.words), client.remark.empty() ? "" : "; ",
                                       client.remark));
  }
  line.value = JsonList(targets);
  return line;
}

ProposedLine TargetsLine(const RepositoryFacts& facts) {
  if (AreForGenerators(facts)) {
    return {{absl::StrCat("For client generators, which fill in missing fields: of ",
                          Counted(facts.configs, "config"), " clients reject ",
                          facts.for_generators.size(), ".")},
            "targets",
            R"(["gapic"])"};
  }
  if (!facts.clients.empty()) return TargetsOfClients(facts);
  return {{"No build file names a gRPC client, so configs are checked for spec, core, go, java and",
           "node, each in its newest release. `grpcfg targets` lists the others."}};
}

bool HasClient(const RepositoryFacts& facts, absl::string_view folder) {
  return absl::c_any_of(facts.clients, [&](const ClientInUse& client) {
    return absl::StartsWith(client.file, folder);
  });
}

// True if their names identify those for generators: what a client in the same folder refuses is a
// fault.
bool AreNamedForGenerators(const RepositoryFacts& facts) {
  return absl::c_all_of(facts.for_generators, [&](const std::string& path) {
    return absl::EndsWith(path, kEndingOfGenerators) && !HasClient(facts, DirectoryPart(path));
  });
}

// Some configs that may be for client generators, or lack what clients need.
ProposedLine GeneratorsLine(const RepositoryFacts& facts) {
  const size_t count = facts.for_generators.size();
  ProposedLine line = {{absl::StrCat(Counted(count, "config"), count == 1 ? " is" : " are",
                                     " rejected by clients, but accepted by client generators.")}};
  std::string overrides =
      absl::StrCat(R"([{"path": ["**/*)", kEndingOfGenerators, R"("], "targets": ["gapic"]}])");
  if (AreNamedForGenerators(facts)) {
    line.key = "overrides";
    line.value = std::move(overrides);
  } else {
    line.reason.push_back(absl::StrCat("For those: \"overrides\": ", overrides));
  }
  return line;
}

std::vector<ProposedLine> ProtosLines(const RepositoryFacts& facts) {
  const std::string roots = JsonList(facts.proto_roots);
  if (facts.proto_fault.empty()) {
    std::vector<ProposedLine> lines = {
        {{"Names of services are checked against the .proto files."}, "protoPath", roots}};
    if (!facts.protos.empty()) {
      lines.push_back({{"Copies of these, which declare the same names, are skipped."},
                       "protos",
                       JsonList(facts.protos)});
    }
    return lines;
  }
  return {{{absl::StrCat("Names of services are not checked: ", Visible(facts.proto_fault)),
            absl::StrCat("Once that is fixed: \"protoPath\": ", roots)}}};
}

std::vector<ProposedLine> LinesOf(const RepositoryFacts& facts) {
  std::vector<ProposedLine> lines = {TargetsLine(facts)};
  if (!AreForGenerators(facts) && !facts.for_generators.empty()) {
    lines.push_back(GeneratorsLine(facts));
  }
  if (!facts.proto_roots.empty()) absl::c_move(ProtosLines(facts), std::back_inserter(lines));
  if (!facts.baseline.empty()) {
    lines.push_back({{"The findings of today are hidden; new findings are reported."},
                     "baseline",
                     JsonString(facts.baseline)});
  }
  lines.push_back(
      {{"Errors fail the run: what a client rejects, and policies that are lost. In a hook,",
        "warnings fail, too. `failOn` sets one level for both."}});
  return lines;
}

}  // namespace

bool AreForGenerators(const RepositoryFacts& facts) {
  const size_t ours = facts.for_generators.size();
  if (!facts.clients.empty() || ours == 0) return false;
  if (facts.configs * 2 <= ours * 3) return true;
  return facts.named_for_generators == facts.configs && facts.configs <= ours * (kOthersForOne + 1);
}

std::string ProposeProject(const RepositoryFacts& facts) {
  std::string text = "{\n";
  const std::vector<ProposedLine> lines = LinesOf(facts);
  auto members = absl::c_count_if(lines, [](const auto& line) { return !line.key.empty(); });
  for (const ProposedLine& line : lines) {
    if (&line != lines.data()) text += "\n";
    for (const std::string& reason : line.reason) absl::StrAppend(&text, "  // ", reason, "\n");
    if (line.key.empty()) continue;
    absl::StrAppend(&text, "  \"", line.key, "\": ", line.value, --members == 0 ? "\n" : ",\n");
  }
  return text + "}\n";
}

}  // namespace grpcfg
