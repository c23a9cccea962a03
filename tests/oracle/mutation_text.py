"""Changes of a text that may leave JSON, or what a parser takes for it."""

import re

import tricky

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[a-zA-Z_]+|[{}\[\]:,]|\s+|.', re.DOTALL)
_PIECES = [
    b'{', b'}', b'[', b']', b':', b',', b',,', b'""', b'"', b'null', b'0', b'{}', b'[]', b'\\',
    b"'", b';', b'=', b'=>', b'::', b'"x":', b'"x":1,', b',"x":1', b'-', b'.', b'e', b'/',
]
_BLANKS = [
    b'\t', b'\n', b'\r', b'\r\n', b'\x0b', b'\x0c', b'\xc2\xa0', b'\xe2\x80\xa8', b'\xef\xbb\xbf',
    b'\x00', b'\x1f', b'\x85', b'   ', b'\xe3\x80\x80', b'\x08', b'\x7f', b'\xe1\x9a\x80',
]
_COMMENTS = [b'//x\n', b'/**/', b'/* x */', b'#x\n', b'--x\n', b'<!--x-->', b'//', b'/*', b'#']
_TAILS = [
    b' ', b'\n', b'\n\n', b'x', b' x', b'{}', b'[]', b'}', b']', b',', b'null', b'\x00', b'\x00x',
    b'\x00{}', b'//x', b'/*x*/', b'#', b'\xff', b'\xef\xbb\xbf', b'"', b'\x1a', b'1', b'\x00\x00',
    b'\n\x00', b';', b'\x00}',
]
_WHOLE_TEXTS = [b'', b' ', b'null', b'[]', b'0', b'""', b'true', b'[{}]', b'"{}"', b'\x00']
_HEADS = [
    b' ', b'\n', b'\xef\xbb\xbf', b'\xff\xfe', b'\x00', b'x', b")]}'\n", b'//x\n', b'\x0b', b',',
    b'\xef\xbb', b'\xef\xbb\xbf\xef\xbb\xbf', b' \xef\xbb\xbf', b'/**/',
]
# In a string: bad UTF-8 (overlong, cut off, surrogates, beyond the last), escapes, control
# characters.
_IN_STRINGS = [
    b'\x80', b'\xff', b'\xc0\xaf', b'\xc3', b'\xe2\x82', b'\xed\xa0\x80', b'\xed\xb0\x80',
    b'\xf0\x9f\x98', b'\xf4\x90\x80\x80', b'\xf8\x88\x80\x80\x80', b'\xe0\x80\x80', b'\xc1\x81',
    b'\xf0\x80\x80\x80', b'\xed\xa0\xbd\xed\xb8\x80', b'\xef\xbf\xbf', b'\xc3\xa9',
    b'\xf0\x9f\x98\x80', b'\\ud800', b'\\udc00', b'\\ud83d\\ude00', b'\\ud83dx', b'\\ud800\\u0061',
    b'\\u0000', b'\\u12', b'\\uzzzz', b'\\u', b'\\x41', b"\\'", b'\\a', b'\\v', b'\\0', b'\\\n',
    b'\\u00e9', b'\\UD800', b'\\uDBFF\\uDFFF', b'\x00', b'\x01', b'\t', b'\n', b'\r', b'\x1f',
    b'\x7f', b'\xc2\x80', b'\\', b'\\\\', b'\\"', b'"', b'\\/', b'\\b\\f\\n\\r\\t',
    b'\xe2\x80\xa8', b'\\uFEFF', b'\\u+123', b'\\u 123', b'\\u00E', b'\\e',
]
_DEPTHS = [10, 100, 250, 252, 253, 254, 255, 256, 257, 258, 300, 600]
# They cost as much as a hundred others.
_GREAT_DEPTHS = [9997, 9998, 9999, 10000, 10001, 20000]


def _tokens(data):
    return [match.span() for match in _TOKEN.finditer(data)]


def _splice(data, begin, end, piece):
    return data[:begin] + piece + data[end:]


def change_byte(rng, data):
    """Deletes, inserts or replaces a byte."""
    at = rng.randrange(len(data) + 1)
    piece = rng.choice([b'', bytes([rng.randrange(256)]), bytes([rng.randrange(32, 127)])])
    return _splice(data, at, at + rng.randrange(2), piece)


