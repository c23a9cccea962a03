"""What the live clients are put through: a policy, and what a server answers.

The answers are written as for `grpcfg simulate --trace`, which predicts what comes of them; they
run through as many calls as the trace has. What a client does stands here only where the trace has
no word for it, with its source.
"""

import dataclasses
import urllib.parse

CORE = ('core@1.51', 'core@1.83')
NODE = ('node@1.14', 'node@1.13')
OLD_NODE = ('node@1.9', 'node@1.8')
ALL_NODE = NODE + OLD_NODE
NEW = CORE + NODE
# Delays of 80% to 120% of the backoff, and of 0 to 100%.
NARROW = CORE + ('node@1.14',)
WIDE = ('node@1.13',) + OLD_NODE
TARGETS = CORE + ALL_NODE
METHOD = 'grpcfg.Live/Call'
PLAIN = 'grpcfg.Plain/Call'  # without a policy

# Of calls.
NO_END = 'no end'
CODES = {'OK': 0, 'INVALID_ARGUMENT': 3, 'DEADLINE_EXCEEDED': 4, 'ABORTED': 10, 'INTERNAL': 13,
         'UNAVAILABLE': 14, NO_END: -1}
FLAGS = {'headers': 'headers', 'refused': 'refused', 'silent': 'silent',
         'over-buffer': 'over_buffer'}


@dataclasses.dataclass(frozen=True)
class Response:
    """What one attempt is answered."""

    code: str = 'UNAVAILABLE'
    pushback: str = None  # the text of the trailer
    headers: bool = False
    refused: bool = False
    silent: bool = False
    over_buffer: bool = False  # the request is too large to be kept
    after: float = 0    # s

    def encode(self):
        """As live_server.js reads it."""
        said = {'code': CODES[self.code]}
        said |= {'pushback': self.pushback} if self.pushback is not None else {}
        said |= {'after': self.after} if self.after else {}
        return said | {flag: True for flag in ('headers', 'refused', 'silent')
                       if getattr(self, flag)}


def seconds(text):
    """Of `200ms` or `1.5s`."""
    return float(text[:-2]) / 1000 if text.endswith('ms') else float(text[:-1])


def parse(text):
    """The Response of `INVALID_ARGUMENT+pushback:50ms@200ms`."""
    items, _, after = text.partition('@')
    response = Response(after=seconds(after) if after else 0)
    for item in items.split('+'):
        if item in FLAGS:
            response = dataclasses.replace(response, **{FLAGS[item]: True})
        elif item.startswith('pushback:'):
            raw = item.removeprefix('pushback:')
            raw = raw.removesuffix('ms') if raw.endswith('ms') else raw
            response = dataclasses.replace(response, pushback=urllib.parse.unquote(raw))
        else:
            response = dataclasses.replace(response, code=item)
    return response


def code_of(step):
    """The name of the code that a step leads to: INTERNAL is a client's own, for no answer has it."""
    is_own = step.get('code') == CODES['INTERNAL']
    return 'INTERNAL' if is_own else parse(step['response']).code


@dataclasses.dataclass(frozen=True)
class Stated:
    """What a client does that `grpcfg simulate --trace` does not tell."""

    calls: tuple           # of each call: what the answers to its attempts lead to
    source: str
    cancelled: float = 0   # when attempts are that end so, in s since the start
    deadline: tuple = ()   # at least and at most, in s since the start, for calls that end so


@dataclasses.dataclass(frozen=True)
class Case:
    """Calls one after the other on one channel."""

    name: str
    config: dict
    responses: str
    # By target or implementation.
    stated: dict = dataclasses.field(default_factory=dict)
    methods: tuple = (METHOD,)  # of each call; one: all calls of the trace
    deadline: str = ''
    targets: tuple = TARGETS
    traced: str = ''  # the list for the trace, where that is another one

    def answers(self):
        """The Responses, in the order of the attempts."""
        return [parse(text) for text in self.responses.split(',')]

    def stated_of(self, target):
        """The Stated of a target, if there is one."""
        for name in target, target.split('@', maxsplit=1)[0]:
            if name in self.stated:
                return self.stated[name]
        return None


