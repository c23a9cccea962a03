#include "dns/selection.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dns/domain_name.h"
#include "dns/message_size.h"
#include "schema/fields/document.h"
#include "schema/fields/field_table.h"
#include "schema/json/json_tree.h"
#include "schema/read/read.h"
#include "validator/engine/client_names.h"
#include "validator/engine/validate.h"

namespace grpcfg {
namespace {

// rand() of glibc before a call of srand(), stdlib/random_r.c: an additive feedback generator of
// degree 31, whose first 310 numbers are thrown away.
class GlibcRand {
 public:
  GlibcRand() {
    state_[0] = 1;
    for (size_t i = 1; i < kDegree; ++i) {
      state_[i] = static_cast<uint32_t>(uint64_t{16807} * state_[i - 1] % 2147483647);
    }
    for (size_t i = 0; i < kDiscarded; ++i) Next();
  }

  uint32_t Next() {
    state_[at_] += state_[(at_ + kDegree - kSeparation) % kDegree];
    const uint32_t number = state_[at_] >> 1U;
    at_ = (at_ + 1) % kDegree;
    return number;
  }

 private:
  static constexpr size_t kDegree = 31;
  static constexpr size_t kSeparation = 3;
  static constexpr size_t kDiscarded = 310;

  std::array<uint32_t, kDegree> state_ = {};
  size_t at_ = kSeparation;
};

// splitmix64, from 0 on.
class Sample {
 public:
  double Next() {
    uint64_t number = state_ += 0x9E3779B97F4A7C15U;
    number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9U;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<double>((number ^ (number >> 31U)) >> 11U) * 0x1.0p-53;
  }

