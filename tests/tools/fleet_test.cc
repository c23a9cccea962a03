// `grpcfg simulate --clients`: what a fleet sends.
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "tests/expected_file.h"
#include "tests/rules/shared_data.h"
#include "tests/strict_xml.h"
#include "tests/tools/run_grpcfg.h"

namespace grpcfg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct FleetGolden {
  const char* name;       // of fixtures/commands/simulate/<name>.simulated
  const char* arguments;  // after `grpcfg simulate`, in fixtures/commands/simulate
};

constexpr FleetGolden kFleetGoldens[] = {
    {"fleet",
     "greeter.json --method helloworld.Greeter --clients 10000 --deadline 5s --target "
     "go@1.68,go,dotnet,core@1.51"},
    {"fleet_algorithms",
     "--algorithm google-http-client,full-jitter,decorrelated-jitter,ethernet --clients 1000000"},
    {"fleet_json",
     "greeter.json --method helloworld.Greeter --clients 10 --bin 50ms --format json "
     "--failure-probability 0.5"},
    {"outage",
     "greeter.json --method helloworld.Greeter --deadline 5s --outage 0.5s --rate 2 --clients 1000 "
     "--target spec,node@1.13,dotnet"},
    {"outage_curve",
     "greeter.json --method helloworld.Greeter --outage 0s:1,0.5s:1,0.5s:0.5,2s:0 --deadline 2s "
     "--target spec,dotnet"},
    {"outage_algorithms",
     "--algorithm google-http-client,full-jitter,ethernet --outage 10s --rate 100"},
    {"outage_json",
     "greeter.json --method helloworld.Greeter --outage 0.25s --bin 50ms --deadline 2s "
     "--failure-probability 0.5 --layers 2 --overload 1.5 --seed 7 --format json"},
    {"fleet_svg",
     "greeter.json --clients 10000 --target all,go@1.68,java@1.75,core@1.51 --compare full-jitter "
     "--format svg"},
    {"hedges_by_law",
     "greeter.json --method helloworld.Greeter/SayHelloTwice --target spec,java --latency "
     "mixture:0.02:20ms:1s --failure-probability 0.3 --failure-latency exp:10ms"},
    {"layers",
     "greeter.json --method helloworld.Greeter --layers 3 --overload 0.8 --failure-probability "
     "0.05"},
};

TEST(FleetTest, FixturesAreUpToDate) {
  const GrpcfgRun run;
  const std::string folder =
      absl::StrCat(std::filesystem::current_path().string(), "/fixtures/commands/simulate");
  for (const FleetGolden& golden : kFleetGoldens) {
    const RunResult result =
        run.Run(absl::StrCat("cd '", folder, "' && $G simulate ", golden.arguments));
    ExpectUpToDate(absl::StrCat(folder, "/", golden.name, ".simulated"), result.out);
    EXPECT_THAT(result.err, IsEmpty()) << golden.name;
  }
}

// Those of the README and of docs/ are made by the program.
TEST(FleetTest, PicturesOfTheDocsAreUpToDate) {
  const GrpcfgRun run;
  const std::string config = absl::StrCat(std::filesystem::current_path().string(),
                                          "/docs/examples/orders.json --method "
                                          "shop.v1.Orders/GetOrder --deadline 30s ");
  const std::pair<std::string, std::string> pictures[] = {
      {"waves", "--clients 10000 --target go@1.68,go"},
      {"outage", "--outage 20s --target go,dotnet"},
      {"attempts", "--target go@1.68,go"}};
  for (const auto& [name, flags] : pictures) {
    const RunResult made = run.Run(absl::StrCat("$G simulate --format svg ", config, flags));
    ExpectUpToDate(absl::StrCat("docs/pictures/", name, ".svg"), made.out);
  }
  const RunResult generations = run.Run(
      "$G simulate --algorithm google-http-client,ethernet,non-overlapping --clients 1000 "
      "--picture generations --format svg");
  ExpectUpToDate("docs/pictures/generations.svg", generations.out);
}