def retry(attempts, initial, maximum, multiplier=2):
    """A config with a retryPolicy."""
    return {'methodConfig': [{'name': [{'service': 'grpcfg.Live'}], 'retryPolicy': {
        'maxAttempts': attempts, 'initialBackoff': initial, 'maxBackoff': maximum,
        'backoffMultiplier': multiplier, 'retryableStatusCodes': ['UNAVAILABLE']}}]}


def hedge(attempts, delay):
    """A config with a hedgingPolicy."""
    return {'methodConfig': [{'name': [{'service': 'grpcfg.Live'}], 'hedgingPolicy': {
        'maxAttempts': attempts, 'hedgingDelay': delay,
        'nonFatalStatusCodes': ['ABORTED', 'UNAVAILABLE']}}]}


def timed(config, timeout):
    """The config with a timeout."""
    return {'methodConfig': [config['methodConfig'][0] | {'timeout': timeout}]}


def throttled(config, tokens, ratio):
    """The config with retryThrottling."""
    return config | {'retryThrottling': {'maxTokens': tokens, 'tokenRatio': ratio}}


def listed(*parts):
    """A list of responses: texts, or pairs of a text and how often."""
    return ','.join(','.join([part] if isinstance(part, str) else [part[0]] * part[1])
                    for part in parts)


FAIL = 'UNAVAILABLE'
A6 = retry(4, '0.1s', '1s')
SHORT = retry(4, '0.04s', '0.08s')

RETRIES = (
    Case('the example of A6', A6, listed((FAIL, 4))),
    Case('backoff at its cap', retry(4, '0.1s', '0.15s', 3), listed((FAIL, 4))),
    Case('initialBackoff above maxBackoff', retry(3, '0.3s', '0.1s'), listed((FAIL, 3))),
    Case('backoff that shrinks', retry(4, '0.2s', '1s', 0.5), listed((FAIL, 4))),
    # A whole millisecond of C-core becomes none.
    Case('backoff that shrinks to nothing', retry(3, '0.004s', '1s', 0.2), listed((FAIL, 2), 'OK'),
         targets=CORE),
    Case('success after two failures', A6, listed((FAIL, 2), 'OK')),
    Case('each call starts anew', SHORT, listed((FAIL, 2), 'OK', FAIL, 'OK', (FAIL, 4), 'OK')),
    Case('maxAttempts above the limit', retry(10, '0.02s', '0.04s'), listed((FAIL, 5))),
    Case('answers that take their time', A6, f'{FAIL}@150ms,{FAIL},{FAIL}@50ms,{FAIL}'),
)

PUSHBACKS = (
    Case('pushback, then backoff from the start', retry(5, '0.1s', '1s'),
         listed('pushback:50ms', (FAIL, 2), 'pushback:300ms', FAIL)),
    Case('pushback after backoff', retry(5, '0.1s', '1s'),
         listed(FAIL, 'pushback:20ms', (FAIL, 3))),
    Case('pushback of 0', A6, 'pushback:0,pushback:0,OK'),
    Case('deadline after a pushback of 0', A6, f'{FAIL},pushback:0,silent', deadline='0.4s'),
    Case('pushback beyond maxBackoff', retry(2, '0.01s', '0.02s'), 'pushback:400ms,OK'),
    Case('pushback that stops', A6, listed(FAIL, 'pushback:-1', FAIL, 'pushback:-50', 'OK')),
    Case('pushback after the last attempt', retry(2, '0.02s', '0.02s'),
         listed(FAIL, 'pushback:200ms', FAIL, 'pushback:-1', 'OK')),
    Case('pushback longer than any timer', A6, listed('pushback:2147483648', 'OK'),
         deadline='0.4s'),
    # Whoever takes one for no number, and stops, has more calls than the others.
    *(Case(f'pushback `{text}`', SHORT, listed(f'pushback:{text}', ('OK', 2)))
      for text in ('abc', '', '-', '60.9', '60x', '0x40', '1e2', '6_0', '99999999999999999999')),
    Case('pushback `060`', SHORT, listed('pushback:060', ('OK', 2))),
    Case('pushback `-0`', SHORT, listed('pushback:-0', ('OK', 2))),
    # No list has a `+` in a pushback. SimpleAtoi and parseInt take it for 60.
    Case('pushback `+60`', SHORT, listed('pushback:%2B60', ('OK', 2)),
         traced=listed('pushback:60', ('OK', 2))),
    Case('pushback that is no number', A6, listed(('pushback:abc', 4), 'OK')),
)

