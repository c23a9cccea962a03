#include "schema/read/synonyms.h"

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace grpcfg {
namespace {

struct Synonyms {
  absl::string_view message;
  absl::string_view field;
  absl::string_view keys;  // letters and digits of each, between blanks
};

// Envoy (route.v3.RetryPolicy), Istio (HTTPRetry), gax (RetrySettings), Spring, Polly,
// Resilience4j, and the channel arguments and call options of gRPC itself.
constexpr Synonyms kSynonyms[] = {
    {"ServiceConfig", "methodConfig",
     " methods methodconfiguration permethodconfig methodsettings methodoptions methodpolicy "
     "methodpolicies services rpcs "},
    {"ServiceConfig", "loadBalancingConfig",
     " loadbalancing loadbalancer loadbalancerconfig loadbalancingstrategy loadbalancerstrategy "
     "loadbalancingpolicies defaultloadbalancingpolicy defaultlbpolicy lb lbconfig lbpolicy "
     "lbpolicies lbpolicyname lbstrategy balancer balancing balancingpolicy "},
    {"ServiceConfig", "healthCheckConfig",
     " healthcheck healthchecks healthchecking healthcheckpolicy healthcheckservice "
     "healthcheckservicename health "},
    {"ServiceConfig", "retryThrottling",
     " throttling throttle throttlingpolicy retrythrottle retrythrottlingpolicy retrybudget "},
    {"MethodConfig", "name",
     " selector selectors target targets match matches servicename methodname methodnames methods "
     "services rpc rpcs "},
    {"MethodConfig", "waitForReady",
     " waituntilready waitforconnection waitforconnected waitready "},
    {"MethodConfig", "retryPolicy",
     " retry retries retryconfig retryoptions retrysettings retrystrategy retryparams "
     "retryparameters retryspec retryrule retryrules maxretries numretries retrycount "
     "maxretryattempts maxretrycount "},
    {"MethodConfig", "hedgingPolicy", " hedge hedging hedgepolicy hedgingconfig "},
    {"MethodConfig", "timeout",
     " deadline timeoutduration requesttimeout calltimeout rpctimeout methodtimeout "
     "defaulttimeout totaltimeout globaltimeout retrytimeout readtimeout defaultdeadline "
     "calldeadline rpcdeadline requestdeadline timelimit maxduration maxtime maxexecutiontime "
     "maxelapsedtime maxretryduration maxretrytime ttl "},
    {"MethodConfig", "maxResponseMessageBytes",
     " maxreceivemessagelength maxreceivemessagesize maxreceivemessagebytes maxreceivesize "
     "maxrecvmsgsize maxrecvmessagesize maxrecvsize maxcallrecvmsgsize maxinboundmessagesize "
     "maxresponsemessagesize maxresponsesize maxincomingmessagesize maxmessagesize "
     "maxmessagelength maxmessagebytes maxmsgsize maxmsgbytes maxresponsebytes maxreceivebytes "
     "maxrecvbytes maxinboundbytes receivelimit receivesizelimit recvlimit responselimit "
     "responsesizelimit inboundlimit "},
    {"MethodConfig", "maxRequestMessageBytes",
     " maxsendmessagelength maxsendmessagesize maxsendmessagebytes maxsendsize maxsendmsgsize "
     "maxcallsendmsgsize maxoutboundmessagesize maxrequestmessagesize maxrequestsize "
     "maxoutgoingmessagesize maxrequestbytes maxsendbytes maxoutboundbytes sendlimit sendsizelimit "
     "requestlimit requestsizelimit outboundlimit "},
    {"Name", "service", " name svc package fullname fullservicename "},
    {"Name", "method", " rpc rpcname "},
    {"RetryPolicy", "maxAttempts",
     " maxretries maxretry numretries retries retrycount retrylimit maxretrycount "
     "maxretryattempts attempts numattempts attemptcount maxtries tries "},
    {"RetryPolicy", "initialBackoff",
     " initialinterval initialdelay initialretrydelay baseinterval "
     "basedelay basebackoff minbackoff mindelay mininterval retrydelay "
     "retryinterval backoff retrybackoff delay "},
    {"RetryPolicy", "maxBackoff",
     " maxinterval maxdelay maxretrydelay maxretryinterval maxwait maximumbackoff maximumdelay "},
    {"RetryPolicy", "backoffMultiplier",
     " multiplier factor backofffactor backoffrate delaymultiplier retrydelaymultiplier "
     "exponent backoffexponent "},
    {"RetryPolicy", "retryableStatusCodes",
     " statuscodes codes retryon retrycodes retryoncodes retrystatuscodes retryablecodes "
     "retryablestatuses retryableerrors retryableerrorcodes retriablecodes retriableerrors "
     "errorcodes retryconditions nonfatalstatuscodes "},
    {"HedgingPolicy", "maxAttempts", " maxretries numretries retries attempts maxhedges "},
    {"HedgingPolicy", "hedgingDelay", " delay hedgedelay "},
    {"HedgingPolicy", "nonFatalStatusCodes",
     " statuscodes codes nonfatalcodes retryablestatuscodes "},
    {"RetryThrottlingPolicy", "maxTokens", " tokens tokencount tokenlimit capacity "},
    {"RetryThrottlingPolicy", "tokenRatio", " ratio refillratio tokenrate retryratio "},
    {"PickFirstConfig", "shuffleAddressList",
     " shuffle shuffleaddresses shuffled random randomize randomorder "},
    {"LeastRequestLocalityLoadBalancingPolicyConfig", "choiceCount", " choices "},
    {"HealthCheckConfig", "serviceName", " service name healthservice "},
};

// What keys may mean, by their letters, in the order of the messages: fields by their own names and
// by those that others give them.
using Meanings = absl::flat_hash_map<std::string, std::vector<Meaning>>;

void AddMeaning(const Message& message, const Field& field, absl::string_view letters,
                Meanings& meanings) {
  std::vector<Meaning>& known = meanings[letters];
  if (known.empty() || known.back().message != &message) known.push_back({&message, &field});
}

// The names of the field, by their letters.
std::vector<std::string> NamesOf(const Message& message, const Field& field) {
  std::vector<std::string> names;
  const bool is_usual = field.stage == Stage::kCurrent || field.stage == Stage::kDeprecated;
  if (is_usual) names.push_back(absl::AsciiStrToLower(field.json_name));
  for (const Synonyms& row : kSynonyms) {
    if (row.message != message.name || row.field != field.json_name) continue;
    for (const absl::string_view name : absl::StrSplit(row.keys, ' ', absl::SkipEmpty())) {
      names.emplace_back(name);
    }
  }
  return names;
}

// `timeoutms` for `timeout`.
constexpr absl::string_view kUnits[] = {"milliseconds", "millis",  "msec", "ms",
                                        "inseconds",    "seconds", "secs", "sec"};

void AddMeanings(const Message& message, const Field& field, bool has_unit, Meanings& meanings) {
  for (const std::string& name : NamesOf(message, field)) {
    if (!has_unit) AddMeaning(message, field, name, meanings);
    if (!has_unit || field.type != FieldType::kDuration) continue;
    for (const absl::string_view unit : kUnits) {
      AddMeaning(message, field, absl::StrCat(name, unit), meanings);
    }
  }
}

Meanings FindMeanings() {
  Meanings meanings;
  for (const Message* const message : AllMessages()) {
    for (const bool has_unit : {false, true}) {
      for (const Field& field : message->fields) AddMeanings(*message, field, has_unit, meanings);
    }
  }
  return meanings;
}

}  // namespace

std::string LettersOf(absl::string_view key) {
  std::string letters;
  for (const char c : key) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c))) {
      letters.push_back(absl::ascii_tolower(c));
    }
  }
  return letters;
}

absl::Span<const Meaning> MeaningsOf(absl::string_view key) {
  static const Meanings kMeanings = FindMeanings();
  std::string letters = LettersOf(key);
  // `grpc.max_receive_message_length`, as a channel argument is called.
  if (absl::StartsWith(key, "grpc.")) letters.erase(0, 4);
  const auto found = kMeanings.find(letters);
  if (found == kMeanings.end()) return {};
  return found->second;
}

const Field* FindSynonym(const Message& message, absl::string_view key) {
  for (const Meaning& meaning : MeaningsOf(key)) {
    if (meaning.message == &message) return meaning.field;
  }
  return nullptr;
}

}  // namespace grpcfg
