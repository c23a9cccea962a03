"""Configs from the grammar of all fields and LB policies, with none to four faults, the same for
the same seed. Most go deep into one field, LB policy or message, and the rest is valid: a text with
ten faults shows nothing, for the first one hides the others."""

import itertools
import random

import grammar_faults
import grammar_schema
import grammar_sweep
import grammar_valid
import grammar_words
import mutation_text
import tree
from tree import Obj

_WITH_ALL_OF_SWEEP = 20000
_FAULTS = [0, 1, 2, 3, 4]
_FAULT_WEIGHTS = [20, 40, 22, 12, 6]
_LEVELS = [0, 1, 2, 3]
_LEVEL_WEIGHTS = [55, 25, 13, 7]


# ---- Sections: members of a config

def _one_policy(rng, builder):
    """One LB policy with many of its fields, up to four levels deep."""
    name = rng.choice(_policy_names()) if rng.random() < 0.2 else grammar_schema.draw_policy(rng)
    entry = builder.entry(name, rng.choice([0, 1, 1, 2]))
    levels, = rng.choices(_LEVELS, _LEVEL_WEIGHTS)
    return [('loadBalancingConfig', builder.wrapped(entry, levels))]


def _one_field(rng, builder):
    """Little but one field of one LB policy or message; that is where the first fault will be."""
    found = [(name, path) for name, path in grammar_sweep.aims()
             if not name or grammar_schema.policies()[name].is_current or rng.random() < 0.3]
    name, builder.aim = rng.choice(found)
    builder.share = rng.choice([0, 0.1, 0.4])
    aliases = [alias for alias, like in grammar_schema.OTHER_POLICIES.items() if like == name]
    name = rng.choice(aliases) if aliases and rng.random() < 0.2 else name
    return grammar_sweep.members_for(builder, name)


def _methods(rng, builder):
    """Some method configs, most of them with retries or hedging."""
    entries = [builder.message('MethodConfig', 0) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    return [('methodConfig', entries)]


def _call_policy(rng, builder):
    """Retries or hedging alone."""
    key = rng.choice(['retryPolicy', 'retryPolicy', 'hedgingPolicy'])
    message = grammar_schema.fields('MethodConfig')[key].message
    members = Obj([('name', [Obj([('service', 's')])]), (key, builder.message(message, 0))])
    return [('methodConfig', [members])]


def _small_message(rng, builder):
    """A member of the config that is neither a method config nor an LB policy."""
    key = rng.choice([key for key, field in grammar_schema.fields('ServiceConfig').items()
                      if field.kind not in ('list', 'policy')])
    return [(key, builder.value(grammar_schema.fields('ServiceConfig')[key], 0))]


def _policy_by_name(rng, builder):
    """loadBalancingPolicy, with any name, perhaps beside a list."""
    name = grammar_words.policy_name(rng) if rng.random() < 0.7 else rng.choice(_policy_names())
    beside = [('loadBalancingConfig', builder.policies(1))] if rng.random() < 0.3 else []
    return [('loadBalancingPolicy', name), *beside]


def _policy_names():
    return [*grammar_schema.policies(), *grammar_schema.OTHER_POLICIES]


def _everything(_, builder):
    """Some of all."""
    return builder.message('ServiceConfig', 2)


_SECTIONS = [(_one_field, 40), (_one_policy, 26), (_methods, 8), (_call_policy, 10),
             (_small_message, 3), (_policy_by_name, 5), (_everything, 8)]
# What stands beside a section that is gone into, sometimes: it is valid.
_BESIDE = [('methodConfig', '[{"name": [{"service": "z"}], "timeout": "5s"}]'),
           ('loadBalancingConfig', '[{"round_robin": {}}]'), ('methodConfig', '[]'),
           ('retryThrottling', '{"maxTokens": 10, "tokenRatio": 0.1}')]


def valid(rng, builder):
    """A config that is valid for some client, most of it for all."""
    section, = rng.choices([s for s, _ in _SECTIONS], [w for _, w in _SECTIONS])
    members = Obj(section(rng, builder))
    key, text = rng.choice(_BESIDE)
    if rng.random() < 0.15 and key not in [name for name, _ in members]:
        members.insert(rng.randrange(len(members) + 1), (key, tree.parse(text)))
    return members


# ---- Texts

def spaced(rng, text):
    """The text, sometimes with other space around it, or changed so that it may be no JSON."""
    data = tree.to_bytes(text)
    drawn = rng.random()
    if drawn < 0.02:
        return mutation_text.change(rng, data)
    if drawn < 0.06:
        return rng.choice([b' ', b'\n', b'\t\r\n']) + data + rng.choice([b'', b'\n', b' \n'])
    return data.replace(b', ', b',\r\n\t') if drawn < 0.08 else data


def draw(rng):
    """A text and the names of its faults."""
    builder = grammar_valid.Builder(rng, rng.choice([0.2, 0.5, 0.8]))
    root = valid(rng, builder)
    count, = rng.choices(_FAULTS, _FAULT_WEIGHTS)
    faults = grammar_faults.add(rng, builder, root, grammar_schema.ROOT, count)
    return spaced(rng, tree.dump(root)), faults


def different(pairs, count):
    """The first so many pairs that differ in their text."""
    seen = set()
    while len(seen) < count:
        data, faults = next(pairs)
        if data not in seen:
            seen.add(data)
            yield data, faults


def forever(draw_one, rng):
    """What is drawn, without an end."""
    while True:
        yield draw_one(rng)


def drawn(count, seed):
    """Yields `count` different texts, each with the names of its faults. Less than a quarter of
    them is of the sweep; of 20,000 texts on it is there in full."""
    rng = random.Random(f'grammar {seed}')
    swept = grammar_sweep.draw(rng, count / _WITH_ALL_OF_SWEEP)
    yield from different(itertools.chain(swept, forever(draw, rng)), count)


def texts(count, seed):
    """Yields `count` different texts."""
    return (data for data, _ in drawn(count, seed))
