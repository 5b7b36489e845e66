"""The answers of a script, read into plans."""

from typing import Any

import msgspec

from sendable.emulator.plan import Fault, Plan
from sendable.emulator.script_fields import (
    Kind,
    an_object,
    an_object_or_nothing,
    anything,
    fault,
    flag,
    hold_fields,
    hold_json,
    hold_one_of,
    listed,
    named,
    one_of,
    seconds,
    text,
    text_or_nothing,
    whole,
    within,
)
from sendable.emulator.script_parts import Later, blocks_of
from sendable.wire.blocks import Json
from sendable.wire.schema import known_names

_FOREVER = 600.0
STOP_REASONS = (
    "end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "compaction", "refusal",
    "model_context_window_exceeded",
)  # fmt: skip
STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "conflict_error": 409,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_a_status = whole(400, 599)
_events = whole(0)


def plan_of(answer: Any, place: str = "") -> Plan:
    """The plan of an answer.

    Args:
        answer: a text, a list of parts, one part, or an object with `content` and what else is said of the answer.
        place: where it stands in the script.

    Raises:
        UsageError: it is none of these, or has a field that there is not.
    """
    if isinstance(answer, Plan):
        return answer
    if isinstance(answer, list):
        plan = Plan(blocks=_blocks(answer, place))
    elif isinstance(answer, dict) and "type" not in answer:
        plan = _from_fields(answer, place)
    else:
        plan = Plan(blocks=blocks_of(answer, place))
    hold_json((plan.blocks, plan.usage, plan.context_management, plan.stop_details), place, Later)
    return plan


def _blocks(parts: list[Any], place: str) -> list[Json]:
    return [block for at, part in enumerate(parts) for block in blocks_of(part, within(place, at))]


def _from_fields(answer: dict[Any, Any], place: str) -> Plan:
    if not answer:
        raise fault(place, f"says nothing; an answer has a part, `content`, or one of {listed(_FIELDS)}")
    part = {name: value for name, value in answer.items() if name not in _FIELDS}
    fields = {name: value for name, value in answer.items() if name in _FIELDS}
    hold_fields(fields, _FIELDS, place)
    for names in _EXCLUDE:
        hold_one_of(fields, names, place)
    if part and "content" in fields:
        raise fault(within(place, next(iter(part))), "does not go with `content`, which holds the parts")
    plan = Plan(
        blocks=blocks_of(part, place) if part else _content(fields, place),
        stop_reason=fields.get("stop_reason") or ("stop_sequence" if fields.get("stop_sequence") is not None else ""),
        stop_sequence=fields.get("stop_sequence"),
        container=bool(fields.get("container")),
        context_management=fields.get("context_management"),
        usage=fields.get("usage") or {},
        fault=_fault(fields),
        delay=_seconds(fields.get("timeout") or fields.get("delay") or 0),
        pace=_seconds(fields.get("pace") or 0),
    )
    return plan if "refusal" not in fields else _refused(plan, fields["refusal"])


def _content(fields: dict[str, Any], place: str) -> list[Json]:
    content = fields.get("content")
    if content is None:
        return []
    inner = within(place, "content")
    return _blocks(content, inner) if isinstance(content, list) else blocks_of(content, inner)


def _refused(plan: Plan, refusal: Any) -> Plan:
    """A plan that ends in a refusal: of a category, or of none."""
    told = refusal if isinstance(refusal, dict) else {"category": refusal if isinstance(refusal, str) else None}
    details = {"type": "refusal", "category": None, "explanation": None, **told}
    return msgspec.structs.replace(plan, stop_reason="refusal", stop_details=details)


def _seconds(value: Any) -> float:
    return _FOREVER if value is True else float(value)


def _fault(fields: dict[str, Any]) -> Fault | None:
    if "cut" in fields:
        return Fault(cut=True, after=0 if fields["cut"] is True else fields["cut"])
    if "error" in fields:
        return _error(fields["error"])
    return Fault(status=504) if fields.get("timeout") else None


def _error(error: Any) -> Fault:
    told: dict[str, Any] = (
        error if isinstance(error, dict) else {"type": error} if isinstance(error, str) else {"status": error}
    )
    kind = told.get("type", "")
    retry = told.get("retry_after")
    return Fault(
        status=told["status"] if "status" in told else STATUS.get(kind, 500),
        type=kind,
        message=told.get("message", ""),
        headers={} if retry is None else {"retry-after": str(retry)},
        after=told.get("after"),
    )


def _an_error(value: Any, place: str) -> None:
    if isinstance(value, dict):
        hold_fields(value, _ERROR, place)
        if "type" in value and "status" not in value:
            _a_type(value["type"], within(place, "type"))
    elif isinstance(value, str):
        _a_type(value, place)
    elif isinstance(value, int) and not isinstance(value, bool):
        _a_status(value, place)
    else:
        raise fault(place, f"is a status, a type, or an object with {listed(_ERROR)}, not {named(value)}")


def _a_type(value: Any, place: str) -> None:
    if value not in STATUS:
        raise fault(place, f"is no type of the API's errors, which are {listed(STATUS)}; any other needs a `status`")


def _a_cut(value: Any, place: str) -> None:
    if value is not True:
        _events(value, place)


def _a_timeout(value: Any, place: str) -> None:
    if value is not True:
        seconds(value, place)


def _a_refusal(value: Any, place: str) -> None:
    if isinstance(value, dict):
        hold_fields(value, _REFUSAL, place)
    elif value is not True and not isinstance(value, str):
        raise fault(place, f"is a category, true, or an object with {listed(_REFUSAL)}, not {named(value)}")


def _a_wait(value: Any, place: str) -> None:
    if not isinstance(value, str):
        seconds(value, place)


def _a_usage(value: Any, place: str) -> None:
    an_object(value, place)
    for name in value:
        if name not in known_names():
            raise fault(within(place, name), "unknown field; the official SDK knows no such figure")


_ERROR: dict[str, Kind] = {
    "status": _a_status, "type": text, "message": text, "retry_after": _a_wait, "after": _events,
}  # fmt: skip
_REFUSAL: dict[str, Kind] = {
    "category": text_or_nothing, "explanation": text_or_nothing, "type": one_of("refusal"),
    "fallback_credit_token": text_or_nothing, "fallback_has_prefill_claim": flag, "recommended_model": text_or_nothing,
}  # fmt: skip
_FIELDS: dict[str, Kind] = {
    "content": anything,
    "stop_reason": one_of(*STOP_REASONS),
    "stop_sequence": text_or_nothing,
    "refusal": _a_refusal,
    "container": flag,
    "context_management": an_object_or_nothing,
    "usage": _a_usage,
    "error": _an_error,
    "cut": _a_cut,
    "timeout": _a_timeout,
    "delay": seconds,
    "pace": seconds,
}
_EXCLUDE = (("error", "cut", "timeout"), ("timeout", "delay"), ("refusal", "stop_reason"))
