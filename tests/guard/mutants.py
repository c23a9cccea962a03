"""Mutants: documents with a few changes, such as people, tools and attackers make.

A mutant depends on the text of its seed document, its index, SEED and this folder alone.
"""
import pathlib
import random
import re

SEED = 38
LONGEST = 6000  # bytes

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[-+.\w]+|\s+|.', re.DOTALL)
_CLOSING = {b'{': b'}', b'[': b']'}

_NUMBERS = b'''03 1. .5 +1 -0 -1 0 1 2 3 5 6 0.1 2.5 1e400 1e-400 1E2 2.0 0.0001 100 101 1001
1048576 2147483648 -2147483649 4294967296 9007199254740993 99999999999999999999 0x10 1_000 NaN
-Infinity "3" "03" "2.5" "1e2" "-1" "NaN" "Infinity"'''.split()
_DURATIONS = b'''"0s" "-0s" "-1s" "-0.5s" "0.5s" ".5s" "1.s" "+1s" "1" "1S" "1m" "100ms" "01s"
"1e3s" "1.0000000001s" "0.0000000001s" "0.0000001s" "315576000000s" "315576000001s"
"9223372036854775808s"
"1.5" "s" "" "Infs" 1 0.5 null'''.split()
_VALUES = b'''null true false [] {} "" "true" "x" [null] [{}] {"x":1} "UNAVAILABLE" "unavailable" 14
"14" "OK" 0 17 "DEADLINE_EXCEEDED" ["UNAVAILABLE",4] [["x"]] "round_robin" [{"round_robin":{}}]
'''.split()
_PIECES = pathlib.Path(__file__).with_name('pieces.txt').read_bytes().splitlines()
_BYTES = [b'\0', b'\1', b'\t', b'\r\n', b'\x7f', b'\x80', b'\xc3', b'\xed\xa0\x80', b'\xef\xbb\xbf',
          b'\xc2\xa0', b'\xe2\x80\x8b', b'\xe2\x80\xa8', b'\xf0\x9f\x98\x80', b'\xe2\x80\x9c',
          b'\\u0000', b'\\ud800', b'\\x', b'// x\n', b'/* x */', b'# x\n', b"'", b'"', b'\\', b',',
          b':', b'{', b'}', b'[', b']', b'$', b'{{ x }}']
_ZONE_BYTES = [b'(', b')', b';', b'@', b'\\065', b' TXT ', b'$INCLUDE x\n', b'$TTL 5\n',
               b'$GENERATE 1-3 a$ A 192.0.2.$\n']
_AROUND = [(b'[{"serviceConfig": ', b'}]'), (b'grpc_config=[{"serviceConfig": ', b'}]'),
           (b'[{"percentage": 10, "serviceConfig": {}}, {"serviceConfig": ', b'}]'),
           (b'{"serviceConfig": ', b'}'), (b'[', b']'), (b'{"methodConfig": [', b']}'),
           (b'\xef\xbb\xbf', b''), (b'', b'{}'), (b'', b' x'), (b'[' * 70, b']' * 70),
           (b'{"a":' * 600, b'1' + b'}' * 600), (b'"', b'"'), (b'---\n', b''), (b'// x\n', b'')]


class _Draw:
    """Choices that depend on `words` alone; only random() is the same in all releases of Python."""

    def __init__(self, *words):
        self._random = random.Random(' '.join(map(str, words))).random

    def below(self, count):
        return int(self._random() * count)

    def one_of(self, choices):
        return choices[self.below(len(choices))]


def _end_of_value(tokens, at):
    """The end of the value, with all that its bracket holds, that starts there or later."""
    while at < len(tokens) and tokens[at].isspace():
        at += 1
    depth = 0
    for end in range(at, len(tokens)):
        depth += (tokens[end] in _CLOSING) - (tokens[end] in _CLOSING.values())
        if depth <= 0:
            return end + 1
    return len(tokens)


def _members(tokens):
    """(key, colon, end) of each member of an object."""
    for colon in (i for i, token in enumerate(tokens) if token == b':'):
        key = max((i for i in range(colon) if not tokens[i].isspace()), default=colon)
        yield key, colon, _end_of_value(tokens, colon + 1)


