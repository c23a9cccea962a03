"""Lists of choices (gRFC A2) from the grammar, with none to four faults in them: in the criteria,
in the config that is chosen, and in the list itself."""

import random

import grammar
import grammar_faults
import grammar_numbers
import grammar_schema
import grammar_valid
import tree
from tree import Obj, Raw

_PERCENTAGES = ['0', '1', '50', '99', '100', '100', '100']
# Whether it is the choice shows only where it differs from others.
_CONFIGS = [
    '{}', '{"methodConfig": []}', '{"loadBalancingPolicy": "round_robin"}',
    '{"loadBalancingConfig": [{"round_robin": {}}]}', '{"loadBalancingConfig": [{"no_such": {}}]}',
    '{"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": true}}]}',
    '{"methodConfig": [{"name": [{}], "timeout": "2s"}]}',
    '{"methodConfig": [{"name": [{"service": "s"}], "waitForReady": true}]}',
    '{"methodConfig": [{"name": [{}], "timeout": "0.5s"}]}',
    '{"methodConfig": [{"name": [{}], "timeout": "x"}]}', '{"methodConfig": 5}',
    '{"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.5}}',
    '{"methodConfig": [{"name": [{"service": "s"}], "retryPolicy": {"maxAttempts": 3, '
    '"initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 2, '
    '"retryableStatusCodes": ["UNAVAILABLE"]}}]}',
]
# Written as a client compares them; of other languages and hosts there are enough among the faults.
_LANGUAGES = [['java'], ['node'], ['java', 'node'], ['go'], ['c++'], ['go', 'java'], ['JAVA'],
              ['NODE'], []]


def _config(rng, builder):
    if rng.random() < 0.2:
        return grammar.valid(rng, builder)
    return tree.parse(rng.choice(_CONFIGS))


def _choice(rng, builder):
    members = Obj()
    if rng.random() < 0.35:
        members.append(('clientLanguage', list(rng.choice(_LANGUAGES))))
    if rng.random() < 0.35:
        is_odd = rng.random() < 0.2
        percentage = grammar_numbers.number(rng) if is_odd else Raw(rng.choice(_PERCENTAGES))
        members.append(('percentage', percentage))
    if rng.random() < 0.2:
        members.append(('clientHostname', rng.choice([['h1'], ['localhost'], [], ['h1', 'h2']])))
    members.append(('serviceConfig', _config(rng, builder)))
    if rng.random() < 0.3:
        rng.shuffle(members)
    return members


def draw(rng):
    """A text and the names of its faults."""
    builder = grammar_valid.Builder(rng, 0.2)
    choices = [_choice(rng, builder) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 4]))]
    count, = rng.choices([0, 1, 2, 3, 4], [15, 40, 25, 14, 6])
    # Mostly in the criteria: there are enough of wrong configs elsewhere.
    depth = rng.choice([2, 3, 3, 3, 99])
    builder.aim = ()
    faults = grammar_faults.add(rng, builder, choices, grammar_schema.CHOICES, count, depth)
    root = tree.dump(choices)
    if rng.random() < 0.03:
        alone = tree.dump(choices[0]) if choices else 'null'
        root = rng.choice([alone, '{}', '5', '""', f'[{root}]'])
    return grammar.spaced(rng, root), faults


def drawn(count, seed):
    """Yields `count` different lists, each with the names of its faults."""
    rng = random.Random(f'grammar of choices {seed}')
    yield from grammar.different(grammar.forever(draw, rng), count)


def texts(count, seed):
    """Yields `count` different lists."""
    return (data for data, _ in drawn(count, seed))
