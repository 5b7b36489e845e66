"""The request fields of the two OpenAI formats: tools, and the settings that the Messages API has a word for."""

from typing import Any

from sendable.conversation import Lost, NativeTool, Tool
from sendable.sources.openai_parts import OWN, text_of

Json = dict[str, Any]

# Where a setting goes; what is in neither table has no counterpart.
_SAME = ("temperature", "top_p", "stream")
_CAPS = ("max_completion_tokens", "max_output_tokens", "max_tokens")
_ELSEWHERE = {"messages", "input", "instructions", "tools", "functions", "output", "parallel_tool_calls", *_CAPS}
_BESIDE = ("strict", "cache_control")  # gateways pass a cache point of the Messages API on
_CHOICES = {"auto": "auto", "required": "any", "none": "none"}
_FREE_TEXT = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}


def settings_of(body: Json, lost: list[Lost]) -> Json:
    """The settings of a body in the words of the Messages API; the others are lost.

    Args:
        body: a request body of either format.
        lost: takes the fields that have no counterpart.
    """
    held: Json = {name: body[name] for name in _SAME if body.get(name) is not None}
    cap = next((body[name] for name in _CAPS if body.get(name) is not None), None)
    if cap is not None:
        held["max_tokens"] = cap
    if isinstance(body.get("stop"), str | list):
        held["stop_sequences"] = [body["stop"]] if isinstance(body["stop"], str) else body["stop"]
    if str(body.get("model")).startswith("claude"):
        held["model"] = body["model"]
    choice = _choice(body)
    if choice is not None:
        held["tool_choice"] = choice
    known = {*_ELSEWHERE, *held, *(("stop",) if "stop_sequences" in held else ())}
    lost += [Lost(str(name), "a setting of another provider") for name in body if name not in known and body[name]]
    return held


def _choice(body: Json) -> Json | None:
    """How the model was to choose between tools, where the words are known."""
    choice = body.get("tool_choice")
    held: Json | None = None
    if isinstance(choice, str) and choice in _CHOICES:
        held = {"type": _CHOICES[choice]}
    elif isinstance(choice, dict) and choice.get("type") == "function":
        inner = choice.get("function")
        name = inner.get("name") if isinstance(inner, dict) else choice.get("name")
        held = {"type": "tool", "name": name} if isinstance(name, str) else None
    if body.get("parallel_tool_calls") is False and (held is None or held["type"] != "none"):
        held = {**(held or {"type": "auto"}), "disable_parallel_tool_use": True}
    return held if body.get("tools") or body.get("functions") else None


def tools_of(body: Json, lost: list[Lost]) -> list[Tool | NativeTool] | None:
    """The tools of a body, the old `functions` too; None where it declares none."""
    declared = [(name, body[name]) for name in ("tools", "functions") if isinstance(body.get(name), list)]
    if not declared:
        return None
    made = [
        _tool(one, f"{name}.{at}", name == "functions", lost) for name, held in declared for at, one in enumerate(held)
    ]
    return [tool for tool in made if tool is not None]


def _tool(one: Any, path: str, is_function: bool, lost: list[Lost]) -> Tool | NativeTool | None:
    if not isinstance(one, dict):
        lost.append(Lost(path, "a tool that is no object"))
        return None
    kind = "function" if is_function else one.get("type")
    inner = one.get(kind) if kind in ("function", "custom") else None
    held = {**one, **inner} if isinstance(inner, dict) else one
    if kind == "function":
        return _function(held, path, lost)
    if kind == "custom":
        return _custom(held, path, lost)
    lost.append(Lost(path, "a tool that another provider runs"))
    return NativeTool(provider=OWN, definition=one)


def _function(one: Json, path: str, lost: list[Lost]) -> Tool | None:
    schema = one.get("parameters")
    return _named(one, path, lost, schema if isinstance(schema, dict) and schema else {"type": "object"})


def _custom(one: Json, path: str, lost: list[Lost]) -> Tool | None:
    """A tool that takes free text: here it takes an object with that text in it."""
    if isinstance(one.get("format"), dict) and one["format"].get("type") == "grammar":
        lost.append(Lost(f"{path}.format", "the grammar of a tool's text"))
    return _named(one, path, lost, _FREE_TEXT)


def _named(one: Json, path: str, lost: list[Lost], schema: Json) -> Tool | None:
    if not isinstance(one.get("name"), str):
        lost.append(Lost(path, "a tool without a name"))
        return None
    return Tool(
        name=one["name"],
        description=text_of(one.get("description"), "") or None,
        schema=schema,
        extra={name: one[name] for name in _BESIDE if one.get(name) is True or isinstance(one.get(name), dict)},
    )