ENDS = (
    Case('a code that is not listed', A6, 'INVALID_ARGUMENT,OK'),
    Case('such a code after a retry', SHORT, f'{FAIL},INVALID_ARGUMENT,OK'),
    Case('pushback with such a code', A6, 'INVALID_ARGUMENT+pushback:50ms,OK'),
    Case('headers before a failure', A6, f'headers+{FAIL},OK'),
    Case('headers after a retry', SHORT, f'{FAIL},headers+{FAIL},OK'),
    Case('headers with a pushback', SHORT, f'headers+{FAIL}+pushback:50ms,OK'),
    Case('a request too large to be kept', SHORT, f'over-buffer+{FAIL},over-buffer+OK'),
    Case('a large request that is refused', SHORT, 'over-buffer+refused,over-buffer+OK'),
    Case('a method without a policy', A6, listed(FAIL, 'pushback:10ms', 'OK'), methods=(PLAIN,)),
    Case('a stream that the server refuses', A6, listed('refused', (FAIL, 4), 'OK')),
    Case('a stream refused twice', SHORT, listed(('refused', 2), 'OK', 'refused', 'OK')),
    Case('a stream refused after a retry', SHORT, listed(FAIL, 'refused', FAIL, 'refused', 'OK')),
    Case('refused without a policy', A6, listed('refused', 'OK', ('refused', 2), 'OK'),
         methods=(PLAIN,)),
    Case('deadline in a delay', A6, listed((FAIL, 3)), deadline='0.45s', targets=NARROW),
    Case('deadline that may be in a delay', A6, listed((FAIL, 4)), deadline='0.45s',
         targets=WIDE),
    Case('deadline in a pushback', A6, listed('pushback:500ms', 'OK'), deadline='0.2s'),
    Case('deadline in an attempt', A6, f'{FAIL}@1s', deadline='0.2s'),
    Case('deadline in silence', A6, f'{FAIL},silent', deadline='0.3s'),
)

TIMEOUTS = (
    Case('timeout of the config', timed(A6, '0.180000000s'), listed((FAIL, 2)),
         targets=('node@1.14',)),
    Case('timeout of the config that may be in a delay', timed(A6, '0.180000000s'),
         listed((FAIL, 4)), targets=WIDE),
    Case('timeout with few decimals', timed(A6, '0.18s'), f'{FAIL}@1s', targets=ALL_NODE),
    # C-core counts them from 1 to 2 s before the call, by when the process started.
    Case('timeout that is over at once', timed(A6, '1s'), FAIL, targets=CORE),
    Case('timeout that is shortened', timed(A6, '3s'), f'{FAIL},OK@2500ms', targets=CORE),
    Case('timeout that nearly nothing is left of', timed(A6, '1.5s'), 'OK@800ms', targets=CORE),
    Case('timeout that is long enough', timed(A6, '3s'), f'{FAIL},OK@500ms,{FAIL},OK', targets=CORE),
    Case('shortened timeout that may be in a delay', timed(retry(4, '0.4s', '0.8s'), '3s'),
         listed((FAIL, 4)), targets=CORE),
)