 private:
  uint64_t state_ = 0;
};

// Draws for one choice after the other: the place of the first share that is taken.
template <typename Draw>
size_t TakenOf(const std::vector<SelectedShare>& shares, const Draw& draw) {
  double left = 1;
  for (size_t i = 0; i + 1 < shares.size(); ++i) {
    if (draw() < shares[i].share / left) return i;
    left -= shares[i].share;
  }
  return shares.size() - 1;
}

template <typename Draw>
std::vector<SelectedShare> Drawn(std::vector<SelectedShare> shares, size_t draws,
                                 const Draw& draw) {
  std::vector<size_t> taken(shares.size());
  for (size_t i = 0; i < draws; ++i) ++taken[TakenOf(shares, draw)];
  for (size_t i = 0; i < shares.size(); ++i) {
    shares[i].share = static_cast<double>(taken[i]) / static_cast<double>(draws);
  }
  return shares;
}

}  // namespace

void DrawShares(const ProfileAt& client, size_t draws, Selection& selection) {
  if (selection.shares.size() < 2) return;
  if (client.implementation() == Implementation::kCore) {
    GlibcRand numbers;
    selection.shares = Drawn(std::move(selection.shares), draws, [&] {
      return (numbers.Next() % 100 + 0.5) / 100;  // between two whole percentages
    });
  } else {
    Sample numbers;
    selection.shares = Drawn(std::move(selection.shares), draws, [&] { return numbers.Next(); });
  }
}

namespace {

// What stands between the brackets of a list; nothing if it is none.
std::optional<absl::string_view> ElementsOf(absl::string_view text) {
  const JsonTree tree = ParseJson(text, kTxtAttribute.size());
  if (!tree.issues().empty() || tree.kind(JsonTree::kRoot) != JsonKind::kArray) return std::nullopt;
  const Span list = tree.span(JsonTree::kRoot);
  return Slice(text, {list.begin + 1, list.end - 1});
}

// The lists one after the other. The client fails on a text that is not a list.
std::string JoinLists(absl::Span<const TxtValue* const> records) {
  std::string joined(kTxtAttribute);
  joined += '[';
  bool is_first = true;
  for (const TxtValue* const record : records) {
    const std::optional<absl::string_view> elements = ElementsOf(record->octets);
    if (!elements) return record->octets;
    const bool is_empty = elements->find_first_not_of(" \t\r\n") == absl::string_view::npos;
    if (is_empty) continue;
    absl::StrAppend(&joined, is_first ? "" : ",", *elements);
    is_first = false;
  }
  return absl::StrCat(joined, "]");
}

}  // namespace

bool HasAttribute(const TxtValue& record, const ProfileAt& client) {
  if (!absl::StartsWith(record.octets, kTxtAttribute)) return false;
  return client.calls.txt_attribute == TxtAttribute::kInRecord ||
         (!record.string_sizes.empty() && record.string_sizes[0] >= kTxtAttribute.size());
}

std::optional<std::string> TextForClient(absl::Span<const TxtValue* const> records,
                                         const ProfileAt& client) {
  if (client.calls.txt_records == TxtRecords::kAllAsOneText) {
    std::string all;
    for (const TxtValue* const record : records) all += record->octets;
    return absl::StartsWith(all, kTxtAttribute) ? std::optional(all) : std::nullopt;
  }
  std::vector<const TxtValue*> own;
  for (const TxtValue* const record : records) {
    if (HasAttribute(*record, client)) own.push_back(record);
  }
  if (own.empty()) return std::nullopt;
  const bool is_joined = client.calls.txt_records == TxtRecords::kAllLists && own.size() > 1;
  return is_joined ? JoinLists(own) : own.front()->octets;
}

namespace {

// With more records only rotations are tried, which is how most servers vary the order.
constexpr size_t kMostPermuted = 5;

// Choices that depend on draws; of more the rest counts as passed over.
constexpr size_t kMostDraws = 100;

using Shares = std::vector<SelectedShare>;

bool Rejects(const Issue& issue) {
  return issue.effect == Effect::kRejectsConfig && !issue.elsewhere;
}

// grpc-go's resolver hands on what a choice has as its config, whatever it is.
bool IsHandedOn(const Issue& issue, const ProfileAt& client) {
  return client.choices.scope == ChoiceScope::kEveryCriterion &&
         issue.kind == IssueKind::kWrongType && issue.message == &ChoiceMessage() &&
         issue.field != nullptr && issue.field->json_name == "serviceConfig";
}

// What a client of one host and one run of draws makes of a list.
struct Walk {
  SelectedShare end;
  double odds = 1;  // of the draw that takes the choice; 1: it depends on none
};

Walk WalkChoices(const Reading& reading, const ProfileAt& client) {
  Walk walk;
  size_t place = 0;
  const absl::Span<const Choice> choices =
      reading.choices.value
          ? absl::MakeConstSpan(reading.choices.value->begin(), reading.choices.value->end())
          : absl::Span<const Choice>();
  for (const Choice& choice : choices) {
    if (choice->fate == ChoiceFate::kTaken) {
      walk.end = {SelectionOutcome::kChoice, place};
      walk.odds = choice->share;
      break;
    }
    ++place;
  }
  const bool rejects = absl::c_any_of(reading.issues, [&](const Issue& issue) {
    return Rejects(issue) && !IsHandedOn(issue, client);
  });
  const bool is_refused =
      client.EffectOf(IssueKind::kNoChoiceTaken, &ChoiceMessage()) == Effect::kRejectsConfig;
  if (rejects || (!walk.end.choice && is_refused)) walk.end = {SelectionOutcome::kError};
  return walk;
}

// Adds a share to that of the same outcome.
void AddShare(const SelectedShare& added, Shares& shares) {
  if (added.share <= 0) return;
  for (SelectedShare& known : shares) {
    const bool is_same = known.outcome == added.outcome && known.choice == added.choice &&
                         known.record == added.record;
    if (!is_same) continue;
    known.share += added.share;
    return;
  }
  shares.push_back(added);
}

// All the ways that the draws can go.
Shares SharesOf(const std::string& text, const Target& target, const SelectionRequest& request) {
  const Document document = ParseDocument(text, DocumentKind::kTxt);
  const ProfileAt& client = *target.profile;
  const bool once = client.choices.draw == ChoiceDraw::kOncePerChannel;
  Shares shares;
  double left = 1;     // of the draws that pass over all choices so far
  double highest = 0;  // the largest percentage so far
  for (size_t passes = 0; passes < kMostDraws && left > 0; ++passes) {
    const Chooser chooser = {request.hostname, passes};
    const Reading reading = Read(document, {client, target.policies, &chooser});
    Walk walk = WalkChoices(reading, client);
    const bool is_drawn = walk.odds < 1;
    const double odds = std::max(walk.odds, highest);
    walk.end.share = !is_drawn ? left : once ? odds - highest : left * walk.odds;
    AddShare(walk.end, shares);
    if (!is_drawn) break;
    highest = odds;
    left = once ? 1 - highest : left * (1 - walk.odds);
  }
  return shares;
}

bool IsDeliverable(const TxtAnswer& answer, const ProfileAt& client) {
  size_t rdata = 0;
  for (const TxtValue& record : answer.records) {
    rdata += record.octets.size() + record.string_sizes.size() + kRecordHeadOctets;
  }
  if (answer.records.empty()) return true;
  const bool has_edns = client.calls.txt_query == TxtQuery::kEdns;
  return MessageSize(WireSize(answer.owner), rdata - kRecordHeadOctets, has_edns) <= kTcpOctets;
}

// Calls `visit` with the records in each order in which an answer may have them.
template <typename Visit>
void ForEachOrder(const TxtAnswer& answer, const Visit& visit) {
  std::vector<const TxtValue*> order;
  for (const TxtValue& record : answer.records) order.push_back(&record);
  if (order.size() > kMostPermuted) {
    for (size_t i = 0; i < order.size(); ++i) {
      visit(order);
      std::rotate(order.begin(), order.begin() + 1, order.end());
    }
    return;
  }
  do {
    visit(order);
  } while (std::next_permutation(order.begin(), order.end()));
}

// The first thing for which the target rejects a text.
std::string WhyRejected(const std::string& text, const Target& target, const RuleSet& rules) {
  const Document document = ParseDocument(text, DocumentKind::kTxt);
  const Report report = Validate(document, {target}, rules);
  for (const Diagnostic& diagnostic : report.diagnostics) {
    const bool is_about_choice = absl::StartsWith(diagnostic.rule, "choice-no-default") ||
                                 absl::StartsWith(diagnostic.rule, "choice-list-empty");
    if (is_about_choice) continue;
    const bool rejects = absl::c_any_of(diagnostic.effects, [](const TargetEffect& effect) {
      return effect.effect == Effect::kRejectsConfig;
    });
    if (rejects) return diagnostic.message;
  }
  return absl::StrCat("no choice fits, which ", ClientName(target), " treats as an error");
}

std::string ShareWords(const SelectedShare& share) {
  const std::string percent = absl::StrFormat("%.4g%%", share.share * 100);
  switch (share.outcome) {
    case SelectionOutcome::kChoice:
      return absl::StrCat(percent, " take choice ", *share.choice);
    case SelectionOutcome::kError:
      return absl::StrCat(percent, " report an error");
    default:
      return absl::StrCat(percent, " get no config");
  }
}

std::string WordsOf(const Shares& shares) {
  std::string words;
  for (const SelectedShare& share : shares) {
    absl::StrAppend(&words, words.empty() ? "" : ", ", ShareWords(share));
  }
  return words;
}

SelectedShare LikeliestOf(const Shares& shares) {
  SelectedShare likeliest = shares.front();
  for (const SelectedShare& share : shares) {
    if (share.share > likeliest.share) likeliest = share;
  }
  return likeliest;
}

// The words on the one way that there is, or on the likeliest.
std::string ReasonOf(const Selection& selection, const std::string& text, const Target& target,
                     const RuleSet& rules) {
  if (selection.shares.size() > 1) return WordsOf(selection.shares);
  switch (selection.likeliest.outcome) {
    case SelectionOutcome::kChoice:
      return "it is the first choice that fits";
    case SelectionOutcome::kError:
      return WhyRejected(text, target, rules);
    default:
      return "no choice fits, so the client continues without a config";
  }
}

// The same in every order, or not.
struct Orders {
  Shares first;
  std::string text;
  bool has_text = false;
  bool are_equal = true;
  Shares all;                 // each with its record
  std::vector<size_t> tried;  // orders that begin with each record
};

// Adds what an order comes to, of which `record` is the first.
void AddOrder(const Shares& shares, size_t record, Orders& orders) {
  ++orders.tried[record];
  for (SelectedShare share : shares) {
    share.record = record;
    AddShare(share, orders.all);
  }
}

Orders TryOrders(const TxtAnswer& answer, const Target& target, const SelectionRequest& request) {
  Orders orders;
  orders.tried.resize(answer.records.size());
  bool is_first = true;
  ForEachOrder(answer, [&](const std::vector<const TxtValue*>& records) {
    const std::optional<std::string> text = TextForClient(records, *target.profile);
    // Two texts that differ hold other choices, even if they are at the same place.
    const bool is_other =
        !is_first && text != (orders.has_text ? std::optional(orders.text) : std::nullopt);
    const Shares shares = text ? SharesOf(*text, target, request) : Shares{{}};
    AddOrder(shares, static_cast<size_t>(records.front() - answer.records.data()), orders);
    if (is_first) {
      orders.first = shares;
      orders.has_text = text.has_value();
      orders.text = text.value_or("");
    }
    const bool same_end =
        shares == orders.first && shares.front().outcome != SelectionOutcome::kChoice;
    orders.are_equal = orders.are_equal && (!is_other || same_end);
    is_first = false;
  });
  for (SelectedShare& share : orders.all) {
    share.share /= static_cast<double>(orders.tried[*share.record]);
  }
  return orders;
}

}  // namespace

absl::string_view OutcomeName(SelectionOutcome outcome) {
  constexpr absl::string_view kNames[] = {"choice", "none", "error", "not-read", "order-dependent"};
  return kNames[static_cast<size_t>(outcome)];
}

Selection SelectFrom(const TxtAnswer& answer, const Target& target, const SelectionRequest& request,
                     const RuleSet& rules) {
  const ProfileAt& client = *target.profile;
  const bool never = !client.profile().calls.txt_name.is_known();
  if (never) {
    return {{SelectionOutcome::kNotRead, {}, 1}, {}, "never looks up TXT records"};
  }
  const auto none = [](std::string why) {
    return Selection{{SelectionOutcome::kNone}, {{}}, std::move(why)};
  };
  if (answer.records.empty()) return none("there is no TXT record");
  if (!IsDeliverable(answer, client)) {
    return none("the answer does not fit in a DNS message, so the lookup fails");
  }
  const Orders orders = TryOrders(answer, target, request);
  if (!orders.are_equal) {
    return {{SelectionOutcome::kOrderDependent, {}, 1},
            orders.all,
            "depends on the order of the records in the answer, which servers vary"};
  }
  if (!orders.has_text) return none("no record starts with `grpc_config=`");
  Selection selection = {{}, orders.first, {}};
  if (request.draws > 0) DrawShares(client, request.draws, selection);
  selection.likeliest = LikeliestOf(selection.shares);
  selection.reason = ReasonOf(selection, orders.text, target, rules);
  return selection;
}

}  // namespace grpcfg
