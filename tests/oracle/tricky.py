"""Values that some client reads in a way of its own, by the kind of the field they stand in."""

import re

import seeds
from tree import Raw

DURATIONS = [
    '0s', '1s', '-0s', '-1s', '0.5s', '-0.5s', '-1.5s', '1.5s', '1.50s', '00.5s', '0.0009s',
    '0.001s', '0.0001s', '0.000000001s', '0.000000000s', '0.0000000001s', '1.123456789s',
    '1.1234567890s', '1.0000000000s', '0.999999999s', '0.100000000s', '.5s', '5.s', '-.5s', '.s',
    '-s', 's', '', '1', '1S', '1 s', ' 1s', '1s ', '\t1s', '1s\n', '+1s', '+0.5s', '01s', '--1s',
    '-+1s', '1e3s', '1E-1s', '1e0s', '0x1s', 'NaNs', 'Infinitys', 'infs', '1_0s', '1,5s', '1.2.3s',
    '1.-5s', '1.+5s', '1. 5s', '1 .5s', '100ms', '1m', '1h', '1ss', '10', '315576000000s',
    '315576000001s', '-315576000000s', '-315576000001s', '315576000000.999999999s',
    '315575999999.999999999s', '2147483s', '2147484s', '3000000s', '2147483647s', '2147483648s',
    '-2147483648s', '-2147483649s', '4294967295s', '4294967296s', '4294967297s', '9223372036s',
    '9223372037s', '9223372036.854775807s', '9223372036854775807s', '9223372036854775808s',
    '99999999999999999999s', '1.000000000000s', '\uff11s', '\u0661s', '1\u0660s', '1s\0', '1\0s',
    '0.123456789xyzs', '0.\uff11s', '1.5\u0131s', '0.000999999s', '0.0005s', '299s', '300s',
    '301s', '0.1s', '0.099999999s', '0.099s',
]
DURATION_PARTS = [
    '{"seconds": 1, "nanos": 5}', '{"seconds": 1}', '{"nanos": 5}', '{"seconds": 0, "nanos": 0}',
    '{"seconds": "1", "nanos": 0}', '{"seconds": -1, "nanos": 5}', '{"seconds": 0.5, "nanos": 0}',
    '{"seconds": 0, "nanos": 1000000}', '{"seconds": 0, "nanos": 999999}',
    '{"seconds": 1, "nanos": -1000000000}', '{"seconds": 1e400, "nanos": 0}',
    '{"seconds": 315576000001, "nanos": 0}', '{"seconds": 1, "nanos": null}', '{"seconds": 8e12, '
    '"nanos": 0}', '{"seconds": 1, "nanos": 1000000000}',
]
NUMBER_TOKENS = [
    '0', '1', '2', '3', '4', '5', '6', '10', '99', '100', '101', '1000', '1001', '4096', '4097',
    '8388608', '8388609', '-0', '-1', '-2', '2147483646', '2147483647', '2147483648', '-2147483648',
    '-2147483649', '4294967295', '4294967296', '4294967298', '9007199254740993',
    '9223372036854775807', '9223372036854775808', '18446744073709551615', '18446744073709551616',
    '99999999999999999999999', '1e20', '2.0', '3.0', '3.00', '3e0', '3E0', '3.5', '0.5', '30e-1',
    '1e1', '1e+1', '1e3', '0e0', '0e5', '0E-1', '0.0', '-0.0', '0.0e5', '1e400', '-1e400', '1e-400',
    '1e309', '1e308', '1e39', '3.5e38', '3.4e38', '1e-46', '1e-45', '1e-50', '1.0', '0.1', '0.5466',
    '0.251', '0.253', '0.001', '0.0009', '0.0005', '0.0004', '0.0001', '0.1999999', '0.9999',
    '1.0009', '1e-1', '1E0', '0.1e1', '0.123e9', '1e-3', '5e-4', '-0.1', '1.001', '1000.0',
    '1000.001', '999.9', '4294967.295', '4294967.296', '2147483.647', '2147483.648', '0.50',
    '123456789012345678901234567890.5', '1.7976931348623159e308', '0.000000000000000000000001',
]
# No numbers, but some clients take them.
BROKEN_TOKENS = [
    '-', '-.5', '-01', '01', '00', '1.', '.5', '+1', '1e', '1e+', '1e-', '1E', '0e', '0x10', '1_0',
    '- 1', '1 0', 'NaN', 'Infinity', '-Infinity', 'nan', 'inf', '1.e1', '1e1.5', '--1', '1..2',
    '0.', '-0e', '-0e1', '-a', '1a', '1f', '1d', '0b1', '٣',
]
QUOTED_NUMBERS = [
    '', ' ', '0', '1', '2', '3', ' 3', '3 ', ' 3 ', '\t3', '+3', '-3', '-0', '03', '003', '3.0',
    '3.', '.3', '3e0', '1e1', '0x3', '0X3', '0x1p3', '3f', '3d', '3L', '3\0', 'nan', 'NaN', 'inf',
    '-inf', 'Infinity', '-Infinity', '+inf', '1e400', '1e-400', '2147483647', '2147483648',
    '4294967295', '4294967296', '18446744073709551615', '18446744073709551616', '1_000', '1,000',
    '0.1', '+0.5', ' 0.5', '0.5 ', '.5', '1.', '1e-1', '0.0001', '1000', '1001', '10.5', 'three',
    '\uff13', '- 3', '0.1f', '1e1.5', '3 4',
]
CODE_NAMES = [
    'OK', 'CANCELLED', 'UNKNOWN', 'INVALID_ARGUMENT', 'DEADLINE_EXCEEDED', 'NOT_FOUND',
    'ALREADY_EXISTS', 'PERMISSION_DENIED', 'RESOURCE_EXHAUSTED', 'FAILED_PRECONDITION', 'ABORTED',
    'OUT_OF_RANGE', 'UNIMPLEMENTED', 'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS', 'UNAUTHENTICATED',
    'ok', 'unavailable', 'Unavailable', 'UNAVAILABLe', 'CANCELED', 'cancelled', 'canceled',
    'UNAVAILABLE ', ' UNAVAILABLE', 'UNAVAILABLE\0x', '\0UNAVAILABLE', 'UNAVAILABLE\n', '',
    'UNAVAIL', 'DeadlineExceeded', 'DEADLINE-EXCEEDED', '14', '0', '1', '17', '-1', '14.0',
    'DO_NOT_USE', 'unava\u0131lable', 'UNAVA\u0130LABLE', 'STATUS_UNAVAILABLE', 'null',
    'RESOURCE_EXHAUSTED\u200b',
]
CODE_TOKENS = [
    '0', '1', '2', '14', '16', '17', '-1', '-0', '14.0', '1.4e1', '14e0', '140e-1', '14.5', '16.0',
    '255', '256', '270', '4294967310', '1e400', '1e20', '014', '-14', '0.0', '0e1', 'true', 'null',
]
POLICY_NAMES = [name for name, _ in seeds.POLICIES] + [
    '', 'x', 'ROUND_ROBIN', 'Round_Robin', 'roundrobin', 'PICK_FIRST', 'Pick_First', 'pick_first ',
    ' round_robin', 'UNSPECIFIED', 'unspecified', 'round_robin\0x', 'toString', '__proto__',
    'constructor', 'round_rob\u0131n', 'pick_fir\u017ft', 'GRPCLB', 'random_subsetting',
    'xds_cluster',
]
STRINGS = [
    '', 'a', 'a/b', '/', '/a', 'a/', 'a b', ' ', '\0', 'a\0b', '\u00e9', '\U0001f600', '\u2028',
    '\x7f', '\ufeff', 'null', 'true', '1', 'x' * 300, 'shop.Orders', 'shop.Orders/Find', '*', '.',
    '__proto__', 'constructor', 'a,b', '\u017f', '\u212a', 'dns:///a', 'dns:///', 'http://a',
    'a:b:c', 'x-user', 'x-bin', 'X-Key', 'x key', ':path', 'x_y.z-0', 'UNKNOWN', 'HEALTHY',
    'healthy', 'DRAINING', 'EDS', 'eds', 'LOGICAL_DNS', 'cluster',
]
# Spelled so that only the decoded text is what it seems, or is no text at all.
STRING_TOKENS = [
    r'"\u0061"', r'"\u0031s"', r'"\u0055NAVAILABLE"', r'"\ud800"', r'"\udc00"', r'"\ud800a"',
    r'"\ud83d\ude00"', r'"\udc00\ud800"', r'"\u0000"', r'"\/"', r'"\x"', r'"\u12"', r'"\U0061"',
    r'"\'"', r'"\a"', r'"\u00zz"', r'"\"', '"a\tb"', '"a\nb"', '"a\x01b"', "'a'", 'a', '"a',
    '"\x7f"', r'"\ud83d\u0061"', r'"\b\f\n\r\t\"\\"',
]
OTHERS = [
    'null', 'true', 'false', '{}', '[]', '""', '0', '1', '"x"', '[null]', '[{}]', '[[]]', '[1]',
    '["x"]', '{"x": 1}', '{"": null}', '{"value": 1}', '{"x": {}}', '[{}, {}]', '[{"x": {}}]',
    '[[{}]]', '[{"round_robin": {}}]', '[{"round_robin": null}]', '[{"round_robin": 5}]',
    '[{"ROUND_ROBIN": {}}]', '[{"x": 1}, {"round_robin": {}}]', '[{"x": {}, "y": {}}]',
    '[{"x": {}}, {"pick_first": {}}]', '[{"pick_first": {}}, 7]', '[{"pick_first": {}}, {}]',
    '[{"pick_first": {}}, {"x": 7}]', '[null, {"pick_first": {}}]', '[7, {"pick_first": {}}]',
    '[{}, {"pick_first": {}}]', '{"pick_first": {}}', '"pick_first"', '["pick_first"]',
    '[{"pick_first": []}]', '[{"grpclb": {}}]',
]
LITERALS = [
    'TRUE', 'True', 'tRue', 'FALSE', 'False', 'NULL', 'Null', 'nil', 'yes', 'undefined', 'None',
]
BOOLEANS = ['"true"', '"false"', '0', '1', '"1"', '"TRUE"', '"t"', '{"value": true}', '[true]']
CODE_LISTS = [
    '[]', '[null]', '["OK"]', '[0]', '["UNAVAILABLE", "UNAVAILABLE"]', '[14, "UNAVAILABLE"]',
    '[14, 14]', '"UNAVAILABLE"', '14', '{}', '{"UNAVAILABLE": 1}', '[[]]', '[["UNAVAILABLE"]]',
    '[{}]', '[true]', '["x", "UNAVAILABLE"]', '["UNAVAILABLE", "x"]', '["UNAVAILABLE", 17]',
    '["UNAVAILABLE", null]', '"x"', 'true', 'false', '0', '""', '{"some": 1}', '{"length": 1}',
    '["unavailable", 14]',
]
NAME_LISTS = [
    '[]', '[{}]', '[{}, {}]', '[null]', '[""]', '[{"service": ""}]', '[{"service": null}]',
    '[{"service": "", "method": ""}]', '[{"service": "", "method": "M"}]', '[{"method": "M"}]',
    '[{"method": ""}]', '[{"method": null}]', '[{"service": "a", "method": null}]',
    '[{"service": "a", "method": ""}]', '[{"service": "a"}, {"service": "a"}]',
    '[{"service": "a"}, {"service": "a", "method": ""}]',
    '[{"service": "a"}, {"service": "a", "method": null}]',
    '[{"service": "a/b"}, {"service": "a", "method": "b/"}]', '[{}, {"service": ""}]',
    '[{"service": "a", "method": "b"}, {"service": "a", "method": "b"}]',
    '[{"service": "a/b", "method": "c"}, {"service": "a", "method": "b/c"}]', '{}', '"a"',
    '{"service": "a"}', '["a"]', '[{"service": 1}]', '[{"service": "a", "method": 1}]',
    '[{"service": null, "method": "M"}]', '[{"Service": "a"}]', '[{"service": "/a"}]',
    '[{"service": "", "method": 1}]', '[{"service": false}]', '[{"service": [], "method": "a"}]',
]

