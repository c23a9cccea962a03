#include "dns/published/compare_served.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dns/domain_name.h"
#include "dns/live/check_live.h"
#include "dns/owner_records.h"
#include "dns/zone_fields.h"
#include "schema/fields/document.h"

namespace grpcfg {
namespace {

// Another TXT record beside a config at its own name keeps clients from it; at the host it is none
// of theirs.
enum class Counted : uint8_t { kAll, kConfigs };

std::vector<PublishedText> TextsOf(const OwnerRecords& records, Counted counted) {
  std::vector<PublishedText> texts;
  for (size_t i = 0; i < records.values.size(); ++i) {
    const TxtValue& value = records.values[i];
    if (counted == Counted::kConfigs && !MayHoldConfig(value.octets)) continue;
    texts.push_back({.octets = value.octets,
                     .string_sizes = {value.string_sizes.begin(), value.string_sizes.end()},
                     .ttl = records.txt[i]->ttl});
  }
  return texts;
}

std::vector<PublishedText> TextsOf(const Received& received, Counted counted) {
  std::vector<PublishedText> texts;
  for (const WireRecord* const record : FindTxt(received).records) {
    PublishedText text = {.octets = absl::StrJoin(record->strings, "")};
    if (counted == Counted::kConfigs && !MayHoldConfig(text.octets)) continue;
    for (const std::string& string : record->strings) text.string_sizes.push_back(string.size());
    // What a resolver has kept counts down.
    if (received.answer.is_authoritative) text.ttl = record->ttl;
    texts.push_back(std::move(text));
  }
  return texts;
}

// Answers have no order.
void Sort(std::vector<PublishedText>& texts) {
  std::sort(texts.begin(), texts.end(), [](const PublishedText& a, const PublishedText& b) {
    return std::tie(a.octets, a.string_sizes) < std::tie(b.octets, b.string_sizes);
  });
}

class ServedComparison {
 public:
  ServedComparison(const LookedUp& found, const CheckPlan& plan) : found_(found), plan_(plan) {}

  ComparedAnswer Compare(size_t server, const Received& received,
                         std::vector<PublishedText> intended, Counted counted) {
    ComparedAnswer answer = {.server = NameOf(found_.servers[server]),
                             .owner = received.owner,
                             .intended = intended.size()};
    // Where the host is an alias, what is there is another zone's.
    const bool is_alias_only = counted == Counted::kAll && received.IsAliasOnly();
    if (!received.IsUsable() || received.IsReferral() || is_alias_only) {
      answer.state = PublishedState::kUnanswered;
      answer.problem = WhyUnusable(answer.server, received);
      return answer;
    }
    std::vector<PublishedText> served = TextsOf(received, counted);
    answer.served = served.size();
    Sort(served);
    Sort(intended);
    if (!served.empty()) answer.served_ttl = served.front().ttl;
    if (!intended.empty()) answer.intended_ttl = intended.front().ttl;
    CompareAll(std::move(served), std::move(intended), answer);
    return answer;
  }

 private:
  // Pairs the most similar first.
  void CompareAll(std::vector<PublishedText> served, std::vector<PublishedText> intended,
                  ComparedAnswer& answer) {
    if (served.empty() != intended.empty()) {
      answer.state = served.empty() ? PublishedState::kMissing : PublishedState::kUnexpected;
    }
    for (const PublishedState state :
         {PublishedState::kIdentical, PublishedState::kEquivalent, PublishedState::kDiffers}) {
      TakePairs(state, served, intended, answer);
    }
    for (PublishedText& text : served) answer.only_served.push_back(std::move(text.octets));
    for (PublishedText& text : intended) answer.only_intended.push_back(std::move(text.octets));
    const bool has_left = !answer.only_served.empty() || !answer.only_intended.empty();
    if (has_left) answer.state = std::max(answer.state, PublishedState::kDiffers);
  }

  void TakePairs(PublishedState state, std::vector<PublishedText>& served,
                 std::vector<PublishedText>& intended, ComparedAnswer& answer) {
    for (auto text = intended.begin(); text != intended.end();) {
      const auto pair = std::find_if(served.begin(), served.end(), [&](const PublishedText& other) {
        return Compared(other, *text).state <= state;
      });
      if (pair == served.end()) {
        ++text;
        continue;
      }
      answer.state = std::max(answer.state, state);
      if (state != PublishedState::kIdentical) answer.texts.push_back(Compared(*pair, *text));
      served.erase(pair);
      text = intended.erase(text);
    }
  }

  // Most servers give the same, so that it is compared once.
  const ComparedText& Compared(const PublishedText& served, const PublishedText& intended) {
    const auto [known, is_new] = known_.try_emplace(
        {served.octets, served.string_sizes, intended.octets, intended.string_sizes});
    if (!is_new) return known->second;
    ComparedText& text = known->second;
    text = CompareTexts(served.octets, intended.octets, plan_);
    const bool has_same_cuts =
        intended.string_sizes.empty() || served.string_sizes == intended.string_sizes;
    if (text.state != PublishedState::kIdentical || has_same_cuts) return text;
    // Some clients look for the attribute in the first string alone.
    const bool has_same_prefix = HasWholeAttribute(served) == HasWholeAttribute(intended);
    text.state = has_same_prefix ? PublishedState::kEquivalent : PublishedState::kDiffers;
    text.problem = has_same_prefix
                       ? "the text is the same, cut into other strings"
                       : "the text is the same, and cut within `grpc_config=`, where C-core up to "
                         "1.51 and grpc-js do not find it";
    return text;
  }

  static bool HasWholeAttribute(const PublishedText& text) {
    return text.string_sizes.empty() || text.string_sizes.front() >= kTxtAttribute.size();
  }

  using TextPair = std::tuple<std::string, std::vector<size_t>, std::string, std::vector<size_t>>;

  const LookedUp& found_;
  const CheckPlan& plan_;
  std::map<TextPair, ComparedText> known_;
};

}  // namespace

IntendedTexts IntendedIn(const DnsRecords& zone, absl::string_view host) {
  const ZoneLookup lookup(zone);
  return {.config = TextsOf(lookup.At(absl::StrCat(kConfigLabel, ".", host)), Counted::kAll),
          .host = TextsOf(lookup.At(std::string(host)), Counted::kConfigs)};
}

PublishedState PublishedComparison::Worst() const {
  PublishedState worst = PublishedState::kIdentical;
  for (const ComparedAnswer& answer : answers) worst = std::max(worst, answer.state);
  return worst;
}

PublishedComparison CompareServed(const LookedUp& found, const IntendedTexts& intended,
                                  const CheckPlan& plan) {
  const LiveName& name = found.names.front();
  PublishedComparison comparison = {.host = std::string(WithoutFinalDot(name.host))};
  ServedComparison compare(found, plan);
  for (const ServerAnswers& answers : name.answers) {
    comparison.answers.push_back(
        compare.Compare(answers.server, answers.config, intended.config, Counted::kAll));
    ComparedAnswer host =
        compare.Compare(answers.server, answers.host, intended.host, Counted::kConfigs);
    const bool is_nothing = host.state != PublishedState::kUnanswered && host.served == 0;
    if (is_nothing && (intended.host.empty() || intended.host_is_optional)) continue;
    comparison.answers.push_back(std::move(host));
  }
  for (const std::string& server : name.without_address) {
    comparison.answers.push_back({.server = std::string(WithoutFinalDot(server)),
                                  .owner = absl::StrCat(kConfigLabel, ".", name.host),
                                  .state = PublishedState::kUnanswered,
                                  .problem = "no address of this server of the zone is known"});
  }
  return comparison;
}

}  // namespace grpcfg
