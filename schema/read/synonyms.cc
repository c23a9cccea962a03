#include "schema/read/synonyms.h"

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
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
    {"MethodConfig", "hedgingPolicy",
     " hedge hedges hedging hedgepolicy hedgingconfig hedgedrequests backuppolicy "
     "backuprequest backuprequests tiedrequests speculation speculativeexecution "
     "speculativeexecutions speculativerequests speculativeretry "},
    {"MethodConfig", "timeout",
     " deadline timeoutduration requesttimeout calltimeout rpctimeout methodtimeout "
     "percalltimeout defaulttimeout totaltimeout globaltimeout retrytimeout readtimeout "
     "defaultdeadline "
     "calldeadline rpcdeadline requestdeadline timelimit maxduration maxtime maxexecutiontime "
     "maxelapsedtime maxretryduration maxretrytime "},
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
     " maxretries maxretry maximumattempts numretries retries retrycount retrylimit maxretrycount "
     "maxretryattempts attempts numattempts attemptcount maxtries tries "},
    {"RetryPolicy", "initialBackoff",
     " initialinterval initialdelay initialretrydelay baseinterval "
     "basedelay basebackoff minbackoff mindelay mininterval retrydelay "
     "retryinterval backoff retrybackoff delay waitduration sleepduration "},
    {"RetryPolicy", "maxBackoff",
     " maxinterval maximuminterval maxdelay maxretrydelay maxretryinterval maxwait maximumbackoff "
     "maximumdelay "
     "maxwaitduration exponentialmaxwaitduration "},
    {"RetryPolicy", "backoffMultiplier",
     " multiplier factor backofffactor backoffcoefficient backoffrate delaymultiplier "
     "retrydelaymultiplier "
     "exponent backoffexponent exponentialbackoffmultiplier "},
    {"RetryPolicy", "retryableStatusCodes",
     " statuscodes codes retryon retrycodes retryoncodes retrystatuscodes retryablecodes "
     "retryablestatuses retryableerrors retryableerrorcodes retriablecodes retriableerrors "
     "errorcodes retryconditions nonfatalstatuscodes "},
    {"HedgingPolicy", "maxAttempts",
     " maxretries numretries retries attempts maxhedges maxrequests maxbackups "},
    {"HedgingPolicy", "hedgingDelay", " delay hedgedelay backupdelay "},
    {"HedgingPolicy", "nonFatalStatusCodes",
     " statuscodes codes nonfatalcodes retryablestatuscodes "},
    {"RetryThrottlingPolicy", "maxTokens", " tokens tokencount tokenlimit capacity "},
    {"RetryThrottlingPolicy", "tokenRatio", " ratio refillratio tokenrate retryratio "},
    {"PickFirstConfig", "shuffleAddressList",
     " shuffle shuffleaddresses shuffled random randomize randomorder "},
    {"LeastRequestLocalityLoadBalancingPolicyConfig", "choiceCount", " choices "},
    {"HealthCheckConfig", "serviceName", " service name healthservice "},
};

