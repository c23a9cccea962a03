"""Faults, each at one place of a config that was valid: the grammar's other half."""

import dataclasses

import grammar_schema
import grammar_spelling
import grammar_words
import tree
from tree import Obj, Raw


@dataclasses.dataclass
class Place:
    """A member or an element, with what the schema says of it."""

    holder: list
    index: int
    field: object  # a grammar_schema.Field; None where the schema knows none
    owner: object  # that of the holder

    @property
    def is_member(self):
        return isinstance(self.holder, Obj)

    @property
    def key(self):
        return self.holder[self.index][0] if self.is_member else self.index

    @property
    def value(self):
        return self.holder[self.index][1] if self.is_member else self.holder[self.index]

    def put(self, value):
        """Puts another value there."""
        self.holder[self.index] = (self.key, value) if self.is_member else value

    def is_list_of_policies(self):
        """Whether LB policies stand there in order of preference."""
        element = self.field.element if self.field else None
        is_list = isinstance(self.value, list) and not isinstance(self.value, Obj)
        return is_list and element is not None and element.kind == 'entry'


def places(value, field, depth=99):
    """All places below a value that stands in a field, no deeper than so many levels."""
    for index, name, child in tree.children(value) if depth > 0 else []:
        inner = grammar_schema.below(field, name)
        yield Place(value, index, inner, field)
        yield from places(child, inner, depth - 1)


# ---- Values. A fault returns whether it was possible.

def odd_value(rng, _, place):
    """Of its own kind, spelled in an odd way."""
    if isinstance(place.value, (Obj, list)):
        return False
    field = place.field
    if field and field.kind == 'string' and not place.is_member:
        field = grammar_schema.named_element(place.owner)
    place.put(grammar_words.odd(rng, field))
    return True


def other_type(rng, _, place):
    """A value of another type."""
    place.put(grammar_words.of_other_type(rng))
    return True


def null(_, __, place):
    """null, in any place."""
    place.put(Raw('null'))
    return True


def emptied(_, __, place):
    """An empty object, list or string."""
    place.put(grammar_words.empty(place.value))
    return True


def wrapped(rng, _, place):
    """A list where one object is due, or the other way round."""
    value = place.value
    if isinstance(value, (Obj, list)) and value and rng.random() < 0.5:
        first = value[0][1] if isinstance(value, Obj) else value[0]
        place.put(first)
    else:
        pairs = [value, tree.copy(value)]
        place.put(rng.choice([[value], [value], [[value]], pairs, Obj([('x', value)]),
                              [Raw('null')], Obj(zip('ab', pairs))]))
    return True


def no_json(rng, _, place):
    """No JSON, though some client may read it."""
    place.put(grammar_words.no_json(rng))
    return True


def _is_string(value):
    return isinstance(value, str) and not isinstance(value, Raw)


def escaped(rng, _, place):
    """The same string with an escape in it."""
    if not _is_string(place.value) or not place.value:
        return False
    place.put(grammar_spelling.escaped(place.value, rng.randrange(len(place.value))))
    return True


def _is_like(place, other):
    return other.field is not None and (place.field.kind, place.field.message) == (
        other.field.kind, other.field.message)


def copied(rng, builder, place):
    """What stands in another place of the same kind: a name twice, a key in two sections."""
    if place.field is None:
        return False
    if place.owner.kind == 'map' and rng.random() < 0.5:
        words = [other.value for other in builder.places if _is_string(other.value)]
        place.holder[place.index] = (rng.choice([*words, 'host']), place.value)
        return True
    others = [other for other in builder.places if _is_like(place, other)
              and not _holds(other.value, place.value) and not _holds(place.value, other.value)]
    if not others:
        return False
    place.put(tree.copy(rng.choice(others).value))
    return True


def _holds(value, sought):
    return value is sought or any(_holds(child, sought) for *_, child in tree.children(value))


# ---- Members and elements

def missing(_, __, place):
    """A member or element less."""
    del place.holder[place.index]
    return True


def doubled(_, __, place):
    """An element twice."""
    if place.is_member:
        return False
    place.holder.insert(place.index, tree.copy(place.value))
    return True


def misspelled(rng, _, place):
    """Another spelling of the key."""
    if not place.is_member or isinstance(place.key, Raw):
        return False
    place.holder[place.index] = (grammar_spelling.key(rng, place.key), place.value)
    return True


def _halves(value):
    """A list or object in two parts."""
    middle = (len(value) + 1) // 2
    return type(value)(value[:middle]), type(value)(value[middle:])


def _with_a_null(rng, value):
    """A list with null for one of its elements; another value as it is."""
    changed = tree.copy(value)
    if isinstance(changed, list) and not isinstance(changed, Obj) and changed:
        changed[rng.randrange(len(changed))] = Raw('null')
    return changed


def repeated(rng, builder, place):
    """A key twice or three times: null or nothing before, between or after, another type or value,
    objects and lists that could be merged."""
    if not place.is_member:
        return False
    key, value = place.key, place.value

    def other():
        return rng.choice([
            lambda: Raw('null'), lambda: Raw('null'), lambda: grammar_words.of_other_type(rng),
            lambda: grammar_words.empty(value), lambda: tree.copy(value),
            lambda: _with_a_null(rng, value),
            lambda: builder.value(place.field, 1) if place.field else Raw('1')])()

    values = [value, other()]
    if isinstance(value, (Obj, list)) and len(value) > 1 and rng.random() < 0.35:
        values = list(_halves(value))
    if rng.random() < 0.3:
        values.insert(rng.randrange(len(values) + 1), other())
    if rng.random() < 0.3:
        values.reverse()
    place.put(values[0])
    for each in values[1:]:
        spelling = grammar_spelling.key(rng, str(key)) if rng.random() < 0.15 and key else key
        where = rng.choice([place.index + 1, len(place.holder)])
        place.holder.insert(where, (spelling, each))
    return True


