"""What a repair knows of the earlier requests of its conversation, and of the request before its first pass."""

import msgspec

from sendable.prefix.ledger import Ledger
from sendable.prefix.rolling import Rolling
from sendable.repair.told_alike import Kind
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.paths import Path


class Sent(msgspec.Struct, frozen=True):
    """The request that was sent last.

    Attributes:
        messages: how many messages it had.
        point: digest of all of them, in hex.
        frame: digest of its system prompt and its tools, in hex.
        points: some of the points on the way, see `edited_since`: "messages:digest".
        thinking: the beginning of the digest of its thinking and where that stands, which the others leave aside; ""
            in a state that was kept before this was.
    """

    messages: int
    point: str
    frame: str
    points: list[str] = []
    thinking: str = ""


class Past(msgspec.Struct, frozen=True):
    """The past of a request.

    Attributes:
        index: the request before the first pass; None where nobody compares with it.
        origins: where its parts stood in the request as it was given.
        given: how many messages of the request as given earlier requests had, too.
        new: how many of its messages nobody saw before.
        sent: the request that was sent last; None where it is not known, or not the beginning of this one.
        last: the same, also where it is not the beginning of this one.
        removed: places, in the request as given, of thinking that earlier requests left out.
        removed_now: the same for what the request lost whose repair is repeated.
        stale: places of thinking that they held although what precedes it had changed.
        drop_block: whether earlier requests asked the server to drop what fails.
        ledger: knows what some thinking was made under.
        rolling: remembers the points of conversations.
        refused: fields that the API was told to refuse there, of all objects of a kind.
        repeats: whether this repeats the repair of an earlier request, whose thinking is settled already.
    """

    index: Index | None = None
    origins: Origins = msgspec.field(default_factory=Origins)
    given: int = 0
    new: int = 0
    sent: Sent | None = None
    last: Sent | None = None
    removed: frozenset[Path] = frozenset()
    removed_now: frozenset[Path] = frozenset()
    stale: frozenset[Path] = frozenset()
    drop_block: bool = False
    ledger: Ledger | None = None
    rolling: Rolling = msgspec.field(default_factory=Rolling)
    refused: tuple[Kind, ...] = ()
    repeats: bool = False


NO_PAST = Past()
