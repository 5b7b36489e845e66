"""Findings and changes in words that hold nothing of the request: the API's messages quote ids, names and values."""

import re
from functools import lru_cache
from typing import Any

from sendable.contract.catalog import laws
from sendable.contract.finding import Finding
from sendable.contract.known_betas import known_betas
from sendable.prefix.bound import EVIDENCE
from sendable.repair.change import Change
from sendable.wire.schema import known_names

Json = dict[str, Any]

HIDDEN = "*"
"""Stands in a path for a name that the request itself made up."""

_FIELD = re.compile(r"\{\w+\}")


def plain_finding(finding: Finding) -> Json:
    """The finding as JSON, with the template of its message, and with the path as far as it is the API's."""
    return {**finding.as_json(), "path": plain_path(finding.path), "message": wording(finding)}


def plain_change(change: Change) -> Json:
    """The change as JSON, with its paths as far as they are the API's."""
    return {**change.as_json(), "path": plain_path(change.path), "cost": plain_cost(change.cost)}


def plain_cost(cost: Json | None) -> Json | None:
    """The cost, with its path as far as that is the API's."""
    place = None if cost is None else cost.get("cache_from")
    return {**(cost or {}), "cache_from": plain_path(place)} if isinstance(place, str) else cost


def plain_betas(betas: list[str]) -> list[str]:
    """The names of betas, without those that are not known to be the API's."""
    return list(dict.fromkeys(beta if beta in known_betas() else HIDDEN for beta in betas))


def wording(finding: Finding) -> str:
    """The wording of a message with its fields unfilled, `tools.{at}: Input tag '{kind}' …`; "" where none is known."""
    if finding.evidence == EVIDENCE:
        return finding.message  # made here, of indexes alone
    rule = laws().get(finding.rule)
    if rule is None:
        return ""
    return next((template for template in rule.templates if _pattern(template).fullmatch(finding.message)), "")


def plain_path(path: str) -> str:
    """The path with nothing in it but indexes and names of the API's own."""
    names = known_names()
    return ".".join(step if step.isdigit() or step in names else HIDDEN for step in path.split(".")) if path else ""


@lru_cache(maxsize=1024)
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(
        ".*".join(map(re.escape, _FIELD.split(template.replace("{{", "{").replace("}}", "}")))), re.DOTALL
    )
