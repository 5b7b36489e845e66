"""One request, judged or repaired for its target."""

from typing import Any

import msgspec

from sendable.checking import check
from sendable.contract.finding import Finding
from sendable.prefix.ledger import Ledger
from sendable.relay.settings import Settings
from sendable.repair.repair import Repaired, repair
from sendable.targets import Target
from sendable.wire.index import Index

Json = dict[str, Any]


class Judged(msgspec.Struct, frozen=True):
    """What came of a request.

    Attributes:
        given: the body as it was judged: as it came, with opened envelopes.
        target: where it goes.
        sent: the body as it is sent; the identical object where nothing was changed.
        findings: what was wrong with it as it came.
        repaired: its repair; None where it was only checked.
    """

    given: Index
    target: Target
    sent: Json
    findings: list[Finding]
    repaired: Repaired | None = None

    @property
    def betas(self) -> list[str]:
        """The betas that it is sent with over its own."""
        return [] if self.repaired is None else self.repaired.betas

    @property
    def sent_to(self) -> Target:
        """The target, with the betas that it is sent with."""
        to, betas = self.target, self.betas
        if not betas:
            return to
        return Target(to.platform, to.model, {*(to.betas or ()), *betas}, to.endpoint, to.enforces_prefix)

    @property
    def ids(self) -> dict[str, dict[str, str]]:
        """What was mapped in it, and is mapped back in its answer."""
        return {} if self.repaired is None else self.repaired.ids

    @property
    def remaining(self) -> list[Finding]:
        """What would be refused of it as it is sent."""
        return self.findings if self.repaired is None else self.repaired.remaining


def checked(given: Index, target: Target, ledger: Ledger | None) -> Judged:
    """Look at a request, and change nothing.

    Args:
        given: the request.
        target: where it goes.
        ledger: knows what thinking was made under.
    """
    return Judged(given, target, given.request, check(given, target, ledger=ledger))


def mended(
    given: Index,
    target: Target,
    settings: Settings,
    ledger: Ledger | None,
    state: Json | None,
    told: Finding | None = None,
) -> Judged:
    """Repair a request.

    Args:
        given, target, ledger: as for `checked`.
        settings: how.
        state: what was kept of the conversation's last request.
        told: what the API answered to this one.
    """
    repaired = repair(given, target, **settings.options, add_betas=True, state=state, ledger=ledger, told=told)
    sent = _with_body_betas(repaired.request, repaired.betas, target)
    return Judged(given, target, sent, repaired.before, repaired)


def _with_body_betas(request: Json, betas: list[str], target: Target) -> Json:
    """On Bedrock betas stand in the body."""
    if target.platform != "bedrock":
        return request
    named = request.get("anthropic_beta")
    held = named if isinstance(named, list) else []
    missing = [beta for beta in betas if beta not in held]
    return {**request, "anthropic_beta": [*held, *missing]} if missing else request
