"""Whether what was seen of calls is what was predicted."""

import dataclasses
import math

from live_cases import CODES, NO_END

CUT = 'DEADLINE_EXCEEDED'

# C-core and Node keep timers in whole milliseconds of a clock that is rounded down (C-core:
# exec_ctx.cc, Timestamp::FromTimespecRoundDown; Node: uv_now(), and setTimeout cuts the fraction of
# its delay), so that up to one of them is missing. Nothing else makes a delay shorter.
GRANULARITY = 0.001
# The same of deadlines: Node makes the `timeout` of a config a Date, in whole milliseconds of
# another clock (resolving-call.ts), before the timer is set.
DEADLINE_GRANULARITY = 0.002
# A busy machine is late by an unknown time.
SLACK = 0.06
# The same for the middle of many delays.
SPREAD_SLACK = 0.02
# By chance, one honest run of so many is called wrong.
_ODDS = 1e6


@dataclasses.dataclass(frozen=True)
class Fault:
    """What is not as predicted. A busy machine alone may explain what `is_late`."""

    text: str
    is_late: bool = False


@dataclasses.dataclass
class Attempt:
    """As the server saw it."""

    previous: str  # grpc-previous-rpc-attempts
    arrived: float
    answered: float = None
    cancelled: float = None  # instead


@dataclasses.dataclass
class Call:
    """As the client saw it, with its attempts in the order of their arrival."""

    start: float
    end: float
    code: int
    attempts: list
    words: list = None  # of the client about its decisions: pairs of a name and a delay, if any


class Margins:
    """How near to their bounds delays and ends of calls were, in s."""

    def __init__(self):
        self.delays = 0
        self.earliest = math.inf  # after the lower bound
        self.latest = -math.inf   # after the upper bound

    def add(self, delay, least, most):
        """A delay within its bounds or not."""
        self.delays += 1
        self.earliest = min(self.earliest, delay - least)
        self.latest = max(self.latest, delay - most)

    def merge(self, other):
        """Adds all delays of other ones."""
        self.delays += other.delays
        self.earliest = min(self.earliest, other.earliest)
        self.latest = max(self.latest, other.latest)

    def __str__(self):
        if not self.delays:
            return 'no times'
        return (f'{self.delays} times, the earliest {self.earliest * 1000:+.1f} ms from its least, '
                f'the latest {self.latest * 1000:+.1f} ms from its most')


def _ms(seconds):
    return f'{seconds * 1000:.1f} ms'


def _time_faults(what, seen, bounds, margins, granularity=GRANULARITY):
    least, most = bounds
    margins.add(seen, least, most)
    if seen < math.floor(least * 1000 + 1e-6) / 1000 - granularity:
        yield Fault(f'{what} after {_ms(seen)}, predicted not before {_ms(least)}')
    if seen > most + SLACK:
        yield Fault(f'{what} after {_ms(seen)}, predicted by {_ms(most)}', is_late=True)


def _cancel_faults(name, attempt, predicted, start, margins):
    """Whether the client waited for the answer."""
    if predicted.cancelled and attempt.cancelled is None:
        yield Fault(f'{name} is answered, predicted to be cancelled', is_late=True)
    elif predicted.cancelled:
        granularity = DEADLINE_GRANULARITY if predicted.decision == 'deadline' else GRANULARITY
        yield from _time_faults(f'{name} is cancelled', attempt.cancelled - start,
                                predicted.cancelled, margins, granularity)
    elif attempt.cancelled is not None:
        yield Fault(f'{name} is cancelled, predicted to be answered')


def _may_be_cut(call, prediction):
    return _name(call.code) == CUT and CUT in prediction.codes[1:]


def _attempt_faults(call, prediction, margins):
    """More attempts than predicted are reported elsewhere."""
    before = None
    for index, (attempt, predicted) in enumerate(zip(call.attempts, prediction.attempts), 1):
        name = f'attempt {index}'
        if attempt.previous != predicted.previous:
            yield Fault(f'{name} says grpc-previous-rpc-attempts: {attempt.previous}')
        yield from _time_faults(f'{name} is sent', attempt.arrived - call.start, predicted.sent,
                                margins)
        if predicted.delay and before is not None and before.answered is not None:
            yield from _time_faults(f'the delay before {name}', attempt.arrived - before.answered,
                                    predicted.delay, margins)
        # The attempt before the deadline is unknown.
        is_known = index <= prediction.fewest or len(call.attempts) == len(prediction.attempts)
        if is_known and not (_may_be_cut(call, prediction) and index == len(call.attempts)):
            yield from _cancel_faults(name, attempt, predicted, call.start, margins)
        before = attempt


