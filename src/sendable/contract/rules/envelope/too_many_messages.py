"""The rule `too-many-messages`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

MOST = 100_000
_HI = user("Hi")


@rule(
    phase=Phase.FIELDS,
    message="messages: at most {most} messages are allowed",
    evidence=[documented("official SDK 2.14, MessageCreateParams.messages; the text is not recorded", "2026-11")],
    breaks=request(*[_HI] * (MOST + 1)),
    spares=request(*[_HI] * MOST),
    unrepairable="a conversation this long has to be compacted, and what of it may go is for its owner to say",
)
def too_many_messages(index: Index, target: Target) -> Hits:
    """A request holds at most 100,000 messages.

    Histories that are never compacted, or logs that were taken for one conversation, grow over it.
    """
    messages = index.request.get("messages")
    if isinstance(messages, (list, tuple)) and len(messages) > MOST:
        yield hit(("messages",), most=MOST)