def _change_member(tokens, draw):
    """Drops, repeats, replaces or adds a member, or changes its key or value."""
    members = list(_members(tokens))
    if not members:
        return _change_text(tokens, draw)
    start, colon, end = draw.one_of(members)
    other, _, end_of_other = draw.one_of(members)
    key, old, member = tokens[start], b''.join(tokens[colon + 1:end]), b''.join(tokens[start:end])
    cut = draw.below(len(key))
    snake_case = re.sub(rb'[A-Z]', lambda letter: b'_' + letter[0].lower(), key)
    new_key = draw.one_of([snake_case, key.lower(), key.swapcase(), key[:cut] + key[cut + 1:],
                           key.strip(b'"'), b"'" + key.strip(b'"') + b"'", b'"x"', b'""'])
    new = draw.one_of([draw.one_of(_VALUES), draw.one_of(_NUMBERS), draw.one_of(_DURATIONS)])
    piece = draw.one_of(_PIECES)
    tokens[start:end] = [draw.one_of([
        b'', member + b',', member + b', ' + member, member + b', ' + key + b': ' + new,
        key + b': ' + draw.one_of(_VALUES), key + b': ' + draw.one_of(_DURATIONS),
        piece + b', ' + member, b''.join(tokens[other:end_of_other]), new_key + b':' + old,
        new_key + b':' + old, key + b': ' + new, key + b': ' + new, key + b': ' + new,
        key + b': {' + piece + b'}', key + b': [' + old + b']', key + b': [%b, %b]' % (old, old),
        key + b': {"x": ' + old + b'}'])]


def _change_token(tokens, draw):
    """Replaces a number, a duration or a word by another; drops, repeats or moves other tokens."""
    places = [i for i, token in enumerate(tokens) if re.match(rb'["\w+.-]', token)]
    at = draw.one_of(places if places and draw.below(6) else range(len(tokens)))
    token = tokens[at]
    moved = draw.below(len(tokens))
    if re.match(rb'"[-+.\d]*s"', token):
        tokens[at] = draw.one_of(_DURATIONS)
    elif re.match(rb'[-+.\d]', token):
        tokens[at] = draw.one_of(_NUMBERS)
    elif re.match(rb'"?\w', token) and draw.below(8):
        tokens[at] = draw.one_of([token.swapcase(), token.lower(), token[:1] + token[2:],
                                  b'" ' + token[1:], token.strip(b'"'), draw.one_of(_VALUES)])
    else:
        tokens[at] = draw.one_of([b'', token * 2, tokens[moved]])
        tokens[moved] = draw.one_of([tokens[moved], token])


def _change_text(tokens, draw):
    """Cuts the text, puts bytes into it or something around it, or changes it everywhere."""
    text = b''.join(tokens)
    at = draw.below(len(text) + 1)
    inserted = text[:at] + draw.one_of(_BYTES) + text[at:]
    begin, end = draw.one_of(_AROUND)
    tokens[:] = [draw.one_of([
        text[:at], inserted, inserted, begin + text + end, begin + text + end,
        text.replace(b'\n', b'\r\n'), text.replace(b'"', b"'"),
        re.sub(rb'([}\]])', rb',\1', text), re.sub(rb'\s+', b'', text)])]


def of_config(text, name, index):
    """Mutant number `index` of a config; `name` stands for its text."""
    draw = _Draw(SEED, name, index)
    for _ in range(1 + draw.below(2)):
        tokens = _TOKEN.findall(text[:LONGEST]) or [b'']
        change = draw.one_of([_change_member] * 5 + [_change_token] * 3 + [_change_text])
        change(tokens, draw)
        text = b''.join(tokens)
    return text[:LONGEST]


def of_records(text, name, index):
    """The same of a zone file or the file of a DNS provider."""
    draw = _Draw(SEED, name, index)
    lines = text[:LONGEST].splitlines(keepends=True) or [b'']
    for _ in range(1 + draw.below(4)):
        at = draw.below(len(lines))
        place = draw.below(len(lines[at]) + 1)
        before, after = lines[at][:place], lines[at][place:]
        inserted = before + draw.one_of(_BYTES + _ZONE_BYTES) + after
        lines[at] = draw.one_of([b'', lines[at] * 2, draw.one_of(lines), before,
                                 before + after[1:], before + after[4:], inserted, inserted])
    return b''.join(lines)[:LONGEST]
