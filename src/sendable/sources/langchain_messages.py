"""LangChain's messages, one after the other: live ones read by their attributes, dumped ones from all three forms."""

from typing import Any

from sendable.conversation import MEDIA, CachePoint, Lost, Message, Part, Role, Text, Thinking, ToolCall, ToolResult
from sendable.sources.langchain_blocks import Spot, content_parts
from sendable.sources.langchain_calls import Calls, Speaker
from sendable.sources.openai_parts import arguments_of, text_of
from sendable.sources.unnamed_results import Unnamed

Json = dict[str, Any]

KINDS = ("human", "ai", "system", "tool", "chat", "function", "remove")
_SAME = {"user": "human", "assistant": "ai", "developer": "system"}
_ROLES: dict[Any, Role] = {"human": "user", "ai": "assistant", "system": "system"}
_CORE = "langchain_core"


def is_live(value: Any) -> bool:
    """Whether this is an object of LangChain, or of a class made from one; nothing is imported to tell."""
    return any(one.__module__.partition(".")[0] == _CORE for one in type(value).__mro__)


def kind_of(name: Any) -> str | None:
    """The kind of a message, by the name of its type, class, chunk or role."""
    if not isinstance(name, str):
        return None
    plain = name.removesuffix("Chunk").removesuffix("Message").lower()
    return _SAME.get(plain, plain)


def entry(value: Any) -> Json | None:
    """The fields of a message, with its kind as `type`; None for what is none."""
    if is_live(value):
        held = dict(vars(value))
        return {**held, "type": kind_of(held.get("type"))}
    if isinstance(value, str):
        return {"type": "human", "content": value}
    if isinstance(value, list | tuple):
        role, content = value if len(value) == len(("role", "content")) else (None, None)
        return {"type": kind_of(role), "content": content}
    if not isinstance(value, dict):
        return None
    if "lc" in value:
        return _constructed(value)
    data = value.get("data")
    fields = data if isinstance(data, dict) and "content" not in value else value
    return {**fields, "type": kind_of(value.get("type") or value.get("role"))}


def _constructed(value: Json) -> Json | None:
    """The form of `dumpd`: the path of a class, and what it is made with."""
    fields, path = value.get("kwargs"), value.get("id")
    if not isinstance(fields, dict):
        return None
    named = path[-1] if isinstance(path, list) and path else None
    return {**fields, "type": kind_of(fields.get("type") or named)}


