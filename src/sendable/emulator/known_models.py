"""Which names are those of Claude models, and what the Models API says of them."""

import re

from sendable.targets.models import FAMILIES, Model, find_model, models
from sendable.wire.blocks import Json
from sendable.wire.schema import schema

_FAMILY = "|".join(FAMILIES)
_CLAUDE = re.compile(rf"claude[-.](?:[a-z0-9.-]*\b(?:{_FAMILY})\b|v?[12](?![0-9])|instant)")
_OPAQUE = re.compile(r"arn:aws[a-z-]*:bedrock:.*:(?:application-inference-profile|provisioned-model)/")
_DATE = re.compile(r"[-@](20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")
_EPOCH = "1970-01-01T00:00:00Z"


def is_known(name: str | None) -> bool:
    """Whether a name is of a Claude family. Names that Bedrock gives to profiles do not tell."""
    lower = (name or "").lower()
    return _CLAUDE.search(lower) is not None or _OPAQUE.match(lower) is not None


def described(model: Model, name: str | None = None) -> Json:
    """A model as the Models API describes it."""
    return {
        "type": "model",
        "id": name or model.name,
        "display_name": _display_name(name or model.name),
        "created_at": _released(name or model.name),
        "lifecycle": "retired" if model.retired else "active",
        "deprecated_at": None,
        "retires_at": f"{model.retired}T00:00:00Z" if model.retired else None,
        "line": model.family,
        "max_input_tokens": model.context,
        "max_tokens": model.max_output,
        "capabilities": _capabilities(model),
    }


def listed() -> list[Json]:
    """The models that the official SDK names, the newest first, without the retired ones; by their id with the date."""
    ids: dict[str, str] = {}
    for name in schema().models:
        facts = find_model(name)
        if facts is not None and not facts.inherited:
            ids[facts.name] = max(ids.get(facts.name, ""), name, key=len)
    rows = sorted(models().values(), key=lambda model: model.version, reverse=True)
    return [described(model, ids[model.name]) for model in rows if not model.retired and model.name in ids]


def _released(name: str) -> str:
    """When a model came out, as far as its name tells; the API says that it gives this time for what is not known."""
    dated = _DATE.search(name)
    return f"{dated[1]}-{dated[2]}-{dated[3]}T00:00:00Z" if dated else _EPOCH


def _display_name(name: str) -> str:
    words = name.removeprefix("claude-").split("-")
    numbers = [word for word in words if word.isdigit() and len(word) < 3]
    others = [word.capitalize() for word in words if not word.isdigit()]
    return " ".join(["Claude", *others, ".".join(numbers)]).strip()


def _capabilities(model: Model) -> Json:
    return {
        "batch": _support(True),
        "citations": _support(True),
        "code_execution": _support(model.programmatic),
        "context_management": {
            "supported": True,
            "clear_thinking_20251015": _support(True),
            "clear_tool_uses_20250919": _support(True),
            "compact_20260112": _support(model.version >= (4, 6)),
        },
        "effort": {
            "supported": bool(model.efforts),
            **{level: _support(level in model.efforts) for level in ("low", "medium", "high", "xhigh", "max")},
        },
        "image_input": _support(True),
        "pdf_input": _support(True),
        "server_tools": {
            "supported": True,
            "code_execution": _support(True),
            "web_search": _support(True),
        },
        "structured_outputs": _support(model.version >= (4, 5)),
        "thinking": {
            "supported": bool(set(model.thinking) - {"disabled"}),
            "types": {
                kind: _support(kind in model.thinking) for kind in ("adaptive", "between_tools", "disabled", "enabled")
            },
        },
    }


def _support(supported: bool) -> Json:
    return {"supported": supported}
