"""What happened to a request on its way, in words that hold nothing of it."""

from collections import Counter
from typing import Any

import msgspec

from sendable.contract.finding import Finding
from sendable.relay.plain import plain_betas, plain_change, plain_cost, plain_finding
from sendable.relay.scrub.words import public_model
from sendable.repair.change import Change

Json = dict[str, Any]

MOST_RULES = 20
"""How many rules a header names at most."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What happened to a request on its way.

    Attributes:
        verdict: "accepted": nothing to do, sent as it came. "repaired": changed, then sent. "rejected": not sent.
            "observed": something would be refused, sent as it came. "unread": not looked at, sent as it came. "failed":
            sendable failed on it.
        mode: what was to be done.
        platform, endpoint, model: where it goes.
        findings: what was wrong with the request as it came.
        changes: what was done to it.
        remaining: what would be refused all the same.
        betas: what it is sent with over its own betas.
        cost: what the changes cost together, see `Repaired`.
        opened: whether envelopes of tools were opened.
        notes: what went otherwise than the mode says: why a request was not looked at, or not changed; which part of
            sendable failed.
        retried: the rule for which the API had refused the request that this one is sent in place of.
    """

    verdict: str
    mode: str
    platform: str = "api"
    endpoint: str = "messages"
    model: str | None = None
    findings: list[Finding] = []
    changes: list[Change] = []
    remaining: list[Finding] = []
    betas: list[str] = []
    cost: Json = {}
    opened: bool = False
    notes: list[str] = []
    retried: str = ""

    @property
    def rules(self) -> list[str]:
        """The rules that were broken or answered, each once, in their order."""
        named = [finding.rule for finding in (*self.findings, *self.remaining)]
        named += [change.rule for change in self.changes if change.rule]
        return list(dict.fromkeys(named))

    @property
    def _plain_model(self) -> str | None:
        """The model by its public name; what an account calls it may tell of the account."""
        return None if self.model is None else public_model(self.model)

    @property
    def _noted(self) -> list[str]:
        """The notes, with what else a header or a line has no other place for."""
        return ["opened", *self.notes] if self.opened else self.notes

    def headers(self) -> dict[str, str]:
        """The report as headers of the response."""
        told = {"sendable-verdict": self.verdict}
        if self.changes:
            told["sendable-changes"] = str(len(self.changes))
        if self.rules:
            told["sendable-rules"] = ",".join(self.rules[:MOST_RULES])
        if self.retried:
            told["sendable-retried"] = self.retried
        if self._noted:
            told["sendable-notes"] = ",".join(self._noted)
        return told

    def line(self) -> str:
        """The report as one line of a log."""
        parts = [self.verdict, self.platform, self.endpoint, self._plain_model or "-"]
        if self.changes:
            passes = Counter(change.by for change in self.changes)
            parts.append("changes " + ",".join(f"{name}:{count}" for name, count in passes.items()))
        if self.remaining:
            parts.append("remaining " + ",".join(dict.fromkeys(finding.rule for finding in self.remaining)))
        elif self.findings and not self.changes:
            parts.append("findings " + ",".join(self.rules))
        if self.retried:
            parts.append(f"retried {self.retried}")
        if self._noted:
            parts.append("notes " + ",".join(self._noted))
        return " ".join(parts)

    def as_json(self) -> Json:
        """The report as an object; of the request it holds nothing but where something stands."""
        return {
            "verdict": self.verdict,
            "mode": self.mode,
            "platform": self.platform,
            "endpoint": self.endpoint,
            "model": self._plain_model,
            "findings": [plain_finding(finding) for finding in self.findings],
            "changes": [plain_change(change) for change in self.changes],
            "remaining": [plain_finding(finding) for finding in self.remaining],
            "betas": plain_betas(self.betas),
            "cost": plain_cost(self.cost),
            "opened": self.opened,
            "notes": self.notes,
            "retried": self.retried or None,
        }
