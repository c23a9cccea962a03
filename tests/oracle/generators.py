"""The generators of texts, by name: two of configs, two of lists of choices; see README.md."""

import grammar
import grammar_choices
import mutation
import mutation_choices

CONFIGS = {'mutants': mutation.mutants, 'grammar': grammar.texts}
CHOICES = {'mutants': mutation_choices.mutants, 'grammar': grammar_choices.texts}
NAMES = [*CONFIGS, 'all']


def texts(name, count, seed, are_choices=False):
    """`count` texts of a generator, or of each."""
    sources = CHOICES if are_choices else CONFIGS
    chosen = sources.values() if name == 'all' else [sources[name]]
    return [text for source in chosen for text in source(count, seed)]
