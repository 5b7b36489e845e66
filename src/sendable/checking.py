"""The public `check`: what the contract finds in a request, and what the ledger foresees of its thinking."""

from sendable.contract.check import judged
from sendable.contract.finding import Finding
from sendable.prefix.ledger import Ledger
from sendable.targets import Target
from sendable.wire.index import Index


def check(request: object, target: Target | None = None, *, ledger: Ledger | None = None) -> list[Finding]:
    """What the API would refuse in a request, in the order in which it validates; empty when it accepts.

    The first finding is what the API answers with.

    Args:
        request: bytes, str, a dict (SDK models may stand inside), a list of messages or a Batches line.
        target: where it goes; the direct API and the request's own model by default.
        ledger: remembers earlier requests, and foresees which thinking blocks are bound to another conversation.

    Raises:
        UnreadableError: the input is no request.
    """
    index = request if isinstance(request, Index) else Index(request)
    settled = Target.of(target).for_request(index.request)
    found = judged(index, settled)
    return found if ledger is None else found + ledger.foresee(index, settled)
