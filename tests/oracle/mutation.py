"""Mutants of the seed configs: a systematic sweep, then random ones, the same for the same seed."""

import random

import mutation_text
import seeds
import tree
import tricky
from tree import Obj, Raw

# Entries of LB policies, to put anywhere.
_ENTRIES = [tree.parse('{"%s": %s}' % item) for item in seeds.POLICIES]
_LISTS_OF_POLICIES = ('loadBalancingConfig', 'childPolicy', 'config', 'child_policy',
                      'xdsLbPolicy', 'fallbackPolicy', 'localityPickingPolicy', 'endpointPickingPolicy')
# What a policy list is put into, one level deeper.
_WRAPPERS = [
    '{"grpclb": {"childPolicy": %s}}',
    '{"outlier_detection_experimental": {"childPolicy": %s}}',
    '{"outlier_detection": {"child_policy": %s}}',
    '{"priority_experimental": {"children": {"a": {"config": %s}}, "priorities": ["a"]}}',
    '{"weighted_target_experimental": {"targets": {"a": {"weight": 1, "childPolicy": %s}}}}',
    '{"xds_wrr_locality_experimental": {"childPolicy": %s}}',
    '{"random_subsetting_experimental": {"subsetSize": 2, "childPolicy": %s}}',
    '{"xds_cluster_manager_experimental": {"children": {"a": {"childPolicy": %s}}}}',
    '{"xds_cluster_impl_experimental": {"clusterName": "a", "dropCategories": [], '
    '"childPolicy": %s}}',
]


# ---- Values

def change_value(rng, root, place):
    """Another value by the kind of the field; rarely one that is no JSON."""
    indexes, path, value = place
    kind = tricky.kind_of(path, value)
    if rng.random() < 0.06:
        choices = tricky.tokens_for(kind)
    elif rng.random() < 0.1:
        choices = tricky.values_for(rng.choice(['duration', 'number', 'code', 'string', 'boolean']))
    else:
        choices = tricky.values_for(kind)
    tree.put(root, indexes, rng.choice(choices))


def respell_value(rng, root, place):
    """The same, spelled otherwise: quotes around a number, none around a string, digits added."""
    indexes, _, value = place
    text = tree.dump(value)
    if isinstance(value, Raw):
        changed = rng.choice(['"%s"', '%s.0', '%se0', '-%s', '%s0', '0%s']) % text
    elif isinstance(value, str):
        changed = rng.choice([text.upper(), text.lower(), text[1:-1] or '""', f'"{text[1:-1]} "',
                              f'" {text[1:-1]}"', ''.join(rf'\u{ord(c):04x}' for c in value[:8])])
        changed = changed if not changed.startswith('\\') else f'"{changed}"'
    else:
        changed = rng.choice([f'[{text}]', '{"x": %s}' % text, 'null'])
    tree.put(root, indexes, Raw(changed))


# ---- Structure

def misspellings(key):
    """Other spellings of a key, among them those that a client folds into it."""
    snake = ''.join(f'_{c.lower()}' if c.isupper() else c for c in key)
    camel = ''.join(part[:1].upper() + part[1:] if i else part
                    for i, part in enumerate(key.split('_')))
    escaped = Raw('"' + rf'\u{ord(key[0]):04x}' + key[1:] + '"') if key.isascii() and key else key
    return [key + 's', key[:-1], key[:1].upper() + key[1:], key.lower(), key.upper(), snake, camel,
            key.replace('s', '\u017f', 1), key.replace('k', '\u212a', 1), escaped, f' {key}',
            key + '\0', '', 'x', f'{key}Config', f'_{key}', key.swapcase()]


def _member(root, place):
    """The object of a member and its place there; nothing for an element."""
    holder = tree.at(root, place[0][:-1])
    return (holder, place[0][-1]) if isinstance(holder, Obj) else (None, None)


def rename(rng, root, place):
    """Misspells a key."""
    holder, index = _member(root, place)
    if holder is None:
        return delete(rng, root, place)
    key, value = holder[index]
    holder[index] = (rng.choice(misspellings(str(key))), value)
    return None


def delete(_, root, place):
    """Removes a member or an element."""
    del tree.at(root, place[0][:-1])[place[0][-1]]


def duplicate(rng, root, place):
    """Adds the same member or element again, perhaps with another value or spelling."""
    indexes, path, value = place
    holder = tree.at(root, indexes[:-1])
    item = tree.copy([holder[indexes[-1]]])[0] if not isinstance(holder, Obj) else (
        holder[indexes[-1]][0], tree.copy(value))
    if isinstance(holder, Obj):
        key = item[0] if rng.random() < 0.7 else rng.choice(misspellings(str(item[0])))
        other = rng.choice(tricky.values_for(tricky.kind_of(path, value)))
        item = (key, item[1] if rng.random() < 0.5 else other)
    holder.insert(rng.randrange(len(holder) + 1), item)


def move(rng, root, place):
    """Moves a member into another object."""
    holder, index = _member(root, place)
    others = [value for *_, value in tree.places(root) if isinstance(value, Obj)]
    others = [other for other in [root, *others] if other is not holder and isinstance(other, Obj)]
    if holder is None or not others:
        return
    rng.choice(others).append((holder[index][0], tree.copy(holder[index][1])))
    del holder[index]


def reorder(rng, root, place):
    """Shuffles an object or list."""
    holder = tree.at(root, place[0][:-1])
    rng.shuffle(holder)


