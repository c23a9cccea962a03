"""Valid configs of our own: together they have every field and every LB policy."""

CONFIGS = [
    '{}',
    '{"methodConfig": []}',
    '{"methodConfig": [{"name": [{"service": "shop.Orders"}], "timeout": "1s"}]}',
    '{"loadBalancingPolicy": "round_robin"}',
    '{"loadBalancingConfig": [{"round_robin": {}}]}',
    '{"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}',
    '{"healthCheckConfig": {"serviceName": "shop.Orders"}}',
    '{"connectionScaling": {"maxConnectionsPerSubchannel": 3}}',
    # What people write: a default, a service, and methods of their own.
    '''{
      "loadBalancingConfig": [{"weighted_round_robin": {}}, {"round_robin": {}}],
      "methodConfig": [
        {"name": [{}], "waitForReady": true, "timeout": "10s"},
        {"name": [{"service": "shop.Orders"}, {"service": "shop.Carts", "method": "Get"}],
         "timeout": "2.500s",
         "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "5s",
                         "backoffMultiplier": 1.5,
                         "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]}},
        {"name": [{"service": "shop.Orders", "method": "Find"}],
         "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.250s",
                           "nonFatalStatusCodes": ["UNAVAILABLE"]}}],
      "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.5}
    }''',
    # Every field of a method with retries.
    '''{"methodConfig": [{
      "name": [{"service": "shop.Orders", "method": "Find"}],
      "waitForReady": false, "timeout": "3s",
      "maxRequestMessageBytes": 1024, "maxResponseMessageBytes": 4194304,
      "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.01s", "maxBackoff": "1s",
                      "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "ABORTED"],
                      "perAttemptRecvTimeout": "1s"}}],
      "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.125}}''',
    # Without what only C-core knows, so that gapic takes it.
    '''{"methodConfig": [{
      "name": [{"service": "shop.Orders"}],
      "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "60s",
                      "backoffMultiplier": 1.3, "retryableStatusCodes": ["UNAVAILABLE"]}}]}''',
    '''{"methodConfig": [{
      "name": [{}],
      "hedgingPolicy": {"maxAttempts": 2, "hedgingDelay": "0s",
                        "nonFatalStatusCodes": ["UNKNOWN", "INTERNAL"]}}]}''',
    # grpc-js knows other names for the sizes and takes a timeout in parts.
    '''{"methodConfig": [{"name": [{"service": "shop.Orders"}],
      "timeout": {"seconds": 1, "nanos": 500000000},
      "maxRequestBytes": 1024, "maxResponseBytes": 1024}]}''',
    '{"loadBalancingConfig": [{"weighted_round_robin": {"enable_oob_load_report": true, '
    '"oob_load_reporting_period": "10s", "blackout_period": {"seconds": 10, "nanos": 0}, '
    '"weight_expiration_period": "180s", "weight_update_period": "1s", '
    '"error_utilization_penalty": 1.5}}]}',
    # Fields beside each other that one client reads only with the other.
    '''{"methodConfig": [], "retryThrottling": {"maxTokens": 1, "tokenRatio": 0.001},
      "loadBalancingPolicy": "pick_first", "loadBalancingConfig": [{"pick_first": {}}],
      "healthCheckConfig": {}}''',
]

