"""The blocks of a LangChain content, one function for each kind: LangChain's own, Anthropic's, and OpenAI's."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import CachePoint, Lost, Part, Text, Thinking, ToolResult, Verbatim
from sendable.sources.json_text import json_text
from sendable.sources.langchain_calls import OWN, Calls, Speaker, kept_fields
from sendable.sources.langchain_hosted import hosted_parts
from sendable.sources.langchain_media import MEDIA, media
from sendable.sources.langchain_native import citations_of, native_parts, native_v1
from sendable.sources.openai_parts import content_parts as openai_parts
from sendable.wire.kinds import kinds

Json = dict[str, Any]

_OPENAI = ("image_url", "input_audio", "video_url", "input_text", "output_text", "input_image", "input_file")
_CALLS = ("tool_use", "tool_call", "tool_call_chunk", "invalid_tool_call", "function_call", "custom_tool_call")
# Fields of these two kinds that have a part of their own, and those that LangChain puts there.
_OF_TEXT = ("type", "text", "citations", "annotations", "cache_control", "id", "index", "extras")
_OF_CALL = ("type", "id", "name", "input", "cache_control", "index", "partial_json", "extras")


class Spot:
    """Where a content stands, with what its blocks need to know from around it.

    Attributes:
        path: of the content.
        lost: what could not be carried over so far.
        speaker: who spoke.
        calls: the calls beside the content.
        in_result: whether a tool said it.
    """

    __slots__ = ("calls", "in_result", "lost", "path", "speaker")

    def __init__(self, path: str, lost: list[Lost], speaker: Speaker, calls: Calls, *, in_result: bool = False) -> None:
        self.path = path
        self.lost = lost
        self.speaker = speaker
        self.calls = calls
        self.in_result = in_result

    def inside(self, path: str, *, in_result: bool | None = None) -> "Spot":
        """The same around a content or block further in."""
        held = self.in_result if in_result is None else in_result
        return Spot(path, self.lost, self.speaker, self.calls, in_result=held)

    def lose(self, what: str) -> list[Part]:
        """Note what could not be carried over."""
        self.lost.append(Lost(self.path, what))
        return []


def content_parts(content: Any, spot: Spot) -> list[Part]:
    """The parts of a content: a string, or a list of strings and blocks."""
    if isinstance(content, str):
        return [Text(text=content)]
    if content is None:
        return []
    if not isinstance(content, list | tuple):
        if spot.in_result:
            return [Text(text=json_text(content))]
        return spot.lose("a content that is neither text nor a list")
    return [part for at, one in enumerate(content) for part in _block(one, spot.inside(f"{spot.path}.{at}"))]


def _block(one: Any, spot: Spot) -> list[Part]:
    if isinstance(one, str):
        return [Text(text=one)]
    if not isinstance(one, dict):
        if spot.in_result:
            return [Text(text=json_text(one))]
        return spot.lose("an entry that is neither text nor a block")
    kind = one.get("type")
    make = _MAKERS.get(kind) if isinstance(kind, str) else None
    return make(one, spot) if make is not None else _other(one, spot)


def _other(one: Json, spot: Spot) -> list[Part]:
    """A block of Anthropic's, or one that is new; a tool may return any object."""
    kind = one.get("type")
    # OpenAI calls its own by the same name, which nobody else can read.
    is_foreign = kind == "compaction" and spot.speaker.is_foreign
    if isinstance(kind, str) and not is_foreign and (kind in kinds() or spot.speaker.provider == OWN):
        return native_parts(one, spot.speaker.model)
    if spot.in_result:
        return [Text(text=json_text(one))]
    ran = hosted_parts(one, spot.speaker.provider, spot.path, spot.lost) if isinstance(kind, str) else None
    if ran is not None:
        return ran
    if isinstance(kind, str) and spot.speaker.provider is not None:
        return [Verbatim(provider=spot.speaker.provider, block=one)]
    return spot.lose("a block of a kind that is not known here")


def point_of(one: Json) -> list[Part]:
    """The cache point that a block carries, beside its fields or among its extras."""
    for held in (one, one.get("extras"), one.get("metadata")):
        mark = held.get("cache_control") if isinstance(held, dict) else None
        if isinstance(mark, dict) and mark.get("type") == "ephemeral":
            ttl = mark.get("ttl")
            return [CachePoint(ttl=ttl if isinstance(ttl, str) else None)]
    return []


def _text(one: Json, spot: Spot) -> list[Part]:
    if not isinstance(one.get("text"), str):
        return spot.lose("a text without text")
    cited = citations_of(one)
    if cited and spot.speaker.is_foreign:
        spot.lose("citations of another provider")
        cited = []
    extra = _new_fields(one, _OF_TEXT) if spot.speaker.provider == OWN else {}
    return [Text(text=one["text"], extra=extra | ({"citations": cited} if cited else {})), *point_of(one)]


def _new_fields(one: Json, known: tuple[str, ...]) -> Json:
    """What a block of Anthropic's says beside all that is known."""
    return {name: value for name, value in one.items() if name not in known and value is not None}


