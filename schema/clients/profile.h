// What one implementation does with a config, as data: how it reads each kind of value and each
// field, and its effect for each kind of issue, with the releases for which that holds. Every entry
// says where that was read.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "schema/clients/call_traits.h"
#include "schema/clients/release.h"
#include "schema/fields/duration.h"
#include "schema/fields/field_table.h"
#include "schema/json/effect.h"
#include "schema/json/issue.h"
#include "schema/json/json_dialect.h"

namespace grpcfg {

enum class Implementation : uint8_t { kSpec, kGapic, kCore, kGo, kJava, kNode, kDotnet };

// An entry of a profile: a fact, where it was read, and the first release for which it holds.
template <typename T>
struct Trait {
  T value = {};
  absl::string_view evidence = {};
  Release since = {};
};

// The same fact from release to release, the oldest first.
template <typename T>
struct Timeline {
  Trait<T> first = {};
  Trait<T> second = {};  // none without evidence
  Trait<T> third = {};

  [[nodiscard]] constexpr const Trait<T>& At(const Release& release) const {
    if (!third.evidence.empty() && release >= third.since) return third;
    return !second.evidence.empty() && release >= second.since ? second : first;
  }
};

enum class KeySpelling : uint8_t {
  kExact,
  kExactOrSnakeCase,
  kFolded,  // in any letter case
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

enum class CodeGrammar : uint8_t {
  kAnyCaseOrInteger,  // gRFC A6
  kProtoEnum,
  kExactName,
  kGoName,  // the raw bytes of the name, or an integer literal
  kGson,    // the exact name, or an integral double
  kJavaScript,
  kDotnet,
};

// What becomes of a key that stands twice in an object.
enum class Duplicates : uint8_t { kFirstOrNone, kLast, kMerged };

enum class Bounds : uint8_t { kFieldTable, kProtoType };
enum class FieldSet : uint8_t { kGrfcs, kProto };  // which fields are known

// How a list of LB policies is walked.
enum class PolicyChoice : uint8_t {
  kFirstSupported,     // the shape of every entry, then the first that is supported
  kUpToSupported,      // nothing behind the first supported entry is looked at
  kRawUpToSupported,   // the same, but every entry is a map or null, and values are any JSON
  kMapsUpToSupported,  // the same, but null is no map, and one without keys is passed over
  kEveryKey,           // every entry has one key; the value of the first supported may be null
  kFirstThatParses,    // every entry has one key, values are any JSON
  kEveryKnown,         // every entry must be a policy that the client has
  kEveryOne,           // a plain list of messages
};

// Names in `loadBalancingPolicy`, and in lists of LB policies.
enum class PolicyNames : uint8_t {
  kAnyCase,            // exact in a list; "" is no name
  kAnyCaseBare,        // the same, and only policies that never have a config
  kAnyCaseNotEmpty,    // the same as the first, but "" is an unknown name
  kAnyCaseDiesOfNone,  // the same as the next, but with "" the process dies
  kAnyCaseOrDefault,   // any case in a list too; an unknown name is the default
  kExactOrDefault,     // exact in both; an unknown name is the default
  kNotLookedAt,
  kProtoEnum,
};

// How a client finds the entry of a method: that of its name, else that of its service, else that
// of every method.
enum class NameMatch : uint8_t {
  kByParts,        // service and method are compared; "" is absent
  kByPath,         // as one text, `service/method`, whose service ends at the last slash
  kFirstTwoParts,  // of that text only what stands before the second slash
  kFirstInOrder,   // the same, but the first entry that fits, and none is for every method
  kBySetParts,     // service and method are compared; "" is not absent
  kEachField,      // by parts, for each field by itself, and none is for every method
};

// What makes names of methods wrong or the same.
enum class NameRules : uint8_t { kSpec, kCore, kGo, kJava, kNode, kNodeBefore191, kDotnet };

// An LB policy, and the releases of a client that have it by that name.
struct ListedPolicy {
  absl::string_view name;
  Release since = {};
  Release until = kNoRelease;  // the first release that does not have it
  // The policy of the field table that has its config, where that is not the one of this name.
  absl::string_view read_as = {};