def added(rng, builder, place):
    """A member that was not there: one of the message's own, one of another, or an unknown one."""
    holder, owner = place.holder, place.owner
    if isinstance(place.value, Obj) and rng.random() < 0.5:
        holder, owner = place.value, place.field
    if not isinstance(holder, Obj):
        return False
    known = grammar_schema.fields(owner.message) if owner and owner.kind == 'message' else {}
    absent = [field for key, field in known.items() if key not in [name for name, _ in holder]]
    if absent and rng.random() < 0.5:
        field = rng.choice(absent)
        member = field.key, rng.choice([lambda: builder.value(field, 1), lambda: Raw('null'),
                                        lambda: grammar_words.odd(rng, field)])()
    elif rng.random() < 0.5:
        message = rng.choice(grammar_schema.messages())
        strange = list(grammar_schema.fields(message).values())
        field = rng.choice(strange) if strange else None
        member = (field.key, builder.value(field, 0)) if field else ('', Raw('null'))
    else:
        key = rng.choice(['x', '', '\0', '@type', '__proto__', '//'])
        member = key, grammar_words.of_other_type(rng)
    holder.insert(rng.randrange(len(holder) + 1), member)
    return True


# ---- LB policies

def _odd_config(rng, builder):
    """A policy with a config that is none, is empty, or is that of another."""
    name, how = grammar_schema.draw_policy(rng), rng.randrange(4)
    if how == 0:
        return Obj([(name, Obj())])
    if how == 1:
        return Obj([(name, grammar_words.of_other_type(rng))])
    if how == 2:
        return Obj([(name, Raw('null'))])
    return Obj([(name, builder.entry(grammar_schema.draw_policy(rng), 0)[0][1])])


def _odd_entry(rng, builder):
    """What no client, or not each of them, takes for an LB policy."""
    names = list(grammar_schema.policies())
    how = rng.randrange(7)
    if how == 0:
        return Obj()
    if how == 1:
        pair = rng.sample(names, 2)
        return Obj(builder.entry(name, 0)[0] for name in pair)
    if how == 2:
        return Raw(rng.choice(['null', '5', '[]', '""', '"round_robin"', 'true', '[{}]']))
    if how == 3:
        return Obj([(grammar_words.policy_name(rng), Obj())])
    if how == 4:
        name = rng.choice(names)
        return Obj([builder.entry(name, 0)[0], (name, rng.choice([Obj(), Raw('null')]))])
    if how == 5:
        return builder.entry(rng.choice(list(grammar_schema.OTHER_POLICIES)), 0)
    return _odd_config(rng, builder)


def odd_policies(rng, builder, place):
    """A list of policies with an odd entry: before the others, after them, or alone."""
    if not place.is_list_of_policies():
        return False
    entry, how = _odd_entry(rng, builder), rng.randrange(4)
    if how == 0:
        place.put([entry])
    elif how == 1 and place.value:
        place.value[rng.randrange(len(place.value))] = entry
    else:
        place.value.insert(0 if how == 2 else len(place.value), entry)
    return True


def renamed_policy(rng, _, place):
    """A policy under another name: of another, or its own in another spelling."""
    if not (place.owner and place.owner.kind == 'entry' and place.is_member):
        return False
    name = str(place.key)
    if rng.random() < 0.6:
        other = grammar_spelling.word(rng, name)
    else:
        other = grammar_words.policy_name(rng)
    place.holder[place.index] = (other, place.value)
    return True


# How often each is drawn; what is not possible at a place is drawn again.
FAULTS = {
    'odd value': (odd_value, 60), 'other type': (other_type, 12), 'null': (null, 9),
    'empty': (emptied, 5), 'wrapped': (wrapped, 5), 'no JSON': (no_json, 2),
    'escaped': (escaped, 2), 'copied': (copied, 5), 'missing': (missing, 9),
    'doubled': (doubled, 3), 'misspelled': (misspelled, 8), 'repeated': (repeated, 9),
    'added': (added, 6), 'odd policies': (odd_policies, 14), 'renamed policy': (renamed_policy, 8),
}


def _draw_place(rng, found, last):
    """Near the fault before, as often as not: those in one message meet."""
    near = [place for place in found if last is not None and place.holder is last]
    if near and rng.random() < 0.4:
        return rng.choice(near)
    # By the field first: a list of many has not more of the faults.
    by_field = {}
    for place in found:
        name = (place.owner.message or place.owner.key) if place.owner else ''
        by_field.setdefault((name, place.key if place.is_member else ''), []).append(place)
    return rng.choice(by_field[rng.choice(list(by_field))])


def aimed_at(found, aim):
    """The places of the field at the end of the way, and of what stands in it; all where that is
    not there."""
    message, key = aim[-1] if aim else ('', '')
    aimed = [place for place in found if place.owner and (
        place.owner.message == message and place.key == key or
        place.owner.key == key and not place.owner.message)]
    return aimed or found


def add(rng, builder, root, field, count, depth=99):
    """Adds faults to what stands in a field, so many levels deep, the first where the builder's aim
    is; returns their names."""
    names, weights = list(FAULTS), [weight for _, weight in FAULTS.values()]
    done, last = [], None
    for _ in range(count * 20):
        builder.places = list(places(root, field, depth)) if len(done) < count else []
        if not builder.places:
            break
        found = builder.places if done else aimed_at(builder.places, builder.aim)
        place = _draw_place(rng, found, last)
        name, = rng.choices(names, weights)
        if FAULTS[name][0](rng, builder, place):
            done.append(name)
            last = place.holder
    return done
