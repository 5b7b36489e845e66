"""What counts of a compacted conversation: the newest compaction block and what stands behind it.

Documented in build-with-claude/preserved-thinking and compaction-on-demand (2026-10-08 to 2026-10-10). Whether `system`
and `tools` still count behind a block that the server put into the middle, those pages leave open.
"""

import re

import msgspec

from sendable.contract.finding import Finding
from sendable.prefix.bound import sentence_of
from sendable.prefix.canonical import digest, exact_block
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.paths import Path, dotted

_MESSAGE = re.compile(r"(?<=messages\.)\d+")


class Scope(msgspec.Struct, frozen=True):
    """The part of a request that thinking is bound to.

    Attributes:
        index: that part as a request of its own.
        message, position: where it begins in the whole.
        digest: stands for the compaction block; empty where there is none.
    """

    index: Index
    message: int = 0
    position: int = 0
    digest: bytes = b""

    def holds(self, block: Block) -> bool:
        """Whether a block of the whole request stands in this part."""
        return (block.message, block.position) >= (self.message, self.position)

    def judges(self, finding: Finding) -> bool:
        """Whether the documents say that this makes a block fail."""
        outside = (sentence_of("system"), sentence_of("tools"))
        return (self.message, self.position) == (0, 0) or not finding.message.endswith(outside)

    def in_whole(self, finding: Finding) -> Finding:
        """A finding of this part, as one of the whole request."""
        if (self.message, self.position) == (0, 0):
            return finding
        place = self._moved(finding.place)
        path = dotted(place)
        rest = finding.message.removeprefix(finding.path)
        told = path + _MESSAGE.sub(lambda found: str(int(found[0]) + self.message), rest)
        return msgspec.structs.replace(finding, path=path, message=told, place=place)

    def _moved(self, place: Path) -> Path:
        root, message, content, position = place
        at = int(position) + (self.position if message == 0 else 0)
        return (root, int(message) + self.message, content, at)


def scope_of(index: Index) -> Scope:
    """The part of a request that counts."""
    blocks = index.blocks("compaction")
    if not blocks:
        return Scope(index)
    message, position = blocks[-1].message, blocks[-1].position
    mark = digest(exact_block(blocks[-1].value))
    if (message, position) == (0, 0):
        return Scope(index, digest=mark)
    messages = index.request["messages"]
    first = messages[message]
    kept = [{**first, "content": first["content"][position:]}, *messages[message + 1 :]]
    return Scope(Index({**index.request, "messages": kept}), message, position, mark)
