// The whole check against its peers, on the googleapis corpus in memory, in one interleaved run:
// plain RapidJSON SAX (default flags, no handler) and gRPC's own ValidateServiceConfigJSON.
// Prints times and, last, the ratios; asserts nothing about time.
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
#include "rapidjson/reader.h"
#include "rules/families.h"
#include "schema/json_tree.h"
#include "schema/read.h"
#include "validator/validate.h"

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
  static const std::vector<std::string> corpus = [] {
    const char* const shared = std::getenv("GRPCFG_SHARED_DIR");
    return LoadCorpus(std::string(shared != nullptr ? shared : "../shared") + "/corpus/googleapis");
  }();
  return corpus;
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

void BM_RapidJsonSax(benchmark::State& state) {
  OverCorpus(state, [](const std::string& text) {
    rapidjson::StringStream stream(text.c_str());
    rapidjson::BaseReaderHandler<> handler;
    rapidjson::Reader reader;
    benchmark::DoNotOptimize(reader.Parse(stream, handler).IsError());
  });
}

void BM_ParseJson(benchmark::State& state) {
  OverCorpus(state,
             [](const std::string& text) { benchmark::DoNotOptimize(ParseJson(text).size()); });
}

void BM_ParseJsonTolerantly(benchmark::State& state) {
  OverCorpus(state, [](const std::string& text) {
    benchmark::DoNotOptimize(ParseJsonTolerantly(text).size());
  });
}

void BM_ParseAndRead(benchmark::State& state) {
  OverCorpus(state, [](const std::string& text) {
    const JsonTree tree = ParseJson(text);
    benchmark::DoNotOptimize(Read(tree, SpecProfile()).issues.size());
  });
}

void BM_WholeCheck(benchmark::State& state) {
  const std::vector<Target> targets = DefaultTargets();
  OverCorpus(state, [&](const std::string& text) {
    const JsonTree tree = ParseJson(text);
    benchmark::DoNotOptimize(Validate(tree, targets, AllRules()).diagnostics.size());
  });
}

void BM_GrpcValidate(benchmark::State& state) {
  grpc_init();  // else every call starts and stops the library
  OverCorpus(state, [](const std::string& text) {
    benchmark::DoNotOptimize(grpc::experimental::ValidateServiceConfigJSON(text).empty());
  });
  grpc_shutdown();
}

BENCHMARK(BM_RapidJsonSax);
BENCHMARK(BM_ParseJson);
BENCHMARK(BM_ParseJsonTolerantly);
BENCHMARK(BM_ParseAndRead);
BENCHMARK(BM_WholeCheck);
BENCHMARK(BM_GrpcValidate);

// Keeps the median of each benchmark and divides by that of RapidJSON.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name == "median")
        medians_[run.run_name.function_name] = run.real_accumulated_time;
    }
  }

  void Finalize() override {
    const double base = medians_["BM_RapidJsonSax"];
    std::printf("\n%-24s %12s %8s\n", "median", "us / corpus", "ratio");
    for (const auto& [name, time] : medians_) {
      std::printf("%-24s %12.1f %8.2f\n", name.c_str(), time * 1e6, time / base);
    }
  }

 private:
  std::map<std::string, double> medians_;
};

}  // namespace
}  // namespace grpcfg

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (grpcfg::Corpus().empty()) {
    std::printf("the corpus is absent: nothing is measured\n");
    return 0;
  }
  grpcfg::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
}
