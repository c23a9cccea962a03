// Looking names up in descriptors, against what libprotobuf takes to parse and build the same set:
// 2,000 services of 10 methods, all of them named in one config.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "rules/families.h"
#include "schema/protobuf/descriptor_set.h"
#include "validator/engine/validate.h"
#include "validator/fix/fix_document.h"

namespace grpcfg {
namespace {

constexpr int kServices = 2000;
constexpr int kMethods = 10;

const std::string& Set() {
  static const std::string kSet = [] {
    google::protobuf::FileDescriptorSet set;
    for (int i = 0; i < kServices; ++i) {
      google::protobuf::FileDescriptorProto& file = *set.add_file();
      const std::string package = absl::StrCat("bench.p", i, ".v1");
      file.set_name(absl::StrCat("bench", i, ".proto"));
      file.set_package(package);
      file.set_syntax("proto3");
      file.add_message_type()->set_name("Request");
      google::protobuf::ServiceDescriptorProto& service = *file.add_service();
      service.set_name("Service");
      for (int j = 0; j < kMethods; ++j) {
        google::protobuf::MethodDescriptorProto& method = *service.add_method();
        method.set_name(absl::StrCat("GetThing", j));
        method.set_input_type(absl::StrCat(".", package, ".Request"));
        method.set_output_type(absl::StrCat(".", package, ".Request"));
      }
    }
    return set.SerializeAsString();
  }();
  return kSet;
}

// With the methods spelt as `spelling`, before their number.
std::string ConfigOf(absl::string_view spelling) {
  std::string names;
  for (int i = 0; i < kServices; ++i) {
    for (int j = 0; j < kMethods; ++j) {
      absl::StrAppend(&names, names.empty() ? "" : ",", R"({"service": "bench.p)", i,
                      R"(.v1.Service", "method": ")", spelling, j, "\"}");
    }
  }
  return absl::StrCat(R"({"methodConfig": [{"timeout": "1s", "name": [)", names, "]}]}");
}

Api LoadSet() { return *ReadDescriptorSets({{"`bench`", Set()}}); }

void BenchDescriptorsByProtobuf(benchmark::State& state) {
  for (auto _ : state) {
    google::protobuf::FileDescriptorSet set;
    set.ParseFromString(Set());
    google::protobuf::DescriptorPool pool;
    for (const auto& file : set.file()) benchmark::DoNotOptimize(pool.BuildFile(file));
  }
}

void BenchDescriptorsLoad(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(LoadSet().services.size());
}

void CheckNames(benchmark::State& state, absl::string_view spelling) {
  const std::string config = ConfigOf(spelling);
  const Api api = LoadSet();
  const std::vector<Target> targets = DefaultTargets();
  for (auto _ : state) {
    const Document document = ParseDocument(config, DocumentKind::kConfig);
    benchmark::DoNotOptimize(
        ValidateWithFixes(document, targets, AllRules(), &api).diagnostics.size());
  }
}

void BenchDescriptorsRightNames(benchmark::State& state) { CheckNames(state, "GetThing"); }

void BenchDescriptorsWrongNames(benchmark::State& state) { CheckNames(state, "get_thing_"); }

BENCHMARK(BenchDescriptorsByProtobuf);
BENCHMARK(BenchDescriptorsLoad);
BENCHMARK(BenchDescriptorsRightNames);
BENCHMARK(BenchDescriptorsWrongNames);

}  // namespace
}  // namespace grpcfg
