// Texts and answers of the tests of what is published.
#ifndef GRPCFG_TESTS_DNS_PUBLISHED_PUBLISHED_CASES_H_
#define GRPCFG_TESTS_DNS_PUBLISHED_PUBLISHED_CASES_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "dns/live/look_up.h"
#include "rules/families.h"
#include "validator/engine/check_plan.h"
#include "validator/engine/target.h"

namespace grpcfg {

// A config whose calls are tried so often, with a timeout.
inline std::string ConfigOf(int attempts, absl::string_view timeout = "2s") {
  return absl::StrCat(R"({"methodConfig":[{"name":[{"service":"s.S"}],"timeout":")", timeout,
                      R"(","retryPolicy":{"maxAttempts":)", attempts,
                      R"(,"initialBackoff":"0.1s","maxBackoff":"1s","backoffMultiplier":2,)",
                      R"("retryableStatusCodes":["UNAVAILABLE"]}}]})");
}

// A choice of a list; `is_for`: its other members, each with a comma after it.
inline std::string ChoiceOf(absl::string_view config, absl::string_view is_for = "") {
  return absl::StrCat("{", is_for, R"("serviceConfig":)", config, "}");
}

inline std::string ChoicesText(const std::vector<std::string>& choices) {
  return absl::StrCat("grpc_config=[", absl::StrJoin(choices, ","), "]");
}

// Each once, for all tests.
inline const CheckPlan& PlanFor(const std::string& targets) {
  struct OwnedPlan {
    explicit OwnedPlan(const std::string& names)
        : targets(*ParseTargets(names)), plan(targets, AllRules()) {}

    const std::vector<Target> targets;
    const CheckPlan plan;
  };
  static auto& known = *new std::map<std::string, OwnedPlan>();
  return known.try_emplace(targets, targets).first->second.plan;
}

inline constexpr absl::string_view kShop = "shop.test.";
inline constexpr absl::string_view kShopOwner = "_grpc_config.shop.test.";

// What a server says: records, in one string each; nothing: it says nothing.
inline Received AnswerAt(absl::string_view owner,
                         const std::optional<std::vector<std::string>>& texts,
                         bool is_authoritative = true) {
  Received received = {.owner = std::string(owner)};
  if (!texts) {
    received.end = ExchangeEnd::kSilent;
    return received;
  }
  received.end = ExchangeEnd::kAnswered;
  received.answer.is_authoritative = is_authoritative;
  for (const std::string& text : *texts) {
    received.answer.answers.push_back(
        {.owner = std::string(owner), .type = 16, .ttl = 60, .strings = {text}});
  }
  return received;
}

// Of a server: at the name of the config and at the host.
struct ServedBy {
  std::optional<std::vector<std::string>> config = std::vector<std::string>();
  std::optional<std::vector<std::string>> host = std::vector<std::string>();
  bool is_authoritative = true;
};

inline LookedUp FoundAt(const std::vector<ServedBy>& served) {
  LookedUp found;
  LiveName& name = found.names.emplace_back();
  name.name = "shop.test";
  name.host = std::string(kShop);
  for (size_t i = 0; i < served.size(); ++i) {
    found.servers.push_back({absl::StrCat("192.0.2.", i + 1), 53});
    name.answers.push_back({i, AnswerAt(kShopOwner, served[i].config, served[i].is_authoritative),
                            AnswerAt(kShop, served[i].host, served[i].is_authoritative)});
  }
  return found;
}

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_DNS_PUBLISHED_PUBLISHED_CASES_H_
