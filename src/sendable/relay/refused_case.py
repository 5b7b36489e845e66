"""A refusal in the form of the files in `cases/`."""

from typing import Any

from sendable.checking import check
from sendable.contract.explain import explain, wording_of
from sendable.errors import SendableError
from sendable.relay.refused import Refused
from sendable.relay.scrub import Scrubbed, scrubbed
from sendable.relay.scrub.fillers import Fillers, name_like
from sendable.relay.scrub.words import is_word, public_model
from sendable.repair.repair import repair
from sendable.repair.told import told_by
from sendable.targets import Target
from sendable.wire.index import Index

Json = dict[str, Any]

WHY = "The API refused this request although sendable had sent it."
_SCRUBBED = "What was said in it was replaced by letters of no meaning."
_CHANGED = "Without it, sendable does not judge it as before."
_KEYS = frozenset({"authorization_token"})


def case_of(refused: Refused, *, keep_content: bool = False) -> Json:
    """A refusal as a case: what was sent and answered, and what sendable makes of it.

    Args:
        refused: what the API refused.
        keep_content: whether what was said stays in it.

    Raises:
        RecursionError: the request is nested too deeply.
    """
    if keep_content:
        request, message, why = _without_keys(refused.request), refused.message, WHY
    else:
        scrub = scrubbed(refused.request)
        request, message = scrub.request, _message(refused, scrub)
        same = _rules(request, refused.target) == _rules(refused.request, refused.target)
        why = f"{WHY} {_SCRUBBED}" if same else f"{WHY} {_SCRUBBED} {_CHANGED}"
    case: Json = {"why": why, "target": _target(refused.target), "request": request, "refusal": message}
    try:
        return case | _derived(case, Target(**case["target"]))
    except Exception:  # noqa: BLE001 - a case in which sendable itself fails is worth the most
        return case


def _target(target: Target) -> Json:
    """The fields of the target that have not their default."""
    fields: Json = {} if target.platform == "api" else {"platform": target.platform}
    if target.model is not None:
        fields["model"] = public_model(target.model) or Fillers().of(name_like, target.model)
    if target.betas is not None:
        fields["betas"] = sorted(beta for beta in target.betas if is_word(beta))
    if target.endpoint != "messages":
        fields["endpoint"] = target.endpoint
    return fields if target.enforces_prefix else {**fields, "enforces_prefix": False}


def _derived(case: Json, target: Target) -> Json:
    """What `tools/accept.py` fills in."""
    request = case["request"]
    findings = check(request, target)
    repaired = repair(request, target, told=case["refusal"])
    made: Json = {"verdict": [{"rule": one.rule, "path": one.path, "message": one.message} for one in findings]}
    if repaired.changes:
        made["changes"] = [
            {"pass": one.by, "rule": one.rule or None, "path": one.path, "loss": str(one.loss)}
            for one in repaired.changes
        ]
        made["repaired"] = repaired.request
    if repaired.remaining:
        made["remaining"] = [one.rule for one in repaired.remaining]
    if repaired.betas:
        made["betas"] = repaired.betas
    return made


def _rules(request: Json, target: Target) -> set[str]:
    try:
        return {finding.rule for finding in check(request, target)}
    except SendableError:
        return set()


def _message(refused: Refused, scrub: Scrubbed) -> str:
    """The API's text without what it quotes: of a wording that is known what stands in its places is looked at."""
    try:
        told = explain(refused.message)
    except SendableError:
        return scrub.text(refused.message)
    wording = wording_of(told.rule, told.message)
    if wording is None:
        return scrub.text(refused.message)
    fields = {name: scrub.field(name, value) for name, value in wording.fields.items()}
    message = scrub.text(wording.before) + wording.filled(fields) + scrub.text(wording.after)
    same = told_by(message, Index(scrub.request)).rule == refused.rule
    return message if same else scrub.text(refused.message)


def _without_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: "" if key in _KEYS and isinstance(held, str) else _without_keys(held) for key, held in value.items()
        }
    return [_without_keys(item) for item in value] if isinstance(value, list) else value
