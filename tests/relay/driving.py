"""Conversations that grow, driven through a relay request by request."""

import json
from typing import Any

from sendable import Repaired, Target
from sendable.relay import Passage, Relay, Report, Settings, Where
from sendable.relay.beta_header import NAME, betas_in
from tests.relay.talk import PLAIN, answer, back, packed
from tests.test_stability import Growing

Json = dict[str, Any]


def relay_for(target: Target, **fields: Any) -> Relay:
    """A relay that stands in front of a target."""
    settings = Settings(platform=target.platform, enforces_prefix=target.enforces_prefix)
    return Relay(settings, **fields)


def where(target: Target) -> Where:
    """The call that goes to a target."""
    if target.platform == "bedrock":
        return Where("bedrock", "invoke", target.model)
    platform = "vertex" if target.platform == "vertex" else "api"
    return Where(platform, target.endpoint, target.model if platform == "vertex" else None)


def headers_for(target: Target) -> dict[str, str]:
    return {NAME: ",".join(sorted(target.betas))} if target.betas else {}


def sent(relay: Relay, target: Target, request: Json) -> Passage:
    """Hand a request over; the answer, if it gets one, is settled by the caller."""
    return relay.passage(packed(request), headers_for(target), where(target))


def target_of(passage: Passage, target: Target) -> Target:
    """The target with the betas that a passage is sent with."""
    return _with_betas(target, betas_in({**headers_for(target), **passage.headers}.get(NAME, "")))


def target_before(target: Target) -> Target:
    """The target as a relay knows it: betas that nobody sends are not there."""
    return _with_betas(target, sorted(target.betas or ()))


def _with_betas(target: Target, betas: list[str]) -> Target:
    to = where(target)
    return Target(target.platform, to.model, betas, to.endpoint, target.enforces_prefix)


def settle(passage: Passage, told: Json | None = None) -> bytes:
    """The API answers."""
    return back(passage, packed(answer(**(told or {}))), PLAIN)


def as_repaired(passage: Passage) -> Repaired:
    """What the laws of repairing ask about a passage."""
    report: Report = passage.report
    return Repaired(json.loads(passage.body), report.changes, report.remaining, report.betas, {})


def parts(case: Growing) -> list[Json]:
    """The requests of a conversation that grows."""
    return [{**case.request, "messages": case.request["messages"][:cut]} for cut in case.cuts]
