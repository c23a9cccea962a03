"""What must come of a case of live_cases.py by `grpcfg simulate --trace`."""

import dataclasses
import functools
import itertools
import json
import math
import subprocess

import live_cases
import live_trace

# The code of a call whose deadline comes first.
CUT = 'DEADLINE_EXCEEDED'
# What answers lead to while the call goes on.
_GO_ON = ('retry', 'retry-at-pushback', 'transparent-retry', 'hedge-at-once', 'hedge-at-pushback',
          'others-go-on', 'cancelled', 'goes-on')
_CUT = ('deadline', 'throttled-open')


@dataclasses.dataclass(frozen=True)
class Attempt:
    """One attempt. Bounds are pairs in s, from the least to the most."""

    previous: str      # grpc-previous-rpc-attempts
    sent: tuple        # since the start of the call
    delay: tuple       # since the answer to the attempt before; none: hedges
    cancelled: tuple   # by the client, since the start of the call; none: the server answers
    decision: str
    word: str = ''     # of the client for that, where it is another one


@dataclasses.dataclass(frozen=True)
class Prediction:
    """One call."""

    attempts: tuple
    fewest: int          # attempts, where the deadline may come before the last one
    codes: tuple         # those that the call may end with, if all attempts are made
    end: tuple = (0, 0)  # since the answer that ends the call
    last: int = -1       # the attempt of that answer
    deadline: tuple = ()  # the end of a call with the code DEADLINE_EXCEEDED, since its start
    is_large: bool = False  # the request
    is_governed: bool = True  # by a policy
    is_traced: bool = True


@functools.lru_cache(maxsize=None)
def _simulate(grpcfg, config, *flags):
    """The text of all schedules for these flags.

    grpcfg exits with 1 where no entry covers the method, which is what some cases are about.
    """
    done = subprocess.run([grpcfg, 'simulate', '-', '--format', 'json', *flags], input=config,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          timeout=20)
    if not done.stdout:
        raise ValueError(f'grpcfg simulate prints nothing: {done.stderr}')
    return done.stdout


def _bounds(range_):
    return range_['min'], range_['max']


def _attempt(step, before, deadline, is_hedged):
    decision = step['decision']
    is_cut = decision == 'deadline' and all(
        math.isclose(end, cut, abs_tol=1e-9) for end, cut in zip(_bounds(step['ended']), deadline))
    return Attempt(
        previous=str(step['previous_rpc_attempts'] or ''), sent=_bounds(step['sent']),
        delay=() if is_hedged or before is None else _bounds(before['delay']),
        cancelled=_bounds(step['ended']) if is_cut or decision == 'cancelled' else (),
        decision=decision, word=_word_for_lost(step) if decision == 'retry-lost' else '')


def _word_for_lost(step):
    """C-core does not know that it loses a retry."""
    has_pushback = live_cases.parse(step['response']).pushback is not None
    return 'retry-at-pushback' if has_pushback else 'retry'


def prediction_of(steps, deadline, is_hedged=False, **more):
    """Of the steps of one call."""
    attempts = tuple(_attempt(step, before, deadline, is_hedged)
                     for before, step in zip([None, *steps], steps))
    ends = [index for index, step in enumerate(steps) if step['decision'] not in _GO_ON]
    if not ends:
        return Prediction(attempts, 0, (CUT,), deadline=deadline, **more)
    last = steps[ends[-1]]
    if last['decision'] == 'retry-lost':
        return Prediction(attempts, len(attempts), (live_cases.NO_END,), **more)
    code = live_cases.code_of(last)
    is_cut = last['decision'] in _CUT
    codes = (CUT,) if is_cut else (code, CUT) if last['may_exceed_deadline'] else (code,)
    fewest = len(attempts)
    if deadline:
        fewest = sum(attempt.sent[1] < deadline[0] for attempt in attempts)
    has_delay = 'delay' in last and not is_cut
    return Prediction(attempts, fewest, codes, last=ends[-1], deadline=deadline,
                      end=_bounds(last['delay']) if has_delay else (0, 0),
                      is_large=live_cases.parse(steps[0]['response']).over_buffer, **more)


