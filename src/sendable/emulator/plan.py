"""What is to be answered, before it has ids, signatures and figures."""

import msgspec

from sendable.wire.blocks import Json


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something that goes wrong on purpose.

    Attributes:
        status: of the error that is answered with; 0 for none.
        type: type of the error; "" takes the one of the status.
        message: its text; "" takes the usual one.
        headers: further ones, such as `retry-after`.
        after: how many events of the stream come before it; None for an error in place of the answer.
        cut: whether the connection is closed there, without a word.
    """

    status: int = 0
    type: str = ""
    message: str = ""
    headers: dict[str, str] = {}
    after: int | None = None
    cut: bool = False


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """An answer in outline.

    Attributes:
        blocks: its content; ids, signatures and callers that are not there are made.
        stop_reason: "" lets the content tell.
        stop_sequence: the one that was met.
        stop_details: of a refusal.
        container: whether the answer names a container; calls of code execution bring one anyway.
        context_management: of the answer.
        usage: figures in place of the computed ones.
        fault: what goes wrong.
        delay: seconds before the answer begins.
        pace: seconds between the events of a stream.
    """

    blocks: list[Json] = []
    stop_reason: str = ""
    stop_sequence: str | None = None
    stop_details: Json | None = None
    container: bool = False
    context_management: Json | None = None
    usage: Json = {}
    fault: Fault | None = None
    delay: float = 0
    pace: float = 0
