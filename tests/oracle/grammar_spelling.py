"""Odd spellings of keys, names and strings: some say the same, some nearly so."""

from tree import Raw

# Letters that a client may fold into, or a reader take for, the Latin one.
_LOOKALIKES = {'a': '\u0430', 'c': '\u0441', 'e': '\u0435', 'i': '\u0131', 'k': '\u212a',
               'o': '\u043e', 'p': '\u0440', 's': '\u017f', 'x': '\u0445', 'A': '\u0410',
               'I': '\u0130', 'K': '\u212a', 'S': '\u017f', '0': '\u0660', '1': '\uff11',
               '3': '\u0663'}
_ODD_LETTERS = ['\0', ' ', '\t', '\n', '\x7f', '\u200b', '\u00e9', '\U0001f600', '/', '.', '-', '_',
                '"', '\\', '\ufeff', '\u2028', '%', ':']


def snake(key):
    """The key as C++ and protobuf have it."""
    return ''.join(f'_{letter.lower()}' if letter.isupper() else letter for letter in key)


def camel(key):
    """A key in snake_case as JSON has it."""
    head, *tail = key.split('_')
    return head + ''.join(part[:1].upper() + part[1:] for part in tail)


def escaped(text, at=0):
    """A string that says the same with an escape."""
    letter = rf'\u{ord(text[at]):04x}' if ord(text[at]) < 0x10000 else text[at]
    return Raw('"%s"' % (_quoted(text[:at]) + letter + _quoted(text[at + 1:])))


def _quoted(text):
    return text.replace('\\', r'\\').replace('"', r'\"').replace('\0', r'\u0000')


def _of_other_case(rng, text):
    at = rng.randrange(len(text))
    return rng.choice([text.upper(), text.lower(), text.title(), text.swapcase(),
                       text[:1].swapcase() + text[1:],
                       text[:at] + text[at:at + 1].swapcase() + text[at + 1:]])


def _mistyped(rng, text):
    at = rng.randrange(len(text))
    return rng.choice([text[:at] + text[at + 1:], text[:at] + text[at] + text[at:], text + 's',
                       text[:at] + text[at:at + 2][::-1] + text[at + 2:], text + '2', f'{text}_'])


def _lookalike(rng, text):
    places = [at for at, letter in enumerate(text) if letter in _LOOKALIKES]
    if not places:
        return text + '\u0301'
    at = rng.choice(places)
    return text[:at] + _LOOKALIKES[text[at]] + text[at + 1:]


def _with_odd_letter(rng, text):
    at = rng.choice([0, len(text), rng.randrange(len(text) + 1)])
    return text[:at] + rng.choice(_ODD_LETTERS) + text[at:]


def _with_nul(rng, text):
    at = rng.choice([0, len(text), len(text), rng.randrange(len(text) + 1)])
    return text[:at] + rng.choice(['\0', '\0', '\0x']) + text[at:]


def key(rng, name):
    """Another spelling of a key."""
    if not name:
        return rng.choice(['\0', ' ', 'x'])
    how = rng.choices(range(7), [24, 18, 16, 10, 12, 10, 10])[0]
    if how == 0:
        return _of_other_case(rng, name)
    if how == 1:
        return snake(name) if snake(name) != name else camel(name)
    if how == 2:
        return _mistyped(rng, name)
    if how == 3:
        return _lookalike(rng, name)
    if how == 4:
        return _with_nul(rng, name)
    if how == 5:
        return escaped(name, rng.randrange(len(name)))
    return _with_odd_letter(rng, name)


def word(rng, text):
    """Another spelling of a name that is a value: of an LB policy, a status code."""
    if not text:
        return rng.choice(['\0', ' ', 'x'])
    how = rng.choices(range(6), [40, 15, 12, 15, 10, 8])[0]
    if how == 0:
        return _of_other_case(rng, text)
    if how == 1:
        return _mistyped(rng, text)
    if how == 2:
        return _lookalike(rng, text)
    if how == 3:
        return _with_nul(rng, text)
    if how == 4:
        return _with_odd_letter(rng, text)
    return camel(text.lower()) if '_' in text else f' {text}'