  [[nodiscard]] constexpr bool HoldsAt(const Release& release) const {
    return since <= release && release < until;
  }
};

// The LB policies that a client has.
struct PolicyList {
  enum class Scope : uint8_t { kListed, kCurrent, kEvery };
  Scope scope = Scope::kListed;                // kCurrent: all that are not deprecated
  absl::Span<const ListedPolicy> listed = {};  // of kListed
};

// What a client makes of a field that it meets.
enum class Use : uint8_t {
  kApplied,
  kCheckedOnly,  // a wrong value is refused, a right one has no effect
  kUnknown,      // like any other key that no field has
};

// What null is to a client.
enum class NullReading : uint8_t {
  kUnset,
  kRefused,
  kNamed,  // no value, but the field is there
};

// What a client looks at in a list of choices (gRFC A2).
enum class ChoiceScope : uint8_t {
  kEverything,  // every choice whole
  kEveryShape,  // the criteria of every choice and that it has a config; the config that it takes
  kEveryCriterion,  // the criteria of every choice; the config that it takes
  kWhatFits,        // of every choice one member after the other, until a criterion does not fit
  kUpToTaken,       // the same, up to the choice that it takes
  kWholeUpToTaken,  // every choice whole, up to the one that it takes
  kAsConfig,        // to it the list is a config, and a wrong one
  kNothing,         // no TXT record is read
};

// How the `percentage` of a choice is read.
enum class PercentageReading : uint8_t {
  kBounded,  // as the field table has it
  kInt32,    // -1 is unset; of any other above 0, one percent more
  kScanned,  // the integer at the start of a number, one percent more
  kInt64,    // any integer
  kCut,      // a double without its decimals, then from 0 to 100
  kDouble,   // from 0 to 100
};

// What a client calls its language in `clientLanguage`.
struct OwnLanguage {
  absl::string_view word = {};
  bool any_case = false;
};

// Whom an empty list of languages or hosts fits.
enum class EmptyCriterion : uint8_t { kEveryone, kNobody };

// How a client chooses from a list of choices.
struct ChoiceTraits {
  Timeline<ChoiceScope> scope = {};
  Timeline<PercentageReading> percentage = {};
  Timeline<OwnLanguage> language = {};
  Timeline<EmptyCriterion> empty = {};
};

// What a client does when an attempt has ended. A part of CallTraits.
struct AttemptEndTraits {
  Timeline<PushbackGrammar> pushback_grammar = {};
  Timeline<RetryChecks> retry_checks = {};
  Timeline<UnsentRetry> unsent_retry = {};
  Timeline<RefusedRetry> refused_retry = {};
  Timeline<RetryBuffer> retry_buffer = {};
  Timeline<CommittedDebit> committed_debit = {};
  Timeline<HedgeDebit> hedge_debit = {};
  Timeline<RepeatedCount> repeated_count = {};
};

// What a client does with a call. A trait without evidence is of something that the client does not
// have.
struct CallTraits {
  AttemptEndTraits ends = {};
  Timeline<Support> retries = {};
  Timeline<Jitter> jitter = {};
  Timeline<FirstDelay> first_delay = {};
  Timeline<DelayStep> delay_step = {};
  Timeline<AfterPushback> after_pushback = {};
  Timeline<MalformedPushback> malformed_pushback = {};
  Timeline<ZeroDelay> zero_delay = {};  // without evidence: it is sent at once
  Timeline<PushbackCodes> pushback_codes = {};
  Timeline<AttemptLimit> attempt_limit = {};
  Timeline<TokenArithmetic> tokens = {};
  Timeline<TokenCredit> token_credit = {};
  Timeline<TokenDebit> token_debit = {};
  Timeline<ThrottleCheck> throttle_check = {};
  Timeline<ThrottleScope> throttle_scope = {};
  Timeline<DefaultThrottling> default_throttling = {};
  Timeline<Support> hedging = {};
  Timeline<HedgeThrottling> hedge_throttling = {};
  Timeline<HedgeAfterFailure> hedge_after_failure = {};
  Timeline<HedgeAfterPushback> hedge_after_pushback = {};
  Timeline<HedgeAfterStop> hedge_after_stop = {};
  Timeline<WaitForReadyChoice> wait_for_ready = {};
  Timeline<TimeoutClock> timeout_clock = {};  // without evidence: that of the call
  Timeline<TxtLookup> txt_lookup = {};
  Timeline<TxtName> txt_name = {};
  Timeline<TxtRecords> txt_records = {};

