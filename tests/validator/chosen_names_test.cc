// Names and keys that are chosen to share the hash of a table with a fixed seed take no longer than
// plain ones. In a table that they fill slot by slot they would take a hundred times as long.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "rules/families.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

constexpr size_t kNames = 30'000;
constexpr absl::string_view kLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// The number in base `digits.size()`, with four digits.
std::string Spelled(size_t number, absl::string_view digits) {
  std::string text(4, ' ');
  for (char& digit : text) {
    digit = digits[number % digits.size()];
    number /= digits.size();
  }
  return text;
}

std::string PlainName(size_t i) { return absl::StrCat("Call", Spelled(i, kLetters), "OfOrders"); }

// All have the same sum of 31 to the power of a letter's place times the letter: the hash of Java's
// strings and of many small tables.
std::string SamePolynomial(size_t i) {
  std::string name = "Call";
  for (size_t bit = 0; bit < 16; ++bit) absl::StrAppend(&name, (i >> bit & 1) != 0 ? "Aa" : "BB");
  return name;
}

uint64_t Fold(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

constexpr uint64_t kOdd = 0x9E3779B97F4A7C15U;

uint64_t Word(const char* at) {
  uint64_t word = 0;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

// A service of 16 letters, and the end of methods of 16 letters that wyhash with the seed 0 gives
// neighbouring slots: the second factor of its only product is 1.
struct Chosen {
  std::string service;
  std::string tail;
};

Chosen ChooseForWyhash() {
  std::mt19937 random(3);
  for (;;) {
    Chosen chosen = {"acme.v1.", ""};
    for (int i = 0; i < 8; ++i) chosen.service += kLetters[random() % 52];
    const char* const text = chosen.service.data();
    const uint64_t seed = Fold(Word(text) ^ kOdd, Word(text + 8) ^ (16 * kOdd));
    const uint64_t tail = seed ^ (16 * kOdd) ^ 1;
    chosen.tail.assign(reinterpret_cast<const char*>(&tail), sizeof(tail));
    if (chosen.tail.find_first_not_of(std::string(kLetters)) == std::string::npos) return chosen;
  }
}

std::string ConfigOf(absl::string_view service, absl::FunctionRef<std::string(size_t)> name) {
  std::string text = R"({"methodConfig": [{"timeout": "9s", "name": [)";
  for (size_t i = 0; i < kNames; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", R"({"service":")", service, R"(","method":")",
                    name(i), R"("})");
  }
  return absl::StrCat(text, "]}]}");
}

std::string ObjectOf(absl::FunctionRef<std::string(size_t)> key) {
  std::string text = R"({"loadBalancingConfig": [{"weighted_target_experimental": {"targets": {)";
  for (size_t i = 0; i < kNames; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", "\"", key(i),
                    R"(":{"weight":1,"childPolicy":[{"pick_first":{}}]})");
  }
  return absl::StrCat(text, "}}}]}");
}

// The shortest of three checks, in seconds.
double SecondsFor(const std::string& text) {
  static const std::vector<Target> kTargets = *ParseTargets("spec,core");
  double shortest = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const Document document = ParseDocument(text, DocumentKind::kConfig);
    const Report report = Validate(document, kTargets, AllRules());
    EXPECT_EQ(report.verdicts.size(), kTargets.size());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    shortest = std::min(shortest, took.count());
  }
  return shortest;
}

// Quadratic work on so many names takes a second and more.
void ExpectAsFast(const std::string& chosen, const std::string& plain) {
  constexpr double kFactor = 5;
  constexpr double kSlack = 0.2;
  EXPECT_LT(SecondsFor(chosen), kFactor * SecondsFor(plain) + kSlack);
}

TEST(ChosenNamesTest, Names) {
  const Chosen chosen = ChooseForWyhash();
  const std::string plain = ConfigOf(chosen.service, PlainName);
  ExpectAsFast(ConfigOf(chosen.service, SamePolynomial), plain);
  ExpectAsFast(
      ConfigOf(chosen.service,
               [&](size_t i) { return absl::StrCat("Call", Spelled(i, kLetters), chosen.tail); }),
      plain);
}

TEST(ChosenNamesTest, Keys) {
  const Chosen chosen = ChooseForWyhash();
  const std::string plain = ObjectOf(PlainName);
  ExpectAsFast(ObjectOf(SamePolynomial), plain);
  ExpectAsFast(
      ObjectOf([&](size_t i) { return absl::StrCat("Call", Spelled(i, kLetters), chosen.tail); }),
      plain);
}

}  // namespace
}  // namespace grpcfg