// LB policies of Envoy, NGINX, HAProxy, Finagle, Dubbo and others. Calls are spread at random to be
// even.
constexpr Synonyms kPolicySynonyms[] = {
    {"LoadBalancingConfig", "least_request_experimental",
     " leastconn leastconns leastconnection leastconnections leastactive leastactives leastloaded "
     "leastoutstanding leastoutstandingrequests leastrequests p2c poweroftwo poweroftwochoices "
     "powerof2choices peakewma "},
    {"LoadBalancingConfig", "ring_hash_experimental",
     " maglev hash consistenthash consistenthashing ketama hashring "},
    {"LoadBalancingConfig", "round_robin", " rr random roundrobinpolicy "},
    {"LoadBalancingConfig", "weighted_round_robin", " wrr weighted "},
    {"LoadBalancingConfig", "pick_first", " pf first firstavailable "},
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

Meanings FindMeanings() {
  Meanings meanings;
  for (const Message* const message : AllMessages()) {
    for (const Field& field : message->fields) {
      for (const std::string& name : NamesOf(*message, field)) {
        AddMeaning(*message, field, name, meanings);
      }
    }
  }
  return meanings;
}

constexpr uint64_t kKilo = 1024;

// The longer of two with the same end first.
constexpr KeyUnit kUnits[] = {
    {"milliseconds", "ms"},
    {"microseconds", "us"},
    {"nanoseconds", "ns"},
    {"seconds", "s"},
    {"minutes", "m"},
    {"hours", "h"},
    {"millis", "ms"},
    {"micros", "us"},
    {"nanos", "ns"},
    {"msec", "ms"},
    {"secs", "s"},
    {"sec", "s"},
    {"mins", "m"},
    {"min", "m"},
    {"ms", "ms"},
    {"us", "us"},
    {"ns", "ns"},
    {"kilobytes", "", kKilo},
    {"kibibytes", "", kKilo},
    {"kbytes", "", kKilo},
    {"kib", "", kKilo},
    {"kb", "", kKilo},
    {"megabytes", "", kKilo* kKilo},
    {"mebibytes", "", kKilo* kKilo},
    {"mbytes", "", kKilo* kKilo},
    {"mib", "", kKilo* kKilo},
    {"mb", "", kKilo* kKilo},
    {"gigabytes", "", kKilo* kKilo* kKilo},
    {"gibibytes", "", kKilo* kKilo* kKilo},
    {"gbytes", "", kKilo* kKilo* kKilo},
    {"gib", "", kKilo* kKilo* kKilo},
    {"gb", "", kKilo* kKilo* kKilo},
    {"bits", "", 0},
};

absl::Span<const Meaning> MeaningsOfLetters(absl::string_view letters) {
  static const Meanings kMeanings = FindMeanings();
  const auto found = kMeanings.find(letters);
  if (found == kMeanings.end()) return {};
  return found->second;
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

const KeyUnit* UnitOf(absl::string_view key) {
  const std::string letters = LettersOf(key);
  const auto* const unit = absl::c_find_if(
      kUnits, [&](const KeyUnit& each) { return absl::EndsWith(letters, each.letters); });
  return unit == std::end(kUnits) ? nullptr : unit;
}

std::vector<Meaning> MeaningsOf(absl::string_view key) {
  std::string letters = LettersOf(key);
  // `grpc.max_receive_message_length`, as a channel argument is called.
  if (absl::StartsWith(key, "grpc.")) letters.erase(0, 4);
  const absl::Span<const Meaning> meanings = MeaningsOfLetters(letters);
  const KeyUnit* const unit = UnitOf(letters);
  if (!meanings.empty() || unit == nullptr) return {meanings.begin(), meanings.end()};
  // `timeoutms` and `timeoutinms` for `timeout`, `maxrequestmessagekb` for its bytes.
  letters.resize(letters.size() - unit->letters.size());
  if (absl::EndsWith(letters, "in")) letters.resize(letters.size() - 2);
  std::vector<Meaning> with_unit;
  for (const std::string& name : {letters, absl::StrCat(letters, "bytes")}) {
    absl::c_copy_if(
        MeaningsOfLetters(name), std::back_inserter(with_unit), [&](const Meaning& meaning) {
          return unit->of_duration.empty() ? absl::EndsWith(meaning.field->json_name, "Bytes")
                                           : meaning.field->type == FieldType::kDuration;
        });
  }
  return with_unit;
}

const Field* FindSynonym(const Message& message, absl::string_view key) {
  for (const Meaning& meaning : MeaningsOf(key)) {
    if (meaning.message == &message) return meaning.field;
  }
  return nullptr;
}

const Field* FindPolicySynonym(absl::string_view name) {
  const std::string letters = absl::StrCat(" ", LettersOf(name), " ");
  const auto* const row = absl::c_find_if(kPolicySynonyms, [&](const Synonyms& each) {
    return letters.size() > 2 && absl::StrContains(each.keys, letters);
  });
  return row == std::end(kPolicySynonyms) ? nullptr
                                          : FindField(LoadBalancingConfigMessage(), row->field);
}

}  // namespace grpcfg
