"""The rule `image-where`."""

from sendable.contract.evidence import measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.ROLES,
    when=("image", "document"),
    message="messages.{message}.content: '{kind}' blocks are not permitted within assistant turns",
    evidence=[
        measured("public source, req_011CfEBBYooCmJyWSAv45UPL", "2026-09-20"),
        reported("SEMOSS/Semoss#2323 and eight more public sources", "2026-04-09"),
    ],
    breaks=request(user("Draw a cat."), assistant("Here:", image()), user("Nice.")),
    spares=request(user("Draw a cat."), assistant("Here:"), user(image(), "Nice.")),
)
def image_where(index: Index, target: Target) -> Hits:
    """Images and documents stand in user turns and tool results, not in what the assistant said.

    Models that draw put their picture into the assistant's turn, and so do clients that let a user attach a file to an
    answer. Switching such a conversation to Claude fails on the old picture.
    """
    for message in index.messages:
        if message.role != "assistant":
            continue
        for block in message.blocks:
            if block.kind in ("image", "document"):
                yield hit(block.path, message=message.at, kind=block.kind)