def _media(one: Json, spot: Spot) -> list[Part]:
    """A `source` is how Anthropic gives media; an object under `file` is how OpenAI gives a file."""
    if isinstance(one.get("source"), dict):
        return native_parts(one, None)
    if isinstance(one.get("file"), dict):
        return _openai(one, spot)
    held = media(one)
    return [held, *point_of(one)] if held is not None else spot.lose("media without data, URL or file id")


def _openai(one: Json, spot: Spot) -> list[Part]:
    lost: list[Lost] = []
    parts = openai_parts([one], spot.path, lost)
    # The list of one block has a place of its own in these paths.
    spot.lost += [Lost(spot.path + entry.path.removeprefix(f"{spot.path}.0"), entry.what) for entry in lost]
    return parts


def _call(one: Json, spot: Spot) -> list[Part]:
    is_own = one["type"] == "tool_use"
    arguments = one.get("input" if is_own else "arguments" if one["type"] == "function_call" else "args")
    if one["type"] == "custom_tool_call":
        arguments = {"input": one.get("input")}  # the free text of a custom call
    if not arguments and isinstance(one.get("partial_json"), str):
        arguments = one["partial_json"]  # how a stream was added up
    extra = _new_fields(one, _OF_CALL) if is_own else kept_fields(_object(one.get("extras")))
    call = spot.calls.place(one.get("call_id") or one.get("id"), one.get("name"), arguments, extra)
    return [call, *point_of(one)] if call is not None else spot.lose("a call without the name of the tool")


def _object(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _tool_result(one: Json, spot: Spot) -> list[Part]:
    if not isinstance(one.get("tool_use_id"), str):
        return spot.lose("a result that answers no call")
    content, flag = one.get("content"), one.get("is_error")
    parts = content_parts(content, spot.inside(f"{spot.path}.content", in_result=True))
    points = point_of(one) or [part for part in parts if isinstance(part, CachePoint)]
    result = ToolResult(
        call_id=one["tool_use_id"],
        parts=None
        if content is None
        else [part for part in parts if not isinstance(part, CachePoint) and part != Text(text="")],
        bare=isinstance(content, str),
        is_error=flag if isinstance(flag, bool) else None,
        extra=kept_fields(one),
    )
    return [result, *points[-1:]]


def _thinking(one: Json, spot: Spot) -> list[Part]:
    held = _object(one.get("extras"))
    words = one.get("thinking", one.get("reasoning", ""))
    signature = one.get("signature", held.get("signature"))
    return _thought(words, signature, spot)


def _thought(words: Any, signature: Any, spot: Spot) -> list[Part]:
    signed = signature if isinstance(signature, str) else None
    if not isinstance(words, str) or not (words or signed):
        return spot.lose("thinking without text")
    provider = spot.speaker.signer if signed else spot.speaker.provider
    return [Thinking(text=words, signature=signed, provider=provider, model=spot.speaker.model)]


def _reasoning(one: Json, spot: Spot) -> list[Part]:
    """LangChain's own; OpenAI keeps a summary in its place, which is empty where it shows none."""
    summary = one.get("summary")
    if not isinstance(summary, list):
        return _thinking(one, spot)
    texts = [held.get("text") for held in summary if isinstance(held, dict)]
    words = "\n\n".join(text for text in texts if isinstance(text, str))
    return _thought(words, None, spot)


def _reasoning_content(one: Json, spot: Spot) -> list[Part]:
    """The form of Bedrock's Converse."""
    held = _object(one.get("reasoning_content"))
    return _thought(held.get("text"), held.get("signature"), spot)


def _native(one: Json, spot: Spot) -> list[Part]:
    held = native_v1(one, spot.speaker)
    return [held] if held is not None else spot.lose("a native call or result without its id")


def _non_standard(one: Json, spot: Spot) -> list[Part]:
    value = one.get("value")
    if not isinstance(value, dict):
        return spot.lose("a block that holds nothing")
    return _block(value, spot.inside(f"{spot.path}.value"))


def _refusal(one: Json, spot: Spot) -> list[Part]:
    """What another provider says when it refuses; LangChain makes the block up where Anthropic does."""
    words = one.get("refusal")
    if spot.speaker.provider == OWN or not isinstance(words, str) or not words:
        return spot.lose("a refusal that is no text of the model")
    return [Text(text=words)]


def _cut(_one: Json, spot: Spot) -> list[Part]:
    return spot.lose("a piece of a stream that belongs to no block")


_MAKERS: dict[str, Callable[[Json, Spot], list[Part]]] = {
    "text": _text,
    **dict.fromkeys(MEDIA, _media),
    **dict.fromkeys(_OPENAI, _openai),
    **dict.fromkeys(_CALLS, _call),
    "tool_result": _tool_result,
    "thinking": _thinking,
    "reasoning": _reasoning,
    "reasoning_content": _reasoning_content,
    **dict.fromkeys(("server_tool_call", "server_tool_call_chunk", "server_tool_result"), _native),
    "non_standard": _non_standard,
    "refusal": _refusal,
    "input_json_delta": _cut,
}
