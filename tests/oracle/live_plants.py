"""Wrong traces, each of which must be noticed: by the judge of the live clients where a client
shows what is wrong, else by what a trace says elsewhere."""

import copy
import dataclasses

import live_cases
import live_judge
import live_predict
import live_stage
import live_trace

# On a busy machine delays are spread by more than their jitter.
_MORE_TRIES = 2
_OTHER_JITTER = {'core@1.51': ('a6-2017', 'a6-2024'), 'core@1.83': ('a6-2017',),
                 'node@1.14': ('a6-2017',),
                 'node@1.13': ('a6-2024',), 'node@1.9': ('a6-2024',), 'node@1.8': ('a6-2024',)}


# ---- What is wrong; each changes a schedule.

def _set(place, **members):
    def alter(schedule):
        schedule['trace']['steps'][place] |= members
    return alter


def _swap(old, new):
    """Another decision, wherever it is the old one; all where that is none."""
    def alter(schedule):
        steps = schedule['trace']['steps']
        for step in steps if old else steps[:1]:
            if not old or step['decision'] == old:
                step['decision'] = new
    return alter


def _add(place, key, difference):
    """To a number or to each number of a range."""
    def alter(schedule):
        step = schedule['trace']['steps'][place]
        numbers = step[key]
        step[key] = ({name: number + difference for name, number in numbers.items()}
                     if isinstance(numbers, dict) else numbers + difference)
    return alter


def _all(*parts):
    def alter(schedule):
        for part in parts:
            part(schedule)
    return alter


def _drop_last(schedule):
    steps = schedule['trace']['steps']
    steps.pop()
    steps[-1]['decision'] = 'attempts-used-up'
    del steps[-1]['delay']


def _repeat_last(schedule):
    steps = schedule['trace']['steps']
    steps.append(copy.deepcopy(steps[-1]))
    steps[-2] |= {'decision': 'retry', 'delay': steps[-3]['delay']}


def _shift(difference):
    return _all(_add(0, 'delay', difference), _add(1, 'sent', difference))


def _deadline(seconds):
    def alter(schedule):
        schedule['deadline'] = seconds
        for step in schedule['trace']['steps']:
            step['ended'] = dict.fromkeys(step['ended'], seconds)
    return alter


def _shift_range(difference):
    def alter(schedule):
        if 'deadline_range' in schedule:
            schedule['deadline_range'] = {name: number + difference for name, number
                                          in schedule['deadline_range'].items()}
            _add(-1, 'ended', difference)(schedule)
    return alter


def _token_less(schedule):
    trace = schedule['trace']
    [after] = [numbers for key, numbers in trace.items() if key.startswith('tokens_after_')]
    after[0] -= 1


def _other_letter(schedule):
    trace = schedule['trace']
    [key] = [key for key in trace if key.startswith('decisions_')]
    trace[key] = trace[key].translate(str.maketrans('Rx', 'xR'))


