"""Small configs with the recorded verdicts of real clients: tests/data/vectors."""

import json
import os

import oracles

# Where each file has the verdict of a target: the first of these columns that a line has.
COLUMNS = {
    'core_probes.jsonl': {
        'core@1.51': ['core'],
        'core@1.83': ['core'],
        'go@1.33': ['go_1_33'],
        'go@1.64:all': ['go_1_64'],
        'go@1.81:all': ['go'],
        'node@1.14': ['js'],
    },
    'spec_core_go.jsonl': {
        'core@1.51': ['core_1_51', 'core'],
        'core@1.83': ['core'],
        'go@1.33': ['go_builtin_lb_only', 'go_le_1_69', 'go'],
        'go@1.64': ['go_builtin_lb_only', 'go_le_1_69', 'go'],
        'go@1.64:all': ['go_le_1_69', 'go'],
        'go@1.81': ['go_builtin_lb_only', 'go'],
        'go@1.81:all': ['go'],
    },
    'java_node_dotnet.jsonl': {
        'java@1.41': ['java_1_41', 'java'],
        'node@1.14': ['node'],
    },
}

# Vectors whose column is of another release than the one that can be run, with what changed.
_DROPPED = 'grpc-go before 1.70 drops a retryPolicy with values out of bounds'
_COMMA = 'recorded of C-core 1.51, which takes a comma after an empty object or array'
_NULL = 'recorded of C-core 1.51, which does not take null for an absent field'
_HEADER = 'grpc-go 1.64 does not read requestHashHeader'
OTHER_RELEASE = {
    ('go@1.33', 'mc-no-name-bad-timeout'):
        'grpc-go 1.33 reads no durations in an entry without a name',
    ('go@1.33', 'dur-double-minus'): 'grpc-go before 1.56 takes no second minus',
    ('go@1.33', 'rp-empty'): 'grpc-go before 1.56 takes an absent backoff for a malformed one',
    **{(target, name): _DROPPED for target in ('go@1.33', 'go@1.64', 'go@1.64:all')
       for name in ('rp-ma-negative', 'rp-ma-missing', 'rp-mb-zero', 'rp-per-attempt-only')},
    ('go@1.64:all', 'rh-header-bin'): _HEADER,
    ('go@1.64:all', 'rh-header-space'): _HEADER,
    ('go@1.64:all', 'rs-ok'): 'grpc-go 1.64 has no random_subsetting_experimental',
    ('core@1.83', 'trailing_comma_after_empty_obj'): _COMMA,
    ('core@1.83', 'trailing_comma_after_empty_arr'): _COMMA,
    ('core@1.83', 'trailing_comma_realistic'): _COMMA,
    ('core@1.83', 'timeout_null'): _NULL,
    ('core@1.83', 'name_null'): _NULL,
    ('core@1.83', 'health_null'): _NULL,
    ('core@1.83', 'lbp_null'): _NULL,
    ('core@1.83', 'lb_nul'): 'recorded of C-core 1.51, which cuts the name of a policy at a NUL',
    ('core@1.83', 'lb_pf_bad_field'): 'recorded of C-core 1.51, which reads no config of pick_first',
    ('core@1.83', 'lbp_grpclb'): 'recorded of C-core 1.51, whose grpclb cannot go without a config',
    ('core@1.83', 'cs-not-object'): 'C-core 1.83 reads connectionScaling only with an experiment',
}


def folder():
    """Where the vectors are."""
    return os.path.join(oracles.ROOT, 'tests/data/vectors')


def text_of(line):
    """The bytes of a config; None where the line is of another kind."""
    if line.get('kind', 'config') != 'config':
        return None
    if 'raw' in line:
        return line['raw'].encode('utf-8', 'surrogatepass')
    if 'raw_hex' in line:
        return bytes.fromhex(line['raw_hex'])
    if 'config' in line:
        return json.dumps(line['config']).encode()
    return None


def recorded(file, target):
    """Yields (id, text, whether it is rejected) of each line that tells it."""
    with open(os.path.join(folder(), file), encoding='utf-8') as lines:
        for line in map(json.loads, lines):
            text = text_of(line)
            column = next((c for c in COLUMNS[file][target] if c in line), None)
            if text is None or column is None or line[column] == 'n/a':
                continue
            yield line['id'], text, line[column] == 'reject'


def compare(target, client):
    """Prints what disagrees; returns how many agree, do not, and need not."""
    agreed, disagreed, excused = 0, 0, 0
    for file in [file for file in COLUMNS if target in COLUMNS[file]]:
        lines = list(recorded(file, target))
        answers = client.ask([text for _, text, _ in lines])
        for (name, text, rejected), answer in zip(lines, answers):
            if rejected == (answer['verdict'] == 'rejects'):
                agreed += 1
            elif (target, name) in OTHER_RELEASE:
                excused += 1
                print(f'{target}: {name} is of another release: {OTHER_RELEASE[target, name]}')
            else:
                disagreed += 1
                print(f'{target}: {file}: {name}: recorded '
                      f'{"reject" if rejected else "accept"}, the library {answer["verdict"]}\n'
                      f'  {text.decode(errors="replace")}\n  {answer["message"]}')
    return agreed, disagreed, excused


def check(targets):
    """Compares all targets that have columns; returns whether they agree."""
    faults = 0
    for target in targets:
        if not any(target in columns for columns in COLUMNS.values()):
            print(f'{target}: no column in the vectors')
            continue
        client = oracles.Client(oracles.COMMANDS[target])
        agreed, disagreed, excused = compare(target, client)
        client.stop()
        faults += disagreed
        print(f'{target}: {agreed} vectors agree, {disagreed} do not; '
              f'{excused} are of other releases')
    return faults == 0