class Reader:
    """Reads message by message; it remembers the calls of old style, which have no id.

    Args:
        lost: takes what no part can hold.

    Attributes:
        unnamed: results without the id of their call.
    """

    def __init__(self, lost: list[Lost]) -> None:
        self._lost = lost
        self._open: dict[str, list[str]] = {}
        self.unnamed = Unnamed()

    def message(self, value: Any, at: int) -> Message | None:
        """The message, or None for what is none."""
        held = entry(value)
        kind = held["type"] if held is not None else None
        if held is None or kind not in KINDS:
            self._lost.append(Lost(str(at), "an entry that is no message"))
            return None
        if kind == "remove":
            self._lost.append(Lost(str(at), "an order to remove a message"))
            return None
        if kind == "chat":
            kind = kind_of(held.get("role"))
        if kind in ("tool", "function"):
            return self._result(held, at, is_function=kind == "function")
        if kind not in _ROLES:
            self._lost.append(Lost(f"{at}.role", "a role that is unknown; told as the user's"))
        role = _ROLES.get(kind, "user")
        if held.get("name"):
            self._lost.append(Lost(f"{at}.name", "the name of who speaks"))
        return self._assistant(held, at) if role == "assistant" else self._plain(role, held, at)

    def _plain(self, role: Role, held: Json, at: int) -> Message:
        spot = Spot(f"{at}.content", self._lost, Speaker.of(held), Calls(None, None, at))
        parts = content_parts(held.get("content"), spot)
        if role == "system":
            parts = self._heard(parts, at)
        return Message(role=role, parts=parts, bare=isinstance(held.get("content"), str))

    def _heard(self, parts: list[Part], at: int) -> list[Part]:
        """A system prompt is text; media stay, for the rendering to refuse, and nothing else of one is heard."""
        kept: list[Part] = [part for part in parts if isinstance(part, (Text, CachePoint, *MEDIA))]
        if len(kept) < len(parts):
            self._lost.append(Lost(f"{at}.content", "what a system message holds beside text"))
        return kept

    def _assistant(self, held: Json, at: int) -> Message:
        calls = Calls(held.get("tool_calls"), held.get("invalid_tool_calls"), at)
        if calls.unnamed:
            self._lost.append(Lost(f"{at}.tool_calls", "a call without the name of the tool"))
        spot = Spot(f"{at}.content", self._lost, Speaker.of(held), calls)
        said = content_parts(held.get("content"), spot)
        beside = _beside(held)
        open_calls = [*calls.rest(), *(self._older(beside, at) if calls.is_empty(said) else [])]
        if not said or said == [Text(text="")]:
            said = [*self._told(beside, at), *said]
        if open_calls:  # an empty content is how a message of nothing but calls is stored
            said = [part for part in said if part != Text(text="")]
        said = [*self._ran(beside, spot), *said]
        thoughts = [] if any(isinstance(part, Thinking) for part in said) else _thoughts(beside, spot.speaker)
        parts = [*thoughts, *said, *open_calls]
        bare = isinstance(held.get("content"), str) and len(parts) == 1 and isinstance(parts[0], Text)
        return Message(role="assistant", parts=parts, bare=bare)

    def _told(self, beside: Json, at: int) -> list[Part]:
        """What stands beside an empty content: a refusal, or the transcript of sound."""
        sound = beside.get("audio")
        if isinstance(sound, dict):
            self._lost.append(Lost(f"{at}.additional_kwargs.audio", "the sound of an answer"))
        words = beside.get("refusal") or (sound.get("transcript") if isinstance(sound, dict) else None)
        return [Text(text=words)] if isinstance(words, str) and words else []

    def _ran(self, beside: Json, spot: Spot) -> list[Part]:
        """What OpenAI's tools did, where older releases kept that beside the content."""
        return [
            part
            for at, one in enumerate(_listed(beside.get("tool_outputs")))
            for part in content_parts([one], spot.inside(f"{spot.path}.tool_outputs.{at}"))
        ]

    def _older(self, beside: Json, at: int) -> list[ToolCall]:
        """Calls as they were kept before messages had a field for them."""
        found: list[ToolCall] = []
        for number, one in enumerate(_listed(beside.get("tool_calls"))):
            function = one.get("function") if isinstance(one, dict) else None
            if isinstance(function, dict) and isinstance(function.get("name"), str):
                call_id = text_of(one.get("id"), f"call_{at}_{number}")
                arguments = arguments_of(function.get("arguments"))
                found.append(ToolCall(id=call_id, name=function["name"], arguments=arguments))
        function = beside.get("function_call")
        if not found and isinstance(function, dict) and isinstance(function.get("name"), str):
            call_id, name = f"call_{at}_0", function["name"]
            self._open.setdefault(name, []).append(call_id)
            found.append(ToolCall(id=call_id, name=name, arguments=arguments_of(function.get("arguments"))))
        return found

    def _result(self, held: Json, at: int, *, is_function: bool) -> Message:
        content, named, status = held.get("content"), held.get("name"), held.get("status")
        if held.get("artifact") is not None:
            self._lost.append(Lost(f"{at}.artifact", "an artifact of a tool, which no model sees"))
        spot = Spot(f"{at}.content", self._lost, Speaker.of(held), Calls(None, None, at), in_result=True)
        parts = content_parts(content, spot)
        if parts and all(isinstance(part, ToolResult | CachePoint) for part in parts):
            return Message(role="tool", parts=parts)
        name = named if isinstance(named, str) else None
        waiting = self._open.get(name or "", []) if is_function else []
        points = [part for part in parts if isinstance(part, CachePoint)]
        result = ToolResult(
            call_id=text_of(held.get("tool_call_id"), waiting.pop(0) if waiting else "") or self.unnamed.note(f"{at}"),
            parts=[part for part in parts if not isinstance(part, CachePoint) and part != Text(text="")],
            bare=isinstance(content, str),
            is_error=status == "error" if isinstance(status, str) else None,
            name=name,
        )
        return Message(role="tool", parts=[result, *points[-1:]])


def _beside(held: Json) -> Json:
    beside = held.get("additional_kwargs")
    return beside if isinstance(beside, dict) else {}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _thoughts(beside: Json, speaker: Speaker) -> list[Part]:
    """Reasoning that stands beside the content."""
    plain = beside.get("reasoning_content")
    if isinstance(plain, str) and plain:
        return [Thinking(text=plain, provider=speaker.provider, model=speaker.model)]
    held = beside.get("thinking") or beside.get("reasoning")
    if not isinstance(held, dict):
        return []
    words, signature = held.get("text") or held.get("thinking"), held.get("signature")
    if not isinstance(words, str):
        words = summary_of(held)
    if not words:
        return []
    signed = signature if isinstance(signature, str) else None
    provider = speaker.signer if signed else speaker.provider
    return [Thinking(text=words, signature=signed, provider=provider, model=speaker.model)]


def summary_of(held: Json) -> str:
    """The text of a summary as OpenAI's reasoning keeps it."""
    texts = [one.get("text") for one in _listed(held.get("summary")) if isinstance(one, dict)]
    return "\n\n".join(text for text in texts if isinstance(text, str))
