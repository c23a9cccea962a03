#include "dns/published/compare_served.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dns/domain_name.h"
#include "dns/live/check_live.h"
#include "dns/owner_records.h"
#include "dns/zone_fields.h"

namespace grpcfg {
namespace {

std::vector<IntendedText> ConfigsOf(const OwnerRecords& records) {
  std::vector<IntendedText> texts;
  for (size_t i = 0; i < records.values.size(); ++i) {
    if (!MayHoldConfig(records.values[i].octets)) continue;
    texts.push_back({records.values[i].octets, records.txt[i]->ttl});
  }
  return texts;
}

std::vector<IntendedText> ConfigsOf(const Received& received) {
  std::vector<IntendedText> texts;
  for (const WireRecord* const record : FindTxt(received).records) {
    IntendedText text = {.octets = absl::StrJoin(record->strings, "")};
    if (!MayHoldConfig(text.octets)) continue;
    // What a resolver has kept counts down.
    if (received.answer.is_authoritative) text.ttl = record->ttl;
    texts.push_back(std::move(text));
  }
  return texts;
}

class ServedComparison {
 public:
  ServedComparison(const LookedUp& found, const CheckedFor& asked) : found_(found), asked_(asked) {}

  ComparedAnswer Compare(size_t server, const Received& received,
                         const std::vector<IntendedText>& intended) {
    ComparedAnswer answer = {.server = NameOf(found_.servers[server]),
                             .owner = received.owner,
                             .intended = intended.size()};
    answer.problem = WhyUnusable(answer.server, received);
    if (!answer.problem.empty()) {
      answer.state = PublishedState::kUnheard;
      return answer;
    }
    const std::vector<IntendedText> served = ConfigsOf(received);
    answer.served = served.size();
    if (!served.empty()) answer.served_ttl = served.front().ttl;
    if (!intended.empty()) answer.intended_ttl = intended.front().ttl;
    CompareAll(served, intended, answer);
    return answer;
  }

 private:
  // Texts that are the same belong together, then those that are left, in their order.
  void CompareAll(std::vector<IntendedText> served, std::vector<IntendedText> intended,
                  ComparedAnswer& answer) {
    if (intended.empty() || served.empty()) {
      if (!intended.empty()) answer.state = PublishedState::kMissing;
      if (!served.empty()) answer.state = PublishedState::kUnexpected;
      return;
    }
    const auto is_in = [](const std::vector<IntendedText>& texts, const IntendedText& text) {
      return std::any_of(texts.begin(), texts.end(),
                         [&](const IntendedText& other) { return other.octets == text.octets; });
    };
    if (served.size() != intended.size()) answer.state = PublishedState::kDiffers;
    const std::vector<IntendedText> all_served = served;
    const auto take_out = [&](std::vector<IntendedText>& texts,
                              const std::vector<IntendedText>& others) {
      texts.erase(std::remove_if(texts.begin(), texts.end(),
                                 [&](const IntendedText& text) { return is_in(others, text); }),
                  texts.end());
    };
    take_out(served, intended);
    take_out(intended, all_served);
    for (size_t i = 0; i < std::min(served.size(), intended.size()); ++i) {
      const ComparedText& text = Compared(served[i].octets, intended[i].octets);
      answer.state = std::max(answer.state, text.state);
      answer.texts.push_back(text);
    }
  }

  // Most servers give the same, so that it is compared once.
  const ComparedText& Compared(const std::string& served, const std::string& intended) {
    const auto [known, is_new] = known_.try_emplace({served, intended});
    if (is_new) known->second = CompareTexts(served, intended, asked_);
    return known->second;
  }

  const LookedUp& found_;
  const CheckedFor& asked_;
  std::map<std::pair<std::string, std::string>, ComparedText> known_;
};

}  // namespace

IntendedTexts IntendedIn(const DnsRecords& zone, absl::string_view host) {
  const ZoneLookup lookup(zone);
  return {.config = ConfigsOf(lookup.At(absl::StrCat(kConfigLabel, ".", host))),
          .host = ConfigsOf(lookup.At(std::string(host)))};
}

PublishedState PublishedComparison::Worst() const {
  PublishedState worst = PublishedState::kIdentical;
  for (const ComparedAnswer& answer : answers) worst = std::max(worst, answer.state);
  return worst;
}

PublishedComparison CompareServed(const LookedUp& found, const IntendedTexts& intended,
                                  const CheckedFor& asked) {
  const LiveName& name = found.names.front();
  PublishedComparison comparison = {.host = std::string(WithoutFinalDot(name.host))};
  ServedComparison compare(found, asked);
  for (const ServerAnswers& answers : name.answers) {
    comparison.answers.push_back(compare.Compare(answers.server, answers.config, intended.config));
    ComparedAnswer host = compare.Compare(answers.server, answers.host, intended.host);
    const bool is_heard = host.state != PublishedState::kUnheard;
    const bool is_asked_for = !intended.host.empty() || (is_heard && host.served > 0);
    if (is_asked_for) comparison.answers.push_back(std::move(host));
  }
  return comparison;
}

}  // namespace grpcfg
