#include "pages/target_traits.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace grpcfg {
namespace {

void Append(TraitEntry trait, std::vector<TraitEntry>& traits) {
  if (!trait.phases.empty()) traits.push_back(std::move(trait));
}

TraitEntry MakeNeed(absl::string_view id, absl::string_view title,
                    const Timeline<absl::string_view>& need) {
  TraitEntry entry = {id, title, {}};
  for (const Trait<absl::string_view>* const trait : {&need.first, &need.second, &need.third}) {
    if (trait->evidence.empty()) continue;
    const std::string words =
        trait->value.empty() ? "nothing" : absl::StrCat("`", trait->value, "`");
    entry.phases.push_back({trait->since, words, trait->evidence});
  }
  return entry;
}

std::vector<TraitEntry> RetryTraits(const Profile& profile) {
  const CallTraits& calls = profile.calls;
  return {
      MakeTrait("retries", "retries", calls.retries),
      MakeNeed("retries-need", "what retries need in the environment", profile.retries_need),
      MakeTrait("attempt-limit", "most attempts", calls.attempt_limit),
      MakeTrait("jitter", "delay of a retry", calls.jitter),
      MakeTrait("first-delay", "first delay", calls.first_delay),
      MakeTrait("delay-step", "steps of a delay", calls.delay_step),
      MakeTrait("pushback-codes", "pushback of 0 or more", calls.pushback_codes),
      MakeTrait("pushback-grammar", "pushback that is a number", calls.ends.pushback_grammar),
      MakeTrait("pushback-malformed", "pushback that is no number", calls.malformed_pushback),
      MakeTrait("zero-delay", "retry after 0 ms", calls.zero_delay),
      MakeTrait("after-pushback", "backoff after a pushback", calls.after_pushback),
      MakeTrait("retry-checks", "why it does not retry, the first that holds",
                calls.ends.retry_checks),
      MakeTrait("unsent-retry", "attempt that never left the client", calls.ends.unsent_retry),
      MakeTrait("refused-retry", "attempt that the server refused unseen",
                calls.ends.refused_retry),
      MakeTrait("retry-buffer", "largest request that is sent again", calls.ends.retry_buffer),
  };
}

std::vector<TraitEntry> ThrottlingTraits(const CallTraits& calls) {
  return {
      MakeTrait("throttle-default", "retryThrottling of a default config",
                calls.default_throttling),
      MakeTrait("throttle-scope", "tokens", calls.throttle_scope),
      MakeTrait("throttle-numbers", "numbers of tokens", calls.tokens),
      MakeTrait("throttle-debit", "what takes tokens", calls.token_debit),
      MakeTrait("throttle-committed", "tokens for a failure after the headers",
                calls.ends.committed_debit),
      MakeTrait("throttle-credit", "what gives tokens back", calls.token_credit),
      MakeTrait("throttle-check", "when tokens decide", calls.throttle_check),
  };
}

std::vector<TraitEntry> HedgingTraits(const CallTraits& calls) {
  return {
      MakeTrait("hedging", "hedging", calls.hedging),
      MakeTrait("hedge-throttling", "hedges without tokens", calls.hedge_throttling),
      MakeTrait("hedge-debit", "hedge that takes a token", calls.ends.hedge_debit),
      MakeTrait("hedge-repeated", "`grpc-previous-rpc-attempts` of a hedge that is sent again",
                calls.ends.repeated_count),
      MakeTrait("hedge-after-failure", "hedge after a failure that is not fatal",
                calls.hedge_after_failure),
      MakeTrait("hedge-after-pushback", "hedge after a pushback above 0",
                calls.hedge_after_pushback),
      MakeTrait("hedge-after-stop", "hedge after a pushback below 0", calls.hedge_after_stop),
  };
}

std::vector<TraitEntry> OtherCallTraits(const CallTraits& calls) {
  return {
      MakeTrait("wait-for-ready", "waitForReady of both the config and the call",
                calls.wait_for_ready),
      MakeTrait("timeout-clock", "`timeout` of the config", calls.timeout_clock),
      MakeTrait("txt", "TXT record", calls.txt_lookup),
      MakeTrait("txt-name", "name of the TXT record", calls.txt_name),
      MakeTrait("txt-records", "several TXT records", calls.txt_records),
  };
}

}  // namespace

void AppendChoiceTraits(const Profile& profile, std::vector<TraitEntry>& traits) {
  const ChoiceTraits& choices = profile.choices;
  Append(MakeTrait("name-match", "entry of a method", profile.name_match), traits);
  Append(MakeTrait("choice-scope", "what it looks at in a list of choices", choices.scope), traits);
  Append(MakeTrait("choice-language", "its language in `clientLanguage`", choices.language),
         traits);
  Append(MakeTrait("choice-percentage", "`percentage` of a choice", choices.percentage), traits);
  Append(MakeTrait("choice-empty", "empty list of languages or hosts", choices.empty), traits);
}

void AppendCallTraits(const Profile& profile, std::vector<TraitEntry>& traits) {
  const CallTraits& calls = profile.calls;
  for (const std::vector<TraitEntry>& group : {RetryTraits(profile), ThrottlingTraits(calls),
                                               HedgingTraits(calls), OtherCallTraits(calls)}) {
    for (TraitEntry trait : group) {
      trait.is_of_calls = true;
      Append(std::move(trait), traits);
    }
  }
}

}  // namespace grpcfg
