"""Random lists of choices (gRFC A2): criteria that fit, do not fit or are none, around configs that
are right, wrong, or fine until a call is made."""

import json
import random

import mutation
import mutation_text
import tree

_LANGUAGES = ['"java"', '"Java"', '"node"', '"NODE"', '"go"', '"GO"', '"c++"', '""', 'null', '5']
_HOSTS = ['"h1"', '"localhost"', '""', 'null', '{}']
_PERCENTAGES = ['0', '1', '50', '100', '0.5', '99.9', '-1', '101', '1e-3', '1e2', '"5"', 'null',
                'true', '-0', '1.0', '100.5', '1e400', '[]']
_CONFIGS = [
    '{}', 'null', '5', '[]', '"x"',
    '{"loadBalancingConfig": [{"round_robin": {}}]}',
    '{"loadBalancingConfig": []}',
    '{"loadBalancingConfig": [{"no_such": {}}]}',
    '{"loadBalancingConfig": 5}',
    '{"methodConfig": 5}',
    '{"methodConfig": [{"name": [{}], "timeout": "2s"}]}',
    '{"methodConfig": [{"name": [{}], "timeout": "0.5s"}]}',
    '{"methodConfig": [{"name": [{}], "timeout": "-1s"}]}',
    '{"methodConfig": [{"name": [{}], "timeout": "x"}]}',
    '{"methodConfig": [{"name": []}]}',
    '{"methodConfig": [{"name": [{"method": "M"}]}]}',
    '{"retryThrottling": {"maxTokens": 0, "tokenRatio": 1}}',
    '{"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.5}}',
    '{"methodConfig": [{"name": [{"service": "s"}], "retryPolicy": {"maxAttempts": 3, '
    '"initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 2, '
    '"retryableStatusCodes": ["UNAVAILABLE"]}}]}',
    '{"methodConfig": [{"name": [{"service": "s"}], "hedgingPolicy": {"maxAttempts": 3, '
    '"hedgingDelay": "1s", "nonFatalStatusCodes": "UNAVAILABLE"}}]}',
]


def _list_of(rng, words):
    if rng.random() < 0.08:
        return rng.choice(['null', '5', '{}', rng.choice(words)])
    return '[' + ', '.join(rng.choices(words, k=rng.choice([0, 1, 1, 1, 2]))) + ']'


def _choice(rng):
    if rng.random() < 0.03:
        return rng.choice(['null', '5', '[]', '"x"'])
    members = []
    if rng.random() < 0.4:
        members.append(('clientLanguage', _list_of(rng, _LANGUAGES)))
    if rng.random() < 0.4:
        members.append(('percentage', rng.choice(_PERCENTAGES)))
    if rng.random() < 0.25:
        members.append(('clientHostname', _list_of(rng, _HOSTS)))
    if rng.random() < 0.95:
        members.append(('serviceConfig', rng.choice(_CONFIGS)))
    if rng.random() < 0.05:
        key = rng.choice(['clientLanguage', 'percentage', 'clientHostname', 'serviceConfig'])
        members.append((rng.choice(mutation.misspellings(key)), '[]'))
    rng.shuffle(members)
    return '{' + ', '.join(f'{json.dumps(key)}: {value}' for key, value in members) + '}'


def _draw(rng):
    text = '[' + ', '.join(_choice(rng) for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))) + ']'
    data = tree.to_bytes(text)
    return mutation_text.change(rng, data) if rng.random() < 0.1 else data


def mutants(count, seed):
    """Yields `count` different lists."""
    rng = random.Random(f'choices {seed}')
    seen = set()
    while len(seen) < count:
        data = _draw(rng)
        if data not in seen:
            seen.add(data)
            yield data
