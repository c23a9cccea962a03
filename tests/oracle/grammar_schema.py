"""The fields and LB policies that grpcfg's JSON Schema knows, as a grammar: no list of fields is
written a second time. What the schema has no word for stands in the small tables here."""

import dataclasses
import json
import os

import oracles

_SCHEMA = os.path.join(oracles.ROOT, 'schema/service_config.schema.json')

# Keys that one client has beside those of the schema, by their message: (key, the field it is
# like).
_FOREIGN_KEYS = {
    'MethodConfig': [('maxRequestBytes', 'maxRequestMessageBytes'),
                     ('maxResponseBytes', 'maxResponseMessageBytes')],
    'PriorityChild': [('ignore_reresolution_requests', 'ignoreReresolutionRequests')],
    'WeightedRoundRobinLbConfig': [('oobLoadReportingPeriod', 'oobReportingPeriod')],
    'XdsClusterImplLoadBalancingPolicyConfig': [('clusterName', 'cluster')],
    'DropCategory': [('requests_per_million', 'requestsPerMillion')],
    'DiscoveryMechanism': [('clusterName', 'cluster'),
                           ('max_concurrent_requests', 'maxConcurrentRequests')],
}
# Other names of LB policies, of clients and of releases, with the policy they are like.
OTHER_POLICIES = {
    'pick_first_leaf': 'pick_first',
    'ring_hash': 'ring_hash_experimental',
    'weighted_round_robin_experimental': 'weighted_round_robin',
    'outlier_detection': 'outlier_detection_experimental',
    'cluster_resolver_experimental': 'xds_cluster_resolver_experimental',
    'cluster_manager_experimental': 'xds_cluster_manager_experimental',
    'xds_routing_experimental': 'xds_cluster_manager_experimental',
    'wrr_locality_experimental': 'xds_wrr_locality_experimental',
    'cluster_impl_experimental': 'xds_cluster_impl_experimental',
    'autosharding_experimental': 'ring_hash_experimental',
}
# A field that the spec ignores is of any kind in the schema.
_KINDS = {'perAttemptRecvTimeout': 'duration', 'server_features': 'strings'}
_OF_TYPES = ('boolean', 'integer', 'number', 'string')


@dataclasses.dataclass(frozen=True)
class Field:
    """A place in a config: a member, an element of a list or a value of a map."""

    key: str
    kind: str  # message, list, map, entry, any, policy, enum, code, duration or one of _OF_TYPES
    message: str = ''  # of the kinds message and entry
    element: object = None  # the Field below a list or map
    is_required: bool = False
    is_current: bool = True  # no LB policy of former releases
    may_be_empty: bool = True
    facts: dict = dataclasses.field(default_factory=dict, compare=False)  # bounds and words


_DEFS = {}


def _definitions():
    if not _DEFS:
        with open(_SCHEMA, encoding='utf-8') as file:
            _DEFS.update(json.load(file)['$defs'])
    return _DEFS


def _types_of(schema):
    types = schema.get('type', [])
    return [types] if isinstance(types, str) else types


def _bounds(schema):
    """(lowest, highest) valid value of a number; None where there is none."""
    low = schema.get('minimum', schema.get('exclusiveMinimum'))
    if 'exclusiveMinimum' in schema:
        low += 1 if 'integer' in _types_of(schema) else 0.25
    return {'low': low, 'high': schema.get('maximum'),
            'may_be_quoted': 'string' in _types_of(schema)}


def _scalar(schema, reference):
    """(kind, facts) of a field that holds no other."""
    if reference.startswith('duration'):
        return 'duration', {'low': reference}
    words = next((option['enum'] for option in schema.get('anyOf', []) if 'enum' in option), [])
    if words:
        return ('policy' if 'pick_first' in words else 'enum'), {'words': words}
    found = [kind for kind in _OF_TYPES if kind in _types_of(schema)]
    kind = found[0] if found else 'any'
    return kind, _bounds(schema) if kind in ('integer', 'number') else {}