// Exactly, of 1,000 clients: Ethernet's backoff comes in waves that overlap, and that with separate
// intervals never rises.
TEST(FleetTest, SlotsHaveMasses) {
  const GrpcfgRun run;
  const std::string command =
      "$G simulate --algorithm ethernet,non-overlapping --clients 1000 --format ";
  rapidjson::Document json;
  const RunResult result = run.Run(command + "json");
  json.Parse(result.out.data(), result.out.size());
  const auto masses = [&](rapidjson::SizeType index) {
    const rapidjson::Value& herd = json["schedules"][index]["herd"];
    EXPECT_EQ(herd["slot_s"].GetDouble(), 1);
    EXPECT_EQ(herd["bin_s"].GetDouble(), 1);
    std::vector<double> found;
    for (rapidjson::SizeType i = 0; i < 7; ++i) {
      found.push_back(herd["attempts_per_bin"][i].GetDouble());
    }
    return found;
  };
  const std::vector<double> ethernet = {0,           500,           625,          265.625,
                                        297.8515625, 332.061767578, 243.316650391};
  const std::vector<double> separate = {0, 500, 500, 250, 250, 250, 250};
  EXPECT_THAT(masses(0), testing::Pointwise(testing::DoubleNear(1e-6), ethernet));
  EXPECT_THAT(masses(1), testing::Pointwise(testing::DoubleNear(1e-9), separate));
  for (rapidjson::SizeType i = 0; i < 2; ++i) {
    const rapidjson::Value& herd = json["schedules"][i]["herd"];
    EXPECT_EQ(herd["peak_per_s"].GetDouble(), i == 0 ? 625 : 500);
    EXPECT_EQ(herd["waves"].Size(), i == 0 ? 4U : 1U);
  }
  const std::string text = absl::StrReplaceAll(run.Run(command + "text").out, {{"\n    ", " "}});
  EXPECT_THAT(text, HasSubstr("up to 625 times in a slot of 1s, after 2s; in 4 waves; from slot to "
                              "slot: 500, 625, 265.6, 297.9, 332.1, 243.3, "));
  EXPECT_THAT(text, HasSubstr("up to 500 times in a slot of 1s, after 1s; in 1 wave; from slot to "
                              "slot: 500, 500, 250, 250, 250, 250, 125, "));
  EXPECT_THAT(run.Run(command + "svg").out, HasSubstr("peak 625/s at 2s"));
}

// A method that retries, and one that hedges.
constexpr char kBoth[] = R"({"methodConfig": [{"name": [{"service": "<&\"é"}], "retryPolicy": {
    "maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "10s", "backoffMultiplier": 1.3,
    "retryableStatusCodes": ["UNAVAILABLE"]}}, {"name": [{"service": "s.Hedged"}],
    "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.05s"}}],
    "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})";

// That of the first picture.
std::string TitleIn(const std::string& svg) {
  const size_t begin = svg.find("<title>") + 7;
  return svg.substr(begin, svg.find("</title>") - begin);
}

// Pictures are XML without scripts, of less than 100 KiB, whatever the names and the bins.
TEST(FleetTest, PicturesStandAlone) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  constexpr char kMany[] =
      "--clients 10 --algorithm ms-table,ethernet,non-overlapping,full-jitter,equal-jitter,"
      "decorrelated-jitter,google-http-client --bin 1ms";
  for (const char* const flags :
       {"a.json", "a.json --clients 7 --picture generations",
        "--algorithm ethernet,ms-table --clients 1e6 --picture generations",
        "a.json --clients 1000000000000 --bin 1ns --target all",
        "a.json --outage 10s --bin 1ms --clients 5 --target all",
        "a.json --outage 1s --picture amplification --failure-probability 0.5 --target all",
        "a.json --picture tokens --target all", "a.json --picture attempts --deadline 1h",
        "a.json --picture hedging --latency exp:20ms --target all",
        "a.json --picture hedging --latency lognormal:20ms:2", "a.json --clients 5 --deadline 0s",
        kMany}) {
    const RunResult result = run.Run(absl::StrCat("$G simulate --format svg ", flags));
    EXPECT_TRUE(StrictXml(result.out).IsWhole()) << flags << result.out.substr(0, 1000);
    EXPECT_LT(result.out.size(), 100U * 1024) << flags;
    EXPECT_THAT(result.out, testing::Not(HasSubstr("script"))) << flags;
    EXPECT_THAT(result.out, testing::Not(HasSubstr("nan"))) << flags;
  }
}