# The configs of LB policies by name; each is valid for some client.
POLICIES = [
    ('pick_first', '{"shuffleAddressList": true}'),
    ('round_robin', '{}'),
    ('weighted_round_robin', '''{"enableOobLoadReport": true, "oobReportingPeriod": "10s",
        "blackoutPeriod": "10s", "weightExpirationPeriod": "180s", "weightUpdatePeriod": "1s",
        "errorUtilizationPenalty": 1.5}'''),
    ('grpclb', '''{"childPolicy": [{"round_robin": {}}], "serviceName": "shop",
        "initialFallbackTimeout": "10s"}'''),
    ('priority_experimental', '''{"children": {"a": {"config": [{"round_robin": {}}],
        "ignoreReresolutionRequests": true}, "b": {"config": [{"pick_first": {}}]}},
        "priorities": ["a", "b"]}'''),
    ('weighted_target_experimental', '''{"targets": {
        "a": {"weight": 1, "childPolicy": [{"pick_first": {}}]},
        "b": {"weight": 3, "childPolicy": [{"round_robin": {}}]}}}'''),
    ('outlier_detection_experimental', '''{"interval": "10s", "baseEjectionTime": "30s",
        "maxEjectionTime": "300s", "maxEjectionPercent": 10,
        "successRateEjection": {"stdevFactor": 1900, "enforcementPercentage": 100,
                                "minimumHosts": 5, "requestVolume": 100},
        "failurePercentageEjection": {"threshold": 85, "enforcementPercentage": 100,
                                      "minimumHosts": 5, "requestVolume": 50},
        "childPolicy": [{"round_robin": {}}]}'''),
    ('rls_experimental', '''{"routeLookupConfig": {
        "grpcKeybuilders": [{"names": [{"service": "shop.Orders", "method": "Find"},
                                       {"service": "shop.Carts"}],
                             "extraKeys": {"host": "h", "service": "s", "method": "m"},
                             "headers": [{"key": "user", "names": ["x-user", "x-name"]}],
                             "constantKeys": {"k": "v"}}],
        "lookupService": "lookup:443", "lookupServiceTimeout": "2s", "maxAge": "120s",
        "staleAge": "60s", "cacheSizeBytes": "1000", "validTargets": ["a"],
        "defaultTarget": "fallback",
        "httpKeybuilders": [{"hostPatterns": ["h"], "pathPatterns": ["/p"],
                             "queryParameters": [{"key": "q", "names": ["q"],
                                                  "requiredMatch": true}],
                             "headers": [{"key": "h", "names": ["h"]}],
                             "constantKeys": {"k": "v"}, "method": "m"}]},
      "routeLookupChannelServiceConfig": {"loadBalancingConfig": [{"pick_first": {}}]},
      "childPolicy": [{"cds_experimental": {"cluster": "x"}}],
      "childPolicyConfigTargetFieldName": "cluster"}'''),
    ('xds_cluster_manager_experimental', '''{"children": {
        "a": {"childPolicy": [{"round_robin": {}}]}}}'''),
    ('cds_experimental', '{"cluster": "a", "isDynamic": true}'),
    ('xds_cluster_impl_experimental', '''{"cluster": "a", "edsServiceName": "e",
        "lrsLoadReportingServerName": "", "lrsLoadReportingServer": {"server_uri": "x"},
        "maxConcurrentRequests": 10,
        "dropCategories": [{"category": "c", "requestsPerMillion": 5}],
        "telemetryLabels": {"k": "v"},
        "childPolicy": [{"round_robin": {}}]}'''),
    ('xds_override_host_experimental', '''{"clusterName": "a",
        "childPolicy": [{"round_robin": {}}], "overrideHostStatus": ["HEALTHY", "DRAINING"]}'''),
    ('override_host_experimental', '''{"overrideHostStatus": ["UNKNOWN"],
        "childPolicy": [{"round_robin": {}}]}'''),
    ('xds_wrr_locality_experimental', '{"childPolicy": [{"round_robin": {}}]}'),
    ('ring_hash_experimental', '''{"minRingSize": 1024, "maxRingSize": 4096,
        "requestHashHeader": "x-user"}'''),
    ('least_request_experimental', '{"choiceCount": 2}'),
    ('random_subsetting_experimental', '{"subsetSize": 5, "childPolicy": [{"round_robin": {}}]}'),
    ('xds_cluster_resolver_experimental', '''{"discoveryMechanisms": [
        {"cluster": "a", "type": "EDS", "edsServiceName": "e", "lrsLoadReportingServerName": "l",
         "lrsLoadReportingServer": {"server_uri": "x",
             "channel_creds": [{"type": "insecure", "config": {}}], "server_features": ["f"]},
         "telemetryLabels": {"k": "v"}, "maxConcurrentRequests": 10,
         "outlierDetection": {"interval": "10s"},
         "overrideHostStatus": ["HEALTHY"]},
        {"cluster": "b", "type": "LOGICAL_DNS", "dnsHostname": "host:80"}],
        "xdsLbPolicy": [{"round_robin": {}}]}'''),
    ('lrs_experimental', '''{"clusterName": "a", "edsServiceName": "e",
        "lrsLoadReportingServerName": "l",
        "locality": {"region": "r", "zone": "z", "subzone": "s"},
        "childPolicy": [{"round_robin": {}}]}'''),
    ('eds_experimental', '''{"cluster": "a", "edsServiceName": "e",
        "lrsLoadReportingServerName": "l", "localityPickingPolicy": [{"round_robin": {}}],
        "endpointPickingPolicy": [{"pick_first": {}}]}'''),
    ('xds', '''{"balancerName": "b", "childPolicy": [{"round_robin": {}}],
        "fallbackPolicy": [{"pick_first": {}}], "edsServiceName": "e",
        "lrsLoadReportingServerName": "l"}'''),
    ('xds_experimental', '{"childPolicy": [{"round_robin": {}}]}'),
    # grpc-js has its own name and spelling of it.
    ('outlier_detection', '''{"interval": {"seconds": 10, "nanos": 0},
        "base_ejection_time": {"seconds": 30, "nanos": 0},
        "max_ejection_time": {"seconds": 300, "nanos": 0}, "max_ejection_percent": 10,
        "success_rate_ejection": {"stdev_factor": 1900, "enforcement_percentage": 100,
                                  "minimum_hosts": 5, "request_volume": 100},
        "failure_percentage_ejection": {"threshold": 85, "enforcement_percentage": 100,
                                        "minimum_hosts": 5, "request_volume": 50},
        "child_policy": [{"round_robin": {}}]}'''),
]

