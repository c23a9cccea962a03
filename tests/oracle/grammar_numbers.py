"""Numbers and durations of every spelling, put together from their parts."""

import fractions
import struct

from tree import Raw

_POWERS = [2**24, 2**31, 2**32, 2**53, 2**63, 2**64]
# Limits that some client has for some field.
_LIMITS = [5, 10, 100, 255, 256, 1000, 1001, 4096, 4097, 65535, 65536, 1000000, 8388608, 8388609,
           10**9, 10**15]
PLAIN = ['-1', '-1', '0', '1', '2', '0.5', '1.5', '-0', '1e3', '101', '1001', '5000', '8388609',
          *map(str, _POWERS), '4294967296', '4294967295', '-2147483649', '1000001', '4294967298',
          '184467440737095516160', '100000']
_UNICODE_ZEROS = [0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce]
_TAILS = ['e', 'E', 'e+', 'e-', '.', 'f', 'F', 'd', 'D', 'L', 'x', ' ', '\0', '\n', '_0', ',0', 's',
          '%', '.0.0', 'e0', '.0', 'e400', 'p0']
_HEADS = ['+', '-', '--', '-+', '0', '00', ' ', '\t', '\n', '.', '0x', '0b', '0o', '-0', '- ', '\0',
          '\u2212', '_', '#']


def unicode_digits(rng, text):
    """The same with one digit, or all, of another script."""
    zero = rng.choice(_UNICODE_ZEROS)
    every = rng.random() < 0.5
    at = rng.randrange(len(text)) if text else 0
    return ''.join(chr(zero + int(letter)) if letter in '0123456789' and (every or index == at)
                   else letter for index, letter in enumerate(text))


# ---- Numbers without an exponent

def _near(rng, number):
    return str(number + rng.choice([-1, 0, 0, 1]))


def _wrapping(rng):
    """What comes out small, or 0, where digits are added up in 32 or 64 bits."""
    size = rng.choice([2**32, 2**64, 2**64])
    number = rng.choice([1, 1, 2, 5, 10]) * size
    if rng.random() < 0.5:
        return str(number + rng.choice([0, 1, 2, 3, 14, 100]))
    return f'{number}{rng.choice(["0", "1", "5", "00"])}'


