// The kinds of issues, and the facts of each in one row.
#ifndef GRPCFG_SCHEMA_JSON_ISSUE_KIND_H_
#define GRPCFG_SCHEMA_JSON_ISSUE_KIND_H_

#include <cstddef>
#include <cstdint>

namespace grpcfg {

enum class IssueKind : uint8_t {
  // Deviations of the text from RFC 8259. `node` is the innermost container that was open, `span`
  // the offending bytes (zero width at the end of the text).
  kJsonEmpty,              // no value at all
  kJsonUnexpected,         // bytes that fit nowhere
  kJsonMissingBraces,      // members without the braces of their object around them
  kJsonMissingComma,       // related: the value before
  kJsonMissingColon,       // related: the key
  kJsonMissingValue,       // related: the key
  kJsonTrailingComma,      // a comma before a closing bracket, or with no element before it
  kJsonComment,            // `//`, `/* */` or `#`
  kJsonSingleQuotes,       // a string in '...'
  kJsonUnquotedKey,        // a bare word as a key
  kJsonBareWord,           // a bare word as a value: TRUE, None, NaN
  kJsonNumber,             // 01, +1, .5, 1., -, 1e, 0x10
  kJsonMismatchedBracket,  // `]` for `{` or the reverse; related: the opening bracket
  kJsonUnclosed,           // string, comment or container at the end; related: its opening
  kJsonControlCharacter,   // a raw byte below 0x20 in a string
  kJsonEscape,             // \x, \' or a \u without four hex digits
  kJsonLoneSurrogate,      // half of a \ud83d\ude00 pair
  kJsonUtf8,               // bytes that are not UTF-8
  kJsonNul,                // a NUL byte
  kJsonByteOrderMark,      // U+FEFF at the start
  kJsonTextAfterValue,     // anything but white space after the value
  kJsonDuplicateKey,       // `node`: the second key; related: the first
  kJsonForeign,            // another format than JSON; `span`: its first word

  // What the JSON parser of a client refuses although it is right; set by a reading.
  kJsonNumberRefused,
  kJsonTooDeep,

  // Deviations of a value from the field table. `node` is the value; for kUnknownField the key; for
  // kMissingField the object that lacks the field, or the null that stands there.
  kWrongType,
  kUnknownField,     // `field`: the one that was probably meant, or null; related:
                     // that one's key, if it stands there too
  kMisplacedFields,  // several keys that are fields of one other message; `node`: the first key
  kMissingField,     // required
  kMalformedNumber,  // not written as this field's numbers are: 3.0, 3e0
  kQuotedNumber,     // "3" where the number must be bare
  kTooSmall,
  kTooLarge,
  kClamped,          // legal, but read as the field's clamp
  kTruncated,        // legal, but read without its decimals beyond the third
  kTruncatedToZero,  // nothing is left of it after that
  kMalformedDuration,
  kDurationOutOfRange,  // beyond +-315,576,000,000 s
  kUnknownStatusCode,   // a name that is none of the 17
  kUnknownWord,         // none of the field's words
  kMalformedHeader,     // no name of a header that is text
  kRaised,              // legal, but read as the field's floor
  kEmptyList,           // or map
  kEmptyText,
  kConflict,           // two members of one oneof; `node`: the second value; related: first key
  kExperimentalField,  // known only to clients that enable it; `node`: the key
  kUnexpectedField,    // kUnknownField where that is an error
  kUnsupportedField,   // a field that this client does not have, or has without effect

  // What only some clients take offence at.
  kNull,             // for a field that need not be there
  kRefusedSpelling,  // right by the spec, but not as this client reads the type
  kMisread,          // read as another value, see `read_as`
  kIntegerCode,      // a status code as a number
  kCodeLetterCase,   // a status code's name, not in capitals
  kOkCode,           // the status code OK
  kHangsRetries,     // `retryThrottling` beside a retry policy; `node`: its key
  kEndsEveryCall,    // a timeout that is over before a call starts; see `read_as`