# Keys that C-core 1.51 has for the same, and a policy whose child is a balancer.
VARIANTS = [
    ('xds_cluster_impl_experimental', '''{"clusterName": "a", "edsServiceName": "e",
        "lrsLoadReportingServer": {"server_uri": "x", "channel_creds": [{"type": "insecure"}]},
        "maxConcurrentRequests": 10,
        "dropCategories": [{"category": "c", "requests_per_million": 5}],
        "childPolicy": [{"round_robin": {}}]}'''),
    ('xds_cluster_resolver_experimental', '''{"discoveryMechanisms": [
        {"clusterName": "a", "type": "EDS", "edsServiceName": "e",
         "lrsLoadReportingServer": {"server_uri": "x",
             "channel_creds": [{"type": "insecure", "config": {}}], "server_features": ["f"]},
         "max_concurrent_requests": 10, "outlierDetection": {"interval": "10s"}},
        {"clusterName": "b", "type": "LOGICAL_DNS", "dnsHostname": "host:80"}],
        "xdsLbPolicy": [{"round_robin": {}}]}'''),
    ('rls_experimental', '''{"routeLookupConfig": {"grpcKeybuilders": [],
        "lookupService": "lookup:443", "cacheSizeBytes": 1000}, "childPolicy": [{"grpclb": {}}],
        "childPolicyConfigTargetFieldName": "serviceName"}'''),
]


def texts_of(policies):
    """Each LB policy before one that all clients know, then alone."""
    entries = ['{"%s": %s}' % policy for policy in policies]
    return ['{"loadBalancingConfig": [%s, {"pick_first": {}}]}' % entry for entry in entries] + [
        '{"loadBalancingConfig": [%s]}' % entry for entry in entries]


def all_policy_texts():
    """The configs with LB policies."""
    return texts_of(POLICIES) + texts_of(VARIANTS)


def all_texts():
    """All configs as texts."""
    return CONFIGS + all_policy_texts()