# A case, what is wrong with its trace, and what makes it so. The clients show these.
_SHOWN = (
    ('pushback beyond maxBackoff', 'delays longer by 0.1 s', _shift(0.1)),
    ('pushback beyond maxBackoff', 'delays shorter by 0.1 s', _shift(-0.1)),
    ('pushback beyond maxBackoff', 'sent later by 0.1 s', _add(1, 'sent', 0.1)),
    ('pushback beyond maxBackoff', 'sent earlier by 0.1 s', _add(1, 'sent', -0.1)),
    ('the example of A6', 'an attempt more', _repeat_last),
    ('the example of A6', 'an attempt less', _drop_last),
    ('the example of A6', 'another code', _set(-1, response='OK')),
    ('pushback that is no number', 'the code of the answer', _set(0, code=14)),
    ('pushback of 0', 'a retry that is not lost', _swap('retry-lost', 'retry-at-pushback')),
    ('the example of A6', 'a call more', _set(-1, call=2)),
    ('the example of A6', 'another number of previous attempts', _set(2, previous_rpc_attempts=3)),
    ('a stream refused after a retry', 'a transparent retry that counts',
     _set(2, previous_rpc_attempts=2)),
    ('deadline in an attempt', 'a deadline later by 0.1 s', _deadline(0.3)),
    ('deadline in an attempt', 'a deadline earlier by 0.1 s', _deadline(0.1)),
    ('timeout that is shortened', 'a timeout longer by 1 s', _shift_range(1)),
    ('timeout that is shortened', 'a timeout shorter by 1 s', _shift_range(-1)),
    ('deadline in an attempt', 'no deadline', _swap('deadline', 'attempts-used-up')),
    ('pushback that stops', 'no stop', _swap('pushback-stops', 'retry')),
    ('too few tokens for any retry', 'no throttling', _swap('throttled', 'retry')),
    ('tokens run out and come back', 'less throttling', _swap('throttled', 'retry')),
    ('tokens run out and come back', 'more throttling', _all(_set(0, decision='throttled'),
                                                             _set(1, call=99))),
    ('headers before a failure', 'not committed', _swap('committed', 'retry')),
    ('a code that is not listed', 'not fatal', _swap('fatal', 'retry')),
    ('pushback beside the timer', 'the pushback ends the timer', _add(1, 'sent', 0.3)),
    ('pushback beside the timer', 'no pushback', _add(3, 'sent', 0.1)),
    ('hedges by timer', 'none is cancelled', _swap('cancelled', 'others-go-on')),
    ('hedges by timer', 'cancelled later', _add(1, 'ended', 0.1)),
    ('hedges by timer', 'cancelled earlier', _add(1, 'ended', -0.1)),
    ('hedges by timer', 'the first is cancelled', _all(_swap('success', 'cancelled'),
                                                       _set(3, decision='success'))),
    ('pushbacks after all attempts', 'another failure is that of the call',
     _all(_swap('attempts-used-up', 'others-go-on'), _set(3, decision='attempts-used-up'))),
)
# C-core shows these, too.
_SAID = (
    ('the example of A6', 'another reason', _swap('attempts-used-up', 'fatal')),
    ('pushback that stops', 'another reason', _swap('pushback-stops', 'fatal')),
    ('too few tokens for any retry', 'another reason', _swap('throttled', 'attempts-used-up')),
    ('pushback beyond maxBackoff', 'a pushback that is none', _swap('retry-at-pushback', 'retry')),
    ('the example of A6', 'a delay shorter, within the slack', _add(1, 'delay', -0.09)),
)
# No client does; in a trace all of it must fit together.
_READ = (
    ('the example of A6', 'another decision', _swap('attempts-used-up', 'committed')),
    ('the example of A6', 'a reason that is none', _swap('attempts-used-up', 'success')),
    ('the example of A6', 'an end of its own', _add(1, 'ended', 0.01)),
    ('the example of A6', 'a mean of its own', _set(1, sent={'min': .08, 'mean': .11, 'max': .12})),
    ('the example of A6', 'another response', _set(1, response='INTERNAL')),
    ('the example of A6', 'another attempt', _set(1, attempt=1)),
    ('the example of A6', 'unfinished', lambda schedule: schedule['trace'].update(
        is_unfinished=True)),
    ('a stream refused after a retry', 'not transparent', _set(2, is_transparent=False)),
    ('tokens run out and come back', 'a token less', _token_less),
    ('tokens run out and come back', 'a token less in a step', _add(0, 'tokens', -1)),
    ('tokens run out and come back', 'not throttled', _set(1, is_throttled=False)),
    ('tokens run out and come back', 'other letters', _other_letter),
    ('tokens run out and come back', 'another outcome',
     lambda schedule: schedule['trace'].update(outcomes=schedule['trace']['outcomes'][::-1])),
)
# The trace for a token more or less, where that decides.
_TOKENS = tuple(case.name for case in live_cases.THROTTLING if not case.stated)


def _runs_of(predictor):
    names = {name for name, _, _ in (*_SHOWN, *_SAID, *_READ)} | set(_TOKENS)
    cases = [case for case in live_cases.CASES if case.name in names]
    return live_stage.runs_for(predictor, cases, 1)


