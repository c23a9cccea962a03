"""Valid configs from the grammar of the schema, with as much of each message as one likes."""

import grammar_numbers
import grammar_schema
import grammar_spelling
import grammar_words
from tree import Obj, Raw

# Policies that hold no other and need no field, so that a list may end with them.
_PLAIN = ['round_robin', 'pick_first', 'round_robin', 'pick_first', 'weighted_round_robin',
          'ring_hash_experimental', 'least_request_experimental', 'grpclb']
_UNKNOWN = ['no_such_policy', 'com.example.custom', 'x']
_NAMES = ['shop.Orders', 'shop.Carts', 'a', 'grpc.health.v1.Health', 's', 'b.C']


class Builder:
    """Makes valid values for Fields."""

    def __init__(self, rng, share):
        self.rng = rng
        self.share = share  # of the fields that need not be there
        self.aim = ()  # the way to a field that is there: (message, key) of each on it
        self.names = 0
        self.places = []  # all of the text that faults are added to

    def fresh(self):
        """A string that this builder has not given before, but for one that comes now and then: a
        name that stands twice is the fault that only two places have."""
        if self.rng.random() < 0.03:
            return 'again'
        self.names += 1
        known = _NAMES[self.names - 1] if self.names <= len(_NAMES) else ''
        return known if known and self.rng.random() < 0.5 else f'n{self.names}'

    def value(self, field, depth):
        """A valid value; `depth` levels of policies may come below it."""
        if field.kind == 'message':
            return self.message(field.message, depth)
        if field.kind == 'map':
            return Obj((self.fresh(), self.value(field.element, depth))
                       for _ in range(self.rng.choice([1, 1, 2])))
        if field.kind == 'list':
            return self._list(field, depth)
        if field.kind == 'entry':
            return self.entry(self.rng.choice(_PLAIN), depth)
        return self._scalar(field)

    def _list(self, field, depth):
        if field.element.kind == 'entry':
            return self.policies(depth)
        count = self.rng.choice([1, 1, 1, 2, 2, 3])
        if field.may_be_empty and not field.is_required and self.rng.random() < 0.05:
            count = 0
        count = max(count, 1) if self.aim else count
        element = field.element
        if element.kind == 'string':
            # What is a word for the list is one for its elements.
            return list(dict.fromkeys(grammar_words.valid_string(
                self.rng, grammar_schema.Field(field.key, 'string', may_be_empty=False), self.fresh)
                for _ in range(count)))
        if element.kind == 'code':
            codes = self.rng.sample(grammar_words.CODES[1:], count)
            return ['UNAVAILABLE'] if self.rng.random() < 0.4 else codes
        return [self.value(element, depth) for _ in range(count)]

    def _scalar(self, field):
        rng, facts = self.rng, field.facts
        if field.kind == 'boolean':
            return Raw(rng.choice(['true', 'false']))
        if field.kind == 'duration':
            return grammar_numbers.valid_duration(rng, facts.get('low', ''))
        if field.kind in ('integer', 'number'):
            make = getattr(grammar_numbers, f'valid_{field.kind}')
            found = make(rng, facts['low'], facts['high'])
            is_quoted = facts['may_be_quoted'] and rng.random() < 0.04
            return str(found) if is_quoted else Raw(found)
        if field.kind in ('policy', 'enum'):
            return rng.choice(facts['words'])
        if field.kind == 'code':
            return rng.choice(grammar_words.CODES[1:])
        return grammar_words.valid_string(rng, field, self.fresh)

    # ---- Messages

    def message(self, name, depth, share=None):
        """A message with its required fields and a share of the others."""
        share = self.share if share is None else share
        members = Obj()
        for field in grammar_schema.fields(name).values():
            # A policy where none is due, and a config in a config, only where there is room.
            is_deep = grammar_schema.holds_policies(field) or field.message == 'ServiceConfig'
            is_due = field.is_required or (name, field.key) in self.aim
            if is_due or self.rng.random() < (share / 3 if is_deep and depth < 1 else share):
                members.append((field.key, self.value(field, depth - 1 if is_deep else depth)))
        self._mend(name, members)
        if self.rng.random() < 0.3:
            self.rng.shuffle(members)
        return self._of_other_client(name, members)

    def _mend(self, name, members):
        """What the fields of a message say about each other, where the schema has no word."""
        mend = _MENDS.get(name)
        if mend:
            mend(self, members, dict(members))

    def _of_other_client(self, name, members):
        """Sometimes with the keys that only one client has."""
        if name not in ('ServiceConfig', 'LoadBalancingConfig') and self.rng.random() < 0.02:
            return Obj((grammar_spelling.snake(key), value) for key, value in members)
        for field in grammar_schema.foreign_fields(name):
            # What one client requires under another key, it often has.
            is_there = any(key == field.key for key, _ in members)
            if not is_there and self.rng.random() < (0.5 if field.is_required else 0.15):
                members.append((field.key, self.value(field, 0)))
        return members

    # ---- LB policies

    def policies(self, depth):
        """A list of LB policies; the first is as deep as it may be, or nearly."""
        rng = self.rng
        if depth > 0 and rng.random() < 0.35:
            name = grammar_schema.draw_policy(rng)
        else:
            name = rng.choice(_PLAIN[:2] if rng.random() < 0.7 else _PLAIN)
        return self.around(self.entry(name, depth))

    def around(self, entry):
        """A list with an entry, alone or among others that are valid beside it."""
        rng = self.rng
        entries = [entry]
        if rng.random() < 0.08:
            config = Raw(rng.choice(['{}', '{}', '{"x": 1}', '{"x": {"y": []}}']))
            entries.insert(0, Obj([(rng.choice(_UNKNOWN), config)]))
        if rng.random() < 0.2:
            entries.append(Obj([(rng.choice(_PLAIN[:2]), Obj())]))
        return entries

    def entry(self, name, depth, share=None):
        """An entry of such a list."""
        field = grammar_schema.below(grammar_schema.Field('', 'entry'), name)
        return Obj([(name, self.message(field.message, depth - 1, share))])

    def wrapped(self, entry, levels):
        """A list of policies with the entry so many levels below."""
        for _ in range(levels):
            name = grammar_schema.draw_policy(self.rng)
            while not grammar_schema.child_fields(name):
                name = grammar_schema.draw_policy(self.rng)
            holder = self.entry(name, 0, share=0.15)
            field = self.rng.choice(grammar_schema.child_fields(name))
            self._put_below(holder[0][1], field, self.around(entry))
            entry = holder
        return self.around(entry)

    def _put_below(self, members, field, policies):
        """Puts policies where they belong in a member, which is made if it is not there."""
        place = next((index for index, (key, _) in enumerate(members) if key == field.key), None)
        if place is None:
            place = len(members)
            members.append((field.key, self.value(field, 0)))
        value = members[place][1]
        if field.element and field.element.kind == 'entry':
            members[place] = (field.key, policies)
            return
        inner = value[0] if isinstance(value, list) and field.kind == 'list' else value
        inner = value[0][1] if field.kind == 'map' else inner
        holder = field.element or field
        deeper = [one for one in grammar_schema.fields(holder.message).values()
                  if grammar_schema.holds_policies(one)]
        self._put_below(inner, self.rng.choice(deeper), policies)