// Each kind where it is requested; else the first that was.
TEST(FleetTest, KindsOfPictures) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  const auto title = [&](const std::string& flags) {
    return TitleIn(run.Run(absl::StrCat("$G simulate a.json --format svg ", flags)).out);
  };
  EXPECT_EQ(title(""), "When the attempts of one call start");
  EXPECT_EQ(title("--clients 5"), "Retries per second of 5 clients that fail simultaneously");
  EXPECT_EQ(title("--clients 5 --outage 1s"),
            "Attempts per call in an outage of 1s and after it: 5 clients, 5 calls/s");
  EXPECT_EQ(title("--latency exp:1ms"),
            "p99 latency of hedged calls against extra load, by hedgingDelay");
  EXPECT_EQ(title("--picture amplification"),
            "Attempts per call, by the share of attempts that fail");
  EXPECT_EQ(title("--picture tokens"),
            "Tokens of one client: each failure takes one, each success returns tokenRatio");
  EXPECT_EQ(run.Run("$G simulate a.json --format svg --picture x").status, 2);
}

// Each algorithm takes part in outages and layers, and has numbers of its own.
TEST(FleetTest, AlgorithmsTakeNumbersAndOutages) {
  const GrpcfgRun run;
  const auto schedule = [&](const std::string& flags) {
    rapidjson::Document json;
    const RunResult result = run.Run(
        absl::StrCat("$G simulate --format json --outage 200s --layers 2 --algorithm ", flags));
    EXPECT_EQ(result.status, 0) << flags << result.err;
    json.Parse(result.out.data(), result.out.size());
    return json;
  };
  // In a long outage what comes after it, and is saved, is the mean start of the last retry.
  const std::pair<const char*, double> saved[] = {
      {"ethernet", 33.5}, {"non-overlapping", 46.5},    {"ms-table", 12.2155},
      {"ethernet:3", 4},  {"full-jitter:3,1s,4s", 1.5}, {"ms-table:0,100,1000", 3.098},
  };
  for (const auto& [flags, saved] : saved) {
    const rapidjson::Document json = schedule(flags);
    const rapidjson::Value& of_all = json["schedules"][0];
    const rapidjson::Value& totals = of_all["outage"]["totals"];
    EXPECT_NEAR(totals["retries_after_recovery"].GetDouble(), saved, 0.02 * saved) << flags;
    EXPECT_NEAR(totals["calls_saved_by_retries"].GetDouble(), saved, 0.02 * saved) << flags;
    EXPECT_EQ(of_all["layers"].Size(), 2U) << flags;
  }
  const auto error = [&](const std::string& flags) {
    return run.Run(absl::StrCat("$G simulate --algorithm ", flags)).err;
  };
  EXPECT_THAT(error("full-jitter:0"), HasSubstr("takes 1 to 7 attempts"));
  EXPECT_THAT(error("ethernet:3,1s"), HasSubstr("write ethernet:ATTEMPTS"));
  EXPECT_THAT(error("ms-table:x"), HasSubstr("write ms-table:MS,MS"));
  EXPECT_THAT(error("full-jitter:3,0s"), HasSubstr("write full-jitter:ATTEMPTS[,INITIAL"));
}

// A picture is drawn of what was requested, and a trace has none of a fleet.
TEST(FleetTest, SaysWhatAPictureNeeds) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  const auto error = [&](const std::string& flags) {
    const RunResult result = run.Run(absl::StrCat("$G simulate a.json ", flags));
    EXPECT_EQ(result.status, 2) << flags;
    return result.err;
  };
  EXPECT_EQ(error("--picture rate --format svg"),
            "grpcfg: --picture rate has nothing to draw: it needs --clients and a method that "
            "retries\n");
  EXPECT_THAT(error("--picture outage --format html"), HasSubstr("it needs --outage"));
  EXPECT_THAT(error("--picture hedging --latency 0s --format svg"),
              HasSubstr("it needs --latency"));
  EXPECT_THAT(error("--trace OK --outage 3s"),
              HasSubstr("--trace and --outage cannot be combined"));
  EXPECT_THAT(error("--trace OK --clients 3"), HasSubstr("--trace and --clients cannot be"));
}

