// What a parse or a reading noticed, as data: a kind, a node and spans, never prose. Rules give an
// issue its words; a profile gives it its effect.
#ifndef GRPCFG_SCHEMA_JSON_ISSUE_H_
#define GRPCFG_SCHEMA_JSON_ISSUE_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "schema/json/effect.h"
#include "schema/json/position.h"

namespace grpcfg {

struct Field;
struct Message;

// A node's place in its JsonTree.
using NodeId = uint32_t;
inline constexpr NodeId kNoNode = 0xFFFFFFFFU;

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
  kExperimentalField,  // known only to clients that were told to; `node`: the key
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
  kUnknownPolicy,      // an entry's key that is no policy; `node`: the key
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
  kEmptyCriterion,      // an empty list, which fits nobody instead of everybody
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

// True for a deviation of the text from RFC 8259.
constexpr bool IsOfText(IssueKind kind) { return kind <= IssueKind::kJsonDuplicateKey; }

inline constexpr size_t kIssueKindCount = static_cast<size_t>(IssueKind::kDuplicateName) + 1;

// Nobody reads more issues of one kind, and a hostile text has one per byte: further ones are
// counted only.
inline constexpr uint32_t kMaxIssuesPerKind = 20'000;

// How many issues of each kind were met.
class IssueCounts {
 public:
  // Counts one more; false if it is beyond what is kept.
  bool Take(IssueKind kind) { return met_[static_cast<size_t>(kind)]++ < kMaxIssuesPerKind; }

  // Those that were met and not kept.
  [[nodiscard]] uint32_t Dropped(IssueKind kind) const {
    const uint32_t met = met_[static_cast<size_t>(kind)];
    return met > kMaxIssuesPerKind ? met - kMaxIssuesPerKind : 0;
  }

 private:
  std::array<uint32_t, kIssueKindCount> met_ = {};
};

struct Issue {
  IssueKind kind = IssueKind::kJsonUnexpected;
  Effect effect = Effect::kAccepts;  // set by a reading; a tree knows no clients
  NodeId node = kNoNode;
  Span span = {};                    // the narrowest wrong token
  Span related = {};                 // see the kind; empty if it has none
  const Message* message = nullptr;  // that `field` belongs to; for an unknown key: where it stands
  const Field* field = nullptr;      // the field that `node` is a value of; null in a tree
  absl::string_view read_as = {};    // what the client makes of the value, for people
  bool elsewhere = false;  // of a list of choices: met only on other hosts or with other draws
};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_JSON_ISSUE_H_
