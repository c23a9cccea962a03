"""The shared vectors: small configs with the verdicts that were recorded of the real clients."""

import json
import os

import oracles

# Where each file has the verdict of a target: the first of these columns that a line has. All
# runners have just the LB policies that a client registers by itself.
COLUMNS = {
    'core_probes.jsonl': {
        'core@1.51': ['core'],
        'go@1.33': ['go_1_33'],
        'node@1.14': ['js'],
    },
    'spec_core_go.jsonl': {
        'core@1.51': ['core_1_51', 'core'],
        'go@1.33': ['go_builtin_lb_only', 'go_le_1_69', 'go'],
    },
    'java_node_dotnet.jsonl': {
        'java@1.41': ['java_1_41', 'java'],
        'node@1.14': ['node'],
    },
}

# Vectors whose column is of a newer release than the one that can be run, with what changed.
_DROPPED = 'grpc-go before 1.70 drops a retryPolicy with values out of bounds'
OTHER_RELEASE = {
    ('go@1.33', 'mc-no-name-bad-timeout'):
        'grpc-go 1.33 reads no durations in an entry without a name',
    ('go@1.33', 'dur-double-minus'): 'grpc-go before 1.56 takes no second minus',
    ('go@1.33', 'rp-empty'): 'grpc-go before 1.56 takes an absent backoff for a malformed one',
    ('go@1.33', 'rp-ma-negative'): _DROPPED,
    ('go@1.33', 'rp-ma-missing'): _DROPPED,
    ('go@1.33', 'rp-mb-zero'): _DROPPED,
    ('go@1.33', 'rp-per-attempt-only'): _DROPPED,
}


def folder():
    """Where the vectors are, if they are there."""
    shared = os.environ.get('GRPCFG_SHARED_DIR') or os.path.join(oracles.ROOT, '../shared')
    return os.path.join(shared, 'vectors')


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
                print(f'{target}: {name} is of a newer release: {OTHER_RELEASE[target, name]}')
            else:
                disagreed += 1
                print(f'{target}: {file}: {name}: recorded '
                      f'{"reject" if rejected else "accept"}, the library {answer["verdict"]}\n'
                      f'  {text.decode(errors="replace")}\n  {answer["message"]}')
    return agreed, disagreed, excused


def check(targets):
    """Compares all targets that have columns; returns whether they agree."""
    if not os.path.isdir(folder()):
        print(f'skipped: no vectors in {folder()}')
        return True
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
              f'{excused} are of newer releases')
    return faults == 0
