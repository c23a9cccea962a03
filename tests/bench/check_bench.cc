// The whole check against its peers, on the googleapis corpus and on a choice list of 64 MiB in
// memory, in one interleaved run: plain RapidJSON SAX (default flags, no handler) and gRPC's own
// ValidateServiceConfigJSON; descriptors_bench.cc has libprotobuf. Prints times and, last, the
// ratios; asserts nothing about time.
// `grpcfg_bench --print-large-config` prints that choice list and measures nothing.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "benchmark/benchmark.h"
#include "grpc/grpc.h"
#include "grpcpp/support/channel_arguments.h"
#include "grpcpp/support/validate_service_config.h"
#include "rules/families.h"
#include "schema/clients/profile.h"
#include "schema/clients/profile_at.h"
#include "schema/json/json_tree.h"
#include "schema/read/read.h"
#include "tests/bench/large_config.h"
#include "tests/bench/plain_sax.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

std::vector<std::string> LoadCorpus(const std::string& root) {
  std::vector<std::string> texts;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root, error)) {
    const std::string name = entry.path().filename();
    if (name.find("grpc_service_config.json") == std::string::npos) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

const std::vector<std::string>& Corpus() {
  static const std::vector<std::string> kCorpus = [] {
    const char* const shared = std::getenv("GRPCFG_SHARED_DIR");
    return LoadCorpus(std::string(shared != nullptr ? shared : "../shared") + "/corpus/googleapis");
  }();
  return kCorpus;
}

template <typename Check>
void OverCorpus(benchmark::State& state, const Check& check) {
  size_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& text : Corpus()) {
      check(text);
      bytes += text.size();
    }
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}

void BenchPlainRapidJsonSax(benchmark::State& state) {
  OverCorpus(state, [](const std::string& text) { benchmark::DoNotOptimize(PlainSax(text)); });
}

void BenchParseJson(benchmark::State& state) {
  OverCorpus(state,
             [](const std::string& text) { benchmark::DoNotOptimize(ParseJson(text).size()); });
}

void BenchParseJsonTolerantly(benchmark::State& state) {
  OverCorpus(state, [](const std::string& text) {
    benchmark::DoNotOptimize(ParseJsonTolerantly(text).size());
  });
}

void BenchParseAndRead(benchmark::State& state) {
  const ProfileAt spec(SpecProfile());
  const LinkedPolicies& policies = spec.default_policies;
  OverCorpus(state, [&](const std::string& text) {
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    benchmark::DoNotOptimize(Read(document, {spec, policies}).issues.size());
  });
}

void BenchCheck(benchmark::State& state, const std::vector<Target>& targets, Needed needed) {
  const CheckPlan plan(targets, AllRules(), nullptr, {.needed = needed});
  OverCorpus(state, [&](const std::string& text) {
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    benchmark::DoNotOptimize(ValidateWithFixes(document, plan).diagnostics.size());
  });
}

void BenchWholeCheck(benchmark::State& state) { BenchCheck(state, DefaultTargets(), Needed::kAll); }

void BenchSpecCheck(benchmark::State& state) {
  BenchCheck(state, *ParseTargets("spec"), Needed::kAll);
}

// As `batch --no-diagnostics` does it: lints that no verdict depends on are not run.
void BenchVerdictsAlone(benchmark::State& state) {
  BenchCheck(state, DefaultTargets(), Needed::kVerdicts);
}

void BenchGrpcValidate(benchmark::State& state) {
  grpc_init();  // else every call starts and stops the library
  OverCorpus(state, [](const std::string& text) {
    benchmark::DoNotOptimize(grpc::experimental::ValidateServiceConfigJSON(text).empty());
  });
  grpc_shutdown();
}

const std::string& Large() {
  static const std::string kLarge = LargeChoiceList();
  return kLarge;
}

void BenchLargePlainRapidJsonSax(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(PlainSax(Large()));
}

void BenchLargeParse(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(ParseJson(Large()).size());
}

void BenchLargeRead(benchmark::State& state) {
  const ProfileAt spec(SpecProfile());
  const LinkedPolicies& policies = spec.default_policies;
  const Document document = ParseDocument(Large(), DocumentKind::kChoices);
  for (auto _ : state) {
    benchmark::DoNotOptimize(Read(document, {spec, policies}).issues.size());
  }
}

void BenchLargeWholeCheck(benchmark::State& state) {
  const std::vector<Target> targets = DefaultTargets();
  for (auto _ : state) {
    const Document document = ParseDocument(Large(), DocumentKind::kChoices);
    const Report report = ValidateWithFixes(document, targets, AllRules());
    if (report.verdicts[0] != Verdict::kAccepts) state.SkipWithError("the choice list is invalid");
  }
}

BENCHMARK(BenchPlainRapidJsonSax);
BENCHMARK(BenchParseJson);
BENCHMARK(BenchParseJsonTolerantly);
BENCHMARK(BenchParseAndRead);
BENCHMARK(BenchSpecCheck);
BENCHMARK(BenchWholeCheck);
BENCHMARK(BenchVerdictsAlone);
BENCHMARK(BenchGrpcValidate);
BENCHMARK(BenchLargePlainRapidJsonSax);
BENCHMARK(BenchLargeParse);
BENCHMARK(BenchLargeRead);
BENCHMARK(BenchLargeWholeCheck);

// Keeps the median of each benchmark and divides by that of its peer: plain RapidJSON, libprotobuf.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name == "median") {
        medians_[run.run_name.function_name] = run.GetAdjustedRealTime();
      }
    }
  }

  void Finalize() override {
    std::printf("\n%-28s %12s %8s\n", "median", "us", "ratio");
    for (const auto& [name, nanoseconds] : medians_) {
      std::printf("%-28s %12.1f %8.2f\n", name.c_str(), nanoseconds / 1000,
                  nanoseconds / medians_[BaseOf(name)]);
    }
  }

 private:
  static const char* BaseOf(const std::string& name) {
    if (name.rfind("BenchDescriptors", 0) == 0) return "BenchDescriptorsByProtobuf";
    const bool is_large = name.rfind("BenchLarge", 0) == 0;
    return is_large ? "BenchLargePlainRapidJsonSax" : "BenchPlainRapidJsonSax";
  }

  std::map<std::string, double> medians_;
};

}  // namespace
}  // namespace grpcfg

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--print-large-config") {
    std::fputs(grpcfg::LargeChoiceList().c_str(), stdout);
    return 0;
  }
  // Interleaved, so that whatever else the machine does falls on all alike.
  std::vector<std::string> words = {argv[0], "--benchmark_repetitions=15",
                                    "--benchmark_enable_random_interleaving=true",
                                    "--benchmark_min_time=0.02"};
  words.insert(words.end(), argv + 1, argv + argc);
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (grpcfg::Corpus().empty()) {
    std::printf("the corpus is absent: nothing is measured\n");
    return 0;
  }
  grpcfg::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
}
