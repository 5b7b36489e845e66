"""Which version of code execution calls a client tool."""

from collections.abc import Iterable, Sequence

from sendable.wire.blocks import Json

_CODE = "code_execution_"
_LATEST = "code_execution_20260120"
# Callers are named after the versions that brought something new (official SDK of 2026-11); any other declared version
# calls under the newest name that is not newer than itself.
_CALLERS = ("code_execution_20250825", _LATEST)


def code_caller(tools: Sequence[Json], name: str) -> str:
    """The `type` of the caller of a tool that code calls.

    Args:
        tools: those that the request declares.
        name: of the tool that is called.
    """
    allowed = [caller for tool in tools if tool.get("name") == name for caller in _texts(tool.get("allowed_callers"))]
    declared = _texts(tool.get("type") for tool in tools)
    versions = [text for text in (*allowed, *declared) if text.startswith(_CODE)]
    if not versions:
        return _LATEST
    return next((caller for caller in reversed(_CALLERS) if caller <= versions[0]), _CALLERS[0])


def _texts(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, Iterable) else []
