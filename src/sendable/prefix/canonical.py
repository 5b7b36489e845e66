"""What the API compares of a request: values, without thinking, cache breakpoints and parameters.

Documented in build-with-claude/preserved-thinking (2026-10-10). What that page leaves open is not decided here: a bare
string and one text block, split and joined messages, explicit defaults and the order of tools have two forms, an exact
one and a loose one, and where only the loose ones agree nobody can be sure.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from sendable.wire.kinds import THINKING

Json = dict[str, Any]

_ENCODER = msgspec.json.Encoder(order="sorted")

# A whole number that is written as a fraction; text may look like it.
_WHOLE = re.compile(rb"\.0(?:[,}\]]|$)")
_EXACT = 2**53

# Where the parts of a block stand that may carry a breakpoint of their own.
_NESTS = ("content", "source", "tool", "definition", "citations")
_NESTS_OF_ALL = frozenset(_NESTS)


def exact_message(message: Json) -> Json:
    """A message as the API compares it: thinking blocks and cache breakpoints aside. The same object where it has none.

    Args:
        message: one entry of `messages`.
    """
    if "cache_control" in message:
        message = {name: held for name, held in message.items() if name != "cache_control"}
    content = message.get("content")
    if not isinstance(content, list):
        return message
    kept = [exact_block(block) for block in content if not is_thinking(block)]
    if len(kept) == len(content) and all(a is b for a, b in zip(kept, content, strict=True)):
        return message
    return {**message, "content": kept}


def exact_block(block: Any) -> Any:
    """A block without cache breakpoints, its own and those of the blocks in it. The same object where it has none."""
    if not isinstance(block, dict):
        return block
    if "cache_control" not in block and (_NESTS_OF_ALL.isdisjoint(block) or not _nests_something(block)):
        return block
    changed = {name: item for name, item in block.items() if name != "cache_control"}
    for name in _NESTS:
        held = changed.get(name)
        if isinstance(held, list):
            inner = [exact_block(item) for item in held]
            if any(a is not b for a, b in zip(inner, held, strict=True)):
                changed[name] = inner
        elif isinstance(held, dict):
            changed[name] = exact_block(held)
    same = len(changed) == len(block) and all(changed[name] is block[name] for name in changed)
    return block if same else changed


def _nests_something(block: Json) -> bool:
    return any(block.get(name).__class__ in (dict, list) for name in _NESTS)


def is_thinking(block: object) -> bool:
    """Whether a block is thinking, readable or not."""
    kind = block.get("type") if isinstance(block, dict) else None
    return isinstance(kind, str) and kind in THINKING


def exact_system(request: Json) -> Any:
    """The top-level system prompt as it is compared; None where there is none."""
    system = request.get("system")
    return [exact_block(block) for block in system] if isinstance(system, list) else system


def exact_tools(request: Json) -> list[Json]:
    """The tools as they are compared, those aside that wait to be found.

    Args:
        request: a body.
    """
    tools = request.get("tools")
    if not isinstance(tools, list):
        return []
    return [exact_block(tool) for tool in tools if isinstance(tool, dict) and not tool.get("defer_loading")]


def referenced_tools(value: Any) -> set[str]:
    """The names of the tools that messages, or a block of them, refer to or call."""
    names: set[str] = set()
    left: list[Any] = [value]
    while left:
        held = left.pop()
        if isinstance(held, list):
            left += held
        elif isinstance(held, dict):
            kind = held.get("type")
            if kind == "tool_reference":
                names.add(_text(held.get("tool_name") or held.get("name")))
            elif kind == "tool_use":
                names.add(_text(held.get("name")))
            left += [held.get(name) for name in ("content", "tool_references", "tool", "tool_changes")]
    return names - {""}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def loose_message(message: Json) -> Json:
    """A message in the form in which the open questions make no difference: a list of blocks, defaults left out."""
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if not isinstance(blocks, list):
        return message
    kept = [_without_defaults(exact_block(block)) for block in blocks if not is_thinking(block)]
    return {**message, "content": kept}


def loose_turns(messages: Iterable[Json]) -> Iterator[Json]:
    """Messages in their loose form, those of one role in a row joined into one; one after the other."""
    last: Json | None = None
    for message in map(loose_message, messages):
        if last is not None and _joins(last, message):
            last = {**last, "content": [*last["content"], *message["content"]]}
            continue
        if last is not None:
            yield last
        last = message
    if last is not None:
        yield last


def _joins(last: Json, message: Json) -> bool:
    plain = {"role", "content"}
    return (
        last.get("role") == message.get("role") != "system"
        and last.keys() == message.keys() == plain
        and isinstance(last["content"], list)
        and isinstance(message["content"], list)
    )


# Equal to nothing: a field without a default is never left out for being one.
_NOTHING = object()
_DEFAULTS: dict[str, object] = {"is_error": False, "citations": None, "caller": {"type": "direct"}}


def _without_defaults(block: Any) -> Any:
    if not isinstance(block, dict):
        return block
    kept = {name: item for name, item in block.items() if item is not None and _DEFAULTS.get(name, _NOTHING) != item}
    if kept.get("type") == "url":
        # An address that was signed anew may give the same bytes; nobody can see that here.
        kept.pop("url", None)
    if isinstance(kept.get("source"), dict):
        kept["source"] = _without_defaults(kept["source"])
    content = kept.get("content")
    if isinstance(content, list):
        kept["content"] = [_without_defaults(item) for item in content]
    elif isinstance(content, str) and kept.get("type") == "tool_result":
        kept["content"] = [{"type": "text", "text": content}] if content else []
    return kept


def loose_system(system: Any) -> Any:
    """A system prompt in its loose form."""
    return [{"type": "text", "text": system}] if isinstance(system, str) else system


def loose_tools(tools: list[Json]) -> list[Json]:
    """Tools in their loose form: sorted by name, defaults left out."""
    return sorted(map(_without_defaults, tools), key=lambda tool: (str(tool.get("name")), digest(tool)))


def digest(value: Any) -> bytes:
    """Sixteen bytes that stand for a JSON value, whatever the order of its keys."""
    try:
        return blake2b(_ENCODER.encode(value), digest_size=16).digest()
    except (UnicodeEncodeError, OverflowError):
        return blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def loose_digest(value: Any) -> bytes:
    """The same for a value in its loose form, in which `1.0` is written as `1`."""
    try:
        data = _ENCODER.encode(value)
    except (UnicodeEncodeError, OverflowError):
        return digest(_with_whole_numbers(value))
    if b".0" in data and _WHOLE.search(data):
        return digest(_with_whole_numbers(value))
    return blake2b(data, digest_size=16).digest()


def _with_whole_numbers(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    if isinstance(value, dict):
        return {name: _with_whole_numbers(held) for name, held in value.items()}
    if isinstance(value, list | tuple):
        return [_with_whole_numbers(held) for held in value]
    return value


def signature_digest(block: Json) -> bytes:
    """Sixteen bytes that stand for a thinking block: for what its provider signed, not for its text."""
    signed = block.get("signature") or block.get("data") or ""
    return blake2b(str(signed).encode("utf-8", "surrogatepass"), digest_size=16).digest()
