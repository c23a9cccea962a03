"""Compares the values that a library goes on with and those that `grpcfg batch --effective` shows."""

import fractions
import json
import math
import re

# setTimeout holds 2^31-1 ms; a longer timer fires after 1 ms.
_LONGEST_TIMER_S = fractions.Fraction(2147483647, 1000)
_MOST_TIMEOUT_S = 99999999 * 3600  # deadline.ts: eight digits of hours
_MOST_SECONDS = 2**63 - 1  # that grpcfg holds
_INFINITE = float('inf')
# What one of the two prints with fewer digits is no difference, nor is a nanosecond of Node's doubles.
_NUMBER_ERROR = 1e-9
_DURATION = re.compile(r'(-?)(\d+)(?:\.(\d+))?s')


def _exact(number):
    # JSON has no word for the others, and JavaScript prints them as words.
    return fractions.Fraction(number) if math.isfinite(float(number)) else float(number)


def _value(value):
    """A value in a form in which equal ones are equal."""
    if isinstance(value, dict):
        return {key: _value(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return sorted(set(value))
    found = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if found:
        sign, whole, decimals = found.groups(default='')
        return min(fractions.Fraction(f'{sign}{whole}.{decimals or 0}'), _MOST_SECONDS)
    if value in ('Infinity', '-Infinity', 'NaN'):
        return float(value)
    if isinstance(value, str) and re.fullmatch(r'\S+ \S+', value):  # two numbers of grpc-js
        seconds, nanos = value.split()
        return _exact(seconds) + _exact(nanos) / 10**9
    return value


def _name(path):
    """A name for a path, for both: `pkg.Svc/Method`, `pkg.Svc`, `a/b/`, `*`, of a service `*/`."""
    # What is no Unicode has no spelling that both share.
    name = re.sub('[?\ud800-\udfff\ufffd]+', '?', path[1:])
    if name == '*/':
        return name
    return name[:-1] if name.count('/') == 1 and name.endswith('/') else name or '*'


# ---- What the runners show as the library holds it, and the library then uses otherwise

def _go_method(method):
    # stream.go newClientStream: a timeout below 0 is none.
    used = {key: value for key, value in method.items() if key != 'timeout' or value >= 0}
    # stream.go csAttempt.shouldRetry: the first delay is capped, too.
    if 'retryPolicy' in used:
        policy = used['retryPolicy']
        capped = min(policy['initialBackoff'], policy['maxBackoff'])
        used['retryPolicy'] = policy | {'initialBackoff': capped}
    return used


def _timeout(method):
    """The same with a timeout of Node as a number; one that is over at once or too long has none.

    Less than a nanosecond, which no Duration is, is over at once too.
    """
    seconds = method.get('timeout', 0)
    rest = {key: value for key, value in method.items() if key != 'timeout'}
    return rest | {'timeout': float(seconds)} if 1e-9 <= seconds <= _MOST_TIMEOUT_S else rest


def _node_method(method):
    method = _timeout(method)
    policies = {key: dict(value) if isinstance(value, dict) else value
                for key, value in method.items()}
    for policy, field in ('retryPolicy', 'initialBackoff'), ('hedgingPolicy', 'hedgingDelay'):
        if policies.get(policy, {}).get(field, 0) > _LONGEST_TIMER_S:
            policies[policy][field] = fractions.Fraction(1, 1000)
    # JSON has no word for it.
    if 'retryPolicy' in policies:
        policies['retryPolicy'].setdefault('backoffMultiplier', _INFINITE)
    return policies


def _balancing(target, name):
    name = (name or 'pick_first').lower()
    # It holds any loadBalancingPolicy, and balancer.Get of a name that is not registered is nil.
    return 'pick_first' if target == 'go@1.33' and name != 'round_robin' else name


def _retries(target):
    # grpc-go 1.33 internal/envconfig/envconfig.go: no retry without GRPC_GO_RETRY=on.
    return target != 'go@1.33'


def _used(target, method):
    if target.startswith('node'):
        return _node_method(method)
    if not target.startswith('go'):
        return method
    used = _go_method(method)
    return used if _retries(target) else {key: value for key, value in used.items()
                                          if key != 'retryPolicy'}


def _cut(target, method):
    # Before 1.14.6 a clock was set to a whole second.
    parts = method.get('timeout', '').split()
    if not target.startswith('node') or target == 'node@1.14' or len(parts) < 2:
        return method
    return {**method, 'timeout': f'{float(parts[0]) // 1} {parts[1]}'}


def _library_values(target, effective):
    methods = {_name(path): _used(target, _value(_cut(target, method)))
               for path, method in effective['methods'].items()}
    if target.startswith('node'):
        # A method's path is cut into parts at each slash: such a name fits none.
        methods = {name: method for name, method in methods.items() if name.count('/') < 2}
    channel = {'loadBalancing': _balancing(target, effective.get('loadBalancing')),
               'retryThrottling': _value(effective.get('retryThrottling'))
                                  if _retries(target) else None}
    if target.startswith('node') and channel['retryThrottling']:
        channel['retryThrottling'].setdefault('tokenRatio', _INFINITE)
    return methods, channel


def _path(name):
    # A service that begins with a slash is spelled with the one that every path has.
    return name if name.startswith('/') else '/' + name


def _our_values(target, effective):
    methods = {_name(_path(row['name'])): _value(row['effective'])
               for row in effective['methods'] if row['source'] is not None}
    if target.startswith('node'):
        methods = {name: _timeout(method) for name, method in methods.items()
                   if name.count('/') < 2}
    channel = effective['channel'][0]
    return methods, {'loadBalancing': channel.get('loadBalancing'),
                     'retryThrottling': _value(channel.get('retryThrottling'))}


# ---- Comparison

def _differs(path, library, ours):
    """The first difference, as (path, library's, ours); nothing if there is none."""
    if isinstance(library, dict) and isinstance(ours, dict):
        for key in [*library, *(key for key in ours if key not in library)]:
            found = _differs([*path, key], library.get(key), ours.get(key))
            if found:
                return found
        return None
    numbers = (int, float)
    if isinstance(library, numbers) and isinstance(ours, numbers) and library != ours:
        return None if abs(library - ours) <= _NUMBER_ERROR * abs(library) else (path, library, ours)
    return None if library == ours else (path, library, ours)


def count(effective):
    """How many values a library shows."""
    if isinstance(effective, dict):
        return sum(count(value) for value in effective.values())
    return 0 if effective is None else 1


def is_shown(effective):
    """Whether the library shows values at all."""
    return 'methods' in effective


def difference(target, library, ours):
    """Says how what the library has understood differs from what grpcfg says; '' if it does not."""
    names = ['methods', 'channel']
    theirs = dict(zip(names, _library_values(target, library)))
    ours = dict(zip(names, _our_values(target, ours)))
    if '/*/' in library['methods']:  # a service of the name that grpcfg has for all methods
        theirs['methods'].pop('*', None)
        ours['methods'].pop('*', None)
    found = _differs([], theirs, ours)
    if not found:
        return ''
    path, value, mine = found
    # The name of a method is no part of the cause.
    place = '.'.join(path if path[0] != 'methods' else ['method', *path[2:]])
    return f'{place} is {_show(value)}, grpcfg says {_show(mine)}'


def _show(value):
    return json.dumps(value, default=lambda number: f'{float(number)}s')
