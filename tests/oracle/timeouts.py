"""What a runner does not see, though calls break by it, for the library loads it like anything else:
timeouts that C-core's clock leaves nothing of, retries that it loses, and what ends lookups of rls."""

import re

_FIELD = r'/methodConfig/[0-9]+/(timeout|retryPolicy/(initialBackoff|maxBackoff|backoffMultiplier))'
_OF_LOOKUPS = r'/.*/routeLookupChannelServiceConfig'
# In a config, and in a list of choices. grpc-go tells of all but lookups.
_PLACES = {'core': re.compile(rf'(/[0-9]+/serviceConfig|{_OF_LOOKUPS})?{_FIELD}'),
           'go': re.compile(_OF_LOOKUPS + _FIELD)}
# Those beside the first tell of it where clients object to the same value for other reasons.
_RULES = ('timeout-too-short', 'timeout-negative', 'timeout-ends-every-call',
          'retry-backoff-hangs')


def are_all_that_breaks(answer, target):
    """Whether `grpcfg batch` names nothing else that breaks calls or is unknown."""
    place_of = _PLACES.get(target.split('@')[0])
    found = [(diagnostic['rule'], diagnostic['pointer'], diagnostic['effects'].get(target))
             for diagnostic in answer.get('diagnostics', [])]
    effects = [effect for _, _, effect in found]
    breaking = [(rule, place) for rule, place, effect in found if effect == 'breaks-calls']
    return bool(place_of and breaking) and 'unknown' not in effects and all(
        rule in _RULES and place_of.fullmatch(place) for rule, place in breaking)
