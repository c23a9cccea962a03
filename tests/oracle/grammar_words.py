"""Strings, status codes and other words that stand in fields: valid ones, odd ones, and values of
another type than the field's."""

import grammar_numbers
import grammar_schema
import grammar_spelling
from tree import Obj, Raw

CODES = ['OK', 'CANCELLED', 'UNKNOWN', 'INVALID_ARGUMENT', 'DEADLINE_EXCEEDED', 'NOT_FOUND',
         'ALREADY_EXISTS', 'PERMISSION_DENIED', 'RESOURCE_EXHAUSTED', 'FAILED_PRECONDITION',
         'ABORTED', 'OUT_OF_RANGE', 'UNIMPLEMENTED', 'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS',
         'UNAUTHENTICATED']
_ODD_CODES = [
    'null', 'null', '14.0', '1.4e1', '14.5', '140e-1', '-0', '4294967310', 'true', '0.0', '16.0',
    '270', '{}', '[]', '1e400', '[14]',
]
_URI_SCHEMES = [
    '', '', 'dns:', 'dns:///', 'dns://', 'ipv4:', 'ipv6:', 'unix:', 'unix://', 'unix-abstract:',
    'passthrough:///', 'xds:///', 'vsock:', 'http://', 'google-c2p:///', 'lookup:', '//', '/', ':',
    'DNS:///', 'd n s:', '1dns:', 'dns', 'dns:////',
]
_URI_RESTS = [
    'lookup:443', 'host:443', 'lookup', 'host', '', '[::1]:1', '::1', '127.0.0.1:1', '%zz', '%41',
    'x', '/tmp/s', 'a b', 'a?b=c', 'a#b', 'user@host:1', 'host:port', 'host:', ':443', 'h\u00f6st',
    'a/b', '%', 'a%2', '\0', 'a\0b', 'host:99999', 'host:443/x', '[::1', 'a,b', '?', '#', '%00',
    '\x7f', '%zz:1', 'h%20x', 'a:b:c', '1.2.3.4:5,6.7.8.9:10',
]
_HEADERS = [
    'x-user', 'X-User', ':path', ':path', ':authority', 'x-user-bin', '', 'x user', 'x_y.z', 'te',
    'grpc-timeout', 'user-agent', 'host', '\u00fc', 'x\0', 'x-user,x-name', 'x:y',
]
# Words of fields for which no string is as good as another, by key.
_WORDS = {
    'requestHashHeader': (['x-user', 'x_y.z', ''], _HEADERS),
    'childPolicyConfigTargetFieldName': (
        ['cluster', 'serviceName', 'target'], ['', 'cluster', 'childPolicy', 'x\0', 'children']),
    'server_uri': (['lookup:443', 'dns:///x'], ['', 'xds.example', 'x y', 'dns:///']),
    'type': (['insecure', 'google_default', 'tls'], ['', 'no_such', 'INSECURE', 'fake']),
    'lrsLoadReportingServerName': (['', 'lrs'], ['', 'a', '\0']),
    'dnsHostname': (['host:80', 'h'], ['', 'dns:///h', '%zz', 'a:b:c', '[::1]:1']),
    'key': (['user'], ['', 'k', 'host', 'k0', 'user', ':path', 'a b']),
    'service': (['shop.Orders'], ['', 'a/b', '/a', 'a/', '/', ' ', 'shop.Orders', 'shop.Carts',
                                  'shop.Orders/Get', '*']),
    'method': (['Get', 'Find'], ['', 'a/b', '/a', 'a/', '/', ' ', 'Get', 'Find', '*', 'Get/']),
    'names': (['x-user', 'x-name'], _HEADERS),
    'clientLanguage': (
        ['java', 'node', 'go', 'c++'],
        ['Java', 'JAVA', 'NODE', '', ' java', 'j\u0430va', 'java\0', 'GO', 'grpc-java']),
    'clientHostname': (['h1', 'localhost'], ['', 'LOCALHOST', 'localhost.', '*', 'h1\0']),
}
_STRINGS = [
    '', 'a', '/', 'a/b', ' ', '\0', 'a\0b', '\u00e9', '\U0001f600', '\x7f', 'null', '1', 'true',
    '__proto__', 'constructor', 'a,b', 'x' * 300, '\ud800', 'dns:///a', '%zz', '{}',
]
_ANY_VALUES = [
    'true', 'false', '0', '1', '-1', '1.5', '""', '"x"', '"1s"', '{}', '[]', '[null]', '[{}]',
    '{"x": 1}', '{"": null}', '[1]', '["x"]', '[[]]', '"true"', '[true]', '"null"', '{"value": 1}',
    '2147483648', '[{"x": {}}]', '{"x": null}', '[0, null]',
]
_NO_LITERALS = [
    'True', 'False', 'TRUE', 'None', 'NULL', 'Null', 'nil', 'undefined', 'yes', "'x'", 'x', 'tRue',
    'nul', '{x: 1}', '[,]', '{,}', '[1,]', '{"x"}',
]


