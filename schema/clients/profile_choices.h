// How each implementation chooses from a list of choices (gRFC A2), side by side. For the profiles
// only.
#ifndef GRPCFG_SCHEMA_CLIENTS_PROFILE_CHOICES_H_
#define GRPCFG_SCHEMA_CLIENTS_PROFILE_CHOICES_H_

#include "schema/clients/profile.h"

namespace grpcfg {

inline constexpr ChoiceTraits kSpecChoices = {
    .scope = {{ChoiceScope::kEverything,
               "gRFC A2, Canarying Changes: an unexpected field makes the entire config invalid"}},
    .percentage = {{PercentageReading::kBounded,
                    "gRFC A2, Canarying Changes: an integer from 0 to 100"}},
    .language = {{{}, "gRFC A2, Canarying Changes: of clients; the spec is none"}},
    .empty = {{EmptyCriterion::kEveryone, "gRFC A2, Canarying Changes: if the list is empty, all"}},
    .draw = {{ChoiceDraw::kEachChoice, "gRFC A2, Canarying Changes: of each choice"}}};

inline constexpr ChoiceTraits kGapicChoices = {
    .scope = {{ChoiceScope::kAsConfig,
               "gapic-generator-go internal/grpc_service_config/config.go New: a "
               "config is an object"}}};

// C-core took the JSON apart by hand before 1.55; a loader does since.
inline constexpr Release kChoicesRelease = {1, 55, 0};
// Its loaders take null for every optional field since 1.56 (PR 33225).
inline constexpr Release kCoreNullsRelease = {1, 56, 0};
inline constexpr absl::string_view kChooseByHand =
    "grpc/grpc 1.54 dns_resolver_ares.cc ChooseServiceConfig: \"should be of type\"; only the "
    "strings of a list count, so an empty list matches none";
inline constexpr absl::string_view kChooseLoaded =
    "grpc/grpc service_config_helper.cc ChooseServiceConfig: an empty list is ignored";
inline constexpr absl::string_view kCoreLanguage =
    "grpc/grpc service_config_helper.cc ChooseServiceConfig: exactly \"c++\"";
inline constexpr absl::string_view kCoreDraw =
    "grpc/grpc service_config_helper.cc ChooseServiceConfig: rand() % 100 > percentage passes on";
inline constexpr absl::string_view kCoreTakesNone =
    "grpc/grpc service_config_helper.cc ChooseServiceConfig: \"\", which is not a config";
inline constexpr absl::string_view kCoreChoiceKeys =
    "grpc/grpc service_config_helper.cc ServiceConfigChoice: looks for its own keys only";
inline constexpr absl::string_view kCoreAttribute =
    "grpc/grpc event_engine_client_channel_resolver.cc OnTXTResolved: no record with the prefix";
inline constexpr FieldTrait kCoreChoice[] = {
    {.field = "clientLanguage",
     .evidence = kChooseByHand,
     .until = kChoicesRelease,
     .null = NullReading::kRefused,
     .reader = FieldReader::kAnyElements},
    {.field = "clientHostname",
     .evidence = kChooseByHand,
     .until = kChoicesRelease,
     .null = NullReading::kRefused,
     .reader = FieldReader::kAnyElements},
    {.field = "percentage",
     .evidence = kChooseByHand,
     .until = kChoicesRelease,
     .null = NullReading::kRefused},
    {.field = kEveryField,
     .evidence = "grpc/grpc 1.55 json_object_loader.cc LoadObject: null is a value of a wrong type",
     .since = kChoicesRelease,
     .until = kCoreNullsRelease,
     .null = NullReading::kRefused},
};
inline constexpr ChoiceTraits kCoreChoices = {
    .scope = {{ChoiceScope::kWhatFits,
               "grpc/grpc 1.51 dns_resolver_ares.cc ChooseServiceConfig: continue"},
              {ChoiceScope::kEveryShape,
               "grpc/grpc service_config_helper.cc ServiceConfigChoice::JsonLoader",
               kChoicesRelease}},
    .percentage = {{PercentageReading::kScanned,
                    "grpc/grpc 1.51 dns_resolver_ares.cc ChooseServiceConfig: sscanf"},
                   {PercentageReading::kInt32,
                    "grpc/grpc service_config_helper.cc ServiceConfigChoice: int, -1 if absent",
                    kChoicesRelease}},
    .language = {{{"c++"}, kCoreLanguage}},
    .empty = {{EmptyCriterion::kNoClient, kChooseByHand},
              {EmptyCriterion::kEveryone, kChooseLoaded, kChoicesRelease}},
    .draw = {{ChoiceDraw::kEachChoice, kCoreDraw}}};

inline constexpr FieldTrait kGoChoice[] = {
    {.field = "clientLanguage",
     .evidence = "encoding/json decode.go literalStore: null leaves the zero value",
     .null_element = NullReading::kUnset},
    {.field = "clientHostname",
     .evidence = "encoding/json decode.go literalStore: null leaves the zero value",
     .null_element = NullReading::kUnset},
};
inline constexpr ChoiceTraits kGoChoices = {
    .scope = {{ChoiceScope::kEveryCriterion,
               "grpc-go internal/resolver/dns/dns_resolver.go canaryingSC: "
               "json.Unmarshal into []rawChoice"}},
    .percentage = {{PercentageReading::kInt64,
                    "grpc-go internal/resolver/dns/dns_resolver.go chosenByPercentage: any int"}},
    .language = {{{"GO"}, "grpc-go internal/resolver/dns/dns_resolver.go golang"}},
    .empty = {{EmptyCriterion::kNoClient,
               "grpc-go internal/resolver/dns/dns_resolver.go containsString: only "
               "null is everyone"}},
    .draw = {{ChoiceDraw::kEachChoice,
              "grpc-go internal/resolver/dns/dns_resolver.go chosenByPercentage: IntN(100) + 1"}}};

inline constexpr ChoiceTraits kJavaChoices = {
    .scope = {{ChoiceScope::kUpToTaken, "grpc-java DnsNameResolver.java maybeChooseServiceConfig"}},
    .percentage = {{PercentageReading::kCut,
                    "grpc-java DnsNameResolver.java maybeChooseServiceConfig: "
                    "Double.intValue, then \"Bad percentage\""}},
    .language = {{{"java", true},
                  "grpc-java DnsNameResolver.java maybeChooseServiceConfig: equalsIgnoreCase"}},
    .empty =
        {{EmptyCriterion::kEveryone,
          "grpc-java DnsNameResolver.java maybeChooseServiceConfig: an empty list is ignored"}},
    .draw = {{ChoiceDraw::kEachChoice,
              "grpc-java DnsNameResolver.java maybeChooseServiceConfig: nextInt(100)"}}};

inline constexpr ChoiceTraits kNodeChoices = {
    .scope = {{ChoiceScope::kWholeUpToTaken,
               "grpc-js service-config.ts validateAndSelectCanaryConfig, validateCanaryConfig"}},
    .percentage = {{PercentageReading::kDouble,
                    "grpc-js service-config.ts validateCanaryConfig: a number in [0, 100]"}},
    .language = {{{"node"}, "grpc-js service-config.ts CLIENT_LANGUAGE_STRING"}},
    .empty = {{EmptyCriterion::kNoClient,
               "grpc-js service-config.ts validateAndSelectCanaryConfig"}},
    .draw = {
        {ChoiceDraw::kOncePerChannel, "grpc-js resolver-dns.ts constructor: Math.random() * 100"}}};

inline constexpr ChoiceTraits kDotnetChoices = {
    .scope = {{ChoiceScope::kNothing, "grpc-dotnet reads no TXT records"}}};

}  // namespace grpcfg

#endif  // GRPCFG_SCHEMA_CLIENTS_PROFILE_CHOICES_H_
