"""What a pass is made of.

A pass is one decorated function in a file of its own under `passes/`, with an imperative name. Its docstring says what
it changes, where to, and which other repair was rejected and why. It reads the draft's findings, asks `draft.may` for
each change, and edits. It changes as little as possible, and as late in the conversation as possible.
"""

import inspect
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from sendable.repair.draft import Draft

Mend: TypeAlias = Callable[[Draft], None]


class Pass(msgspec.Struct, frozen=True, eq=False):
    """A pass as `order.py` lists it.

    Attributes:
        name: the name of its function.
        fixes: ids of the rules that it answers.
        always: whether it runs without a finding, too.
        unstable: why the repair of a prefix depends on what follows it; "" when it does not.
        marks: whether it touches nothing but cache breakpoints.
        doc: its docstring.
        mend: the function.
    """

    name: str
    fixes: frozenset[str]
    always: bool
    unstable: str
    marks: bool
    doc: str
    mend: Mend


def repair_pass(*fixes: str, always: bool = False, unstable: str = "", marks: bool = False) -> Callable[[Mend], Pass]:
    """Make a pass of a function.

    Args:
        fixes: ids of the rules that it answers; it runs only when one of them reports something.
        always: it runs without a finding, too: it changes a request that the API accepts.
        unstable: why the repair of a prefix depends on what follows it; "" when it does not.
        marks: it touches nothing but cache breakpoints.
    """

    def make(mend: Mend) -> Pass:
        return Pass(
            mend.__name__, frozenset(fixes), always, unstable, marks, inspect.cleandoc(mend.__doc__ or ""), mend
        )

    return make