# 4 tokens: a failure leaves 3, which is more than half, the next one 2, which is not.
MIXED = 'a trace follows the calls of one method; '
THROTTLING = (
    Case('tokens run out and come back', throttled(SHORT, 4, 0.5),
         listed((FAIL, 3), ('OK', 4), FAIL, ('OK', 4), (FAIL, 3), 'OK'), targets=NEW),
    Case('tokenRatio 1', throttled(SHORT, 4, 1),
         listed((FAIL, 3), ('OK', 3), (FAIL, 2), 'OK'), targets=NEW),
    Case('tokenRatio with more than three decimals', throttled(SHORT, 2, 0.6667),
         listed((FAIL, 1), ('OK', 2), (FAIL, 1), ('OK', 1)), targets=NEW),
    Case('success of a method without a policy', throttled(SHORT, 4, 1.5),
         listed((FAIL, 2), ('OK', 2), (FAIL, 2)),
         {'core': Stated((('retry', 'throttled'), ('success',), ('success',), ('throttled',),
                          ('throttled',)),
                         MIXED + 'retry_filter.cc ShouldRetry: no credit without a retryPolicy'),
          'node': Stated((('retry', 'throttled'), ('success',), ('success',),
                          ('retry', 'throttled')),
                         MIXED + 'retrying-call.ts handleChildStatus: credit for all')},
         methods=(METHOD, PLAIN, PLAIN, METHOD, METHOD), targets=NEW),
    Case('too few tokens for any retry', throttled(retry(4, '0.2s', '0.4s'), 2, 0.1),
         f'{FAIL},{FAIL},OK', targets=NEW),
    Case('tokens in a deadline', throttled(retry(4, '0.2s', '0.4s'), 2, 0.1),
         'pushback:200ms,OK', deadline='0.1s', targets=NEW),
    Case('a code that is not listed costs no token', throttled(SHORT, 4, 0.1),
         listed(('INVALID_ARGUMENT', 3), (FAIL, 2), 'OK'), targets=NEW),
    Case('a stop costs the token of its code', throttled(SHORT, 4, 0.1),
         listed('INVALID_ARGUMENT+pushback:-1', FAIL, 'OK', 'pushback:-1', FAIL, 'OK'),
         targets=NEW),
    Case('tokens of committed calls', throttled(SHORT, 4, 0.1),
         listed((f'headers+{FAIL}', 2), FAIL, ('OK', 2)), targets=NEW),
    Case('tokens of calls with large requests', throttled(SHORT, 4, 0.1),
         listed((f'over-buffer+{FAIL}', 2), FAIL, ('OK', 2), 'over-buffer+OK', 'OK'), targets=NEW),
    Case('tokens of refused streams', throttled(SHORT, 4, 0.1),
         listed('refused', 'OK', ('refused', 2), ('OK', 2)), targets=NEW),
    Case('tokens of the last attempt', throttled(retry(2, '0.02s', '0.02s'), 10, 0.1),
         listed((FAIL, 6), ('OK', 2)), targets=NEW),
    Case('pushback does not help against throttling', throttled(SHORT, 2, 0.1),
         'pushback:30ms,pushback:-1,OK', targets=NEW),
    Case('tokens before grpc-js 1.13.1', throttled(SHORT, 10, 0.1), f'{FAIL},OK,OK',
         deadline='0.4s', targets=OLD_NODE),
)

END_GOES_ON = ('a trace has nothing after the end of a call; grpc-js 1.12 retrying-call.ts '
               'commitCall: not of a call that is COMPLETED, so that no hedge is cancelled')
