"""`--costs`: advice on the prompt cache, for one request or for the lines of a log that follow each other."""

from typing import Any

from sendable.cli.lines import Line
from sendable.cli.logs import Conversations, logged
from sendable.prefix.advice import Advice, Before, advise
from sendable.targets import Target
from sendable.wire.index import Index


class Costs:
    """Remembers the conversations of a log."""

    def __init__(self) -> None:
        self._conversations = Conversations()

    def of_one(self, index: Index, target: Target) -> list[Advice]:
        """The advice for a request that stands alone."""
        return advise(index, target)

    def of_line(self, line: Line, fields: dict[str, Any] | None, index: Index, target: Target) -> list[Advice]:
        """The advice for a line of a log, which follows another one of its conversation."""
        here = logged(line, fields)
        if here.request is None:
            return advise(index, target)
        _, before = self._conversations.seat(here)
        if before is None or before.request is None:
            return advise(index, target)
        gap = None if here.time is None or before.time is None else here.time - before.time
        return advise(index, target, Before(Index(before.request), gap))


def advice_record(advice: list[Advice]) -> dict[str, Any]:
    """The advice as it stands in an answer."""
    return {"advice": [one.as_json() for one in advice]}