  // LB policies.
  kUnknownPolicy,      // an entry's key that is not a policy; `node`: the key
  kUnlinkedPolicy,     // a policy that this client does not have; `node`: the key
  kNoPolicy,           // an entry without a key
  kSeveralPolicies,    // an entry with a second key: `node`; related: the first
  kUnparsedPolicy,     // one whose config this client cannot read and so passes over; `node`: key
  kNoSupportedPolicy,  // a list without any policy that this client has
  kUnknownPolicyName,  // in `loadBalancingPolicy`
  kPolicyNeedsConfig,  // in `loadBalancingPolicy`: a policy that is invalid without its config

  // TXT values.
  kNoTxtAttribute,  // the text does not start with `grpc_config=`
  kTxtNotAscii,

  // Lists of choices, where clients do not select by the spec.
  kLanguageLetterCase,  // the client's own language, in letters that it does not compare with
  kEmptyCriterion,      // an empty list, which fits no client instead of all
  kOneMorePercent,      // a percentage that one client more in a hundred passes; see `read_as`
  kNoChoiceTaken,       // by the client that a verdict is about, and it needs one

  // Names of method configs.
  kNoName,     // an entry whose `name` is empty: nothing selects it
  kNoNameKey,  // an entry without a `name`
  kMethodWithoutService,
  kEmptyServiceWithMethod,  // read as the name of every method
  kEmptyMethodAlone,        // `"method": ""` without a service
  kNeverMatches,            // a name that this client compares with none
  kDuplicateName,           // related: the first
};

// True of what makes a text no JSON (RFC 8259), comments and a byte order mark included.
constexpr bool IsFaultOfJson(IssueKind kind) { return kind <= IssueKind::kJsonTextAfterValue; }

inline constexpr size_t kIssueKindCount = static_cast<size_t>(IssueKind::kDuplicateName) + 1;

// What an issue is about; a profile has evidence for most of these as a whole.
enum class About : uint8_t {
  kText,    // a deviation from RFC 8259
  kParser,  // a limit of the client's own JSON parser
  kKey,
  kPresence,
  kValue,
  kNull,
  kEmpty,
  kBound,
  kAdjusted,  // to a bound or a precision
  kPolicyChoice,
  kPolicyName,
  kName,  // of a method config
};

// Bits of IssueTraits::flags.
inline constexpr uint8_t kTypeIsRight = 1;  // clients that look only at a value's type miss it
inline constexpr uint8_t kSlight = 2;       // clients do as the spec says, or nearly

struct IssueTraits {
  IssueKind kind;
  About about;
  uint8_t flags = 0;
};

// In the order of the kinds.
inline constexpr IssueTraits kIssueTraits[] = {
    {IssueKind::kJsonEmpty, About::kText},
    {IssueKind::kJsonUnexpected, About::kText},
    {IssueKind::kJsonMissingBraces, About::kText},
    {IssueKind::kJsonMissingComma, About::kText},
    {IssueKind::kJsonMissingColon, About::kText},
    {IssueKind::kJsonMissingValue, About::kText},
    {IssueKind::kJsonTrailingComma, About::kText},
    {IssueKind::kJsonComment, About::kText},
    {IssueKind::kJsonSingleQuotes, About::kText},
    {IssueKind::kJsonUnquotedKey, About::kText},
    {IssueKind::kJsonBareWord, About::kText},
    {IssueKind::kJsonNumber, About::kText},
    {IssueKind::kJsonMismatchedBracket, About::kText},
    {IssueKind::kJsonUnclosed, About::kText},
    {IssueKind::kJsonControlCharacter, About::kText},
    {IssueKind::kJsonEscape, About::kText},
    {IssueKind::kJsonLoneSurrogate, About::kText},
    {IssueKind::kJsonUtf8, About::kText},
    {IssueKind::kJsonNul, About::kText},
    {IssueKind::kJsonByteOrderMark, About::kText},
    {IssueKind::kJsonTextAfterValue, About::kText},
    {IssueKind::kJsonDuplicateKey, About::kText},
    {IssueKind::kJsonForeign, About::kText},
    {IssueKind::kJsonNumberRefused, About::kParser},
    {IssueKind::kJsonTooDeep, About::kParser},
    {IssueKind::kWrongType, About::kValue},
    {IssueKind::kUnknownField, About::kKey},
    {IssueKind::kMisplacedFields, About::kKey},
    {IssueKind::kMissingField, About::kPresence, kTypeIsRight},
    {IssueKind::kMalformedNumber, About::kValue},
    {IssueKind::kQuotedNumber, About::kValue},
    {IssueKind::kTooSmall, About::kBound, kTypeIsRight},
    {IssueKind::kTooLarge, About::kBound, kTypeIsRight},
    {IssueKind::kClamped, About::kAdjusted, kTypeIsRight | kSlight},
    {IssueKind::kTruncated, About::kAdjusted, kSlight},
    {IssueKind::kTruncatedToZero, About::kAdjusted},
    {IssueKind::kMalformedDuration, About::kValue},
    {IssueKind::kDurationOutOfRange, About::kValue},
    {IssueKind::kUnknownStatusCode, About::kValue},
    {IssueKind::kUnknownWord, About::kValue},
    {IssueKind::kMalformedHeader, About::kValue},
    {IssueKind::kRaised, About::kAdjusted, kSlight},
    {IssueKind::kEmptyList, About::kEmpty, kTypeIsRight},
    {IssueKind::kEmptyText, About::kEmpty},
    {IssueKind::kConflict, About::kValue},
    {IssueKind::kExperimentalField, About::kKey},
    {IssueKind::kUnexpectedField, About::kValue},
    {IssueKind::kUnsupportedField, About::kValue},
    {IssueKind::kNull, About::kNull},
    {IssueKind::kRefusedSpelling, About::kValue},
    {IssueKind::kMisread, About::kValue, kTypeIsRight},
    {IssueKind::kIntegerCode, About::kValue},
    {IssueKind::kCodeLetterCase, About::kValue},
    {IssueKind::kOkCode, About::kValue},
    {IssueKind::kHangsRetries, About::kValue},
    {IssueKind::kEndsEveryCall, About::kValue},
    {IssueKind::kUnknownPolicy, About::kValue},
    {IssueKind::kUnlinkedPolicy, About::kValue},
    {IssueKind::kNoPolicy, About::kPolicyChoice},
    {IssueKind::kSeveralPolicies, About::kPolicyChoice},
    {IssueKind::kUnparsedPolicy, About::kValue},
    {IssueKind::kNoSupportedPolicy, About::kPolicyChoice},
    {IssueKind::kUnknownPolicyName, About::kPolicyName, kTypeIsRight},
    {IssueKind::kPolicyNeedsConfig, About::kPolicyName, kTypeIsRight},
    {IssueKind::kNoTxtAttribute, About::kValue},
    {IssueKind::kTxtNotAscii, About::kValue},
    {IssueKind::kLanguageLetterCase, About::kValue},
    {IssueKind::kEmptyCriterion, About::kValue},
    {IssueKind::kOneMorePercent, About::kValue, kSlight},
    {IssueKind::kNoChoiceTaken, About::kValue},
    {IssueKind::kNoName, About::kValue},
    {IssueKind::kNoNameKey, About::kValue},
    {IssueKind::kMethodWithoutService, About::kName},
    {IssueKind::kEmptyServiceWithMethod, About::kName},
    {IssueKind::kEmptyMethodAlone, About::kName},
    {IssueKind::kNeverMatches, About::kName},
    {IssueKind::kDuplicateName, About::kName},
};

constexpr bool AreIssueTraitsInOrder() {
  size_t kind = 0;
  for (const IssueTraits& traits : kIssueTraits) {
    if (static_cast<size_t>(traits.kind) != kind++) return false;
  }
  return kind == kIssueKindCount;
}
static_assert(AreIssueTraitsInOrder());

constexpr const IssueTraits& TraitsOf(IssueKind kind) {
  return kIssueTraits[static_cast<size_t>(kind)];
}

// True for a deviation of the text from RFC 8259.
constexpr bool IsOfText(IssueKind kind) { return TraitsOf(kind).about == About::kText; }

// True if one of `flags` is set.
constexpr bool HasTrait(IssueKind kind, uint8_t flags) {
  return (TraitsOf(kind).flags & flags) != 0;
}

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_ISSUE_KIND_H_