def _field(key, schema, is_required=False):
    # LB policies that only former releases know have their config in an `if`.
    is_current = 'if' not in schema
    schema = schema.get('if', schema)
    reference = schema.get('$ref', '').removeprefix('#/$defs/')
    may_be_empty = not {'minItems', 'minProperties', 'minLength'} & set(schema)
    common = {'key': key, 'is_required': is_required, 'is_current': is_current,
              'may_be_empty': may_be_empty}
    if reference in ('policyList', 'rlsPolicyList'):
        entry = Field('', 'entry', message='LoadBalancingConfig')
        return Field(kind='list', element=entry, **common | {'may_be_empty': False})
    if reference == 'statusCode':
        return Field(kind='code', **common)
    if 'items' in schema or 'additionalProperties' in schema:
        below = schema.get('items', schema.get('additionalProperties'))
        element = _field('', below if below else {'type': 'string'})
        return Field(kind='list' if 'items' in schema else 'map', element=element, **common)
    if 'object' in _types_of(schema):
        return Field(kind='message', message=reference, **common)
    kind, facts = _scalar(schema, reference)
    return Field(kind=_KINDS.get(key, kind), facts=facts, **common)


def _fields(name):
    definition = _definitions()[name]
    policies = _definitions()['LoadBalancingConfig']['properties']
    required = set(definition.get('required', []))
    for policy, more in _definitions()['requiredOfPolicies']['properties'].items():
        if policies[policy].get('$ref') == f'#/$defs/{name}':
            required |= set(more['required'])
    for policy in policies.values():
        if policy.get('if', {}).get('$ref') == f'#/$defs/{name}':
            required |= set(policy['if'].get('required', []))
    return {key: _field(key, schema, key in required)
            for key, schema in definition.get('properties', {}).items()}


_MESSAGES = {}


def fields(message):
    """The fields of a message by their key, as the schema has them."""
    if message not in _MESSAGES:
        # An object that the schema does not look into.
        _MESSAGES[message] = _fields(message) if message else {}
    return _MESSAGES[message]


def foreign_fields(message):
    """The fields that one client has beside them."""
    return [dataclasses.replace(fields(message)[like], key=key)
            for key, like in _FOREIGN_KEYS.get(message, [])]


def _field_of(message, key):
    known = fields(message).get(key)
    foreign = [] if known else [field for field in foreign_fields(message) if field.key == key]
    return foreign[0] if foreign else known


def messages():
    """The names of all messages that a config may hold."""
    found, left = [], ['ServiceConfig']
    while left:
        name = left.pop()
        if name and name not in found:
            found.append(name)
            left += [leaf.message for field in fields(name).values() for leaf in _leaves(field)]
    return found


def _leaves(field):
    if field.element:
        return _leaves(field.element)
    return [field] if field.message else []


def policies():
    """The LB policies of the schema: the field of the config of each, by name."""
    return fields('LoadBalancingConfig')


def named_element(field):
    """What stands in a list: a word for the list is one for its elements."""
    return dataclasses.replace(field.element, key=field.key)


def draw_policy(rng):
    """The name of an LB policy, seldom of one that only former releases know."""
    return rng.choice([name for name, field in policies().items()
                       if field.is_current or rng.random() < 0.3])


def paths(message):
    """The way to each field of a message and of those below it, up to other policies and configs: a
    tuple of (message, key)."""
    for key, field in fields(message).items():
        yield ((message, key),)
        for leaf in _leaves(field):
            if leaf.message not in ('ServiceConfig', 'LoadBalancingConfig'):
                yield from (((message, key), *path) for path in paths(leaf.message))


def child_fields(policy):
    """Fields of a policy's config that hold other policies, perhaps further below."""
    return [field for field in fields(policies()[policy].message).values() if holds_policies(field)]


def holds_policies(field):
    """Whether a policy stands in the field, or below it in what is no policy."""
    if field.kind == 'entry':
        return True
    if field.element:
        return holds_policies(field.element)
    return field.kind == 'message' and field.message != 'ServiceConfig' and any(
        map(holds_policies, fields(field.message).values()))


def below(field, name):
    """The Field of a member or element of what stands in a field; None where there is none."""
    if field is None:
        return None
    if field.kind in ('list', 'map'):
        return field.element
    if field.kind == 'entry':
        policy = name if name in policies() else OTHER_POLICIES.get(name)
        return policies().get(policy)
    if field.kind == 'message':
        return _field_of(field.message, name)
    return None


ROOT = Field('', 'message', message='ServiceConfig')
CHOICES = Field('', 'list', element=Field('', 'message', message='ServiceConfigChoice'))
