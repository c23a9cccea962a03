// Random service configs, right and wrong: fields of the table in any place, values that some field
// takes and others do not. The same seed gives the same text.
#ifndef GRPCFG_TESTS_VALIDATOR_RANDOM_CONFIG_H_
#define GRPCFG_TESTS_VALIDATOR_RANDOM_CONFIG_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "schema/fields/field_table.h"

namespace grpcfg {

// A JSON value whose members can be put into another order.
struct RandomValue {
  std::string scalar = {};  // empty for a container
  bool array = false;
  std::vector<std::pair<std::string, RandomValue>> members = {};  // of an array: without keys

  [[nodiscard]] std::string Text() const {
    if (!scalar.empty()) return scalar;
    std::string text = array ? "[" : "{";
    for (size_t i = 0; i < members.size(); ++i) {
      absl::StrAppend(&text, i == 0 ? "" : ", ");
      if (!array) absl::StrAppend(&text, "\"", members[i].first, "\": ");
      absl::StrAppend(&text, members[i].second.Text());
    }
    return text + (array ? "]" : "}");
  }

  // Turns the order of all members of all objects around.
  void Reverse() {
    if (!array) std::reverse(members.begin(), members.end());
    for (auto& member : members) member.second.Reverse();
  }
};

class RandomConfig {
 public:
  // std::mt19937 and the remainder are the same on every platform; distributions are not.
  explicit RandomConfig(uint32_t seed) : random_(seed) {}

  RandomValue Next() { return Object(ServiceConfigMessage()); }
  size_t Below(size_t bound) { return random_() % bound; }

 private:
  // An LB policy, mostly one, and a simple one below some levels.
  RandomValue Policies() {
    RandomValue entry;
    const absl::Span<const Field> policies = LoadBalancingConfigMessage().fields;
    for (size_t count = Below(20) == 0 ? Below(3) : 1; count > 0; --count) {
      const Field& policy = policies[depth_ > 3 ? Below(2) : Below(policies.size())];
      std::string name(absl::string_view(policy.json_name));
      if (Below(20) == 0) name += "s";
      entry.members.emplace_back(std::move(name), ValueOf(policy));
    }
    return entry;
  }

  RandomValue Object(const Message& message) {
    if (&message == &LoadBalancingConfigMessage()) return Policies();
    ++depth_;
    RandomValue object = Members(message);
    --depth_;
    return object;
  }

  RandomValue Members(const Message& message) {
    RandomValue object;
    for (const Field& field : message.fields) {
      if (Below(3) == 0 && field.presence == Presence::kOptional) continue;
      if (Below(12) == 0) continue;
      std::string key(absl::string_view(field.json_name));
      if (Below(30) == 0) key = SnakeCase(field.json_name);
      if (Below(30) == 0) key += "s";
      object.members.emplace_back(std::move(key), ValueOf(field));
    }
    if (Below(12) == 0) object.members.emplace_back(AnyKey(), AnyScalar());
    return object;
  }

  RandomValue ValueOf(const Field& field) {
    if (Below(25) == 0) return AnyScalar();
    if (field.shape == Shape::kOne) return Single(field);
    RandomValue list = {.array = field.shape == Shape::kList};
    for (size_t count = Below(depth_ > 4 ? 2 : 4); count > 0; --count) {
      list.members.emplace_back(list.array ? "" : absl::StrCat("k", count), Single(field));
    }
    return list;
  }

  RandomValue Single(const Field& field) {
    if (field.message != nullptr) return Object(*field.message);
    switch (field.type) {
      case FieldType::kDuration:
        return Pick({"\"1s\"", "\"0.1s\"", "\"0s\"", "\"-1s\"", "\"100ms\"", "\"1.5s\"", "null"});
      case FieldType::kStatusCode:
        return Pick({"\"UNAVAILABLE\"", "\"ABORTED\"", "\"unavailable\"", "14", "17", "\"NO\""});
      case FieldType::kPolicyName:
        return Pick({"\"round_robin\"", "\"ROUND_ROBIN\"", "\"none\"", "\"cds_experimental\""});
      case FieldType::kHeaderName:
        return Pick({"\"x-session\"", "\"x-bin\"", "\"a b\"", "null"});
      case FieldType::kWord:
        return Pick({"\"UNKNOWN\"", "\"HEALTHY\"", "\"EDS\"", "1", "\"healthy\""});
      case FieldType::kString:
        return Pick({"\"a.B\"", "\"a.C\"", "\"Get\"", "\"\"", "null"});
      case FieldType::kBool:
        return Pick({"true", "false", "null"});
      case FieldType::kJsonValue:
      case FieldType::kJsonObject:
        return Pick({"{}", "[]", "{\"a\": [1]}"});
      default:
        return Pick({"2", "3", "5", "6", "0", "-1", "0.5", "0.1234", "1000", "\"3\"", "1e2"});
    }
  }

  RandomValue AnyScalar() { return Pick({"null", "1", "\"x\"", "true", "{}", "[]", "[{}]"}); }
  std::string AnyKey() {
    return Pick({"timeout", "retryPolicy", "maxAttempts", "service", "_comment"}).scalar;
  }
  RandomValue Pick(const std::vector<absl::string_view>& texts) {
    return {.scalar = std::string(texts[Below(texts.size())])};
  }

  std::mt19937 random_;
  int depth_ = 0;  // of messages
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_VALIDATOR_RANDOM_CONFIG_H_
