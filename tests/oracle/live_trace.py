"""Whether a trace of `grpcfg simulate` agrees with itself, as far as no client can show it.

Clients tell whether they go on and when; here the members of a step are compared with each other
and with the config, so that none of them is wrong beside a right decision.
"""

import re

import live_cases

_NEAR = 1e-9
_LIMIT = 5  # of attempts, in all clients
_OPEN = ('deadline', 'no-answer', 'cancelled')
_RETRIES = ('retry', 'retry-at-pushback')


def _policy(config, key):
    return config['methodConfig'][0].get(key)


def _codes(config):
    retry, hedge = _policy(config, 'retryPolicy'), _policy(config, 'hedgingPolicy')
    return retry['retryableStatusCodes'] if retry else hedge['nonFatalStatusCodes']


def _limit(config):
    return min((_policy(config, 'retryPolicy') or _policy(config, 'hedgingPolicy'))['maxAttempts'],
               _LIMIT)


def _reasons(step, response, before, config):
    """What must hold for a decision, by its name."""
    code = live_cases.code_of(step)
    is_ok, is_listed = code == 'OK', code in _codes(config)
    seen = [*before, response]
    commits = any(one.headers or one.over_buffer for one in seen)
    has_pushback = response.pushback is not None
    may_go_on = is_listed and not is_ok and not commits and step['attempt'] < _limit(config)
    return {
        'retry': may_go_on and not has_pushback and not step['is_throttled'],
        'retry-at-pushback': may_go_on and has_pushback and not step['is_throttled'],
        'retry-lost': may_go_on and not step['is_throttled'] and step.get('delay', {}).get('min') == 0,
        'transparent-retry': response.refused,
        'hedge-at-once': is_listed and not has_pushback,
        'hedge-at-pushback': is_listed and has_pushback,
        'others-go-on': is_listed,
        'success': is_ok,
        'fatal': not is_ok and not is_listed,
        'committed': not is_ok and commits,
        'pushback-stops': has_pushback and is_listed,
        'throttled': is_listed and step['is_throttled'],
        'throttled-open': is_listed and step['is_throttled'],
        'attempts-used-up': is_listed,
        'no-policy': not is_ok,
    }


def _is_unreadable(response, code):
    """C-core ends a call by itself whose pushback is no number."""
    pushback = response.pushback
    return code == 'INTERNAL' and pushback is not None and not (
        re.fullmatch(r'[-+]?[0-9]+', pushback) and int(pushback) < 2**63)


def _decision_faults(steps, config, has_policy):
    before, call = [], 0
    for step in steps:
        response = live_cases.parse(step['response'])
        before, call = (before if step['call'] == call else []), step['call']
        decision, code = step['decision'], live_cases.code_of(step)
        if code != response.code and not _is_unreadable(response, code):
            yield f'{code} of {step["response"]}'
        if decision not in _OPEN:
            may = _reasons(step, response, before, config)
            if not may.get(decision) or (decision != 'success') and not has_policy and \
                    decision not in ('no-policy', 'transparent-retry'):
                yield f'{decision} of {step["response"]}'
        before.append(response)


def _is_near(range_, numbers):
    return all(abs(range_[key] - number) < _NEAR
               for key, number in zip(('min', 'mean', 'max'), numbers))


def _time_faults(steps, is_hedged):
    for step, after in zip(steps, [*steps[1:], None]):
        latency = live_cases.parse(step['response']).after
        ended = step['ended']
        if step['decision'] not in _OPEN and not _is_near(
                ended, [at + latency for at in step['sent'].values()]):
            yield f'{step["response"]} ends at {ended}'
        if after is None or after['call'] != step['call'] or is_hedged:
            continue
        sent = [at + delay for at, delay in zip(ended.values(), step['delay'].values())]
        if not _is_near(after['sent'], sent):
            yield f'attempt {after["attempt"]} is sent at {after["sent"]}'


def _count_faults(steps):
    for before, step in zip([None, *steps], steps):
        is_first = before is None or before['call'] != step['call']
        if is_first and (step['attempt'], step['previous_rpc_attempts']) != (1, 0):
            yield f'call {step["call"]} starts with attempt {step["attempt"]}'
        if not is_first and step['is_transparent'] != (step['attempt'] <= before['attempt']):
            yield f'attempt {step["attempt"]} of call {step["call"]} comes twice'


def _token_faults(trace, throttling, is_inverted):
    """Tokens move by 1 and by tokenRatio, and more than half of them allow a retry."""
    [kind] = [key.rpartition('_')[2] for key in trace if key.startswith('decisions_')]
    most, ratio = throttling['maxTokens'], throttling['tokenRatio']
    if kind == 'milli':
        # ParseTokenRatio of C-core reads a number without a point as thousandths.
        ratio = int(ratio * (1 if isinstance(ratio, int) else 1000) + 1e-6) / 1000
    ratio = round(ratio, 3)
    letters, tokens = trace[f'decisions_{kind}'], most
    after = trace[f'tokens_after_{kind}']
    if len(after) != len(letters) or len(letters) != len(trace['outcomes']):
        yield 'the lists of tokens are not of one length'
    for outcome, letter, seen in zip(trace['outcomes'], letters, after):
        if is_inverted:
            tokens = max(tokens + ratio, most) if outcome == 'S' else min(tokens - 1, 0)
        else:
            tokens = min(tokens + ratio, most) if outcome == 'S' else max(tokens - 1, 0)
        if abs(tokens - seen) > _NEAR:
            yield f'{seen} tokens after {outcome}, not {tokens}'
        if outcome == 'F' and (letter == 'R') != (seen > most / 2):
            yield f'{letter} with {seen} of {most} tokens'
    for step in trace['steps']:
        if step['is_throttled'] != (step['tokens'] <= most / 2):
            yield f'is_throttled with {step["tokens"]} of {most} tokens'
        if step['tokens'] not in (*after, most):
            yield f'{step["tokens"]} tokens in a step'


def faults_of(trace, case, target):
    """What does not fit together."""
    steps, config = trace['steps'], case.config
    if trace['is_unfinished']:
        yield 'the list ends before the last call does'
    if [step['response'] for step in steps] != (case.traced or case.responses).split(','):
        yield 'the steps do not have the answers of the list'
        return
    has_policy = case.methods[0] == live_cases.METHOD and not (
        'hedgingPolicy' in config['methodConfig'][0] and target.startswith('core'))
    is_hedged = has_policy and 'hedgingPolicy' in config['methodConfig'][0]
    yield from _decision_faults(steps, config, has_policy)
    yield from _time_faults(steps, is_hedged)
    yield from _count_faults(steps)
    if 'retryThrottling' in config:
        yield from _token_faults(trace, config['retryThrottling'],
                                 target in live_cases.OLD_NODE)