def unwrap(rng, root, place):
    """Puts a child in the place of what holds it, or the other way round."""
    indexes, _, value = place
    below = [child for *_, child in tree.children(value)]
    if below and rng.random() < 0.6:
        tree.put(root, indexes, rng.choice(below))
    else:
        tree.put(root, indexes, rng.choice([[value], Obj([('x', value)]), [value, value]]))


def swap(rng, root, place):
    """Exchanges two values."""
    others = [other for other in tree.places(root) if other[0] != place[0]]
    if not others:
        return
    other = rng.choice(others)
    # Not one with what it holds.
    shorter = min(len(other[0]), len(place[0]))
    if other[0][:shorter] != place[0][:shorter]:
        tree.put(root, place[0], tree.copy(other[2]))
        tree.put(root, other[0], tree.copy(place[2]))


def graft(rng, root, place):
    """Adds a member or element of another seed to an object or list."""
    indexes, path, value = place
    donor = rng.choice(list(tree.places(tree.parse(rng.choice(seeds.CONFIGS[3:])))))
    holder = value if isinstance(value, list) else tree.at(root, indexes[:-1])
    key = next((str(part) for part in reversed(donor[1]) if isinstance(part, str)), 'x')
    if isinstance(holder, Obj):
        holder.append((key, tree.copy(donor[2])))
    else:
        holder.append(tree.copy(donor[2]))


def change_policies(rng, root, place):
    """Changes a list of LB policies: another entry, an odd entry, one level deeper."""
    _, path, value = place
    is_list = isinstance(value, list) and not isinstance(value, Obj)
    if not (is_list and path and path[-1] in _LISTS_OF_POLICIES):
        if isinstance(root, Obj):
            root.append(('loadBalancingConfig', [tree.copy(rng.choice(_ENTRIES))]))
        return
    if rng.random() < 0.4:
        tree.put(root, place[0], [Raw(rng.choice(_WRAPPERS) % tree.dump(value))])
        return
    odd = [Obj([(name, Raw(rng.choice(['{}', 'null', '5', '[]', '""', '{"x": 1}'])))])
           for name in rng.sample(tricky.POLICY_NAMES, 3)]
    odd += [Obj(), Raw('7'), Raw('null'), [], Obj([*_ENTRIES[0], *_ENTRIES[1]])]
    entry = tree.copy(rng.choice(_ENTRIES)) if rng.random() < 0.5 else rng.choice(odd)
    value.insert(rng.randrange(len(value) + 1), entry)


_CHANGES = [(change_value, 50), (respell_value, 8), (rename, 7), (delete, 8), (duplicate, 7),
            (move, 4), (reorder, 2), (unwrap, 4), (swap, 3), (graft, 4), (change_policies, 8)]


def change_tree(rng, root, changes):
    """Makes some changes in a tree."""
    for _ in range(changes):
        found = list(tree.places(root))
        if not found:
            return
        change, = rng.choices([c for c, _ in _CHANGES], [w for _, w in _CHANGES])
        change(rng, root, rng.choice(found))


# ---- Mutants

def sweep(texts):
    """Yields each field with each tricky value, without each field, and with its key misspelled."""
    done = set()
    for text in texts:
        root = tree.parse(text)
        for place in tree.places(root):
            _, path, value = place
            # A list's elements have their field's values; the same field elsewhere too.
            field = tuple('[]' if isinstance(part, int) else part for part in path)
            if field in done:
                continue
            done.add(field)
            yield from _sweep_place(root, place, tricky.kind_of(path, value))


def _sweep_place(root, place, kind):
    def changed(change):
        altered = tree.copy(root)
        change(altered)
        return tree.dump(altered)

    indexes = place[0]
    for value in tricky.values_for(kind) + tricky.tokens_for('string')[:4]:
        yield changed(lambda altered, value=value: tree.put(altered, indexes, value))
    yield changed(lambda altered: delete(None, altered, place))
    holder, index = _member(root, place)
    if holder is not None:
        for key in misspellings(str(holder[index][0])):
            def rename_to(altered, key=key):
                tree.at(altered, indexes[:-1])[index] = (key, place[2])
            yield changed(rename_to)


def draw(rng):
    """One random mutant."""
    texts = seeds.CONFIGS if rng.random() < 0.7 else seeds.all_policy_texts()
    root = tree.parse(rng.choice(texts))
    if rng.random() < 0.45:
        change_tree(rng, root, rng.choices([1, 2, 3], [50, 35, 15])[0])
        return tree.to_bytes(tree.dump(root))
    change_tree(rng, root, rng.choice([0, 0, 1]))
    data = tree.to_bytes(tree.dump(root))
    for _ in range(rng.choices([1, 2, 3], [70, 22, 8])[0]):
        data = mutation_text.change(rng, data)
    return data


def mutants(count, seed):
    """Yields `count` different texts: the seeds, the sweep, and random ones. The sweep has parts,
    of each of which no more is drawn than a fifth of all."""
    rng = random.Random(seed)
    first = seeds.all_texts()
    for texts in seeds.CONFIGS, seeds.texts_of(seeds.POLICIES), seeds.texts_of(seeds.VARIANTS):
        swept = list(dict.fromkeys(sweep(texts)))
        first += rng.sample(swept, min(len(swept), count // 5))
    seen = set()
    for data in map(tree.to_bytes, first):
        if data not in seen and len(seen) < count:
            seen.add(data)
            yield data
    while len(seen) < count:
        data = draw(rng)
        if data not in seen:
            seen.add(data)
            yield data