HEDGING = (
    Case('hedges after failures', hedge(4, '0.2s'), listed((FAIL, 4)), targets=ALL_NODE),
    Case('no hedges', hedge(4, '0.2s'), listed(FAIL, 'OK'), targets=CORE),
    Case('hedges after failures that take their time', hedge(4, '0.3s'),
         listed((f'{FAIL}@120ms', 4)), targets=ALL_NODE),
    Case('hedges by timer', hedge(4, '0.1s'), listed('OK@450ms', ('OK@900ms', 3), 'OK'),
         targets=ALL_NODE),
    Case('a hedge answers first', hedge(4, '0.15s'), 'OK@900ms,OK,OK', targets=ALL_NODE),
    Case('more hedges than the limit', hedge(9, '0.03s'), listed(('OK@300ms', 5)),
         targets=ALL_NODE),
    Case('silent hedges', hedge(3, '0.1s'), 'silent,silent,OK@50ms,OK', targets=ALL_NODE),
    Case('headers of a hedge', hedge(4, '0.1s'), listed('OK@600ms', f'headers+{FAIL}', 'OK'),
         targets=ALL_NODE),
    Case('a failure when all are sent', hedge(2, '0.1s'), listed(f'{FAIL}@150ms', 'OK@300ms'),
         targets=ALL_NODE),
    Case('a failure starts the delay anew', hedge(4, '0.2s'),
         listed(f'{FAIL}@100ms', ('OK@500ms', 3)), targets=ALL_NODE),
    Case('pushback beside the timer', hedge(4, '0.2s'),
         listed('pushback:500ms', ('OK@600ms', 3)), targets=ALL_NODE),
    Case('pushbacks after all attempts', hedge(4, '0.2s'),
         listed('pushback:500ms', 'ABORTED+pushback:500ms', ('pushback:500ms', 2)),
         targets=ALL_NODE),
    Case('pushback of a hedge that is no number', hedge(3, '0.3s'),
         listed('pushback:abc', ('OK@100ms', 1)), targets=ALL_NODE),
    Case('pushback that stops hedges', hedge(4, '0.15s'), 'OK@600ms,pushback:-1,OK',
         {target: Stated((('goes-on', 'pushback-stops'),), END_GOES_ON) for target in OLD_NODE},
         targets=ALL_NODE),
    Case('a fatal code', hedge(4, '0.15s'), listed('OK@600ms', 'INVALID_ARGUMENT', ('OK@600ms', 2)),
         {target: Stated((('goes-on', 'fatal', 'cancelled', 'cancelled'),), END_GOES_ON, 0.6)
          for target in OLD_NODE}, targets=OLD_NODE),
    Case('a fatal code, and another call', hedge(4, '0.15s'), 'OK@600ms,INVALID_ARGUMENT,OK',
         targets=NODE),
    Case('a hedge that is refused', hedge(4, '0.15s'), 'refused,OK@200ms,OK@200ms',
         targets=ALL_NODE),
    Case('refused when another hedge is sent', hedge(2, '0.15s'),
         'refused@250ms,OK@600ms,OK@100ms', targets=ALL_NODE),
    Case('a hedge with a large request', hedge(3, '0.1s'),
         f'over-buffer+OK@250ms,over-buffer+{FAIL}@150ms,OK', targets=ALL_NODE),
    Case('pushback that stops the only hedge', hedge(3, '0.1s'), 'pushback:-1,OK',
         targets=ALL_NODE),
    Case('pushback of 0 to a hedge', hedge(3, '0.2s'), 'pushback:0,OK@50ms,OK', targets=ALL_NODE),
    Case('deadline in the pushback of a hedge', hedge(2, '1s'), 'pushback:500ms,OK',
         deadline='0.2s', targets=ALL_NODE),
    Case('deadline of hedges', hedge(4, '0.15s'), listed(('silent', 3)), deadline='0.4s',
         targets=ALL_NODE),
    Case('hedges are not throttled', throttled(hedge(4, '0.2s'), 2, 0.1),
         listed((FAIL, 6), 'OK@50ms', 'OK'), targets=ALL_NODE),
)

CASES = RETRIES + PUSHBACKS + ENDS + TIMEOUTS + THROTTLING + HEDGING

# Many calls, to see how delays are distributed. They start one after the other at such intervals.
CALLS = 60
INTERVAL = 0.01  # s
SPREAD = Case('how delays are spread', retry(3, '0.3s', '1s'), listed((FAIL, 3 * CALLS)))

# What a process does first takes longer.
WARM_UP = Case('warm-up', A6, 'OK')
