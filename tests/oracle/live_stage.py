"""A server that fails as instructed, real clients that call it, and what was seen of both."""

import collections
import dataclasses
import json
import queue
import subprocess
import threading
import time

import live_cases
import live_judge
import oracles

# So many processes for each client: one call at a time in each, so that none waits for another.
_LANES = 3
# How long an attempt may come after the end of its call: longer than any delay of the cases.
_AFTERMATH = 1.0
# More than any client keeps of a request.
_OVER_BUFFER = 2 << 20


def command_of(target):
    """The client that makes calls."""
    if target == 'core@1.51':
        return [f'{oracles.BUILT}/live_core']
    if target in oracles.LATER:
        return [f'{oracles.BUILT}/{target}/live_core']
    return ['node', f'{oracles.HERE}/live_node.js', f'{oracles.BUILT}/node',
            oracles.NODE_RELEASES[target]]


# ---- The server

class Server:
    """The process that fails as instructed, and what it saw. It has a port for each run, for tokens
    belong to an address."""

    def __init__(self, ports):
        self.child = subprocess.Popen(['node', f'{oracles.HERE}/live_server.js', str(ports)],
                                      cwd=oracles.ROOT, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE)
        self.ports = json.loads(self.child.stdout.readline())['ports']
        self.attempts = collections.defaultdict(list)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.child.stdout:
            seen = json.loads(line)
            attempt = live_judge.Attempt(seen['previous'], seen['arrived'],
                                         seen.get('answered'), seen.get('cancelled'))
            self.attempts[seen['run'], seen['call']].append(attempt)

    def attempts_of(self, run, call):
        """In the order of their arrival."""
        return sorted(self.attempts[run, call], key=lambda attempt: attempt.arrived)

    def stop(self):
        """Ends it."""
        self.child.kill()
        self.child.wait()


# ---- Runs

# How C-core calls its decisions (retry_filter.cc, CallAttempt::ShouldRetry).
_WORDS = (('call succeeded', 'success'), ('not configured as retryable', 'fatal'),
          ('retries throttled', 'throttled'), ('retries already committed', 'committed'),
          ('retry attempts', 'attempts-used-up'), ('not retrying due to', 'pushback-stops'))


def _delays_said(calls):
    """Those of each call, in s. All that was said stands in the first call."""
    delays = collections.defaultdict(list)
    for said in calls[0]['said']:
        if 'retrying failed call in' in said:
            [name] = [word for word in said.split() if word.startswith('calld=')]
            delays[name].append(int(said.split()[-2]) / 1000)
    return delays.values()


def _words(call):
    """Pairs of a decision and its delay in ms, if the client tells them."""
    if 'said' not in call:
        return None
    words, is_asked_for = [], False
    for said in call['said']:
        if 'server push-back: retry in' in said:
            is_asked_for = True
        elif 'retrying failed call in' in said:
            words.append(('retry-at-pushback' if is_asked_for else 'retry', int(said.split()[-2])))
            is_asked_for = False
        words += [(name, None) for text, name in _WORDS if text in said]
    return words


@dataclasses.dataclass
class Run:
    """A case that a client goes through once."""

    target: str
    case: live_cases.Case
    predictions: list
    every: float = 0  # s between the starts of calls; else they are made one after the other
    name: str = ''
    answer: dict = None  # of the client

    def _methods(self):
        """One of each call."""
        methods, count = self.case.methods, len(self.predictions)
        return methods * count if len(methods) == 1 else methods[:count]

    def line(self, name, port):
        """The request to the client."""
        self.name = name
        asked = {'id': name, 'port': port, 'config': json.dumps(self.case.config),
                 'methods': [f'/{method}' for method in self._methods()],
                 'answers': json.dumps([answer.encode() for answer in self.case.answers()])}
        if self.case.deadline:
            asked['deadline'] = live_cases.seconds(self.case.deadline)
        if self.every:
            asked['every'] = self.every
        sizes = [_OVER_BUFFER if call and call.is_large else 0 for call in self.predictions]
        if any(sizes):
            asked['bytes'] = sizes
        return json.dumps(asked).encode() + b'\n'

    def calls(self, server):
        """The calls that were seen."""
        return [live_judge.Call(call['start'], call['end'], call['code'],
                                server.attempts_of(self.name, index), _words(call))
                for index, call in enumerate(self.answer['calls'])]


class Stage:
    """The server and the clients, for as many runs as there are."""

    def __init__(self, runs, targets):
        self.server = Server(runs + _LANES * len(targets))
        self.ports = iter(self.server.ports)
        self.processes = [(target, oracles.Process(command_of(target)))
                          for target in targets for _ in range(_LANES)]
        for _, process in self.processes:
            port = next(self.ports)
            list(process.ask([Run('', live_cases.WARM_UP, [None]).line(f'warm-up/{port}', port)]))

    def play(self, runs):
        """Goes through all runs; those of one client in its lanes."""
        waiting = {target: queue.SimpleQueue() for target, _ in self.processes}
        for run in runs:
            port = next(self.ports)
            waiting[run.target].put((run, run.line(f'{run.case.name}/{port}', port)))
        lanes = [threading.Thread(target=self._lane, args=(waiting[target], process), daemon=True)
                 for target, process in self.processes]
        for lane in lanes:
            lane.start()
        for lane in lanes:
            lane.join()
        time.sleep(_AFTERMATH)

    @staticmethod
    def _lane(waiting, process):
        while True:
            try:
                run, line = waiting.get_nowait()
            except queue.Empty:
                return
            run.answer = next(process.ask([line]), None)
            if run.answer is None:
                return

    def stop(self):
        """Ends all processes."""
        for _, process in self.processes:
            process.stop()
        self.server.stop()


# ---- Judging

def faults_of_spread(calls, predictions, said):
    """Of calls that are all alike: each delay is looked at in all of them.

    `said`: the delays that the client tells, if it does."""
    attempts = predictions[0].attempts
    counts = collections.Counter(len(call.attempts) for call in calls)
    if set(counts) != {len(attempts)}:
        yield live_judge.Fault(f'attempts of calls: {dict(counts)}')
        return
    for index, attempt in enumerate(attempts[1:]):
        delays = [call.attempts[index + 1].arrived - call.attempts[index].answered
                  for call in calls]
        yield from live_judge.judge_spread(f'delay {index + 1}', delays, attempt.delay)
        # Memory of a call that is over may be that of another one.
        drawn = [delay for one in said for delay in one[index::len(attempts) - 1]]
        if drawn:
            yield from live_judge.judge_spread(f'delay {index + 1}, as the client says', drawn,
                                               attempt.delay, live_judge.GRANULARITY)


def faults_of(run, calls, margins):
    """All Faults of a run."""
    if run.every:
        answers = run.answer['calls']
        said = _delays_said(answers) if 'said' in answers[0] else ()
        return list(faults_of_spread(calls, run.predictions, said))
    return [fault if len(calls) == 1 else dataclasses.replace(fault, text=f'call {index + 1}: '
                                                              f'{fault.text}')
            for index, (call, prediction) in enumerate(zip(calls, run.predictions))
            for fault in live_judge.judge(call, prediction, margins)]


def runs_for(predictor, cases, repeat):
    """All runs of a target, the longest first."""
    target = predictor.target
    runs = [Run(target, case, predictor.predict(case))
            for case in cases for _ in range(repeat) if target in case.targets]
    return [spread_of(predictor), *runs]


def spread_of(predictor):
    """The run of many calls."""
    return Run(predictor.target, live_cases.SPREAD, predictor.predict(live_cases.SPREAD),
               every=live_cases.INTERVAL)
