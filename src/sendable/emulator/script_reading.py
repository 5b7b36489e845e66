"""The answers of a script, read into plans."""

from typing import Any

import msgspec

from sendable.emulator.plan import Fault, Plan
from sendable.emulator.script_parts import blocks_of
from sendable.errors import UsageError

_FOREVER = 600.0
_FIELDS = frozenset({
    "content", "stop_reason", "stop_sequence", "refusal", "container", "context_management", "usage", "error", "cut",
    "timeout", "delay", "pace",
})  # fmt: skip


def plan_of(answer: Any) -> Plan:
    """The plan of an answer.

    Args:
        answer: a text, a list of parts, one part, or an object with `content` and what else is said of the answer.

    Raises:
        UsageError: it is none of these.
    """
    if isinstance(answer, Plan):
        return answer
    if isinstance(answer, list):
        return Plan(blocks=[block for part in answer for block in blocks_of(part)])
    if isinstance(answer, dict) and "type" not in answer:
        return _from_fields(answer)
    return Plan(blocks=blocks_of(answer))


def _from_fields(answer: dict[str, Any]) -> Plan:
    part = {name: value for name, value in answer.items() if name not in _FIELDS}
    fields = {name: value for name, value in answer.items() if name in _FIELDS}
    content = fields.pop("content", None)
    if part and content is not None:
        raise UsageError(f"an answer of a script: beside `content` it may not have {', '.join(part)}")
    parts = [part] if part else content if isinstance(content, list) else [] if content is None else [content]
    blocks = [block for item in parts for block in blocks_of(item)]
    plan = Plan(
        blocks=blocks,
        stop_reason=str(fields.get("stop_reason") or ""),
        stop_sequence=fields.get("stop_sequence"),
        container=bool(fields.get("container")),
        context_management=fields.get("context_management"),
        usage=fields.get("usage") or {},
        fault=_fault(fields),
        delay=_seconds(fields.get("timeout") or fields.get("delay") or 0),
        pace=_seconds(fields.get("pace") or 0),
    )
    return plan if "refusal" not in fields else _refused(plan, fields["refusal"])


def _refused(plan: Plan, refusal: Any) -> Plan:
    """A plan that ends in a refusal: of a category, or of none."""
    told = refusal if isinstance(refusal, dict) else {"category": refusal if isinstance(refusal, str) else None}
    details = {"type": "refusal", "category": None, "explanation": None, **told}
    return msgspec.structs.replace(plan, stop_reason="refusal", stop_details=details)


def _seconds(value: Any) -> float:
    if value is True:
        return _FOREVER
    if isinstance(value, int | float):
        return float(value)
    raise UsageError("an answer of a script: `timeout`, `delay` and `pace` are seconds")


def _fault(fields: dict[str, Any]) -> Fault | None:
    if "cut" in fields:
        after = fields["cut"]
        return Fault(cut=True, after=after if isinstance(after, int) and not isinstance(after, bool) else 0)
    if "error" in fields:
        return _error(fields["error"])
    return Fault(status=504) if fields.get("timeout") else None


def _error(error: Any) -> Fault:
    told: Any = {"status": error} if isinstance(error, int) else {"type": error} if isinstance(error, str) else error
    if not isinstance(told, dict):
        raise UsageError("an answer of a script: `error` is a status, a type, or an object with these")
    kind = str(told.get("type", ""))
    retry = told.get("retry_after")
    return Fault(
        status=int(told.get("status") or _STATUS.get(kind, 500)),
        type=kind,
        message=str(told.get("message", "")),
        headers={} if retry is None else {"retry-after": str(retry)},
        after=told.get("after"),
    )


_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
