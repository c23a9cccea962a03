"""Each field of the schema, of each message and LB policy, with one fault: those that are worth being
tried in every place. What the faults are drawn for elsewhere may miss a field for long."""

import grammar_faults
import grammar_numbers
import grammar_schema
import grammar_valid
import grammar_words
import tree
from tree import Obj, Raw

_OF_ANY_TYPE = ['True', 'true', '0', '-1', '"x"', '{}', '[]', '[null]', '[{}]', '{"x": null}']
_DURATIONS = ['0s', '-1s', '0.-1s', '-0.-5s', '1', '1e3s', '+1s', '0.0000000001s', '.5s', '1.s', '01s',
              '315576000001s', '9223372037s', '0.0004s', '1s\0', '']
_CODES = [Raw('0'), Raw('14'), Raw('17'), Raw('14.0'), '14', 'unavailable', 'CANCELED', 'OK', '']


def aims():
    """(LB policy or '', the way to a field in it) of all fields."""
    yield from (('', path) for path in grammar_schema.paths('ServiceConfig'))
    for name, config in grammar_schema.policies().items():
        yield from ((name, path) for path in grammar_schema.paths(config.message))


def members_for(builder, name):
    """Those of a config with the field that the builder aims at in an LB policy, or without one."""
    if not name:
        return builder.message('ServiceConfig', 0)
    levels = builder.rng.choice([0, 0, 0, 1])
    return Obj([('loadBalancingConfig', builder.wrapped(builder.entry(name, 0), levels))])


def _values_for(field):
    """Values that are odd in a field of its kind."""
    if field.kind in ('integer', 'number'):
        bounds = [field.facts[bound] for bound in ('low', 'high') if field.facts[bound] is not None]
        near = [str(bound + more) for bound in bounds for more in (-1, 0, 1)]
        return [Raw(text) for text in [*grammar_numbers.PLAIN, *near]] + ['3', '1e', '3.0', '\u0663']
    if field.kind == 'duration':
        return _DURATIONS
    if field.kind == 'string':
        return grammar_words.odd_strings(field.key)
    return _CODES if field.kind == 'code' else []


def _repeat_null(place):
    if not place.is_member:
        return False
    place.holder.insert(place.index + 1, (place.key, Raw('null')))
    return True


def _changes(field):
    """(name of the fault, change of a place) for a field."""
    yield 'missing', lambda place: grammar_faults.missing(None, None, place)
    yield 'repeated', _repeat_null
    yield 'empty', lambda place: grammar_faults.emptied(None, None, place)
    for text in ('null', *_OF_ANY_TYPE):
        name = 'null' if text == 'null' else 'other type'
        yield name, lambda place, text=text: place.put(Raw(text))
    for value in _values_for(field):
        yield 'odd value', lambda place, value=value: place.put(value)


def _changed(rng, name, path, change, is_element):
    builder = grammar_valid.Builder(rng, rng.choice([0, 0.2]))
    builder.aim = path
    root = members_for(builder, name)
    found = [place for place in grammar_faults.aimed_at(
        list(grammar_faults.places(root, grammar_schema.ROOT)), path)
             if place.is_member != is_element]
    if found:
        change(rng.choice(found))
    return tree.to_bytes(tree.dump(root))


def draw(rng, share):
    """A share of all of them: texts with the name of the fault."""
    for name, path in aims():
        message, key = path[-1]
        field = grammar_schema.fields(message)[key]
        for is_element in [False, True] if field.element and not field.element.message else [False]:
            place = grammar_schema.named_element(field) if is_element else field
            for fault, change in _changes(place):
                if rng.random() < share:
                    yield _changed(rng, name, path, change, is_element), [fault]