def _faults(run, server, predictions):
    run = dataclasses.replace(run, predictions=predictions)
    return live_stage.faults_of(run, run.calls(server), live_judge.Margins())


def _altered(run, grpcfg, plants):
    """Yields what is wrong, and the schedule with it; not what is right for that client."""
    right = live_predict.Predictor(grpcfg, run.target).schedule(run.case)
    for name, what, alter in plants:
        wrong = copy.deepcopy(right)
        if name == run.case.name:
            alter(wrong)
        if wrong != right:
            yield what, wrong


def _unnoticed_traces(run, server, grpcfg, planted):
    shown = (*_SHOWN, *(_SAID if run.target.startswith('core') else ()))
    for what, wrong in _altered(run, grpcfg, shown):
        planted.add((run.target, run.case.name, what))
        if not _faults(run, server, live_predict.Predictor.predictions_of(wrong)):
            yield what
    for what, wrong in _altered(run, grpcfg, _READ):
        planted.add((run.target, run.case.name, what))
        if not any(live_trace.faults_of(wrong['trace'], run.case, run.target)):
            yield what


def _decisions(schedule):
    return [(step['call'], step['decision']) for step in schedule['trace']['steps']]


def _predicted_otherwise(run, grpcfg):
    """Yields what is wrong, and the predictions of grpcfg for it."""
    predictor = live_predict.Predictor(grpcfg, run.target)
    if run.case.name in _TOKENS:
        throttling, right = run.case.config['retryThrottling'], predictor.schedule(run.case)
        for more in -2, -1, 1, 2:
            tokens = throttling | {'maxTokens': max(1, throttling['maxTokens'] + more)}
            wrong = predictor.schedule(dataclasses.replace(
                run.case, config=run.case.config | {'retryThrottling': tokens}))
            if _decisions(wrong) != _decisions(right):
                yield f'{more:+} tokens', predictor.predictions_of(wrong)
    if run.case.name == 'too few tokens for any retry':
        other = 'core@1.51' if run.target.startswith('node') else 'node@1.14'
        yield f'the trace of {other}', live_predict.Predictor(grpcfg, other).predict(run.case)
    if run.case is live_cases.SPREAD:
        for rule in _OTHER_JITTER[run.target]:
            predictor = live_predict.Predictor(grpcfg, run.target, ('--rule', rule))
            yield f'the jitter of {rule}', predictor.predict(run.case)


def _unnoticed(run, server, grpcfg, planted):
    """Yields what is wrong and was not noticed; first of all, a right prediction is right.

    All that is wrong is added to `planted`."""
    faults = _faults(run, server, run.predictions)
    if not all(fault.is_late for fault in faults):
        yield f'the right prediction is called wrong: {faults[0].text}'
    yield from _unnoticed_traces(run, server, grpcfg, planted)
    for what, predictions in _predicted_otherwise(run, grpcfg):
        planted.add((run.target, run.case.name, what))
        if not _faults(run, server, predictions):
            yield what


def _play(grpcfg, targets, runs, planted):
    """Returns what was not noticed."""
    stage = live_stage.Stage(len(runs), targets)
    try:
        stage.play(runs)
        return {f'{run.target}, {run.case.name}: {what}'
                for run in runs for what in _unnoticed(run, stage.server, grpcfg, planted)}
    finally:
        stage.stop()


def check(grpcfg, targets):
    """Prints what is not noticed; returns the exit status."""
    runs = [run for target in targets for run in _runs_of(live_predict.Predictor(grpcfg, target))]
    planted = set()
    missed = _play(grpcfg, targets, runs, planted)
    for _ in range(_MORE_TRIES):
        if missed:
            missed &= _play(grpcfg, targets, runs, planted)
    for line in sorted(missed):
        print(f'  not noticed: {line}')
    print(f'{len(runs)} runs, {len(planted)} wrong predictions, {len(missed)} not noticed')
    return 1 if missed else 0