  [[nodiscard]] CallReading At(const Release& release) const;
};

// A field's own way of being read.
enum class FieldReader : uint8_t {
  kByType,
  kNodeTimeout,       // seconds and decimals as two integers, or an object of both
  kNodeAnyValue,      // kept unchecked unless it is a list; the first use of it kills the process
  kNodeList,          // dropped in silence unless it is a list
  kNodeElements,      // an array is an object without members
  kAnyNumber,         // of whatever size and sign
  kNumber,            // a number in place of an integer
  kInt64,             // an integer of 64 bits with a sign
  kInt32,             // the same of 32 bits
  kWholeMs,           // a duration of a millisecond and more
  kUnread,            // whatever stands there
  kOwnKeys,           // an object with keys of the client's own, and none of the field table
  kNonEmptyText,      // a string, and not the empty one
  kTargetUri,         // a target of a channel
  kKnownCredentials,  // a list with an element whose type C-core knows
  kNeverTaken,        // no value is right
  kMechanismType,     // the two words that C-core knows, and no number
  kOfEdsMechanism,    // looked at only where the type is EDS
  kOfDnsMechanism,    // the same of LOGICAL_DNS, and required there
  kAnyObject,         // an object; what is in it is not looked at
  kReadLater,         // what is wrong in it refuses no config, but breaks the calls that need it
  kUncheckedTexts,    // the same of elements that are no strings
  kTwoPolicies,       // a list of LB policies, of which two count and no config is looked at
  kMayBeEmpty,        // a list of LB policies that is as good as none if it is empty
  kAnyElements,       // a list in which only the strings count
  kRawPolicies,       // a list of objects; what is in them is not looked at
  kIdlePolicies,      // LB policies that are read and never started
  kNanoseconds,       // an integer of 64 bits with a sign, in place of a duration
  kGoTarget,          // a target whose scheme grpc-go has
  kPseudoHeader,      // the name of a header, or any text behind a colon
  kAnyText,           // a string in place of the name of a header
  kTexts,             // a list of strings in place of any JSON
  kPercentage,        // of a choice, see PercentageReading
  kChoiceConfig,      // the config of a choice, see ChoiceScope
};

// Every field of a message, those in rows behind it excepted.
inline constexpr absl::string_view kEveryField = "*";

// How one client reads one field, where that is not what its profile says of all.
struct FieldTrait {
  absl::string_view field;  // JSON name, or kEveryField
  absl::string_view evidence;
  Release since = {};
  Release until = kNoRelease;  // the first release for which it no longer holds
  std::optional<Use> use = {};
  std::optional<Presence> presence = {};
  std::optional<Bound> bound = {};
  std::optional<int64_t> if_absent = {};
  std::optional<bool> non_empty = {};
  std::optional<NullReading> null = {};
  std::optional<NullReading> null_element = {};
  std::optional<FieldReader> reader = {};
  absl::string_view empty_with = {};      // may be empty if this field of the message is there
  absl::string_view checked_with = {};    // looked at only if this field of the message is there
  absl::string_view only_without = {};    // looked at only if this field of the message is not
  absl::string_view required_with = {};   // required if this field of the message is not empty
  absl::string_view type_only_with = {};  // only its type is, if this field of the message is there
};

struct MessageTraits {
  absl::string_view message;  // as in the field table
  absl::Span<const FieldTrait> fields = {};
  absl::string_view protojson = {};  // where it was read that protobuf's JSON parser reads it
};

// How one kind of issue is taken.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): rows read best in this order.
struct IssueEffect {
  IssueKind kind;
  Effect effect;
  absl::string_view evidence;
  absl::string_view message = {};  // of the field table; empty: any
  absl::string_view field = {};    // empty: any
  Release since = {};
  Release until = kNoRelease;
};

struct Profile {
  Implementation implementation;
  Release oldest = {};  // the first and the last release that somebody read
  Release newest = {};
  Timeline<JsonDialect> json;
  Timeline<KeySpelling> keys;
  Timeline<Duplicates> duplicates;
  Timeline<NumberGrammar> numbers;
  Timeline<DurationGrammar> durations;
  Timeline<CodeGrammar> status_codes;
  Timeline<Bounds> policy_bounds;  // of every number that the gRFCs bound
  Timeline<FieldSet> fields;
  Timeline<NullReading> nulls;  // as the value of a field
  Timeline<Effect> null_root;   // of `null` in place of the whole config
  Timeline<Effect> array_root;  // of an array there
  Timeline<PolicyChoice> policy_choice;
  Timeline<PolicyNames> policy_names;
  Timeline<NameRules> names;
  ChoiceTraits choices;
  CallTraits calls = {};
  Timeline<NameMatch> name_match;
  Timeline<PolicyList> default_policies;          // that it registers by itself
  Timeline<PolicyList> all_policies;              // that it has in any package of its own
  Timeline<absl::string_view> retries_need = {};  // in the environment; empty: retries are on
  Timeline<Effect> text_issues;   // of every deviation from RFC 8259 without a row below
  Timeline<Effect> other_issues;  // of every other kind without one
  absl::Span<const IssueEffect> issues;
  absl::Span<const MessageTraits> field_traits = {};
};

// The gRFCs and service_config.proto; where they leave a question open, the decision of this tool.
const Profile& SpecProfile();

// Google's client generators, which read a config as protobuf JSON and look at few of its values.
const Profile& GapicProfile();

// C-core, of which C++, Python, Ruby, PHP and Objective-C are made.
const Profile& CoreProfile();
const Profile& GoProfile();
const Profile& JavaProfile();
const Profile& NodeProfile();
const Profile& DotnetProfile();

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_H_
