"""JSON texts as trees that keep what a dict would lose: order, duplicate keys, spelling."""

import json


class Obj(list):
    """An object: a list of (key, value)."""


class Raw(str):
    """A value as it stands in the text, which need not be JSON."""


def parse(text):
    """The tree of a JSON text; raises ValueError where it is none."""
    return json.loads(text, object_pairs_hook=Obj, parse_int=Raw, parse_float=Raw,
                      parse_constant=_refuse)


def _refuse(name):
    raise ValueError(f'{name} is no JSON')


def dump(value):
    """The text of a tree."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Obj):
        return '{%s}' % ', '.join(f'{dump(key)}: {dump(member)}' for key, member in value)
    if isinstance(value, list):
        return '[%s]' % ', '.join(map(dump, value))
    return json.dumps(value, ensure_ascii=False)


def to_bytes(text):
    """Lone surrogates come out as bytes that are no UTF-8."""
    return text.encode('utf-8', 'surrogatepass')


def children(value):
    """The places in an object or list, as (index, key or index, child)."""
    if isinstance(value, Obj):
        return [(index, key, child) for index, (key, child) in enumerate(value)]
    if isinstance(value, list):
        return [(index, index, child) for index, child in enumerate(value)]
    return []


def places(value, indexes=(), path=()):
    """All places in a tree but its root: (indexes that lead there, path of keys, value)."""
    for index, name, child in children(value):
        here = (*indexes, index), (*path, name if isinstance(name, int) else str(name))
        yield *here, child
        yield from places(child, *here)


def copy(value):
    """A copy that may be changed."""
    if isinstance(value, Obj):
        return Obj((key, copy(child)) for key, child in value)
    if isinstance(value, list):
        return [copy(child) for child in value]
    return value


def at(root, indexes):
    """The value at a place."""
    for index in indexes:
        root = root[index][1] if isinstance(root, Obj) else root[index]
    return root


def put(root, indexes, value):
    """Replaces the value at a place; the root itself has none."""
    holder = at(root, indexes[:-1])
    last = indexes[-1]
    holder[last] = (holder[last][0], value) if isinstance(holder, Obj) else value
