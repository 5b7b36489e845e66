"""A rule for a person and as JSON: the law, why, what the API says, an example and its repair."""

from typing import Any, NamedTuple

import msgspec

from sendable.contract.evidence import GRADES
from sendable.contract.explain import Explanation
from sendable.contract.rule import Example, Law, Rule
from sendable.repair.change import Change
from sendable.repair.order import ORDER
from sendable.repair.repair import repair
from sendable.reporting.layout import laid_out, unified
from sendable.reporting.page import Page
from sendable.targets import Target
from sendable.wire.read import read

MOST_LINES = 60
"""Lines of an example that are shown."""


class Remedy(NamedTuple):
    """What repair makes of the request that breaks a rule."""

    changes: list[Change]
    diff: list[str]
    accepted: bool


def remedy(rule: Rule) -> Remedy:
    """Repair the rule's example."""
    repaired = repair(rule.breaks.request, rule.breaks.target)
    diff = unified(_plain(rule.breaks.request), _plain(repaired.request)) if repaired.changes else []
    return Remedy(repaired.changes, diff, repaired.accepted)


def _plain(request: object) -> object:
    """An example as the JSON value that it is, whatever it was given as."""
    return read(request).whole


def passes_of(rule: Law) -> list[str]:
    """The passes that answer a rule, in the order in which they run."""
    return list(dict.fromkeys(one.name for one in ORDER if rule.id in one.fixes))


def rule_record(rule: Law) -> dict[str, Any]:
    """A rule as JSON, without its examples."""
    return {
        "rule": rule.id,
        "family": rule.family,
        "phase": rule.phase.name.lower(),
        "law": rule.law,
        "why": rule.doc.partition("\n")[2].strip(),
        "message": rule.message,
        "variants": rule.variants,
        "also": list(rule.also),
        "status": rule.status,
        "type": rule.type,
        "platforms": [name for name in ("api", "bedrock", "vertex", "foundry") if name in rule.platforms],
        "endpoints": sorted(rule.endpoints),
        "evidence": [msgspec.to_builtins(piece) for piece in rule.evidence],
        "passes": passes_of(rule),
        "unrepairable": rule.unrepairable or None,
        "shown_by": rule.shown_by or None,
    }


def explanation_record(told: Explanation) -> dict[str, Any]:
    """An explanation as JSON."""
    rule = told.rule
    found = {"message": told.message, "read": told.read, "others": [other.id for other in told.others]}
    return {**rule_record(rule), **_shown_record(rule), "found": found if told.message else None}


def _shown_record(rule: Law) -> dict[str, Any]:
    """What a request shows of a law: the examples, and their repair."""
    if not isinstance(rule, Rule):
        return {"breaks": None, "spares": None, "repair": None}
    done = remedy(rule)
    return {
        "breaks": _example_record(rule.breaks),
        "spares": _example_record(rule.spares),
        "repair": {
            "accepted": done.accepted,
            "changes": [change.as_json() for change in done.changes],
            "diff": "\n".join(done.diff),
        },
    }


def explanation_report(page: Page, told: Explanation) -> None:
    """Add the page of a rule."""
    rule = told.rule
    page.line(f"{page.paint(rule.id, 'title')}  {page.paint(rule.family, 'soft')}")
    if told.message:
        _found(page, told)
    page.line()
    page.paragraph(rule.law, "name")
    for paragraph in told.why.split("\n\n"):
        page.line()
        page.paragraph(" ".join(paragraph.split()) if "\n- " not in paragraph else paragraph)
    _messages(page, rule)
    _heading(page, "Evidence")
    for piece in sorted(rule.evidence, key=lambda piece: GRADES.index(piece.grade)):
        page.paragraph(piece.source, first=f"{piece.grade:<10} {piece.on:<10}  ")
    if isinstance(rule, Rule):
        _heading(page, "A request that breaks it", _target(rule.breaks.target))
        _code(page, laid_out(_plain(rule.breaks.request)))
        _repair(page, rule)
    else:
        _unshown(page, rule)


def _found(page: Page, told: Explanation) -> None:
    for name, value in told.read.items():
        page.paragraph(value if len(value) <= 200 else f"{value[:200]}…", first=f"{name}: ")
    if told.others:
        page.paragraph(", ".join(other.id for other in told.others[:4]), "soft", first="also possible: ")


def _messages(page: Page, rule: Law) -> None:
    _heading(page, "The API says", f"{rule.status} {rule.type}")
    for at, template in enumerate((rule.message, *rule.variants.values())):
        page.paragraph(template, first="or " if at else "", rest="  ")
    for template in rule.also:
        page.paragraph(template, "soft", first="elsewhere ", rest="  ")
    if len(rule.platforms) < 4:
        page.paragraph(f"on {', '.join(sorted(rule.platforms))} only", "soft")


def _repair(page: Page, rule: Rule) -> None:
    done = remedy(rule)
    _heading(page, "The repair", ", ".join(passes_of(rule)))
    if not done.changes:
        page.paragraph(f"There is none: {rule.unrepairable}" if rule.unrepairable else "There is none yet.")
        return
    for change in done.changes:
        page.paragraph(f"{'invents: ' if change.invents else ''}{change.what}", first=f"{change.loss!s:<8} ")
    page.line()
    looks = {"+": "added", "-": "removed", "@": "soft"}
    for line in done.diff[: MOST_LINES * 2]:
        page.line("  " + page.paint(line, looks.get(line[:1], "")))


def _unshown(page: Page, law: Law) -> None:
    """What shows a law that no request shows by itself, and what its passes do."""
    _heading(page, "One request does not show it")
    page.paragraph(f"What does: {law.shown_by}.")
    _heading(page, "The repair", ", ".join(passes_of(law)))
    for one in ORDER:
        if law.id in one.fixes:
            page.paragraph(one.doc.partition("\n")[0])


def _heading(page: Page, title: str, beside: str = "") -> None:
    page.line()
    page.line(page.paint(title, "title") + (f"  {page.paint(beside, 'soft')}" if beside else ""))


def _code(page: Page, lines: list[str]) -> None:
    for line in lines[:MOST_LINES]:
        page.line("  " + page.paint(line, ""))
    if len(lines) > MOST_LINES:
        page.paragraph(f"… {len(lines) - MOST_LINES} more lines", "soft")


def _target(target: Target) -> str:
    parts = [] if target.platform == "api" else [f"on {target.platform}"]
    parts += [f"with {target.model}"] if target.model else []
    if target.betas is not None:
        parts.append(f"betas: {', '.join(sorted(target.betas)) or 'none'}")
    parts += [f"to {target.endpoint}"] if target.endpoint != "messages" else []
    return ", ".join(parts)


def _example_record(example: Example) -> dict[str, Any]:
    target = example.target
    betas = None if target.betas is None else sorted(target.betas)
    fields = {"platform": target.platform, "model": target.model, "betas": betas, "endpoint": target.endpoint}
    return {"request": _plain(example.request), "target": fields}