def _middle(rng):
    """Between two floats of 32 bits, or nearly, where rounding has to decide."""
    bits = rng.choice([rng.randrange(0x3a000000, 0x45000000), 0x7f7fffff, 0, 1, 0x3f800000])
    low, = struct.unpack('<f', struct.pack('<I', bits))
    # The one above the largest would be 2^128.
    high = 2.0**128 if bits == 0x7f7fffff else struct.unpack('<f', struct.pack('<I', bits + 1))[0]
    middle = (fractions.Fraction(low) + fractions.Fraction(high)) / 2
    exponent = 0
    while middle >= 10**20 or middle < fractions.Fraction(1, 10**30):
        exponent += 1 if middle >= 10**20 else -1
        middle = middle / 10 if middle >= 10**20 else middle * 10
    places = middle.denominator.bit_length() + 40
    digits = str(middle.numerator * 10**places // middle.denominator).rjust(places + 1, '0')
    text = f'{digits[:-places]}.{digits[-places:].rstrip("0") or "0"}'
    text += rng.choice(['', '', '1', '0001', '0'])
    return f'{text}e{exponent}' if exponent else text


def _fraction(rng):
    return rng.choice(['0.5', '1.5', '0.001', '0.0009', '0.0004', '0.9999', '99.9', '100.5', '2.7',
                       '0.0', '1000.001', f'{rng.random():.{rng.randrange(1, 19)}f}',
                       f'{rng.randrange(10)}.{rng.randrange(10**6)}'])


def _digits(rng):
    how = rng.choices(range(7), [24, 18, 14, 10, 14, 6, 4])[0]
    if how == 0:
        return str(rng.randrange(12))
    if how == 1:
        return _near(rng, rng.choice(_POWERS))
    if how == 2:
        return _near(rng, rng.choice(_LIMITS))
    if how == 3:
        return _wrapping(rng)
    if how == 4:
        return _fraction(rng)
    if how == 5:
        return _middle(rng)
    return str(rng.randrange(10**rng.randrange(1, 40)))


# ---- Their spelling

def respelled(rng, text):
    """The same number, or nearly, as JSON: a sign, decimals, an exponent."""
    how = rng.choices(range(7), [40, 14, 10, 12, 10, 8, 6])[0]
    if how == 0 or 'e' in text:
        return text
    if how == 1:
        return text + rng.choice(['.0', '.00', '.0000000000', '0', '.5']) if '.' not in text else (
            text + '0')
    if how == 2:
        return f'-{text}'
    if how == 3:
        return text + rng.choice(['e0', 'E0', 'e+0', 'e-0', 'e00', 'e1', 'e3', 'e-1', 'e-3', 'E+2'])
    if how == 4 and '.' not in text:
        return rng.choice([f'{text}000e-3', f'{text[:1]}.{text[1:] or "0"}e{len(text) - 1}'])
    if how == 5:
        return rng.choice(['-0', '-0.0', '0e0', '-0e5', '0E-1', '0.0', '0e400'])
    return rng.choice(['1e400', '-1e400', '1e-400', '1e39', '1e308', '1e309', '3.4e38', '3.5e38',
                       '1e20', '1e-46', '9e18', '1e10', '1e-9'])


def oddly_quoted(rng, text):
    """A number in quotes with something that one reader of numbers takes."""
    how = rng.choices(range(5), [30, 25, 20, 20, 5])[0]
    if how == 0:
        return text
    if how == 1:
        return text + rng.choice(_TAILS)
    if how == 2:
        return rng.choice(_HEADS) + text
    if how == 3:
        return unicode_digits(rng, text)
    return rng.choice(['', ' ', 'NaN', 'nan', 'Infinity', '-Infinity', 'inf', '0x1p3', '1_0'])


def number(rng, may_be_fraction=True):
    """A number of any size and spelling, in quotes or not."""
    drawn = rng.random()
    if drawn < 0.45:
        # One that is plain but for its size: spelled oddly too, it would be refused for that.
        text = rng.choice(PLAIN)
        return text if drawn < 0.1 else Raw(text)
    text = _middle(rng) if may_be_fraction and drawn < 0.5 else _digits(rng)
    text = respelled(rng, text)
    return oddly_quoted(rng, text) if rng.random() < 0.4 else Raw(text)


def no_number(rng):
    """What stands where a number is due and is no JSON, but some client reads it."""
    return Raw(rng.choice(['+1', '01', '-01', '1.', '.5', '-.5', '1e', '1e+', '-', '0x1', 'NaN',
                           'Infinity', '-Infinity', '1f', '1L', '--1', '1_0', '00', '1.e1',
                           '1000e', '\u0663']))


# ---- Durations

_WHOLE = ['0', '1', '2', '10', '60', '299', '300', '301', '2147483', '2147484', '9223372036',
          '9223372037', '315576000000', '315576000001', '9223372036854775807',
          '9223372036854775808', '18446744073709551616', '4294967296', '2147483648']
_NANOS = ['5', '1', '001', '0009', '000000001', '999999999', '123456789', '0', '000', '000000000',
          '1234567890', '1000000000', '0000000001', '999999', '0005', '500000000']
_ODD_WHOLE = ['', '00', '01', '-1', '+1', ' 1', '1 ', '0x1', '1e3', '1E0', '1_0', 'NaN', 'Infinity',
              'inf', '1,0', '99999999999999999999']
_ODD_NANOS = ['', '-1', '-5', '+5', '+1', ' 5', '5 ', '-0', '1e1', '0x5', '5.5', '-', '+', 'x',
              '99999999999999999999', '5\0', '-00000001', '+00000001', '-000000001']
_SIGNS = ['-', '-', '-', '+', '--', '-+', '+-', ' ', '- ', '\u2212']
_UNITS = ['', 'S', 'ss', ' s', 's ', 'ms', 'm', 'h', 'us', 'ns', 's\0', '\0s', 'sec', 's0', 'd',
          's\n', '5s', '\u017f']
_PARTS = ['seconds', 'nanos']


def _parts(rng):
    """The object that grpc-js takes."""
    values = ['0', '1', '5', '-1', '0.5', '"1"', 'null', '1e400', '1000000', '999999', '1000000000',
              '315576000001', '8e12', '{}']
    members = [f'"{key}": {rng.choice(values)}' for key in _PARTS if rng.random() < 0.85]
    return Raw('{%s}' % ', '.join(members))


def duration(rng):
    """A duration with none or some of its parts odd."""
    if rng.random() < 0.05:
        return _parts(rng)
    if rng.random() < 0.04:
        return Raw(rng.choice(['1', '1.5', '0', '1e3', '-1', '"\\u0031s"']))
    odd = rng.choices(range(5), [30, 20, 25, 10, 15])
    odd += rng.choices(range(5), [70, 8, 8, 6, 8])
    sign = rng.choice(_SIGNS) if 1 in odd else ''
    if rng.random() < 0.12 and not sign:
        sign = '-'
    wholes = _ODD_WHOLE if 3 in odd else _WHOLE if rng.random() < 0.5 else _WHOLE[:3]
    whole = rng.choice(wholes)
    nanos = rng.choice(_ODD_NANOS if 2 in odd else _NANOS)
    has_nanos = 2 in odd or rng.random() < 0.5
    unit = rng.choice(_UNITS) if 4 in odd else 's'
    text = f'{sign}{whole}.{nanos}{unit}' if has_nanos else f'{sign}{whole}{unit}'
    return unicode_digits(rng, text) if rng.random() < 0.03 else text


# ---- Valid ones

def valid_integer(rng, low, high):
    """Between two bounds, of which the upper may be none."""
    low, high = int(low or 0), int(high if high is not None else 10**4)
    found = rng.choice([low, low + 1, low + 2, rng.randint(low, min(high, low + 10)), high,
                        rng.randint(low, high), 10, 1000])
    return min(max(found, low), high)


def valid_number(rng, low, high):
    """As above, with decimals."""
    found = rng.choice([low, low + 0.5, 1, 1.5, 2, 10, round(rng.uniform(low, 10), 3)])
    return max(low, min(found, high if high is not None else found))


def valid_duration(rng, kind):
    """By the schema's name for its lower bound."""
    if kind == 'duration' and rng.random() < 0.1:
        return rng.choice(['-1s', '-0.5s', '-0s', '0s', '0.000s'])
    if kind == 'durationFromZero' and rng.random() < 0.1:
        return rng.choice(['0s', '0.000s', '-0s'])
    if rng.random() < 0.08:
        return rng.choice(['0.000000001s', '0.0009s', '0.001s', '315576000000s', '9223372037s',
                           '3000000s', '300s', '301s', '0.5s', '1.000000000s', '2s'])
    return rng.choice(['1s', '10s', '0.1s', '2.500s', '30s', '5s', '1.5s', '0.05s', '60s', '3s'])
