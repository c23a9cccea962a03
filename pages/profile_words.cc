#include "pages/profile_words.h"

#include <cstddef>
#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pages/field_words.h"

namespace grpcfg {
namespace {

struct ReaderWords {
  FieldReader reader;
  absl::string_view words;
};

constexpr ReaderWords kReaderWords[] = {
    {FieldReader::kByType, "as its type says"},
    {FieldReader::kNodeTimeout,
     "decimals are taken for nanoseconds: `0.5s` is 5 ns; an object of both is taken too"},
    {FieldReader::kNodeAnyValue,
     "anything but a list is kept unchecked, and its first use ends the process"},
    {FieldReader::kNodeList, "anything but a list is dropped without a word"},
    {FieldReader::kNodeElements, "an array in place of an object is one without members"},
    {FieldReader::kAnyNumber, "a number of any size and sign"},
    {FieldReader::kNumber, "may have decimals"},
    {FieldReader::kInt64, "an integer of 64 bits with a sign"},
    {FieldReader::kInt32, "an integer of 32 bits with a sign"},
    {FieldReader::kWholeMs, "at least a millisecond"},
    {FieldReader::kUnread, "any JSON value: it is not read"},
    {FieldReader::kOwnKeys, "an object with keys of the client's own"},
    {FieldReader::kNonEmptyText, "a string, and not \"\""},
    {FieldReader::kTargetUri, "must be a target of a channel"},
    {FieldReader::kKnownCredentials, "must have an element whose type it knows"},
    {FieldReader::kMechanismType, "`EDS` or `LOGICAL_DNS`, no number"},
    {FieldReader::kOfEdsMechanism, "looked at only where the type is `EDS`"},
    {FieldReader::kOfDnsMechanism, "required where the type is `LOGICAL_DNS`, else not looked at"},
    {FieldReader::kAnyObject, "any object: what is in it is not looked at"},
    {FieldReader::kReadLater, "read at the first call that needs it, which fails if it is wrong"},
    {FieldReader::kUncheckedTexts, "an element that is no string breaks the calls that need it"},
    {FieldReader::kTwoPolicies,
     "the first `round_robin` or `pick_first`, without its config; may be empty"},
    {FieldReader::kNeverTaken, "refused, whatever its value"},
    {FieldReader::kAnyElements, "a list in which only the strings count"},
    {FieldReader::kRawPolicies, "a list of objects, whatever is in them"},
    {FieldReader::kIdlePolicies, "must be right, and is never started"},
    {FieldReader::kNanoseconds, "an integer of nanoseconds"},
    {FieldReader::kGoTarget, "must be a target; `host:443` is one of the scheme `host`"},
    {FieldReader::kPseudoHeader, "the name of a header, or any text behind a colon"},
    {FieldReader::kAnyText, "any string"},
    {FieldReader::kTexts, "a list of strings"},
    {FieldReader::kPercentage, "a share as the client reads shares"},
    {FieldReader::kChoiceConfig, "read where the choice is the client's"},
    {FieldReader::kMayBeEmpty, "may be empty, which is as good as none"},
};
static_assert(std::size(kReaderWords) == static_cast<size_t>(FieldReader::kChoiceConfig) + 1);

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

}  // namespace

absl::string_view Describe(JsonDialect dialect) {
  switch (dialect) {
    case JsonDialect::kRfc8259:
      return "RFC 8259, strictly";
    case JsonDialect::kProtojson:
      return "RFC 8259, strictly, but for some numbers";
    case JsonDialect::kCore:
      return "RFC 8259, but `{\"a\":}` and `[{},]` pass, a NUL ends the text, `0e1` is refused, "
             "and "
             "so is what is deeper than 255 levels";
    case JsonDialect::kCoreStrictCommas:
      return "RFC 8259, but `{\"a\":}` passes, a NUL ends the text, `0e1` is refused, and so is "
             "what "
             "is deeper than 255 levels";
    case JsonDialect::kCoreWholeText:
      return "RFC 8259, but `{\"a\":}` passes, a NUL ends a text that an application gives, `0e1` "
             "is refused, and so is what is deeper than 255 levels";
    case JsonDialect::kGo:
      return "RFC 8259; bytes that are no UTF-8 pass; at most 10,000 levels";
    case JsonDialect::kGson:
      return "lenient: `TRUE`, raw controls in strings, `\\'`, a byte order mark and text behind "
             "the "
             "value pass; at most 255 levels";
    case JsonDialect::kGsonUnlimited:
      return "lenient: `TRUE`, raw controls in strings, `\\'`, a byte order mark and text behind "
             "the "
             "value pass; some 2,000 levels";
    case JsonDialect::kGsonDuplicates:
      return "lenient: `TRUE`, raw controls in strings, `\\'`, a byte order mark, text behind the "
             "value and equal keys pass; some 2,000 levels";
    case JsonDialect::kJavaScript:
      return "RFC 8259; equal keys and bytes that are no UTF-8 pass; any depth";
    case JsonDialect::kNone:
      return "no loader: the application reads the file, with a parser of its choice";
  }
  return "";
}

absl::string_view Describe(KeySpelling keys) {
  switch (keys) {
    case KeySpelling::kExact:
      return "exactly as documented, in lowerCamelCase";
    case KeySpelling::kExactOrSnakeCase:
      return "in lowerCamelCase, or in snake_case as in the proto";
    case KeySpelling::kFolded:
      return "in any letter case";
  }
  return "";
}

absl::string_view Describe(Duplicates duplicates) {
  switch (duplicates) {
    case Duplicates::kFirstOrNone:
      return "refused";
    case Duplicates::kLast:
      return "the last one counts";
    case Duplicates::kMerged:
      return "taken together: objects are merged, of other values the last one counts";
  }
  return "";
}

absl::string_view Describe(NumberGrammar numbers) {
  switch (numbers) {
    case NumberGrammar::kBareLiteral:
      return "bare where gRFC A6 speaks, integers without point and exponent; quoted or not "
             "elsewhere";
    case NumberGrammar::kProtoJson:
      return "protobuf JSON: quoted or not, `3.0` and `3e0` for integers too";
    case NumberGrammar::kAbslText:
      return "quoted or not, integers without point and exponent, of 32 bits in most fields";
    case NumberGrammar::kGoLiteral:
      return "never quoted, integers without point and exponent";
    case NumberGrammar::kGson:
      return "never quoted; `3.0` and `3e0` are integers";
    case NumberGrammar::kGsonOrQuoted:
      return "quoted or not; `3.0` and `3e0` are integers";
    case NumberGrammar::kJavaScript:
      return "never quoted; `3.0` and `3e0` are integers; any size";
    case NumberGrammar::kDotnet:
      return "`int` and `double`, as the application sets them";
  }
  return "";
}

absl::string_view Describe(DurationGrammar durations) {
  switch (durations) {
    case DurationGrammar::kProto3Json:
      return "`1.5s`: seconds, up to nine decimals, an `s`";
    case DurationGrammar::kProtobufGo:
      return "the same as the spec, and `+1s`, `.5s`, `1.s`";
    case DurationGrammar::kCore:
      return "also `+1s`, `01s`, ` 1s`, `1 s`; whole milliseconds, the rest is cut off; no minus";
    case DurationGrammar::kGo:
      return "also `.5s`, `1.s`, `+1s`, `01s`, `--1s`; at most 292 years";
    case DurationGrammar::kGoSeconds32:
      return "also `.5s`, `1.s`, `+1s`, `01s`; at most 2147483647 seconds";
    case DurationGrammar::kJava:
      return "also `1.s`, `+1s`, `01s` and more than nine decimals; at most 292 years";
    case DurationGrammar::kNode:
      return "also `01s`; no sign";
    case DurationGrammar::kDotnet:
      return "also `.5s`, `1.s`, `+1s`, `01s` and more decimals; steps of 100 ns";
  }
  return "";
}

absl::string_view Describe(CodeGrammar codes) {
  switch (codes) {
    case CodeGrammar::kAnyCaseOrInteger:
      return "names in any letter case, or numbers 0 to 16";
    case CodeGrammar::kProtoEnum:
      return "names in capitals, or any number";
    case CodeGrammar::kExactName:
      return "names in capitals only, no numbers";
    case CodeGrammar::kGoName:
      return "names in capitals, without escapes, or numbers 0 to 16";
    case CodeGrammar::kGson:
      return "names in capitals, or numbers 1 to 16; OK is refused";
    case CodeGrammar::kJavaScript:
      return "names in any letter case, or numbers 0 to 16";
    case CodeGrammar::kDotnet:
      return "names in any letter case, or any number, quoted or not";
  }
  return "";
}

absl::string_view Describe(Bounds bounds) {
  switch (bounds) {
    case Bounds::kFieldTable:
      return "checked as the spec says, but for the fields below";
    case Bounds::kProtoType:
      return "only those of the types in service_config.proto";
  }
  return "";
}

absl::string_view Describe(FieldSet fields) {
  switch (fields) {
    case FieldSet::kGrfcs:
      return "those of the gRFCs, but for the fields below";
    case FieldSet::kProto:
      return "those of service_config.proto";
  }
  return "";
}

absl::string_view Describe(NullReading nulls) {
  switch (nulls) {
    case NullReading::kUnset:
      return "is as good as no value";
    case NullReading::kRefused:
      return "is refused";
    case NullReading::kNamed:
      return "is no value, but counts as there";
  }
  return "";
}

absl::string_view Describe(PolicyChoice choice) {
  switch (choice) {
    case PolicyChoice::kFirstSupported:
      return "every entry must be an object with one key; the first policy that it has is used";
    case PolicyChoice::kUpToSupported:
      return "the first policy that it has is used; what follows is not looked at";
    case PolicyChoice::kRawUpToSupported:
      return "the first policy that it has is used; every entry must be an object or null, and "
             "values of policies that it lacks may be anything";
    case PolicyChoice::kMapsUpToSupported:
      return "the first supported; entries without a policy are passed over, values in others "
             "are any JSON, and of entries behind it only that they are objects is looked at";
    case PolicyChoice::kEveryKey:
      return "every entry must be an object with one key; of values only that of the first policy "
             "that it has is looked at, and null passes";
    case PolicyChoice::kFirstThatParses:
      return "the first policy that it has and whose config it can read is used, else pick_first; "
             "every entry must have one key";
    case PolicyChoice::kEveryKnown:
      return "every entry must be a policy that it has; the first one is used";
    case PolicyChoice::kEveryOne:
      return "every entry is a message of the proto; none is chosen";
  }
  return "";
}

absl::string_view Describe(PolicyNames names) {
  switch (names) {
    case PolicyNames::kAnyCase:
      return "any letter case in `loadBalancingPolicy`, where \"\" is none; exact in a list";
    case PolicyNames::kAnyCaseBare:
      return "any letter case in `loadBalancingPolicy`, only policies that never have a config; "
             "exact in a list";
    case PolicyNames::kAnyCaseNotEmpty:
      return "any letter case in `loadBalancingPolicy`, where \"\" is refused; exact in a list";
    case PolicyNames::kAnyCaseDiesOfNone:
      return "any letter case everywhere; an unknown `loadBalancingPolicy` means pick_first, and "
             "\"\" ends the process";
    case PolicyNames::kAnyCaseOrDefault:
      return "any letter case everywhere; an unknown `loadBalancingPolicy` means pick_first";
    case PolicyNames::kExactOrDefault:
      return "exact everywhere; an unknown `loadBalancingPolicy` means pick_first";
    case PolicyNames::kNotLookedAt:
      return "`loadBalancingPolicy` is never used; exact in a list";
    case PolicyNames::kProtoEnum:
      return "the words of the enum in the proto";
  }
  return "";
}

absl::string_view Describe(NameRules names) {
  switch (names) {
    case NameRules::kSpec:
      return "\"\" is as good as absent; a method needs a service; no name twice";
    case NameRules::kCore:
      return "\"\" counts as given: a method below the service \"\" is the default of all methods, "
             "and `{\"method\": \"\"}` is refused";
    case NameRules::kGo:
    case NameRules::kJava:
      return "\"\" is as good as absent; a method needs a service; no name twice";
    case NameRules::kNode:
      return "\"\" is no service: a `method` beside it is refused, an empty one too; no name twice";
    case NameRules::kNodeBefore191:
      return "every name must have a service, and \"\" is one; no name twice";
    case NameRules::kDotnet:
      return "\"\" is another key than absent: such a name matches no method";
  }
  return "";
}

absl::string_view Describe(Use use) {
  switch (use) {
    case Use::kApplied:
      return "used";
    case Use::kCheckedOnly:
      return "checked, then never used";
    case Use::kUnknown:
      return "not there: skipped like any unknown key";
  }
  return "";
}

absl::string_view Describe(FieldReader reader) {
  for (const ReaderWords& row : kReaderWords) {
    if (row.reader == reader) return row.words;
  }
  return "";
}

std::string Describe(const PolicyList& list, const Release& release) {
  std::vector<absl::string_view> names;
  for (const ListedPolicy& policy : list.listed) {
    if (policy.HoldsAt(release)) names.push_back(policy.name);
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
  if (trait.bound) parts.push_back(BoundWords(field, reading.bound));
  if (trait.non_empty) parts.emplace_back(reading.non_empty ? "not empty" : "may be empty");
  AppendNullWords(trait, reading, parts);
  AppendOtherWords(trait, reading, parts);
  return parts.empty() ? "looked at always" : absl::StrJoin(parts, "; ");
}

}  // namespace grpcfg
