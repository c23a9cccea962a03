#include "schema/read/synonyms.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

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

namespace {

// The field of `message` that it is but for case, or that others call so; null if there is none.
const Field* FindByLetters(const Message& message, absl::string_view letters) {
  for (const Field& field : message.fields) {
    const bool is_usual = field.stage == Stage::kCurrent || field.stage == Stage::kDeprecated;
    if (is_usual && absl::EqualsIgnoreCase(field.json_name, letters)) return &field;
  }
  const std::string sought = absl::StrCat(" ", letters, " ");
  for (const Synonyms& row : kSynonyms) {
    if (row.message != message.name || !absl::StrContains(row.keys, sought)) continue;
    return FindField(message, row.field);
  }
  return nullptr;
}

// `timeout` of `timeoutms`; the same where no unit is at the end.
absl::string_view WithoutUnit(absl::string_view letters) {
  for (const absl::string_view unit :
       {"milliseconds", "millis", "msec", "ms", "inseconds", "seconds", "secs", "sec"}) {
    if (absl::ConsumeSuffix(&letters, unit)) break;
  }
  return letters;
}

}  // namespace

const Field* FindSynonym(const Message& message, absl::string_view key) {
  std::string letters = LettersOf(key);
  // `grpc.max_receive_message_length`, as a channel argument is called.
  if (absl::StartsWith(key, "grpc.")) letters.erase(0, 4);
  const Field* const field = FindByLetters(message, letters);
  const absl::string_view bare = WithoutUnit(letters);
  if (field != nullptr || bare.size() == letters.size()) return field;
  const Field* const of_time = FindByLetters(message, bare);
  return of_time != nullptr && of_time->type == FieldType::kDuration ? of_time : nullptr;
}

}  // namespace grpcfg
