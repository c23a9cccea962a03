"""What C-core loads like anything else, though calls break by it: timeouts that its clock leaves
nothing of, and retries that it loses."""

import re

# In a config, and in a list of choices.
_PLACE = re.compile(r'(/[0-9]+/serviceConfig|/.*/routeLookupChannelServiceConfig)?'
                    r'/methodConfig/[0-9]+/(timeout|'
                    r'retryPolicy/(initialBackoff|maxBackoff|backoffMultiplier))')
# Those beside the first tell of it where clients object to the same value for other reasons.
_RULES = ('timeout-too-short', 'timeout-negative', 'timeout-ends-every-call',
          'retry-backoff-hangs')


def are_all_that_breaks(answer, target):
    """Whether `grpcfg batch` names nothing else by which calls break, or of which nobody knows."""
    found = [(diagnostic['rule'], diagnostic['pointer'], diagnostic['effects'].get(target))
             for diagnostic in answer.get('diagnostics', [])]
    effects = [effect for _, _, effect in found]
    breaking = [(rule, place) for rule, place, effect in found if effect == 'breaks-calls']
    return bool(breaking) and 'unknown' not in effects and all(
        rule in _RULES and _PLACE.fullmatch(place) for rule, place in breaking)
