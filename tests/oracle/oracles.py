"""The clients that can be run, as processes that answer JSON Lines; see README.md."""

import base64
import glob
import json
import os
import re
import selectors
import subprocess
import threading

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
BUILT = 'build/oracles'
HERE = 'tests/oracle'

# With this a target has every LB policy linked that the release has; else those by default.
ALL_POLICIES = ':all'

# By the name that grpcfg has for the target, and `ALL_POLICIES`.
COMMANDS = {
    'core@1.51': [f'{BUILT}/core_runner'],
    'go@1.33': [f'{BUILT}/go_runner'],
    'java@1.41': [f'{BUILT}/java_runner'],
    'gapic': [f'{BUILT}/gapic_runner', f'{BUILT}/service_config.pb'],
}
# Releases of grpc-js that differ in what they take, by their npm alias. 1.14 has the policy
# weighted_round_robin; 1.10 was the first to pass over LB policies that it does not know; 1.9 the
# first to take a name without a service; 1.8 the first with retries and hedging.
NODE_RELEASES = {
    'node@1.14': 'grpc-js',
    'node@1.13': 'grpc-js-1.13',
    'node@1.9': 'grpc-js-1.9',
    'node@1.8': 'grpc-js-1.8',
    'node@1.7': 'grpc-js-1.7',
}
for _target, _alias in NODE_RELEASES.items():
    COMMANDS[_target] = ['node', f'{HERE}/node_runner.js', f'{BUILT}/node', _alias]

# Releases in Debian's suites after 12: those that `build` pins, and what it has found besides. An
# archive does not have them for ever.
_PINNED = ['go@1.64', 'go@1.81', 'core@1.83']
_BUILT_LATER = map(os.path.basename, glob.glob(os.path.join(ROOT, BUILT, '*@*')))
LATER = sorted({*_PINNED, *_BUILT_LATER}, key=lambda name: [int(n) for n in re.findall(r'\d+', name)])
for _target in LATER:
    COMMANDS[_target] = [f'{BUILT}/{_target}/runner']
    if _target.startswith('go'):
        COMMANDS[_target + ALL_POLICIES] = [f'{BUILT}/{_target}/runner_all']

# Run unless others are named. With all LB policies grpc-go panics of many texts, which takes time.
BY_DEFAULT = [target for target in COMMANDS if not target.endswith(ALL_POLICIES)]

# Those whose choice from a list can be requested.
CAN_CHOOSE = ['java@1.41', *NODE_RELEASES]

# Those that make calls only on request.
CAN_APPLY = [target for target in COMMANDS if target.startswith('core')]

# A client that takes longer hangs.
SECONDS_PER_ANSWER = 20
# So many lines are sent alone after a death before the crowd is tried again.
LINES_ALONE = 500


def client_of(target):
    """The target of grpcfg that a name in COMMANDS stands for."""
    return target.removesuffix(ALL_POLICIES)


def without_skipped(targets, program):
    """The targets without those of later suites that could not be built, which it prints."""
    built = []
    for target in targets:
        command = COMMANDS[target][0]
        if client_of(target) in LATER and not os.path.exists(os.path.join(ROOT, command)):
            print(f'{program}: {target} is SKIPPED: {command} is not there; '
                  '`tools/setup --oracles` says why')
        else:
            built.append(target)
    return built


def encode(case_id, text, kind='config'):
    """The line that asks about a text."""
    return b'{"id":%d,"kind":"%s","b64":"%s"}\n' % (case_id, kind.encode(), base64.b64encode(text))


class Process:
    """A process that reads lines and answers each with one line."""

    def __init__(self, command):
        self.child = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.child.stdout, selectors.EVENT_READ)
        self.held = b''

    def _feed(self, data):
        try:
            self.child.stdin.write(data)
            self.child.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass  # whoever reads the answers sees that it died

    def ask(self, lines):
        """Yields the answers to all lines; fewer where the process dies or hangs."""
        feeder = threading.Thread(target=self._feed, args=(b''.join(lines),), daemon=True)
        feeder.start()
        missing = len(lines)
        while missing:
            answers = self._read()
            if answers is None:
                return
            missing -= len(answers)
            yield from answers
        feeder.join()

    def _read(self):
        """The next whole lines, parsed; None at the end of all answers."""
        if not self.selector.select(SECONDS_PER_ANSWER):
            return None
        data = os.read(self.child.stdout.fileno(), 1 << 18)
        if not data:
            return None
        *whole, self.held = (self.held + data).split(b'\n')
        return [json.loads(line) for line in whole]

    def stop(self):
        """Ends it; returns its exit status."""
        self.child.kill()
        self.child.stdout.close()
        try:
            self.child.stdin.close()
        except BrokenPipeError:
            pass
        return self.child.wait()


class Client:
    """A client that is started again after each death, which is its verdict on what killed it."""

    def __init__(self, command, kind='config'):
        self.command = command
        self.kind = kind
        self.process = None

    def ask(self, texts):
        """Answers to all texts, in their order."""
        lines = [encode(index, text, self.kind) for index, text in enumerate(texts)]
        answers = []
        while len(answers) < len(lines):
            if self.process is None:
                self.process = Process(self.command)
            before = len(answers)
            answers += self.process.ask(lines[before:])
            if len(answers) < len(lines):
                self.stop()
                if before == len(answers) or not self._died_late(lines, answers):
                    answers += self._find_death(lines[len(answers):][:LINES_ALONE])
        return answers

    def _died_late(self, lines, answers):
        """Whether the last answer came a moment before its line killed the client; fixes it then."""
        line = lines[len(answers) - 1]
        if self._ask_alone(line)['verdict'] == answers[-1]['verdict']:
            return False
        answers[-1] = self._ask_alone(line)
        return True

    def _find_death(self, lines):
        """Asks each line alone until one kills the client, twice; returns the answers so far."""
        answers = []
        for line in lines:
            answer = self._ask_alone(line)
            if answer.get('verdict') == 'breaks-calls':
                answer = self._ask_alone(line)
                answers.append(answer)
                break
            answers.append(answer)
        return answers

    def _ask_alone(self, line):
        """A client that dies after its answer has died of the line all the same."""
        try:
            done = subprocess.run(self.command, cwd=ROOT, input=line, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=SECONDS_PER_ANSWER, check=False)
        except subprocess.TimeoutExpired:
            return died(line, f'no answer in {SECONDS_PER_ANSWER} s')
        if done.returncode != 0 or not done.stdout:
            cause = done.stderr.decode(errors='replace').strip().split('\n')[0]
            return died(line, f'exit status {done.returncode}: {cause}')
        return json.loads(done.stdout)

    def stop(self):
        """Ends the process; the next question starts another."""
        if self.process is not None:
            self.process.stop()
            self.process = None


def died(line, why):
    """The answer in the name of a client that gave none."""
    return {'id': json.loads(line)['id'], 'verdict': 'breaks-calls', 'effective': {},
            'message': f'the process died: {why}'}
