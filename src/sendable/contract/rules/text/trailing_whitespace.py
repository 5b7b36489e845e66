"""The rule `trailing-whitespace`."""

from sendable.contract.closing_turn import closing_turn
from sendable.contract.evidence import recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.CONTENT,
    message="messages: final assistant content cannot end with trailing whitespace",
    evidence=[
        recorded("claude-sonnet-5, which refuses the prefill itself as well: this text comes first", "2026-09-10"),
        reported("crewAI#4413, #4430, #4538, #5577; langchain#35071; forgecode#1872; langchain-google#1514", "2026-08"),
    ],
    breaks=request(user("Hi"), assistant("The answer is ")),
    spares=request(user("Hi"), assistant("The answer is "), user("Well?")),
)
def trailing_whitespace(index: Index, target: Target) -> Hits:
    """A text that the model is to go on with does not end in whitespace.

    Looked at only where the request ends in an assistant turn, and found even on models that take no prefill at all.
    Prompts that end in a colon and a space lead here, and answers that were cut off at a line break.
    """
    turn = closing_turn(index)
    blocks = turn.blocks if turn is not None else []
    if blocks and blocks[-1].kind == "text":
        text = blocks[-1].value.get("text")
        if isinstance(text, str) and text[-1:].isspace():
            yield hit(blocks[-1].path)
