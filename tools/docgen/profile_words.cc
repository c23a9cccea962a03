#include "tools/docgen/profile_words.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/docgen/field_words.h"

namespace grpcfg {
namespace {

std::string BoundWords(const Field& field, const Bound& bound) {
  const bool is_bounded = bound.low_kind != Bound::Low::kNone || bound.has_high ||
                          bound.clamp != 0 || bound.floor_ms != 0;
  if (!is_bounded) return "any value";
  Field bounded = field;
  bounded.bound = bound;
  bounded.non_empty = false;
  return RangeWords(bounded);
}

void AppendNullWords(const FieldTrait& trait, const FieldReading& reading,
                     std::vector<std::string>& parts) {
  if (trait.null) parts.push_back(absl::StrCat("null ", Describe(reading.null)));
  if (!trait.null_element) return;
  parts.push_back(absl::StrCat("null in the list ", Describe(reading.null_element)));
}

// The fields of the message on which it depends how this one is read.
void AppendOtherWords(const FieldTrait& trait, const FieldReading& reading,
                      std::vector<std::string>& parts) {
  const auto beside = [&](absl::string_view words, uint8_t place, absl::string_view other) {
    if (place == kNoField || other.empty()) return;
    parts.push_back(absl::StrCat(words, " `", other, "`"));
  };
  beside("may be empty beside", reading.empty_with, trait.empty_with);
  beside("looked at only beside", reading.checked_with, trait.checked_with);
  beside("looked at only without", reading.only_without, trait.only_without);
  beside("required beside", reading.required_with, trait.required_with);
  beside("only its type is looked at beside", reading.type_only_with, trait.type_only_with);
}

// "256 KiB", "1 MiB": of whole ones.
std::string SizeOf(int64_t bytes) {
  return bytes % kMebibyte == 0 ? absl::StrCat(bytes / kMebibyte, " MiB")
                                : absl::StrCat(bytes / kKibibyte, " KiB");
}

}  // namespace

std::string Describe(const OwnLanguage& language) {
  if (language.word.empty()) return "none of its own";
  return absl::StrCat("`", language.word, "`, ",
                      language.any_case ? "in any letter case" : "exactly");
}

std::string Describe(const Jitter& jitter) {
  std::string words =
      absl::StrCat("the backoff times any number from ", jitter.low, " to ", jitter.high);
  if (!jitter.on_first) absl::StrAppend(&words, "; the first delay is the backoff itself");
  return words;
}

std::string Describe(const AttemptLimit& limit) {
  return absl::StrCat(limit.limit,
                      limit.option.empty() ? ", and nothing changes it" : "; another number with ",
                      limit.option);
}

std::string Describe(const RetryChecks& checks) {
  const auto append = [](std::string* out, RetryCheck check) {
    absl::StrAppend(out, Describe(check));
  };
  return absl::StrJoin(checks, ", ", append);
}

std::string Describe(const RetryBuffer& buffer) {
  if (buffer.per_call == 0) return "left to the client";
  std::string words = absl::StrCat(SizeOf(buffer.per_call), " for each call");
  if (buffer.per_channel != 0) {
    absl::StrAppend(&words, ", ", SizeOf(buffer.per_channel), " for each channel");
  }
  absl::StrAppend(&words, "; other numbers with ", buffer.option);
  return words;
}

std::string Describe(const EnvironmentSetting& setting) {
  return setting.text.empty() ? "nothing" : absl::StrCat("`", setting.text, "`");
}

std::string Describe(const TxtLookup& lookup) {
  switch (lookup.by_default) {
    case TxtLookup::Default::kUnspecified:
      return "left to the client";
    case TxtLookup::Default::kOn:
      return absl::StrCat("asked for",
                          lookup.option.empty() ? ", and nothing stops it" : "; not with ",
                          lookup.option);
    case TxtLookup::Default::kOff:
      return absl::StrCat("not asked for; only with ", lookup.option);
    case TxtLookup::Default::kNever:
      return "never asked for";
  }
  return "";
}

std::string Describe(const PolicyList& list, const Release& release) {
  std::vector<absl::string_view> names;
  for (const ListedPolicy& policy : list.listed) {
    if (HoldsAt(policy, release)) names.push_back(policy.name);
  }
  switch (list.scope) {
    case PolicyList::Scope::kListed:
      return absl::StrJoin(names, ", ");
    case PolicyList::Scope::kCurrent:
      return "every policy that is not deprecated";
    case PolicyList::Scope::kEvery:
      return "every policy, deprecated ones included";
  }
  return "";
}

std::string Describe(const FieldTrait& trait, const Field& field, const FieldReading& reading) {
  std::vector<std::string> parts;
  if (trait.use) parts.emplace_back(Describe(reading.use));
  if (trait.presence) parts.emplace_back(reading.required ? "required" : "optional");
  if (trait.reader) parts.emplace_back(Describe(reading.reader));
  if (trait.bound) parts.push_back(BoundWords(field, *reading.bound));
  if (trait.non_empty) parts.emplace_back(reading.non_empty ? "not empty" : "may be empty");
  AppendNullWords(trait, reading, parts);
  AppendOtherWords(trait, reading, parts);
  return parts.empty() ? "looked at always" : absl::StrJoin(parts, "; ");
}

}  // namespace grpcfg