// A page has all of them, and what the text says.
TEST(FleetTest, PagesStandAlone) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  const RunResult page =
      run.Run("$G simulate a.json --format html --outage 1s --clients 5 --latency exp:1ms");
  EXPECT_EQ(page.status, 0);
  EXPECT_THAT(page.out, HasSubstr("<!DOCTYPE html>"));
  for (const char* const forbidden : {"script", "src=", "href=", "<&\""}) {
    EXPECT_THAT(page.out, testing::Not(HasSubstr(forbidden)));
  }
  size_t pictures = 0;
  for (size_t at = 0; (at = page.out.find("<svg", at)) != std::string::npos; ++at) ++pictures;
  EXPECT_EQ(pictures, 7);
  EXPECT_THAT(page.out, HasSubstr("retryPolicy: 5 attempts"));
  EXPECT_THAT(page.out, HasSubstr("<code>grpcfg simulate a.json "));
  EXPECT_THAT(page.out, HasSubstr(" --outage 1s "));
}

constexpr const char* kSenseless[] = {
    "--clients 0",
    "--clients 1.5",
    "--clients -3",
    "--clients 1.5",
    "--clients x",
    "--clients 9999999999999",
    "--clients 5 --bin 0s",
    "--clients 5 --bin x",
    "--bin 1s",
    "--outage 0s",
    "--outage x",
    "--outage 0s:1",
    "--outage 10s,20s",
    "--outage 0s:1,300000h:1",
    "--outage 0s:100%,20s:0",
    "--outage 1s:1,2s:1",
    "--outage 0s:1,2s:1,1s:1",
    "--outage 0s:1,2s:1.5",
    "--outage 0s:1,2:1",
    "--outage 0s:1,2s:1:3",
    "--outage 0s:0,2s:0",
    "--outage 0s:1,",
    "--outage 0s:1,1s:1 --failure-probability 1",
    "--outage 1s --rate 0",
    "--outage 1s --rate x",
    "--rate 1",
    "--outage 1s --rate 1e13",
    "--layers 0",
    "--layers 11",
    "--overload 0",
    "--overload -1",
    "--seed x",
    "--seed -1",
    "--failure-latency 1s",
    "--latency lognormal:0s:1",
    "--latency lognormal:1s",
    "--latency lognormal:1s:11",
    "--latency mixture:2:1s:1s",
    "--latency mixture:0.5:x:1s",
    "--latency 1s --failure-latency x",
};

TEST(FleetTest, ImpossibleValuesAreErrors) {
  const GrpcfgRun run;
  for (const char* const flags : kSenseless) {
    const RunResult result = run.Run(absl::StrCat("$G simulate --algorithm full-jitter ", flags));
    EXPECT_EQ(result.status, 2) << flags;
    EXPECT_THAT(result.err, HasSubstr("grpcfg: --")) << flags;
  }
}

// Of 5 attempts 2 may start within 0.2 s and 3 within 0.3 s, half of the time.
TEST(FleetTest, AttemptsThatNeverStartMultiplyNothing) {
  const GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": [{"name": [{}], "timeout": "0.3s", "retryPolicy": {
      "maxAttempts": 5, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]}}],
      "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}})");
  const auto of = [&](const std::string& flags) {
    const RunResult result = run.Run(absl::StrCat(
        "$G simulate a.json --format json --layers 2 --overload 0.4 --failure-probability 0.5 ",
        flags));
    rapidjson::Document json;
    json.Parse(result.out.data(), result.out.size());
    const rapidjson::Value& of_all = json["schedules"][0];
    const rapidjson::Value& throttle = of_all["throttle"];
    EXPECT_EQ(of_all["attempts"].Size(), 5U) << flags;
    return std::vector<double>{
        of_all["layers"][1]["worst_case"].GetDouble(),
        of_all["overload"]["metastable_from"].GetDouble(),
        throttle["closed_forms"]["retries_of_a_lone_failing_call"].GetDouble(),
        throttle["serial_client_stationary"]["attempts_per_call_without_throttle"].GetDouble()};
  };
  EXPECT_THAT(of("--deadline 0.2s"), testing::ElementsAre(4, 1, 1, 1.5));
  EXPECT_THAT(of(""), testing::ElementsAre(9, 1, 2, 1.625));
  EXPECT_THAT(of("--deadline 9s"), testing::ElementsAre(25, 1, 4, 1.9375));
}

