"""The documents of the guard: in the tree, mutants of these, and the corpus beside the tree."""
import base64
import collections
import hashlib
import json
import os
import pathlib
import subprocess
import sys

import mutants

ROOT = pathlib.Path(__file__).resolve().parents[2]
_SHARED = pathlib.Path(os.environ.get('GRPCFG_SHARED_DIR') or ROOT / '../shared')
_MUTANTS = 14  # of each fixture: 5,000 in all
_RECORD_MUTANTS = 10  # of each file of DNS records
_LARGEST = 150_000  # bytes; larger files of the corpus are lists of its files

# `kind` is config, records (a zone or the file of a DNS provider) or services: a config, and in
# `proto` the text of the .proto file that describes the services it names.
Document = collections.namedtuple('Document', 'name kind text proto is_mutant',
                                  defaults=(b'', False))


def short_hash(data):
    return hashlib.sha256(data).hexdigest()[:8]


def key_of(document):
    return short_hash(document.text + document.proto)


def has_corpus():
    return (_SHARED / 'corpus').is_dir()


def corpus():
    return [Document(f'corpus/{name}', kind, text)
            for name, kind, text in _files(_SHARED / 'corpus') if len(text) < _LARGEST]


def in_tree():
    """Fixtures, vectors and zones, and then the mutants of the fixtures and zones."""
    fixtures, records = [], [Document('generated.zone', 'records', _generated_zone())]
    for name, kind, text in _files(ROOT / 'fixtures'):
        (fixtures if kind == 'config' else records).append(Document(name, kind, text))
    services = []
    for path in sorted((ROOT / 'fixtures').rglob('*.proto')):
        services.append(Document(path.relative_to(ROOT / 'fixtures').as_posix(), 'services',
                                 path.with_suffix('.json').read_bytes(), path.read_bytes()))
    for folder in ('providers_fuzzer', 'zone_fuzzer'):
        for path in sorted((ROOT / 'tests/fuzz/corpus' / folder).iterdir()):
            records.append(Document(f'{folder}/{path.name}', 'records', path.read_bytes()))
    verdicts = json.loads((ROOT / 'tests/data/dns/zone_syntax_verdicts.json').read_bytes())
    for case in verdicts['cases']:
        records.append(Document(f'zone_syntax/{case["id"]}', 'records',
                                base64.b64decode(case['file_base64'])))
    return (fixtures + services + records + list(_vectors()) +
            _mutants(fixtures, mutants.of_config, _MUTANTS) +
            _mutants(records, mutants.of_records, _RECORD_MUTANTS))


def _files(folder):
    """(name, kind, text) of each file of a known kind below a folder."""
    kinds = {'.json': 'config', '.txt': 'config', '.zone': 'records', '.yaml': 'records'}
    for path in sorted(folder.rglob('*')):
        if path.suffix in kinds and not path.name.startswith('.'):
            yield path.relative_to(folder).as_posix(), kinds[path.suffix], path.read_bytes()


def _generated_zone():
    return subprocess.run([sys.executable, ROOT / 'tests/data/dns/gen_zone.py'], check=True,
                          stdout=subprocess.PIPE).stdout


def _vectors():
    for path in sorted((ROOT / 'tests/data/vectors').glob('*.jsonl')):
        for line in map(json.loads, path.read_text(encoding='utf-8').splitlines()):
            if 'raw' in line:
                text = line['raw'].encode('utf-8', 'surrogatepass')
            elif 'raw_hex' in line:
                text = bytes.fromhex(line['raw_hex'])
            elif 'config' in line:
                text = json.dumps(line['config']).encode()
            else:
                continue
            yield Document(f'{path.stem}/{line["id"]}', 'config', text)


def _mutants(seeds, mutant_of, count):
    """Named by the hash of the text that each comes from, so that files may move."""
    texts = {short_hash(document.text): document for document in seeds if document.text}
    return [Document(f'mutant/{name}/{index}', seed.kind, mutant_of(seed.text, name, index),
                     is_mutant=True) for name, seed in texts.items() for index in range(count)]
