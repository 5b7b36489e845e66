"""Paths: where something stands in a request.

Inside the code a path is a tuple of keys and indexes; towards people and files it is a dotted string.
"""

from typing import Any, TypeAlias

Step: TypeAlias = str | int
Path: TypeAlias = tuple[Step, ...]


def dotted(path: Path) -> str:
    """`("messages", 3, "content", 0)` as `messages.3.content.0`."""
    return ".".join(map(str, path))


def steps(text: str) -> Path:
    """The path that `dotted` wrote; a step of digits is an index."""
    return tuple(int(step) if step.isdigit() else step for step in text.split(".")) if text else ()


def order(path: Path) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts paths in document order, whatever mix of keys and indexes they hold."""
    return tuple((0, step, "") if isinstance(step, int) else (1, 0, step) for step in path)


def lookup(value: Any, path: Path) -> Any:
    """What stands at the path.

    Raises:
        KeyError, IndexError: nothing stands there.
    """
    for step in path:
        value = value[step]
    return value


def found(value: Any, path: Path) -> Any:
    """What stands at the path; None when nothing stands there."""
    try:
        return lookup(value, path)
    except (KeyError, IndexError, TypeError):
        return None
