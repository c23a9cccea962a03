"""Makes a text smaller while a disagreement about it stays."""

import tree

_ROUNDS = 40
_CANDIDATES = 150


def _smaller_trees(root):
    """Copies of a tree with one place removed, replaced by its child or emptied."""
    yield from (child for *_, child in tree.children(root))
    for indexes, _, value in tree.places(root):
        removed = tree.copy(root)
        del tree.at(removed, indexes[:-1])[indexes[-1]]
        yield removed
        for _, _, child in tree.children(value):
            raised = tree.copy(root)
            tree.put(raised, indexes, child)
            yield raised
        if isinstance(value, list) and value:
            emptied = tree.copy(root)
            tree.put(emptied, indexes, type(value)())
            yield emptied


def _smaller_texts(data):
    """The text without each of its halves, quarters and so on."""
    size = len(data) // 2
    while size > 0 and len(data) // size <= _CANDIDATES:
        for begin in range(0, len(data), size):
            yield data[:begin] + data[begin + size:]
        size //= 2


def _tree_of(data):
    """The tree of a text; None where that is no JSON."""
    try:
        return tree.parse(data.decode())
    except (ValueError, RecursionError):
        return None


def _steps(data):
    """Lists of smaller texts, to be tried in turn; those of JSON are JSON."""
    root = _tree_of(data)
    if root is not None:
        yield [tree.to_bytes(tree.dump(smaller)) for smaller in _smaller_trees(root)]
    yield [text for text in _smaller_texts(data) if root is None or _tree_of(text) is not None]


def _step(data, stays):
    """The best of the next smaller texts; None where nothing smaller will do."""
    for found in _steps(data):
        smaller = [text for text in dict.fromkeys(found) if len(text) < len(data)][:_CANDIDATES]
        kept = [text for text, same in zip(smaller, stays(smaller)) if same]
        if kept:
            return min(kept, key=len)
    return None


def minimise(data, stays):
    """The smallest text that greedy steps lead to. `stays(texts)` says of which texts the
    disagreement holds, a flag each."""
    for _ in range(_ROUNDS):
        smaller = _step(data, stays)
        if smaller is None:
            break
        data = smaller
    return data
