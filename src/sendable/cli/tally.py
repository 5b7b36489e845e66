"""How many inputs came out how, for the person at the terminal."""

import sys
from collections import Counter

import click


class Tally:
    """Counts outcomes; tells them on standard error if that is a terminal and the answers go elsewhere."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def count(self, word: str) -> None:
        """Count one input."""
        self._counts[word] += 1

    def tell(self) -> None:
        """Write the counts in one line, if there was more than one input; and in any case that there was none."""
        total = self._counts.total()
        if not total:
            click.echo("no line holds a request", err=True)
        if total > 1 and sys.stderr.isatty() and not sys.stdout.isatty():
            told = ", ".join(f"{amount:,} {word}" for word, amount in self._counts.most_common())
            click.echo(f"{total:,} requests: {told}", err=True)