# ---- What fields say about each other

def _set(members, key, value):
    for index, (name, _) in enumerate(members):
        if name == key:
            members[index] = (key, value)
            return
    members.append((key, value))


def _remove(members, key):
    members[:] = [member for member in members if member[0] != key]


def _mend_method_config(builder, members, by_key):
    if 'retryPolicy' in by_key and 'hedgingPolicy' in by_key:
        is_aim = ('MethodConfig', 'retryPolicy') in builder.aim
        _remove(members, 'hedgingPolicy' if is_aim else 'retryPolicy')
    if 'name' not in by_key and builder.rng.random() < 0.8:
        _set(members, 'name', [Obj([('service', builder.fresh())])])


def _mend_name(builder, members, by_key):
    # A name stands once in a config; most of ours have a service of their own.
    if by_key.get('service', '') == '' and builder.rng.random() < 0.9:
        _set(members, 'service', builder.fresh())
    elif by_key.get('service', '') == '':
        _remove(members, 'method')


def _mend_priorities(_, members, by_key):
    _set(members, 'priorities', [key for key, _ in by_key['children']])


def _mend_ring(builder, members, by_key):
    # Where one is not there, its default counts.
    if 'minRingSize' in by_key:
        _set(members, 'minRingSize', Raw(builder.rng.choice(['1', '10', '1024'])))
    if 'maxRingSize' in by_key:
        _set(members, 'maxRingSize', Raw(builder.rng.choice(['1024', '4096', '8388608'])))


def _mend_route_lookup(builder, members, by_key):
    if 'staleAge' in by_key:
        _set(members, 'maxAge', '120s')
        _set(members, 'staleAge', builder.rng.choice(['60s', '120s', '1s']))
    # Most clients require it.
    if 'cacheSizeBytes' in by_key or builder.rng.random() < 0.9:
        _set(members, 'cacheSizeBytes', Raw(builder.rng.choice(['1000', '1', '5242880'])))


def _mend_name_matcher(builder, members, by_key):
    _set(members, 'key', builder.fresh())
    # C-core takes it with no value.
    _remove(members, 'requiredMatch')
    if 'requiredMatch' in by_key and builder.rng.random() < 0.3:
        _set(members, 'requiredMatch', Raw('false'))


_RLS_CHILDREN = [('cds_experimental', 'cluster'), ('grpclb', 'serviceName'),
                 ('weighted_round_robin', 'target')]


def _mend_rls(builder, members, _):
    # Go takes only policies with a config for a child; the field is set to the target.
    if builder.rng.random() < 0.7:
        child, field = builder.rng.choice(_RLS_CHILDREN)
        _set(members, 'childPolicy', [builder.entry(child, 0)])
        _set(members, 'childPolicyConfigTargetFieldName', field)


def _mend_server(builder, members, _):
    # C-core requires credentials that it knows.
    if builder.rng.random() < 0.6:
        _set(members, 'channel_creds', [Obj([('type', 'insecure')])])


def _mend_key_builder_name(builder, members, _):
    _set(members, 'service', builder.fresh())


def _mend_extra_keys(builder, members, by_key):
    for key in by_key:
        _set(members, key, builder.fresh())


def _mend_mechanism(builder, members, by_key):
    for key in ('cluster', 'clusterName'):
        _set(members, key, builder.fresh())
    kind = builder.rng.choice(['EDS', 'LOGICAL_DNS'])
    _set(members, 'type', kind)
    if kind == 'LOGICAL_DNS' and 'dnsHostname' not in by_key:
        _set(members, 'dnsHostname', 'host:80')


_MENDS = {
    'MethodConfig': _mend_method_config,
    'Name': _mend_name,
    'PriorityLoadBalancingPolicyConfig': _mend_priorities,
    'RingHashLoadBalancingConfig': _mend_ring,
    'RouteLookupConfig': _mend_route_lookup,
    'NameMatcher': _mend_name_matcher,
    'KeyBuilderName': _mend_key_builder_name,
    'ExtraKeys': _mend_extra_keys,
    'DiscoveryMechanism': _mend_mechanism,
    'RlsLoadBalancingPolicyConfig': _mend_rls,
    'XdsServer': _mend_server,
}
