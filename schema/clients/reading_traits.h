// How clients read the values of a config, as far as they differ, and the words for it.
#ifndef GRPCFG_SCHEMA_CLIENTS_READING_TRAITS_H_
#define GRPCFG_SCHEMA_CLIENTS_READING_TRAITS_H_

#include <cstdint>

#include "schema/clients/enum_words.h"
#include "schema/fields/duration.h"
#include "schema/json/json_dialect.h"

namespace grpcfg {

template <>
inline constexpr Word<JsonDialect> kWords<JsonDialect>[] = {
    {JsonDialect::kRfc8259, "RFC 8259, strictly"},
    {JsonDialect::kProtojson, "RFC 8259, strictly, but for some numbers"},
    {JsonDialect::kCore,
     "RFC 8259, but `{\"a\":}` and `[{},]` pass, a NUL ends the text, `0e1` and anything deeper "
     "than 255 levels are rejected"},
    {JsonDialect::kCoreStrictCommas,
     "RFC 8259, but `{\"a\":}` passes, a NUL ends the text, `0e1` and anything deeper than 255 "
     "levels are rejected"},
    {JsonDialect::kCoreWholeText,
     "RFC 8259, but `{\"a\":}` passes, a NUL ends a text that an application gives, `0e1` and "
     "anything deeper than 255 levels are rejected"},
    {JsonDialect::kGo, "RFC 8259; bytes that are not UTF-8 pass; at most 10,000 levels"},
    {JsonDialect::kGson,
     "lenient: `TRUE`, raw controls in strings, `\\'`, a byte order mark and text after the value "
     "pass; at most 255 levels"},
    {JsonDialect::kGsonUnlimited,
     "lenient: `TRUE`, raw controls in strings, `\\'`, a byte order mark and text after the value "
     "pass; some 2,000 levels"},
    {JsonDialect::kGsonDuplicates,
     "lenient: `TRUE`, raw controls in strings, `\\'`, a byte order mark, text after the value and "
     "equal keys pass; some 2,000 levels"},
    {JsonDialect::kJavaScript, "RFC 8259; equal keys and bytes that are not UTF-8 pass; any depth"},
    {JsonDialect::kNone, "no loader: the application reads the file, with a parser of its choice"},
};

template <>
inline constexpr Word<DurationGrammar> kWords<DurationGrammar>[] = {
    {DurationGrammar::kProto3Json, "`1.5s`: seconds, up to nine decimals, an `s`"},
    {DurationGrammar::kProtobufGo, "the same as the spec, and `+1s`, `.5s`, `1.s`"},
    {DurationGrammar::kCore,
     "also `+1s`, `01s`, ` 1s`, `1 s`; whole milliseconds, the rest is cut off; no minus"},
    {DurationGrammar::kGo, "also `.5s`, `1.s`, `+1s`, `01s`, `--1s`; at most 292 years"},
    {DurationGrammar::kGoSeconds32, "also `.5s`, `1.s`, `+1s`, `01s`; at most 2147483647 seconds"},
    {DurationGrammar::kJava,
     "also `1.s`, `+1s`, `01s` and more than nine decimals; at most 292 years"},
    {DurationGrammar::kNode, "also `01s`; no sign"},
    {DurationGrammar::kDotnet,
     "also `.5s`, `1.s`, `+1s`, `01s` and more decimals; steps of 100 ns"},
};

enum class KeySpelling : uint8_t { kExact, kExactOrSnakeCase, kFolded };
template <>
inline constexpr Word<KeySpelling> kWords<KeySpelling>[] = {
    {KeySpelling::kExact, "exactly as documented, in lowerCamelCase"},
    {KeySpelling::kExactOrSnakeCase, "in lowerCamelCase, or in snake_case as in the proto"},
    {KeySpelling::kFolded, "in any letter case"},
};

// What becomes of a key that stands twice in an object.
enum class Duplicates : uint8_t { kFirstOrNone, kLast, kMerged };
template <>
inline constexpr Word<Duplicates> kWords<Duplicates>[] = {
    {Duplicates::kFirstOrNone, "refused"},
    {Duplicates::kLast, "the last one counts"},
    {Duplicates::kMerged,
     "taken together: objects are merged, of other values the last one counts"},
};

// How numbers are written.
enum class NumberGrammar : uint8_t {
  kBareLiteral,   // gRFC A6: an integer literal, a JSON number; proto3 JSON where the proto speaks
  kProtoJson,     // protobuf's JSON mapping
  kAbslText,      // absl::SimpleAtoi and SimpleAtof on the token's text, quoted or not
  kGoLiteral,     // strconv on the token's text; never quoted
  kGson,          // a double that may be integral
  kGsonOrQuoted,  // the same, or a string that Java parses as a number
  kJavaScript,    // a double that may be integral
  kDotnet,        // System.Int32, System.Double
};
template <>
inline constexpr Word<NumberGrammar> kWords<NumberGrammar>[] = {
    {NumberGrammar::kBareLiteral,
     "bare where gRFC A6 speaks, integers without point and exponent; quoted or not elsewhere"},
    {NumberGrammar::kProtoJson, "protobuf JSON: quoted or not, `3.0` and `3e0` for integers too"},
    {NumberGrammar::kAbslText,
     "quoted or not, integers without point and exponent, of 32 bits in most fields"},
    {NumberGrammar::kGoLiteral, "never quoted, integers without point and exponent"},
    {NumberGrammar::kGson, "never quoted; `3.0` and `3e0` are integers"},
    {NumberGrammar::kGsonOrQuoted, "quoted or not; `3.0` and `3e0` are integers"},
    {NumberGrammar::kJavaScript, "never quoted; `3.0` and `3e0` are integers; any size"},
    {NumberGrammar::kDotnet, "`int` and `double`, as the application sets them"},
};

enum class CodeGrammar : uint8_t {
  kAnyCaseOrInteger,  // gRFC A6
  kProtoEnum,
  kExactName,
  kGoName,  // the raw bytes of the name, or an integer literal
  kGson,    // the exact name, or an integral double
  kJavaScript,
  kDotnet,
};
template <>
inline constexpr Word<CodeGrammar> kWords<CodeGrammar>[] = {
    {CodeGrammar::kAnyCaseOrInteger, "names in any letter case, or numbers 0 to 16"},
    {CodeGrammar::kProtoEnum, "names in capitals, or any number"},
    {CodeGrammar::kExactName, "names in capitals only, no numbers"},
    {CodeGrammar::kGoName, "names in capitals, without escapes, or numbers 0 to 16"},
    {CodeGrammar::kGson, "names in capitals, or numbers 1 to 16; OK is rejected"},
    {CodeGrammar::kJavaScript, "names in any letter case, or numbers 0 to 16"},
    {CodeGrammar::kDotnet, "names in any letter case, or any number, quoted or not"},
};

enum class Bounds : uint8_t { kFieldTable, kProtoType };
template <>
inline constexpr Word<Bounds> kWords<Bounds>[] = {
    {Bounds::kFieldTable, "checked as the spec says, but for the fields below"},
    {Bounds::kProtoType, "only those of the types in service_config.proto"},
};

enum class FieldSet : uint8_t { kGrfcs, kProto };
template <>
inline constexpr Word<FieldSet> kWords<FieldSet>[] = {
    {FieldSet::kGrfcs, "those of the gRFCs, but for the fields below"},
    {FieldSet::kProto, "those of service_config.proto"},
};

// How a list of LB policies is walked.
enum class PolicyChoice : uint8_t {
  kFirstSupported,
  kUpToSupported,
  kRawUpToSupported,
  kMapsUpToSupported,
  kEveryKey,
  kFirstThatParses,
  kEveryKnown,
  kEveryOne
};
template <>
inline constexpr Word<PolicyChoice> kWords<PolicyChoice>[] = {
    {PolicyChoice::kFirstSupported,
     "every entry must be an object with one key; the first policy that it has is used"},
    {PolicyChoice::kUpToSupported, "the first policy that it has is used; the rest is not checked"},
    {PolicyChoice::kRawUpToSupported,
     "the first policy that it has is used; every entry must be an object or null, and values of "
     "policies that it lacks may be anything"},
    {PolicyChoice::kMapsUpToSupported,
     "the first supported; entries without a policy are skipped, values in others are any JSON, "
     "and later entries are only checked to be objects"},
    {PolicyChoice::kEveryKey,
     "every entry must be an object with one key; only the value of the first policy that it has "
     "is checked, and null passes"},
    {PolicyChoice::kFirstThatParses,
     "the first policy that it has and whose config it can read is used, else pick_first; every "
     "entry must have one key"},
    {PolicyChoice::kEveryKnown, "every entry must be a policy that it has; the first one is used"},
    {PolicyChoice::kEveryOne, "every entry is a message of the proto; none is chosen"},
};

// Names in `loadBalancingPolicy`, and in lists of LB policies.
enum class PolicyNames : uint8_t {
  kAnyCase,
  kAnyCaseBare,
  kAnyCaseNotEmpty,
  kAnyCaseDiesOfNone,
  kAnyCaseOrDefault,
  kExactOrDefault,
  kNotLookedAt,
  kProtoEnum
};
template <>
inline constexpr Word<PolicyNames> kWords<PolicyNames>[] = {
    {PolicyNames::kAnyCase,
     "any letter case in `loadBalancingPolicy`, where \"\" is none; exact in a list"},
    {PolicyNames::kAnyCaseBare,
     "any letter case in `loadBalancingPolicy`, only policies that never have a config; exact in "
     "a list"},
    {PolicyNames::kAnyCaseNotEmpty,
     "any letter case in `loadBalancingPolicy`, where \"\" is rejected; exact in a list"},
    {PolicyNames::kAnyCaseDiesOfNone,
     "any letter case everywhere; an unknown `loadBalancingPolicy` means pick_first, and \"\" "
     "ends the process"},
    {PolicyNames::kAnyCaseOrDefault,
     "any letter case everywhere; an unknown `loadBalancingPolicy` means pick_first"},
    {PolicyNames::kExactOrDefault,
     "exact everywhere; an unknown `loadBalancingPolicy` means pick_first"},
    {PolicyNames::kNotLookedAt, "`loadBalancingPolicy` is never used; exact in a list"},
    {PolicyNames::kProtoEnum, "the words of the enum in the proto"},
};

// What makes names of methods wrong or the same.
enum class NameRules : uint8_t { kSpec, kCore, kGo, kJava, kNode, kNodeBefore191, kDotnet };
template <>
inline constexpr Word<NameRules> kWords<NameRules>[] = {
    {NameRules::kSpec, "\"\" counts as absent; a method needs a service; no name twice"},
    {NameRules::kCore,
     "\"\" counts as given: a method below the service \"\" is the default of all methods, and "
     "`{\"method\": \"\"}` is rejected"},
    {NameRules::kGo, "\"\" counts as absent; a method needs a service; no name twice"},
    {NameRules::kJava, "\"\" counts as absent; a method needs a service; no name twice"},
    {NameRules::kNode,
     "\"\" is not a service: a `method` beside it is rejected, even an empty one; no name twice"},
    {NameRules::kNodeBefore191,
     "every name must have a service; one that is \"\" matches no call; no name twice"},
    {NameRules::kDotnet, "\"\" is not the same key as absent: such a name matches no method"},
};

// What a client makes of a field that it meets.
enum class Use : uint8_t { kApplied, kCheckedOnly, kUnknown };
template <>
inline constexpr Word<Use> kWords<Use>[] = {
    {Use::kApplied, "used"},
    {Use::kCheckedOnly, "checked, then never used"},
    {Use::kUnknown, "absent: skipped like any unknown key"},
};

// What null is to a client.
enum class NullReading : uint8_t { kUnset, kRefused, kNamed };
template <>
inline constexpr Word<NullReading> kWords<NullReading>[] = {
    {NullReading::kUnset, "counts as no value"},
    {NullReading::kRefused, "is rejected"},
    {NullReading::kNamed, "is not a value, but counts as present"},
};

// A field's own way of being read.
enum class FieldReader : uint8_t {
  kByType,
  kNodeTimeout,
  kNodeAnyValue,
  kNodeList,
  kNodeElements,
  kAnyNumber,
  kNumber,
  kInt64,
  kInt32,
  kWholeMs,
  kUnread,
  kOwnKeys,
  kNonEmptyText,
  kTargetUri,
  kKnownCredentials,
  kNeverTaken,
  kMechanismType,
  kOfEdsMechanism,
  kOfDnsMechanism,
  kAnyObject,
  kReadLater,
  kUncheckedTexts,
  kTwoPolicies,
  kMayBeEmpty,
  kAnyElements,
  kRawPolicies,
  kIdlePolicies,
  kNanoseconds,
  kGoTarget,
  kPseudoHeader,
  kAnyText,
  kTexts,
  kPercentage,
  kChoiceConfig
};
template <>
inline constexpr Word<FieldReader> kWords<FieldReader>[] = {
    {FieldReader::kByType, "as its type says"},
    {FieldReader::kNodeTimeout,
     "decimals are taken for nanoseconds: `0.5s` is 5 ns; an object of both is taken too"},
    {FieldReader::kNodeAnyValue,
     "anything but a list is kept unchecked, and its first use ends the process"},
    {FieldReader::kNodeList, "anything but a list is silently dropped"},
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
    {FieldReader::kNeverTaken, "rejected, whatever its value"},
    {FieldReader::kMechanismType, "`EDS` or `LOGICAL_DNS`, not a number"},
    {FieldReader::kOfEdsMechanism, "checked only if the type is `EDS`"},
    {FieldReader::kOfDnsMechanism, "required if the type is `LOGICAL_DNS`, else not checked"},
    {FieldReader::kAnyObject, "any object: its contents are not checked"},
    {FieldReader::kReadLater, "read at the first call that needs it, which fails if it is wrong"},
    {FieldReader::kUncheckedTexts, "an element that is not a string breaks the calls that need it"},
    {FieldReader::kTwoPolicies,
     "the first `round_robin` or `pick_first`, without its config; may be empty"},
    {FieldReader::kMayBeEmpty, "may be empty, which counts as none"},
    {FieldReader::kAnyElements, "a list in which only the strings count"},
    {FieldReader::kRawPolicies, "a list of objects, whatever is in them"},
    {FieldReader::kIdlePolicies, "must be right, and is never started"},
    {FieldReader::kNanoseconds, "an integer of nanoseconds"},
    {FieldReader::kGoTarget, "must be a target; `host:443` is one of the scheme `host`"},
    {FieldReader::kPseudoHeader, "the name of a header, or any text after a colon"},
    {FieldReader::kAnyText, "any string"},
    {FieldReader::kTexts, "a list of strings"},
    {FieldReader::kPercentage, "a share as the client reads shares"},
    {FieldReader::kChoiceConfig, "read where the choice is the client's"},
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_READING_TRAITS_H_