def change_token(rng, data):
    """Deletes, doubles, replaces or adds a token."""
    begin, end = rng.choice(_tokens(data))
    piece = rng.choice([b'', data[begin:end] * 2, rng.choice(_PIECES)])
    return _splice(data, begin, rng.choice([begin, end]) if piece else end, piece)


def between_tokens(pieces):
    """A change that puts one of the pieces between two tokens."""
    def insert(rng, data):
        begin, _ = rng.choice(_tokens(data))
        return _splice(data, begin, begin, rng.choice(pieces))
    return insert


def add_comma(rng, data):
    """A comma before a closing bracket, or after an opening one."""
    ends = [match.start() for match in re.finditer(rb'[}\]]', data)]
    ends += [match.end() for match in re.finditer(rb'[{\[]', data)]
    at = rng.choice(ends) if ends else 0
    return _splice(data, at, at, rng.choice([b',', b', ', b',,']))


def drop_value(rng, data):
    """A member without its value, or without colon and value."""
    pairs = list(re.finditer(rb'(:\s*)("(?:[^"\\]|\\.)*"|[-\w.+]+|\{\}|\[\])', data))
    if not pairs:
        return data + b':'
    pair = rng.choice(pairs)
    return _splice(data, rng.choice([pair.start(), pair.start(2)]), pair.end(), b'')


def change_string(rng, data):
    """Something odd within a string."""
    strings = [match.span() for match in re.finditer(rb'"(?:[^"\\]|\\.)*"', data)]
    if not strings:
        return data
    begin, end = rng.choice(strings)
    at = rng.randrange(begin + 1, end)
    return _splice(data, at, at, rng.choice(_IN_STRINGS))


def change_number(rng, data):
    """A number that is none."""
    numbers = [m.span() for m in re.finditer(rb'(?<=[:,\[])\s*-?[0-9][0-9.eE+-]*', data)]
    if not numbers:
        return data.replace(b'{', b'{"x": %s, ' % rng.choice(tricky.BROKEN_TOKENS).encode(), 1)
    token = rng.choice(tricky.BROKEN_TOKENS + tricky.NUMBER_TOKENS)
    return _splice(data, *rng.choice(numbers), token.encode())


def change_literal(rng, data):
    """A literal in another case, or one of another language."""
    literals = [match.span() for match in re.finditer(rb'\b(?:true|false|null)\b', data)]
    literal = rng.choice(tricky.LITERALS).encode()
    if not literals:
        return data.replace(b'{', b'{"x": %s, ' % literal, 1)
    return _splice(data, *rng.choice(literals), literal)


def change_quotes(rng, data):
    """A string in other quotes, or in none."""
    strings = [match.span() for match in re.finditer(rb'"[^"\\]*"', data)]
    if not strings:
        return data
    begin, end = rng.choice(strings)
    quote = rng.choice([b"'", b'', b'`', b'\xe2\x80\x9c', b'""'])
    return _splice(data, begin, end, quote + data[begin + 1:end - 1] + quote)


def nest(rng, data):
    """An unknown member of some depth."""
    depth = rng.choice(_DEPTHS if rng.random() < 0.95 else _GREAT_DEPTHS)
    opening, closing = rng.choice([(b'[', b']'), (b'{"a":', b'}')])
    inner = b'1' if opening != b'[' else rng.choice([b'', b'1'])
    return data.replace(b'{', b'{"x": %s, ' % (opening * depth + inner + closing * depth), 1)


def change_ends(rng, data):
    """Something before or after the text, or only a part of it."""
    how = rng.randrange(4)
    if how == 0:
        return rng.choice(_HEADS) + data
    if how == 1:
        return data[:rng.randrange(len(data) + 1)]
    if rng.random() < 0.05:
        return rng.choice(_WHOLE_TEXTS)
    return data + rng.choice(_TAILS)


_CHANGES = [
    (change_byte, 16), (change_token, 16), (between_tokens(_PIECES), 4),
    (between_tokens(_BLANKS), 7), (between_tokens(_COMMENTS), 4), (add_comma, 7), (drop_value, 7),
    (change_string, 14), (change_number, 8), (change_literal, 4), (change_quotes, 3), (nest, 2),
    (change_ends, 12),
]


def change(rng, data):
    """One random change."""
    if not data:
        return b'{}'
    how, = rng.choices([c for c, _ in _CHANGES], [w for _, w in _CHANGES])
    return how(rng, data)