def uri(rng):
    """A target of a channel: scheme and rest are put together without regard for each other."""
    text = rng.choice(_URI_SCHEMES) + rng.choice(_URI_RESTS)
    return grammar_spelling.word(rng, text) if rng.random() < 0.05 else text


def code(rng):
    """A status code of any spelling."""
    how = rng.choices(range(6), [30, 20, 15, 15, 10, 10])[0]
    if how == 0:
        return grammar_spelling.word(rng, rng.choice(CODES))
    if how == 1:
        return Raw(str(rng.choice([0, 1, 2, 14, 16, 17, -1, rng.randrange(20)])))
    if how == 2:
        return str(rng.choice([0, 1, 14, 16, 17, -1]))
    if how == 3:
        return Raw(rng.choice(_ODD_CODES))
    if how == 4:
        return rng.choice(['CANCELED', 'Canceled', 'canceled', 'DeadlineExceeded', '', 'DO_NOT_USE',
                           'STATUS_UNAVAILABLE', 'null', '14.0'])
    return grammar_numbers.number(rng)


def policy_name(rng):
    """The name of an LB policy: of any that some client knows, spelled in any way."""
    names = [*grammar_schema.policies(), *grammar_schema.OTHER_POLICIES]
    name = rng.choice([*names, '', 'no_such', '__proto__', 'toString', 'unspecified'])
    return grammar_spelling.word(rng, name) if rng.random() < 0.4 else name


def odd_strings(key):
    """All strings that are odd in a field, but for those put together."""
    if key == 'lookupService':
        return _URI_RESTS
    return _WORDS[key][1] if key in _WORDS else ['', '\0', '\ud800']


def string(rng, key):
    """An odd string for a field."""
    if key == 'lookupService' or (key in ('server_uri', 'dnsHostname') and rng.random() < 0.4):
        return uri(rng)
    choices = _WORDS[key][1] if key in _WORDS and rng.random() < 0.75 else _STRINGS
    return rng.choice(choices)


def valid_string(rng, field, fresh):
    """One that every client takes where the field is due; `fresh` makes one that is new."""
    if field.key == 'lookupService':
        return rng.choice(['dns:///lookup:443', 'dns:lookup', 'dns:///a', 'lookup', 'lookup:443'])
    if field.key in _WORDS and field.key not in ('key', 'service'):
        return rng.choice(_WORDS[field.key][0])
    return fresh() if rng.random() < 0.9 or not field.may_be_empty else ''


def odd(rng, field):
    """A value of the field's own kind that is odd, if perhaps valid."""
    kind = field.kind if field else 'any'
    if kind in ('integer', 'number'):
        return _odd_number(rng, field)
    if kind == 'duration':
        return grammar_numbers.duration(rng)
    if kind == 'code':
        return code(rng)
    if kind == 'policy':
        return policy_name(rng)
    if kind == 'enum':
        found = rng.choice(field.facts['words'])
        return rng.choice([grammar_spelling.word(rng, found), Raw(str(rng.randrange(-1, 5))), found,
                           '1', '', Raw('1.0'), Raw('null')])
    if kind == 'boolean':
        return Raw(rng.choice(['"true"', '"false"', '0', '1', '"1"', '"TRUE"', 'null', '"t"',
                               '[true]', '{"value": true}', 'true', 'false']))
    return string(rng, field.key if field else '')


def _odd_number(rng, field):
    bounds = [field.facts[bound] for bound in ('low', 'high') if field.facts[bound] is not None]
    if bounds and rng.random() < 0.25:
        near = rng.choice(bounds) + rng.choice([-1, 0, 1])
        text = grammar_numbers.respelled(rng, str(int(near) if near == int(near) else near))
        return text if rng.random() < 0.3 else Raw(text)
    return grammar_numbers.number(rng, may_be_fraction=field.kind == 'number')


def of_other_type(rng):
    """A value of any type."""
    if rng.random() < 0.2:
        return grammar_numbers.number(rng)
    return Raw(rng.choice(_ANY_VALUES))


def no_json(rng):
    """A value that is no JSON, though one client may take it."""
    return grammar_numbers.no_number(rng) if rng.random() < 0.4 else Raw(rng.choice(_NO_LITERALS))


def empty(value):
    """What is empty of the same type."""
    return type(value)() if isinstance(value, (Obj, list)) else Raw('{}' if value == '' else '""')
