"""What a script sees of a request: where the conversation stands."""

from functools import cached_property
from typing import Any

from sendable.contract.native_pairs import native_pairs
from sendable.wire.blocks import Block, Json
from sendable.wire.blocks import Turn as Run
from sendable.wire.index import Index


class Turn:
    """The turn that is to be answered.

    Attributes:
        request: the body.
        model: the model that it goes to.
    """

    def __init__(self, index: Index, model: str) -> None:
        self.index = index
        self.request: Json = index.request
        self.model = model

    @cached_property
    def number(self) -> int:
        """The how-manieth answer of the conversation this is, from 1; a turn that is continued keeps its number."""
        answered = sum(run.role == "assistant" for run in self._runs)
        return answered if self.continues else answered + 1

    @property
    def continues(self) -> bool:
        """Whether the request ends in an assistant turn, which is to be continued."""
        return bool(self._runs) and self._runs[-1].role == "assistant"

    @cached_property
    def text(self) -> str:
        """The last that the user said; results of tools are none of it."""
        return self._asked[1]

    @cached_property
    def step(self) -> int:
        """How many answers there were since the user said that: 0 for the first."""
        return sum(run.role == "assistant" for run in self._runs[self._asked[0] + 1 :])

    @cached_property
    def results(self) -> dict[str, Any]:
        """The results that the request ends with, by the id of their call."""
        last = self._runs[-1] if self._runs else None
        blocks = last.blocks if last is not None and last.role == "user" else []
        return {str(b.value.get("tool_use_id")): b.value.get("content") for b in blocks if b.kind == "tool_result"}

    @property
    def tools(self) -> list[Json]:
        """The tools that are declared."""
        return [tool.value for tool in self.index.tools]

    @property
    def waiting(self) -> list[Block]:
        """The native calls in flight, whose results open the answer."""
        pairs = native_pairs(self.index)
        return [*pairs.waiting, *pairs.uncontained]

    @property
    def _runs(self) -> list[Run]:
        return [run for run in self.index.turns if run.role in ("user", "assistant")]

    @cached_property
    def _asked(self) -> tuple[int, str]:
        for at in range(len(self._runs) - 1, -1, -1):
            if self._runs[at].role == "user":
                texts = [str(block.value.get("text", "")) for block in self._runs[at].blocks if block.kind == "text"]
                if texts:
                    return at, "\n".join(texts)
        return 0, ""
