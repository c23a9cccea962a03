"""The classes of disagreement that are excepted: exceptions.json, each with its reason.

A class is {"id", "target" (a list), "reason"} and how to recognise it: "library" and "grpcfg", the two
verdicts, and "text", a regular expression on the config, or "message", one on what the library said.
"""

import json
import os
import re

import oracles

LIMIT = 10


def load():
    """All classes; too many are an error, for then the verdicts are not right but excused."""
    path = os.path.join(oracles.ROOT, oracles.HERE, 'exceptions.json')
    with open(path, encoding='utf-8') as file:
        classes = json.load(file)
    if len(classes) > LIMIT:
        raise SystemExit(f'exceptions.json has {len(classes)} classes; {LIMIT} are the limit')
    return classes


def _matches(entry, case):
    if case.target not in entry['target']:
        return False
    for name in ('library', 'grpcfg'):
        if name in entry and entry[name] != getattr(case, name):
            return False
    if 'text' in entry and not re.search(entry['text'], case.text.decode('latin-1')):
        return False
    return 'message' not in entry or bool(re.search(entry['message'], case.message))


def excuse(classes, case):
    """The id of the class of a disagreement, if it is in one."""
    return next((entry['id'] for entry in classes if _matches(entry, case)), None)