// Of `a.json`, each sentence on one line.
std::string UnwrappedText(const GrpcfgRun& run, const std::string& flags) {
  const RunResult result = run.Run(absl::StrCat("$G simulate a.json ", flags));
  return absl::StrReplaceAll(result.out, {{"\n    ", " "}});
}

TEST(FleetTest, SaysThatAttemptsNeverStart) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  const auto text = [&](const std::string& flags) { return UnwrappedText(run, flags); };
  constexpr char kWords[] = "never start), with retryThrottling in the long run, by the share";
  EXPECT_THAT(text("--layers 1"), testing::Not(HasSubstr(kWords)));
  EXPECT_THAT(text("--layers 1 --deadline 1ms"),
              HasSubstr("each retry (1 attempt each, as the others never start), with"));
  EXPECT_THAT(text("--overload 2 --deadline 1.5s"),
              HasSubstr("in the long run, up to 2 attempts each, as the others never start, 50%"));
  EXPECT_THAT(text("--failure-probability 0.5 --deadline 1.5s"),
              HasSubstr("without throttling; up to 2 attempts each, as the others never start); "));
  const std::string drawn = "--format svg --picture amplification --deadline 1.5s";
  EXPECT_THAT(text(drawn + " --without-throttling"),
              HasSubstr(">2 where all fail, as the others never start<"));
  EXPECT_THAT(text(drawn), HasSubstr(", with retryThrottling, as the others never start<"));
}

TEST(FleetTest, TooManyCallsToFollowHaveALimit) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  const auto text = [&](const std::string& flags) { return UnwrappedText(run, flags); };
  constexpr char kWords[] = "the numbers of the outage are the limit for infinitely many calls";
  EXPECT_THAT(text("--outage 1s --rate 1e9 --failure-probability 0.5"), HasSubstr(kWords));
  EXPECT_THAT(text("--outage 100h --target node"), HasSubstr(kWords));
  EXPECT_THAT(text("--outage 1s --rate 1e9"), testing::Not(HasSubstr(kWords)));
  EXPECT_THAT(text("--outage 1s"), testing::Not(HasSubstr(kWords)));
  EXPECT_THAT(text("--failure-probability 0.5"), testing::Not(HasSubstr(kWords)));
}