def _end_faults(call, prediction, margins):
    if call.code == CODES[NO_END]:
        return
    if call.code == CODES['DEADLINE_EXCEEDED'] and prediction.deadline:
        yield from _time_faults('the deadline', call.end - call.start, prediction.deadline, margins,
                                DEADLINE_GRANULARITY)
    elif len(call.attempts) == len(prediction.attempts) > 0:
        last = call.attempts[prediction.last]
        if last.answered is not None:
            yield from _time_faults('the end', call.end - last.answered, prediction.end, margins)


def _name(code):
    return next((name for name, number in CODES.items() if number == code), f'code {code}')


def _code_faults(call, prediction):
    is_cut = len(call.attempts) < len(prediction.attempts)
    codes = (CUT,) if is_cut else prediction.codes
    if _name(call.code) not in codes:
        yield Fault(f'ends with {_name(call.code)}, predicted {" or ".join(codes)}')


def _count_faults(call, prediction):
    fewest, most = prediction.fewest, len(prediction.attempts)
    seen = len(call.attempts)
    if not fewest <= seen <= most:
        predicted = f'{fewest}' if fewest == most else f'{fewest} to {most}'
        # Who is late has less time until the deadline, or until another attempt is answered.
        is_hedged = most > 1 and not prediction.attempts[1].delay
        has_end = bool(prediction.deadline) or is_hedged
        yield Fault(f'{seen} attempts, predicted {predicted}', is_late=seen < fewest and has_end)


def _word_faults(call, prediction):
    """What the client itself says of its decisions: nothing of calls without a policy, and of those
    whose request is too large to be kept. Before a deadline it says what it would have done, and
    nothing of attempts that a deadline leaves no time for."""
    decides = prediction.is_governed and not prediction.is_large
    decisions = [attempt for attempt in prediction.attempts
                 if attempt.decision != 'deadline' and decides]
    may_stop = decides and len(decisions) < len(prediction.attempts)
    words = [name for name, _ in call.words]
    expected = [attempt.word or attempt.decision for attempt in decisions]
    if _may_be_cut(call, prediction) and len(words) >= len(call.attempts) - 1:
        expected = expected[:len(words)]
    if words != expected and not (may_stop and words[:len(expected)] == expected):
        yield Fault(f'the client says {words}, predicted {expected}')
    for (name, delay), attempt, after in zip(call.words, prediction.attempts,
                                             prediction.attempts[1:]):
        # Whole milliseconds, rounded down.
        least, most = after.delay
        if delay is not None and not math.floor(least * 1000 + 1e-6) <= delay <= most * 1000 + 1e-6:
            yield Fault(f'the client waits {delay} ms: {name}, predicted {attempt.decision}, '
                        f'{_ms(least)} to {_ms(most)}')


def judge(call, prediction, margins):
    """Yields the Faults of a call."""
    yield from _count_faults(call, prediction)
    yield from _code_faults(call, prediction)
    yield from _attempt_faults(call, prediction, margins)
    yield from _end_faults(call, prediction, margins)
    if call.words is not None:
        yield from _word_faults(call, prediction)


# ---- Many delays of one kind

def _share_below(at, least, most):
    if at < least:
        return 0
    return 1 if at >= most else (at - least) / (most - least)


def _distance(delays, least, most, slack):
    """How far the empirical distribution is from the uniform one, on its wrong side (Kolmogorov).

    Delays may be longer by `slack` and shorter by GRANULARITY.
    """
    count = len(delays)
    early = max((rank + 1) / count - _share_below(delay + GRANULARITY, least, most)
                for rank, delay in enumerate(delays))
    late = max(_share_below(delay - slack, least, most) - rank / count
               for rank, delay in enumerate(delays))
    return early, late


def judge_spread(what, delays, bounds, slack=SPREAD_SLACK):
    """Yields the Faults of delays that are predicted to be uniform within bounds."""
    least, most = bounds
    delays = sorted(delays)
    count = len(delays)
    # Smirnov's bound (Massart 1990: it holds for every number).
    allowed = math.sqrt(math.log(2 * _ODDS) / (2 * count))
    early, late = _distance(delays, least, most, slack)
    if early > allowed:
        yield Fault(f'{what}: {early:.0%} of the delays are earlier than predicted')
    if late > allowed:
        yield Fault(f'{what}: {late:.0%} of the delays are later than predicted', is_late=True)
    mean, predicted = sum(delays) / count, (least + most) / 2
    five_errors = 5 * (most - least) / math.sqrt(12 * count)
    if mean < predicted - five_errors - GRANULARITY:
        yield Fault(f'{what}: mean {_ms(mean)}, predicted {_ms(predicted)}')
    if mean > predicted + five_errors + slack:
        yield Fault(f'{what}: mean {_ms(mean)}, predicted {_ms(predicted)}', is_late=True)
