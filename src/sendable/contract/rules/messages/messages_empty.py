"""The rule `messages-empty`."""

from sendable.contract.evidence import measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.threads import continues_thread
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.ROLES,
    message="messages: at least one message is required",
    evidence=[measured("agent probes on the direct API", "2026-08-31")],
    breaks=request(messages=[]),
    spares=request(user("Hi")),
    unrepairable="nobody has said anything yet, and nothing may be made up",
)
def messages_empty(index: Index, target: Target) -> Hits:
    """A conversation has at least one message.

    A window that was cut down to nothing, or a first turn that went into `system`, leaves the list empty. A request
    that continues a thread behind a paused answer has nothing to add.
    """
    messages = index.request.get("messages")
    if isinstance(messages, (list, tuple)) and not messages and not continues_thread(index):
        yield hit(("messages",))