_KINDS = {
    'duration': 'timeout|.*Backoff|hedgingDelay|.*Period|.*_period|interval|.*EjectionTime|'
                '.*_ejection_time|initialFallbackTimeout|lookupServiceTimeout|maxAge|staleAge|'
                'perAttemptRecvTimeout',
    'codes': 'retryableStatusCodes|nonFatalStatusCodes',
    'number': 'max(Attempts|Tokens|Request.*|Response.*)|tokenRatio|backoffMultiplier|weight|'
              'seconds|nanos|.*Size|choiceCount|.*Percent.*|.*_percent.*|threshold|minimum.*|'
              'request[Vv_].*|'
              'requestsPerMillion|stdev.*|maxConc.*|maxConnections.*|cacheSizeBytes|.*[Pp]enalty',
    'boolean': 'waitForReady|shuffleAddressList|.*able_?[Oo]ob.*|isDynamic|requiredMatch|'
               'ignoreRe.*',
    'policy': 'loadBalancingPolicy',
    'names': 'name',
}
# Objects and lists are given only the values of no kind.
_ALL_OF_KIND = {
    'duration': [DURATIONS, [Raw(t) for t in [*DURATION_PARTS, '1', '1.5', r'"\u0031s"']]],
    'codes': [[Raw(t) for t in CODE_LISTS]],
    'code': [CODE_NAMES, [Raw(t) for t in CODE_TOKENS]],
    'number': [[Raw(t) for t in NUMBER_TOKENS], QUOTED_NUMBERS],
    'boolean': [[Raw(t) for t in BOOLEANS]],
    'policy': [POLICY_NAMES],
    'names': [[Raw(t) for t in NAME_LISTS]],
    'string': [STRINGS],
}


def kind_of(path, value):
    """What is in the field at a path of keys and indexes."""
    keys = [part for part in path if isinstance(part, str)]
    name = keys[-1] if keys else ''
    if path and isinstance(path[-1], int):
        return 'code' if re.fullmatch(_KINDS['codes'], name) else 'string' if isinstance(
            value, str) else 'other'
    for kind, pattern in _KINDS.items():
        if re.fullmatch(pattern, name):
            return kind
    return 'string' if isinstance(value, str) else 'other'


def values_for(kind):
    """What may stand in a field of a kind; some of it leaves JSON."""
    values = [Raw(token) for token in OTHERS]
    for some in _ALL_OF_KIND.get(kind, []):
        values += some
    return values


def tokens_for(kind):
    """What is no JSON there, or hardly."""
    tokens = STRING_TOKENS + LITERALS
    return [Raw(token) for token in (tokens + BROKEN_TOKENS if kind != 'string' else tokens)]