// The same numbers in text, JSON and picture, all with tokens: 10,000 clients with 10 of them send
// nearly four retries each, however long it lasts, and those with 2 none.
TEST(FleetTest, ThrottlingComesFirst) {
  const GrpcfgRun run;
  const auto write = [&](int tokens) {
    run.files.Write("a.json", absl::StrCat(R"({"methodConfig": [{"name": [{}], "retryPolicy": {
      "maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]}}],
      "retryThrottling": {"tokenRatio": 0.1, "maxTokens": )",
                                           tokens, "}}"));
  };
  const auto outage = [&](const std::string& flags) {
    rapidjson::Document json;
    const RunResult result = run.Run(absl::StrCat(
        "$G simulate a.json --format json --clients 10000 --outage 30s --rate 2 ", flags));
    json.Parse(result.out.data(), result.out.size());
    const rapidjson::Value& of_all = json["schedules"][0];
    return std::vector<double>{of_all["outage"]["totals"]["attempts_during_outage"].GetDouble(),
                               of_all["outage"]["peak_load"].GetDouble(),
                               of_all["herd"]["peak_per_s"].GetDouble()};
  };
  using testing::DoubleNear;
  using testing::ElementsAre;
  write(10);
  EXPECT_THAT(outage(""), ElementsAre(DoubleNear(637'520, 10), DoubleNear(2.9266, 1e-4), 250'000));
  EXPECT_THAT(outage("--without-throttling"),
              ElementsAre(DoubleNear(2'378'000, 1), DoubleNear(4, 1e-9), 250'000));
  EXPECT_THAT(
      UnwrappedText(run, "--outage 30s --rate 900"),
      HasSubstr("900 calls per second and retryThrottling: up to 1.11 times the load; 27,004 "
                "attempts during it"));
  write(2);
  EXPECT_THAT(outage(""), ElementsAre(600'000, 1, 0));
  EXPECT_THAT(UnwrappedText(run, ""),
              HasSubstr("1 attempt, never retried: retryThrottling has too few tokens"));
  EXPECT_THAT(UnwrappedText(run, "--outage 3s --format svg"),
              HasSubstr("up to 1 attempt per call, with retryThrottling"));
}

// Of clients that are sampled: as narrow as the bins are, chance does not make a peak.
TEST(FleetTest, NoBinDecidesThePeak) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  std::set<double> peaks;
  for (const char* const bin : {"", "--bin 10ms", "--bin 5s"}) {
    rapidjson::Document json;
    const RunResult result = run.Run(absl::StrCat(
        "$G simulate a.json --format json --outage 20s --failure-probability 0.5 ", bin));
    json.Parse(result.out.data(), result.out.size());
    EXPECT_EQ(json["schedules"][0]["outage"]["method"], "monte_carlo");
    peaks.insert(json["schedules"][0]["outage"]["peak_load"].GetDouble());
  }
  EXPECT_THAT(peaks, testing::SizeIs(1));
}

// The peak lasts for a second, and a column of the curve for 70.
TEST(FleetTest, TheCurveReachesThePeak) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  const std::string text = UnwrappedText(run, "--clients 1000 --outage 1h");
  EXPECT_THAT(text, HasSubstr("up to 2.49 times the load"));
  EXPECT_THAT(text, HasSubstr(" 2.49 |"));
}

TEST(FleetTest, MillionsAreWords) {
  const GrpcfgRun run;
  run.files.Write("a.json", kBoth);
  const std::string text = UnwrappedText(run, "--clients 1e7");
  EXPECT_THAT(text, HasSubstr(" million |"));
  EXPECT_THAT(text, testing::Not(HasSubstr("e+0")));
}

// Bins that would be too many are longer; time without end has one at its end.
TEST(FleetTest, IsBounded) {
  const GrpcfgRun run;
  for (const char* const flags :
       {"ms-table --clients 7 --bin 1ns", "ms-table --clients 7 --bin 1000h",
        "ms-table --clients 7 --latency exp:100h --bin 1us",
        "full-jitter --outage 1000000h --bin 1ns",
        "full-jitter --outage 1ns --rate 1e12 --bin 1000h",
        "full-jitter --outage 1000h --latency exp:1ns --deadline 1s"}) {
    const RunResult result = run.Run(absl::StrCat("$G simulate --format json --algorithm ", flags));
    ASSERT_EQ(result.status, 0) << flags;
    EXPECT_LT(result.out.size(), 1'000'000U) << flags;
  }
}

TEST(FleetTest, AgreesWithTheReference) {
  const rapidjson::Document reference = ReadJson(DataPath("simulator_reference.json"));
  const GrpcfgRun run;
  run.files.Write("a.json", R"({"methodConfig": [{"name": [{}], "retryPolicy": {
      "maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]}}]})");
  const rapidjson::Value& expected =
      reference["policies"]["a6_example"]["by_rule"]["a6_2017"]["herd"];
  const RunResult result =
      run.Run("$G simulate a.json --rule a6-2017 --clients 1000 --bin 10ms --format json");
  rapidjson::Document simulated;
  simulated.Parse(result.out.data(), result.out.size());
  const rapidjson::Value& herd = simulated["schedules"][0]["herd"];
  const rapidjson::Value& bins = expected["total_mass_per_bin"];
  ASSERT_EQ(herd["attempts_per_bin"].Size(), bins.Size());
  for (rapidjson::SizeType i = 0; i < bins.Size(); ++i) {
    EXPECT_NEAR(herd["attempts_per_bin"][i].GetDouble(), 1000 * bins[i].GetDouble(), 1e-6) << i;
  }
  EXPECT_NEAR(herd["peak_per_s"].GetDouble(), 15625, 1e-4);
  EXPECT_NEAR(herd["time_of_peak_s"].GetDouble(), 0.1, 1e-9);
}

}  // namespace
}  // namespace grpcfg