class Predictor:
    """Asks grpcfg about a target."""

    def __init__(self, grpcfg, target, flags=()):
        self.grpcfg = grpcfg
        self.target = target
        self.flags = flags  # more of them, as a self test needs

    def schedule(self, case, *more):
        """The only schedule of a case, as grpcfg prints it with more flags."""
        flags = ['--target', self.target, '--method', case.methods[0], *self.flags, *more,
                 '--trace', case.traced or case.responses]
        if case.deadline:
            flags += ['--deadline', case.deadline]
        said = json.loads(_simulate(self.grpcfg, json.dumps(case.config), *flags))
        [schedule] = said['schedules']
        return schedule

    def predict(self, case):
        """The Prediction of each call."""
        stated = case.stated_of(self.target)
        if stated:
            # Where tokens end a call is stated; of the schedule come the delays of every attempt.
            planned = self.schedule(case, '--without-throttling')
            return list(self._stated(case, stated, planned))
        schedule = self.schedule(case)
        faults = list(live_trace.faults_of(schedule['trace'], case, self.target))
        if faults:
            raise ValueError(f'the trace of {case.name} for {self.target}: {faults[0]}')
        calls = self.predictions_of(schedule)
        if any(call.fewest < len(call.attempts) or len(call.codes) > 1 for call in calls[:-1]):
            raise ValueError(f'{case.name} for {self.target}: what follows a call that may end by '
                             'its deadline is not given')
        return calls

    @staticmethod
    def predictions_of(schedule):
        """Of the calls of a trace."""
        deadline = (schedule['deadline'],) * 2 if schedule['deadline'] is not None else ()
        if 'deadline_range' in schedule:
            deadline = _bounds(schedule['deadline_range'])
        is_hedged = schedule['policy'] == 'hedgingPolicy'
        has_policy = schedule['policy'] != 'none'
        return [prediction_of(list(steps), deadline, is_hedged, is_governed=has_policy)
                for _, steps in itertools.groupby(schedule['trace']['steps'],
                                                  key=lambda step: step['call'])]

    def _stated(self, case, stated, schedule):
        responses = iter(case.responses.split(','))
        for decisions, method in zip(stated.calls, itertools.cycle(case.methods)):
            steps = list(self._stated_steps(decisions, responses, stated, schedule))
            is_hedged = schedule['policy'] == 'hedgingPolicy'
            yield prediction_of(steps, stated.deadline, is_hedged, is_traced=False,
                                is_governed=method == live_cases.METHOD)

    def _stated_steps(self, decisions, responses, stated, schedule):
        """As in a trace; delays and hedges by timer are those of the schedule."""
        nothing = {'min': 0, 'max': 0}
        sent = nothing
        for index, decision in enumerate(decisions):
            response, planned = next(responses), schedule['attempts']
            if schedule['policy'] == 'hedgingPolicy':
                sent = planned[index]['start']
            step = {'response': response, 'decision': decision, 'sent': sent,
                    'previous_rpc_attempts': index, 'may_exceed_deadline': False}
            after = live_cases.parse(response).after
            ended = {key: sent[key] + after for key in nothing}
            if decision == 'deadline':
                ended = dict(zip(('min', 'max'), stated.deadline))
            if decision == 'cancelled':
                ended = dict.fromkeys(nothing, stated.cancelled)
            # grpc-js asks for tokens only when the delay is over.
            waits = decision == 'throttled' and self.target.startswith('node')
            if decision == 'retry' or waits:
                step['delay'] = planned[index + 1]['delay']
                sent = {key: ended[key] + step['delay'][key] for key in nothing}
            yield step | {'ended': ended}
